"""Suits: paint on cards, so that a picture does not change under the learner's hand. No rule reads them.

Most positions are not painted at all; then ``Position.paint`` is None and nothing here runs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from canasta.cards import RED_THREE, UNSEEN, Bag, Card, Kind, count, in_order, kinds_in, without

if TYPE_CHECKING:
    from canasta.actions import Action
    from canasta.position import Position

BARE = "."


class Paint(NamedTuple):
    """Where the painted cards lie.

    Hands list their painted cards, tables pairs of a meld's rank and a painted card, both in order; pile and stock
    hold a suit letter or "." for each of their cards.
    """

    hands: tuple[tuple[Card, ...], ...]
    tables: tuple[tuple[tuple[Kind, Card], ...], ...]
    pile: str
    stock: str

    @classmethod
    def made(
        cls,
        hands: Iterable[Iterable[Card]],
        tables: Iterable[Iterable[tuple[Kind, Card]]],
        pile: str,
        stock: str,
    ) -> Paint | None:
        """The paint in its one canonical order, or None if nothing is painted."""
        paint = cls(
            tuple(in_order(card for card in hand if card.suit) for hand in hands),
            tuple(tuple(sorted(pair for pair in table if pair[1].suit)) for table in tables),
            pile if pile.strip(BARE) else "",
            stock if stock.strip(BARE) else "",
        )
        return paint if any(paint.hands) or any(paint.tables) or paint.pile or paint.stock else None


def suits_in_row(cards: Sequence[Card]) -> str:
    """The suits of a pile or a stock, a letter or "." each."""
    return "".join(card.suit or BARE for card in cards)


def painted_row(kinds: bytes, suits: str) -> list[Card]:
    """The cards of a pile or a stock with their suits."""
    return [Card(kind, "" if suit == BARE else suit) for kind, suit in zip(kinds, suits or BARE * len(kinds))]


def painted_bag(bag: Bag, painted: Iterable[Card]) -> list[Card]:
    """The cards of a hand: the painted ones, and the rest bare, as a hand is held."""
    return painted_kinds(kinds_in(bag), painted)


def painted_kinds(kinds: Iterable[Kind], painted: Iterable[Card]) -> list[Card]:
    """These kinds with the suits that are known of them, painted ones first within a kind."""
    suits: dict[Kind, list[Card]] = {}
    for card in in_order(painted):
        suits.setdefault(card.kind, []).append(card)
    return [suits[kind].pop(0) if suits.get(kind) else Card(kind) for kind in kinds]


class Painter:
    """Moves paint while cards move. Cards named with their suit go; else bare cards go first, then any of the kind."""

    def __init__(self, paint: Paint, pile: int, stock: int) -> None:
        self.hands = [list(hand) for hand in paint.hands]
        self.tables = [list(table) for table in paint.tables]
        self.pile = list(paint.pile or BARE * pile)
        self.stock = list(paint.stock or BARE * stock)

    def from_hand(self, seat: int, hand: Bag | None, spent: Bag, wanted: Iterable[Card] = ()) -> list[Card]:
        """Take ``spent`` out of the hand and return the cards that went, with their suits.

        ``hand`` is the bag before; ``wanted`` the cards that the player named by suit.
        """
        held = self.hands[seat]
        gone: list[Card] = []
        for card in wanted:
            if card in held:
                held.remove(card)
                gone.append(card)
        named = Counter(card.kind for card in gone)
        for kind in range(UNSEEN):
            need = count(spent, kind) - named[kind]
            bare = (count(hand, kind) if hand is not None else need) - named[kind]
            bare -= sum(card.kind == kind for card in held)
            for _ in range(need):
                if bare > 0:
                    bare -= 1
                    gone.append(Card(kind))
                elif painted := next((card for card in held if card.kind == kind), None):
                    held.remove(painted)
                    gone.append(painted)
                else:
                    gone.append(Card(kind))
        return gone

    def lay(self, side: int, rank: Kind, card: Card) -> None:
        """A card reaches a meld, or the red threes."""
        if card.suit:
            self.tables[side].append((rank, card))

    def draw(self, kind: Kind, seat: int, side: int) -> None:
        """The top card of the stock reaches a hand, a red three its side's table."""
        card = Card(kind, self.stock.pop(0).strip(BARE))
        if kind == RED_THREE:
            self.lay(side, RED_THREE, card)
        elif card.suit:
            self.hands[seat].append(card)

    def take_pile(self, pile: bytes, seat: int, side: int) -> None:
        """The pile's top card reaches its meld, its red threes the table, the rest the hand."""
        *rest, top = [Card(kind, suit.strip(BARE)) for kind, suit in zip(pile, self.pile)]
        self.lay(side, top.kind, top)
        for card in rest:
            if card.kind == RED_THREE:
                self.lay(side, RED_THREE, card)
            elif card.suit:
                self.hands[seat].append(card)
        self.pile = []

    def finish(self) -> Paint | None:
        """The paint as it now lies."""
        return Paint.made(self.hands, self.tables, "".join(self.pile), "".join(self.stock))


def repainted(before: Position, action: Action, after: Position, drawn: Sequence[Kind]) -> Paint | None:
    """The paint after an action: every card keeps its suit. ``drawn`` are the kinds that left the stock."""
    assert before.paint is not None
    painter = Painter(before.paint, len(before.pile), len(before.stock or b""))
    seat, side = before.seat, before.side
    hand = before.hand
    match action.verb:
        case "lay":
            for card in painter.from_hand(seat, hand, action.cards, action.painted):
                painter.lay(side, RED_THREE, card)
        case "meld" | "take":
            for lay in action.lays:
                assert lay.rank is not None
                for card in painter.from_hand(seat, hand, lay.cards, lay.painted):
                    painter.lay(side, lay.rank, card)
                hand = None if hand is None else without(hand, lay.cards)
            if action.verb == "take":
                painter.take_pile(before.pile, seat, side)
        case "discard":
            (card,) = painter.from_hand(seat, hand, action.cards, action.painted)
            painter.pile.append(card.suit or BARE)
    for kind in drawn:
        painter.draw(kind, seat, side)
    return painter.finish()
