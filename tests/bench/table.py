"""Prints how fast the table answers here, how long it takes to draw, and how much of it travels.

Machines are noisy: compare what was measured in turns in one run, not the figures of two runs.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from typing import Any

import beside  # noqa: F401
import canasta_play
import clicks
from canasta_widgets import answers, faces
from canasta_widgets.shown import joined
from canasta_widgets.table import Table
from canasta_widgets.zones import zones
from measure import line, microseconds, middle, warmed_up
from mocked import on_page
from playwright.sync_api import Browser
from servers import browsing
from wire import Message, Wire, size

from canasta import Position, judge, legal
from canasta.cards import size as cards

DEALS = 20  # whose positions are drawn
REDRAWN = 50
DRAW = """states => states.map((state) => {
    const begun = performance.now();
    shown.set(state);
    const drawn = performance.now();
    document.body.offsetHeight;
    return [drawn - begun, performance.now() - begun];
})"""


def fullest() -> list[Position]:
    """The positions of the random deal in which most cards come to lie on the table, the last ones."""

    def melded(position: Position) -> int:
        sides = range(position.profile.sides)
        return sum(meld.size for side in sides for meld in position.melds(side))

    deals = [list(canasta_play.positions(number))[:-1] for number in range(DEALS)]
    return max(deals, key=lambda deal: melded(deal[-1]))[-REDRAWN:]


def redrawn(browser: Browser, positions: list[Position], times: int = REDRAWN) -> list[tuple[float, float]]:
    """How many ms of script a table takes to be drawn anew with its verdict, and how many with its layout."""
    states = []
    for number in range(times + 1):
        position = positions[number % len(positions)]
        verdict = answers.verdict(position, judge(position, legal(position)[0]))
        drawn = {**zones(position, position.seat), "serial": number + 2, "question": ""}
        states.append({"zones": drawn, "verdict": {**verdict, "n": number + 1}})
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    errors: list[str] = []
    on_page(page, Table(positions[-1]), errors, live=False)
    page.wait_for_timeout(200)
    taken: list[tuple[float, float]] = page.evaluate(DRAW, states)[1:]
    page.close()
    return taken


def sizes() -> Iterator[tuple[str, int]]:
    """How many bytes travel."""
    module = len(str(Table._esm).encode())
    yield "module without the faces of the cards", module - len((faces.script() + joined("card.js")).encode())
    yield "module", module
    yield "styles", len(str(Table._css).encode())


def messages() -> Iterator[tuple[str, list[Message]]]:
    """What Python sends when a table opens, and for what the learner does."""
    table = Table(clicks.LINE)
    table.comm = wire = Wire()
    yield "state of an open table", [{"method": "update", "state": table.get_state()}]
    serial = table.zones["serial"]
    told = {
        "a card is chosen": {"kind": "select", "n": 1, "serial": serial, "cards": ["hand-0"], "target": ""},
        "a refused try": {"kind": "commit", "text": "meld KsKh"},
        "a legal try": {"kind": "commit", "text": "meld KsKhKd"},
    }
    for name, content in told.items():
        wire.hear({"method": "custom", "content": content})
        yield name, wire.taken()


def python() -> Iterator[tuple[str, list[float]]]:
    """CPU time in µs of what Python does for the table, over positions of random play."""
    met = [position for number in range(DEALS) for position in list(canasta_play.positions(number))[:-1]]
    sample = random.Random(0).sample(met, min(300, len(met)))
    warmed_up()
    yield "zones of a position", microseconds(sample, lambda at: zones(at, at.seat))
    tried = [(at, judge(at, random.Random(1).choice(legal(at)))) for at in sample]
    yield "verdict of a legal try as data", microseconds(tried, lambda each: answers.verdict(*each))
    table = Table(clicks.LINE)
    refused = judge(table.position, answers.Action.parse("meld KsKh"))
    yield (
        "verdict of a refused try as data",
        microseconds(range(50), lambda _: answers.verdict(table.position, refused)),
    )
    chosen: Any = {"kind": "select", "n": 1, "serial": table.zones["serial"], "target": ""}
    for many in (1, 3, 6):
        ids = [f"hand-{place}" for place in range(many)]
        took = microseconds(range(50), lambda _: table._heard(table, {**chosen, "cards": ids}, None))  # noqa: B023
        yield f"candidates for {many} chosen of {cards(table.position.hands[0] or 0)}", took


def clicked(browser: Browser, rounds: int) -> None:
    """Print the round trips, in Voilà and in JupyterLab."""
    for name, place in (("Voilà", clicks.in_voila), ("JupyterLab", clicks.in_lab)):
        with place(browser) as page:
            times = clicks.measured(page, rounds)
        print(f"From a click to what is seen in {name}, ms; {rounds} of each, in turns")
        for kind, taken in times.items():
            line(f"{kind}: page changed", middle([changed for changed, _ in taken]))
            line(f"{kind}: next frame", middle([framed for _, framed in taken]))
        for kind in (clicks.PREVIEW, clicks.REFUSED, clicks.LEGAL):
            line(f"ratio {kind} / {clicks.PLAIN}", f"{clicks.ratio(times, kind):.2f}")


def main(rounds: int = clicks.ROUNDS) -> None:
    """Measure and print."""
    print("What travels, bytes")
    for name, amount in sizes():
        line(name, f"{amount:,}")
    for name, sent in messages():
        line(f"{name}: {len(sent)} message{'s' * (len(sent) != 1)}", f"{sum(map(size, sent)):,}")
    print("Python, µs, wall clock")
    for name, took in python():
        line(name, middle(took, ",.0f"))
    with browsing() as browser:
        positions = fullest()
        taken = redrawn(browser, positions)
        on_table = statistics.median(
            sum(len(side["melds"]) for side in zones(at, at.seat)["sides"]) for at in positions
        )
        print(f"A late table drawn anew with its verdict, about {on_table:.0f} melds on it, ms, {len(taken)} times")
        line("script", middle([script for script, _ in taken]))
        line("script and layout", middle([whole for _, whole in taken]))
        clicked(browser, rounds)


if __name__ == "__main__":
    main()
