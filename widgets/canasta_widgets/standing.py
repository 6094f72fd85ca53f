"""Where I stand: what a learner has done, rule by rule and over time, drawn and as tables; and what is due for review.

All of it is made from the entries of progress that his browser keeps, and from his own file where there is one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any

import traitlets

from canasta.filling import render
from canasta.tutor.levels import read_unit
from canasta.tutor.progress import Entry
from canasta.tutor.spaced import Due, Revision
from canasta.tutor.standing import Subjects, as_file
from canasta.words import N_, _, ngettext
from canasta_widgets import paths, standing_charts, standing_tables
from canasta_widgets.datafile import DataFile, own_file
from canasta_widgets.host import unanswered
from canasta_widgets.knowing import all_known, read_known, troubles
from canasta_widgets.picture import pictured
from canasta_widgets.shown import Column, Shown, joined
from canasta_widgets.standing_tables import Found

if TYPE_CHECKING:
    from canasta_widgets.drilling import Drill

AT_A_TIME = 10  # tasks about what is due; more would be a burden
AT_ONCE = 0.25  # seconds of dealing again between two answers, so that the page stays quick
FARTHEST = 14 * 60  # minutes by which a clock on Earth differs from Greenwich's
FILES = {"csv": "canasta-standing.csv", "json": "canasta-standing.json"}


class Board(Shown):
    """What is told and drawn."""

    _esm = joined("dom.js", "there.js", "logfile.js", "shelf.js", "standing.js")
    _css = joined("lesson.css", "review.css", "standing.css")

    view = traitlets.Dict().tag(sync=True)
    chart = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)


class WhereIStand(Column):
    """What a learner has done, by rule and over time, with what is due for review if he asks for it.

    ``folder`` holds the units, by default those of the notebook that runs; ``own`` is the learner's own file, by
    default found by itself; ``clock`` tells the time.
    """

    def __init__(
        self,
        folder: Path | None = None,
        *,
        own: DataFile | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        files = sorted((folder or paths.levels()).glob("*.toml"))
        self.units = {path.stem: read_unit(path, proved=False) for path in files}
        self.subjects = Subjects(self.units.values())
        self.own = own_file() if own is None else own
        self.clock = clock
        self.zone: timezone = UTC
        self.label = ""
        self.entries: tuple[Entry, ...] = self.own.read().entries
        self.asked = False  # for what is due
        self.drill: Drill | None = None  # on what is due
        self.found: Found | None = None  # once all that was dealt has been dealt again
        self._told = 0
        self.board = Board(words=_texts())
        self.board.on_msg(self._heard)
        super().__init__([self.board])
        self.add_class("canasta-lesson")
        self.look()

    def look(self, seconds: float = AT_ONCE) -> None:
        """Look at what was done, as far as there is time: items that were dealt have to be dealt again."""
        self.found = None
        end = time.monotonic() + seconds
        waiting = [entry for entry in self.entries if not self.subjects.knows(entry)]
        for at, entry in enumerate(waiting, 1):
            self.subjects.about(entry)
            if time.monotonic() > end and at < len(waiting):
                self._tell({"busy": self._busy(len(self.entries) - len(waiting) + at)})
                return
        if not self.entries:
            nothing = _("Nothing was done here yet. Try a task in any lesson; what becomes of it will stand here.")
            self._tell({"empty": nothing})
            return
        self.found = found = Found(self.entries, self.subjects, self.units, self.clock(), self.zone)
        self._tell(
            {
                "said": standing_tables.summary(found),
                "chosen": standing_tables.chosen(found),
                "rules": standing_tables.rules_table(found),
                "heat": standing_tables.heat_table(found),
                "past": standing_tables.past_table(found),
                "latest": standing_tables.latest_table(found),
                "review": self._review(found),
            }
        )

    def draw(self) -> None:
        """Draw it all; where it cannot be drawn a sentence says so, and the tables are there."""
        drawn: dict[str, str] = {}
        problem = ""
        try:
            drawn = standing_charts.all_charts(self.found, self.board.words) if self.found else {}
        except ImportError:
            problem = _("Nothing can be drawn here: matplotlib is not installed. The tables have it all.")
        except Exception:  # whatever a plotting library trips over, the tables stay
            problem = _("It could not be drawn. The tables have it all.")
        self.board.chart = {"n": self._told, "drawn": drawn, "problem": problem}

    def ask(self, on: bool = True) -> None:
        """Show what is due for review, or hide it again."""
        self.asked = on
        if self.found:
            self.board.view = {**self.board.view, "review": self._review(self.found)}

    def practise(self) -> None:
        """Deal tasks about what is due, the least sure first; they lie below until they are done."""
        from canasta_widgets.drilling import Drill

        dues = self._askable()
        if self.asked and not self.going and dues:
            self.drill = Drill(Revision(dues[:AT_A_TIME], token_hex(4)), own=self.own, on_end=self._ended)
            self.drill.record.label = self.label
            self.children = [self.board, self.drill]
            self.ask()

    def stop(self) -> None:
        """Put away what was dealt; what was done of it counts."""
        if self.drill is not None:
            self.drill.close()
            self._know([*self.entries, *self.drill.record.mine])
            self.drill, self.children = None, [self.board]
            self.look()

    @property
    def going(self) -> bool:
        """Whether tasks about what is due lie on the table."""
        return self.drill is not None and not self.drill.finished

    def file(self, kind: str) -> str:
        """The table of rules as a file: "csv" or "json"."""
        return as_file({self.label: self.found.standings if self.found else {}}, kind)

    def _tell(self, view: dict[str, Any]) -> None:
        self._told += 1
        who = render(N_("For {name}."), {"name": self.label}) if self.label else ""
        with self.board.hold_sync():
            self.board.chart = {}
            self.board.view = {"n": self._told, "who": who, "notice": self.own.problem, **view}

    def _busy(self, done: int) -> dict[str, Any]:
        values = {"done": done, "of": len(self.entries)}
        return {**values, "text": render(N_("Looking at what you did: {done} of {of} …"), values)}

    def _review(self, found: Found) -> dict[str, Any]:
        if not self.asked:
            return {"asked": False, "going": self.going}
        n = min(len(self._askable()), AT_A_TIME)
        practise = ngettext("Practise it with fresh cards", "Practise {n} of them with fresh cards", n).format(n=n)
        return {
            "asked": True,
            "going": self.going,
            **standing_tables.review(found),
            "practise": practise if n and not self.going else "",
        }

    def _askable(self) -> list[Due]:
        """What is due and can be asked for by a drill."""
        return [each for each in self.found.due() if each.generators] if self.found else []

    def _ended(self) -> None:
        """What was done just now is known, whether or not the browser has told of it yet."""
        if self.drill is not None:
            self._know([*self.entries, *self.drill.record.mine])
            self.look()

    def _know(self, entries: Iterable[Entry]) -> None:
        self.entries = tuple(sorted(dict.fromkeys(entries), key=lambda entry: entry.at))

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        if known := read_known(message):
            entries = all_known(self.board, self.own, known)
            if known.label != self.label:
                self.asked = False
            self.label = known.label
            self._know(entries)
            # While tasks are done here, all stays as it is until the last: to draw it again takes a while.
            if not self.going:
                self.look()
            return
        match message:
            case {"kind": "zone", "east": east} if type(east) is int and abs(east) <= FARTHEST:
                self._moved(timezone(timedelta(minutes=east)))
            case {"kind": "more", "done": done} if done == self.board.view.get("busy", {}).get("done", -1):
                self.look()
            case {"kind": "chart", "n": n} if self.found and n == self._told and not self.board.chart:
                self.draw()
            case {"kind": "review", "on": bool(on)}:
                self.ask(on)
            case {"kind": "practise"}:
                self.practise()
            case {"kind": "stop"}:
                self.stop()
            case {"kind": "save", "as": str(kind)} if kind in FILES and self.found:
                self.board.send({"kind": "file", "name": FILES[kind], "text": self.file(kind)})

    def _moved(self, zone: timezone) -> None:
        """Days are told as the learner's clock has them."""
        if zone != self.zone:
            self.zone = zone
            self.look()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        static = _("Where you stand is shown where the lessons run; this page keeps no progress.")
        return pictured(super()._repr_mimebundle_(**options), static, "text/markdown")


def _texts() -> dict[str, str]:
    """The words that the browser shows."""
    return {
        **troubles(),
        "title": _("Where you stand"),
        "lessons": _("All lessons"),
        "by_rule": _("Rule by rule"),
        "tries": _("Tries"),
        "right": _("Right at once, without a hint"),
        "time": _("Seconds: half took less, half more"),
        "forecast": _("Forecast: the chance to be right"),
        "week": _("in a week"),
        "month": _("in a month"),
        "note": _("The forecast is that of a model of forgetting (FSRS), should a rule not come up before."),
        "over_time": _("Over time"),
        "heat": _("Right at once, of a hundred tries"),
        "past": _("Tasks that were tried"),
        "at_once": _("right at once"),
        "others": _("others"),
        "latest": _("The latest tasks"),
        "table": _("The same as a table"),
        "table_all": _("The table of all rules"),
        "review": _("Review"),
        "what": _("Rules that may soon be forgotten come again after some days, with fresh cards. It costs no stars."),
        "ask": _("Show what is due for review"),
        "hide": _("Hide what is due"),
        "all": _("Show all"),
        "fewer": _("Show only the least sure"),
        "stop": _("Put them away"),
        "below": _("The tasks lie below."),
        "taught": _("Lesson:"),
        "drilled": _("Drill:"),
        "keep": _("Take it along"),
        "csv": _("Save as a table (CSV)"),
        "json": _("Save as JSON"),
        "saved": _("Saved as {file}."),
        "lost": _("No answer. {help}").format(help=unanswered()),
    }
