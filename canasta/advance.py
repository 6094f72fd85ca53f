"""What a legal action does to a position: cards move, the turn goes on, and no card is ever lost.

``advance`` judges nothing and tells nothing: ``play`` asks the judge before and has what followed told after
(``canasta.events``), while simulations only advance. Positions are built whole, which is what makes that fast.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.cards import DEUCE, ONE, RED_THREE, Bag, Kind
from canasta.case import going_out, lone_pile
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.options import Listed
from canasta.position import ADDED, ALONE, ANSWER, DRAW, DREW, LAST, MORE, NOT_YET, OVER, PLAY, TOOK, Position
from canasta.shapes import Shapes, shapes_of
from canasta.table import CONCEALED, RED_THREE_ON_TABLE, Table, laid, meld_of

_position: Callable[..., Position] = tuple.__new__  # built whole, which costs a third of its own constructor
ONE_CARD = tuple(bytes([kind]) for kind in range(16))
UNSEEN_AT = 8 * c.UNSEEN
T = TypeVar("T")


def advance(position: Position, action: Action, book: Book = BOOK) -> Position:
    """The position after an action that is known to be legal; what it does with another is undefined."""
    after = _MOVES[action.verb](position, action, book)
    if position.paint is None:
        return after
    from canasta.paint import repainted

    return after._replace(paint=repainted(position, action, after, drawn_kinds(position, action, after)))


def effect(action: Action) -> tuple[Bag, Table]:
    """What an action spends from the hand and adds to the table, the top card of a take apart."""
    if type(action) is Listed:
        return action.spent, action.laid
    put = 0
    for lay in action.lays:
        cards, rank = lay.cards, lay.rank or 0
        put += laid(rank, cards >> 8 * rank & 0xFF, cards >> 8 * DEUCE & 0xFF, cards & 0xFF)
    return action.spends, put


def drawn_kinds(before: Position, action: Action, after: Position) -> list[Kind]:
    """The cards that left the stock, in their order; those that were said where the stock is unseen."""
    if before.stock is None or after.stock is None:
        return []
    said = _said(action)
    return [_named(kind, said) for kind in before.stock[: len(before.stock) - len(after.stock)]]


def _said(action: Action) -> list[Kind]:
    # Said red threes came first: each was replaced by what is said after it.
    return sorted(c.kinds_in(action.cards), key=lambda kind: kind != RED_THREE) if action.verb == a.DRAW else []


def _named(kind: Kind, said: list[Kind]) -> Kind:
    """The card that comes: one that was said, where it could not be seen."""
    if kind == c.UNSEEN and said:
        return said.pop(0)
    if kind in said:
        said.remove(kind)
    return kind


# -- drawing --------------------------------------------------------------------------------------------------------


def _draw(position: Position, action: Action, book: Book) -> Position:
    # fmt: off
    (profile, hands, tables, pile, stock, seat, _phase, _origin, answer, first, fresh, melded, dealer, upcards, out,
     concealed, scores, paint) = position
    # fmt: on
    if stock is not None:
        if not stock:
            return position._replace(phase=OVER)
        due = profile.draws
        cards = stock[:due]
        if RED_THREE not in cards and not action.cards and len(stock) > due:
            held = list(hands)
            hand = held[seat]
            if hand is not None:
                for kind in cards:
                    hand += ONE[kind]
                held[seat] = hand
                hands = tuple(held)
            # fmt: off
            return _position(Position, (
                profile, hands, tables, pile, stock[due:], seat, PLAY, DREW, answer, first, fresh, melded, dealer,
                upcards, out, concealed, scores, paint,
            ))
            # fmt: on
    return _fill(position._replace(phase=PLAY, origin=DREW), profile.draws, _said(action), shapes_of(book, profile))


def _fill(position: Position, due: int, said: list[Kind], shapes: Shapes) -> Position:
    """Draw so many cards; red threes among them are laid and replaced while the stock lasts."""
    stock, laid, gained, drawn = position.stock, 0, 0, 0
    while due and (stock is None or stock):
        kind = _named(stock[0] if stock else c.UNSEEN, said)
        stock = stock[1:] if stock else stock
        due -= 1
        if kind == RED_THREE:
            laid += 1
            due += shapes.book["red-three.drawn"].value()
        else:
            gained += ONE[kind]
            drawn += 1
    position = _gained(position._replace(stock=stock), gained, laid, shapes)
    if stock != b"":
        return position
    book, profile = shapes.book, shapes.profile
    if laid and not book["stock.short-draw"].value(drawn):
        if book["stock.last-red-three"].value(profile):
            return position._replace(phase=OVER)
        return position._replace(phase=PLAY, origin=LAST)
    return position._replace(phase=OVER) if book["stock.end"].value(profile, a.DRAW) else position


def _gained(position: Position, cards: Bag, reds: int, shapes: Shapes) -> Position:
    """Cards reach the hand of the player in turn, red threes his table; an unstated hand stays unstated."""
    hand = position.hand
    side = shapes.sides[position.seat]
    return position._replace(
        hands=_with(position.hands, position.seat, None if hand is None else hand + cards),
        tables=_with(position.tables, side, position.tables[side] + RED_THREE_ON_TABLE * reds),
    )


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    changed = list(values)
    changed[at] = value
    return tuple(changed)


def _lay(position: Position, action: Action, book: Book) -> Position:
    """Red threes go from the hand to the table and are replaced while the stock lasts, but for those of a pile."""
    shapes = shapes_of(book, position.profile)
    n = c.size(action.cards)
    side = shapes.sides[position.seat]
    laid = position._replace(
        hands=_with(position.hands, position.seat, _less(position.hand, action.cards)),
        tables=_with(position.tables, side, position.tables[side] + RED_THREE_ON_TABLE * n),
    )
    if position.stock == b"" and not shapes.book["red-three.no-replacement"].value():
        return laid._replace(phase=OVER)
    return laid if position.origin == TOOK or position.stock == b"" else _fill(laid, n, [], shapes)


def _less(hand: Bag | None, cards: Bag) -> Bag | None:
    if hand is None:
        return None
    # Only where cards are unseen may the hand lack what is played.
    return c.without(hand, cards) if hand >> UNSEEN_AT else hand - cards


# -- melding and taking ---------------------------------------------------------------------------------------------


def _meld(position: Position, action: Action, book: Book) -> Position:
    # fmt: off
    (profile, hands, tables, pile, stock, seat, _phase, origin, answer, first, fresh, melded, dealer, upcards, out,
     concealed, scores, paint) = position
    # fmt: on
    shapes = shapes_of(book, profile)
    side = shapes.sides[seat]
    before = table = tables[side]
    hand = hands[seat]
    spent, put = effect(action)
    reds = 0
    if action.verb == a.TAKE:
        if type(action) is not Listed:
            put += ONE[pile[-1]]
        reds = pile.count(RED_THREE)
        table += RED_THREE_ON_TABLE * reds
        if hand is not None:
            hand = (_less(hand, spent) or 0) + position.brought()
        fresh |= lone_pile(profile, pile)
        pile, upcards, origin = b"", 0, TOOK
    else:
        hand = _less(hand, spent)
        if origin == TOOK:
            fresh |= MORE
    for lay in action.lays:
        rank = lay.rank or 0
        if not before >> 8 * rank & 0xFF:
            fresh |= 1 << rank
        elif not fresh >> rank & 1:
            fresh |= ADDED
    table += put
    # A canasta is concealed if it lay in the hand before cards of the pile reached it (canasta.concealed).
    if profile.concealed_canasta_bonus and (position.origin != TOOK or position.fresh & ALONE):
        table += _concealed_canastas(before, table, shapes)
    hands, tables = _with(hands, seat, hand), _with(tables, side, table)
    # fmt: off
    after: Position = _position(Position, (
        profile, hands, tables, pile, stock, seat, PLAY, origin, answer, first, fresh, melded, dealer, upcards, out,
        concealed, scores, paint,
    ))
    # fmt: on
    if reds and (due := reds * shapes.book["red-three.pile"].value()):
        after = _fill(after, due, [], shapes)
    return _out(position, after, shapes) if hand == 0 else after


def _concealed_canastas(before: Table, after: Table, shapes: Shapes) -> Table:
    """The marks of canastas laid down whole (``canasta.concealed``)."""
    marks = 0
    for rank in c.NATURALS:
        if not before >> 8 * rank & 0xFF and (meld := meld_of(after, rank)) and shapes.seven(shapes.profile, meld):
            marks += CONCEALED << 8 * rank
    return marks


# -- ending -----------------------------------------------------------------------------------------------------------


def _discard(position: Position, action: Action, book: Book) -> Position:
    # fmt: off
    (profile, hands, tables, pile, stock, seat, _phase, _origin, _answer, first, fresh, melded, dealer, upcards, out,
     concealed, scores, paint) = position
    # fmt: on
    card = action.cards
    held = list(hands)
    hand = held[seat]
    if hand is not None:
        hand = held[seat] = c.without(hand, card) if hand >> UNSEEN_AT else hand - card
        hands = tuple(held)
    pile += ONE_CARD[(card.bit_length() - 1) >> 3]
    if hand == 0:
        return _out(position, position._replace(hands=hands, pile=pile), shapes_of(book, profile))
    if stock == b"" and book["stock.end"].value(profile, a.DISCARD):
        return position._replace(hands=hands, pile=pile, phase=OVER)
    if fresh:
        melded |= 1 << seat
    if first and seat == dealer:
        first = False
    seat += 1
    if seat == profile.players:
        seat = 0
    # fmt: off
    return _position(Position, (
        profile, hands, tables, pile, stock, seat, DRAW, NOT_YET, "", first, 0, melded, dealer, upcards, out,
        concealed, scores, paint,
    ))
    # fmt: on


def _out(before: Position, after: Position, shapes: Shapes) -> Position:
    """The player in turn has got rid of his last card."""
    table = after.tables[shapes.sides[before.seat]]
    facts = going_out(before, after.fresh, table, after.origin == TOOK, shapes.book)
    concealed = shapes.book["out.concealed"].value(shapes.profile, facts)
    return after._replace(phase=OVER, out=before.seat, out_concealed=concealed)


# -- asking -----------------------------------------------------------------------------------------------------------


def _pass(position: Position, action: Action, book: Book) -> Position:
    return position._replace(phase=OVER)


def _nothing(position: Position, action: Action, book: Book) -> Position:
    return position


def _ask(position: Position, action: Action, book: Book) -> Position:
    return position._replace(phase=ANSWER)


def _answer(position: Position, action: Action, book: Book) -> Position:
    return position._replace(phase=PLAY if position.origin else DRAW, answer=action.reply)


_MOVES: dict[str, Callable[[Position, Action, Book], Position]] = {
    a.DRAW: _draw,
    a.LAY: _lay,
    a.MELD: _meld,
    a.TAKE: _meld,
    a.DISCARD: _discard,
    a.PASS: _pass,
    a.ASK: _ask,
    a.ANSWER: _answer,
    a.SAY: _nothing,
}
