"""A session of drills: which item comes next, how hard it is, and when it is enough.

How hard follows the learner by weighted steps up and down (Kaernbach 1991): a right answer makes it a little harder, a
wrong one that much easier that four in five are right where it comes to rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from canasta.tutor.drills import GENERATORS, Drawn, DrillError, Generator, draw
from canasta.tutor.drills.contract import HARD
from canasta.tutor.progress import Entry
from canasta.words import _

AIM: Final = 0.8  # of the answers are right
UP: Final = 0.25  # grades of difficulty for a right answer
DOWN: Final = UP * AIM / (1 - AIM)
LAST: Final = 5  # answers that count for mastery
RIGHT: Final = 4  # of them right at the first try, without a hint
FADING: Final = 0.2  # how much the last try weighs
LEAST: Final = 0.05  # what is known well still comes now and then
AGAIN: Final = 20  # seeds tried before the same item may come twice


class Session:
    """Items of some generators, one after another; the same seed and answers give the same items.

    ``hard`` fixes how hard they are, else it follows the learner. ``weights`` say how often each generator comes;
    without them all come alike. ``again`` are earlier tries whose items are dealt again, in their order; then the
    session ends. ``count`` ends it after so many. ``profile`` is the table at which all is asked.
    """

    def __init__(
        self,
        generators: Sequence[str],
        seed: object,
        *,
        hard: int | None = None,
        weights: Mapping[str, float] | None = None,
        again: Iterable[Entry] = (),
        count: int | None = None,
        profile: str | None = None,
    ) -> None:
        self.generators = [_known(name) for name in generators]
        self.seed = str(seed)
        self.fixed = hard
        self.level = float(hard or HARD[0])
        self.weights = dict(weights or {})
        self.again = list(again)
        self.count = len(self.again) or count
        self.profile = profile
        self.results: list[bool] = []
        self.dealt: list[Drawn] = []
        self._random = Random(self.seed)

    @property
    def hard(self) -> int:
        """How hard the next item is."""
        return self.fixed or min(HARD[-1], max(HARD[0], int(self.level)))

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
        if self.again:
            entry = self.again[len(self.dealt)]
            drawn = draw(_known(entry.item), entry.seed, dict(entry.knobs))
        else:
            drawn = self._fresh()
        self.dealt.append(drawn)
        return drawn

    def _fresh(self) -> Drawn:
        generator, kind = self._strategy()
        knobs = {"kind": kind, "hard": self.hard}
        if self.profile in generator.profiles:
            knobs["profile"] = self.profile
        met = {(each.generator.name, each.item.version) for each in self.dealt}
        for turn in range(AGAIN):
            drawn = draw(generator, f"{self.seed}.{len(self.dealt)}.{turn}", knobs)
            if (generator.name, drawn.item.version) not in met:
                break
        return drawn

    def _strategy(self) -> tuple[Generator, str]:
        """Whom and what to ask: never twice running the same, if there is another."""
        every = [(each, kind) for each in self.generators for kind in each.kinds]
        last = (self.dealt[-1].generator, self.dealt[-1].kind) if self.dealt else None
        others = [each for each in every if each != last] or every
        if last is not None and len(self.generators) > 1:
            others = [each for each in others if each[0] != last[0]]
        weights = [self.weights.get(each.name, 1) / len(each.kinds) for each, _kind in others]
        return self._random.choices(others, weights if any(weights) else None)[0]


def _known(name: str) -> Generator:
    try:
        return GENERATORS[name]
    except KeyError:
        text = _("there is no drill {name}; there are {all}")
        raise DrillError(text.format(name=name, all=", ".join(GENERATORS))) from None


def weaknesses(entries: Iterable[Entry]) -> dict[str, float]:
    """How often each generator should come, by what was missed: a rule of its own that a try has met weighs most.

    The latest tries count most; a generator that nobody has tried comes as often as one that goes half wrong.
    """
    missed = dict.fromkeys(GENERATORS, 0.5)
    for entry in entries:
        for name, generator in GENERATORS.items():
            if entry.unit != generator.unit and not set(entry.findings) & set(generator.clauses):
                continue
            wrong = bool(set(entry.findings) & set(generator.clauses)) or (entry.item == name and entry.wrong > 0)
            missed[name] += FADING * (wrong - missed[name])
    return {name: LEAST + share for name, share in missed.items()}


def mistakes(entries: Iterable[Entry], generators: Iterable[str] = tuple(GENERATORS)) -> list[Entry]:
    """The dealt items that went wrong and have not been right since, each once, the oldest first."""
    own = set(generators)
    found: dict[tuple[str, str], Entry] = {}
    for entry in entries:
        if entry.item in own and entry.seed:
            key = (entry.item, entry.version)
            found.pop(key, None)
            if entry.wrong or not entry.stars:
                found[key] = entry
    return list(found.values())
