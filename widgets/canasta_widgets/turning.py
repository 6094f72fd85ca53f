"""Some turns against the computer, from one position, as often as one likes."""

from __future__ import annotations

from typing import Any

from canasta import Position
from canasta.tutor.sitting import Setup
from canasta.words import N_, render
from canasta_widgets.playing import Playing

ENOUGH = 2  # turns of the learner's own


class Turns(Playing):
    """A game from a position that asks for a few turns only; whoever likes plays on, or begins again."""

    def __init__(self, position: Position | str, *, turns: int = ENOUGH, **options: Any) -> None:
        self.turns = turns
        super().__init__(Setup(position=str(position)), begin=True, **options)

    def _played(self) -> int:
        """How many turns the learner has finished."""
        sitting = self.sitting
        steps = [] if sitting is None else sitting.steps
        return sum(
            sitting is not None and sitting.setup.at_screen(step.before.seat) and step.after.seat != step.before.seat
            for step in steps
        )

    def _show(self) -> None:
        done = self._played() >= self.turns
        if done and not self.said and self._may_play():
            self.said = render(N_("You have played {n:turns}. Go on if you like, or begin again."), {"n": self.turns})
        super()._show()
        self.desk.kept = {}
        can = self.desk.view.get("can", {})
        self.desk.view = {**self.desk.view, "can": {**can, "new": False, "again": bool(self.sitting)}}

    def _heard(self, widget: Any, message: Any, buffers: Any) -> None:
        match message:
            case {"kind": "again"}:
                self.begin(self.setup)
            case {"kind": "new" | "arrived" | "resume" | "begin"}:
                return
            case _:
                super()._heard(widget, message, buffers)
