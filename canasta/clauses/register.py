"""How a clause is written down, and the book that holds them all.

A clause stands once: its law, the fact it states of a case, where it comes from, its check, and its examples. A check
gets the profile and one kind of facts and answers True (it holds), False (it refuses) or None (the cards could not have
touched it). Its facts' class says what it judges. A clause may also give a value, such as a minimum.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from string import Formatter
from typing import Any, TypeAlias, get_type_hints

from canasta.clauses.sources import provenance
from canasta.facts import GROUPS, Facts
from canasta.filling import fill, render
from canasta.profile import COMPOSED, PARAMETERS, Profile
from canasta.words import N_

Check: TypeAlias = Callable[[Profile, Any], "bool | None"]
Value: TypeAlias = Callable[..., Any]


@dataclass(frozen=True)
class Clause:
    """One clause of the rule book.

    ``law`` and ``fact`` are messages. ``wordings`` are the law as other tables read it, under the parameter that asks
    for it as a profile's text has it: ``take_ways=pair``, or a bare name for any value but no and 0, several by plus;
    the first that fits stands. ``objection`` is the fact of a refusal where it reads otherwise; ``source`` cites
    text, section and paragraph. ``yes``, ``no`` and ``silent`` are examples ``POSITION | ACTION`` in which it holds,
    objects, or has nothing to say; ``gives`` are examples ``POSITION => value`` or ``POSITION | ACTION => value``.
    """

    id: str
    law: str
    source: str
    fact: str = ""
    objection: str = ""
    check: Check | None = None
    value: Value = lambda *_: None
    judges: type | None = None
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    example: Value | None = None
    wordings: Mapping[str, str] = field(default_factory=dict)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The profile's parameters that its law names or is worded by."""
        named = [name for text in (self.law, *self.wordings.values()) for name in _numbers_of(text)]
        return tuple(
            dict.fromkeys([*named, *(part.partition("=")[0] for key in self.wordings for part in key.split("+"))])
        )

    @property
    def group(self) -> str:
        """The kind of trouble it is about: turn, hand, pile, meld, initial, out or say; "" if it judges no action."""
        return GROUPS[self.judges] if self.judges else ""


class Finding:
    """What one clause says of one case; ``holds`` is its answer."""

    __slots__ = ("_clause", "facts", "holds", "profile")

    def __init__(self, clause: Clause, holds: bool, facts: Facts, profile: Profile) -> None:
        self._clause = clause
        self.holds = holds
        self.facts = facts
        self.profile = profile

    @property
    def clause(self) -> str:
        """The clause's id."""
        return self._clause.id

    @property
    def group(self) -> str:
        """The kind of trouble it is about."""
        return self._clause.group

    @property
    def source(self) -> str:
        """Text, section and paragraph."""
        return self._clause.source

    @property
    def provenance(self) -> str:
        """How this profile comes to the clause: stated, reported, inherited, inferred, ruling or house."""
        return origin(self._clause, self.profile)

    @property
    def law(self) -> str:
        """The clause as the rule book says it, with the profile's numbers."""
        return law(self._clause, self.profile)

    @property
    def fact(self) -> str:
        """What was found, in a sentence with its numbers."""
        message = self._clause.fact if self.holds else self._clause.objection or self._clause.fact
        return render(message, _Values(self.facts, self.profile))

    @property
    def numbers(self) -> dict[str, Any]:
        """The facts it looked at."""
        return self.facts._asdict()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Finding) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[Any, ...]:
        return (self.clause, self.holds, self.facts, self.profile)

    def __repr__(self) -> str:
        return f"<{self.clause} {'holds' if self.holds else 'objects'}: {self.fact}>"


@lru_cache(maxsize=512)
def _numbers_of(message: str) -> tuple[str, ...]:
    """The profile's parameters that a message names."""
    names = (name for _, name, _, _ in Formatter().parse(message) if name)
    return tuple(each for name in names for each in COMPOSED.get(name, (name,)) if each in PARAMETERS)


def origin(clause: Clause, profile: Profile) -> str:
    """How a profile comes to a clause: stated, reported, inherited, inferred, ruling or house.

    Where the law has a number that a house changed, or that is a ruling for this many players or inferred, that counts.
    """
    numbers = {profile.provenance(name) for name in clause.parameters}
    weaker = [origin for origin in ("house", "ruling", "inferred") if origin in numbers]
    return weaker[0] if weaker else provenance(clause.source, profile.base)


def law(clause: Clause, profile: Profile) -> str:
    """A clause's law with the numbers of a profile, in the words for its house rules."""
    worded = (text for key, text in clause.wordings.items() if _applies(key, profile))
    return render(next(worded, clause.law), _Values(profile))


def _applies(key: str, profile: Profile) -> bool:
    conditions = (part.partition("=") for part in key.split("+"))
    return all(
        profile.shown(name) == value if equals else bool(getattr(profile, name)) for name, equals, value in conditions
    )


class _Values:
    """Looks a message's names up in the facts, then in the profile."""

    def __init__(self, *places: object) -> None:
        self.places = places

    def __getitem__(self, name: str) -> Any:
        for place in self.places:
            if hasattr(place, name):
                return getattr(place, name)
        raise KeyError(name)


class Book:
    """The rule book: every clause by its id, and what they say of facts.

    Answers are remembered by profile and facts. The memo belongs to the book, so a book with a clause changed never
    meets another's answers; it is bounded, for long-lived kernels.
    """

    MEMO = 100_000

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.clauses = {clause.id: clause for clause in clauses}
        self._by_kind: dict[type, list[Clause]] = {kind: [] for kind in GROUPS}
        for clause in self.clauses.values():
            if clause.judges is not None:
                self._by_kind[clause.judges].append(clause)
        self._memo: dict[tuple[Profile, type, Facts], bool] = {}
        # Kept here by canasta.shapes, so that no two books share one.
        self.shapes: Any = None
        self.all_shapes: dict[int, Any] = {}

    def __getitem__(self, id: str) -> Clause:
        """The clause. Raises KeyError naming near ids if there is none."""
        if id not in self.clauses:
            from difflib import get_close_matches

            near = get_close_matches(id, self.clauses, 3, 0.5)
            message = N_("{id!r} is no clause; near are {near}") if near else N_("{id!r} is no clause")
            raise KeyError(fill(message, {"id": id, "near": ", ".join(near)}))
        return self.clauses[id]

    def __contains__(self, id: object) -> bool:
        return id in self.clauses

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses.values())

    def __len__(self) -> int:
        return len(self.clauses)

    def ids(self) -> list[str]:
        """All ids, in the order of the book."""
        return list(self.clauses)

    def with_clause(self, id: str, **changes: Any) -> Book:
        """A book with one clause changed, for proofs."""
        changed = dataclasses.replace(self[id], **changes)
        return Book(changed if clause.id == id else clause for clause in self)

    def findings(self, profile: Profile, facts: Facts) -> list[Finding]:
        """What each clause says that has something to say of these facts."""
        found = []
        for clause in self._by_kind[type(facts)]:
            assert clause.check is not None
            holds = clause.check(profile, facts)
            if holds is not None:
                found.append(Finding(clause, holds, facts, profile))
        return found

    def allows(self, profile: Profile, facts: Facts) -> bool:
        """Whether no clause objects to these facts."""
        key = (profile, type(facts), facts)
        known = self._memo.get(key)
        if known is None:
            if len(self._memo) >= self.MEMO:
                self._memo.clear()
            known = all(
                clause.check(profile, facts) is not False for clause in self._by_kind[type(facts)] if clause.check
            )
            self._memo[key] = known
        return known


CLAUSES: dict[str, Clause] = {}


def clause(id: str, **parts: Any) -> Callable[[Check], Check]:
    """Writes a clause down; the function below it is its check, and its second parameter's type is what it judges."""

    def write(check: Check) -> Check:
        parameter = list(inspect.signature(check).parameters)[1]
        judges = get_type_hints(check)[parameter]
        _write(Clause(id, check=check, judges=judges, **parts))
        return check

    return write


def gives(id: str, **parts: Any) -> Callable[[Value], Value]:
    """Writes down a clause that only gives a value; ``example`` tells how its examples ask for it."""

    def write(value: Value) -> Value:
        _write(Clause(id, value=value, **parts))
        return value

    return write


def _write(clause: Clause) -> None:
    if clause.id in CLAUSES:
        raise ValueError(f"{clause.id} stands in the book already")
    CLAUSES[clause.id] = clause


def after_play(id: str) -> Value:
    """How an example asks for the hand and the phase after an action that follows its clause's value."""

    def example(value: Value, position: Any, action: Any) -> str:
        from canasta.cards import text_of
        from canasta.clauses import BOOK
        from canasta.play import play

        after = play(position, action, BOOK.with_clause(id, value=value)).after
        return f"{text_of(after.hands[position.seat] or 0)} {after.phase}"

    return example
