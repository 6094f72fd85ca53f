"""Where I stand, served: what is done in a lesson is told there, and what is due is practised there."""

from __future__ import annotations

from collections.abc import Callable

from conftest import Watched
from pages import ready, solve
from playwright.sync_api import expect
from servers import ROOT, Server

from canasta.tutor.levels import read_unit
from canasta.tutor.progress import Entry, Progress

HERE = "voila/render/where-i-stand.ipynb"
LESSON = "02-melds"
OLD = Entry("03-wild-cards", "gone", "1", "try", findings=("meld.two-naturals",), wrong=1, stars=2)


def test_from_a_lesson_to_a_review(voila: Server, watched: Callable[..., Watched]) -> None:
    """Nothing at first; after a task it is told and drawn; what was missed long ago is due, dealt, solved and told."""
    seen = watched()
    tab = seen.page
    tab.goto(voila.url + "voila/render/index.ipynb")
    tab.get_by_role("link", name="Where I stand", exact=True).click()
    expect(tab.locator("[data-said=empty]")).to_be_visible()
    tab.goto(f"{voila.url}voila/render/{LESSON}.ipynb")
    ready(tab)
    solve(tab, read_unit(ROOT / "lessons" / "levels" / f"{LESSON}.toml", proved=False).good()[0])
    expect(tab.locator("[data-stars]").first).to_have_attribute("data-stars", "3")
    tab.goto(voila.url + HERE)
    expect(tab.locator(".cnv-head")).to_contain_text("1 task was tried, 1 of them right at once.")
    expect(tab.locator(".cns svg:visible").first).to_be_visible()
    place = tab.evaluate("Object.keys(localStorage).find(key => key.startsWith('canasta-tutor.progress:'))")
    kept = tab.evaluate("place => localStorage.getItem(place)", place)
    old = Progress((Entry(**{**vars(OLD), "at": "2026-01-31T18:05:00Z"}),)).text()
    merge = """([place, kept, old]) => {
        const [one, other] = [JSON.parse(kept), JSON.parse(old)];
        localStorage.setItem(place, JSON.stringify({ ...one, entries: [...one.entries, ...other.entries] }));
    }"""
    tab.evaluate(merge, [place, kept, old])
    tab.reload()
    expect(tab.locator(".cnv-head")).to_contain_text("2 tasks were tried")
    tab.locator('[data-do="review"]').click()
    expect(tab.locator("[data-due='meld.two-naturals']")).to_contain_text("Because you missed it")
    tab.locator('[data-do="practise"]').click()
    expect(tab.locator(":is([data-card], .cnq button):visible").first).to_be_visible()
    expect(tab.locator('[data-do="stop"]')).to_be_visible()
    assert seen.errors == []
    assert seen.outside == []
