"""A deal turn by turn, as its players saw it, and what is said of something they missed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from canasta import actions as a
from canasta import cards as c
from canasta.actions import Action
from canasta.cards import UNSEEN
from canasta.filling import render
from canasta.play import Step
from canasta.position import ANSWER, OVER, Position

RULE, BETTER = "rule", "play"


class Missed(NamedTuple):
    """Something missed: ``action`` was played at step ``at``, ``better`` would have been the thing to do.

    ``kind`` is "rule" for something the rules allowed and that was passed up, "play" for a play that is worse by a
    player's estimates. ``points`` is its weight, about what it brings or saves; ``message`` with its ``values`` says
    what was missed, ``clauses`` are those that mattered.
    """

    at: int
    kind: str
    seat: int
    action: Action
    better: Action
    points: float
    message: str
    values: Mapping[str, Any] = {}
    clauses: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """What was missed, in a sentence or two."""
        return render(self.message, self.values)


class Moment(NamedTuple):
    """A step of a turn: its place among all steps, what its player saw, and what he did."""

    at: int
    view: Position
    action: Action

    @property
    def known(self) -> bool:
        """Whether the player's own hand is known, so that it can be said what he could have done."""
        hand = self.view.hands[self.view.acting]
        return hand is not None and not c.count(hand, UNSEEN) and self.view.phase != OVER

    def missed(self, better: Action, gain: float, message: str, values: dict[str, Any], *clauses: str) -> Missed:
        """A rule that was missed here."""
        return Missed(self.at, RULE, self.view.acting, self.action, better, gain, message, values, clauses)


class Turn(NamedTuple):
    """One turn: its steps, the position it led to, and what was played in the deal after it."""

    seat: int
    moments: tuple[Moment, ...]
    after: Position
    later: tuple[Step, ...] = ()

    @property
    def own(self) -> tuple[Moment, ...]:
        """What the player in turn did himself; his partner's answer is not among it."""
        return tuple(each for each in self.moments if each.view.phase != ANSWER)

    @property
    def last(self) -> Moment | None:
        """The discard that ended the turn, if one did."""
        last = self.own[-1:]
        return last[0] if last and last[0].known and last[0].action.verb == a.DISCARD else None

    @property
    def ended(self) -> bool:
        """Whether the turn was played to its end; a log may stop in the midst of one."""
        return self.after.seat != self.seat or self.after.phase == OVER

    @property
    def went_out(self) -> bool:
        """Whether the player went out in it."""
        return self.after.out == self.seat


def turns(steps: Sequence[Step], first: int = 0) -> Iterator[Turn]:
    """The turns of one deal; ``first`` is the place of its first step. What is only said is left out."""
    start = 0
    for end in range(1, len(steps) + 1):
        if end < len(steps) and steps[end].before.seat == steps[start].before.seat:
            continue
        moments = tuple(
            Moment(first + at, step.before.seen_by(step.before.acting), step.verdict.action.plain())
            for at, step in enumerate(steps[start:end], start)
            if step.verdict.action.verb != a.SAY
        )
        if moments:
            yield Turn(steps[start].before.seat, moments, steps[end - 1].after, tuple(steps[end:]))
        start = end
