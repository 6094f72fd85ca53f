"""The three kinds of wrong, kept apart: unreadable text, an impossible position, a play the rules refuse."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from canasta.filling import fill
from canasta.words import _

if TYPE_CHECKING:
    from canasta.judge import Verdict
    from canasta.problems import Problem


class NotationError(ValueError):
    """Text that cannot be read. ``part`` is the faulty piece of it, ``wanted`` says what would be right.

    ``message`` is a template like every other, marked with ``N_`` and filled in with ``values`` when it is shown.
    Without values it is no template, so that it may quote text with braces.
    """

    def __init__(self, message: str, part: str, wanted: str = "", **values: Any) -> None:
        super().__init__(message)
        self.message = message
        self.part = part
        self.wanted = wanted
        self.values = values

    def __str__(self) -> str:
        if not self.values:
            return _(self.message)
        return fill(self.message, {"part": self.part, "wanted": self.wanted, **self.values})


class ImpossiblePosition(ValueError):
    """A position that cannot exist. ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)


class IllegalAction(ValueError):
    """A play the rules refuse, raised by ``play`` only. ``verdict`` says which clauses object, and why."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(str(verdict))
        self.verdict = verdict
