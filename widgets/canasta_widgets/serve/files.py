"""Files of Voilà and of the widgets, which a browser asks for once: their address changes when they do.

They are compressed when they are first asked for, and not for each browser anew.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
from typing import Any

from tornado.web import GZipContentEncoding
from voila.static_file_handler import MultiStaticFileHandler

FOREVER = "public, max-age=31536000, immutable"
PLACE = "voila/kept"  # below it: a version, then "static" or "labextensions"
LARGEST = 1 << 23  # bytes of a file that is kept compressed

_packed: dict[tuple[str, int, int], bytes] = {}


def packed(path: str) -> bytes:
    """A file, compressed. Raises OSError if it cannot be read."""
    about = os.stat(path)
    key = path, about.st_mtime_ns, about.st_size
    if key not in _packed:
        with open(path, "rb") as file:
            _packed[key] = gzip.compress(file.read())
    return _packed[key]


class Kept(MultiStaticFileHandler):
    """Files that never change under their address."""

    _body: bytes | None = None

    def set_headers(self) -> None:
        """Let them be kept, and see whether they are sent compressed."""
        super().set_headers()
        self.set_header("Cache-Control", FOREVER)
        kind = self.get_content_type().partition(";")[0]
        shrinks = kind.startswith("text/") or kind in GZipContentEncoding.CONTENT_TYPES
        asked = self.request.headers
        wanted = "gzip" in asked.get("Accept-Encoding", "") and "Range" not in asked
        if wanted and shrinks and os.path.getsize(self.absolute_path) <= LARGEST:
            self.set_header("Content-Encoding", "gzip")
            self._body = packed(self.absolute_path)
            # By this name tornado asks for what it sends; the class's own is asked for the version of a file.
            self.get_content = lambda *_range: self._body

    def get_content_size(self) -> int:
        """Of what is sent, in bytes."""
        return super().get_content_size() if self._body is None else len(self._body)


def addressed(page: dict[str, Any]) -> dict[str, Any]:
    """What a page tells its scripts, with addresses that change when Voilà or one of the extensions does.

    The entry of each extension has a hash of what it loads in its name.
    """
    about = json.dumps([page["appVersion"], page["federated_extensions"]], sort_keys=True)
    place = f"{page['baseUrl']}{PLACE}/{hashlib.sha256(about.encode()).hexdigest()[:12]}"
    return {**page, "fullStaticUrl": f"{place}/static", "fullLabextensionsUrl": f"{place}/labextensions"}


def handlers(base_url: str, static: list[str], extensions: list[str]) -> list[Any]:
    """What serves those addresses, from folders of Voilà's and of extensions."""
    place = f"{base_url}{PLACE}/[0-9a-f]+"
    return [
        (f"{place}/static/(.*)", Kept, {"paths": static}),
        (f"{place}/labextensions/(.*)", Kept, {"paths": extensions}),
    ]
