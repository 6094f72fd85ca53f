"""Items from deals that were played: those that are shipped, or those of a learner's own log.

Their facts say where each stood. Nothing is thrown but which of them comes, and the twin of an item is the same
position with the one fact changed that turns the answer; it stood nowhere, so it is never asked in the item's place.
What is no matter of yes and no at the table, as whether a hand is concealed, is left to ``canasta.tutor.mining``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

from canasta import cards as c
from canasta.cards import KIND, UNSEEN
from canasta.lister import legal
from canasta.log import Log
from canasta.position import DRAW, Position
from canasta.tutor.drills.contract import HARD, Draft, DrillError, Facts, Generator, Knobs
from canasta.tutor.finders import FINDERS
from canasta.tutor.goals import read_goal
from canasta.tutor.levels import DO
from canasta.tutor.mining import TITLE, Find, MiningError, mined, shipped
from canasta.tutor.questions import Judge
from canasta.words import N_, _

UNIT: Final = "play-a-deal"
CLAUSES: Final = tuple(
    dict.fromkeys(clause for finder in FINDERS.values() if not finder.value for clause in finder.clauses)
)


def _facts(find: Find) -> Facts:
    return {name: value for name, value in find.as_json().items() if name != "answer"}


def _find(facts: Facts) -> Find:
    """The find of some facts, answered by the engine as it is today."""
    find = Find.read({**facts, "answer": ""})
    return find._replace(answer=find.finder.answer(find.position, find.action))


def _size(find: Find) -> tuple[int, int]:
    """How much there is to look at: cards of hand and pile, then wild cards."""
    hand = find.position.hand or 0
    return c.size(hand) + len(find.position.pile), c.size(hand & c.WILD_MASK)


def _draft(facts: Facts, kind: str) -> Draft | None:
    find = _find(facts)
    item = find.item
    if kind == Judge.kind:
        return Draft(item.position, item.say, item.hints, item.task, item.clauses)
    if not can_be_done(find):
        return None
    doing = find.finder.doing
    assert doing is not None
    goal = read_goal({"all": [doing.yes if find.yes else doing.no]})
    return Draft(_with_stock(find), _(doing.say), item.hints, goal, item.clauses, yes=find.yes)


def can_be_done(find: Find) -> bool:
    """Whether it can be asked on the table: the verb is legal there in some way just if this one is.

    Where it is not, one draws, so the cards that come must be known.
    """
    doing = find.finder.doing
    if doing is None or (find.position.phase == DRAW and not find.drawn):
        return False
    return find.yes or not any(play.verb == doing.verb for play in legal(find.position))


def _with_stock(find: Find) -> Position:
    """The position with the cards that a draw brings on the stock."""
    position = find.position
    if not find.drawn or not position.stock or len(position.stock) < len(find.drawn):
        return position
    drawn = bytes(KIND[letter] for letter in find.drawn)
    return position._replace(stock=drawn + bytes([UNSEEN]) * (len(position.stock) - len(drawn)))


def _near(facts: Facts) -> Iterator[Facts]:
    if (other := _find(facts).turned()) is not None:
        yield {**facts, "case": other.case}


def _sampler(finds: Callable[[], Sequence[Find]]) -> Callable[[Random, Knobs], Facts | None]:
    """Throws one of some finds: of a table, and the harder, the more there is to look at."""

    @cache
    def graded(base: str, kind: str) -> list[Find]:
        fitting = (each for each in finds() if each.position.profile.base == base and not each.finder.value)
        return sorted((each for each in fitting if kind != DO or can_be_done(each)), key=_size)

    def sample(random: Random, knobs: Knobs) -> Facts | None:
        every = graded(str(knobs["profile"]), str(knobs["kind"]))
        grade, grades = HARD.index(int(knobs["hard"])), len(HARD)
        part = every[len(every) * grade // grades : -(-len(every) * (grade + 1) // grades)]
        return _facts(random.choice(part)) if part else None

    return sample


REAL_DEALS: Final = Generator(
    "real-deals",
    unit=UNIT,
    title=TITLE,
    clauses=CLAUSES,
    kinds=(Judge.kind, DO),
    sample=_sampler(shipped),
    draft=_draft,
    near=_near,
    stored=True,
)


def own_deals(log: Log | str, seats: Sequence[int] | None = None) -> Generator:
    """A drill of what is found in a learner's own log; ``seats`` as in ``mined``.

    Raises DrillError for a log that cannot be read or played, or in which nothing is found.
    """
    try:
        finds = mined(log, seats)
    except MiningError as fault:
        raise DrillError(str(fault)) from None
    if all(find.finder.value for find in finds):
        raise DrillError(_("Nothing is found in this log that could be asked about."))
    return Generator(
        "own-deals",
        unit=UNIT,
        title=N_("From your own deals"),
        clauses=tuple(dict.fromkeys(clause for find in finds for clause in find.clauses)),
        kinds=(Judge.kind, DO) if any(map(can_be_done, finds)) else (Judge.kind,),
        sample=_sampler(lambda: finds),
        draft=_draft,
        near=_near,
        profiles=(finds[0].position.profile.base,),  # a log is of one table
        stored=True,
    )
