"""The page around a lesson: the way on, what can be set there, and another language, at an address of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from pages import ready, sideways
from playwright.sync_api import Page, expect
from pseudo import catalogue
from servers import Server, serving

from canasta.words import LOCALE

Pages = Callable[..., Page]
BASE = "/school/canasta/"
LESSON = "voila/render/02-melds.ipynb"
HEBREW = {"English": "Ivrit", "Settings": "Hagdarot", "Language": "Safa", "Your turn": "Torkha"}
SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A class whose lessons lie under a path, in a server that knows a second language."""
    folder = tmp_path_factory.mktemp("room")
    catalogue(folder / "locale", "he", HEBREW)
    told = {LOCALE: str(folder / "locale")}
    with serving(folder / "log.txt", "--learners", "1", verb="class", base_url=BASE, **told) as server:
        yield server


def open_settings(tab: Page, name: str = "Settings") -> None:
    """Open the settings by the keyboard."""
    tab.locator("summary", has_text=name).focus()
    tab.keyboard.press("Enter")


def test_on_to_the_next_lesson_and_back(room: Server, page: Pages) -> None:
    """At the end of a lesson a link leads to the next one, and from there one leads back, under any path."""
    tab = page(fresh=True)
    tab.goto(room.url + LESSON)
    ready(tab)
    tab.get_by_role("link", name="Next: Wild cards").click()
    ready(tab)
    assert tab.url == f"{room.url}voila/render/03-wild-cards.ipynb"
    tab.get_by_role("link", name="Previous: Melds").click()
    ready(tab)
    assert tab.url == room.url + LESSON
    tab.goto(room.url)
    ready(tab)
    assert tab.url == f"{room.url}voila/render/index.ipynb"
    expect(tab.locator(".canasta-around")).to_have_count(0)


def test_while_it_is_opened(room: Server, page: Pages) -> None:
    """A page says that its lesson is being opened, and counts no cells; then only the lesson is there."""
    assert '<p id="loading_text" role="status">The lesson is being opened …</p>' in room.ask(LESSON).text
    tab = page()
    shows = "told.add(document.getElementById('loading')?.innerText.trim())"
    tab.add_init_script(f"window.told = new Set(); setInterval(() => {shows}, 1)")
    tab.goto(room.url + LESSON)
    ready(tab)
    assert tab.evaluate("[...told].filter(Boolean)") == ["The lesson is being opened …"]
    expect(tab.locator("#loading")).to_have_count(0)


def test_size_and_colours_are_kept(room: Server, page: Pages) -> None:
    """What is set by the keyboard alone holds at once and on every page; Escape closes the settings."""
    tab = page(fresh=True, color_scheme="light")
    tab.goto(room.url + LESSON)
    ready(tab)
    normal = tab.evaluate(SIZE)
    open_settings(tab)
    tab.keyboard.press("Tab")
    expect(tab.get_by_label("Size of the text")).to_be_focused()
    tab.get_by_label("Size of the text").select_option("Largest")
    assert tab.evaluate(SIZE) == 1.5 * normal
    tab.locator(".canasta-settings").get_by_label("Colours").select_option("Dark")
    expect(tab.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    tab.keyboard.press("Escape")
    expect(tab.locator(".canasta-settings").get_by_label("Colours")).to_be_hidden()
    expect(tab.locator("summary", has_text="Settings")).to_be_focused()
    tab.get_by_role("link", name="Canasta tutor").click()
    ready(tab)
    assert tab.evaluate(SIZE) == 1.5 * normal
    expect(tab.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    assert sideways(tab) <= 0


def test_skip_to_the_lesson(room: Server, page: Pages) -> None:
    """The first press of Tab offers to pass over the bar, and that leads into the lesson."""
    tab = page(fresh=True)
    tab.goto(room.url + LESSON)
    ready(tab)
    tab.keyboard.press("Tab")
    expect(tab.get_by_role("link", name="Skip to the lesson")).to_be_focused()
    expect(tab.get_by_role("link", name="Skip to the lesson")).to_be_in_viewport()
    tab.keyboard.press("Enter")
    expect(tab.locator("main")).to_be_focused()


def test_another_language(room: Server, page: Pages) -> None:
    """A language that is chosen is that of the bar and of the table, with its direction, on every page from then on."""
    tab = page(fresh=True)
    tab.goto(room.url + LESSON)
    ready(tab)
    open_settings(tab)
    with tab.expect_navigation():
        tab.get_by_label("Language").select_option("Ivrit")
    ready(tab)
    expect(tab.locator("html")).to_have_attribute("lang", "he")
    expect(tab.locator("html")).to_have_attribute("dir", "rtl")
    expect(tab.locator("summary", has_text="Hagdarot")).to_be_visible()
    expect(tab.locator(".cnt").first).to_contain_text("Torkha")
    tab.goto(room.url + "voila/render/03-wild-cards.ipynb")
    ready(tab)
    expect(tab.locator("html")).to_have_attribute("dir", "rtl")
    open_settings(tab, "Hagdarot")
    with tab.expect_navigation():
        tab.get_by_label("Safa").select_option("English")
    ready(tab)
    expect(tab.locator(".cnt").first).to_contain_text("Your turn")


def test_no_such_lesson(room: Server, page: Pages) -> None:
    """An address without a lesson is answered in plain words, with the way to all of them."""
    tab = page(fresh=True)
    answer = tab.goto(room.url + "voila/render/99-nothing.ipynb")
    assert answer is not None
    assert answer.status == 404
    expect(tab.get_by_role("heading")).to_have_text("There is no such lesson")
    tab.get_by_role("link", name="All lessons").click()
    ready(tab)
    assert tab.url == f"{room.url}voila/render/index.ipynb"
