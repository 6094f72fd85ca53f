"""In the middle of a lesson and of a poll something fails: all are told, nothing recorded is lost, and they go on."""

from __future__ import annotations

import contextlib
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psutil
import pytest
from canasta_widgets.notebooks import PRESENT
from canasta_widgets.serve.store import Store
from disks import held, small_disk
from pages import kernel, process_of, ready, until
from playwright.sync_api import Browser, Locator, Page, expect
from postgres import postgres
from servers import ROOT, Server, serving
from test_going_on import hand, play_two, try_words

LESSON = "voila/render/02-melds.ipynb"
PAGES = ("index.ipynb", "02-melds.ipynb", PRESENT)
PICTURE = "document.querySelector('main img')"
Devices = Callable[[], Page]
Fault = contextlib.AbstractContextManager[None]


@pytest.fixture
def devices(browser: Browser) -> Iterator[Devices]:
    """Makes pages of browsers of their own, as different people have them; on none is a traceback or a script fails."""
    pages: list[Page] = []
    failed: list[str] = []

    def device() -> Page:
        page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.on("pageerror", lambda error: failed.append(str(error)))
        page.set_default_timeout(60_000)
        pages.append(page)
        return page

    yield device
    for page in pages:
        assert "Traceback" not in page.locator("body").inner_text()
    for page in pages:
        page.context.close()
    assert failed == []


def lessons(folder: Path) -> str:
    """A folder with few lessons, for which few kernels are started."""
    found = folder / "lessons"
    if not found.exists():
        (found / "levels").mkdir(parents=True)
        for name in PAGES:
            shutil.copy(ROOT / "lessons" / name, found / name)
        shutil.copy(ROOT / "lessons" / "levels" / "02-melds.toml", found / "levels")
    return str(found)


@contextlib.contextmanager
def a_class(folder: Path, database: str, *, log: str = "log.txt", port: int = 0) -> Iterator[Server]:
    """A class that is served, and asked what is kept in a database."""
    options = ("--learners", "2", "--lessons", lessons(folder), "--database", database)
    with serving(folder / log, *options, verb="class", port=port) as server:
        yield server


def present(server: Server, page: Page) -> None:
    """Open the presenter's page, by the address that was printed."""
    address = rf"{re.escape(server.url)}voila/render/{PRESENT}\?secret=\S+"
    end = time.monotonic() + 30
    while not (found := re.search(address, server.log.read_text())):
        assert time.monotonic() < end, server.log.read_text()
        time.sleep(0.05)
    page.goto(found[0])
    ready(page)


def ask(page: Page) -> None:
    """Ask the class."""
    page.locator(".cnv input[data-do=play]").fill("draw")
    page.keyboard.press("Enter")
    page.locator(".cnv [data-do=ask]").click()
    expect(page.locator(".cnv [data-do=reveal]")).to_be_visible()


def learn(server: Server, page: Page) -> None:
    """Open the learner's page and answer; it is marked, so that one sees if it is loaded again."""
    page.goto(f"{server.url}class/")
    page.get_by_role("radio").nth(0).check()
    expect(said(page)).to_contain_text("Your answer is kept")
    page.evaluate("window.unloaded = true")


def said(page: Page) -> Locator:
    """What the learner's page says of his answer."""
    return page.locator("#canasta-kept")


def lost(page: Page) -> Locator:
    """What a page says above all when something cannot be reached."""
    return page.locator("#canasta-lost")


# -- the database ------------------------------------------------------------------------------------------------------


def goes_on_through(server: Server, devices: Devices, *faults: Fault, readable: bool) -> None:
    """A poll and a lesson while the database fails, in one way after the other, and when it is back."""
    shows, learner, late, lesson = devices(), devices(), devices(), devices()
    present(server, shows)
    ask(shows)
    learn(server, learner)
    expect(shows.locator(".cnv-answered")).to_have_text("1 has answered")
    lesson.goto(server.url + LESSON)
    ready(lesson)

    for n, fault in enumerate(faults):
        choice = learner.get_by_role("radio").nth(1 - n % 2)
        cards = len(hand(lesson))
        with fault:
            choice.check()
            expect(said(learner)).to_contain_text("not kept yet; this page tries again")
            shows.locator(".cnv [data-do=reveal]").click()
            expect(shows.locator(".cnv-problem")).to_contain_text("cannot be used now")
            expect(shows.locator(".cnv [data-do=reveal]")).to_be_visible()
            expect(shows.locator(".cnv-answered")).to_have_text("1 has answered")
            expect(shows.locator(".cnt-lost")).to_be_empty()
            # Whoever comes now is told too, in one place, and needs not come again.
            late.goto(f"{server.url}class/")
            if readable:
                expect(late.get_by_role("radio").first).to_be_visible()
                expect(lost(learner)).to_be_hidden()
            else:
                # In place of the question or, where the server still had it of a moment ago, above it.
                places = late.locator("main, #canasta-lost").filter(visible=True)
                expect(places.filter(has_text="The question cannot be read just now.")).to_have_count(1)
                expect(lost(learner)).to_contain_text("The question cannot be read just now.")
            expect(choice).to_be_checked()
            poll = learner.locator("form").get_attribute("data-poll")
            assert server.ask(f"class/table/{poll}/narrow.svg").status == 200
            # Lessons know nothing of it.
            try_words(lesson, ("meld 777", "discard 4")[n])
            expect(lesson.locator("[data-card]")).to_have_count(cards - (3, 1)[n])
            expect(lost(lesson)).to_be_hidden()
        expect(said(learner)).to_contain_text("Your answer is kept")
        expect(lost(learner)).to_be_hidden()

    late.get_by_role("radio").nth(1 - n % 2).check()
    expect(said(late)).to_contain_text("Your answer is kept")
    expect(shows.locator(".cnv-answered")).to_have_text("2 have answered")
    shows.locator(".cnv [data-do=open]").click()
    expect(shows.locator(".cnv-count").nth(1 - n % 2)).to_have_text("2")
    shows.locator(".cnv [data-do=reveal]").click()
    expect(learner.locator(".canasta-own")).to_contain_text("You answered")
    expect(shows.locator(".cnv-problem")).to_be_empty()
    assert learner.evaluate("window.unloaded")


def test_sqlite_fails(tmp_path: Path, devices: Devices) -> None:
    """Another program holds its file for longer than anybody waits; then the disk it lies on has no room left."""
    with small_disk(tmp_path / "disk") as disk:
        path = disk.folder / "class.sqlite"
        with a_class(tmp_path, f"sqlite:///{path}") as server:
            goes_on_through(server, devices, held(path), disk.full(), readable=True)


def test_postgresql_fails(tmp_path: Path, devices: Devices) -> None:
    """It is stopped, and started again."""
    with postgres() as database, a_class(tmp_path, database.address) as server:
        goes_on_through(server, devices, database.stopped(), readable=False)


# -- kernels and the server -------------------------------------------------------------------------------------------


def test_the_server_is_killed(tmp_path: Path, devices: Devices) -> None:
    """In the middle of a lesson and of a poll; no kernel outlives it, and started again it has every recorded thing.

    Before that the kernel of the presenter's page is killed: the poll does not need it.
    """
    path = tmp_path / "class.sqlite"
    shows, learner, lesson = devices(), devices(), devices()
    with a_class(tmp_path, f"sqlite:///{path}") as server:
        present(server, shows)
        ask(shows)
        learn(server, learner)
        process_of(server, kernel(shows)).kill()
        learner.get_by_role("radio").nth(1).check()
        expect(said(learner)).to_contain_text("Your answer is kept")
        expect(shows.locator(".cnv-problem")).to_contain_text("No answer")
        shows.evaluate("window.canastaAsk()")
        expect(lost(shows)).to_contain_text("put to sleep")
        lost(shows).get_by_role("button").click()
        expect(shows.locator(".cnv-answered")).to_have_text("1 has answered")
        expect(shows.locator(".cnv-about")).to_contain_text("North: Draw from the stock")

        lesson.goto(server.url + LESSON)
        ready(lesson)
        left = play_two(lesson)
        stars = lesson.locator('[data-level="0"] [data-stars]').get_attribute("data-stars")
        assert stars

        process = psutil.Process(server.pid)
        every = [process, *process.children(recursive=True)]
        assert len(every) > 3
        process.kill()
        _gone, alive = psutil.wait_procs(every, timeout=20)
        assert alive == []

        learner.get_by_role("radio").nth(0).check()
        expect(said(learner)).to_contain_text("not kept yet")
        learner.set_viewport_size({"width": 360, "height": 740})  # it wants another picture, and cannot have it
        until(learner, f"!{PICTURE}.naturalWidth && {PICTURE}.complete")
        for page in (lesson, shows):
            page.evaluate("window.canastaAsk()")
        for page in (lesson, shows, learner):
            expect(lost(page)).to_contain_text("cannot be reached just now. This goes away by itself")
        assert hand(lesson) == left

    port = urlsplit(server.url).port or 0
    with a_class(tmp_path, f"sqlite:///{path}", log="again.txt", port=port) as server:
        expect(said(learner)).to_contain_text("Your answer is kept")
        expect(lost(learner)).to_be_hidden()
        until(learner, f"{PICTURE}.naturalWidth > 0")
        assert learner.evaluate("window.unloaded")
        lesson.evaluate("window.canastaAsk()")
        expect(lost(lesson)).to_contain_text("What you played is kept: start it again, and go on.")
        lost(lesson).get_by_role("button").click()
        ready(lesson)
        expect(lesson.locator('[data-level="0"] [data-stars]')).to_have_attribute("data-stars", stars)
        lesson.locator('[data-level="0"]').click()
        lesson.locator('[data-kept="resume"]').click()
        expect(lesson.locator("[data-card]")).to_have_count(len(left))
        assert hand(lesson) == left

        # The old secret is worth nothing; with the new one the poll is found where it was.
        shows.reload()
        expect(shows.locator("body")).to_contain_text("printed where the lessons were started")
        present(server, shows)
        expect(shows.locator(".cnv-answered")).to_have_text("1 has answered")
        shows.locator(".cnv [data-do=reveal]").click()
        expect(learner.locator(".canasta-own")).to_contain_text("You answered: Legal.")
    store = Store(f"sqlite:///{path}")
    found = store.asked()
    assert found is not None
    assert sum(store.tally(found.id).values()) == 1
    store.close()
