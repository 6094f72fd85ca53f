"""What a visitor may do, and how much of it: said in numbers, and kept by the handlers of pages and of their lines.

A page has a kernel of its own, and speaks to it over one line. Whoever opens it can send what he likes, so a line hands
on only what ``messages`` knows, at a pace no hand and no page of ours comes near. Beyond it the line is shut; the page
opens it again by itself.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, ClassVar, Final
from weakref import WeakKeyDictionary

import zmq
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.handlers import KernelHandler
from tornado.web import HTTPError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from canasta.tutor.progress import MOST_BYTES
from canasta.tutor.results import MOST_HANDED
from canasta_widgets.serve.messages import NAME, PROTOCOL, Heard, MessageError, read

MOST_FRAME: Final = 2 * MOST_BYTES + 100_000  # a file of results, every sign of it a quotation mark to be escaped
MOST_BODY: Final = 10 * MOST_HANDED  # bytes of a request: what is a bit too large is told so in words
MOST_HEADERS: Final = 32_768
MOST_UNREAD: Final = MOST_FRAME  # bytes that wait for one browser that does not read
ALL_UNREAD: Final = 10 * MOST_UNREAD  # and for all of them
SMALL_UNREAD: Final = 1_000_000  # with which a line is not one of those that fill it
PATIENCE: Final = 30  # seconds for a request to come whole, or for the next one on its connection
MESSAGES: Final = (300, 40)  # at once, and each second after; an opening has 6, a key held down 30 a second
BYTES: Final = (3 * MOST_FRAME, 4_000_000)
WHOLE: Final = {"request_states": 20, "request_state": 4}  # messages for which a question counts, by its long answer
LINES: Final = 3  # to one kernel; a page has one, and its old ones for a moment where the network broke
CONTROLS: Final = 100  # lines of control in a kernel's life; a page opens one each time it connects
POLICY: Final = 1008  # a websocket's word for: against the rules here
SEATS: Final = 2  # kernels for each learner; a second page, or one that was left without a goodbye
SPARE: Final = 10
LEFT: Final = timedelta(seconds=30)  # a kernel that nobody listens to for so long makes room when there is none
OPENINGS: Final = 4  # pages for each learner at once; as many per minute after


class Bucket:
    """Holds ``most`` and gains ``rate`` a second: what is taken is there, or must be waited for."""

    def __init__(self, most: float, rate: float) -> None:
        self.most, self.rate = most, rate
        self._left, self._at = most, time.monotonic()

    @property
    def full(self) -> bool:
        """Whether nothing has been taken for long."""
        return self._now() >= self.most

    def take(self, much: float = 1) -> bool:
        """Take that much, if it is there."""
        if self._now() < much:
            return False
        self._left -= much
        return True

    def wait(self) -> float:
        """Seconds until one more is there."""
        return max(0.0, (1 - self._now()) / self.rate)

    def owe(self, much: float = 1) -> None:
        """Take that much, from what is still to come too; less than nothing gives it back."""
        self._left = self._now() - much

    def _now(self) -> float:
        now = time.monotonic()
        self._left = min(self.most, self._left + (now - self._at) * self.rate)
        self._at = now
        return self._left


class Account:
    """What has been said to one kernel, over whichever line."""

    def __init__(self) -> None:
        self.messages, self.bytes = Bucket(*MESSAGES), Bucket(*BYTES)
        self.controls: set[str] = set()
        self.opened = self.said = 0
        self.lines = 0

    def pays(self, size: int) -> bool:
        """Whether one more message of that size is within the limits."""
        return self.messages.take() and self.bytes.take(size)

    def answers(self, heard: Heard) -> bool:
        """Whether what the kernel will say to a message is within the limits too."""
        return heard.method not in WHOLE or self.messages.take(WHOLE[heard.method] - 1)

    def knows(self, heard: Heard) -> bool:
        """Whether a message is one that a page says at this point: it shuts only what it has opened."""
        match heard.kind:
            case "comm_open":
                self.opened += 1
                if self.opened <= CONTROLS:
                    self.controls.add(heard.comm)
                return self.opened <= CONTROLS
            case "comm_close":
                known = heard.comm in self.controls
                self.controls.discard(heard.comm)
                return known
        return True


_accounts: WeakKeyDictionary[Any, Account] = WeakKeyDictionary()


def account(kernel: Any) -> Account:
    """The account of a kernel, by its manager."""
    return _accounts.setdefault(kernel, Account())


class Line(ZMQChannelsWebsocketConnection):
    """Between browser and kernel: hands on what ``messages`` has read, as long as there is not too much of it."""

    over = False

    def handle_incoming_message(self, incoming_msg: Any) -> None:
        """Hand a frame on, drop it, or shut the line."""
        if self.over or not self.channels:
            return
        dues = account(self.kernel_manager)
        stream = self.channels["shell"]
        # A kernel that is busy lets its messages wait, up to a point; behind that point they would wait in here.
        if stream.sending():
            stream.flush(zmq.POLLOUT)
        if not dues.pays(len(incoming_msg)) or stream.sending():
            self.shut()
            return
        try:
            dues.said += 1
            heard = read(incoming_msg, dues.said)
        except MessageError as fault:
            self.log.debug("dropped from a line: %s", fault)
            return
        if not dues.answers(heard):
            self.shut()
        elif dues.knows(heard):
            self.session.send_raw(stream, heard.parts)

    def shut(self) -> None:
        """Take nothing more, and tell the browser why."""
        self.over = True
        self.websocket_handler.close(POLICY, "too much at once")


class LineHandler(VoilaKernelWebsocketHandler):
    """Opens a line to the kernel of a page."""

    counted: Account | None = None
    unread = 0
    everywhere: ClassVar[list[int]] = [0]  # unread bytes, of all lines

    async def get(self, kernel_id: str) -> None:
        """Refuse what no page of ours asks for, before a kernel is troubled with it."""
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        spoken = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in [each.strip() for each in spoken.split(",")]:
            raise HTTPError(400)
        if not NAME.fullmatch(self.get_query_argument("session_id", "")):
            raise HTTPError(400)
        dues = account(self.kernel_manager.get_kernel(kernel_id))
        if dues.lines >= LINES:
            raise HTTPError(429)
        dues.lines += 1
        self.counted = dues
        try:
            await super().get(kernel_id=kernel_id)
        except BaseException:
            self._uncount()
            raise
        if self.ws_connection is None:  # no upgrade, so there will be no end of it either
            self._uncount()

    async def open(self, kernel_id: str) -> None:
        """Begin to listen, and let nothing small wait until what went before is acknowledged, for some 40 ms."""
        self.set_nodelay(True)
        await super().open(kernel_id)

    def write_message(self, message: Any, binary: bool = False) -> Any:
        """Say something to the browser, unless too much waits already for one that does not read."""
        size = len(message) if isinstance(message, bytes | str) else 0
        waiting = self.unread + size
        crowded = waiting > SMALL_UNREAD and self.everywhere[0] + size > ALL_UNREAD
        if self.unread and (waiting > MOST_UNREAD or crowded):
            if self.ws_connection is not None:
                self.ws_connection.stream.close()
            return None
        said = super().write_message(message, binary)
        if said is not None and size:
            self._count(size)
            said.add_done_callback(partial(self._read, size))
        return said

    def _read(self, size: int, said: Any) -> None:
        self._count(-size)
        if not said.cancelled():
            said.exception()  # a line that breaks is no news

    def _count(self, size: int) -> None:
        self.unread += size
        self.everywhere[0] += size

    def on_close(self) -> None:
        """The line is gone."""
        self._uncount()
        super().on_close()

    def _uncount(self) -> None:
        if self.counted is not None:
            self.counted.lines -= 1
            self.counted = None


class AskedHandler(KernelHandler):
    """Tells a page whether its kernel is there. It ends by the page's goodbye, and by nothing else that is asked."""

    SUPPORTED_METHODS = ("GET",)


class Crowd:
    """How many kernels a server has, and whether there is room for a page more.

    ``waiting`` kernels wait for pages that are not yet opened.
    """

    def __init__(self, learners: int, waiting: int) -> None:
        self.most = SEATS * learners + SPARE + waiting
        self._coming = 0  # pages that are being made
        self._openings = Bucket(OPENINGS * learners + SPARE, OPENINGS * learners / 60)

    async def admits(self, manager: Any) -> bool:
        """Whether one more page may open; where there is no room, a kernel that nobody listens to makes some."""
        if not self._openings.take():
            return False
        if len(manager.list_kernel_ids()) + self._coming < self.most:
            return True
        if (name := left(manager)) is None:
            return False
        await manager.shutdown_kernel(name, now=True)
        return True

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """As long as a page is being made, its kernel counts."""
        self._coming += 1
        try:
            yield
        finally:
            self._coming -= 1


def left(manager: Any) -> str | None:
    """The kernel that nobody has listened to for longest; None if each is listened to, or new, or waits for a page."""
    pools = getattr(manager, "_pools", {}).values()
    waiting = {task.result()["kernel_id"] for pool in pools for task in pool if task.done() and not task.exception()}
    since = {}
    for name in manager.list_kernel_ids():
        kernel = manager.get_kernel(name)
        at = getattr(kernel, "last_activity", None)
        if at is not None and name not in waiting and not account(kernel).lines:
            since[name] = at
    name = min(since, key=since.__getitem__, default=None)
    return name if name is not None and datetime.now(UTC) - since[name] > LEFT else None
