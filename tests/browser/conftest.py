"""A real browser and a running server, once for all browser tests."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.shown import Shown
from canasta_widgets.table import Table
from finder import Finder
from mocked import Showing, on_page
from playwright.sync_api import Browser, Page, sync_playwright
from processes import free_port, stop

from canasta import Position

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOCAL = "127.0.0.1"
START_SECONDS = 60
MOCK_OPTIONS = ("live", "state", "state_only", "dir", "lang", "theme")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


def environment() -> dict[str, str]:
    """The environment for a server of ours, so that it works from a checkout that is not installed."""
    paths = [str(ROOT), str(ROOT / "widgets"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONUNBUFFERED": "1"}


def command(*arguments: str) -> list[str]:
    """The console command, as a subprocess runs it."""
    return [sys.executable, "-m", "canasta_widgets.app", *arguments]


@dataclass
class Answer:
    """What the server says to a request: redirects are not followed."""

    status: int
    headers: dict[str, str]
    text: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments: Any) -> None:
        return None


@dataclass
class Server:
    """A server of the lessons that runs."""

    url: str  # ends in a slash
    pid: int
    log: Path

    def ask(self, path: str, *, seconds: float = 20, **headers: str) -> Answer:
        """Ask for a path below the address, as it stands."""
        request = urllib.request.Request(self.url + path, headers=headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)
        try:
            with opener.open(request, timeout=seconds) as answer:
                return Answer(answer.status, dict(answer.headers), answer.read().decode(errors="replace"))
        except urllib.error.HTTPError as answer:
            with answer:
                return Answer(answer.code, dict(answer.headers), answer.read().decode(errors="replace"))


@contextlib.contextmanager
def serving(log: Path, *arguments: str) -> Iterator[Server]:
    """Run `canasta-tutor serve` on a free port until the block is left."""
    port = free_port()
    with log.open("w") as out:
        process = subprocess.Popen(
            command("serve", "--port", str(port), "--no-browser", *arguments),
            env=environment(),
            cwd=log.parent,
            stdin=subprocess.DEVNULL,
            # A shell that runs the tests in the background has told its children to ignore Ctrl+C.
            preexec_fn=None if os.name == "nt" else lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        server = Server(f"http://{LOCAL}:{port}/", process.pid, log)
        end = time.monotonic() + START_SECONDS
        while True:
            with contextlib.suppress(OSError):
                server.ask("", seconds=2)
                break
            if process.poll() is not None or time.monotonic() > end:
                pytest.fail(f"the server does not answer:\n{log.read_text()}")
            time.sleep(0.1)
        yield server
    finally:
        stop(process)


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The lessons, served as `make run` serves them."""
    with serving(tmp_path_factory.mktemp("voila") / "log.txt") as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium or one of its kin; that there is none is a failure, not a reason to skip."""
    said: list[str] = []
    finder = Finder(say=said.append)
    found = finder.find()
    if found is None:
        pytest.fail(finder.advice(), pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, headless=True, args=FLAGS)
        yield browser
        browser.close()


@dataclass
class Watched:
    """A page with what it asked for and what went wrong on it."""

    page: Page
    requests: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)  # exceptions that nothing on the page caught


@pytest.fixture
def watched(browser: Browser) -> Iterator[Callable[..., Watched]]:
    """Makes pages, each in a context of its own; options are the context's (viewport, color_scheme, has_touch ...)."""
    contexts = []

    def make(**options: Any) -> Watched:
        options.setdefault("viewport", {"width": 1280, "height": 900})
        context = browser.new_context(**options)
        contexts.append(context)
        context.set_default_timeout(30_000)
        watched = Watched(context.new_page())

        def asked(url: str) -> None:
            watched.requests.append(url)
            scheme, _, rest = url.partition("://")
            if scheme in ("http", "https", "ws", "wss") and rest.partition("/")[0].rpartition(":")[0] != LOCAL:
                watched.outside.append(url)

        context.on("request", lambda request: asked(request.url))
        watched.page.on("websocket", lambda socket: asked(socket.url))
        watched.page.on("pageerror", lambda error: watched.errors.append(str(error)))
        return watched

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def page(watched: Callable[..., Watched]) -> Callable[..., Page]:
    """Makes plain pages, for tests that need no count of requests."""
    return lambda **options: watched(**options).page


@pytest.fixture
def shown(watched: Callable[..., Watched]) -> Iterator[Callable[..., Showing]]:
    """Shows a position, or any widget of ours, on a page without server or kernel; see tests/browser/mocked."""
    pages: list[Showing] = []

    def show(what: Position | str | Shown, **options: Any) -> Showing:
        ours = {name: options.pop(name) for name in MOCK_OPTIONS if name in options}
        widget = what if isinstance(what, Shown) else Table(what)
        seen = watched(**options)
        pages.append(on_page(seen.page, widget, seen.errors, **ours))
        return pages[-1]

    yield show
    assert [seen.errors for seen in pages] == [[] for _ in pages]
