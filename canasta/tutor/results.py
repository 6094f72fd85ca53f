"""Results: what a learner did of an assignment, as a file that he sends himself. A checksum tells whether it is whole.

>>> from canasta.tutor.drills.plan import read_plan
>>> from canasta.tutor.results import Results, read_results
>>> done = Results(read_plan("frozen-pile; seed=monday; count=12"), "Ann", ())
>>> read_results(done.text()) == done
True
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from canasta.filling import render
from canasta.tutor.drills.contract import DrillError
from canasta.tutor.drills.plan import Plan, read_plan
from canasta.tutor.progress import Entry, ProgressError, opened, read_entries, read_label
from canasta.words import N_, _

FORMAT: Final = "canasta-tutor results"
VERSION: Final = 1
MOST_HANDED: Final = 90_000  # bytes of what is handed in to a class; a hundred tasks have half of it
LARGE: Final = N_("These results are too large to be handed in. Save them as a file, and send it.")
NAMELESS: Final = N_("Type your name first: results without one cannot be told from others.")


@dataclass(frozen=True)
class Results:
    """An assignment, the label that the learner typed, and the entries that it made."""

    plan: Plan
    label: str
    entries: tuple[Entry, ...]

    def text(self) -> str:
        """It as a file that ``read_results`` reads."""
        data = self._data()
        return json.dumps({**data, "checksum": _checksum(data)}, ensure_ascii=False, indent=1) + "\n"

    def _data(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "assignment": self.plan.text(),
            "label": self.label,
            "entries": [entry.as_json() for entry in self.entries],
        }


def read_results(text: str) -> Results:
    """The results in a file. Raises ProgressError that says what is the matter with it, and what to do."""
    damaged = _("This is no file of results: it is no JSON, or a damaged one.")
    data = opened(text, FORMAT, damaged, _("This is no file of results: it was made by something else."))
    version = data.get("version")
    if type(version) is int and version > VERSION:
        newer = N_("A newer version of the tutor made this file (format {version}; known is {known}).")
        raise ProgressError(render(newer, {"version": version, "known": VERSION}))
    own = {name: value for name, value in data.items() if name != "checksum"}
    if data.get("checksum") != _checksum(own):
        raise ProgressError(_("This file of results is damaged: its checksum does not fit. Ask for it once more."))
    try:
        entries, faults = read_entries(data["entries"])
        found = Results(read_plan(data["assignment"]), read_label(data["label"]), tuple(entries))
    except (LookupError, TypeError, AttributeError, DrillError):
        raise ProgressError(_("This file of results is damaged: it names no assignment that there is.")) from None
    if faults:
        raise ProgressError(_("This file of results is damaged. {fault}").format(fault=faults[0]))
    return found


def _checksum(data: dict[str, Any]) -> str:
    """A word for the data, whatever the order of its names and the blanks of its file."""
    return sha256(json.dumps(data, ensure_ascii=False, sort_keys=True).encode(errors="replace")).hexdigest()
