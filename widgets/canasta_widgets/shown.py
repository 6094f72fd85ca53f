"""What all widgets of ours share: a module joined from plain files, and only Python sets what they show."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import anywidget
import ipywidgets
import traitlets

from canasta_widgets.heard import sound

FRONT = Path(__file__).parent / "front"
COMMENT = re.compile(r"^\s*//.*\n|(?<=[;,{]) //.*$", re.MULTILINE)

# A mixin is typed as what it is mixed into.
_Widget = ipywidgets.Widget if TYPE_CHECKING else object


def joined(*names: str) -> str:
    """Browser files of ours as one text. A widget's module cannot import another file, so its parts stand in a row.

    Comments stay at home: the text travels with every widget.
    """
    return COMMENT.sub("", "".join((FRONT / name).read_text("utf-8") for name in names))


class Guarded(_Widget):
    """A widget whose traits the browser cannot set, but for those named in ``settable``.

    Whoever opens the page can send what he likes over its socket. A message that has not the shape of one is dropped; a
    value that its trait does not take changes nothing, and the browser is told the true one again. What he can still
    set are the models of ``layout`` and ``style``, which are ipywidgets' own: that changes how his own page looks.

    A browser that hears nothing asks ``{"kind": "there"}`` and gets the same back as long as there is a kernel.
    """

    settable: ClassVar[frozenset[str]] = frozenset()

    def _handle_msg(self, msg: Any) -> None:
        # No trait of ours holds bytes, so the buffers of a message are of no use.
        match msg:
            case {"content": {"data": {"method": "update", "state": dict(state)}}}:
                self.set_state(state)
            case {"content": {"data": {"method": "request_state"}}}:
                self.send_state()
            case {"content": {"data": {"method": "custom", "content": {"kind": "there"}}}}:
                self.send({"kind": "there"})
            case {"content": {"data": {"method": "custom", "content": content}}}:
                self._handle_custom_msg(sound(content), [])

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what the browser sets, as far as it may."""
        good: dict[str, Any] = {}
        for name in self.settable.intersection(sync_data):
            try:
                good[name] = self.traits()[name]._validate(self, sync_data[name])
            except (traitlets.TraitError, TypeError, ValueError):
                self.send_state(name)
        super().set_state(good)


class Shown(Guarded, anywidget.AnyWidget):
    """A widget with a browser module of ours."""


class Column(Guarded, ipywidgets.VBox):
    """Widgets of ours, one under the other."""
