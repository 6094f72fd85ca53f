"""What learners handed in: results of assignments, in the database of the class, for its teacher alone."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import NamedTuple

import sqlalchemy as sql

from canasta.tutor.results import MOST_HANDED, Results
from canasta_widgets.serve.store import DAYS, RESULTS, Store, tidy

MOST_SHEETS = 2000  # a class that is set homework every day hands in half of it in a month


class Full(Exception):
    """Nothing was kept: it is ``large`` itself, or there are already as many as are kept."""

    def __init__(self, *, large: bool) -> None:
        super().__init__("too large" if large else "too many")
        self.large = large


class Sheet(NamedTuple):
    """One learner's results of one assignment, without what stands in them; ``given`` in seconds since 1970."""

    id: int
    assignment: str
    label: str
    given: float


class Handed:
    """The results that a class handed in.

    There is one for each assignment, browser and name: who hands in once more replaces his own, but two learners who
    share a computer do not replace each other's. All methods raise StoreError if the database cannot be used.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def hand_in(self, browser: str, results: Results) -> bool:
        """Keep results; whether they took the place of older ones. Raises Full if they are too large, or too many."""
        file = results.text()
        if len(file.encode()) > MOST_HANDED:
            raise Full(large=True)
        now = self._store.now
        values = {"assignment": results.plan.text(), "label": results.label, "file": file, "given": now}
        key = sender(results, browser)
        with self._store.writes() as database:
            tidy(database, now)
            if database.execute(sql.update(RESULTS).where(RESULTS.c.sender == key).values(values)).rowcount:
                return True
            counted = sql.select(sql.func.count()).select_from(RESULTS)
            if database.execute(counted).scalar_one() >= MOST_SHEETS:
                raise Full(large=False)
            adding = self._store.dialect.insert(RESULTS).values(sender=key, **values)
            database.execute(adding.on_conflict_do_update(index_elements=[RESULTS.c.sender], set_=values))
        return False

    def sheets(self) -> list[Sheet]:
        """What was handed in, the latest first."""
        if not self._store.begun:
            return []
        columns = (RESULTS.c.id, RESULTS.c.assignment, RESULTS.c.label, RESULTS.c.given)
        kept = RESULTS.c.given >= self._store.now - DAYS * 86400
        with self._store.reads() as database:
            found = database.execute(sql.select(*columns).where(kept).order_by(RESULTS.c.given.desc()))
            return [Sheet(*row) for row in found]

    def file(self, number: int) -> str | None:
        """The text of one, as ``read_results`` reads it; None if it is not there."""
        if not self._store.begun:
            return None
        with self._store.reads() as database:
            return database.execute(sql.select(RESULTS.c.file).where(RESULTS.c.id == number)).scalar_one_or_none()

    def forget(self, until: float) -> None:
        """Delete what was handed in, but for what came after that time, which nobody has seen yet."""
        with self._store.writes() as database:
            database.execute(sql.delete(RESULTS).where(RESULTS.c.given <= until))


def sender(results: Results, browser: str) -> str:
    """What stands for a browser, a name and an assignment together; for other assignments something else does."""
    return sha256(json.dumps([results.plan.text(), results.label.casefold(), browser]).encode()).hexdigest()
