"""Which rule allows it: asked in a level file, answered by what decides."""

from __future__ import annotations

from pathlib import Path

import pytest
from canasta_widgets.questions import form, shown
from test_compared import GOOD as TABLES
from test_compared import written

from canasta.clauses import BOOK
from canasta.clauses.register import law
from canasta.profile import CLASSIC
from canasta.tutor.levels import Question, read_unit

GOOD = (
    TABLES.replace('kind = "tables"', 'kind = "allowed"')
    .replace('try = "take K2"', 'try = "draw"')
    .replace('tables = ["classic", "spruce", "pagat"]', 'among = ["freeze.card", "take.pair"]')
    .replace('position = "Ks9h2d4d QQQ/AAA 7hbsKh"', 'position = "KsKd9h2d4d QQQ/AAA 7h6sKh"')
    .replace('"draw"', '"take KK"')
    .replace('among = ["freeze.card", "take.pair"]', 'among = ["freeze.natural-pair", "take.add"]')
)


def asked(folder: Path) -> Question:
    """The question of the file."""
    (question,) = read_unit(written(folder, GOOD)).good()
    assert isinstance(question, Question)
    return question


def test_what_decides_is_the_answer(tmp_path: Path) -> None:
    """The clause that makes the take legal is the answer; another one is told what it is about."""
    question = asked(tmp_path)
    task, position = question.task, question.position
    assert task.answer(position) == "take.pair"
    right, wrong = task.mark(position, "take.pair"), task.mark(position, "take.add")
    assert right is not None
    assert right.right
    assert right.text.startswith("Legal. ")
    assert wrong is not None
    assert not wrong.right
    assert law(BOOK["take.add"], CLASSIC) in wrong.text
    assert task.mark(position, "meld.threes") is None


def test_laws_are_what_one_chooses_from(tmp_path: Path) -> None:
    """The form shows the action and the laws of the clauses, and the last hint says the right one."""
    question = asked(tmp_path)
    shown_form = form(question)
    assert shown_form["how"] == "one"
    assert [each["label"] for each in shown_form["options"]] == [
        law(BOOK[id], CLASSIC) for id in ("freeze.natural-pair", "take.add", "take.pair")
    ]
    assert law(BOOK["take.pair"], CLASSIC).rstrip(".") in shown(question)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"take KK"', '"take K2 99"', "try: it is refused by "),
        ('"take.add"]', '"take.pair"]', "among: take.pair has to do with it; only others stand there"),
        ('["freeze.natural-pair", "take.add"]', "[]", "among: it must be a list"),
        ('["freeze.natural-pair", "take.add"]', '["take.none"]', "take.none"),
    ],
)
def test_faults_are_told(tmp_path: Path, old: str, new: str, says: str) -> None:
    """What cannot be asked is a fault that names the part."""
    assert old in GOOD
    unit = read_unit(written(tmp_path, GOOD.replace(old, new)))
    assert any(says in fault for fault in unit.faults), unit.faults
