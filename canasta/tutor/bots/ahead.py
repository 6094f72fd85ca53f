"""Looking ahead: ideas are compared by playing deals on, each in the same deals, and the hopeless ones are dropped."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

from canasta import cards as c
from canasta.advance import advance
from canasta.position import OVER, Position
from canasta.tutor.bots.dealt import dealt
from canasta.tutor.bots.outlook import Outlook
from canasta.tutor.bots.quick import Quick
from canasta.wayout import Way

TURNS = 9  # that are played on; then the outlook says how the deal stands
FIRST = 12  # deals before any idea is dropped
EVERY = 4  # deals after which it is seen again which ideas are left
HOPELESS = 3.0  # standard errors by which an idea is behind when it is dropped
SURE = 2.0  # and by which it must be ahead of what he would have played without looking


class Race:
    """Ideas for the player in turn, each played on in the same deals. ``points`` has a row for each: by how much his
    side was ahead in the end, deal by deal; the row of an idea that was dropped is shorter. ``own`` plays for his side.
    """

    def __init__(self, view: Position, ideas: Sequence[Way], own: Quick, others: Quick, outlook: Outlook) -> None:
        self.view, self.ideas, self.outlook = view, ideas, outlook
        self.players = [own if at == view.side else others for at in own.sides]
        self.points: list[list[float]] = [[] for _ in ideas]
        self.left = list(range(len(ideas)))

    def run(self, samples: int, random: Callable[[], float], over: Callable[[], bool]) -> None:
        """Play so many deals on, or until the time is over or one idea is left."""
        for n in range(1, samples + 1):
            full = dealt(self.view, random)
            row: list[float] = []
            for at in self.left:
                # Asked before every idea, since a deal may end before another's turn.
                if over() or (ahead := self._played(full, self.ideas[at], over)) is None:
                    return
                row.append(ahead)
            for at, ahead in zip(self.left, row, strict=True):
                self.points[at].append(ahead)
            if n >= FIRST and not n % EVERY:
                self._drop()
                if len(self.left) == 1:
                    return

    def _played(self, position: Position, idea: Way, over: Callable[[], bool]) -> float | None:
        """By how many points his side is ahead some turns later; None if the time is over before."""
        side, seat, turns = position.side, position.seat, TURNS
        for action in idea:
            position = advance(position, action)
        while position.phase != OVER:
            if position.seat != seat:
                if over():
                    return None
                seat = position.seat
                turns -= 1
                if turns < 0:
                    break
            position = advance(position, self.players[position.seat].action(position))
        return self.outlook.ahead(position, side)

    def _drop(self) -> None:
        """Drop the ideas that are hopelessly behind the best one, but for the first: luck must not rule that out."""
        best = self.best()
        self.left = [at for at in self.left if at in (0, best) or self.sure(best, at) < HOPELESS]

    def best(self) -> int:
        """The idea that came out best of those that are left."""
        return max(self.left, key=lambda at: math.fsum(self.points[at]))

    def chosen(self) -> int:
        """The best idea, or the first one where the best is not surely better than that."""
        best = self.best()
        return best if best and self.sure(best, 0) >= SURE else 0

    def ahead(self, one: int, other: int) -> tuple[int, float]:
        """In how many deals both ideas were played on, and by how many points the one came out better."""
        rows = list(zip(self.points[one], self.points[other]))
        return len(rows), sum(x - y for x, y in rows) / len(rows) if rows else 0.0

    def sure(self, one: int, other: int) -> float:
        """By how many standard errors one idea came out better than another."""
        n, mean = self.ahead(one, other)
        if n < 2:
            return 0.0
        spread = math.fsum((x - y - mean) ** 2 for x, y in zip(self.points[one], self.points[other]))
        return mean / math.sqrt((spread + 1) / n / (n - 1))


def can_look(view: Position) -> bool:
    """Whether the deal can be played on: his cards and the size of all else are known, and the packs hold so many."""
    if None in view.hands or view.stock is None or c.count(view.hand or 0, c.UNSEEN):
        return False
    try:
        dealt(view, Random(0).random)
    except ValueError:
        return False
    return True
