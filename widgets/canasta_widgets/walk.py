"""A log made ready to step through: as much of it as can be played, and in plain words where and why it stops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from canasta import ImpossiblePosition, Log, NotationError, Position, Step, record, replay
from canasta.filling import render
from canasta.log import ACTION, POSITION, STARTS, TITLE, deals
from canasta.words import N_, _

LONGEST_LINE = 1000  # characters; a position with all cards and their suits is far shorter
MOST_SAID = 500  # characters of what is said of a faulty line, which may quote it


class Stop(NamedTuple):
    """Where a walk can stop: as a deal begins (no ``step``), or after a step of it.

    ``deal`` counts the deals from 1, ``number`` the steps of its deal from 1, ``of`` is how many it has; ``comment`` is
    the log's.
    """

    position: Position
    step: Step | None = None
    deal: int = 1
    number: int = 0
    of: int = 0
    comment: str = ""


class Walk(NamedTuple):
    """What can be stepped through, the log's ``text`` and title, and why it goes no further than it does."""

    stops: tuple[Stop, ...] = ()
    fault: str = ""
    text: str = ""
    title: str = ""

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps of all deals."""
        return tuple(stop.step for stop in self.stops if stop.step is not None)

    @property
    def deals(self) -> int:
        """How many deals it goes through."""
        return self.stops[-1].deal if self.stops else 0

    def ends(self, at: int) -> list[Position]:
        """The last position of each deal that lies before the one that stop ``at`` belongs to."""
        last = {stop.deal: stop.position for stop in self.stops if stop.deal < self.stops[at].deal}
        return list(last.values())


def walk(text: str) -> Walk:
    """The deals of a log. A faulty line ends it, and all before it can be walked; nothing is raised."""
    text = text.removeprefix("\ufeff")  # some editors put this mark before what they save
    log, fault = _read(text) if text.strip() else (None, "")
    if log is None:
        return Walk(fault=fault, text=text)
    run = replay(log)
    if run.refused:
        fault = _ends_here(run.refused.text)
    starts, steps = _comments(log)
    return Walk(tuple(_stops(run.starts, run.steps, starts, steps)), fault, text, log.header(TITLE, ""))


def walked(steps: Sequence[Step]) -> Walk:
    """Steps that were played, of one deal or several; where one does not go on from the one before, a deal begins."""
    if not steps:
        return Walk()
    lengths = [len(deal) for deal in deals(steps)]
    starts = [(at, steps[at].before) for at in accumulate(lengths[:-1], initial=0)]
    none = [""] * len(steps)
    return Walk(tuple(_stops(starts, steps, none, none)), text=str(record(steps)))


def _stops(
    starts: Sequence[tuple[int, Position]], steps: Sequence[Step], of_starts: Sequence[str], of_steps: Sequence[str]
) -> Iterator[Stop]:
    """Every start with the steps up to the next, each with its comment."""
    ends = [*(first for first, _position in starts[1:]), len(steps)]
    for deal, ((first, position), end) in enumerate(zip(starts, ends, strict=True), 1):
        of = end - first
        yield Stop(position, None, deal, 0, of, of_starts[deal - 1])
        for number, (step, comment) in enumerate(zip(steps[first:end], of_steps[first:end], strict=True), 1):
            yield Stop(step.after, step, deal, number, of, comment)


def _comments(log: Log) -> tuple[list[str], list[str]]:
    """The comments on the lines where deals start, and on the actions; those above a line count as the line's own."""
    starts: list[str] = []
    steps: list[str] = []
    waiting: list[str] = []
    for entry in log.entries:
        if entry.comment.lstrip("# "):
            waiting.append(entry.comment.lstrip("# "))
        if entry.name in (ACTION, *STARTS):
            (steps if entry.name == ACTION else starts).append(" ".join(waiting))
            waiting = []
    return starts, steps


def _ends_here(where: str) -> str:
    said = " ".join([_("The log stops here."), where])
    return said if len(said) <= MOST_SAID else f"{said[:MOST_SAID]} …"


def _read(text: str) -> tuple[Log | None, str]:
    """The log, or the lines before its first faulty one, and what is wrong there."""
    lines = text.splitlines()
    long = next((at for at, line in enumerate(lines) if len(line) > LONGEST_LINE), len(lines))
    try:
        log: Log | None = Log.parse("\n".join(lines[:long]))
    except NotationError as fault:
        at, why = fault.values["line"] - 1, str(fault)
    except ImpossiblePosition as fault:
        # Lines are read in their order, so it is the first of its positions that cannot exist.
        at = next(at for at, line in enumerate(lines) if line.strip().startswith(POSITION) and _impossible(line))
        message = N_("Line {line}: the position cannot exist: {why}")
        why = render(message, {"line": at + 1, "why": " ".join(map(str, fault.problems))})
    else:
        at, why = long, ""
    if at < long:
        return _parsed(lines[:at]), _ends_here(why)
    if long < len(lines):
        message = N_("Line {line} is longer than {n} characters; no line of a log is.")
        return _parsed(lines[:long]), _ends_here(render(message, {"line": long + 1, "n": LONGEST_LINE}))
    return (log, "") if not why else (None, _ends_here(why))


def _impossible(line: str) -> bool:
    try:
        Log.parse(line)
    except ImpossiblePosition:
        return True
    except NotationError:
        pass
    return False


def _parsed(lines: list[str]) -> Log | None:
    """These lines as a log, None if they are none."""
    try:
        return Log.parse("\n".join(lines))
    except (NotationError, ImpossiblePosition):
        return None


def checked(line: str) -> Position:
    """The position of a line. Raises ValueError with one plain sentence where it is none."""
    try:
        return Position.parse(line).check()
    except (NotationError, ImpossiblePosition) as fault:
        raise ValueError(_("This position cannot be shown: {why}").format(why=fault)) from None
