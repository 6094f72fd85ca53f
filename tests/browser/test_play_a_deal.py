"""A game as it is served: begun by keys, by a link, gone on with after the page was loaded again, to the sheet."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from conftest import Watched
from playwright.sync_api import Page, expect
from servers import Server

PLAY = "voila/render/play-a-deal.ipynb"
GOING_OUT = "?position=KKK4%207777777%20J%20.%20N.play&seed=5"
OPEN = "?position=KKJ65%20-%204%20.%20N.draw%20first&seed=5"


@pytest.fixture
def opened(voila: Server, watched: Callable[..., Watched]) -> Callable[..., Page]:
    """Opens the game's page; uncaught errors on the page and requests to elsewhere fail the test at its end."""
    pages: list[Watched] = []

    def open(address: str = "", **options: object) -> Page:
        seen = watched(**options)
        pages.append(seen)
        seen.page.goto(voila.url + PLAY + address)
        expect(seen.page.locator("[data-card]:visible, [data-do=begin]:visible").first).to_be_visible()
        return seen.page

    yield open
    assert [seen.errors + seen.outside for seen in pages] == [[] for _ in pages]


def typed(page: Page, text: str) -> None:
    """Type an action on the table's line."""
    line = page.locator("form[data-command] input").first
    line.fill(text)
    line.press("Enter")


def test_a_turn_goes_round_by_keys_alone(opened: Callable[..., Page]) -> None:
    """By keys alone a game is begun, a card discarded, and after the others have played it is one's turn again."""
    page = opened(OPEN)
    page.locator("[data-do=pace]").select_option("quick")
    expect(page.locator(".cnt-board")).to_contain_text("drew from the stock")
    page.locator('[data-card="hand-0"]').focus()
    page.keyboard.press("End")
    page.keyboard.press("Space")
    page.keyboard.press("d")
    expect(page.locator(".cnt-board")).not_to_contain_text("Your turn")
    expect(page.locator(".cnt-board")).to_contain_text("Your turn", timeout=30_000)
    log = page.locator("details[data-do=log]").first
    log.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(log.locator("textarea")).not_to_have_value("")
    text = log.locator("textarea").input_value()
    assert text.startswith("position: ")
    assert sum(line.startswith("discard") for line in text.splitlines()) == 4
    assert "#" not in text


def test_a_deal_ends_with_its_sheet_and_the_next_begins(opened: Callable[..., Page]) -> None:
    """After the last card the sheet cites its clauses, the deal opens step by step, and the next is dealt."""
    page = opened(GOING_OUT, viewport={"width": 360, "height": 740})
    typed(page, "meld KKK")
    typed(page, "discard 4")
    expect(page.locator(".cnh")).to_contain_text("score.base")
    expect(page.locator(".cnp-strip")).to_contain_text("Next first meld")
    page.locator("[data-do=walk]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".cns-text")).to_contain_text("The beginning")
    page.wait_for_function("document.activeElement?.type === 'range'")
    page.locator(".cnp [data-do=next]").click()
    expect(page.locator(".cnp-where")).to_contain_text("Deal 2")
    expect(page.locator(".cns-text")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_page_loaded_again_goes_on(opened: Callable[..., Page], voila: Server) -> None:
    """A game that was begun is offered when the page is loaded again, and goes on where it was."""
    page = opened(OPEN)
    key = "'canasta-tutor.game:' + location.pathname"
    page.wait_for_function(f"JSON.parse(localStorage.getItem({key}))?.deals[0].length === 1")  # the draw that flows
    where = page.locator(".cnp-where").inner_text()
    kept = page.evaluate(f"localStorage.getItem({key})")
    page.goto(voila.url + PLAY)
    page.locator("[data-do=resume]").click()
    expect(page.locator(".cnp-where")).to_have_text(where)
    expect(page.locator(".cnt-board")).to_contain_text("drew from the stock")
    assert page.evaluate(f"localStorage.getItem({key})") == kept


def test_a_link_that_leads_nowhere(opened: Callable[..., Page]) -> None:
    """A link to a position that nobody can play from shows the choice of a game and says why."""
    page = opened("?position=-/KKK4%2077777772/QQQ%20-%20N.over")
    expect(page.get_by_role("alert").filter(has_text="The deal is over here")).to_be_visible()
    expect(page.locator("[data-do=begin]")).to_be_visible()
