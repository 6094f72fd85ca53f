"""The review of a deal on a page: what was missed, the way to try it again, and the points drawn on demand."""

from __future__ import annotations

from pathlib import Path

import pytest
from canasta_widgets.review import Review
from eager import Eager
from pages import sideways
from playwright.sync_api import expect
from test_table_axe import objections, open_all

from canasta import Log, replay
from canasta.log import deals
from mocked import Shows

GAME = Path(__file__).parents[2] / "games" / "classic-4-game.log"
STEPS = deals(replay(Log.parse(GAME.read_text())).steps)[3]


def reviewed() -> Review:
    """The review of a deal that was played at random."""
    review = Review(Eager(discard=70, meld=60))
    review.show(STEPS, names={"N": "Dana"})
    return review


@pytest.mark.parametrize(("theme", "dir"), [("light", "ltr"), ("dark", "rtl")])
def test_the_review_is_for_everyone(shown: Shows, theme: str, dir: str) -> None:
    """With all of it open and the points drawn axe has no objection, on a wide page and on a phone."""
    seen = shown(reviewed(), theme=theme, dir=dir)
    page = seen.page
    page.locator("[data-chart]").click()
    expect(page.locator(".cnv-chart svg:visible")).to_have_count(1)
    page.locator("[data-all]").click()
    assert open_all(page) > 3
    assert objections(page) == []
    for width, name in ((1280, "wide"), (360, "narrow")):
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.locator(f".cnv-drawn.is-{name} svg")).to_be_visible()
        assert sideways(page) <= 0


def test_the_worst_first_and_all_on_request(shown: Shows) -> None:
    """At first the few that weigh most are there; all come in the order of play, and go again."""
    seen = shown(reviewed())
    items = seen.widget.view["items"]
    few = seen.widget.view["few"]
    places = "all => all.map(item => Number(item.dataset.missed))"
    entries = seen.page.locator("[data-missed]")
    assert entries.evaluate_all(places) == [item["at"] for item in sorted(items, key=lambda item: item["rank"])[:few]]
    button = seen.page.locator("[data-all]")
    button.press("Enter")
    assert entries.evaluate_all(places) == [item["at"] for item in items]
    expect(button).to_have_attribute("aria-expanded", "true")
    expect(button).to_be_focused()
    button.press("Enter")
    expect(entries).to_have_count(few)


def test_turns_of_one_seat(shown: Shows) -> None:
    """Whoever chooses a seat sees only its entries; a seat that missed nothing is told so."""
    seen = shown(reviewed())
    free = 2
    seen.set(view={**seen.widget.view, "items": [item for item in seen.widget.view["items"] if item["seat"] != free]})
    choice = seen.page.get_by_label("Whose turns")
    choice.select_option("1")
    entries = seen.page.locator("[data-missed] h3 > span")
    assert entries.all_inner_texts()
    assert all(text.startswith("East, step ") for text in entries.all_inner_texts())
    choice.select_option(str(free))
    expect(entries).to_have_count(0)
    expect(seen.page.locator(".cnv-list")).to_contain_text("Nothing was missed in these turns.")


def test_an_entry_is_opened(shown: Shows) -> None:
    """Its button tells Python the place, where somebody listens; its link leads to the position, in a new tab."""
    seen = shown(reviewed())
    expect(seen.page.locator("[data-open]")).to_have_count(0)
    opened: list[int] = []
    assert isinstance(seen.widget, Review)
    seen.widget.on_open(opened.append)
    seen.flush()
    button = seen.page.locator("[data-open]").first
    button.click()
    seen.settle()
    assert opened == [int(button.get_attribute("data-open") or -1)]
    link = seen.page.locator("[data-again]").first
    worst = next(item for item in seen.widget.view["items"] if item["at"] == opened[0])
    expect(link).to_have_attribute("href", worst["href"])
    expect(link).to_have_attribute("target", "_blank")
    expect(link).to_have_accessible_name(f"Try it again (opens in a new tab): {worst['where']}")


def test_the_points_come_on_demand(shown: Shows) -> None:
    """The button draws the points and takes the focus along; what is no drawing is not put on the page."""
    seen = shown(reviewed())
    page = seen.page
    expect(page.locator(".cnv-chart svg")).to_have_count(0)
    page.locator("[data-chart]").press("Enter")
    expect(page.locator(".cnv-chart svg")).to_have_count(2)
    expect(page.locator(".cnv-chart h3")).to_be_focused()
    assert page.get_by_role("img").get_attribute("aria-label")
    for evil in ("<svg><b>", "<b>no drawing</b>", "text"):
        seen.set(chart={**seen.widget.chart, "drawn": {"wide": evil}})
        expect(page.locator(".cnv-drawn svg, .cnv-drawn b")).to_have_count(0)
