"""One action in one position, and what it takes to change a fact of it so that the position can still exist."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.cards import NATURALS, ONE, UNSEEN, WILDS, Bag, Kind
from canasta.case import Case
from canasta.position import Position
from canasta.problems import all_cards, in_pack
from canasta.table import Table, melds_on


class Try(NamedTuple):
    """One action in one position."""

    position: Position
    action: Action

    @property
    def lacking(self) -> Bag:
        """What the action needs and the hand surely does not hold."""
        return Case(self.position, self.action).lacking

    @property
    def table(self) -> Table:
        """The melds of the side in turn."""
        return self.position.tables[self.position.side]


class Change(NamedTuple):
    """A try with one fact changed, and the fact in words."""

    message: str
    values: dict[str, Any]
    position: Position
    action: Action


def settled(position: Position, *, by_stock: bool = True) -> Position:
    """The position with unseen cards added or taken, so that all cards together are the packs again.

    They are those of the stock, or of the other hands where the stock is to stay as it is.
    """
    if position.stock is None or None in position.hands:
        return position
    over = sum(all_cards(position)) - 54 * position.profile.packs
    stock = position.stock
    if by_stock and stock and over < len(stock):
        return position._replace(stock=stock[over:] if over > 0 else bytes([UNSEEN]) * -over + stock)
    hands = list(position.hands)
    others = [seat for seat in range(len(hands)) if seat != position.seat]
    seat = max(others, key=lambda seat: c.size(hands[seat] or 0))
    hand = hands[seat] or 0
    if over < c.count(hand, UNSEEN):
        hands[seat] = hand - over * ONE[UNSEEN]
    return position._replace(hands=tuple(hands))


def with_hand(position: Position, hand: Bag) -> Position:
    """The position with another hand for the player in turn."""
    hands = (hand if seat == position.seat else other for seat, other in enumerate(position.hands))
    return settled(position._replace(hands=tuple(hands)))


def with_table(position: Position, table: Table) -> Position:
    """The position with other melds for the side in turn."""
    tables = (table if side == position.side else other for side, other in enumerate(position.tables))
    return settled(position._replace(tables=tuple(tables)))


def fillers(tried: Try, need: int = 1) -> Iterator[Kind]:
    """Natural ranks that play no part in the try, with so many cards still free; low ones first."""
    position = tried.position
    free = [in_pack(kind, position.profile.packs) - n for kind, n in enumerate(all_cards(position))]
    busy = (position.hand or 0) | tried.action.spends | c.bag_of(set(position.pile))
    ranks = {lay.rank for lay in tried.action.lays} | {meld.rank for meld in melds_on(tried.table)}
    return (kind for kind in NATURALS if free[kind] >= need and not c.count(busy, kind) and kind not in ranks)


def with_lay(action: Action, place: int, cards: Bag) -> Action:
    """The action with other cards in one of its lays; a lay without cards falls away unless a take begins with it."""
    lays = list(action.lays)
    lay = lays[place]
    rank = lay.rank
    if rank is None and len(kinds := {kind for kind in c.kinds_in(cards) if kind not in WILDS}) == 1:
        (rank,) = kinds
    lays[place] = Lay(rank, cards, lay.seat, lay.apart)
    kept = [lay for at, lay in enumerate(lays) if lay.cards or (at == 0 and action.verb in (a.TAKE, a.PICK))]
    return action._replace(lays=a.in_canonical_order(action.verb, tuple(kept)))
