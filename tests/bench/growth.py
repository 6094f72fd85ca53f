"""Whether something grows: a line through what was measured time after time, with how sure it is.

The line is Theil's and Sen's: the median of the slopes between all pairs of points, which single outliers do not bend.
Its range, 95 of 100, is that of Kendall's test.
"""

from __future__ import annotations

import itertools
import math
import statistics
from typing import NamedTuple

GROWS, STAYS, UNCLEAR = "grows", "does not grow", "cannot be told"
HOUR = 3600.0
LEAST = 5  # points, below which the range would be a guess
Z = 1.96  # standard deviations to either side, for 95 of 100

Points = list[tuple[float, float]]  # seconds, and what was measured then


class Slope(NamedTuple):
    """How much more in an hour, and the range in which that lies in 95 of 100 such series."""

    hourly: float
    low: float
    high: float


def blocks(points: Points, seconds: float) -> Points:
    """The means of points over whole stretches of that length, for neighbours in time are alike."""
    if not points:
        return []
    begin, end = points[0][0], points[-1][0]
    found = []
    for number in range(int((end - begin) // seconds)):
        low = begin + number * seconds
        inside = [value for at, value in points if low <= at < low + seconds]
        if inside:
            found.append((low + seconds / 2, statistics.mean(inside)))
    return found


def slope(points: Points) -> Slope:
    """The slope of points at different times. Raises ValueError for fewer than five."""
    if len(points) < LEAST:
        raise ValueError(f"{len(points)} points are too few for a slope; it takes {LEAST}")
    pairs = itertools.combinations(points, 2)
    slopes = sorted((later - value) / (then - at) * HOUR for (at, value), (then, later) in pairs)
    many, n = len(slopes), len(points)
    off = Z * math.sqrt(n * (n - 1) * (2 * n + 5) / 18)
    low = max(0, math.floor((many - off) / 2))
    high = min(many - 1, math.ceil((many + off) / 2))
    return Slope(statistics.median(slopes), slopes[low], slopes[high])


def judged(found: Slope, matters: float) -> str:
    """``GROWS``, ``STAYS`` or ``UNCLEAR``, where less than ``matters`` in an hour would do no harm."""
    if found.high <= matters:
        return STAYS
    return GROWS if found.low > 0 and found.hourly > matters else UNCLEAR


def told(points: Points, matters: float) -> tuple[str, str]:
    """The judgement, and the same in words with the slope and its range."""
    if len(points) < LEAST:
        return UNCLEAR, f"too short to say: {len(points)} points, it takes {LEAST}"
    found = slope(points)
    word = judged(found, matters)
    first, last = points[0][1], points[-1][1]
    return word, (
        f"{word}: {found.hourly:+,.1f} an hour ({found.low:+,.1f} to {found.high:+,.1f}; {matters:g} would matter),"
        f" {first:,.1f} at first, {last:,.1f} at last"
    )
