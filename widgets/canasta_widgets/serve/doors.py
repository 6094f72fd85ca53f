"""The HTTP server under the lessons: how many connections it holds, and how long it waits at each."""

from __future__ import annotations

import contextlib
import sys
from typing import Any, Final

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPMessageDelegate, RequestStartLine, ResponseStartLine

from canasta_widgets.serve.limits import MOST_BODY, MOST_HEADERS, PATIENCE

CONNECTIONS: Final = 8  # for each learner; a browser opens six
MORE: Final = 100
FILES: Final = 65_536  # that may be open at once, where the system lets it


class Doors(HTTPServer):
    """Takes requests. Where it holds as many connections as it may, the one that has been silent longest makes room.

    So who opens connections and says nothing, or a letter at a time, drives out his own.
    """

    def initialize(self, application: Any, learners: int = 1, **options: Any) -> None:
        """``learners`` is how many are expected."""
        self.most = CONNECTIONS * learners + MORE
        self.silent: dict[Any, None] = {}  # connections from which no whole request has come, in their order
        super().initialize(
            application,
            max_body_size=MOST_BODY,
            max_header_size=MOST_HEADERS,
            idle_connection_timeout=PATIENCE,
            body_timeout=PATIENCE,
            **options,
        )

    def handle_stream(self, stream: Any, address: Any) -> None:
        """Take a connection, if there is room or some can be made."""
        if len(self._connections) >= self.most:
            oldest = next(iter(self.silent), None)
            if oldest is None:
                stream.close()
                return
            del self.silent[oldest]
            oldest.stream.close()
        super().handle_stream(stream, address)

    def start_request(self, server_conn: Any, request_conn: Any) -> HTTPMessageDelegate:
        """A connection waits for its next request."""
        self.silent.pop(server_conn, None)
        self.silent[server_conn] = None
        return Heeded(super().start_request(server_conn, request_conn), self, server_conn)

    def on_close(self, server_conn: Any) -> None:
        """A connection is gone, or has become a websocket."""
        self.silent.pop(server_conn, None)
        super().on_close(server_conn)


class Heeded(HTTPMessageDelegate):
    """Hands a request on, and notes when it is whole."""

    def __init__(self, inner: HTTPMessageDelegate, doors: Doors, connection: Any) -> None:
        self.inner, self.doors, self.connection = inner, doors, connection

    def headers_received(self, start_line: RequestStartLine | ResponseStartLine, headers: Any) -> Any:
        """Hand on."""
        return self.inner.headers_received(start_line, headers)

    def data_received(self, chunk: bytes) -> Any:
        """Hand on."""
        return self.inner.data_received(chunk)

    def finish(self) -> None:
        """Hand on: the request is whole."""
        self.doors.silent.pop(self.connection, None)
        self.inner.finish()

    def on_connection_close(self) -> None:
        """Hand on."""
        self.inner.on_connection_close()


def more_files() -> None:
    """Let this process open as many files as its system lets it: each line and each kernel takes some."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
