"""The form to practise with, on a page: chosen by keys, an assignment of the address, and the table at the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from canasta_widgets.datafile import DataFile
from canasta_widgets.practising import Practice
from pages import sideways
from playwright.sync_api import expect
from test_drilling import miss
from test_lesson import solve
from test_table_axe import objections, open_all

from canasta.tutor.results import read_results
from mocked import Showing, Shows

ENDING = "frozen-pile,wild-cards; seed=monday; count=3; timed=yes"


def finish(page: Practice, seen: Showing) -> None:
    """Do all tasks, the first one wrong, as if on the table below."""
    assert page.drill is not None
    while page.stage == "going":
        (solve if page.drill.at else miss)(page.drill)
        page.drill.go_to(page.drill.at + 1)
    seen.flush()


def test_chosen_by_keys(shown: Shows) -> None:
    """By keys alone a lesson is chosen and begun, stopped and chosen anew."""
    practice = Practice(own=DataFile(None))
    seen = shown(practice.chooser)
    page = seen.page
    page.get_by_label("What").focus()
    page.keyboard.type("The frozen")
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    for _field in range(7):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    seen.settle()
    assert practice.plan is not None
    assert (practice.plan.drills, practice.plan.count) == (("frozen-pile",), 5)
    expect(page.locator(".cnr-going b")).to_have_text("Frozen or not: 5 tasks")
    page.locator("[data-do=stop]").press("Enter")
    seen.settle()
    expect(page.get_by_label("What")).to_be_focused()


def test_the_end_needs_an_end(shown: Shows) -> None:
    """Who wants to be told at the end is given a number of tasks, so that there is one."""
    page = shown(Practice(own=DataFile(None)).chooser).page
    expect(page.get_by_label("How many")).to_have_value("")
    page.get_by_label("Tell me only at the end").check()
    expect(page.get_by_label("How many")).to_have_value("5")


def test_how_it_went_on_the_page(shown: Shows) -> None:
    """At the end the heading has the focus, each task stands with its outcome, and what was missed comes again."""
    practice = Practice(ENDING, own=DataFile(None))
    seen = shown(practice.chooser)
    page = seen.page
    expect(page.get_by_role("timer")).to_contain_text("0:0")
    finish(practice, seen)
    expect(page.locator(".cnr-report h2")).to_be_focused()
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator('tr[data-right="false"]')).to_contain_text("not yet")
    page.locator("[data-do=save]").click()
    seen.settle()
    expect(page.get_by_role("alert")).to_contain_text("Type your name first")
    expect(page.get_by_label("Your name")).to_be_focused()
    page.keyboard.type("Ann")
    with page.expect_download() as download:
        page.locator("[data-do=save]").click()
        seen.settle()
    assert download.value.suggested_filename == "canasta-results.json"
    assert read_results(download.value.path().read_text()).label == "Ann"
    expect(page.get_by_label("Your name")).to_have_value("Ann")
    page.locator("[data-do=again]").click()
    seen.settle()
    assert practice.stage == "going"
    assert practice.drill is not None
    assert practice.drill.session.count == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("dir", ["ltr", "rtl"])
@pytest.mark.parametrize("stage", ["choose", "going", "over"])
def test_practice_is_for_everyone(shown: Shows, stage: str, theme: str, dir: str) -> None:
    """In each stage axe has no objection, on a wide page and on a phone, and nothing runs out of the page."""
    practice = Practice("" if stage == "choose" else ENDING, own=DataFile(None))
    seen = shown(practice.chooser, theme=theme, dir=dir)
    page = seen.page
    if stage == "choose":
        practice._heard(None, {"kind": "arrived", "search": "?assignment=09%3Bseed%3Da%3Bcount%3D5"}, None)
        seen.flush()
    if stage == "over":
        finish(practice, seen)
    assert open_all(page) == 1
    assert objections(page) == []
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 844})
        assert sideways(page) <= 0


def test_a_log_of_ones_own_on_the_page(shown: Shows) -> None:
    """A log is opened as a file, what is in it is chosen at once, and begins; a bad one is told and can be mended."""
    practice = Practice(own=DataFile(None))
    seen = shown(practice.chooser)
    page = seen.page
    page.locator("summary").click()
    page.get_by_label("The log of a game").fill("grab everything")
    page.locator("[data-do=look]").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("grab")
    expect(page.get_by_label("The log of a game")).to_have_value("grab everything")
    page.locator("input[type=file]").set_input_files(Path(__file__).parents[2] / "games" / "classic-4-deal.log")
    expect(page.locator("[name=what]")).to_have_value("own-deals")
    expect(page.locator(".cnr-problem")).to_have_text("")
    page.locator("[data-do=begin]").click()
    expect(page.locator(".cnr-going b")).to_have_text("From your own deals")
    expect(page.locator(".cnr-going details")).to_have_count(0)
