"""The list of the lessons is made from the files that are there."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import nbformat
import pytest
from canasta_widgets.contents import PRACTICE, Contents
from canasta_widgets.datafile import DataFile
from test_levels import GOOD, SECOND
from test_progress import ENTRY

from canasta.tutor.drills.plan import read_plan
from canasta.tutor.drills.session import Session
from canasta.tutor.drills.sets import AFTER
from canasta.tutor.progress import Entry, read_entries

LESSONS = Path(__file__).parents[1] / "lessons"


def notebook(folder: Path, name: str, title: str, text: str) -> None:
    """A notebook that begins with this text."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text)], metadata={"title": title})
    nbformat.write(made, folder / f"{name}.ipynb")


def test_every_notebook_is_listed() -> None:
    """What we ship is listed with title and link: the units in their order, then the others.

    The index is not, nor the page for whoever stands before a class.
    """
    names = sorted(path.name for path in LESSONS.glob("*.ipynb") if path.stem not in ("index", "present"))
    contents = Contents(LESSONS)
    assert [entry.file for entry in contents.entries] == names
    shown = contents._repr_markdown_()
    places = [shown.index(f"({name})") for name in names]
    assert places == sorted(places)
    assert "**[Melds](02-melds.ipynb)**  \n  You will lay melds" in shown
    assert "9 levels." in shown
    assert shown.index("## Lessons") < places[0] < shown.index("## More to try") < places[-1]
    assert "index.ipynb" not in shown
    assert (LESSONS / "present.ipynb").is_file()
    assert "02-melds.ipynb: Melds" in repr(contents)


def test_new_unit_needs_its_files_only(tmp_path: Path) -> None:
    """A notebook and a level file make an entry: title, first paragraph on one line, and how many levels work."""
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "03-trial.toml").write_text(GOOD + SECOND, "utf-8")
    notebook(tmp_path, "03-trial", "Copied from", "# Trial [one]\n\n**You will**\ntry it.\n\nAnd more.")
    notebook(tmp_path, "index", "Index", "# Index")
    shown = Contents(tmp_path)._repr_markdown_()
    assert shown == "## Lessons\n\n- **[Trial \\[one\\]](03-trial.ipynb)**  \n  You will try it. 2 levels."


def test_notebook_without_levels_or_text(tmp_path: Path) -> None:
    """A notebook with a title alone is an entry too, and a folder without units says so."""
    notebook(tmp_path, "my own", "Mine", "# Mine")
    shown = Contents(tmp_path)._repr_markdown_()
    assert "There is no lesson here yet." in shown
    assert "- **[Mine](my%20own.ipynb)**" in shown


@pytest.mark.parametrize("text", ["no notebook", "[]", "{}", '{"metadata": {}, "cells": [3]}', "\ud800"])
def test_broken_notebook_is_listed_with_why(tmp_path: Path, text: str) -> None:
    """A notebook that cannot be read says so in its place; the others are listed."""
    (tmp_path / "04-broken.ipynb").write_bytes(text.encode("utf-8", "surrogatepass"))
    notebook(tmp_path, "05-good", "Good", "# Good")
    shown = Contents(tmp_path)._repr_markdown_()
    assert "**[04-broken](04-broken.ipynb)**  \n  cannot be read" in shown
    assert "**[Good](05-good.ipynb)**" in shown


def test_beside_the_running_notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of the lessons lists its own notebooks; elsewhere the lessons that came with the program are listed."""
    monkeypatch.chdir(tmp_path)
    assert [entry.file for entry in Contents().entries] == [entry.file for entry in Contents(LESSONS).entries]
    notebook(tmp_path, "index", "Index", "# Index")
    notebook(tmp_path, "01-mine", "Mine", "# Mine")
    assert [entry.file for entry in Contents().entries] == ["01-mine.ipynb"]


@pytest.fixture
def lessons(tmp_path: Path) -> Path:
    """Two units of two levels each, and one notebook more."""
    folder = tmp_path / "lessons"
    (folder / "levels").mkdir(parents=True)
    for name, title in (("09-trial", "Trial"), ("10-other", "Wild cards")):
        (folder / "levels" / f"{name}.toml").write_text(GOOD + SECOND, "utf-8")
        notebook(folder, name, title, f"# {title}\n\n**You will** try.")
    notebook(folder, "more", "More", "# More")
    return folder


def known(contents: Contents, *entries: Entry, label: str = "") -> list[Entry]:
    """The browser says what it keeps; what it is told to keep besides."""
    sent: list[Any] = []
    contents.send = lambda content, buffers=None: sent.append(content)
    values = [entry.as_json() for entry in entries]
    contents._heard(None, {"kind": "known", "label": label, "entries": values, "arrival": True}, None)
    return read_entries([value for message in sent for value in message["entries"]])[0]


def entry(unit: str, item: str, stars: int) -> Entry:
    """An entry for an item."""
    return Entry(**{**vars(ENTRY), "unit": unit, "item": item, "stars": stars})


def seen(contents: Contents) -> list[tuple[str, str, str]]:
    """Title, state and stars of each lesson, as the browser shows them."""
    return [
        (each["title"], each["state"], each["stars"]) for part in contents.view["parts"] for each in part["entries"]
    ]


def test_stars_and_what_comes_next(lessons: Path) -> None:
    """Each unit shows stars earned of all; next is the first lesson with something open, until all is done."""
    contents = Contents(lessons)
    assert seen(contents) == [("Trial", "", "0 of 6 stars"), ("Wild cards", "", "0 of 6 stars"), ("More", "", "")]
    assert contents.view["next"] == {"href": "09-trial.ipynb", "text": "Begin with: Trial"}
    first = entry("09-trial", "lay-sevens", 2)
    known(contents, first)
    assert seen(contents)[0] == ("Trial", "begun", "2 of 6 stars")
    assert contents.view["next"] == {"href": "09-trial.ipynb", "text": "Go on with: Trial"}
    known(contents, first, entry("09-trial", "another", 3))
    assert seen(contents)[:2] == [("Trial", "done", "Done, with 5 of 6 stars"), ("Wild cards", "", "0 of 6 stars")]
    assert contents.view["next"] == {"href": "10-other.ipynb", "text": "Go on with: Wild cards"}
    every = [entry(unit, item, 1) for unit in ("09-trial", "10-other") for item in ("lay-sevens", "another")]
    known(contents, *every)
    assert contents.view["next"]["href"] == ""
    assert "Every lesson is done" in contents.view["next"]["text"]
    known(contents, label="Anna")
    assert contents.view["next"]["text"] == "Begin with: Trial"


def test_the_list_knows_the_learners_own_file(lessons: Path, tmp_path: Path) -> None:
    """Stars of the file are there before a browser is, and the two are brought together; what is broken is said."""
    own = DataFile(tmp_path / "data")
    own.add("", [entry("09-trial", "lay-sevens", 2)])
    contents = Contents(lessons, own=own)
    assert seen(contents)[0] == ("Trial", "begun", "2 of 6 stars")
    other = entry("10-other", "another", 1)
    assert known(contents, other) == [entry("09-trial", "lay-sevens", 2)]
    assert other in own.read().entries
    assert [each[2] for each in seen(contents)][:2] == ["2 of 6 stars", "1 of 6 stars"]
    (tmp_path / "data" / "progress.json").write_text("{")
    assert "was put aside" in Contents(lessons, own=own).view["notice"]


def test_shown_live_and_on_paper(lessons: Path) -> None:
    """A page with a kernel shows the widget, one without the list as before; as text it is the same as ever."""
    contents = Contents(lessons)
    bundle = contents._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/markdown"] == contents._repr_markdown_()
    assert "application/vnd.jupyter.widget-view+json" in data
    assert repr(contents).splitlines() == ["09-trial.ipynb: Trial", "10-other.ipynb: Wild cards", "more.ipynb: More"]


@pytest.mark.parametrize("message", [None, [], {}, {"kind": "known"}, {"kind": "known", "label": 3, "entries": []}])
def test_what_is_no_message_changes_nothing(lessons: Path, message: Any) -> None:
    """Whatever else comes is dropped."""
    contents = Contents(lessons)
    before = contents.view
    contents._heard(None, message, None)
    assert contents.view == before


def test_mixed_tasks_stand_between_the_units() -> None:
    """Before the first unit stands a test of where to begin, behind some a checkpoint; each link is an assignment."""
    entries = Contents(LESSONS).view["parts"][0]["entries"]
    places = [at for at, each in enumerate(entries) if each["href"].startswith(f"{PRACTICE}?")]
    assert places[0] == 0
    assert [entries[at - 1]["href"][:2] for at in places[1:]] == [f"{number:02}" for number in AFTER]
    for at in places:
        plan = read_plan(parse_qs(entries[at]["href"].partition("?")[2])["assignment"][0], "a seed")
        assert plan.count
        assert not plan.hints
        assert str(plan.count) in entries[at]["about"]
        Session(plan).next()


def test_without_a_page_to_practise_on(lessons: Path) -> None:
    """A folder that has no page to practise on has no mixed tasks either."""
    assert all("?" not in each["href"] for part in Contents(lessons).view["parts"] for each in part["entries"])
