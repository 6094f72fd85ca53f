"""The page to practise on: one chooses what, or comes with an assignment; it is dealt, and at the end summed up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from secrets import token_hex
from typing import Any
from urllib.parse import parse_qs, quote

import traitlets

from canasta.filling import render
from canasta.profile import PROFILES
from canasta.tutor.drills import GENERATORS, DrillError, Generator, own_deals
from canasta.tutor.drills.contract import HARD
from canasta.tutor.drills.plan import FOLLOW, Plan, read_plan
from canasta.tutor.drills.real_deals import REAL_DEALS
from canasta.tutor.drills.session import Session
from canasta.tutor.progress import LONGEST_LABEL, Entry, ProgressError, read_label
from canasta.tutor.results import LARGE, MOST_HANDED, NAMELESS, Results
from canasta.words import N_, _, ngettext
from canasta_widgets import paths
from canasta_widgets.datafile import DataFile, own_file
from canasta_widgets.drilling import Drill
from canasta_widgets.knowing import all_known, read_known
from canasta_widgets.rail import MOST_TEXT
from canasta_widgets.shown import Column, Shown, joined
from canasta_widgets.units import the_unit

COUNTS = (5, 10, 20)
WHAT = {"weak": N_("What I miss most"), "mistakes": N_("My mistakes again"), "mixed": N_("All lessons, mixed")}


class Chooser(Shown):
    """What one may practise; then a line of what it is, and at the end how it went."""

    _esm = joined("dom.js", "there.js", "shelf.js", "logfile.js", "served.js", "hand.js", "practice.js")
    _css = joined("lesson.css", "practice.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)


class Practice(Column):
    """Drills by choice. ``Practice("frozen-pile; seed=monday; count=12")`` begins with an assignment at once.

    On a page whose address says ``?assignment=...`` that one is offered. What is known of the learner comes from the
    browser; ``own`` is his own file, by default found by itself.
    """

    def __init__(self, assignment: str = "", *, own: DataFile | None = None) -> None:
        self.own = own_file() if own is None else own
        self.entries: list[Entry] = list(self.own.read().entries)
        self.label = ""  # for whom the browser keeps progress
        self.signed: str | None = None  # the name for files, once one was typed
        self.plan: Plan | None = None
        self.found: Generator | None = None  # what a log of the learner's own has
        self.offered: Plan | None = None  # an assignment that the address names
        self.drill: Drill | None = None
        self.stage = "choose"
        self.problem = ""
        self.lessons = _lessons()
        self.chooser = Chooser(words=_texts())
        self.chooser.on_msg(self._heard)
        super().__init__([self.chooser])
        self.add_class("canasta-lesson")
        if assignment:
            self.begin(read_plan(assignment, token_hex(4)))
        self._show()

    def begin(self, plan: Plan) -> None:
        """Begin a session of a plan; where there is nothing to deal, that is said and nothing else changes."""
        session = Session(plan, self.entries, [self.found] if self.found else [])
        if session.over:
            self.problem = _("There is no mistake of yours to do again. Choose something else.")
            self._show()
            return
        self.plan, self.stage, self.problem = plan, "going", ""
        self.drill = Drill(session, own=self.own, on_end=self.end)
        self.drill.record.label = self.label
        self.children = [self.chooser, self.drill]
        self._show()

    def look(self, text: str) -> None:
        """Look through a log of the learner's own for what could be asked; a log that cannot be read is told."""
        try:
            if len(text) > MOST_TEXT:
                raise DrillError(render(N_("A log has up to {n} characters; this text is longer."), {"n": MOST_TEXT}))
            self.found, self.problem = own_deals(text), ""
        except DrillError as fault:
            self.problem = str(fault)
        self._show()

    def end(self) -> None:
        """Sum up what was done."""
        if self.drill is not None and self.stage in ("going", "over"):
            self.drill.close()
            self.stage = "over" if self.drill.report else "choose"
            self._keep()
            self._show()

    def choose(self) -> None:
        """Choose again; what was dealt is put away."""
        if self.drill is not None:
            self.drill.close()
        self._keep()
        self.stage, self.drill, self.problem = "choose", None, ""
        self.children = [self.chooser]
        self._show()

    def again(self) -> None:
        """What went wrong in this session, once more."""
        if self.plan is not None and self.drill is not None and self.stage == "over":
            missed = [row.number for row in self.drill.report if not row.right]
            names = dict.fromkeys(self.drill.session.dealt[number - 1].generator.name for number in missed)
            if names:
                self._keep()
                self.begin(replace(self.plan, drills=tuple(names), choose="mistakes", count=len(missed), title=""))

    def _keep(self) -> None:
        """What this session has made is known to the next one, whether or not the browser has told of it yet."""
        if self.drill is not None:
            self.entries = list(dict.fromkeys([*self.entries, *self._made()]))

    def _made(self) -> list[Entry]:
        return list(self.drill.record.mine) if self.drill is not None else []

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show(self) -> None:
        self.chooser.view = {
            "stage": self.stage,
            "problem": self.problem,
            "what": self._what(),
            "chosen": self.found.name if self.found else "",
            "counts": [{"value": str(n), "label": str(n)} for n in COUNTS],
            "hard": [{"value": str(grade), "label": _(label)} for grade, label in zip(HARD, GRADES, strict=True)],
            "profiles": [{"value": name, "label": name} for name in PROFILES],
            "offered": _about(self.offered, self._titles) if self.offered else "",
            "plan": _about(self.plan, self._titles) if self.plan else "",
            "timed": bool(self.plan and self.plan.timed),
            "link": f"?assignment={quote(self.plan.text(), safe='=,')}" if self.plan and self._shared else "",
            "report": self._report() if self.stage == "over" else {},
        }

    @property
    def _titles(self) -> dict[str, str]:
        """What each drill is called."""
        own = {self.found.name: _(self.found.title)} if self.found else {}
        return {name: _(each.title) for name, each in GENERATORS.items()} | own

    @property
    def _shared(self) -> bool:
        """Whether others can be dealt the same: nobody else has the learner's log."""
        return self.plan is not None and all(name in GENERATORS for name in self.plan.drills)

    def _what(self) -> list[dict[str, str]]:
        """What one may choose: what is in a log of one's own, all, what was missed, one lesson, or real deals."""
        own = {self.found.name: _(self.found.title)} if self.found else {}
        others = {name: _(each.title) for name, each in GENERATORS.items() if each.unit not in self.lessons}
        several = {value: _(label) for value, label in WHAT.items()}
        return [{"value": each, "label": label} for each, label in (own | several | self.lessons | others).items()]

    def _report(self) -> dict[str, Any]:
        assert self.drill is not None
        assert self.plan is not None
        rows = self.drill.report
        right = sum(row.right for row in rows)
        missed = {row.unit for row in rows if not row.right}
        text = render(N_("{n} of {of} were right at the first try, without a hint."), {"n": right, "of": len(rows)})
        left = max(0, (self.drill.session.count or 0) - len(rows))
        besides = ngettext("{n} task was not done.", "{n} tasks were not done.", left).format(n=left) if left else ""
        return {
            "text": " ".join(filter(None, [text, besides])),
            "rows": [row._asdict() for row in sorted(rows)],
            "units": [
                {"href": f"{name}.ipynb", "title": title} for name, title in self.lessons.items() if name in missed
            ],
            "again": right < len(rows),
            "label": self._name,
            "file": self._file() if self._shared else "",
        }

    @property
    def _name(self) -> str:
        return self.label if self.signed is None else self.signed

    def _file(self) -> str:
        assert self.plan is not None
        return Results(self.plan, self._name, tuple(self._made())).text()

    # -- what the browser says ------------------------------------------------------------------------------------

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        if not isinstance(message, dict):
            return
        if known := read_known(message):
            self.entries, self.label = all_known(self.chooser, self.own, known), known.label
            if self.stage == "over":
                self._show()
            return
        match message:
            case {"kind": "arrived", "search": str(search)} if self.stage == "choose":
                self._arrived(search)
            case {"kind": "begin", "settings": dict(settings)} if self.stage == "choose":
                self._try(lambda: _chosen(settings, self.found.name if self.found else ""))
            case {"kind": "log", "text": str(text)} if self.stage == "choose":
                self.look(text)
            case {"kind": "accept"} if self.stage == "choose" and self.offered:
                self.begin(self.offered)
            case {"kind": "stop"} if self.stage == "going":
                self.end()
            case {"kind": "save" | "hand" as wish, "name": name} if self.stage == "over":
                self._give(wish, name)
            case {"kind": "again"}:
                self.again()
            case {"kind": "choose"}:
                self.choose()

    def _give(self, wish: str, name: Any) -> None:
        """Give the browser the results with this name on them: to "save" as a file, or to "hand" in to the class.

        For whom progress is kept stays as it is.
        """
        try:
            self.signed, self.problem = read_label(name), ""
        except ProgressError as fault:
            self.problem = str(fault)
        if not self.problem and not self.signed:
            self.problem = _(NAMELESS)
        elif not self.problem and wish == "hand" and len(self._file().encode()) > MOST_HANDED:
            self.problem = _(LARGE)
        self._show()
        if not self.problem:
            self.chooser.send({"kind": "file" if wish == "save" else "hand", "text": self._file()})

    def _arrived(self, search: str) -> None:
        asked = parse_qs(search.removeprefix("?")[:LONGEST_SEARCH]).get("assignment")
        if asked:
            try:
                self.offered = read_plan(asked[0], token_hex(4))
            except DrillError as fault:
                self.problem = _("This link names no assignment that there is: {why}.").format(why=fault)
            self._show()

    def _try(self, read: Any) -> None:
        try:
            self.begin(read())
        except DrillError as fault:
            self.problem = str(fault)
            self._show()


LONGEST_SEARCH = 5_000
GRADES = (N_("Easy"), N_("Middling"), N_("Hard"))


def _lessons() -> dict[str, str]:
    """The lessons that have a drill, in their order, with their titles. It reads their files, which takes a while."""
    units = sorted({each.unit for each in GENERATORS.values()})
    return {name: _(the_unit(name).title) for name in units if (paths.levels() / f"{name}.toml").is_file()}


def _chosen(settings: dict[str, Any], own: str) -> Plan:
    """The plan of what was chosen in the form, in which ``own`` is the drill of a learner's log.

    Raises DrillError for what the form does not have.
    """
    what = str(settings.get("what", ""))
    drill = REAL_DEALS.name if own and what == own else what
    parts = ["all", f"choose={what}"] if what in WHAT else [drill]
    parts += [f"{name}={settings[name]}" for name in ("count", "profile") if settings.get(name)]
    parts += [f"hard={settings.get('hard') or FOLLOW}"]
    parts += [f"{name}=yes" for name in ("timed",) if settings.get(name) is True]
    parts += ["hints=no"] if settings.get("hints") is False else []
    parts += ["reveal=end"] if settings.get("end") is True else []
    plan = read_plan("; ".join(parts), token_hex(4))
    return replace(plan, drills=(own,)) if drill != what else plan


def _about(plan: Plan, named: Mapping[str, str]) -> str:
    """A plan in a line, with what its drills are called."""
    titles = list(dict.fromkeys(named[name] for name in plan.drills))
    what = plan.title or (titles[0] if len(titles) == 1 else _(WHAT[plan.choose]))
    if plan.choose == "mixed" and not plan.title and 1 < len(titles) < len(GENERATORS):
        what = ", ".join(titles)
    if plan.count is None:
        return what
    return ngettext("{what}: {n} task", "{what}: {n} tasks", plan.count).format(what=what, n=plan.count)


def _texts() -> dict[str, str]:
    return {
        "title": _("Practise"),
        "what": _("What"),
        "count": _("How many"),
        "endless": _("As many as I like"),
        "hard": _("How hard"),
        "follow": _("As it suits me"),
        "profile": _("By which rule book"),
        "usual": _("The usual one"),
        "hints": _("Hints may be asked for"),
        "end": _("Tell me only at the end"),
        "timed": _("Show a clock"),
        "own": _("From a game of mine"),
        "log": _("The log of a game, as it is kept on the page where one plays"),
        "file": _("Open a file"),
        "look": _("Look for tasks"),
        "most": str(MOST_TEXT),
        "big": render(N_("A log has up to {n} characters; this text is longer."), {"n": MOST_TEXT}),
        "begin": _("Begin"),
        "stop": _("Stop here"),
        "again": _("What I missed, once more"),
        "choose": _("Choose something else"),
        "accept": _("Begin with it"),
        "link": _("The same for others: a link"),
        "copy": _("Copy the link"),
        "copied": _("Copied."),
        "name": _("Your name, for the file"),
        "signed": _("Your name, for your teacher"),
        "hand": _("Hand it in"),
        "handing": _("It is on its way."),
        "waits": _("Not handed in yet; this page tries again by itself. You can also save it as a file."),
        "longest": str(LONGEST_LABEL),
        "save": _("Save as a file to send"),
        "saved": _("Saved as {file}."),
        "right": _("right"),
        "wrong": _("not yet"),
        "read": _("Look again at"),
        "number": _("Task"),
        "how": _("How it went"),
        "told": _("What the rule book says"),
        "clock": _("Time"),
        "lost": _("Nothing answers just now. What you did is kept."),
    }
