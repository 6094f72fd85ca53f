"""What hasty or trembling hands do: click twice, hold a key down, press a key that has nothing to do here."""

from __future__ import annotations

import pytest
from canasta_widgets.table import Table
from playwright.sync_api import Locator, expect

from canasta import deal
from mocked import Showing, Shows

KINGS = "KsKhKdQ4/?11/?9/?7 - 9 . N.play 1500:0"
SEED = 1  # a deal in which nobody holds a red three


def played(seen: Showing) -> list[str]:
    """What was played, in words of the notation."""
    assert isinstance(seen.widget, Table)
    return [str(step.verdict.action) for step in seen.widget.steps]


def click_twice(seen: Showing, button: Locator) -> None:
    """Click twice in the same place, the second time when all that came of the first click is there."""
    box = button.bounding_box()
    assert box is not None
    seen.page.mouse.move(box["x"] + 20, box["y"] + 10)
    for count in (1, 2):
        seen.page.mouse.down(click_count=count)
        seen.page.mouse.up(click_count=count)
        seen.settle()


@pytest.mark.parametrize("width", [1280, 360])
def test_a_double_click_is_one_try(shown: Shows, width: int) -> None:
    """The second click neither tries again nor meets the next player's buttons, which now lie in the same place."""
    table = Table(deal(SEED))
    table.look(None)
    seen = shown(table, viewport={"width": width, "height": 900})
    seen.settle()
    click_twice(seen, seen.page.locator('[data-action="draw"]'))
    assert played(seen) == ["draw"]
    assert table.verdict["legal"]
    click_twice(seen, seen.page.locator("[data-card]").last)
    click_twice(seen, seen.page.locator('[data-action="discard"]'))
    assert [text.partition(" ")[0] for text in played(seen)] == ["draw", "discard"]
    assert table.verdict["legal"]


def test_the_same_try_waits_for_its_answer(shown: Shows) -> None:
    """Until a try is answered the same one is not sent again; afterwards it is."""
    seen = shown(KINGS, live=False)
    seen.deliver()
    for _ in range(3):
        seen.page.keyboard.press("Tab")
        seen.page.locator(".cnt-command input").fill("meld QQ")
        seen.page.keyboard.press("Enter")
    assert len(seen.contents("commit")) == 1
    seen.deliver()
    expect(seen.page.locator('[data-verdict="refused"]')).to_be_visible()
    seen.page.keyboard.press("Enter")
    assert len(seen.contents("commit")) == 2


def test_a_key_held_down_works_once(shown: Shows) -> None:
    """A letter that repeats itself does what it does once, and arrows go on as long as they are held."""
    table = Table(deal(SEED))
    seen = shown(table)
    seen.settle()
    seen.page.locator("[data-card]").first.focus()
    for _ in range(3):
        seen.page.keyboard.down("s")
        seen.settle()
    seen.page.keyboard.up("s")
    assert played(seen) == ["draw"]
    assert table.verdict["legal"]
    for _ in range(3):
        seen.page.keyboard.down("ArrowRight")
    expect(seen.page.locator('[data-card="hand-3"]')).to_be_focused()


def test_a_key_with_nothing_to_do_is_answered(shown: Shows) -> None:
    """Where a letter has no action to press, the live region says what is to be done first."""
    seen = shown(KINGS)
    seen.settle()
    seen.page.locator("[data-card]").first.focus()
    seen.page.keyboard.press("m")
    expect(seen.page.locator("[data-live]")).to_have_text(seen.widget.words["pick"])
    assert played(seen) == []


def test_a_red_three_in_the_hand_has_its_button(shown: Shows) -> None:
    """A hand that must lay a red three before all else is offered that, with nothing chosen."""
    seen = shown("KsKhKdQ4r/?11/?9/?7 - 9 . N.draw 1500:0")
    expect(seen.page.locator(".cnt-buttons [data-text]")).to_have_count(1)
    seen.page.locator('[data-text="lay r"]').click()
    expect(seen.page.locator('[data-verdict="legal"]')).to_be_visible()


def test_a_held_try_goes_with_its_position(shown: Shows) -> None:
    """Before a class, a try that waits to be revealed is forgotten when another position comes, not when hands open."""
    table = Table("KsKhKdQ4/Q777/KK/555 - 9 . N.play 1500:0", projector="on")
    seen = shown(table)
    for place in (0, 1, 2):
        seen.page.locator(f'[data-card="hand-{place}"]').click()
    seen.page.locator('[data-text="meld KsKhKd"]').click()
    reveal = seen.page.locator("[data-reveal]")
    expect(reveal).to_be_visible()
    table.show_hands(True)
    seen.flush()
    expect(seen.page.locator(".cnt-open")).to_have_count(3)
    expect(reveal).to_be_visible()
    table.reset("AAA4/?11/?9/?7 - 4 . N.play")
    seen.flush()
    expect(reveal).to_have_count(0)
    expect(seen.page.locator(".cnt-asked h2")).to_have_text(seen.widget.words["ask"])
