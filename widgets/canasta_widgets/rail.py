"""What stands above the table when a deal is stepped through: the player, its timeline, and what each step says."""

from __future__ import annotations

from collections.abc import Sequence

import traitlets

from canasta.filling import render
from canasta.words import N_, _
from canasta_widgets.shown import Shown, joined

PARTS = ("voice", "player", "timeline", "said", "list", "looks", "own", "keys", "stepper")  # of the module, in a row
SECONDS = (1, 2, 4, 8)  # a step takes while it plays, as a choice
USUAL = 2
MOST_TEXT = 200_000  # characters of a log that is opened; a long game has some ten thousand


class Rail(Shown):
    """The player of a stepper. It only draws and says what was pressed; ``Stepper`` knows the deal.

    ``view`` changes from step to step; ``stops`` and ``marks``, which are long, only with the deal.
    """

    _esm = joined("dom.js", "there.js", "beside.js", "logfile.js", *(f"stepper/{part}.js" for part in PARTS))
    _css = joined("lesson.css", "stepper/stepper.css", "stepper/panels.css")

    view = traitlets.Dict().tag(sync=True)
    stops = traitlets.List().tag(sync=True)  # where it lies, what happened, its number in the deal
    marks = traitlets.List().tag(sync=True)  # the stop, the kind of sign, the words for it
    speeds = traitlets.List().tag(sync=True)  # seconds for a step, in words
    words = traitlets.Dict().tag(sync=True)
    usual = traitlets.Float(USUAL).tag(sync=True)
    most = traitlets.Int(MOST_TEXT).tag(sync=True)


def paces(seconds: Sequence[float]) -> list[tuple[float, str]]:
    """Seconds for a step, each in words. Raises ValueError for what is no number of seconds, or for none."""
    for each in seconds:
        if isinstance(each, bool) or not isinstance(each, int | float) or not 0 < each <= 3600:
            raise ValueError(
                _("{value} is no time for a step; it is a number of seconds up to 3600").format(value=each)
            )
    if not seconds:
        raise ValueError(_("There is no time for a step; give at least one number of seconds"))
    return [(each, render(N_("Every {seconds} s"), {"seconds": f"{each:g}"})) for each in seconds]


def texts() -> dict[str, str]:
    """The words that the browser shows."""
    return {
        "deal": _("Through the deal"),
        "first": _("To start"),
        "back": _("Back"),
        "play": _("Play"),
        "pause": _("Pause"),
        "step": _("Step"),
        "last": _("To end"),
        "return": _("To the deal"),
        "speed": _("Time for a step"),
        "timeline": _("Where in the deal"),
        "keys": _(
            "Keys: arrows go a step, Home and End to start and end; on the timeline Space plays and pauses, "
            "Page Up and Page Down go far."
        ),
        # TRANSLATORS: where one is and what happened there, "Step 5 of 19: East: Discard 4."
        "told": _("{where}: {what}"),
        "why": _("Allowed:"),
        "then": _("Then:"),
        "rule": _("The rule {clause}"),
        "source": _("Source"),
        "steps": _("All steps"),
        "telling": _("Only the telling ones"),
        "looks": _("Hands"),
        "look": _("Open hand"),
        "turn": _("whose turn it is"),
        "hands": _("Show all hands"),
        "own": _("Your own"),
        "log": _("A log: position: or deal:, then one action a line"),
        "walk": _("Walk through it"),
        "file": _("Open a file"),
        "copy": _("Copy"),
        "copied": _("Copied."),
        "download": _("Download"),
        "big": _("This file is too large for a log; it may have {kb} kB.").format(kb=MOST_TEXT // 1000),
        "line": _("A position as a line: hands, tables, pile, stock, turn"),
        "set": _("Set it up"),
    }
