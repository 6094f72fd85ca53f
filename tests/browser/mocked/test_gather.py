"""A class's results on a page: files are opened one after the other, the table is saved, and everyone can read it."""

from __future__ import annotations

from pathlib import Path

import pytest
from canasta_widgets.gathering import Gather
from pages import sideways
from playwright.sync_api import expect
from test_gathering import sent
from test_table_axe import objections, open_all

from mocked import Shows


def test_files_are_opened_and_the_table_saved(shown: Shows, tmp_path: Path) -> None:
    """Several files are read at once, bad ones are named, and the table is saved under its name."""
    for name, text in (("ann", sent("Ann")), ("bea", sent("Bea", 2)), ("bad", "{")):
        (tmp_path / f"{name}.json").write_text(text, "utf-8")
    seen = shown(Gather())
    page = seen.page
    page.locator("input[type=file]").set_input_files(sorted(tmp_path.glob("*.json")))
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody th")).to_have_text(["Ann", "Bea"])
    expect(page.locator(".cng-refused li")).to_contain_text("bad.json This is no file of results")
    expect(page.get_by_role("status")).to_have_text("2 results are here.")
    with page.expect_download() as download:
        page.locator("[data-do=csv]").press("Enter")
    assert download.value.suggested_filename == "canasta-class.csv"
    page.locator("[data-do=clear]").click()
    expect(page.locator("table")).to_have_count(0)
    expect(page.locator("[data-do=open]")).to_be_focused()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("dir", ["ltr", "rtl"])
def test_the_table_is_for_everyone(shown: Shows, theme: str, dir: str) -> None:
    """With all of it open axe has no objection, on a wide page and on a phone, and nothing runs out of the page."""
    widget = Gather()
    for label, wrong in (("Ann", 0), ("Bea", 3)):
        widget.add(f"{label}.json", sent(label, wrong))
    widget.add("bad.json", "{")
    widget._show(3)
    seen = shown(widget, theme=theme, dir=dir)
    page = seen.page
    assert open_all(page) == 2
    assert objections(page) == []
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 844})
        assert sideways(page) <= 0
