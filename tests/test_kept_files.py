"""Scripts of pages are asked for once by a browser, and compressed once by the server."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from canasta_widgets.serve import files
from tornado.httpclient import HTTPResponse
from tornado.testing import AsyncHTTPTestCase
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


class TestKept(AsyncHTTPTestCase):
    """A server of nothing else."""

    @pytest.fixture(autouse=True)
    def _folder(self, folder: Path) -> None:
        self.folder = folder

    def get_app(self) -> Application:
        """The handlers, and compression as our server has it."""
        found = files.handlers("/x/", [str(self.folder / "static")], [str(self.folder / "labextensions")])
        return Application(found, transforms=[GZipContentEncoding])

    def ask(self, path: str, **headers: str) -> HTTPResponse:
        """What is sent, as it is sent."""
        return self.fetch(f"/x/{files.PLACE}/0af1/{path}", headers=headers, decompress_response=False)

    def test_for_ever(self) -> None:
        """A script may be kept for ever, compressed or plain, and is the same; a font is sent as it is."""
        for path in ("static/a.js", "labextensions/a/static/a.js"):
            plain, small = self.ask(path), self.ask(path, **{"Accept-Encoding": "gzip"})
            assert plain.headers["Cache-Control"] == small.headers["Cache-Control"] == files.FOREVER
            assert plain.body.decode() == TEXT
            assert small.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(small.body).decode() == TEXT
            assert int(small.headers["Content-Length"]) == len(small.body) < len(plain.body)
            assert "Accept-Encoding" in small.headers["Vary"]
        font = self.ask("static/a.woff", **{"Accept-Encoding": "gzip"})
        assert font.headers["Cache-Control"] == files.FOREVER
        assert "Content-Encoding" not in font.headers

    def test_compressed_once(self) -> None:
        """The same bytes go to every browser; a file that has changed is compressed anew."""
        path = self.folder / "static" / "a.js"
        assert files.packed(str(path)) is files.packed(str(path))
        path.write_text(TEXT + "// more\n")
        small = self.ask("static/a.js", **{"Accept-Encoding": "gzip"})
        assert gzip.decompress(small.body).decode().endswith("more\n")
        path.write_text(TEXT)

    def test_a_part(self) -> None:
        """Whoever asks for a part of a file gets that part."""
        part = self.ask("static/a.js", Range="bytes=4-7")
        assert (part.code, part.body) == (206, b"card")

    def test_nothing_else(self) -> None:
        """What lies outside, or is not there, is not had."""
        for path in (
            "static/../../secret",
            "static/%2e%2e/a",
            "static/b.js",
            "labextensions/../static/a.js",
            "other/a.js",
        ):
            assert self.ask(path).code in (403, 404)


def test_the_address_changes_with_what_is_there() -> None:
    """Voilà's version, and what an extension loads first, are in the address; the same things have the same."""
    one = files.addressed(PAGE)
    assert re.fullmatch(r"/x/voila/kept/[0-9a-f]{12}/static", one["fullStaticUrl"])
    assert files.addressed(dict(PAGE)) == one
    for change in ({"appVersion": "2"}, {"federated_extensions": [{"name": "a", "load": "static/a.2.js"}]}):
        assert files.addressed({**PAGE, **change})["fullStaticUrl"] != one["fullStaticUrl"]
        assert files.addressed({**PAGE, **change})["fullLabextensionsUrl"] != one["fullLabextensionsUrl"]
