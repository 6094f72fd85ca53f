"""Levels: small tasks on a table, written as data, that prove themselves.

A unit is a TOML file with a ``title`` and ``[[level]]`` tables; what a level may hold is ``Level``. Right answers are
never listed: the engine finds them. ``read_unit`` keeps every good level and says of each faulty one what is wrong;
what only the engine can say against an item, ``prove`` finds.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from canasta.actions import DRAW, Action
from canasta.cards import UNSEEN
from canasta.clauses import BOOK
from canasta.errors import ImpossiblePosition, NotationError
from canasta.filling import render
from canasta.judge import judge
from canasta.lister import legal, questions
from canasta.play import play
from canasta.position import Position
from canasta.saying import sayings
from canasta.tutor.goals import Attempt, Goal, read_goal
from canasta.tutor.hints import Hints, read_hints
from canasta.tutor.questions import KEYS, Task, read_task

REQUIRED = ("id", "title", "clauses", "say", "position", "goal", "hints")
OPTIONAL = {"wrong": [], "steps": 1, "part": "try"}
PARTS = ("try", "exit")  # of a unit: what is learned by trying, and the card at the end
ASKED = ("id", "title", "clauses", "say", "hints")  # of a question; without a position there is nothing on the table
BARE = "."
DO = "do"
WRONG_KEYS = {"try", "clause", "also"}
SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_STEPS = 4
ASIDE = {"id", "title", "hints", "part"}  # what may change while the item asks for the same


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
    part: str = "try"
    version: str = ""  # another one asks for something else


@dataclass(frozen=True)
class Question:
    """An item that is answered beside the table: what is said and asked, the position, and four hints."""

    id: str
    title: str
    say: str
    clauses: tuple[str, ...]
    position: Position
    hints: Hints
    task: Task
    part: str = "try"
    version: str = ""

    @property
    def bare(self) -> bool:
        """Whether nothing lies on the table."""
        return self.position == Position.parse(f"{BARE} {self.position.profile}")


Item: TypeAlias = Level | Question


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


class Shown(NamedTuple):
    """A worked position: actions that are legal there, one after the other."""

    position: Position
    actions: tuple[Action, ...]


@dataclass(frozen=True)
class Unit:
    """The levels of a unit in their order; faulty ones stand in their places.

    ``watch`` is worked through before one tries, ``predict`` names what is guessed (``canasta.tutor.predictions``), and
    ``play`` is where some turns are played against the computer.
    """

    name: str
    title: str
    levels: tuple[Level | Question | Faulty, ...]
    faults: tuple[str, ...] = field(default=())
    watch: Shown | None = None
    play: Position | None = None
    predict: str | None = None

    def good(self) -> list[Item]:
        """The items that can be played or answered."""
        return [item for item in self.levels if not isinstance(item, Faulty)]

    def only(self, part: str) -> Unit:
        """The unit with the items of one part; what is faulty stands in the first."""
        kept = (item for item in self.levels if (PARTS[0] if isinstance(item, Faulty) else item.part) == part)
        return replace(self, levels=tuple(kept))

    def proved(self, at: int) -> Unit:
        """The unit with the item at a place from 0 held against the engine; it is faulty if the engine objects."""
        return replace(self, levels=(*self.levels[:at], prove(self.levels[at]), *self.levels[at + 1 :]))

    def done(self) -> list[Level]:
        """The items that are played on the table."""
        return [item for item in self.levels if isinstance(item, Level)]


def read_unit(path: Path, *, proved: bool = True) -> Unit:
    """A unit with its faults. Never raises for what the file holds; a file that is no TOML is one fault.

    Without ``proved`` items are read and not held against the engine, which takes a while: enough for a list of them,
    and for a page that proves each as it comes up.
    """
    try:
        data = tomllib.loads(path.read_text("utf-8-sig"))  # some editors put a mark before the text
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        return Unit(path.stem, path.stem, (), (f"{path.name or path}: the file cannot be read: {_unread(fault)}",))
    faults = [
        f"{path.name}: unknown key {key!r}; a unit has title, predict, [watch], [play] and [[level]]"
        for key in data
        if key not in ("title", *UNIT_PARTS, "level")
    ]
    parts = {key: _part_of_unit(path, key, read, data, faults) for key, read in UNIT_PARTS.items()}
    if proved:
        faults += [f"{path.name}, {fault}" for fault in _unplayable(parts["play"], parts["predict"])]
    tables = data.get("level", [])
    if not isinstance(tables, list) or not tables:
        faults.append(f"{path.name}: there is no [[level]]")
        tables = []
    levels: list[Level | Question | Faulty] = []
    seen: set[str] = set()
    for number, table in enumerate(tables, 1):
        level = _read_level(table, number, seen)
        level = prove(level) if proved else level
        seen.add(level.id)
        levels.append(level)
        if isinstance(level, Faulty):
            faults += [f"{path.name}, level {level.id!r}: {fault}" for fault in level.faults]
    return Unit(path.stem, str(data.get("title", path.stem)), tuple(levels), tuple(faults), **parts)


def _unread(fault: Exception) -> str:
    match fault:
        case OSError():
            return str(fault.strerror)
        case UnicodeDecodeError():
            return "it is no text in UTF-8; save it as that"
    return str(fault)  # with line and column


def _part_of_unit(path: Path, key: str, read: Any, data: dict[str, Any], faults: list[str]) -> Any:
    if key not in data:
        return None
    own: list[str] = []
    part = _part(data, key, read, own)
    faults += [f"{path.name}, {fault}" for fault in own]
    return part


def load(path: Path) -> Unit:
    """A unit without faults. Raises LevelError naming file, level and fault for each."""
    unit = read_unit(path)
    if unit.faults:
        raise LevelError(list(unit.faults))
    return unit


def prove(item: Item | Faulty) -> Item | Faulty:
    """The item itself, or, if the engine objects to it, what is wrong with it."""
    match item:
        case Level():
            faults = tuple(_disproved(item))
        case Question():
            faults = (*item.task.faults(item.position), *item.hints.faults(item.position))
        case Faulty():
            return item
    return Faulty(item.id, tuple(dict.fromkeys(faults))) if faults else item


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
            for action in [*known_plays(attempt.now), *_remarks(level.goal, attempt.now)]:
                step = play(attempt.now, action)
                after = attempt.after(step)
                if level.goal.reached(after):
                    return (*actions, action)
                if step.after.seat == level.position.seat:
                    further.append(((*actions, action), after))
        ways = further
    return () if level.goal.reached(Attempt(level.position, refused=refused)) else None


def worked(level: Level) -> tuple[Action, ...]:
    """All that is to be done in a level: first the tries whose refusal the goal asks for, then the solution."""
    asked = [condition.value for condition in level.goal.all if condition.text.startswith("refused:")]
    tries = [next(wrong.action for wrong in level.wrong if clause in (wrong.clause, *wrong.also)) for clause in asked]
    return (*dict.fromkeys(tries), *(solution(level) or ()))


def _remarks(goal: Goal, position: Position) -> list[Action]:
    """What may be said or asked, where the goal asks for it."""
    asked = any(condition.text.startswith("said:") for condition in (*goal.all, *goal.any))
    return [action for action in sayings(position) if judge(position, action)] if asked else []


def draws_blind(position: Position) -> bool:
    """Whether nobody knows what a draw would bring."""
    return position.stock is None or UNSEEN in position.stock[: position.profile.draws]


def known_plays(position: Position) -> Iterator[Action]:
    """What may be played or asked without drawing a card that nobody knows."""
    blind = draws_blind(position)
    plays = [*legal(position), *questions(position)]
    return (action for action in plays if not (blind and action.verb == DRAW))


def _read_level(table: Any, number: int, seen: set[str]) -> Level | Question | Faulty:
    if not isinstance(table, dict):
        return Faulty(f"number {number}", ("it is no table",))
    id = table.get("id")
    name = id if isinstance(id, str) and id else f"number {number}"
    kind = table.get("kind", DO)
    if kind not in (DO, *KEYS):
        return Faulty(name, (f"kind: {kind!r} is none; there are {', '.join((DO, *KEYS))}",))
    required = REQUIRED if kind == DO else ASKED
    known = (*REQUIRED, *OPTIONAL, "kind") if kind == DO else (*ASKED, "position", "part", "kind", *KEYS[kind])
    faults = [f"unknown key {key!r}" for key in table if key not in known]
    faults += [f"{key!r} is missing" for key in required if key not in table]
    if isinstance(id, str) and not SLUG.fullmatch(id):
        faults.append(f"id {id!r} is no slug; write it like frozen-needs-a-pair")
    if name in seen:
        faults.append("another level has this id")
    if kind != DO:
        return _read_question(name, kind, table, faults)
    parts = {key: part for key, read in READERS.items() if (part := _part(table, key, read, faults)) is not None}
    if faults:
        return Faulty(name, tuple(faults))
    return Level(**parts, version=version_of(table))


def _read_question(name: str, kind: str, table: dict[str, Any], faults: list[str]) -> Question | Faulty:
    table = {"position": BARE, **table}
    keys = (*ASKED, "position", "part")
    parts = {key: part for key in keys if (part := _part(table, key, READERS[key], faults)) is not None}
    try:
        task = read_task(kind, table, str(table["position"]))
    except ValueError as fault:
        faults.append(str(fault))
    if faults:
        return Faulty(name, tuple(faults))
    return Question(**parts, task=task, version=version_of(table))


def version_of(table: dict[str, Any]) -> str:
    """What an item asks for, as a short word that is another one once it asks for something else.

    Its title, its hints and where it stands in the unit are not asked.
    """
    asked = {key: value for key, value in table.items() if key not in ASIDE}
    return sha256(json.dumps(asked, sort_keys=True, default=str).encode()).hexdigest()[:8]


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


def _which_part(value: Any) -> str:
    if value not in PARTS:
        raise ValueError(f"{value!r} is none; there are {', '.join(PARTS)}")
    return str(value)


def _wrongs(value: Any) -> tuple[Wrong, ...]:
    if not isinstance(value, list):
        raise ValueError("it must be a list of tables with try and clause")
    wrongs = []
    for item in value:
        if not isinstance(item, dict) or not {"try", "clause"} <= set(item) <= WRONG_KEYS:
            raise ValueError(f"{item!r} must have try and clause, and maybe also")
        also = _clauses(item["also"]) if item.get("also", []) != [] else ()
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
    "part": _which_part,
}


def _watch(value: Any) -> Shown:
    if not isinstance(value, dict) or set(value) != {"position", "actions"} or not isinstance(value["actions"], list):
        raise ValueError('it must be like { position = "KK4 444 42K", actions = ["take KK"] }')
    position, actions = _position(value["position"]), tuple(Action.parse(_text(text)) for text in value["actions"])
    now = position
    for action in actions:
        verdict = judge(now, action)
        if verdict.lead is not None:
            raise ValueError(f"{action} is refused there: {verdict.lead.clause}")
        now = play(now, action).after
    if not actions:
        raise ValueError("there is no action to watch")
    return Shown(position, actions)


def _play(value: Any) -> Position:
    if not isinstance(value, dict) or set(value) != {"position"}:
        raise ValueError('it must be like { position = "KK4 444 42K" }')
    return _position(value["position"])


def _unplayable(play: Position | None, predict: str | None) -> Iterator[str]:
    """What the players say against the parts of a unit; they are imported for that alone."""
    from canasta.tutor.predictions import PREDICTIONS
    from canasta.tutor.sitting import playable

    if play is not None:
        try:
            playable(play, "0")
        except ValueError as fault:
            yield f"play: {fault}"
    if predict is not None and predict not in PREDICTIONS:
        yield f"predict: {predict!r} is none; there are {', '.join(PREDICTIONS)}"


UNIT_PARTS: dict[str, Any] = {"watch": _watch, "play": _play, "predict": _text}


def _disproved(level: Level) -> Iterator[str]:
    """What the engine says against a level."""
    if level.goal.reached(Attempt(level.position)):
        yield "goal: it is reached at the start already"
    elif solution(level) is None:
        within = render("{n:actions}", {"n": level.steps})
        yield f"goal: it cannot be reached within {within} from cards that are known"
    for wrong in level.wrong:
        verdict = judge(level.position, wrong.action)
        found = [finding.clause for finding in verdict.refusals]
        if not found:
            yield f"wrong: {wrong.action} is legal"
        elif found[0] != wrong.clause:
            yield f"wrong: {wrong.action} is refused first by {found[0]}, not by {wrong.clause}"
        elif set(found[1:]) != set(wrong.also):
            wanted = ", ".join(f'"{clause}"' for clause in found[1:])
            amiss = (
                f"besides, others object; write also = [{wanted}]" if wanted else "nothing else objects; leave out also"
            )
            yield f"wrong: {wrong.action}: {amiss}"
    yield from level.hints.faults(level.position)
