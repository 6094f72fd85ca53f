"""Points over a deal: the drawing for the page, and the same in words and as a table."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path
from xml.etree import ElementTree

import pytest
from canasta_widgets import charts
from canasta_widgets.charts import Mark, points_chart, points_table, points_words

SVG = "{http://www.w3.org/2000/svg}"
STANDINGS = ((-50, -120, 0), (-40, -120, 5), (480, -110, 5), (500, -90, -15))
NAMES = ("Dana & Co", "<East>", "South")
MARKS = (
    Mark(1, 0, charts.TAKEN, "The pile is taken."),
    Mark(2, 0, charts.CANASTA, "A canasta."),
    Mark(2, 1, charts.MISSED, "You could open."),
    Mark(3, 0, charts.OVER, "North goes out."),
)
FRONT = Path(charts.__file__).parent / "front" / "review.css"


def drawn(width: str = "wide", **more: object) -> ElementTree.Element:
    """The drawing, read as XML."""
    given = {"standings": STANDINGS, "marks": MARKS, "names": NAMES, **more}
    return ElementTree.fromstring(points_chart(width=width, **given))  # type: ignore[arg-type]


def told(svg: ElementTree.Element) -> list[str]:
    """The texts of a drawing."""
    return ["".join(text.itertext()) for text in svg.iter(f"{SVG}text")]


@pytest.mark.parametrize("width", charts.INCHES)
def test_the_drawing(width: str) -> None:
    """It is one SVG with a line and a name with its points for each side, and with every mark."""
    svg = drawn(width)
    assert svg.tag == f"{SVG}svg"
    assert svg.get("role") == "img"
    assert svg.get("aria-label") == points_words(STANDINGS, MARKS, NAMES)
    texts = " ".join(told(svg))
    for word in ("Dana", "& Co", "<East>", "South", "500", "-90", "-15", "Points", "Steps of the deal"):
        assert all(part in texts for part in word.split()), word
    lines = [path for path in svg.iter(f"{SVG}path") if "stroke-width: 2.4" in path.get("style", "")]
    assert len(lines) == 3
    assert len({path.get("style") for path in lines}) == 3
    dashes = {re.sub(r"stroke: var[^;]*", "", path.get("style", "")) for path in lines}
    assert len(dashes) == 3, "told apart by colour alone"
    bare = drawn(width, marks=())
    assert len(list(svg.iter(f"{SVG}use"))) - len(list(bare.iter(f"{SVG}use"))) == len(MARKS)


@pytest.mark.parametrize("width", charts.INCHES)
def test_the_drawing_is_the_pages(width: str) -> None:
    """Its colours are the page's own in light and dark, its fonts too; it is small and asks nothing from outside."""
    text = points_chart(STANDINGS * 60, MARKS, NAMES, width)
    assert len(text.encode()) < 60_000
    # What follows "#" is an id within the drawing.
    assert (
        re.findall(r"#[0-9a-fA-F]{3,8}\b(?!\))", re.sub(r'(href|id)="[^"]*"|url\([^)]*\)|var\([^)]*\)', "", text)) == []
    )
    assert "font-family" not in text
    assert "<style" not in text
    assert "<script" not in text
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    sizes = {float(size) for size in re.findall(r"font-size: ([0-9.]+)px", text)}
    shown = {"wide": 544, "narrow": 320}[width]  # pixels, at the least
    box = ElementTree.fromstring(text).get("viewBox", "").split()
    assert min(sizes) * shown / float(box[2]) > 10


def test_the_colours_are_defined_for_light_and_dark() -> None:
    """Every variable that the drawing names has a value in the style for light and another for dark."""
    text = points_chart(STANDINGS, MARKS, NAMES)
    named = set(re.findall(r"var\((--cnv-[a-z0-9-]+)", text))
    assert len(named) == 5
    style = FRONT.read_text("utf-8")
    for name in named:
        assert len(re.findall(rf"{name}: #", style)) == 2, name


def test_ids_name_nothing_twice() -> None:
    """Both widths can stand on one page: an id is there once."""
    ids = [
        id
        for width in charts.INCHES
        for id in re.findall(r'\bid="([^"]*)"', points_chart(STANDINGS, MARKS, NAMES, width))
    ]
    assert ids
    assert len(ids) == len(set(ids))


def test_the_same_deal_is_drawn_alike() -> None:
    """Drawn again it is the same, letter for letter, whatever the notebook has set for its own plots."""
    from matplotlib import rcParams

    first = points_chart(STANDINGS, MARKS, NAMES)
    rcParams["font.size"], before = 30, rcParams["font.size"]
    try:
        assert points_chart(STANDINGS, MARKS, NAMES) == first
        assert rcParams["font.size"] == 30
    finally:
        rcParams["font.size"] = before


def test_names_of_any_script() -> None:
    """A name that matplotlib has no letters for is drawn by the page, and nobody is warned; a dollar is a dollar."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        text = points_chart(STANDINGS, (), ("דנה", "花子", "$1$"))
    assert all(name in text for name in ("דנה", "花子", "$1$"))


def test_a_deal_that_has_not_begun() -> None:
    """One entry is enough to be drawn, none is refused."""
    assert told(drawn(standings=STANDINGS[:1], marks=()))
    with pytest.raises(ValueError, match="no standings"):
        points_chart((), (), NAMES)


def test_names_keep_apart() -> None:
    """Where sides end with the same points their names stand one over the other."""
    svg = drawn(standings=((0, 0, 0), (100, 100, 100)), marks=())
    ends = [float(text.get("y", 0)) for text in svg.iter(f"{SVG}text") if "700" in text.get("style", "")]
    assert len(ends) == 3
    first, second, third = sorted(ends)
    assert second - first > 10
    assert third - second > 10


def test_the_same_in_words() -> None:
    """The words tell where each side began, how low and high it was, and where it ended."""
    said = points_words(STANDINGS, MARKS, NAMES)
    assert "3 steps" in said
    assert "Dana & Co: -50 at the start, between -50 and 500, 500 at the end." in said
    assert "table" in said
    assert "table" not in points_words(STANDINGS, (), NAMES)


def test_the_same_as_a_table() -> None:
    """The table has the start, every mark and the end, each with the points of all sides."""
    table = points_table(STANDINGS, MARKS, NAMES)
    assert table["columns"][2:] == list(NAMES)
    assert [row[0] for row in table["rows"]] == ["0", "1", "2", "2", "3", "3"]
    assert table["rows"][2] == ["2", "A canasta.", "480", "-110", "5"]
    assert [words for row in table["rows"][1:-1] for words in row[1:2]] == [mark.words for mark in sorted(MARKS)]


def test_every_mark_has_its_sign() -> None:
    """The key says what each sign means, and no two marks look alike."""
    assert len(charts.key()) == len(charts.SHAPES) == len(charts.SIGNS) == len(set(charts.SHAPES.values()))
    assert len({words for _sign, words in charts.key()}) == len(charts.SHAPES)


CODE = """
import sys
import canasta_widgets.charts, canasta_widgets.lesson, canasta_widgets.stepper
from canasta_widgets.review import Review
from canasta_widgets.stepper import Stepper
from canasta_widgets.table import Table
Table("KK24 444 42K")
shown = Review()
shown.show(Stepper("position: KK45678/66/77/88 KKKKK/- 9 ?89 N.play\\ndiscard 4").steps)
assert shown.view["items"]
print(*sys.modules)
if "draw" in sys.argv:
    shown.draw()
    print(*sys.modules)
"""


def test_matplotlib_is_loaded_only_to_draw() -> None:
    """Neither a table nor a review loads matplotlib until the points are drawn."""
    for more, loaded in (([], False), (["draw"], True)):
        out = subprocess.run([sys.executable, "-c", CODE, *more], capture_output=True, text=True, check=True)
        assert "canasta_widgets.review" in out.stdout.split()
        assert ("matplotlib" in out.stdout.split()) is loaded
        assert "matplotlib.pyplot" not in out.stdout.split()
