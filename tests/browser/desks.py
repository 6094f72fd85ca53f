"""Pages for tests. What it takes a browser to begin from nothing is spent once: pages of all tests share a context.

A new context costs more than most tests, and has to load all of JupyterLab's scripts anew. So a context is kept, and
what a test left in it is taken away: its pages, what they stored, its cookies.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, CDPSession, Error, Page, Request
from servers import LOCAL

VIEWPORT = {"width": 1280, "height": 900}
OF_A_PAGE = ("color_scheme", "reduced_motion", "forced_colors")  # what a page may have for itself
STORES = "local_storage,indexeddb,cache_storage,service_workers"


@dataclass
class Watched:
    """A page with what it asked for and what went wrong on it."""

    page: Page
    requests: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)  # exceptions that nothing on the page caught

    def asked(self, url: str) -> None:
        """Note what the page asked for."""
        self.requests.append(url)
        scheme, _, rest = url.partition("://")
        if scheme in ("http", "https", "ws", "wss") and rest.partition("/")[0].rpartition(":")[0] != LOCAL:
            self.outside.append(url)


class Desk:
    """A context, with a page that stays and clears up after the others."""

    def __init__(self, browser: Browser, options: dict[str, Any]) -> None:
        self.context: BrowserContext = browser.new_context(viewport=VIEWPORT, **options)
        self.context.set_default_timeout(60_000)  # a busy machine is slow, and nothing here is timed
        self.keeper = self.context.new_page()
        self.broom: CDPSession = self.context.new_cdp_session(self.keeper)
        self.context.on("request", self._asked)
        self.seen: list[Watched] = []
        self.origins: set[str] = set()

    def open(self, viewport: dict[str, int] | None, media: dict[str, Any]) -> Watched:
        """A new page."""
        page = self.context.new_page()
        if viewport not in (None, VIEWPORT):
            page.set_viewport_size(viewport)  # type: ignore[arg-type]
        if media:
            page.emulate_media(**media)
        watched = Watched(page)
        page.on("websocket", lambda socket: watched.asked(socket.url))
        page.on("pageerror", lambda error: watched.errors.append(str(error)))
        self.seen.append(watched)
        return watched

    def _asked(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https"):
            self.origins.add(f"{parts.scheme}://{parts.netloc}")
        for watched in self.seen:
            watched.asked(request.url)

    def clear(self) -> None:
        """Close all pages, and forget what they kept."""
        for page in self.context.pages:
            if page is not self.keeper:
                with contextlib.suppress(Error):  # whatever its test did to it
                    page.goto("about:blank")  # it says goodbye to its kernel
                page.close()
        for origin in self.origins:
            self.broom.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": STORES})
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.seen.clear()
        self.origins.clear()


class Desks:
    """A desk for each kind of device that tests ask for."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.kept: dict[str, Desk] = {}
        self.fresh: list[Desk] = []

    def open(self, *, fresh: bool = False, viewport: dict[str, int] | None = None, **options: Any) -> Watched:
        """A new page on the desk that has these options."""
        media = {name: options.pop(name) for name in OF_A_PAGE if name in options}
        if fresh:
            self.fresh.append(Desk(self.browser, options))
            return self.fresh[-1].open(viewport, media)
        kind = repr(sorted(options.items()))
        if kind not in self.kept:
            self.kept[kind] = Desk(self.browser, options)
        return self.kept[kind].open(viewport, media)

    def clear(self) -> None:
        """Take away what a test left."""
        for desk in self.fresh:
            desk.clear()
            desk.context.close()
        self.fresh.clear()
        for desk in self.kept.values():
            if desk.seen:
                desk.clear()

    def close(self) -> None:
        """Close all of it."""
        self.clear()
        for desk in self.kept.values():
            desk.context.close()
