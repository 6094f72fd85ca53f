"""The drill on its page: what is dealt, what is kept of it, and what is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.datafile import DataFile
from canasta_widgets.drilling import IN_VIEW, Drill
from canasta_widgets.later import Later
from canasta_widgets.unit import Unit
from test_lesson import solve

from canasta.tutor.drills import GENERATORS, draw
from canasta.tutor.drills.plan import Plan
from canasta.tutor.drills.session import LAST, Session
from canasta.tutor.hints import RUNGS
from canasta.tutor.levels import Level, Question
from canasta.tutor.progress import Entry, read_entries
from canasta.tutor.questions import Choose, Judge

NAME = "frozen-pile"


def drill(*names: str, **options: Any) -> Drill:
    """A drill of one seed that keeps nothing in a file."""
    return Drill(Session(Plan(names or (NAME,), "a room", **options)), own=DataFile(None))


def made(practice: Drill) -> list[Entry]:
    """What the browser is to keep."""
    return read_entries([each["entry"] for each in practice.guide.made])[0]


def miss(practice: Drill) -> None:
    """Give a wrong answer, or try what is refused; then it is done right."""
    item = practice.level
    if isinstance(item, Question) and isinstance(item.task, Judge):
        wrong = next(each for each in item.task.choices(item.position) if each != item.task.answer(item.position))
        assert practice.answer(wrong) is not None
    elif isinstance(item, Question) and isinstance(item.task, Choose):
        right = item.task.answer(item.position)
        assert practice.answer([at for at in range(len(item.task.tries)) if at not in right]) is not None
    else:
        practice.table.commit("meld 9999")
    solve(practice)


def test_it_never_runs_out() -> None:
    """Each next item is a fresh one, and all are done with three stars by who knows the rules."""
    practice = drill(*GENERATORS)
    for _turn in range(12):
        solve(practice)
        assert practice.guide.view["outcome"]["state"] == "done", practice.guide.view
        assert practice.guide.view["can"]["next"]
        practice._heard(None, {"kind": "next"}, None)
        assert practice.guide.view["outcome"] == {}
    assert set(practice.stars.values()) == {3}
    assert len(practice.unit.levels) == 13
    assert len(practice.guide.view["levels"]) == IN_VIEW


def test_what_is_kept_deals_it_again() -> None:
    """An entry has the unit, the generator, the seed and the knobs, which give the same item again."""
    practice = drill("wild-cards", NAME)
    for _turn in range(4):
        solve(practice)
        practice.go_to(practice.at + 1)
    entries = made(practice)
    assert len(entries) == 4
    for entry, dealt in zip(entries, practice.session.dealt, strict=False):
        assert (entry.unit, entry.part, entry.stars) == (dealt.generator.unit, "drill", 3)
        again = draw(GENERATORS[entry.item], entry.seed, dict(entry.knobs))
        assert again.item == dealt.item
        assert again.item.version == entry.version


def test_only_the_first_go_counts() -> None:
    """Who goes back and does an item again changes neither the session nor what is kept."""
    practice = drill()
    miss(practice)
    practice.go_to(1)
    solve(practice)
    practice.go_to(0)
    solve(practice)
    assert practice.session.results == [False, True]
    assert [bool(entry.wrong) for entry in made(practice)] == [True, False]
    assert [entry.findings for entry in made(practice)][1] == ()


def test_a_hint_is_no_right_answer() -> None:
    """What was done with a hint earns stars, and does not count towards mastery."""
    practice = drill()
    for _rung in range(RUNGS - 1):
        practice.hint()
    solve(practice)
    assert practice.session.results == [False]
    assert practice.stars[practice.level.id] == 1


def test_given_up_counts_as_missed_and_skipped_does_not() -> None:
    """An item that was tried and left is missed; one that was only looked at is nothing."""
    practice = drill(hard=2)
    practice.go_to(1)
    assert practice.session.results == []
    practice.hint()
    practice.go_to(2)
    assert practice.session.results == [False]
    assert [entry.stars for entry in made(practice)] == [0]


def test_mastery_is_said() -> None:
    """After five right answers it is said that it is enough, and one may go on."""
    practice = drill()
    said = []
    for _turn in range(LAST):
        solve(practice)
        said.append(practice.guide.view["outcome"]["text"])
        practice.go_to(practice.at + 1)
    assert ["You have got it" in text for text in said] == [False] * (LAST - 1) + [True]


def test_before_mastery_the_score_is_said() -> None:
    """With five answers of which too few are right, the count is said, and how many are enough."""
    practice = drill(hard=1)
    for turn in range(LAST):
        (miss if turn < 3 else solve)(practice)
        text = practice.guide.view["outcome"]["text"]
        practice.go_to(practice.at + 1)
    assert "2 of the last 5 at the first try; 4 are enough." in text


def test_a_session_of_so_many_ends() -> None:
    """A session with a count ends with its last item, and says how it went."""
    practice = drill(count=2)
    solve(practice)
    practice.go_to(1)
    miss(practice)
    assert "That was the last one: 1 of 2 at the first try." in practice.guide.view["outcome"]["text"]
    assert not practice.guide.view["can"]["next"]
    practice.go_to(2)
    assert practice.at == 1


def test_what_was_passed_over_comes_at_the_end() -> None:
    """After the last of a long session comes what was passed over, wherever it stands, until nothing is open."""
    count = 2 * IN_VIEW
    practice = drill(count=count)
    for at in range(count):
        if at not in (0, 3):
            solve(practice)
        if at < count - 1:
            practice._heard(None, {"kind": "next"}, None)
    assert "passed over" in practice.guide.view["outcome"]["text"]
    for at in (0, 3):
        assert practice.guide.view["can"]["next"]
        practice._heard(None, {"kind": "next"}, None)
        assert practice.at == at
        solve(practice)
        practice.go_to(count - 1)
    assert practice.finished
    assert not practice.guide.view["can"]["next"]


def test_the_table_of_a_question_does_not_answer_it() -> None:
    """What can be done there, and all legal plays, are told where one plays, and not where a question is asked."""
    practice = drill()
    heard: list[dict[str, Any]] = []
    practice.table.send = lambda message, _buffers=None: heard.append(message)
    asked = set()
    for _turn in range(2 * IN_VIEW):
        heard.clear()
        serial = practice.table.zones["serial"]
        for more in ({"kind": "told", "which": "can"}, {"kind": "plays"}):
            practice.table._heard(None, {"serial": serial, **more}, None)
        question = isinstance(practice.level, Question)
        asked.add(question)
        assert ("what you are asked" in str(heard)) == question, heard
        assert [each["kind"] for each in heard] == (["told"] if question else ["told", "plays"])
        practice.go_to(practice.at + 1)
    assert asked == {True, False}


def test_there_is_a_way_back() -> None:
    """From the first task in view one can go back to the one before it, whichever that is."""
    practice = drill()
    for _turn in range(2 * IN_VIEW):
        practice._heard(None, {"kind": "next"}, None)
    while practice.at:
        shown = [each["at"] for each in practice.guide.view["levels"]]
        assert min(shown) < practice.at <= max(shown)
        assert len(shown) == IN_VIEW
        practice._heard(None, {"kind": "level", "number": min(shown)}, None)


def test_one_file_for_several_units(tmp_path: Path) -> None:
    """In a mixed drill each entry stands under its own unit, in a learner's own file too."""
    own = DataFile(tmp_path)
    practice = Drill(Session(Plan(("wild-cards", NAME), "3")), own=own)
    assert practice.guide.view["unit"] is None
    for _turn in range(2):
        solve(practice)
        practice.go_to(practice.at + 1)
    assert {entry.unit for entry in own.read().entries} == {"03-wild-cards", "09-frozen-pile"}


@pytest.mark.parametrize(("unit", "there"), [("09-frozen-pile", True), ("00-a-turn", False)])
def test_on_the_page_of_a_unit(unit: str, there: bool) -> None:
    """A unit with a generator has a drill on its page, made when it is wanted; one without shows nothing."""
    shown = Unit(unit).drill()
    assert (shown is not None) == there
    if isinstance(shown, Later):
        practice = shown.reveal()
        assert isinstance(practice, Drill)
        assert practice.unit.name == unit


def test_without_hints_nothing_is_told_beforehand() -> None:
    """In a session without hints the table of a task lists no legal play, in words or as a list."""
    practice = drill("frozen-pile", hints=False)
    while not isinstance(practice.level, Level):
        practice.go_to(practice.at + 1)
    assert practice.table.zones["tells"] is False
    heard: list[Any] = []
    practice.table.send = lambda content, buffers=None: heard.append(content)
    serial = practice.table.zones["serial"]
    practice.table._heard(None, {"kind": "plays", "serial": serial}, None)
    assert heard == []
    practice.table._heard(None, {"kind": "told", "serial": serial, "which": "can"}, None)
    assert "what you are asked" in str(heard)
    assert drill("frozen-pile").table.tells is not practice.table.tells
