"""The deal step by step, as a person without a mouse goes through it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import Watched
from playwright.sync_api import Page, expect
from servers import Server

DEAL = "voila/render/deal-step-by-step.ipynb"
Opened = Callable[..., Watched]


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(80):
        if page.evaluate("selector => document.activeElement?.matches(selector) || false", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {selector}")


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
        expect(text).to_contain_text(f"Step {number} of 19.")
        expect(step).to_be_focused()
    expect(text.locator('[data-clause="turn.order"]')).to_be_visible()
    while page.evaluate("document.activeElement.dataset.card") is None:
        page.keyboard.press("Tab")
    page.keyboard.press("s")
    expect(text).to_contain_text("You left the deal. East: Draw from the stock.")
    while page.evaluate("document.activeElement.dataset.do") != "back":
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(text).to_contain_text("Step 2 of 19. North: Discard 6.")
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


def test_the_question_and_the_sheet_by_keyboard_alone(voila: Server, watched: Opened) -> None:
    """One goes to the question by the list of steps, answers it for the partner, goes out, and reads the sheet."""
    seen = watched()
    page = seen.page
    page.goto(voila.url + DEAL)
    expect(page.locator("[data-card]").first).to_be_visible()
    tab_to(page, "[data-do=go]")
    page.keyboard.type("14")
    text = page.locator(".cns-text")
    expect(text).to_contain_text("Step 14 of 19.")
    tab_to(page, "[data-card]")
    page.keyboard.press("a")
    expect(page.locator(".cnt-status")).to_contain_text("You are asked")
    expect(page.locator("[data-count]")).to_have_text("An answer is due: may East go out?")
    tab_to(page, '[data-text="answer yes"]')
    page.keyboard.press("Enter")
    expect(page.locator("[data-live]")).to_contain_text("Answer: yes.")
    assert page.evaluate("document.activeElement.dataset.card"), "the focus is lost"
    for words in ("meld 555", "discard 4"):
        expect(page.locator(".cnh")).to_be_hidden()
        tab_to(page, "[data-command] input")
        page.keyboard.type(words)
        page.keyboard.press("Enter")
        expect(page.locator("[data-live]")).to_contain_text("Legal.")
    expect(page.locator(".cnh tbody tr.is-sum").first).to_contain_text("45615")
    tab_to(page, ".cnh summary")
    page.keyboard.press("Enter")
    expect(page.locator(".cnh details[open] p")).to_contain_text("red three")
    assert seen.errors == []


def test_a_refused_try_tells_what_would_make_it_legal(voila: Server, watched: Opened) -> None:
    """Opened, the panel lists a few changes that would turn the refusal; the question mark opens it too."""
    page = watched().page
    page.goto(voila.url + DEAL)
    expect(page.locator("[data-card]").first).to_be_visible()
    tab_to(page, "[data-command] input")
    page.keyboard.type("take T2")
    page.keyboard.press("Enter")
    why = page.locator("[data-why]")
    expect(why).to_be_visible()
    expect(why.locator("li")).to_be_hidden()
    page.locator("[data-card]").first.focus()
    page.keyboard.press("?")
    expect(why.locator("li").first).to_contain_text("would")
    assert 1 <= why.locator("li").count() <= 3
    expect(page.locator(".cnt-head h2")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("step", [15, 19])
def test_axe_and_width_in_use(voila: Server, watched: Opened, step: int, scheme: str) -> None:
    """With the question open, and with the sheet shown, axe finds nothing and no phone scrolls sideways."""
    page = watched(color_scheme=scheme).page
    page.goto(voila.url + DEAL)
    expect(page.locator("[data-card]").first).to_be_visible()
    page.locator("[data-do=go]").select_option(str(step))
    expect(page.locator(".cns-text")).to_contain_text(f"Step {step} of 19.")
    if step == 19:
        page.locator(".cnh summary").first.click()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 740})
        found = Axe().run(page).response["violations"]
        assert [(rule["id"], [node["target"] for node in rule["nodes"]]) for rule in found] == []
        wide = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
        assert wide <= width
