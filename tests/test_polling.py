"""A question to a class: the choices hide the right one, and nothing is told that the player would not see."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest
from canasta_widgets.picture import MOST, NARROW
from canasta_widgets.polling import Poll, asked
from dealt import a_deal
from pseudo import Pseudo, spoken
from test_leaks import exchanged
from test_words import escaped

from canasta import BOOK, Action, Position, judge, reasons
from canasta.tutor.offers import MOST as MOST_OFFERED
from canasta.tutor.offers import USUAL, offers
from canasta.tutor.questions import LEGAL

FROZEN = "KsQcTd9s7h2d4c JJJJ/888 7s6cbsJd9hKh ?40 N.draw"
TRIES = [
    (FROZEN, "take K2"),
    ("KK24 444 42K", "take KK"),
    ("KK24 444 42K", "draw"),
    ("KK24 444 42K", "discard 4"),
    ("KK24 444 42K", "meld KK2"),
    ("KsJs9h9d2s2d*7c4h QQQ/888 Jd N.play", "meld 992*2"),
    ("8s9d9c 7777777,QQQ,KKK/QQQ 9h ?30 N.draw", "ask"),
    ("99J4 AAAA/KKK 6J9 - N.draw classic+stock_gone=ends", "take 99"),
]


@pytest.mark.parametrize(("line", "action"), TRIES)
def test_offers_do_not_object(line: str, action: str) -> None:
    """What is offered beside the answer is clauses that do not refuse it, each once, in a fixed order."""
    position, tried = Position.parse(line), Action.parse(action)
    found = offers(position, tried)
    refusing = {finding.clause for finding in judge(position, tried).refusals}
    assert USUAL <= len(found) <= MOST_OFFERED
    assert len(set(found)) == len(found)
    assert not refusing & set(found)
    assert found == offers(position, tried)
    assert all(clause in BOOK for clause in found)


def test_likely_ones_come_first() -> None:
    """First stands what our own questions offer beside the clause that decides, then what was looked at."""
    assert offers(Position.parse(FROZEN), Action.parse("take K2"))[:2] == ("take.pair", "freeze.before-initial")
    legal = Position.parse("KK24 444 42K"), Action.parse("take KK")
    assert {finding.clause for finding in reasons(judge(*legal))} & {*offers(*legal)[:USUAL]}


@pytest.mark.parametrize("action", ["meld 777", "meld 777 QQ2"])
def test_of_a_first_meld_no_rule_of_the_pile_is_offered(action: str) -> None:
    """Whether it reaches the minimum or not, what is offered could be meant of a play that leaves the pile alone."""
    found = offers(Position.parse("KsQcTd9s777QQ2 - 7s6cbsJd9hKh ?40 N.play"), Action.parse(action))
    assert len(found) >= USUAL
    assert {BOOK[clause].group for clause in found} <= {"initial", "meld", "turn"}


@pytest.mark.parametrize(("line", "action"), TRIES)
def test_a_poll_has_its_answer(line: str, action: str) -> None:
    """The right answer is the engine's and one of the choices, in an order that does not tell it; written and read."""
    position, tried = Position.parse(line), Action.parse(action)
    poll = Poll.made(position, tried, offers(position, tried)[:USUAL])
    lead = judge(position, tried).lead
    assert poll.right == (lead.clause if lead else LEGAL)
    assert poll.choices[0] == LEGAL
    assert list(poll.choices[1:]) == sorted(poll.choices[1:])
    assert poll.right in poll.choices
    assert [option["value"] for option in poll.options] == list(poll.choices)
    assert poll.options[0]["label"] == "Legal"
    assert all(option["label"].startswith("Refused: ") for option in poll.options[1:])
    assert poll.why["legal"] == (poll.right == LEGAL)
    assert poll.why["sentence"]
    if lead:
        assert (poll.why["clause"], poll.why["law"]) == (lead.clause, lead.law)
        assert poll.why["source"]
    again = Poll.read(str(poll.position), str(poll.action), poll.choices)
    assert (again, again.about, again.right, again.why) == (poll, poll.about, poll.right, poll.why)


def test_who_is_asked() -> None:
    """It is about whoever is to act, or about the seat that the action names; the table is as that player sees it."""
    position = Position.parse("KK24/Q5/A7/99 444 42K - N.draw")
    assert asked(position, Action.parse("draw")) == 0
    assert asked(position, Action.parse("E: draw")) == 1
    poll = Poll.made(position, Action.parse("E: draw"), ["turn.draw-first"])
    assert poll.about == "East: Draw from the stock"
    assert poll.seen == "The table as East sees it:"
    assert poll.right == "turn.order"
    assert poll.position == position.seen_by(1)


def test_nothing_hidden_is_told() -> None:
    """Deals that differ only in what the player cannot see are asked about word for word alike, the pictures too."""
    steps = a_deal("classic", 3)
    chance = random.Random(5)
    compared = 0
    for step in steps[::9]:
        position, action = step.before, step.verdict.action
        other = exchanged(position, position.seat, chance)
        polls = [Poll.made(each, action, ("take.pair",)) for each in (position, other)]
        told = [
            (poll.about, poll.options, poll.why, str(poll.position), poll.table(), poll.table(NARROW)) for poll in polls
        ]
        assert told[0] == told[1]
        compared += position != other
    assert compared > 3


def test_a_picture_for_a_phone() -> None:
    """Narrow, all lies within the width of a phone, and as much is said of it as of the wide one."""
    for line, action in TRIES:
        poll = Poll.made(Position.parse(line), Action.parse(action), ())
        wide, narrow = (ElementTree.fromstring(poll.table(room)) for room in (MOST, NARROW))
        assert float(narrow.get("width", 0)) <= NARROW + 40 < float(wide.get("width", 0))
        says = [[each.text for each in drawn if each.tag.endswith(("title", "desc"))] for drawn in (wide, narrow)]
        assert says[0] == says[1]


def test_all_of_it_is_translated() -> None:
    """Choices, the answer and why are in the language of the lessons."""
    with spoken(Pseudo()):
        for line, action in TRIES:
            position, tried = Position.parse(line), Action.parse(action)
            poll = Poll.made(position, tried, offers(position, tried))
            labels = [option["label"] for option in poll.options]
            for text in (poll.about, poll.seen, *labels, *(poll.why[name] for name in ("title", "sentence", "law"))):
                assert not escaped(text), text
