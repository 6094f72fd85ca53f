"""What clauses give, worked out once more by hand from the rules' text: sums, scores, who deals, what is turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from plain_rules import POINTS, Lays, points
from plain_score import VALUES as SCORES
from plain_seats import VALUES as DEALS
from plain_seats import seats

from canasta import Action, Position
from canasta.cards import LETTERS, kinds_in


def lays_of(action: Action) -> Lays:
    """The lays of an action in plain words."""
    return tuple(
        (LETTERS[lay.rank or 0], Counter(LETTERS[kind] for kind in kinds_in(lay.cards))) for lay in action.lays
    )


def opening_count(position: Position, action: Action) -> int:
    """What an opening counts: what is laid of the hand, and the top card of a pile that is taken for it."""
    took = action.verb == "take"
    return points(lays_of(action)) + (POINTS[LETTERS[position.pile[-1]]] if took else 0)


def last_cards(position: Position, action: Action) -> str:
    """The hand after drawing the last cards of the stock, and whether the turn goes on: red threes are replaced."""
    stock = [LETTERS[kind] for kind in position.stock or b""]
    hand = [LETTERS[kind] for kind in kinds_in(position.hand or 0)]
    drawn = []
    for _draw in range(position.profile.draws):
        while stock and stock[0] == "r":
            stock.pop(0)
        drawn += stock[:1]
        del stock[:1]
    phase = "play" if drawn else "over"
    return "".join(sorted(hand + drawn, key="AKQJT987654b2*".index)) + f" {phase}"


def concealed(position: Position, action: Action) -> str:
    """Whether a player who lays this in his turn goes out concealed by it, if he goes out."""
    earlier = position.melded >> position.seat & 1
    there = {LETTERS[meld.rank] for meld in position.melds()}
    lays = lays_of(action)
    joins = any(rank in there for rank, _cards in lays)
    top = action.verb == "take"
    whole = any(cards.total() + (top and at == 0) >= 7 for at, (_rank, cards) in enumerate(lays))
    return "yes" if whole and not joins and not earlier else "no"


VALUES: dict[str, Callable[[Position, Action], object]] = {
    **SCORES,
    **DEALS,
    "initial.count": opening_count,
    "out.concealed": concealed,
    "stock.last-red-three": last_cards,
}


def plain_value(clause: str, line: str) -> object:
    """What a clause gives for a line: a draw for seats, or a position and maybe an action after a bar."""
    if line.startswith("seats "):
        return seats(line)
    position, _, words = line.partition(" | ")
    return VALUES[clause](Position.parse(position), Action.parse(words or "draw"))
