"""Dealing an item: a generator's facts are thrown until they fit, and the engine labels what comes out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from random import Random
from typing import Any, Final, NamedTuple

from canasta.judge import judge
from canasta.tutor.allowed import Allowed, touched
from canasta.tutor.drills.contract import ANY, Draft, Drawn, DrillError, Fact, Facts, Generator, Knob
from canasta.tutor.goals import Goal
from canasta.tutor.levels import Item, Level, Question
from canasta.tutor.questions import LEGAL, Judge
from canasta.why import decisive
from canasta.words import _

PART: Final = "drill"
MOST_THROWS: Final = 2_000  # a generator whose facts fit so rarely cannot be drilled
LOOKED_AT: Final = 100  # throws that show which clauses refuse
MOST_AMONG: Final = 4  # clauses to choose from beside the answer


class _Labelled(NamedTuple):
    facts: Facts
    draft: Draft
    answer: Any
    yes: bool | None


def draw(generator: Generator, seed: object, knobs: Mapping[str, Any] | None = None) -> Drawn:
    """The item of a seed. Raises DrillError for knobs that there are not, or that no item fits."""
    values = generator.read_knobs(knobs or {})
    if values["kind"] == Allowed.kind:
        return _followed(draw(generator, seed, {**values, "kind": Judge.kind}), values)
    random = Random(repr((generator.name, str(seed), sorted(values.items()))))
    kind = str(values["kind"]) if values["kind"] != ANY else random.choice(generator.kinds)
    want = random.random() < 0.5
    for _throw in range(MOST_THROWS):
        one = _labelled(generator, generator.sample(random, {**values, "kind": kind}), kind)
        if one is None:
            continue
        other = _twin(generator, one, kind, random)
        if one.yes is not None:
            # A no is only asked if it is a near miss, so whichever of the two is wanted has the other for its twin.
            # What was found is asked as it was found.
            if one.yes != want and other is not None and not generator.stored:
                one, other = other, one
            if (one.yes != want and not generator.stored) or (not one.yes and other is None):
                continue
        drawn = _drawn(generator, str(seed), values, kind, one, other)
        if all(_holds(drawn, knob) for knob in generator.knobs.values()):
            return drawn
    text = _("no item of {drill} fits these knobs: {knobs}")
    raise DrillError(text.format(drill=generator.name, knobs=", ".join(f"{k}={v}" for k, v in values.items())))


def _followed(drawn: Drawn, knobs: dict[str, Fact]) -> Drawn:
    """Which rule allowed it: asked of an item on what is legal, or of its twin. Raises DrillError if no other fits."""
    item = drawn.item if drawn.yes else drawn.twin
    facts = drawn.facts if drawn.yes else drawn.twin_facts
    assert isinstance(item, Question)
    assert isinstance(item.task, Judge)
    assert facts is not None
    action, generator = item.task.action, drawn.generator
    said = touched(judge(item.position, action))
    refusing = (*item.task.among, *generator.beside, *generator.clauses)
    among = tuple(dict.fromkeys(clause for clause in refusing if clause not in said))[: MOST_AMONG - 1]
    if not among:
        raise DrillError(_("no other rule stands beside what allowed this"))
    asked = replace(item, say=_("This is legal. Which rule allows it?"), task=Allowed(action, among))
    return Drawn(asked, generator, drawn.seed, knobs, Allowed.kind, facts)


def _holds(drawn: Drawn, knob: Knob) -> bool:
    """Whether an item is as a knob wants it; a twin in its place may not be."""
    wanted, seen = drawn.knobs[knob.name], knob.seen(drawn)
    return seen is None or wanted in (ANY, seen)


def _labelled(generator: Generator, facts: Facts | None, kind: str) -> _Labelled | None:
    draft = None if facts is None else generator.draft(facts, kind)
    if facts is None or draft is None or draft.position.problems():
        return None
    if isinstance(draft.task, Goal):
        return _Labelled(facts, draft, tuple(c.text for c in (*draft.task.all, *draft.task.any)), draft.yes)
    answer = draft.task.answer(draft.position)
    return _Labelled(facts, draft, answer, answer == LEGAL if isinstance(draft.task, Judge) else None)


def _twin(generator: Generator, one: _Labelled, kind: str, random: Random) -> _Labelled | None:
    """The same with one fact changed, so that the answer is another one: for a yes/no item, the other one."""
    others = list(generator.near(one.facts))
    random.shuffle(others)
    for facts in others:
        other = _labelled(generator, facts, kind)
        if other is None:
            continue
        if other.answer != one.answer if one.yes is None else other.yes is (not one.yes):
            return other
    return None


def _drawn(
    generator: Generator, seed: str, knobs: dict[str, Fact], kind: str, one: _Labelled, other: _Labelled | None
) -> Drawn:
    twin, twin_facts = (None, None) if other is None else (_item(generator, other), other.facts)
    return Drawn(_item(generator, one), generator, seed, knobs, kind, one.facts, one.yes, twin, twin_facts)


def _item(generator: Generator, one: _Labelled) -> Item:
    draft = one.draft
    common: dict[str, Any] = {
        "id": generator.name,
        "title": generator.title,
        "say": draft.say,
        "clauses": draft.clauses or generator.clauses,
        "position": draft.position,
        "hints": draft.hints,
        "part": PART,
        "version": version_of(one.facts),
    }
    if isinstance(draft.task, Goal):
        return Level(**common, goal=draft.task, steps=draft.steps)
    task = draft.task
    if isinstance(task, Judge):
        common["clauses"] = decisive(judge(draft.position, task.action)) or generator.clauses
        task = replace(task, among=_among(generator, str(draft.position.profile), one.answer, task.among))
    return Question(**common, task=task)


def version_of(facts: Facts) -> str:
    """A short word for what an item is about; other facts give another one."""
    return sha256(repr(sorted(facts.items())).encode()).hexdigest()[:8]


def _among(generator: Generator, profile: str, answer: str, named: tuple[str, ...]) -> tuple[str, ...]:
    """Clauses to choose from beside the answer: those that refuse such items at this table, so that none tells.

    ``named`` are a draft's own, of a generator whose items are of several sorts.
    """
    refusing = dict.fromkeys(named or (*_refusing(generator, profile), *generator.beside))
    met = [clause for clause in refusing if clause != answer]
    return tuple(met[: MOST_AMONG - (answer != LEGAL)])


@lru_cache(maxsize=256)
def _refusing(generator: Generator, profile: str) -> tuple[str, ...]:
    """The clauses that lead the refusals of a generator's throws, most frequent first."""
    random = Random(generator.name)
    met: Counter[str] = Counter()
    for _throw in range(LOOKED_AT):
        for hard in generator.knobs["hard"].values:
            facts = generator.sample(
                random, {**generator.read_knobs({"profile": profile, "hard": hard}), "kind": Judge.kind}
            )
            one = _labelled(generator, facts, Judge.kind)
            if one is not None and one.answer != LEGAL:
                met[one.answer] += 1
    return tuple(clause for clause, _n in met.most_common())
