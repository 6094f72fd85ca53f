"""What can be said or asked, chosen from a list under the table: by keys, by touch, and for axe."""

from __future__ import annotations

import pytest
from canasta_widgets.table import Table
from pages import sideways
from playwright.sync_api import expect
from test_table_axe import objections

from mocked import Showing, Shows

LINE = "AcQd9s8h8c6h5d4s2d/?3/?9/?5 777777,JJJJ/444 6d9hTc7s N.play"


def saying(shown: Shows, **options: object) -> Showing:
    """A table that offers what can be said."""
    table = Table(LINE, preview=False)
    table.says = True
    table.reset(LINE)
    return shown(table, **options)


def test_a_remark_by_keys(shown: Shows) -> None:
    """The list is found by its letters, Enter says it, the answer is read out, and focus and choice stay."""
    seen = saying(shown)
    page = seen.page
    chooser = page.get_by_label("Ask or say")
    chooser.focus()
    page.keyboard.type("which cards s")
    expect(chooser).to_have_value("say hand-cards E")
    chooser.select_option("say hand E")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    seen.settle()
    expect(page.locator("[data-live]")).to_contain_text("East holds 3 cards")
    expect(page.get_by_role("button", name="Say it")).to_be_focused()
    expect(chooser).to_have_value("say hand E")
    chooser.select_option("say hand-cards E")
    page.get_by_role("button", name="Say it").click()
    seen.settle()
    expect(page.locator('[data-verdict="refused"]')).to_be_visible()


def test_nothing_chosen_says_nothing(shown: Shows) -> None:
    """Before anything is chosen the button says nothing."""
    seen = saying(shown)
    seen.page.get_by_role("button", name="Say it").click()
    seen.settle()
    assert seen.contents("commit") == []


def test_elsewhere_there_is_no_such_list(shown: Shows) -> None:
    """A table that does not offer it shows none, and neither does one where it is not one's turn any more."""
    plain = shown(LINE)
    expect(plain.page.locator("[data-remark]")).to_be_hidden()
    seen = saying(shown)
    expect(seen.page.locator("[data-remark]")).to_be_visible()
    seen.widget.commit("discard 4")
    seen.flush()
    expect(seen.page.locator("[data-remark]")).to_be_hidden()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_objects_to_nothing(shown: Shows, theme: str) -> None:
    """At both widths, right to left too; nothing is wider than the page, and the list is as high as a finger needs."""
    for dir in ("ltr", "rtl"):
        seen = saying(shown, theme=theme, dir=dir)
        for width in (1280, 360):
            seen.page.set_viewport_size({"width": width, "height": 844})
            assert objections(seen.page) == []
            assert sideways(seen.page) <= 0
            box = seen.page.locator("[data-remark]").bounding_box()
            assert box is not None
            assert box["height"] >= 44
