"""Which rule allows it? A question about an action that is legal, of which the answer is what decides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from canasta.actions import Action
from canasta.clauses import BOOK
from canasta.clauses.register import law
from canasta.judge import Verdict, judge
from canasta.position import Position
from canasta.tutor.marking import Marked, judged
from canasta.why import reasons
from canasta.words import N_

FEWEST = 2  # clauses to choose from


@dataclass(frozen=True)
class Allowed:
    """Which clause makes an action legal? ``among`` are clauses to choose from that have nothing to do with it."""

    kind: ClassVar[str] = "allowed"
    action: Action
    among: tuple[str, ...]

    def answer(self, position: Position) -> str:
        """The clause that decides. Raises IndexError for an action that is refused."""
        return reasons(self._verdict(position))[0].clause

    def choices(self, position: Position) -> list[str]:
        """What one chooses from, by the clauses' ids, so that the order tells nothing."""
        return sorted({*self.among, self.answer(position)})

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark one of the choices; None for what is none of them."""
        if answer not in self.choices(position):
            return None
        if answer == self.answer(position):
            return judged(self._verdict(position), True)
        values = {"law": law(BOOK[answer], position.profile)}
        return Marked(False, N_("That rule has nothing to say here. {law}"), values, answer)

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        verdict = self._verdict(position)
        if not verdict:
            yield f"try: it is refused by {verdict.refusals[0].clause}, so nothing allows it"
            return
        for clause in touched(verdict) & set(self.among):
            yield f"among: {clause} has to do with it; only others stand there"
        if len(self.choices(position)) < FEWEST:
            yield "among: name at least one clause, so that there is something to choose from"

    def _verdict(self, position: Position) -> Verdict:
        return judge(position, self.action)


def touched(verdict: Verdict) -> set[str]:
    """The clauses that have something to say of an action."""
    return {finding.clause for finding in verdict.findings}
