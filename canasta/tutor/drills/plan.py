"""What a session of drills is to be: which drills, how many, how hard; also as an assignment, a short text for a link.

>>> from canasta.tutor.drills.plan import read_plan
>>> plan = read_plan("frozen-pile,wild-cards; seed=monday; count=12; hard=3")
>>> plan.seed, plan.count, plan.text()
('monday', 12, 'frozen-pile,wild-cards; seed=monday; count=12; hard=3')

The same text deals the whole room the same items, unless it says ``hard=follow``: then they follow the learner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from canasta.tutor.drills import GENERATORS, DrillError, drills_of
from canasta.tutor.drills.contract import HARD, not_one_of
from canasta.tutor.progress import LONGEST
from canasta.words import _

MOST_ITEMS: Final = 100
MOST_TEXT: Final = 2_000  # characters of an assignment; a link may not be longer
FOLLOW: Final = "follow"
USUAL: Final = HARD[1]  # how hard an assignment is that does not say it
CHOICES: Final = ("mixed", "weak", "mistakes")
SEED: Final = re.compile(r"[\w .-]+")


@dataclass(frozen=True)
class Plan:
    """A session: the names of its drills, its seed, and how many items it has (None: as many as one likes).

    ``hard`` fixes how hard they are; with None all follows the learner, and now and then it is asked which rule allowed
    what was answered rightly. ``profile`` is the table at which all is asked. ``choose`` says what comes: all drills
    alike, weak ones more often, or what went wrong before. ``hints`` may be asked for; with ``reveal="end"`` nothing is
    told before the end, so only questions come; with ``timed`` a clock runs.
    """

    drills: tuple[str, ...]
    seed: str
    count: int | None = None
    hard: int | None = None
    profile: str | None = None
    choose: str = "mixed"
    hints: bool = True
    reveal: str = "once"
    timed: bool = False
    title: str = ""

    def text(self) -> str:
        """It as ``read_plan`` reads it; what is as usual is left out, and a seed that is another each time."""
        parts = [",".join(self.drills)]
        values = {**vars(self), "hard": FOLLOW if self.hard is None else None if self.hard == USUAL else self.hard}
        for field in fields(self)[1:]:
            value = values[field.name]
            if value not in (field.default, ""):
                shown = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
                parts.append(f"{field.name}={shown}")
        return "; ".join(parts)


def read_plan(text: str, seed: str = "") -> Plan:
    """A plan from its text; ``seed`` is taken where the text has none.

    Raises DrillError that names the faulty part and says what would be right.
    """
    if len(text) > MOST_TEXT:
        raise DrillError(_("an assignment has at most {most} letters").format(most=MOST_TEXT))
    head, *settings = [part.strip() for part in text.split(";")]
    values: dict[str, Any] = {"drills": tuple(dict.fromkeys(_drills(head))), "seed": seed, "hard": USUAL}
    for setting in filter(None, settings):
        name, equals, word = (part.strip() for part in setting.partition("="))
        if not equals or name not in READERS:
            text = _("{part} is no setting of an assignment; there are {all}, as in count=12")
            raise DrillError(text.format(part=setting, all=", ".join(READERS)))
        values[name] = READERS[name](name, word)
    if not values["seed"]:
        raise DrillError(_("an assignment has a seed, such as seed=monday"))
    return Plan(**values)


def _drills(text: str) -> Iterable[str]:
    """Names of drills; a unit's name or number stands for all of its own, ``all`` for every one."""
    units = {each.unit for each in GENERATORS.values()}
    for word in (part.strip() for part in text.split(",")):
        named = [unit for unit in units if word in (unit, unit.partition("-")[0])]
        if word in GENERATORS:
            yield word
        elif word == "all":
            yield from GENERATORS
        elif named:
            yield from drills_of(named)
        else:
            said = _("{part} is no drill and no unit with one; there are {all}")
            raise DrillError(said.format(part=repr(word), all=", ".join(GENERATORS)))


def _text(name: str, word: str) -> str:
    if not SEED.fullmatch(word) or len(word) > LONGEST:
        text = _("{name} is made of letters, digits, blanks, dots and hyphens, at most {most}")
        raise DrillError(text.format(name=name, most=LONGEST))
    return word


def _number(name: str, word: str) -> int:
    if not word.isdecimal() or not 1 <= int(word[:9]) <= MOST_ITEMS:
        raise DrillError(_("{name} is a number from 1 to {most}").format(name=name, most=MOST_ITEMS))
    return int(word)


def _one_of(*words: str) -> Any:
    def read(name: str, word: str) -> str:
        if word not in words:
            raise not_one_of(name, repr(word), words)
        return word

    return read


def _grade(name: str, word: str) -> int | None:
    found = _one_of(*map(str, HARD), FOLLOW)(name, word)
    return None if found == FOLLOW else int(found)


def _switch(name: str, word: str) -> bool:
    return bool(_one_of("yes", "no")(name, word) == "yes")


READERS: Final[dict[str, Any]] = {
    "seed": _text,
    "count": _number,
    "hard": _grade,
    "profile": _one_of(*dict.fromkeys(name for each in GENERATORS.values() for name in each.profiles)),
    "choose": _one_of(*CHOICES),
    "hints": _switch,
    "reveal": _one_of("once", "end"),
    "timed": _switch,
    "title": _text,
}
