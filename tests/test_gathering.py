"""A class's results: what comes of the files that learners send."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from canasta_widgets.gathering import Gather
from canasta_widgets.practising import Practice
from test_practising import done, practice

from canasta.tutor.gathering import MOST_FILES, Gathering
from canasta.tutor.progress import ProgressError

PLAN = "frozen-pile; seed=monday; count=3"


def sent(label: str, wrong: int = 0, plan: str = PLAN) -> str:
    """The file of a learner who got so many wrong."""
    page: Practice = practice(plan)
    page._heard(None, {"kind": "known", "label": label, "entries": [], "arrival": True}, None)
    done(page, wrong=wrong)
    return str(page.chooser.view["report"]["file"])


def test_learner_by_clause() -> None:
    """Each learner stands with each rule that came up, by what was right at the first try."""
    gathering = Gathering()
    for label, wrong in (("Zoë", 3), ("ann", 0)):
        gathering.add(sent(label, wrong))
    assert gathering.learners == ["ann", "Zoë"]
    assert (gathering.share("ann"), gathering.share("Zoë")) == (1, 0)
    table = gathering.table()
    assert table["ann"].keys() <= table["Zoë"].keys()
    assert all(row.share == 1 for row in table["ann"].values())
    weakest = gathering.weakest(table)
    shares = [sum(table[label][clause].share for label in table if clause in table[label]) for clause in weakest]
    assert set(weakest) == set(table["Zoë"])
    assert shares[0] < shares[-1] or len(set(shares)) == 1


def test_each_try_counts_once() -> None:
    """The same file twice changes nothing; another one of the same learner is added."""
    gathering = Gathering()
    text = sent("Ann")
    gathering.add(text)
    before = gathering.entries("Ann")
    gathering.add(text)
    assert gathering.entries("Ann") == before
    gathering.add(sent("Ann", plan="wild-cards; seed=b; count=2"))
    assert len(gathering.entries("Ann")) == 5
    assert {text: len(who) for text, who in gathering.assignments.items()} == {
        PLAN: 1,
        "wild-cards; seed=b; count=2": 1,
    }


def test_what_is_not_taken_in() -> None:
    """A file without a name, or that is no file of results, is refused with why, and nothing changes."""
    gathering = Gathering()
    with pytest.raises(ProgressError, match="has no name on it"):
        gathering.add(sent(""))
    with pytest.raises(ProgressError, match="no file of results"):
        gathering.add("{}")
    assert gathering.learners == []
    gathering.files = MOST_FILES
    with pytest.raises(ProgressError, match="as many as fit"):
        gathering.add(sent("Ann"))


def test_no_more_than_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    """More tries than fit are refused with the numbers; no more refusals are shown than files may be here."""
    monkeypatch.setattr("canasta.tutor.gathering.MOST_TRIES", 3)
    gathering = Gathering()
    gathering.add(sent("Ann"))
    tries = len(gathering.entries("Ann"))
    assert 0 < tries <= 3
    with pytest.raises(ProgressError, match=f"{2 * tries} tries .* 3 is as many"):
        gathering.add(sent("Ben"))
    assert gathering.learners == ["Ann"]
    widget = Gather()
    for n in range(MOST_FILES + 5):
        widget.add(f"{n}.json", "{}")
    assert len(widget.refused) == MOST_FILES
    assert widget.refused[-1]["name"] == f"{MOST_FILES + 4}.json"


def says(widget: Gather, **message: Any) -> dict[str, Any]:
    """The browser says something; what is shown then comes back."""
    widget._heard(None, message, None)
    return dict(widget.view)


def test_on_the_page() -> None:
    """Good files make the table, each other one is named with why; both can be begun anew."""
    widget = Gather()
    says(widget, kind="file", n=1, name="ann.json", text=sent("Ann", 1))
    view = says(widget, kind="file", n=2, name="bad.json", text="{")
    assert view["read"] == 2
    assert [row["label"] for row in view["rows"]] == ["Ann"]
    assert view["rows"][0]["share"] == "67 %"
    assert len(view["rows"][0]["cells"]) == len(view["clauses"]) > 2
    assert [each["name"] for each in view["refused"]] == ["bad.json"]
    assert says(widget, kind="large", n=3, name="huge.json")["refused"][1]["why"].startswith("This file is too large")
    assert says(widget, kind="clear")["rows"] == []


def test_saved() -> None:
    """The table is saved as CSV and as JSON, with a row for each learner and clause."""
    widget = Gather()
    widget.add("a", sent("=Ann"))
    replies: list[Any] = []
    widget.send = lambda content, buffers=None: replies.append(content)
    for kind in ("csv", "json", "exe"):
        says(widget, kind="save", **{"as": kind})
    assert [each["name"] for each in replies] == ["canasta-class.csv", "canasta-class.json"]
    rows = list(csv.DictReader(io.StringIO(replies[0]["text"].lstrip("\ufeff"))))
    learners = json.loads(replies[1]["text"])["learners"]
    assert len(rows) == len(learners[0]["clauses"]) > 2
    assert {row["learner"] for row in rows} == {"'=Ann"}


@pytest.mark.parametrize("message", [None, 3, {"kind": "file"}, {"kind": "file", "n": -1, "name": "a", "text": "b"}])
def test_what_no_page_would_say(message: Any) -> None:
    """Anything else that comes over the wire changes nothing."""
    widget = Gather()
    before = dict(widget.view)
    widget._heard(None, message, None)
    assert widget.view == before
