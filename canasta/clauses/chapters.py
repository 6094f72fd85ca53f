"""The chapters of the rule book: what the first word of a clause's id stands for, in the order of a deal."""

from __future__ import annotations

from typing import Final

from canasta.words import N_, _

CHAPTERS: Final = {
    "pack": N_("The pack"),
    "value": N_("What cards are worth"),
    "seats": N_("Seats and partners"),
    "deal": N_("The deal"),
    "red-three": N_("Red threes"),
    "meld": N_("Melds"),
    "canasta": N_("Canastas"),
    "initial": N_("The initial meld"),
    "turn": N_("The turn"),
    "discard": N_("The discard"),
    "freeze": N_("The frozen pile"),
    "take": N_("Taking the pile"),
    "info": N_("What a player may know and say"),
    "out": N_("Going out"),
    "stock": N_("The end of the stock"),
    "score": N_("Scoring"),
    "cards": N_("The cards themselves"),
}


def chapter_of(id: str) -> str:
    """The chapter in which a clause stands, by its key."""
    return id.partition(".")[0]


def title_of(chapter: str) -> str:
    """The title of a chapter, in the learner's language."""
    return _(CHAPTERS[chapter])
