"""What clauses give, worked out once more by hand from the rules' text: sums, scores, who deals, what is turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from plain_rules import POINTS, Lays, points

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


VALUES: dict[str, Callable[[Position, Action], object]] = {
    "initial.count": opening_count,
}


def plain_value(clause: str, line: str) -> object:
    """What a clause gives for a line, which is a position and maybe an action after a bar."""
    position, _, words = line.partition(" | ")
    return VALUES[clause](Position.parse(position), Action.parse(words or "draw"))
