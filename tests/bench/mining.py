"""Prints how long it takes to look through a played deal, and to deal an item that was found."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Iterable
from typing import Any

from measure import line, on_one_core, warmed_up

from canasta.profile import PROFILES
from canasta.tutor.drills import draw
from canasta.tutor.drills.real_deals import REAL_DEALS
from canasta.tutor.mining import club_deal, found_in, shipped

DEALS = 20  # of each table
ITEMS = 200


def taken(values: Iterable[Any], call: Callable[[Any], object]) -> str:
    """Mean, median and worst of the milliseconds of CPU time that each call took."""
    took = []
    for value in values:
        begun = time.process_time_ns()
        call(value)
        took.append((time.process_time_ns() - begun) / 1e6)
    took.sort()
    return f"mean {sum(took) / len(took):.1f}, median {took[len(took) // 2]:.1f}, worst {took[-1]:.1f}"


def main() -> None:
    """Measure and print."""
    on_one_core()
    print(f"Python {platform.python_version()} on {platform.machine()}, one core, CPU time")
    played = [club_deal(f"{name} bench {number}") for name in PROFILES for number in range(DEALS)]
    found = sum(len(list(found_in(steps, ""))) for steps in played[:DEALS])  # which warms up
    warmed_up()
    line(f"looking through a deal, ms, of {len(played)}", taken(played, lambda steps: list(found_in(steps, ""))))
    line("finds in a deal", f"{found / DEALS:.0f}")
    line(f"reading the {len(shipped())} that are shipped, again, ms", taken([0], _read_again))
    draw(REAL_DEALS, "warm", {"kind": "do"})
    line(f"an item and its twin, ms, of {ITEMS}", taken(range(ITEMS), lambda seed: draw(REAL_DEALS, seed)))


def _read_again(_value: int) -> None:
    shipped.cache_clear()
    shipped()


if __name__ == "__main__":
    main()
