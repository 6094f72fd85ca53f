"""What a player sees in melds, hands and the pile: his tastes put to the cards."""

from __future__ import annotations

from functools import cached_property
from math import comb

from canasta import cards as c
from canasta.cards import DEUCE, JOKER, NATURALS, UNSEEN, Bag, Kind
from canasta.clauses import BOOK
from canasta.position import Position
from canasta.problems import in_pack, table_bag
from canasta.table import Meld, Table, meld_of
from canasta.tutor.bots.tastes import Tastes


def points(bag: Bag) -> int:
    """What cards count (``value.points``)."""
    return int(BOOK["value.points"].value(bag))


def meld_worth(tastes: Tastes, meld: Meld | None) -> float:
    """What a meld may bring, its cards' own points apart."""
    if meld is None or meld.size < 3:
        return 0
    if meld.size >= 7:
        return tastes.canasta + tastes.natural * meld.is_natural
    so_far = (tastes.three, tastes.four, tastes.five, tastes.six)[meld.size - 3]
    return so_far * (1 + tastes.clean) if meld.is_natural else so_far


def hand_worth(tastes: Tastes, hand: Bag, table: Table) -> float:
    """What the cards of a hand promise: pairs, what fits the side's melds, and wild cards."""
    total = tastes.deuce * (hand >> 8 * DEUCE & 0xFF) + tastes.joker * (hand >> 8 * JOKER & 0xFF)
    for kind in NATURALS:
        if n := hand >> 8 * kind & 0xFF:
            if n >= 2:
                total += tastes.pair + tastes.third * (n - 2)
            if meld := meld_of(table, kind):
                total += n * (tastes.fits if meld.size < 7 else tastes.fits_canasta)
    return total


def pile_worth(tastes: Tastes, pile: Bag, hand: Bag, table: Table) -> float:
    """What picking the pile up brings a player: cards, points, and what they make with his hand."""
    gain = hand_worth(tastes, hand + pile, table) - hand_worth(tastes, hand, table)
    return tastes.piled * points(pile) + tastes.card * c.size(pile) + gain


class Unseen:
    """The cards that a player has not seen, counted."""

    def __init__(self, view: Position, seat: int) -> None:
        self.view, self.seat = view, seat

    @cached_property
    def counts(self) -> list[int]:
        """How many of each kind."""
        view = self.view
        seen = (view.hands[self.seat] or 0) + c.bag_of(view.pile) + sum(table_bag(table) for table in view.tables)
        return [max(0, in_pack(kind, view.profile.packs) - (seen >> 8 * kind & 0xFF)) for kind in range(UNSEEN)]

    def holds(self, kind: Kind, n: int, size: int) -> float:
        """The chance that a hand of ``size`` of these cards holds at least ``n`` of a kind."""
        there, total = self.counts[kind], sum(self.counts)
        size = min(size, total)
        if there < n or size < n:
            return 0.0
        fewer = sum(comb(there, k) * comb(total - there, size - k) for k in range(n) if size - k <= total - there)
        return 1 - fewer / comb(total, size)
