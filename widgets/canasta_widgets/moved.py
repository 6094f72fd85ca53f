"""What went where in a step, for a screen to show as motion: made only from what the player in a seat may see.

Places are named as the zones name them: before the step ``hand-3``, ``stock``, ``pile`` or ``seat-2`` (another player's
hand), after it ``hand-7``, ``seat-2``, ``meld-0-13``, ``pile`` or ``reds-0`` (a side's red threes). An open hand whose
cards are not stated is ``hand`` as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from canasta import Card, Position, Step
from canasta.actions import DISCARD, DRAW, LAY, TAKE
from canasta.cards import RED_THREE, UNSEEN, size
from canasta_widgets import faces

Move = dict[str, Any]


def moved(step: Step, seat: int, then: int | None = None) -> list[Move]:
    """The moves of a step: ``from`` and ``to`` are places, ``n`` counts cards, ``faces`` are those the seat sees go.

    Cards that stay in the open hand are there too, from their old id to their new one, without a face. ``then`` is
    whose hand lies open afterwards, if that is another's: what stays in the first hand is no longer shown.
    """
    moves = _Moves(step, seat).all()
    return [move for move in moves if then in (None, seat) or not move["to"].startswith("hand")]


def taken_back(moves: Iterable[Move]) -> list[Move]:
    """The same moves the other way."""
    return [{**move, "from": move["to"], "to": move["from"]} for move in moves]


def _move(origin: str, to: str, cards: list[Card]) -> Move:
    return {
        "from": origin,
        "to": to,
        "n": len(cards),
        "faces": [faces.card(each) for each in cards if each.kind != UNSEEN],
    }


def _more(before: Iterable[Card], after: Iterable[Card]) -> list[Card]:
    """The cards that came to those before."""
    more = list(after)
    for each in before:
        if each in more:
            more.remove(each)
    return more


class _Moves:
    """The moves of one step, as they are found."""

    def __init__(self, step: Step, seat: int) -> None:
        self.before, self.after = step.before.seen_by(seat), step.after.seen_by(seat)
        self.action = step.verdict.action
        self.seat, self.side = step.before.seat, step.before.side
        self.place = "hand" if self.seat == seat else f"seat-{self.seat}"
        taken = self.before.pile_cards() if self.action.verb == TAKE else []
        self.top, self.pile = taken[-1:], taken[:-1]
        self.held = self._open(self.before) if self.seat == seat else []
        self.spent = 0  # cards that left the hand
        self.reds = 0  # red threes that came from the stock

    def all(self) -> Iterator[Move]:
        """Every move: to the table and the pile, then to the hand, then what stays there."""
        for rank in (meld.rank for meld in self.after.melds(self.side)):
            yield from self._melded(rank, f"meld-{self.side}-{rank}")
        if self.action.verb == DISCARD:
            yield from self._spend(self.after.pile_cards()[-1:], "pile")
        yield from self._red_threes(f"reds-{self.side}")
        yield from self._hand()

    def _open(self, position: Position) -> list[tuple[str, Card]]:
        return [(f"hand-{at}", card) for at, card in enumerate(position.cards_in_hand(self.seat))]

    def _came(self, rank: int) -> list[Card]:
        return _more(self.before.meld_cards(self.side, rank), self.after.meld_cards(self.side, rank))

    def _melded(self, rank: int, place: str) -> Iterator[Move]:
        cards = self._came(rank)
        if self.top and self.top[0].kind == rank:
            yield _move("pile", place, self.top)
            cards = _more(self.top, cards)
        yield from self._spend(cards, place)

    def _red_threes(self, place: str) -> Iterator[Move]:
        """Red threes that were laid: out of the pile, from the hand, the rest straight from the stock."""
        cards = self._came(RED_THREE)
        if of_pile := [card for card in self.pile if card.kind == RED_THREE]:
            yield _move("pile", place, of_pile)
            self.pile, cards = [card for card in self.pile if card.kind != RED_THREE], _more(of_pile, cards)
        if self.action.verb == LAY:
            # Those that were drawn in exchange look the same, unless they are painted.
            mine = [card for _, card in self.held if card in cards] or cards
            laid = mine[: size(self.action.cards)]
            yield from self._spend(laid, place)
            cards = _more(laid, cards)
        if cards:
            self.reds = len(cards)
            yield _move("stock", place, cards)

    def _spend(self, cards: list[Card], place: str) -> Iterator[Move]:
        """Cards of the hand go to a place; those of a hand that is not open go together."""
        self.spent += len(cards)
        if self.held:
            yield from (_move(self._pick(each), place, [each]) for each in cards)
        elif cards:
            yield _move(self.place, place, cards)

    def _pick(self, wanted: Card) -> str:
        """Take such a card out of the open hand; an unseen one may turn out to be any."""
        for fits in (wanted, Card(wanted.kind), Card(UNSEEN)):
            for place, card in self.held:
                if card == fits:
                    self.held.remove((place, card))
                    return place
        return self.place

    def _hand(self) -> Iterator[Move]:
        """What stays in the open hand or reaches a hand, the pile's cards first."""
        if self.place != "hand" or self.before.hands[self.seat] is None:
            if self.pile:
                # Picked up, they are no longer looked at, though all have seen them.
                yield _move("pile", self.place, [Card(UNSEEN)] * len(self.pile))
            if drawn := self._drawn():
                yield _move("stock", self.place, [Card(UNSEEN)] * drawn)
            return
        there = self._open(self.after)
        for old, card in self.held:
            new = next((each for each in there if each[1] == card), there[0])
            there.remove(new)
            yield {**_move(old, new[0], []), "n": 1}
        for new, card in there:
            origin = "pile" if card in self.pile else "stock"
            if origin == "pile":
                self.pile.remove(card)
            yield _move(origin, new, [card])

    def _drawn(self) -> int:
        """How many cards of the stock reached a hand that is not open."""
        was, now = (position.hand_size(self.seat) for position in (self.before, self.after))
        if was is not None and now is not None:
            return now - was + self.spent - len(self.pile)
        if self.before.stock is not None and self.after.stock is not None:
            return len(self.before.stock) - len(self.after.stock) - self.reds
        return self.before.profile.draws if self.action.verb == DRAW else 0
