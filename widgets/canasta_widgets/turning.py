"""Some turns against the computer, from one position, as often as one likes."""

from __future__ import annotations

from typing import Any

from canasta import Position
from canasta.filling import render
from canasta.tutor.sitting import Setup, Sitting
from canasta.words import N_
from canasta_widgets.desk import Data
from canasta_widgets.playing import Playing

ENOUGH = 2  # turns of the learner's own


class Turns(Playing):
    """A game from a position that asks for a few turns only; whoever likes plays on, or begins again.

    It has no log: that of a deal from a position has the cards of all hands, and nobody takes it up elsewhere.
    """

    def __init__(self, position: Position | str, *, turns: int = ENOUGH, **options: Any) -> None:
        self.turns = turns
        super().__init__(Setup(position=str(position)), begin=True, **options)

    def _played(self) -> int:
        """How many turns the learner has finished."""
        if self.sitting is None:
            return 0
        here = self.sitting.setup.at_screen
        return sum(here(step.before.seat) and step.after.seat != step.before.seat for step in self.sitting.steps)

    def _show(self) -> None:
        done = self._played() >= self.turns
        if done and not self.said and self._may_play():
            self.said = render(N_("You have played {n:turns}. Go on if you like, or begin again."), {"n": self.turns})
        super()._show()

    def _kept(self, sitting: Sitting) -> Data:
        # A few turns are begun again, and not gone on with another day.
        return {}

    def _can(self, sitting: Sitting) -> dict[str, bool]:
        return {**super()._can(sitting), "new": False, "again": True, "log": False}

    def _heard(self, widget: Any, message: Any, buffers: Any) -> None:
        match message:
            case {"kind": "again"}:
                self.begin(self.setup)
            case {"kind": "new" | "arrived" | "resume" | "begin" | "log" | "load"}:
                return
            case _:
                super()._heard(widget, message, buffers)
