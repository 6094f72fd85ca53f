"""Voilà with three things it does not offer by configuration: a home page, compression, and no listing of files."""

from __future__ import annotations

import logging
from typing import Any

from tornado.web import GZipContentEncoding, RedirectHandler
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from canasta_widgets.serve.config import HOME, page_words
from canasta_widgets.serve.room import Room

HIDDEN = ("VoilaContentsHandler",)


class LessonHandler(TornadoVoilaHandler):
    """Renders notebooks only. Voilà would render any file it finds, and say in words of its own what it is not."""

    async def get(self, path: str | None = None) -> None:
        if not path or not path.endswith(".ipynb") or ".ipynb_checkpoints" in path:
            self.redirect(self.application.settings["base_url"] + HOME)
            return
        await super().get(path)


class Lessons(Voila):
    """A Voilà server whose ``/`` leads to the index of the lessons."""

    room: Room | None = None

    def init_handlers(self) -> list[Any]:
        # Settings reach tornado only after its application is made, too late for its own switch.
        self.app.transforms.append(GZipContentEncoding)
        home = RedirectHandler, {"url": self.base_url + HOME, "permanent": False}
        handlers = []
        for pattern, handler, *rest in super().init_handlers():
            if handler is TornadoVoilaTreeHandler:
                handlers.append((pattern, *home))
            elif handler is TornadoVoilaHandler:
                handlers.append((pattern, LessonHandler, *rest))
            elif handler.__name__ not in HIDDEN:
                handlers.append((pattern, handler, *rest))
        return handlers


def _with_words(current_page_config: dict[str, Any], **_more: Any) -> dict[str, Any]:
    return {**current_page_config, "canastaWords": page_words()}


def run(configuration: dict[str, Any], on_ready: Any = None, room: Room | None = None) -> None:
    """Serve until interrupted; to a class, if there is a ``room``. Raises OSError if the port cannot be had."""
    # Jupyter's pings are counted in milliseconds. Tornado takes them for seconds and warns of what it makes of them; a
    # shorter timeout would quiet it, but then every line is cut at its first ping.
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    config = Config(configuration)
    config.VoilaConfiguration.page_config_hook = _with_words
    server = Lessons(config=config)
    server.room = room
    server.initialize([])
    if on_ready is not None:
        from tornado.ioloop import IOLoop

        IOLoop.current().call_later(0, on_ready)
    server.start()
