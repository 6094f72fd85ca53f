"""How a deal stands: by how much a side may expect to be ahead in the end, by weights fitted to played deals."""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import NamedTuple

from canasta import cards as c
from canasta.cards import DEUCE, JOKER, NATURALS
from canasta.clauses import BOOK
from canasta.position import OVER, Position
from canasta.problems import table_bag
from canasta.profile import Profile
from canasta.score import deal_totals, score_deal
from canasta.table import Table, has_melds, melds_on, red_threes_on

KEPT = 20_000  # tables that are remembered
NEAR = 6  # cards in a hand from which on its player may soon go out


class Standing(NamedTuple):
    """What counts for a side, or the points that each of it is worth. What is ``_early`` is by the part of the stock
    that is left, so that with its last card it has gone."""

    points: float = 0  # of the cards on the table
    reds: float = 0  # red threes that count for the side
    reds_due: float = 0  # and those of a side that has not melded
    naturals: float = 0  # canastas without a wild card
    mixed: float = 0
    lacks_four: float = 0  # melds that lack four cards or more to a canasta, and so on
    lacks_three: float = 0
    lacks_two: float = 0
    lacks_one: float = 0
    clean_four: float = 0  # the same without a wild card
    clean_three: float = 0
    clean_two: float = 0
    clean_one: float = 0
    melded: float = 0
    may_go: float = 0  # the canastas that going out needs are there
    minimum: float = 0  # by hundreds, while the side has not melded
    hand_points: float = 0
    cards: float = 0  # in the hands
    wilds: float = 0
    pairs: float = 0  # ranks held twice or more where no meld lies
    more: float = 0  # their further cards
    fits: float = 0  # cards that fit an open meld
    fits_canasta: float = 0
    singles: float = 0
    near: float = 0  # cards that the shortest hand is short of NEAR, where the side may go out
    early: float = 0
    melded_early: float = 0
    may_go_early: float = 0
    cards_early: float = 0
    wilds_early: float = 0
    pairs_early: float = 0
    fits_early: float = 0
    open_early: float = 0  # melds
    reds_due_early: float = 0
    minimum_early: float = 0
    near_early: float = 0
    canastas_early: float = 0
    cards_threatened: float = 0  # by how near another side is to going out
    points_threatened: float = 0
    unmelded_threatened: float = 0
    turn: float = 0
    takes: float = 0  # cards of the pile that the player in turn can take with a pair or onto a meld
    takes_wild: float = 0  # that he can take with a wild card
    turn_near: float = 0
    turn_early: float = 0


class Laid(NamedTuple):
    """What a table adds, what lies of each rank (nothing, an open meld, a canasta), open melds and canastas."""

    row: tuple[float, ...]
    states: bytes
    open: int
    canastas: int


class Outlook:
    """The outlook by the rules of a profile. All cards must be known."""

    def __init__(self, profile: Profile, weights: Standing) -> None:
        self.profile, self.weights = profile, weights
        self.sides = tuple(profile.side_of(seat) for seat in range(profile.players))
        self.full = float(54 * profile.packs - profile.players * profile.dealt)
        self.points = BOOK["value.points"].value
        self._laid: dict[Table, Laid] = {}
        self._minimums: dict[int, float] = {}

    def ahead(self, position: Position, side: int) -> float:
        """By how many points the side will be ahead of the best other one; exact where the deal is over."""
        sides = range(self.profile.sides)
        if position.phase == OVER:
            totals: list[float] = list(deal_totals(score_deal(position), len(sides)))
        else:
            near = [self._near(position, at) for at in sides]
            totals = [sum(map(mul, self.weights, self.standing(position, at, near))) for at in sides]
        own = totals.pop(side)
        return own - max(totals)

    def standing(self, position: Position, side: int, near: list[float]) -> Standing:
        """What counts for a side before a turn; ``near`` is by side."""
        table = position.tables[side]
        laid = self.laid(table)
        states = laid.states
        early = len(position.stock or b"") / self.full
        points = cards = wilds = pairs = more = fits = late = singles = 0
        for seat, hand in enumerate(position.hands):
            if self.sides[seat] != side or not hand:
                continue
            held = hand.to_bytes(16, "little")
            cards += hand % 255
            points += self.points(hand)
            wilds += held[DEUCE] + held[JOKER]
            for kind in NATURALS:
                if not (n := held[kind]):
                    continue
                if states[kind] == 1:
                    fits += n
                elif states[kind]:
                    late += n
                elif n == 1:
                    singles += 1
                else:
                    pairs += 1
                    more += n - 2
        melded, may_go = laid.row[13], laid.row[14]
        minimum = 0.0 if melded else self._minimum(position, side)
        threat = max(each for at, each in enumerate(near) if at != side)
        turn = takes = takes_wild = 0.0
        if self.sides[position.seat] == side:
            turn = 1.0
            takes, takes_wild = self._takes(position, side, states)
        # fmt: off
        return Standing._make((
            *laid.row, minimum, points, cards, wilds, pairs, more, fits, late, singles, near[side],
            early, melded * early, may_go * early, cards * early, wilds * early, pairs * early, fits * early,
            laid.open * early, laid.row[2] * early, minimum * early, near[side] * early, laid.canastas * early,
            cards * threat, points * threat, (1 - melded) * threat, turn, takes, takes_wild, turn * near[side],
            turn * early,
        ))
        # fmt: on

    def laid(self, table: Table) -> Laid:
        """What a table adds, and its state by rank."""
        found = self._laid.get(table)
        if found is None:
            if len(self._laid) >= KEPT:
                self._laid.clear()
            found = self._laid[table] = self._looked(table)
        return found

    def _looked(self, table: Table) -> Laid:
        size = self.profile.canasta_size
        states = bytearray(16)
        naturals = mixed = 0
        lacks, clean = [0, 0, 0, 0], [0, 0, 0, 0]
        for meld in melds_on(table):
            states[meld.rank] = 2 if meld.size >= size else 1
            if meld.size < size:
                (clean if meld.is_natural else lacks)[max(0, 4 - size + meld.size)] += 1
            elif meld.is_natural:
                naturals += 1
            else:
                mixed += 1
        melded, reds, canastas = has_melds(table), red_threes_on(table), naturals + mixed
        may_go = canastas >= self.profile.canastas_out
        points = self.points(table_bag(table))
        row = (points, reds * melded, reds * (not melded), naturals, mixed, *lacks, *clean, melded, may_go)
        return Laid(tuple(map(float, row)), bytes(states), sum(lacks) + sum(clean), canastas)

    def _near(self, position: Position, side: int) -> float:
        if not self.laid(position.tables[side]).row[14]:
            return 0.0
        sizes = [(hand or 0) % 255 for seat, hand in enumerate(position.hands) if self.sides[seat] == side]
        return float(max(0, NEAR - min(sizes)))

    def _minimum(self, position: Position, side: int) -> float:
        score = position.scores[side]
        if score not in self._minimums:
            self._minimums[score] = position.minimum(side) / 100
        return self._minimums[score]

    def _takes(self, position: Position, side: int, states: bytes) -> tuple[float, float]:
        """The cards of the pile where it can be taken, with a pair or onto a meld, and with a wild card."""
        pile, hand = position.pile, position.hands[position.seat] or 0
        if not pile or pile[-1] not in NATURALS:
            return 0.0, 0.0
        n = hand >> 8 * pile[-1] & 0xFF
        if n >= 2:
            return float(len(pile)), 0.0
        if position.is_frozen(side):
            return 0.0, 0.0
        if states[pile[-1]]:
            return float(len(pile)), 0.0
        return 0.0, float(len(pile)) if n and hand & c.WILD_MASK else 0.0


# Fitted by least squares to 63,000 turns of 3,000 deals of quick players, classic for four, at all minimums. Single
# numbers mean little, as many of them go together; of the spread of the final points they explain a third.
WEIGHTS = Standing(
    points=0.986,
    reds=141,
    reds_due=-121,
    naturals=415,
    mixed=308,
    lacks_four=77.4,
    lacks_three=60.5,
    lacks_two=-36.1,
    lacks_one=125,
    clean_four=34.2,
    clean_three=12.2,
    clean_two=74.7,
    clean_one=163,
    melded=-261,
    may_go=-97.5,
    minimum=-603,
    hand_points=2.87,
    cards=9.05,
    wilds=71.4,
    pairs=-14.4,
    more=34.6,
    fits=-38.3,
    fits_canasta=-36.3,
    singles=-9.68,
    near=-151,
    melded_early=-280,
    may_go_early=73.6,
    cards_early=33.1,
    wilds_early=4.59,
    pairs_early=33.8,
    fits_early=81.5,
    open_early=98.2,
    reds_due_early=265,
    minimum_early=-383,
    near_early=155,
    canastas_early=53.4,
    cards_threatened=-6.72,
    points_threatened=-0.219,
    unmelded_threatened=120,
    turn=-38.9,
    takes=19.3,
    takes_wild=-17.6,
    turn_near=8.8,
    turn_early=53.7,
)


@lru_cache(maxsize=8)
def outlook(profile: Profile) -> Outlook:
    """The outlook by the rules of a profile, with all that it remembers."""
    return Outlook(profile, WEIGHTS)
