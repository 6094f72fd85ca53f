"""Checks of graded notebooks: each failure names the rule."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from canasta.tutor.checks import check_answer, check_legal, check_refused
from canasta.tutor.drills import GENERATORS, draw
from canasta.tutor.levels import Question
from canasta.tutor.questions import Judge

LINE = "KK24 444 42K"
NOTEBOOK = Path(__file__).parents[1] / "lessons" / "graded-cells.ipynb"


def test_right_answers_pass() -> None:
    """A legal action, the clause that refuses, and the answer to a dealt question raise nothing."""
    check_legal(LINE, "take KK")
    check_refused(LINE, "take K2", "freeze.natural-pair")
    item = draw(GENERATORS["frozen-pile"], "monday", {"kind": "judge"}).item
    assert isinstance(item, Question)
    assert isinstance(item.task, Judge)
    right = item.task.answer(item.position)
    check_answer("frozen-pile", "monday", right, {"kind": "judge"})
    wrong = next(each for each in item.task.choices(item.position) if each != right)
    with pytest.raises(AssertionError, match=r"^[a-z]+\.[a-z-]+: "):
        check_answer("frozen-pile", "monday", wrong, {"kind": "judge"})


@pytest.mark.parametrize(
    ("check", "said"),
    [
        (lambda: check_legal(LINE, "take K2"), "freeze.natural-pair: The pile is frozen"),
        (lambda: check_refused(LINE, "take KK", "take.pair"), "It is legal here: take KK."),
        (
            lambda: check_refused(LINE, "take K2", "take.pair"),
            "It is not take.pair that decides. freeze.natural-pair: ",
        ),
        (lambda: check_legal("KKX", "draw"), "hands, N: 'X' in 'KKX' is no card"),
        (lambda: check_legal(LINE, "grab it"), "action: 'grab'"),
        (lambda: check_answer("poker", 1, "legal"), "there is no drill poker; there are "),
        (lambda: check_answer("frozen-pile", 1, "legal", {"hard": 9}), "hard cannot be 9"),
        (lambda: check_answer("frozen-pile", 1, 7, {"kind": "judge"}), "7 is no answer to this question"),
        (lambda: check_answer("frozen-pile", 1, "legal", {"kind": "do"}), "this is done on a table"),
    ],
)
def test_failures_say_why(check: Callable[[], None], said: str) -> None:
    """A wrong answer, and whatever cannot be checked, is an AssertionError that says what is the matter."""
    with pytest.raises(AssertionError) as fault:
        check()
    assert str(fault.value).startswith(said)


def test_the_cells_are_ready_for_a_grader() -> None:
    """The notebook's answers are solutions and its checks are graded, locked and worth points; its own answers pass."""
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if "nbgrader" in cell["metadata"]]
    kinds = [(cell["metadata"]["nbgrader"]["solution"], cell["metadata"]["nbgrader"]["grade"]) for cell in cells]
    assert kinds == [(True, False), (False, True)] * 2
    assert all(cell["metadata"]["nbgrader"]["points"] for cell in cells[1::2])
    assert len({cell["metadata"]["nbgrader"]["grade_id"] for cell in cells}) == 4
    names: dict[str, object] = {}
    for cell in cells:
        exec("".join(cell["source"]), names)
    names["answer"] = "take K2"
    with pytest.raises(AssertionError, match=r"freeze\.natural-pair"):
        exec("".join(cells[1]["source"]), names)
