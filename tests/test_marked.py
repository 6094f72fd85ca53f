"""What is told of an answer to a question: the engine's word on every action that the question is about."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.phrases import in_words
from canasta_widgets.questions import said
from test_levels import QUESTIONS

from canasta import Position, judge
from canasta.tutor.levels import Question
from canasta.tutor.questions import Choose, read_task

CHOICES = [item for item in QUESTIONS if isinstance(item.task, Choose)]


def task(kind: str, line: str, **table: Any) -> Any:
    """A task as a level's file has it."""
    return read_task(kind, table, line)


@pytest.mark.parametrize("item", CHOICES, ids=[item.id for item in CHOICES])
def test_a_right_choice_tells_why_of_each(item: Question) -> None:
    """Each of what one chose from stands on a line of its own: legal or refused, and the fact that says why."""
    assert isinstance(item.task, Choose)
    marked = item.task.mark(item.position, item.task.answer(item.position))
    assert marked is not None
    lines = said(marked).strip().split("\n")
    assert len(lines) == len(item.task.tries)
    for line, action in zip(lines, item.task.tries, strict=True):
        verdict = judge(item.position, action)
        assert line.startswith(in_words(action).rstrip("?"))
        assert ("Legal." if verdict else "Refused.") in line
        assert verdict.lead is None or line.endswith(verdict.lead.fact)
    assert marked.clause in {part.clause for part in marked.parts}


def test_a_wrong_choice_tells_of_one() -> None:
    """The first action that was taken for what it is not is told of, and no other: the rest is still to be found."""
    line = "KK24 444 42K"
    marked = task("choose", line, tries=["take K2", "take KK", "discard 4"]).mark(Position.parse(line), [0, 1])
    assert not marked.right
    assert marked.parts == ()
    assert said(marked) == (
        "Take the pile with K 2: Refused. The pile is frozen; you show 1 natural card to match the king."
    )


def test_after_the_turn_a_step_is_out_of_turn() -> None:
    """Steps are those of one player: what he would do after his discard is told as his, not as the next player's."""
    line = "K99 777/QQQ 5 . N.play"
    order = task("order", line, order=["meld 99", "discard K"])
    marked = order.mark(Position.parse(line.replace("K99", "K999")), [1, 0])
    assert not marked.right
    assert marked.clause == "turn.order"
    assert said(marked) == "North: Meld 9 9: Refused. East is in turn, not North."


def test_the_hands_on_a_sheet_are_said() -> None:
    """A line of a sheet that is to be filled in names cards in words."""
    sheet = next(item for item in QUESTIONS if item.id == "score-first-sheet")
    lines = sheet.task.lines(sheet.position)  # type: ignore[union-attr]
    assert "Left in the hand of South: 1 king and 1 four" in [line.text for line in lines]
