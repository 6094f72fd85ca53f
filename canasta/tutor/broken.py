"""A row of steps of which one is refused: which? The engine plays them to find out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from canasta.actions import Action
from canasta.errors import IllegalAction
from canasta.judge import Verdict
from canasta.play import play
from canasta.position import Position
from canasta.tutor.marking import Marked, judged, places

FEWEST, MOST = 2, 8  # steps


@dataclass(frozen=True)
class Broken:
    """Which of these steps is refused? They are played in their order, and the one that is refused is passed over."""

    kind: ClassVar[str] = "broken"
    steps: tuple[Action, ...]

    def answer(self, position: Position) -> int:
        """The place of the first step that is refused. Raises ValueError if there is none."""
        for at, verdict in enumerate(self._verdicts(position)):
            if not verdict:
                return at
        raise ValueError("all of them can be played")

    def mark(self, position: Position, answer: Any) -> Marked | None:
        """Mark the place of a step; None for anything else. Told is what the rule book says of that step."""
        if type(answer) is not int or not places([answer], len(self.steps)):
            return None
        return judged(self._verdicts(position)[answer], answer == self.answer(position))

    def faults(self, position: Position) -> Iterator[str]:
        """What is wrong with the question."""
        if not FEWEST <= len(self.steps) <= MOST:
            yield f"log: there are {FEWEST} to {MOST} steps"
            return
        refused = [verdict for verdict in self._verdicts(position) if verdict.lead is not None]
        if not refused:
            yield "log: all steps can be played, so there is none to be found"
        for verdict in refused[1:]:
            lead = verdict.lead.clause if verdict.lead else ""
            yield f"log: {refused[0].action} is refused, and so is {verdict.action} after it ({lead}); only one may be"

    def _verdicts(self, position: Position) -> list[Verdict]:
        verdicts: list[Verdict] = []
        for action in self.steps:
            try:
                step = play(position, action)
            except IllegalAction as fault:
                verdicts.append(fault.verdict)
                continue
            verdicts.append(step.verdict)
            position = step.after
        return verdicts
