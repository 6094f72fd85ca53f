"""A unit on its page: what is watched, tried, guessed, played, and the card at the end, all from one data file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import Any

import ipywidgets

from canasta.tutor.drills import GENERATORS, drills_of
from canasta.words import _
from canasta_widgets.later import Later
from canasta_widgets.lesson import ASKING, Lesson, teaches
from canasta_widgets.reading import Rules
from canasta_widgets.shown import Column
from canasta_widgets.units import the_unit

WARM_UP, EXIT = 3, 2  # items


class Unit:
    """The parts of a unit, such as ``Unit("09-frozen-pile")``; each gives what a cell of its notebook shows.

    The page opens with the table of ``lesson``; the others are made when they are wanted. A part that the unit's file
    does not have shows nothing.
    """

    def __init__(self, name: str, *, folder: Path | None = None) -> None:
        self.unit = the_unit(name, folder)

    def warm_up(self) -> ipywidgets.Widget | None:
        """Some items of earlier units, for what is asked again is kept."""
        earlier = tuple(name for name, generator in GENERATORS.items() if generator.unit < self.unit.name)
        make = partial(self._drill, earlier, count=WARM_UP)
        return self._later(earlier, _("Warm-up"), _("Earlier tasks"), make)

    def watch(self) -> ipywidgets.Widget | None:
        """A worked position, check by check."""
        return self._later(self.unit.watch, _("Watch"), _("An example"), self._watch)

    def lesson(self) -> Lesson:
        """What is tried, item by item."""
        return Lesson(self.unit, title=_("Try"))

    def predict(self) -> ipywidgets.Widget | None:
        """A guess, and a simulation."""
        return self._later(self.unit.predict, _("Predict"), _("Make a guess"), self._predict)

    def drill(self) -> ipywidgets.Widget | None:
        """Fresh items, until enough of them went well."""
        return self._later(self._own, _("Drill"), _("Practise with fresh cards"), partial(self._drill, self._own))

    def play(self) -> ipywidgets.Widget | None:
        """Some turns against the computer, from a position where the unit's rules matter."""
        return self._later(self.unit.play, _("Play"), _("Play two turns"), self._play)

    def exit(self) -> ipywidgets.Widget | None:
        """The card at the end."""
        items = self.unit.only("exit").good()
        return self._later(items, _("Before you go"), _("Two tasks more"), self._exit)

    def rules(self) -> Rules:
        """The unit's rules as the book has them, with their sources."""
        return Rules(self.unit)

    def _later(self, there: object, title: str, label: str, make: object) -> ipywidgets.Widget | None:
        return Later(title, label, make) if there else None  # type: ignore[arg-type]

    def _watch(self) -> ipywidgets.Widget:
        from canasta_widgets.watching import Watch

        return Watch(self.unit)

    def _predict(self) -> ipywidgets.Widget:
        from canasta_widgets.predicting import Predict

        assert self.unit.predict is not None
        return Predict(self.unit.predict)

    @property
    def _own(self) -> tuple[str, ...]:
        """The drills of this unit."""
        return drills_of([self.unit.name])

    def _drill(self, drills: tuple[str, ...], **settings: Any) -> ipywidgets.Widget:
        from canasta.tutor.drills.plan import Plan
        from canasta.tutor.drills.session import Session
        from canasta_widgets.drilling import Drill

        return Drill(Session(Plan(drills, token_hex(4), **settings)))

    def _play(self) -> ipywidgets.Widget:
        from canasta_widgets.turning import Turns

        assert self.unit.play is not None
        return Turns(self.unit.play, asks=teaches(self.unit.good(), ASKING))

    def _exit(self) -> ipywidgets.Widget:
        card = Lesson(self.unit, part="exit")
        make = partial(self._drill, self._own, count=EXIT, hints=False)
        fresh = self._later(self._own, _("And with fresh cards"), _("Two tasks, without hints"), make)
        return Column(list(filter(None, (card, fresh))))
