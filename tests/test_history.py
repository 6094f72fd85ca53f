"""What was done when: spans of days that are few enough, and what fell into each."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, timedelta, timezone
from itertools import pairwise

import pytest

from canasta.clauses.chapters import CHAPTERS
from canasta.tutor.history import (
    DAY,
    MONTH,
    MOST,
    WEEK,
    YEAR,
    Tally,
    by_chapter,
    by_time,
    day_of,
    right_at_once,
    spans,
    time_of,
    when,
)
from canasta.tutor.progress import Entry
from canasta.tutor.standing import Go

TUESDAY = date(2026, 2, 3)
ENTRY = Entry("02-melds", "no-threes", "1", "try", stars=3, at="2026-02-03T23:30:00Z")


@pytest.mark.parametrize(
    ("days", "unit", "n"),
    [
        ((0,), DAY, 1),
        ((0, 7), DAY, 8),
        ((0, 8), WEEK, 2),
        ((0, 54), WEEK, 8),
        ((0, 60), MONTH, 3),
        ((0, 200), MONTH, 7),
        ((0, 300), YEAR, 1),
        ((0, 5000), YEAR, 14),
    ],
)
def test_spans(days: tuple[int, ...], unit: str, n: int) -> None:
    """They follow each other without a gap from the first day to the last, as few as can be looked over."""
    row = spans(TUESDAY + timedelta(day) for day in days)
    assert ({span.unit for span in row}, len(row)) == ({unit}, n)
    assert row[0].start <= TUESDAY <= row[0].end
    assert row[-1].start <= TUESDAY + timedelta(days[-1]) <= row[-1].end
    assert all(this.end + timedelta(1) == that.start for this, that in pairwise(row))
    assert n <= MOST or unit == YEAR


def test_no_days_no_spans() -> None:
    """Where nothing was done there is no span."""
    assert spans([]) == []


@pytest.mark.parametrize(
    ("days", "name", "short"),
    [
        ((0,), "2026-02-03", "02-03"),
        ((0, 20), "Week of 2026-02-02", "02-02"),
        ((0, 90), "2026-02", "2026-02"),
        ((0, 900), "2026", "2026"),
    ],
)
def test_names_of_spans(days: tuple[int, ...], name: str, short: str) -> None:
    """A span is named by its beginning, year first, as far as it matters."""
    span = spans(TUESDAY + timedelta(day) for day in days)[0]
    assert (span.name, span.short) == (name, short)


def test_what_fell_into_each() -> None:
    """Items and rules are counted in the span of their day, with those that were right at once."""
    later = TUESDAY + timedelta(2)
    row = spans([TUESDAY, later])
    hinted = replace(ENTRY, hint=1)
    assert by_time([(TUESDAY, ENTRY), (TUESDAY, hinted), (later, ENTRY)], row) == [Tally(1, 2), Tally(), Tally(1, 1)]
    goes = [
        (day, Go(clause, ENTRY, "do", missed))
        for day, clause, missed in (
            (later, "take.pair", False),
            (TUESDAY, "meld.threes", True),
            (TUESDAY, "meld.same-rank", False),
        )
    ]
    found = by_chapter(goes, row)
    assert found == {"meld": [Tally(1, 2), Tally(), Tally()], "take": [Tally(), Tally(), Tally(1, 1)]}
    assert list(found) == [chapter for chapter in CHAPTERS if chapter in found]


def test_right_at_once() -> None:
    """Done, with no wrong try and no hint; nothing else is."""
    assert right_at_once(ENTRY)
    for more in ({"stars": 0}, {"wrong": 1}, {"hint": 1}):
        assert not right_at_once(replace(ENTRY, **more))


def test_the_day_is_the_learners() -> None:
    """An hour before midnight in Greenwich it is tomorrow in the East; a time that cannot be has no day."""
    assert day_of(ENTRY) == TUESDAY
    assert day_of(ENTRY, timezone(timedelta(hours=2))) == TUESDAY + timedelta(1)
    at = time_of(ENTRY)
    assert at is not None
    assert at.tzinfo is UTC
    for bad in ("", "1970-01-01T00:00:07Z", "2026-02-03", "soon"):
        assert day_of(replace(ENTRY, at=bad)) is None


def test_days_in_words() -> None:
    """Yesterday, a weekday within the week, then a number of days; a day ahead is today."""
    said = [when(TUESDAY - timedelta(days), TUESDAY) for days in (-1, 0, 1, 2, 6, 7, 1000)]
    assert said == ["today", "today", "yesterday", "on Sunday", "on Wednesday", "7 days ago", "1,000 days ago"]
