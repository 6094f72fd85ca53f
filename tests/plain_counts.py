"""What clauses give for a position, once more by hand arithmetic: an opinion the engine can be held to.

Only the letters of a position's line are read; nothing of the engine counts here.
"""

from __future__ import annotations

from collections.abc import Callable

from plain_rules import POINTS

from canasta import Position
from canasta.cards import LETTERS, kinds_in

RED_THREES = (0, 100, 200, 300, 800)


def hand_of(position: Position) -> list[str]:
    """The cards of the player in turn, by their letters."""
    return [LETTERS[kind] for kind in kinds_in(position.hand or 0)]


def dearest(position: Position) -> set[str]:
    """The cards in the hand that count most."""
    hand = hand_of(position)
    return {card for card in hand if POINTS[card] == max(POINTS[each] for each in hand)}


PLAIN: dict[str, Callable[[Position], int | str]] = {
    "value.points": lambda position: sum(POINTS[card] for card in hand_of(position)),
    "pack.wild": lambda position: sum(card in "2*" for card in hand_of(position)),
    "value.red-three": lambda position: RED_THREES[position.red_threes()],
}


def plain_value(clause: str, line: str) -> int | str:
    """What a clause gives for a line."""
    return PLAIN[clause](Position.parse(line))
