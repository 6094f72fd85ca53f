"""Rows of steps: which one is refused, and which order can be played; the engine plays them to find out."""

from __future__ import annotations

from itertools import permutations

import pytest

from canasta import Action, Position
from canasta.tutor.broken import Broken
from canasta.tutor.questions import Order

POSITION = Position.parse("K7754 777/QQQ 5 K49?9")


def broken(*steps: str) -> Broken:
    """The question which of these steps is refused."""
    return Broken(tuple(map(Action.parse, steps)))


@pytest.mark.parametrize(
    ("steps", "place", "clause"),
    [
        (("discard 4", "draw", "meld 77", "discard 5"), 0, "turn.draw-first"),
        (("draw", "take 77", "meld 7", "discard 4"), 1, "meld.no-second-thought"),
        (("draw", "meld 77", "back 7:7", "discard 4"), 2, "meld.final"),
        (("draw", "meld 7", "discard 54"), 2, "discard.one"),
        (("draw", "discard 4", "N: meld 7", "E: draw", "E: discard 4"), 2, "turn.order"),
        (("draw", "meld 7", "discard 4", "E: discard 9", "E: draw"), 3, "turn.draw-first"),
    ],
)
def test_the_refused_step_is_found(steps: tuple[str, ...], place: int, clause: str) -> None:
    """The one step that is refused is the answer, under its clause; the rest goes on as if it had not been tried."""
    question = broken(*steps)
    assert not list(question.faults(POSITION))
    assert question.answer(POSITION) == place
    for at in range(len(steps)):
        marked = question.mark(POSITION, at)
        assert marked is not None
        assert (marked.right, marked.action) == (at == place, question.steps[at])
        assert (marked.text.startswith("Refused.")) == (at == place)
        assert marked.clause == clause or at != place


@pytest.mark.parametrize("answer", [None, -1, 4, "0", True, [0], 0.0, {}])
def test_an_answer_that_is_no_step(answer: object) -> None:
    """Anything but the place of a step is no answer."""
    assert broken("discard 4", "draw", "meld 77", "discard 5").mark(POSITION, answer) is None


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        (("draw",), "log: there are 2 to 8 steps"),
        (("draw", *["meld 7"] * 8), "log: there are 2 to 8 steps"),
        (("draw", "meld 7", "discard 4"), "log: all steps can be played, so there is none to be found"),
        (("meld 7", "discard 4", "draw"), "log: meld 7 is refused, and so is discard 4 after it (turn.draw-first)"),
    ],
)
def test_a_log_that_asks_nothing(steps: tuple[str, ...], said: str) -> None:
    """A log with another number of refused steps than one is a fault, and so is one too short or too long."""
    assert [fault[: len(said)] for fault in broken(*steps).faults(POSITION)] == [said]


def test_every_order_that_can_be_played_is_right() -> None:
    """Of all orders of a turn's steps those are right that begin with the draw and end with the discard."""
    order = Order(tuple(map(Action.parse, ("draw", "meld 7", "meld 7", "discard 4"))))
    right = [each for each in permutations(range(4)) if (mark := order.mark(POSITION, list(each))) and mark.right]
    assert right == [(0, 1, 2, 3), (0, 2, 1, 3)]
