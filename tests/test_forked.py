"""Kernels that are forked are kernels like others: what they see, what differs in each, how they end."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import uuid4

import psutil
import pytest
from canasta_widgets.serve import forked, warm
from canasta_widgets.serve.forks import Forks
from canasta_widgets.serve.zygote import Job
from jupyter_client.manager import AsyncKernelManager
from jupyter_client.provisioning import KernelProvisionerFactory
from pseudo import catalogue

from canasta.words import LANGUAGE, LOCALE

ROOT = Path(__file__).parents[1]
PATIENCE = 60  # seconds
pytestmark = pytest.mark.skipif(not Forks.possible(), reason="only Linux forks kernels")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where connection files lie; sockets' names have to be short."""
    return tmp_path_factory.mktemp("k")


@pytest.fixture(scope="module")
def run() -> Iterator[Callable[[Awaitable[Any]], Any]]:
    """Runs in one loop, as a server does; in a thread of its own, for a browser's tests may have one that runs here."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    yield lambda wanted: asyncio.run_coroutine_threadsafe(asyncio.wait_for(wanted, PATIENCE), loop).result()
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()


@pytest.fixture(scope="module")
def forks(run: Callable[[Awaitable[Any]], Any]) -> Iterator[Forks]:
    """A process to fork from, in use."""
    patch = pytest.MonkeyPatch()
    paths = [str(ROOT), str(ROOT / "widgets"), *filter(None, [os.environ.get("PYTHONPATH")])]
    patch.setenv("PYTHONPATH", os.pathsep.join(paths))
    made = Forks()
    made.start()
    patch.setattr(forked.ForkedProvisioner, "forks", None)
    forked.use(made)
    yield made
    run(made.close())
    patch.undo()


class Kernel:
    """A kernel that is asked by code."""

    def __init__(self, folder: Path, *, plain: bool = False, **env: str) -> None:
        self.manager = AsyncKernelManager(transport="ipc", connection_file=str(folder / f"{uuid4().hex[:8]}.json"))
        self.plain, self.env = plain, env

    async def __aenter__(self) -> Kernel:
        factory = KernelProvisionerFactory.instance()
        factory.default_provisioner_name = "local-provisioner" if self.plain else forked.NAME
        await self.manager.start_kernel(cwd=str(ROOT / "lessons"), env={**os.environ, **self.env})
        self.client = self.manager.client()
        self.client.start_channels()
        await self.client.wait_for_ready(timeout=PATIENCE)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.client.stop_channels()
        await self.manager.shutdown_kernel()

    @property
    def process(self) -> psutil.Process:
        """Its process."""
        assert self.manager.provisioner is not None
        return psutil.Process(self.manager.provisioner.pid)

    async def value(self, code: str, setup: str = "") -> Any:
        """What an expression is, after some statements."""
        said: list[str] = []

        def heard(message: dict[str, Any]) -> None:
            content = message["content"]
            said.append(content.get("text", "") + "".join(content.get("traceback", [])))

        await self.client.execute_interactive(f"{setup}\nprint(ascii({code}), end='')", output_hook=heard)
        return ast.literal_eval("".join(said))


SEEN = """{
    "arguments": [sys.argv[0], sys.argv[1], len(sys.argv)],
    "name": [__name__, sys.modules["__main__"].__dict__ is globals()],
    "names": [name for name in dir() if not name.startswith("_")],
    "folder": os.getcwd(),
    "environment": {name: value for name, value in os.environ.items() if name != "JPY_PARENT_PID"},
    "path": sys.path,
    "signals": [repr(signal.getsignal(number)) for number in signal.valid_signals()],
    "leads": os.getsid(0) == os.getpgid(0) == os.getpid(),
    "collects": gc.isenabled(),
    "input": sys.__stdin__.read(),
    "mask": os.umask(0o22),
    "plots": __import__("matplotlib").get_backend(),
    "words": __import__("canasta.words").words._("Lessons"),
}"""


def test_it_sees_what_an_ordinary_kernel_sees(forks: Forks, folder: Path, run: Callable[[Awaitable[Any]], Any]) -> None:
    """A forked kernel's arguments, names, folder, environment, language, signals and session are an ordinary one's."""
    catalogue(folder / "locale", "eo", {"Lessons": "Lecionoj"})
    env = {"CANASTA_SEEN": "ü", LANGUAGE: "eo", LOCALE: str(folder / "locale")}

    async def seen(plain: bool) -> tuple[Any, int]:
        async with Kernel(folder, plain=plain, **env) as kernel:
            return await kernel.value(SEEN, "import gc, os, signal, sys"), kernel.process.ppid()

    (ordinary, parent), (other, forker) = run(seen(True)), run(seen(False))
    assert (parent, forker) == (os.getpid(), forks.pid)
    assert (ordinary["environment"]["CANASTA_SEEN"], ordinary["words"]) == ("ü", "Lecionoj")
    for name, value in ordinary.items():
        assert other[name] == value, name


SHOWN = """
import ipywidgets, matplotlib.pyplot
from IPython.display import display
display(ipywidgets.Button())
_ = matplotlib.pyplot.plot([1, 2])
"""


def test_it_shows_what_an_ordinary_kernel_shows(
    forks: Forks, folder: Path, run: Callable[[Awaitable[Any]], Any]
) -> None:
    """Widgets and plots of a lesson of a teacher's own are shown alike, and a page can ask for all widgets at once."""

    async def seen(plain: bool) -> tuple[list[str], Any]:
        async with Kernel(folder, plain=plain) as kernel:
            kinds: list[str] = []

            def heard(message: dict[str, Any]) -> None:
                kinds.append(" ".join([message["msg_type"], *sorted(message["content"].get("data", {}))]))

            await kernel.client.execute_interactive(SHOWN, output_hook=heard)
            return kinds, await kernel.value("sorted(get_ipython().kernel.comm_manager.targets)")

    ordinary, other = run(seen(True)), run(seen(False))
    assert "jupyter.widget.control" in ordinary[1]
    assert any("image/png" in kind for kind in ordinary[0])
    assert any("widget-view" in kind for kind in ordinary[0])
    assert other == ordinary


def test_it_shares_its_memory_and_has_imported_everything(
    forks: Forks, folder: Path, run: Callable[[Awaitable[Any]], Any]
) -> None:
    """A kernel that has run a lesson's cells holds less than half its memory alone, and has imported nothing."""
    cells = json.loads((ROOT / "lessons" / "02-melds.ipynb").read_text("utf-8"))["cells"]
    lesson = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    code = f"import sys; sys.path[:0] = {sys.path!r}; from canasta_widgets.serve import zygote; zygote.warm_up()"
    before = subprocess.run(
        [sys.executable, "-c", f"{code}; print(*sys.modules)"], capture_output=True, text=True, check=True
    )

    async def seen() -> tuple[list[str], Any]:
        async with Kernel(folder) as kernel:
            quiet = f"import sys\nprint = lambda *_, **__: None\n{lesson}\ndel print"
            modules = await kernel.value("[*sys.modules]", quiet)
            return modules, kernel.process.memory_full_info()

    modules, memory = run(seen())
    assert "canasta_widgets.unit" in modules
    assert not sorted(set(modules) - set(before.stdout.split()))
    assert memory.uss < memory.rss / 2


def test_nothing_runs_beside_the_forking(forks: Forks, folder: Path, run: Callable[[Awaitable[Any]], Any]) -> None:
    """The process that is forked has one thread, and no sockets but the one it is asked on."""

    async def started() -> None:
        async with Kernel(folder):
            pass

    run(started())
    process = psutil.Process(forks.pid)
    assert process.num_threads() == 1
    assert len(process.net_connections("all")) == 1


def test_no_two_draw_the_same(forks: Forks, folder: Path, run: Callable[[Awaitable[Any]], Any]) -> None:
    """What is random differs from kernel to kernel: Python's, numpy's, secrets and the names of widgets."""

    async def drawn() -> list[Any]:
        code = "[random.random(), float(numpy.random.random()), secrets.token_hex(), ipywidgets.Button().model_id]"
        async with Kernel(folder) as kernel:
            found: list[Any] = await kernel.value(code, "import random, secrets, numpy, ipywidgets")
            return found

    one, other = run(drawn()), run(drawn())
    assert len(one) == 4
    assert all(first != second for first, second in zip(one, other))


def test_its_death_is_seen(forks: Forks, folder: Path, run: Callable[[Awaitable[Any]], Any]) -> None:
    """A kernel that is killed is not alive any more, leaves no zombie, and can still be shut down."""

    async def killed() -> None:
        async with Kernel(folder) as kernel:
            process = kernel.process
            assert await kernel.manager.is_alive()
            process.kill()
            process.wait(PATIENCE)
            assert not await kernel.manager.is_alive()

    run(killed())
    assert psutil.Process(forks.pid).children() == []


def test_many_starts_leave_nothing(forks: Forks, folder: Path, run: Callable[[Awaitable[Any]], Any]) -> None:
    """After twenty kernels, most of them at a time, neither process has a file open that it had not before."""

    async def one() -> int:
        async with Kernel(folder) as kernel:
            return int(await kernel.value("os.getpid()", "import os"))

    async def many(count: int) -> list[int]:
        return await asyncio.gather(*(one() for _ in range(count)))

    run(many(2))
    ours, its = psutil.Process(), psutil.Process(forks.pid)
    before = ours.num_fds(), its.num_fds()
    assert len(set(run(many(12)) + run(many(8)))) == 20
    assert (ours.num_fds(), its.num_fds()) <= before
    assert its.children() == []


def test_without_it_kernels_start_as_ever(
    forks: Forks, folder: Path, run: Callable[[Awaitable[Any]], Any], caplog: pytest.LogCaptureFixture
) -> None:
    """When the forked process is killed, kernels live on, new ones are started one by one, and soon forked again."""

    async def story() -> list[Any]:
        async with Kernel(folder) as before:
            first = forks.pid
            psutil.Process(first).kill()
            async with Kernel(folder) as between:
                parents = [between.process.ppid()]
                end = time.monotonic() + PATIENCE
                while parents[-1] == os.getpid() and time.monotonic() < end:
                    async with Kernel(folder) as after:
                        parents.append(after.process.ppid())
            return [await before.value("6 * 7"), first, parents]

    answer, first, parents = run(story())
    assert answer == 42
    assert parents[0] == os.getpid()
    assert parents[-1] == forks.pid != first
    assert "another one is started" in caplog.text


@pytest.mark.parametrize(
    ("command", "ours"),
    [
        ([sys.executable, "-m", "ipykernel_launcher", "-f", "x"], True),
        ([sys.executable, "-Xfrozen_modules=off", "-m", "ipykernel_launcher", "-f", "x"], True),
        ([sys.executable, "-m", "bash_kernel", "-f", "x"], False),
        ([sys.executable, "-O", "-m", "ipykernel_launcher", "-f", "x"], False),
        (["/another/python", "-m", "ipykernel_launcher", "-f", "x"], False),
        (["R", "--slave"], False),
    ],
)
def test_only_ours_is_forked(command: list[str], ours: bool) -> None:
    """Another kernel, another Python, or one with options that matter is started as its specification says."""
    assert forked._is_ours(command) is ours


@pytest.mark.parametrize(
    ("env", "cwd"), [({"PYTHONPATH": "/elsewhere"}, "."), ({}, "nowhere")], ids=["another path", "no folder"]
)
def test_what_cannot_be_forked(
    forks: Forks, run: Callable[[Awaitable[Any]], Any], tmp_path: Path, env: dict[str, str], cwd: str
) -> None:
    """An environment in which Python finds other modules, or a folder that is not there, gives no fork, and no harm."""
    assert run(forks.fork(Job([], {**os.environ, **env}, str(tmp_path / cwd)))) is None
    assert run(forks.fork(Job(["--version"], dict(os.environ), "."))) is not None


SERVER = """
import asyncio, os, sys
from canasta_widgets.serve.forks import Forks
from canasta_widgets.serve.zygote import Job

async def main():
    forks = Forks()
    forks.start()
    kernels = [await forks.fork(Job(["-f", f"{sys.argv[1]}/{n}.json"], dict(os.environ), ".")) for n in range(2)]
    print(forks.pid, *(kernel.pid for kernel in kernels), flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_all_end_with_the_server(tmp_path: Path, number: int) -> None:
    """However the server ends, the forked process and its kernels end with it."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env=environment,
        # A shell that runs the tests in the background has told its children to ignore Ctrl+C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    ) as server:
        assert server.stdout is not None
        processes = [psutil.Process(int(pid)) for pid in server.stdout.readline().split()]
        assert len(processes) == 3
        server.send_signal(number)
    _gone, alive = psutil.wait_procs(processes, timeout=PATIENCE)
    assert alive == []


def test_what_is_warmed() -> None:
    """Every module that a lesson could import is, and neither the server nor the command."""
    found = warm.modules()
    assert {"canasta.judge", "canasta.tutor.drills.session", "canasta_widgets.unit"} <= set(found)
    assert not [name for name in found if "serve" in name or name.endswith(("app", "__main__"))]
