"""The page to practise on: what one chooses, an assignment of its address, and how it went."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.datafile import DataFile
from canasta_widgets.practising import Practice
from test_drilling import miss
from test_lesson import solve

from canasta.tutor.drills import GENERATORS, DrillError
from canasta.tutor.levels import Question
from canasta.tutor.progress import Entry
from canasta.tutor.questions import Judge
from canasta.tutor.results import read_results

PLAN = "frozen-pile; seed=monday; count=2"


def practice(assignment: str = "") -> Practice:
    """The page of a learner without a file."""
    return Practice(assignment, own=DataFile(None))


def says(page: Practice, kind: str, **more: Any) -> dict[str, Any]:
    """The browser says something; what is shown then comes back."""
    page._heard(None, {"kind": kind, **more}, None)
    return dict(page.chooser.view)


def done(page: Practice, *, wrong: int = 0) -> None:
    """Do all items of a session, the first ones wrong."""
    assert page.drill is not None
    while page.stage == "going":
        (miss if page.drill.at < wrong else solve)(page.drill)
        page.drill.go_to(page.drill.at + 1)


@pytest.mark.parametrize(
    ("settings", "drills"),
    [
        ({"what": "mixed"}, set(GENERATORS)),
        ({"what": "weak", "count": "5"}, set(GENERATORS)),
        ({"what": "09-frozen-pile", "hard": "3", "profile": "spruce"}, {"frozen-pile"}),
        ({"what": "09-frozen-pile", "hints": False, "end": True, "timed": True, "count": "10"}, {"frozen-pile"}),
    ],
)
def test_what_is_chosen_is_dealt(settings: dict[str, Any], drills: set[str]) -> None:
    """What the form says is the plan of the session, and its first task lies on the table."""
    page = practice()
    view = says(page, "begin", settings=settings)
    assert view["stage"] == "going", view
    plan = page.plan
    assert plan is not None
    assert set(plan.drills) == drills
    assert (str(plan.hard or ""), str(plan.count or "")) == (settings.get("hard", ""), settings.get("count", ""))
    assert (plan.profile or "", plan.timed) == (settings.get("profile", ""), settings.get("timed", False))
    assert (plan.hints, plan.reveal) == (settings.get("hints", True), "end" if settings.get("end") else "once")
    assert page.drill is not None
    assert page.children[-1] is page.drill


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"what": "poker"},
        {"what": 7},
        {"what": "mixed", "count": "0"},
        {"what": "mixed", "hard": "9"},
        {"what": "x;y"},
    ],
)
def test_a_choice_that_there_is_not(settings: dict[str, Any]) -> None:
    """What no form could say is answered in a sentence, and one may choose again."""
    view = says(practice(), "begin", settings=settings)
    assert view["stage"] == "choose"
    assert view["problem"]


def test_an_assignment_of_the_address() -> None:
    """The address names an assignment; it is offered, and begins when it is accepted."""
    page = practice()
    view = says(page, "arrived", search="?assignment=09%3B%20seed%3Dmonday%3B%20count%3D3&x=1")
    assert view["offered"] == "Frozen or not: 3 tasks"
    assert says(page, "accept")["stage"] == "going"
    assert page.plan is not None
    assert page.plan.text() == "frozen-pile; seed=monday; count=3"


@pytest.mark.parametrize("search", ["?assignment=poker", "?assignment=09%3B+count%3Dlots", "?assignment=" + "x" * 9000])
def test_a_wrong_link(search: str) -> None:
    """A link that names no assignment is told in a sentence, and the page works as ever."""
    page = practice()
    view = says(page, "arrived", search=search)
    assert view["problem"].startswith("This link names no assignment that there is: ")
    assert says(page, "begin", settings={"what": "mixed"})["stage"] == "going"


@pytest.mark.parametrize("search", ["", "?", "?token=x", "?assignment="])
def test_an_address_without_one(search: str) -> None:
    """An address that names nothing offers nothing, and is no fault."""
    view = says(practice(), "arrived", search=search)
    assert (view["offered"], view["problem"]) == ("", "")


def test_the_link_gives_others_the_same() -> None:
    """The link of a session deals the same items to who opens it."""
    page = practice()
    link = says(page, "begin", settings={"what": "mixed", "count": "5"})["link"]
    other = practice()
    says(other, "arrived", search=link)
    says(other, "accept")
    assert page.drill is not None
    assert other.drill is not None
    for each in (page.drill, other.drill):
        solve(each)
        each.go_to(1)
    assert [each.item for each in page.drill.session.dealt] == [each.item for each in other.drill.session.dealt]


def test_how_it_went() -> None:
    """At the end each task is listed with how it went and what the rule book says, and where to look again."""
    page = practice("frozen-pile,wild-cards; seed=monday; count=4")
    done(page, wrong=1)
    report = page.chooser.view["report"]
    assert report["text"] == "3 of 4 were right at the first try, without a hint."
    assert [row["right"] for row in report["rows"]] == [False, True, True, True]
    assert all(row["told"] for row in report["rows"])
    assert page.drill is not None
    assert report["units"][0]["href"] == f"{page.drill.session.dealt[0].generator.unit}.ipynb"


def test_stopped_in_between() -> None:
    """Who stops is told of what was done until then; who did nothing may choose again."""
    page = practice("frozen-pile; seed=a")
    assert page.drill is not None
    solve(page.drill)
    assert says(page, "stop")["report"]["text"].startswith("1 of 1")
    other = practice("frozen-pile; seed=a")
    assert says(other, "stop")["stage"] == "choose"


def test_nothing_is_told_before_the_end() -> None:
    """Told at the end: a wrong answer stands and is noted without a star, without a word of how it went."""
    page = practice("frozen-pile; seed=monday; count=2; reveal=end")
    assert page.drill is not None
    item = page.drill.level
    assert isinstance(item, Question)
    task = item.task
    choices = task.choices(item.position) if isinstance(task, Judge) else [[0], [1]]
    page.drill.answer(next(each for each in choices if each != task.answer(item.position)))
    view = page.drill.guide.view
    assert view["outcome"]["text"] == "Noted. How it went is told at the end."
    assert not view["can"]["hint"]
    assert [each["stars"] for each in view["levels"]] == [0]
    page.drill.go_to(1)
    solve(page.drill)
    assert [row["right"] for row in page.chooser.view["report"]["rows"]] == [False, True]
    assert [entry.stars for entry in page.drill.record.mine] == [0, 3]


def test_what_was_missed_comes_once_more() -> None:
    """After a session what went wrong is dealt again as it was, and no more."""
    page = practice("frozen-pile,wild-cards; seed=monday; count=4")
    done(page, wrong=2)
    assert page.drill is not None
    missed = [each.item for each in page.drill.session.dealt[:2]]
    assert says(page, "again")["stage"] == "going"
    assert page.drill.session.count == 2
    done(page)
    assert [each.item for each in page.drill.session.dealt] == missed
    assert not page.chooser.view["report"]["again"]


def test_mistakes_of_another_day() -> None:
    """What the browser keeps of earlier mistakes can be done again; without any that is said."""
    page = practice()
    assert "no mistake" in says(page, "begin", settings={"what": "mistakes"})["problem"]
    generator = GENERATORS["wild-cards"]
    entry = Entry(generator.unit, "wild-cards", "1", "drill", seed="old", wrong=1, at="2026-01-31T18:05:00Z")
    says(page, "known", label="Ann", entries=[entry.as_json()], arrival=True)
    assert says(page, "begin", settings={"what": "mistakes"})["stage"] == "going"
    assert page.drill is not None
    assert page.drill.session.dealt[0].seed == "old"


def test_results_are_a_file() -> None:
    """The results hold the assignment, the label and the entries of this session, and read whole."""
    page = practice(PLAN)
    says(page, "known", label="Ann", entries=[], arrival=True)
    done(page)
    found = read_results(page.chooser.view["report"]["file"])
    assert (found.label, found.plan.text()) == ("Ann", PLAN)
    assert page.drill is not None
    assert list(found.entries) == page.drill.record.mine
    assert len(found.entries) == 2


@pytest.mark.parametrize(
    "message",
    [
        None,
        7,
        {},
        {"kind": "begin"},
        {"kind": "begin", "settings": 1},
        {"kind": "accept"},
        {"kind": "again"},
        {"kind": "arrived", "search": 1},
    ],
)
def test_what_no_page_would_say(message: Any) -> None:
    """Anything else that comes over the wire changes nothing."""
    page = practice()
    before = dict(page.chooser.view)
    page._heard(None, message, None)
    assert page.chooser.view == before


def test_an_assignment_typed_wrong_in_a_cell() -> None:
    """In a notebook of one's own a wrong assignment is an error that names its faulty part."""
    with pytest.raises(DrillError, match="poker"):
        practice("poker; seed=1")


def test_own_file(tmp_path: Path) -> None:
    """In a Jupyter of the learner's own, what was practised is in his file."""
    page = Practice(PLAN, own=DataFile(tmp_path))
    done(page)
    assert len(DataFile(tmp_path).read().entries) == 2


def test_a_name_for_the_file() -> None:
    """The file that is saved bears the name that is typed; without one, or with what is none, it is asked for."""
    page = practice(PLAN)
    done(page)
    sent: list[dict[str, Any]] = []
    page.chooser.send = lambda message, _buffers=None: sent.append(message)
    for name, said in (("", "Type your name first"), ("x" * 100, "A name has at most"), (7, "A name is a text")):
        assert says(page, "save", name=name)["problem"].startswith(said)
    assert sent == []
    view = says(page, "save", name="  Ann  ")
    assert view["problem"] == ""
    assert [read_results(each["text"]).label for each in sent] == ["Ann"]
    assert read_results(view["report"]["file"]).label == "Ann"
    assert page.label == ""  # progress is kept for whom it was


def test_handed_in() -> None:
    """What is handed in bears the name that is typed, as a file does, and goes to the page; one too large does not."""
    page = practice(PLAN)
    done(page)
    sent: list[dict[str, Any]] = []
    page.chooser.send = lambda message, _buffers=None: sent.append(message)
    assert says(page, "hand", name=" ")["problem"].startswith("Type your name first")
    assert says(page, "hand", name="Ann")["problem"] == ""
    assert [(each["kind"], read_results(each["text"]).label) for each in sent] == [("hand", "Ann")]
    assert page.drill is not None
    page.drill.record.mine = [*page.drill.record.mine] * 300
    assert says(page, "hand", name="Ann")["problem"].startswith("These results are too large")
    assert says(page, "save", name="Ann")["problem"] == ""
    assert [each["kind"] for each in sent] == ["hand", "file"]


def test_stopped_before_the_end() -> None:
    """What was left open is said, and how it went is told, also where it was to be told at the end."""
    page = practice("frozen-pile; seed=monday; count=3; reveal=end")
    assert page.drill is not None
    miss(page.drill)
    assert page.drill.guide.view["outcome"]["state"] == "noted"
    view = says(page, "stop")
    assert view["report"]["text"].endswith("2 tasks were not done.")
    assert page.drill.guide.view["outcome"]["state"] == "done"
    for _turn in range(2):
        page.drill.go_to(page.drill.at + 1)
        solve(page.drill)
    rows = page.chooser.view["report"]["rows"]
    assert [row["number"] for row in rows] == [1, 2, 3]


def test_from_a_game_of_ones_own() -> None:
    """A log of the learner's own is looked through, and what is found is dealt; others cannot be dealt it."""
    page = practice()
    log = (Path(__file__).parent / "games" / "classic-4-deal.log").read_text("utf-8")
    view = says(page, "log", text=log)
    assert view["problem"] == ""
    assert view["what"][0] == {"value": "own-deals", "label": "From your own deals"}
    assert view["chosen"] == "own-deals"
    view = says(page, "begin", settings={"what": "own-deals", "count": "2"})
    assert (view["stage"], view["plan"], view["link"]) == ("going", "From your own deals: 2 tasks", "")
    assert page.drill is not None
    assert page.drill.session.dealt[0].generator.name == "own-deals"
    done(page)
    assert page.chooser.view["report"]["file"] == ""


@pytest.mark.parametrize(("text", "said"), [("", "log"), ("grab everything", "grab"), ("x" * 10**6, "A log has up to")])
def test_a_log_that_cannot_be_read(text: str, said: str) -> None:
    """A log that cannot be read, or is too long, is told; the form stays as it was."""
    page = practice()
    before = page.chooser.view["what"]
    view = says(page, "log", text=text)
    assert said in view["problem"]
    assert view["what"] == before
    assert "own-deals" not in says(page, "begin", settings={"what": "own-deals"})["plan"]


def test_stopped_in_the_middle_of_a_task() -> None:
    """A wrong answer counts, and is told, also where one stops before the right one."""
    page = practice("wild-cards; seed=monday; count=3")
    assert page.drill is not None
    page.drill.table.commit("meld 9999")
    assert page.drill.refused
    view = says(page, "stop")
    assert view["stage"] == "over"
    assert [(row["number"], row["right"]) for row in view["report"]["rows"]] == [(1, False)]
    assert len(read_results(view["report"]["file"]).entries) == 1
    assert says(page, "choose")["stage"] == "choose"
    assert len(page.entries) == 1
