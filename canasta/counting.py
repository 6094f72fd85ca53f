"""How many ways to open there are, and which is the n-th: what a large hand needs in the place of a list.

Counts by points are polynomials packed into one int, a coefficient per point total, so that joining two ranks is one
multiplication.
"""

from __future__ import annotations

from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING

from canasta.actions import Lay
from canasta.cards import Kind
from canasta.options import Option

if TYPE_CHECKING:
    from canasta.openings import Openings


class Counts:
    """How many sets complete a beginning, by points: what counting and numbering need."""

    def __init__(self, openings: Openings) -> None:
        self.sets = openings
        self.shapes = shapes = openings.shapes
        self.ranks, self.held = openings.wide_ranks, openings.held
        self.unit = gcd(*shapes.worth) or 1
        d, j = openings.deuces, openings.jokers
        self.groups = [self._grouped(rank, held) for rank, held in zip(self.ranks, self.held)]
        most = 1
        for rank, held in zip(self.ranks, self.held):
            most *= 1 + len(shapes.lays(rank, held, d, j).all)
        self.bits = most.bit_length() + 1
        self.ones = (1 << self.bits) - 1
        self.room = max(0, openings.room - openings.loose_threes)
        self._all: dict[tuple[int, int, int], int] = {}
        self._exact: dict[tuple[int, int, int, int], int] = {}
        self.short = max(0, -(-(openings.least - openings.base) // self.unit))
        # The empty set opens nothing, though a table's minimum may be none at all.
        self.empty = int(openings.first is None and self.short == 0)
        self.wide = self._completions(0, d, j, 0, self.short) - self.empty

    def _grouped(self, rank: Kind, held: int) -> dict[tuple[int, int], list[Option]]:
        groups: dict[tuple[int, int], list[Option]] = {}
        for option in self.shapes.lays(rank, held, self.sets.deuces, self.sets.jokers).all:
            groups.setdefault((option.deuces, option.jokers), []).append(option)
        return groups

    def all(self, at: int, d: int, j: int) -> int:
        """The sets over the ranks from ``at`` on, by points."""
        if at == len(self.ranks):
            return 1
        key = (at, d, j)
        known = self._all.get(key)
        if known is None:
            known = self.all(at + 1, d, j)
            for (od, oj), options in self.groups[at].items():
                if od <= d and oj <= j:
                    known += self._poly(at, od, oj, options) * self.all(at + 1, d - od, j - oj)
            self._all[key] = known
        return known

    @cached_property
    def _polys(self) -> dict[tuple[int, int, int], int]:
        return {}

    def _poly(self, at: int, od: int, oj: int, options: list[Option]) -> int:
        key = (at, od, oj)
        known = self._polys.get(key)
        if known is None:
            known = self._polys[key] = sum(1 << self.bits * (option.points // self.unit) for option in options)
        return known

    def exact(self, at: int, d: int, j: int, loose: int) -> int:
        """Those that keep exactly so many cards, by points."""
        if at == len(self.ranks):
            return int(d + j == loose)
        key = (at, d, j, loose)
        known = self._exact.get(key)
        if known is None:
            held = self.held[at]
            known = self.exact(at + 1, d, j, loose - held) if held <= loose else 0
            for (od, oj), options in self.groups[at].items():
                if od <= d and oj <= j:
                    for option in options:
                        kept = loose - held + option.size - od - oj
                        if kept >= 0:
                            rest = self.exact(at + 1, d - od, j - oj, kept)
                            known += rest << self.bits * (option.points // self.unit)
            self._exact[key] = known
        return known

    def _completions(self, at: int, d: int, j: int, loose: int, short: int) -> int:
        """How many sets finish what is begun, reach the points still missing, and are not tight."""
        poly = self.all(at, d, j)
        for kept in range(self.room - loose):
            poly -= self.exact(at, d, j, kept)
        # The sum of the coefficients from there on is what is left when nines are cast out.
        return (poly >> self.bits * max(0, short)) % self.ones

    def item(self, number: int) -> tuple[Lay, ...]:
        """The lays of the set with this number."""
        number += self.empty
        d, j, loose, short = self.sets.deuces, self.sets.jokers, 0, self.short
        chosen: tuple[Lay, ...] = ()
        for at, (rank, held) in enumerate(zip(self.ranks, self.held)):
            n = self._completions(at + 1, d, j, loose + held, short)
            if number < n:
                loose += held
                continue
            number -= n
            for option in self.shapes.lays(rank, held, d, j).all:
                od, oj = option.deuces, option.jokers
                kept = loose + held - option.size + od + oj
                missing = short - option.points // self.unit
                n = self._completions(at + 1, d - od, j - oj, kept, missing)
                if number < n:
                    d, j, loose, short = d - od, j - oj, kept, missing
                    chosen = (*chosen, option.lay)
                    break
                number -= n
        return chosen
