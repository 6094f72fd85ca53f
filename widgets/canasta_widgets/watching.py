"""A worked position: what the rule book looks at before a play, one check after the other, then the play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import traitlets

from canasta import BOOK, Finding, Step, play
from canasta.clauses.register import law
from canasta.filling import render
from canasta.tutor.levels import Unit
from canasta.words import N_, _
from canasta_widgets.heard import whole
from canasta_widgets.phrases import in_words
from canasta_widgets.picture import pictured
from canasta_widgets.shown import Column, Shown, joined
from canasta_widgets.table import EMPTY, Table
from canasta_widgets.units import the_unit


class CheckList(Shown):
    """The checks of a play, ticked one by one. It only draws and says what was pressed."""

    _esm = joined("dom.js", "there.js", "beside.js", "watch.js")
    _css = joined("lesson.css", "watch.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)


class Watch(Column):
    """The worked position of a unit, such as ``Watch("09-frozen-pile")``: its ``[watch]`` table, step by step.

    ``at`` counts what was shown: each check of each play, and each play. A unit without one shows a plain sentence.
    """

    def __init__(self, unit: str | Unit, *, folder: Path | None = None) -> None:
        shown = the_unit(unit, folder).watch
        self.steps: list[Step] = []
        position = None if shown is None else shown.position
        self.start = EMPTY if position is None else position
        for action in () if shown is None else shown.actions:
            assert position is not None
            step = play(position, action)
            self.steps.append(step)
            position = step.after
        self.stops = [(number, ticked) for number, step in enumerate(self.steps) for ticked in range(_checks(step) + 1)]
        self.at = 0
        self.list = CheckList(words=_texts())
        self.table = Table(EMPTY, keeps=False)
        self.table.still = True
        self.list.on_msg(self._heard)
        super().__init__([self.list, self.table])
        self.add_class("canasta-lesson")
        self.go_to(0)

    def go_to(self, at: int) -> None:
        """Show a stop: so many checks ticked, so many plays made; beyond the ends it stays there."""
        before = self.at
        self.at = max(0, min(at, len(self.stops)))
        played = self._played()
        if played and self.at == before + 1 and self._ticked() == 0:
            self.table.follow_step(self.steps[played - 1], seat=self.steps[played - 1].before.seat)
        elif played != self._played(before) or at == 0:
            self.table.reset(self.steps[played - 1].after if played else self.start, seat=self._seat())
        self._show()

    def next(self) -> None:
        """Tick the next check, or make the play when all are ticked."""
        self.go_to(self.at + 1)

    def again(self) -> None:
        """Begin again."""
        self.go_to(0)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return pictured(super()._repr_mimebundle_(**options), self.table.picture())

    def _seat(self) -> int | None:
        return self.steps[0].before.seat if self.steps else None

    def _played(self, at: int | None = None) -> int:
        """How many plays have been made at a stop."""
        at = self.at if at is None else at
        return self.stops[at][0] if at < len(self.stops) else len(self.steps)

    def _ticked(self) -> int:
        return self.stops[self.at][1] if self.at < len(self.stops) else 0

    def _show(self) -> None:
        over = self.at >= len(self.stops)
        number = len(self.steps) - 1 if over else self._played()
        if not self.steps:
            self.list.view = {
                "title": _("There is nothing to watch in this unit."),
                "checks": [],
                "next": "",
                "again": "",
            }
            return
        step = self.steps[number]
        ticked = _checks(step) if over else self._ticked()
        checks = step.verdict.findings
        values = {"action": in_words(step.verdict.action)}
        label = _("Next check")
        if ticked == len(checks):
            label = render(N_("Play it: {action}"), values)
        self.list.view = {
            "title": render(N_("May one? {action}"), values),
            "checks": [_check(finding, at < ticked, step) for at, finding in enumerate(checks)],
            "next": "" if over else label,
            "again": _("Watch it again") if self.at else "",
            "at": self.at,
            "told": " ".join(event.text for event in step.events) if over else "",
        }

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "next", "at": at} if whole(at) and at == self.at:
                self.next()
            case {"kind": "again"}:
                self.again()


def _checks(step: Step) -> int:
    return len(step.verdict.findings)


def _check(finding: Finding, ticked: bool, step: Step) -> dict[str, Any]:
    profile = step.before.profile
    return {
        "ticked": ticked,
        "text": finding.fact if ticked else "",
        "law": law(BOOK[finding.clause], profile),
        "clause": finding.clause,
    }


def _texts() -> dict[str, str]:
    return {"watch": _("Watch"), "holds": _("holds:"), "open": _("not looked at yet")}
