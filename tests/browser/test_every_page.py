"""Every page that is served: its first task by keys alone, and what axe says of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pages import objections, ready, solve
from playwright.sync_api import Page, expect
from servers import ROOT, Server

from canasta.tutor.levels import read_unit

PAGES = [f"voila/render/{path.name}" for path in sorted((ROOT / "lessons").glob("*.ipynb"))]


@pytest.mark.parametrize("path", PAGES)
def test_every_page(voila: Server, page: Callable[..., Page], path: str) -> None:
    """On each page the first task is solved by keys alone; axe objects to nothing, light or dark, wide or narrow."""
    tab = page(color_scheme="light")
    tab.goto(voila.url + path)
    ready(tab)
    for hood in tab.locator("details.canasta-hood").all():
        hood.locator("summary").click()
    for scheme, width in (("light", 1280), ("dark", 390)):
        tab.emulate_media(color_scheme=scheme)
        tab.set_viewport_size({"width": width, "height": 844})
        assert objections(tab) == []
    if (unit := ROOT / "lessons" / "levels" / f"{Path(path).stem}.toml").is_file():
        solve(tab, read_unit(unit).only("try").good()[0])
        expect(tab.locator('[data-outcome="done"]')).to_be_visible()
