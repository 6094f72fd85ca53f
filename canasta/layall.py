"""Laying a whole hand: can every card be put on melds in one turn, but for one to discard, and how?

Not a search over plays. Each rank has few choices: all its natural cards are laid, or all but the one that is the
discard, with some wild cards; the book says which. A depth-first search over the ranks remembers what cannot be
finished, so hands of thirty cards take about a millisecond.

A turn that begins with taking the pile has two steps: what is laid with the top card comes from the hand, and must
reach the minimum of a side that has not melded; then the rest of the pile joins, and all is laid. To lay in two steps
what could be laid in one gains nothing else, so any other turn is one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from weakref import WeakKeyDictionary

from canasta import actions as a
from canasta.actions import Action, Lay
from canasta.asking import is_barred, is_waived
from canasta.cards import BLACK_THREE, DEUCE, JOKER, NATURALS, ONE, Bag, Kind, count
from canasta.case import Case
from canasta.clauses.register import Book
from canasta.facts import LayFacts, LeaveFacts, OpeningFacts
from canasta.position import Position
from canasta.profile import Profile
from canasta.table import Meld, melds_on

Wilds = tuple[int, int]  # deuces and jokers
Amount = tuple[int, int, int]  # naturals, deuces and jokers
NOTHING: Amount = (0, 0, 0)
MEMO = 20_000


class Layout(NamedTuple):
    """Where the cards of a hand go: laid at once, laid after the pile has come to the hand, and what is discarded."""

    now: tuple[Lay, ...]
    later: tuple[Lay, ...]
    discard: Kind | None


class Choice(NamedTuple):
    """What becomes of one rank: its cards laid now and later, and whether one natural is ``kept`` for the discard.

    ``canasta`` is 1 if that makes a canasta; ``points`` count what is laid now.
    """

    rank: Kind
    kept: int
    now: Amount
    later: Amount
    canasta: int
    points: int


_KNOWN: WeakKeyDictionary[Book, dict[tuple[object, ...], tuple[tuple[Wilds, int], ...]]] = WeakKeyDictionary()


class LayAll:
    """One hand to be laid whole. ``rest`` are the cards that follow the ``top`` card of a pile that is taken.

    ``spare`` is 0 where the discard is one of the cards that follow, and the hand has none to spare.
    """

    def __init__(self, position: Position, book: Book, hand: Bag, rest: Bag = 0, top: Kind = 0, spare: int = 1) -> None:
        self.position = position
        self.book = book
        self.profile: Profile = position.profile
        self.hand, self.rest, self.top, self.spare = hand, rest, top, spare
        self.had = {meld.rank: meld for meld in melds_on(position.tables[position.side])}
        self.opened = bool(self.had)
        self.split = bool(rest)
        self.deuces, self.jokers = count(hand + rest, DEUCE), count(hand + rest, JOKER)
        self.pile_deuces, self.pile_jokers = count(rest, DEUCE), count(rest, JOKER)
        self.black_before = bool(position.fresh >> BLACK_THREE & 1)
        self.needed = self.profile.canastas_out
        self.seven = book["canasta.seven"].value
        self.canastas = sum(self.seven(self.profile, meld) for meld in self.had.values())
        self.opening: dict[int, bool] = {}
        self.known = _KNOWN.setdefault(book, {})
        if len(self.known) > MEMO:
            self.known.clear()
        if top:
            # The same take whatever is shown for it; only naturals and wild cards differ.
            self.take = Case(position, Action(a.TAKE, (Lay(top, 0),)), book).take()

    def layout(self) -> Layout | None:
        """A way to lay all cards but at most one, or None if there is none."""
        if is_barred(self.position) or self.canastas + self._could_make() < self.needed:
            return None
        choices: list[list[Choice]] = []
        forced = 0
        for rank in self._ranks():
            found = list(self._choices(rank))
            forced += all(choice.kept for choice in found)
            if not found or forced > 1:
                return None
            choices.append(found)
        chosen = _Search(self, choices).run()
        return None if chosen is None else self._laid(chosen)

    def _could_make(self) -> int:
        """How many canastas there would be at most, each rank having all cards: a quick way to see that none can."""
        cards = self.hand + self.rest
        wilds = (self.deuces, self.jokers)
        made = 0
        for rank in NATURALS:
            naturals = count(cards, rank) + (rank == self.top)
            if naturals + sum(wilds):
                had = self._had(rank)
                made += self.seven(self.profile, _joined(had, (naturals, *wilds))) - self.seven(self.profile, had)
        return made

    def _ranks(self) -> list[Kind]:
        """The ranks that matter: the top card's first, then those with the fewest cards, which fail soonest."""
        cards = self.hand + self.rest
        ranks = [rank for rank in (BLACK_THREE, *NATURALS) if count(cards, rank) or rank in self.had]
        if self.top and self.top not in ranks:
            ranks.append(self.top)
        return sorted(ranks, key=lambda rank: (rank != self.top, rank in self.had, count(cards, rank), rank))

    def _had(self, rank: Kind) -> Meld:
        return self.had.get(rank) or Meld(rank, 0)

    def _choices(self, rank: Kind) -> Iterator[Choice]:
        hand, rest = count(self.hand, rank), count(self.rest, rank)
        for kept in (0, 1) if hand + rest else (0,):
            naturals = hand + rest - kept
            if rank == BLACK_THREE:
                yield from self._black(naturals, kept)
                continue
            for (deuces, jokers), canasta in self._wholes(rank, naturals + (rank == self.top)):
                amount = (naturals, deuces, jokers)
                best: dict[Wilds, Choice] = {}
                for now in self._first_steps(rank, amount, hand):
                    later = (naturals - now[0], deuces - now[1], jokers - now[2])
                    choice = Choice(rank, kept, now, later, canasta, self._points(rank, now))
                    # For the search two choices differ only in the wild cards of the pile that they may use.
                    key = (min(later[1], self.pile_deuces), min(later[2], self.pile_jokers))
                    if key not in best or choice.points > best[key].points:
                        best[key] = choice
                yield from best.values()

    def _black(self, naturals: int, kept: int) -> Iterator[Choice]:
        """Black threes go down in the last action alone, which leaves at most one card."""
        had = self._had(BLACK_THREE)
        amount = (naturals, 0, 0)
        if naturals:
            leave = LeaveFacts(
                a.MELD,
                0,
                self.needed,
                self.needed,
                black=had.naturals + naturals,
                black_wilds=had.wilds,
                black_laid=True,
                black_before=self.black_before,
            )
            ends = leave._replace(left=1) if self.profile.discard_to_go_out else leave
            if not self._lays(BLACK_THREE, amount, NOTHING) or not self.book.allows(self.profile, ends):
                return
        now, later = (NOTHING, amount) if self.split else (amount, NOTHING)
        yield Choice(BLACK_THREE, kept, now, later, 0, self._points(BLACK_THREE, now))

    def _wholes(self, rank: Kind, naturals: int) -> tuple[tuple[Wilds, int], ...]:
        """The wild cards that so many naturals may take with them, in one lay, and whether that makes a canasta."""
        had = self._had(rank)
        key = (self.profile, rank, naturals, had, self.deuces, self.jokers)
        if key not in self.known:
            seven, was = self.seven, self.seven(self.profile, had)
            self.known[key] = tuple(
                ((deuces, jokers), seven(self.profile, _joined(had, (naturals, deuces, jokers))) - was)
                for deuces in range(self.deuces + 1)
                for jokers in range(self.jokers + 1)
                if self._lays(rank, (naturals, deuces, jokers), NOTHING)
            )
        return self.known[key]

    def _lays(self, rank: Kind, amount: Amount, before: Amount) -> bool:
        """Whether the book lets this lie there, ``before`` having been laid in the turn; nothing always may."""
        if amount == NOTHING:
            return True
        had = _joined(self._had(rank), before)
        return self.book.allows(self.profile, LayFacts(rank, *amount, had.naturals, had.deuces, had.jokers))

    def _first_steps(self, rank: Kind, amount: Amount, in_hand: int) -> Iterator[Amount]:
        """What of the cards of a rank is laid in the first step, the top card apart; for equal wild cards the most."""
        naturals, deuces, jokers = amount
        if not self.split:
            if rank != self.top or self._takes(amount):
                yield amount
            return
        if rank != self.top and self.opened:
            yield NOTHING
            return
        top = int(rank == self.top)
        for d in range(min(deuces, self.deuces - self.pile_deuces) + 1):
            for j in range(min(jokers, self.jokers - self.pile_jokers) + 1):
                for n in range(min(in_hand, naturals), -1, -1):
                    laid = (n + top, d, j)
                    if top and not self._takes((n, d, j)):
                        continue
                    if self._lays(rank, laid, NOTHING) and self._lays(
                        rank, (naturals - n, deuces - d, jokers - j), laid
                    ):
                        yield (n, d, j)
                        break

    def _takes(self, shown: Amount) -> bool:
        naturals, deuces, jokers = shown
        return self.book.allows(self.profile, self.take._replace(naturals=naturals, wilds=deuces + jokers))

    def _points(self, rank: Kind, now: Amount) -> int:
        return 0 if self.opened else int(self.book["value.points"].value(_bag(rank, now)))

    def opens(self, points: int) -> bool:
        """Whether what is laid now may be the side's first meld."""
        if self.opened:
            return True
        if points not in self.opening:
            self.opening[points] = self._opens(points)
        return self.opening[points]

    def _opens(self, points: int) -> bool:
        score = self.position.scores[self.position.side]
        facts = OpeningFacts(
            melded=False,
            total=points + self._top_points(),
            minimum=self.book["initial.minimum"].value(self.profile, score),
            score=score,
            take=bool(self.top),
            waived=not self.top and is_waived(self.position),
        )
        return self.book.allows(self.profile, facts)

    def _top_points(self) -> int:
        counts = self.top and self.profile.top_card_counts
        return int(self.book["value.points"].value(ONE[self.top])) if counts else 0

    def ends(self, left: int, canastas: int, others: bool) -> bool:
        """Whether the action that lays the last of them may leave so many cards, to be discarded."""
        return self.book.allows(
            self.profile,
            LeaveFacts(
                a.MELD, left + 1 - self.spare, canastas, self.needed, black_before=self.black_before, others=others
            ),
        )

    def _laid(self, chosen: tuple[Choice, ...]) -> Layout:
        now = [Lay(each.rank, _bag(each.rank, each.now)) for each in chosen if each.now != NOTHING]
        later = [Lay(each.rank, _bag(each.rank, each.later)) for each in chosen if each.later != NOTHING]
        gone = sum(lay.cards for lay in [*now, *later])
        left = self.hand + self.rest - gone
        discard = next((kind for kind in range(15) if count(left, kind)), None)
        if self.top and not any(lay.rank == self.top for lay in now):
            now.insert(0, Lay(self.top, 0))
        now.sort(key=lambda lay: lay.rank != self.top)
        verb = a.TAKE if self.top else a.MELD
        return Layout(a.in_canonical_order(verb, tuple(now)), a.in_canonical_order(a.MELD, tuple(later)), discard)


class _Search:
    """The depth-first search over the choices of each rank, with what is known to fail."""

    def __init__(self, task: LayAll, choices: list[list[Choice]]) -> None:
        self.task = task
        self.choices = choices
        self.failed: dict[tuple[int, ...], int] = {}
        # What the ranks still to come can take at most: wild cards, canastas and points.
        self.room = [(0, 0, 0)]
        for found in reversed(choices):
            wilds, canastas, points = self.room[0]
            wilds += max(sum(each.now[1:] + each.later[1:]) for each in found)
            canastas += max(each.canasta for each in found)
            points += max(each.points for each in found)
            self.room.insert(0, (wilds, canastas, points))

    def run(self) -> tuple[Choice, ...] | None:
        task = self.task
        return self._from(0, 0, task.deuces, task.jokers, task.pile_deuces, task.pile_jokers, task.canastas, 0, ())

    def _from(
        self,
        at: int,
        kept: int,
        deuces: int,
        jokers: int,
        pile_deuces: int,
        pile_jokers: int,
        canastas: int,
        points: int,
        chosen: tuple[Choice, ...],
    ) -> tuple[Choice, ...] | None:
        """Finish from the rank ``at``; so many wild cards are left, of which the pile's are not laid in the take."""
        task = self.task
        wilds, more, worth = self.room[at]
        over = kept + deuces + jokers - wilds
        if over > task.spare or canastas + more < task.needed or not task.opens(points + worth):
            return None
        if at == len(self.choices):
            others = any(each.rank != BLACK_THREE and (any(each.now) or any(each.later)) for each in chosen)
            return chosen if task.ends(kept + deuces + jokers, canastas, others) else None
        key = (at, kept, deuces, jokers, pile_deuces, pile_jokers, min(canastas, task.needed))
        if points <= self.failed.get(key, -1) and not task.black_before:
            return None
        for each in self.choices[at]:
            _, now_deuces, now_jokers = each.now
            _, later_deuces, later_jokers = each.later
            left_deuces = deuces - now_deuces - later_deuces
            left_jokers = jokers - now_jokers - later_jokers
            due_deuces = max(0, pile_deuces - later_deuces)
            due_jokers = max(0, pile_jokers - later_jokers)
            # Cards of the pile cannot be laid in the take: as many must stay for later, or for the discard.
            if kept + each.kept > 1 or left_deuces < due_deuces or left_jokers < due_jokers:
                continue
            found = self._from(
                at + 1,
                kept + each.kept,
                left_deuces,
                left_jokers,
                due_deuces,
                due_jokers,
                canastas + each.canasta,
                points + each.points,
                (*chosen, each),
            )
            if found is not None:
                return found
        self.failed[key] = max(points, self.failed.get(key, -1))
        return None


def _joined(meld: Meld, amount: Amount) -> Meld:
    return Meld(meld.rank, meld.naturals + amount[0], meld.deuces + amount[1], meld.jokers + amount[2])


def _bag(rank: Kind, amount: Amount) -> Bag:
    naturals, deuces, jokers = amount
    return naturals * ONE[rank] + deuces * ONE[DEUCE] + jokers * ONE[JOKER]
