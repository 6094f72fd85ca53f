"""Every legal play is listed by kind, with exact counts, a page at a time, however many there are."""

from __future__ import annotations

import random
from typing import Any

import pytest
from canasta_widgets import plays
from canasta_widgets.plays import PAGE, groups, listed, more
from dealt import NAMES, a_deal
from tables import Heard
from test_openings import hand

from canasta import Action, Position, deal, judge, legal, questions
from canasta.lazy import Lazy

LARGE = [
    # 50 cards open in billions of ways, with the draw and the take apart.
    "b6bK8TA56b7K794K*2A*2T97T64*TQ7J298QAJ689J525T5JAQ - Q N.play",
    "8b72A*29QQJ*677TQT926485bQKQ4A4*K7A4TJ5TK25Q5T69J8 - K N.draw",
    "TTTTTTTAAQQ9988JJ55774466KK2222**b - Q N.play ans=no 1500:0 pagat",
    "TTTTTTTAAQQ9988JJ55774466KK2222**b - Q N.play ans=yes 1500:0 pagat",
    "AAQQ9988JJ5577446622222222 - AQ N.draw ans=no 3000:0 classic/6",
    "AAQQ9988JJ5577446622222222 - AQ - N.draw 3000:0",
]


def everything(position: Position) -> list[Action]:
    """All that may be played or asked now, in the engine's order."""
    return [*legal(position), *questions(position)]


def pages(position: Position, verb: str, *, most: int = 20) -> list[str]:
    """The texts of one kind, page after page."""
    (page,) = [group for group in listed(position, position.seat)["groups"] if group["verb"] == verb]
    found = [play["text"] for play in page["plays"]]
    while page["next"] is not None and len(found) < most * PAGE:
        further = more(position, position.seat, verb, page["next"])
        assert further is not None
        assert further["from"] == len(found)
        page = further
        found += [play["text"] for play in page["plays"]]
    return found


def test_groups_are_the_legal_plays() -> None:
    """In every position of many deals the groups hold the legal plays and questions, in order, with their counts."""
    n = 0
    for position in (step.after for name in NAMES for step in a_deal(name, 1)[::9]):
        every = everything(position) if len(legal(position)) < 3000 else None
        if every is None:
            continue
        found = groups(position, position.seat)
        assert [play for some in found.values() for play in some] == every
        assert all(play.verb == verb for verb, some in found.items() for play in some)
        shown = listed(position, position.seat)
        assert sum(group["count"] for group in shown["groups"]) == len(every)
        assert shown["title"].startswith(f"{len(every):,} legal play")
        texts = [text for group in shown["groups"] for text in pages(position, group["verb"], most=100)]
        assert texts == [str(play) for play in every]
        n += len(every)
    assert n > 1000


@pytest.mark.parametrize("line", LARGE)
def test_large_hands_are_grouped_without_being_listed(line: str) -> None:
    """Of billions of plays each kind has its exact count, and any page of it holds legal plays of that kind."""
    position = Position.parse(line)
    every, found = legal(position), groups(position, 0)
    assert sum(map(len, found.values())) == len(every) + len(questions(position))
    before = 0
    for verb, some in found.items():
        if verb == "ask":
            continue
        n = len(some)
        for at in {n // 2, n - 1}:
            page = more(position, 0, verb, at)
            assert page is not None
            assert page["count"] == n
            texts = [play["text"] for play in page["plays"]]
            assert texts == [str(every[before + place]) for place in range(at, min(at + PAGE, n))]
            for text in texts[:5]:
                assert Action.parse(text).verb == verb
                assert judge(position, Action.parse(text)), text
        before += n


def test_random_large_hands_are_grouped() -> None:
    """Whatever the hand, before the draw and after it, the counts of the kinds add up to that of all plays."""
    chance = random.Random(8)
    lazy = 0
    for n in (16, 18, 22, 26, 30, 34):
        cards = hand(chance, n)
        for line in (f"{cards} - Q N.play", f"{cards} - {cards[0]} N.draw 0:0 classic/2"):
            position = Position.parse(line)
            found = groups(position, 0)
            assert sum(map(len, found.values())) == len(legal(position)) + len(questions(position))
            for verb, some in found.items():
                assert all(play.verb == verb for play in some[:PAGE])
                lazy += isinstance(some, Lazy)
    assert lazy > 5


def test_a_page_says_how_many_are_left() -> None:
    """A long kind comes in pages; each but the last says what comes next."""
    position = Position.parse("AAAKKKQQQJJJ22*4 - Q N.play")
    (meld,) = [group for group in listed(position, 0)["groups"] if group["verb"] == "meld"]
    assert len(meld["plays"]) == PAGE
    assert meld["next"] == PAGE
    assert meld["more"] == f"Show 40 more of {meld['count'] - PAGE:,}"
    last = more(position, 0, "meld", meld["count"] - 1)
    assert last is not None
    assert (len(last["plays"]), last["next"], last["more"]) == (1, None, "")


@pytest.mark.parametrize(
    ("verb", "start"),
    [
        ("meld", 10**9),
        ("meld", -1),
        ("meld", None),
        ("meld", "0"),
        ("meld", 1.5),
        ("take", 0),
        ([], 0),
        (None, 0),
        ("x", 0),
    ],
)
def test_there_is_no_such_page(verb: Any, start: Any) -> None:
    """A page of a kind that is not open to the player, or beyond its end, is none."""
    assert more(Position.parse("AAAKK4 - Q N.play"), 0, verb, start) is None


def test_only_who_is_to_act_has_plays() -> None:
    """For any other seat, and when the deal is over, the list says so and counts nothing."""
    position = deal(7)
    for seat in (1, 2, 3):
        shown = listed(position, seat)
        assert shown["groups"] == []
        assert shown["note"] == "There is nothing to play for this hand now."
        assert shown["title"] == "0 legal plays"
        assert more(position, seat, "draw", 0) is None
    assert listed(position, 0)["groups"]
    assert not listed(position, 0)["note"]
    assert listed(Position.parse("- 7777777 Q . N.over out=N"), 0)["groups"] == []


def test_who_is_asked_answers() -> None:
    """While an answer is due the two answers are listed, at one screen for the hand that is open."""
    position = Position.parse("K4/Q8/J4/99 777 Q . N.answer")
    for seat in (0, 2):
        assert [play["text"] for play in listed(position, seat)["groups"][0]["plays"]] == ["answer yes", "answer no"]


@pytest.mark.parametrize(
    ("find", "wanted"),
    [
        ("KK", ["take KK", "take KK2"]),
        ("kk2", ["take KK2"]),
        ("take", ["take KK", "take KK2"]),
        ("2 take", ["take KK2"]),
        ("Q", []),
        ("", ["draw", "take KK", "take KK2", "ask"]),
    ],
)
def test_plays_are_found_by_their_letters(find: str, wanted: list[str]) -> None:
    """A search keeps the plays with all its words in them, and counts those."""
    shown = listed(Position.parse("KK24 444 42K"), 0, find=find)
    assert [play["text"] for group in shown["groups"] for play in group["plays"]] == wanted
    assert shown["title"].startswith(str(len(wanted)))


def test_too_many_plays_are_not_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a kind with too many plays a search shows none, so that it is answered at once."""
    position = Position.parse("AAAKKKQQQJJJ22*4 - Q N.play")
    assert [group["verb"] for group in listed(position, 0, find="A")["groups"]] == ["meld", "discard"]
    monkeypatch.setattr(plays, "SEARCHED", 20)
    assert [group["verb"] for group in listed(position, 0, find="A")["groups"]] == ["discard"]


def test_pages_are_asked_for_by_messages() -> None:
    """The browser is sent all kinds, then further pages; a stale or malformed wish has no answer."""
    table = Heard("AAAKKKQQQJJJ22*4/?11/?11/?11 - Q ?58 N.play")
    serial = table.zones["serial"]

    def hear(**message: Any) -> dict[str, Any]:
        before = len(table.said)
        table.hear({"kind": "plays", "serial": serial, **message})
        return table.said[-1] if len(table.said) > before else {}

    assert hear()["groups"] == listed(table.position, 0)["groups"]
    assert hear(find="A")["find"] == "A"
    assert hear(find=["A"])["find"] == ""
    assert hear(group="meld", **{"from": 40})["page"] == more(table.position, 0, "meld", 40)
    assert hear(group="meld", **{"from": 40}, find="AAA KKK")["page"]["from"] == 40
    for wrong in (
        {"group": "meld"},
        {"group": ["meld"], "from": 0},
        {"group": "meld", "from": 10**9},
        {"serial": serial - 1},
    ):
        assert hear(**wrong) == {}
    table.look(1)
    serial = table.zones["serial"]
    assert hear()["groups"] == []
    assert hear(group="meld", **{"from": 0}) == {}


def test_nobody_else_answers() -> None:
    """While an answer is due the other side has nothing to play."""
    position = Position.parse("K4/Q8/J4/99 777 Q . N.answer")
    assert [listed(position, seat)["groups"] for seat in (1, 3)] == [[], []]
