"""What the rule book says of a try reads as a plain sentence, and names what a learner wants to know."""

from __future__ import annotations

import pytest

from canasta import BOOK, CLASSIC, Action, Position, Profile, judge, score_deal
from canasta.clauses.register import law

SAID = [
    ("KKK44 444 Q", "meld KKK", "Nothing has been drawn yet in this turn, so melding has to wait."),
    ("K4 - Q", "discard 4", "Nothing has been drawn yet in this turn, so ending the turn has to wait."),
    ("K4 - Q . N.play", "draw", "This turn began with a draw from the stock, so drawing comes too late."),
    ("K4 444 K . N.play took", "draw", "This turn began with taking the pile, so drawing comes too late."),
    ("K44 - Q . N.play", "discard 44", "2 cards would be discarded, and a turn ends with exactly one."),
    ("K4 - Q . N.play", "discard", "0 cards would be discarded, and a turn ends with exactly one."),
    ("K4 KKK Q . N.play", "discard K:K", "1 card would be discarded, from a meld, not from the hand."),
    ("44b77 KKK Q . N.play", "meld 44b", "The meld would hold 1 three."),
    (
        "rK4 - Q ?9 N.draw first",
        "draw",
        "The hand holds 1 red three. Red threes, and no other cards, are laid before anything else is done.",
    ),
    (
        "bbbK9 7777777 Q . N.play",
        "meld bbb",
        "3 black threes with 0 wild cards; 2 cards would be left, and your side has 1 canasta of 1 needed.",
    ),
]


@pytest.mark.parametrize(("line", "words", "fact"), SAID)
def test_a_refusal_in_a_sentence(line: str, words: str, fact: str) -> None:
    """The leading finding of a refusal says what is amiss, and what would be in order."""
    lead = judge(Position.parse(line), Action.parse(words)).lead
    assert lead is not None
    assert lead.fact == fact


def test_the_minimums_are_in_the_law() -> None:
    """The law of the minimum names each with the score from which it holds, at every table, and its parameters."""
    rule = BOOK["initial.minimum"]
    assert law(rule, CLASSIC).endswith("15 below 0, 50 from 0, 90 from 1,500, 120 from 3,000.")
    assert law(rule, CLASSIC.for_players(6)).endswith("120 from 3,000, 150 from 7,500.")
    assert law(rule, CLASSIC.replace(tiers=(), minimums=(60,))).endswith("rises with its score: 60.")
    assert rule.parameters == ("tiers", "minimums")
    house = Profile.parse("classic+minimums=20,50,90,120")
    assert judge(Position.parse(f"KKK44 - Q . N.play {house}"), Action.parse("meld KKK")).lead.provenance == "house"


def test_a_red_three_says_what_it_brings() -> None:
    """The law that answers what a red three brings names the number of the table."""
    assert "100 points" in law(BOOK["value.red-three"], CLASSIC)
    dear = Profile.parse("classic+red_threes=150,200,300,800")
    assert "150 points" in law(BOOK["value.red-three"], dear)


@pytest.mark.parametrize(
    ("line", "brings"),
    [
        ("QQA94 - AAQ", 40),  # with the ace that is held they are a meld
        ("QQA94 - AQ", 0),  # two aces are none
        ("QQ994 - 977Q", 10),
        ("QQ984 - 2QQ", 30),  # both would join the queens
        ("QQ984 - 7772Q", 35),
    ],
)
def test_only_buried_cards_that_could_be_melded_are_counted(line: str, brings: int) -> None:
    """What the buried cards would have brought is what they could be melded for, with what lies there or is held."""
    (opening,) = {
        finding.facts
        for finding in judge(Position.parse(line), Action.parse("take QQ")).findings
        if finding.clause == "initial.minimum"
    }
    assert opening.buried == brings


def test_hands_on_a_sheet_are_in_words() -> None:
    """What is left in a hand is said in words, red threes left aside, for nobody has learned the notation."""
    lines = score_deal(Position.parse("-/K4/5*/r6 7777777;rr/QQQ Q . N.over out=N"))
    assert [line.text for line in lines if line.clause == "score.hand-minus"] == [
        "Left in the hand of South: 1 five and 1 joker",
        "Left in the hand of East: 1 king and 1 four",
        "Left in the hand of West: 1 six",
    ]
