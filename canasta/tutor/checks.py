"""Checks for the cells of a graded notebook: each passes, or fails with the rule that says why.

>>> from canasta.tutor.checks import check_legal
>>> check_legal("KK24 444 42K", "take KK")
>>> check_legal("KK24 444 42K", "take K2")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
AssertionError: freeze.natural-pair: ...

A grader, such as nbgrader, gives the points of a cell if it raises nothing; what a learner reads is the clause.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from canasta.actions import Action
from canasta.errors import NotationError
from canasta.filling import render
from canasta.judge import Verdict, judge
from canasta.position import Position
from canasta.tutor.drills import GENERATORS, DrillError, draw
from canasta.tutor.levels import Question
from canasta.words import N_, _


def check_legal(position: str, action: str) -> None:
    """Passes if an action is legal. Raises AssertionError with the clause, the facts and the law that refuse it."""
    verdict = _verdict(position, action)
    if not verdict:
        raise AssertionError(_refusal(verdict))


def check_refused(position: str, action: str, clause: str) -> None:
    """Passes if an action is refused, first of all by this clause. Raises AssertionError that says what decides."""
    verdict = _verdict(position, action)
    if verdict:
        raise AssertionError(render(N_("It is legal here: {action}."), {"action": str(verdict.action)}))
    if verdict.refusals[0].clause != clause:
        said = N_("It is not {clause} that decides. {refusal}")
        raise AssertionError(render(said, {"clause": clause, "refusal": _refusal(verdict)}))


def check_answer(drill: str, seed: object, answer: Any, knobs: Mapping[str, Any] | None = None) -> None:
    """Passes if this is the answer to the question that a drill deals for a seed.

    Raises AssertionError with what the rule book says of a wrong one, and for a drill, knobs or an answer that there
    is not.
    """
    try:
        item = draw(GENERATORS[drill], seed, knobs).item
    except KeyError:
        raise AssertionError(
            _("there is no drill {name}; there are {all}").format(name=drill, all=", ".join(GENERATORS))
        ) from None
    except DrillError as fault:
        raise AssertionError(str(fault)) from None
    if not isinstance(item, Question):
        raise AssertionError(_("this is done on a table and has no answer; deal it with kind=judge, for example"))
    marked = item.task.mark(item.position, answer)
    if marked is None:
        raise AssertionError(render(N_("{answer} is no answer to this question"), {"answer": repr(answer)}))
    if not marked.right:
        raise AssertionError(f"{marked.clause}: {marked.text}")


def _verdict(position: str, action: str) -> Verdict:
    try:
        return judge(Position.parse(position).check(), Action.parse(action))
    except (NotationError, ValueError) as fault:
        raise AssertionError(str(fault)) from None


def _refusal(verdict: Verdict) -> str:
    lead = verdict.refusals[0]
    return f"{lead.clause}: {lead.fact} {lead.law} ({lead.source})"
