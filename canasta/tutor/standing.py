"""Where a learner stands, clause by clause: a table made of the entries of progress, and of nothing else.

>>> from canasta.tutor.progress import Entry
>>> from canasta.tutor.standing import Subjects, standings
>>> entry = Entry("02-melds", "no-threes", "1f3a5c7e", "try", findings=("meld.threes",), wrong=1, stars=2)
>>> standings([entry], Subjects())["meld.threes"].missed
1

The same rows make a teacher's table, learner by clause: ``as_csv`` and ``as_json`` take several learners.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from statistics import median
from typing import Any, Final, NamedTuple, TypeAlias

from canasta.clauses import BOOK
from canasta.clauses.register import law
from canasta.profile import CLASSIC
from canasta.tutor.levels import DO, Item, Level, Unit
from canasta.tutor.progress import Entry

FORMAT: Final = "canasta-tutor standing"
VERSION: Final = 1
FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")  # what a spreadsheet would reckon out
BOM: Final = "\ufeff"  # without it a spreadsheet takes the letters of a name for other ones
ROUNDED: Final = 3  # digits of a share in a file


class Subject(NamedTuple):
    """What an item is about: its clauses, and what kind of thing one does there; times of one kind can be compared."""

    clauses: tuple[str, ...] = ()
    kind: str = ""


class Go(NamedTuple):
    """One entry as it bears on one clause. ``missed`` tells whether a wrong try met the clause."""

    clause: str
    entry: Entry
    kind: str
    missed: bool

    @property
    def right(self) -> bool:
        """Whether the item was done, without a hint and without this clause being missed."""
        return bool(self.entry.stars) and not self.entry.hint and not self.missed


class Standing(NamedTuple):
    """How it went with one clause.

    ``tries`` are the entries that bear on it: ``right`` of them were right at the first try without a hint, ``missed``
    met it with a wrong try. ``hints`` are the rungs of hints seen in all, ``seconds`` is the median of what was done,
    None for nothing; ``seen`` is when it last came up, in UTC, "" where no entry has a time.
    """

    clause: str
    tries: int
    right: int
    missed: int
    hints: int
    seconds: float | None
    seen: str

    @property
    def share(self) -> float:
        """The part of the tries that were right at once, from 0 to 1."""
        return self.right / self.tries


class Subjects:
    """Knows what entries are about.

    For an item of a unit those are the clauses in the unit's file, for one that was dealt those of the same item dealt
    again. Of an item that is no longer there nothing is known but what was missed. Dealing takes some milliseconds an
    item; ``knows`` tells whether an entry takes none.
    """

    def __init__(self, units: Iterable[Unit] = ()) -> None:
        self._items = {(unit.name, item.id): subject_of(item) for unit in units for item in unit.good()}
        self._dealt: dict[tuple[Any, ...], Subject] = {}

    def knows(self, entry: Entry) -> bool:
        """Whether nothing needs to be dealt to tell what an entry is about."""
        return not entry.seed or _deal_of(entry) in self._dealt

    def about(self, entry: Entry) -> Subject:
        """What an entry's item is about."""
        if not entry.seed:
            return self._items.get((entry.unit, entry.item), Subject())
        key = _deal_of(entry)
        if key not in self._dealt:
            self._dealt[key] = _dealt_again(entry)
        return self._dealt[key]


def subject_of(item: Item) -> Subject:
    """What an item of a unit is about."""
    return Subject(item.clauses, DO if isinstance(item, Level) else item.task.kind)


def _deal_of(entry: Entry) -> tuple[Any, ...]:
    # 1, 1.0 and True are equal, and not the same knob.
    return (entry.item, entry.seed, repr(entry.knobs))


def _dealt_again(entry: Entry) -> Subject:
    from canasta.tutor.drills import GENERATORS, DrillError, draw

    generator = GENERATORS.get(entry.item)
    if generator is None:
        return Subject()
    try:
        drawn = draw(generator, entry.seed, dict(entry.knobs))
    except DrillError:
        return Subject()
    return Subject(drawn.item.clauses, f"{generator.name} {drawn.kind}")


def goes(entries: Iterable[Entry], subjects: Subjects) -> Iterator[Go]:
    """What each entry says of each clause, in the order of the entries.

    A clause that wrong tries met was missed. Where a wrong answer met none in particular, all were that the item is
    about. A clause that is not in the book is left out.
    """
    for entry in entries:
        subject = subjects.about(entry)
        missed = {*entry.findings, *(subject.clauses if entry.wrong > len(entry.findings) else ())}
        for clause in dict.fromkeys((*subject.clauses, *entry.findings)):
            if clause in BOOK:
                yield Go(clause, entry, subject.kind, clause in missed)


def standings(entries: Iterable[Entry], subjects: Subjects) -> dict[str, Standing]:
    """Where a learner stands with each clause that came up, in the order of the book."""
    return standings_of(goes(entries, subjects))


def standings_of(found: Iterable[Go]) -> dict[str, Standing]:
    """The same from what the entries say of clauses."""
    by_clause: dict[str, list[Go]] = {}
    for go in found:
        by_clause.setdefault(go.clause, []).append(go)
    return {clause: _standing(clause, by_clause[clause]) for clause in BOOK.ids() if clause in by_clause}


def _standing(clause: str, own: list[Go]) -> Standing:
    took = [go.entry.seconds for go in own if go.entry.stars]
    return Standing(
        clause,
        tries=len(own),
        right=sum(go.right for go in own),
        missed=sum(go.missed for go in own),
        hints=sum(go.entry.hint for go in own),
        seconds=median(took) if took else None,
        seen=max(go.entry.at for go in own),
    )


# -- as files ---------------------------------------------------------------------------------------------------------

Table: TypeAlias = Mapping[str, Mapping[str, Standing]]  # by learner, then by clause


def as_csv(table: Table) -> str:
    """The table as comma-separated values, a row for each learner and clause.

    Learners name themselves, so a name that a spreadsheet would take for a formula is led by an apostrophe, and every
    text is quoted.
    """
    written = io.StringIO()
    writer = csv.writer(written, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\r\n")
    writer.writerow(_COLUMNS)
    for learner, rows in table.items():
        for row in rows.values():
            writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in _cells(learner, row)])
    return written.getvalue()


def as_json(table: Table) -> str:
    """The table as JSON: the same rows, by learner."""
    learners = [
        {"learner": learner, "clauses": [dict(zip(_COLUMNS[1:], _cells("", row)[1:])) for row in rows.values()]}
        for learner, rows in table.items()
    ]
    data = {"format": FORMAT, "version": VERSION, "learners": learners}
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def harmless(text: str) -> str:
    """A text as a spreadsheet takes it for a text: one that looks like a formula is led by an apostrophe."""
    return f"'{text}" if text.lstrip(" \0").startswith(FORMULA) else text


def as_file(table: Table, kind: str) -> str:
    """The table as the text of a file, ``kind`` "csv" or "json"."""
    return BOM + as_csv(table) if kind == "csv" else as_json(table)


_COLUMNS = ("learner", "clause", "rule", "tries", "right", "share", "missed", "hints", "median_seconds", "last_seen")


def _cells(learner: str, row: Standing) -> list[str | float | None]:
    rule = law(BOOK[row.clause], CLASSIC)
    counts = [row.tries, row.right, round(row.share, ROUNDED), row.missed, row.hints]
    return [learner, row.clause, rule, *counts, row.seconds, row.seen]
