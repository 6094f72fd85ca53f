"""The lesson as a person plays it: with the mouse, by touch, and with the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from canasta_widgets.phrases import in_words
from conftest import Watched
from playwright.sync_api import Page, expect
from servers import Server

from canasta import Action
from canasta.cards import size
from canasta.tutor.levels import Level, load, solution, worked

UNIT = load(Path(__file__).parents[2] / "lessons" / "levels" / "02-melds.toml").only("try")
LESSON = "voila/render/02-melds.ipynb"
Opened = Callable[..., Watched]


@pytest.fixture
def lesson(voila: Server, watched: Opened) -> Callable[..., Page]:
    """Opens the lesson; uncaught errors on the page fail the test at its end."""
    opened: list[Watched] = []

    def open(**options: object) -> Page:
        seen = watched(**options)
        opened.append(seen)
        seen.page.goto(voila.url + LESSON)
        expect(seen.page.locator("[data-card]").first).to_be_visible()
        return seen.page

    yield open
    assert [seen.errors for seen in opened] == [[] for _ in opened]


def cards(page: Page, action: Action) -> list[int]:
    """The places in the hand of the cards that an action needs, by what their labels say."""
    # In one look: the hand may be drawn anew between two.
    labels = page.locator("[data-card]").evaluate_all(
        "nodes => nodes.map(node => node.getAttribute('aria-label') || '')"
    )
    wanted = [card for lay in action.lays for card in lay.painted] or [
        card for lay in action.lays for card in _bare(lay.cards)
    ]
    found: list[int] = []
    for card in wanted:
        name = card.name
        place = next(
            at
            for at, label in enumerate(labels)
            if at not in found and (label == name or label.startswith(name + " of"))
        )
        found.append(place)
    return found


def _bare(bag: int) -> list[object]:
    from canasta import Card
    from canasta.cards import kinds_in

    return [Card(kind) for kind in kinds_in(bag)]


def stars(page: Page, number: int) -> int:
    """The stars that a level shows."""
    return int(page.locator(f'[data-level="{number}"] [data-stars]').get_attribute("data-stars") or "")


def test_whole_lesson_with_the_mouse(lesson: Callable[..., Page]) -> None:
    """Every level can be played with clicks alone, and each first try shows three stars."""
    page = lesson()
    for number, level in enumerate(UNIT.done()):
        page.locator(f'[data-level="{number}"]').click()
        expect(page.locator(f'[data-level="{number}"]')).to_have_attribute("aria-current", "step")
        expect(page.locator(".canasta-task")).to_contain_text(level.say)
        for action in worked(level):
            left = page.locator("[data-card]").count() - action_is_legal(level, action) * size(action.spends)
            for place in cards(page, action):
                page.locator(f'[data-card="hand-{place}"]').click()
            page.locator(f'[data-text^="{action.verb}"]').first.click()
            # Escape would take back a wish that still waits for its answer, so the verdict must be on this try.
            expect(page.locator(".cnt-tried")).to_have_text(in_words(action))
            expect(page.locator("[data-card]")).to_have_count(left)
            page.keyboard.press("Escape")
        expect(page.locator('[data-outcome="done"]')).to_be_visible()
        assert stars(page, number) == 3
    expect(page.locator("[data-outcome]")).to_contain_text("the unit is yours")


def focused(page: Page, name: str) -> str:
    """An attribute of what has the focus."""
    return page.evaluate("name => document.activeElement?.getAttribute(name) || ''", name)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement?.matches(selector) || false", selector):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"no Tab leads to {selector}")


def test_whole_lesson_with_the_keyboard(lesson: Callable[..., Page]) -> None:
    """Every level can be played by keys alone; the live region tells what happened, and the focus is never lost."""
    page = lesson()
    for number, level in enumerate(UNIT.done()):
        expect(page.locator(".canasta-task")).to_contain_text(level.say)
        for action in worked(level):
            left = page.locator("[data-card]").count() - action_is_legal(level, action) * size(action.spends)
            tab_to(page, "[data-card]")
            page.keyboard.press("Home")
            at = 0
            for place in cards(page, action):
                key = "ArrowRight" if place > at else "ArrowLeft"
                for _ in range(abs(place - at)):
                    page.keyboard.press(key)
                at = place
                assert focused(page, "data-card") == f"hand-{place}"
                page.keyboard.press("Space")
                expect(page.locator(f'[data-card="hand-{place}"]')).to_have_attribute("aria-pressed", "true")
            expect(page.locator("[data-text]").first).to_be_visible()
            expect(page.locator("[data-live]")).to_contain_text("Selected")
            page.keyboard.press("Enter")
            expect(page.locator("[data-live]")).to_contain_text("You " if action_is_legal(level, action) else "Refused")
            expect(page.locator("[data-card]")).to_have_count(left)
            expect(page.locator("[data-card]:focus")).to_have_count(1)  # it is not lost
            page.keyboard.press("Escape")
        expect(page.locator('[data-outcome="done"]')).to_be_visible()
        assert stars(page, number) == 3
        if number + 1 < len(UNIT.done()):
            page.keyboard.press("Home")
            for _ in range(60):
                if focused(page, "data-do") == "next":
                    break
                page.keyboard.press("Shift+Tab")
            page.keyboard.press("Enter")
            expect(page.locator(f'[data-level="{number + 1}"]')).to_have_attribute("aria-current", "step")


def action_is_legal(level: Level, action: Action) -> bool:
    """Whether a try is one of the level's right ones."""
    return action not in [wrong.action for wrong in level.wrong]


def test_refused_meld_shows_its_clause_and_a_legal_one_its_star(lesson: Callable[..., Page]) -> None:
    """A run is refused by the clause on ranks, with law, source and a legal play; then a meld earns two stars."""
    page = lesson()
    for place in (0, 1, 2):
        page.locator(f'[data-card="hand-{place}"]').click()
    page.locator('[data-action="meld"]').first.click()
    panel = page.locator('[data-verdict="refused"]')
    expect(panel.locator(".cnt-law")).to_have_attribute("data-clause", "meld.same-rank")
    expect(panel).to_contain_text("Sequences are not melds")
    expect(panel).to_contain_text("Source")
    expect(panel.locator("[data-near]").first).to_be_visible()
    expect(panel.locator('.cnt-checks li[data-clause="meld.same-rank"]')).to_be_visible()
    panel.locator('[data-near^="meld"]').click()
    expect(page.locator('[data-verdict="legal"]')).to_be_visible()
    expect(page.locator('[data-level="0"] [data-stars]')).to_have_attribute("data-stars", "2")


def test_typed_words_do_the_same(lesson: Callable[..., Page]) -> None:
    """The typed line takes an action's words, and says in a plain sentence what it cannot read."""
    page = lesson()
    field = page.locator("[data-command] input")
    field.fill("mild 777")
    field.press("Enter")
    expect(page.locator("[data-verdict='refused']")).to_contain_text("'mild'")
    field.fill("meld 777")
    field.press("Enter")
    expect(page.locator('[data-outcome="done"]')).to_be_visible()


def test_letters_why_and_undo(lesson: Callable[..., Page]) -> None:
    """`m` melds, `u` takes it back, `?` goes to the answer in full, `d` discards, and that is not taken back."""
    page = lesson()
    page.locator('[data-level="6"]').click()
    expect(page.locator('[data-level="6"]')).to_have_attribute("aria-current", "step")
    held = page.locator("[data-card]").count()
    action = (solution(UNIT.done()[6]) or ())[0]
    for place in cards(page, action):
        page.locator(f'[data-card="hand-{place}"]').click()
    expect(page.locator(f'[data-text^="{action.verb}"]').first).to_be_visible()
    page.keyboard.press("m")
    expect(page.locator("[data-card]")).to_have_count(held - size(action.spends))
    tab_to(page, "[data-stop]")
    page.keyboard.press("?")
    expect(page.locator(".cnt-checks")).to_have_attribute("open", "")
    page.keyboard.press("u")
    expect(page.locator("[data-card]")).to_have_count(held)
    page.locator('[data-card="hand-0"]').click()
    expect(page.locator('[data-action="discard"]')).to_be_visible()
    page.keyboard.press("d")
    expect(page.locator('[data-outcome="open"]')).to_be_visible()
    expect(page.locator('[data-action="undo"]')).to_have_count(0)


def test_hints_point_with_words(lesson: Callable[..., Page]) -> None:
    """The second hint marks cards and says in words which."""
    page = lesson()
    page.locator('[data-do="hint"]').click()
    page.locator('[data-do="hint"]').click()
    expect(page.locator("[data-marked]")).to_have_count(3)
    expect(page.locator(".canasta-hint")).to_contain_text("in the middle of your hand")


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_phone(lesson: Callable[..., Page], direction: str) -> None:
    """At 360 pixels, in either direction, nothing makes the page scroll sideways, and a tap plays."""
    page = lesson(viewport={"width": 360, "height": 740}, has_touch=True)
    page.evaluate("direction => document.documentElement.dir = direction", direction)
    for place in (3, 4, 5):
        page.locator(f'[data-card="hand-{place}"]').tap()
    page.locator('[data-text="meld 7s7h7d"]').tap()
    expect(page.locator('[data-outcome="done"]')).to_be_visible()
    width = page.evaluate("Math.max(document.documentElement.scrollWidth, document.body.scrollWidth)")
    assert width <= 360


def test_arrows_follow_the_direction_of_the_page(lesson: Callable[..., Page]) -> None:
    """Right to left, the left arrow goes to the next card, as the eye does."""
    page = lesson()
    page.evaluate("document.documentElement.dir = 'rtl'")
    tab_to(page, "[data-card]")
    page.keyboard.press("ArrowLeft")
    assert focused(page, "data-card") == "hand-1"
    page.keyboard.press("ArrowRight")
    assert focused(page, "data-card") == "hand-0"
