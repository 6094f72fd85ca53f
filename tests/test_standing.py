"""Where a learner stands: counted by clause from the entries of progress, and written as files that do no harm."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from canasta import BOOK
from canasta.clauses.chapters import CHAPTERS, chapter_of
from canasta.tutor.drills import GENERATORS, draw
from canasta.tutor.levels import read_unit
from canasta.tutor.progress import Entry
from canasta.tutor.standing import (
    FORMAT,
    FORMULA,
    Standing,
    Subject,
    Subjects,
    as_csv,
    as_json,
    goes,
    harmless,
    standings,
)

LEVELS = Path(__file__).parents[1] / "lessons" / "levels"
MELDS = read_unit(LEVELS / "02-melds.toml", proved=False)
SUBJECTS = Subjects([MELDS])
FIRST, SECOND = MELDS.good()[:2]
DONE = Entry("02-melds", FIRST.id, FIRST.version, "try", stars=3, seconds=30, at="2026-01-31T18:05:00Z")
KNOBS = (("hard", 2), ("kind", "judge"), ("profile", "classic"))
DEALT = replace(DONE, unit="03-wild-cards", item="wild-cards", part="drill", seed="4", knobs=KNOBS)


def stands(*entries: Entry) -> dict[str, Standing]:
    """Where these entries leave a learner."""
    return standings(entries, SUBJECTS)


def test_an_item_of_a_unit_is_about_its_clauses() -> None:
    """A level counts for each clause that its unit's file names, and for no other."""
    table = stands(DONE)
    assert list(table) == sorted(FIRST.clauses, key=BOOK.ids().index)
    for clause, row in table.items():
        assert row == Standing(clause, 1, 1, 0, 0, 30, DONE.at)


def test_a_dealt_item_is_dealt_again() -> None:
    """Seed and knobs tell what it was about, and it is dealt once; what is no longer there leaves what was missed."""
    subjects = Subjects()
    assert not subjects.knows(DEALT)
    drawn = draw(GENERATORS["wild-cards"], "4", dict(KNOBS))
    assert subjects.about(DEALT) == Subject(drawn.item.clauses, "wild-cards judge")
    assert subjects.knows(DEALT)
    assert subjects.about(DEALT) is subjects.about(replace(DEALT, at="", stars=0))
    missed = replace(DEALT, findings=("meld.threes",), wrong=1)
    gone = [
        replace(missed, item="no-such-drill"),
        replace(missed, knobs=(("no-such-knob", 1),)),
        replace(missed, knobs=(("hard", True),)),
        replace(missed, unit="02-melds", item="gone", seed=""),
    ]
    for entry in gone:
        assert [go.clause for go in goes([entry], subjects)] == ["meld.threes"], entry


def test_what_a_wrong_try_met_was_missed() -> None:
    """The clause that it met is missed, once an entry, also where the item is about another; the rest were right."""
    other = "take.pair"
    assert other not in FIRST.clauses
    entry = replace(DONE, findings=(FIRST.clauses[0], other, other), wrong=3, stars=1)
    table = stands(entry)
    assert {clause for clause, row in table.items() if row.missed} == {FIRST.clauses[0], other}
    assert all(row.missed + row.right == 1 for row in table.values())
    assert set(table) == {*FIRST.clauses, other}


def test_a_wrong_answer_without_a_clause_misses_all() -> None:
    """Where it met no clause in particular, nobody can tell which of the item's was missed."""
    table = stands(replace(DONE, wrong=1, stars=2))
    assert table
    assert all(row.missed == 1 and not row.right for row in table.values())


def test_hints_and_giving_up_are_not_right() -> None:
    """With a hint, or not done at all, a try is neither right at once nor missed."""
    for entry in (replace(DONE, hint=2, stars=2), replace(DONE, stars=0)):
        (row, *_rest) = stands(entry).values()
        assert (row.tries, row.right, row.missed, row.hints) == (1, 0, 0, entry.hint)
    assert stands(replace(DONE, stars=0))[FIRST.clauses[0]].seconds is None


def test_tries_add_up() -> None:
    """Counts are sums, time is the median of what was done, last seen the latest, in whatever order they come."""
    clause = FIRST.clauses[0]
    times = (10, 20, 90)
    entries = [replace(DONE, seconds=n, at=f"2026-02-0{day}T08:00:00Z") for day, n in enumerate(times, 1)]
    entries.append(replace(DONE, stars=0, seconds=9999, at="", findings=(clause,), wrong=1))
    row = stands(*entries)[clause]
    assert row == Standing(clause, 4, 3, 1, 0, 20, "2026-02-03T08:00:00Z")
    assert row.share == 0.75
    assert stands(*reversed(entries)) == stands(*entries)


def test_nothing_done_and_nothing_known() -> None:
    """Without entries the table is empty; a clause that is in no book is left out, and the entry still counts."""
    assert stands() == {}
    table = stands(replace(DONE, findings=("=cmd()", "meld.gone"), wrong=2))
    assert set(table) == set(FIRST.clauses)


def table_of(*names: str) -> dict[str, dict[str, Standing]]:
    """The same standings for each of these learners."""
    return dict.fromkeys(names, stands(DONE, replace(DONE, findings=(FIRST.clauses[0],), wrong=1)))


def read_csv(text: str) -> list[dict[str, str]]:
    """The rows of a file."""
    return list(csv.DictReader(io.StringIO(text)))


def test_as_csv() -> None:
    """There is a row for each learner and clause, with the law in words, and the numbers are the table's."""
    rows = read_csv(as_csv(table_of("Anna", "")))
    assert [row["learner"] for row in rows] == ["Anna"] * len(FIRST.clauses) + [""] * len(FIRST.clauses)
    row = next(row for row in rows if row["clause"] == FIRST.clauses[0])
    assert {name: row[name] for name in ("tries", "right", "share", "missed", "hints")} == {
        "tries": "2",
        "right": "1",
        "share": "0.5",
        "missed": "1",
        "hints": "0",
    }
    assert float(row["median_seconds"]) == 30
    assert row["rule"].endswith(".")
    assert row["last_seen"] == DONE.at


@pytest.mark.parametrize("name", [f"{sign}1+1" for sign in FORMULA] + [' =1+1"', 'x;"=1', 'a,"b"', "דנה"])
def test_a_name_is_no_formula(name: str) -> None:
    """A spreadsheet reckons nothing out of a name, wherever it cuts the cells; the name is still there to be read."""
    text = as_csv(table_of(name))
    (read,) = {row["learner"] for row in read_csv(text)}
    assert read in (name, f"'{name}")
    assert not read.startswith(FORMULA)
    for line in csv.reader(io.StringIO(text)):
        assert not any(cell.lstrip(" ").startswith(FORMULA) for cell in line)
    assert f'"{read.replace(chr(34), chr(34) * 2)}"' in text
    assert harmless("Anna-Lena") == "Anna-Lena"


def test_as_json() -> None:
    """The same as JSON, by learner; there a name is a text, whatever it begins with."""
    data: dict[str, Any] = json.loads(as_json(table_of("=1", "דנה")))
    assert (data["format"], data["version"]) == (FORMAT, 1)
    assert [each["learner"] for each in data["learners"]] == ["=1", "דנה"]
    row = data["learners"][0]["clauses"][0]
    assert (row["tries"], row["right"], row["last_seen"]) == (2, 1, DONE.at)
    assert json.loads(as_json({})) == {"format": FORMAT, "version": 1, "learners": []}
    assert len(as_csv({}).splitlines()) == 1


def test_every_clause_has_a_chapter() -> None:
    """The first word of each id is a chapter with a title, and no chapter is empty."""
    assert {chapter_of(id) for id in BOOK.ids()} == set(CHAPTERS)
