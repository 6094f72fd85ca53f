"""A side's table as one int of four lanes: naturals, deuces, jokers, and marks for concealed canastas.

A lane has a byte a rank, so the lane of naturals is a bag of cards; its second byte counts the side's red threes, its
fourth the black threes melded. Adding a lay to a table is one addition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from canasta.cards import BLACK_THREE, DEUCE, JOKER, ONE, RED_THREE, Card, Kind

Table: TypeAlias = int
LANE = 128  # bits
BYTES = 4 * LANE // 8
DEUCES_AT, JOKERS_AT, MARKS_AT = LANE, 2 * LANE, 3 * LANE
NATURAL_LANE = (1 << LANE) - 1
RED_THREE_ON_TABLE: Table = ONE[RED_THREE]
CONCEALED = 1 << MARKS_AT


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


def laid(rank: Kind, naturals: int, deuces: int = 0, jokers: int = 0) -> Table:
    """What cards of one meld add to a table."""
    return (naturals | deuces << DEUCES_AT | jokers << JOKERS_AT) << 8 * rank


def pack(meld: Meld) -> Table:
    """The meld as an amount to add to a table."""
    mark = CONCEALED << 8 * meld.rank if meld.concealed else 0
    return laid(meld.rank, meld.naturals, meld.deuces, meld.jokers) + mark


def meld_of(table: Table, rank: Kind) -> Meld | None:
    """The meld of a rank on this table, or None."""
    word = table >> 8 * rank
    naturals, deuces, jokers = word & 0xFF, word >> DEUCES_AT & 0xFF, word >> JOKERS_AT & 0xFF
    if not (naturals or deuces or jokers):
        return None
    return Meld(rank, naturals, deuces, jokers, bool(word >> MARKS_AT & 0xFF))


def melds_on(table: Table) -> Iterator[Meld]:
    """The melds on this table, aces first, black threes last."""
    for rank in range(14, BLACK_THREE - 1, -1):
        if meld := meld_of(table, rank):
            yield meld


def has_melds(table: Table) -> bool:
    """Whether anything but red threes lies there."""
    return bool(table >> 8 * BLACK_THREE)


def red_threes_on(table: Table) -> int:
    """How many red threes lie there."""
    return table >> 8 * RED_THREE & 0xFF
