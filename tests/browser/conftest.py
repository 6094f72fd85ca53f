"""A real browser and a running server, once for all browser tests."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.shown import Shown
from canasta_widgets.table import Table
from classes import devices, room, whole
from desks import Desks, Watched
from mocked import Showing, on_page
from playwright.sync_api import Browser, Page, expect
from servers import ROOT, Server, browsing, lab_serving, serving

from canasta import Position

expect.set_options(timeout=20_000)  # a busy machine is slow, and nothing here is timed
__all__ = ["devices", "room", "whole"]  # fixtures that stand elsewhere
MOCK_OPTIONS = ("live", "state", "state_only", "dir", "lang", "theme", "clock")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder drives a browser."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The lessons, served as `make run` serves them."""
    with serving(tmp_path_factory.mktemp("voila") / "log.txt") as server:
        yield server


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The lessons in JupyterLab, a copy of them, since it writes where it reads."""
    folder = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "lessons", folder / "lessons", ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    with lab_serving(folder, "--lessons", str(folder / "lessons")) as server:
        yield server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium or one of its kin; that there is none is a failure, not a reason to skip."""
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="session")
def desks(browser: Browser) -> Iterator[Desks]:
    """Where pages are opened, kept from test to test."""
    desks = Desks(browser)
    yield desks
    desks.close()


@pytest.fixture
def watched(desks: Desks) -> Iterator[Callable[..., Watched]]:
    """Makes pages that know nothing of each other's tests.

    Options are a context's (viewport, color_scheme, has_touch ...); with ``fresh`` nothing was loaded before either.
    """
    yield desks.open
    desks.clear()


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
