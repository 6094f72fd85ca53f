"""Questions on the same cards at several tables: a level file asks, the rule books answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from canasta_widgets.questions import form, shown

from canasta.tutor.levels import Question, read_unit

GOOD = """
title = "x"
[[level]]
id = "one-king"
kind = "tables"
title = "One king"
clauses = ["freeze.card"]
say = "A black three lies in the pile. At which of these tables may one king and a deuce take it?"
position = "Ks9h2d4d QQQ/AAA 7hbsKh"
try = "take K2"
tables = ["classic", "spruce", "pagat"]
[level.hints]
gate = "Does the card lying sideways freeze the pile everywhere?"
point = "pile"
words = "Look what lies below the top."
ask = "What does a black three do at each table?"
answer = "At two of them it freezes the pile."
"""


def written(folder: Path, text: str) -> Path:
    """The text as a unit's file."""
    (folder / "x.toml").write_text(text, "utf-8")
    return folder / "x.toml"


def test_each_table_says_what_its_rule_book_says(tmp_path: Path) -> None:
    """The tables that allow it are the answer; a wrong one is told what it says, a right answer what all say."""
    (question,) = read_unit(written(tmp_path, GOOD)).good()
    assert isinstance(question, Question)
    task, position = question.task, question.position
    assert task.answer(position) == [2]
    wrong = task.mark(position, [1, 2])
    assert wrong is not None
    assert (wrong.right, wrong.clause) == (False, "freeze.natural-pair")
    assert wrong.text.startswith("At spruce: Refused. The pile is frozen")
    right = task.mark(position, [2])
    assert right is not None
    assert right.right
    told = {"classic": "refused", "spruce": "refused", "pagat": "legal"}
    assert all(f"At {name}: {word.capitalize()}. " in right.text for name, word in told.items())
    assert right.clause == "freeze.natural-pair"
    for answer in ([3], [2, 2], "pagat", [True], None):
        assert task.mark(position, answer) is None


def test_it_is_answered_by_ticking_tables(tmp_path: Path) -> None:
    """The form names the action and the tables, all alike, and the last hint tells which of them allow it."""
    (question,) = read_unit(written(tmp_path, GOOD)).good()
    assert isinstance(question, Question)
    asked = form(question)
    assert (asked["how"], [each["label"] for each in asked["options"]]) == ("many", ["classic", "spruce", "pagat"])
    assert asked["about"]
    assert shown(question) == "The answer: pagat. Now give it yourself."


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"pagat"', '"poker"', "tables: 'poker' is no table"),
        (', "spruce", "pagat"', "", "tables: there are 2 to 6 of them"),
        ('"pagat"', '"classic"', "tables: there are 2 to 6 of them, each another"),
        ('"pagat"', '"pagat/2"', "tables: pagat/2 is for 2 players; the position has 4"),
        ("take K2", "take 94", "legal at none of them"),
        ('try = "take K2"\n', "", "'try' is missing; kind tables has try, tables"),
    ],
)
def test_faults_are_named(tmp_path: Path, old: str, new: str, says: str) -> None:
    """A table that there is not, too few, another number of players, or nothing to pick: each is a plain fault."""
    assert old in GOOD
    assert any(says in fault for fault in read_unit(written(tmp_path, GOOD.replace(old, new))).faults)


def test_a_position_that_a_table_cannot_have(tmp_path: Path) -> None:
    """Cards that can lie at one table and not at another are named with what is wrong there."""
    text = GOOD.replace("QQQ/AAA", "QQ222/AAA")
    assert any("cannot exist at spruce" in fault for fault in read_unit(written(tmp_path, text)).faults)
