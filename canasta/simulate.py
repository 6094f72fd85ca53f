"""Many deals, through any ``concurrent.futures`` executor: processes, threads, a cluster, or none.

>>> from canasta.simulate import random_deal, simulate
>>> [record.phase for record in simulate(range(2), random_deal)]
['over', 'over']

With Dask, pass ``Client(...).get_executor()``; with processes, ``ProcessPoolExecutor()``. The results are the same.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from canasta.advance import advance
from canasta.deal import deal
from canasta.lister import legal
from canasta.position import OVER
from canasta.profile import CLASSIC, Profile
from canasta.score import deal_totals, score_deal

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Seed = TypeVar("Seed")
Result = TypeVar("Result")


class DealFailed(RuntimeError):
    """One deal of a simulation raised an error. ``seed`` says which, ``reason`` is the error in words."""

    def __init__(self, seed: object, reason: str) -> None:
        # Both are the exception's arguments, so that it can be pickled whatever the error was.
        super().__init__(seed, reason)
        self.seed = seed
        self.reason = reason

    def __str__(self) -> str:
        return f"the deal of seed {self.seed!r} failed: {self.reason}"


def simulate(
    seeds: Sequence[Seed],
    play_one: Callable[[Seed], Result],
    *,
    executor: Executor | None = None,
    progress: Callable[[int, int], object] | None = None,
    chunk: int = 16,
    ahead: int = 64,
) -> Generator[Result, None, None]:
    """Play a deal for every seed; the results come in the order of the seeds.

    ``play_one`` must depend on its seed alone, and be picklable if the executor needs that; then every executor gives
    the same results. Without an executor the deals are played here, each when its result is asked for. ``progress``
    is called with the number of results so far and of all, before each result. An executor gets ``chunk`` deals at a
    time and at most ``ahead`` such chunks before their results are read, so ``seeds`` may be a very large range.

    Raises DealFailed naming the first seed whose deal raises an error, after the results of the seeds before it. When
    that happens, or the generator is closed early, what has not begun is cancelled. The executor stays open.
    """
    if chunk < 1 or ahead < 1:
        raise ValueError(f"chunk and ahead are at least 1, not {chunk} and {ahead}")
    outcomes = (
        (_outcome(seed, play_one) for seed in seeds)
        if executor is None
        else _outcomes(seeds, play_one, executor, chunk, ahead)
    )
    return _results(outcomes, len(seeds), progress)


def _results(
    outcomes: Generator[Result | DealFailed, None, None], total: int, progress: Callable[[int, int], object] | None
) -> Generator[Result, None, None]:
    with closing(outcomes):
        for done, outcome in enumerate(outcomes, 1):
            if isinstance(outcome, DealFailed):
                raise outcome
            if progress is not None:
                progress(done, total)
            yield outcome


def _outcomes(
    seeds: Sequence[Seed], play_one: Callable[[Seed], Result], executor: Executor, chunk: int, ahead: int
) -> Generator[Result | DealFailed, None, None]:
    parts = (seeds[at : at + chunk] for at in range(0, len(seeds), chunk))
    pending: deque[tuple[Sequence[Seed], Future[list[Result | DealFailed]]]] = deque()

    def hand_over(n: int) -> None:
        pending.extend((part, executor.submit(_played, part, play_one)) for part in islice(parts, n))

    try:
        hand_over(ahead)
        while pending:
            part, future = pending.popleft()
            try:
                played = future.result()
            except Exception as fault:  # of the executor: a dead worker, something that cannot be pickled
                fault.add_note(f"while the deals of seeds {part[0]!r} to {part[-1]!r} were played")
                raise
            hand_over(1)
            yield from played
    finally:
        for _, future in pending:
            future.cancel()


def _played(seeds: Sequence[Seed], play_one: Callable[[Seed], Result]) -> list[Result | DealFailed]:
    """The outcomes of some deals, up to the first that failed."""
    outcomes: list[Result | DealFailed] = []
    for seed in seeds:
        outcome = _outcome(seed, play_one)
        outcomes.append(outcome)
        if isinstance(outcome, DealFailed):
            # The cause does not travel between processes, its text does.
            outcome.add_note("".join(traceback.format_exception(outcome.__cause__)))
            break
    return outcomes


def _outcome(seed: Seed, play_one: Callable[[Seed], Result]) -> Result | DealFailed:
    try:
        return play_one(seed)
    except Exception as fault:
        failure = DealFailed(seed, f"{type(fault).__name__}: {fault}")
        failure.__cause__ = fault
        return failure


class DealRecord(NamedTuple):
    """What became of one simulated deal.

    ``phase`` is "over" unless the player in turn had no legal play; ``actions`` counts everything that was played;
    ``out`` is the seat that went out ("" if the stock ended the deal) and ``concealed`` whether it did so concealed;
    ``canastas``, ``melded`` and ``points``, what the deal brought, are by side; a deal that is not over has no points.
    """

    seed: int | str
    phase: str
    actions: int
    out: str
    concealed: bool
    canastas: tuple[int, ...]
    melded: tuple[bool, ...]
    points: tuple[int, ...]


def random_deal(seed: int | str, profile: Profile = CLASSIC, scores: tuple[int, ...] = ()) -> DealRecord:
    """Play a deal to its end, every legal play being as likely as any other; the same seed gives the same deal."""
    # A stream of its own: the one that shuffled the cards would make the plays depend on them.
    random = Random(f"plays of {seed}").random
    position = deal(seed, profile, scores=scores)
    actions = 0
    while position.phase != OVER and (plays := legal(position)):
        position = advance(position, plays[int(random() * len(plays))])
        actions += 1
    return DealRecord(
        seed=seed,
        phase=position.phase,
        actions=actions,
        out="" if position.out is None else profile.seat_names[position.out],
        concealed=position.out_concealed,
        canastas=tuple(map(position.canastas, range(profile.sides))),
        melded=tuple(map(position.has_melded, range(profile.sides))),
        points=deal_totals(score_deal(position), profile.sides) if position.phase == OVER else (),
    )
