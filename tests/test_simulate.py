"""Simulation: the same results in the same order through every executor, and a clean end when something stops it."""

from __future__ import annotations

import multiprocessing
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from canasta import NotationError, Profile
from canasta.simulate import DealFailed, random_deal, simulate

SEEDS = range(3)


def square(seed: int) -> int:
    """A quick deal."""
    return seed * seed


def square_late(seed: int) -> int:
    """A deal that takes the longer the sooner it was asked for."""
    time.sleep(max(0, 8 - seed) / 100)
    return seed * seed


def fail_at_five(seed: int) -> int:
    """Fails as unreadable text does, with an error that pickle cannot carry."""
    if seed == 5:
        raise NotationError("no card", part="x")
    return seed


class Watched(Executor):
    """Runs the first few calls at once and leaves the others waiting for ever."""

    def __init__(self, runs: int) -> None:
        self.runs = runs
        self.futures: list[Future[Any]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Keep the future, so that a test may look at it."""
        future: Future[Any] = Future()
        if len(self.futures) < self.runs:
            future.set_result(fn(*args, **kwargs))
        self.futures.append(future)
        return future


class Broken(Executor):
    """Its workers die."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """A future without a result."""
        future: Future[Any] = Future()
        future.set_exception(OSError("the worker died"))
        return future


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    """Two processes that begin with nothing of ours loaded."""
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Three threads."""
    with ThreadPoolExecutor(3) as pool:
        yield pool


@pytest.fixture
def cluster() -> Iterator[Executor]:
    """A Dask cluster in this process, without a dashboard and without the network."""
    reason = "dask is not installed: pip install canasta-tutor[dask]"
    distributed = pytest.importorskip("distributed", reason=reason)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None, protocol="inproc://"
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client.get_executor()


@pytest.fixture(params=["here", "threads", "processes", "cluster"])
def executor(request: pytest.FixtureRequest) -> Executor | None:
    """Every kind of executor, and none."""
    return None if request.param == "here" else request.getfixturevalue(request.param)


def test_every_executor_gives_the_same_deals(executor: Executor | None) -> None:
    """The same seeds give the same records, whoever plays them."""
    expected = [random_deal(seed) for seed in SEEDS]
    assert len(set(expected)) == len(SEEDS)
    assert list(simulate(SEEDS, random_deal, executor=executor, chunk=1)) == expected


def test_order_is_that_of_the_seeds(executor: Executor | None) -> None:
    """Results come in the order of the seeds, though later ones are ready sooner, and chunks may be of any size."""
    for chunk, ahead in ((1, 64), (3, 2), (50, 1)):
        found = list(simulate(range(10), square_late, executor=executor, chunk=chunk, ahead=ahead))
        assert found == [seed * seed for seed in range(10)]


def test_progress_is_told_before_each_result(executor: Executor | None) -> None:
    """Progress counts the results up to the number of seeds, one call a result."""
    told: list[tuple[int, int]] = []
    for n, _ in enumerate(simulate(range(5), square, executor=executor, progress=lambda *at: told.append(at)), 1):
        assert told[-1] == (n, 5)
    assert told == [(n, 5) for n in range(1, 6)]


def test_an_error_names_its_seed(executor: Executor | None) -> None:
    """The seeds before a failing deal give their results, then the error names the seed and tells what happened."""
    found: list[int] = []
    with pytest.raises(DealFailed, match="seed 5 failed: NotationError: no card") as fault:
        found.extend(simulate(range(9), fail_at_five, executor=executor, chunk=4))
    assert found == [0, 1, 2, 3, 4]
    assert fault.value.seed == 5
    if executor is None:
        assert isinstance(fault.value.__cause__, NotationError)
    else:
        assert "fail_at_five" in fault.value.__notes__[0]


def test_few_chunks_are_handed_over_at_a_time() -> None:
    """A range of any size begins at once, and no more futures exist than may be ahead."""
    watched = Watched(runs=6)
    results = simulate(range(10**12), square, executor=watched, chunk=10, ahead=3)
    assert [next(results) for _ in range(25)] == [seed * seed for seed in range(25)]
    assert len(watched.futures) == 6


def test_an_early_stop_cancels() -> None:
    """Closing the iterator cancels every chunk that has not begun."""
    watched = Watched(runs=1)
    results = simulate(range(100), square, executor=watched, chunk=10, ahead=4)
    assert next(results) == 0
    results.close()
    assert [future.cancelled() for future in watched.futures] == [False, True, True, True, True]


def test_an_error_cancels(threads: ThreadPoolExecutor) -> None:
    """After an error no deal begins that had not begun."""
    begun: list[int] = []

    def slow(seed: int) -> int:
        begun.append(seed)
        if seed == 0:
            raise ValueError
        time.sleep(0.05)
        return seed

    with pytest.raises(DealFailed):
        list(simulate(range(200), slow, executor=threads, chunk=1))
    threads.shutdown()
    assert 1 <= len(begun) < 50


def test_a_broken_executor_names_the_seeds() -> None:
    """An error that is the executor's own tells which deals were being played."""
    with pytest.raises(OSError, match="the worker died") as fault:
        next(simulate(range(100), square, executor=Broken(), chunk=10))
    assert "seeds 0 to 9" in fault.value.__notes__[0]


def test_bad_numbers_are_refused_at_once() -> None:
    """A chunk of no deals would never end; it is refused by the call, not by the first result."""
    for wrong in ({"chunk": 0}, {"ahead": 0}):
        with pytest.raises(ValueError, match="at least 1"):
            simulate(range(3), square, **wrong)


def test_failure_can_be_pickled() -> None:
    """The error of a deal survives the way between processes."""
    again = pickle.loads(pickle.dumps(DealFailed("x", "ValueError: y")))
    assert (str(again), again.seed) == ("the deal of seed 'x' failed: ValueError: y", "x")


@pytest.mark.parametrize("name", ["classic", "spruce", "pagat"])
def test_random_deals_end(name: str) -> None:
    """Random play ends each deal, counts its actions, and a seat that went out had its side's canastas."""
    profile = Profile.parse(name)
    play_one = partial(random_deal, profile=profile, scores=(3000, 0))
    for record in simulate(SEEDS, play_one):
        assert (record.phase, record.seed in SEEDS) == ("over", True)
        assert record.actions > 20
        assert len(record.points) == profile.sides
        assert any(record.points)
        assert not any(points % 5 for points in record.points)
        if record.out:
            side = profile.side_of(profile.seat_names.index(record.out))
            assert record.canastas[side] >= profile.canastas_out
        assert pickle.loads(pickle.dumps(record)) == record
