"""The list of the lessons, read from the files that are there, with what the learner has earned in each.

A new unit needs its notebook and its levels, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

import traitlets

from canasta.filling import render
from canasta.tutor.drills.plan import Plan
from canasta.tutor.drills.sets import AFTER, checkpoint, placement
from canasta.tutor.levels import Unit, read_unit
from canasta.tutor.progress import Progress
from canasta.words import N_, _, ngettext
from canasta_widgets import paths
from canasta_widgets.datafile import DataFile, own_file
from canasta_widgets.knowing import all_known, read_known, troubles
from canasta_widgets.notebooks import INDEX, PRESENT, read_notebook
from canasta_widgets.picture import pictured
from canasta_widgets.shown import Shown, joined

PRACTICE = "practice.ipynb"


class Entry(NamedTuple):
    """One notebook: its file, its title, what one will do there, and how many levels it has."""

    file: str
    title: str
    about: str
    levels: int
    is_unit: bool
    unit: Unit | None = None

    @property
    def count(self) -> str:
        """How many levels it has, in words; "" for none."""
        return ngettext("{n} level.", "{n} levels.", self.levels).format(n=self.levels) if self.levels else ""

    def markdown(self) -> str:
        """The entry as a line of a list."""
        title = re.sub(r"([\\\[\]])", r"\\\1", self.title)
        return f"- **[{title}]({quote(self.file)})**  \n  " + " ".join(filter(None, [self.about, self.count]))


class Contents(Shown):
    """The lessons of a folder, by default of the notebook that runs; shown as a list of links.

    What the browser keeps of the learner's progress is shown with them: stars, and what comes next. On a page without a
    kernel it is the plain list. A notebook that cannot be read is listed by its name, with why, and the others are
    listed as ever. ``own`` is the learner's own file, by default found by itself.
    """

    _esm = joined("dom.js", "shelf.js", "contents.js")
    _css = joined("lesson.css", "contents.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)

    def __init__(self, folder: Path | None = None, *, own: DataFile | None = None) -> None:
        super().__init__()
        folder = folder or paths.notebooks()
        files = sorted(path for path in folder.glob("*.ipynb") if path.name not in (INDEX, PRESENT))
        self.entries = [_entry(path) for path in files]
        self.own = own_file() if own is None else own
        self.words = troubles()
        self._show(self.own.read())
        self.on_msg(self._heard)

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        known = read_known(message)
        if known is None:
            return
        self._show(Progress(tuple(all_known(self, self.own, known)), known.label))

    def _show(self, progress: Progress) -> None:
        units = [shown for entry in self.entries if entry.is_unit for shown in self._with_checkpoint(entry, progress)]
        others = [_seen(entry, progress) for entry in self.entries if not entry.is_unit]
        parts = [{"title": _("Lessons"), "entries": units, "empty": _("There is no lesson here yet.")}]
        if others:
            parts.append({"title": _("More to try, and to look up"), "entries": others, "empty": ""})
        self.view = {"next": self._next(progress), "parts": parts, "notice": self.own.problem}

    def _with_checkpoint(self, entry: Entry, progress: Progress) -> Iterator[dict[str, Any]]:
        """A unit, and the set of mixed tasks that stands before the first one or behind some."""
        number = int(entry.file.partition("-")[0])
        practice = any(each.file == PRACTICE for each in self.entries)
        if practice and entry.file == next(each.file for each in self.entries if each.is_unit):
            about = N_("{n} tasks tell you which lessons to take, if you have played by another rule book.")
            yield _set(_("You play canasta already?"), about, placement())
        yield _seen(entry, progress)
        if practice and number in AFTER:
            about = N_("{n} mixed tasks on all lessons so far, without hints. What you miss is named at the end.")
            yield _set(_("Checkpoint"), about, checkpoint(number))

    def _next(self, progress: Progress) -> dict[str, str]:
        """Where to go on, with the link; nothing where there is no lesson."""
        units = {entry.unit.name: entry for entry in self.entries if entry.unit and entry.unit.good()}
        if not units:
            return {}
        found = progress.next(entry.unit for entry in units.values() if entry.unit)
        if found is None:
            return {"href": "", "text": _("Every lesson is done. Come back to any of them as often as you like.")}
        entry = units[found.unit.name]
        begun = any(progress.stars(name) for name in units)
        message = N_("Go on with: {title}") if begun else N_("Begin with: {title}")
        return {"href": quote(entry.file), "text": render(message, {"title": entry.title})}

    def _repr_mimebundle_(self, **options: Any) -> Any:
        return pictured(super()._repr_mimebundle_(**options), self._repr_markdown_(), "text/markdown")

    def _repr_markdown_(self) -> str:
        units = [entry.markdown() for entry in self.entries if entry.is_unit]
        others = [entry.markdown() for entry in self.entries if not entry.is_unit]
        parts = ["## " + _("Lessons"), "\n".join(units) or _("There is no lesson here yet.")]
        if others:
            parts += ["## " + _("More to try, and to look up"), "\n".join(others)]
        return "\n\n".join(parts)

    def __repr__(self) -> str:
        return "\n".join(f"{entry.file}: {entry.title}" for entry in self.entries)


def _entry(path: Path) -> Entry:
    notebook = read_notebook(path)
    levels = path.parent / "levels" / f"{path.stem}.toml"
    unit = read_unit(levels, proved=False) if notebook.sound and levels.is_file() else None
    count = len(unit.good()) if unit else 0
    return Entry(notebook.file, notebook.title, notebook.about, count, notebook.is_unit, unit)


def _set(title: str, about: str, plan: Plan) -> dict[str, Any]:
    """A set of mixed tasks as the browser shows it; opened again it deals other ones."""
    href = f"{PRACTICE}?assignment={quote(replace(plan, title=title.rstrip('?')).text())}"
    said = render(about, {"n": plan.count})
    return {"href": href, "title": title, "about": said, "count": "", "state": "", "stars": ""}


def _seen(entry: Entry, progress: Progress) -> dict[str, Any]:
    """An entry as the browser shows it."""
    shown = {"href": quote(entry.file), "title": entry.title, "about": entry.about, "count": entry.count}
    if entry.unit is None or not entry.levels:
        return {**shown, "state": "", "stars": ""}
    earned = progress.earned(entry.unit)
    values = {"n": earned.stars, "of": earned.of}
    state = "done" if earned.whole else "begun" if earned.done else ""
    message = N_("Done, with {n} of {of:stars}") if earned.whole else N_("{n} of {of:stars}")
    return {**shown, "state": state, "stars": render(message, values)}
