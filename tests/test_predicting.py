"""A prediction on the page: guessed, simulated a little at a time, drawn beside the guess."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from canasta_widgets.predicting import Predict

from canasta.tutor.predictions import PREDICTIONS


def hear(widget: Predict, **message: Any) -> None:
    """What the browser would send."""
    widget._heard(widget, message, None)


def run(widget: Predict) -> int:
    """Let it simulate to the end; how often the page had to ask."""
    asked = 0
    while widget.view["running"]:
        hear(widget, kind="more", done=widget.view["done"])
        asked += 1
        assert asked < 10_000
    return asked


def test_a_guess_runs_the_simulation_and_is_told_beside_it() -> None:
    """After a guess it simulates all seeds while the page asks, then tells both numbers, the law, and the picture."""
    widget = Predict("wilds")
    assert widget.view["chart"] == widget.view["outcome"] == ""
    hear(widget, kind="guess", guess=33)
    assert widget.view["running"]
    assert run(widget) > 0
    view = widget.view
    assert view["done"] == view["of"] == PREDICTIONS["wilds"].seeds
    answer = f"{widget.tally.answer(widget.prediction):,.0f}"
    assert "33" in view["outcome"]
    assert answer in view["outcome"]
    assert view["law"]
    assert view["chart"].startswith("<svg")
    assert len(view["rows"]) == len(PREDICTIONS["wilds"].bars)


def test_what_is_slow_is_there_at_once_and_can_run_again() -> None:
    """A slow prediction shows what was shipped right after the guess, and simulates on request."""
    widget = Predict("ends")
    hear(widget, kind="guess", guess=10)
    assert not widget.view["running"]
    assert widget.view["outcome"]
    hear(widget, kind="run")
    assert widget.view["running"]
    assert widget.view["done"] == 0
    hear(widget, kind="more", done=0)
    assert widget.view["done"] >= 1


@pytest.mark.parametrize("guess", [-1, 1.5, "3", True, None, 10**9])
def test_what_is_no_guess_is_dropped(guess: Any) -> None:
    """Only a whole number that could be meant is a guess."""
    widget = Predict("wilds")
    hear(widget, kind="guess", guess=guess)
    assert widget.guess is None


def test_late_and_early_messages_change_nothing() -> None:
    """Asking for more before a guess, with an old count, or after the end simulates nothing."""
    widget = Predict("wilds")
    hear(widget, kind="more", done=0)
    hear(widget, kind="run")
    assert widget.tally.seeds == 0
    hear(widget, kind="guess", guess=1)
    hear(widget, kind="more", done=0)
    at = widget.tally.seeds
    if widget.running:
        hear(widget, kind="more", done=at + 1)
        assert widget.tally.seeds == at
    run(widget)
    before = widget.view
    hear(widget, kind="more", done=widget.tally.seeds)
    for message in (None, 1, [], {"kind": []}):
        widget._heard(widget, message, None)
    assert widget.view == before


def test_without_matplotlib_the_numbers_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing can be drawn a sentence says so, and the table has the numbers."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    widget = Predict("wilds")
    hear(widget, kind="guess", guess=20)
    run(widget)
    assert widget.view["chart"] == ""
    assert "matplotlib" in widget.view["problem"]
    assert widget.view["rows"]


def test_an_unknown_prediction_is_refused() -> None:
    """A name that is none is refused with those there are."""
    with pytest.raises(ValueError, match="opening"):
        Predict("weather")
