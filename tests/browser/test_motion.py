"""What went where is shown as motion: brief, in nobody's way, and not at all for those who want none."""

from __future__ import annotations

import pytest
from canasta_widgets.table import Table
from mocked import Showing, Shows
from playwright.sync_api import Page, expect

from canasta import Action

LINE = "KsKhKd7s64*2/?11/?11/?11 QsQhQd,7h7d7c/KcKcKhKs2 9sThQc ?53 N.play"
MOST = 200  # ms
HOLD = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const run = animate.apply(this, how);
        run.pause();
        run.currentTime = 0;
        return run;
    };
}"""
GHOSTS = """() => {
    const board = document.querySelector(".cnt-board").getBoundingClientRect();
    return [...document.querySelectorAll(".cnt-ghost")].map((ghost) => {
        const box = ghost.getBoundingClientRect();
        return [ghost.textContent, Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
    });
}"""


def held(seen: Showing) -> Page:
    """The page, with every animation held at its first moment."""
    seen.page.evaluate(HOLD)
    return seen.page


def go_on(page: Page) -> None:
    """Let what is held run to its end."""
    page.evaluate("document.getAnimations().forEach((each) => each.finish())")


def commit(seen: Showing, words: str) -> None:
    """Play by Python's hand, as another view of the table would."""
    seen.widget.commit(words)  # type: ignore[attr-defined]
    seen.flush()
    seen.settle()


def centre(page: Page, selector: str) -> list[int]:
    """The middle of the last face of a place."""
    return page.locator(selector).last.evaluate(
        """node => {
            const box = ([...node.querySelectorAll(".cnt-face, .cnt-back")].at(-1) || node).getBoundingClientRect();
            return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
        }"""
    )


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_cards_go_from_where_they_lay_to_where_they_lie(shown: Shows, direction: str) -> None:
    """A ghost starts on the card that was played and ends on the one that lies there, whichever way the page runs."""
    seen = shown(LINE, dir=direction)
    page = held(seen)
    start = centre(page, '[data-card="hand-4"]')
    commit(seen, "discard 6")
    ((_, *found),) = page.evaluate(GHOSTS)
    assert found == pytest.approx(start, abs=1)
    page.evaluate(
        "document.getAnimations().forEach((each) => (each.currentTime = each.effect.getComputedTiming().endTime - 0.1))"
    )
    ((_, *found),) = page.evaluate(GHOSTS)
    assert found == pytest.approx(centre(page, '[data-place="pile"]'), abs=1)
    go_on(page)
    expect(page.locator(".cnt-motion")).to_have_count(0)


def test_motion_is_brief_and_leaves_nothing(shown: Shows) -> None:
    """Every card has come within a fifth of a second; ghosts are hidden from readers and pointers, and are removed."""
    seen = shown(LINE)
    page = held(seen)
    commit(seen, "meld KsKhKd")
    assert len(page.evaluate(GHOSTS)) == 3
    ends = page.evaluate("document.getAnimations().map((each) => each.effect.getComputedTiming().endTime)")
    assert len(ends) > 6  # the ghosts, the cards that they become, and those that move up
    assert max(ends) <= MOST
    layer = page.locator(".cnt-motion")
    expect(layer).to_have_attribute("aria-hidden", "true")
    assert layer.evaluate("node => getComputedStyle(node).pointerEvents") == "none"
    used = page.evaluate("document.getAnimations().flatMap((each) => each.effect.getKeyframes().flatMap(Object.keys))")
    assert set(used) <= {"transform", "opacity", "offset", "computedOffset", "easing", "composite"}
    go_on(page)
    expect(layer).to_have_count(0)
    expect(page.locator(".cnt-ghost")).to_have_count(0)


def test_motion_ends_by_itself(shown: Shows) -> None:
    """Left alone, the ghosts go."""
    seen = shown(LINE)
    commit(seen, "meld KsKhKd")
    expect(seen.page.locator(".cnt-ghost")).to_have_count(0)
    assert seen.page.evaluate("document.getAnimations().length") == 0


def test_motion_blocks_no_input(shown: Shows) -> None:
    """While cards are on their way others are chosen and played, and the next redraw ends the first motion."""
    seen = shown(LINE)
    page = held(seen)
    commit(seen, "meld KsKhKd")
    expect(page.locator(".cnt-ghost")).to_have_count(3)
    page.locator('[data-card="hand-1"]').click()
    page.locator('[data-text="discard 6"]').click()
    seen.settle()
    expect(page.locator(".cnt-motion")).to_have_count(1)
    expect(page.locator(".cnt-ghost")).to_have_count(1)
    assert [str(step.verdict.action) for step in seen.widget.steps] == ["meld KsKhKd", "discard 6"]  # type: ignore[attr-defined]
    go_on(page)
    expect(page.locator(".cnt-motion")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["reduce", "no-preference"])
def test_those_who_want_no_motion_see_outlines(shown: Shows, scheme: str) -> None:
    """Without motion the places that something came to are outlined until the next redraw; words are said anyway."""
    seen = shown(LINE, reduced_motion=scheme)
    page = held(seen)
    commit(seen, "meld KsKhKd")
    expect(page.locator("[data-live]")).to_contain_text("You meld 3 kings")
    if scheme == "no-preference":
        expect(page.locator(".cnt-ghost")).to_have_count(3)
        expect(page.locator("[data-moved]")).to_have_count(0)
        return
    assert page.evaluate("document.getAnimations().length") == 0
    expect(page.locator(".cnt-ghost")).to_have_count(0)
    expect(page.locator("[data-moved]")).to_have_count(1)
    expect(page.locator("[data-moved]")).to_have_attribute("data-place", "meld-0-13")
    assert page.locator("[data-moved]").evaluate("node => getComputedStyle(node).outlineStyle") == "dotted"
    commit(seen, "discard 6")
    expect(page.locator("[data-moved]")).to_have_attribute("data-place", "pile")


def test_undo_moves_back(shown: Shows) -> None:
    """What is taken back goes the other way."""
    seen = shown(LINE)
    commit(seen, "meld KsKhKd")
    page = held(seen)
    start = centre(page, '[data-place="meld-0-13"]')
    page.locator('[data-action="undo"]').click()
    seen.settle()
    found = page.evaluate(GHOSTS)
    assert len(found) == 3
    assert {tuple(where) for _, *where in found} == {tuple(start)}


def test_others_move_too(shown: Shows) -> None:
    """What another player draws goes from the stock to his seat, face down; his discard goes from there to the pile."""
    seen = shown(Table("KsKh/?11/?11/?11 - 9sThQc ?70 E.draw", seat=0))
    page = held(seen)
    start = centre(page, '[data-place="stock"]')
    seen.widget.play_for(Action.parse("draw"))  # type: ignore[attr-defined]
    seen.flush()
    seen.settle()
    ((text, *where),) = page.evaluate(GHOSTS)
    assert (text, where) == ("", pytest.approx(start, abs=1))
    seat = centre(page, '[data-spot="seat-1"]')
    seen.widget.play_for(Action.parse("discard Ac"))  # type: ignore[attr-defined]
    seen.flush()
    seen.settle()
    ((text, *where),) = page.evaluate(GHOSTS)
    assert text.startswith("A")
    assert where == pytest.approx(seat, abs=1)


def test_what_is_not_shown_moves_nothing(shown: Shows) -> None:
    """Where a place is not on the page nothing moves from or to it, and nothing fails; nor does a first view move."""
    seen = shown(LINE)
    page = held(seen)
    commit(seen, "discard 6")
    seen.show_again()
    expect(page.locator(".cnt-ghost")).to_have_count(1)
    moved = [
        {"from": "nowhere", "to": "pile", "n": 1, "faces": []},
        {"from": "hand-0", "to": "away", "n": 1, "faces": []},
    ]
    seen.set(zones={**seen.widget.zones, "moved": moved})  # type: ignore[attr-defined]
    seen.settle()
    expect(page.locator(".cnt-ghost")).to_have_count(0)


def test_a_dropped_card_goes_on_from_where_it_was_dropped(shown: Shows) -> None:
    """What was carried to the pile is not seen to fly there again from the hand."""
    seen = shown(LINE)
    page = held(seen)
    box = page.locator('[data-card="hand-4"]').bounding_box()
    to = page.locator('[data-place="pile"]').bounding_box()
    assert box is not None
    assert to is not None
    page.mouse.move(box["x"] + 10, box["y"] + 12)
    page.mouse.down()
    x, y = to["x"] + 10, to["y"] + 30
    page.mouse.move(x, y, steps=3)
    page.mouse.up()
    expect(page.locator(".cnt-ghost")).to_have_count(1)
    ((_, *where),) = page.evaluate(GHOSTS)
    assert where == pytest.approx([x, y], abs=60)
    expect(page.locator(".cnt-carry")).to_have_count(0)
