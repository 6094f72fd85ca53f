"""Review spaced over days, by clause: what is due, why, and a fresh deal for each.

Each clause is a card of FSRS (Free Spaced Repetition Scheduler), derived anew from the entries of progress: nothing
else is kept. A clause that a wrong try met is rated again, one that was right after a hint hard, one that was right
good, and easy if it was quick for this learner besides. It is there for whoever asks for it, and counts for no star.

An entry whose time cannot be, because a clock went wrong, is left out of the review and counts everywhere else.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import IntEnum
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from canasta.clauses import BOOK
from canasta.filling import render
from canasta.tutor.drills import GENERATORS, Drawn, draw
from canasta.tutor.drills.plan import Plan
from canasta.tutor.drills.session import Session
from canasta.tutor.history import time_of, when
from canasta.tutor.progress import Entry
from canasta.tutor.standing import Go, Subjects, goes
from canasta.words import N_, ngettext

if TYPE_CHECKING:
    from fsrs import Card, Scheduler

FLOOR: Final = 5  # tries of a kind before one of them can be quick
GRACE: Final = timedelta(hours=1)  # by which two clocks may differ
TRIES: Final = 40  # deals among which the clause is looked for


class Rating(IntEnum):
    """How well a clause was known, by the numbers of FSRS."""

    AGAIN = 1
    HARD = 2
    GOOD = 3
    EASY = 4


class Met(NamedTuple):
    """A clause that came up at a time, and how well it was known."""

    clause: str
    rating: Rating
    at: datetime


class Due(NamedTuple):
    """A clause that is due: the reason in words, the chance from 0 to 1 that it would be right now, and who can ask.

    ``generators`` are the drills of which a fresh deal may be about it; there may be none.
    """

    clause: str
    reason: str
    chance: float
    generators: tuple[str, ...]


def due(entries: Iterable[Entry], now: datetime, subjects: Subjects, zone: tzinfo = UTC) -> list[Due]:
    """The clauses that are due today, the least sure first. ``zone`` is the learner's, in which his days are told."""
    return Memory(goes(entries, subjects), now).due(zone)


class Memory:
    """What a learner may still know of each clause at a time, by what the entries say.

    ``ahead`` counts the entries that are dated after that time, ``untimed`` those without a time that can be; both are
    left out.
    """

    def __init__(self, found: Iterable[Go], now: datetime) -> None:
        from fsrs import Rating as Rated

        self.now = now.astimezone(UTC)
        self._last: dict[str, Met] = {}
        self._missed: dict[str, datetime] = {}
        self._cards: dict[str, Card] = {}
        self._scheduler = _scheduler()
        every = list(found)
        whole = list(dict.fromkeys(go.entry for go in every))
        times = {entry: time_of(entry) for entry in whole}
        self.untimed = sum(at is None for at in times.values())
        self.ahead = sum(at is not None and at > self.now + GRACE for at in times.values())
        for met in rated(go for go in every if (at := times[go.entry]) and at <= self.now + GRACE):
            card = self._cards.get(met.clause) or _card(met)
            self._cards[met.clause], _log = self._scheduler.review_card(card, Rated(met.rating), met.at)
            self._last[met.clause] = met
            if met.rating == Rating.AGAIN:
                self._missed[met.clause] = met.at

    @property
    def clauses(self) -> list[str]:
        """The clauses of which something is known, in the order of the book."""
        return [clause for clause in BOOK.ids() if clause in self._cards]

    def chance(self, clause: str, days: int = 0) -> float:
        """The chance, from 0 to 1, that a clause would be right so many days from now if it did not come up before."""
        return float(self._scheduler.get_card_retrievability(self._cards[clause], self.now + timedelta(days)))

    def day(self, clause: str, zone: tzinfo = UTC) -> date:
        """The day on which a clause is due."""
        return self._cards[clause].due.astimezone(zone).date()

    def due(self, zone: tzinfo = UTC) -> list[Due]:
        """The clauses that are due today, the least sure first."""
        today = self.now.astimezone(zone).date()
        found = [
            Due(clause, self._reason(clause, zone), self.chance(clause), asking(clause))
            for clause in self.clauses
            if self.day(clause, zone) <= today
        ]
        return sorted(found, key=lambda each: each.chance)

    def notes(self) -> list[str]:
        """What is to be said of entries that were left out; nothing if none was."""
        said = []
        if self.ahead:
            ahead = ngettext(
                "{n} try is dated later than now; a clock must have been changed. It counts for the rules, and in the "
                "review from that day on.",
                "{n} tries are dated later than now; a clock must have been changed. They count for the rules, and in "
                "the review from that day on.",
                self.ahead,
            )
            said.append(ahead.format(n=f"{self.ahead:,}"))
        if self.untimed:
            untimed = ngettext(
                "{n} try has no date that can be. It counts for the rules, and not in the review.",
                "{n} tries have no date that can be. They count for the rules, and not in the review.",
                self.untimed,
            )
            said.append(untimed.format(n=f"{self.untimed:,}"))
        return said

    def _reason(self, clause: str, zone: tzinfo) -> str:
        last, missed = self._last[clause], self._missed.get(clause)
        day, today = (time.astimezone(zone).date() for time in (last.at, self.now))
        values = {"when": when(day, today), "n": round(100 * self.chance(clause))}
        if missed is not None and missed.astimezone(zone).date() == day:
            return render(N_("Because you missed it {when}."), values)
        if last.rating == Rating.HARD:
            return render(N_("Because you needed a hint for it {when}."), values)
        message = N_("Because you last met it {when}; the chance that it would be right now is about {n} in 100.")
        return render(message, values)


def rated(found: Iterable[Go]) -> Iterator[Met]:
    """How well each clause was known each time it came up, in the order of time; every entry has a time.

    Quick is what took less than the median of the learner's earlier tries of that kind, if there were some.
    """
    took: dict[str, list[int]] = {}
    for entry, own in groupby(sorted(found, key=lambda go: go.entry.at), key=lambda go: go.entry):
        at = time_of(entry)
        for go in own:
            earlier = took.setdefault(go.kind, [])
            rating = _rating(go, earlier)
            if at is not None and rating is not None:
                yield Met(go.clause, rating, at)
        if entry.stars and entry.seconds:
            insort(earlier, entry.seconds)


def _rating(go: Go, earlier: Sequence[int]) -> Rating | None:
    """None for what was given up and not missed: nothing can be told of it."""
    entry = go.entry
    if go.missed:
        return Rating.AGAIN
    if not entry.stars:
        return None
    if entry.hint:
        return Rating.HARD
    quick = len(earlier) >= FLOOR and 0 < entry.seconds < earlier[len(earlier) // 2]
    return Rating.EASY if quick and not entry.wrong else Rating.GOOD


def asking(clause: str) -> tuple[str, ...]:
    """The drills that can deal a fresh item about a clause."""
    dealing = (name for name, generator in GENERATORS.items() if clause in generator.clauses and not generator.stored)
    return tuple(dealing)


def _scheduler() -> Scheduler:
    from fsrs import Scheduler

    # Whole days from the first on, and nothing thrown: the same entries give the same days.
    return Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


def _card(met: Met) -> Card:
    from fsrs import Card

    # With neither given, it would ask the clock, and wait for it to go on.
    return Card(card_id=BOOK.ids().index(met.clause), due=met.at)


class Revision(Session):
    """A session that asks for what is due, a fresh deal for each clause that a drill can ask for."""

    def __init__(self, found: Sequence[Due], seed: str, *, hard: int | None = None, profile: str | None = None) -> None:
        self.due = [each for each in found if each.generators]
        names = dict.fromkeys(name for each in self.due for name in each.generators)
        super().__init__(Plan(tuple(names), seed, count=len(self.due), hard=hard, profile=profile))

    def _fresh(self) -> Drawn:
        at = len(self.dealt)
        return fresh(self.due[at], f"{self.plan.seed}.{at}", self.hard, self.plan.profile)


def fresh(wanted: Due, seed: str, hard: int, profile: str | None = None) -> Drawn:
    """An item about a clause that is due; one near it, should the drills that can ask for it not do so for long.

    Raises ValueError if no drill can.
    """
    if not wanted.generators:
        raise ValueError(f"no drill asks for {wanted.clause}")
    first = None
    for turn in range(TRIES):
        generator = GENERATORS[wanted.generators[turn % len(wanted.generators)]]
        drawn = draw(generator, f"{seed}.{turn}", generator.at(profile, {"hard": hard}))
        if wanted.clause in drawn.item.clauses:
            return drawn
        first = first or drawn
    assert first is not None
    return first
