"""Reads the golden logs of this directory, each once for all tests.

A log may hold tries that the book refuses: ``discard K  # refused: out.canasta`` must stop the replay at that very line
under that clause, and the log goes on as if it had not been tried. Beside a ``score:`` the lines of the sheet may stand
in a comment, side by side, as they were reckoned by hand: ``score: 660:-20  # 500 + 100 + 60 : -10 - 10``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from canasta import Log, Replay, Step, replay
from canasta.log import Entry, Refusal

PATHS = {path.stem: path for path in sorted(Path(__file__).parent.glob("*.log"))}
REFUSED = re.compile(r"# refused: (\S+)")


class Try(NamedTuple):
    """A line that is marked as refused: its number, the clause it names, and what stopped the replay there, if any."""

    line: int
    clause: str
    refused: Refusal | None


class Golden(NamedTuple):
    """A log, what comes of it without the tries that are marked as refused, and those."""

    log: Log
    played: Replay
    tries: tuple[Try, ...]

    @property
    def ends(self) -> list[Step]:
        """The last step of each deal that is finished."""
        return [step for step in self.played.steps if step.after.phase == "over"]

    @property
    def deals(self) -> Iterator[list[Step]]:
        """The steps of each deal."""
        deal: list[Step] = []
        for step in self.played.steps:
            if deal and deal[-1].after.phase == "over":
                yield deal
                deal = []
            deal.append(step)
        yield deal


@cache
def golden(name: str) -> Golden:
    """The golden log of this name, played."""
    log = Log.parse(PATHS[name].read_text("utf-8"))
    entries, tries = list(log.entries), []
    for place, entry in enumerate(log.entries):
        if marked := REFUSED.match(entry.comment):
            tries.append(Try(place + 1, marked[1], replay(Log(tuple(entries[: place + 1]))).refused))
            entries[place] = Entry()
    return Golden(log, replay(Log(tuple(entries))), tuple(tries))
