"""Actions as people type them: the notation, or what pages show, with capitals, blanks and tens as they come."""

from __future__ import annotations

import pytest
from canasta_widgets.phrases import in_words
from canasta_widgets.typed import asked, read
from collected import collected, read_row

from canasta import Action, NotationError
from canasta.actions import MOVE

EVERY = {action for case in collected() for row in case.rows for action in read_row(row).actions}
ACTIONS = [Action.parse(text) for text in sorted(EVERY)]
# Of these pages do not show all: whose meld it is, or both ends of a move.
UNSAID = [action for action in ACTIONS if action.verb == MOVE or any(lay.seat for lay in action.lays)]
# And cards of several ranks, which are no meld, are read as lays.
MIXED = [action for action in ACTIONS if any(lay.rank is None and lay.wilds < 2 for lay in action.lays)]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("Meld 777", "meld 777"),
        ("meld 7 7 7", "meld 777"),
        ("Meld K K 2", "meld KK2"),
        ("meld k 2 k", "meld KK2"),
        ("MELD kkk 101010", "meld KKK TTT"),
        ("Meld ★ K K", "meld KK*"),
        ("Meld K 2", "meld K2"),
        ("Meld 2 onto your kings", "meld K:2"),
        ("meld K 2", "meld K 2"),
        ("N:  meld K 7", "N: meld K 7"),
        ("Meld T 6", "meld T 6"),
        ("MELD K 7 4", "meld K 7 4"),
        ("meld Ks 7 7", "meld Ks 77"),
        ("meld 7 7 7 4 4 2 4", "meld 777 4442"),
        ("meld 2 7 7", "meld 772"),
        ("meld 2 2 *", "meld 22*"),
        ("meld KKK+777", "meld KKK 777"),
        ("meld KKK +777", "meld KKK +777"),
        ("meld k:2", "meld K:2"),
        ("take K K", "take KK"),
        ("take K 7", "take K 7"),
        ("Take K 7", "take K 7"),
        ("take K: 777", "take K: 777"),
        ("Take the pile", "take"),
        ("Take the pile with K K + 7 7 7.", "take KK 777"),
        ("take the pile with 2 as kings + 4 onto your fours", "take K:2 4:4"),
        ("discard 10", "discard T"),
        ("Discard 3 (black)", "discard b"),
        ("Lay 3 3 (red)", "lay rr"),
        ("Draw", "draw"),
        ("North: draw", "N: draw"),
        ("north-east: Draw from the stock", "NE: draw"),
        ("s:Draw", "S: draw"),
        ("East: Answer: yes", "E: answer yes"),
        ("Ask: may I go out?", "ask"),
        ("End the turn without a discard", "pass"),
        ("Ask: how many cards does East hold?", "say hand E"),
    ],
)
def test_it_is_read(typed: str, action: str) -> None:
    """What people write for an action is that action."""
    assert read(typed) == Action.parse(action)


def test_what_pages_show_is_read() -> None:
    """Every action of the collected cases is read from the words in which it is shown, and from the notation."""
    assert len(ACTIONS) > 100
    assert 0 < len(UNSAID) < 10
    assert 0 < len(MIXED) < 10
    for action in ACTIONS:
        assert read(str(action)) == action
        if action not in (*UNSAID, *MIXED):
            assert read(in_words(action)) == action.plain(), in_words(action)


@pytest.mark.parametrize(
    ("typed", "part"),
    [
        ("", ""),
        ("Melt 777", "Melt"),
        ("North: Meld KKX", "X"),
        ("Meld 77 X", "X"),
        ("discard eleven", "e"),
        ("Draw from the deck", "f"),
        ("Take the pile with me", "t"),
        ("Up: draw", "Up:"),
    ],
)
def test_what_cannot_be_read(typed: str, part: str) -> None:
    """The faulty part is named, not the capital before it."""
    with pytest.raises(NotationError) as raised:
        read(typed)
    assert raised.value.part == part


def test_nothing_is_asked() -> None:
    """Where nothing was typed the answer says what could be, and knows no verb without a name."""
    with pytest.raises(ValueError, match="write one such as: take KK"):
        asked("  ")
    with pytest.raises(ValueError, match="This play cannot be read: action: 'melt' is no verb"):
        asked("melt 777")
