"""Sessions of drills: what comes next, how hard, and when it is enough."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from canasta.tutor.drills import GENERATORS, DrillError
from canasta.tutor.drills.contract import HARD
from canasta.tutor.drills.session import AIM, LAST, Session, mistakes, weaknesses
from canasta.tutor.progress import Entry

ALL = list(GENERATORS)


def entry(
    name: str, seed: str, *, version: str = "1", wrong: int = 0, stars: int = 3, findings: tuple[str, ...] = ()
) -> Entry:
    """A try at a dealt item."""
    unit = GENERATORS[name].unit
    at = "2026-01-31T18:05:00Z"
    return Entry(unit, name, version, "drill", seed=seed, wrong=wrong, stars=stars, findings=findings, at=at)


def test_no_two_alike_in_a_row() -> None:
    """In a mixed session neighbours are of different generators, in a session of one unit of different kinds."""
    mixed, one = Session(ALL, "a"), Session(["wild-cards"], "a")
    names = [mixed.next().generator.name for _turn in range(30)]
    kinds = [one.next().kind for _turn in range(30)]
    for row in (names, kinds):
        assert all(this != that for this, that in pairwise(row))
        assert len(set(row)) > 2


def test_the_same_for_the_whole_room() -> None:
    """The same seed and the same answers give the same items; another seed gives others."""
    first, same, other = (Session(ALL, seed, hard=2) for seed in ("room 4", "room 4", "room 5"))
    items = [[session.next().item for _turn in range(5)] for session in (first, same, other)]
    assert items[0] == items[1]
    assert items[0] != items[2]


def test_difficulty_settles_at_four_in_five() -> None:
    """For a learner whose success falls with difficulty, it comes to rest where four in five are right."""
    random, session = Random(4), Session(ALL, "a")
    succeeds = {1: 0.97, 2: 0.8, 3: 0.5}
    for _turn in range(600):
        session.note(random.random() < succeeds[session.hard])
    assert abs(mean(session.results[100:]) - AIM) < 0.05


def test_a_grade_that_is_set_stays() -> None:
    """With a grade set by hand, answers change nothing."""
    session = Session(ALL, "a", hard=2)
    for right in (True, True, True, False, False):
        session.note(right)
        assert session.next().knobs["hard"] == 2


def test_grades_stay_within_bounds() -> None:
    """However many answers are right or wrong, the grade is one that there is."""
    session = Session(ALL, "a")
    grades = []
    for right in [True] * 40 + [False] * 40:
        session.note(right)
        grades.append(session.hard)
    assert set(grades) == set(HARD)
    assert grades[39] == HARD[-1]
    assert grades[-1] == HARD[0]


def test_mastery() -> None:
    """Four of the last five right, and no fewer answers than five."""
    session = Session(ALL, "a")
    seen = []
    for right in (True, True, True, True, False, False, True, True, True, True):
        session.note(right)
        seen.append(session.mastered)
    assert seen == [False] * (LAST - 1) + [True, False, False, False, False, True]


def test_weak_ones_come_more_often() -> None:
    """What went wrong lately comes more often than what went right; what was never tried stands between."""
    tries = [entry("wild-cards", str(n), wrong=1, findings=("meld.wild-limit",)) for n in range(6)]
    tries += [entry("frozen-pile", str(n)) for n in range(6)]
    weights = weaknesses(tries)
    assert weights["wild-cards"] > weights["initial-meld"] > weights["frozen-pile"] > 0
    session = Session(["wild-cards", "initial-meld", "frozen-pile"], "a", weights=weights)
    names = [session.next().generator.name for _turn in range(60)]
    assert names.count("wild-cards") > names.count("frozen-pile")


def test_mistakes_come_again_as_they_were() -> None:
    """What was missed and not mended since is dealt again from its seed and knobs; then the session ends."""
    fresh = Session(["wild-cards"], "a")
    missed, mended = fresh.next(), fresh.next()
    tries = [
        Entry(
            each.generator.unit, "wild-cards", each.item.version, "drill", each.seed, tuple(each.knobs.items()), wrong=1
        )
        for each in (missed, mended)
    ]
    tries.append(Entry(mended.generator.unit, "wild-cards", mended.item.version, "drill", "s", wrong=0, stars=3))
    again = mistakes(tries)
    session = Session(["wild-cards"], "b", again=again)
    assert session.next().item == missed.item
    assert session.over
    with pytest.raises(DrillError, match="over"):
        session.next()


def test_a_drill_that_there_is_not() -> None:
    """A name that is no generator is told with those that there are."""
    with pytest.raises(DrillError, match=r"there is no drill poker; there are .*wild-cards"):
        Session(["poker"], "a")
