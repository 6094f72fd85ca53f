"""What a browser may set and read: nothing but what a widget names, and only values that its traits take."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
import traitlets
from canasta_widgets.coach import Coach
from canasta_widgets.comparing import Compare, Comparing
from canasta_widgets.contents import Contents
from canasta_widgets.desk import Desk, Strip
from canasta_widgets.gathering import Gather
from canasta_widgets.later import Later, Opener
from canasta_widgets.learner import Learner
from canasta_widgets.lesson import Guide, Lesson
from canasta_widgets.playing import Playing
from canasta_widgets.practising import Chooser, Practice
from canasta_widgets.predicting import Predict
from canasta_widgets.presenting import Asks, Presenter
from canasta_widgets.review import Review
from canasta_widgets.serve.store import Store
from canasta_widgets.sheet import ScoreSheet
from canasta_widgets.shown import Column, Guarded, Shown
from canasta_widgets.standing import Board, WhereIStand
from canasta_widgets.stepper import Rail, Stepper
from canasta_widgets.table import Table
from canasta_widgets.turning import Turns
from canasta_widgets.watching import CheckList, Watch
from full import FULL

LINE = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"
NOWHERE = "sqlite:////dev/null/class.sqlite"  # nothing can be kept there


class Dials(Shown):
    """A widget that lets the browser set two things."""

    settable = frozenset({"size", "length"})
    size = traitlets.Enum(["small", "large"], "small").tag(sync=True)
    length = traitlets.Int(3, min=0, max=9).tag(sync=True)
    answer = traitlets.Unicode("hidden").tag(sync=True)


MADE = {
    "table": lambda: Table(LINE),
    "guide": lambda: Guide(),
    "rail": lambda: Rail(),
    "sheet": lambda: ScoreSheet(),
    "coach": lambda: Coach(),
    "review": lambda: Review(),
    "comparing": lambda: Comparing(),
    "compare": lambda: Compare(),
    "lesson": lambda: Lesson("02-melds"),
    "stepper": lambda: Stepper(f"position: {LINE}\ndiscard 4\n"),
    "desk": lambda: Desk(),
    "strip": lambda: Strip(),
    "learner": lambda: Learner(),
    "contents": lambda: Contents(),
    "standing": lambda: WhereIStand(),
    "board": lambda: Board(),
    "playing": lambda: Playing(seed="7", begin=True),
    "checklist": lambda: CheckList(),
    "watch": lambda: Watch("09-frozen-pile"),
    "predict": lambda: Predict("wilds"),
    "opener": lambda: Opener(),
    "later": lambda: Later("Watch", "See it", Guide),
    "turns": lambda: Turns("KK24 444 42K"),
    "dials": lambda: Dials(),
    "practice": lambda: Practice("frozen-pile; seed=a"),
    "chooser": lambda: Chooser(),
    "gather": lambda: Gather(),
    "asks": lambda: Asks(view={}),
    "presenter": lambda: Presenter(f"position: {LINE}\ndiscard 4\n", store=Store(NOWHERE)),
}
NO_MESSAGES = [
    None,
    [],
    {},
    {"content": None},
    {"content": {}},
    {"content": {"data": None}},
    {"content": {"data": []}},
    {"content": {"data": {}}},
    {"content": {"data": {"method": None}}},
    {"content": {"data": {"method": ["update"]}}},
    {"content": {"data": {"method": "eval", "state": {}}}},
    {"content": {"data": {"method": "update"}}},
    {"content": {"data": {"method": "update", "state": None}}},
    {"content": {"data": {"method": "update", "state": [["zones", {}]]}}},
    {"content": {"data": {"method": "update", "state": "zones"}}},
    {"content": {"data": {"method": "update", "state": {}, "buffer_paths": [["zones", "hand"]]}}, "buffers": [b"x"]},
    {"content": {"data": {"method": "update", "state": {}, "buffer_paths": 7}}, "buffers": None},
    {"content": {"data": {"method": "update", "state": {"nowhere": 1, "_property_lock": {}, "__class__": 1}}}},
    {"content": {"data": {"method": "custom"}}},
    {"content": {"data": {"method": "custom", "content": None}}, "buffers": [b"x"]},
    {"content": {"data": {"method": "custom", "content": {"kind": {"kind": "there"}}}}},
    {"content": {"data": {"method": "custom", "content": {"kind": "anywidget-command", "name": "x", "msg": 1}}}},
]
BAD = [None, 7, -1, 1e400, True, "", "x" * 1_000_000, [], [None], {}, {"a": {"b": {"c": []}}}, b"large", ["large"]]


@pytest.fixture(params=MADE)
def widget(request: pytest.FixtureRequest) -> Guarded:
    """A widget of each class of ours."""
    made: Guarded = MADE[request.param]()
    return made


@pytest.fixture
def sent(widget: Guarded, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What a widget sends to the browser."""
    said: list[dict[str, Any]] = []
    monkeypatch.setattr(type(widget), "_send", lambda _self, msg, buffers=None: said.append(msg))
    return said


@pytest.fixture(autouse=True)
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever comes over the wire, nothing is logged: a traceback there is one in a notebook's log too."""
    with caplog.at_level(logging.DEBUG):
        yield
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []


def state_of(widget: Guarded) -> dict[str, Any]:
    """All that is synced of a widget and of those in it."""
    inside = getattr(widget, "children", ())
    return {"own": widget.get_state(), "inside": [child.get_state() for child in inside]}


def test_every_widget_of_ours_is_guarded() -> None:
    """No class of ours is shown without the guard, and each is tried here."""
    found = [each for base in (Shown, Column) for each in base.__subclasses__()]
    # A widget's own traits make a class of its own of each.
    ours = {each.__name__ for each in found if each.__module__.startswith("canasta_")}
    assert ours
    assert ours == {type(make()).__name__ for make in MADE.values()} - {"Dials", "Turns"}


@pytest.mark.parametrize("message", NO_MESSAGES, ids=repr)
def test_what_is_no_message_is_dropped(widget: Guarded, sent: list[dict[str, Any]], message: Any) -> None:
    """Nothing fails, nothing changes, nothing is answered."""
    before = state_of(widget)
    widget._handle_msg(message)
    assert state_of(widget) == before
    assert sent == []


def test_nothing_is_set_but_what_is_settable(widget: Guarded) -> None:
    """Each synced trait but those named keeps its value, whatever the browser sets it to, alone or with all others."""
    before = state_of(widget)
    fixed = [name for name in widget.keys if name not in widget.settable]
    assert len(fixed) > 8
    for bad in BAD:
        for names in (*([name] for name in fixed), fixed):
            widget._handle_msg({"content": {"data": {"method": "update", "state": dict.fromkeys(names, bad)}}})
    assert state_of(widget) == before


def test_a_good_value_is_taken_and_a_bad_one_answered_with_the_true_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is settable takes the values of its trait; for any other the browser hears what holds, others in the same
    message notwithstanding."""
    dials = Dials()
    said: list[dict[str, Any]] = []
    monkeypatch.setattr(Dials, "_send", lambda _self, msg, buffers=None: said.append(msg))
    dials._handle_msg(
        {"content": {"data": {"method": "update", "state": {"size": "large", "length": 4, "answer": ""}}}}
    )
    assert (dials.size, dials.length, dials.answer) == ("large", 4, "hidden")
    tried = 0
    for name, good in (("size", ["small", "large"]), ("length", list(range(10)))):
        for bad in BAD:
            if bad in good:
                continue
            said.clear()
            before = getattr(dials, name)
            dials._handle_msg({"content": {"data": {"method": "update", "state": {name: bad, "answer": "x"}}}})
            assert getattr(dials, name) == before
            assert [message["state"] for message in said if message["method"] == "update"] == [{name: before}]
            tried += 1
    assert tried > 15


def test_the_state_is_what_is_shown(widget: Guarded, sent: list[dict[str, Any]]) -> None:
    """Asked for its state, a widget tells what is on the page and no other attribute of its own."""
    widget._handle_msg({"content": {"data": {"method": "request_state"}}})
    (message,) = sent
    ours = {name for name in message["state"] if not name.startswith("_")} - {"layout", "tooltip", "tabbable"}
    assert (
        ours
        == {
            "table": {"zones", "verdict", "words", "marks", "news", "can_undo", "kept", *Table.settable},
            "guide": {"view", "words", "made"},
            "rail": {"view", "stops", "marks", "speeds", "usual", "most", "words"},
            "scoresheet": {"view"},
            "asks": {"view", "words"},
            "presenter": {"box_style", "children"},
            "practice": {"box_style", "children"},
            "chooser": {"view", "words"},
            "gather": {"view", "words", "most"},
            "coach": {"view", "words", "mode"},
            "lesson": {"box_style", "children"},
            "stepper": {"box_style", "children"},
            "desk": {"view", "words", "paces", "most", "kept", "opened", "past", "pace"},
            "strip": {"view"},
            "checklist": {"view", "words"},
            "watch": {"box_style", "children"},
            "predict": {"view", "words"},
            "opener": {"view"},
            "later": {"box_style", "children"},
            "turns": {"box_style", "children"},
            "learner": {"view", "words", "most", "longest"},
            "contents": {"view", "words"},
            "whereistand": {"box_style", "children"},
            "board": {"view", "chart", "words"},
            "review": {"view", "chart", "words"},
            "comparing": {"view", "examples", "words"},
            "compare": {"box_style", "children"},
            "playing": {"box_style", "children"},
            "dials": {"size", "length", "answer"},
        }[type(widget).__name__.lower()]
    )


def test_whoever_asks_is_told_that_there_is_a_kernel(widget: Guarded, sent: list[dict[str, Any]]) -> None:
    """The one thing that every widget answers: a browser that hears nothing finds out whether there is a kernel."""
    widget._handle_msg({"content": {"data": {"method": "custom", "content": {"kind": "there"}}}, "buffers": []})
    assert sent == [{"method": "custom", "content": {"kind": "there"}}]


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: repr(bad)[:20])
def test_no_part_of_a_message_can_be_so_bad_that_it_fails(widget: Guarded, bad: Any) -> None:
    """Every kind of message, with every part of it replaced by what does not fit, is dropped or answered plainly."""
    kinds = ["select", "commit", "undo", "hint", "why", "plays", "resume", "retry", "next", "level", "go", "look"]
    kinds += ["judge", "others", "open", "told", "load", "log", "first", "back", "step", "last", "hands", "set_up"]
    kinds += ["compare", "known", "kept", "label", "import", "added", "forget"]
    good = {"serial": getattr(widget, "zones", {}).get("serial", 1), "n": 1, "cards": ["hand-0"], "laid": []}
    good |= {"target": "pile", "text": "draw", "tries": [["draw", False]], "number": 0, "at": 0, "seat": 0}
    good |= {"open": False, "line": "KK4", "which": "can", "find": "K", "group": "meld", "from": 0}
    good |= {"play": "draw", "label": "", "entries": [], "arrival": True, "new": 0}
    every = list(product(kinds, good))
    if not FULL:  # a third with each, and all with some
        every = every[BAD.index(bad) % 3 :: 3]
    assert len(every) > 200
    for kind, part in every:
        message = {**good, "kind": kind, part: bad}
        widget._handle_msg({"content": {"data": {"method": "custom", "content": message}}})
    widget._handle_msg({"content": {"data": {"method": "custom", "content": {"kind": bad}}}})
