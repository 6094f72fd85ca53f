"""The table in words and the list of plays, by keys and ears."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from canasta_widgets.table import Table
from listener import Listener, open_too_low
from pages import objections, sideways
from playwright.sync_api import expect

from canasta import deal
from mocked import Showing, Shows

Opens = Callable[..., Showing]
COUNT_CHANGES = """() => {
    window.told = 0;
    const watch = new MutationObserver(() => (window.told += 1));
    watch.observe(document.querySelector("[data-live]"), { childList: true, characterData: true, subtree: true });
}"""


@pytest.fixture
def at_table(shown: Shows) -> Opens:
    """Shows a deal that begins with a draw, all hands from one seat."""

    def open(**options: object) -> Showing:
        table = Table(deal(7))
        table.look(None)
        return shown(table, **options)

    return open


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_with_everything_open(at_table: Opens, scheme: str) -> None:
    """axe has nothing to object to with the words, the list of plays and a refusal open, on a desk and on a phone."""
    page = at_table(theme=scheme).page
    listener = Listener(page)
    listener.to_the_hand()
    listener.do("s", "You draw")
    open_too_low(listener)
    for key in "wcl":
        page.keyboard.press(key)
    page.get_by_role("button", name="Show every legal play").click()
    expect(page.get_by_role("group", name="Legal plays").get_by_role("button").first).to_be_focused()
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert objections(page, ".cnt") == []
        assert sideways(page) <= 0


def test_the_list_of_plays_by_keys(at_table: Opens) -> None:
    """Arrows, Home and End move in the list, letters narrow it, Escape leaves it, and Enter plays."""
    page = at_table().page
    listener = Listener(page)
    listener.to_the_hand()
    listener.do("s", "You draw")
    toggle = page.get_by_role("button", name="Show every legal play")
    toggle.focus()
    page.keyboard.press("Enter")
    buttons = page.get_by_role("group", name="Legal plays").get_by_role("button")
    expect(buttons.first).to_be_focused()
    n = buttons.count()
    assert int(page.get_by_role("heading", name="legal plays").inner_text().split()[0]) >= n
    page.keyboard.press("End")
    expect(buttons.last).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(buttons.nth(n - 2)).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    expect(buttons.nth(1)).to_be_focused()
    assert buttons.evaluate_all("nodes => nodes.filter((node) => node.tabIndex === 0).length") == 1
    page.keyboard.press("Escape")
    expect(toggle).to_be_focused()
    expect(buttons).to_have_count(0)
    page.keyboard.press("Enter")
    expect(buttons.first).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("discard")
    expect(page.get_by_role("heading", name=re.compile("^Discard|legal plays?$")).first).to_contain_text("legal play")
    expect(page.get_by_role("group", name=re.compile("^Meld: "))).to_have_count(0)
    page.keyboard.press("Tab")
    name = listener.focused()
    assert name.startswith("Discard ")
    listener.do("Enter", "North discards the ")
    assert listener.focused("group") == "Your hand"
    expect(buttons).to_have_count(0)


def test_a_key_leads_to_the_words_and_back(at_table: Opens) -> None:
    """Each part opens by its key and takes the focus; Escape or the key again gives it back; open, it keeps up."""
    page = at_table().page
    listener = Listener(page)
    listener.to_the_hand()
    page.keyboard.press("ArrowRight")
    card = listener.focused()
    for key, name in (("w", "What is on the table"), ("c", "What can I do"), ("l", "What happened")):
        for back in ("Escape", key):
            page.keyboard.press(key)
            assert listener.focused() == name
            expect(page.get_by_role("button", name=name)).to_have_attribute("aria-expanded", "true")
            page.keyboard.press(back)
            assert (listener.focused(), listener.focused("group")) == (card, "Your hand")
            expect(page.get_by_role("region", name=name)).to_be_hidden()
    page.get_by_role("button", name="What can I do").click()
    region = page.get_by_role("region", name="What can I do")
    expect(region).to_contain_text("You may draw from the stock.")
    listener.to_the_hand()
    listener.do("s", "You draw")
    expect(region).not_to_contain_text("You may draw from the stock.")
    expect(region).to_contain_text("You may discard in")


def test_a_refusal_is_read_out_again(at_table: Opens) -> None:
    """The same refusal twice changes the live region twice, and no second live region says it too."""
    page = at_table().page
    listener = Listener(page)
    listener.to_the_hand()
    page.evaluate(COUNT_CHANGES)
    field = page.get_by_role("textbox", name="Or type it")
    for n in (1, 2, 3):
        field.fill("discard 4")
        field.press("Enter")
        page.wait_for_function("n => window.told === n", arg=n)
        assert (page.locator("[data-live]").text_content() or "").startswith("Refused: Discard four. ")
    telling = page.locator("[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]")
    assert sum("Refused" in text for text in telling.all_inner_texts()) == 1
