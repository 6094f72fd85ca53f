"""What is told of where a learner stands: sentences and tables, made from what he has done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from functools import cached_property
from typing import Any
from urllib.parse import quote

from canasta import BOOK, CLASSIC
from canasta.clauses.chapters import title_of
from canasta.clauses.register import law
from canasta.filling import render
from canasta.tutor.drills import GENERATORS
from canasta.tutor.history import MOST, Span, Tally, by_chapter, by_time, day_of, right_at_once, spans
from canasta.tutor.levels import Unit
from canasta.tutor.progress import Entry
from canasta.tutor.spaced import Due, Memory
from canasta.tutor.standing import Go, Standing, Subjects, goes, standings_of
from canasta.words import N_, _, ngettext

IN_CHART = 12  # rules; all stand in the table
LATEST = 20  # tasks in the list
FEW = 5  # rules that are due and shown at first
WEEK, MONTH = 7, 30  # days ahead of which the forecast tells
NONE = "–"


@dataclass(frozen=True)
class Found:
    """What a learner has done, as it looks at a time and in his zone; ``units`` are known by their names.

    Every item in it has been dealt again already, where it was dealt.
    """

    entries: Sequence[Entry]
    subjects: Subjects
    units: Mapping[str, Unit]
    now: datetime
    zone: tzinfo

    @cached_property
    def goes(self) -> list[Go]:
        """What each entry says of each rule."""
        return list(goes(self.entries, self.subjects))

    @cached_property
    def standings(self) -> dict[str, Standing]:
        """Where he stands with each rule that came up."""
        return standings_of(self.goes)

    @cached_property
    def memory(self) -> Memory | None:
        """What he may still know; None where fsrs is not installed."""
        try:
            return Memory(self.goes, self.now)
        except ImportError:
            return None

    @cached_property
    def days(self) -> dict[Entry, date]:
        """The day of each entry that has one, up to today."""
        today = self.now.astimezone(self.zone).date()
        days = {entry: day_of(entry, self.zone) for entry in self.entries}
        return {entry: day for entry, day in days.items() if day is not None and day <= today}

    def due(self) -> list[Due]:
        """The rules that are due for review, the least sure first."""
        return self.memory.due(self.zone) if self.memory else []

    def spans(self, most: int = MOST) -> list[Span]:
        """The days on which he did something."""
        return spans(self.days.values(), most)

    def past(self, row: Sequence[Span]) -> list[Tally]:
        """The tasks of each span."""
        return by_time(((day, entry) for entry, day in self.days.items()), row)

    def chapters(self, row: Sequence[Span]) -> dict[str, list[Tally]]:
        """The rules of each chapter in each span, under the chapter's title."""
        found = by_chapter(((self.days[go.entry], go) for go in self.goes if go.entry in self.days), row)
        return {title_of(chapter): tallies for chapter, tallies in found.items()}

    def drawn(self) -> list[Standing]:
        """The rules that are drawn: those that went worst, in the order of the book."""
        worst = sorted(self.standings.values(), key=lambda row: (row.share, -row.missed, -row.tries))[:IN_CHART]
        return [row for row in self.standings.values() if row in worst]

    def chance(self, clause: str, days: int) -> float | None:
        """The chance that a rule would be right so many days from now; None where nothing is known of it."""
        known = self.memory is not None and clause in self.memory.clauses
        return self.memory.chance(clause, days) if self.memory and known else None


def summary(found: Found) -> list[str]:
    """What was done, in sentences; what is to be said of clocks follows."""
    n = len(found.entries)
    tries = ngettext("{n} task was tried", "{n} tasks were tried", n).format(n=f"{n:,}")
    values = {"tries": tries, "right": sum(map(right_at_once, found.entries))}
    values |= {"met": len(found.standings), "all": len(BOOK)}
    said = render(N_("{tries}, {right} of them right at once. {met} of the {all} rules came up."), values)
    return [said, *(found.memory.notes() if found.memory else [])]


def chosen(found: Found) -> str:
    """Which rules are drawn; "" if all are."""
    if len(found.standings) <= IN_CHART:
        return ""
    message = N_("Drawn are the {n} that went worst; the table has all {all}.")
    return render(message, {"n": IN_CHART, "all": len(found.standings)})


def rules_table(found: Found) -> dict[str, Any]:
    """All rules that came up, with all that is counted."""
    columns = [_("Rule"), _("Tries"), _("Right at once"), _("Missed"), _("Hints"), _("Seconds"), _("Last seen")]
    columns += [_("Chance in a week"), _("Chance in a month")]
    return {"columns": columns, "rows": [_rule(found, row) for row in found.standings.values()]}


def _rule(found: Found, row: Standing) -> list[Any]:
    chances = [found.chance(row.clause, days) for days in (WEEK, MONTH)]
    return [
        {"law": law(BOOK[row.clause], CLASSIC), "clause": row.clause},
        number(row.tries),
        _of(row.right, row.tries),
        number(row.missed),
        number(row.hints),
        _number(row.seconds),
        _day(day_of(Entry("", "", "", "", at=row.seen), found.zone)),
        *(NONE if chance is None else percent(chance) for chance in chances),
    ]


def heat_table(found: Found) -> dict[str, Any]:
    """What was right at once, by chapter and time."""
    row = found.spans()
    rows = [[title, *(_of(*tally) for tally in tallies)] for title, tallies in found.chapters(row).items()]
    return {"columns": [_("Rules about"), *(span.name for span in row)], "rows": rows}


def past_table(found: Found) -> dict[str, Any]:
    """How many tasks were tried, and right at once, by time."""
    row = found.spans()
    rows = [[span.name, number(each.tries), number(each.right)] for span, each in zip(row, found.past(row))]
    return {"columns": [_("When"), _("Tasks"), _("Right at once")], "rows": rows}


def latest_table(found: Found) -> dict[str, Any]:
    """The latest tasks, each with how it went."""
    latest = sorted(found.entries, key=lambda entry: entry.at, reverse=True)[:LATEST]
    rows = [
        [_day(day_of(entry, found.zone)), _title(found, entry), _went(entry), number(entry.seconds)] for entry in latest
    ]
    return {"columns": [_("When"), _("Task"), _("How it went"), _("Seconds")], "rows": rows}


def review(found: Found) -> dict[str, Any]:
    """What is due, each with its reason, its rule, the drills that ask for it, and the lesson that teaches it."""
    if found.memory is None:
        return {"text": _("What is due cannot be told here: fsrs is not installed."), "items": []}
    dues = found.due()
    text = ngettext("{n} rule is due today.", "{n} rules are due today.", len(dues)).format(n=len(dues))
    items = [_item(found, each) for each in dues]
    return {"text": text if dues else _("Nothing is due today."), "items": items, "few": FEW}


def _item(found: Found, each: Due) -> dict[str, Any]:
    teaching = (unit for unit in found.units.values() if any(each.clause in item.clauses for item in unit.good()))
    unit = next(teaching, None)
    return {
        "clause": each.clause,
        "law": law(BOOK[each.clause], CLASSIC),
        "reason": each.reason,
        "drills": [_(GENERATORS[name].title) for name in each.generators],
        "href": f"{quote(unit.name)}.ipynb" if unit else "",
        "lesson": _(unit.title) if unit else "",
    }


def _title(found: Found, entry: Entry) -> str:
    """What an entry's task is called; what is no longer there is called by its name."""
    if entry.seed:
        return _(GENERATORS[entry.item].title) if entry.item in GENERATORS else entry.item
    unit = found.units.get(entry.unit)
    if unit is None:
        return f"{entry.unit}: {entry.item}"
    return f"{_(unit.title)}: {next((_(item.title) for item in unit.good() if item.id == entry.item), entry.item)}"


def _went(entry: Entry) -> str:
    """How a task went, in a few words, with the rules that were missed."""
    if entry.wrong:
        said = ngettext("{n} wrong try", "{n} wrong tries", entry.wrong).format(n=number(entry.wrong))
    else:
        said = _("with a hint") if entry.hint else _("right at once") if entry.stars else _("no wrong try")
    said = said if entry.stars else _("{how}, given up").format(how=said)
    missed = ", ".join(dict.fromkeys(clause for clause in entry.findings if clause in BOOK))
    return f"{said} ({missed})" if missed else said


def percent(share: float) -> str:
    """A share from 0 to 1 as it is read."""
    return f"{100 * share:.0f}\u2009%"


def number(value: float) -> str:
    """A number as it is read."""
    return f"{value:,.0f}"


def _number(value: float | None) -> str:
    return NONE if value is None else number(value)


def _of(right: int, tries: int) -> str:
    return f"{percent(right / tries)} ({right:,}/{tries:,})" if tries else NONE


def _day(day: date | None) -> str:
    return day.isoformat() if day else NONE
