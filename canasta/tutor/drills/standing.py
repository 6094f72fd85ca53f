"""How a side stands: scores at and between the steps of the minimum."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Final

from canasta.clauses import BOOK
from canasta.profile import Profile
from canasta.tutor.drills.contract import HARD

STEP: Final = 5  # scores are multiples of it
TOP: Final = 4_000  # scores that are looked at for steps of the minimum


@lru_cache(maxsize=8)
def edges(profile: str) -> tuple[int, ...]:
    """The scores at which the minimum steps up."""
    minimum = lru_cache(BOOK["initial.minimum"].value)
    table = Profile.parse(profile)
    scores = range(-STEP, TOP, STEP)
    return tuple(score for score in scores if minimum(table, score) != minimum(table, score - STEP))


def score_by(random: Random, profile: str, hard: int) -> int:
    """A score of the learner's side: the harder, the closer to where the minimum steps up."""
    edge = random.choice(edges(profile))
    if hard == HARD[-1]:
        return edge - random.choice((0, STEP))
    return edge + STEP * random.randrange(-60, 200)


def across(profile: str, score: int) -> tuple[int, ...]:
    """The nearest scores of the steps below and above, of which the minimum is another."""
    steps = edges(profile)
    near = (
        max((e - STEP for e in steps if e <= score), default=score),
        min((e for e in steps if e > score), default=score),
    )
    return tuple(each for each in near if each != score)
