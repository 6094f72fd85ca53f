"""Actions in words: there are some for every try, and for what is said, asked or answered."""

from __future__ import annotations

import pytest
from canasta_widgets.answers import finding
from canasta_widgets.phrases import OF_A_SEAT, REMARKS, in_words
from hypothesis import given
from strategies import actions, positions

from canasta import Action, Position, judge
from canasta.actions import MAYBE_SEAT, TOPICS


@given(positions(), actions())
def test_every_try_has_words(position: Position, action: Action) -> None:
    """Whatever a learner tries, and whatever the judge says of it, the table can put in words."""
    assert in_words(action)
    assert all(finding(each)["group"] for each in judge(position, action).findings)


@pytest.mark.parametrize(
    ("words", "label"),
    [
        ("say stock", "Ask: how many cards are left in the stock?"),
        ("say score", "Ask: what is the score?"),
        ("say score E", "Ask: what is the score of East?"),
        ("S: say minimum N", "South: Ask or say: the minimum of North"),
        ("say hand NE", "Ask: how many cards does North-East hold?"),
        ("say sixth K", "Turn the last card of the kings crosswise"),
        ("S: say red-three", "South: Remind the partner of red threes"),
        ("S: say advice", "South: Ask for advice, or give it"),
        ("ask", "Ask: may I go out?"),
        ("S: answer yes", "South: Answer: yes"),
        ("answer if", "Answer: yes, on a condition"),
    ],
)
def test_remarks_have_words(words: str, label: str) -> None:
    """What is said, asked or answered reads as what it is about."""
    assert in_words(Action.parse(words)) == label


def test_every_topic_reads_otherwise() -> None:
    """Each thing that can be said has words of its own, with and without a seat."""
    assert REMARKS.keys() == TOPICS.keys()
    assert {topic for topic, about in TOPICS.items() if about == MAYBE_SEAT} == OF_A_SEAT.keys()
    assert len({*REMARKS.values(), *OF_A_SEAT.values()}) == len(REMARKS) + len(OF_A_SEAT)


@pytest.mark.parametrize(
    ("words", "label", "spelled"),
    [
        ("discard r", "Discard 3 (red)", "Discard red three"),
        ("meld bbb", "Meld 3 3 3 (black)", "Meld 3 black threes"),
        ("lay r", "Lay 3 (red)", "Lay red three"),
        ("meld 2bb", "Meld 2 3 3 (black)", None),
        ("meld KK2 777", "Meld K K 2 + 7 7 7", "Meld 2 kings and 1 deuce plus 3 sevens"),
        ("meld K:2", "Meld 2 onto your kings", "Meld 1 deuce onto your kings"),
        ("E: discard 4", "East: Discard 4", "East: Discard four"),
        ("S: meld K@E:K", "South: Meld K onto the other side's kings", None),
        ("take K:", "Take the pile onto your kings", None),
        ("take K:2*", "Take the pile with 2 ★ as kings", "Take the pile with 1 deuce and 1 joker as kings"),
        ("take K2 Q:2", "Take the pile with K 2 + 2 onto your queens", None),
        ("pick KK", "Take only the top card with K K", None),
        ("back KK", "Take back K K from your kings", "Take back 2 kings from your kings"),
        ("back K:2", "Take back 2 from your kings", None),
        ("move Q:2 8:2", "Move 2 from your queens onto your eights", "Move 1 deuce from your queens onto your eights"),
        ("move QQ 8:2", "Move Q Q from your queens 2 onto your eights", None),
        ("discard K:K", "Discard K from your kings", None),
    ],
)
def test_tries_read_as_what_they_do(words: str, label: str, spelled: str | None) -> None:
    """Threes have their colour, a player who is named acts, and cards that leave a meld or join one say which."""
    assert in_words(Action.parse(words)) == label
    if spelled is not None:
        assert in_words(Action.parse(words), spelled=True) == spelled
