"""Where I stand on the screen: what is told of what was done, drawn on request, due if asked for, and saved."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from canasta_widgets import standing, standing_charts
from canasta_widgets.datafile import DataFile
from canasta_widgets.standing import AT_A_TIME, WhereIStand
from canasta_widgets.standing_tables import FEW, IN_CHART, LATEST
from pseudo import OPEN, Pseudo, spoken
from test_charts import SVG, told
from test_lesson import solve
from test_words_shown import english, foreign_texts

from canasta import BOOK
from canasta.tutor.drills import GENERATORS
from canasta.tutor.levels import read_unit
from canasta.tutor.progress import TIME, Entry, read_entries
from canasta.tutor.standing import BOM

LEVELS = Path(__file__).parents[1] / "lessons" / "levels"
MELDS = read_unit(LEVELS / "02-melds.toml", proved=False)
TUESDAY = datetime(2026, 2, 3, 18, tzinfo=UTC)
FRIDAY = TUESDAY + timedelta(3)


def entry(at: datetime = TUESDAY, n: int = 0, **more: Any) -> Entry:
    """A go at one of the unit's items, done at the first try unless told otherwise."""
    item = MELDS.good()[n]
    given = {"stars": 3, "seconds": 20, "at": at.strftime(TIME), **more}
    return Entry("02-melds", item.id, item.version, "try", **given)


MISSED = entry(findings=("meld.two-naturals",), wrong=1, stars=2)
DEALT = Entry("03-wild-cards", "wild-cards", "x", "drill", seed="7", stars=3, seconds=9, at=TUESDAY.strftime(TIME))
EVERY = [entry(TUESDAY + timedelta(hours=n), n) for n in range(len(MELDS.good()))]


class Talk:
    """The page of a learner, what it sends to the browser, and what the browser says."""

    def __init__(self, *entries: Entry, own: DataFile | None = None, now: datetime = FRIDAY) -> None:
        self.page = WhereIStand(LEVELS, own=own or DataFile(None), clock=lambda: now)
        self.sent: list[Any] = []
        self.page.board.send = lambda content, buffers=None: self.sent.append(content)
        if entries:
            self.knows(*entries)

    @property
    def view(self) -> dict[str, Any]:
        """What is shown."""
        return dict(self.page.board.view)

    def knows(self, *entries: Entry, label: str = "") -> None:
        """The browser tells what it keeps, and asks for more until all is told."""
        values = [each.as_json() for each in entries]
        self.hear({"kind": "known", "label": label, "entries": values, "arrival": True})
        for _turn in range(1000):
            if "busy" not in self.view:
                return
            self.hear({"kind": "more", "done": self.view["busy"]["done"]})
        raise AssertionError("it does not come to an end")

    def hear(self, message: Any) -> dict[str, Any]:
        """What is shown after a message of the browser."""
        self.page._heard(None, message, None)
        return self.view


def row(view: dict[str, Any], clause: str) -> list[Any]:
    """The row of a rule in the table of all."""
    (found,) = (cells for cells in view["rules"]["rows"] if cells[0]["clause"] == clause)
    return list(found)


def test_nothing_done_yet() -> None:
    """That is said in a sentence; nothing is asked, drawn or saved."""
    talk = Talk()
    assert talk.view["empty"].startswith("Nothing was done here yet.")
    assert "rules" not in talk.view
    for message in ({"kind": "chart", "n": talk.view["n"]}, {"kind": "save", "as": "csv"}, {"kind": "practise"}):
        talk.hear(message)
    talk.hear({"kind": "review", "on": True})
    assert (talk.page.board.chart, talk.sent, talk.page.drill) == ({}, [], None)


def test_what_is_told() -> None:
    """All tasks are summed up, each rule that came up has a row with its law, and the latest tasks are listed."""
    talk = Talk(*EVERY, MISSED)
    right = len(EVERY)
    met = {"meld.two-naturals", *(clause for item in MELDS.good() for clause in item.clauses)}
    said = f"{right + 1} tasks were tried, {right} of them right at once. {len(met)} of the {len(BOOK)} rules came up."
    assert talk.view["said"] == [said]
    assert {cells[0]["clause"] for cells in talk.view["rules"]["rows"]} == met
    assert all(len(cells) == len(talk.view["rules"]["columns"]) for cells in talk.view["rules"]["rows"])
    cells = row(talk.view, "meld.two-naturals")
    assert cells[0]["law"].endswith(".")
    assert cells[3] == "1"
    assert cells[6] == "2026-02-03"
    latest = talk.view["latest"]["rows"]
    assert ["2026-02-03", f"Melds: {MELDS.good()[0].title}", "1 wrong try (meld.two-naturals)", "20"] in latest
    assert talk.view["heat"]["columns"][1:] == ["2026-02-03"] + ["2026-02-04"] * (len(EVERY) > 6)
    assert sum(int(cells[1]) for cells in talk.view["past"]["rows"]) == right + 1


def test_how_a_task_went() -> None:
    """In a few words: right at once, with a hint, wrong tries, given up; what is no longer there keeps its name."""
    went = {
        "right at once": entry(),
        "with a hint": entry(hint=2),
        "2 wrong tries": entry(wrong=2, stars=1),
        "no wrong try, given up": entry(stars=0),
    }
    for words, each in went.items():
        assert Talk(each).view["latest"]["rows"][0][2] == words
    titles = {
        "99-gone: x": replace(entry(), unit="99-gone", item="x"),
        "Melds: gone": replace(entry(), item="gone"),
        "Wild cards in a meld": DEALT,
        "no-such-drill": replace(DEALT, item="no-such-drill"),
    }
    for title, each in titles.items():
        assert Talk(each).view["latest"]["rows"][0][1] == title
    many = [entry(TUESDAY + timedelta(minutes=n)) for n in range(LATEST + 5)]
    assert len(Talk(*many).view["latest"]["rows"]) == LATEST


def test_dealing_again_does_not_hold_up_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was dealt is dealt again a little at a time, and it is said how far it is; late calls change nothing."""
    monkeypatch.setattr(standing, "AT_ONCE", 0)
    monkeypatch.setattr(WhereIStand.look, "__defaults__", (0.0,))
    entries = [replace(DEALT, seed=str(n)) for n in range(3)]
    talk = Talk()
    values = [each.as_json() for each in (*entries, MISSED)]
    view = talk.hear({"kind": "known", "label": "", "entries": values, "arrival": True})
    assert view["busy"] == {"done": 2, "of": 4, "text": "Looking at what you did: 2 of 4 …"}
    for message in ({"kind": "more", "done": 1}, {"kind": "more"}, {"kind": "more", "done": -1}):
        assert talk.hear(message) == view
    assert talk.hear({"kind": "chart", "n": view["n"]}) == view
    assert talk.page.board.chart == {}
    view = talk.hear({"kind": "more", "done": 2})
    assert view["busy"]["done"] == 3
    assert "rules" in talk.hear({"kind": "more", "done": 3})
    # Known now, so the next time all is there at once.
    assert "rules" in talk.hear({"kind": "known", "label": "", "entries": values, "arrival": False})


def test_days_are_the_learners() -> None:
    """What the browser says of its clock moves the days; what no clock on Earth has changes nothing."""
    late = entry(datetime(2026, 2, 3, 23, tzinfo=UTC))
    talk = Talk(late)
    assert talk.view["latest"]["rows"][0][0] == "2026-02-03"
    assert talk.hear({"kind": "zone", "east": 120})["latest"]["rows"][0][0] == "2026-02-04"
    before = talk.view
    for east in (120, 10**9, -(10**9), None, "120", True, 1.5):
        assert talk.hear({"kind": "zone", "east": east}) == before


def test_a_clock_that_went_back_is_said() -> None:
    """Entries dated ahead are counted for the rules, left out of the days, and a sentence says so."""
    talk = Talk(MISSED, entry(TUESDAY + timedelta(400)), replace(entry(), at="1970-01-01T00:00:00Z"))
    assert [said[:40] for said in talk.view["said"][1:]] == [
        "1 try is dated later than now; a clock m",
        "1 try has no date that can be. It counts",
    ]
    assert len(talk.view["past"]["rows"]) == 1
    assert row(talk.view, MELDS.good()[0].clauses[0])[1] == "3"
    only = Talk(replace(entry(), at="1970-01-01T00:00:00Z"))
    only.hear({"kind": "chart", "n": only.view["n"]})
    assert set(only.page.board.chart["drawn"]) == {"tries", "right", "time"}
    assert only.view["past"]["rows"] == []


def test_it_is_drawn_on_request() -> None:
    """Each drawing is one SVG in the page's colours with a name for each row, and the worst rules are drawn if many."""
    talk = Talk(*EVERY, MISSED, DEALT)
    talk.hear({"kind": "chart", "n": talk.view["n"] + 1})
    assert talk.page.board.chart == {}
    talk.hear({"kind": "chart", "n": talk.view["n"]})
    chart = talk.page.board.chart
    assert (chart["n"], chart["problem"]) == (talk.view["n"], "")
    names = {"tries", "right", "time", "forecast", "heat-wide", "heat-narrow", "past-wide", "past-narrow"}
    assert set(chart["drawn"]) == names
    assert talk.page.found is not None
    drawn = [each.clause for each in talk.page.found.drawn()]
    assert len(drawn) == IN_CHART < len(talk.page.found.standings)
    assert "meld.two-naturals" in drawn
    assert (
        talk.view["chosen"]
        == f"Drawn are the {IN_CHART} that went worst; the table has all {len(talk.page.found.standings)}."
    )
    for name, text in chart["drawn"].items():
        svg = ElementTree.fromstring(text)
        assert svg.tag == f"{SVG}svg"
        assert svg.get("aria-label")
        assert "#" not in text.replace('href="#', "").replace("url(#", "").replace("#888", "").replace("#fff", ""), name
        if name in ("tries", "right", "time", "forecast"):
            assert [each for each in told(svg) if each in BOOK] == drawn
    assert Talk(MISSED).view["chosen"] == ""


def test_where_it_cannot_be_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without matplotlib, or where it trips, a sentence says so once, and the tables are there."""
    for fault, word in ((ImportError, "not installed"), (RuntimeError, "could not be drawn")):

        def fails(*_given: Any, fault: type[Exception] = fault) -> None:
            raise fault

        monkeypatch.setattr(standing_charts, "all_charts", fails)
        talk = Talk(MISSED)
        talk.hear({"kind": "chart", "n": talk.view["n"]})
        assert word in talk.page.board.chart["problem"]
        assert talk.page.board.chart["drawn"] == {}
        assert talk.view["rules"]["rows"]


def test_review_is_there_for_whoever_asks() -> None:
    """Nothing of it is told before; asked for, each due rule has its reason, law and lesson; it can be hidden."""
    talk = Talk(*EVERY, MISSED)
    assert talk.view["review"] == {"asked": False, "going": False}
    shown = talk.hear({"kind": "review", "on": True})["review"]
    item = next(each for each in shown["items"] if each["clause"] == "meld.two-naturals")
    assert item["reason"] == "Because you missed it on Tuesday."
    assert "Wild cards in a meld" in item["drills"]
    assert item["href"].endswith(".ipynb")
    assert (LEVELS.parent / item["href"]).is_file()
    assert (shown["few"], shown["text"]) == (FEW, f"{len(shown['items'])} rules are due today.")
    assert talk.hear({"kind": "review", "on": False})["review"] == {"asked": False, "going": False}
    talk.hear({"kind": "review", "on": True})
    talk.knows(MISSED, label="Anna")
    assert talk.view["review"] == {"asked": False, "going": False}
    assert talk.view["who"] == "For Anna."
    none = Talk(entry(), now=TUESDAY).hear({"kind": "review", "on": True})["review"]
    assert (none["text"], none["items"], none["practise"]) == ("Nothing is due today.", [], "")


def test_what_is_due_is_practised() -> None:
    """Fresh tasks lie below until they are done; then all is told anew, and what went well is due no more."""
    now = datetime.now(UTC)  # as what is done now will have it
    missed = replace(MISSED, at=(now - timedelta(3)).strftime(TIME))
    talk = Talk(missed, now=now)
    talk.hear({"kind": "practise"})
    assert talk.page.drill is None, "nobody has asked for it"
    asked = talk.hear({"kind": "review", "on": True})["review"]
    n = sum(bool(each["drills"]) for each in asked["items"])
    assert asked["practise"] == ("Practise it with fresh cards" if n == 1 else f"Practise {n} of them with fresh cards")
    view = talk.hear({"kind": "practise"})
    drill = talk.page.drill
    assert drill is not None
    assert view["review"]["going"]
    assert talk.page.children == (talk.page.board, drill)
    assert "meld.two-naturals" in drill.unit.good()[0].clauses
    # Meanwhile the browser tells what it keeps: nothing is told anew.
    talk.knows(missed)
    assert talk.view["n"] == view["n"]
    while talk.page.going:
        solve(drill)
        drill.go_to(drill.at + 1)
    after = talk.view
    assert after["n"] > view["n"]
    assert after["said"][0].startswith(f"{n + 1} tasks were tried")
    assert "meld.two-naturals" not in [each["clause"] for each in after["review"]["items"]]
    made = read_entries([each["entry"] for each in drill.guide.made])[0]
    assert len(made) == n
    assert all(each.item in GENERATORS and each.seed for each in made)
    assert int(row(after, "meld.two-naturals")[1]) > 1


def test_tasks_can_be_put_away() -> None:
    """What was not done is put away, and what is due stays due; there are never more at a time than can be borne."""
    talk = Talk(MISSED)
    talk.hear({"kind": "review", "on": True})
    talk.hear({"kind": "practise"})
    view = talk.hear({"kind": "stop"})
    assert not view["review"]["going"]
    assert talk.page.children == (talk.page.board,)
    assert view["review"]["practise"]
    assert talk.hear({"kind": "stop"}) == view
    assert AT_A_TIME <= 10


@pytest.mark.parametrize("label", ["", "=1+1", "דנה"])
def test_it_is_saved(label: str) -> None:
    """The table goes to the browser as text under the learner's name, as CSV for a spreadsheet and as JSON."""
    talk = Talk()
    talk.knows(MISSED, label=label)
    for kind in ("csv", "json", "xls", None):
        talk.hear({"kind": "save", "as": kind})
    table, data = talk.sent
    assert (table["kind"], table["name"]) == ("file", "canasta-standing.csv")
    assert table["text"].startswith(BOM)
    rows = list(csv.DictReader(io.StringIO(table["text"].removeprefix(BOM))))
    assert {each["learner"] for each in rows} == {"'=1+1" if label.startswith("=") else label}
    assert data["name"] == "canasta-standing.json"
    (learner,) = json.loads(data["text"])["learners"]
    assert learner["learner"] == label
    assert len(learner["clauses"]) == len(rows) == len(talk.view["rules"]["rows"])


def test_the_own_file_and_the_browser(tmp_path: Path) -> None:
    """What the learner's own file has is there before a browser is, and each gets what it lacks; a fault is said."""
    own = DataFile(tmp_path)
    own.add("", [MISSED])
    talk = Talk(own=own)
    assert len(talk.view["latest"]["rows"]) == 1
    talk.knows(entry())
    assert len(talk.view["latest"]["rows"]) == 2
    assert read_entries(talk.sent[0]["entries"])[0] == [MISSED]
    assert entry() in own.read().entries
    own.path().write_text("{")  # type: ignore[union-attr]
    assert "was put aside" in Talk(own=own).view["notice"]


@pytest.mark.parametrize(
    "message",
    [None, [], {}, {"kind": "known"}, {"kind": "known", "label": 3, "entries": [], "arrival": True}, {"kind": "zone"},
     {"kind": "review", "on": 1}, {"kind": "chart"}, {"kind": "save"}, {"kind": "stop"}, {"kind": "practise"}],
)  # fmt: skip
def test_what_is_no_message_changes_nothing(message: Any) -> None:
    """Whatever else comes is dropped."""
    talk = Talk(MISSED)
    before = talk.view
    assert talk.hear(message) == before
    assert talk.page.board.chart == {}


@pytest.fixture
def foreign() -> Iterator[None]:
    """In the language that nobody speaks."""
    with spoken(Pseudo()):
        yield


@pytest.mark.usefixtures("foreign")
def test_what_is_told_is_translated() -> None:
    """All that is told and drawn is in the learner's language, but for titles of lessons that only English has."""
    ahead = entry(TUESDAY + timedelta(400))
    talk = Talk(*EVERY, MISSED, entry(hint=1), entry(stars=0), DEALT, ahead, replace(ahead, at="1970-01-01T00:00:00Z"))
    talk.knows(*talk.page.entries, label="4")
    talk.hear({"kind": "review", "on": True})
    talk.hear({"kind": "chart", "n": talk.view["n"]})
    plain = {key: each for key, each in talk.view.items() if key not in ("rules", "latest", "review")}
    assert english(plain, talk.page.board.words) == set()
    assert foreign_texts(plain, talk.page.board.words) > 20
    for name in ("rules", "latest"):
        assert english(talk.view[name]["columns"]) == set()
    review = talk.view["review"]
    assert english(review["text"], review["practise"]) == set()
    for each in review["items"]:
        assert english(each["law"], each["reason"], each["drills"], each["lesson"]) == set()
    for cells in talk.view["latest"]["rows"]:
        assert english(cells[1]) == set()
        assert cells[2].startswith(OPEN)
    assert english(Talk().view["empty"]) == set()
    drawn = [text for svg in talk.page.board.chart["drawn"].values() for text in told(ElementTree.fromstring(svg))]
    assert len(drawn) > 50
    assert english([text for text in drawn if text not in BOOK]) == set()


def test_matplotlib_is_loaded_only_to_draw() -> None:
    """The page tells all its tables without it."""
    code = "import sys; from test_standing_widget import *; t = Talk(MISSED); assert t.view['rules'];"
    code += "print('matplotlib' in sys.modules); t.hear({'kind': 'chart', 'n': t.view['n']});"
    code += "print('matplotlib' in sys.modules, 'matplotlib.pyplot' in sys.modules)"
    run = [sys.executable, "-c", code]
    out = subprocess.run(run, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    assert out.stdout.split() == ["False", "True", "False"]


def test_on_paper() -> None:
    """A page without a kernel says a sentence in its place."""
    bundle = WhereIStand(LEVELS, own=DataFile(None))._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/markdown"].startswith("Where you stand is shown where the lessons run")
