"""What a browser keeps of a learner's progress, as it sends it; and the record that a lesson keeps of its own part."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from canasta.tutor.levels import Item
from canasta.tutor.progress import (
    LONGEST_TRY,
    MOST_FINDINGS,
    Entry,
    Progress,
    ProgressError,
    now,
    read_entries,
    read_label,
)
from canasta.words import _
from canasta_widgets.datafile import DataFile
from canasta_widgets.shown import Shown

if TYPE_CHECKING:
    from canasta.tutor.drills import Drawn

MOST_MADE = 500  # entries that wait for a browser to keep them; the oldest go first


class Known(NamedTuple):
    """What the browser keeps for a label; ``arrival`` where it has just come to the page."""

    label: str
    entries: tuple[Entry, ...]
    arrival: bool


def read_known(message: Any) -> Known | None:
    """What the browser keeps, as it sends it; None for what is no such message. Entries with a fault are left out."""
    match message:
        case {"kind": "known", "label": str(label), "entries": list(values), "arrival": bool(arrival)}:
            try:
                return Known(read_label(label), tuple(read_entries(values)[0]), arrival)
            except ProgressError:
                return None
    return None


def exchanged(own: DataFile, known: Known, unit: str = "") -> list[Entry]:
    """Bring the browser and the learner's own file together, for one unit or all; what the browser has to add.

    Only one that has just come is told of what it lacks: from any other it was taken away a moment ago.
    """
    if own.folder is None:
        return []
    filed = [entry for entry in own.read(known.label).entries if not unit or entry.unit == unit]
    if lacking := set(known.entries).difference(filed):
        own.add(known.label, lacking)
    return [entry for entry in filed if entry not in set(known.entries)] if known.arrival else []


def all_known(browser: Shown, own: DataFile, known: Known) -> list[Entry]:
    """All that is known of a learner now; the browser is told what it should keep besides."""
    if besides := exchanged(own, known):
        browser.send(more(besides))
    return [*known.entries, *besides]


def more(entries: Iterable[Entry]) -> dict[str, Any]:
    """The message that tells a browser what to keep besides."""
    return {"kind": "more", "entries": [entry.as_json() for entry in entries]}


class Record:
    """What a lesson knows of its learner: what was kept before, what he does now, and how long he has been at it.

    ``unit`` is "" where the items are of more than one.
    """

    def __init__(self, unit: str, own: DataFile) -> None:
        self.unit = unit
        self.own = own
        self.label = ""
        self.notice = ""  # a sentence on the file, if something is the matter with it
        self.made: dict[int, Entry] = {}  # that no browser has kept yet, numbered from 1
        self.mine: list[Entry] = []  # all that was made here
        self.number = 0
        self._know(own.read().entries)
        self.begin()

    @property
    def stars(self) -> dict[str, int]:
        """The best of each item."""
        return self.progress.stars(self.unit)

    def begin(self) -> None:
        """An item begins now."""
        self.began = monotonic()

    def knows(self, known: Known) -> list[Entry]:
        """Take what the browser keeps for what there is; what it should keep besides comes back."""
        self.label = known.label
        besides = exchanged(self.own, known, self.unit)
        self._know([*known.entries, *besides, *self.made.values()])
        return besides

    def add(
        self, item: Item, *, findings: list[str], wrong: int, hint: int, stars: int, dealt: Drawn | None = None
    ) -> None:
        """An item is done, or was given up; ``dealt`` is what it was dealt by."""
        took = min(round(monotonic() - self.began), LONGEST_TRY)
        entry = Entry(
            dealt.generator.unit if dealt else self.unit,
            dealt.generator.name if dealt else item.id,
            item.version,
            item.part,
            seed=dealt.seed if dealt else "",
            knobs=tuple(sorted(dealt.knobs.items())) if dealt else (),
            findings=tuple(findings[:MOST_FINDINGS]),
            wrong=wrong,
            hint=hint,
            stars=stars,
            seconds=took,
            at=now(),
        )
        self.number += 1
        self.mine.append(entry)
        self.made[self.number] = entry
        self.made.pop(self.number - MOST_MADE, None)
        self.own.add(self.label, [entry])
        self._know([*self.progress.entries, entry])

    def kept(self, number: int) -> None:
        """The browser has kept all that was made up to this number."""
        self.made = {n: entry for n, entry in self.made.items() if n > number}

    def told(self) -> list[dict[str, Any]]:
        """What waits for the browser, as it is sent."""
        return [{"n": n, "entry": entry.as_json()} for n, entry in self.made.items()]

    def _know(self, entries: Iterable[Entry]) -> None:
        own = [entry for entry in entries if self.unit in ("", entry.unit)]
        self.progress = Progress(tuple(dict.fromkeys(own)), self.label)
        self.notice = self.own.problem or self.notice


def troubles() -> dict[str, str]:
    """What is said where a browser cannot keep progress."""
    go_on = _("Go on: it holds as long as this page is open, and can be saved as a file on the page with all lessons.")
    return {
        "full": _("This browser has no room left to keep your progress.") + " " + go_on,
        "forbidden": _("This browser does not let this page keep your progress.") + " " + go_on,
        "newer": _("A newer version of these lessons keeps your progress here, and this one leaves it as it is.")
        + " "
        + go_on,
        "broken": _("What this browser kept of your progress could not be read. It was put aside; new stars are kept."),
    }
