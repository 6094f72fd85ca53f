"""A widget's module in a real browser, against a mock model: no server, no kernel; Python at the other end if wanted.

The fixture `shown` of tests/browser/conftest.py makes such pages:

    def test_something(shown):
        seen = shown("KK24 444 42K")                 # a position's line, a Position, or any widget of ours
        seen.page.locator('[data-card="hand-0"]').click()
        expect(seen.page.locator("[data-text]").first).to_be_visible()
        assert seen.sent[-1]["content"]["kind"] == "select"

Live, as it is by default, what the browser sends goes through the widget's own comm to Python, and what Python sends or
sets comes back: whole interactions run as in a notebook. After Python did something by itself, call `seen.flush()`.

With `live=False` the messages wait: `seen.deliver()` hands them over, `seen.deliver(1)` only the first. So a test can
see what the browser does before Python answers, or answer itself, by `seen.set(zones=…)` and `seen.tell({…})`.

`state={…}` overrides what the module is shown with; `state_only=True` takes nothing else, as for a model that is empty.
With `clock=True` the page's time can be put forward, by `seen.page.clock`.
`dir`, `lang` and `theme` ("light" or "dark") are the page's; further options are the browser context's (viewport,
reduced_motion, has_touch …). An exception that nothing catches fails the test in the end.
`seen.settle()` waits for all answers, so that a test may then look for what is not there.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from canasta_widgets.shown import Shown
from playwright.sync_api import Page
from wire import Message, Wire

MODEL = (Path(__file__).parent / "model.js").read_text("utf-8")
ADDRESS = "http://127.0.0.1:8000/"  # never asked for: the browser is told what is there
PAGE = """<!doctype html>
<html lang="{lang}" dir="{dir}" class="{dark}"><head><meta charset="utf-8"><title>Mock</title>
<meta name="viewport" content="width=device-width">
<style>body {{ margin: 0.5rem }} body[data-jp-theme-light="false"] {{ background: #14181a; color: #eee }}</style>
<style>{css}</style></head><body data-jp-theme-light="{light}"><main><h1>Mock</h1></main></body></html>"""


@dataclass
class Showing:
    """A widget on a page of its own."""

    page: Page
    widget: Shown
    live: bool
    errors: list[str]
    waiting: list[Message] = field(default_factory=list)  # sent by the browser, not yet heard by Python

    @property
    def wire(self) -> Wire:
        """The comm between both."""
        wire = self.widget.comm
        assert isinstance(wire, Wire)
        return wire

    @property
    def sent(self) -> list[Message]:
        """All that the browser sent, in order: {"method": "custom", "content": …}, or "update" with "state"."""
        found: list[Message] = self.page.evaluate("shown.sent")
        return found

    def contents(self, kind: str) -> list[Message]:
        """The custom messages of a kind that the browser sent."""
        return [each["content"] for each in self.sent if each.get("content", {}).get("kind") == kind]

    def set(self, **traits: Any) -> None:
        """Set traits of the model in the browser, as an update from Python would; Python's own stay."""
        self.hear({"method": "update", "state": traits})

    def tell(self, content: Message) -> None:
        """Send a custom message to the browser."""
        self.hear({"method": "custom", "content": content})

    def hear(self, message: Message) -> None:
        """Let the browser hear one message."""
        self.page.evaluate("message => shown.hear(message)", message)

    def flush(self) -> None:
        """Bring to the browser what Python sent or set."""
        for message in self.wire.taken():
            self.hear(message)

    def deliver(self, most: int | None = None) -> None:
        """Hand to Python what the browser sent, and to the browser what Python answers."""
        for _ in range(len(self.waiting) if most is None else most):
            self.wire.hear(self.waiting.pop(0))
            self.flush()

    def settle(self) -> None:
        """Wait until everything that was sent has been answered, and what came of it is drawn."""
        self.page.evaluate("shown.settled()")

    def show_again(self) -> None:
        """Render the same model once more, under the first."""
        self.page.evaluate("async () => shown.show(await module)")

    def leave(self, view: int = 0) -> None:
        """Take a view off the page, as when its cell is cleared."""
        self.page.evaluate("view => shown.leave(view)", view)

    def listeners(self) -> int:
        """How many listeners the model has."""
        found: int = self.page.evaluate("shown.count()")
        return found

    def asked(self, message: Message) -> list[Message]:
        """What Python answers to a message of the browser; nothing yet if it is not live."""
        if not self.live:
            self.waiting.append(message)
            return []
        self.wire.hear(message)
        return self.wire.taken()


def on_page(
    page: Page,
    widget: Shown,
    errors: list[str],
    *,
    live: bool = True,
    state: dict[str, Any] | None = None,
    state_only: bool = False,
    dir: str = "ltr",
    lang: str = "en",
    theme: str = "light",
    clock: bool = False,
) -> Showing:
    """Show a widget on a page; see above."""
    widget.comm = Wire()  # in place of the one that leads nowhere
    given = {} if state_only else json.loads(json.dumps(widget.get_state()))
    dark = theme == "dark"
    markup = PAGE.format(
        lang=lang, dir=dir, dark="canasta-dark" if dark else "", light=str(not dark).lower(), css=widget._css
    )
    page.route(ADDRESS, lambda route: route.fulfill(body=markup, content_type="text/html"))
    seen = Showing(page, widget, live, errors)
    if clock:
        page.clock.install()
    page.expose_function("toPython", seen.asked)
    page.goto(ADDRESS)
    page.evaluate(MODEL)
    page.evaluate(
        """async ([code, state]) => {
            window.module = import(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
            window.shown = window.mock(state);
            await shown.show(await module);
        }""",
        [widget._esm, {**given, **(state or {})}],
    )
    return seen


Shows = Callable[..., Showing]
