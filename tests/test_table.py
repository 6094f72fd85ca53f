"""The table's Python side: it plays what is legal, says why not, takes back, and survives any message."""

from __future__ import annotations

import json
from typing import Any

import pytest
from canasta_widgets.table import Table
from tables import LINE, Heard

from canasta import BOOK, PROFILES, Action, Card, Position, Profile, judge, would_be_legal_if


@pytest.mark.parametrize(
    "message",
    [
        None,
        [],
        "commit",
        7,
        {},
        {"kind": None},
        {"kind": "commit"},
        {"kind": "commit", "text": None},
        {"kind": "commit", "text": ["draw"]},
        {"kind": "commit", "text": "x" * 100_000},
        {"kind": "commit", "text": "\x00\ud800"},
        {"kind": "select"},
        {"kind": "select", "serial": 1, "cards": None},
        {"kind": "select", "serial": 1, "cards": ["hand-99"]},
        {"kind": "select", "serial": 1, "cards": [None]},
        {"kind": "select", "serial": 1, "cards": [{}]},
        {"kind": "select", "serial": 1, "cards": ["hand-0"] * 1000},
        {"kind": "select", "serial": 1, "cards": [], "target": "meld-9-9"},
        {"kind": "select", "serial": 1, "cards": [], "target": ["pile"]},
        {"kind": "select", "serial": [], "cards": []},
        {"kind": "undo"},
        {"kind": "eval", "code": "1"},
    ],
    ids=repr,
)
def test_malformed_messages_change_nothing(message: Any) -> None:
    """Whatever comes over the wire, nothing fails and the position stays."""
    table = Heard(LINE)
    table.hear(message)
    assert table.position == Position.parse(LINE)


def test_legal_try_is_played() -> None:
    """A legal commit moves the cards, with the suits that were chosen, and tells what followed."""
    steps = []
    table = Table(LINE, on_step=steps.append)
    verdict = table.commit("meld KsKhKd")
    assert verdict
    assert [step.after for step in steps] == [table.position]
    assert "KsKhKd" in str(table.position)
    assert table.verdict["legal"]
    assert table.verdict["sentence"]
    assert len(table.zones["hand"]) == 5


def test_refused_try_keeps_the_position() -> None:
    """A refused commit changes nothing, and shows clause, law, source and what would be legal."""
    heard = []
    table = Table(LINE, on_refused=heard.append)
    assert not table.commit("meld K76")
    assert table.position == Position.parse(LINE)
    assert [verdict.legal for verdict in heard] == [False]
    lead = table.verdict["lead"]
    assert lead["clause"] == "meld.same-rank"
    assert lead["law"]
    assert lead["source"]
    assert table.verdict["near"]
    assert all(judge(table.position, Action.parse(near["text"])) for near in table.verdict["near"])


def test_unreadable_try_is_a_plain_sentence() -> None:
    """Words that cannot be read say which part, without a traceback or a change."""
    table = Table(LINE)
    assert table.commit("mild KKK") is None
    assert "'mild'" in table.verdict["sentence"]
    assert table.position == Position.parse(LINE)


def test_undo_takes_back_one_play_of_the_turn() -> None:
    """Practice may take plays back one by one up to the discard; where it is no practice there is no undo."""
    table = Table(LINE)
    table.commit("meld KKK")
    table.commit("meld 7")
    table.undo()
    assert str(table.position).startswith("7642* KsKhKd")
    table.undo()
    assert table.position == Position.parse(LINE)
    assert not table.can_undo
    table.commit("discard 4")
    assert not table.can_undo
    table.undo()
    assert table.position.seat == 1
    strict = Table(LINE, practice=False)
    strict.commit("meld KKK")
    strict.undo()
    assert strict.position != Position.parse(LINE)
    assert not strict.can_undo


@pytest.mark.parametrize("profile", PROFILES.values(), ids=str)
def test_undo_is_the_profiles(profile: Profile) -> None:
    """Whether practice may undo is the word of the rule book for the profile in force, and differs between profiles."""
    table = Table(Position.parse(LINE)._replace(profile=profile))
    table.commit("meld KKK")
    assert table.can_undo == BOOK["meld.final"].value(profile)
    assert {BOOK["meld.final"].value(each) for each in PROFILES.values()} == {True, False}


def test_what_would_make_it_legal_is_found_when_asked() -> None:
    """The changes that would turn a refusal are the engine's, three at most; of anything else there are none."""
    table = Heard("K24 444 42K")
    table.hear({"kind": "why"})
    assert table.said[-1] == {"kind": "why", "n": None, "texts": [], "opens": False}
    table.commit("take K2")
    assert "if" not in table.verdict
    table.hear({"kind": "why"})
    found = would_be_legal_if(table.position, Action.parse("take K2"))
    assert found
    texts = [each.text for each in found[:3]]
    assert table.said[-1] == {"kind": "why", "n": table.verdict["n"], "texts": texts, "opens": False}
    for words in ("mild", "draw"):
        table.commit(words)
        table.hear({"kind": "why"})
        assert table.said[-1]["texts"] == []


def test_the_same_refusal_twice_is_told_twice() -> None:
    """A try that is refused again changes what the browser is told, so that it is shown and read out again."""
    table = Table(LINE)
    table.commit("meld K76")
    before = table.verdict
    table.commit("meld K76")
    assert table.verdict != before
    assert {**table.verdict, "n": 0} == {**before, "n": 0}


def test_pointing_finds_each_card_once() -> None:
    """Pointing at cards of the hand gives each its own place, and keeps its words."""
    table = Table(LINE)
    ids = table.choose([Card(13), Card(13), Card(7), Card(9)])
    assert ids == ["hand-0", "hand-1", "hand-3"]
    table.mark(ids, "Look at these.")
    assert table.marks == {"places": ids, "words": "Look at these."}


def test_every_legal_play_can_be_listed() -> None:
    """The list of plays is the engine's, each with words, under a heading with the count of its kind."""
    table = Heard("KK24 444 42K")
    table.hear({"kind": "plays", "serial": table.zones["serial"]})
    assert table.said[-1]["title"] == "4 legal plays"
    assert [group["title"] for group in table.said[-1]["groups"]] == [
        "Draw: 1 way",
        "Take the pile: 2 ways",
        "Ask your partner: 1 way",
    ]
    listed = [play for group in table.said[-1]["groups"] for play in group["plays"]]
    assert [play["text"] for play in listed] == ["draw", "take KK", "take KK2", "ask"]
    assert listed[1]["label"] == "Take the pile with K K"


def test_plain_text_is_the_line() -> None:
    """Where no browser runs, the table is its line."""
    bundle = Table(LINE)._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/plain"].startswith("Table('KsKhKd")


def test_only_plain_data_goes_out() -> None:
    """Zones and verdicts are plain JSON."""
    table = Table(LINE)
    table.commit("meld K76")
    assert json.loads(json.dumps(table.zones)) == table.zones
    assert json.loads(json.dumps(table.verdict)) == table.verdict


def test_impossible_position_is_shown_and_not_played() -> None:
    """A position that cannot exist is drawn with what is wrong with it, and no message or typed line plays in it."""
    table = Heard("KKKKKKKKKK4 444/KK22 9")
    assert table.zones["problems"] == ["Too many kings: 12, and 2 packs hold 8. (pack.cards)"]
    assert len(table.zones["hand"]) == 11
    for cards in ([], ["hand-0"]):
        answer = table.select(cards)
        assert answer is not None
        assert answer["options"] == []
    table.hear({"kind": "plays", "serial": table.zones["serial"]})
    assert table.said[-1]["groups"] == []
    assert table.commit("draw") is None
    assert table.verdict["sentence"] == "This position cannot exist, so nothing can be played in it."
    assert (table.steps, table.zones["question"]) == ([], "")
    table.reset(LINE)
    assert table.zones["problems"] == []
    assert table.commit("meld KKK")


def test_what_came_this_turn_is_marked() -> None:
    """Cards that came to the hand since its turn began are new, until the turn is over."""
    table = Table("KK24/AA94 444/AAAA 9K KQ?9")
    table.commit("draw")
    assert [card["words"] for card in table.zones["hand"] if "new" in card] == ["king, new this turn"]
    assert [card["id"] for card in table.zones["hand"] if "new" in card] == ["hand-2"]
    table.undo()
    table.commit("take KK")
    assert [card["words"] for card in table.zones["hand"] if "new" in card] == ["nine, new this turn"]
    assert [meld["new"] for meld in table.zones["sides"][1]["melds"]] == [True, False]
    table.commit("discard 9")
    assert not any("new" in card for card in table.zones["hand"])
    table = Table("KKK24/AA94 444/AAAA 9 KQ?9")
    table.commit("draw")
    table.commit("meld KKK")
    assert [card["sign"] for card in table.zones["hand"] if "new" in card] == ["K"]
