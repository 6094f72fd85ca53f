"""Several melds laid in one action, put together one by one, by keys and by clicks."""

from __future__ import annotations

from playwright.sync_api import expect

from mocked import Showing, Shows

OPENING = "KsKhKdQsQhQd7s7h4c - 9 ?40 N.play 1500:0"


def choose(seen: Showing, *names: str) -> None:
    """Click the cards of the hand with these names."""
    for name in names:
        seen.page.get_by_role("button", name=name, exact=True).click()
    seen.settle()


def test_melds_are_set_aside_and_laid_together(shown: Shows) -> None:
    """Two melds that are too little alone open together; the running total is told before, and the minimum with it."""
    seen = shown(OPENING.replace("1500:0", "0:0"))
    total = seen.page.locator(".cnt-total")
    choose(seen, "king of spades", "king of hearts", "king of diamonds")
    expect(total).to_have_text("The melds count 30 points; with a score of 0 the minimum is 50.")
    seen.page.locator('[data-action="aside"]').click()
    choose(seen, "queen of spades", "queen of hearts", "queen of diamonds")
    expect(total).to_have_text("The melds count 60 points; with a score of 0 the minimum is 50.")
    expect(seen.page.locator('[data-card="hand-0"]')).to_have_attribute("data-laid", "1")
    seen.page.locator('[data-text="meld KsKhKd QsQhQd"]').click()
    expect(seen.page.locator('[data-verdict="legal"]')).to_be_visible()
    expect(seen.page.locator("[data-card]")).to_have_count(3)


def test_melds_are_set_aside_by_keys(shown: Shows) -> None:
    """G sets the chosen cards aside, Enter lays all of them, Escape takes all of them up again."""
    seen = shown(OPENING)
    seen.page.locator('[data-card="hand-0"]').focus()
    for key in ("Space", "ArrowRight", "Space", "ArrowRight", "Space", "g"):
        seen.page.keyboard.press(key)
    seen.settle()
    expect(seen.page.locator(".cnt-tray .cnt-group")).to_have_count(1)
    expect(seen.page.locator('[data-text^="meld"]').first).to_have_attribute("data-text", "meld KsKhKd")
    seen.page.locator('[data-card="hand-2"]').focus()
    seen.page.keyboard.press("Enter")
    expect(seen.page.locator('[data-verdict="refused"]')).to_contain_text("the minimum is 90")
    seen.page.keyboard.press("Escape")
    expect(seen.page.locator(".cnt-tray")).to_have_count(0)
    expect(seen.page.locator("[data-laid='1']")).to_have_count(0)


def test_a_meld_is_taken_up_again(shown: Shows) -> None:
    """A meld that was set aside is chosen again by its button or by one of its cards, and nothing is counted twice."""
    seen = shown(OPENING)
    for again in ('[data-action="takeup-0"]', '[data-card="hand-1"]'):
        seen.page.keyboard.press("Escape")
        seen.page.locator('[data-card="hand-0"]').focus()
        seen.page.keyboard.press("Escape")
        choose(seen, "king of spades", "king of hearts")
        seen.page.locator('[data-action="aside"]').click()
        expect(seen.page.locator(".cnt-card.is-chosen")).to_have_count(0)
        seen.page.locator(again).click()
        expect(seen.page.locator(".cnt-card.is-chosen")).to_have_count(2)
        expect(seen.page.locator("[data-count]")).to_contain_text("Selected: 2 cards, 20 points")
    assert seen.contents("select")[-1]["laid"] == []


def test_h_helps_where_there_are_no_hints(shown: Shows) -> None:
    """H tells what can be done where nobody gives hints."""
    seen = shown(OPENING)
    seen.page.locator('[data-card="hand-0"]').focus()
    seen.page.keyboard.press("h")
    expect(seen.page.locator('[data-told="can"]')).to_contain_text("You may discard")
    assert seen.contents("hint") == []
