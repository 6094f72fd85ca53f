"""What clauses give for a position, once more by hand arithmetic: an opinion the engine can be held to.

Only the letters of a position's line are read; nothing of the engine counts here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from plain_rules import POINTS

from canasta import Action, Position
from canasta.cards import LETTERS, kinds_in

HELD = "AKQJT987654" + "2*br"
RED_THREES = (0, 100, 200, 300, 800)


def hand_of(position: Position) -> list[str]:
    """The cards of the player in turn, by their letters."""
    return [LETTERS[kind] for kind in kinds_in(position.hand or 0)]


def dearest(position: Position) -> set[str]:
    """The cards in the hand that count most."""
    hand = hand_of(position)
    return {card for card in hand if POINTS[card] == max(POINTS[each] for each in hand)}


def is_canasta(position: Position) -> bool:
    """Whether the meld on the table is one."""
    (meld,) = position.melds()
    return meld.naturals + meld.deuces + meld.jokers >= 7 and meld.deuces + meld.jokers <= 3


def wild(position: Position) -> bool:
    """Whether a wild card lies in it."""
    (meld,) = position.melds()
    return meld.deuces + meld.jokers > 0


def laid_whole(position: Position) -> int:
    """What a canasta laid concealed earns beside its bonus."""
    (meld,) = position.melds()
    return 100 if position.profile.base == "spruce" and meld.concealed and is_canasta(position) else 0


def red_score(position: Position) -> int:
    """What the red threes of the side in turn bring, with those that its hands still hold."""
    profile = position.profile
    hands = [hand for seat, hand in enumerate(position.hands) if profile.side_of(seat) == position.side]
    reds = position.red_threes() + sum(kind == 1 for hand in hands for kind in kinds_in(hand or 0))
    return RED_THREES[reds] if position.melds() else -RED_THREES[reds]


def red_three_laid(position: Position, action: Action) -> str:
    """The hand and the phase after a draw, a take or a lay, in which red threes are laid and maybe replaced."""
    hand, cards = Counter(hand_of(position)), Counter("".join(str(action.plain()).split()[1:]))
    stock = [LETTERS[kind] for kind in position.stock or b""]
    hand -= cards
    if action.verb == "take":
        hand += Counter(LETTERS[kind] for kind in position.pile[:-1] if LETTERS[kind] != "r")
    elif action.verb == "draw" or position.origin != "took":
        hand += Counter([card for card in stock if card != "r"][:1])
    return f"{''.join(sorted(hand.elements(), key=HELD.index))} {'play' if action.verb != 'lay' else position.phase}"


PLAIN: dict[str, Callable[[Position], int | str]] = {
    "value.points": lambda position: sum(POINTS[card] for card in hand_of(position)),
    "pack.wild": lambda position: sum(card in "2*" for card in hand_of(position)),
    "canasta.seven": lambda position: "yes" if is_canasta(position) else "no",
    "canasta.natural": lambda position: 500 if is_canasta(position) and not wild(position) else 0,
    "canasta.mixed": lambda position: 300 if is_canasta(position) and wild(position) else 0,
    "canasta.concealed": laid_whole,
    "meld.where": lambda position: "EN"[position.profile.seat_names[position.seat] in "NS"],
    "red-three.score": red_score,
    "value.red-three": lambda position: RED_THREES[position.red_threes()],
}


def plain_value(clause: str, line: str) -> int | str:
    """What a clause gives for a line."""
    position, _, action = line.partition(" | ")
    if action:
        return red_three_laid(Position.parse(position), Action.parse(action))
    return PLAIN[clause](Position.parse(position))
