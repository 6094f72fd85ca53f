"""Prints how fast the engine is here: random play, and judge and legal per call, on one core, in CPU time.

Machines are noisy: compare ratios of one run, not figures of two.
"""

from __future__ import annotations

import platform
import random
import statistics
import sys
import time

from canasta import CLASSIC, Position, deal, judge, legal, play

RUNS = 5
DEALS = 4


def random_play(seed: int) -> tuple[int, float, list[Position]]:
    """Decisions, CPU seconds, and the positions met, of a few random deals."""
    chance = random.Random(seed)
    met: list[Position] = []
    begun = time.process_time()
    for number in range(DEALS):
        position = deal(seed * DEALS + number, CLASSIC, scores=(3000, 3000) if number % 2 else (0, 0))
        while position.phase != "over":
            met.append(position)
            position = play(position, chance.choice(legal(position))).after
    return len(met), time.process_time() - begun, met


def microseconds(positions: list[Position], call) -> list[float]:  # type: ignore[no-untyped-def]
    """How long each call took."""
    took = []
    for position in positions:
        begun = time.perf_counter_ns()
        call(position)
        took.append((time.perf_counter_ns() - begun) / 1000)
    return sorted(took)


def main() -> None:
    """Measure and print."""
    print(f"Python {platform.python_version()} on {platform.machine()}; {RUNS} runs of {DEALS} deals")
    rates, deals, met = [], [], []
    for run in range(RUNS + 1):
        decisions, seconds, positions = random_play(run)
        if run:  # the first run warms the memo up
            rates.append(decisions / seconds)
            deals.append(DEALS / seconds)
            met += positions
    for name, values in (("decisions/s, legal and play with verdict and events", rates), ("deals/s", deals)):
        spread = f"{min(values):,.0f} to {max(values):,.0f}"
        print(f"{name:55} median {statistics.median(values):10,.0f}   ({spread})")
    sample = random.Random(0).sample(met, min(2000, len(met)))
    chosen = {id(position): random.Random(1).choice(legal(position)) for position in sample}
    for name, call in (("legal", legal), ("judge", lambda position: judge(position, chosen[id(position)]))):
        took = microseconds(sample, call)
        mean, late, worst = statistics.mean(took), took[int(len(took) * 0.99)], took[-1]
        print(f"{name + ', µs':55} mean {mean:8,.0f}   99th percentile {late:8,.0f}   worst {worst:8,.0f}")
    if sys.platform == "linux":
        import resource

        print(f"{'memory of the process, MiB':55} {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8,.0f}")


if __name__ == "__main__":
    main()
