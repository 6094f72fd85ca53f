"""Prints how our server does with a class here: how soon a page and its first table are there, and a verdict after a
try; what a learner's kernel holds; what goes wrong.

All but one of the learners are clients of the kernels' websockets, in a process of their own, for whom the first table
is its last state message. The last is a real browser, for whom it is pixels. They share the cores with the server, so
a school's server, which has its cores for itself, can only be quicker; what they take is printed.

    classroom.py [LESSON] [LEARNERS] [SECONDS]
    classroom.py --soak SECONDS        learners come and go; in the end it is judged whether anything grows

``CANASTA_KERNELS=ordinary`` in the environment, for kernels that are started the ordinary way, goes to the server.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import beside  # noqa: F401
import psutil
from acting import Act, Figures, acts, unit_of
from clicks import CLICK
from crowd import Crowd, crowd
from holding import Memory, Meter, all_held, at_rest, family, kernels
from measure import line, middle
from playwright.sync_api import Browser, Error, Page
from servers import ROOT, Server, browsing, serving
from soak import soak

from lessons import opened, tab

LESSON, LEARNERS, SECONDS = "02-melds", 30, 120
EVERY = 3.0  # seconds between two tries of a learner
STORM = 1.0  # seconds in which all come at once
APART = 1.0  # seconds between two who come one after another
PARTS = ("storm", "class", "cold")
COMMIT, PANEL = "form[data-command] button[type=submit]", ".cnt-panel"


@dataclass
class Scene:
    """What a class met: the clients, and the browser in the same seconds, of which nothing is in ``clients``."""

    clients: Figures = field(default_factory=Figures)
    pixels: Figures = field(default_factory=Figures)
    kernels: list[str] = field(default_factory=list)

    def take(self, told: dict[str, Any]) -> None:
        """Add what the clients tell."""
        self.clients.add(Figures(**told["figures"]))
        self.kernels = told["kernels"]


@contextmanager
def school(verb: str, *arguments: str, few: Iterable[str] = (), **environ: str) -> Iterator[Server]:
    """A server with folders of its own for all that it writes; with ``few`` it has the index and these lessons only.

    Its folder is the parent of the server's log: ``run`` has the kernels' connections, ``tmp`` what is temporary.
    """
    with tempfile.TemporaryDirectory(prefix="class-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        places = {
            "JUPYTER_RUNTIME_DIR": "run",
            "TMPDIR": "tmp",
            "JUPYTER_DATA_DIR": "data",
            "JUPYTER_CONFIG_DIR": "config",
        }
        for place in places.values():
            (folder / place).mkdir()
        (folder / "config" / "voila.json").write_text(environ.pop("VOILA_JSON", "{}"))
        if few:
            lessons = folder / "lessons"
            shutil.copytree(ROOT / "lessons" / "levels", lessons / "levels")
            for stem in ("index", *few):
                shutil.copy(ROOT / "lessons" / f"{stem}.ipynb", lessons)
            arguments = (*arguments, "--lessons", str(lessons))
        places = {variable: str(folder / place) for variable, place in places.items()}
        with serving(folder / "log.txt", *arguments, verb=verb, **places, **environ) as server:
            yield server


def at_class(lesson: str, learners: int) -> tuple[str, ...]:
    """The command line of a class whose learners all open a lesson."""
    return ("--learners", str(learners), "--today", lesson)


class Seat:
    """The one learner with a browser: opens the lesson and tries what its levels ask for, by the typed line."""

    def __init__(self, browser: Browser, lesson: str, todo: list[Act]) -> None:
        self.page: Page = tab(browser)
        self.lesson, self.todo = lesson, todo
        self._next = 0
        self._level: int | None = None
        self.page.on("pageerror", lambda fault: self.errors.append(str(fault)))
        self.errors: list[str] = []

    @contextmanager
    def open(self, server: Server, figures: Figures) -> Iterator[None]:
        """Open the lesson, note when its table was seen, and leave it in the end."""
        self._level = None
        with opened(self.page, server, self.lesson) as seconds:
            figures.table.append(seconds)
            yield
        figures.errors += self.errors
        self.errors.clear()

    def act(self, figures: Figures) -> None:
        """The next try; a level begins with its first one."""
        act = self.todo[self._next % len(self.todo)]
        if self._level is None and not act.opens:
            self._next = 0
            act = self.todo[0]
        self._next += 1
        try:
            if act.opens:
                self._level = act.level
                self.page.locator(f'nav [data-level="{act.level}"]').first.click()
                self.page.locator(f'nav [data-level="{act.level}"][aria-current]').first.wait_for()
            self.page.locator("form[data-command] input").first.fill(act.text)
            _changed, framed = self.page.evaluate(CLICK, [COMMIT, PANEL])
            said = self.page.locator(PANEL).first.get_attribute("data-verdict")
            if said != ("legal" if act.legal else "refused"):
                figures.errors.append(f"in the browser: {act.text} is {said}")
            figures.verdict.append(framed / 1000)
        except Error as fault:
            figures.errors.append(f"in the browser: {fault.message}")


def storm(learners: Crowd, seat: Seat, server: Server, number: int) -> Scene:
    """All come within a second, and leave."""
    scene = Scene()
    learners.begin("arrive", number=number - 1, within=STORM)
    with seat.open(server, scene.pixels):
        scene.take(learners.ended() or {})
    learners.do("leave")
    return scene


def apart(learners: Crowd, seat: Seat, server: Server, number: int) -> Scene:
    """One comes after another; the browser too, again and again as long as they come."""
    scene = Scene()
    learners.begin("arrive", number=number - 1, within=APART * (number - 1))
    told = None
    while told is None:
        with seat.open(server, scene.pixels):
            told = learners.ended(APART * 2)
    scene.take(told)
    return scene


def play(learners: Crowd, seat: Seat, server: Server, scene: Scene, seconds: float) -> None:
    """Those who are here act for so many seconds, and the browser too."""
    with seat.open(server, Figures()):
        learners.begin("act", seconds=seconds, every=EVERY)
        while (told := learners.ended(EVERY)) is None:
            seat.act(scene.pixels)
    scene.take(told)


def memory(server: Server, ids: Iterable[str]) -> list[Memory]:
    """What each of these kernels holds."""
    found = kernels(server.pid)
    return all_held(found[name] for name in ids if name in found)


def seconds_told(values: list[float], form: str = ",.2f") -> str:
    """Seconds as they are printed."""
    return f"{middle(values, form)} ({len(values)} times)" if values else "none"


def milliseconds_told(values: list[float]) -> str:
    """The same as milliseconds."""
    return seconds_told([1000 * value for value in values], ",.0f")


def memory_told(found: list[Memory]) -> str:
    """Memory of kernels as it is printed."""
    if not found:
        return "no kernel was found"
    parts = [[each.shared_out for each in found], [each.resident for each in found]]
    shared, resident = (f"median {middle_of(values):.1f}, most {max(values):.1f}" for values in parts)
    return f"shared out {shared}; resident {resident} ({len(found)} kernels)"


def middle_of(values: list[float]) -> float:
    """The median."""
    return sorted(values)[len(values) // 2]


def arrival_told(name: str, scene: Scene) -> None:
    """Print how soon all was there."""
    line(f"{name}: page, s", seconds_told(scene.clients.page))
    line(f"{name}: first table, s, last state message", seconds_told(scene.clients.table))
    line(f"{name}: first table, s, pixels in a browser", seconds_told(scene.pixels.table))
    errors_told(name, scene)


def errors_told(name: str, scene: Scene) -> None:
    """Print what went wrong, each thing once."""
    errors = [*scene.clients.errors, *scene.pixels.errors]
    line(f"{name}: errors", str(len(errors)))
    for each in dict.fromkeys(errors):
        print(f"    {errors.count(each)} times: {each.strip()[:300]}")
    scene.clients.errors.clear()
    scene.pixels.errors.clear()


def log_told(server: Server) -> None:
    """Print what the server said beside its own addresses."""
    said = server.log.read_text(errors="replace").splitlines()
    rest = [each for each in said if server.url not in each]
    line("lines in the server's log beside its addresses", str(len(rest)))
    for each in rest[:5]:
        print(f"    {each[:300]}")


def in_class(learners: Crowd, seat: Seat, server: Server, number: int, seconds: float) -> Scene:
    """Come one after another, act, make a guess, leave; prints all of it."""
    scene = apart(learners, seat, server, number)
    arrival_told("one after another", scene)
    meter = Meter(
        server=lambda: [server.pid],
        kernels=lambda: [each.pid for each in family(server.pid)[1:]],
        clients=lambda: [learners.pid],
        browser=lambda: _browser(server, learners),
    )
    play(learners, seat, server, scene, seconds)
    shares = ", ".join(f"{name} {share:.2f}" for name, share in meter.shares().items())
    line("click → verdict, ms, in the client", milliseconds_told(scene.clients.verdict))
    line("click → verdict, ms, next frame in the browser", milliseconds_told(scene.pixels.verdict))
    line("card → what can be done with it, ms, in the client", milliseconds_told(scene.clients.card))
    line("cores kept busy while they act", shares)
    line("a learner's kernel, MiB, before a plot", memory_told(memory(server, scene.kernels)))
    scene.take(learners.do("guess"))
    line("a learner's kernel, MiB, after a plot", memory_told(memory(server, scene.kernels)))
    (own, *_children), everything = all_held([psutil.Process(server.pid)]), all_held(family(server.pid))
    total = sum(each.shared_out for each in everything)
    line("the server alone, MiB", f"{own.resident:.1f} resident, {own.shared_out:.1f} shared out")
    line("server and all kernels, also those that wait, MiB shared out", f"{total:,.0f} of {len(everything)} processes")
    line("the same for each learner", f"{total / number:.1f}")
    scene.take(learners.do("leave"))
    errors_told("in class", scene)
    return scene


def _browser(server: Server, learners: Crowd) -> list[int]:
    served = {each.pid for each in family(server.pid)} | {learners.pid}
    return [each.pid for each in psutil.Process().children(recursive=True) if each.pid not in served]


def main(arguments: list[str] | None = None) -> int:
    """Measure and print; the exit status is 1 if a soak finds that something grows."""
    parser = argparse.ArgumentParser()
    parser.add_argument("lesson", nargs="?", default=LESSON)
    parser.add_argument("number", nargs="?", type=int, default=LEARNERS)
    parser.add_argument("seconds", nargs="?", type=float, default=SECONDS)
    parser.add_argument("--soak", type=float, metavar="SECONDS", help="learners come and go as long as that")
    parser.add_argument("--part", choices=PARTS, nargs="+", default=PARTS, help="measure only these")
    parser.add_argument("--few", action="store_true", help="serve the index and the lesson only")
    options = parser.parse_args(arguments)
    lesson, number, few = options.lesson, options.number, [options.lesson] * options.few
    todo = acts(unit_of(lesson))
    kinds = os.environ.get("CANASTA_KERNELS", "as the server starts them")
    print(f"{number} learners in {lesson}, on {os.cpu_count()} cores that they share with the server; kernels: {kinds}")
    if options.soak:
        return soak(
            lambda **more: school("class", *at_class(lesson, number), few=few, **more), lesson, number, options.soak
        )
    with browsing() as browser:
        if {"storm", "class"} & set(options.part):
            warm(browser, lesson, todo, options, few)
        if "cold" in options.part:
            cold(browser, lesson, todo, number, few)
    return 0


def warm(browser: Browser, lesson: str, todo: list[Act], options: argparse.Namespace, few: list[str]) -> None:
    """Measure with a kernel that waits for each learner."""
    with school("class", *at_class(lesson, options.number), few=few) as server, crowd(server.url, lesson) as learners:
        seat = Seat(browser, lesson, todo)
        at_rest(server.pid)
        print(f"Kernels wait: {len(kernels(server.pid))} of them")
        first = Scene()
        with seat.open(server, first.pixels):
            line("alone, a browser with nothing in its cache: first table, s", seconds_told(first.pixels.table))
        if "storm" in options.part:
            at_rest(server.pid)
            arrival_told("all within a second", storm(learners, seat, server, options.number))
        if "class" in options.part:
            at_rest(server.pid)
            in_class(learners, seat, server, options.number, options.seconds)
        log_told(server)
        seat.page.close()


def cold(browser: Browser, lesson: str, todo: list[Act], number: int, few: list[str]) -> None:
    """Measure where a kernel starts when a page is opened."""
    with school("serve", "--pool", "0", few=few) as server, crowd(server.url, lesson) as learners:
        print("No kernel waits")
        seat = Seat(browser, lesson, todo)
        with seat.open(server, Figures()):  # fills the browser's cache
            pass
        at_rest(server.pid)
        arrival_told("one after another", apart(learners, seat, server, number))
        learners.do("leave")
        at_rest(server.pid)
        arrival_told("all within a second", storm(learners, seat, server, number))
        log_told(server)
        seat.page.close()


if __name__ == "__main__":
    sys.exit(main())
