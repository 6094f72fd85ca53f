"""A lesson as a page that stands alone: run, with pictures, nothing asked of any host, faults said in a sentence."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from canasta_widgets import app, export, paths
from canasta_widgets.table import Table
from nbconvert import HTMLExporter

OUTSIDE = re.compile(r"^(?!data:|#)", re.I)
POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:"


class Tags(HTMLParser):
    """The tags of a page with their attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Keep a tag."""
        self.found.append((tag, {name: value or "" for name, value in attributes}))

    def all(self, name: str) -> list[dict[str, str]]:
        """The attributes of every such tag."""
        return [attributes for tag, attributes in self.found if tag == name]


def notebook(path: Path, *cells: str) -> Path:
    """A notebook of code cells, and a text before them."""
    made = [nbformat.v4.new_markdown_cell("# A lesson\n\n[next](other.ipynb#top)"), *map(_code, cells)]
    nbformat.write(nbformat.v4.new_notebook(cells=made), path)
    return path


def _code(source: str) -> nbformat.NotebookNode:
    return nbformat.v4.new_code_cell(source)


@pytest.fixture(scope="module")
def lesson() -> Tags:
    """The page of a lesson of ours."""
    return Tags(export.page(paths.lessons() / "02-melds.ipynb"))


def test_a_lesson_has_its_picture(lesson: Tags) -> None:
    """The lesson's table is a picture with its words, and its live view has left no trace."""
    (image,) = lesson.all("img")
    kind, _, data = image["src"].partition(",")
    assert kind == "data:image/svg+xml;base64"
    svg = base64.b64decode(data).decode()
    assert svg.startswith("<svg ")
    assert image["alt"] == export.svg_words(svg)
    assert "Your hand: king of spades" in image["alt"]
    assert not [each for each in lesson.all("script") if "widget" in each.get("type", "")]


def test_nothing_is_asked_of_any_host(lesson: Tags) -> None:
    """The page has no script and no link that loads anything, and forbids the browser to ask for more."""
    assert lesson.all("script") == lesson.all("link") == lesson.all("iframe") == []
    loads = [each[name] for _tag, each in lesson.found for name in ("src", "srcset", "data", "poster") if name in each]
    assert loads
    assert not [address for address in loads if OUTSIDE.match(address)]
    assert [each["content"] for each in lesson.all("meta") if "http-equiv" in each] == [POLICY]
    page = export.page(paths.lessons() / "index.ipynb")
    assert not re.search(r"@import|url\(\s*['\"]?(?!data:|#|['\"]?data:)", page)


def test_a_page_of_its_own(lesson: Tags) -> None:
    """The page has its language and its title, and links to lessons lead to their pages."""
    assert lesson.all("html")[0]["lang"] == "en"
    links = [each["href"] for each in lesson.all("a")]
    assert "index.html" in links
    assert not [link for link in links if ".ipynb" in link]


def test_only_code_that_is_to_be_read() -> None:
    """Of the code the page shows the cells under the hood, not the one that makes the table."""
    page = export.page(paths.lessons() / "02-melds.ipynb")
    assert "canasta_widgets" not in re.sub(r"<[^>]*>", "", page)
    assert "meld KsQsJs: refused" in page


def test_from_a_shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`export` runs a notebook in its own folder and writes the page where one is, or where it is told to."""
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "here" / "word.txt").write_text("from the folder & <b>")
    file = notebook(tmp_path / "here" / "mine.ipynb", "print(open('word.txt').read())")
    before = file.read_bytes()
    monkeypatch.chdir(tmp_path / "there")
    assert app.main(["export", str(file)]) == 0
    assert "mine.html" in capsys.readouterr().out
    page = Path("mine.html").read_text("utf-8")
    assert "from the folder &amp; &lt;b&gt;" in page
    assert 'href="other.html#top"' in page
    assert app.main(["export", str(file), "--to", "page.html"]) == 0
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["mine.html", "page.html"]
    assert file.read_bytes() == before


def test_saved_state_does_not_hide_the_picture(tmp_path: Path) -> None:
    """A notebook that was saved with the state of its widgets is exported with pictures all the same."""
    file = notebook(tmp_path / "saved.ipynb", "from canasta_widgets.table import Table\nTable('KK24 444 42K')")
    saved = nbformat.read(file, as_version=4)
    saved.metadata.widgets = {"application/vnd.jupyter.widget-state+json": {"state": {}, "version_major": 2}}
    nbformat.write(saved, file)
    page = Tags(export.page(file))
    assert len(page.all("img")) == 1
    assert page.all("script") == []


@pytest.mark.parametrize("text", ["", "{not json", "[]", "{}", '{"nbformat": 4, "cells": 3}', "\x00"])
def test_no_notebook(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A file that holds no notebook is named in one sentence, and no page is written."""
    file = tmp_path / "odd.ipynb"
    file.write_text(text)
    assert app.main(["export", str(file), "--to", str(tmp_path / "odd.html")]) == 1
    said = capsys.readouterr()
    assert said.err == f"canasta-tutor: {file} is no notebook, or a damaged one\n"
    assert not (tmp_path / "odd.html").exists()


def test_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nor is a file that is no text, a folder, or nothing at all."""
    file = tmp_path / "odd.ipynb"
    file.write_bytes(b"\xff\xfe{")
    assert app.main(["export", str(file), "--to", str(tmp_path / "odd.html")]) == 1
    assert "is no notebook" in capsys.readouterr().err
    for missing in (tmp_path, tmp_path / "nothing.ipynb", Path("99-nothing")):
        assert app.main(["export", str(missing)]) == 1
        assert capsys.readouterr().err.endswith("there is no such notebook, nor a lesson of that name\n")


@pytest.mark.parametrize("name", ["page.ipynb", "page", "nowhere/page.html"])
def test_no_page(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that would not be one, or would lie in no folder, is refused before anything runs."""
    file = notebook(tmp_path / "mine.ipynb", "open('ran.txt', 'w')")
    assert app.main(["export", str(file), "--to", str(tmp_path / name)]) == 1
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "ran.txt").exists()


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        (["1", "from canasta_widgets.table import Table", "Table('KX')"], "code cell 3 cannot be run: NotationError: "),
        (["1", "this is\nnot Python"], "code cell 2 cannot be run: SyntaxError: "),
        (["import os\nos._exit(3)", "2"], "code cell 1 cannot be run: Python ended while it ran"),
    ],
)
def test_a_cell_that_fails(tmp_path: Path, cells: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The cell that fails is named with the reason in one sentence, and no page is written."""
    file = notebook(tmp_path / "mine.ipynb", *cells)
    assert app.main(["export", str(file), "--to", str(tmp_path / "mine.html")]) == 1
    said = capsys.readouterr()
    assert len(said.err.splitlines()) == 1
    assert said.err.startswith(f"canasta-tutor: {file}: {says}")
    assert not (tmp_path / "mine.html").exists()


def test_a_cell_that_never_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cell that runs too long is named with how long it may."""
    monkeypatch.setattr(export, "CELL_SECONDS", 1)
    with pytest.raises(ValueError, match="code cell 1 cannot be run: it takes longer than 1 seconds"):
        export.page(notebook(tmp_path / "mine.ipynb", "import time\ntime.sleep(600)"))


def test_plain_nbconvert_shows_the_picture() -> None:
    """A notebook that was run and saved without the state of its widgets shows the picture in nbconvert's own HTML."""
    made = Table("KK24 444 42K")._repr_mimebundle_()
    data = made[0] if isinstance(made, tuple) else made
    cell = _code("Table('KK24 444 42K')")
    cell.outputs = [nbformat.v4.new_output("execute_result", data, execution_count=1)]
    html, _resources = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    (image,) = Tags(html).all("img")
    assert base64.b64decode(image["src"].partition(",")[2]).decode() == data["image/svg+xml"]
