"""The table in words says what can be done, with the engine's counts, and what changed, to whom it concerns."""

from __future__ import annotations

import re

import pytest
from canasta_widgets import told
from canasta_widgets.plays import groups
from dealt import NAMES, a_deal
from heard_words import everything, lines, some
from pseudo import Pseudo, spoken
from test_words import escaped

from canasta import Action, Position, legal, play
from canasta.words import seat_name

# -- what can be done -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "seat", "said"),
    [
        (
            "KK24 444 42K",
            0,
            [
                "Your turn: draw, or take the pile.",
                "You may draw from the stock.",
                "You may take the pile in 2 ways: with 2 kings; with 2 kings and 1 deuce.",
                "You may ask your partner: may I go out?",
            ],
        ),
        ("KK24 444 42K", 1, ["North: draw, or take the pile.", "Nothing is asked of you."]),
        ("K4Q 999 9 ?9 N.draw", 0, ["You may take the pile in 1 way: onto your nines."]),
        (
            "444KsQ 777 Q . N.play",
            0,
            ["You may meld in 1 way: 3 fours.", "You may discard in 3 ways: king; queen; four."],
        ),
        ("rK4 444 Q . N.draw first", 0, ["You may lay red threes in 1 way: red three."]),
        ("K4/Q8/J4/99 777 Q . N.answer", 2, ["You may answer in 2 ways: Answer: yes; Answer: no."]),
        ("- 7777777 Q . N.over out=N", 0, ["The deal is over. Nothing more is played."]),
        ("A2 AAAAA - - N.play last classic+last_red_three=melds", 0, ["You may end the turn without a discard."]),
    ],
)
def test_what_can_be_done(line: str, seat: int, said: list[str]) -> None:
    """What is open to a player is told by kind with its count and examples; others hear that nothing is asked."""
    found = lines(told.can_do(Position.parse(line), seat))
    for wanted in said:
        assert wanted in found


def test_what_can_be_done_has_the_engines_counts() -> None:
    """The counts in the words are those of the legal plays, for the player who is to act and for nobody else."""
    n = 0
    for position in some(25):
        for seat in range(position.profile.players):
            found = lines(told.can_do(position, seat))
            if seat != position.seat or position.phase == "over":
                assert not any("You may" in line for line in found)
                continue
            for verb, word in (("take", "take the pile"), ("meld", "meld"), ("discard", "discard")):
                total = sum(play.verb == verb for play in legal(position)) if len(legal(position)) < 5000 else None
                said = [line for line in found if line.startswith(f"You may {word} in ")]
                assert bool(said) == (total != 0)
                if said and total is not None:
                    assert f" in {total:,} way" in said[0]
                    n += 1
            assert ("You may draw from the stock." in found) == (Action("draw") in legal(position))
    assert n > 100


def test_a_large_hand_is_told_in_short() -> None:
    """Billions of ways to meld take one line, with the count of all."""
    line = "b6bK8TA56b7K794K*2A*2T97T64*TQ7J298QAJ689J525T5JAQ - Q N.play"
    (said,) = [line for line in lines(told.can_do(Position.parse(line), 0)) if line.startswith("You may meld")]
    assert f"{len(groups(Position.parse(line), 0)['meld']):,} ways" in said
    assert len(said) < 300


# -- what changed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "words", "mine", "theirs"),
    [
        (
            "K4/Q4 444 Q 9?9 N.draw",
            "draw",
            "You draw 1 card: nine. Your turn: meld if you like, then discard.",
            "North draws 1 card from the stock. North: meld if you like, then discard.",
        ),
        (
            "K4/Q4 444 Q r9?9 N.draw",
            "draw",
            "You draw 1 card: nine. A red three is drawn and laid face up. Your turn: meld if you like, then discard.",
            "North draws 1 card from the stock. A red three is drawn and laid face up.",
        ),
        (
            "KsKh24/Q4 444 42K ?9 N.draw",
            "take KsKh",
            "You take the pile of 3 cards with 2 kings. To your hand: 1 four and 1 deuce. Your turn:",
            "North takes the pile of 3 cards with 2 kings. North: meld if you like, then discard.",
        ),
        (
            "K4/Q4 KKK 4K ?9 N.draw",
            "take K:",
            "You take the pile of 2 cards onto your kings. To your hand: 1 four.",
            "North takes the pile of 2 cards onto the kings.",
        ),
        (
            "22K44/Q4 777777 Q . N.play",
            "meld 7:2",
            "You meld 1 deuce onto your sevens. A mixed canasta of sevens: 300 points.",
            "North melds 1 deuce onto the sevens. A mixed canasta of sevens: 300 points.",
        ),
        (
            "KsQ4/Q4 444 Q . N.play",
            "discard Ks",
            "You discard the king of spades. East: draw, or take the pile.",
            "North discards the king of spades. Your turn: draw, or take the pile.",
        ),
        (
            "2Q4/Q4 444 Q . N.play",
            "discard 2",
            "You discard the deuce. The deuce freezes the pile. East:",
            "North discards the deuce.",
        ),
        (
            "rK4/Q4 444 Q 9?9 N.draw",
            "lay r",
            "You lay 1 red three face up. You draw 1 card: nine. Your turn: draw, or take the pile.",
            "North lays 1 red three face up. North draws 1 card from the stock. North:",
        ),
        (
            "444/Q4 7777777 Q . N.play",
            "meld 444",
            "You meld 3 fours. North goes out, and the deal is over.",
            "North melds 3 fours. North goes out, and the deal is over.",
        ),
        (
            "4449/?11/Q8/?11 7777777 Q ?72 N.play",
            "ask",
            "North asks South: may I go out?",
            "North asks South: may I go out?",
        ),
        (
            "A2 AAAAA - - N.play last classic+last_red_three=melds",
            "pass",
            "You end the turn without a discard. Nothing is discarded after the last red three: the deal is over.",
            "North ends the turn without a discard.",
        ),
        (
            "K4/Q4 KKK Q - N.draw",
            "draw",
            "The stock is gone and the discard is not taken: the deal is over.",
            "The stock is gone and the discard is not taken: the deal is over.",
        ),
    ],
)
def test_what_changed(line: str, words: str, mine: str, theirs: str) -> None:
    """An action is told to who did it and to another player, with what followed and what is due now."""
    step = play(Position.parse(line), Action.parse(words))
    assert told.changed(step, 0).startswith(mine)
    assert told.changed(step, 1).startswith(theirs)


def test_every_step_of_every_deal_is_told() -> None:
    """Whatever is played, each player hears complete sentences of who did it, and of what is due or that it is over."""
    n = 0
    for name in NAMES[1::3]:
        for step in a_deal(name, 1):
            names = step.before.profile.seat_names
            for seat in range(len(names)):
                text = told.changed(step, seat)
                assert re.fullmatch(r"([A-Z][^.?!]*[.?!] ?)+", text), text
                who = "You" if seat == step.before.seat else seat_name(names[step.before.seat])
                assert who in text or "deal is over" in text
                assert ("deal is over" in text) == (step.after.phase == "over")
                assert text.count(".") < 12
                n += 1
    assert n > 1000


def test_no_word_is_left_untranslated() -> None:
    """In a language that nobody speaks no English word is left."""
    with spoken(Pseudo()):
        n = 0
        for step in (a_deal("classic/4", 1) + a_deal("pagat/3", 2))[::5]:
            said = [told.changed(step, 0, opened=True), told.taken_back(step, 0), *everything(step.after, 0)]
            said += lines(told.happened([step], 1))
            for text in said:
                assert escaped(text) == [], text
                n += 1
        assert n > 300
