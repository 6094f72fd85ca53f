"""The server's side of the process that kernels are forked from: it is started, asked, and started again if it ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
from typing import Any

from canasta_widgets.serve.zygote import LENGTH, Job, packed

PATIENCE = 30.0  # seconds for what is imported once, on a machine that is slow
TRIES = 3  # starts in a row that came to nothing
# The threads of a library for numbers would not outlive a fork, and no lesson needs them; a debugger, which a kernel
# loads whether it is wanted or not, complains of Python's own modules.
BEFORE = {"OPENBLAS_NUM_THREADS": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
# The folder it is started in holds nothing of ours, and a kernel looks there last.
COMMAND = (
    "import socket, sys; sys.path[:] = filter(None, sys.path); from canasta_widgets.serve import zygote; "
    "zygote.main(socket.socket(fileno=int(sys.argv[1])), int(sys.argv[2]))"
)

log = logging.getLogger(__name__)


class Forked:
    """A process that is not our child, with as much of ``subprocess.Popen`` as Jupyter asks for.

    Its exit status cannot be had; ``returncode`` is 0 once it has ended.
    """

    stdin = stdout = stderr = None

    def __init__(self, pid: int, pidfd: int) -> None:
        self.pid = pid
        self.returncode: int | None = None
        self._pidfd = pidfd

    def poll(self) -> int | None:
        """None as long as it runs."""
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises subprocess.TimeoutExpired, with ``timeout`` in seconds."""
        if (found := self._ended(None if timeout is None else timeout * 1000)) is None:
            raise subprocess.TimeoutExpired(f"kernel {self.pid}", timeout or 0)
        return found

    def _ended(self, milliseconds: float | None) -> int | None:
        if self.returncode is None:
            waiting = select.poll()  # takes any number of a file, unlike select.select
            waiting.register(self._pidfd, select.POLLIN)
            if waiting.poll(milliseconds):
                self.returncode = 0
                os.close(self._pidfd)
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal to this very process; one that has ended is left alone, whoever has its number now."""
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def __del__(self) -> None:
        if self.returncode is None:
            with contextlib.suppress(OSError):
                os.close(self._pidfd)


class Forks:
    """Forks kernels from a process that has imported what they need.

    That process and all its kernels end when this one does, however it ends. ``start`` may be called before there is a
    loop; all else belongs to the loop that ``fork`` is first called in.
    """

    def __init__(self) -> None:
        # Kernels hold the reading end and learn of our end by its being closed; nothing is ever written.
        self._line = os.pipe()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: socket.socket | None = None
        self._lock = asyncio.Lock()
        self._tried, self._warm = asyncio.Event(), asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._closed = False

    @staticmethod
    def possible() -> bool:
        """Whether this system can do it."""
        return sys.platform == "linux" and hasattr(os, "pidfd_open")

    @property
    def pid(self) -> int | None:
        """The process that is forked, if there is one."""
        return self._process.pid if self._process else None

    def start(self) -> None:
        """Start the process; it takes a second or two until it can be forked, and nothing waits for it here."""
        self._channel, its = socket.socketpair()
        with its:
            fds = its.fileno(), self._line[0]
            self._process = subprocess.Popen(
                [sys.executable, "-c", COMMAND, *map(str, fds)],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **BEFORE},
                pass_fds=fds,
                start_new_session=True,  # Ctrl+C is for the server, which ends kernels in good order
            )
        self._channel.setblocking(False)

    async def fork(self, job: Job) -> Forked | None:
        """A new kernel; None if there can be none now, or not with such an environment.

        Raises ProcessLookupError when it is closed.
        """
        if not _alike(job.env):
            return None
        asked = asyncio.ensure_future(self._fork(job))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            # Half an answer cannot be left unread, so the kernel is had first and ended then.
            asked.add_done_callback(_not_wanted)
            raise

    async def close(self) -> None:
        """End the process, and every kernel that was forked from it; one that is still waited for is not started."""
        self._closed = True
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.gather(self._keeper, return_exceptions=True)
        self._end()
        for end in self._line:
            os.close(end)

    async def _fork(self, job: Job) -> Forked | None:
        if self._keeper is None:
            self._keeper = asyncio.ensure_future(self._keep())
        # The first is waited for: many kernels are wanted as the server starts, and to start them would take longer.
        await self._tried.wait()
        async with self._lock:
            if self._closed:
                raise ProcessLookupError("the server ends")
            if not self._warm.is_set() or self._channel is None:
                return None
            try:
                async with asyncio.timeout(PATIENCE):
                    await asyncio.get_running_loop().sock_sendall(self._channel, packed(job._asdict()))
                    answer, fds = await _received(self._channel)
            except (EOFError, OSError):  # a timeout is one too
                self._warm.clear()
                if self._process is not None:
                    self._process.kill()
                return None
        if "pid" in answer:
            return Forked(answer["pid"], *fds)
        log.warning("no kernel could be forked: %s", answer["fault"])
        return None

    async def _keep(self) -> None:
        """See that there is such a process as long as the server runs, unless it fails several times in a row."""
        failed = 0
        while failed < TRIES:
            if self._process is None:
                self.start()
            assert self._process is not None
            assert self._channel is not None
            pidfd = os.pidfd_open(self._process.pid)
            try:
                async with asyncio.timeout(PATIENCE):
                    await _received(self._channel)
                failed = 0
                self._warm.set()
                self._tried.set()
                await _readable(pidfd)
                log.warning("the process that kernels are forked from has ended; another one is started")
            except (EOFError, OSError) as fault:
                failed += 1
                log.warning("no kernels can be forked (%s)", fault)
            finally:
                os.close(pidfd)
                self._warm.clear()
                self._tried.set()
            self._end()

    def _end(self) -> None:
        """What there is of the process."""
        if self._channel is not None:
            self._channel.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._process = self._channel = None


def _alike(env: dict[str, str]) -> bool:
    """Whether Python, and the system's linker, would find for it what they have found for us."""
    names = {name for name in (*env, *os.environ) if name.startswith(("PYTHON", "LD_"))}
    return all(env.get(name) == os.environ.get(name) for name in names)


def _not_wanted(asked: asyncio.Task[Forked | None]) -> None:
    if not asked.cancelled() and asked.exception() is None and (child := asked.result()):
        child.kill()


async def _readable(file: int) -> None:
    """Wait until a file has something to read."""
    loop = asyncio.get_running_loop()
    seen = loop.create_future()
    loop.add_reader(file, lambda: seen.done() or seen.set_result(None))
    try:
        await seen
    finally:
        loop.remove_reader(file)


async def _received(channel: socket.socket) -> tuple[Any, list[int]]:
    """A message, and the files that came with it. Raises EOFError when the other side has gone."""
    data, fds = b"", []
    while len(data) < LENGTH or len(data) < LENGTH + int.from_bytes(data[:LENGTH], "big"):
        await _readable(channel.fileno())
        more, came, _flags, _address = socket.recv_fds(channel, 1 << 16, 1)
        if not more:
            raise EOFError("it has ended")
        data, fds = data + more, fds + came
    return json.loads(data[LENGTH:]), fds
