"""What all widgets of ours share: a module joined from plain files, and only Python sets what they show."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import anywidget
import traitlets

FRONT = Path(__file__).parent / "front"
COMMENT = re.compile(r"^\s*//.*\n", re.MULTILINE)


def joined(*names: str) -> str:
    """Browser files of ours as one text. A widget's module cannot import another file, so its parts stand in a row.

    Lines of comment stay at home: the text travels with every widget.
    """
    return COMMENT.sub("", "".join((FRONT / name).read_text("utf-8") for name in names))


class Shown(anywidget.AnyWidget):
    """A widget whose traits the browser cannot set, but for those named in ``settable``.

    Whoever opens the page can send what he likes over its socket. A value that its trait does not take changes nothing,
    and the browser is told the true one again.
    """

    settable: ClassVar[frozenset[str]] = frozenset()

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Take what the browser sets, as far as it may."""
        good: dict[str, Any] = {}
        for name, value in sync_data.items():
            try:
                if name in self.settable:
                    good[name] = self.traits()[name]._validate(self, value)
            except traitlets.TraitError:
                self.send_state(name)
        super().set_state(good)
