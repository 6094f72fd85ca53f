"""Dragging, Python's side: where what is carried may be put down, what it means there, and whether that is plain."""

from __future__ import annotations

import pytest
from canasta_widgets.drops import drops
from tables import Heard

from canasta import Position

LINE = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"


def test_places_have_words() -> None:
    """Cards may be carried to the own side, the pile and every meld, stock and pile to the hand, each with words."""
    found = drops(Position.parse(LINE), 0)
    assert found["cards"] == {
        "table": "Lay down",
        "pile": "On the pile",
        "meld-0-12": "Add",
        "meld-0-7": "Add",
        "meld-1-13": "Add",
    }
    assert found["stock"] == {"hand": "Draw"}
    assert found["pile"] == {"hand": "Take the pile", "table": "Take the pile"}


@pytest.mark.parametrize(
    ("line", "seat", "carried"),
    [
        ("K4/?11 - Q ?40 N.draw", 0, {"cards", "stock", "pile"}),
        ("K4/?11 - - ?40 N.play", 0, {"cards", "stock"}),
        ("K4/?11 - Q ?40 N.play", 1, set()),
        ("4449/?11/Q8/?11 7777777 Q ?72 N.answer", 0, set()),
        ("4449/?11/Q8/?11 7777777 Q ?72 N.over", 0, set()),
    ],
)
def test_only_who_is_to_play_carries(line: str, seat: int, carried: set[str]) -> None:
    """Nothing is carried by another seat, while an answer is due, or when the deal is over; nor a pile that is none."""
    assert set(drops(Position.parse(line), seat)) == carried


@pytest.mark.parametrize(
    ("line", "cards", "target", "sure", "first"),
    [
        (LINE, ["hand-0", "hand-1", "hand-2"], "table", True, "meld KsKhKd"),
        (LINE, ["hand-3"], "table", True, "meld 7"),  # a second meld of a rank needs two cards to be tried
        (LINE, ["hand-3"], "meld-0-7", True, "meld 7"),
        (LINE, ["hand-0"], "meld-1-13", True, "meld K@E:Ks"),
        (LINE, ["hand-5"], "pile", True, "discard 4"),
        (LINE, ["hand-7"], "table", False, ""),  # a joker fits two melds
        (LINE, ["hand-0", "hand-3"], "table", False, ""),  # refused, as one meld and as two
        ("KK24 444 42K", [], "stock", True, "draw"),
        ("KK24 444 42K", [], "pile", True, "take K:"),
        ("KK24 444 42K", ["hand-0", "hand-1"], "pile", True, "take KK"),
        ("rK4/?11 - Q ?40 N.draw first", ["hand-2"], "table", True, "lay r"),
    ],
)
def test_a_drop_with_one_meaning_is_sure(line: str, cards: list[str], target: str, sure: bool, first: str) -> None:
    """A drop is sure of the one legal meaning, or of the only one; else the learner chooses."""
    answer = Heard(line).select(cards, target)
    assert answer is not None
    assert answer["sure"] == sure
    if sure:
        assert answer["options"][0]["text"] == first
    else:
        assert len(answer["options"]) > 1


@pytest.mark.parametrize(
    ("cards", "target", "sure"),
    [
        (["hand-0", "hand-1", "hand-2"], "table", True),
        (["hand-0", "hand-3"], "table", False),
        (["hand-5"], "pile", True),
        (["hand-3", "hand-4"], "meld-0-7", True),
    ],
)
def test_without_preview_sureness_tells_nothing(cards: list[str], target: str, sure: bool) -> None:
    """In a lesson a drop is sure of its one meaning whether it is legal or not, so that it gives no answer away."""
    answer = Heard(LINE, preview=False).select(cards, target)
    assert answer is not None
    assert answer["sure"] == sure == (len(answer["options"]) == 1)


def test_the_own_side_is_no_discard() -> None:
    """Cards that are put on the own side are melded or laid, never discarded and never used to take the pile."""
    answer = Heard(LINE).select(["hand-0"], "table")
    assert answer is not None
    assert {option["verb"] for option in answer["options"]} == {"meld"}
