"""What the learners of a class do in a lesson: the tries of its own levels, wrong ones first, then the solution."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import beside  # noqa: F401
from servers import ROOT
from talker import Answer, Fault, Talker

from canasta import Action, Position, judge, play
from canasta.actions import TAKE
from canasta.tutor.levels import Level, Unit, read_unit, worked
from canasta.words import _

GUESS = 50


class Act(NamedTuple):
    """One try: the cards that are chosen for it one after another, the words, and whether it is legal."""

    level: int  # its place among the items that are tried
    opens: bool  # whether it is the level's first
    cards: tuple[str, ...]
    target: str
    text: str
    legal: bool


def unit_of(lesson: str) -> Unit:
    """The items of a lesson that are tried. Raises ValueError for a lesson that has none on a table."""
    unit = read_unit(ROOT / "lessons" / "levels" / f"{lesson}.toml").only("try")
    if not any(isinstance(item, Level) for item in unit.levels):
        raise ValueError(f"{lesson} has no level that is played on a table")
    return unit


def acts(unit: Unit) -> list[Act]:
    """A unit's tries in the order of its levels; questions are left out."""
    made = []
    for place, level in enumerate(unit.levels):
        if isinstance(level, Level):
            first = True
            for position, action in _tries(level):
                target = "pile" if action.verb == TAKE else ""
                legal = judge(position, action).legal
                made.append(Act(place, first, _chosen(position, action), target, str(action), legal))
                first = False
    return made


def _tries(level: Level) -> Iterator[tuple[Position, Action]]:
    position = level.position
    solution = worked(level)
    for wrong in level.wrong:
        if wrong.action not in solution and not judge(position, wrong.action).legal:
            yield position, wrong.action
    for action in solution:
        yield position, action
        if judge(position, action).legal:
            position = play(position, action).after


def _chosen(position: Position, action: Action) -> tuple[str, ...]:
    """The places in the hand of the cards that an action spends, as far as the hand has them."""
    from canasta.cards import count, kinds_in

    wanted = {kind: count(action.spends, kind) for kind in kinds_in(action.spends)}
    chosen = []
    for place, card in enumerate(position.cards_in_hand(position.seat)):
        if wanted.get(card.kind):
            wanted[card.kind] -= 1
            chosen.append(f"hand-{place}")
    return tuple(chosen)


@dataclass
class Figures:
    """What learners met, in seconds, and all that went wrong."""

    page: list[float] = field(default_factory=list)  # from the address to the last byte of the page
    table: list[float] = field(default_factory=list)  # from the address to the table's last state message
    card: list[float] = field(default_factory=list)  # from a chosen card to what could be done with it
    verdict: list[float] = field(default_factory=list)  # from a try to its verdict
    errors: list[str] = field(default_factory=list)

    def add(self, other: Figures) -> None:
        """Take in what another has."""
        for name, values in vars(self).items():
            values.extend(getattr(other, name))


class Learner(Talker):
    """A learner who opens a lesson, tries what its levels ask for, and notes how long each answer took."""

    def __init__(self, url: str, lesson: str, todo: list[Act], at: int = 0) -> None:
        super().__init__(url)
        self.path = f"voila/render/{lesson}.ipynb"
        self.figures = Figures()
        self.todo = itertools.cycle([*todo[at:], *todo[:at]])
        self.table = self.guide = ""
        self._level: int | None = None
        self._number = 0  # of selections

    async def arrive(self) -> None:
        """Open the page, up to its first table. Raises Fault if there is none."""
        begun = time.perf_counter()
        await self.load(self.path)
        page = time.perf_counter() - begun
        await self.look_up()
        await self.connect()
        answers = [await self.states()]
        tables, guides = self.find("zones", "verdict"), self.find("made", "view")
        if not tables or not guides:
            raise Fault(f"no table among {len(self.models)} models")
        self.table, self.guide = tables[0], guides[0]
        # What the page says of itself as it comes: what its browser has kept, and that nothing is chosen.
        answers.append(await self.ask(self.guide, {"kind": "known", "label": "", "entries": [], "arrival": True}))
        answers.append(await self._choose((), ""))
        self.figures.page.append(page)
        self.figures.table.append(max(said.at for answer in answers for said in answer.said if said.state) - begun)

    async def act(self) -> None:
        """The next try: choose its cards, then commit it. Raises Fault for a missing or a wrong answer."""
        act = next(self.todo)
        if act.opens or act.level != self._level:
            await self._heed(await self.ask(self.guide, {"kind": "level", "number": act.level}))
            self._level = act.level
            await self._choose((), "")
        for many in range(1, len(act.cards) + 1):
            self.figures.card.append(_after(await self._choose(act.cards[:many], act.target), self.table, "candidates"))
        answer = await self.ask(self.table, {"kind": "commit", "text": act.text})
        found = answer.after(self.table, "verdict")
        if found is None or found[0].get("legal") is not act.legal:
            raise Fault(f"{act.text} in level {act.level + 1}: {found and found[0].get('title')}, not {act.legal}")
        self.figures.verdict.append(found[1])
        await self._heed(answer)
        if act.legal:
            await self._choose((), "")

    async def guess(self) -> bool:
        """Make the unit's guess and look on until it is drawn; False if the unit has none."""
        labels = [(model, self.models[model]["view"].get("label")) for model in self.find("view")]
        openers = [model for model, label in labels if label == _("Make a guess")]
        if not openers:
            return False
        await self.ask(openers[0], {"kind": "open"})
        (predict,) = (model for model in self.find("view") if "question" in self.models[model]["view"])
        await self.ask(predict, {"kind": "guess", "guess": GUESS})
        while (view := self.models[predict]["view"])["running"]:
            await self.ask(predict, {"kind": "more", "done": view["done"]})
        if not view["chart"]:
            raise Fault(f"the guess was not drawn: {view['problem']}")
        return True

    async def _choose(self, cards: tuple[str, ...], target: str) -> Answer:
        self._number += 1
        chosen = {"n": self._number, "cards": list(cards), "laid": [], "target": target}
        serial = self.models[self.table]["zones"]["serial"]
        return await self.ask(self.table, {"kind": "select", "serial": serial, **chosen})

    async def _heed(self, answer: Answer) -> None:
        """Keep progress, as the page does when it is told of some."""
        made = answer.after(self.guide, "made")
        if made and made[0]:
            await self.ask(self.guide, {"kind": "kept", "n": made[0][-1]["n"]})


def _after(answer: Answer, model: str, name: str) -> float:
    found: tuple[Any, float] | None = answer.after(model, name)
    if found is None:
        raise Fault(f"no {name} in the answer")
    return found[1]
