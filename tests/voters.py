"""Browsers that vote while a database fails, and what each was told that it is kept."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterator

from canasta_widgets.serve.store import Store, StoreError

CHOICES = ("legal", "take.pair", "freeze.natural-pair")
PATIENCE = 0.1
SECONDS = 30
BROWSERS = 8


def asked(store: Store) -> int:
    """Ask something; gives its number."""
    return store.ask("KK24 444 42K", "take KK", CHOICES).id


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


class Voters:
    """Browsers that answer and change their minds, and try again as a learner's page does until an answer is kept."""

    def __init__(self, store: Store, poll: int) -> None:
        self.store, self.poll = store, poll
        self.kept: dict[str, str] = {}
        self.acknowledged = 0
        self.failed = 0
        self.other: list[BaseException] = []
        self._done = threading.Event()
        self._end = math.inf  # when they give up
        self._threads = [
            threading.Thread(target=self._votes, args=(f"browser {n}",), daemon=True) for n in range(BROWSERS)
        ]
        for thread in self._threads:
            thread.start()

    def _votes(self, name: str) -> None:
        at = 0
        while not self._done.is_set():
            choice = CHOICES[at % 3]
            at += 1
            # An answer that was given is given until it is kept: it may be in the database though that was not said.
            while True:
                try:
                    self.store.vote(self.poll, name, choice)
                except StoreError as fault:
                    self.failed += 1
                    time.sleep(0.01)
                    if time.monotonic() > self._end:
                        self.other.append(fault)
                        return
                except BaseException as fault:
                    self.other.append(fault)
                    return
                else:
                    self.kept[name] = choice
                    self.acknowledged += 1
                    break

    def goes_on(self) -> None:
        """Wait until every browser has been told that something is kept, and more than before."""
        so_far = self.acknowledged
        until(lambda: (self.acknowledged > so_far and len(self.kept) == BROWSERS) or self.other)

    def is_held_up(self) -> None:
        """Wait until nothing is kept: every browser has been told so, more than once."""
        so_far = self.failed
        until(lambda: self.failed >= so_far + 3 * BROWSERS or self.other)

    def end(self) -> dict[str, str]:
        """What each browser was told last that it is kept."""
        self._end = time.monotonic() + SECONDS
        self._done.set()
        for thread in self._threads:
            thread.join()
        assert self.other == []
        return self.kept


@contextlib.contextmanager
def voting(address: str) -> Iterator[Voters]:
    """A class that votes while the block runs; after it all that it was told to be kept is there."""
    store = Store(address, patience=PATIENCE)
    room = Voters(store, asked(store))
    try:
        room.goes_on()
        yield room
        room.goes_on()
    finally:
        kept = room.end()
        store.close()
    assert len(kept) == BROWSERS
    again = Store(address)
    assert {name: again.own(room.poll, name) for name in kept} == kept
    assert sum(again.tally(room.poll).values()) == BROWSERS
    again.close()
