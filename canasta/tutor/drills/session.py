"""A session of drills: which item comes next, how hard it is, and when it is enough.

How hard follows the learner by weighted steps up and down (Kaernbach 1991): a right answer makes it a little harder, a
wrong one that much easier that four in five are right where it comes to rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from random import Random
from typing import Final

from canasta.tutor.allowed import Allowed
from canasta.tutor.drills import GENERATORS, Drawn, DrillError, Generator, draw
from canasta.tutor.drills.contract import HARD
from canasta.tutor.drills.plan import Plan
from canasta.tutor.levels import DO
from canasta.tutor.progress import Entry
from canasta.tutor.questions import Judge
from canasta.words import _

AIM: Final = 0.8  # of the answers are right
UP: Final = 0.25  # grades of difficulty for a right answer
DOWN: Final = UP * AIM / (1 - AIM)
LAST: Final = 5  # answers that count for mastery
RIGHT: Final = 4  # of them right at the first try, without a hint
FADING: Final = 0.2  # how much the last try weighs
LEAST: Final = 0.05  # what is known well still comes now and then
FOLLOWED: Final = 1 / 2  # of the right answers on what is legal
AGAIN: Final = 20  # seeds tried before the same item may come twice


class Session:
    """Items of a plan, one after another; the same plan and answers give the same items.

    ``entries`` are what the learner has done before, of which weak drills and mistakes are known. Where there is no
    mistake to mend, the session of mistakes is over before it begins. ``more`` are drills beside those that everybody
    has, such as ``own_deals(log)``; the plan names them like others.
    """

    def __init__(self, plan: Plan, entries: Iterable[Entry] = (), more: Iterable[Generator] = ()) -> None:
        self.plan = plan
        self.generators = {**GENERATORS, **{each.name: each for each in more}}
        entries = list(entries)
        self.level = float(plan.hard or HARD[0])
        self.weights = weaknesses(entries, self.generators) if plan.choose == "weak" else {}
        self.again = self._dealable(mistakes(entries, plan.drills))[: plan.count] if plan.choose == "mistakes" else []
        self.count = len(self.again) if plan.choose == "mistakes" else plan.count
        self.results: list[bool] = []
        self.dealt: list[Drawn] = []
        self._round: set[str] = set()  # drills that have come in this round
        self._random = Random(plan.seed)

    @property
    def hard(self) -> int:
        """How hard the next item is."""
        return self.plan.hard or min(HARD[-1], max(HARD[0], int(self.level)))

    @property
    def mastered(self) -> bool:
        """Whether of the last answers enough were right."""
        return len(self.results) >= LAST and sum(self.results[-LAST:]) >= RIGHT

    @property
    def over(self) -> bool:
        """Whether all that there were to be have been dealt."""
        return self.count is not None and len(self.dealt) >= self.count

    def note(self, right: bool) -> None:
        """How the item went: right means at the first try, without a hint."""
        self.results.append(right)
        self.level = min(HARD[-1] + 1 - UP, max(HARD[0], self.level + (UP if right else -DOWN)))

    def next(self) -> Drawn:
        """The next item. Raises DrillError if the session is over."""
        if self.over:
            raise DrillError(_("this session is over"))
        if follow := self._follow():
            drawn = follow
        elif self.again:
            drawn = self._once_more(self.again[len(self.dealt)])
        else:
            drawn = self._fresh()
        self.dealt.append(drawn)
        return drawn

    def _dealable(self, entries: Iterable[Entry]) -> list[Entry]:
        """Those that can be dealt again; another version of the tutor may have had other knobs."""
        found = []
        for entry in entries:
            with suppress(DrillError):
                self.generators[entry.item].read_knobs(dict(entry.knobs))
                found.append(entry)
        return found

    def _once_more(self, entry: Entry) -> Drawn:
        """What went wrong; where it is dealt no more, a fresh one."""
        try:
            return draw(self.generators[entry.item], entry.seed, dict(entry.knobs))
        except DrillError:
            return self._fresh()

    def _follow(self) -> Drawn | None:
        """Now and then, after a right answer on what is legal: which rule allowed it."""
        if (
            self.plan.hard
            or self.again
            or not self.results
            or len(self.results) != len(self.dealt)
            or not self.results[-1]
        ):
            return None
        last = self.dealt[-1]
        if last.kind != Judge.kind or not last.yes or self._random.random() >= FOLLOWED:
            return None
        try:
            return draw(last.generator, last.seed, {**last.knobs, "kind": Allowed.kind})
        except DrillError:
            return None

    def _fresh(self) -> Drawn:
        generator, kind = self._strategy()
        knobs = generator.at(self.plan.profile, {"kind": kind, "hard": self.hard})
        met = {(each.generator.name, each.item.version) for each in self.dealt}
        for turn in range(AGAIN):
            drawn = draw(generator, f"{self.plan.seed}.{len(self.dealt)}.{turn}", knobs)
            if (generator.name, drawn.item.version) not in met:
                break
        return drawn

    def _strategy(self) -> tuple[Generator, str]:
        """Whom and what to ask: never twice running the same, if there is another.

        Mixed drills come in rounds, each once in a round; weak ones by their weights.
        """
        last = self.dealt[-1] if self.dealt else None
        names = [name for name in self.plan.drills if last is None or name != last.generator.name] or [
            *self.plan.drills
        ]
        if self.weights:
            name = self._random.choices(names, [self.weights[name] for name in names])[0]
        else:
            due = [name for name in names if name not in self._round] or names
            name = self._random.choice(due)
            self._round.add(name)
            if len(self._round) == len(self.plan.drills):
                self._round = set()
        generator = self.generators[name]
        asked = self.plan.reveal == "end"  # a table tells at once
        kinds = [kind for kind in generator.kinds if kind != DO or not asked]
        met = [each.kind for each in self.dealt if each.generator is generator][-1:]
        return generator, self._random.choice([kind for kind in kinds if kind not in met] or kinds)


def weaknesses(entries: Iterable[Entry], generators: Mapping[str, Generator] = GENERATORS) -> dict[str, float]:
    """How often each generator should come, by what was missed: a rule of its own that a try has met weighs most.

    The latest tries count most; a generator that nobody has tried comes as often as one that goes half wrong.
    """
    missed = dict.fromkeys(generators, 0.5)
    for entry in entries:
        for name, generator in generators.items():
            if entry.unit != generator.unit and not set(entry.findings) & set(generator.clauses):
                continue
            wrong = bool(set(entry.findings) & set(generator.clauses)) or (entry.item == name and entry.wrong > 0)
            missed[name] += FADING * (wrong - missed[name])
    return {name: LEAST + share for name, share in missed.items()}


def mistakes(entries: Iterable[Entry], generators: Iterable[str] = tuple(GENERATORS)) -> list[Entry]:
    """The dealt items that went wrong and have not been right since, each once, the oldest first.

    The same one is what is about the same, or was dealt by the same seed and knobs: a later version of the tutor may
    deal something else by them.
    """
    own = set(generators)
    found: dict[tuple[str, str], Entry] = {}
    keys: dict[tuple[str, str, object], tuple[str, str]] = {}
    for entry in entries:
        if entry.item in own and entry.seed:
            key, by = (entry.item, entry.version), (entry.item, entry.seed, entry.knobs)
            found.pop(keys.get(by, key), None)
            found.pop(key, None)
            keys[by] = key
            if entry.wrong or not entry.stars:
                found[key] = entry
    return list(found.values())
