"""What tests and the benchmark do with a page that is served: wait for it, find its kernel, solve an item."""

from __future__ import annotations

import json
import os
import time
from typing import Any

import psutil
from axe_playwright_python.sync_playwright import Axe
from canasta_widgets import questions
from canasta_widgets.phrases import in_words
from playwright.sync_api import Page, expect
from servers import Server

from canasta.tutor.levels import Level, Question, worked

# A game begins with a form, a question may have nothing on the table, some pages only tell, all else has cards.
READY = ":is([data-card], [data-do=begin], .cnq button, .canasta-glossary dt, [data-said], .cng [data-do=open])"
SECONDS = 20
AXE = Axe()
CODE = "details.canasta-hood"  # what a page has that is code alone


def ready(page: Page) -> None:
    """Wait until all widgets of a page are shown."""
    expect(page.locator("main h1")).to_be_visible()
    if "index" not in page.url:
        shown = CODE if "graded-cells" in page.url else READY
        expect(page.locator(f"{shown}:visible").first).to_be_visible()


def until(page: Page, expression: str, arg: Any = None) -> None:
    """Wait until an expression of JavaScript, or a function of ``arg``, is true of a page.

    Playwright's own waiting evaluates text in the page, which our pages forbid.
    """
    end = time.monotonic() + SECONDS
    while not page.evaluate(expression, arg):
        assert time.monotonic() < end, f"not within {SECONDS} s: {expression}"
        page.wait_for_timeout(50)


def objections(page: Page, part: str | None = None) -> list[tuple[str, list[str]]]:
    """What axe objects to on a page, or in the part of it that a selector names: each rule, and where it is broken."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.axe_script)
    # Its own way would bring all that axe found in order as well, which takes as long as the search.
    found = page.evaluate(
        "part => axe.run(part ?? document, {resultTypes: ['violations']}).then(({violations}) => violations)", part
    )
    return [(rule["id"], [f"{node['target']} {node['html'][:200]}" for node in rule["nodes"]]) for rule in found]


def sideways(page: Page) -> int:
    """How many pixels a page is wider than its window; not more than 0 where nothing has to be scrolled sideways."""
    wide = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth"
    return int(page.evaluate(wide))


def kernel(page: Page) -> str:
    """The id of the kernel that serves a page."""
    return str(json.loads(page.locator("#jupyter-config-data").text_content() or "{}")["kernelId"])


def process_of(server: Server, name: str) -> psutil.Process:
    """The process of a kernel."""
    (found,) = (each for each in psutil.Process(server.pid).children(recursive=True) if _is_named(each, name))
    return found


def _is_named(process: psutil.Process, name: str) -> bool:
    # One that was forked still has the command line of what it was forked from, but its sockets are files.
    sockets = process.net_connections("unix") if os.name == "posix" else []
    return any(name in place for place in [*process.cmdline(), *(str(each.laddr) for each in sockets)])


def solve(tab: Page, item: Level | Question) -> None:
    """Solve an item by keys alone: type what is played, or choose the answer."""
    if isinstance(item, Level):
        for action in worked(item):
            line = tab.locator("form[data-command] input:visible").first
            line.focus()
            tab.keyboard.press("ControlOrMeta+a")  # a refused line stays there, to be mended
            tab.keyboard.type(str(action))
            tab.keyboard.press("Enter")
            expect(tab.locator(".cnt-tried").first).to_have_text(in_words(action))
        return
    answer = item.task.answer(item.position)
    if isinstance(answer, int):
        tab.locator(".cnq input").focus()
        tab.keyboard.type(str(answer))
    else:
        choices = questions.form(item)["options"]
        wanted = answer if isinstance(answer, list) else [answer]
        for at, choice in enumerate(choices):
            if choice["value"] in wanted:
                tab.locator(".cnq input").nth(at).focus()
                tab.keyboard.press("Space")
    tab.locator(".cnq [data-do=answer]").focus()
    tab.keyboard.press("Enter")
