"""Progress kept in the browser: by name, in several tabs, with storage that is full, forbidden, broken or newer."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets import paths
from canasta_widgets.contents import Contents
from canasta_widgets.datafile import DataFile
from canasta_widgets.learner import Learner
from canasta_widgets.lesson import Lesson
from canasta_widgets.shown import Shown
from pages import sideways
from playwright.sync_api import Page, expect
from test_progress import ENTRY, MISS, file
from test_table_axe import objections

from canasta.tutor.levels import Level, worked
from canasta.tutor.progress import Entry, Progress, read
from mocked import Showing, Shows, on_page

UNIT = "02-melds"
PLACE = "canasta-tutor.progress:/|"
FULL = "void (Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); })"
FORBIDDEN = (
    "void Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
)
KEEP = "([place, text]) => localStorage.setItem(place, text)"


def of_unit(item: str, stars: int = 2) -> Entry:
    """An entry for an item of the unit that is shown."""
    return Entry(**{**vars(ENTRY), "unit": UNIT, "item": item, "stars": stars})


DONE = of_unit("three-of-one-rank")


def solve(lesson: Lesson) -> None:
    """Play the level that is due."""
    assert isinstance(lesson.level, Level)
    for action in worked(lesson.level):
        lesson.table.commit(str(action))


def kept(page: Page, label: str = "") -> tuple[Entry, ...]:
    """What storage holds for a name; it is read as a file is."""
    text = page.evaluate("place => localStorage.getItem(place)", PLACE + label)
    return read(text).entries if text else ()


def beside(seen: Showing, widget: Shown) -> Showing:
    """The same browser's next tab, with another widget."""
    page = seen.page.context.new_page()
    page.on("pageerror", lambda error: seen.errors.append(str(error)))
    return on_page(page, widget, seen.errors)


def again(seen: Showing, widget: Shown) -> Showing:
    """The same browser after the page was loaded again, with a fresh kernel."""
    seen.page.close()
    return beside(seen, widget)


def stars(seen: Showing) -> list[str | None]:
    """The stars that the levels show."""
    seen.settle()
    return [each.get_attribute("data-stars") for each in seen.page.locator("[data-stars]").all()]


def test_stars_survive_a_reload(shown: Shows) -> None:
    """What was done is in storage when it is done, and a fresh kernel shows it as soon as the page is there."""
    lesson = Lesson(UNIT)
    seen = shown(lesson.guide)
    solve(lesson)
    seen.flush()
    assert stars(seen)[:2] == ["3", "0"]
    (entry,) = kept(seen.page)
    assert (entry.unit, entry.item, entry.stars) == (UNIT, "three-of-one-rank", 3)
    assert lesson.guide.made == []
    fresh = Lesson(UNIT)
    after = again(seen, fresh.guide)
    assert stars(after)[:2] == ["3", "0"]
    assert fresh.stars == {"three-of-one-rank": 3}
    # It opens at the next, and says nothing of its own.
    assert fresh.at == 1
    expect(after.page.locator("[data-level][aria-current]")).to_have_attribute("data-level", "1")
    assert after.page.evaluate("document.activeElement === document.body")
    for status in after.page.get_by_role("status").all():
        expect(status).to_be_empty()


def test_two_tabs_lose_nothing(shown: Shows) -> None:
    """Each adds to what is there; one hears of the other; even where one wrote over the other both are there after."""
    one, two = Lesson(UNIT), Lesson(UNIT)
    first = shown(one.guide)
    second = beside(first, two.guide)
    solve(one)
    first.flush()
    expect(second.page.locator("[data-stars]").first).to_have_attribute("data-stars", "3")
    two.go_to(2)
    solve(two)
    second.flush()
    expect(first.page.locator("[data-stars]").nth(2)).to_have_attribute("data-stars", "3")
    assert len(kept(first.page)) == 2
    # Both wrote at the same moment, and the other one's list is what stayed.
    second.page.evaluate(KEEP, [PLACE, Progress((DONE,)).text()])
    expect(first.page.locator("[data-stars]").nth(2)).to_have_attribute("data-stars", "3")
    second.page.wait_for_function(
        "([place, n]) => JSON.parse(localStorage.getItem(place)).entries.length >= n", arg=[PLACE, 2]
    )
    assert {entry.item for entry in kept(second.page)} >= {"three-of-one-rank"}
    assert {entry.stars for entry in kept(first.page)} >= {2, 3}


def test_forgotten_in_one_tab_is_forgotten_in_all(shown: Shows) -> None:
    """After one more question all is gone, also from the pages that are open, and nothing brings it back."""
    lesson = Lesson(UNIT)
    first = shown(lesson.guide)
    solve(lesson)
    first.flush()
    first.settle()
    second = beside(first, Learner())
    page = second.page
    page.locator("summary").click()
    page.locator('[data-do="forget"]').press("Enter")
    expect(page.locator('[data-do="no"]')).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".cne-sure")).to_be_empty()
    expect(page.locator('[data-do="forget"]')).to_be_focused()
    assert len(kept(page)) == 1
    page.keyboard.press("Enter")
    page.locator('[data-do="yes"]').click()
    expect(page.locator(".cne-said")).to_have_text("It is forgotten.")
    expect(first.page.locator("[data-stars]").first).to_have_attribute("data-stars", "0")
    assert kept(page) == ()
    lesson.go_to(2)
    solve(lesson)
    first.flush()
    assert stars(first)[:3] == ["0", "0", "3"]
    assert [entry.item for entry in kept(page)] == ["no-threes"]


@pytest.mark.parametrize(("script", "word"), [(FULL, "no room left"), (FORBIDDEN, "does not let this page")])
def test_storage_that_is_full_or_forbidden(shown: Shows, script: str, word: str, tmp_path: Path) -> None:
    """That is said once; stars stay on the page, the lesson goes on, and what is in memory can be saved as a file."""
    lesson = Lesson(UNIT)
    seen = shown(lesson.guide)
    seen.leave()
    seen.page.evaluate(script)
    seen.show_again()
    seen.settle()
    for number in (0, 2):
        lesson.go_to(number)
        solve(lesson)
        seen.flush()
        seen.settle()
    notice = seen.page.locator(".cnl-notice")
    expect(notice).to_contain_text(word)
    seen.show_again()
    seen.settle()
    assert [bool(each.inner_text()) for each in notice.all()] == [True, False]
    assert stars(seen)[:3] == ["3", "0", "3"]
    assert lesson.stars == {"three-of-one-rank": 3, "no-threes": 3}
    text = seen.page.evaluate("window[Symbol.for('canasta-tutor.shelf')].text()")
    assert {entry.item for entry in read(text).entries} == {"three-of-one-rank", "no-threes"}


def test_room_again(shown: Shows) -> None:
    """Once there is room everything is kept, and nothing is said of it any more."""
    lesson = Lesson(UNIT)
    seen = shown(lesson.guide)
    seen.page.evaluate("void (window.put = Storage.prototype.setItem)")
    seen.page.evaluate(FULL)
    solve(lesson)
    seen.flush()
    expect(seen.page.locator(".cnl-notice")).to_contain_text("no room left")
    assert kept(seen.page) == ()
    seen.page.evaluate("void (Storage.prototype.setItem = window.put)")
    lesson.go_to(2)
    solve(lesson)
    seen.flush()
    expect(seen.page.locator(".cnl-notice")).to_be_empty()
    assert len(kept(seen.page)) == 2


@pytest.mark.parametrize(
    ("text", "word", "place"),
    [
        ("{", "was put aside", "canasta-tutor.broken:/|"),
        ("[]", "was put aside", "canasta-tutor.broken:/|"),
        ('{"format": "canasta-tutor progress", "version": 1, "entries": 3}', "put aside", "canasta-tutor.broken:/|"),
        (file(DONE, version=2), "newer version", PLACE),
    ],
)
def test_what_cannot_be_read_is_not_written_over(shown: Shows, text: str, word: str, place: str) -> None:
    """What is broken is put aside, what is newer stays where it is; both are said, and the lesson goes on."""
    lesson = Lesson(UNIT)
    seen = shown(lesson.guide)
    seen.leave()
    seen.page.evaluate(KEEP, [PLACE, text])
    seen.show_again()
    solve(lesson)
    seen.flush()
    expect(seen.page.locator(".cnl-notice")).to_contain_text(word)
    assert stars(seen)[0] == "3"
    assert seen.page.evaluate("place => localStorage.getItem(place)", place) == text


def test_entries_that_are_none_do_no_harm(shown: Shows) -> None:
    """Among what is kept there may be anything; what is good counts."""
    seen = shown(Lesson(UNIT).guide)
    seen.page.evaluate(KEEP, [PLACE, file(3, None, [], {"unit": UNIT}, {"unit": UNIT, "item": {}}, DONE)])
    after = again(seen, Lesson(UNIT).guide)
    assert stars(after)[:2] == ["2", "0"]


def test_names_share_a_device(shown: Shows) -> None:
    """Each name has its own stars; a name is typed or chosen by keyboard, and all pages follow."""
    lesson = Lesson(UNIT)
    first = shown(lesson.guide)
    solve(lesson)
    first.flush()
    first.settle()
    second = beside(first, Learner())
    page = second.page
    page.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(page.locator('[data-learner="who"]')).to_be_hidden()
    page.keyboard.press("Tab")
    page.keyboard.type("  Zoë <b>  ")
    page.keyboard.press("Enter")
    expect(page.locator('[data-learner="for"]')).to_have_text("Kept for Zoë <b>.")
    expect(page.locator(".cne-said")).to_have_text("Progress is kept for Zoë <b> now.")
    expect(first.page.locator("[data-stars]").first).to_have_attribute("data-stars", "0")
    lesson.go_to(2)
    solve(lesson)
    first.flush()
    assert stars(first)[:3] == ["0", "0", "3"]
    assert [entry.item for entry in kept(page, "Zoë <b>")] == ["no-threes"]
    page.locator('[data-learner="who"]').select_option("")
    expect(first.page.locator("[data-stars]").first).to_have_attribute("data-stars", "3")
    expect(first.page.locator("[data-stars]").nth(2)).to_have_attribute("data-stars", "0")
    after = again(second, Learner())
    expect(after.page.locator('[data-learner="for"]')).to_have_text("Kept for this device.")
    assert after.page.locator('[data-learner="who"] option').all_text_contents() == ["this device", "Zoë <b>"]


def test_a_bad_name_is_refused(shown: Shows) -> None:
    """It is said why, what was typed stays to be mended, and nothing changes."""
    seen = shown(Learner())
    seen.page.locator("summary").click()
    name = seen.page.locator('[data-learner="name"]')
    name.fill("a\u202eb")
    name.press("Enter")
    expect(seen.page.locator(".cne-said")).to_contain_text("letters, digits and signs")
    expect(name).to_have_value("a\u202eb")
    expect(seen.page.locator('[data-learner="for"]')).to_have_text("Kept for this device.")


def test_a_file_is_saved_and_added(shown: Shows, tmp_path: Path) -> None:
    """What is saved on one device is added on another: the better of both holds, and how many were new is said."""
    seen = shown(Learner())
    page = seen.page
    page.evaluate(KEEP, [PLACE, Progress((MISS, ENTRY)).text()])
    page.locator("summary").click()
    with page.expect_download() as saving:
        page.locator('[data-do="export"]').press("Enter")
    assert saving.value.suggested_filename == "canasta-progress.json"
    saved = tmp_path / "saved.json"
    saving.value.save_as(saved)
    assert read(saved.read_text("utf-8")) == Progress((MISS, ENTRY))
    other = shown(Learner())
    other.page.evaluate(KEEP, [PLACE, Progress((ENTRY, DONE)).text()])
    other.page.locator("summary").click()
    for said in ("1 try was added. 1 was here already.", "0 tries were added. 2 were here already."):
        other.page.locator('input[type="file"]').set_input_files(saved)
        expect(other.page.locator(".cne-said")).to_have_text(said)
    assert set(kept(other.page)) == {MISS, ENTRY, DONE}
    saved.write_text('{"cells": []}')
    other.page.locator('input[type="file"]').set_input_files(saved)
    expect(other.page.locator(".cne-said.is-wrong")).to_contain_text("made by something else")
    saved.write_text(" " * 5_000_001)
    other.page.locator('input[type="file"]').set_input_files(saved)
    expect(other.page.locator(".cne-said.is-wrong")).to_contain_text("too large")
    assert set(kept(other.page)) == {MISS, ENTRY, DONE}


def test_saving_needs_no_python(shown: Shows) -> None:
    """Where nothing answers any more, what is here can still be saved, and what needs an answer rests."""
    seen = shown(Learner(), live=False, clock=True)
    page = seen.page
    page.locator("summary").click()
    page.locator('[data-learner="name"]').fill("Anna")
    page.locator('[data-do="use"]').click()
    page.clock.run_for(10_000)
    expect(page.locator('[data-do="import"]')).to_have_attribute("aria-disabled", "true")
    with page.expect_download():
        page.locator('[data-do="export"]').click()


def test_the_list_of_lessons_shows_stars(shown: Shows, tmp_path: Path) -> None:
    """Stars and what comes next come from what is kept, of all units; the list follows what is done in another tab."""
    (tmp_path / "levels").mkdir()
    for name in (f"{UNIT}.ipynb", f"levels/{UNIT}.toml"):
        shutil.copy(paths.lessons() / name, tmp_path / name)
    seen = shown(Contents(tmp_path))
    page = seen.page
    expect(page.locator("[data-next]")).to_have_text("Begin with: Melds")
    expect(page.locator(f'[data-lesson="{UNIT}.ipynb"] .cnx-stars')).to_contain_text("☆ 0 of ")
    lesson = Lesson(UNIT)
    other = beside(seen, lesson.guide)
    solve(lesson)
    other.flush()
    expect(page.locator(f'[data-lesson="{UNIT}.ipynb"] .cnx-stars')).to_contain_text("★ 3 of ")
    expect(page.locator("[data-next]")).to_have_text("Go on with: Melds")
    expect(page.locator("[data-next]")).to_have_attribute("href", f"{UNIT}.ipynb")


def test_the_own_file_fills_a_new_browser(shown: Shows, tmp_path: Path) -> None:
    """In a Jupyter of one's own a browser that knows nothing yet is told what the file keeps."""
    own = DataFile(tmp_path)
    own.add("", [DONE])
    seen = shown(Contents(own=own))
    seen.settle()
    assert kept(seen.page) == (DONE,)
    lesson = Lesson(UNIT, own=own)
    after = again(seen, lesson.guide)
    solve(lesson)
    after.flush()
    after.settle()
    assert set(kept(after.page)) == set(own.read().entries)
    assert len(kept(after.page)) == 2


def test_sites_keep_apart(shown: Shows) -> None:
    """The path of the site, as the page tells it, is part of the place; the lessons of one site share it."""
    lesson = Lesson(UNIT)
    seen = shown(lesson.guide)
    seen.leave()
    config: dict[str, Any] = {"baseUrl": "/class/"}
    seen.page.evaluate(
        """text => {
            const node = document.createElement("script");
            node.type = "application/json";
            node.id = "jupyter-config-data";
            node.textContent = text;
            document.body.append(node);
            delete window[Symbol.for("canasta-tutor.shelf")];
        }""",
        json.dumps(config),
    )
    seen.show_again()
    solve(lesson)
    seen.flush()
    seen.settle()
    names = seen.page.evaluate("Object.keys(localStorage)")
    assert names == ["canasta-tutor.progress:/class/|"]


@pytest.mark.parametrize(("theme", "dir"), [("light", "ltr"), ("dark", "rtl")])
def test_axe_has_nothing_to_object(shown: Shows, theme: str, dir: str) -> None:
    """The list and the choice of a name, with everything open and something to say, on a wide page and on a phone."""
    texts = [PLACE, Progress((DONE, of_unit("no-threes", 3))).text()]
    seen = shown(Contents(), theme=theme, dir=dir)
    seen.page.evaluate(KEEP, texts)
    seen.show_again()
    seen.settle()
    seen.leave(0)
    assert objections(seen.page) == []
    assert sideways(seen.page) <= 0
    seen = shown(Learner(), theme=theme, dir=dir)
    page = seen.page
    page.locator("summary").click()
    page.locator('[data-learner="name"]').fill("Anna")
    page.locator('[data-do="use"]').click()
    expect(page.locator('[data-learner="who"]')).to_be_visible()
    page.evaluate(FULL)
    page.locator('[data-do="forget"]').click()
    assert objections(page) == []
    assert sideways(page) <= 0
    small = [each for each in page.locator("summary:visible, button:visible, select:visible, input:visible").all()
             if ((place := each.bounding_box()) is None or place["height"] < 44)]  # fmt: skip
    assert [each.inner_text() for each in small] == []
