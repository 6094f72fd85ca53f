"""A side's table as one int, four bytes a rank: naturals, deuces, jokers, and a mark for a concealed canasta.

Slot 1 counts the side's red threes, slot 3 holds a meld of black threes. Adding a lay to a table is one addition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from canasta.cards import BLACK_THREE, DEUCE, JOKER, RED_THREE, Card, Kind

Table: TypeAlias = int
SLOT = 32
RED_THREE_ON_TABLE: Table = 1 << SLOT * RED_THREE
CONCEALED = 1 << 24


class Meld(NamedTuple):
    """One meld as it lies on the table: its rank and how many of its cards are natural, deuces and jokers."""

    rank: Kind
    naturals: int
    deuces: int = 0
    jokers: int = 0
    concealed: bool = False

    @property
    def wilds(self) -> int:
        """How many wild cards it holds."""
        return self.deuces + self.jokers

    @property
    def size(self) -> int:
        """How many cards it holds."""
        return self.naturals + self.deuces + self.jokers

    @property
    def is_natural(self) -> bool:
        """Whether it holds no wild card (``canasta.natural``)."""
        return not self.wilds

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Its cards: naturals, deuces, jokers."""
        return (self.rank,) * self.naturals + (DEUCE,) * self.deuces + (JOKER,) * self.jokers

    def __str__(self) -> str:
        return "".join(str(Card(kind)) for kind in self.kinds) + "!" * self.concealed


def pack(meld: Meld) -> Table:
    """The meld as an amount to add to a table."""
    word = meld.naturals | meld.deuces << 8 | meld.jokers << 16 | CONCEALED * meld.concealed
    return word << SLOT * meld.rank


def meld_of(table: Table, rank: Kind) -> Meld | None:
    """The meld of a rank on this table, or None."""
    word = table >> SLOT * rank & 0xFFFFFFFF
    if not word & 0xFFFFFF:
        return None
    return Meld(rank, word & 0xFF, word >> 8 & 0xFF, word >> 16 & 0xFF, bool(word >> 24))


def melds_on(table: Table) -> Iterator[Meld]:
    """The melds on this table, aces first, black threes last."""
    for rank in range(14, BLACK_THREE - 1, -1):
        if meld := meld_of(table, rank):
            yield meld


def has_melds(table: Table) -> bool:
    """Whether anything but red threes lies there."""
    return bool(table >> SLOT * BLACK_THREE)


def red_threes_on(table: Table) -> int:
    """How many red threes lie there."""
    return table >> SLOT * RED_THREE & 0xFF
