"""The server's pings keep a page's line to its kernel open: it is cut only where a ping has had no answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from canasta_widgets.serve.config import settings
from jupyter_server.base import websocket
from jupyter_server.base.websocket import WebSocketMixin

LATE = 0.001  # seconds that a timer comes after its time
TRIP = 0.5  # and a slow pong after its ping


class Line(WebSocketMixin):
    """A line as Jupyter keeps it, with the settings that ours has, and what Jupyter did to it."""

    ws_connection = type("Connection", (), {"client_terminated": False})

    def __init__(self) -> None:
        self.settings: dict[str, Any] = settings(Path("lessons"))["Voila"]["tornado_settings"]
        self.pings = 0
        self.closed = False

    def ping(self, _data: bytes) -> None:
        """Count what is sent."""
        self.pings += 1

    def close(self) -> None:
        """Note that the line is cut."""
        self.closed = True


class Clock:
    """The loop's time, set by hand."""

    now = 0.0

    def time(self) -> float:
        """Seconds."""
        return self.now


@pytest.mark.parametrize("answers", [True, False])
def test_only_a_line_without_answers_is_cut(monkeypatch: pytest.MonkeyPatch, answers: bool) -> None:
    """Pinged again and again, a page that answers keeps its line from the first ping on; another is cut off."""
    clock = Clock()
    monkeypatch.setattr(websocket.ioloop.IOLoop, "current", lambda *_: clock)
    monkeypatch.setattr(Line, "log", type("Log", (), {"warning": staticmethod(lambda *_: None)}), raising=False)
    line = Line()
    assert line.ping_interval > 0
    for n in range(1, 11):
        clock.now = n * line.ping_interval / 1000 + LATE
        line.send_ping()
        if line.closed:
            break
        clock.now += TRIP
        if answers:
            line.on_pong(b"")
    assert line.closed is not answers
    assert line.pings == 10 if answers else line.pings > 0
