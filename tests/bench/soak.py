"""Learners come and go for a long time: does anything grow?

Three things are looked at: what is measured while a class is there, as lines through it; what is there before anybody
came and after all have gone, which must be the same; and what went wrong. Some learners go without a word. Their
kernels end when they have been idle for a time, here a short one.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import psutil
from acting import Figures
from crowd import CAME, DROPPED, LEFT, Crowd, crowd
from growth import GROWS, UNCLEAR, Points, blocks, told
from holding import all_held, at_rest, family, kernels
from measure import line, middle
from servers import Server

STAY = 60.0  # seconds, about, that a learner stays; less in a soak of less than ten such
LEAST = 15.0  # but not less, for the server refuses a class that opens pages without end
EVERY = 3.0  # seconds between two tries of a learner
ROUNDS = 4  # times that all come and go before anything is measured
SAMPLE = 10.0  # seconds between two times of measuring
PRINT = 30.0
# What is measured, and how much more of it an hour would matter. With 30 places 1,800 learners come in an hour, so
# that 180 MiB are 100 KiB for each.
MATTERS = {
    "server, MiB resident": 180,
    "server, MiB shared out": 180,
    "server, open files": 60,
    "server, sockets": 60,
    "server, threads": 12,
    "kernels": 60,
    "processes": 60,
    "all, MiB shared out": 3600,
    "a kernel, MiB shared out": 30,
    "connection files": 300,
    "temporary files": 60,
}
COUNTS = ("server, open files", "server, sockets", "server, threads", "kernels", "processes")
FILES = ("connection files", "temporary files")
SLACK = {"server, open files": 4, "server, sockets": 4, "server, threads": 2}  # what comes and goes by itself

School = Callable[..., AbstractContextManager[Server]]


def measured(server: Server) -> dict[str, float]:
    """All that is watched, now."""
    process = psutil.Process(server.pid)
    (own,) = all_held([process])
    below = all_held(family(server.pid)[1:])
    total = sum(each.shared_out for each in below)
    folder = server.log.parent
    return {
        "server, MiB resident": own.resident,
        "server, MiB shared out": own.shared_out,
        "server, open files": process.num_fds() if hasattr(process, "num_fds") else process.num_handles(),
        "server, sockets": len(process.net_connections("all")),
        "server, threads": process.num_threads(),
        "kernels": len(kernels(server.pid)),
        "processes": len(below),
        "all, MiB shared out": total + own.shared_out,
        "a kernel, MiB shared out": total / max(1, len(below)),
        "connection files": _files(folder / "run"),
        "temporary files": _files(folder / "tmp"),
    }


def _files(folder: Path) -> int:
    return sum(1 for _each in folder.rglob("*"))


def watched(learners: Crowd, server: Server, every: float) -> tuple[dict[str, Points], dict[str, Any]]:
    """Measure again and again until the learners are done, and print now and then; also what these tell."""
    found: dict[str, Points] = {name: [] for name in MATTERS}
    begun = time.monotonic()
    printed = 0.0
    while True:
        now = time.monotonic() - begun
        with suppress(psutil.NoSuchProcess):
            for name, value in measured(server).items():
                found[name].append((now, value))
        if now >= printed:
            printed += PRINT
            print(f"  {now:5.0f} s: " + ", ".join(f"{name} {points[-1][1]:,.0f}" for name, points in found.items()))
        if met := learners.ended(max(0.0, every - (time.monotonic() - begun - now))):
            return found, met


def lines_told(found: dict[str, Points], settled: float, stretch: float) -> list[str]:
    """Print whether each thing grows once the class is as full as it will be; gives the names of those that do."""
    growing, unclear = [], 0
    for name, points in found.items():
        word, text = told(blocks([each for each in points if each[0] >= settled], stretch), MATTERS[name])
        line(name, text)
        if word == GROWS:
            growing.append(name)
        unclear += word == UNCLEAR
    if unclear:
        print("  Where it cannot be told, a longer soak would say more; what is left when all have gone tells it too.")
    return growing


def left_behind(before: dict[str, float], after: dict[str, float]) -> list[str]:
    """What there is more of after all have gone than before anybody came."""
    return [name for name in (*COUNTS, *FILES) if after[name] > before[name] + SLACK.get(name, 0)]


def soak(school: School, lesson: str, number: int, seconds: float) -> int:
    """Let learners come and go, print what is seen, and judge it: 1 if something grows or stays behind, else 0."""
    stay = max(LEAST, min(STAY, seconds / 10))
    idle = round(stay)  # seconds after which an unused kernel ends
    culling = {"cull_idle_timeout": idle, "cull_interval": idle // 4, "cull_connected": True}
    with school(VOILA_JSON=json.dumps({"MappingKernelManager": culling})) as server:
        with crowd(server.url, lesson) as learners:
            at_rest(server.pid)
            # What is made once is no growth, and Python clears away what is in circles only when there is much of it.
            for _round in range(ROUNDS):
                learners.do("arrive", number=number, within=number / 4)
                learners.do("leave")
                at_rest(server.pid)
            before = measured(server)
            print(f"They come and go for {seconds:.0f} s, each stays about {stay:.0f} s")
            learners.begin("churn", number=number, seconds=seconds, every=EVERY, stay=stay)
            found, met = watched(learners, server, min(SAMPLE, stay / 3))
        _emptied(server, before, idle)
        after = measured(server)
        figures = Figures(**met["figures"])
        line("learners who came, left, dropped the line", f"{met[CAME]}, {met[LEFT]}, {met[DROPPED]}")
        for name, values in (("first table", figures.table), ("click → verdict", figures.verdict)):
            line(f"{name}, ms", middle([1000 * each for each in values], ",.0f") if values else "none")
        line("errors", str(len(figures.errors)))
        for each in dict.fromkeys(figures.errors):
            print(f"    {figures.errors.count(each)} times: {each.strip()[:300]}")
        settled = 1.25 * idle + 1.5 * stay
        print(f"Of what was measured after {settled:.0f} s, in means of {stay:.0f} s, with the range of 95 in 100")
        growing = lines_told(found, settled, stay)
        print("Before anybody came, and after all have gone")
        for name in before:
            line(name, f"{before[name]:,.1f}, {after[name]:,.1f}")
        behind = left_behind(before, after)
        for name in behind:
            line(name, "MORE THAN BEFORE")
        verdict = [*growing, *behind, *["errors"] * bool(figures.errors)]
        print(
            f"Found wanting: {', '.join(verdict)}"
            if verdict
            else "Nothing grows, nothing stays behind, nothing failed."
        )
        return 1 if verdict else 0


def _emptied(server: Server, before: dict[str, float], idle: float) -> None:
    """Wait until the kernels of those who dropped their lines have been ended, as long as that may take."""
    end = time.monotonic() + 3 * idle + 60
    at_rest(server.pid)
    while len(kernels(server.pid)) > before["kernels"] and time.monotonic() < end:
        time.sleep(1)
    at_rest(server.pid)
