"""A score sheet with an error in it: which line is wrong? The engine's own sheet is the truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from canasta.errors import ImpossiblePosition
from canasta.position import Position
from canasta.score import Line, score_deal
from canasta.tutor.marking import Marked
from canasta.words import N_

FEWEST = 2  # lines


@dataclass(frozen=True)
class Error:
    """Which line of a deal's score is wrong? The line at a place, counted from 0, shows other points than it brings."""

    kind: ClassVar[str] = "error"
    place: int
    shows: int

    def lines(self, position: Position) -> tuple[Line, ...]:
        """The true lines. Raises ImpossiblePosition for a deal that cannot be scored."""
        return score_deal(position)

    def shown(self, position: Position) -> list[int]:
        """The points of each line as they are shown."""
        return [self.shows if at == self.place else line.points for at, line in enumerate(self.lines(position))]

    def answer(self, position: Position) -> int:
        """The place of the line that does not bring what it shows."""
        pairs = zip(self.lines(position), self.shown(position), strict=True)
        return next(at for at, (line, points) in enumerate(pairs) if line.points != points)

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark the place of a line; None for anything else."""
        lines = self.lines(position)
        if type(answer) is not int or not 0 <= answer < len(lines):
            return None
        line, right = lines[answer], answer == self.answer(position)
        message = N_("{line}: {points:points}. {law}") if right else N_("{line}: this is right. {law}")
        return Marked(right, message, {"line": line.text, "points": line.points, "law": line.law}, line.clause)

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        try:
            lines = self.lines(position)
        except ImpossiblePosition as fault:
            yield from (f"position: {problem}" for problem in fault.problems)
            return
        if len(lines) < FEWEST:
            yield f"position: its score has fewer than {FEWEST} lines"
        elif not 0 <= self.place < len(lines):
            yield f"line: it is a number from 1 to {len(lines)}, that of a line of the score"
        elif lines[self.place].points == self.shows:
            yield f"shows: the line brings {self.shows} indeed; write what is wrong there"
