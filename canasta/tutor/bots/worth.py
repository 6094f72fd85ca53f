"""What a player sees in melds, hands and the pile: his tastes put to the cards."""

from __future__ import annotations

from functools import cached_property
from math import comb

from canasta import cards as c
from canasta.cards import DEUCE, JOKER, NATURALS, RED_THREE, UNSEEN, Bag, Kind
from canasta.clauses import BOOK
from canasta.position import Position
from canasta.problems import in_pack
from canasta.profile import CLASSIC, Profile
from canasta.table import DEUCES_AT, JOKERS_AT, NATURAL_LANE, Meld, Table, meld_of
from canasta.tutor.bots.tastes import Tastes


def points(bag: Bag) -> int:
    """What cards count (``value.points``)."""
    return int(BOOK["value.points"].value(bag))


COUNTS = tuple(points(one) for one in c.ONE)


def meld_worth(tastes: Tastes, meld: Meld | None, profile: Profile = CLASSIC) -> float:
    """What a meld may bring, its cards' own points apart."""
    if meld is None:
        return 0
    return _worth(tastes, meld.size, meld.wilds, profile)


def _worth(tastes: Tastes, size: int, wilds: int, profile: Profile) -> float:
    missing = profile.canasta_size - size
    if missing <= 0:
        return tastes.canasta + (profile.mixed_bonus if wilds else profile.natural_bonus)
    if size < profile.meld_size:
        return 0
    hope = (tastes.six, tastes.five, tastes.four, tastes.three)[min(missing, 4) - 1]
    return hope if wilds else hope * (1 + tastes.clean)


def holding_worth(tastes: Tastes, n: int, meld: Meld | None, profile: Profile = CLASSIC) -> float:
    """What so many natural cards of a rank promise in the hand of a side that has this meld of it."""
    total = tastes.pair + tastes.third * (n - 2) if n > 1 else 0.0
    if meld is not None and n:
        total += n * (tastes.fits if meld.size < profile.canasta_size else tastes.fits_canasta)
    return total


def hand_worth(tastes: Tastes, hand: Bag, table: Table, profile: Profile = CLASSIC) -> float:
    """What the cards of a hand promise: pairs, what fits the side's melds, and wild cards."""
    total = tastes.deuce * (hand >> 8 * DEUCE & 0xFF) + tastes.joker * (hand >> 8 * JOKER & 0xFF)
    for kind in NATURALS:
        if n := hand >> 8 * kind & 0xFF:
            total += holding_worth(tastes, n, meld_of(table, kind), profile)
    return total


def pile_worth(tastes: Tastes, pile: Bag, hand: Bag, table: Table, profile: Profile = CLASSIC) -> float:
    """What picking the pile up brings a player: cards, points, and what they make with his hand."""
    gain = hand_worth(tastes, hand + pile, table, profile) - hand_worth(tastes, hand, table, profile)
    return tastes.piled * points(pile) + tastes.card * c.size(pile) + gain


def on_table(table: Table) -> Bag:
    """All cards of a side's table, as ``table_bag`` has them, and faster."""
    bag = table & NATURAL_LANE
    bag += ((table >> DEUCES_AT & NATURAL_LANE) % 255) << 8 * DEUCE
    return bag + (table >> JOKERS_AT & NATURAL_LANE) % 255


class Unseen:
    """The cards that a player has not seen, counted."""

    def __init__(self, view: Position, seat: int) -> None:
        self.view, self.seat = view, seat

    @cached_property
    def seen(self) -> bytes:
        """How many of each kind lie in view: in his hand, on the tables and in the pile."""
        view = self.view
        return c.counts((view.hands[self.seat] or 0) + c.bag_of(view.pile) + sum(map(on_table, view.tables)))

    @cached_property
    def counts(self) -> list[int]:
        """How many of each kind he has not seen."""
        packs = self.view.profile.packs
        return [max(0, in_pack(kind, packs) - seen) for kind, seen in zip(range(UNSEEN), self.seen)]

    @cached_property
    def total(self) -> int:
        """How many cards those are, red threes apart, which no hand keeps."""
        return sum(self.counts) - self.counts[RED_THREE]

    def holds(self, kind: Kind, n: int, size: int) -> float:
        """The chance that a hand of ``size`` of these cards holds at least ``n`` of a kind."""
        there, total = self.counts[kind], self.total
        size = min(size, total)
        if there < n or size < n:
            return 0.0
        fewer = sum(comb(there, k) * comb(total - there, size - k) for k in range(n) if size - k <= total - there)
        return 1 - fewer / comb(total, size)
