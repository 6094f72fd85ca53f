"""Voilà with what it does not offer by configuration: a home page, compression, a gate, limits, no listing of files."""

from __future__ import annotations

import logging
import os
import shutil
import signal
import sys
import time
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import zmq
from jupyter_core.utils import run_sync
from jupyter_events import EventLogger
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.ioloop import IOLoop
from tornado.web import ErrorHandler, GZipContentEncoding, HTTPError, RedirectHandler, authenticated
from traitlets import Instance
from traitlets.config import Config
from voila.app import Voila
from voila.request_info_handler import RequestInfoSocketHandler
from voila.static_file_handler import AllowListFileHandler, TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from canasta.words import ENGLISH
from canasta_widgets.serve import asking, entrance, files, forked, handing, pools, rendering
from canasta_widgets.serve.asking import Asking
from canasta_widgets.serve.config import HOME, LOCAL
from canasta_widgets.serve.doors import Doors, more_files
from canasta_widgets.serve.forks import Forks
from canasta_widgets.serve.frame import COOKIE, OURS, own_language, put_frame, wish
from canasta_widgets.serve.gate import gated
from canasta_widgets.serve.kernels import Kernels
from canasta_widgets.serve.limits import MOST_FRAME, AskedHandler, Crowd, Line, LineHandler
from canasta_widgets.serve.presenter import admitted, is_presenter, is_presenters
from canasta_widgets.serve.room import Room
from canasta_widgets.serve.store import Store, StoreError
from canasta_widgets.serve.turns import Turns

# Lists and files are of no use to a lesson, nor is what the address of a page was to its kernel.
HIDDEN = (VoilaContentsHandler, AllowListFileHandler, RequestInfoSocketHandler)
SOLE = 20  # learners that a server without a room is ready for: one, with many pages
SOCKETS = 65_536  # of ZeroMQ's; it stops at 1023 unless told, and each learner takes some ten
RECONNECT = 20  # milliseconds
SILENCE = 0.5  # seconds
# Pages that are made at a time, of those for which no kernel waits. Were all thirty of a class made at once, all would
# be ready when the last is; one after another, most are much sooner.
AT_ONCE = (os.cpu_count() or 1) + 2
LONG = 3.0  # seconds for a page


class LessonHandler(TornadoVoilaHandler):
    """Renders notebooks only. Voilà would render any file it finds, and say in words of its own what it is not."""

    language = ENGLISH

    @authenticated
    async def get(self, path: str | None = None) -> None:
        ours: Lessons = self.application.settings[OURS]
        if not path or not path.endswith(".ipynb") or ".ipynb_checkpoints" in path:
            self.redirect(ours.base_url + HOME)
            return
        self.language = wish(self.get_cookie(COOKIE, ""))
        if ours.room and ours.asking and is_presenters(path) and not admitted(self, ours.room, ours.asking):
            return
        folder = Path(ours.root_dir).resolve()
        if not (folder / path).resolve().is_relative_to(folder) or not (folder / path).is_file():
            raise HTTPError(404)
        # A browser that looks ahead at links would take a kernel for each.
        ahead = "prefetch" in self.request.headers.get("Sec-Purpose", "")
        if ahead or not await ours.crowd.admits(self.kernel_manager):
            raise HTTPError(503)
        waits = self.language == own_language() and self.kernel_manager.get_pool_size(path)
        with ours.crowd.one_more():
            async with nullcontext() if waits else ours.turns.one():
                await self._send(path)

    async def _send(self, path: str) -> None:
        sent = time.monotonic()
        async for html in self.get_generator(path=path):
            self.write(html)
            # A page comes in a hundred pieces, and to send each by itself takes longer than to make it; but a browser,
            # or a proxy, that hears nothing gives up.
            if time.monotonic() - sent > SILENCE:
                await self.flush()
                sent = time.monotonic()

    def should_use_rendered_notebook(self, *what: Any) -> bool:
        """What is rendered ahead is in the server's own language."""
        return self.language == own_language() and bool(super().should_use_rendered_notebook(*what))


class StaticHandler(TemplateStaticFileHandler):
    """Files of templates. An address that has not their shape is not found; Voilà fails at it."""

    def parse_url_path(self, path: str) -> str:
        template, _slash, rest = path.partition("/")
        if not template.isidentifier() or not rest.startswith("static/") or rest == "static/":
            raise HTTPError(404)
        return str(super().parse_url_path(path))


INSTEAD = {
    TornadoVoilaHandler: LessonHandler,
    TemplateStaticFileHandler: StaticHandler,
    KernelHandler: AskedHandler,
    VoilaKernelWebsocketHandler: LineHandler,
}
UNLOCKED = (StaticHandler, entrance.SignIn)  # the page that asks for the password, and its looks


class Lessons(Voila):
    """A Voilà server whose ``/`` leads to the index of the lessons."""

    room: Room | None = None
    asking: Asking | None = None
    # Each kernel would make one of its own otherwise, with a logger that Python keeps for ever.
    event_logger = Instance(EventLogger, ())
    chooses = True  # a page is in the language that its visitor chose
    crowd: Crowd
    turns: Turns

    def init_settings(self) -> dict[str, Any]:
        if self.room is not None and self.room.password:
            self.cookie_secret = entrance.key(self.room.password)
        settings: dict[str, Any] = super().init_settings()
        waiting = getattr(self.kernel_manager, "kernel_pools_config", {}).values()
        self.crowd = Crowd(self.expected, sum(pool.get("pool_size", 0) for pool in waiting))
        self.turns = Turns(AT_ONCE, LONG)
        self.kernel_manager.context.set(zmq.MAX_SOCKETS, SOCKETS)
        # We connect before a kernel listens, and it does so sooner than zmq would try again.
        self.kernel_manager.context.setsockopt(zmq.RECONNECT_IVL, RECONNECT)
        return settings | {
            OURS: self,
            "login_url": self.base_url + entrance.PATH,
            "websocket_max_message_size": MOST_FRAME,
            "default_handler_class": gated(ErrorHandler),
            "default_handler_args": {"status_code": 404},
        }

    @property
    def expected(self) -> int:
        """How many learners the server is to be ready for."""
        return self.room.learners if self.room else SOLE

    def init_handlers(self) -> list[Any]:
        # Settings reach tornado only after its application is made, too late for its own switch.
        self.app.transforms.append(GZipContentEncoding)
        home = RedirectHandler, {"url": self.base_url + HOME, "permanent": False}
        handlers = [(self.base_url + entrance.PATH, entrance.SignIn, {"knocks": entrance.Knocks()})]
        for pattern, handler, *rest in super().init_handlers():
            if handler is TornadoVoilaTreeHandler:
                handlers.append((pattern, *home))
            elif handler not in HIDDEN:
                handlers.append((pattern, INSTEAD.get(handler, handler), *rest))
        handlers += files.handlers(self.base_url, self.static_paths, self.labextensions_path)
        if self.room and self.asking:
            handlers += asking.handlers(self, self.asking)
            handlers += handing.handlers(self, self.asking, partial(is_presenter, room=self.room))
        return [(pattern, gated(handler, unlocked=handler in UNLOCKED), *rest) for pattern, handler, *rest in handlers]

    def listen(self) -> None:
        def listen(port: int, address: str) -> None:
            # On this machine alone, it is a proxy that tells for whom it asks; else anybody could say so.
            behind = self.room is not None and address == LOCAL
            Doors(self.app, learners=self.expected, xheaders=behind).listen(port, address)

        self.app.listen = listen
        super().listen()

    def stop(self) -> None:
        """End all kernels at once: nobody waits for their answers, and what fails as they go is no news."""
        logging.disable(logging.CRITICAL)
        run_sync(self.kernel_manager.shutdown_all)(now=True)


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

    Kernels come from ``forks``, which end with it; without, each is started by itself. Raises OSError if the port
    cannot be had, ValueError for an address of a database that is none.
    """
    # Jupyter's pings are counted in milliseconds. Tornado takes them for seconds and warns of what it makes of them; a
    # shorter timeout would quiet it, but then every line is cut at its first ping.
    # What is refused is no news to a teacher either.
    for name in ("tornado.general", "tornado.access", "tornado.application"):
        logging.getLogger(name).setLevel(logging.ERROR)
    more_files()
    config = Config(configuration)
    config.VoilaConfiguration.page_config_hook = put_frame
    config.VoilaConfiguration.multi_kernel_manager_class = Kernels
    config.Voila.identity_provider_class = entrance.Entrance
    config.Voila.kernel_websocket_connection_class = Line
    rendering.use()
    pools.use()
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
    _end_by_signals(loop)
    try:
        server.start()
    finally:
        try:
            if forks is not None:
                loop.run_sync(forks.close)
        finally:
            # Last of all, for a kernel that is just being started looks for its files there.
            shutil.rmtree(server.connection_dir, ignore_errors=True)


def _end_by_signals(loop: IOLoop) -> None:
    """Let Ctrl+C, and whoever else ends us, stop the loop; in the midst of a task it would be found again at the end.

    The second one is not waited for.
    """

    def stop(number: int, _frame: Any) -> None:
        signal.signal(number, before[number])
        loop.add_callback_from_signal(loop.stop)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
