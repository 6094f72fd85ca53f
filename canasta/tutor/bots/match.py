"""Bots at one table: each is asked in its turn, and is told what its seat sees and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from canasta.play import Step, play
from canasta.position import OVER, Position
from canasta.tutor.bots.bot import Bot


def played(position: Position, bots: Sequence[Bot]) -> Iterator[Step]:
    """A deal played to its end, step by step; ``bots`` are by seat.

    Raises IllegalAction if a bot plays what is not legal, which none of ours does.
    """
    while position.phase != OVER:
        seat = position.acting
        step = play(position, bots[seat](position.seen_by(seat)).action)
        yield step
        position = step.after
