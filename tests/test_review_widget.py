"""The review on the screen: what it says of a deal, the links to try again, what the browser may ask of it."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from canasta_widgets import charts
from canasta_widgets.review import FEW, PAGE, Review
from eager import Eager
from pseudo import OPEN, Pseudo, spoken
from test_words_shown import english, foreign_texts
from walks import played

from canasta import Log, Position, Profile, deal, judge, replay
from canasta.log import deals
from canasta.tutor.bots import BOTS
from canasta.tutor.bots import played as by_bots
from canasta.tutor.review import review as reviewed
from canasta.tutor.review import standings

GAME = Path(__file__).parent / "games" / "classic-4-game.log"
STEPS = deals(replay(Log.parse(GAME.read_text())).steps)[3]
BOT = Eager(discard=70, meld=60)
SHORT = played("KK45678/66/77/88 KKKKK/- 9 ?86 N.play", "discard 4")


def shown(steps: Any = STEPS, *more: Any, **options: Any) -> Review:
    """A review that shows these steps."""
    review = Review(BOT)
    review.show(steps, *more, **options)
    return review


def heard(review: Review, message: Any) -> None:
    """What the browser would send, over the wire."""
    review._handle_msg({"content": {"data": {"method": "custom", "content": message}}, "buffers": []})


def test_what_is_shown() -> None:
    """Everything missed is there in the order of play, ranked by weight, with what was played and what is better."""
    view = shown().view
    missed = reviewed(STEPS, bot=BOT)
    items = view["items"]
    assert [item["at"] for item in items] == [each.at for each in missed]
    assert [item["text"] for item in items] == [each.text for each in missed]
    by_rank = sorted(items, key=lambda item: item["rank"])
    weights = [next(each.points for each in missed if each.at == item["at"]) for item in by_rank]
    assert weights == sorted(weights, reverse=True)
    assert [item["rank"] for item in by_rank] == list(range(len(items)))
    assert len(items) > view["few"] == FEW
    assert {item["kind"] for item in items} == {"rule", "play"}
    assert all(rule["law"] for item in items for rule in item["rules"])
    ours, theirs = standings(STEPS)[-1]
    assert f"North and South: {ours:,} points. East and West: {theirs:,} points." in view["ended"]
    assert view["ended"].startswith(STEPS[-1].events[-1].text)
    assert f" came out ahead, by {abs(ours - theirs):,} points." in view["ended"]


def test_cards_are_named() -> None:
    """What was played and what is better are told by the names of cards."""
    (item,) = shown(SHORT, [0]).view["items"]
    assert (item["played"], item["better"]) == ("Discard four", "Meld 2 kings")
    assert item["where"] == "North, step 1 of 1"
    assert item["weight"] == "about 520 points"


def test_a_link_opens_the_position() -> None:
    """Each entry's link names the page beside it and, as its query, a line of the position as it was."""
    for item in shown().view["items"]:
        parts = urlsplit(item["href"])
        assert (parts.scheme, parts.netloc, parts.path) == ("", "", PAGE)
        (line,) = parse_qs(parts.query, strict_parsing=True)["position"]
        assert Position.parse(line) == STEPS[item["at"]].before
        missed = next(each for each in reviewed(STEPS, bot=BOT) if each.at == item["at"])
        assert judge(Position.parse(line), missed.better)


def test_seats_and_names() -> None:
    """Only the seats asked about are told of, by the names of their players; one seat needs no choice among them."""
    view = shown(STEPS, [1, 3], {"E": "Dana"}).view
    assert view["seats"] == [[1, "Dana"], [3, "West"]]
    assert {item["seat"] for item in view["items"]} == {1, 3}
    assert any(item["where"].startswith("Dana, step ") for item in view["items"])
    assert shown(STEPS, [1]).view["seats"] == []
    assert len(shown().view["seats"]) == 4
    with pytest.raises(ValueError, match="is no seat"):
        shown(STEPS, [1], {"X": "Dana"})


def test_nothing_missed_is_said() -> None:
    """Where nothing was missed a sentence says so."""
    view = shown(played("45678/66/77/88 KKKKK/- 9 ?88 N.play", "discard 4"), [1]).view
    assert view["items"] == []
    assert view["found"].startswith("Nothing was missed")


def test_a_deal_that_is_not_over() -> None:
    """A deal that still goes on is reviewed as far as it went, and nobody is said to have won it."""
    assert shown(SHORT).view["ended"] == "The deal is not over yet."


def test_nothing_to_show_is_nothing_shown() -> None:
    """Before a deal is shown, and when it is cleared, there is nothing, and nothing can be drawn."""
    review = Review(BOT)
    assert review.view == {}
    review.show(STEPS, chart=True)
    assert review.chart
    review.clear()
    assert (review.view, review.chart, review.missed) == ({}, {}, ())
    review.draw()
    assert review.chart == {}


def test_opening() -> None:
    """A place that was missed is handed to whoever asked to be told; any other message is dropped."""
    review = shown()
    assert review.view["opens"] is False
    opened: list[int] = []
    review.on_open(opened.append)
    assert review.view["opens"] is True
    at = review.missed[0].at
    heard(review, {"kind": "open", "at": at})
    assert opened == [at]
    free = next(n for n in range(len(STEPS)) if n not in {each.at for each in review.missed})
    for wrong in (free, -1, 10**9, True, "3", None, 1.0, [at]):
        heard(review, {"kind": "open", "at": wrong})
    for message in ({"kind": "open"}, {"kind": "shut", "at": at}, [], "open", None, 3):
        heard(review, message)
    assert opened == [at]


def test_the_browser_sets_nothing() -> None:
    """What the review shows only Python sets."""
    review = shown()
    before = dict(review.view)
    review._handle_msg({"content": {"data": {"method": "update", "state": {"view": {}, "chart": {"a": 1}}}}})
    assert review.view == before
    assert review.chart == {}


def test_the_points_are_drawn_on_demand() -> None:
    """The chart comes when it is asked for, once, in both widths, with its table and key; or at once."""
    review = shown()
    assert review.chart == {}
    heard(review, {"kind": "chart"})
    chart = review.chart
    assert set(chart["drawn"]) == set(charts.INCHES)
    assert all(svg.startswith("<svg") for svg in chart["drawn"].values())
    assert chart["problem"] == chart["note"] == ""
    assert chart["table"]["rows"][-1][2:] == [f"{points:,}" for points in standings(STEPS)[-1]]
    told = [row[1] for row in chart["table"]["rows"]]
    assert all(any(each.text in words for words in told) for each in review.missed)
    assert any("canasta" in words for words in told)
    heard(review, {"kind": "chart"})
    assert review.chart is chart
    assert shown(chart=True).chart["drawn"]


def test_unknown_hands_are_told() -> None:
    """Where not all hands are known it is said that they do not count."""
    steps = played("KK45678/?11/?11/?11 KKKKK/- 9 ?60 N.play", "discard 4")
    assert "hand" in shown(steps, chart=True).chart["note"]


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not installed, or fails, a sentence says so, and the table is there."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    chart = shown(chart=True).chart
    assert "not installed" in chart["problem"]
    assert chart["drawn"] == {}
    assert len(chart["table"]["rows"]) > 3

    def broken(*_given: Any) -> str:
        raise RuntimeError("no font")

    monkeypatch.setattr(charts, "points_chart", broken)
    assert "could not be drawn" in shown(chart=True).chart["problem"]


@pytest.mark.parametrize("profile", ["classic/2", "classic/3", "classic/6", "pagat", "spruce"])
def test_any_table(profile: str) -> None:
    """Deals of every shape are reviewed and drawn, each side by the names of its players."""
    shape = Profile.parse(profile)
    steps = list(by_bots(deal(1, shape), [BOTS["random"]] * shape.players))
    review = shown(steps, chart=True)
    assert len(review.chart["table"]["columns"]) == 2 + shape.sides
    assert review.chart["problem"] == ""
    assert review.view["items"]


def test_everything_is_translated() -> None:
    """In a language that nobody speaks no English word is left in what the browser is told."""
    with spoken(Pseudo()):
        review = shown(STEPS, chart=True)
        view = {**review.view, "items": [{**item, "href": ""} for item in review.view["items"]]}
        chart = dict(review.chart)
        drawings = [re.findall(r">([^<>]*[^<>\\s][^<>]*)<", svg) for svg in chart.pop("drawn").values()]
        assert english(view, chart, review.words, drawings) == set()
        assert foreign_texts(view, chart) > 50
        assert all(any(OPEN in text for text in texts) for texts in drawings)


def test_each_entry_stands_at_its_players_step() -> None:
    """Every entry stands at a step of the seat it is about."""
    items = shown().view["items"]
    assert items
    assert all(STEPS[item["at"]].before.acting == item["seat"] for item in items)
