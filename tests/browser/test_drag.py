"""Cards are carried with mouse, finger or pen, and a drop means what clicking the same things means."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from canasta_widgets.table import Table
from mocked import Showing, Shows
from playwright.sync_api import Page, expect

LINE = "KsKhKd7s64*2/?11/?11/?11 QsQhQd,7h7d7c/KcKcKhKs2 9sThQc ?53 N.play"
DRAWING = "KsKhKd7s64*2/?11/?11/?11 QsQhQd,7h7d7c/9c9c9h Ts4hKc ?55 N.draw"
Point = tuple[float, float]


def middle(page: Page, selector: str) -> Point:
    """A point on something that nothing else covers: a card's corner, a zone's heading, else the middle."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    if "card" in selector:
        return box["x"] + 14, box["y"] + 16
    if '"table"' in selector or '"hand"' in selector:
        return box["x"] + box["width"] - 8, box["y"] + 8
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def lift(page: Page, what: str, to: str | Point) -> None:
    """Drag with the mouse and hold there."""
    page.mouse.move(*middle(page, what))
    page.mouse.down()
    x, y = middle(page, to) if isinstance(to, str) else to
    page.mouse.move(x, y, steps=4)


def drag(page: Page, what: str, to: str | Point) -> None:
    """Drag with the mouse and let go."""
    lift(page, what, to)
    page.mouse.up()


def played(seen: Showing) -> list[str]:
    """The actions that were played."""
    seen.settle()
    return [str(step.verdict.action) for step in seen.widget.steps]  # type: ignore[attr-defined]


def choose(page: Page, *places: int) -> None:
    """Click cards of the hand."""
    for place in places:
        page.locator(card(place)).click()


def card(place: int) -> str:
    """The selector of a card."""
    return f'[data-card="hand-{place}"]'


def at(place: str) -> str:
    """The selector of a place."""
    return f'[data-place="{place}"]'


def nothing_is_carried(page: Page) -> None:
    """No picture, no outline, and no card that is shown as gone."""
    expect(page.locator(".cnt-carry, .is-goal, .is-over, .is-carried")).to_have_count(0)
    expect(page.locator("[data-carrying]")).to_have_count(0)


def test_chosen_cards_are_laid_on_the_table(shown: Shows) -> None:
    """One chosen card carries the others along, and on the own side they are a meld."""
    seen = shown(LINE)
    choose(seen.page, 0, 1, 2)
    drag(seen.page, card(1), at("table"))
    assert played(seen) == ["meld KsKhKd"]
    nothing_is_carried(seen.page)


@pytest.mark.parametrize(
    ("line", "what", "to", "action"),
    [
        (LINE, card(4), at("pile"), "discard 6"),
        (LINE, card(3), at("meld-0-7"), "meld 7s"),
        (LINE, card(6), at("meld-0-12"), "meld Q:2"),
        (DRAWING, at("stock"), at("hand"), "draw"),
    ],
)
def test_a_thing_is_carried_to_its_place(shown: Shows, line: str, what: str, to: str, action: str) -> None:
    """A card goes to the pile or to a meld, the stock's top to the hand, with no click before."""
    seen = shown(line)
    drag(seen.page, what, to)
    assert played(seen) == [action]


@pytest.mark.parametrize("to", [at("hand"), at("table")])
def test_the_pile_is_carried_with_the_chosen_cards(shown: Shows, to: str) -> None:
    """The pile goes to the hand or to the own side, for what the chosen cards take it with."""
    seen = shown(DRAWING)
    choose(seen.page, 0, 1)
    drag(seen.page, at("pile"), to)
    assert played(seen) == ["take KsKh"]


@pytest.mark.parametrize("to", [card(5), at("stock"), "h1", (3.0, 3.0)])
def test_dropped_elsewhere_nothing_changes(shown: Shows, to: str | Point) -> None:
    """Back on the hand, on a place that takes no card or beside the table: nothing is sent, the choice stays."""
    seen = shown(LINE)
    choose(seen.page, 0, 1)
    seen.settle()
    sent = len(seen.sent)
    drag(seen.page, card(4), to)
    seen.settle()
    nothing_is_carried(seen.page)
    assert len(seen.sent) == sent
    assert seen.page.locator('[data-card][aria-pressed="true"]').count() == 2


def test_escape_lets_go(shown: Shows) -> None:
    """Escape ends a drag wherever it is; letting go of the button then does nothing, and the choice is kept."""
    seen = shown(LINE)
    choose(seen.page, 0)
    seen.settle()
    sent = len(seen.sent)
    lift(seen.page, card(4), at("pile"))
    expect(seen.page.locator(".cnt-carry")).to_have_count(1)
    seen.page.keyboard.press("Escape")
    nothing_is_carried(seen.page)
    seen.page.mouse.up()
    seen.settle()
    assert len(seen.sent) == sent
    expect(seen.page.locator(card(0))).to_have_attribute("aria-pressed", "true")


def test_what_is_carried_is_seen_and_where_it_may_go(shown: Shows) -> None:
    """The cards hang at the pointer, where they came from is pale, and each place that takes them has Python's word."""
    seen = shown(LINE)
    choose(seen.page, 0, 1, 2)
    lift(seen.page, card(0), at("meld-0-12"))
    page = seen.page
    assert page.locator(".cnt-carry .cnt-face").count() == 3
    expect(page.locator(".cnt-carry")).to_have_attribute("aria-hidden", "true")
    expect(page.locator("[data-card].is-carried")).to_have_count(3)
    words = page.locator(".is-goal").evaluate_all("nodes => nodes.map(node => [node.dataset.place, node.dataset.word])")
    assert dict(words) == seen.widget.zones["drops"]["cards"]  # type: ignore[attr-defined]
    expect(page.locator(".is-over")).to_have_attribute("data-place", "meld-0-12")
    page.mouse.move(*middle(page, at("table")))
    expect(page.locator(".is-over")).to_have_attribute("data-place", "table")
    page.mouse.move(3, 3)
    expect(page.locator(".is-over")).to_have_count(0)
    page.mouse.up()


def test_several_meanings_are_to_choose_from(shown: Shows) -> None:
    """A wild card on the own side could go to several melds: it stays chosen, the place aimed at, the ways listed."""
    seen = shown(LINE)
    drag(seen.page, card(6), at("table"))
    expect(seen.page.locator('[data-action="meld"]').first).to_be_visible()
    assert played(seen) == []
    expect(seen.page.locator(card(6))).to_have_attribute("aria-pressed", "true")
    expect(seen.page.locator(at("table"))).to_have_class("cnt-side is-own is-chosen")
    nothing_is_carried(seen.page)
    seen.page.locator('[data-text="meld 7:2"]').click()
    assert played(seen) == ["meld 7:2"]


def test_the_one_meaning_is_tried_even_if_it_is_refused(shown: Shows) -> None:
    """A drop with one meaning that is not legal is tried, so that the learner hears why; the cards go back."""
    seen = shown(LINE)
    drag(seen.page, card(0), at("meld-0-12"))
    expect(seen.page.locator('[data-verdict="refused"]')).to_be_visible()
    assert played(seen) == []
    assert seen.contents("commit") == [{"kind": "commit", "text": "meld Q:Ks"}]
    nothing_is_carried(seen.page)


def test_nothing_is_carried_where_nothing_is_to_do(shown: Shows) -> None:
    """When another is in turn, a card does not come along, and the press is a click like any other."""
    seen = shown(Table("KsKhKd7s/?11/?11/?11 - 9sThQc ?68 E.play", seat=0))
    lift(seen.page, card(1), at("pile"))
    nothing_is_carried(seen.page)
    seen.page.mouse.up()


def test_a_shaking_hand_still_clicks(shown: Shows) -> None:
    """A press that slips by a few pixels is a click."""
    seen = shown(LINE)
    x, y = middle(seen.page, card(2))
    seen.page.mouse.move(x, y)
    seen.page.mouse.down()
    seen.page.mouse.move(x + 4, y + 3)
    seen.page.mouse.up()
    expect(seen.page.locator(card(2))).to_have_attribute("aria-pressed", "true")


def test_a_drag_is_no_click(shown: Shows) -> None:
    """A card that is carried about and put back on itself is not chosen by that."""
    seen = shown(LINE)
    x, y = middle(seen.page, card(2))
    lift(seen.page, card(2), (x + 90, y - 40))
    seen.page.mouse.move(x, y)
    seen.page.mouse.up()
    seen.settle()
    expect(seen.page.locator(card(2))).to_have_attribute("aria-pressed", "false")


def test_a_redraw_ends_a_drag(shown: Shows) -> None:
    """When Python shows something else while a card is carried, it is let go, and the drop plays nothing."""
    seen = shown(LINE)
    lift(seen.page, card(4), at("pile"))
    seen.widget.reset(DRAWING)  # type: ignore[attr-defined]
    seen.flush()
    nothing_is_carried(seen.page)
    seen.page.mouse.up()
    assert played(seen) == []


def test_a_slow_answer_leaves_the_cards_where_they_were_put(shown: Shows) -> None:
    """Until the answer comes the cards lie where they were dropped; after a while they go back, and it still counts."""
    seen = shown(LINE, live=False)
    seen.deliver()
    drag(seen.page, card(4), at("pile"))
    expect(seen.page.locator(".cnt-carry")).to_have_count(1)
    nothing_is_carried(seen.page)  # after a while
    expect(seen.page.locator(card(4))).to_have_attribute("aria-pressed", "true")
    seen.deliver()
    seen.page.wait_for_function("shown.sent.some((each) => each.content?.kind === 'commit')")
    seen.deliver()
    assert played(seen) == ["discard 6"]


@pytest.mark.parametrize(
    ("line", "chosen", "what", "to", "keys"),
    [
        (LINE, (0, 1, 2), card(1), at("table"), "Enter"),
        (LINE, (4,), card(4), at("pile"), "ArrowUp ArrowUp Space Enter"),
        (LINE, (3,), card(3), at("meld-0-7"), "ArrowUp Space Enter"),
        (DRAWING, (), at("stock"), at("hand"), "ArrowUp ArrowUp Home Space Enter"),
        (DRAWING, (0, 1), at("pile"), at("hand"), "ArrowUp ArrowUp End Space Enter"),
    ],
)
def test_keys_do_what_a_drag_does(
    shown: Shows, line: str, chosen: tuple[int, ...], what: str, to: str, keys: str
) -> None:
    """For each drag there are keys: space chooses cards, arrows go to the place, space aims, Enter does the same."""
    seen = shown(line)
    choose(seen.page, *chosen)
    drag(seen.page, what, to)
    by_drag = played(seen)
    assert len(by_drag) == 1
    seen = shown(line)
    seen.page.locator(card(0)).focus()
    for place in range(max(chosen, default=0) + 1):
        if place:
            seen.page.keyboard.press("ArrowRight")
        if place in chosen:
            seen.page.keyboard.press("Space")
    for key in keys.split():
        seen.page.keyboard.press(key)
    seen.settle()
    assert played(seen) == by_drag


# -- a finger ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(shown: Shows) -> Callable[..., tuple[Showing, Callable[..., None]]]:
    """Shows a position on a phone, and gives a finger: finger(kind, x, y) for start, move and end."""

    def show(line: str) -> tuple[Showing, Callable[..., None]]:
        seen = shown(line, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
        wire = seen.page.context.new_cdp_session(seen.page)

        def finger(kind: str, *where: float) -> None:
            points = [{"x": where[0], "y": where[1]}] if where else []
            wire.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})

        return seen, finger

    return show


def slide(finger: Callable[..., None], start: Point, end: Point, steps: int = 8) -> None:
    """Move the finger that is down."""
    for step in range(1, steps + 1):
        finger("Move", *(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))


def in_view(page: Page, selector: str) -> None:
    """Scroll so that the hand stands in the lower part of the window."""
    page.locator(selector).evaluate("node => node.scrollIntoView({ block: 'center' })")


def test_a_finger_drags_what_it_has_chosen(phone: Any) -> None:
    """A finger on a chosen card drags at once all that is chosen."""
    seen, finger = phone(LINE)
    page = seen.page
    in_view(page, at("hand"))
    for place in (0, 1, 2):
        page.locator(card(place)).tap(position={"x": 10, "y": 12})
    seen.settle()
    start, end = middle(page, card(1)), middle(page, at("table"))
    finger("Start", *start)
    slide(finger, start, end)
    expect(page.locator(".cnt-carry")).to_have_count(1)
    finger("End")
    assert played(seen) == ["meld KsKhKd"]


def test_a_finger_that_rests_picks_up(phone: Any) -> None:
    """A finger that rests on a card picks it up, chosen or not, and the page does not scroll under it."""
    seen, finger = phone(LINE)
    page = seen.page
    in_view(page, at("hand"))
    scrolled = page.evaluate("scrollY")
    start, end = middle(page, card(4)), middle(page, at("meld-0-12"))
    finger("Start", *start)
    expect(page.locator(".cnt-carry")).to_have_count(1)
    slide(finger, start, end)
    expect(page.locator(".is-over")).to_have_attribute("data-place", "meld-0-12")
    assert page.evaluate("scrollY") == scrolled
    finger("End")
    seen.settle()
    assert [each["text"] for each in seen.contents("commit")] == ["meld Q:6"]


@pytest.mark.parametrize("where", [card(4), at("meld-0-12"), ".cnt-status"])
def test_a_finger_scrolls_the_page(phone: Any, where: str) -> None:
    """A finger that moves over the felt, a meld or a card that is not chosen scrolls the page and carries nothing."""
    seen, finger = phone(LINE)
    page = seen.page
    in_view(page, where)
    page.evaluate(
        "() => document.body.append(Object.assign(document.createElement('div'), { style: 'height: 1500px' }))"
    )
    before = page.evaluate("scrollY")
    start = middle(page, where)
    finger("Start", *start)
    slide(finger, start, (start[0], start[1] - 200))
    nothing_is_carried(page)
    finger("End")
    page.wait_for_function("before => scrollY > before + 100", arg=before)
    assert played(seen) == []
    expect(page.locator('[aria-pressed="true"]')).to_have_count(0)


def test_only_what_is_chosen_keeps_the_page_still(phone: Any) -> None:
    """The browser is told before a touch begins what it may scroll from: everything but the cards that are chosen."""
    seen, _ = phone(LINE)
    seen.page.locator(card(4)).tap(position={"x": 10, "y": 12})
    found = seen.page.locator("[data-card], [data-place]").evaluate_all(
        "nodes => nodes.filter(node => getComputedStyle(node).touchAction === 'none').map(node => node.dataset.card)"
    )
    assert found == ["hand-4"]


def test_a_tap_stays_a_tap(phone: Any) -> None:
    """A short touch chooses a card and aims at a place."""
    seen, _ = phone(LINE)
    page = seen.page
    page.locator(card(4)).tap(position={"x": 10, "y": 12})
    page.locator(at("pile")).tap()
    expect(page.locator(card(4))).to_have_attribute("aria-pressed", "true")
    expect(page.locator(at("pile"))).to_have_attribute("aria-pressed", "true")
    page.locator('[data-text="discard 6"]').tap()
    assert played(seen) == ["discard 6"]


def test_the_page_scrolls_along(shown: Shows) -> None:
    """A card that is carried to the edge of the window makes the page scroll, so that every place can be reached."""
    seen = shown(LINE, viewport={"width": 360, "height": 360})
    page = seen.page
    page.locator(card(4)).evaluate("node => node.scrollIntoView({ block: 'end' })")
    before = page.evaluate("scrollY")
    lift(page, card(4), (180, 20))
    page.wait_for_function("before => scrollY < before - 50", arg=before)
    page.mouse.up()
