"""What the browser says to the stepper: each button drives it, and what is no message changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.stepper import Stepper
from hypothesis import given
from hypothesis import strategies as st
from walks import LOG, STEPS, heard_from, view


def test_one_can_go_to_any_step() -> None:
    """The beginning and every step are listed in words, and each can be gone to; what is no place changes nothing."""
    stepper = Stepper(LOG)
    assert stepper.rail.stops[:3] == [
        ["The beginning", "6 steps to go.", 0],
        ["Step 1 of 6", "North: Draw from the stock.", 1],
        ["Step 2 of 6", "North: Ask: may I go out?", 2],
    ]
    assert len(stepper.rail.stops) == len(stepper.steps) + 1
    for at in (4, 0, len(stepper.steps)):
        stepper._heard(None, {"kind": "go", "at": at}, None)
        assert (stepper.at, view(stepper)["at"]) == (at, at)
    for wrong in ("3", None, 2.5, [1], True, -1, 2**70):
        stepper._heard(None, {"kind": "go", "at": wrong}, None)
        assert stepper.at == len(stepper.steps)
    assert Stepper([]).rail.stops == []


def test_the_log_is_sent_when_it_is_asked_for() -> None:
    """The browser gets the text with a file's name made of the title."""
    stepper, sent = heard_from(Stepper(LOG))
    stepper._heard(None, {"kind": "log"}, None)
    assert sent == [{"kind": "log", "text": LOG, "name": "a-short-one.log"}]
    stepper, sent = heard_from(Stepper(STEPS))
    stepper._heard(None, {"kind": "log"}, None)
    assert sent[0]["name"] == "canasta.log"


def test_who_does_something_on_the_table_stops_the_player() -> None:
    """A choice, a try, refused or not, and an undo are told to the rail; what the table asks of itself is not."""
    stepper, sent = heard_from(Stepper(STEPS, at=1))
    serial = stepper.table.zones["serial"]
    for quiet in ({"kind": "select", "n": 1, "serial": serial, "cards": [], "target": ""}, None, "x"):
        stepper._touched(None, quiet, None)
    assert sent == []
    for touched in (
        {"kind": "select", "n": 2, "serial": serial, "cards": ["hand-0"], "target": ""},
        {"kind": "select", "n": 2, "serial": serial, "cards": [], "target": "pile"},
        {"kind": "commit", "text": "meld 44"},
        {"kind": "undo"},
    ):
        sent.clear()
        stepper._touched(None, touched, None)
        assert sent == [{"kind": "halt"}]


def test_wishes_are_numbered() -> None:
    """The number of the last wish comes back with the view, also where it changed nothing; no other value does."""
    stepper = Stepper(STEPS)
    for number, kind in enumerate(("step", "first", "back", "last", "step", "look", "hands"), 1):
        stepper._heard(None, {"kind": kind, "n": number, "seat": None, "open": False}, None)
        assert view(stepper)["n"] == number
    stepper._heard(None, {"kind": "go", "n": 8, "at": 10**6}, None)
    assert (view(stepper)["n"], stepper.at) == (8, 9)
    for wrong in (True, -1, 2**60, 1.5, "9", None, [9]):
        stepper._heard(None, {"kind": "first", "n": wrong}, None)
        assert view(stepper)["n"] == 8


@given(
    st.dictionaries(
        st.sampled_from(["kind", "at", "n", "seat", "open", "line", "text"]),
        st.one_of(
            st.sampled_from(["first", "back", "step", "last", "go", "look", "hands", "set_up", "load", "log"]),
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
            st.lists(st.integers(), max_size=2),
        ),
    )
)
def test_no_message_breaks_it(message: dict[str, Any]) -> None:
    """Whatever is sent, nothing is raised, and what lies there is a stop, or the learner's own."""
    stepper = Stepper(STEPS)
    stepper._heard(None, message, None)
    stepper._touched(None, message, None)
    assert stepper.aside or stepper.table.position == stepper.walk.stops[stepper.at].position


def test_messages_drive_it() -> None:
    """Each button has its message."""
    stepper = Stepper(STEPS)
    seen = []
    for kind in ("step", "last", "back", "first"):
        stepper._heard(None, {"kind": kind}, None)
        seen.append(stepper.at)
    assert seen == [1, 9, 8, 0]
    stepper._heard(None, {"kind": "look", "seat": 3}, None)
    assert stepper.table.seat == 3
    stepper._heard(None, {"kind": "look", "seat": None}, None)
    assert stepper.table.seat == 0


@pytest.mark.parametrize(
    "message",
    [
        *(None, [], {}, {"kind": "go"}, {"kind": "look"}),
        *({"kind": "look", "seat": seat} for seat in (4, -1, "N", True, 1.0)),
        *({"kind": "go", "at": at} for at in (True, -1, 1.0, "1", None)),
        *({"kind": "hands", "open": "yes"}, {"kind": "hands", "open": 1}),
        *({"kind": "set_up", "line": 4}, {"kind": "load", "text": ["draw"]}, {"kind": "load"}),
    ],
)
def test_malformed_messages_are_dropped(message: Any) -> None:
    """Whatever else comes changes nothing."""
    stepper = Stepper(STEPS)
    before = view(stepper)
    stepper._heard(None, message, None)
    assert view(stepper) == before
