"""The deal step by step, as a person without a mouse goes through it."""

from __future__ import annotations

from collections.abc import Callable

from conftest import Server, Watched
from playwright.sync_api import expect

Opened = Callable[..., Watched]


def test_by_keyboard_alone(voila: Server, watched: Opened) -> None:
    """The buttons keep the focus from step to step; a try on the table leaves the deal, and back returns to it."""
    seen = watched()
    page = seen.page
    page.goto(voila.url + "voila/render/index.ipynb")
    page.get_by_role("link", name="A deal, step by step").click()
    expect(page.locator("[data-card]").first).to_be_visible()
    step, text = page.locator("[data-do=step]"), page.locator(".cns-text")
    while page.evaluate("document.activeElement.dataset.do") != "step":
        page.keyboard.press("Tab")
    for number in (1, 2):
        page.keyboard.press("Enter")
        expect(text).to_contain_text(f"Step {number} of 16.")
        expect(step).to_be_focused()
    expect(text.locator('[data-clause="turn.order"]')).to_be_visible()
    while page.evaluate("document.activeElement.dataset.card") is None:
        page.keyboard.press("Tab")
    page.keyboard.press("s")
    expect(text).to_contain_text("You left the deal. East: Draw from the stock.")
    while page.evaluate("document.activeElement.dataset.do") != "back":
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(text).to_contain_text("Step 2 of 16. North: Discard 6.")
    expect(page.locator("[data-do=back]")).to_be_focused()
    while page.evaluate("document.activeElement.tagName") != "SUMMARY":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Control+A")
    page.keyboard.type("KX4 - Q")
    page.keyboard.press("Enter")
    expect(page.locator(".cns-problem")).to_contain_text("'X' in 'KX4' is no card")
    assert seen.errors == []
