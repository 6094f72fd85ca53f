"""The page around a lesson: what comes before and after it, and the language it is in."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from canasta_widgets.notebooks import INDEX, read_notebook, units
from canasta_widgets.serve import frame
from canasta_widgets.serve.plain import link, plain, sentence
from pseudo import catalogue

from canasta.words import LANGUAGE, LOCALE, _, direction, languages, speaking

LESSONS = Path(__file__).parents[1] / "lessons"
HEBREW = {"English": "Ivrit", "Settings": "Hagdarot", "Next: {title}": "Haba: {title}"}


@pytest.fixture
def hebrew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language that is written from right to left has a catalogue."""
    catalogue(tmp_path, "he", HEBREW)
    monkeypatch.setenv(LOCALE, str(tmp_path))
    yield
    frame.wish("")


def test_every_lesson_has_its_neighbours() -> None:
    """The links lead from the first lesson through all of them to the last, and back."""
    files = [each.file for each in units(LESSONS)]
    assert len(files) > 15
    shown = [frame.frame(LESSONS / file) for file in files]
    assert [each["after"]["href"] for each in shown[:-1]] == files[1:]
    assert [each["before"]["href"] for each in shown[1:]] == files[:-1]
    assert shown[0]["before"] is None
    assert shown[-1]["after"] is None
    assert shown[1]["before"]["text"] == "Previous: " + read_notebook(LESSONS / files[0]).title


@pytest.mark.parametrize("name", [INDEX, "practice.ipynb", "none-such.ipynb"])
def test_what_is_no_lesson_stands_alone(name: str) -> None:
    """A page that is no lesson of the course has nothing before or after it."""
    shown = frame.frame(LESSONS / name)
    assert shown["before"] is None
    assert shown["after"] is None


def test_a_faulty_lesson_is_passed_over(tmp_path: Path) -> None:
    """A notebook that cannot be read is no neighbour, and one that is changed is read again."""
    for file in ("01-card-values.ipynb", "02-melds.ipynb", "03-wild-cards.ipynb"):
        (tmp_path / file).write_text((LESSONS / file).read_text())
    (tmp_path / "02-melds.ipynb").write_text("{")
    assert frame.frame(tmp_path / "01-card-values.ipynb")["after"]["href"] == "03-wild-cards.ipynb"
    (tmp_path / "02-melds.ipynb").write_text((LESSONS / "02-melds.ipynb").read_text())
    os.utime(tmp_path / "02-melds.ipynb", (1, 1))
    assert frame.frame(tmp_path / "01-card-values.ipynb")["after"]["href"] == "02-melds.ipynb"


def test_english_alone() -> None:
    """As long as there is no other catalogue, English is the language, and there is nothing to choose."""
    assert languages() == {"en": "English"}
    assert frame.wish("he") == "en"


@pytest.mark.usefixtures("hebrew")
def test_a_language_that_was_chosen() -> None:
    """With its catalogue a language can be chosen; the page's words and direction are its own, and only there."""
    assert languages() == {"en": "English", "he": "Ivrit"}
    assert frame.wish("he") == "he"
    shown = frame.frame(LESSONS / "02-melds.ipynb")
    assert (shown["lang"], shown["dir"]) == ("he", "rtl")
    assert shown["words"]["settings"] == "Hagdarot"
    assert shown["after"]["text"] == "Haba: Wild cards"
    assert _("Settings") == "Settings"
    assert frame.wish("../../he") == "en"
    assert frame.frame(LESSONS / "02-melds.ipynb")["dir"] == "ltr"


@pytest.mark.usefixtures("hebrew")
def test_the_servers_own_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is told a language speaks it to whoever chose none."""
    monkeypatch.setenv(LANGUAGE, "he")
    assert frame.wish("") == "he"
    assert frame.wish("en") == "en"
    monkeypatch.setenv(LANGUAGE, "xx")
    assert frame.wish("") == "en"


@pytest.mark.usefixtures("hebrew")
def test_a_language_ends_with_its_block() -> None:
    """Whatever happens inside, the language is the old one afterwards."""
    heard = []
    with suppress(ValueError), speaking("he"):
        heard.append(_("Settings"))
        raise ValueError("inside")
    assert heard == ["Hagdarot"]
    assert _("Settings") == "Settings"


@pytest.mark.parametrize(
    ("language", "way"), [("en", "ltr"), ("he", "rtl"), ("ar-EG", "rtl"), ("ur_PK", "rtl"), ("", "ltr")]
)
def test_direction(language: str, way: str) -> None:
    """A language's direction is that of its script, with a country behind it too."""
    assert direction(language) == way


def test_a_plain_page_escapes() -> None:
    """Text in a plain page stays text."""
    page = plain("<b>", sentence("a < b") + link('/x?"', "<i>"), base_url="/", language="he")
    assert "<title>&lt;b&gt;</title>" in page
    assert "<p>a &lt; b</p>" in page
    assert 'href="/x?&quot;"' in page
    assert '<html lang="he" dir="rtl">' in page
    assert "{{" not in page
