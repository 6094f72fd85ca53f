"""What a player reads off the table before he decides: who may end the deal, and who may take what he throws."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.asking import is_barred
from canasta.cards import BLACK_THREE, DEUCE, NATURALS, ONE, RED_THREE, UNSEEN, WILDS, Kind
from canasta.clauses import BOOK
from canasta.errors import ImpossiblePosition
from canasta.lazy import Joined
from canasta.lister import allowed, legal
from canasta.openings import Openings
from canasta.position import LAST, PLAY, Position
from canasta.problems import Problem
from canasta.profile import Profile
from canasta.shapes import prepared_shapes
from canasta.table import has_melds, meld_of
from canasta.tutor.bots.worth import Unseen
from canasta.words import N_

SHORT = 10  # cards of a hand whose openings are few
NEAR = 4  # cards in the hand of one who may soon go out
# Why a card is hardly taken, or is: what the reason tells of.
BARRED, FITS, THROWN, PASSED, COUNTED, FROZEN, LUCK = "barred", "fits", "thrown", "passed", "counted", "frozen", "luck"


@lru_cache(maxsize=64)
def unasked(profile: Profile) -> Profile:
    """The same table, where nobody must ask."""
    return profile if profile.ask == "optional" else profile.replace(ask="optional")


class Threat(NamedTuple):
    """Another side that has the canastas to go out: how many, and the fewest cards that one of it holds."""

    side: int
    canastas: int
    cards: int


class Sight:
    """The table as the player who is to act sees it; what is counted is counted once."""

    def __init__(self, view: Position) -> None:
        self.view = view
        self.profile = view.profile
        self.seat = view.acting
        self.side = view.profile.side_of(self.seat)
        self.hand = view.hands[self.seat] or 0
        self.size = c.size(self.hand)
        self.table = view.tables[self.side]
        self.opened = has_melds(self.table)
        self.shapes = prepared_shapes(BOOK, view.profile)
        self.canastas = self.shapes.canastas(self.table)
        self.needed = view.profile.canastas_out
        self.next = (view.seat + 1) % view.profile.players
        self.unseen = Unseen(view, self.seat)

    def held_by(self, seat: int) -> int:
        """How many cards a hand holds; one that is not stated, as many as were dealt."""
        size = self.view.hand_size(seat)
        return self.profile.dealt if size is None else size

    def held_by_side(self, side: int) -> int:
        """How many cards a side holds; ours, without the hand that is to act, whose cards he knows."""
        profile, turn = self.profile, {self.seat, self.view.seat}
        return sum(
            self.held_by(seat)
            for seat in range(profile.players)
            if profile.side_of(seat) == side and (side != self.side or seat not in turn)
        )

    def stated(self, *sides: int) -> bool:
        """Whether it is known how many cards each hand of these sides holds."""
        seats = range(self.profile.players)
        return all(self.view.hand_size(seat) is not None for seat in seats if self.profile.side_of(seat) in sides)

    @cached_property
    def others(self) -> list[int]:
        """The other sides."""
        return [side for side in range(self.profile.sides) if side != self.side]

    @cached_property
    def threat(self) -> Threat | None:
        """The other side that is nearest to going out, None if none has the canastas for it."""
        found = []
        for side in self.others:
            if (canastas := self.shapes.canastas(self.view.tables[side])) >= self.needed:
                seats = (seat for seat in range(self.profile.players) if self.profile.side_of(seat) == side)
                found.append(Threat(side, canastas, min(map(self.held_by, seats))))
        return min(found, key=lambda threat: threat.cards, default=None)

    @cached_property
    def end(self) -> float:
        """The chance that the deal ends before this player's next turn, by the stock and by the others' hands."""
        chance, stock = 0.0, self.view.stock_size()
        if stock is not None:
            turns = stock / (self.profile.players * self.profile.draws)
            chance = 1.0 if turns < 1 else 0.4 if turns < 2 else 0.15 if turns < 3 else 0.0
        if self.threat is not None and chance < 1:
            cards = self.threat.cards
            chance = max(chance, 0.6 if cards <= NEAR // 2 else 0.4 if cards <= NEAR else 0.15 if cards <= 8 else 0.0)
        return chance

    @property
    def plays(self) -> Sequence[Action]:
        """The legal plays, as ``legal`` has them. Raises ImpossiblePosition where there is none for a bot to choose."""
        plays = self._plays()
        if not plays:
            message = N_("There is nothing that {seat:seat} can play from the cards that are known.")
            raise ImpossiblePosition([Problem("cards.held", message, {"seat": self.profile.seat_names[self.seat]})])
        return plays

    def _plays(self) -> Sequence[Action]:
        """The legal plays.

        While an answer binds or is lacking ``legal`` puts each play to the whole book, which takes long for many. Only
        those that leave few cards need it; sets that open are counted, as those of large hands are.
        """
        view, hand, shapes = self.view, self.hand, self.shapes
        barred, last = is_barred(view), view.origin == LAST
        if view.phase != PLAY or not (barred or last) or c.count(hand, RED_THREE) or c.count(hand, UNSEEN):
            return legal(view)
        if last and self.size <= SHORT:
            return legal(view)
        if not self.opened:
            ranks = tuple(rank for rank in reversed(NATURALS) if c.count(hand, rank))
            kinds = dict.fromkeys(c.kinds_in(hand))
            rest = [Action(a.PASS)] if last else [Action(a.DISCARD, cards=ONE[kind]) for kind in kinds]
            sets = Openings(view, shapes, hand, ranks)
            return Joined(view, shapes, sets, [play for play in rest if allowed(view, play, BOOK)])
        if last:
            return legal(view)
        free = legal(view._replace(answer="", profile=unasked(view.profile)))
        return [
            play
            for play in free
            if self.size - c.size(play.spends) >= shapes.safe[play.verb] or allowed(view, play, BOOK)
        ]

    # -- what may be taken ------------------------------------------------------------------------------------------

    @cached_property
    def theirs(self) -> int:
        """The side of the next player."""
        return self.profile.side_of(self.next)

    @cached_property
    def frozen(self) -> bool:
        """Whether the pile is frozen against the next player."""
        return self.view.is_frozen(self.theirs)

    @cached_property
    def frozen_by_card(self) -> bool:
        """Whether a card freezes the pile, against all."""
        return self.view.freezing_index() is not None

    @cached_property
    def thrown(self) -> set[Kind]:
        """What the next player has discarded since the pile was last taken: each turn adds one card to it."""
        pile, players = self.view.pile, self.profile.players
        return set(pile[self.view.upcards :][::-1][players - 2 :: players]) if pile else set()

    @cached_property
    def passed(self) -> set[Kind]:
        """The cards of the pile that lay on top in the next player's turn, and that he left lying."""
        pile, players = self.view.pile, self.profile.players
        return set(pile[max(0, self.view.upcards - 1) :][::-1][players - 1 :: players]) if pile else set()

    @cached_property
    def reaches(self) -> float:
        """The chance that the next player's side reaches its minimum with a pair and the top card, if it must."""
        if has_melds(self.view.tables[self.theirs]):
            return 1.0
        minimum = self.view.minimum(self.theirs)
        return 0.9 if minimum < 50 else 0.6 if minimum < 90 else 0.4 if minimum < 120 else 0.3

    def risk(self, kind: Kind) -> tuple[float, str]:
        """The chance that the next player takes the pile when this card lies on top, and what speaks for it."""
        if kind in WILDS or kind == BLACK_THREE:
            return 0.0, BARRED
        size, unseen, profile = self.held_by(self.next), self.unseen, self.profile
        needs_pair = self.frozen or profile.take_ways == "pair"
        meld = meld_of(self.view.tables[self.theirs], kind)
        if meld and not needs_pair and (profile.take_onto_canasta or meld.size < profile.canasta_size):
            return 1.0, FITS
        chance, why = unseen.holds(kind, 2, size), FROZEN if needs_pair else LUCK
        if not needs_pair:
            chance = max(chance, unseen.holds(kind, 1, size) * unseen.holds(DEUCE, 1, size))
        chance *= self.reaches
        if kind in self.thrown:
            return chance * 0.3, THROWN
        if kind in self.passed:
            return chance * 0.5, PASSED
        return chance, COUNTED if 2 * unseen.seen[kind] > 4 * profile.packs else why
