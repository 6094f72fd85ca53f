"""axe on the whole page, with the table in each state that a learner brings it to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from conftest import Watched
from pages import objections
from playwright.sync_api import Page, expect
from servers import Server

LESSON = "voila/render/02-melds.ipynb"
WIDTHS = (1280, 360)


def objections_at(page: Page, widths: Iterable[int] = WIDTHS) -> list[object]:
    """What axe finds on the page as it is, at each width."""
    found: list[object] = []
    for width in widths:
        page.set_viewport_size({"width": width, "height": 844})
        found += [(width, *each) for each in objections(page)]
    return found


def open_all(page: Page) -> int:
    """Open every part of the page that can be opened."""
    closed = page.locator("details:not([open]) > summary:visible")
    opened = 0
    while closed.count() and opened < 40:
        closed.first.click()
        opened += 1
    return opened


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 1280)])
def test_a_lesson_in_use(voila: Server, watched: Callable[..., Watched], scheme: str, width: int) -> None:
    """Chosen cards, a refusal in each length of text and with all it can open, the list of plays, a hint, a star."""
    seen = watched(color_scheme=scheme)
    page = seen.page
    page.goto(voila.url + LESSON)
    page.locator("[data-card]").first.wait_for()
    for _ in range(2):
        page.locator('[data-do="hint"]').click()
    for place in (0, 1, 2):
        page.locator(f'[data-card="hand-{place}"]').click()
    page.locator('[data-text="meld KsQsJs"]').wait_for()
    assert objections_at(page, [width]) == []
    page.locator('[data-text="meld KsQsJs"]').click()
    expect(page.locator('[data-verdict="refused"]')).to_be_visible()
    assert objections_at(page, [width]) == []
    assert open_all(page) > 1
    page.locator('[data-action="plays"]').click()
    page.locator("[data-play]").first.wait_for()
    assert objections_at(page, [width]) == []
    lengths = page.locator('[data-setting="length"] input')
    assert lengths.count() > 2
    for length in lengths.all():
        length.check()
        assert objections_at(page, [width]) == [], length.get_attribute("value")
    for setting in page.locator('[data-setting]:not([data-setting="length"])').all():
        setting.locator("input").last.check()
    assert objections_at(page, [width]) == []
    page.locator('[data-setting="projector"] [value="off"]').check()
    page.keyboard.press("Escape")
    page.locator('[data-play^="meld"]').first.click()
    expect(page.locator('[data-outcome="done"]')).to_be_visible()
    assert objections_at(page, [width]) == []
    assert seen.errors == []
