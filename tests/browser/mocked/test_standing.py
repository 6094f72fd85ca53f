"""Where I stand, on a page: drawn and as tables for everyone, told from what the browser keeps, saved as files."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from canasta_widgets.datafile import DataFile
from canasta_widgets.standing import WhereIStand
from pages import sideways
from playwright.sync_api import Page, expect
from test_standing_widget import DEALT, EVERY, FRIDAY, LEVELS, MISSED
from test_table_axe import objections, open_all

from canasta.tutor.progress import Entry, Progress
from mocked import Showing, Shows

PLACE = "canasta-tutor.progress:/|"


def stands(shown: Shows, *entries: Entry, **options: str) -> Showing:
    """The page of a learner whose browser keeps these entries."""
    page = WhereIStand(LEVELS, own=DataFile(None), clock=lambda: FRIDAY)
    seen = shown(page.board, timezone_id="UTC", **options)
    if entries:
        keep(seen.page, *entries)
        seen.leave()
        seen.show_again()
        expect(seen.page.locator(".cns svg:visible").first).to_be_visible(timeout=30_000)  # matplotlib is loaded
    return seen


def keep(page: Page, *entries: Entry) -> None:
    """The browser keeps these entries, as a lesson in another tab would have left them."""
    page.evaluate("([place, text]) => localStorage.setItem(place, text)", [PLACE, Progress(entries).text()])


@pytest.mark.parametrize(("theme", "dir"), [("light", "ltr"), ("dark", "rtl")])
def test_it_is_for_everyone(shown: Shows, theme: str, dir: str) -> None:
    """With all of it open and drawn axe has no objection, and nothing is wider than a page or a phone."""
    seen = stands(shown, *EVERY, MISSED, DEALT, theme=theme, dir=dir)
    page = seen.page
    page.locator('[data-do="review"]').click()
    expect(page.locator("[data-due]").first).to_be_visible()
    assert open_all(page) == 4
    assert objections(page) == []
    for width, name in ((1280, "wide"), (360, "narrow")):
        page.set_viewport_size({"width": width, "height": 844})
        for drawing in ("heat", "past"):
            expect(page.locator(f'[data-drawn="{drawing}-{name}"] svg')).to_be_visible()
        assert sideways(page) <= 0
        small = "all => all.map(each => each.getBoundingClientRect()).filter(box => box.height && box.height < 44)"
        assert page.locator(".cns button, .cns summary, .cns-body a").evaluate_all(small) == []


def test_nothing_done_yet(shown: Shows) -> None:
    """That is said, with the way to the lessons; there is nothing else."""
    seen = stands(shown)
    expect(seen.page.locator("[data-said=empty]")).to_contain_text("Nothing was done here yet.")
    expect(seen.page.get_by_role("link", name="All lessons")).to_have_attribute("href", "index.ipynb")
    assert seen.page.locator(".cns-body > *").count() == 0
    assert objections(seen.page) == []


def test_every_drawing_has_its_table(shown: Shows) -> None:
    """Each drawing says in words what it shows, and a table with a head for every row and column stands under it."""
    seen = stands(shown, *EVERY, MISSED)
    page = seen.page
    expect(page.locator(".cns figure:visible")).to_have_count(6)
    for svg in page.locator(".cns figure svg").all():
        assert svg.get_attribute("role") == "img"
        assert svg.get_attribute("aria-label")
    for name in ("rules", "heat", "past", "latest"):
        table = page.locator(f'[data-table="{name}"]')
        table.locator("summary").press("Enter")
        expect(table.locator("table")).to_be_visible()
        assert table.locator("tbody tr").count() == table.locator("tbody th[scope=row]").count() > 0
        assert table.locator("thead th[scope=col]").count() == table.locator("tbody tr").first.locator("th, td").count()


def test_where_nothing_can_be_drawn(shown: Shows) -> None:
    """The reason is said and all tables are open; an empty frame is not shown."""
    seen = stands(shown, MISSED)
    seen.set(chart={"n": seen.page.evaluate("shown.model.get('view').n"), "drawn": {}, "problem": "No drawing."})
    expect(seen.page.locator(".cnv-status")).to_have_text("No drawing.")
    expect(seen.page.locator(".cns figure:visible")).to_have_count(0)
    expect(seen.page.locator("details[data-table]:not([open])")).to_have_count(0)


def test_review_by_keyboard(shown: Shows) -> None:
    """Asked for, what is due is listed, the least sure first and then all; the focus stays; it is hidden again."""
    seen = stands(shown, *EVERY, MISSED)
    page = seen.page
    button = page.locator('[data-do="review"]')
    expect(page.locator("[data-due]")).to_have_count(0)
    button.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(button).to_be_focused()
    expect(page.locator("[data-due]")).to_have_count(5)
    everything = page.locator('[data-do="all"]')
    everything.press("Enter")
    expect(everything).to_be_focused()
    assert page.locator("[data-due]").count() > 5
    expect(page.locator("[data-due='meld.two-naturals']")).to_contain_text("Because you missed it on Tuesday.")
    expect(page.locator(".cns svg:visible").first).to_be_visible()
    page.locator('[data-do="practise"]').press("Enter")
    expect(page.locator('[data-do="stop"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(button).to_be_focused()
    button.press("Enter")
    expect(page.locator("[data-due]")).to_have_count(0)


def test_it_is_saved_in_the_browser(shown: Shows, tmp_path: Path) -> None:
    """Each button saves a file, which is said; the table is one that a spreadsheet reads."""
    seen = stands(shown, MISSED)
    for kind, name in (("csv", "canasta-standing.csv"), ("json", "canasta-standing.json")):
        with seen.page.expect_download() as download:
            seen.page.locator(f'[data-do="{kind}"]').click()
        assert download.value.suggested_filename == name
        download.value.save_as(tmp_path / name)
        expect(seen.page.locator(".cnv-status")).to_have_text(f"Saved as {name}.")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "canasta-standing.csv").read_text("utf-8-sig"))))
    assert "meld.two-naturals" in [row["clause"] for row in rows]


def test_what_is_done_elsewhere_comes_in(shown: Shows) -> None:
    """A task done in another tab is told here, and what was open stays open."""
    seen = stands(shown, MISSED)
    page = seen.page
    page.locator('[data-table="latest"] summary').click()
    expect(page.locator('[data-table="latest"] tbody tr')).to_have_count(1)
    other = page.context.new_page()
    other.route(
        "**/*", lambda route: route.fulfill(body="<!doctype html><title>Other</title>", content_type="text/html")
    )
    other.goto(page.url)
    keep(other, MISSED, EVERY[0])
    expect(page.locator('[data-table="latest"][open] tbody tr')).to_have_count(2)
    expect(page.locator(".cns svg:visible").first).to_be_visible()
