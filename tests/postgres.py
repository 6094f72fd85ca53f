"""A PostgreSQL server for tests, of those that the machine has: on a free port of loopback, and gone in the end.

``python tests/postgres.py [--install]`` prints where PostgreSQL's programs are; with --install Debian's package is
fetched if there are none and this is root, and else the one command to run is said.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from processes import free_port, stop

USER = "postgres"  # of Debian's package; the server refuses to run as root
SECONDS = 60
ADVICE = "Tests of PostgreSQL need its server. Run as root: apt-get install -y postgresql"
PLACES = Path("/usr/lib/postgresql")


def programs(places: Path = PLACES) -> Path | None:
    """The folder of PostgreSQL's programs, of its newest version; None if there is none."""
    found = [path.parent for path in places.glob("*/bin/initdb") if path.parts[-3].isdecimal()]
    if found:
        return max(found, key=lambda path: int(path.parts[-2]))
    path = shutil.which("initdb")
    return Path(path).resolve().parent if path else None


@dataclass
class Postgres:
    """A server with one empty database."""

    folder: Path  # with the data, and the log
    port: int
    programs: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Its database, as SQLAlchemy takes it."""
        return self.at(self.port)

    def at(self, port: int) -> str:
        """The same, reached by another port."""
        return f"postgresql://canasta@127.0.0.1:{port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers. Raises RuntimeError with its log if it does not."""
        options = ["-D", self.folder / "data", "-h", "127.0.0.1", "-p", str(self.port), "-k", self.folder]
        log = self.folder / "log.txt"
        with log.open("ab") as out:
            # A session of its own: a Ctrl+C that is meant for the tests lets them stop it.
            command = [self.programs / "postgres", *options]
            self.process = subprocess.Popen(
                command, stdout=out, stderr=out, user=_user(), cwd="/", start_new_session=True
            )
        end = time.monotonic() + SECONDS
        ready = [self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        while subprocess.run(ready).returncode:
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL does not answer:\n{log.read_text()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it; whoever is connected is cut off, and what was committed is written."""
        if self.process is not None:
            self.process.send_signal(
                signal.SIGINT
            )  # its fast shutdown; asked by SIGTERM it waits for all who are there
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(SECONDS)
            stop(self.process)
            self.process = None

    def kill(self) -> None:
        """End it with all its processes at once, as when the power goes."""
        if self.process is not None:
            first = psutil.Process(self.process.pid)
            every = [first, *first.children(recursive=True)]
            for each in every:
                with contextlib.suppress(psutil.NoSuchProcess):
                    each.kill()
            self.process.wait(SECONDS)
            psutil.wait_procs(every, SECONDS)  # while one is left it holds the memory that all share
            self.process = None

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """It is stopped while the block runs."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def killed(self) -> Iterator[None]:
        """It is killed, and started again when the block is left."""
        self.kill()
        try:
            yield
        finally:
            self.start()


def _user() -> str | None:
    return USER if os.name == "posix" and os.geteuid() == 0 else None


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server that runs until the block is left; the test is skipped where none is installed."""
    found = programs()
    if found is None or os.name != "posix":
        pytest.skip(ADVICE)
    # Not pytest's own folder: that is closed to other users, and its name may be too long for a socket.
    with tempfile.TemporaryDirectory(prefix="canasta-") as name:
        folder = Path(name)
        if user := _user():
            shutil.chown(folder, user)
        made = [
            found / "initdb",
            "-D",
            folder / "data",
            "-U",
            "canasta",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        ]
        subprocess.run(made, check=True, capture_output=True, user=user, cwd="/", timeout=SECONDS)
        server = Postgres(folder, free_port(), found)
        try:
            server.start()
            yield server
        finally:
            server.stop()


def install(
    find: Callable[[], Path | None] = programs,
    fetch: Callable[[str], tuple[int, str]] | None = None,
    say: Callable[[str], None] = print,
) -> Path | None:
    """The programs there are, else those of Debian's package; None after saying what was tried."""
    if found := find():
        return found
    if fetch is None:
        sys.path.append(str(Path(__file__).resolve().parent / "browser"))
        from finder import package as fetch
    say("No PostgreSQL found; trying the package postgresql ...")
    _status, output = fetch("postgresql")
    found = find()
    if found is None:
        say(output.strip())
    return found


def main(arguments: Sequence[str]) -> int:
    """Print where the programs are. That there are none is no failure: their tests are skipped."""
    found = install() if "--install" in arguments else programs()
    print(f"PostgreSQL: {found}" if found else ADVICE)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
