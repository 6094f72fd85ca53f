"""A class that is served to many browsers, whose presenter asks it."""

from __future__ import annotations

import http.client
import json
import re
import shutil
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from canasta_widgets.serve.store import Store
from pages import objections, sideways
from playwright.sync_api import Browser, Page
from pseudo import catalogue
from servers import ROOT, Answer, Server, serving

from canasta.words import LOCALE

BASE = "/school/"
PAGES = ("index.ipynb", "02-melds.ipynb", "present.ipynb", "practice.ipynb", "class-results.ipynb")
CHOICES = ("legal", "freeze.natural-pair", "take.pair")
LINE = "KsQcTd9s7h2d4c JJJJ/888 7s6cbsJd9hKh ?40 N.draw"
PRESENT = "voila/render/present.ipynb"
HEBREW = {"English": "Ivrit", "Legal": "Huki", "Legal or not, and why?": "Huki o lo, velama?"}


@dataclass
class Class:
    """A class that is served: the server, where it keeps what is answered, and the address with the secret."""

    server: Server
    store: Store
    file: Path
    secret: str

    def ask(self, path: str, **headers: str) -> Answer:
        """Ask for a path of the class."""
        return self.server.ask(path, **headers)

    def cookies(self, path: str) -> str:
        """What cookies a path gives, one a line."""
        parts = urlsplit(self.server.url)
        line = http.client.HTTPConnection(parts.netloc, timeout=20)
        line.request("GET", parts.path + path)
        found = line.getresponse().headers.get_all("Set-Cookie") or []
        line.close()
        return "\n".join(found)

    def vote(self, body: Any, cookie: str = "", **headers: str) -> tuple[int, str]:
        """Send an answer, as a browser with this cookie; gives the status and what is said."""
        more = {"Cookie": f"canasta-browser={cookie}"} if cookie else {}
        return self.send("vote", body, **{**more, **headers})

    def send(self, path: str, body: Any = b"", method: str = "POST", **headers: str) -> tuple[int, str]:
        """Send something to an address of the class; gives the status and what is said."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        more = {"Content-Type": "application/json", **headers}
        request = urllib.request.Request(f"{self.server.url}class/{path}", data, more, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=20) as answer:
                return answer.status, str(json.load(answer)["message"])
        except urllib.error.HTTPError as answer:
            with answer:
                return answer.code, str(json.load(answer)["message"])

    @property
    def presenter(self) -> str:
        """The cookie of a browser in which the presenter's page was opened."""
        found = re.search(r"canasta-presenter-[\w-]+=\w+", self.cookies(f"{PRESENT}?secret={self.secret}"))
        assert found is not None
        return found[0]


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    """A class with a few pages, under a path, in a server that knows a second language."""
    folder = tmp_path_factory.mktemp("class")
    lessons, file = folder / "lessons", folder / "class.sqlite"
    (lessons / "levels").mkdir(parents=True)
    for name in PAGES:
        shutil.copy(ROOT / "lessons" / name, lessons / name)
    shutil.copy(ROOT / "lessons" / "levels" / "02-melds.toml", lessons / "levels")
    catalogue(folder / "locale", "he", HEBREW)
    arguments = ("--learners", "1", "--lessons", str(lessons), "--database", f"sqlite:///{file}")
    told = {LOCALE: str(folder / "locale")}
    with serving(folder / "log.txt", *arguments, verb="class", base_url=BASE, **told) as server:
        end = time.monotonic() + 30
        while not (found := re.search(rf"{re.escape(server.url)}{PRESENT}\?secret=(\S+)", server.log.read_text())):
            assert time.monotonic() < end, server.log.read_text()
            time.sleep(0.1)
        store = Store(f"sqlite:///{file}")
        yield Class(server, store, file, found[1])
        store.close()


@pytest.fixture
def room(whole: Class) -> Class:
    """The class, of which nothing is asked."""
    whole.store.forget()
    time.sleep(0.6)  # for which the server tells all devices the same
    return whole


@pytest.fixture
def devices(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Makes pages of browsers of their own, as different learners have them."""
    contexts = []

    def device(**options: Any) -> Page:
        contexts.append(browser.new_context(**{"viewport": {"width": 360, "height": 740}, **options}))
        return contexts[-1].new_page()

    yield device
    for context in contexts:
        context.close()


def cookie_of(room: Class) -> str:
    """What tells a new browser from others."""
    found = re.search(r"canasta-browser=([\w-]+)", room.cookies("class/"))
    assert found is not None
    return found[1]


def sound(tab: Page) -> None:
    """What axe says of a page, light and dark, and that nothing is wider than it."""
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        assert objections(tab) == []
        assert sideways(tab) <= 0
