"""What goes by itself in a lesson: the way that is shown, and what comes of a wrong turn; on time, and by keys."""

from __future__ import annotations

import pytest
from canasta_widgets.lesson import PAUSE, Lesson
from playwright.sync_api import expect

from canasta.tutor.hints import RUNGS
from mocked import Shows


def test_the_way_is_shown_by_keys(shown: Shows) -> None:
    """Enter on the hint button climbs and at last shows the way, play by play; the focus stays, and it comes again."""
    lesson = Lesson("12-going-out")
    seen = shown(lesson.guide, clock=True)
    page = seen.page
    button = page.locator("[data-do=hint]")
    button.focus()
    for _ in range(RUNGS):
        page.keyboard.press("Enter")
        seen.settle()
    expect(page.locator(".cnl-hint")).to_contain_text("Watch it on the table")
    expect(button).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Enter")
    seen.settle()
    plays = len(lesson.way)
    assert plays > 1
    for number in range(1, plays + 1):
        page.clock.run_for(PAUSE)
        seen.settle()
        assert len(lesson.table.steps) == number
    assert len(seen.contents("go")) == plays
    page.clock.run_for(PAUSE)
    seen.settle()
    assert lesson.table.steps == []
    expect(page.locator(".cnl-hint")).to_contain_text("Now do it yourself")
    expect(button).to_have_text("Show me again")
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    seen.settle()
    assert len(lesson.film) == plays + 1


@pytest.mark.parametrize(("height", "moves"), [(500, True), (1500, False)])
def test_what_is_shown_on_the_table_comes_into_view(shown: Shows, height: int, moves: bool) -> None:
    """Where the table lies below the screen when it begins to play, the page goes there; else nothing moves."""
    lesson = Lesson("12-going-out")
    seen = shown(lesson.guide, clock=True, viewport={"width": 360, "height": height})
    page = seen.page
    page.evaluate(
        """() => {
            document.querySelector("main").className = "canasta-lesson";
            const below = '<div class="cnt-board" style="height: 400px"></div><div style="height: 2000px"></div>';
            document.querySelector("main").insertAdjacentHTML("beforeend", below);
        }"""
    )
    for _ in range(RUNGS):
        assert page.evaluate("scrollY") == 0
        page.evaluate("document.querySelector('[data-do=hint]').click()")
        seen.settle()
    assert lesson.film
    assert (page.evaluate("scrollY") > 0) is moves
    expect(page.locator(".cnl-hint")).to_be_in_viewport()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_wrong_turn_is_played_out(shown: Shows, motion: str) -> None:
    """After a discard that misses the task the next player's turn is asked for play by play, then read out once."""
    lesson = Lesson("10-black-threes")
    seen = shown(lesson.guide, clock=True, reduced_motion=motion)
    lesson.table.commit("discard K")
    seen.flush()
    outcome = seen.page.locator(".cnl-outcome")
    expect(outcome).to_contain_text("Now East plays")
    assert lesson.came is not None
    for _ in lesson.came.steps:
        seen.page.clock.run_for(PAUSE)
        seen.settle()
    expect(outcome).to_contain_text("East takes the pile that you left: 9 cards.")
    seen.page.clock.run_for(5 * PAUSE)
    seen.settle()
    assert len(seen.contents("go")) == len(lesson.came.steps)
    seen.page.locator("[data-do=retry]").press("Enter")
    seen.settle()
    expect(outcome).to_be_empty()
    assert lesson.table.steps == []


def test_a_wish_that_got_lost_is_made_again(shown: Shows) -> None:
    """Where the line was cut for a moment, the play that was asked for is asked for again once Python is heard."""
    lesson = Lesson("10-black-threes")
    seen = shown(lesson.guide, clock=True)
    lesson.table.commit("discard K")
    seen.flush()
    real = seen.wire.hear
    seen.wire.hear = lambda _message: None  # type: ignore[method-assign]
    seen.page.clock.run_for(PAUSE)
    seen.settle()
    seen.wire.hear = real  # type: ignore[method-assign]
    assert len(lesson.table.steps) == 1
    seen.page.clock.run_for(6000)
    seen.settle()
    assert len(lesson.table.steps) >= 2


def test_leaving_the_page_stops_the_clock(shown: Shows) -> None:
    """A view that is taken away asks for nothing more."""
    lesson = Lesson("10-black-threes")
    seen = shown(lesson.guide, clock=True)
    lesson.table.commit("discard K")
    seen.flush()
    seen.leave()
    seen.page.clock.run_for(3 * PAUSE)
    seen.settle()
    assert seen.contents("go") == []
