"""Levels: small tasks on a table, written as data, that prove themselves.

A unit is a TOML file with a ``title`` and ``[[level]]`` tables; what a level may hold is ``Level``. Right answers are
never listed: the engine finds them. ``read_unit`` keeps every good level and says of each faulty one what is wrong.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canasta.actions import DRAW, Action
from canasta.cards import UNSEEN
from canasta.clauses import BOOK
from canasta.errors import ImpossiblePosition, NotationError
from canasta.judge import judge
from canasta.lister import legal
from canasta.play import play
from canasta.position import Position
from canasta.tutor.goals import Attempt, Goal, read_goal
from canasta.tutor.hints import Hints, read_hints

REQUIRED = ("id", "title", "clauses", "say", "position", "goal", "hints")
OPTIONAL = {"wrong": [], "steps": 1}
WRONG_KEYS = {"try", "clause", "also"}
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_STEPS = 4


@dataclass(frozen=True)
class Wrong:
    """A try that must be refused: its leading clause, and the others that object too."""

    action: Action
    clause: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Level:
    """One task: what is said, the position, the goal that is reached within ``steps`` actions, and four hints.

    The first of its ``clauses`` is what it teaches most; its law is said when the goal is reached.
    """

    id: str
    title: str
    say: str
    clauses: tuple[str, ...]
    position: Position
    goal: Goal
    hints: Hints
    wrong: tuple[Wrong, ...] = ()
    steps: int = 1


@dataclass(frozen=True)
class Faulty:
    """A level that cannot be used, and everything that is wrong with it."""

    id: str
    faults: tuple[str, ...]


class LevelError(ValueError):
    """A unit's file with faults; ``faults`` lists each as "file, level: fault"."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


@dataclass(frozen=True)
class Unit:
    """The levels of a unit in their order; faulty ones stand in their places."""

    name: str
    title: str
    levels: tuple[Level | Faulty, ...]
    faults: tuple[str, ...] = field(default=())

    def good(self) -> list[Level]:
        """The levels that can be played."""
        return [level for level in self.levels if isinstance(level, Level)]


def read_unit(path: Path) -> Unit:
    """A unit with its faults. Never raises for what the file holds; a file that is no TOML is one fault."""
    try:
        data = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        return Unit(path.stem, path.stem, (), (f"{path.name}: the file cannot be read: {fault}",))
    faults = [
        f"{path.name}: unknown key {key!r}; a unit has title and [[level]]"
        for key in data
        if key not in ("title", "level")
    ]
    tables = data.get("level", [])
    if not isinstance(tables, list) or not tables:
        faults.append(f"{path.name}: there is no [[level]]")
        tables = []
    levels: list[Level | Faulty] = []
    seen: set[str] = set()
    for number, table in enumerate(tables, 1):
        level = _read_level(table, number, seen)
        seen.add(level.id)
        levels.append(level)
        if isinstance(level, Faulty):
            faults += [f"{path.name}, level {level.id!r}: {fault}" for fault in level.faults]
    return Unit(path.stem, str(data.get("title", path.stem)), tuple(levels), tuple(faults))


def load(path: Path) -> Unit:
    """A unit without faults. Raises LevelError naming file, level and fault for each."""
    unit = read_unit(path)
    if unit.faults:
        raise LevelError(list(unit.faults))
    return unit


def solution(level: Level) -> tuple[Action, ...] | None:
    """The shortest way to the goal, found by the engine; None if there is none within the level's steps.

    Only known cards count: an unseen card that is drawn may be anything. A goal that asks for a refusal is reached by
    the level's own wrong tries.
    """
    refused = tuple(judge(level.position, wrong.action) for wrong in level.wrong)
    ways: list[tuple[tuple[Action, ...], Attempt]] = [((), Attempt(level.position, refused=refused))]
    for _ in range(level.steps):
        further = []
        for actions, attempt in ways:
            for action in _known(attempt.now):
                step = play(attempt.now, action)
                after = attempt._replace(steps=(*attempt.steps, step))
                if level.goal.reached(after):
                    return (*actions, action)
                if step.after.seat == level.position.seat:
                    further.append(((*actions, action), after))
        ways = further
    return () if level.goal.reached(Attempt(level.position, refused=refused)) else None


def _known(position: Position) -> Iterator[Action]:
    blind = position.stock is None or UNSEEN in position.stock[: position.profile.draws]
    return (action for action in legal(position) if not (blind and action.verb == DRAW))


def _read_level(table: Any, number: int, seen: set[str]) -> Level | Faulty:
    if not isinstance(table, dict):
        return Faulty(f"number {number}", ("it is no table",))
    id = table.get("id")
    name = id if isinstance(id, str) and id else f"number {number}"
    faults = [f"unknown key {key!r}" for key in table if key not in (*REQUIRED, *OPTIONAL)]
    faults += [f"{key!r} is missing" for key in REQUIRED if key not in table]
    if isinstance(id, str) and not SLUG.fullmatch(id):
        faults.append(f"id {id!r} is no slug; write it like frozen-needs-a-pair")
    if name in seen:
        faults.append("another level has this id")
    parts = {key: part for key, read in READERS.items() if (part := _part(table, key, read, faults)) is not None}
    if faults:
        return Faulty(name, tuple(faults))
    level = Level(**parts)
    faults += _disproved(level)
    return Faulty(name, tuple(faults)) if faults else level


def _part(table: dict[str, Any], key: str, read: Any, faults: list[str]) -> Any:
    value = table.get(key, OPTIONAL.get(key))
    if value is None:
        return None
    try:
        return read(value)
    except ImpossiblePosition as fault:
        faults += [f"{key}: the position cannot exist: {problem}" for problem in fault.problems]
    except NotationError as fault:
        faults.append(f"{key}: cannot be read: {fault}")
    except ValueError as fault:
        faults.append(f"{key}: {fault}")
    return None


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("it must be a text")
    return value


def _clause(id: Any) -> str:
    try:
        return BOOK[_text(id)].id
    except KeyError as fault:
        raise ValueError(str(fault.args[0])) from None


def _clauses(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError('it must be a list of clause ids such as ["meld.same-rank"]')
    return tuple(map(_clause, value))


def _position(value: Any) -> Position:
    return Position.parse(_text(value)).check()


def _steps(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= MOST_STEPS:
        raise ValueError(f"it must be a number from 1 to {MOST_STEPS}")
    return value


def _wrongs(value: Any) -> tuple[Wrong, ...]:
    if not isinstance(value, list):
        raise ValueError("it must be a list of tables with try and clause")
    wrongs = []
    for item in value:
        if not isinstance(item, dict) or not {"try", "clause"} <= set(item) <= WRONG_KEYS:
            raise ValueError(f"{item!r} must have try and clause, and maybe also")
        also = tuple(map(_clause, item.get("also", [])))
        wrongs.append(Wrong(Action.parse(_text(item["try"])), _clause(item["clause"]), also))
    return tuple(wrongs)


READERS: dict[str, Any] = {
    "id": _text,
    "title": _text,
    "say": _text,
    "clauses": _clauses,
    "position": _position,
    "goal": read_goal,
    "hints": read_hints,
    "wrong": _wrongs,
    "steps": _steps,
}


def _disproved(level: Level) -> Iterator[str]:
    """What the engine says against a level."""
    if level.goal.reached(Attempt(level.position)):
        yield "goal: it is reached at the start already"
    elif solution(level) is None:
        yield f"goal: it cannot be reached within {level.steps} action(s) from cards that are known"
    for wrong in level.wrong:
        verdict = judge(level.position, wrong.action)
        found = [finding.clause for finding in verdict.refusals]
        if not found:
            yield f"wrong: {wrong.action} is legal"
        elif found[0] != wrong.clause:
            yield f"wrong: {wrong.action} is refused first by {found[0]}, not by {wrong.clause}"
        elif missing := set(found[1:]) ^ set(wrong.also):
            differ = ", ".join(sorted(missing))
            yield f"wrong: {wrong.action}: besides, {found[1:]} object; in also {differ} is too many or too few"
    yield from level.hints.faults(level.position)
