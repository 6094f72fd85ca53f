"""The ways to open: every set of lays that a side's initial meld may be.

Sets explode with the hand: 12 cards have some hundred at worst, 30 cards have millions, and with two players such hands
are real play. So a small hand is listed, and a large one is a sequence: counted by dynamic programming, its items found
by their number, walked depth first. All three know one order.

A set is *tight* if it leaves so few cards that going out is in question; then each is put to the whole book. All others
need points only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from canasta import actions as a
from canasta.actions import Action, Lay
from canasta.asking import WAIVED_LEFT, is_barred, is_waived
from canasta.cards import BLACK_THREE, DEUCE, JOKER, Bag, Kind, size
from canasta.counting import Counts
from canasta.lazy import Lazy
from canasta.low import Low
from canasta.options import Option
from canasta.position import Position
from canasta.shapes import Shapes

State = tuple[int, int, int, int, tuple[Lay, ...]]  # points, deuces, jokers, loose cards, lays
NO_CARD: Option | None = None


class Few(NamedTuple):
    """A set that leaves few cards: its options, how many are left, and the canastas that then lie there."""

    chosen: tuple[Option, ...]
    left: int
    canastas: int


class Openings(Lazy):
    """The initial melds of ``ranks`` from the cards ``rest``; in a take ``first`` is chosen already.

    ``ranks`` are those that the hand has enough of, high ones first, black threes apart; ``picked`` is how many cards
    the rest of the pile brings to the hand.
    """

    def __init__(
        self,
        position: Position,
        shapes: Shapes,
        rest: Bag,
        ranks: tuple[Kind, ...],
        first: Option | None = NO_CARD,
        picked: int = 0,
    ) -> None:
        super().__init__(position, shapes)
        self.verb = a.MELD if first is None else a.TAKE
        # Black threes are laid by who goes out, so every set with them is tight.
        self.loose_threes = rest >> 8 * BLACK_THREE & 0xFF
        self.wide_ranks = ranks
        if self.loose_threes:
            ranks = (*ranks, BLACK_THREE)
        self.rest, self.ranks, self.first = rest, ranks, first
        self.deuces, self.jokers = rest >> 8 * DEUCE & 0xFF, rest & 0xFF
        self.held = tuple(rest >> 8 * rank & 0xFF for rank in ranks)
        self._firsts = () if first is None else (first.lay,)
        self.base = 0
        if first is not None:
            top = shapes.worth[first.rank] if shapes.profile.top_card_counts else 0
            self.base = first.points + top
        self.least = shapes.opens_at(position.scores[shapes.sides[position.seat]], first is not None)
        # Cards that stay in the hand whatever is laid, and what the pile brings.
        self.staying = size(rest) - sum(self.held) - self.deuces - self.jokers + picked
        self.room = shapes.safe[self.verb] - self.staying

    # -- the order: for each rank in turn, first without it, then each of its options -------------------------------

    def eager(self) -> list[Action]:
        """All of them at once."""
        return [*self._wide(), *self._tight()]

    def __iter__(self) -> Iterator[Action]:
        return chain(self._walk(0, self._begin(), self._ahead), self._tight())

    def _begin(self) -> State:
        return (self.base, self.deuces, self.jokers, 0, ())

    @cached_property
    def _ahead(self) -> list[int]:
        """The most points that the naturals of the ranks from each place on can bring."""
        ahead = [0]
        for rank, held in zip(reversed(self.ranks), reversed(self.held)):
            ahead.append(ahead[-1] + held * self.shapes.worth[rank])
        return ahead[::-1]

    def _wide(self) -> list[Action]:
        return wide(
            *(self.shapes, self.verb, self.wide_ranks, self.held, self.deuces, self.jokers),
            *(self.base, self.least, self.room - self.loose_threes, self._firsts),
        )

    def _action(self, lays: tuple[Lay, ...]) -> Action:
        return Action(self.verb, self._firsts + lays)

    def _walk(self, at: int, state: State, ahead: list[int]) -> Iterator[Action]:
        shapes = self.shapes
        points, d, j, loose, chosen = state
        if points + ahead[at] + shapes.worth[DEUCE] * d + shapes.worth[JOKER] * j < self.least:
            return
        if at == len(self.wide_ranks):
            enough = points >= self.least and loose + d + j >= self.room - self.loose_threes
            if enough and chosen + self._firsts:
                yield self._action(chosen)
            return
        held = self.held[at]
        yield from self._walk(at + 1, (points, d, j, loose + held, chosen), ahead)
        for option in shapes.lays(self.wide_ranks[at], held, d, j).all:
            od, oj = option.deuces, option.jokers
            left = loose + held - option.size + od + oj
            yield from self._walk(at + 1, (points + option.points, d - od, j - oj, left, (*chosen, option.lay)), ahead)

    # -- sets that leave so little that going out is in question ----------------------------------------------------

    def _tight(self) -> Iterator[Action]:
        """The sets that leave so few cards that going out is in question, as far as the book allows them."""
        if self._may_run_low:
            for each in self._low():
                if self._allows(each):
                    yield self._action(tuple(option.lay for option in each.chosen))

    @cached_property
    def _may_run_low(self) -> bool:
        if self.room <= 0 or is_barred(self.position):
            return False
        return self.shapes.may_run_low(self.verb, self._gains[0])

    @cached_property
    def _gains(self) -> list[int]:
        """The most canastas that the ranks from each place on can make."""
        gains = [0]
        for rank, held in zip(reversed(self.ranks), reversed(self.held)):
            options = self.shapes.lays(rank, held, self.deuces, self.jokers)
            gains.append(gains[-1] + max(options.gains, default=0))
        # The take's own meld is new, so it may be a canasta by itself.
        first = 0 if self.first is None else self.shapes.canastas(self.first.laid)
        return [gain + first for gain in reversed(gains)]

    def _low(self) -> Iterator[Few]:
        first = 0 if self.first is None else self.shapes.canastas(self.first.laid)
        return self._lowest(0, self.deuces, self.jokers, 0, (), first)

    def _lowest(self, at: int, d: int, j: int, loose: int, chosen: tuple[Option, ...], canastas: int) -> Iterator[Few]:
        """The sets that leave fewer than ``room`` cards, ``loose`` of which stay so far."""
        kept = loose + max(0, d + j - self.shapes.cap * (len(self.ranks) - at))
        if kept >= self.room:
            return
        if at == len(self.ranks):
            if chosen or self._firsts:
                yield Few(chosen, self.staying + kept, canastas)
            return
        if not self.shapes.may_run_low(self.verb, canastas + self._gains[at]):
            return
        held = self.held[at]
        yield from self._lowest(at + 1, d, j, loose + held, chosen, canastas)
        options = self.shapes.lays(self.ranks[at], held, d, j)
        for option, gain in zip(options.all, options.gains):
            od, oj = option.deuces, option.jokers
            left = loose + held - option.size + od + oj
            yield from self._lowest(at + 1, d - od, j - oj, left, (*chosen, option), canastas + gain)

    def _allows(self, low: Few) -> bool:
        """Whether the book allows a set that leaves so little."""
        shapes, (chosen, left, canastas) = self.shapes, low
        points = self.base + sum(option.points for option in chosen)
        if points < self.least and not self.waived(left, canastas):
            return False
        threes = sum(option.size for option in chosen if option.rank == BLACK_THREE)
        table = sum(option.laid for option in chosen) + (self.first.laid if self.first is not None else 0)

        def last() -> bool:
            rest = self.rest - sum(option.cards for option in chosen)
            if self.first is not None:
                rest += self.position.brought()
            return shapes.completes(table, (rest.bit_length() - 1) // 8)

        wilds = sum(option.deuces + option.jokers for option in chosen if option.rank == BLACK_THREE)
        others = len(chosen) + len(self._firsts) > (threes > 0)
        return shapes.stays(self.verb, left, canastas, last, (threes - wilds, wilds), threes > 0, others)

    def waived(self, left: int, canastas: int) -> bool:
        """Whether such a set is a concealed hand that needs no count (``out.concealed-minimum``)."""
        whole = self.verb == a.MELD and left <= WAIVED_LEFT and canastas >= self.shapes.profile.canastas_out
        return whole and is_waived(self.position) and self.shapes.opens_waived

    # -- counting and numbering -------------------------------------------------------------------------------------

    @cached_property
    def _counts(self) -> Counts:
        return Counts(self)

    @cached_property
    def _low_ones(self) -> Low | None:
        return Low(self) if self._may_run_low else None

    def __len__(self) -> int:
        return self._counts.wide + (len(self._low_ones) if self._low_ones is not None else 0)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def item(self, at: int) -> Action:
        wide = self._counts.wide
        if at < wide:
            return self._action(self._counts.item(at))
        assert self._low_ones is not None
        return self._action(self._low_ones.item(at - wide))


def listed(
    position: Position, shapes: Shapes, rest: Bag, ranks: tuple[Kind, ...], first: Option | None = None, picked: int = 0
) -> list[Action]:
    """The openings of a small hand, as ``Openings`` has them; mostly none is tight, and nobody need ask for more."""
    held = rest.to_bytes(16, "little")
    counts = [held[rank] for rank in ranks]
    verb = a.MELD if first is None else a.TAKE
    staying = rest % 255 - sum(counts) - held[DEUCE] - held[JOKER] - held[BLACK_THREE] + picked
    if staying < shapes.safe[verb]:
        return Openings(position, shapes, rest, ranks, first, picked).eager()
    base = 0
    firsts: tuple[Lay, ...] = ()
    if first is not None:
        base = first.points + (shapes.worth[first.rank] if shapes.profile.top_card_counts else 0)
        firsts = (first.lay,)
    least = shapes.opens_at(position.scores[shapes.sides[position.seat]], first is not None)
    return wide(shapes, verb, ranks, counts, held[DEUCE], held[JOKER], base, least, 0, firsts)


def wide(
    shapes: Shapes,
    verb: str,
    ranks: Sequence[Kind],
    held: Sequence[int],
    deuces: int,
    jokers: int,
    base: int,
    least: int,
    room: int,
    firsts: tuple[Lay, ...],
) -> list[Action]:
    """The sets that leave at least ``room`` cards: a rank at a time, dropping what cannot reach the minimum."""
    worth = shapes.worth
    deuce, joker = worth[DEUCE], worth[JOKER]
    ahead = 0
    for rank, n in zip(ranks, held):
        ahead += n * worth[rank]
    if base + ahead + deuce * deuces + joker * jokers < least:
        return []
    known, new = shapes.known_lays, shapes.new_lays
    states: list[State] = [(base, deuces, jokers, 0, firsts)]
    for to_come, rank, n in zip(range(len(ranks) - 1, -1, -1), ranks, held):
        ahead -= n * worth[rank]
        short = least - ahead
        # At the last rank the wild cards that are left bring nothing more.
        more_d, more_j = (deuce, joker) if to_come else (0, 0)
        grown: list[State] = []
        for points, d, j, loose, chosen in states:
            missing = short - more_d * d - more_j * j
            if points >= missing:
                grown.append((points, d, j, loose + n, chosen))
            key = (rank, n, d, j, 0, 0, 0)
            for _, _, _, laid, more, od, oj, lay, _ in (known.get(key) or new(key)).all:
                now = points + more
                if od or oj:
                    if now >= missing + more_d * od + more_j * oj:
                        grown.append((now, d - od, j - oj, loose + n - laid + od + oj, (*chosen, lay)))
                elif now >= missing:
                    grown.append((now, d, j, loose + n - laid, (*chosen, lay)))
        states = grown
    made = tuple.__new__
    return [
        made(Action, (verb, chosen, 0, "", "", ()))
        for points, d, j, loose, chosen in states
        if points >= least and loose + d + j >= room and chosen
    ]
