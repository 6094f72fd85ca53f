"""Goals: predicates over what a learner has done since a level began.

A goal is a table with ``all`` or ``any`` of conditions; a condition is a name, maybe with a word after a colon:
``melded:7``, ``pile_taken``, ``cards_left:3``, ``refused:meld.same-rank``, ``said:hand E``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NamedTuple, TypeAlias

from canasta.actions import DISCARD, SAY, TOPICS, Action
from canasta.cards import BLACK_THREE, KIND, UNSEEN, Kind, count
from canasta.clauses import BOOK
from canasta.judge import Verdict
from canasta.play import Step
from canasta.position import Position
from canasta.table import Meld, meld_of


class Attempt(NamedTuple):
    """What has happened in a level: where it began, the steps played, the refusals heard, what was said or asked."""

    start: Position
    steps: tuple[Step, ...] = ()
    refused: tuple[Verdict, ...] = ()
    said: tuple[Step, ...] = ()

    @property
    def now(self) -> Position:
        """The position as it stands."""
        return self.steps[-1].after if self.steps else self.start

    def after(self, step: Step) -> Attempt:
        """The same with one more step, played or said."""
        if step.verdict.action.verb == SAY:
            return self._replace(said=(*self.said, step))
        return self._replace(steps=(*self.steps, step))


Check: TypeAlias = Callable[[Attempt, Any], bool]


class Condition(NamedTuple):
    """One named condition with its word, already read."""

    text: str
    check: Check
    value: Any

    def holds(self, attempt: Attempt) -> bool:
        """Whether it is so."""
        return self.check(attempt, self.value)


@dataclass(frozen=True)
class Goal:
    """All of some conditions and, if there are any of the other kind, one of those."""

    all: tuple[Condition, ...] = ()
    any: tuple[Condition, ...] = ()

    def reached(self, attempt: Attempt) -> bool:
        """Whether the goal is reached."""
        every = all(condition.holds(attempt) for condition in self.all)
        return every and (not self.any or any(condition.holds(attempt) for condition in self.any))


def read_goal(table: object) -> Goal:
    """A goal from its table. Raises ValueError saying what is wrong and what would be right."""
    if not isinstance(table, dict) or not table or set(table) - {"all", "any"}:
        raise ValueError("a goal is a table with all = [...] or any = [...]")
    conditions: dict[str, tuple[Condition, ...]] = {}
    for kind, texts in table.items():
        if not isinstance(texts, list) or not texts or not all(isinstance(text, str) for text in texts):
            raise ValueError(f'goal.{kind} is a list of conditions such as ["melded:7"]')
        conditions[kind] = tuple(map(read_condition, texts))
    return Goal(**conditions)


def read_condition(text: str) -> Condition:
    """One condition. Raises ValueError for an unknown name or a word that does not fit."""
    name, colon, word = text.partition(":")
    if name not in CONDITIONS:
        near = get_close_matches(name, CONDITIONS, 1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are {', '.join(CONDITIONS)}"
        raise ValueError(f"{name!r} is no condition of a goal{hint}")
    read, check = CONDITIONS[name]
    if bool(colon and word) != (read is not None):
        raise ValueError(f"{text!r} {'needs a word after the colon' if read else 'stands alone'}")
    try:
        return Condition(text, check, read(word) if read else None)
    except (KeyError, ValueError):
        raise ValueError(f"{word!r} in {text!r} is not what {name} needs, which is {NEEDED[read]}") from None


def _rank(word: str) -> int:
    rank = KIND[word]
    if not BLACK_THREE <= rank < UNSEEN:
        raise ValueError(word)
    return rank


def _kind(word: str) -> Kind:
    kind = KIND[word]
    if kind == UNSEEN:
        raise ValueError(word)
    return kind


def _rank_and_size(word: str) -> tuple[int, int]:
    rank, _, size = word.partition("=")
    return _rank(rank), int(size)


def _clause(word: str) -> str:
    return BOOK[word].id


def _meld(position: Position, side: int, rank: int) -> Meld | None:
    return meld_of(position.tables[side], rank)


def _melded(attempt: Attempt, rank: int) -> bool:
    side = attempt.start.side
    return _meld(attempt.start, side, rank) is None and _meld(attempt.now, side, rank) is not None


def _new_melds(attempt: Attempt, n: int) -> bool:
    return sum(_melded(attempt, rank) for rank in range(BLACK_THREE, UNSEEN)) >= n


def _size(attempt: Attempt, wanted: tuple[int, int]) -> bool:
    meld = _meld(attempt.now, attempt.start.side, wanted[0])
    return meld is not None and meld.size >= wanted[1]


def _added(attempt: Attempt, rank: int) -> bool:
    before, after = (_meld(position, attempt.start.side, rank) for position in (attempt.start, attempt.now))
    return before is not None and after is not None and after.size > before.size


def _played(verb: str) -> Check:
    return lambda attempt, _: any(step.verdict.action.verb == verb for step in attempt.steps)


def _thrown(attempt: Attempt, kind: Kind) -> bool:
    actions = (step.verdict.action for step in attempt.steps)
    return any(action.verb == DISCARD and count(action.cards, kind) > 0 for action in actions)


def _refused(attempt: Attempt, id: str) -> bool:
    return any(finding.clause == id for verdict in attempt.refused for finding in verdict.refusals)


def _remark(word: str) -> str:
    return word if word in TOPICS else Action.parse(f"{SAY} {word}").reply


def _said(attempt: Attempt, remark: str) -> bool:
    actions = [step.verdict.action for step in attempt.said]
    return any(remark in (action.topic, action.reply) for action in actions)


def _cards_left(attempt: Attempt, n: int) -> bool:
    left = attempt.now.hand_size(attempt.start.seat)
    return bool(attempt.steps) and left is not None and left <= n


def _points_left(attempt: Attempt, n: int) -> bool:
    hand = attempt.now.hands[attempt.start.seat]
    return bool(attempt.steps) and hand is not None and int(BOOK["value.points"].value(hand)) <= n


def _canasta(attempt: Attempt, _: None) -> bool:
    side = attempt.start.side
    return attempt.now.canastas(side) > attempt.start.canastas(side)


def _laid(attempt: Attempt, n: int) -> bool:
    side = attempt.start.side
    return attempt.now.red_threes(side) - attempt.start.red_threes(side) >= n


def _concealed(attempt: Attempt, _: None) -> bool:
    return attempt.now.out == attempt.start.seat and attempt.now.out_concealed


def _frozen(attempt: Attempt, _: None) -> bool:
    return attempt.start.freezing_index() is None and attempt.now.freezing_index() is not None


CONDITIONS: dict[str, tuple[Callable[[str], Any] | None, Check]] = {
    "melded": (_rank, _melded),
    "melds": (int, _new_melds),
    "meld_size": (_rank_and_size, _size),
    "added": (_rank, _added),
    "canasta": (None, _canasta),
    "drawn": (None, _played("draw")),
    "discarded": (None, _played("discard")),
    "thrown": (_kind, _thrown),
    "pile_taken": (None, _played("take")),
    "pile_frozen": (None, _frozen),
    "laid": (int, _laid),
    "cards_left": (int, _cards_left),
    "asked": (None, _played("ask")),
    "points_left": (int, _points_left),
    "gone_out": (None, lambda attempt, _: attempt.now.out == attempt.start.seat),
    "gone_out_concealed": (None, _concealed),
    "refused": (_clause, _refused),
    "said": (_remark, _said),
}

NEEDED: dict[Callable[[str], Any] | None, str] = {
    int: "a whole number",
    _rank: "a rank, such as K or 7",
    _rank_and_size: "a rank and a number, such as K=5",
    _kind: "a card, such as K or *",
    _clause: "the id of a clause, such as meld.same-rank",
    _remark: "what is said or asked, such as hand E",
}
