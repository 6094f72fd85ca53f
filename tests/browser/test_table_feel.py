"""The table answers to the hand: quick keys, a small screen, cards that overlap."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from servers import Server

LESSON = "voila/render/02-melds.ipynb"
IN_VIEW = """node => {
    const box = node.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= window.innerHeight;
}"""


@pytest.fixture
def opened(voila: Server, page: Callable[..., Page]) -> Callable[..., Page]:
    """Opens the lesson."""

    def open(**options: object) -> Page:
        tab = page(**options)
        tab.goto(voila.url + LESSON)
        expect(tab.locator("[data-text], [data-card]").first).to_be_visible()
        return tab

    return open


def test_keys_may_be_faster_than_the_kernel(opened: Callable[..., Page]) -> None:
    """Enter means the cards that are chosen when it is pressed, even if the answer to the last one is still to come."""
    page = opened()
    page.locator('[data-card="hand-3"]').focus()
    # All keys at once, before any answer can come back.
    page.evaluate(
        """() => {
            for (const id of ["hand-3", "hand-4", "hand-5"]) document.querySelector(`[data-card="${id}"]`).click();
            const key = new KeyboardEvent("keydown", { key: "Enter", bubbles: true });
            document.querySelector('[data-card="hand-5"]').dispatchEvent(key);
        }"""
    )
    expect(page.locator('[data-outcome="done"]')).to_be_visible()
    expect(page.locator('[data-level="0"] [data-stars]')).to_have_attribute("data-stars", "3")


def test_a_key_is_forgotten_when_the_choice_changes(opened: Callable[..., Page]) -> None:
    """A key that waits for its answer plays nothing once other cards are chosen."""
    page = opened()
    page.evaluate(
        """() => {
            const card = (id) => document.querySelector(`[data-card="${id}"]`);
            card("hand-0").click();
            card("hand-0").dispatchEvent(new KeyboardEvent("keydown", { key: "d", bubbles: true }));
            card("hand-1").click();
        }"""
    )
    expect(page.locator('[data-text="meld KsQs"]')).to_be_visible()
    expect(page.locator("[data-card]")).to_have_count(8)
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", "")


def test_focus_is_never_lost(opened: Callable[..., Page]) -> None:
    """A focused button that goes or changes hands its focus on: to its like, or back to the table."""
    page = opened()
    focused = "document.activeElement.closest('.cnt') ? document.activeElement.outerHTML : 'outside'"
    for place in (0, 1, 2):
        page.locator(f'[data-card="hand-{place}"]').click()
    page.locator('[data-text="meld KsQsJs"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-verdict="refused"]')).to_be_visible()
    assert 'data-text="meld KsQsJs"' in page.evaluate(focused)
    page.keyboard.press("Escape")
    expect(page.locator("[data-text]")).to_have_count(0)
    assert "data-card" in page.evaluate(focused)
    page.locator('[data-action="plays"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-play]").first).to_be_focused()
    page.locator('[data-action="plays"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-play]")).to_have_count(0)
    assert 'data-action="plays"' in page.evaluate(focused)
    page.locator('[data-action="plays"]').click()
    page.locator('[data-play^="meld"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-outcome="done"]')).to_be_visible()
    assert "data-card" in page.evaluate(focused)
    page.locator('[data-action="undo"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-card]")).to_have_count(8)
    assert "data-card" in page.evaluate(focused)
    page.locator('[data-card="hand-0"]').click()
    page.locator('[data-card="hand-1"]').click()
    page.locator('[data-text="meld KsQs"]').click()
    near = page.locator('[data-near^="discard"]').first
    near.focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-verdict="legal"]')).to_be_visible()
    assert "data-card" in page.evaluate(focused)


def test_a_phone_shows_the_refusal_and_the_star(opened: Callable[..., Page]) -> None:
    """On a small screen the reason of a refusal, and then the star, come into view by themselves."""
    page = opened(viewport={"width": 360, "height": 640}, has_touch=True)
    for place in (0, 1, 2):
        page.locator(f'[data-card="hand-{place}"]').tap()
    page.locator('[data-text="meld KsQsJs"]').tap()
    sentence = page.locator('[data-verdict="refused"] .cnt-sentence')
    expect(sentence).to_be_visible()
    assert sentence.evaluate(IN_VIEW)
    for place in (0, 1, 2, 3, 4, 5):
        page.locator(f'[data-card="hand-{place}"]').tap()
    page.locator('[data-text="meld 7s7h7d"]').tap()
    outcome = page.locator('[data-outcome="done"]')
    expect(outcome).to_be_visible()
    assert outcome.evaluate(IN_VIEW)


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_corners_stay_free(opened: Callable[..., Page], direction: str) -> None:
    """No card hides the rank of another, chosen, focused or neither, whichever way the page runs."""
    page = opened()
    page.evaluate("direction => document.documentElement.dir = direction", direction)
    page.locator('[data-card="hand-2"]').click()
    page.locator('[data-card="hand-5"]').focus()
    page.wait_for_timeout(300)
    hidden = page.evaluate(
        """() => [...document.querySelectorAll("[data-card]")].filter((card) => {
            const box = card.querySelector("text, .cnt-shape-star").getBoundingClientRect();
            const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
            return top.closest("[data-card]") !== card;
        }).map((card) => card.dataset.card)"""
    )
    assert hidden == []
