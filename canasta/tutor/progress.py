"""Progress: a list of what was tried, to which entries are only ever added; stars and all else are derived from it.

>>> from canasta.tutor.progress import Entry, Progress
>>> entry = Entry("02-melds", "no-threes", "1f3a5c7e", "try", stars=2, at="2026-01-31T18:05:00Z")
>>> Progress((entry,)).stars("02-melds")
{'no-threes': 2}

Items are known by unit and id, so a level that is put in, moved or taken out disturbs nothing. An item that asks for
something else now has another ``version``, and keeps the stars it earned.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from math import isfinite
from typing import Any, Final, NamedTuple

from canasta.filling import render
from canasta.tutor.hints import RUNGS
from canasta.tutor.levels import Item, Unit
from canasta.tutor.stars import MOST
from canasta.words import N_, _, ngettext

FORMAT: Final = "canasta-tutor progress"
VERSION: Final = 1
MOST_ENTRIES: Final = 20_000  # three hours of lessons make some hundreds
MOST_BYTES: Final = 5_000_000  # of a file; a browser keeps about as much
LONGEST: Final = 100  # characters of an id and the like
LONGEST_LABEL: Final = 40
MOST_FINDINGS: Final = 200  # clauses of one entry
LONGEST_TRY: Final = 10**7  # seconds; a page may stand open for weeks
TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
STAMP: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")

Knob = str | int | float | bool
Json = dict[str, Any]


class ProgressError(ValueError):
    """What cannot be taken for progress; the message says in a sentence why, and what became of it."""


class NewerError(ProgressError):
    """Progress of a newer version, which must not be written over."""


@dataclass(frozen=True)
class Entry:
    """One go at an item, from its beginning to its end or until it was given up.

    ``version`` tells what the item asked; ``seed`` and ``knobs`` what made it, if it was dealt. ``findings`` are the
    clauses that wrong tries met, in order, ``wrong`` how many wrong tries or answers there were, ``hint`` the highest
    rung seen, ``stars`` what it earned (0: given up). ``seconds`` is how long it took, ``at`` when it ended, in UTC.
    """

    unit: str
    item: str
    version: str
    part: str
    seed: str = ""
    knobs: tuple[tuple[str, Knob], ...] = ()
    findings: tuple[str, ...] = ()
    wrong: int = 0
    hint: int = 0
    stars: int = 0
    seconds: int = 0
    at: str = ""

    def as_json(self) -> Json:
        """It as plain data, all fields in their order."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**values, "knobs": dict(self.knobs), "findings": list(self.findings)}


class Earned(NamedTuple):
    """What has been earned of a unit: stars of all there are, and items done of all there are."""

    stars: int
    of: int
    done: int
    items: int

    @property
    def whole(self) -> bool:
        """Whether every item is done."""
        return self.done == self.items > 0


class Next(NamedTuple):
    """What comes next: the first unit in which something is open, and the first open item in it."""

    unit: Unit
    item: Item


@dataclass(frozen=True)
class Progress:
    """Entries in the order of their time, and for whom they are kept ("" for whoever sits at this device)."""

    entries: tuple[Entry, ...] = ()
    label: str = ""

    def stars(self, unit: str) -> dict[str, int]:
        """The best that each item of a unit has earned; only items that were done are named."""
        best: dict[str, int] = {}
        for entry in self.entries:
            if entry.unit == unit and entry.stars:
                best[entry.item] = max(entry.stars, best.get(entry.item, 0))
        return best

    def earned(self, unit: Unit) -> Earned:
        """What has been earned of a unit as it now is. Items that are no longer in it do not count."""
        items, stars = unit.good(), self.stars(unit.name)
        own = [stars[item.id] for item in items if item.id in stars]
        return Earned(sum(own), MOST * len(items), len(own), len(items))

    def next(self, units: Iterable[Unit]) -> Next | None:
        """Where to go on; None if all is done, or there is nothing to do."""
        for unit in units:
            stars = self.stars(unit.name)
            for item in unit.good():
                if item.id not in stars:
                    return Next(unit, item)
        return None

    def changed(self, unit: Unit) -> set[str]:
        """The items that were done, but asked for something else when they were."""
        now = {item.id: item.version for item in unit.good()}
        done = {(entry.item, entry.version) for entry in self.entries if entry.unit == unit.name and entry.stars}
        known = {item for item, _version in done}
        return {id for id, version in now.items() if id in known and (id, version) not in done}

    def met(self) -> Counter[str]:
        """How many wrong tries met each clause."""
        return Counter(clause for entry in self.entries for clause in entry.findings)

    def merged(self, entries: Iterable[Entry]) -> Progress:
        """This and others: every entry once, in the order of their time; it is the same whichever comes first.

        Raises ProgressError if they are more than can be kept.
        """
        every = sorted({*self.entries, *entries}, key=lambda entry: (entry.at, _line(entry)))
        if len(every) > MOST_ENTRIES:
            raise ProgressError(render(MANY, {"n": len(every), "most": MOST_ENTRIES}))
        return Progress(tuple(every), self.label)

    def text(self) -> str:
        """It as a file that ``read`` reads."""
        head = json.dumps({"format": FORMAT, "version": VERSION, "label": self.label}, ensure_ascii=False)
        lines = ",\n".join(map(_line, self.entries))
        return f'{head[:-1]}, "entries": [\n{lines}\n]}}\n'


class Read(NamedTuple):
    """What could be read of a file, and a sentence for each entry that could not."""

    progress: Progress
    left_out: tuple[str, ...]


def now() -> str:
    """The time as entries have it."""
    return datetime.now(UTC).strftime(TIME)


def read(text: str) -> Progress:
    """The progress in a file. Raises ProgressError for what is none, and for the first entry with a fault."""
    found = read_good(text)
    if found.left_out:
        raise ProgressError(found.left_out[0])
    return found.progress


def read_good(text: str) -> Read:
    """The same without the entries that have a fault. Raises ProgressError only where the whole is no progress."""
    damaged = _("This is no file of progress: it is no JSON, or a damaged one.")
    data = opened(text, FORMAT, damaged, _("This is no file of progress: it was made by something else."))
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise ProgressError(_("This file of progress is damaged: its version is no number."))
    if version > VERSION:
        raise NewerError(render(NEWER, {"version": version, "known": VERSION}))
    if not isinstance(data.get("entries"), list):
        raise ProgressError(_("This file of progress is damaged: it has no list of entries."))
    try:
        label = read_label(data.get("label", ""))
    except ProgressError:
        label = ""  # a name that cannot be shown is no reason to lose what was done
    entries, faults = read_entries(data["entries"])
    return Read(Progress(label=label).merged(entries), tuple(faults))


def opened(text: str, form: str, damaged: str, foreign: str) -> Json:
    """The data of a file of a format.

    Raises ProgressError if it is too large; with ``damaged`` for what is no JSON, with ``foreign`` for another format.
    """
    try:
        data = json.loads(bounded(text))
    except ProgressError:
        raise
    except (ValueError, RecursionError):
        raise ProgressError(damaged) from None
    if not isinstance(data, dict) or data.get("format") != form:
        raise ProgressError(foreign)
    return data


def bounded(text: str) -> str:
    """The same text. Raises ProgressError if it is too large for a file of progress."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise ProgressError(render(LARGE, {"mb": MOST_BYTES // 10**6}))
    return text


def read_entries(values: Sequence[Any]) -> tuple[list[Entry], list[str]]:
    """The entries without a fault, and a sentence for each other, which names it by its number from 1 and its field.

    Raises ProgressError if they are more than can be kept.
    """
    if len(values) > MOST_ENTRIES:
        raise ProgressError(render(MANY, {"n": len(values), "most": MOST_ENTRIES}))
    entries, faults = [], []
    for number, value in enumerate(values, 1):
        field = _faulty(value)
        if field is None:
            knobs = tuple(sorted(value["knobs"].items()))
            entries.append(Entry(**{**value, "knobs": knobs, "findings": tuple(value["findings"])}))
        elif field:
            faults.append(render(N_("Entry {n} cannot be read: its {field} is wrong."), {"n": number, "field": field}))
        else:
            faults.append(render(N_("Entry {n} cannot be read: it is no entry."), {"n": number}))
    return entries, faults


def read_label(value: Any) -> str:
    """A label as it is kept: blanks at the ends and in a row are dropped. Raises ProgressError for what is none."""
    if not isinstance(value, str):
        raise ProgressError(_("A name is a text."))
    label = " ".join(unicodedata.normalize("NFC", value).split())
    if len(label) > LONGEST_LABEL:
        raise ProgressError(render(N_("A name has at most {most} letters."), {"most": LONGEST_LABEL}))
    if not label.isprintable():
        raise ProgressError(_("A name is made of letters, digits and signs that can be seen."))
    return label


def left_out(faults: Sequence[str]) -> str:
    """One sentence or two on entries that could not be read; "" for none."""
    if not faults:
        return ""
    count = ngettext("{n} entry was left out.", "{n} entries were left out.", len(faults)).format(n=len(faults))
    return f"{count} {faults[0]}"


LARGE = N_("This file is too large for progress; it may have {mb} MB. Nothing was changed.")
MANY = N_("{n} entries are more than can be kept, which is {most}. Nothing was changed.")
NEWER = N_("A newer version of the tutor made this file (format {version}; known is {known}). Nothing was changed.")


def _line(entry: Entry) -> str:
    return json.dumps(entry.as_json(), ensure_ascii=False)


def _faulty(value: Any) -> str | None:
    """The name of the first field with a fault, "" if it is no entry at all, None if all is well."""
    if not isinstance(value, dict):
        return ""
    for name, holds in CHECKS.items():
        if name not in value or not holds(value[name]):
            return name
    return next((str(name)[:LONGEST] for name in value if name not in CHECKS), None)


def _name(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= LONGEST and value.isprintable()


def _up_to(most: int) -> Any:
    return lambda value: type(value) is int and 0 <= value <= most


def _knobs(value: Any) -> bool:
    if not isinstance(value, dict) or len(value) > LONGEST or not all(map(_name, value)):
        return False
    return all(_name(knob) or (isinstance(knob, int | float) and isfinite(knob)) for knob in value.values())


def _findings(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= MOST_FINDINGS and all(map(_name, value))


def _time(value: Any) -> bool:
    try:
        datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return False
    return bool(STAMP.fullmatch(value))


CHECKS: dict[str, Any] = {
    "unit": _name,
    "item": _name,
    "version": _name,
    "part": _name,
    "seed": lambda value: value == "" or _name(value),
    "knobs": _knobs,
    "findings": _findings,
    "wrong": _up_to(10**6),
    "hint": _up_to(RUNGS),
    "stars": _up_to(MOST),
    "seconds": _up_to(LONGEST_TRY),
    "at": _time,
}
