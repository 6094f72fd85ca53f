"""The coach on the screen: by keyboard alone, in each mode, on a phone, and for those who only hear it."""

from __future__ import annotations

import pytest
from canasta_widgets.coach import Coach
from pages import objections, sideways
from playwright.sync_api import expect

from canasta import Action, Position
from mocked import Showing, Shows

VIEW = Position.parse("7KQ8J/?11/?11/?11 777777/888 4 ?63 N.play")
COSTLY, HARMLESS = Action.parse("discard 7"), Action.parse("discard K")
COMPLETE = "Melded, it would complete your canasta of sevens: 500 points."
WIDE, PHONE = {"width": 1280, "height": 700}, {"width": 360, "height": 700}


def chosen(seen: Showing, action: Action | None) -> None:
    """What a table tells the coach when something is chosen there."""
    assert isinstance(seen.widget, Coach)
    seen.widget.consider(VIEW, action)
    seen.flush()


@pytest.mark.parametrize(("theme", "viewport"), [("light", PHONE), ("dark", WIDE)], ids=["phone", "wide"])
def test_axe_has_nothing_to_object(shown: Shows, theme: str, viewport: dict[str, int]) -> None:
    """In each mode, with a warning, facts and a judged play, closed and with every law open."""
    seen = shown(Coach(mode="always"), theme=theme, viewport=viewport)
    assert isinstance(seen.widget, Coach)
    seen.widget.after(VIEW._replace(pile=b"\x09"), COSTLY)
    chosen(seen, COSTLY)
    expect(seen.page.locator(".cnc-brief")).to_have_text(f"! {COMPLETE}")
    assert objections(seen.page) == []
    box = seen.page.locator(".cnc-box")
    if box.get_attribute("open") is None:
        seen.page.locator(".cnc-box > summary").click()
    for law in seen.page.locator(".cnc-said summary").all():
        law.click()
    assert seen.page.locator(".cnc-said details[open]").count() > 3
    assert objections(seen.page) == []
    for mode in ("request", "off"):
        seen.page.locator(f'[data-setting="mode"] [value="{mode}"]').check()
        seen.settle()
        assert objections(seen.page) == [], mode


def test_by_keyboard_alone(shown: Shows) -> None:
    """The mode is chosen, the coach asked, a law opened without a mouse; a button keeps the focus when it answers."""
    seen = shown(Coach(mode="always"))
    chosen(seen, COSTLY)
    page = seen.page
    page.locator('[data-setting="mode"] [value="always"]').focus()
    page.keyboard.press("ArrowLeft")
    seen.settle()
    assert seen.widget.mode == "request"
    expect(page.locator("[data-part]")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator('[data-do="effects"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator('[data-part="effects"]')).to_contain_text(COMPLETE)
    expect(page.locator('[data-do="effects"]')).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    expect(page.locator('[data-part="advice"]')).to_contain_text("A club player would meld 1 seven.")
    expect(page.locator('[data-part="advice"]')).to_be_in_viewport()
    page.locator(".cnc-said summary").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-clause="canasta.natural"] p').first).to_be_visible()


def test_a_button_with_nothing_to_tell_asks_nothing(shown: Shows) -> None:
    """A button that can tell nothing says so and sends nothing."""
    seen = shown(Coach(mode="request"))
    chosen(seen, None)
    button = seen.page.locator('[data-do="effects"]')
    expect(button).to_have_attribute("aria-disabled", "true")
    button.click(force=True)
    assert seen.contents("ask") == []
    seen.page.locator('[data-do="advice"]').click()
    assert [message["what"] for message in seen.contents("ask")] == ["advice"]


def test_the_browser_remembers_the_mode(shown: Shows) -> None:
    """The mode that a reader chose holds when the same page is drawn again."""
    seen = shown(Coach(mode="request"))
    seen.page.locator('[data-setting="mode"] [value="always"]').check()
    seen.settle()
    assert isinstance(seen.widget, Coach)
    seen.widget.mode = "off"
    seen.flush()
    expect(seen.page.locator('[data-setting="mode"] [value="off"]')).to_be_checked()
    seen.show_again()
    seen.settle()
    assert seen.widget.mode == "always"


def test_a_warning_has_a_sign_and_a_word(shown: Shows) -> None:
    """What costs something is told by word and sign, what does not has neither."""
    seen = shown(Coach(mode="always"))
    chosen(seen, COSTLY)
    warned = seen.page.locator("li.is-warning")
    expect(warned).to_have_count(1)
    expect(warned).to_contain_text("! Careful:")
    facts = seen.page.locator("li.is-fact")
    assert facts.count() > 0
    assert "Careful" not in " ".join(facts.all_inner_texts())


def test_it_does_not_chatter(shown: Shows) -> None:
    """Of choices that follow fast only the last is read out, and of what costs nothing nothing is."""
    seen = shown(Coach(mode="always"))
    seen.page.evaluate(
        """() => {
            window.heard = [];
            const live = document.querySelector("[data-live]");
            new MutationObserver(() => heard.push(live.textContent)).observe(live, { childList: true });
        }"""
    )
    for action in (COSTLY, HARMLESS, COSTLY, HARMLESS, COSTLY):
        chosen(seen, action)
    expect(seen.page.locator("[data-live]")).to_have_text(COMPLETE)
    chosen(seen, HARMLESS)
    expect(seen.page.locator("[data-live]")).to_have_text("")
    assert seen.page.evaluate("heard") == [COMPLETE, ""]


def test_on_a_phone_it_is_one_line(shown: Shows) -> None:
    """On a small screen it is closed, says what costs something and that alone, and opens by a tap."""
    seen = shown(Coach(mode="always"), viewport=PHONE, has_touch=True)
    box = seen.page.locator(".cnc-box")
    chosen(seen, None)
    height = box.bounding_box()
    chosen(seen, COSTLY)
    expect(seen.page.locator(".cnc-brief")).to_have_text(f"! {COMPLETE}")
    expect(seen.page.locator("[data-part]")).not_to_be_visible()
    assert box.bounding_box() == height
    assert height is not None
    assert height["height"] < 64
    seen.page.locator(".cnc-box > summary").tap()
    expect(seen.page.locator("li.is-warning")).to_be_visible()
    small = [each for each in seen.page.locator("summary:visible, button:visible, label:visible").all()
             if ((place := each.bounding_box()) is None or place["height"] < 44)]  # fmt: skip
    assert [each.inner_text() for each in small] == []


def test_what_lies_below_stays_where_it_is(shown: Shows) -> None:
    """Choosing one card after another the coach does not shrink, so that nothing below it moves up under a finger."""
    seen = shown(Coach(mode="always"), viewport=WIDE)
    box = seen.page.locator(".cnc-box")
    heights = []
    for action in (None, COSTLY, None, HARMLESS, COSTLY):
        chosen(seen, action)
        seen.settle()
        place = box.bounding_box()
        assert place is not None
        heights.append(place["height"])
    assert heights == sorted(heights)
    assert len(set(heights)) == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_reads_from_right_to_left_too(shown: Shows, theme: str) -> None:
    """On a page that runs the other way nothing sticks out."""
    seen = shown(Coach(mode="always"), dir="rtl", theme=theme, viewport=PHONE)
    chosen(seen, COSTLY)
    seen.page.locator(".cnc-box > summary").click()
    assert sideways(seen.page) <= 0
