"""The openings that leave few cards, counted and numbered: a large hand with many wild cards has millions of them too.

Such a set lays all cards but a few, so what it counts is what the whole hand counts less the cards that stay, and only
how the wild cards are shared among the ranks differs. What is known of the ranks done so far fits into a small state,
and sets with one state have equally many ways to go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from canasta.actions import Lay
from canasta.cards import BLACK_THREE, DEUCE, JOKER, RED_THREE, Kind
from canasta.options import Option

if TYPE_CHECKING:
    from canasta.openings import Openings


class Gains(NamedTuple):
    """Whether one more natural, deuce or joker would complete a canasta of a meld; of several melds, of any."""

    natural: int = 0
    deuce: int = 0
    joker: int = 0


class State(NamedTuple):
    """What matters of the ranks done: wild cards left, cards kept and what they count, canastas made.

    ``saves`` tells whether the natural that was kept would complete a canasta, ``deuce`` and ``joker`` whether such a
    card would, ``outside`` whether the one card that no set lays would; ``any`` that something is laid.
    """

    deuces: int
    jokers: int
    kept: int = 0
    lost: int = 0
    canastas: int = 0
    saves: int = 0
    deuce: int = 0
    joker: int = 0
    outside: int = 0
    any: bool = False
    threes: tuple[int, int] = (0, 0)


class Low:
    """The sets that leave fewer cards than a player must keep who does not go out, in the order of ``Openings``."""

    def __init__(self, openings: Openings) -> None:
        self.sets, self.shapes = openings, openings.shapes
        self.ranks, self.held = openings.ranks, openings.held
        worth = self.shapes.worth
        laid = sum(n * worth[rank] for rank, n in zip(self.ranks, self.held))
        self.total = openings.base + laid + openings.deuces * worth[DEUCE] + openings.jokers * worth[JOKER]
        self.needed = self.shapes.profile.canastas_out
        self.outside = self._outside() if openings.staying == 1 else None
        self._known: dict[tuple[int, State], int] = {}
        self._gains: dict[tuple[int, ...], Gains] = {}
        # The wild cards that the ranks from each place on need at least, and take at most.
        self.least, self.most = [0], [0]
        for rank, n in zip(reversed(self.ranks), reversed(self.held)):
            options = self.shapes.lays(rank, n, openings.deuces, openings.jokers).all
            few = min((option.size - n for option in options if option.size >= n), default=0)
            self.least.insert(0, self.least[0] + few)
            self.most.insert(0, self.most[0] + self.shapes.cap)
        self.begin = self._begin()

    def _outside(self) -> Kind | None:
        """The one card that no set lays: of the hand, or of the pile that is taken."""
        rest = self.sets.rest
        for rank in (*self.ranks, DEUCE, JOKER):
            rest -= (rest >> 8 * rank & 0xFF) << 8 * rank
        if not rest and self.sets.first is not None:
            return next(kind for kind in self.sets.position.pile[:-1] if kind != RED_THREE)
        return (rest.bit_length() - 1) // 8 if rest else None

    def _begin(self) -> State:
        openings, first = self.sets, self.sets.first
        state = State(openings.deuces, openings.jokers)
        if first is None:
            return state
        naturals = first.size - first.deuces - first.jokers + 1
        state = state._replace(canastas=self.shapes.canastas(first.laid), any=True)
        return self._gaining(state, first.rank, naturals, first.deuces, first.jokers)

    def _more(self, rank: Kind, naturals: int, deuces: int, jokers: int) -> Gains:
        key = (rank, naturals, deuces, jokers)
        known = self._gains.get(key)
        if known is None:
            one = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
            each = (self.shapes.lays(rank, *more, naturals, deuces, jokers).gains for more in one)
            known = self._gains[key] = Gains(*(max(gains, default=0) for gains in each))
        return known

    def _gaining(self, state: State, rank: Kind, naturals: int, deuces: int, jokers: int) -> State:
        more = self._more(rank, naturals, deuces, jokers)
        outside = state.outside
        if self.outside is not None:
            outside |= {rank: more.natural, DEUCE: more.deuce, JOKER: more.joker}.get(self.outside, 0)
        return state._replace(deuce=state.deuce | more.deuce, joker=state.joker | more.joker, outside=outside)

    def _with(self, state: State, at: int, option: Option | None, gain: int = 0) -> State | None:
        """The state after one more rank; None if too many cards stay."""
        rank, held = self.ranks[at], self.held[at]
        worth = self.shapes.worth[rank]
        naturals = 0 if option is None else option.size - option.deuces - option.jokers
        kept = state.kept + held - naturals
        if kept >= self.sets.room:
            return None
        lost = state.lost + (held - naturals) * worth
        if option is None:
            return state._replace(kept=kept, lost=lost)
        deuces, jokers = state.deuces - option.deuces, state.jokers - option.jokers
        state = state._replace(
            deuces=deuces, jokers=jokers, kept=kept, lost=lost, canastas=state.canastas + gain, any=state.any
        )
        if rank == BLACK_THREE:
            return state._replace(threes=(naturals, option.deuces + option.jokers))
        state = self._gaining(state._replace(any=True), rank, naturals, option.deuces, option.jokers)
        if held - naturals == 1:
            state = state._replace(saves=self._more(rank, naturals, option.deuces, option.jokers).natural)
        return state

    def completions(self, at: int, state: State) -> int:
        """How many allowed sets go on from here."""
        wilds = state.deuces + state.jokers
        # All wild cards but those that may stay must find a place, and every rank but those kept its own.
        spare = self.sets.room - 1 - state.kept
        if wilds - self.most[at] > spare or self.least[at] - wilds > self._slack(at, spare):
            return 0
        if at == len(self.ranks):
            return int(self._allowed(state))
        known = self._known.get((at, state))
        if known is None:
            known = 0
            for _, after in self._next(at, state):
                known += self.completions(at + 1, after)
            self._known[at, state] = known
        return known

    def _slack(self, at: int, spare: int) -> int:
        """How many wild cards fewer the ranks to come may do with, if so many of their cards stay."""
        return spare * (1 + self.shapes.cap) if spare > 0 else 0

    def _next(self, at: int, state: State) -> list[tuple[Option | None, State]]:
        found: list[tuple[Option | None, State]] = []
        if (after := self._with(state, at, None)) is not None:
            found.append((None, after))
        options = self.shapes.lays(self.ranks[at], self.held[at], state.deuces, state.jokers)
        for option, gain in zip(options.all, options.gains):
            if (after := self._with(state, at, option, gain)) is not None:
                found.append((option, after))
        return found

    def _allowed(self, state: State) -> bool:
        openings, shapes = self.sets, self.shapes
        wilds = state.deuces + state.jokers
        left = openings.staying + state.kept + wilds
        if left >= shapes.safe[openings.verb] or not (state.any or state.threes[0]):
            return False
        stays = state.deuces * shapes.worth[DEUCE] + state.jokers * shapes.worth[JOKER]
        if self.total - state.lost - stays < openings.least and not openings.waived(left, state.canastas):
            return False
        if state.kept:
            last = state.saves
        else:
            last = state.deuce if state.deuces else state.joker if state.jokers else state.outside
        black = sum(state.threes) > 0
        return shapes.stays(
            openings.verb,
            left,
            state.canastas,
            lambda: state.canastas + last >= self.needed,
            state.threes,
            black,
            state.any or not black,
        )

    def __len__(self) -> int:
        return self.completions(0, self.begin)

    def item(self, number: int) -> tuple[Lay, ...]:
        """The lays of the set with this number, from 0."""
        state, chosen = self.begin, []
        for at in range(len(self.ranks)):
            for option, after in self._next(at, state):
                n = self.completions(at + 1, after)
                if number < n:
                    state = after
                    if option is not None:
                        chosen.append(option.lay)
                    break
                number -= n
        return tuple(chosen)
