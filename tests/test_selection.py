"""What is selected becomes tries: melds put together, the places they are meant for, and what is no selection."""

from __future__ import annotations

from typing import Any

import pytest
from canasta_widgets.propose import candidates
from tables import LINE, Heard

from canasta import Action, Position, judge
from canasta.cards import read_cards


@pytest.mark.parametrize(
    ("cards", "target", "wanted"),
    [
        ("KsKhKd", "", ["meld KsKhKd"]),
        ("K", "", ["discard K", "meld K"]),
        ("K7", "", ["meld K7", "meld K 7"]),
        ("2", "", ["meld Q:2", "meld 7:2", "meld 2"]),
        ("KK762", "", ["meld KK2 7 6", "meld KK 72 6", "meld KK 7 62"]),
        ("7", "meld-0-7", ["meld 7"]),
        ("K", "meld-1-13", ["meld K@E:K"]),
        ("2*", "meld-0-12", ["meld Q:2*"]),
        ("", "stock", ["draw"]),
        ("", "pile", ["take 9:"]),
        ("76", "pile", ["take 9: 7 6"]),
        ("4", "pile", ["discard 4", "take 9: 4"]),
        ("77", "", ["meld 77", "meld +77"]),
    ],
)
def test_selections_become_tries(cards: str, target: str, wanted: list[str]) -> None:
    """A selection is phrased as what the learner may mean, the never-right tries included."""
    position = Position.parse(LINE)
    found = [str(action) for action in candidates(position, read_cards(cards), target)]
    assert [text for text in wanted if text in found] == wanted


def test_preview_is_the_judges() -> None:
    """Each candidate says what the judge would say, legal ones first, and the selection is counted."""
    table = Heard(LINE)
    answer = table.select(["hand-0", "hand-1", "hand-2"])
    assert answer is not None
    assert answer["count"] == "Selected: 3 cards, 30 points"
    flags = [option["legal"] for option in answer["options"]]
    assert flags == sorted(flags, reverse=True)
    for option in answer["options"]:
        assert option["legal"] == judge(table.position, Action.parse(option["text"])).legal
    assert answer["options"][0]["text"] == "meld KsKhKd"


OPENING = "KKK77625QQ4 - 97Q ?40 N.play"


def test_melds_put_together_are_one_action() -> None:
    """Melds set aside and the chosen cards become one action, with the running total against the minimum."""
    table = Heard(OPENING)
    held = [card["words"] for card in table.zones["hand"]]
    kings = [f"hand-{at}" for at, words in enumerate(held) if words == "king"]
    queens = [f"hand-{at}" for at, words in enumerate(held) if words in ("queen", "deuce")]
    answer = table.select(queens, laid=[kings])
    assert answer is not None
    assert [option["text"] for option in answer["options"] if option["legal"]] == ["meld KKK QQ2"]
    assert answer["count"] == "Selected: 6 cards, 70 points"
    assert answer["total"] == "The melds count 70 points; with a score of 0 the minimum is 50."
    alone = table.select([], laid=[kings])
    assert alone is not None
    best = alone["options"][0]
    assert (best["text"], best["legal"]) == ("meld KKK", False)
    assert "30 points" in alone["total"]


def test_the_pile_is_taken_with_melds_put_together() -> None:
    """Of melds set aside the one of the top card's rank holds it, and the others are laid with it."""
    table = Heard(OPENING.replace("N.play", "N.draw"))
    held = [card["words"] for card in table.zones["hand"]]
    kings, queens = ([f"hand-{at}" for at, words in enumerate(held) if words == name] for name in ("king", "queen"))
    answer = table.select([], "pile", laid=[kings, queens])
    assert answer is not None
    assert [(option["text"], option["legal"]) for option in answer["options"]] == [("take QQ KKK", True)]


@pytest.mark.parametrize(
    "laid", [None, "hand-0", ["hand-0"], [["hand-0"], ["hand-0"]], [["hand-99"]], [[None]], [["hand-4"]], {"a": 1}]
)
def test_melds_that_are_none_are_dropped(laid: Any) -> None:
    """Melds that name a card twice, or one that is not held, or are no lists, get no answer."""
    assert Heard(OPENING).select(["hand-4"], laid=laid) is None


def test_no_preview_tells_nothing() -> None:
    """Where a task wants to be tried, candidates do not say whether they are legal."""
    answer = Heard(LINE, preview=False).select(["hand-0", "hand-3"])
    assert answer is not None
    assert answer["options"]
    assert all(option["legal"] is None and not option["says"] for option in answer["options"])
    assert not answer["total"]


def test_stale_selections_are_dropped() -> None:
    """A selection that belongs to an earlier position gets no answer."""
    table = Heard(LINE)
    old = table.zones["serial"]
    table.commit("meld KKK")
    assert table.select(["hand-0"], serial=old) is None
    assert table.select(["hand-0"]) is not None


def test_a_whole_large_hand_can_be_chosen() -> None:
    """Chosen all together, many wild cards of a large hand are shared out in the first few ways and not in billions."""
    table = Heard("445566778899JJQQKKAA2222222**** - K . N.play")
    answer = table.select([card["id"] for card in table.zones["hand"]])
    assert answer is not None
    melds = [option["text"] for option in answer["options"] if option["verb"] == "meld"]
    assert len(melds) > 3
    assert len(set(melds)) == len(melds)
