"""The lessons' benchmark measures what it says: warm pages in turns, and the kernel that serves one."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser


def test_pages_take_turns_and_no_plot_comes_early(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page is timed as often as there are rounds; its kernel has matplotlib once a guess is drawn, not before."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "bench"))
    import lessons

    with lessons.served(["02-melds"]) as server:
        page = lessons.tab(browser)
        taken = lessons.times(page, server, ["02-melds"], 1, warm_up=0)
        held = lessons.grown(page, server, "02-melds")
        page.close()
    assert {name: len(seconds) for name, seconds in taken.items()} == {lessons.BARE: 1, "02-melds": 1}
    assert all(seconds[0] > 0 for seconds in taken.values())
    assert list(held) == ["table shown", "item solved", "guess asked for", "guess drawn"]
    assert all(memory.resident > memory.shared_out > 10 for memory in held.values())
    assert "09-frozen-pile" in lessons.lessons()
