"""For whom progress is kept on this device: choose a name, save it as a file, add from one, forget it."""

from __future__ import annotations

from typing import Any

import traitlets

from canasta.tutor.progress import LONGEST_LABEL, MOST_BYTES, ProgressError, left_out, read_good, read_label
from canasta.words import _, ngettext
from canasta_widgets.datafile import DataFile, own_file
from canasta_widgets.heard import whole
from canasta_widgets.knowing import more, troubles
from canasta_widgets.picture import pictured
from canasta_widgets.shown import Shown, joined


class Learner(Shown):
    """Shows whose progress this browser keeps, and lets a learner take it along.

    Names, entries and files are kept by the browser; here they are only read and checked. ``own`` is the file in which
    a Jupyter of the learner's own keeps it too, by default found by itself.
    """

    _esm = joined("dom.js", "there.js", "beside.js", "logfile.js", "shelf.js", "learner.js")
    _css = joined("lesson.css", "learner.css")

    view = traitlets.Dict().tag(sync=True)
    words = traitlets.Dict().tag(sync=True)
    most = traitlets.Int(MOST_BYTES).tag(sync=True)
    longest = traitlets.Int(LONGEST_LABEL).tag(sync=True)

    def __init__(self, own: DataFile | None = None) -> None:
        super().__init__()
        self.own = own_file() if own is None else own
        self.words = _texts(self.own)
        self._said = 0
        self._reading: tuple[int, int, str] | None = None  # the number of a file, its good entries, what was left out
        self._say("")
        self.on_msg(self._heard)

    def _repr_mimebundle_(self, **options: Any) -> Any:
        static = _("Progress is kept where the lessons run; this page keeps none.")
        return pictured(super()._repr_mimebundle_(**options), static, "text/markdown")

    def _say(self, text: str, *, wrong: bool = False) -> None:
        self._said += 1
        self.view = {"n": self._said, "said": " ".join(filter(None, (text, self.own.problem))), "wrong": wrong}

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "label", "text": text}:
                self._choose(text)
            case {"kind": "import", "n": n, "text": str(text), "label": str(label)} if whole(n):
                self._import(n, text, label)
            case {"kind": "added", "n": n, "new": new} if whole(n) and whole(new):
                self._added(n, new)
            case {"kind": "forget", "label": str(label)}:
                self._forget(label)

    def _choose(self, text: Any) -> None:
        try:
            label = read_label(text)
        except ProgressError as fault:
            self._say(str(fault), wrong=True)
            return
        self.send({"kind": "label", "label": label})
        self._say(_("Progress is kept for {name} now.").format(name=label or _("this device")))

    def _import(self, n: int, text: str, label: str) -> None:
        try:
            found = read_good(text)
            self.own.add(read_label(label), found.progress.entries)
        except ProgressError as fault:
            self._say(str(fault), wrong=True)
            return
        self._reading = (n, len(found.progress.entries), left_out(found.left_out))
        self.send({**more(found.progress.entries), "n": n})

    def _added(self, n: int, new: int) -> None:
        if self._reading is None or self._reading[0] != n or new > self._reading[1]:
            return
        _number, entries, faults = self._reading
        self._reading = None
        added = ngettext("{n} try was added.", "{n} tries were added.", new).format(n=new)
        if old := entries - new:
            added += " " + ngettext("{n} was here already.", "{n} were here already.", old).format(n=old)
        self._say(" ".join(filter(None, (added, faults))), wrong=bool(faults))

    def _forget(self, label: str) -> None:
        try:
            self.own.forget(read_label(label))
        except ProgressError:
            return
        self._say(_("It is forgotten."))


def _texts(own: DataFile) -> dict[str, str]:
    kept = _("Progress is kept in this browser, and on no server.")
    if own.folder is not None:
        kept = _("Progress is kept in this browser, and in the folder {folder}.").format(folder=own.folder)
    return {
        **troubles(),
        "title": _("Your progress"),
        "kept": kept,
        # TRANSLATORS: in place of a name, where none was given
        "device": _("this device"),
        "for": _("Kept for {name}."),
        "who": _("For whom"),
        "name": _("Another name"),
        "use": _("Use this name"),
        "export": _("Save as a file"),
        "import": _("Add from a file"),
        "forget": _("Forget it"),
        "sure": _("Forget all that was done here for {name}? This cannot be undone."),
        "yes": _("Yes, forget it"),
        "no": _("No, keep it"),
        "saved": _("Saved as {file}."),
        "big": _("This file is too large for progress; it may have {mb} MB.").format(mb=MOST_BYTES // 10**6),
    }
