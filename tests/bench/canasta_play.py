"""Canasta played at random: one of all legal plays at every node, each as likely as any other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import canasta
from canasta import CLASSIC, Action, Position, deal, legal, play

SCORES = ((0, 0), (3000, 3000))  # by turns: a low and a high initial minimum


def stepper() -> tuple[str, Callable[[Position, Action], Position]]:
    """How a legal action is applied with the least work, and what that is called."""
    advance: Any = getattr(canasta, "advance", None)
    if advance is not None:
        # A module of that name holds the function.
        return "legal and advance", getattr(advance, "advance", advance)
    return "legal and play, no advance yet", lambda position, action: play(position, action).after


def scorer() -> tuple[str, Callable[[Position], object] | None]:
    """How a deal that is over is scored, and what that is called."""
    try:
        from canasta.score import score_deal
    except ImportError:
        return "canasta.score missing", None
    return "score", score_deal


def positions(number: int) -> Iterator[Position]:
    """All positions of one random deal, the last one over."""
    advance, chance = stepper()[1], random.Random(number)
    position = deal(number, CLASSIC, scores=SCORES[number % 2])
    while position.phase != "over":
        yield position
        position = advance(position, chance.choice(legal(position)))
    yield position


def player() -> Callable[[int], int]:
    """Plays one deal, positions only; gives the number of decisions."""
    advance = stepper()[1]

    def play_deal(number: int) -> int:
        choice = random.Random(number).choice
        position = deal(number, CLASSIC, scores=SCORES[number % 2])
        decisions = 0
        while position.phase != "over":
            position = advance(position, choice(legal(position)))
            decisions += 1
        return decisions

    return play_deal


def recorder() -> Callable[[int], int]:
    """Plays one deal with verdicts, events and steps, and scores it; gives the number of decisions."""
    score = scorer()[1]

    def play_deal(number: int) -> int:
        choice = random.Random(number).choice
        position = deal(number, CLASSIC, scores=SCORES[number % 2])
        steps = []
        while position.phase != "over":
            steps.append(play(position, choice(legal(position))))
            position = steps[-1].after
        if score is not None:
            score(position)
        return len(steps)

    return play_deal
