"""The same cards at several tables: a question of which the answer is what each of their rule books says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from canasta.actions import Action
from canasta.compare import Row, answers
from canasta.filling import render
from canasta.position import Position
from canasta.profile import Profile
from canasta.tutor.marking import Marked, judged, places
from canasta.words import N_

FEWEST, MOST = 2, 6  # tables


@dataclass(frozen=True)
class Tables:
    """At which of these tables is an action legal, all cards and scores being the same?"""

    kind: ClassVar[str] = "tables"
    action: Action
    tables: tuple[Profile, ...]

    def rows(self, position: Position) -> tuple[Row, ...]:
        """What each table says. Raises ValueError for a table with another number of players."""
        return _rows(position, self.action, self.tables)

    def answer(self, position: Position) -> list[int]:
        """The places of the tables at which it is legal."""
        return [at for at, row in enumerate(self.rows(position)) if row.legal]

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark a list of places; None for anything else. A right one is told what every table says."""
        if not places(answer, len(self.tables)):
            return None
        rows = self.rows(position)
        wrong = sorted({at for at, row in enumerate(rows) if row.legal} ^ set(answer))
        told = [_told(row) for row in ([rows[wrong[0]]] if wrong else rows)]
        # What is learned is the rule on which tables differ: the one that refuses somewhere.
        deciding = next((row for row in rows if not row.legal), rows[0])
        clause = _marked(rows[wrong[0]] if wrong else deciding).clause
        return Marked(not wrong, "{told}", {"told": " ".join(told)}, clause)

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        if not FEWEST <= len(self.tables) <= MOST or len(set(self.tables)) != len(self.tables):
            yield f"tables: there are {FEWEST} to {MOST} of them, each another"
            return
        for table in self.tables:
            if table.players != position.profile.players:
                yield f"tables: {table} is for {table.players} players; the position has {position.profile.players}"
                return
        rows = self.rows(position)
        for row in rows:
            yield from (f"tables: the position cannot exist at {row.profile}: {each}" for each in row.problems)
        if not any(row.legal for row in rows):
            yield "tables: it is legal at none of them, so there is nothing to pick"


@lru_cache(maxsize=32)
def _rows(position: Position, action: Action, tables: tuple[Profile, ...]) -> tuple[Row, ...]:
    """A question is looked at several times in a row, and a judgement on going out takes a while."""
    return answers(position, action, tables)


def _marked(row: Row) -> Marked:
    assert row.verdict is not None
    return judged(row.verdict, True)


def _told(row: Row) -> str:
    """What one table says, after its name."""
    return render(N_("At {table}: {found}"), {"table": str(row.profile), "found": _marked(row).text})
