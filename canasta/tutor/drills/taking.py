"""What one may think of for taking a pile, for the drills on the pile."""

from __future__ import annotations

from canasta.actions import Action
from canasta.tutor.drills.contract import Drawn

PAIR, WILD, MELD = "pair", "wild", "meld"


def takes(top: str, naturals: int, wilds: str, *, meld: bool) -> dict[str, Action]:
    """The ways that the rules know, by name, as far as hand and table have the cards for them."""
    texts = {
        PAIR: f"take {top * 2}" if naturals > 1 else "",
        WILD: f"take {top}{wilds[:1]}" if naturals and wilds else "",
        MELD: f"take {top}:" if meld else "",
    }
    return {how: Action.parse(text) for how, text in texts.items() if text}


def lies(drawn: Drawn) -> str:
    """How the pile of an item lies: "frozen" by a card, or "open"."""
    return "open" if drawn.item.position.freezing_index() is None else "frozen"
