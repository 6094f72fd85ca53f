"""The kernel is gone: the table says so in its place, keeps what is on it, and after a reload one goes on."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest
from conftest import Server, Watched
from pages import kernel, process_of, ready
from playwright.sync_api import Locator, Page, expect
from test_serving import LESSON, is_gone

Opened = Callable[..., Watched]
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("The operation is insecure.", "SecurityError"); },
});"""
# A storage that is full, and holds what we never wrote.
RUBBISH = """
    Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
    Storage.prototype.getItem = () => '{"tries": [["meld KKK"], 7], "at": {}}';
"""


@pytest.fixture
def opened(voila: Server, watched: Opened) -> Opened:
    """Opens the lesson on a new page, with a script that runs before all others."""

    def open(script: str = "", **options: object) -> Watched:
        seen = watched(**options)
        if script:
            seen.page.add_init_script(script)
        seen.page.goto(voila.url + LESSON)
        ready(seen.page)
        return seen

    return open


@contextlib.contextmanager
def silenced(voila: Server, page: Page) -> Iterator[None]:
    """The kernel of a page says nothing while the block runs; after it the notice has gone."""
    process = process_of(voila, kernel(page))
    process.suspend()
    try:
        yield
    finally:
        process.resume()
    expect(notice(page)).to_be_empty(timeout=20_000)


def notice(page: Page) -> Locator:
    """What the table says when nothing answers."""
    return page.locator(".cnt-lost")


def try_words(page: Page, words: str) -> None:
    """Type an action and send it."""
    page.locator("[data-command] input").fill(words)
    page.locator("[data-command] input").press("Enter")


def hand(page: Page) -> list[str]:
    """The cards of the hand, in words."""
    return page.locator("[data-card]").evaluate_all("cards => cards.map(card => card.getAttribute('aria-label'))")


def play_two(page: Page) -> list[str]:
    """A refused try and a legal one, which solves the level; the hand that is left."""
    cards = len(hand(page))
    try_words(page, "meld K76")
    expect(page.locator('[data-verdict="refused"]')).to_be_visible()
    try_words(page, "meld 777")
    expect(page.locator("[data-card]")).to_have_count(cards - 3)
    # The star comes after the cards; a page that is loaded again before it is there has not heard of it.
    expect(page.locator('[data-outcome="done"]')).to_be_visible()
    return hand(page)


def load_again(page: Page) -> None:
    """Load the page again, and go back to the level that was done: the lesson opens at the next one."""
    page.reload()
    ready(page)
    expect(page.locator('[data-level="1"]')).to_have_attribute("aria-current", "step")
    page.locator('[data-level="0"]').click()
    expect(page.locator('[data-level="0"]')).to_have_attribute("aria-current", "step")


def test_the_kernel_dies_and_the_learner_goes_on(voila: Server, opened: Opened) -> None:
    """The table tells, nothing on it goes, nothing pretends to work; loaded again it offers to go on, and does."""
    seen = opened()
    page = seen.page
    left = play_two(page)
    stars = page.locator('[data-level="0"] [data-stars]').get_attribute("data-stars")
    name = kernel(page)
    process_of(voila, name).kill()
    assert is_gone(voila, name)
    page.locator('[data-card="hand-0"]').click()
    page.locator("[data-command] input").fill("discard 4")
    expect(notice(page)).to_contain_text("No answer", timeout=20_000)
    assert notice(page).get_attribute("role") == "alert"
    assert hand(page) == left
    expect(page.locator('[data-card="hand-0"]')).to_have_attribute("aria-pressed", "true")
    button = page.locator('[data-action="plays"]')
    expect(button).to_have_attribute("aria-disabled", "true")
    assert button.get_attribute("aria-describedby") == notice(page).get_attribute("id")
    button.click(force=True)
    expect(page.locator("[data-play]")).to_have_count(0)
    page.locator("[data-command] input").press("Enter")
    expect(page.locator("[data-command] input")).to_have_value("discard 4")
    load_again(page)
    expect(page.locator("[data-card]")).to_have_count(len(left) + 3)
    offer = page.locator('[data-kept="resume"]')
    expect(offer).to_have_text("Go on where you stopped (2)")
    offer.click()
    expect(page.locator("[data-card]")).to_have_count(len(left))
    assert hand(page) == left
    expect(page.locator('[data-level="0"] [data-stars]')).to_have_attribute("data-stars", stars or "")
    expect(offer).to_have_count(0)
    assert seen.errors == []


def test_begun_anew_it_is_forgotten(opened: Opened) -> None:
    """Whoever begins anew, or begins the level again, is not offered again what he left."""
    page = opened().page
    play_two(page)
    load_again(page)
    page.locator('[data-kept="anew"]').click()
    expect(page.locator("[data-kept]")).to_have_count(0)
    left = play_two(page)
    page.locator('[data-do="retry"]').click()
    expect(page.locator("[data-card]")).to_have_count(len(left) + 3)
    expect(page.locator("[data-kept]")).to_have_count(0)
    load_again(page)
    expect(page.locator("[data-card]")).to_have_count(len(left) + 3)
    expect(page.locator("[data-kept]")).to_have_count(0)


def test_each_start_is_kept_for_itself(opened: Opened) -> None:
    """What was played on one level is offered there and on no other."""
    page = opened().page
    play_two(page)
    page.locator('[data-level="1"]').click()
    expect(page.locator('[data-level="1"]')).to_have_attribute("aria-current", "step")
    expect(page.locator("[data-kept]")).to_have_count(0)
    page.locator('[data-level="0"]').click()
    expect(page.locator('[data-kept="resume"]')).to_have_text("Go on where you stopped (2)")


@pytest.mark.parametrize("script", [NO_STORAGE, RUBBISH], ids=["forbidden", "full of rubbish"])
def test_without_storage_all_else_works(opened: Opened, script: str) -> None:
    """Where nothing can be kept the table plays as ever, and no error is raised."""
    seen = opened(script)
    left = play_two(seen.page)
    seen.page.reload()
    ready(seen.page)
    assert len(hand(seen.page)) == len(left) + 3
    expect(seen.page.locator("[data-kept]")).to_have_count(0)
    assert seen.errors == []


def test_it_goes_on_by_itself(voila: Server, opened: Opened) -> None:
    """A kernel that only was slow is heard again: the notice goes, and the buttons work."""
    page = opened().page
    with silenced(voila, page):
        page.locator('[data-card="hand-0"]').click()
        expect(notice(page)).to_contain_text("No answer", timeout=20_000)
        expect(page.locator('[data-action="plays"]')).to_have_attribute("aria-disabled", "true")
    button = page.locator('[data-action="plays"]')
    expect(button).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator('[data-card="hand-0"]')).to_have_attribute("aria-pressed", "true")
    expect(page.locator('[data-text^="discard"]')).to_be_visible()
    button.click()
    expect(page.locator("[data-play]").first).to_be_visible()


def test_what_stands_beside_the_table_tells_it(voila: Server, opened: Opened) -> None:
    """A hint that is asked for and not answered is known to the table, which says what is the matter."""
    page = opened().page
    with silenced(voila, page):
        page.locator('[data-do="hint"]').click()
        expect(notice(page)).to_contain_text("No answer", timeout=20_000)
    expect(page.locator(".canasta-hint")).not_to_be_empty()


def test_a_typed_line_comes_back(voila: Server, opened: Opened) -> None:
    """A line that was sent and never answered stands in its field again."""
    page = opened().page
    with silenced(voila, page):
        try_words(page, "discard 4")
        expect(notice(page)).to_contain_text("No answer", timeout=20_000)
        expect(page.locator("[data-command] input")).to_have_value("discard 4")
