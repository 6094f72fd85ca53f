"""Prints how fast the engine is here, and beside it gin rummy in OpenSpiel and RLCard if they are installed.

Machines are noisy: compare the ratios of one run, not the figures of two.
"""

from __future__ import annotations

import platform
import random
import sys
from collections.abc import Iterator

import big_hands
import canasta_play
from measure import RUNS, SECONDS, late, line, microseconds, on_one_core, race, spread, warmed_up
from peers import peers

from canasta import Position, judge, legal

DEALS = 40  # whose positions judge and legal are measured on


def calls() -> Iterator[tuple[str, str]]:
    """Judge and legal on positions of random play, each position once."""
    met: list[Position] = []
    for number in range(DEALS):
        met += list(canasta_play.positions(number))[:-1]
    sample = random.Random(0).sample(met, min(2000, len(met)))
    chosen = [(position, random.Random(1).choice(legal(position))) for position in sample]
    warmed_up()
    yield f"legal, all of it, µs, {len(sample)} positions", late(microseconds(sample, lambda at: len(legal(at))))
    yield "judge of a legal action, µs", late(microseconds(chosen, lambda case: judge(*case).legal))


def memory() -> str:
    """The most memory this process has had."""
    if sys.platform != "linux":
        return "not measured on this system"
    import resource

    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MiB"


def random_play() -> None:
    """Rates of random play, and how many times faster than its peers canasta is."""
    fast = "canasta, legal and advance"
    full = "canasta, legal and play with events, score"
    others, missing = peers()
    results = race({fast: canasta_play.player(), full: canasta_play.recorder(), **others})
    print(f"Random play per CPU second: median (lowest to highest) of {RUNS} runs of {SECONDS:g} s after a warm-up")
    print("  Every choice of a player is a decision, a forced one too; chance is none, but its time counts.")
    print(f"  Canasta is for four, with scores of {' and '.join(f'{a}:{b}' for a, b in canasta_play.SCORES)} by turns.")
    for unit, amount in (("decisions/s", 0), ("deals/s", 1)):
        for name, runs in results.items():
            line(f"{unit:11} {name}", spread([each[amount] / each.seconds for each in runs]))
    for name in others:
        rates = [
            (ours.decisions / ours.seconds) / (theirs.decisions / theirs.seconds)
            for ours, theirs in zip(results[fast], results[name], strict=True)
        ]
        line(f"{'ratio':11} canasta / {name}", spread(rates, ".2f"))
    for sentence in missing:
        print(f"  {sentence}")


def main() -> None:
    """Measure and print."""
    on_one_core()
    print(f"Python {platform.python_version()} on {platform.machine()}, one core")
    print("Single calls, wall clock")
    for name, text in calls():
        line(name, text)
    line("most memory so far", memory())
    random_play()
    print("Big hands of a side that has not melded, wall clock")
    for name, text in big_hands.report():
        line(name, text)
    line("most memory so far", memory())


if __name__ == "__main__":
    main()
