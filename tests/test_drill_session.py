"""Sessions of drills: what comes next, how hard, and when it is enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import mean
from typing import Any

import pytest

from canasta.tutor.drills import GENERATORS, DrillError
from canasta.tutor.drills.contract import HARD
from canasta.tutor.drills.plan import MOST_TEXT, Plan, read_plan
from canasta.tutor.drills.session import AIM, LAST, Session, mistakes, weaknesses
from canasta.tutor.drills.sets import AFTER, CHECKPOINT, PLACEMENT, checkpoint, placement
from canasta.tutor.progress import Entry

ALL = tuple(GENERATORS)


def begun(drills: tuple[str, ...], seed: str, entries: Iterable[Entry] = (), **settings: Any) -> Session:
    """A session of a plan."""
    return Session(Plan(drills, seed, **settings), entries)


def entry(
    name: str, seed: str, *, version: str = "1", wrong: int = 0, stars: int = 3, findings: tuple[str, ...] = ()
) -> Entry:
    """A try at a dealt item."""
    unit = GENERATORS[name].unit
    at = "2026-01-31T18:05:00Z"
    return Entry(unit, name, version, "drill", seed=seed, wrong=wrong, stars=stars, findings=findings, at=at)


def test_no_two_alike_in_a_row() -> None:
    """In a mixed session neighbours are of different generators, in a session of one unit of different kinds."""
    mixed, one = begun(ALL, "a"), begun(("wild-cards",), "a")
    names = [mixed.next().generator.name for _turn in range(30)]
    kinds = [one.next().kind for _turn in range(30)]
    for row in (names, kinds):
        assert all(this != that for this, that in pairwise(row))
        assert len(set(row)) > 2


def test_mixed_drills_come_in_rounds() -> None:
    """Of mixed drills each comes once before any comes again."""
    session = begun(ALL, "a")
    names = [session.next().generator.name for _turn in range(3 * len(ALL))]
    for at in range(0, len(names), len(ALL)):
        assert sorted(names[at : at + len(ALL)]) == sorted(ALL)


def test_the_same_for_the_whole_room() -> None:
    """The same seed and the same answers give the same items; another seed gives others."""
    first, same, other = (begun(ALL, seed, hard=2) for seed in ("room 4", "room 4", "room 5"))
    items = [[session.next().item for _turn in range(5)] for session in (first, same, other)]
    assert items[0] == items[1]
    assert items[0] != items[2]


def test_difficulty_settles_at_four_in_five() -> None:
    """For a learner whose success falls with difficulty, it comes to rest where four in five are right."""
    random, session = Random(4), begun(ALL, "a")
    succeeds = {1: 0.97, 2: 0.8, 3: 0.5}
    for _turn in range(600):
        session.note(random.random() < succeeds[session.hard])
    assert abs(mean(session.results[100:]) - AIM) < 0.05


def test_a_grade_that_is_set_stays() -> None:
    """With a grade set by hand, answers change nothing."""
    session = begun(ALL, "a", hard=2)
    for right in (True, True, True, False, False):
        session.note(right)
        assert session.next().knobs["hard"] == 2


def test_now_and_then_which_rule_allowed_it() -> None:
    """Where all follows the learner, some right answers on what is legal are asked about, with the same cards."""
    session = begun(("frozen-pile",), "a")
    asked = 0
    for _turn in range(120):
        drawn = session.next()
        if drawn.kind == "allowed":
            asked += 1
            before = session.dealt[-2]
            assert (before.kind, before.yes, before.item.position) == ("judge", True, drawn.item.position)
        session.note(True)
    assert 2 < asked < 40
    fixed = begun(("frozen-pile",), "a", hard=2)
    for _turn in range(30):
        assert fixed.next().kind != "allowed"
        fixed.note(True)


def test_grades_stay_within_bounds() -> None:
    """However many answers are right or wrong, the grade is one that there is."""
    session = begun(ALL, "a")
    grades = []
    for right in [True] * 40 + [False] * 40:
        session.note(right)
        grades.append(session.hard)
    assert set(grades) == set(HARD)
    assert grades[39] == HARD[-1]
    assert grades[-1] == HARD[0]


def test_mastery() -> None:
    """Four of the last five right, and no fewer answers than five."""
    session = begun(ALL, "a")
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
    session = begun(("wild-cards", "initial-meld", "frozen-pile"), "a", tries, choose="weak")
    names = [session.next().generator.name for _turn in range(60)]
    assert names.count("wild-cards") > names.count("frozen-pile")


def test_mistakes_come_again_as_they_were() -> None:
    """What was missed and not mended since is dealt again from its seed and knobs; then the session ends."""
    fresh = begun(("wild-cards",), "a")
    missed, mended = fresh.next(), fresh.next()
    tries = [
        Entry(
            each.generator.unit, "wild-cards", each.item.version, "drill", each.seed, tuple(each.knobs.items()), wrong=1
        )
        for each in (missed, mended)
    ]
    tries.append(Entry(mended.generator.unit, "wild-cards", mended.item.version, "drill", "s", wrong=0, stars=3))
    assert mistakes(tries) == tries[:1]
    session = begun(("wild-cards",), "b", tries, choose="mistakes")
    assert session.next().item == missed.item
    assert session.over
    with pytest.raises(DrillError, match="over"):
        session.next()


def test_mistakes_of_another_version() -> None:
    """What is dealt by knobs that there are no more is left out; a mistake mended as something else is mended."""
    gone = [replace(entry("melds", "s", version=name, wrong=1), knobs=((name, 1),)) for name in ("colour", "shape")]
    assert mistakes(gone) == gone
    assert begun(("melds",), "b", gone, choose="mistakes").over
    old, new = entry("melds", "t", version="old", wrong=1), entry("melds", "t", version="new")
    session = begun(("melds",), "b", [*gone, old], choose="mistakes")
    assert session.next().seed == "t"
    assert session.over
    assert mistakes([old, new]) == []
    assert mistakes([new, old]) == [old]


def test_without_mistakes_there_is_none_to_mend() -> None:
    """A session of mistakes is over at once for who made none."""
    assert begun(ALL, "a", choose="mistakes").over


def test_what_is_told_at_the_end_is_asked_in_words() -> None:
    """Where nothing is told before the end no item is done on the table, which answers at once."""
    session = begun(ALL, "a", reveal="end")
    assert "do" not in {session.next().kind for _turn in range(25)}


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("wild-cards; seed=a", Plan(("wild-cards",), "a", hard=2)),
        ("03, 09-frozen-pile;seed=room 4;count=12", Plan(("wild-cards", "frozen-pile"), "room 4", 12, 2)),
        (
            "wild-cards; seed=a; hard=3; profile=spruce; choose=weak; hints=no; reveal=end; timed=yes; title=Monday",
            Plan(("wild-cards",), "a", None, 3, "spruce", "weak", False, "end", True, "Monday"),
        ),
        ("all; seed=1; hard=follow", Plan(ALL, "1")),
    ],
)
def test_a_plan_is_a_short_text(text: str, plan: Plan) -> None:
    """An assignment is read from its text, and written so that it reads the same."""
    assert read_plan(text) == plan
    assert read_plan(plan.text()) == plan


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "'' is no drill and no unit with one; there are "),
        ("poker; seed=a", "'poker' is no drill and no unit with one; there are "),
        ("wild-cards", "an assignment has a seed, such as seed=monday"),
        ("wild-cards; seed=", "seed is made of letters"),
        ("wild-cards; seed=<b>", "seed is made of letters"),
        ("wild-cards; seed=a; count=0", "count is a number from 1 to 100"),
        ("wild-cards; seed=a; count=1000000000000000000", "count is a number from 1 to 100"),
        ("wild-cards; seed=a; count=many", "count is a number from 1 to 100"),
        ("wild-cards; seed=a; hard=9", "hard cannot be '9'; it is one of 1, 2, 3, follow"),
        ("wild-cards; seed=a; profile=poker", "profile cannot be 'poker'; it is one of classic, "),
        ("wild-cards; seed=a; timed=maybe", "timed cannot be 'maybe'; it is one of yes, no"),
        ("wild-cards; seed=a; bogus=1", "bogus=1 is no setting of an assignment; there are seed, count"),
        ("wild-cards; seed", "seed is no setting of an assignment; there are seed, count"),
        ("wild-cards; seed=a" + " " * MOST_TEXT, "an assignment has at most"),
    ],
)
def test_an_assignment_that_cannot_be_read(text: str, said: str) -> None:
    """What is wrong with an assignment is said of its faulty part, with what would be right."""
    with pytest.raises(DrillError) as fault:
        read_plan(text)
    assert str(fault.value).startswith(said)


@pytest.mark.parametrize("number", AFTER)
def test_checkpoints(number: int) -> None:
    """A checkpoint asks twelve mixed items of all units up to its own, and of none behind it."""
    plan = checkpoint(number, "a")
    session = Session(plan)
    units = [int(session.next().generator.unit[:2]) for _turn in range(CHECKPOINT)]
    assert session.over
    assert max(units) <= number
    assert set(plan.drills) == {name for name, each in GENERATORS.items() if each.unit < f"{number + 1:02}"}


def test_placement() -> None:
    """The test of where to begin has eight items, as many units as it can have, none twice before all have come."""
    plan = placement("a")
    session = Session(plan)
    units = [session.next().generator.unit for _turn in range(PLACEMENT)]
    assert session.over
    assert len(set(units)) == len(plan.drills) == len({GENERATORS[name].unit for name in plan.drills})
