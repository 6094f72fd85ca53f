"""A visitor who means ill speaks to the server directly: nothing of his runs, nobody else notices, and it stays up."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil
import pytest
from canasta_widgets.serve.limits import LINES, MESSAGES, MOST_BODY, MOST_FRAME
from loops import ran
from servers import LOCAL, ROOT, Server, serving
from talker import CONTROL, Fault, Talker
from test_messages import KINDS, frame

HOME, LESSON = "voila/render/index.ipynb", "voila/render/02-melds.ipynb"
PAGES = ("index.ipynb", "02-melds.ipynb")
MOST_GROWTH = 150 * 2**20  # bytes that the server may have more after all this than before
FAULT = re.compile("Uncaught exception (?!in (?i:ZMQStream))")  # that is a kernel which ends while it is spoken to
QUICK = 10.0  # seconds in which another learner is answered, on a busy machine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of two pages, no kernel of which waits; that it still serves is checked after each test."""
    folder = tmp_path_factory.mktemp("attacked")
    lessons = folder / "lessons"
    (lessons / "levels").mkdir(parents=True)
    for name in PAGES:
        (lessons / name).write_bytes((ROOT / "lessons" / name).read_bytes())
    (lessons / "levels" / "02-melds.toml").write_bytes((ROOT / "lessons" / "levels" / "02-melds.toml").read_bytes())
    (folder / "secret.txt").write_text("build-system: nobody may read this")
    (lessons / "secret.txt").write_text("build-system: nor this")
    with serving(folder / "log.txt", "--pool", "0", "--lessons", str(lessons)) as server:
        server.ask("")
        yield server


@pytest.fixture
def alive(server: Server) -> Iterator[Server]:
    """The server, and after the test: it is the same process, answers at once, and holds no more memory than it may."""
    process = psutil.Process(server.pid)
    before = process.memory_info().rss
    yield server
    begin = time.monotonic()
    assert server.ask("").status == 302
    assert server.ask("voila/static/voila.js").status == 200
    assert time.monotonic() - begin < QUICK
    assert process.memory_info().rss - before < MOST_GROWTH
    assert not FAULT.search(server.log.read_text())


async def plays(learner: Talker) -> bool:
    """Whether his table still answers what he types."""
    if learner.line is None or learner.closed.is_set():
        learner.closed = asyncio.Event()
        await learner.connect()
    table = learner.find("zones", "verdict")[0]
    answer = await learner.ask(table, {"kind": "commit", "text": "nonsense"}, QUICK)
    return answer.after(table, "verdict") is not None


def begun(talk: Callable[[Talker, Talker], Any], server: Server) -> None:
    """Let one visitor attack while another learner plays; both can play afterwards."""

    async def both() -> None:
        async with Talker(server.url) as learner, Talker(server.url) as visitor:
            await asyncio.gather(learner.open(LESSON), visitor.open(LESSON))
            await talk(visitor, learner)
            assert await plays(learner)
            assert learner.errors == []

    ran(both())


# -- code of his own --------------------------------------------------------------------------------------------------


def test_no_code_runs(alive: Server, tmp_path: Path) -> None:
    """Every kind of message that Jupyter knows, on every channel, under any name: no file appears, the table plays."""
    mark = tmp_path / "ran"
    code = f"open({str(mark)!r}, 'w').write('ran')"
    run = {"code": code, "silent": False, "store_history": True, "user_expressions": {"x": code}, "allow_stdin": True}

    async def attack(visitor: Talker, _learner: Talker) -> None:
        table = visitor.find("zones", "verdict")[0]
        kinds = KINDS[0].split()
        assert "execute_request" in kinds
        assert len(kinds) * 5 < MESSAGES[0]  # within the pace, so that each of them is looked at
        for kind in kinds:
            for channel in ("shell", "control", "stdin", "iopub", "hb"):
                visitor.send(kind, {**run, "value": code, "command": "evaluate", "restart": False}, channel=channel)
        # Hidden in what is allowed.
        head = {"msg_id": "m", "session": visitor.session, "username": "", "version": "5.2", "date": ""}
        text = json.dumps({**head, "msg_type": "comm_msg"})[:-1] + ', "msg_type": "execute_request"}'
        said = {"comm_id": table, "data": {"method": "custom", "content": run}}
        parts = (
            b"shell",
            text.encode(),
            b'{"msg_type": "execute_request"}',
            b"{}",
            json.dumps({**said, **run}).encode(),
        )
        start = 8 * (len(parts) + 2)
        places = [start + sum(map(len, parts[:n])) for n in range(len(parts) + 1)]
        spelled = b"".join(n.to_bytes(8, "little") for n in (len(places), *places)) + b"".join(parts)
        visitor.send_raw(spelled)
        for kind, content in (
            ("comm_msg", {"comm_id": table, "data": {"method": "execute_request", **run}}),
            ("comm_msg", {**said, "msg_type": "execute_request"}),
            ("comm_open", {"comm_id": "x1", "target_name": CONTROL, "target_module": "os", "data": run}),
            ("comm_open", {"comm_id": "x2", "target_name": "jupyter.widget", "data": {"state": run}}),
            ("comm_close", {"comm_id": table, "data": run}),
            ("comm_msg", {"comm_id": table, "data": {"method": "update", "state": {"_esm": code, "on_msg": code}}}),
        ):
            visitor.send(kind, content, metadata={"version": "2.0.0", **run})
        assert await plays(visitor)
        assert not mark.exists()

    begun(attack, alive)
    time.sleep(0.5)
    assert not mark.exists()


def test_the_file_would_appear(tmp_path: Path) -> None:
    """The same code, where it is let run, does write the file: the test above looks for something that can happen."""
    mark = tmp_path / "ran"
    exec(f"open({str(mark)!r}, 'w').write('ran')")
    assert mark.exists()


def test_the_older_protocol(alive: Server) -> None:
    """The line is not opened in the protocol that is all JSON, nor without a session, nor under a wild one."""

    async def attack() -> None:
        async with Talker(alive.url) as visitor:
            await visitor.load(HOME)
            for protocol in ("", "v0", "kernel.websocket"):
                with pytest.raises(Fault) as fault:
                    await visitor.connect(protocol=protocol)
                assert fault.value.status == 400
            for session in ("", "a%20b", "x" * 300, "%00", "%ff", "..%2f"):
                visitor.session = session
                with pytest.raises(Fault) as fault:
                    await visitor.connect()
                assert fault.value.status == 400

    ran(attack())


def test_no_models_by_the_thousand(alive: Server) -> None:
    """A visitor makes no model in his kernel, nor closes one that the page shows."""

    async def attack(visitor: Talker, _learner: Talker) -> None:
        before = len(visitor.models)
        state = {"_model_module": "@jupyter-widgets/controls", "_model_module_version": "2.0.0"}
        state |= {"_model_name": "TextModel", "_view_name": "TextView"}
        state |= {"_view_module": "@jupyter-widgets/controls", "_view_module_version": "2.0.0"}
        for n in range(50):
            content = {"comm_id": f"made{n}", "target_name": "jupyter.widget", "data": {"state": state}}
            visitor.send("comm_open", content, metadata={"version": "2.1.0"})
        for model in list(visitor.models):
            visitor.send("comm_close", {"comm_id": model, "data": {}})
        await visitor.states()
        assert len(visitor.models) == before > 3
        assert await plays(visitor)

    begun(attack, alive)


# -- other people's kernels -------------------------------------------------------------------------------------------


def test_kernels_of_others(alive: Server) -> None:
    """No list of kernels is to be had, a guess finds none, and a kernel is ended by its own page's goodbye alone."""

    async def attack(visitor: Talker, learner: Talker) -> None:
        for path in ("api/kernels", "api/kernels/", "api/sessions", "voila/query/x", f"voila/query/{learner.kernel}"):
            assert (await visitor.request(path)).code == 404
        for guess in (str(uuid4()), "0-0-0-0-0", "x-x-x-x-x", learner.kernel[:-1] + "x", learner.kernel.upper() + "x"):
            assert (await visitor.request(f"api/kernels/{guess}")).code == 404
            assert (await visitor.request(f"voila/api/shutdown/{guess}", method="POST")).code == 404
            with pytest.raises(Fault) as fault:
                await visitor.connect(guess)
            assert fault.value.status == 404
        for path in ("index.ipynb", learner.kernel, ".*", "%", "*"):
            assert (await visitor.request(f"voila/api/shutdown/{path}", method="POST")).code in (404, 204)
        for method in ("DELETE", "PUT", "POST", "PATCH", "OPTIONS"):
            head = f"{method} /api/kernels/{visitor.kernel} HTTP/1.1\r\nHost: {LOCAL}\r\nContent-Length: 0\r\n"
            assert told(alive, f"{head}Connection: close\r\n\r\n".encode()).split(b" ")[1] == b"405"
        for action in ("restart", "interrupt"):
            assert (await visitor.request(f"api/kernels/{visitor.kernel}/{action}", method="POST")).code == 404

    async def both() -> None:
        async with Talker(alive.url) as learner, Talker(alive.url) as visitor:
            await asyncio.gather(learner.open(LESSON), visitor.open(LESSON))
            learner_kernel, learner.kernel = learner.kernel, str(uuid4())  # he knows every id but that one
            await attack(visitor, learner)
            learner.kernel = learner_kernel
            assert await plays(learner)

    ran(both())


def test_foreign_pages(alive: Server) -> None:
    """A page from elsewhere opens no line, ends no kernel, and reads nothing."""

    async def attack(visitor: Talker, learner: Talker) -> None:
        shut = f"voila/api/shutdown/{learner.kernel}"
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1", "https://[", "file://", "é"):
            visitor.origin = origin
            with pytest.raises(Fault) as fault:
                await visitor.connect(learner.kernel)
            assert fault.value.status == 403
            assert (await visitor.request(shut, method="POST", Origin=origin)).code == 403
            assert (await visitor.request(f"api/kernels/{learner.kernel}", Origin=origin)).code == 403
            assert (await visitor.request(LESSON, Origin=origin)).code == 403

    begun(attack, alive)


def test_what_browsers_say_of_pages(alive: Server) -> None:
    """A link on a foreign page leads here; a picture, a frame or a form there starts nothing, nor does a look ahead."""
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    assert alive.ask("", **link).status == 302
    for more in ({"Sec-Fetch-Dest": "iframe"}, {"Sec-Fetch-Mode": "no-cors"}, {"Sec-Fetch-Dest": "image"}):
        assert alive.ask(LESSON, **{**link, **more}).status == 403
    assert alive.ask(LESSON, **{"Sec-Purpose": "prefetch;prerender"}).status == 503


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "localhost.evil", "", "é"]
)
def test_other_names(alive: Server, host: str) -> None:
    """On this machine alone, a name that a foreign page made lead here is refused."""
    said = told(alive, f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    assert said.split(b" ")[1] in (b"403", b"400")
    assert b"evil" not in said.partition(b"\r\n\r\n")[2]


# -- paths ------------------------------------------------------------------------------------------------------------

UP = [
    "../",
    "..%2f",
    "%2e%2e/",
    "%2e%2e%2f",
    "..%252f",
    "%252e%252e%252f",
    "..\\",
    "..%5c",
    "....//",
    "..;/",
    "%c0%ae%c0%ae/",
]
BELOW = [
    "voila/render/",
    "voila/files/",
    "voila/static/",
    "voila/tree/",
    "voila/templates/canasta/static/",
    "voila/templates/",
    "voila/labextensions/",
    "voila/kept/0/static/",
    "voila/kept/0/labextensions/",
    "voila/api/themes/",
    "voila/api/contents/",
    "",
]
ODD = [
    "",
    ".",
    "%00",
    "x%00.ipynb",
    "index.ipynb%00",
    "a" * 5000,
    "a/" * 1000,
    "%",
    "%zz",
    "%ff",
    "~",
    "~root/x",
    "C:\\x",
]


def told(server: Server, request: bytes, seconds: float = 10) -> bytes:
    """What the server says to these very bytes."""
    port = int(server.url.rstrip("/").rpartition(":")[2])
    with socket.create_connection((LOCAL, port), timeout=seconds) as line:
        line.sendall(request)
        said = b""
        with contextlib.suppress(ConnectionResetError):
            while part := line.recv(65536):
                said += part
        return said


def test_paths(alive: Server) -> None:
    """No address leads out of what is served, whatever it is spelled like, and none makes the server stumble."""
    names = ["secret.txt", "pyproject.toml", "etc/passwd", "02-melds.toml", "levels/02-melds.toml"]
    paths = [below + n * up + name for below in BELOW for up in UP for n in (1, 2, 8) for name in names]
    paths += [below + odd for below in BELOW for odd in ODD]
    paths += ["//etc/passwd", "voila/templates//etc/passwd", "voila/templates/lab/static//etc/passwd"]
    port = int(alive.url.rstrip("/").rpartition(":")[2])
    statuses = set()
    with socket.create_connection((LOCAL, port), timeout=10) as line:
        heard = line.makefile("rb")
        for path in paths:
            line.sendall(f"GET /{path} HTTP/1.1\r\nHost: {LOCAL}\r\n\r\n".encode())
            statuses.add(status := int(heard.readline().split()[1]))
            length = 0
            while (head := heard.readline().strip()) and head:
                if head.lower().startswith(b"content-length:"):
                    length = int(head.partition(b":")[2])
            body = heard.read(length)
            assert status in (301, 302, 400, 403, 404), path
            for inside in (b"build-system", b"root:", b"[[level]]", b"nbformat"):
                assert inside not in body, path
    assert statuses >= {302, 404}


# -- shapes -----------------------------------------------------------------------------------------------------------


def test_malformed(alive: Server) -> None:
    """Frames that are none are dropped one by one, and the table plays on over the same line."""

    async def attack(visitor: Talker, _learner: Talker) -> None:
        table = visitor.find("zones", "verdict")[0]
        good = frame("comm_msg", {"comm_id": table, "data": {"method": "custom", "content": {"kind": "there"}}})
        places = [n.to_bytes(8, "little") + good[8:] for n in (0, 7, 2**31, 2**60, 2**64 - 1)]
        contents = [b"", b"[" * 100_000, b"\xff", b"null", b'{"comm_id": "' + table.encode() + b'", "data": NaN}']
        raw = [b"", b"\0", good[:-1], good + b"x", b"\xff" * 5000, "text", "{}", json.dumps({"channel": "shell"})]
        for each in [*places, *(frame("comm_msg", content) for content in contents), *raw]:
            visitor.send_raw(each)
        assert await plays(visitor)
        assert visitor.errors == []

    begun(attack, alive)


BAD = [None, True, -1, 10**30, 1.5, "", "\ud800", "x" * 100_000, [], [[]] * 1000, {}, {"a": {"b": []}}, 2**53]
SAID = "select commit judge open plays told resume import".split()


def test_wrong_types(alive: Server) -> None:
    """Whatever each kind of message brings, of whatever type, to whichever model: the page plays on."""

    async def attack(visitor: Talker, _learner: Talker) -> None:
        names = ("serial", "n", "text", "at", "which", "tries", "label", "name")
        answers, models = [], {name: visitor.models[name] for name in visitor.find("_esm")}
        assert len(models) > 1
        for at, kind in enumerate(SAID):
            for model in models:
                content = {"kind": kind, **{name: BAD[(at + n) % len(BAD)] for n, name in enumerate(names)}}
                if len(answers) % 100 == 99:
                    await asyncio.gather(*(visitor.heard(answer) for answer in answers[-100:]))
                    await asyncio.sleep(2)  # within the pace
                data = {"method": "custom", "content": content}
                answers.append(visitor.send("comm_msg", {"comm_id": model, "data": data}))
        for model, state in models.items():
            for value in ({"zones": BAD}, {"settable": 1}, dict.fromkeys(state, None)):
                answers.append(
                    visitor.send("comm_msg", {"comm_id": model, "data": {"method": "update", "state": value}})
                )
        await visitor.heard(answers[-1])
        assert await plays(visitor)

    begun(attack, alive)


def test_oversized(alive: Server) -> None:
    """A frame beyond the largest shuts the line before it is read; a body beyond what a form has is refused."""

    async def attack(visitor: Talker, _learner: Talker) -> None:
        visitor.send_raw(b"x" * (MOST_FRAME + 1))
        await asyncio.wait_for(visitor.closed.wait(), QUICK)
        assert await plays(visitor)

    begun(attack, alive)
    head = f"POST /voila/api/shutdown/x HTTP/1.1\r\nHost: {LOCAL}\r\nContent-Length: {MOST_BODY + 1}\r\n\r\n"
    assert told(alive, head.encode()).split(b" ")[1] == b"400"
    assert not told(alive, b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000 + b"\r\n\r\n").startswith(b"HTTP/1.1 2")


# -- floods -----------------------------------------------------------------------------------------------------------


def test_flood(alive: Server) -> None:
    """Ten thousand messages at once shut the visitor's line, again and again; others are answered meanwhile."""

    async def attack(visitor: Talker, learner: Talker) -> None:
        table = visitor.find("zones", "verdict")[0]
        data = {"method": "custom", "content": {"kind": "judge", "text": "draw"}}
        one = frame("comm_msg", {"comm_id": table, "data": data})
        for _again in range(2):
            for _each in range(10_000):
                if visitor.closed.is_set():
                    break
                visitor.send_raw(one)
            await asyncio.wait_for(visitor.closed.wait(), QUICK)
            assert visitor.line is not None
            assert visitor.line.close_code in (1008, 1006)
            assert await plays(learner)
            visitor.closed = asyncio.Event()
            await visitor.connect()
        await asyncio.sleep(1)
        assert await plays(visitor)

    begun(attack, alive)


def test_pages_stay_far_below(alive: Server) -> None:
    """What a page says at its opening, and a key that is held down for ten seconds, is within the pace."""

    async def opens() -> None:
        async with Talker(alive.url) as learner:
            await learner.open(LESSON)
            table = learner.find("zones", "verdict")[0]
            for _ in range(30 * 10):
                learner.send("comm_msg", {"comm_id": table, "data": {"method": "custom", "content": {"kind": "there"}}})
            assert MESSAGES[0] / 30 >= 10
            assert MESSAGES[1] > 30
            assert learner.errors == []

    ran(opens())


def test_who_does_not_read(alive: Server) -> None:
    """A visitor who asks for everything and reads nothing is shut out; the server does not keep it all for him."""

    async def attack(visitor: Talker, _learner: Talker) -> None:
        assert visitor.line is not None
        for _again in range(40):
            comm = uuid4().hex
            content = {"comm_id": comm, "target_name": CONTROL, "data": {}}
            visitor.send("comm_open", content, metadata={"version": "1.0.0"})
            visitor.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        await asyncio.wait_for(visitor.closed.wait(), QUICK)

    begun(attack, alive)


def test_lines(alive: Server) -> None:
    """A kernel has few lines at a time; a page that was cut off and comes again is let in."""

    async def attack() -> None:
        async with Talker(alive.url) as visitor:
            await visitor.open(LESSON)
            others = [Talker(alive.url) for _ in range(20)]
            refused = 0
            for other in others:
                other.kernel = visitor.kernel
                try:
                    await other.connect()
                except Fault as fault:
                    assert fault.status == 429
                    refused += 1
            assert refused == 20 - (LINES - 1)
            for other in others:
                other.drop()
            await asyncio.sleep(0.5)
            assert await plays(visitor)

    ran(attack())


def test_connections(alive: Server) -> None:
    """Hundreds that connect and say nothing, or a letter at a time, drive out one another and nobody else."""
    port = int(alive.url.rstrip("/").rpartition(":")[2])
    held: list[socket.socket] = []
    try:
        for n in range(600):
            line = socket.create_connection((LOCAL, port), timeout=10)
            held.append(line)
            if n % 2:
                line.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
        begin = time.monotonic()
        assert alive.ask("").status == 302
        assert alive.ask(f"api/kernels/{uuid4()}").status == 404
        assert time.monotonic() - begin < QUICK
        gone = 0
        for line in held[:50]:
            line.settimeout(5)
            gone += line.recv(1) == b""
        assert gone == 50
    finally:
        for line in held:
            line.close()
