"""What is told of an answer: whether it is right, and why."""

from __future__ import annotations

from typing import Any, NamedTuple

from canasta.actions import Action
from canasta.filling import render
from canasta.judge import Verdict
from canasta.why import reasons
from canasta.words import N_


class Marked(NamedTuple):
    """What the engine makes of an answer: whether it is right, and why; about an action, if it is about one.

    Where an answer is about several actions, ``parts`` says so of each, and the message nothing more.
    """

    right: bool
    message: str
    values: dict[str, Any]
    clause: str = ""
    action: Action | None = None
    parts: tuple[Marked, ...] = ()

    @property
    def text(self) -> str:
        """It in a sentence or two, for each of its parts."""
        return " ".join(part.text for part in self.parts) or render(self.message, self.values)


def judged(verdict: Verdict, right: bool) -> Marked:
    """What is told of an action that was judged, rightly or not."""
    if verdict.lead is None:
        found = reasons(verdict)[0]
        return Marked(right, N_("Legal. {fact}"), {"fact": found.fact}, found.clause, verdict.action)
    return Marked(right, N_("Refused. {fact}"), {"fact": verdict.lead.fact}, verdict.lead.clause, verdict.action)


def places(answer: Any, n: int) -> bool:
    """Whether an answer is a list of places, of which there are ``n``, each at most once."""
    if not isinstance(answer, list) or any(type(at) is not int or not 0 <= at < n for at in answer):
        return False
    return len(set(answer)) == len(answer)
