"""A question to a class, "legal or not, and why?", as the learner's page and the presenter's show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from canasta import Action, Position
from canasta.filling import render
from canasta.judge import judge
from canasta.tutor.questions import Judge
from canasta.words import N_, _
from canasta_widgets import answers
from canasta_widgets.phrases import by_whom
from canasta_widgets.picture import MOST, picture
from canasta_widgets.questions import judgement


@dataclass(frozen=True)
class Poll:
    """An action in a position, as the player sees it who would do it, and what one chooses from."""

    position: Position
    action: Action
    choices: tuple[str, ...]

    @classmethod
    def made(cls, position: Position, action: Action, offered: Sequence[str]) -> Poll:
        """A question in which these clauses are offered beside the answer."""
        view = position.seen_by(asked(position, action))
        return cls(view, action, tuple(Judge(action, tuple(offered)).choices(view)))

    @classmethod
    def read(cls, line: str, action: str, choices: Sequence[str]) -> Poll:
        """A question that was written down. Raises NotationError for what was not."""
        return cls(Position.parse(line), Action.parse(action), tuple(choices))

    @cached_property
    def about(self) -> str:
        """Who would do what."""
        return by_whom(self.position, self.action)

    @cached_property
    def seen(self) -> str:
        """Whose view of the table it is."""
        seat = self.position.profile.seat_names[asked(self.position, self.action)]
        return render(N_("The table as {seat:seat} sees it:"), {"seat": seat})

    @cached_property
    def options(self) -> list[dict[str, str]]:
        """What one chooses from: the value of each, and its words."""
        return [{"value": each, "label": judgement(each, self.position.profile)} for each in self.choices]

    @cached_property
    def right(self) -> str:
        """The choice that is the answer."""
        return Judge(self.action, ()).answer(self.position)

    @cached_property
    def why(self) -> dict[str, Any]:
        """What the rule book says of it: a sentence, and the finding that decides with its law and where it stands."""
        found = answers.verdict(self.position, judge(self.position, self.action))
        lead = found["lead"] or {"law": "", "clause": "", "source": ""}
        return {"title": found["title"], "sentence": found["sentence"], "legal": found["legal"], **_place(lead)}

    def label(self, choice: str) -> str:
        """A choice in words."""
        return judgement(choice, self.position.profile)

    def table(self, room: int = MOST) -> str:
        """The table as a picture, with nothing on it that the player does not see."""
        return picture(self.position, asked(self.position, self.action), room=room)


def asked(position: Position, action: Action) -> int:
    """The seat whose action it is."""
    return position.profile.seat_names.index(action.seat) if action.seat else position.acting


def _place(finding: dict[str, Any]) -> dict[str, str]:
    return {name: finding[name] for name in ("law", "clause", "source")}


def heading() -> str:
    """What is always asked."""
    return _("Legal or not, and why?")
