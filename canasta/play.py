"""Playing: a legal action makes a step, a value with before and after and what followed."""

from __future__ import annotations

from typing import NamedTuple

from canasta.actions import SAY, Action
from canasta.advance import advance
from canasta.clauses import BOOK
from canasta.clauses.register import Book
from canasta.errors import IllegalAction
from canasta.events import Event, told
from canasta.info import tell
from canasta.judge import Verdict, judge
from canasta.position import Position


class Step(NamedTuple):
    """One action played: the position before, the verdict that allowed it, what followed, and the position after."""

    before: Position
    verdict: Verdict
    events: tuple[Event, ...]
    after: Position


def play(position: Position, action: Action, book: Book = BOOK) -> Step:
    """Play a legal action. Raises IllegalAction with the verdict for any other; the position never changes."""
    verdict = judge(position, action, book)
    if not verdict:
        raise IllegalAction(verdict)
    if action.verb == SAY:
        return Step(position, verdict, (tell(position, action),), position)
    after = advance(position, action, book)
    return Step(position, verdict, tuple(told(position, action, after, book)), after)
