"""The score sheet: every line of a deal's score under its clause, whose law one can open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import traitlets

from canasta import BOOK, Game, ImpossiblePosition, Position
from canasta.clauses.register import law
from canasta.game import rows, sheet_of, side_names
from canasta.position import OVER
from canasta.profile import Profile
from canasta.words import _, seat_name
from canasta_widgets.shown import Shown, joined


class ScoreSheet(Shown):
    """A score sheet as a table; it shows nothing until ``show`` finds deals that are over."""

    _esm = joined("dom.js", "sheet.js")
    _css = joined("lesson.css", "sheet.css")

    view = traitlets.Dict().tag(sync=True)

    def show(self, ends: Sequence[Position]) -> None:
        """Show the sheet of a game, given each deal's last position; deals that are not over are left out.

        A deal whose hands are not all known cannot be scored; then a sentence says so in place of the sheet.
        """
        self.view = _view([position for position in ends if position.phase == OVER])


def _view(ends: list[Position]) -> dict[str, Any]:
    if not ends:
        return {}
    try:
        sheets = tuple(map(sheet_of, ends))
    except ImpossiblePosition as fault:
        return {"title": _("Score sheet"), "missing": " ".join(map(str, fault.problems)), "columns": [], "rows": []}
    profile = ends[-1].profile
    _head, *body = rows(Game(profile, "", ends[0].dealer, sheets))
    shown = [
        {
            "label": row.label.strip(),
            "cells": list(row.cells),
            "clause": row.clause,
            "law": law(BOOK[row.clause], profile) if row.clause else "",
            "part": row.label.startswith(" "),
        }
        for row in body
    ]
    return {"title": _("Score sheet"), "missing": "", "columns": _columns(profile), "rows": shown}


def _columns(profile: Profile) -> list[dict[str, str]]:
    """A heading for each side, with its seats where partners play together."""
    names = side_names(profile)
    seats = [
        ", ".join(seat_name(name) for at, name in enumerate(profile.seat_names) if profile.side_of(at) == side)
        for side in range(profile.sides)
    ]
    return [{"name": name, "seats": "" if name == who else who} for name, who in zip(names, seats, strict=True)]
