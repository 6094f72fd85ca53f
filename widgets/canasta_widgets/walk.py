"""A log made ready to step through: as much of it as can be played, and in plain words where and why it stops."""

from __future__ import annotations

from typing import NamedTuple

from canasta import ImpossiblePosition, Log, NotationError, Position, Step, replay
from canasta.log import ACTION, POSITION
from canasta.words import N_, _, render


class Walk(NamedTuple):
    """What can be stepped through, each step with the log's comment on it; ``fault`` says why it goes no further."""

    start: Position
    steps: tuple[Step, ...] = ()
    comments: tuple[str, ...] = ()
    fault: str = ""


def walk(text: str) -> Walk:
    """The deals of a log. A faulty line ends it, and all before it can be walked; nothing is raised."""
    log, fault = _read(text) if text.strip() else (None, "")
    if log is None:
        return Walk(Position.parse("."), fault=fault)
    run = replay(log)
    if run.refused:
        fault = _stops(run.refused.text)
    start = run.steps[0].before if run.steps else run.position
    comments = [entry.comment.lstrip("# ") for entry in log.entries if entry.name == ACTION]
    return Walk(start, run.steps, tuple(comments[: len(run.steps)]), fault)


def _stops(where: str) -> str:
    return " ".join([_("The log stops here."), where])


def _read(text: str) -> tuple[Log | None, str]:
    """The log, or the lines before its first faulty one, and what is wrong there."""
    lines = text.splitlines()
    try:
        return Log.parse(text), ""
    except NotationError as fault:
        return _parsed(lines[: fault.values["line"] - 1]), _stops(str(fault))
    except ImpossiblePosition as fault:
        # Which of its positions that is goes unsaid, so they are left out one by one, the last first.
        starts = [at for at, line in enumerate(lines) if line.strip().startswith(POSITION)]
        found = ((at, _parsed(lines[:at])) for at in reversed(starts))
        at, log = next(((at, log) for at, log in found if log is not None), (starts[0], None))
        message = N_("Line {line}: the position cannot exist: {why}")
        return log, _stops(render(message, {"line": at + 1, "why": " ".join(map(str, fault.problems))}))


def _parsed(lines: list[str]) -> Log | None:
    """These lines as a log, None if they are none."""
    try:
        return Log.parse("\n".join(lines))
    except (NotationError, ImpossiblePosition):
        return None
