"""A process that has imported what lessons need, and becomes a kernel by forking, as often as it is asked to.

A fork starts in a fraction of the time that the imports take, and shares the memory they fill. What it takes for that:
no thread runs here, no socket of Jupyter is opened, nothing of a learner's is ever read, and what is random is made
anew in each kernel. Requests and answers pass on one socket, as JSON behind its length. Linux only: elsewhere a fork
that has loaded system libraries is not safe, and a process that is not one's own child cannot be waited for.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import sys
import threading
import traceback
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from canasta_widgets.serve import warm

LENGTH = 4  # bytes before each message that tell how many follow
READY = {"ready": True}
FAREWELL = 1.0  # seconds
# Nobody types into these kernels, and a file of what was typed would be one for all of them.
NO_HISTORY = ("--HistoryManager.enabled=False",)


class Job(NamedTuple):
    """A kernel that is wanted: the arguments of its command line, its environment, and the folder it starts in."""

    arguments: list[str]
    env: dict[str, str]
    cwd: str


def packed(message: Any) -> bytes:
    """A message as it travels."""
    text = json.dumps(message).encode()
    return len(text).to_bytes(LENGTH, "big") + text


def received(channel: socket.socket) -> Any:
    """The next message. Raises EOFError when the other side has gone."""
    return json.loads(_exactly(channel, int.from_bytes(_exactly(channel, LENGTH), "big")))


def _exactly(channel: socket.socket, count: int) -> bytes:
    found = bytearray()
    while len(found) < count:
        if not (more := channel.recv(count - len(found))):
            raise EOFError("the server has ended")
        found += more
    return bytes(found)


def main(channel: socket.socket, lifeline: int) -> None:
    """Answer requests until the server ends; in a child, run the kernel that was asked for.

    ``lifeline`` is the reading end of a pipe whose other end only the server holds, and never writes to.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # then no child is left unburied; the server holds a pidfd of each
    gc.disable()
    begun = set(os.environ)
    warm_up()
    added = {name: value for name, value in os.environ.items() if name not in begun}  # as imports do in any kernel
    _alone()
    gc.collect()
    gc.freeze()  # a collection in a kernel would write to every object, and so copy what is shared
    try:
        channel.sendall(packed(READY))
        job = _until_forked(channel)
    except (EOFError, ConnectionError):
        return
    _become(job._replace(env={**added, **job.env}), lifeline)


def warm_up() -> None:
    """Import and build what every kernel needs, or many of them do."""
    warm.kernel()
    warm.lessons()
    warm.plots()


def _alone() -> None:
    """Raises RuntimeError if a thread runs: a fork would not have it, but would have what it had locked."""
    if len(os.listdir("/proc/self/task")) > 1:
        raise RuntimeError(f"threads run before the first fork: {threading.enumerate()}")


def _until_forked(channel: socket.socket) -> Job:
    """Fork for every request. Returns in children only."""
    while True:
        job = Job(**received(channel))
        try:
            if not Path(job.cwd).is_dir():
                raise NotADirectoryError(job.cwd)
            child = os.fork()
            if child == 0:
                channel.close()
                return job
            pidfd = os.pidfd_open(child)
        except OSError as fault:
            channel.sendall(packed({"fault": str(fault)}))
            continue
        try:
            answer = packed({"pid": child})
            sent = socket.send_fds(channel, [answer], [pidfd])
            channel.sendall(answer[sent:])
        finally:
            os.close(pidfd)


def _become(job: Job, lifeline: int) -> NoReturn:
    """Be an ordinary kernel: in all that a program can see of itself it is as if it had been started as one."""
    import ipykernel_launcher
    from ipykernel.kernelapp import IPKernelApp

    from canasta.words import use_language

    status = 1
    try:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(job.env)
        os.chdir(job.cwd)
        sys.argv = [ipykernel_launcher.__file__, *job.arguments]
        use_language()  # each may have one of its own
        _shuffle()
        gc.enable()
        threading.Thread(target=_end_with, args=(lifeline,), name="lifeline", daemon=True).start()
        # Process 1 stands for a parent that need not be watched: that is what the lifeline is for.
        kernel = IPKernelApp.instance(parent_handle=1)
        kernel.initialize([*job.arguments, *NO_HISTORY])
        warm.again()
        kernel.start()
        # It has told this thread to end, and would cry out if the streams were closed before it has said so.
        kernel.control_thread.join(FAREWELL)
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except KeyboardInterrupt:  # the server ends while this begins
        pass
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    sys.exit(status)


def _shuffle() -> None:
    """Let no two kernels draw the same cards."""
    import random

    random.seed()
    if "numpy.random" in sys.modules:  # else it takes its seed when a kernel imports it
        sys.modules["numpy.random"].seed()


def _end_with(lifeline: int) -> None:
    os.read(lifeline, 1)
    os._exit(1)
