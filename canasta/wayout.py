"""Can the player in turn go out in this turn, and how? Found from what he sees: his hand, the tables and the pile.

Going out, every card of the hand but at most one discard is laid on melds (``canasta.layall``). The stock stays face
down: before the draw going out is certain by a take in view, or if whatever may be drawn leaves a way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from typing import NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.cards import NATURALS, ONE, RED_THREE, UNSEEN, Bag, Kind
from canasta.case import Case
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.layall import LayAll, Layout
from canasta.position import DRAW, DREW, LAST, PLAY, TOOK, Position
from canasta.problems import in_pack, table_bag
from canasta.table import has_melds

Way = tuple[Action, ...]


class GoingOut(NamedTuple):
    """Whether the player in turn can go out in this turn; truthy when that is certain from what he sees.

    ``actions`` is a way that lies in view, empty if there is none. Before the draw, ``draws`` are the ways that begin
    with a draw, one for each draw that may come and leaves a way, and ``risks`` the draws that may come and leave none.
    """

    actions: Way = ()
    draws: tuple[Way, ...] = ()
    risks: tuple[Action, ...] = ()

    @property
    def certain(self) -> bool:
        """Whether he can surely go out."""
        return bool(self.actions) or (bool(self.draws) and not self.risks)

    def __bool__(self) -> bool:
        return self.certain


def can_go_out(position: Position) -> GoingOut:
    """Whether and how the player in turn can go out in this turn (``out.ask``), as far as he sees."""
    actions = way_out(position) or ()
    found = [(draw, way_after(position, draw)) for draw in draws(position)]
    ways = tuple((draw, *way) for draw, way in found if way is not None)
    return GoingOut(actions, ways, tuple(draw for draw, way in found if way is None))


def way_out(position: Position, book: Book = BOOK) -> Way | None:
    """Actions of the player in turn that end with his going out in this turn, or None.

    Only cards in view are used, so before the draw the way begins with taking the pile.
    """
    hand = position.hand
    if hand is None or c.count(hand, UNSEEN) or position.phase not in (DRAW, PLAY):
        return None
    if reds := c.count(hand, RED_THREE):
        # Their replacements are not in view, unless there are none.
        if position.stock != b"" and position.origin != TOOK:
            return None
        laid = _with_hand(position, hand - reds * ONE[RED_THREE])
        way = way_out(laid, book)
        return None if way is None else (Action(a.LAY, cards=reds * ONE[RED_THREE]), *way)
    if position.phase == PLAY:
        # After the last red three nothing is discarded.
        return _finish(LayAll(position, book, hand, spare=int(position.origin != LAST)).layout())
    return _take(position, book, hand)


def sure_to_go_out(position: Position, book: Book = BOOK) -> tuple[bool, Bag]:
    """Whether going out is certain, and else a draw that would leave no way, if there is one."""
    if way_out(position, book) is not None:
        return True, 0
    return draw_is_safe(position, book)


def draw_is_safe(position: Position, book: Book = BOOK) -> tuple[bool, Bag]:
    """Whether every draw that may come leaves a way to go out, and else one that leaves none, if any may come."""
    some = False
    for draw in draws(position):
        some = True
        if way_after(position, draw, book) is None:
            return False, draw.cards
    return some, 0


def draws(position: Position) -> Iterator[Action]:
    """Every draw that may reach the hand, counted from the cards the player sees; none unless he is to draw.

    Red threes are laid and replaced, so they are no card of a draw; where the stock may end among them, fewer cards
    come; a stock that is not stated has enough. A draw that ends the deal is not among them: then nobody goes out.
    """
    hand = position.hand
    if position.phase != DRAW or hand is None or c.count(hand, RED_THREE):
        return
    # Cards that go with nothing first: if any leaves no way, it is one of those.
    kinds = [kind for kind in range(UNSEEN) if kind != RED_THREE]
    kinds.sort(key=lambda kind: (c.count(hand, kind), kind not in NATURALS))
    stock = position.stock_size()
    for n in range(position.profile.draws, 0, -1):
        # Fewer come only if the stock ends, the rest of it being red threes.
        fewer = n < position.profile.draws
        if fewer and (stock is None or stock - n > unseen(position, RED_THREE)):
            continue
        if stock is not None and stock < n:
            continue
        for drawn in combinations_with_replacement(kinds, n):
            if all(drawn.count(kind) <= unseen(position, kind) for kind in set(drawn)):
                yield Action(a.DRAW, cards=c.bag_of(drawn))


def unseen(position: Position, kind: Kind) -> int:
    """How many cards of a kind the player in turn has not seen: neither in his hand nor on a table or the pile."""
    there = c.count(position.hand or 0, kind) + position.pile.count(kind)
    there += sum(table_bag(table) >> 8 * kind & 0xFF for table in position.tables)
    return in_pack(kind, position.profile.packs) - there


def way_after(position: Position, draw: Action, book: Book = BOOK) -> Way | None:
    """A way to go out after this draw, or None."""
    hand = (position.hand or 0) + draw.cards
    return way_out(_with_hand(position, hand)._replace(phase=PLAY, origin=DREW), book)


def after_laying(case: Case) -> Position | None:
    """What the player sees after a meld or a take; None if the cards cannot be laid or his hand is not known."""
    position, taking = case.position, case.action.verb == a.TAKE
    rest = case.hand_after
    if rest is None or any(facts.rank is None or facts.theirs for facts in case.lays):
        return None
    tables = list(position.tables)
    tables[position.side] = case.after
    after = position._replace(tables=tuple(tables), fresh=case.fresh_after, phase=PLAY)
    if taking:
        after = after._replace(pile=b"", origin=TOOK, upcards=0)
    return _with_hand(after, rest)


def _with_hand(position: Position, hand: Bag) -> Position:
    hands = tuple(hand if seat == position.seat else held for seat, held in enumerate(position.hands))
    return position._replace(hands=hands, paint=None)


def _finish(layout: Layout | None) -> Way | None:
    if layout is None or not (layout.now or layout.discard is not None):
        return None
    melds = (Action(a.MELD, layout.now),) if layout.now else ()
    return (*melds, *_discard(layout))


def _discard(layout: Layout) -> Way:
    return () if layout.discard is None else (Action(a.DISCARD, cards=ONE[layout.discard]),)


def _take(position: Position, book: Book, hand: Bag) -> Way | None:
    if not position.pile or position.pile[-1] not in NATURALS:
        return None
    top = position.pile[-1]
    rest = position.brought()
    layout = LayAll(position, book, hand, rest, top).layout()
    if layout is None and c.size(rest) == 1 and not has_melds(position.tables[position.side]):
        # Black threes count towards the minimum if they go down in the take itself; the pile's card is the discard.
        layout = LayAll(position, book, hand, 0, top, spare=0).layout()
        layout = layout and layout._replace(discard=next(c.kinds_in(rest)))
    if layout is None:
        return None
    later = (Action(a.MELD, layout.later),) if layout.later else ()
    return (Action(a.TAKE, layout.now), *later, *_discard(layout))
