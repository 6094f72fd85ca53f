"""A learner without a browser: opens a page as Voilà's own does, holds its models, and talks to them.

Everything goes the browser's way: the page is asked for, its kernel looked up, the line opened with the page's origin
and a session of its own, the states of all models asked for over a control comm; the goodbye is the page's beacon.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import unescape
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urljoin, urlsplit
from uuid import uuid4

from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from tornado.httpclient import AsyncHTTPClient, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, websocket_connect

LESSON = "voila/render/02-melds.ipynb"
PROTOCOL = "v1.kernel.websocket.jupyter.org"
CONTROL = "jupyter.widget.control"
WIDGET = "jupyter.widget"
PATIENCE = 60.0  # seconds; an answer that takes longer is missing
GOODBYE = 5.0  # seconds that the other side has to shut the line too
CONFIG = re.compile(r'<script id="jupyter-config-data"[^>]*>(.*?)</script>', re.DOTALL)

Json = dict[str, Any]


def form(**fields: str) -> tuple[str, str]:
    """The body of a form as a browser's beacon sends it, and its type."""
    limit = f"----{uuid4().hex}"
    parts = "".join(
        f'--{limit}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'
        for name, value in fields.items()
    )
    return f"{parts}--{limit}--\r\n", f"multipart/form-data; boundary={limit}"


class Fault(Exception):
    """What a learner met instead of what he asked for; ``status`` is HTTP's, if there was one."""

    def __init__(self, said: str, status: int = 0) -> None:
        super().__init__(said)
        self.status = status


@dataclass
class Said:
    """Something that a model was told: ``state`` as far as it changed, or the ``content`` of a message."""

    at: float  # time.perf_counter()
    model: str
    state: Json = field(default_factory=dict)
    content: Any = None


@dataclass
class Answer:
    """All that the kernel said to one message, until it was idle again."""

    begun: float  # time.perf_counter(), when the message was sent
    over: asyncio.Future[None]
    said: list[Said] = field(default_factory=list)
    replies: list[Json] = field(default_factory=list)  # contents of replies

    def after(self, model: str, name: str) -> tuple[Any, float] | None:
        """What a trait was set to, or a message of that kind, and how many seconds after the question that came."""
        for said in self.said:
            if said.model != model:
                continue
            if name in said.state:
                return said.state[name], said.at - self.begun
            if isinstance(said.content, dict) and said.content.get("kind") == name:
                return said.content, said.at - self.begun
        return None


class Talker:
    """One learner with one page. ``url`` is the server's, with its base path, and ends in a slash.

    ``origin`` is the server's own unless another is given, as a foreign page would send it. What went wrong meanwhile
    stands in ``errors``: messages of a fault, a line that the other side closed.
    """

    def __init__(self, url: str, *, cookies: Mapping[str, str] | None = None, origin: str | None = None) -> None:
        parts = urlsplit(url)
        self.url = url
        self.host = f"{parts.scheme}://{parts.netloc}"
        self.origin = self.host if origin is None else origin
        self.cookies = dict(cookies or {})
        self.session = str(uuid4())
        self.kernel = ""
        self.base = parts.path
        self.html = ""
        self.models: dict[str, Json] = {}
        self.errors: list[str] = []
        self.line: WebSocketClientConnection | None = None
        self.left = False  # whether he went himself
        self.closed = asyncio.Event()  # the line is
        self.dead = False  # the kernel is
        self._control = ""
        self._waiting: dict[str, Answer] = {}
        self._client = AsyncHTTPClient(force_instance=True)

    async def __aenter__(self) -> Talker:
        return self

    async def __aexit__(self, *_fault: object) -> None:
        await self.leave()

    # -- over HTTP ------------------------------------------------------------------------------------------------

    async def request(
        self,
        path: str,
        *,
        method: str = "GET",
        body: str | bytes | None = None,
        seconds: float = PATIENCE,
        **headers: str,
    ) -> HTTPResponse:
        """Ask for a path below the server's address, or for one that begins with /; redirects are not followed.

        Underscores in names of headers stand for hyphens. Cookies are kept as by a browser. Raises Fault if there is no
        answer at all.
        """
        sent = {name.replace("_", "-"): value for name, value in headers.items()} | self._cookie()
        if body is None and method not in ("GET", "HEAD"):
            body = b""
        asked = HTTPRequest(
            urljoin(self.url, path),
            method=method,
            body=body,
            headers=sent,
            request_timeout=seconds,
            connect_timeout=seconds,
            follow_redirects=False,
        )
        try:
            response = await self._client.fetch(asked, raise_error=False)
        except OSError as fault:
            raise Fault(f"{method} {path}: {fault}") from None
        if response.code == 599:  # tornado's word for: no answer in time
            raise Fault(f"{method} {path}: {response.error}")
        for line in response.headers.get_list("Set-Cookie"):
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(line).items()}
        return response

    def _cookie(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    async def load(self, path: str = LESSON) -> None:
        """Ask for a page, and read which kernel is its own. Raises Fault if that is not what comes."""
        response = await self.request(path)
        self.html = response.body.decode()
        if response.code != 200:
            raise Fault(f"{path}: {response.code} {response.reason}", response.code)
        if not (found := CONFIG.search(self.html)):
            raise Fault(f"{path}: no page of a notebook")
        config = json.loads(unescape(found[1]))
        self.kernel, self.base = str(config["kernelId"]), str(config["baseUrl"])

    async def look_up(self) -> None:
        """Ask whether the page's kernel is there. Raises Fault if it is not."""
        if (answer := await self.request(f"{self.base}api/kernels/{self.kernel}")).code != 200:
            raise Fault(f"the page's kernel: {answer.code} {answer.reason}", answer.code)

    async def leave(self) -> int | None:
        """Go as a page goes: a beacon that ends the kernel, and the line is shut; the status of the beacon's answer."""
        status = None
        if not self.left and self.kernel:
            self.left = True
            path = f"{self.base}voila/api/shutdown/{self.kernel}"
            body, kind = form(_xsrf=self.cookies.get("_xsrf", ""))
            try:
                answer = await self.request(path, method="POST", body=body, Content_Type=kind, Origin=self.origin)
                status = answer.code
            except Fault as fault:
                self.errors.append(str(fault))
        if self.line is not None and not self.closed.is_set():
            self.line.close()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.closed.wait(), GOODBYE)
        self.drop()
        return status

    def drop(self) -> None:
        """Be gone without a word, as a phone out of reach: the line is torn, the kernel is left behind."""
        self.left = True
        if self.line is not None and self.line.protocol is not None:
            self.line.protocol.stream.close()
        self._client.close()

    # -- over the kernel's line ---------------------------------------------------------------------------------------

    async def connect(self, kernel: str | None = None, *, protocol: str = PROTOCOL) -> None:
        """Open the line to the page's kernel, or to another. Raises Fault if it is refused."""
        name = self.kernel if kernel is None else kernel
        address = f"{self.host}{self.base}api/kernels/{name}/channels?session_id={self.session}"
        request = HTTPRequest(
            address.replace("http", "ws", 1),
            headers={"Origin": self.origin} | self._cookie(),
            connect_timeout=PATIENCE,
            request_timeout=PATIENCE,
        )
        try:
            self.line = await websocket_connect(
                request,
                on_message_callback=self._hear,
                subprotocols=[protocol] if protocol else None,
            )
        except Exception as fault:
            raise Fault(f"the line was refused: {fault}", getattr(fault, "code", 0)) from None

    def send_raw(self, data: str | bytes) -> None:
        """Send whatever it is, as it stands. Raises Fault if there is no line."""
        if self.line is None or self.closed.is_set():
            raise Fault("there is no line to the kernel")
        self.line.write_message(data, binary=isinstance(data, bytes))

    def send(
        self,
        kind: str,
        content: Any,
        *,
        channel: str = "shell",
        metadata: Json | None = None,
        buffers: Iterable[bytes] = (),
    ) -> Answer:
        """Send a message of Jupyter's; its answer grows as things are heard, and ``over`` when the kernel is idle.

        Raises Fault if there is no line, or no kernel any more.
        """
        if self.dead:
            raise Fault("the kernel is dead")
        header = {
            "date": datetime.now(UTC).isoformat(),
            "msg_id": str(uuid4()),
            "msg_type": kind,
            "session": self.session,
            "username": "",
            "version": "5.2",
        }
        parts = [json.dumps(part).encode() for part in (header, {}, metadata or {}, content)]
        answer = Answer(time.perf_counter(), asyncio.get_running_loop().create_future())
        self._waiting[header["msg_id"]] = answer
        self.send_raw(serialize_msg_to_ws_v1([*parts, *buffers], channel))
        return answer

    async def heard(self, answer: Answer, seconds: float = PATIENCE) -> Answer:
        """Wait until the kernel has said all. Raises Fault if it does not."""
        try:
            await asyncio.wait_for(asyncio.shield(answer.over), seconds)
        except TimeoutError:
            raise Fault(f"no answer for {seconds:.0f} s") from None
        return answer

    async def states(self) -> Answer:
        """Ask for all models of the kernel as the page's widget manager does; they stand in ``models`` then."""
        await self.heard(self.send("kernel_info_request", {}))
        comm = self._control = str(uuid4())
        self.send("comm_open", {"comm_id": comm, "target_name": CONTROL, "data": {}}, metadata={"version": "1.0.0"})
        answer = self.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        await self.heard(answer)
        self.send("comm_close", {"comm_id": comm, "data": {}})
        return answer

    async def open(self, path: str = LESSON) -> None:
        """Do all that a browser does until the models of a page are there. Raises Fault if something is in the way."""
        await self.load(path)
        await self.look_up()
        await self.connect()
        await self.states()

    async def ask(self, model: str, content: Any, seconds: float = PATIENCE) -> Answer:
        """Send a model a message such as ``{"kind": "commit", "text": "draw"}``, and hear all that is said to it."""
        return await self.heard(self._to(model, {"method": "custom", "content": content}), seconds)

    async def set(self, model: str, seconds: float = PATIENCE, **state: Any) -> Answer:
        """Set traits of a model, as far as it lets itself be set."""
        return await self.heard(self._to(model, {"method": "update", "state": state, "buffer_paths": []}), seconds)

    def _to(self, model: str, data: Json) -> Answer:
        return self.send("comm_msg", {"comm_id": model, "data": data})

    def find(self, *names: str, **values: Any) -> list[str]:
        """The models that have traits of these names, and some with these values, in the order they were made."""
        wanted = values.items()
        return [
            model
            for model, state in self.models.items()
            if all(name in state for name in names) and all(state.get(name) == value for name, value in wanted)
        ]

    # -- what is heard ------------------------------------------------------------------------------------------------

    def _hear(self, data: str | bytes | None) -> None:
        now = time.perf_counter()
        if data is None:
            self._cut()
            return
        if isinstance(data, str):
            self.errors.append(f"a message in no protocol of ours: {data[:200]}")
            return
        _channel, parts = deserialize_msg_from_ws_v1(data)
        header, parent, _metadata, content = (json.loads(part) for part in parts[:4])
        answer = self._waiting.get(parent.get("msg_id", ""))
        match header["msg_type"]:
            case "comm_open" if content["target_name"] == WIDGET:
                self._say(answer, now, content["comm_id"], content["data"].get("state", {}))
            case "comm_close":
                self.models.pop(content["comm_id"], None)
            case "comm_msg":
                self._told(answer, now, content["comm_id"], content["data"])
            case "status":
                state = content["execution_state"]
                if state in ("dead", "restarting", "autorestarting"):
                    self.dead = True
                    self.errors.append(f"the kernel is {state}")
                    self._give_up(f"the kernel is {state}")
                elif state == "idle" and answer is not None:
                    del self._waiting[parent["msg_id"]]
                    if not answer.over.done():
                        answer.over.set_result(None)
            case "error":
                self.errors.append(f"{content.get('ename')}: {content.get('evalue')}")
            case "stream" if content.get("name") == "stderr":
                # The kernel's receiving thread looks for a comm that its main thread is about to open, and answers it.
                if content["text"].strip() != f"No such comm: {self._control}":
                    self.errors.append(content["text"])
            case kind if kind.endswith("_reply") and answer is not None:
                answer.replies.append(content)
                if content.get("status") == "error":
                    self.errors.append(f"{content.get('ename')}: {content.get('evalue')}")

    def _told(self, answer: Answer | None, now: float, model: str, data: Json) -> None:
        match data:
            case {"method": "update_states", "states": dict(states)}:
                for name, value in states.items():
                    self._say(answer, now, name, value["state"])
            case {"method": "update" | "echo_update", "state": dict(state)}:
                self._say(answer, now, model, state)
            case {"method": "custom", "content": content} if answer is not None:
                answer.said.append(Said(now, model, content=content))

    def _say(self, answer: Answer | None, now: float, model: str, state: Json) -> None:
        self.models.setdefault(model, {}).update(state)
        if answer is not None:
            answer.said.append(Said(now, model, state))

    def _cut(self) -> None:
        self.closed.set()
        if not self.left:
            line = self.line
            why = f" ({line.close_code} {line.close_reason or ''})".replace(" )", ")") if line else ""
            self.errors.append(f"the line was closed{why}")
        self._give_up("the line was closed")

    def _give_up(self, why: str) -> None:
        for answer in self._waiting.values():
            if not answer.over.done():
                answer.over.set_exception(Fault(why))
                answer.over.exception()  # perhaps nobody asks for it
        self._waiting.clear()
