"""The course of a turn once more, plain: what may follow what. Read from an action's words; the engine plays nothing.

Cards are letters without suits. Melds are new ones of three, or additions to those of the side in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from canasta import Action, Position
from canasta.cards import LETTERS, kinds_in


class Course:
    """A turn as it goes, and the beginning of the next player's."""

    def __init__(self, position: Position) -> None:
        self.seats = list(position.profile.seat_names)
        self.turn = position.seat
        self.hand = Counter(LETTERS[kind] for kind in kinds_in(position.hand or 0))
        self.stock = [LETTERS[kind] for kind in position.stock or b""]
        self.pile = [LETTERS[kind] for kind in position.pile]
        self.melds = {LETTERS[meld.rank] for meld in position.melds()}
        self.mine = position.seat
        self.begun = position.phase == "play"

    def may(self, action: Action) -> bool:
        """Whether this may come next; if so, it has been done."""
        words = str(action.plain()).split()
        seat = self.seats.index(words.pop(0)[:-1]) if words[0].endswith(":") else self.turn
        verb, cards = words[0], Counter("".join(words[1:]))
        known = self.turn == self.mine
        held = not known or cards <= self.hand
        if seat != self.turn or not held or (verb not in ("draw", "take") and not self.begun):
            return False
        if verb == "draw" and not self.begun:
            self.hand += Counter(self.stock[0] if known else "")
        elif verb == "take" and not self.begun and cards == Counter(self.pile[-1] * 2):
            self.hand = self.hand - cards + Counter(self.pile[:-1])
            self.melds.add(self.pile[-1])
        elif verb == "meld" and self.fits(cards):
            self.hand -= cards
            self.melds |= set(cards)
        elif verb == "discard" and cards.total() == 1:
            self.hand -= cards if known else Counter()
            self.turn = (self.turn + 1) % len(self.seats)
            self.begun = False
            return True
        else:
            return False
        self.begun = True
        return True

    def fits(self, cards: Counter[str]) -> bool:
        """Whether these make a meld, or join one."""
        return len(cards) == 1 and (cards.total() > 2 or set(cards) <= self.melds)


def refused(position: Position, actions: Iterable[Action]) -> list[int]:
    """The places of the steps that may not come when they come; the course goes on without them."""
    course = Course(position)
    return [at for at, action in enumerate(actions) if not course.may(action)]
