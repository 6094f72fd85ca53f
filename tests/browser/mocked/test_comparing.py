"""One play at several tables, on a page: an example is chosen, a position typed, and nothing typed is lost."""

from __future__ import annotations

import pytest
from canasta_widgets.comparing import EXAMPLES, Compare
from pages import sideways
from playwright.sync_api import expect
from test_table_axe import objections, open_all

from mocked import Shows


def test_examples_and_what_is_typed(shown: Shows) -> None:
    """A chosen example is answered at once; bad input gets a sentence, is kept, and stays under what is chosen next."""
    seen = shown(Compare().panel)
    page = seen.page
    choice, line, play = (page.get_by_label(name) for name in ("An example", "The position", "The play"))
    expect(choice).to_have_value("0")
    choice.select_option("1")
    expect(page.locator("h2")).to_have_text("North: Take the pile with K 2")
    expect(line).to_have_value(EXAMPLES[1].line)
    expect(page.locator('[data-table="pagat"]')).to_contain_text("legal")
    expect(page.locator('[data-table="classic"]')).to_contain_text("refused")
    expect(page.locator('[data-rule="black_three_freezes"]')).to_contain_text("Whether a discarded black three")
    expect(page.get_by_role("status")).to_have_text("classic: refused. spruce: refused. pagat: legal.")
    line.fill("KKX4")
    expect(choice).to_have_value("")
    play.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("'X' in 'KKX4' is no card")
    expect(line).to_have_value("KKX4")
    expect(page.locator("h2")).to_have_text("North: Take the pile with K 2")
    choice.select_option("0")
    expect(page.locator(".cnc-problem")).to_be_empty()
    expect(line).to_have_value(EXAMPLES[0].line)
    choice.select_option("")
    expect(line).to_have_value("KKX4")
    expect(page.get_by_role("alert")).to_contain_text("'X' in 'KKX4' is no card")


@pytest.mark.parametrize(("theme", "dir"), [("light", "ltr"), ("dark", "rtl")])
def test_the_comparison_is_for_everyone(shown: Shows, theme: str, dir: str) -> None:
    """With all of it open axe has no objection, on a wide page and on a phone, and nothing runs out of the page."""
    seen = shown(Compare(EXAMPLES[-1].line, EXAMPLES[-1].play).panel, theme=theme, dir=dir)
    page = seen.page
    page.get_by_label("The play").fill("grab it")
    page.get_by_role("button").click()
    expect(page.get_by_role("alert")).to_contain_text("is no verb")
    assert open_all(page) == 4
    assert objections(page) == []
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 844})
        assert sideways(page) <= 0
