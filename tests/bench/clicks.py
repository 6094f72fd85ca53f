"""How long it takes from a click on the table to what is seen of it, beside a plain button in the same page.

The page is a notebook with our table, and a button of ipywidgets whose callback changes a label. All kinds of clicks
take turns, so that what slows the machine for a while slows all of them.
"""

from __future__ import annotations

import json
import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page
from servers import TOKEN, lab_serving, serving

ROUNDS = 50
WARM_UP = 5
PAUSE = 60  # ms between two clicks, for what still travels
LINE = "KsKhKd762*4/?11/?9/?7 QQQ,777/5552 9sTh9 ?60 N.play"
CELL = f"""
import ipywidgets
from canasta_widgets.table import Table
table = Table({LINE!r})
button, label = ipywidgets.Button(description="plain"), ipywidgets.Label("0")
button.add_class("plain-button")
label.add_class("plain-label")
button.on_click(lambda _: setattr(label, "value", str(int(label.value) + 1)))
ipywidgets.VBox([table, button, label])
"""

# Clicks, and says how many ms later `place` showed another thing than before, and when the next frame was due.
CLICK = """([button, place]) => new Promise((done, failed) => {
    const seen = () => {
        const node = document.querySelector(place);
        return (node.dataset.verdict || "") + node.textContent;
    };
    const before = seen();
    const look = new MutationObserver(() => {
        if (seen() === before) return;
        look.disconnect();
        const drawn = performance.now() - begun;
        requestAnimationFrame(() => done([drawn, performance.now() - begun]));
    });
    look.observe(document.querySelector(place).closest(".jp-OutputArea"), {
        childList: true, subtree: true, characterData: true, attributeFilter: ["data-verdict"],
    });
    setTimeout(() => failed(new Error(`nothing changed in ${place}`)), 20000);
    const begun = performance.now();
    document.querySelector(button).click();
})"""
PLAIN, PREVIEW, REFUSED, LEGAL = (
    "plain button",
    "card → preview",
    "action → verdict, refused",
    "action → verdict, legal",
)
Times = dict[str, list[tuple[float, float]]]  # ms until the page is changed, and until the next frame


def notebook() -> str:
    """The page to measure, as a notebook."""
    cell = {"cell_type": "code", "execution_count": None, "id": "one", "metadata": {}, "outputs": [], "source": CELL}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    return json.dumps({"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5})


@contextmanager
def in_voila(browser: Browser) -> Iterator[Page]:
    """The page, served by ours."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "index.ipynb").write_text(notebook())
        with serving(folder / "log.txt", "--lessons", name, "--pool", "0") as server:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(server.url + "voila/render/index.ipynb")
            page.locator("[data-card]").first.wait_for(timeout=60_000)
            yield page
            page.close()


@contextmanager
def in_lab(browser: Browser) -> Iterator[Page]:
    """The page in JupyterLab."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "index.ipynb").write_text(notebook())
        with lab_serving(folder, "--lessons", name) as server:
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"{server.url}lab/tree/index.ipynb?token={TOKEN}&reset")
            idle = "window.jupyterapp?.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
            page.wait_for_function(idle, timeout=60_000)
            page.evaluate("jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)")
            page.locator("[data-card]").first.wait_for(timeout=60_000)
            yield page
            page.close()


def measured(page: Page, rounds: int, *, warm_up: int = WARM_UP) -> Times:
    """Times of each kind of click."""
    times: Times = {PLAIN: [], PREVIEW: [], REFUSED: [], LEGAL: []}

    def click(kind: str, button: str, place: str) -> None:
        page.locator(button).first.wait_for()
        changed, framed = page.evaluate(CLICK, [button, place])
        times[kind].append((changed, framed))
        page.wait_for_timeout(PAUSE)

    def press(*buttons: str) -> None:
        for button in buttons:
            page.locator(button).first.click()
        page.wait_for_timeout(PAUSE)

    card: Callable[[int], str] = '[data-card="hand-{}"]'.format
    for _ in range(rounds + warm_up):
        click(PLAIN, ".plain-button", ".plain-label")
        click(PREVIEW, card(0), "[data-count]")
        press(card(1))
        click(REFUSED, '[data-text="meld KsKh"]', "[data-verdict]")
        click(PLAIN, ".plain-button", ".plain-label")
        press(card(2))
        click(LEGAL, '[data-text="meld KsKhKd"]', "[data-verdict]")
        press('[data-action="undo"]')
    # The plain button had two clicks in each round.
    return {kind: all_of[warm_up * len(all_of) // (rounds + warm_up) :] for kind, all_of in times.items()}


def ratio(times: Times, kind: str) -> float:
    """How many times longer than the plain button's a kind of click takes, by the medians."""
    plain, ours = (statistics.median(changed for changed, _ in times[each]) for each in (PLAIN, kind))
    return ours / plain
