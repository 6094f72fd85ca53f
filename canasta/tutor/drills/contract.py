"""The contract of drills: a generator is ``(seed, knobs) -> item``, the same ones give the same item for ever.

A generator samples *facts* (small named values), makes a draft of an item from them, and can change one fact. The
engine labels every draft; nobody writes an answer down. Half of the yes/no items are answered no, and each of these is
a near miss: with one fact changed, the answer would be yes. That other item is its *twin*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from canasta.position import Position
from canasta.profile import PROFILES
from canasta.tutor.allowed import Allowed
from canasta.tutor.goals import Goal
from canasta.tutor.hints import Hints
from canasta.tutor.levels import Item
from canasta.tutor.questions import Judge, Task
from canasta.words import _

Fact: TypeAlias = str | int
Facts: TypeAlias = dict[str, Fact]
Knobs: TypeAlias = Mapping[str, Fact]
ANY: Final = "any"
HARD: Final = (1, 2, 3)


class DrillError(ValueError):
    """A knob that there is not, or knobs that no item fits; the message says which, and what would be right."""


def not_one_of(knob: str, value: object, values: Iterable[object]) -> DrillError:
    """The error for a value that a knob, or a setting, does not have."""
    text = _("{knob} cannot be {value}; it is one of {all}")
    return DrillError(text.format(knob=knob, value=value, all=", ".join(map(str, values))))


class Draft(NamedTuple):
    """An item as a generator makes it; its id, its title and what one chooses from are added when it is dealt.

    ``task`` is a question, or the goal that is reached on the table within ``steps`` actions; with a goal that is one
    of two, ``yes`` tells which. ``clauses`` are what the item is about, first = most; a question on an action's
    legality finds its own, and clauses to choose from unless the draft names some.
    """

    position: Position
    say: str
    hints: Hints
    task: Task | Goal
    clauses: tuple[str, ...] = ()
    yes: bool | None = None
    steps: int = 1


class Drawn(NamedTuple):
    """An item that was dealt, and of what: generator, seed, knobs, kind and facts.

    ``yes`` tells the answer of a yes/no item, None of others. ``twin`` is an item of which one fact differs, and the
    answer; every "no" has one, and it is a "yes".
    """

    item: Item
    generator: Generator
    seed: str
    knobs: dict[str, Fact]
    kind: str
    facts: Facts
    yes: bool | None = None
    twin: Item | None = None
    twin_facts: Facts | None = None

    @property
    def changed(self) -> str:
        """The fact in which the twin differs; "" without one."""
        others = self.facts if self.twin_facts is None else self.twin_facts
        return next((name for name, value in self.facts.items() if others[name] != value), "")


@dataclass(frozen=True)
class Knob:
    """Something that can be set: its name, its values, and the one that holds if nothing is said.

    ``seen`` reads the value off an item that was dealt; None where the item does not tell it.
    """

    name: str
    values: tuple[Fact, ...]
    default: Fact
    seen: Callable[[Drawn], Fact | None]


def _table_of(drawn: Drawn) -> str:
    """The table of an item as its generator names it: a house's own, or the one that it is a shape of."""
    profile = drawn.item.position.profile
    return str(profile) if str(profile) in drawn.generator.profiles else profile.base


@dataclass(frozen=True)
class Generator:
    """A drill of a unit.

    ``sample(random, knobs)`` throws facts, or None for a throw that fits nothing; its knobs name the kind that is
    asked. ``draft(facts, kind)`` makes an item of them, or None if that kind cannot be asked of them; ``near(facts)``
    gives the same facts with one of them changed. A fact that is the letters of cards changes by one card at most.

    ``clauses`` are what it drills, ``kinds`` and ``profiles`` what it can ask and at which tables, ``own`` knobs that
    others do not have. ``beside`` are clauses to choose from where too few others refuse such items; a question may
    bring its own. With ``stored`` the facts are not thrown but were found, so each is asked as it is, and not its twin.
    """

    name: str
    unit: str
    title: str
    clauses: tuple[str, ...]
    kinds: tuple[str, ...]
    sample: Callable[[Random, Knobs], Facts | None]
    draft: Callable[[Facts, str], Draft | None]
    near: Callable[[Facts], Iterable[Facts]]
    profiles: tuple[str, ...] = tuple(PROFILES)
    own: tuple[Knob, ...] = ()
    beside: tuple[str, ...] = ()
    stored: bool = False

    @property
    def follows(self) -> tuple[str, ...]:
        """Kinds that are asked of what was legal in another item: which rule allowed it."""
        return (Allowed.kind,) if Judge.kind in self.kinds else ()

    @cached_property
    def knobs(self) -> dict[str, Knob]:
        """All knobs by name: the kind of item, the table, how hard, and its own."""
        common = (
            Knob("kind", (ANY, *self.kinds, *self.follows), ANY, lambda drawn: drawn.kind),
            Knob("profile", self.profiles, self.profiles[0], _table_of),
            Knob("hard", HARD, HARD[1], lambda drawn: None),
        )
        return {knob.name: knob for knob in (*common, *self.own)}

    def at(self, profile: str | None, knobs: Knobs) -> dict[str, Fact]:
        """Knobs with a table, if it can be asked there."""
        return {**knobs, "profile": str(profile)} if profile in self.profiles else {**knobs}

    def read_knobs(self, given: Mapping[str, Any]) -> dict[str, Fact]:
        """All knobs with their values. Raises DrillError for a knob or a value that there is not."""
        known = self.knobs
        for name, value in given.items():
            if name not in known:
                text = _("{drill} has no knob {knob}; there are {all}")
                raise DrillError(text.format(drill=self.name, knob=name, all=", ".join(known)))
            values = known[name].values
            if value not in values or isinstance(value, bool):
                raise not_one_of(name, value, values)
        return {name: given.get(name, knob.default) for name, knob in known.items()}
