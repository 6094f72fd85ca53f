"""Review spaced over days: derived from the entries alone, with a reason for each clause that is due."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from canasta import BOOK
from canasta.tutor.drills import GENERATORS, DrillError
from canasta.tutor.progress import TIME, Entry, Progress
from canasta.tutor.spaced import FLOOR, Due, Memory, Rating, Revision, asking, due, rated
from canasta.tutor.standing import Go, Subject, Subjects, goes, standings

CLAUSE, OTHER = "meld.two-naturals", "meld.wild-limit"
TUESDAY = datetime(2026, 2, 3, 18, tzinfo=UTC)


class About(Subjects):
    """Every item is about the one clause that its id names."""

    def about(self, entry: Entry) -> Subject:
        """The clause, and a kind that its version names."""
        return Subject((entry.item,), entry.version)


ABOUT = About()


def entry(at: datetime = TUESDAY, **more: object) -> Entry:
    """A go at the clause, done at the first try unless told otherwise."""
    given = {"unit": "u", "item": CLAUSE, "version": "judge", "part": "drill", "stars": 3, "seconds": 20}
    return Entry(**{**given, "at": at.strftime(TIME), **more})  # type: ignore[arg-type]


def missed(at: datetime = TUESDAY) -> Entry:
    """A go in which a wrong try met the clause."""
    return entry(at, findings=(CLAUSE,), wrong=1, stars=2)


def after(days: float, start: datetime = TUESDAY) -> datetime:
    """So many days later."""
    return start + timedelta(days)


def dues(now: datetime, *entries: Entry) -> list[Due]:
    """What is due then."""
    return due(entries, now, ABOUT)


def memory(now: datetime, *entries: Entry) -> Memory:
    """What may be known then."""
    return Memory(goes(entries, ABOUT), now)


@pytest.mark.parametrize(
    ("more", "rating"),
    [
        ({"findings": (CLAUSE,), "wrong": 1}, Rating.AGAIN),
        ({"findings": (CLAUSE,), "wrong": 1, "stars": 0}, Rating.AGAIN),
        ({"wrong": 1}, Rating.AGAIN),
        ({"hint": 1}, Rating.HARD),
        ({}, Rating.GOOD),
        ({"findings": (OTHER,), "wrong": 1}, Rating.GOOD),
        ({"stars": 0}, None),
        ({"stars": 0, "hint": 4}, None),
    ],
)
def test_how_well_it_was_known(more: dict[str, object], rating: Rating | None) -> None:
    """Wrong is again, right after a hint hard, right good; of what was given up and not missed nothing is told."""
    ratings = [met.rating for met in rated(goes([entry(**more)], ABOUT)) if met.clause == CLAUSE]
    assert ratings == ([] if rating is None else [rating])


def test_quick_is_measured_by_the_learner_himself() -> None:
    """Easy is quicker than the median of his own earlier tries of that kind, once there are some; never with help."""
    slow = [entry(after(n), seconds=seconds) for n, seconds in enumerate((30, 10, 20, 50, 40))]
    assert len(slow) == FLOOR

    def last(then: Entry, *before: Entry) -> Rating:
        *_earlier, met = rated(goes([*before, then], ABOUT))
        return met.rating

    quick = entry(after(9), seconds=29)
    assert last(quick, *slow) is Rating.EASY
    assert last(quick, *slow[1:]) is Rating.GOOD
    for other in ({"seconds": 30}, {"seconds": 0}, {"version": "count"}, {"findings": (OTHER,), "wrong": 1}):
        assert last(replace(quick, **other), *slow) is not Rating.EASY  # type: ignore[arg-type]
    assert last(replace(quick, hint=1), *slow) is Rating.HARD
    assert last(quick, *(replace(each, stars=0) for each in slow)) is Rating.GOOD


def test_missed_on_tuesday() -> None:
    """What was missed is due the next day and stays due, with the day told as the learner counts days."""
    assert dues(TUESDAY, missed()) == []
    said = {1: "yesterday", 2: "on Tuesday", 6: "on Tuesday", 7: "7 days ago"}
    for days, words in said.items():
        (each,) = dues(after(days), missed())
        assert (each.clause, each.reason) == (CLAUSE, f"Because you missed it {words}.")
        assert "wild-cards" in each.generators
    # The same moment is Wednesday in the far East already.
    (each,) = due([missed()], after(3), ABOUT, timezone(timedelta(hours=9)))
    assert each.reason == "Because you missed it on Wednesday."


def test_every_reason() -> None:
    """A hint is told, and so is time that went by, with the chance left; what is known well waits longer."""
    (each,) = dues(after(20), entry(hint=2))
    assert each.reason == "Because you needed a hint for it 20 days ago."
    (each,) = dues(after(20), missed(after(-2)), entry())
    assert each.reason.startswith("Because you last met it 20 days ago; the chance that it would be right now is about")
    assert f"{round(100 * each.chance)} in 100" in each.reason
    (each,) = dues(after(2), missed(), entry(after(0.01)))
    assert each.reason == "Because you missed it on Tuesday."
    days = [memory(TUESDAY, first).day(CLAUSE) for first in (missed(), entry(hint=1), entry())]
    assert days == sorted(days)
    assert days[0] < days[-1]
    again = memory(after(9), entry(), entry(after(2)), entry(after(9)))
    assert again.day(CLAUSE) > after(14).date()


def test_the_least_sure_come_first() -> None:
    """Where several are due, the one that is most likely forgotten comes first."""
    found = dues(after(30), replace(missed(), item=OTHER, findings=(OTHER,)), entry(), entry(after(3)))
    assert [each.clause for each in found] == [OTHER, CLAUSE]
    assert [each.chance for each in found] == sorted(each.chance for each in found)


def test_the_chance_falls() -> None:
    """From one day to the next the chance does not rise, and it is one of a hundred."""
    known = memory(TUESDAY, entry())
    assert known.clauses == [CLAUSE]
    chances = [known.chance(CLAUSE, days) for days in range(60)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1
    assert 0 < chances[-1] < chances[1] < 1


def test_nothing_is_kept_but_the_entries() -> None:
    """The same entries give the same, in whatever order they come and however often it is asked."""
    entries = [missed(), entry(after(1)), entry(after(4), hint=1), replace(entry(after(4)), item=OTHER)]
    first = dues(after(40), *entries)
    assert len(first) == 2
    for order in itertools.permutations(entries):
        assert dues(after(40), *order) == first
    random.seed(1)
    assert dues(after(40), *entries) == first


def test_a_clock_that_went_back() -> None:
    """What is dated after now is left out and said, and comes in when that day has come; the table has it all along."""
    ahead = entry(after(400), hint=1)
    known = memory(after(2), missed(), ahead, entry(after(500)))
    assert known.ahead == 2
    assert known.notes() == [
        "2 tries are dated later than now; a clock must have been changed. They count for the rules, and in the review "
        "from that day on."
    ]
    assert [each.reason for each in known.due()] == ["Because you missed it on Tuesday."]
    assert memory(after(600), missed(), ahead).notes() == []
    assert dues(after(600), missed(), ahead)[0].reason == "Because you needed a hint for it 200 days ago."
    assert standings([missed(), ahead], ABOUT)[CLAUSE].tries == 2
    # Two clocks may differ by a little.
    near = memory(TUESDAY, entry(after(0.01)))
    assert (near.ahead, near.clauses) == (0, [CLAUSE])
    assert near.chance(CLAUSE) == 1


@pytest.mark.parametrize("at", ["", "1970-01-01T00:00:07Z", "yesterday", "2026-02-03"])
def test_a_time_that_cannot_be(at: str) -> None:
    """An entry without a time, or from before there was this program, is left out and said; nothing else is lost."""
    known = memory(after(2), replace(entry(), at=at), missed())
    assert known.untimed == 1
    assert known.notes() == ["1 try has no date that can be. It counts for the rules, and not in the review."]
    assert [each.clause for each in known.due()] == [CLAUSE]
    assert memory(after(2), replace(entry(), at=at)).clauses == []


def test_nothing_done() -> None:
    """Without entries nothing is due, nothing is known, and nothing is to be said."""
    known = memory(TUESDAY)
    assert (known.clauses, known.due(), known.notes()) == ([], [], [])


def test_a_fresh_deal_for_each() -> None:
    """The session asks once for each clause that is due and can be asked for, about that clause, with new cards."""
    wanted = [CLAUSE, OTHER, "initial.minimum"]
    assert all(asking(clause) for clause in wanted)
    found = [Due(clause, "", 0.5, asking(clause)) for clause in (*wanted, "seats.opposite")]
    found[-1] = found[-1]._replace(generators=())
    sessions = [Revision(found, seed) for seed in ("a", "a", "b")]
    dealt = [[session.next() for _each in wanted] for session in sessions]
    for clause, drawn in zip(wanted, dealt[0]):
        assert clause in drawn.item.clauses
        assert drawn.generator.name in asking(clause)
    assert dealt[0] == dealt[1] != dealt[2]
    assert sessions[0].over
    with pytest.raises(DrillError):
        sessions[0].next()
    assert Revision(found[-1:], "a").over


def test_never_against_stars() -> None:
    """A review that went wrong takes nothing from a unit, and one that went well gives it nothing."""
    (generator, *_others) = GENERATORS.values()
    done = Entry(generator.unit, "level", "1", "try", stars=2)
    review = replace(done, item=generator.name, part="drill", seed="1", wrong=3, stars=0)
    for other in (review, replace(review, stars=3)):
        assert Progress((done, other)).stars(generator.unit)["level"] == 2


def test_asking_names_clauses_of_the_book() -> None:
    """Every clause that a drill names can be asked for by it, if it deals fresh items."""
    every = [(generator, clause) for generator in GENERATORS.values() for clause in generator.clauses]
    assert {generator.stored for generator, _clause in every} == {False, True}
    for generator, clause in every:
        assert clause in BOOK
        assert (generator.name in asking(clause)) is not generator.stored, (generator.name, clause)


def test_a_go_is_of_one_clause() -> None:
    """An item about two clauses of which one was missed rates both, each by itself."""
    one = entry(findings=(CLAUSE,), wrong=1, stars=2)
    both = [Go(CLAUSE, one, "do", True), Go(OTHER, one, "do", False)]
    assert [(met.clause, met.rating) for met in rated(both)] == [(CLAUSE, Rating.AGAIN), (OTHER, Rating.GOOD)]
