"""The table's Python side over a comm: which messages go out, for what, and none for what is malformed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import comm
import pytest
from canasta_widgets.lesson import Lesson
from canasta_widgets.shown import Shown
from canasta_widgets.stepper import Stepper
from canasta_widgets.table import Table
from wire import Message, Wire

LINE = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"
REFUSED, LEGAL = "meld KsKhKd7", "meld KsKhKd"


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> list[Wire]:
    """Widgets made now talk over wires that are kept here, in the order in which they were made."""
    made: list[Wire] = []

    def create(**options: Any) -> Wire:
        made.append(Wire(**options))
        return made[-1]

    monkeypatch.setattr(comm, "create_comm", create)
    return made


@pytest.fixture
def table(wires: list[Wire]) -> Callable[..., tuple[Table, Wire]]:
    """Makes a table whose opening messages have been read, and gives its wire too."""

    def make(line: str = LINE, **options: Any) -> tuple[Table, Wire]:
        made = Table(line, **options)
        wire = made.comm
        assert wire in wires
        wire.taken()
        return made, wire

    return make


def told(messages: list[Message]) -> dict[str, Any]:
    """The traits that messages set, each as it is after the last of them."""
    state: dict[str, Any] = {}
    for message in messages:
        state.update(message.get("state", {}))
    return state


def plain(widget: Shown) -> dict[str, Any]:
    """A widget's state as it goes over the wire."""
    state: dict[str, Any] = json.loads(json.dumps(widget.get_state()))
    return state


def custom(**content: Any) -> Message:
    """What the browser sends to be understood by us."""
    return {"method": "custom", "content": content}


def select(table: Table, *cards: str, target: str = "", n: int = 1) -> Message:
    """A changed selection."""
    return custom(kind="select", n=n, serial=table.zones["serial"], cards=list(cards), target=target)


def test_opening_tells_everything_once(wires: list[Wire]) -> None:
    """Once made, the browser has been told every trait as it now is, and the module and its styles a single time."""
    table = Table(LINE)
    wire = table.comm
    assert wire in wires
    opened = wire.opened["state"]
    assert opened["_esm"] == Table._esm
    assert [name for message in wire.out for name in message["state"] if name in ("_esm", "_css")] == []
    assert {**opened, **told(wire.out)} == plain(table)
    assert {message["method"] for message in wire.out} <= {"update"}


def test_a_choice_is_one_message_each_way(table: Callable[..., tuple[Table, Wire]]) -> None:
    """A changed selection is answered by one message: its number and the candidates, and no trait changes."""
    shown, wire = table()
    wire.hear(select(shown, "hand-0", "hand-1", "hand-2", n=7))
    (answer,) = wire.taken()
    assert answer["method"] == "custom"
    assert (answer["content"]["kind"], answer["content"]["n"]) == ("candidates", 7)
    assert answer["content"]["options"][0]["text"] == LEGAL


def test_a_legal_try_tells_what_changed(table: Callable[..., tuple[Table, Wire]]) -> None:
    """A legal try sends the new zones, the verdict and whether it can be undone, each once, and no module again."""
    shown, wire = table()
    wire.hear(custom(kind="commit", text=LEGAL))
    out = wire.taken()
    names = [name for message in out for name in message["state"]]
    assert sorted(names) == sorted(set(names))
    assert {"zones", "verdict", "can_undo"} <= set(names)
    assert set(names).isdisjoint({"_esm", "_css", "words"})
    assert told(out)["zones"] == shown.zones
    assert len(told(out)["zones"]["hand"]) == 5


def test_a_refused_try_tells_the_verdict_alone(table: Callable[..., tuple[Table, Wire]]) -> None:
    """After a refused try the table lies as it lay: only the verdict goes out, and what was tried, to be kept."""
    _shown, wire = table()
    wire.hear(custom(kind="commit", text=REFUSED))
    assert [list(message["state"]) for message in wire.taken()] == [["verdict"], ["kept"]]


def test_the_same_refusal_is_sent_again(table: Callable[..., tuple[Table, Wire]]) -> None:
    """The second of two equal tries is told too, under another number."""
    _shown, wire = table()
    numbers = []
    for _ in range(2):
        wire.hear(custom(kind="commit", text=REFUSED))
        numbers.append(told(wire.taken())["verdict"]["n"])
    assert numbers[0] != numbers[1]


@pytest.mark.parametrize("kind", ["plays", "why", "told"])
def test_what_is_asked_is_answered_once(table: Callable[..., tuple[Table, Wire]], kind: str) -> None:
    """The list of plays, what would make a refused try legal, and the table in words are one message each."""
    shown, wire = table()
    wire.hear(custom(kind="commit", text=REFUSED))
    wire.taken()
    wire.hear(custom(kind=kind, serial=shown.zones["serial"], which="table"))
    assert [message["content"]["kind"] for message in wire.taken()] == [kind]


@pytest.mark.parametrize("kind", ["select", "plays", "told"])
def test_who_asks_of_what_lay_there_is_told_what_lies_there(
    table: Callable[..., tuple[Table, Wire]], kind: str
) -> None:
    """A question about an earlier position has no answer but the zones once more: the last may have got lost."""
    shown, wire = table()
    old = shown.zones["serial"]
    wire.hear(custom(kind="commit", text=LEGAL))
    wire.taken()
    wire.hear(custom(kind=kind, serial=old, n=1, cards=[], target="", which="table"))
    (answer,) = wire.taken()
    assert answer["method"] == "update"
    assert answer["state"] == {"zones": plain(shown)["zones"]}


BROKEN: list[Any] = [
    {},
    {"method": "custom"},
    {"method": "none of these"},
    {"method": "update"},
    custom(),
    custom(kind=None),
    custom(kind=["commit"]),
    custom(kind="commit"),
    custom(kind="commit", text=7),
    custom(kind="commit", text=None),
    custom(kind="select"),
    custom(kind="select", n=1, serial=10**9, cards=[], target=""),
    custom(kind="select", serial=1, cards=[]),
    custom(kind="select", n=True, serial=1, cards=[]),
    custom(kind="select", n=float("nan"), serial=1, cards=[]),
    custom(kind="select", n=[[1]], serial=1, cards=[]),
    custom(kind="plays", serial=1, group="meld", **{"from": True}),
    custom(kind="open", at=False),
    custom(kind="select", n=1, serial=1, cards="hand-0", target=""),
    custom(kind="select", n=1, serial=1, cards=[0], target=""),
    custom(kind="select", n=1, serial=1, cards=["hand-99"], target=""),
    custom(kind="select", n=1, serial=1, cards=["hand-0"] * 99, target=""),
    custom(kind="select", n=1, serial=1, cards=[], target="meld-9-9"),
    custom(kind="select", n=1, serial=1, cards=[], target=["pile"]),
    custom(kind="select", n=1, serial=1, cards=[], target={"a": 1}),
    custom(kind="select", n=1, serial=1, cards=[], target="", laid=7),
    custom(kind="select", n=1, serial=1, cards=[], target="", laid=[7]),
    custom(kind="select", n=1, serial=1, cards=["hand-0"], target="", laid=[["hand-0"]]),
    custom(kind="hint"),
    {"method": "custom", "content": None},
    {"method": "custom", "content": [1]},
    {"method": "custom", "content": "commit"},
]


@pytest.mark.parametrize("message", BROKEN, ids=str)
def test_nothing_is_sent_for_what_is_malformed(table: Callable[..., tuple[Table, Wire]], message: Any) -> None:
    """A message that does not fit is neither answered nor does it change what lies on the table."""
    shown, wire = table()
    before = plain(shown)
    wire.hear(message)
    assert wire.taken() == []
    assert plain(shown) == before


HALF = "\ud83c"  # of a sign that takes two units


@pytest.mark.parametrize(
    "message",
    [{"kind": "commit", "text": HALF}, {"kind": "commit", "text": f"meld {HALF}K"}, {"kind": "plays", "find": HALF}],
    ids=repr,
)
def test_half_a_sign_is_answered(table: Callable[..., tuple[Table, Wire]], message: Message) -> None:
    """What cannot be sent back as it came is answered all the same, with a question mark in its place."""
    shown, wire = table()
    wire.hear(custom(**message, serial=shown.zones["serial"]))
    answers = wire.taken()
    assert answers
    assert "?" in json.dumps(answers)
    if message["kind"] == "commit":
        assert shown.verdict["span"][1] > shown.verdict["span"][0]


def test_a_log_with_half_a_sign_is_shown(wires: list[Wire]) -> None:
    """A comment that no wire takes does not keep a log from being walked, nor from being given back."""
    rail = Stepper([]).rail
    rail.comm.taken()
    rail.comm.hear(custom(kind="load", text=f"position: {LINE}\n{LEGAL} # {HALF}\n"))
    assert told(rail.comm.taken())["stops"]
    rail.comm.hear(custom(kind="log"))
    assert [message["content"]["kind"] for message in rail.comm.taken()] == ["log"]


def widgets() -> dict[str, Callable[[], Shown]]:
    """One of each widget of ours that talks to a browser."""
    return {
        "table": lambda: Table(LINE),
        "guide": lambda: Lesson("02-melds").guide,
        "rail": lambda: Stepper([]).rail,
        "sheet": lambda: Stepper([]).sheet,
    }


@pytest.mark.parametrize("name", widgets())
def test_the_browser_sets_no_trait(wires: list[Wire], name: str) -> None:
    """An update of what only Python sets leaves every trait as it was, and no browser is told anything else."""
    shown = widgets()[name]()
    wire = shown.comm
    wire.taken()
    before = plain(shown)
    ours = [trait for trait in shown.keys if trait not in shown.settable and not trait.startswith("_view")]
    assert {"layout", "_esm"} < set(ours)
    for trait in ours:
        wire.hear({"method": "update", "state": {trait: {"what": "ever"}}})
    assert plain(shown) == before
    assert all(told([message]).items() <= before.items() for message in wire.taken())


def test_a_lesson_says_what_came_of_a_try(wires: list[Wire]) -> None:
    """A try on a lesson's table changes that table and the guide above it, and nothing else is sent."""
    lesson = Lesson("02-melds")
    for wire in wires:
        wire.taken()
    lesson.table.comm.hear(custom(kind="commit", text="discard 2d 2d"))
    spoken = [wire for wire in wires if wire.taken()]
    assert spoken
    assert {id(wire) for wire in spoken} <= {id(lesson.table.comm), id(lesson.guide.comm)}
