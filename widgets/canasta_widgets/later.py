"""Something that is made when it is wanted: a page opens with one table, and has the others when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ipywidgets
import traitlets

from canasta.filling import render
from canasta.words import N_
from canasta_widgets.shown import Column, Shown, joined


class Opener(Shown):
    """A button with a line of what it opens."""

    _esm = joined("dom.js", "there.js", "beside.js", "opener.js")
    _css = joined("lesson.css", "opener.css")

    view = traitlets.Dict().tag(sync=True)


class Later(Column):
    """A heading and a button; pressed, what ``make`` gives stands in the button's place.

    A ValueError of ``make``, such as that of a file with a fault, is said below the button.
    """

    def __init__(self, title: str, label: str, make: Callable[[], ipywidgets.Widget]) -> None:
        self.opener = Opener(view={"title": title, "label": label, "open": False})
        self.made: ipywidgets.Widget | None = None
        self._make = make
        self.opener.on_msg(self._heard)
        super().__init__([self.opener])
        self.add_class("canasta-lesson")

    def reveal(self) -> ipywidgets.Widget | None:
        """Make it, if it is not there yet; None if it cannot be made."""
        if self.made is None:
            try:
                self.made = self._make()
            except ValueError as fault:
                why = render(N_("It cannot be shown: {why}"), {"why": fault})
                self.opener.view = {**self.opener.view, "problem": why}
                return None
            self.children = [self.opener, self.made]
            self.opener.view = {**self.opener.view, "open": True}
        return self.made

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if isinstance(data, dict):
            # On paper only its heading stands.
            data["text/plain"] = self.opener.view["title"]
        return bundle

    def _heard(self, _widget: Any, message: Any, _buffers: Any) -> None:
        """Whatever comes over the wire is checked here; what does not fit is dropped."""
        match message:
            case {"kind": "open"}:
                self.reveal()
