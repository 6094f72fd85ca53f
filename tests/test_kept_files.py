"""Scripts of pages are asked for once by a browser, and compressed once by the server."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Callable, Iterator
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
from canasta_widgets.serve import files
from processes import free_port
from tornado.httpserver import HTTPServer
from tornado.web import Application, GZipContentEncoding

TEXT = "let card = 4;\n" * 400
PAGE = {"appVersion": "1", "federated_extensions": [{"name": "a", "load": "static/a.1.js"}], "baseUrl": "/x/"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files as Voilà and an extension have them."""
    found = tmp_path_factory.mktemp("files")
    for name in ("static", "labextensions/a/static"):
        (found / name).mkdir(parents=True)
        (found / name / "a.js").write_text(TEXT)
        (found / name / "a.woff").write_bytes(b"wOFF" * 400)
    return found


class Answer(NamedTuple):
    """What is sent, as it is sent."""

    code: int
    headers: Message
    body: bytes


Ask = Callable[..., Answer]


@pytest.fixture(scope="module")
def ask(folder: Path) -> Iterator[Ask]:
    """Asks a server of these files and nothing else, with compression as ours has it."""
    found = files.handlers("/x/", [str(folder / "static")], [str(folder / "labextensions")])
    port = free_port()

    async def begin() -> HTTPServer:
        return Application(found, transforms=[GZipContentEncoding]).listen(port, "127.0.0.1")

    def get(path: str, **headers: str) -> Answer:
        line = HTTPConnection("127.0.0.1", port, timeout=20)
        line.request("GET", f"/x/{files.PLACE}/0af1/{path}", headers={"Connection": "close", **headers})
        answer = line.getresponse()
        body = answer.read()
        line.close()
        return Answer(answer.status, answer.headers, body)

    # In a thread of its own, for a browser's tests may have a loop that runs in this one.
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    server = asyncio.run_coroutine_threadsafe(begin(), loop).result()
    yield get
    loop.call_soon_threadsafe(server.stop)
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


def test_for_ever(ask: Ask) -> None:
    """A script may be kept for ever, compressed or plain, and is the same; a font is sent as it is."""
    for path in ("static/a.js", "labextensions/a/static/a.js"):
        plain, small = ask(path), ask(path, **{"Accept-Encoding": "gzip"})
        assert plain.headers["Cache-Control"] == small.headers["Cache-Control"] == files.FOREVER
        assert plain.body.decode() == TEXT
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.body).decode() == TEXT
        assert int(small.headers["Content-Length"]) == len(small.body) < len(plain.body)
        assert "Accept-Encoding" in small.headers["Vary"]
    font = ask("static/a.woff", **{"Accept-Encoding": "gzip"})
    assert font.headers["Cache-Control"] == files.FOREVER
    assert "Content-Encoding" not in font.headers


def test_compressed_once(ask: Ask, folder: Path) -> None:
    """The same bytes go to every browser; a file that has changed is compressed anew."""
    path = folder / "static" / "a.js"
    assert files.packed(str(path)) is files.packed(str(path))
    path.write_text(TEXT + "// more\n")
    small = ask("static/a.js", **{"Accept-Encoding": "gzip"})
    path.write_text(TEXT)
    assert gzip.decompress(small.body).decode().endswith("more\n")


def test_a_part(ask: Ask) -> None:
    """Whoever asks for a part of a file gets that part."""
    part = ask("static/a.js", Range="bytes=4-7")
    assert (part.code, part.body) == (206, b"card")


def test_nothing_else(ask: Ask) -> None:
    """What lies outside, or is not there, is not had."""
    for path in ("static/../../secret", "static/%2e%2e/a", "static/b.js", "labextensions/../static/a.js", "other/a.js"):
        assert ask(path).code in (403, 404)


def test_the_address_changes_with_what_is_there() -> None:
    """Voilà's version, and what an extension loads first, are in the address; the same things have the same."""
    one = files.addressed(PAGE)
    assert re.fullmatch(r"/x/voila/kept/[0-9a-f]{12}/static", one["fullStaticUrl"])
    assert files.addressed(dict(PAGE)) == one
    for change in ({"appVersion": "2"}, {"federated_extensions": [{"name": "a", "load": "static/a.2.js"}]}):
        assert files.addressed({**PAGE, **change})["fullStaticUrl"] != one["fullStaticUrl"]
        assert files.addressed({**PAGE, **change})["fullLabextensionsUrl"] != one["fullLabextensionsUrl"]
