"""What it is worth to lay cards, and the lays worth thinking of where a large hand could open in millions of ways."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action, Lay
from canasta.cards import DEUCE, JOKER, NATURALS, ONE, Bag, Kind
from canasta.lazy import Joined, Lazy, by_verb
from canasta.openings import Openings
from canasta.options import Option
from canasta.position import Position
from canasta.table import Meld, Table, laid, meld_of
from canasta.tutor.bots.sight import Sight
from canasta.tutor.bots.tastes import Tastes
from canasta.tutor.bots.worth import holding_worth, meld_worth, pile_worth, points

KEPT = 8  # sets that are built on, a rank at a time
FIRSTS = 2  # ways to meld the top card that are thought of
BUILT = 8  # sets that come of it
State = tuple[float, int, int, int, int, tuple[Lay, ...]]  # gain, points, deuces, jokers and cards left, lays


class Laying:
    """One decision's estimates of melds and takes. Lays are weighed one by one: what they bring adds up."""

    def __init__(self, sight: Sight, tastes: Tastes) -> None:
        self.sight, self.tastes = sight, tastes
        self._lays: dict[tuple[Lay, Bag], float] = {}
        self._piles: dict[Bag, float] = {}

    def weigh(self, play: Action) -> float:
        """What a meld or a take brings, against keeping the cards."""
        lays, view = play.lays, self.sight.view
        spent, put = sum(lay.cards for lay in lays), laid_in(view, play)
        if play.verb == a.MELD:
            return sum(map(self.lay, lays)) + self.at_once(spent, put)
        gain = self.lay(lays[0], ONE[view.pile[-1]]) + sum(map(self.lay, lays[1:])) + self.pile(lays[0].cards)
        return gain + self.at_once(spent, put, c.size(view.brought()))

    def lay(self, lay: Lay, top: Bag = 0) -> float:
        """What laying these cards on their meld brings, ``top`` the pile's card that joins them."""
        known = self._lays.get((lay, top))
        if known is None:
            known = self._lays[lay, top] = self._lay(lay.rank or 0, lay.cards, top)
        return known

    def _lay(self, rank: Kind, cards: Bag, top: Bag) -> float:
        tastes, profile = self.tastes, self.sight.profile
        before = meld_of(self.sight.table, rank)
        deuces, jokers = c.count(cards, DEUCE), c.count(cards, JOKER)
        naturals = c.count(cards, rank)
        had = before or Meld(rank, 0)
        after = Meld(rank, had.naturals + naturals + (top > 0), had.deuces + deuces, had.jokers + jokers)
        held = c.count(self.sight.hand, rank)
        gain = tastes.laid * points(cards) - tastes.deuce * deuces - tastes.joker * jokers
        gain -= holding_worth(tastes, held, before, profile) - holding_worth(tastes, held - naturals, after, profile)
        if rank in NATURALS:
            gain += self.hope(after, held - naturals) - self.hope(before, held)
        return gain + tastes.laid * points(top) if top else gain

    def hope(self, meld: Meld | None, held: int) -> float:
        """What a meld may become; little, where too few cards are out to make a canasta of it."""
        if meld is None:
            return 0.0
        sight = self.sight
        worth = meld_worth(self.tastes, meld, sight.profile)
        missing = sight.profile.canasta_size - meld.size
        if missing > 0:
            wilds = max(0, sight.profile.wild_limit - meld.wilds)
            if held + sight.unseen.counts[meld.rank] // 2 + wilds < missing:
                return worth * self.tastes.lost
        return worth

    def pile(self, spent: Bag) -> float:
        """What the cards of the pile bring to a hand that has spent these."""
        known = self._piles.get(spent)
        if known is None:
            sight = self.sight
            known = self._piles[spent] = pile_worth(
                self.tastes, sight.view.brought(), sight.hand - spent, sight.table, sight.profile
            )
        return known

    def at_once(self, spent: Bag, put: Table, picked: int = 0) -> float:
        """What the whole of a play does: it may open, make a canasta, and leave few cards."""
        sight, tastes = self.sight, self.tastes
        used = c.size(spent)
        gain = 0.0
        if not sight.opened:
            reds = sight.table >> 8 & 0xFF
            gain += tastes.opening + tastes.reds * reds - tastes.opens * used
        before = max(0.0, tastes.enough - sight.size) if sight.canastas < sight.needed else 0.0
        left = sight.size - used + picked
        after = 0.0
        if left < tastes.enough and sight.shapes.canastas(sight.table + put) < sight.needed:
            after = tastes.enough - left
        return gain + tastes.few * (before - after)

    # -- what is thought of -----------------------------------------------------------------------------------------

    def best(self, plays: Sequence[Action], *verbs: str) -> list[tuple[float, Action]]:
        """The melds or takes worth thinking of, the best first."""
        found = [(self.weigh(play), -at, play) for at, play in enumerate(self.thought_of(plays, verbs))]
        found.sort(key=lambda each: each[:2], reverse=True)
        return [(worth, play) for worth, _, play in found]

    def thought_of(self, plays: Sequence[Action], verbs: tuple[str, ...]) -> list[Action]:
        """All melds or takes of a short list; of those that are only counted, the ones that are built here."""
        if not isinstance(plays, Lazy):
            return [play for play in plays if play.verb in verbs]
        apart = by_verb(plays)
        found: list[Action] = []
        for verb in verbs:
            parts = apart.get(verb, ())
            lazy = [part for part in parts_of(parts) if isinstance(part, Openings)]
            for sets in heapq.nlargest(FIRSTS, lazy, key=self._first):
                found += self.built(sets)
            for part in parts_of(parts):
                if not isinstance(part, Lazy):
                    found += part
        return found

    def _first(self, part: Openings) -> float:
        return 0.0 if part.first is None else self.lay(part.first.lay, ONE[part.first.rank])

    def built(self, sets: Openings) -> list[Action]:
        """Sets of lays that open and are worth most, built a rank at a time; each is legal."""
        found: dict[tuple[Lay, ...], tuple[float, int]] = {}
        # Once for what they bring, once for reaching the minimum, which may cost more than it brings.
        for push in (0.0, 1.0):
            for gain, total, _, _, left, lays in self._grown(sets, push):
                if lays and total >= sets.least:
                    found[lays] = (gain, left)
        firsts = () if sets.first is None else (sets.first.lay,)
        if sets.first is not None and sets.base >= sets.least:
            found[()] = (0.0, c.size(sets.rest))
        best = heapq.nlargest(BUILT, found, key=lambda lays: found[lays][0])
        plays = (Action(sets.verb, firsts + lays) for lays in best)
        # What leaves few cards may be going out, and then the whole book is asked.
        picked = 0 if sets.first is None else c.size(self.sight.view.brought())
        safe = sets.shapes.safe[sets.verb] - picked
        wide = {firsts + lays for lays, (_, left) in found.items() if left >= safe}
        return [play for play in plays if play.lays in wide or play in sets]

    def _grown(self, sets: Openings, push: float) -> list[State]:
        states: list[State] = [(0.0, sets.base, sets.deuces, sets.jokers, c.size(sets.rest), ())]
        for rank, held in zip(sets.wide_ranks, sets.held, strict=False):
            options = list(self._options(sets, rank, held))
            grown = states.copy()
            for gain, total, deuces, jokers, left, lays in states:
                for more, option in options:
                    if option.deuces <= deuces and option.jokers <= jokers:
                        grown.append(
                            (
                                gain + more,
                                total + option.points,
                                deuces - option.deuces,
                                jokers - option.jokers,
                                left - option.size,
                                (*lays, option.lay),
                            )
                        )
            if len(grown) > KEPT:
                least = sets.least
                grown = heapq.nlargest(KEPT, grown, key=lambda each: each[0] + push * min(each[1], least))
            states = grown
        return states

    def _options(self, sets: Openings, rank: Kind, held: int) -> Iterator[tuple[float, Option]]:
        """The lays of a rank that a player would think of: all his naturals, or just a new meld."""
        least, most = self.sight.profile.meld_size, self.sight.profile.canasta_size
        for option in sets.shapes.lays(rank, held, sets.deuces, sets.jokers).all:
            naturals = option.size - option.deuces - option.jokers
            if naturals == held or option.size in (least, most):
                yield self.lay(option.lay) - self.tastes.opens * option.size, option


def parts_of(plays: Sequence[Action]) -> Iterable[Sequence[Action]]:
    """The parts of a sequence that is joined of some, or itself."""
    return plays.parts if isinstance(plays, Joined) else [plays]


def laid_in(view: Position, play: Action) -> Table:
    """What a meld or a take adds to the table, in a take the top card too."""
    put = ONE[view.pile[-1]] if play.verb == a.TAKE else 0
    for lay in play.lays:
        rank, cards = lay.rank or 0, lay.cards
        put += laid(rank, c.count(cards, rank), c.count(cards, DEUCE), c.count(cards, JOKER))
    return put
