"""Voilà with three things it does not offer by configuration: a home page, compression, and no listing of files."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import zmq
from tornado.ioloop import IOLoop
from tornado.web import GZipContentEncoding, RedirectHandler, authenticated
from traitlets.config import Config
from voila.app import Voila
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from canasta.words import ENGLISH, _, speaking
from canasta_widgets.serve import asking, forked, rendering
from canasta_widgets.serve.asking import Asking
from canasta_widgets.serve.config import HOME
from canasta_widgets.serve.forks import Forks
from canasta_widgets.serve.frame import COOKIE, OURS, own_language, put_frame, wish
from canasta_widgets.serve.kernels import Kernels
from canasta_widgets.serve.plain import link, plain, sentence
from canasta_widgets.serve.presenter import admitted, is_presenters
from canasta_widgets.serve.room import Room
from canasta_widgets.serve.store import Store, StoreError

RECONNECT = 20  # milliseconds
SILENCE = 0.5  # seconds
HIDDEN = ("VoilaContentsHandler",)


class LessonHandler(TornadoVoilaHandler):
    """Renders notebooks only. Voilà would render any file it finds, and say in words of its own what it is not."""

    language = ENGLISH

    def initialize(self, room: Room | None = None, asking: Asking | None = None, **given: Any) -> None:
        super().initialize(**given)
        self.room, self.asking = room, asking

    @authenticated
    async def get(self, path: str | None = None) -> None:
        if not path or not path.endswith(".ipynb") or ".ipynb_checkpoints" in path:
            self.redirect(self.application.settings["base_url"] + HOME)
            return
        self.language = wish(self.get_cookie(COOKIE, ""))
        if self.room and self.asking and is_presenters(path) and not admitted(self, self.room, self.asking):
            return
        sent = time.monotonic()
        async for html in self.get_generator(path=path):
            self.write(html)
            # A page comes in a hundred pieces, and to send each by itself takes longer than to make it; but a browser,
            # or a proxy, that hears nothing gives up.
            if time.monotonic() - sent > SILENCE:
                await self.flush()
                sent = time.monotonic()

    def write_error(self, status_code: int, **_about: Any) -> None:
        """Say in plain words that there is no lesson; what went wrong stands in the log."""
        base_url = self.application.settings["base_url"]
        with speaking(self.language):
            if status_code == 404:
                title, text = _("There is no such lesson"), _("Perhaps its name has changed: look in the list.")
            else:
                title, text = _("This lesson cannot be shown just now"), _("What you played is kept. Try again soon.")
            body = sentence(text) + link(base_url + HOME, _("All lessons"))
        self.finish(plain(title, body, base_url=base_url, language=self.language))

    def should_use_rendered_notebook(self, *what: Any) -> bool:
        """What is rendered ahead is in the server's own language."""
        return self.language == own_language() and bool(super().should_use_rendered_notebook(*what))


class Lessons(Voila):
    """A Voilà server whose ``/`` leads to the index of the lessons."""

    room: Room | None = None
    asking: Asking | None = None
    chooses = True  # a page is in the language that its visitor chose

    def init_settings(self) -> dict[str, Any]:
        found: dict[str, Any] = super().init_settings()
        # We connect before a kernel listens, and it does so sooner than zmq would try again.
        self.kernel_manager.context.setsockopt(zmq.RECONNECT_IVL, RECONNECT)
        return found

    def init_handlers(self) -> list[Any]:
        self.app.settings[OURS] = self
        # Settings reach tornado only after its application is made, too late for its own switch.
        self.app.transforms.append(GZipContentEncoding)
        home = RedirectHandler, {"url": self.base_url + HOME, "permanent": False}
        handlers = []
        for pattern, handler, *rest in super().init_handlers():
            if handler is TornadoVoilaTreeHandler:
                handlers.append((pattern, *home))
            elif handler is TornadoVoilaHandler:
                given = {**rest[0], "room": self.room, "asking": self.asking}
                handlers.append((pattern, LessonHandler, given))
            elif handler.__name__ not in HIDDEN:
                handlers.append((pattern, handler, *rest))
        return handlers + (asking.handlers(self, self.asking) if self.asking else [])


def _asking(room: Room) -> Asking:
    """Where the class answers; that it cannot be used is said, and keeps nobody from the lessons."""
    store = Store(room.database)
    try:
        store.tidy()
    except StoreError as fault:
        print(f"canasta-tutor: {fault}", file=sys.stderr)
    return Asking(store)


def run(
    configuration: dict[str, Any], on_ready: Any = None, room: Room | None = None, forks: Forks | None = None
) -> None:
    """Serve until interrupted; to a class, if there is a ``room``.

    Kernels come from ``forks``, which end with it; without, each is started by itself. Raises OSError if the port cannot
    be had, ValueError for an address of a database that is none.
    """
    # Jupyter's pings are counted in milliseconds. Tornado takes them for seconds and warns of what it makes of them; a
    # shorter timeout would quiet it, but then every line is cut at its first ping.
    logging.getLogger("tornado.general").setLevel(logging.ERROR)
    config = Config(configuration)
    config.VoilaConfiguration.page_config_hook = put_frame
    config.VoilaConfiguration.multi_kernel_manager_class = Kernels
    rendering.use()
    if forks is not None:
        forked.use(forks)
        config.KernelProvisionerFactory.default_provisioner_name = forked.NAME
    server = Lessons(config=config)
    if room:
        server.room, server.asking = room, _asking(room)
    server.initialize([])
    if on_ready is not None:
        IOLoop.current().call_later(0, on_ready)
    loop = IOLoop.current()
    try:
        server.start()
    finally:
        if forks is not None:
            loop.run_sync(forks.close)
