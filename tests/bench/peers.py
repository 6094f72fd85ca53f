"""Gin rummy played at random by OpenSpiel and RLCard, for comparison: neither has canasta.

Every choice of a player is a decision, forced ones and passes too, as in the canasta of this benchmark. Cards that
are dealt or drawn are chance, not decisions, but the time they take counts, as dealing does with canasta.
Both come with the optional extra ``bench``; what is not installed is left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version

PlayDeal = Callable[[int], int]


def openspiel() -> Iterator[tuple[str, PlayDeal]]:
    """OpenSpiel's ``gin_rummy``: ``legal_actions``, a choice, ``apply_action``."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play_deal(number: int) -> int:
        chance = random.Random(number).random
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            decisions += not state.is_chance_node()
            # At a chance node each card left is as likely as another, so the same call is right and the fastest.
            actions = state.legal_actions()
            state.apply_action(actions[int(chance() * len(actions))])
        return decisions

    yield f"OpenSpiel {version('open-spiel')} gin_rummy", play_deal


def rlcard() -> Iterator[tuple[str, PlayDeal]]:
    """RLCard's ``gin-rummy``: its rules alone, and the environment, its API, which makes observations too."""
    import rlcard

    # It shuffles by a stream of its own, which goes on from deal to deal.
    environment = rlcard.make("gin-rummy", config={"seed": 1})
    game = environment.game

    def play_deal(number: int) -> int:
        chance = random.Random(number).random
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            actions = state["raw_legal_actions"]
            state, _ = environment.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    def play_rules(number: int) -> int:
        chance = random.Random(number).random
        game.init_game()
        decisions = 0
        while not game.is_over():
            actions = game.judge.get_legal_actions()
            game.step(actions[int(chance() * len(actions))])
            decisions += 1
        return decisions

    name = f"RLCard {version('rlcard')} gin-rummy"
    yield f"{name}, rules alone", play_rules
    yield f"{name}, environment", play_deal


def peers() -> tuple[dict[str, PlayDeal], list[str]]:
    """The peers that are installed, by name, and a sentence on each that is not."""
    found: dict[str, PlayDeal] = {}
    missing = []
    for name, package, load in (("OpenSpiel", "open-spiel", openspiel), ("RLCard", "rlcard", rlcard)):
        try:
            found.update(load())
        except (ImportError, PackageNotFoundError) as fault:
            missing.append(f"{name} is left out: {fault} (pip install {package}, or the extra bench)")
    return found, missing
