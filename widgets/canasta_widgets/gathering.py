"""For a teacher: the files of results that learners have sent, as one table, learner by clause."""

from __future__ import annotations

from typing import Any

import traitlets

from canasta import BOOK, CLASSIC
from canasta.clauses.register import law
from canasta.filling import render
from canasta.tutor.gathering import MOST_FILES, Gathering
from canasta.tutor.progress import MOST_BYTES, ProgressError
from canasta.tutor.standing import as_file
from canasta.words import N_, _, ngettext
from canasta_widgets.heard import whole
from canasta_widgets.picture import pictured
from canasta_widgets.shown import Shown, joined

FILES = {"csv": "canasta-class.csv", "json": "canasta-class.json"}
LONGEST_NAME = 200


class Gather(Shown):
    """Reads files of results and shows them as a table. Nothing is kept: names stay with the teacher."""

    _esm = joined("dom.js", "there.js", "logfile.js", "served.js", "handed.js", "gather.js")
    _css = joined("lesson.css", "practice.css", "gather.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    most = traitlets.Int(MOST_BYTES).tag(sync=True)

    def __init__(self) -> None:
        super().__init__()
        self.gathering = Gathering()
        self.refused: list[dict[str, str]] = []
        self.words = _texts()
        self.on_msg(self._heard)
        self._show(0)

    def add(self, name: str, text: str) -> None:
        """Take in the text of a file; one that cannot be is listed with why."""
        try:
            self.gathering.add(text)
        except ProgressError as fault:
            self._refuse(name, str(fault))

    def _refuse(self, name: str, why: str) -> None:
        self.refused = [*self.refused[1 - MOST_FILES :], {"name": name[:LONGEST_NAME], "why": why}]

    def file(self, kind: str) -> str:
        """The table as "csv" or "json"."""
        return as_file(self.gathering.table(), kind)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        static = _("Results are read where this page runs; it keeps none.")
        return pictured(super()._repr_mimebundle_(**options), static, "text/markdown")

    def _show(self, read: int) -> None:
        """Show all that is here; ``read`` is the number of the last file that was read."""
        table = self.gathering.table()
        clauses = self.gathering.weakest(table)
        self.view = {
            "read": read,
            "said": ngettext("{n} result is here.", "{n} results are here.", self.gathering.files).format(
                n=self.gathering.files
            ),
            "refused": list(self.refused),
            "assignments": [
                {"text": text, "learners": ngettext("{n} learner", "{n} learners", len(who)).format(n=len(who))}
                for text, who in self.gathering.assignments.items()
            ],
            "clauses": [{"id": clause, "law": law(BOOK[clause], CLASSIC)} for clause in clauses],
            "rows": [
                {
                    "label": label,
                    "tasks": len(self.gathering.entries(label)),
                    "share": _percent(self.gathering.share(label)),
                    "cells": [_cell(table[label][clause]) if clause in table[label] else None for clause in clauses],
                }
                for label in self.gathering.learners
            ],
        }

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "file", "n": n, "name": str(name), "text": str(text)} if whole(n):
                self.add(name, text)
                self._show(n)
            case {"kind": "large", "n": n, "name": str(name)} if whole(n):
                why = render(
                    N_("This file is too large for results; it may have {mb} MB."), {"mb": MOST_BYTES // 10**6}
                )
                self._refuse(name, why)
                self._show(n)
            case {"kind": "save", "as": str(kind)} if kind in FILES:
                self.send({"kind": "file", "name": FILES[kind], "text": self.file(kind)})
            case {"kind": "clear"}:
                self.gathering, self.refused = Gathering(), []
                self._show(0)


def _percent(share: float) -> str:
    return render(N_("{n} %"), {"n": round(100 * share)})


def _cell(row: Any) -> dict[str, Any]:
    """How it went with one clause, in a cell and in words."""
    values = {"n": row.right, "of": row.tries}
    said = render(N_("{n} of {of} right at the first try"), values)
    grade = "good" if row.share >= GOOD else "fair" if row.share >= FAIR else "weak"
    return {"text": f"{row.right}/{row.tries}", "said": said, "grade": grade}


GOOD, FAIR = 0.8, 0.5  # shares from which a cell is shown as good or fair


def _texts() -> dict[str, str]:
    return {
        "title": _("Results of a class"),
        "open": _("Open files of results"),
        "save": _("Save the table"),
        "csv": _("as CSV"),
        "json": _("as JSON"),
        "clear": _("Begin anew"),
        "learner": _("Learner"),
        "tasks": _("Tasks"),
        "share": _("Right at once"),
        "table": _("Learner by rule, the rules first that went wrong most"),
        "rules": _("The rules by their names"),
        "refused": _("Not read"),
        "assignments": _("Assignments"),
        "never": _("has not come up"),
        "saved": _("Saved as {file}."),
        "handed": _("Handed in"),
        "none": _("Nothing has been handed in."),
        "which": _("Which assignment"),
        "every": _("All"),
        "read": _("Read what was handed in ({n})"),
        "done": _("All of it has been read."),
        "forget": _("Delete what was handed in"),
        "really": _("Really delete all that was handed in? Nobody can read it then."),
        "yes": _("Delete it"),
        "no": _("Keep it"),
        "silent": _("The server does not answer just now. Try again."),
        "lost": _("Nothing answers just now. What was read is kept as long as this page is open."),
    }
