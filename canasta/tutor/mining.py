"""Items found in deals that were played: positions in which a rule decides, as the player in turn saw them.

>>> from canasta.tutor.mining import mined
>>> for find in mined("position: K26 444/QQQ 952K\\ndraw 7"):
...     print(find.action, "-", find.item.say, find.turning)
take K2 - May you take the pile like this? It would be legal if the pile were not frozen.

``mined`` looks through any log. A few hundred finds of deals that club players played are shipped (``mined.jsonl``,
written by ``python -m canasta.tutor.mining``); what is looked for stands in ``canasta.tutor.finders``.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from itertools import chain, zip_longest
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from canasta import cards as c
from canasta.actions import Action
from canasta.cards import UNSEEN
from canasta.deal import deal
from canasta.errors import ImpossiblePosition, NotationError
from canasta.judge import judge
from canasta.log import Log, deals, replay
from canasta.play import Step
from canasta.position import ANSWER, OVER, Position
from canasta.profile import PROFILES, Profile
from canasta.simulate import simulate
from canasta.tutor.finders import FINDERS, NO, YES, Finder, asked, is_yes, turning
from canasta.tutor.levels import Question
from canasta.tutor.questions import LEGAL, Ask, Judge, Option, Which
from canasta.why import decisive
from canasta.words import N_, _

SHIPPED: Final = Path(__file__).with_name("mined.jsonl")
SEEDS: Final = 400  # deals of each table that the shipped finds are chosen from
THREES: Final = 120  # deals for three of each, where the stock runs out in every third; with four it hardly ever does
AT_THE_END: Final = ("forced-take",)  # sorts that are looked for there
MOST_CARDS: Final = 16  # of a hand that is shipped
EACH: Final = 4  # finds of a sort, a table and an answer, at most
TIERED: Final = 900  # scores of shipped deals are up to so many times five
AMONG: Final = 4  # clauses to choose from, the answer included
TITLE: Final = N_("From a deal that was played")


class MiningError(ValueError):
    """A log in which nothing can be looked for; the message says where it goes wrong, and why."""


class Find(NamedTuple):
    """A position in which a rule decides what a player may do.

    ``sort`` names its finder; ``deal`` and ``step`` say where it stood, the deal by its seed or its number in the log,
    the step from 1. ``position`` is what the player saw, ``action`` what he might have tried, and ``answer`` what the
    engine says of it. ``drawn`` are the letters of the cards that a draw brings, where the log knows them.
    """

    sort: str
    deal: str
    step: int
    answer: str
    position: Position
    action: Action
    drawn: str = ""

    @property
    def finder(self) -> Finder:
        """Its row of what is looked for."""
        return FINDERS[self.sort]

    @property
    def yes(self) -> bool:
        """Whether it may be done, or is so."""
        return is_yes(self.answer)

    @property
    def case(self) -> str:
        """Position and action as the examples of the rule book are written."""
        return f"{self.position} | {self.action}"

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that decide, first = most."""
        return (self.finder.value,) if self.finder.value else decisive(judge(self.position, self.action))

    @property
    def turning(self) -> str:
        """The one fact that would turn the answer, in a sentence."""
        return turning(self.finder, self.position, self.action)

    @property
    def item(self) -> Question:
        """It as a question."""
        finder = self.finder
        return Question(
            id=self.sort,
            title=_(TITLE),
            say=_(finder.say),
            clauses=self.clauses,
            position=self.position,
            hints=finder.hints(self.position, self.action),
            task=self._task(),
            part="drill",
            version=sha256(self.case.encode()).hexdigest()[:8],
        )

    def _task(self) -> Judge | Which:
        finder = self.finder
        if finder.value:
            return Which((Ask(finder.value, self.case),), (Option(YES, _("Yes")), Option(NO, _("No"))))
        others = [clause for clause in dict.fromkeys(finder.among) if clause != self.answer]
        return Judge(self.action, tuple(others[: AMONG - (self.answer != LEGAL)]))

    def turned(self) -> Find | None:
        """The same with the one fact changed that turns the answer; it stood nowhere."""
        change = self.finder.twin(self.position, self.action, self.answer)
        if change is None:
            return None
        answer = self.finder.answer(change.position, change.action)
        return self._replace(position=change.position, action=change.action, answer=answer)

    def as_json(self) -> dict[str, Any]:
        """It as plain data."""
        return {
            "sort": self.sort,
            "deal": self.deal,
            "step": self.step,
            "answer": self.answer,
            "drawn": self.drawn,
            "case": self.case,
        }

    @classmethod
    def read(cls, data: dict[str, Any]) -> Find:
        """A find from plain data, as ``as_json`` writes it."""
        position, action = str(data["case"]).split(" | ")
        return cls(
            data["sort"],
            data["deal"],
            data["step"],
            data["answer"],
            Position.parse(position),
            Action.parse(action),
            data["drawn"],
        )


def mined(log: Log | str, seats: Collection[int] | None = None) -> tuple[Find, ...]:
    """What is found in a log, in the order of play; nothing in a deal that holds nothing.

    ``seats`` are those whose eyes it is seen with, all by default. Of a deal that is still being played give only the
    learner's own, for a find shows a hand. Raises MiningError for a log that cannot be read or played to its end.
    """
    try:
        read = Log.parse(log) if isinstance(log, str) else log
    except (NotationError, ImpossiblePosition) as fault:
        raise MiningError(_("This log cannot be read. {why}").format(why=fault)) from None
    played = replay(read)
    if played.refused is not None:
        raise MiningError(_("This log cannot be played: {why}").format(why=played.refused.text))
    of_deals = enumerate(deals(played.steps), 1)
    return tuple(chain.from_iterable(found_in(steps, str(number), seats) for number, steps in of_deals))


def found_in(
    steps: Sequence[Step], deal: str, seats: Collection[int] | None = None, sorts: Iterable[str] = tuple(FINDERS)
) -> Iterator[Find]:
    """What is found in the steps of one deal; the same try of the same player, with the same answer, only once."""
    finders = [FINDERS[sort] for sort in sorts]
    met: set[tuple[str, int, Action, str]] = set()
    for number, step in enumerate(steps, 1):
        before = step.before
        view = before.seen_by(before.acting)._replace(paint=None)
        if before.phase in (ANSWER, OVER) or (seats is not None and view.seat not in seats) or not _known(view.hand):
            continue
        for finder in finders:
            for action, answer in asked(finder, view):
                key = (finder.name, view.seat, action, answer)
                if key not in met and finder.twin(view, action, answer):
                    met.add(key)
                    yield Find(finder.name, deal, number, answer, view, action, _drawn(before))


def _known(hand: c.Bag | None) -> bool:
    """Whether a hand is known, and no red three is to be laid before all else."""
    return bool(hand) and not c.count(hand or 0, UNSEEN) and not c.count(hand or 0, c.RED_THREE)


def _drawn(position: Position) -> str:
    """The letters of what a draw brings, "" where that is not known or there is none."""
    cards = (position.stock or b"")[: position.profile.draws]
    return "" if UNSEEN in cards else "".join(c.LETTERS[kind] for kind in cards)


# -- what is shipped --------------------------------------------------------------------------------------------------


@cache
def shipped() -> tuple[Find, ...]:
    """The finds that came with the program."""
    return tuple(Find.read(json.loads(line)) for line in SHIPPED.read_text("utf-8").splitlines())


def club_deal(seed: str) -> tuple[Step, ...]:
    """A deal that club players play; the seed tells its table and scores too, as in ``classic 17`` or ``pagat/3 5``."""
    from canasta.tutor.bots import club, played

    profile = Profile.parse(seed.partition(" ")[0])
    random = Random(f"scores {seed}")
    scores = tuple(5 * int(TIERED * random.random()) for _side in range(profile.sides))
    return tuple(played(deal(f"mined {seed}", profile, scores=scores), [club] * profile.players))


def found_by(seed: str) -> tuple[Find, ...]:
    """What is found in the deal of a seed that could be shipped."""
    steps = club_deal(seed)
    sorts = AT_THE_END if steps[0].before.profile.players == 3 else FINDERS
    found = found_in(steps, seed, sorts=sorts)
    return tuple(find for find in found if c.size(find.position.hand or 0) <= MOST_CARDS)


def chosen(finds: Iterable[Find]) -> list[Find]:
    """Some of each sort, table and answer, as many yes as no as far as they go; of a deal one of a sort.

    No position comes twice.
    """
    cells: dict[tuple[str, str], tuple[list[Find], list[Find]]] = defaultdict(lambda: ([], []))
    for find in finds:
        cells[find.sort, find.position.profile.base][find.yes].append(find)
    kept: list[Find] = []
    met: set[Position] = set()
    # Rare sorts choose first, for a position is asked about only once.
    for key in sorted(cells, key=lambda key: (min(map(len, cells[key])), key)):
        rows = [_spread(row, str(key), met) for row in cells[key]]
        most = min(EACH, min(map(len, rows)) + 1)
        kept += [find for pair in zip_longest(*(row[:most] for row in rows)) for find in pair if find]
    order = list(FINDERS)
    return sorted(kept, key=lambda find: (order.index(find.sort), find.deal, find.step))


def _spread(finds: Sequence[Find], seed: str, met: set[Position]) -> list[Find]:
    """Some finds by chance, each of another deal and in a position that has not been met."""
    some: dict[str, Find] = {}
    for find in Random(seed).sample(finds, len(finds)):
        if len(some) < EACH and find.deal not in some and find.position not in met:
            some[find.deal] = find
            met.add(find.position)
    return list(some.values())


def main() -> None:
    """Play, look, choose and write what is shipped."""
    from concurrent.futures import ProcessPoolExecutor

    seeds = [f"{name} {number}" for name in PROFILES for number in range(SEEDS)]
    seeds += [f"{name}/3 {number}" for name in PROFILES for number in range(THREES)]
    with ProcessPoolExecutor() as executor:
        finds = list(chain.from_iterable(simulate(seeds, found_by, executor=executor)))
    lines = [json.dumps(find.as_json(), separators=(",", ":")) for find in chosen(finds)]
    SHIPPED.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} of {len(finds)} finds in {len(seeds)} deals")


if __name__ == "__main__":
    main()
