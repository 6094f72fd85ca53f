"""A PostgreSQL server for tests, of those that the machine has: started on a free port, and gone in the end."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from processes import free_port, stop

USER = "postgres"  # it does not run as root
SECONDS = 30


def programs() -> Path | None:
    """The folder of PostgreSQL's programs, of its newest version; None if there is none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    path = shutil.which("initdb")
    return Path(path).parent if path else None


@dataclass
class Postgres:
    """A server with one empty database."""

    folder: Path
    port: int
    programs: Path
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Its database, as SQLAlchemy takes it."""
        return f"postgresql://canasta@127.0.0.1:{self.port}/postgres"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        options = ["-D", str(self.folder), "-h", "127.0.0.1", "-p", str(self.port), "-k", str(self.folder)]
        log = (self.folder.parent / "log.txt").open("ab")
        self.process = subprocess.Popen(
            [self.programs / "postgres", *options], stdout=log, stderr=log, user=_user(), cwd="/"
        )
        log.close()
        end = time.monotonic() + SECONDS
        while subprocess.run([self.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]).returncode:
            assert time.monotonic() < end, (self.folder.parent / "log.txt").read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it; whoever is connected is cut off."""
        if self.process is not None:
            # SIGINT is its fast shutdown, which does not wait for those who are connected.
            self.process.send_signal(2)
            stop(self.process)
            self.process = None


def _user() -> str | None:
    return USER if os.name == "posix" and os.geteuid() == 0 else None


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A server that runs until the block is left; the test is skipped where none is installed."""
    found = programs()
    if found is None or not hasattr(socket, "AF_UNIX"):
        pytest.skip("no PostgreSQL on this machine (Debian: apt install postgresql)")
    # Not pytest's own folder: that is closed to other users.
    with tempfile.TemporaryDirectory(prefix="canasta-") as folder:
        data = Path(folder) / "data"
        if user := _user():
            shutil.chown(folder, user)
        made = [found / "initdb", "-D", data, "-U", "canasta", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C"]
        subprocess.run(made, check=True, capture_output=True, user=user, cwd="/", timeout=120)
        server = Postgres(data, free_port(), found)
        server.start()
        try:
            yield server
        finally:
            server.stop()
