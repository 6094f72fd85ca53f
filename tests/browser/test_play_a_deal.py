"""A game as it is served: begun by keys, by a link, gone on with after the page was loaded again, to the sheet."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest
from canasta_widgets.playing import Playing
from conftest import Watched
from pages import sideways, until
from playwright.sync_api import Page, expect
from servers import Server

from canasta import legal

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
    until(page, "document.activeElement?.type === 'range'")
    page.locator(".cnp [data-do=next]").click()
    expect(page.locator(".cnp-where")).to_contain_text("Deal 2")
    expect(page.locator(".cns-text")).to_have_count(0)
    assert sideways(page) <= 0


def test_the_page_loaded_again_goes_on(opened: Callable[..., Page], voila: Server) -> None:
    """A game that was begun is offered when its address is loaded again, not at another, and goes on where it was."""
    page = opened(OPEN)
    key = "'canasta-tutor.game:' + location.pathname + location.search"
    until(page, f"JSON.parse(localStorage.getItem({key}))?.deals[0].length === 1")  # the draw that flows
    where = page.locator(".cnp-where").inner_text()
    kept = page.evaluate(f"localStorage.getItem({key})")
    page.goto(voila.url + PLAY)
    expect(page.locator("[data-do=begin]")).to_be_visible()
    expect(page.locator("[data-do=resume]")).to_have_count(0)
    page.goto(voila.url + PLAY + OPEN)
    page.locator("[data-do=resume]").click()
    expect(page.locator(".cnp-where")).to_have_text(where)
    expect(page.locator(".cnt-board")).to_contain_text("drew from the stock")
    games = "(kept) => { const { at, ...rest } = JSON.parse(kept); return rest; }"
    assert page.evaluate(games, page.evaluate(f"localStorage.getItem({key})")) == page.evaluate(games, kept)
    page.locator("[data-do=new]").click()
    until(page, "document.activeElement?.dataset.do === 'resume'")
    page.locator("[data-do=forget]").click()
    expect(page.locator("[data-do=resume]")).to_have_count(0)


def test_a_link_that_leads_nowhere(opened: Callable[..., Page]) -> None:
    """A link to a position that nobody can play from shows the choice of a game and says why."""
    page = opened("?position=-/KKK4%2077777772/QQQ%20-%20N.over")
    expect(page.get_by_role("alert").filter(has_text="The deal is over here")).to_be_visible()
    expect(page.locator("[data-do=begin]")).to_be_visible()


def test_what_is_next_is_in_view_and_has_the_focus(opened: Callable[..., Page]) -> None:
    """On a desk the hand and the actions, after the deal what leads on; no key pressed once more leaves the game."""
    page = opened(GOING_OUT, viewport={"width": 1280, "height": 800})
    until(page, "document.activeElement?.className === 'cnp-where'")
    expect(page.locator('[data-card="hand-0"]')).to_be_in_viewport(ratio=1)
    expect(page.locator(".cnt-actions")).to_be_in_viewport(ratio=1)
    typed(page, "meld KKK")
    typed(page, "discard 4")
    until(page, "document.activeElement?.className === 'cnp-where'")
    expect(page.locator("[data-do=next]")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.do") == "next"
    page.locator("[data-do=pace]").select_option("hand", force=True)
    page.locator("[data-do=next]").press("Enter")
    expect(page.locator(".cnp-where")).to_contain_text("Deal 2")
    go = page.locator("[data-do=go]")
    for _each in range(60):
        if not go.is_visible():
            break
        ticket = page.locator(".cnt-board").inner_html()
        go.press("Enter")
        until(page, "(was) => document.querySelector('.cnt-board').innerHTML !== was", arg=ticket)
    expect(page.locator(".cnt-board")).to_contain_text("Your turn")
    until(page, "document.activeElement?.matches('.cnt-board *')")


def test_between_two_people(opened: Callable[..., Page]) -> None:
    """The hidden table has no card of anyone; who shows his cards has the focus on them, and an empty line to type."""
    page = opened("?seed=5&sitters=you,person,you,person")
    page.locator("[data-do=pace]").select_option("quick")
    expect(page.locator(".cnt-board")).to_contain_text("drew from the stock")
    typed(page, "meld of a secret")
    page.locator("[data-card]").last.focus()
    page.keyboard.press("Space")
    page.keyboard.press("d")
    expect(page.locator("[data-do=show]")).to_be_focused()
    expect(page.locator("[data-card]")).to_have_count(0)
    page.keyboard.press("Enter")
    until(page, "document.activeElement?.dataset.card === 'hand-0'")
    expect(page.locator("form[data-command] input").first).to_have_value("")
    expect(page.locator(".cnt-panel")).not_to_contain_text("secret")


def with_misses() -> str:
    """A game, as the browser keeps it, whose deal is over and in which its learner, who plays anything, missed much."""
    for seed in range(20):
        playing, chance = Playing(seed=str(seed), begin=True), random.Random(seed)
        while (view := playing.desk.view)["stage"] == "play":
            if view["waits"]:
                playing.desk._handle_custom_msg({"kind": "go", "n": view["n"]}, [])
            else:
                playing.table.commit(str(chance.choice(legal(playing.table.view))))
        if playing.review.missed:
            kept = playing.desk.kept
            return json.dumps({"setup": kept["setup"], "log": "", "deals": [kept["actions"]]})
    raise AssertionError("nothing was missed in any deal")


def test_what_was_missed_is_shown_and_tried_again(opened: Callable[..., Page], voila: Server) -> None:
    """A missed turn opens in view, the focus on its steps; it is tried again in a tab and a game of its own."""
    page = opened()
    key = "'canasta-tutor.game:' + location.pathname"
    page.evaluate(f"(kept) => localStorage.setItem({key}, kept)", with_misses())
    page.goto(voila.url + PLAY)
    page.locator("[data-do=resume]").click()
    page.locator("[data-open]").first.click()
    until(page, "document.activeElement?.type === 'range'")
    expect(page.locator(".cns-text")).to_be_in_viewport()
    kept = page.evaluate(f"localStorage.getItem({key})")
    with page.context.expect_page() as opening:
        page.locator("[data-again]").first.click()
    again = opening.value
    expect(again.locator("[data-card]:visible").first).to_be_visible()
    expect(again.locator(".cnp-where")).to_be_focused()  # the page has come to rest
    card = again.locator("[data-card]").last
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    again.keyboard.press("d")
    until(again, "Object.keys(localStorage).filter((name) => name.includes('position=')).length")
    assert again.evaluate(f"localStorage.getItem({key})") == kept
    expect(page.locator("[data-open]").first).to_be_visible()
