"""The lesson in JupyterLab: shown, played, in the theme that is set there, and with our keys for us alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from conftest import Watched
from pages import objections
from playwright.sync_api import Page, expect
from servers import TOKEN, Server

OURS = ".canasta-lesson, .cnt, .cns"
RUN = "jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)"
CELLS = "jupyterapp.shell.currentWidget.content.widgets.length"


@pytest.fixture
def opened(lab: Server, watched: Callable[..., Watched]) -> Iterator[Callable[..., Page]]:
    """Opens a notebook in JupyterLab and runs all of its cells; uncaught errors fail the test at its end."""
    seen: list[Watched] = []

    def open(name: str = "02-melds.ipynb", **options: object) -> Page:
        seen.append(watched(**options))
        page = seen[-1].page
        page.goto(f"{lab.url}lab/tree/{name}?token={TOKEN}&reset")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for()
        page.wait_for_function("jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'")
        page.evaluate(RUN)
        page.locator("[data-card]").first.wait_for()
        return page

    yield open
    assert [each.errors for each in seen] == [[] for _ in seen]


def choose(page: Page, *places: int) -> None:
    """Choose cards of the hand, each once the one before is chosen."""
    for place in places:
        card = page.locator(f'[data-card="hand-{place}"]')
        card.click()
        expect(card).to_have_attribute("aria-pressed", "true")


def test_the_first_level_with_mouse_and_keys(opened: Callable[..., Page]) -> None:
    """The lesson is played in JupyterLab with the mouse and with keys, none of which reaches JupyterLab."""
    page = opened()
    cells = page.evaluate(CELLS)
    assert cells > 1
    choose(page, 3, 4, 5)
    page.locator('[data-text="meld 7s7h7d"]').click()
    expect(page.locator('[data-level="0"] [data-stars]')).to_have_attribute("data-stars", "3")
    page.locator('[data-action="undo"]').click()
    expect(page.locator("[data-card]")).to_have_count(8)
    # In a notebook's command mode these delete, copy, insert, run, restart, and turn cells into text.
    page.locator('[data-card="hand-0"]').focus()
    for key in "ddabcxzm0011y":
        page.keyboard.press(key)
    page.keyboard.press("Shift+Enter")
    page.keyboard.press("Escape")
    page.locator('[data-do="hint"]').focus()
    for key in "ddabm":
        page.keyboard.press(key)
    page.wait_for_timeout(300)
    assert page.evaluate(CELLS) == cells
    assert page.locator(".jp-Dialog").count() == 0
    assert page.locator("[data-card]").count() == 8
    page.locator('[data-card="hand-3"]').focus()
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator('[data-outcome="done"]')).to_be_visible()
    page.locator("[data-command] input").press_sequentially("ddx")
    assert page.locator("[data-command] input").input_value() == "ddx"
    assert page.evaluate(CELLS) == cells


def test_it_follows_the_theme_and_axe_is_content(opened: Callable[..., Page]) -> None:
    """The table is light in the light theme and dark in the dark one, and in both axe objects to nothing of ours."""
    page = opened()
    choose(page, 0, 1)
    page.locator('[data-text="meld KsQs"]').click()
    expect(page.locator('[data-verdict="refused"]')).to_be_visible()
    inks = []
    for theme, light in (("JupyterLab Light", "true"), ("JupyterLab Dark", "false")):
        page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {{ theme: '{theme}' }}).then(() => null)")
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", light)
        page.wait_for_timeout(300)
        inks.append(page.locator(".cnt").evaluate("node => getComputedStyle(node).color"))
        assert objections(page, OURS) == []
    bright = [sum(map(int, ink.removeprefix("rgb(").removesuffix(")").split(","))) for ink in inks]
    assert bright[0] < 200 < 500 < bright[1]


def test_the_deal_step_by_step(opened: Callable[..., Page]) -> None:
    """The stepper steps in JupyterLab by its buttons, and by Enter on them."""
    page = opened("deal-step-by-step.ipynb")
    page.locator("[data-do=step]").click()
    expect(page.locator(".cns-text")).to_contain_text("Step 1 of")
    page.keyboard.press("Enter")
    expect(page.locator(".cns-text")).to_contain_text("Step 2 of")


def test_a_restarted_kernel(opened: Callable[..., Page]) -> None:
    """When the kernel is restarted the table says so in its place; the cells run again, one goes on where one was."""
    page = opened()
    page.locator("form[data-command] input").fill("meld 777")
    page.locator("form[data-command] input").press("Enter")
    expect(page.locator("[data-card]")).to_have_count(5)
    page.evaluate("jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart().then(() => null)")
    expect(page.locator(".cnt-lost")).to_contain_text("No answer", timeout=20_000)
    expect(page.locator("[data-card]")).to_have_count(5)
    for button in ('[data-action="plays"]', '[data-do="next"]'):
        expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
    page.wait_for_function("jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'")
    page.evaluate(RUN)
    # The first level has its stars, so the lesson opens at the second.
    expect(page.locator('[data-level="1"]')).to_have_attribute("aria-current", "step")
    page.locator('[data-level="0"]').click()
    page.locator('[data-kept="resume"]').click()
    expect(page.locator('[data-level="0"] [data-stars]')).to_have_attribute("data-stars", "3")
    expect(page.locator("[data-card]")).to_have_count(5)
