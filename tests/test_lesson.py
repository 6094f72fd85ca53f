"""The lesson: levels, stars, hints, and a plain sentence where a level is broken."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.lesson import Lesson
from test_levels import GOOD, SECOND, UNITS

from canasta.tutor.levels import Level, Question, solution

UNIT = "02-melds"


def solve(lesson: Lesson) -> None:
    """Play the level on the table by the engine's own way, its asked-for refusals first; or answer the question."""
    level = lesson.level
    if isinstance(level, Question):
        lesson.answer(level.task.answer(level.position))
        return
    assert isinstance(level, Level)
    for condition in level.goal.all:
        if condition.text.startswith("refused:"):
            met = (wrong for wrong in level.wrong if condition.value in (wrong.clause, *wrong.also))
            lesson.table.commit(str(next(met).action))
    for action in solution(level) or ():
        lesson.table.commit(str(action))


@pytest.mark.parametrize("part", ["try", "exit"])
@pytest.mark.parametrize("unit", [path.stem for path in UNITS])
def test_whole_lesson_earns_all_stars(unit: str, part: str) -> None:
    """Played right at the first try, every level gives three stars, and the last one says that all is done."""
    lesson = Lesson(unit, part=part)
    assert lesson.unit.levels
    for number in range(len(lesson.unit.levels)):
        lesson.go_to(number)
        assert lesson.guide.view["outcome"] == {}
        solve(lesson)
        assert lesson.guide.view["outcome"]["state"] == "done"
    assert set(lesson.stars.values()) == {3}
    assert len(lesson.stars) == len(lesson.unit.levels)
    assert "the unit is yours" in lesson.guide.view["outcome"]["text"]
    assert not lesson.guide.view["can"]["next"]


def test_the_end_of_a_level_says_its_law() -> None:
    """Where a level is done, the law that it teaches most is said, with the numbers of the profile in force."""
    lesson = Lesson("12-going-out")
    for number, said in ((0, "Going out needs no discard"), (1, "has 1 canasta"), (7, "has 2 canastas")):
        lesson.go_to(number)
        solve(lesson)
        assert said in lesson.guide.view["outcome"]["text"]


def test_a_refusal_costs_a_star_and_stars_never_fall() -> None:
    """One refused try leaves two stars; a worse try later takes none away, a better one adds."""
    lesson = Lesson(UNIT)
    lesson.table.commit("meld 77")
    assert lesson.table.verdict["lead"]["clause"] == "meld.same-rank"
    solve(lesson)
    assert lesson.stars["three-of-one-rank"] == 2
    lesson.retry()
    for _ in range(3):
        lesson.table.commit("meld 77")
    solve(lesson)
    assert lesson.stars["three-of-one-rank"] == 2
    lesson.retry()
    solve(lesson)
    assert lesson.stars["three-of-one-rank"] == 3


def test_asked_for_refusal_costs_nothing() -> None:
    """Where the task is to try what is refused, that refusal is no miss, and it alone does not reach the goal."""
    lesson = Lesson(UNIT)
    lesson.go_to(1)
    lesson.table.commit("meld 6s5s4s")
    assert not lesson.done
    lesson.table.commit("meld 999")
    assert lesson.stars["a-run-is-no-meld"] == 3


def test_hints_climb_four_rungs() -> None:
    """The gate, then pointing with words, then a question with its answer, then the engine's own way; no fifth."""
    lesson = Lesson(UNIT)
    level = lesson.level
    assert isinstance(level, Level)
    seen = []
    for rung in range(1, 6):
        lesson.hint()
        assert lesson.rung == min(rung, 4)
        seen.append(lesson.guide.view["hint"])
    assert seen[:2] == [level.hints.gate, level.hints.words]
    assert level.hints.answer in seen[2]
    assert "Meld 7 7 7" in seen[3]
    assert seen[4] == seen[3]
    assert lesson.table.marks == {"places": ["hand-3", "hand-4", "hand-5"], "words": level.hints.words}
    assert not lesson.guide.view["can"]["hint"]
    solve(lesson)
    assert lesson.stars[level.id] == 1


def test_pointing_reaches_melds_on_the_table() -> None:
    """A hint may point at a meld as well as at cards of the hand."""
    lesson = Lesson(UNIT)
    lesson.go_to(3)
    lesson.hint()
    lesson.hint()
    assert lesson.table.marks["places"] == ["hand-1", "hand-2", "meld-0-11"]


def test_legal_play_that_misses_the_goal() -> None:
    """A legal play that is not the task leaves it open and costs nothing; after a discard one begins again."""
    lesson = Lesson(UNIT)
    lesson.table.commit("discard 4")
    assert lesson.guide.view["outcome"]["state"] == "open"
    assert "turn is over" in lesson.guide.view["outcome"]["text"]
    lesson.retry()
    assert lesson.guide.view["outcome"] == {}
    solve(lesson)
    assert lesson.stars["three-of-one-rank"] == 3


def test_a_play_that_misses_the_goal_can_be_undone(tmp_path: Path) -> None:
    """Within the turn a play that is not the task can be taken back, unless the profile never takes back."""
    texts = []
    for profile in ("classic", "spruce"):
        text = GOOD.replace("777KQ54 AAA Q N.play", f"777KK2Q54 AAA Q . N.play {profile}")
        (tmp_path / "09-trial.toml").write_text(text, "utf-8")
        lesson = Lesson("09-trial", folder=tmp_path)
        lesson.table.commit("meld KK2")
        texts.append(lesson.guide.view["outcome"]["text"])
        lesson.table.undo()
        assert bool(lesson.table.steps) == (profile == "spruce")
    assert [text.rpartition(" ")[2] for text in texts] == ["undo.", "again."]


def test_asking_is_offered_where_it_is_taught() -> None:
    """The question to the partner is a button in a level about asking, and in no other."""
    lesson = Lesson("12-going-out")
    offered = []
    for number in range(len(lesson.unit.levels)):
        lesson.go_to(number)
        if lesson.table.zones["question"]:
            offered.append(lesson.level.id if lesson.level else "")
    assert offered == ["too-late-to-ask"]


def test_messages_drive_the_lesson() -> None:
    """Hint, retry, next and a level's number come as messages."""
    lesson = Lesson(UNIT)
    lesson._heard(None, {"kind": "hint"}, None)
    assert lesson.rung == 1
    lesson._heard(None, {"kind": "retry"}, None)
    assert lesson.rung == 0
    lesson._heard(None, {"kind": "next"}, None)
    lesson._heard(None, {"kind": "level", "number": 4}, None)
    assert lesson.at == 4


@pytest.mark.parametrize(
    "message", [None, [], {}, {"kind": "level"}, {"kind": "level", "number": "4"}, {"kind": "quit"}]
)
def test_malformed_messages_are_dropped(message: Any) -> None:
    """Whatever else comes changes nothing."""
    lesson = Lesson(UNIT)
    lesson._heard(None, message, None)
    assert lesson.at == 0


@pytest.mark.parametrize("number", [-5, 10**9])
def test_levels_that_are_not_there(number: int) -> None:
    """A level's number beyond the ends stays at the end."""
    lesson = Lesson(UNIT)
    lesson._heard(None, {"kind": "level", "number": number}, None)
    assert lesson.at in (0, len(lesson.unit.levels) - 1)


def test_faulty_level_is_a_plain_sentence(tmp_path: Path) -> None:
    """A broken level is said to be so in its place, and the other levels work."""
    (tmp_path / "09-trial.toml").write_text(GOOD.replace("777KQ54", "777KX54") + SECOND, "utf-8")
    lesson = Lesson("09-trial", folder=tmp_path)
    assert lesson.guide.view["faulty"]
    assert "cannot be shown" in lesson.guide.view["task"]
    assert "'X'" in lesson.guide.view["task"]
    assert lesson.table.layout.display == "none"
    lesson.hint()
    lesson.go_to(1)
    assert not lesson.guide.view["faulty"]
    assert lesson.table.layout.display is None
    solve(lesson)
    assert lesson.stars == {"another": 3}


def test_missing_unit_is_a_plain_sentence(tmp_path: Path) -> None:
    """A unit that is not there says so and shows no table."""
    lesson = Lesson("nowhere", folder=tmp_path)
    assert "There are no levels here" in lesson.guide.view["task"]
    for kind in ("hint", "retry", "next"):
        lesson._heard(None, {"kind": kind}, None)
    assert lesson.table.layout.display == "none"
