"""Actions in words: there are some for every try, and for what is said, asked or answered."""

from __future__ import annotations

import pytest
from canasta_widgets.answers import finding
from canasta_widgets.phrases import in_words
from hypothesis import given
from strategies import actions, positions

from canasta import Action, Position, judge


@given(positions(), actions())
def test_every_try_has_words(position: Position, action: Action) -> None:
    """Whatever a learner tries, and whatever the judge says of it, the table can put in words."""
    assert in_words(action)
    assert all(finding(each)["group"] for each in judge(position, action).findings)


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("say stock", "Ask or say: the number of cards in the stock"),
        ("say score E", "Ask or say: the score (East)"),
        ("say sixth K", "Ask or say: a card turned crosswise (kings)"),
        ("S: say advice", "Ask or say: advice"),
        ("ask", "Ask: may I go out?"),
        ("S: answer yes", "Answer: yes"),
        ("answer if", "Answer if"),
    ],
)
def test_remarks_have_words(words: str, label: str) -> None:
    """What is said, asked or answered reads as what it is about."""
    assert in_words(Action.parse(words)) == label
