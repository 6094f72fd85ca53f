"""Servers of the lessons, and a browser to look at them with: for tests and for the benchmark."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
from finder import Finder
from playwright.sync_api import Browser, sync_playwright
from processes import free_port, stop

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LOCAL = "127.0.0.1"
START_SECONDS = 60
END_SECONDS = 20
TOKEN = "class"
QUIET = {
    "apputils-extension/notification": '{"fetchNews": "false", "checkForUpdates": false}',
    "docmanager-extension/plugin": '{"autosave": false}',
}


def environment() -> dict[str, str]:
    """The environment for a server of ours, so that it works from a checkout that is not installed."""
    paths = [str(ROOT), str(ROOT / "widgets"), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "PYTHONUNBUFFERED": "1"}


def command(*arguments: str) -> list[str]:
    """The console command, as a subprocess runs it."""
    return [sys.executable, "-m", "canasta_widgets.app", *arguments]


@dataclass
class Answer:
    """What the server says to a request: redirects are not followed."""

    status: int
    headers: dict[str, str]
    text: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments: Any) -> None:
        return None


@dataclass
class Server:
    """A server of the lessons that runs."""

    url: str  # ends in a slash
    pid: int
    log: Path

    def ask(self, path: str, *, seconds: float = 20, **headers: str) -> Answer:
        """Ask for a path below the address, as it stands."""
        request = urllib.request.Request(self.url + path, headers=headers)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)
        try:
            with opener.open(request, timeout=seconds) as answer:
                return Answer(answer.status, dict(answer.headers), answer.read().decode(errors="replace"))
        except urllib.error.HTTPError as answer:
            with answer:
                return Answer(answer.code, dict(answer.headers), answer.read().decode(errors="replace"))


def _answering(server: Server, process: subprocess.Popen[bytes], path: str) -> None:
    """Wait until a server answers. Raises RuntimeError with its log if it does not."""
    end = time.monotonic() + START_SECONDS
    while True:
        with contextlib.suppress(OSError):
            server.ask(path, seconds=2)
            return
        if process.poll() is not None or time.monotonic() > end:
            raise RuntimeError(f"the server does not answer:\n{server.log.read_text()}")
        time.sleep(0.1)


@contextlib.contextmanager
def serving(
    log: Path, *arguments: str, verb: str = "serve", base_url: str = "/", port: int = 0, **told: str
) -> Iterator[Server]:
    """Run `canasta-tutor serve`, or ``class``, until the block is left; ``told`` by the environment.

    It listens at a free port, if none is given.
    """
    port = port or free_port()
    if verb == "class":
        # What a test's class answers is not kept with anybody's own; a database that is named later counts.
        kept = ("--database", f"sqlite:///{log.parent}/class.sqlite")
        arguments = ("--ip", LOCAL, "--base-url", base_url, *kept, *arguments)
    with log.open("w") as out:
        process = subprocess.Popen(
            command(verb, "--port", str(port), "--no-browser", *arguments),
            env={**environment(), **told},
            cwd=log.parent,
            stdin=subprocess.DEVNULL,
            # A shell that runs the tests in the background has told its children to ignore Ctrl+C.
            preexec_fn=None if os.name == "nt" else lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        server = Server(f"http://{LOCAL}:{port}{base_url}", process.pid, log)
        _answering(server, process, "")
        yield server
    finally:
        stop(process)


@contextlib.contextmanager
def lab_serving(folder: Path, *arguments: str) -> Iterator[Server]:
    """Run `canasta-tutor lab` on a free port until the block is left; settings and log go to ``folder``.

    Pages can reach the application as ``jupyterapp``. It asks for no news, and looks for no newer version of itself.
    """
    port = free_port()
    log = folder / "lab.txt"
    options = ["--no-browser", "--allow-root", f"--port={port}", f"--IdentityProvider.token={TOKEN}"]
    options.append("--expose-app-in-browser")
    for name, value in QUIET.items():
        file = folder / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(value)
    with log.open("w") as out:
        process = subprocess.Popen(
            command("lab", *arguments, "--", *options),
            env={
                **environment(),
                "JUPYTER_CONFIG_DIR": str(folder),
                "JUPYTER_DATA_DIR": str(folder / "data"),
                "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
                "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
            },
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    tree = psutil.Process(process.pid)
    try:
        server = Server(f"http://{LOCAL}:{port}/", process.pid, log)
        _answering(server, process, f"api/contents?content=0&token={TOKEN}")
        yield server
    finally:
        # JupyterLab, asked to end, ends its kernels; then the command that waits for it ends too.
        everything = [tree, *tree.children(recursive=True)]
        for each in tree.children() or [tree]:
            each.terminate()
        _gone, left = psutil.wait_procs(everything, timeout=END_SECONDS)
        for each in left:
            each.kill()
        process.wait(END_SECONDS)


@contextlib.contextmanager
def browsing() -> Iterator[Browser]:
    """Chromium or one of its kin. Raises RuntimeError with advice if there is none."""
    said: list[str] = []
    finder = Finder(say=said.append)
    found = finder.find()
    if found is None:
        raise RuntimeError(finder.advice())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, headless=True, args=FLAGS)
        yield browser
        browser.close()
