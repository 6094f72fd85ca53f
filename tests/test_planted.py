"""Questions on a score sheet with an error in it: the engine's own sheet tells which line is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from canasta_widgets.questions import form, shown

from canasta.score import score_deal
from canasta.tutor.levels import Question, read_unit

GOOD = """
title = "x"
[[level]]
id = "a-line"
kind = "error"
title = "Somebody was tired"
clauses = ["score.sheet"]
say = "The deal is over. One line of this sheet is wrong. Which?"
position = "-/K4/5/66 7777777;r/QQQ Q . N.over out=N"
line = 3
shows = 200
[level.hints]
gate = "Go through the lines one by one."
point = "meld:7"
words = "Count what lies here first."
ask = "What does going out bring?"
answer = "One bonus, paid once."
"""


def written(folder: Path, text: str) -> Path:
    """The text as a unit's file."""
    (folder / "x.toml").write_text(text, "utf-8")
    return folder / "x.toml"


def test_the_wrong_line_is_the_answer(tmp_path: Path) -> None:
    """The line that was planted is right to pick and told with what it brings; another one is told to be right."""
    (question,) = read_unit(written(tmp_path, GOOD)).good()
    assert isinstance(question, Question)
    task, position = question.task, question.position
    lines = score_deal(position)
    assert task.answer(position) == 2
    marked = [task.mark(position, at) for at in range(len(lines))]
    assert [each is not None and each.right for each in marked] == [at == 2 for at in range(len(lines))]
    assert marked[2] is not None
    assert marked[2].text.startswith("North went out: 100 points. ")
    assert marked[0] is not None
    assert marked[0].text.startswith("Natural canasta of sevens: this is right. ")
    assert all(task.mark(position, answer) is None for answer in (len(lines), -1, True, "2", [2], None))


def test_the_sheet_is_shown_with_its_error(tmp_path: Path) -> None:
    """Each line is an option with the points that it shows, and the last hint names the wrong one."""
    (question,) = read_unit(written(tmp_path, GOOD)).good()
    assert isinstance(question, Question)
    asked = form(question)
    assert asked["how"] == "one"
    labels = [each["label"] for each in asked["options"]]
    assert labels[0] == "We: Natural canasta of sevens: 500"
    assert labels[2] == "We: North went out: 200"
    assert shown(question) == "The answer: We: North went out: 200. Now give it yourself."


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("line = 3", "line = 9", "line: it is a number from 1 to"),
        ("line = 3", "line = 0", "line: it is a number from 1 to"),
        ("line = 3", 'line = "third"', "line: it must be a whole number"),
        ("shows = 200", "shows = 100", "shows: the line brings 100 indeed"),
        ("shows = 200\n", "", "'shows' is missing; kind error has line, shows"),
        ("-/K4/5/66 7777777;r/QQQ Q . N.over out=N", "9/K4 777 Q N.play", "position: The deal is not over"),
    ],
)
def test_faults_are_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    """A line that there is not, an error that is none, or a deal that is not over: each is a plain fault."""
    assert old in GOOD
    assert any(says in fault for fault in read_unit(written(tmp_path, GOOD.replace(old, new))).faults)
