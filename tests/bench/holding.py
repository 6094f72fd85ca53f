"""What a server and its kernels hold and spend: memory, CPU time, open files, and which process is whose kernel."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import NamedTuple

import psutil

KERNEL = re.compile(r"kernel-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")
QUIET = 0.1  # CPU seconds a second of a server and all its kernels, all of which wait
LOOK = 1.0
CALM = 3  # looks in a row
PATIENCE = 600.0
MIB = 2**20


class Memory(NamedTuple):
    """What a process holds, in MiB."""

    resident: float
    shared_out: float  # the same, with each page that several processes share divided among them


def held(process: psutil.Process) -> Memory:
    """What a process holds just now."""
    full = process.memory_full_info()
    return Memory(full.rss / MIB, getattr(full, "pss", full.uss) / MIB)


def all_held(processes: Iterable[psutil.Process]) -> list[Memory]:
    """What each of them holds just now; those that have ended are left out."""
    found = []
    for process in processes:
        with suppress(psutil.Error):
            found.append(held(process))
    return found


def family(server: int) -> list[psutil.Process]:
    """A server and all that descends from it."""
    process = psutil.Process(server)
    return [process, *process.children(recursive=True)]


def kernels(server: int) -> dict[str, psutil.Process]:
    """The processes of a server's kernels by the kernels' ids.

    A kernel has its id in the names of its sockets, or of the file on its command line.
    """
    found = {}
    for process in family(server)[1:]:
        with suppress(psutil.Error):
            names = [str(line.laddr) for line in process.net_connections("unix")]
            for name in [*names, *process.cmdline()]:
                if known := KERNEL.search(name):
                    found[known[1]] = process
                    break
    return found


def spent(pids: Iterable[int]) -> dict[int, float]:
    """The CPU seconds that processes have taken so far; those that are gone are left out."""
    taken = {}
    for pid in pids:
        with suppress(psutil.Error):
            times = psutil.Process(pid).cpu_times()
            taken[pid] = times.user + times.system
    return taken


class Meter:
    """CPU time from now on, of several parties, each a function that gives its processes."""

    def __init__(self, **parties: Callable[[], Iterable[int]]) -> None:
        self._parties = parties
        self._begun = time.monotonic()
        self._before = {name: spent(pids()) for name, pids in parties.items()}

    def shares(self) -> dict[str, float]:
        """Of each party, how many cores it kept busy since; of what has ended meanwhile nothing is known."""
        took = time.monotonic() - self._begun
        shares = {}
        for name, pids in self._parties.items():
            before = self._before[name]
            shares[name] = sum(now - before.get(pid, 0.0) for pid, now in spent(pids()).items()) / took
        return shares


def at_rest(server: int, *, patience: float = PATIENCE) -> None:
    """Wait until a server and all its kernels have nothing to do. Raises RuntimeError if that never comes."""
    end = time.monotonic() + patience
    calm = 0
    while calm < CALM:
        if time.monotonic() > end:
            raise RuntimeError(f"the server and its kernels did not come to rest in {patience:.0f} s")
        before = spent(process.pid for process in family(server))
        time.sleep(LOOK)
        after = spent(process.pid for process in family(server))
        quiet = sum(after.values()) - sum(before.values()) <= QUIET * LOOK
        calm = calm + 1 if quiet and before.keys() == after.keys() else 0
