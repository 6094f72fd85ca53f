"""How things are measured: CPU time, on one core, after a warm-up, several runs taken in turns."""

from __future__ import annotations

import gc
import math
import os
import statistics
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

RUNS = 5
SECONDS = 1.0  # CPU time of a run, at the least
WARM_UP = 3.0


class Run(NamedTuple):
    """Whole deals that were played one after another, and the CPU seconds they took."""

    decisions: int
    deals: int
    seconds: float


def on_one_core() -> None:
    """Keep this process on one core, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def warmed_up() -> None:
    """Leave what the warm-up made out of all later garbage collections."""
    gc.collect()
    gc.freeze()


def run(play_deal: Callable[[int], int], number: int, seconds: float) -> Run:
    """Play deals, an even number of them, until the time is up. ``play_deal`` gives the decisions of one deal."""
    decisions = deals = 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds or deals % 2 or not deals:
        decisions += play_deal(number * 10**6 + deals)
        deals += 1
    return Run(decisions, deals, spent)


def race(players: Mapping[str, Callable[[int], int]]) -> dict[str, list[Run]]:
    """Every player's runs. They take turns, so that what slows the machine for a while slows all of them."""
    for play_deal in players.values():
        run(play_deal, 0, WARM_UP)
    warmed_up()
    results: dict[str, list[Run]] = {name: [] for name in players}
    for number in range(1, RUNS + 1):
        for name, play_deal in players.items():
            results[name].append(run(play_deal, number, SECONDS))
    return results


def microseconds(values: Iterable[Any], call: Callable[[Any], object]) -> list[float]:
    """How long each call took by the wall clock, shortest first."""
    took = []
    for value in values:
        begun = time.perf_counter_ns()
        call(value)
        took.append((time.perf_counter_ns() - begun) / 1000)
    return sorted(took)


def spread(values: list[float], form: str = ",.0f") -> str:
    """The median, and the lowest and highest."""
    return f"{statistics.median(values):{form}} ({min(values):{form}} to {max(values):{form}})"


def late(values: list[float]) -> str:
    """The mean, the 99th percentile if there are enough for one, and the worst of sorted values."""
    percentile = values[math.ceil(len(values) * 0.99) - 1]
    middle = f", 99th percentile {percentile:,.0f}" if len(values) >= 100 else ""
    return f"mean {statistics.mean(values):,.0f}{middle}, worst {values[-1]:,.0f}"


def middle(values: list[float], form: str = ",.1f") -> str:
    """The median and the 95th percentile."""
    late = sorted(values)[math.ceil(len(values) * 0.95) - 1]
    return f"median {statistics.median(values):{form}}, 95th percentile {late:{form}}"


def line(name: str, text: str) -> None:
    """Print one measured thing."""
    print(f"  {name:70} {text}", flush=True)
