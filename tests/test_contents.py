"""The list of the lessons is made from the files that are there."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from canasta_widgets.contents import Contents
from test_levels import GOOD, SECOND

LESSONS = Path(__file__).parents[1] / "lessons"


def notebook(folder: Path, name: str, title: str, text: str) -> None:
    """A notebook that begins with this text."""
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_markdown_cell(text)], metadata={"title": title})
    nbformat.write(made, folder / f"{name}.ipynb")


def test_every_notebook_is_listed() -> None:
    """What we ship is listed with title and link: the units in their order, then the others, never the index."""
    names = sorted(path.name for path in LESSONS.glob("*.ipynb") if path.stem != "index")
    contents = Contents(LESSONS)
    assert [entry.file for entry in contents.entries] == names
    shown = contents._repr_markdown_()
    places = [shown.index(f"({name})") for name in names]
    assert places == sorted(places)
    assert "**[Melds](02-melds.ipynb)**  \n  You will lay melds" in shown
    assert "9 levels." in shown
    assert shown.index("## Lessons") < places[0] < shown.index("## More to try") < places[-1]
    assert "index.ipynb" not in shown
    assert "02-melds.ipynb: Melds" in repr(contents)


def test_new_unit_needs_its_files_only(tmp_path: Path) -> None:
    """A notebook and a level file make an entry: title, first paragraph on one line, and how many levels work."""
    (tmp_path / "levels").mkdir()
    (tmp_path / "levels" / "03-trial.toml").write_text(GOOD + SECOND, "utf-8")
    notebook(tmp_path, "03-trial", "Trial [one]", "# Trial\n\n**You will**\ntry it.\n\nAnd more.")
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
