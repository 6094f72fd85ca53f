"""What the table's module says to Python and hears from it, message by message."""

from __future__ import annotations

from playwright.sync_api import expect

from mocked import Shows

LINE = "KsKhKd762*4 QQQ,777/KKKK2 9sTh9 ?40 N.play"


def test_it_asks_what_the_selection_could_mean(shown: Shows) -> None:
    """Opened it asks once about nothing; each choice asks again, numbered on, with the serial of what lies there."""
    seen = shown(LINE, live=False)
    for card in ("hand-0", "hand-2", "hand-0"):
        seen.page.locator(f'[data-card="{card}"]').click()
    serial = seen.widget.zones["serial"]
    asked = [(each["n"], each["serial"], each["cards"], each["target"]) for each in seen.contents("select")]
    assert asked == [
        (1, serial, [], ""),
        (2, serial, ["hand-0"], ""),
        (3, serial, ["hand-0", "hand-2"], ""),
        (4, serial, ["hand-2"], ""),
    ]
    assert len(seen.sent) == 4


def test_a_play_from_end_to_end(shown: Shows) -> None:
    """Cards are chosen, the candidate is played by Python's engine, and what lies there then is drawn."""
    seen = shown(LINE)
    for card in ("hand-0", "hand-1", "hand-2"):
        seen.page.locator(f'[data-card="{card}"]').click()
    seen.page.locator('[data-text="meld KsKhKd"]').click()
    expect(seen.page.locator("[data-card]")).to_have_count(5)
    expect(seen.page.locator('[data-verdict="legal"]')).to_be_visible()
    assert [str(step.verdict.action) for step in seen.widget.steps] == ["meld KsKhKd"]
