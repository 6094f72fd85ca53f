"""Whole random deals and games, played once and shared by the tests of scores, games and logs."""

from __future__ import annotations

import random
from functools import cache

from test_engine import NAMES, choose, walk

from canasta import Game, Profile, Step, new_game, play

__all__ = ["NAMES", "a_deal", "a_game"]


@cache
def a_deal(name: str, seed: int) -> tuple[Step, ...]:
    """The steps of one random deal."""
    return tuple(walk(Profile.parse(name), seed))


@cache
def a_game(name: str, deals: int = 2) -> tuple[Game, tuple[Step, ...]]:
    """A random game after some deals, with all their steps."""
    game = new_game(7, Profile.parse(name), dealer=1)
    chance = random.Random(name)
    steps: list[Step] = []
    for _ in range(deals):
        position = game.next_deal()
        while position.phase != "over":
            steps.append(play(position, choose(position, chance)))
            position = steps[-1].after
        game = game.after(position)
    return game, tuple(steps)
