"""A player who decides in a few microseconds, to play deals on in the mind. He uses what his seat sees, no more.

He weighs what a club player weighs, but whatever comes again is remembered: what a lay brings depends on a few small
numbers, and the same tables are looked at again and again.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from math import comb
from typing import NamedTuple, TypeAlias, TypeVar

from canasta import actions as a
from canasta.actions import Action, Lay
from canasta.cards import BLACK_THREE, DEUCE, JOKER, NATURALS, ONE, UNSEEN, Bag, Kind
from canasta.clauses import BOOK
from canasta.lazy import Lazy, by_verb
from canasta.lister import legal
from canasta.position import ANSWER, DRAW, Position
from canasta.problems import in_pack
from canasta.profile import Profile
from canasta.table import LANE, NATURAL_LANE, Table, has_melds, melds_on, red_threes_on
from canasta.tutor.bots.habits import Habits
from canasta.tutor.bots.laying import Laying
from canasta.tutor.bots.sight import Sight
from canasta.tutor.bots.tastes import CLUB
from canasta.wayout import Way, way_out

LOOKED_AT = 150  # ways to open or to take, of many
KEPT = 20_000  # of each kind of thing that is remembered
NONE, OPEN, CANASTA = 0, 1, 2  # what lies of a rank
Weighed: TypeAlias = tuple[float, Action]
Key = TypeVar("Key")
Value = TypeVar("Value")


class Look(NamedTuple):
    """A side's table at a glance. ``states`` says of each kind whether no meld lies there, an open one or a canasta;
    ``hoped`` is what the open ones may become."""

    canastas: int
    melded: bool
    states: bytes
    hoped: float
    deuces: int


class Quick:
    """The quick player of a profile. A position may show more than he looks at, so that nothing need be hidden."""

    def __init__(self, profile: Profile, habits: Habits) -> None:
        self.profile, self.habits = profile, habits
        self.sides = tuple(profile.side_of(seat) for seat in range(profile.players))
        self.packed = tuple(in_pack(kind, profile.packs) for kind in range(UNSEEN))
        self.all = sum(self.packed)
        self.points = tuple(int(BOOK["value.points"].value(one)) for one in ONE)
        self.size = profile.canasta_size
        # By size: an open meld is worth the more the fewer cards it lacks.
        steps = (habits.three, habits.four, habits.five, habits.six)
        hopes = [steps[max(0, size - self.size + 4)] if size >= profile.meld_size else 0.0 for size in range(self.size)]
        most = self.all
        self.mixed = (*hopes, *[habits.canasta] * most)
        self.pure = (*[hope * (1 + habits.clean) for hope in hopes], *[habits.canasta + habits.natural] * most)
        # By kind and state: what so many naturals of it are worth in the hand.
        self.values = tuple(
            tuple(self._value(state, n, self.points[kind]) for n in range(self.packed[4] + 1))
            for kind in range(UNSEEN)
            for state in (NONE, OPEN, CANASTA)
        )
        self._minimums: dict[int, int] = {}
        self._looks: dict[Table, Look] = {}
        self._gains: dict[tuple[int, ...], float] = {}
        self._chances: dict[tuple[int, int, int], tuple[float, float]] = {}

    def _value(self, state: int, n: int, points: int) -> float:
        habits = self.habits
        if not n:
            return 0.0
        total = habits.single if n == 1 else habits.pair + habits.third * (n - 2)
        return total + n * (habits.high * points + (0.0, habits.fits, habits.fits_canasta)[state])

    def look(self, table: Table) -> Look:
        """The table at a glance."""
        found = self._looks.get(table)
        if found is None:
            states, canastas, hoped, deuces = bytearray(16), 0, 0.0, 0
            for meld in melds_on(table):
                whole = meld.size >= self.size
                states[meld.rank] = CANASTA if whole else OPEN
                canastas += whole
                deuces += meld.deuces
                if not whole:
                    hoped += (self.pure if meld.is_natural else self.mixed)[meld.size]
            found = Look(canastas, has_melds(table), bytes(states), hoped, deuces)
            _keep(self._looks, table, found)
        return found

    # -- the choice -------------------------------------------------------------------------------------------------

    def action(self, position: Position) -> Action:
        """What the player who is to act plays; there is a legal action."""
        if position.answer == "yes" and (way := self.way(position)):
            return way[0]  # a very large hand takes long to list while an answer binds
        plays = thought_of(position)
        if position.phase == ANSWER or len(plays) == 1 or plays[0].verb == a.LAY:
            return plays[0]
        if position.phase == DRAW:
            take, best = max(self.takes(position, plays), key=_first, default=(0.0, plays[0]))
            return best if plays[0].verb != a.DRAW or take > self.habits.take else plays[0]
        if self._wants_out(position) and (way := self.way(position)):
            return way[0]
        gain, best = max(self.melds(position, plays), key=_first, default=(0.0, plays[0]))
        if gain > 0:
            return best
        thrown = self.discards(position, plays)
        return min(thrown, key=_first)[1] if thrown else plays[-1]

    def ideas(self, position: Position, melds: int, discards: int) -> list[Way]:
        """What he would think about, each a row of actions that are played together: so many ways to meld or take, so
        many discards, and going out if he sees how."""
        plays = thought_of(position)
        if position.phase == DRAW:
            found = sorted(self.takes(position, plays), key=_first, reverse=True)[:melds]
            ways: list[Way] = [(plays[0],)] if plays[0].verb == a.DRAW else []
            return ways + [(play,) for _, play in found]
        laid = sorted(self.melds(position, plays), key=_first, reverse=True)[:melds]
        thrown = sorted(self.discards(position, plays), key=_first)[:discards]
        way = self.way(position)
        ways = [way] if way else []
        return ways + [(play,) for _, play in (*laid, *thrown) if not way or play != way[0]]

    # -- taking and melding -----------------------------------------------------------------------------------------

    def takes(self, position: Position, plays: Sequence[Action]) -> list[Weighed]:
        """The ways to take the pile with what they bring; of very many the first."""
        habits, points, pile = self.habits, self.points, position.pile
        hand = position.hands[position.seat] or 0
        side = self.sides[position.seat]
        table = position.tables[side]
        look = self.look(table)
        bonus: float | None = None
        found: list[Weighed] = []
        for play in islice(plays, LOOKED_AT):
            if play.verb != a.TAKE:
                continue
            if bonus is None:
                bonus = habits.card * (len(pile) - 1) + habits.piled * sum([points[kind] for kind in pile[:-1]])
                bonus += 0.0 if look.melded else self._opening(position, side)
            gain = bonus if look.melded else bonus - habits.opens * (play.spends % 255)
            for lay in play.lays:
                gain += self._gain(hand, table, lay, lay.rank == pile[-1])
            found.append((gain + self._brought(position, hand - play.spends, look), play))
        return found

    def _brought(self, position: Position, hand: Bag, look: Look) -> float:
        """What the rest of the pile makes with the rest of the hand."""
        top, states = position.pile[-1], look.states
        had, has = hand.to_bytes(16, "little"), (hand + position.brought()).to_bytes(16, "little")
        gain = self.habits.deuce * (has[DEUCE] - had[DEUCE]) + self.habits.joker * (has[JOKER] - had[JOKER])
        for kind in NATURALS:
            if has[kind] != had[kind]:
                row = self.values[3 * kind + (states[kind] or (OPEN if kind == top else NONE))]
                gain += row[has[kind]] - row[had[kind]]
        return gain

    def melds(self, position: Position, plays: Sequence[Action]) -> list[Weighed]:
        """The melds with what each brings against keeping the cards; of very many the first."""
        habits, points = self.habits, self.points
        side = self.sides[position.seat]
        hand, table = position.hands[position.seat] or 0, position.tables[side]
        look = self.look(table)
        fear, few = 0.0, 0.0 if look.canastas >= self.profile.canastas_out else habits.few
        if self._in_danger(position, side, habits.near + 2):
            fear, few = habits.fear, few * habits.scared
        bonus: float | None = None
        found: list[Weighed] = []
        for play in islice(plays, LOOKED_AT):
            if play.verb != a.MELD:
                break
            if look.melded:
                gain = 0.0
            else:
                if bonus is None:
                    bonus, few = self._opening(position, side), few * habits.eager
                gain = bonus - habits.opens * (play.spends % 255)
            left = hand % 255
            for lay in play.lays:
                cards, rank = lay.cards, lay.rank or 0
                gain += self._gain(hand, table, lay)
                left -= cards % 255
                if fear:
                    naturals, deuces, jokers = cards >> 8 * rank & 0xFF, cards >> 8 * DEUCE & 0xFF, cards & 0xFF
                    gain += fear * (points[rank] * naturals + points[DEUCE] * deuces + points[JOKER] * jokers)
            if left < habits.enough:
                gain -= few * (habits.enough - left)
            found.append((gain, play))
        return found

    def _opening(self, position: Position, side: int) -> float:
        """What it is worth to a side to have melded."""
        habits, tables = self.habits, position.tables
        worth = habits.opening + habits.rise * (self.minimum(position, side) - 50)
        worth += habits.reds * red_threes_on(tables[side])
        others = any(has_melds(table) for at, table in enumerate(tables) if at != side)
        return worth + habits.chase if others else worth

    def minimum(self, position: Position, side: int) -> int:
        """What a side's initial meld must count."""
        score = position.scores[side]
        found = self._minimums.get(score)
        return _keep(self._minimums, score, position.minimum(side)) if found is None else found

    def _gain(self, hand: Bag, table: Table, lay: Lay, top: bool = False) -> float:
        """What laying these cards brings; with ``top`` the top card of the pile joins them."""
        rank, cards = lay.rank or 0, lay.cards
        word = table >> 8 * rank
        # fmt: off
        key = (rank, hand >> 8 * rank & 0xFF, cards >> 8 * rank & 0xFF, cards >> 8 * DEUCE & 0xFF, cards & 0xFF,
               word & 0xFF, (word >> LANE & 0xFF) + (word >> 2 * LANE & 0xFF), top)
        # fmt: on
        found = self._gains.get(key)
        return _keep(self._gains, key, self._weighed(*key)) if found is None else found

    def _weighed(
        self, rank: Kind, held: int, n: int, deuces: int, jokers: int, naturals: int, wilds: int, top: int
    ) -> float:
        habits = self.habits
        before = naturals + wilds
        after = before + n + deuces + jokers + top
        gain = (self.mixed if wilds + deuces + jokers else self.pure)[after] - (self.mixed if wilds else self.pure)[
            before
        ]
        state = NONE if not before else OPEN if before < self.size else CANASTA
        state_after = OPEN if after < self.size else CANASTA
        points = n * self.points[rank] + deuces * self.points[DEUCE] + jokers * self.points[JOKER]
        if rank in NATURALS:
            gain -= self.values[3 * rank + state][held] - self.values[3 * rank + state_after][held - n]
        return gain + habits.laid * points - habits.deuce * deuces - habits.joker * jokers

    # -- going out --------------------------------------------------------------------------------------------------

    def way(self, position: Position) -> Way | None:
        """How he goes out, if he can."""
        if position.answer == "no" or not self._may_finish(position):
            return None
        return way_out(position)

    def _may_finish(self, position: Position) -> bool:
        """Whether going out is thinkable: hardly a card fits nowhere, and canastas are there or may be made."""
        hand = position.hands[position.seat] or 0
        look = self.look(position.tables[self.sides[position.seat]])
        if look.canastas < self.profile.canastas_out and hand % 255 + 4 < self.size:
            return False
        held, states = hand.to_bytes(16, "little"), look.states
        black = held[BLACK_THREE]
        lone = black if black < self.profile.meld_size else 0
        for kind in NATURALS:
            if not states[kind] and held[kind] < self.profile.naturals:
                lone += held[kind]
        return lone <= 1

    def _in_danger(self, position: Position, side: int, near: float) -> bool:
        """Whether another side has the canastas to go out, and one of it few cards."""
        needed = self.profile.canastas_out
        return any(
            (hand or 0) % 255 <= near
            and self.sides[seat] != side
            and self.look(position.tables[self.sides[seat]]).canastas >= needed
            for seat, hand in enumerate(position.hands)
        )

    def _wants_out(self, position: Position) -> bool:
        """Whether ending the deal now is worth more than what his side's melds may still become."""
        habits, side = self.habits, self.sides[position.seat]
        if position.stock is not None and len(position.stock) < habits.late:
            return True
        if self._in_danger(position, side, habits.near):
            return True
        more = 0
        for seat, hand in enumerate(position.hands):
            if seat != position.seat:
                more += (hand or 0) % 255 * (-1 if self.sides[seat] == side else 1)
        return habits.out + habits.held * more > habits.behind * self.look(position.tables[side]).hoped

    # -- discarding -------------------------------------------------------------------------------------------------

    def discards(self, position: Position, plays: Sequence[Action]) -> list[Weighed]:
        """The discards with what each costs: what the card is worth here, and what the next may make of the pile."""
        thrown = [play for play in plays if play.verb == a.DISCARD]
        if len(thrown) < 2:
            return [(0.0, play) for play in thrown]
        habits, points, pile, seat = self.habits, self.points, position.pile, position.seat
        hand = position.hands[seat] or 0
        side = self.sides[seat]
        own = self.look(position.tables[side])
        states = own.states
        need = 0.0 if own.melded else habits.before * self.minimum(position, side) / 100
        players = self.profile.players
        foe = (seat + 1) % players
        other = self.sides[foe]
        theirs = self.look(position.tables[other])
        frozen = position.is_frozen(other)
        size = (position.hands[foe] or 0) % 255
        stake = (
            habits.stake_base + habits.stake * len(pile) + habits.stake_points * sum([points[kind] for kind in pile])
        )
        left = habits.unmelded if not theirs.melded else habits.frozen if frozen else 1.0
        held = hand.to_bytes(16, "little")
        naturals, deuces = 0, held[DEUCE] + pile.count(DEUCE)
        for table in position.tables:
            naturals += table & NATURAL_LANE
            deuces += self.look(table).deuces
        lying = naturals.to_bytes(16, "little")
        unseen = self.all - hand % 255 - len(pile) - sum(lying) - deuces + held[DEUCE] + pile.count(DEUCE)
        wild = 0.0 if frozen else self._holds(self.packed[DEUCE] - deuces, unseen, size)[0]
        his = pile[1 - players :: -players] if len(pile) >= players - 1 else b""
        closes = habits.freeze * stake if theirs.melded and not frozen else 0.0
        found: list[Weighed] = []
        for play in thrown:
            kind = (play.cards.bit_length() - 1) >> 3
            if kind == BLACK_THREE:
                found.append((-habits.black, play))
            elif kind == DEUCE:
                found.append((habits.deuce - closes + need * points[kind], play))
            elif kind == JOKER:
                found.append((habits.joker - closes + need * points[kind], play))
            else:
                n = held[kind]
                if not frozen and theirs.states[kind]:
                    risk = 1.0
                else:
                    one, two = self._holds(self.packed[kind] - n - lying[kind] - pile.count(kind), unseen, size)
                    risk = left * (two if frozen or one * wild < two else one * wild)
                    if kind in his:
                        risk *= habits.shown
                    elif kind in pile:
                        risk *= habits.lying
                row = self.values[3 * kind + states[kind]]
                cost = risk * (stake + habits.stake_points * points[kind]) + row[n] - row[n - 1]
                found.append((cost + (need - 0.1) * points[kind], play))
        return found

    def _holds(self, there: int, total: int, size: int) -> tuple[float, float]:
        """The chances that a hand of ``size`` among ``total`` unseen cards holds one, and two, of ``there``."""
        key = (there, total, size)
        found = self._chances.get(key)
        if found is None:
            found = (0.0, 0.0)
            if there > 0 and 0 < size <= total:
                every = comb(total, size)
                none = comb(total - there, size) / every
                one = there * comb(total - there, size - 1) / every
                found = (1 - none, 1 - none - one)
            _keep(self._chances, key, found)
        return found


def thought_of(position: Position) -> Sequence[Action]:
    """The legal plays; of a large hand that could open in very many ways, those worth thinking of."""
    plays = legal(position)
    if not isinstance(plays, Lazy):
        return plays
    apart = by_verb(plays)
    laying = Laying(Sight(position), CLUB)
    found = [*apart.get(a.DRAW, ()), *laying.thought_of(plays, (a.TAKE, a.MELD))]
    return [*found, *apart.get(a.DISCARD, ()), *apart.get(a.PASS, ())]


def _first(weighed: Weighed) -> float:
    return weighed[0]


def _keep(kept: dict[Key, Value], key: Key, value: Value) -> Value:
    if len(kept) >= KEPT:
        kept.clear()
    kept[key] = value
    return value


@lru_cache(maxsize=8)
def quick(profile: Profile, habits: Habits) -> Quick:
    """The quick player of a profile, with all that he remembers."""
    return Quick(profile, habits)
