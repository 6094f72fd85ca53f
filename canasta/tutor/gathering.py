"""What a class has done: files of results, and the table learner by clause that comes of them.

>>> from canasta.tutor.gathering import Gathering
>>> gathering = Gathering()
>>> gathering.learners
[]
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import mean

from canasta.filling import render
from canasta.tutor.history import right_at_once
from canasta.tutor.progress import Entry, ProgressError
from canasta.tutor.results import Results, read_results
from canasta.tutor.standing import Standing, Subjects, standings
from canasta.words import N_, _

MOST_FILES = 200  # of one class; each has some kilobytes
MOST_TRIES = 100_000  # in all of them; a learner makes some hundreds


class Gathering:
    """The results of a class, kept as long as the page is open and nowhere else.

    A learner may send several files, also the same one twice: every try counts once.
    """

    def __init__(self) -> None:
        self._entries: dict[str, dict[Entry, None]] = {}
        self.assignments: dict[str, set[str]] = {}  # the texts, with the labels of those who did them
        self.files = 0
        self._subjects = Subjects()

    @property
    def learners(self) -> list[str]:
        """The labels of those whose results are here, in their order."""
        return sorted(self._entries, key=str.casefold)

    def add(self, text: str) -> Results:
        """Take a file of results in. Raises ProgressError that says why it cannot be; then nothing changes."""
        if self.files >= MOST_FILES:
            raise ProgressError(
                render(N_("{most} files are here already; that is as many as fit."), {"most": MOST_FILES})
            )
        found = read_results(text)
        if not found.label:
            raise ProgressError(
                _("This file of results has no name on it. Ask for it with one: it is typed where the file is saved.")
            )
        if (tries := sum(map(len, self._entries.values())) + len(found.entries)) > MOST_TRIES:
            message = N_("With this file {n} tries would be here, and {most} is as many as fit. Nothing was changed.")
            raise ProgressError(render(message, {"n": tries, "most": MOST_TRIES}))
        self._entries.setdefault(found.label, {}).update(dict.fromkeys(found.entries))
        self.assignments.setdefault(found.plan.text(), set()).add(found.label)
        self.files += 1
        return found

    def entries(self, label: str) -> tuple[Entry, ...]:
        """What a learner has done. Raises KeyError for a label that is not here."""
        return tuple(self._entries[label])

    def share(self, label: str) -> float:
        """The part of a learner's tries that were right at the first go, without a hint; 0 where there is none."""
        entries = self.entries(label)
        return mean(map(right_at_once, entries)) if entries else 0.0

    def table(self) -> Mapping[str, Mapping[str, Standing]]:
        """By learner, then by clause: how it went. Each item is dealt again the first time it is met."""
        return {label: standings(self._entries[label], self._subjects) for label in self.learners}

    def weakest(self, table: Mapping[str, Mapping[str, Standing]]) -> list[str]:
        """The clauses that came up, those first that went wrong most in the whole class."""
        shares: dict[str, list[float]] = {}
        for rows in table.values():
            for clause, row in rows.items():
                shares.setdefault(clause, []).append(row.share)
        return sorted(shares, key=lambda clause: (mean(shares[clause]), clause))
