"""Prints how long it takes to look through a played deal, and to deal an item that was found."""

from __future__ import annotations

import platform

from measure import line, microseconds, on_one_core, warmed_up

from canasta.profile import PROFILES
from canasta.tutor.drills import draw
from canasta.tutor.drills.real_deals import REAL_DEALS
from canasta.tutor.mining import club_deal, found_in, shipped

DEALS = 20  # of each table
ITEMS = 200


def milliseconds(taken: list[float]) -> str:
    """Mean, median and worst of sorted microseconds."""
    mean = sum(taken) / len(taken)
    return f"mean {mean / 1000:.1f}, median {taken[len(taken) // 2] / 1000:.1f}, worst {taken[-1] / 1000:.1f}"


def main() -> None:
    """Measure and print."""
    on_one_core()
    print(f"Python {platform.python_version()} on {platform.machine()}, one core, wall clock")
    played = [club_deal(f"{name} bench {number}") for name in PROFILES for number in range(DEALS)]
    found = sum(len(list(found_in(steps, ""))) for steps in played[:DEALS])  # which warms up
    warmed_up()
    took = microseconds(played, lambda steps: list(found_in(steps, "")))
    line(f"looking through a deal, ms, of {len(played)}", milliseconds(took))
    line("finds in a deal", f"{found / DEALS:.0f}")
    line(f"reading the {len(shipped())} that are shipped, again, ms", milliseconds(microseconds([0], _read_again)))
    draw(REAL_DEALS, "warm", {"kind": "do"})
    took = microseconds(range(ITEMS), lambda seed: draw(REAL_DEALS, seed))
    line(f"an item and its twin, ms, of {ITEMS}", milliseconds(took))


def _read_again(_value: int) -> None:
    shipped.cache_clear()
    shipped()


if __name__ == "__main__":
    main()
