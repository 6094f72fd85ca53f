"""Canasta played at random: one of all legal plays at every node, each as likely as any other."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from canasta import CLASSIC, Position, advance, deal, legal, play, score_deal

SCORES = ((0, 0), (3000, 3000))  # by turns: a low and a high initial minimum


def positions(number: int) -> Iterator[Position]:
    """All positions of one random deal, the last one over."""
    chance = random.Random(number).random
    position = deal(number, CLASSIC, scores=SCORES[number % 2])
    while position.phase != "over":
        yield position
        plays = legal(position)
        position = advance(position, plays[int(chance() * len(plays))])
    yield position


def player() -> Callable[[int], int]:
    """Plays one deal, positions only; gives the number of decisions."""

    def play_deal(number: int) -> int:
        chance = random.Random(number).random
        position = deal(number, CLASSIC, scores=SCORES[number % 2])
        decisions = 0
        while position.phase != "over":
            plays = legal(position)
            position = advance(position, plays[int(chance() * len(plays))])
            decisions += 1
        return decisions

    return play_deal


def recorder() -> Callable[[int], int]:
    """Plays one deal with verdicts, events and steps, and scores it; gives the number of decisions."""

    def play_deal(number: int) -> int:
        chance = random.Random(number).random
        position = deal(number, CLASSIC, scores=SCORES[number % 2])
        steps = []
        while position.phase != "over":
            plays = legal(position)
            steps.append(play(position, plays[int(chance() * len(plays))]))
            position = steps[-1].after
        score_deal(position)
        return len(steps)

    return play_deal
