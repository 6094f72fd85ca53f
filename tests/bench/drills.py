"""How long an item takes to deal: ``make bench-drills`` prints milliseconds for each generator and kind."""

from __future__ import annotations

import sys
import time
from statistics import mean, median, quantiles

from canasta.tutor.drills import GENERATORS, draw

SEEDS = 200


def main(seeds: int = SEEDS) -> None:
    """Print mean, median and 95th percentile of the CPU's time for an item, by generator and kind."""
    print(f"{'drill':20}{'kind':10}{'mean':>8}{'median':>8}{'95 %':>8}{'most':>8}  ms")
    means = []
    for name, generator in GENERATORS.items():
        for kind in generator.kinds:
            took = []
            for seed in range(seeds):
                knobs = {"kind": kind, "profile": generator.profiles[seed % len(generator.profiles)]}
                begin = time.process_time()
                draw(generator, seed, knobs)
                took.append(1000 * (time.process_time() - begin))
            means.append(mean(took))
            high = quantiles(took, n=20)[-1]
            print(f"{name:20}{kind:10}{mean(took):8.1f}{median(took):8.1f}{high:8.1f}{max(took):8.1f}")
    print(f"mean of all {mean(means):.1f} ms, the slowest {max(means):.1f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
