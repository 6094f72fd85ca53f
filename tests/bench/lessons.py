"""Prints how soon a lesson shows its table here, and how much memory its kernel takes.

A lesson's page, served by ours from a kernel that is warm, is opened in turns with a notebook that has one button of
ipywidgets and nothing else: what slows the machine for a while slows both. Compare the ratios of two runs, not the
seconds. Names of lessons after the command measure these alone.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import beside  # noqa: F401
import psutil
from holding import Memory, held, kernels
from measure import line, spread
from pages import READY, kernel, process_of, solve
from playwright.sync_api import Browser, Page, expect
from servers import ROOT, Server, browsing, serving

from canasta.tutor.levels import read_unit
from canasta.words import _

BARE = "bare"
ROUNDS = 7
WARM_UP = 1  # visits that fill the browser's cache
QUIET = 0.02  # CPU seconds in LOOK seconds; a server with nothing to do takes less
LOOK = 0.5
PATIENCE = 180
BUTTON = "plain-button"
CELL = f"""
import ipywidgets
button = ipywidgets.Button(description="plain")
button.add_class("{BUTTON}")
button
"""
# Notes when the first of these is seen, as ms since the page was asked for.
NOTE = """(wanted => {
    const seen = () => [...document.querySelectorAll(wanted)].some((node) => node.checkVisibility());
    const look = () => {
        if (!seen()) return requestAnimationFrame(look);
        requestAnimationFrame(() => { window.shownAfter = performance.now(); });
    };
    requestAnimationFrame(look);
})"""


def lessons() -> list[str]:
    """The names of all lessons that have levels."""
    return sorted(path.stem for path in (ROOT / "lessons" / "levels").glob("*.toml"))


@contextmanager
def served(names: Iterable[str]) -> Iterator[Server]:
    """These lessons and the bare notebook, each with a kernel that waits."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        shutil.copytree(ROOT / "lessons" / "levels", folder / "levels")
        for lesson in names:
            shutil.copy(ROOT / "lessons" / f"{lesson}.ipynb", folder)
        cell = {
            "cell_type": "code",
            "execution_count": None,
            "id": "one",
            "metadata": {},
            "outputs": [],
            "source": CELL,
        }
        kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
        bare = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        for stem in (BARE, "index"):
            (folder / f"{stem}.ipynb").write_text(json.dumps(bare))
        with serving(folder / "log.txt", "--lessons", name, "--pool", "1") as server:
            yield server


def settled(server: Server, count: int) -> None:
    """Wait until that many kernels are there, and neither they nor the server have anything to do.

    Raises RuntimeError if that never comes.
    """

    def spent() -> tuple[int, float]:
        family = psutil.Process(server.pid).children(recursive=True)
        times = [each.cpu_times() for each in (psutil.Process(server.pid), *family) if each.is_running()]
        return len(kernels(server.pid)), sum(each.user + each.system for each in times)

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            before = spent()
            time.sleep(LOOK)
            after = spent()
        except psutil.NoSuchProcess:  # it has just ended
            continue
        if before[0] == after[0] == count and after[1] - before[1] <= QUIET:
            return
    raise RuntimeError(f"the server did not come to rest with {count} kernels:\n{server.log.read_text()}")


@contextmanager
def opened(browser_page: Page, server: Server, name: str) -> Iterator[float]:
    """Open a page; gives the seconds until its table was seen, and leaves the page in the end."""
    browser_page.goto(f"{server.url}voila/render/{name}.ipynb", wait_until="commit")
    browser_page.wait_for_function("window.shownAfter", timeout=60_000)
    yield browser_page.evaluate("window.shownAfter") / 1000
    browser_page.goto("about:blank")  # its kernel is told to end


def tab(browser: Browser) -> Page:
    """A page that notes when a table, or the plain button, is seen; it keeps what it has loaded once."""
    # To wait for something the driver evaluates text in the page, which ours forbid.
    page = browser.new_page(viewport={"width": 1280, "height": 900}, bypass_csp=True)
    page.add_init_script(f"{NOTE}({json.dumps(f'{READY}, .{BUTTON}')})")
    return page


def times(
    page: Page, server: Server, names: list[str], rounds: int, *, warm_up: int = WARM_UP
) -> dict[str, list[float]]:
    """Seconds until the table is seen, of the bare notebook and each lesson in turns, after first visits."""
    visited = [BARE, *names]
    taken: dict[str, list[float]] = {name: [] for name in visited}
    for number in range(rounds + warm_up):
        for name in visited:
            settled(server, len(visited) + 1)
            with opened(page, server, name) as seconds:
                if number >= warm_up:
                    taken[name].append(seconds)
    return taken


def memory(server: Server, page: Page) -> Memory:
    """What the kernel of a page holds just now."""
    return held(process_of(server, kernel(page)))


def grown(page: Page, server: Server, name: str) -> dict[str, Memory]:
    """What a lesson's kernel holds when the table is there, when an item is solved, and when a guess is drawn."""
    unit = read_unit(ROOT / "lessons" / "levels" / f"{name}.toml")
    found = {}
    with opened(page, server, name):
        found["table shown"] = memory(server, page)
        solve(page, unit.only("try").good()[0])
        expect(page.locator('[data-outcome="done"]')).to_be_visible()
        found["item solved"] = memory(server, page)
        if unit.predict is not None:
            page.get_by_role("button", name=_("Make a guess")).click()
            page.locator(".cnd input").fill("50")
            found["guess asked for"] = memory(server, page)
            page.locator(".cnd [data-do=guess]").click()
            expect(page.locator(".cnd svg")).to_be_visible(timeout=60_000)
            found["guess drawn"] = memory(server, page)
    return found


def told(memory: Memory) -> str:
    """Memory as it is printed."""
    return f"{memory.resident:5.1f} resident, {memory.shared_out:5.1f} shared out"


def main(names: list[str]) -> None:
    """Measure and print."""
    names = names or lessons()
    with browsing() as browser, served(names) as server:
        page = tab(browser)
        taken = times(page, server, names, ROUNDS)
        print(f"From the address to the table, s; a warm kernel, {ROUNDS} visits of each, in turns")
        bare = statistics.median(taken[BARE])
        for name, seconds in taken.items():
            ratio = "" if name == BARE else f", {statistics.median(seconds) / bare:.2f} times the bare notebook's"
            line(name, spread(seconds, ".2f") + ratio)
        print("A kernel's memory, MiB")
        settled(server, len(names) + 2)
        with opened(page, server, BARE):
            line(BARE, told(memory(server, page)))
        for name in names:
            settled(server, len(names) + 2)
            for when, found in grown(page, server, name).items():
                line(f"{name}: {when}", told(found))


if __name__ == "__main__":
    main(sys.argv[1:])
