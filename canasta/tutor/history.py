"""What was done when: tries by days, weeks, months or years, whichever are few enough to be looked over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final, NamedTuple

from canasta.clauses.chapters import CHAPTERS, chapter_of
from canasta.filling import render
from canasta.tutor.progress import Entry
from canasta.tutor.standing import Go
from canasta.words import N_, _, ngettext

DAY, WEEK, MONTH, YEAR = UNITS = ("day", "week", "month", "year")
MOST: Final = 8  # spans that are looked over at once
EARLIEST: Final = datetime(2025, 1, 1, tzinfo=UTC)  # nobody has had this program before


class Span(NamedTuple):
    """Some days that are counted together: what they are, the first, and the last."""

    unit: str
    start: date
    end: date

    @property
    def name(self) -> str:
        """It in words, with a date that is read alike everywhere."""
        if self.unit == WEEK:
            return render(N_("week of {day}"), {"day": self.start.isoformat()})
        return self.start.isoformat()[: {YEAR: 4, MONTH: 7}.get(self.unit)]

    @property
    def short(self) -> str:
        """The same where there is little room."""
        return self.name if self.unit in (YEAR, MONTH) else self.start.isoformat()[5:]


class Tally(NamedTuple):
    """Tries, and how many of them were right at once."""

    right: int = 0
    tries: int = 0

    def and_one(self, right: bool) -> Tally:
        """With one try more."""
        return Tally(self.right + right, self.tries + 1)


def time_of(entry: Entry) -> datetime | None:
    """When an entry ended; None where it has no time, or one that cannot be."""
    try:
        at = datetime.fromisoformat(entry.at)
    except ValueError:
        return None
    return at.astimezone(UTC) if at.tzinfo is not None and at >= EARLIEST else None


def right_at_once(entry: Entry) -> bool:
    """Whether an item was done at the first try, without a hint."""
    return bool(entry.stars) and not entry.wrong and not entry.hint


def spans(days: Iterable[date], most: int = MOST) -> list[Span]:
    """All days from the first to the last in spans that follow each other: the shortest of which there are so few.

    There is no longer one than a year, of which there may be more.
    """
    found = sorted(set(days))
    row: list[Span] = []
    for unit in UNITS if found else ():
        row = [_span(found[0], unit)]
        while row[-1].end < found[-1] and (len(row) <= most or unit == YEAR):
            row.append(_span(row[-1].end + timedelta(1), unit))
        if len(row) <= most:
            break
    return row


def _span(day: date, unit: str) -> Span:
    """The span in which a day lies; weeks begin on Monday."""
    if unit == DAY:
        return Span(unit, day, day)
    if unit == WEEK:
        start = day - timedelta(day.weekday())
        return Span(unit, start, start + timedelta(6))
    start = day.replace(day=1) if unit == MONTH else day.replace(month=1, day=1)
    later = start + timedelta(31 if unit == MONTH else 366)
    following = later.replace(day=1) if unit == MONTH else later.replace(month=1, day=1)
    return Span(unit, start, following - timedelta(1))


def by_time(entries: Iterable[tuple[date, Entry]], row: Sequence[Span]) -> list[Tally]:
    """How many items of each span were tried, and right at once."""
    tallies = [Tally()] * len(row)
    for day, entry in entries:
        at = _place(day, row)
        tallies[at] = tallies[at].and_one(right_at_once(entry))
    return tallies


def by_chapter(goes: Iterable[tuple[date, Go]], row: Sequence[Span]) -> dict[str, list[Tally]]:
    """The same of the rules of each chapter that came up, in the order of the chapters."""
    found: dict[str, list[Tally]] = {}
    for day, go in goes:
        tallies = found.setdefault(chapter_of(go.clause), [Tally()] * len(row))
        at = _place(day, row)
        tallies[at] = tallies[at].and_one(go.right)
    return {chapter: found[chapter] for chapter in CHAPTERS if chapter in found}


def _place(day: date, row: Sequence[Span]) -> int:
    return next(at for at, span in enumerate(row) if span.start <= day <= span.end)


WEEKDAYS: Final = (
    N_("on Monday"),
    N_("on Tuesday"),
    N_("on Wednesday"),
    N_("on Thursday"),
    N_("on Friday"),
    N_("on Saturday"),
    N_("on Sunday"),
)


def when(day: date, today: date) -> str:
    """A day in words, as it lies before another one."""
    days = (today - day).days
    if days <= 0:
        return _("today")
    if days == 1:
        return _("yesterday")
    if days < len(WEEKDAYS):
        return _(WEEKDAYS[day.weekday()])
    return ngettext("{n} day ago", "{n} days ago", days).format(n=f"{days:,}")


def day_of(entry: Entry, zone: tzinfo = UTC) -> date | None:
    """The day of a learner's zone on which an entry ended; None as for ``time_of``."""
    at = time_of(entry)
    return None if at is None else at.astimezone(zone).date()
