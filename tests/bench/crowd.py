"""Many learners in a process of their own: it is told in lines of JSON what they do, and tells what they met.

``Crowd`` is the teacher's end. One thing is under way at a time: ``begin`` starts it and ``ended`` waits for it, so
that meanwhile a browser can be driven, or the server watched.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any

import beside  # noqa: F401
from acting import Act, Figures, Learner, acts, unit_of
from processes import stop
from servers import environment
from talker import Fault

CAME, LEFT, DROPPED, HERE = "came", "left", "dropped", "here"
DROPS = 1 / 3  # of those who go, how many without a word


class Crowd:
    """The teacher's end of a process with learners."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.pid = process.pid
        self._process = process
        self._said: Queue[str] = Queue()
        Thread(target=self._hear, daemon=True).start()

    def begin(self, do: str, **how: Any) -> None:
        """Tell what all do now."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, **how}) + "\n")
        self._process.stdin.flush()

    def ended(self, seconds: float | None = None) -> dict[str, Any] | None:
        """What came of it, once it is over; None if it is still under way after so many seconds.

        Raises RuntimeError if there is nobody any more.
        """
        try:
            line = self._said.get(timeout=seconds)
        except Empty:
            return None
        if not line:
            raise RuntimeError("the process with the learners has ended")
        return dict(json.loads(line))

    def do(self, do: str, **how: Any) -> dict[str, Any]:
        """Let them do something, and wait for what comes of it."""
        self.begin(do, **how)
        told = self.ended()
        assert told is not None
        return told

    def _hear(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._said.put(line)
        self._said.put("")


@contextmanager
def crowd(url: str, lesson: str) -> Iterator[Crowd]:
    """A process whose learners come to a lesson; it ends with the block."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__)), url, lesson],
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # Ctrl+C in a terminal is the teacher's, who then ends this too.
        start_new_session=os.name == "posix",
    )
    try:
        yield Crowd(process)
    finally:
        stop(process)


class Class:
    """The learners' end: those who are here, and what all who were here met."""

    def __init__(self, url: str, lesson: str) -> None:
        self.url, self.lesson = url, lesson
        self.todo = acts(unit_of(lesson))
        self.here: list[Learner] = []
        self.counts = dict.fromkeys((CAME, LEFT, DROPPED), 0)
        self.figures = Figures()
        self.random = random.Random(8)

    def told(self) -> dict[str, Any]:
        """What was met since last told, with the kernels of those who are here."""
        for learner in self.here:
            self._take(learner)
        figures, self.figures = self.figures, Figures()
        kernels = [learner.kernel for learner in self.here]
        return {**self.counts, HERE: len(self.here), "kernels": kernels, "figures": vars(figures)}

    async def arrive(self, number: int, within: float) -> None:
        """So many come, evenly in a time."""

        async def one(place: int) -> None:
            await asyncio.sleep(within * place / number)
            await self._come(place)

        await asyncio.gather(*map(one, range(number)))

    async def act(self, seconds: float, every: float) -> None:
        """All who are here act every so many seconds, each at times of his own, as long as is said."""
        await asyncio.gather(*(self._act(each, seconds, every) for each in self.here))

    async def guess(self) -> None:
        """All who are here make a guess, and look on until it is drawn."""
        await asyncio.gather(*(self._met(each, each.guess) for each in self.here))

    async def leave(self) -> None:
        """All say goodbye."""
        await asyncio.gather(*map(self._go, self.here))
        self.here = []

    async def churn(self, number: int, seconds: float, every: float, stay: float) -> None:
        """So many are here all the time, but each for about ``stay`` seconds only; then another comes in his place.

        Some go without a word.
        """
        end = asyncio.get_running_loop().time() + seconds

        async def place(at: int) -> None:
            await asyncio.sleep(every * at / number)
            while (left := end - asyncio.get_running_loop().time()) > 0:
                learner = await self._come(self.random.randrange(len(self.todo)))
                if learner is None:
                    await asyncio.sleep(every)
                    continue
                await self._act(learner, min(left, self.random.uniform(0.5, 1.5) * stay), every)
                await self._go(learner, quietly=self.random.random() < DROPS)
                self.here.remove(learner)

        await asyncio.gather(*map(place, range(number)))

    async def _come(self, place: int) -> Learner | None:
        learner = Learner(self.url, self.lesson, self.todo, _start(self.todo, place))
        self.counts[CAME] += 1
        if not await self._met(learner, learner.arrive):
            await self._go(learner)
            return None
        self.here.append(learner)
        return learner

    async def _act(self, learner: Learner, seconds: float, every: float) -> None:
        now = asyncio.get_running_loop().time
        due = now() + self.random.random() * every
        end = now() + seconds
        while due < end:
            await asyncio.sleep(due - now())
            if not await self._met(learner, learner.act) and (learner.dead or learner.closed.is_set()):
                return
            # Who waited longer for an answer than between two tries makes none up for it.
            due = max(due + every, now())
        await asyncio.sleep(max(0.0, end - now()))

    async def _go(self, learner: Learner, *, quietly: bool = False) -> None:
        self.counts[DROPPED if quietly else LEFT] += 1
        if quietly:
            learner.drop()
        elif (status := await learner.leave()) not in (204, None):
            learner.errors.append(f"goodbye: {status}")
        self._take(learner)

    async def _met(self, learner: Learner, what: Callable[[], Awaitable[Any]]) -> bool:
        try:
            await what()
        except Fault as fault:
            learner.errors.append(str(fault))
            return False
        return True

    def _take(self, learner: Learner) -> None:
        learner.figures.errors += learner.errors
        learner.errors.clear()
        self.figures.add(learner.figures)
        learner.figures = Figures()


def _start(todo: list[Act], place: int) -> int:
    """Where a learner begins: at some level's first try, so that not all do the same."""
    firsts = [at for at, act in enumerate(todo) if act.opens]
    return firsts[place % len(firsts)]


async def main(url: str, lesson: str) -> None:
    """Do what is said, line by line, until nothing more is said."""
    learners = Class(url, lesson)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        how = json.loads(line)
        await getattr(learners, how.pop("do"))(**how)
        print(json.dumps(learners.told()), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
