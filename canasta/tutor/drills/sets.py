"""Sets of mixed items that stand between the units: checkpoints on what was learned, and a test of where to begin."""

from __future__ import annotations

from typing import Final

from canasta.tutor.drills import GENERATORS
from canasta.tutor.drills.plan import USUAL, Plan

AFTER: Final = (4, 7, 11, 16)  # the units after which a checkpoint stands
CHECKPOINT: Final = 12
PLACEMENT: Final = 8
LAST: Final = 99
PLACING: Final = (1, 3, 6, 8, 9, 12, 15, 16)  # the units in which tables differ, or newcomers err most


def checkpoint(number: int, seed: str = "") -> Plan:
    """The checkpoint after a unit of ``AFTER``: twelve mixed items of all units up to it, without hints."""
    drills = tuple(name for name, each in GENERATORS.items() if 0 < _number(each.unit) <= number)
    return Plan(drills, seed, CHECKPOINT, USUAL, hints=False)


def placement(seed: str = "") -> Plan:
    """Eight items, of eight units: what goes wrong tells which lessons to take."""
    names = {_number(each.unit): name for name, each in reversed(GENERATORS.items())}
    return Plan(tuple(names[number] for number in PLACING if number in names), seed, PLACEMENT, USUAL, hints=False)


def _number(unit: str) -> int:
    """The number of a unit; a page that has none comes after all units."""
    number = unit.partition("-")[0]
    return int(number) if number.isdecimal() else LAST
