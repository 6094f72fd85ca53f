"""A small disk of a test's own, a piece of memory, filled up or made read-only; and a file that another holds."""

from __future__ import annotations

import errno
import os
import sqlite3
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

SECONDS = 30


@dataclass
class Disk:
    """A file system of its own at ``folder``."""

    folder: Path

    @contextmanager
    def full(self) -> Iterator[None]:
        """Not a byte is free while the block runs: what anybody frees is taken at once."""
        filler, over = self.folder / "filler", threading.Event()

        def fill() -> None:
            with filler.open("wb", buffering=0) as file:
                while not over.is_set():
                    try:
                        file.write(bytes(4096))
                    except OSError as fault:
                        assert fault.errno == errno.ENOSPC
                        fills.set()
                        time.sleep(0.001)

        fills = threading.Event()
        thread = threading.Thread(target=fill)
        thread.start()
        try:
            assert fills.wait(SECONDS)
            yield
        finally:
            over.set()
            thread.join()
            filler.unlink()

    @contextmanager
    def read_only(self) -> Iterator[None]:
        """Nothing can be written while the block runs. No file on it may be open for writing when it begins."""
        self._again("ro")
        try:
            yield
        finally:
            self._again("rw")

    def _again(self, how: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{how}", str(self.folder)], check=True, capture_output=True)


@contextmanager
def small_disk(folder: Path, size: str = "8m") -> Iterator[Disk]:
    """A disk that is there until the block is left; the test is skipped where none may be mounted."""
    folder.mkdir(parents=True, exist_ok=True)
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root may mount a small disk")
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "canasta", str(folder)]
    done = subprocess.run(mount, capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"no small disk can be mounted here: {done.stderr.strip()}")
    try:
        yield Disk(folder)
    finally:
        # Lazily: a program that still has a file open there must not keep it for ever.
        subprocess.run(["umount", "--lazy", str(folder)], check=True, capture_output=True)


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another program writes to a file of SQLite's, and takes its time."""
    other = sqlite3.connect(path, isolation_level=None, timeout=SECONDS)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()
