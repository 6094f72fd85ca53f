"""The database fails while a class votes: what was acknowledged is there, nothing else is acknowledged, all go on."""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from canasta_widgets.serve import store as stores
from canasta_widgets.serve.asking import FRESH, Asking
from canasta_widgets.serve.store import Refused, Store, StoreError
from disks import Disk, held, small_disk
from postgres import Postgres, postgres

ROOT = Path(__file__).resolve().parents[1]
CHOICES = ("legal", "take.pair", "freeze.natural-pair")
PATIENCE = 0.1
SECONDS = 30
BROWSERS = 8
Fault = Callable[[], contextlib.AbstractContextManager[None]]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server for this file."""
    with postgres() as server:
        yield server


@pytest.fixture
def empty(server: Postgres) -> Postgres:
    """The server, with nothing of ours in its database."""
    made = Store(server.address)
    stores.TABLES.drop_all(made._engine)
    made.close()
    return server


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    """A small disk for this file."""
    with small_disk(tmp_path_factory.mktemp("disk")) as disk:
        yield disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database may lie."""
    return tmp_path / "class.sqlite"


def asked(store: Store) -> int:
    """Ask something; gives its number."""
    return store.ask("KK24 444 42K", "take KK", CHOICES).id


def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    end = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.005)


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run something that waits, beside the loop that a browser's tests may have here."""
    with ThreadPoolExecutor(1) as beside:
        beside.submit(asyncio.run, work).result()


class Class:
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
def voting(address: str) -> Iterator[Class]:
    """A class that votes while the block runs; after it all that it was told to be kept is there."""
    store = Store(address, patience=PATIENCE)
    room = Class(store, asked(store))
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


def test_another_program_holds_the_file(path: Path) -> None:
    """While it does, longer than anybody waits, nothing is acknowledged, and what was asked can still be read."""
    with voting(f"sqlite:///{path}") as room, held(path):
        room.is_held_up()
        so_far = room.acknowledged
        found = room.store.asked()
        assert found is not None
        assert found.id == room.poll
        with pytest.raises(StoreError, match=r"another program holds it|too many"):
            room.store.vote(room.poll, "one more", "legal")
        assert room.acknowledged == so_far


def test_the_disk_is_full(disk: Disk) -> None:
    """While it is, only what is kept is acknowledged, and that can be read; when there is room again all goes on."""
    with voting(f"sqlite:///{disk.folder}/full.sqlite") as room, disk.full():
        room.is_held_up()
        assert sum(room.store.tally(room.poll).values()) == BROWSERS


def test_the_disk_is_full_from_the_first(disk: Disk) -> None:
    """A database that cannot be made says why, and is made when there is room."""
    store = Store(f"sqlite:///{disk.folder}/none.sqlite")
    with disk.full():
        for _ in range(2):
            with pytest.raises(StoreError, match="the disk is full"):
                asked(store)
    assert asked(store)
    store.close()


def test_a_database_that_may_not_grow(path: Path) -> None:
    """What SQLite says on any machine when there is no room is told, and changes nothing that was kept."""
    store = Store(f"sqlite:///{path}")
    poll = asked(store)
    store.vote(poll, "a", "legal")
    with store._engine.connect() as database:  # it is given again to who comes next
        database.exec_driver_sql("PRAGMA max_page_count = 1")
    with pytest.raises(StoreError, match="the disk is full"):
        store.ask("K" * 10**5, "take KK", CHOICES)
    assert store.tally(poll) == {"legal": 1}
    store.vote(poll, "a", "take.pair")
    assert store.tally(poll) == {"take.pair": 1}
    store.close()


def test_the_disk_becomes_read_only(disk: Disk) -> None:
    """Nothing is acknowledged while it is; then all goes on with what was kept before."""
    store = Store(f"sqlite:///{disk.folder}/read.sqlite")
    poll = asked(store)
    store.vote(poll, "a", "legal")
    store.close()  # Linux refuses to do it while a file is open for writing
    with disk.read_only():
        for _ in range(2):
            with pytest.raises(StoreError, match="may this program write there"):
                store.vote(poll, "a", "take.pair")
    assert store.own(poll, "a") == "legal"
    store.vote(poll, "a", "take.pair")
    assert store.tally(poll) == {"take.pair": 1}
    store.close()


@contextlib.contextmanager
def nobody() -> Iterator[Path]:
    """Be a user to whom files can be read-only, with a folder of his own."""
    root = os.name == "posix" and os.geteuid() == 0
    with tempfile.TemporaryDirectory(prefix="canasta-") as folder:
        if root:
            shutil.chown(folder, "nobody")
            os.seteuid(Path(folder).stat().st_uid)
        try:
            yield Path(folder)
        finally:
            if root:
                os.seteuid(0)


@pytest.mark.parametrize("place", ["file", "folder"])
def test_what_may_only_be_read(place: str) -> None:
    """Nothing is acknowledged while the file, or its folder, may not be written to; then all goes on."""
    with nobody() as folder:
        path = folder / "class.sqlite"
        store = Store(f"sqlite:///{path}")
        poll = asked(store)
        store.vote(poll, "a", "legal")
        store.close()
        closed, mode = (path, 0o600) if place == "file" else (folder, 0o700)
        closed.chmod(mode & ~0o200)
        with pytest.raises(StoreError, match=r"may only be read|may this program write there"):
            store.vote(poll, "a", "take.pair")
        closed.chmod(mode)
        assert store.own(poll, "a") == "legal"
        store.vote(poll, "a", "take.pair")
        assert store.tally(poll) == {"take.pair": 1}
        store.close()


def taken_away(path: Path) -> None:
    """Somebody tidies up."""
    for each in path.parent.glob(f"{path.name}*"):
        each.unlink()


def another_instead(path: Path) -> None:
    """Something is saved under the same name."""
    new = path.with_suffix(".new")
    new.write_bytes(GARBAGE)
    new.replace(path)


GARBAGE = b"This is no database at all, though it is long enough to be one. " * 300


def test_the_file_is_taken_away_during_a_poll(path: Path) -> None:
    """It is made anew; the question is gone, its number is not given again, and no vote goes where nobody finds it."""
    store = Store(f"sqlite:///{path}", now=lambda: clock)
    clock = 2e9
    poll = asked(store)
    store.vote(poll, "a", "legal")
    taken_away(path)
    clock += 1
    assert store.asked() is None
    with pytest.raises(Refused) as fault:
        store.vote(poll, "a", "take.pair")
    assert fault.value.late
    again = asked(store)
    assert again > poll
    store.vote(again, "a", "take.pair")
    other = Store(f"sqlite:///{path}")
    assert other.tally(again) == {"take.pair": 1}
    for each in (store, other):
        each.close()


def test_numbers_are_not_given_again(empty: Postgres) -> None:
    """Nor are they in a database of PostgreSQL that is made anew."""
    numbers = []
    for clock in (2e9, 2e9 + 10):
        store = Store(empty.address, now=lambda clock=clock: clock)
        numbers += [asked(store), asked(store)]
        stores.TABLES.drop_all(store._engine)
        store.close()
    assert numbers == sorted(set(numbers))
    assert numbers[-1] < 2**31


def test_a_vote_into_a_file_that_goes_at_that_moment(path: Path) -> None:
    """A file that is taken away after a vote has begun, and before it is acknowledged, does not acknowledge it."""
    under_way = False

    def now() -> float:
        if under_way:
            taken_away(path)
        return 2e9

    store = Store(f"sqlite:///{path}", now=now)
    poll = asked(store)
    under_way = True
    with pytest.raises(StoreError, match="taken away"):
        store.vote(poll, "a", "legal")
    assert not path.exists()
    store.close()


def test_something_else_lies_there_during_a_poll(path: Path) -> None:
    """It is never written to; nothing is acknowledged until it is gone, and with the old file all answers are back."""
    store = Store(f"sqlite:///{path}")
    poll = asked(store)
    store.vote(poll, "a", "legal")
    store.close()  # as after any fault, and at the end
    kept = path.with_suffix(".kept")
    path.rename(kept)
    another_instead(path)
    for _ in range(2):
        with pytest.raises(StoreError, match="no database"):
            store.vote(poll, "a", "take.pair")
        with pytest.raises(StoreError, match="no database"):
            store.asked()
    assert path.read_bytes() == GARBAGE
    kept.replace(path)
    assert store.own(poll, "a") == "legal"
    store.vote(poll, "a", "take.pair")
    assert store.tally(poll) == {"take.pair": 1}
    store.close()


@pytest.mark.parametrize("left", [0, 1, 100, 4096, 5000, 8192, 12288, 16384])
def test_the_file_is_cut_short_during_a_poll(path: Path, left: int) -> None:
    """Whatever is left of it, what is acknowledged afterwards is there for another program too."""
    store = Store(f"sqlite:///{path}", patience=PATIENCE)
    poll = asked(store)
    for n in range(20):
        store.vote(poll, f"browser {n}", "legal")
    store.close()
    assert path.stat().st_size > left
    os.truncate(path, left)
    kept = {}
    for n in range(3):
        with contextlib.suppress(StoreError, Refused):
            store.vote(poll, f"browser {n}", "take.pair")
            kept[f"browser {n}"] = "take.pair"
    with contextlib.suppress(StoreError):
        poll = asked(store)
        kept = {}
        store.vote(poll, "a", "take.pair")
        kept["a"] = "take.pair"
    store.close()
    if kept:
        other = Store(f"sqlite:///{path}", patience=PATIENCE)
        assert {name: other.own(poll, name) for name in kept} == kept
        other.close()


def test_the_file_is_overwritten_while_it_is_open(path: Path) -> None:
    """What SQLite has in its log it does not lose: every acknowledged vote is there, and is so after the end."""
    with voting(f"sqlite:///{path}") as room:
        so_far = room.acknowledged
        path.write_bytes(GARBAGE)
        until(lambda: room.acknowledged > so_far + 50)


@contextlib.contextmanager
def frozen(server: Postgres) -> Iterator[None]:
    """It is there, and does nothing."""
    assert server.process is not None
    first = psutil.Process(server.process.pid)
    every = [*first.children(recursive=True), first]
    for each in every:
        each.suspend()
    try:
        yield
    finally:
        for each in every:
            each.resume()


@contextlib.contextmanager
def read_only(server: Postgres) -> Iterator[None]:
    """It takes nothing, as one that stands by for another."""
    _alter(server, "SET default_transaction_read_only = on")
    try:
        yield
    finally:
        _alter(server, "RESET default_transaction_read_only")


def _alter(server: Postgres, how: str) -> None:
    import psycopg

    with psycopg.connect(server.address, autocommit=True) as admin:
        admin.execute("SET default_transaction_read_only = off")
        admin.execute(f"ALTER SYSTEM {how}")  # type: ignore[arg-type]
        admin.execute("SELECT pg_reload_conf()")


def test_postgresql_hangs(empty: Postgres) -> None:
    """It is there and says nothing: whoever asks is told so soon, and when it goes on so does all else, with no vote
    that was acknowledged in the place of a later one."""
    store = Store(empty.address, patience=PATIENCE)
    poll = asked(store)
    store.vote(poll, "a", CHOICES[0])

    async def asks() -> None:
        asking = Asking(store, limit=0.5)
        found = await asking.now()
        assert found is not None
        with frozen(empty):
            for _ in range(2):
                begun = time.monotonic()
                with pytest.raises(StoreError):
                    await asking.run(store.vote, poll, "a", CHOICES[1], writes=True)
                with pytest.raises(StoreError):
                    await asking.now()
                assert time.monotonic() - begun < SECONDS / 2
                await asyncio.sleep(FRESH)
        for choice in CHOICES:
            while True:
                with contextlib.suppress(StoreError):
                    await asking.run(store.vote, poll, "a", choice, writes=True)
                    break
        assert store.tally(poll) == {CHOICES[-1]: 1}
        assert (await asking.now()) == found

    run(asks())
    assert store.tally(poll) == {CHOICES[-1]: 1}
    store.close()


def test_votes_that_wait_keep_nobody_from_reading(path: Path) -> None:
    """However many wait for a file that is held, what is asked is read; when it is free they are all kept."""
    store = Store(f"sqlite:///{path}", patience=SECONDS)
    poll = asked(store)

    async def asks() -> None:
        asking = Asking(store, limit=SECONDS)
        with held(path):
            voters = [asking.run(store.vote, poll, f"browser {n}", CHOICES[0], writes=True) for n in range(30)]
            votes = [asyncio.ensure_future(each) for each in voters]
            await asyncio.sleep(0)
            assert await asking.now() is not None
            assert not any(vote.done() for vote in votes)
        await asyncio.gather(*votes)

    run(asks())
    assert store.tally(poll) == {CHOICES[0]: 30}
    store.close()


@pytest.mark.parametrize("fault", [Postgres.stopped, Postgres.killed, read_only])
def test_postgresql_fails_while_votes_come(
    empty: Postgres, fault: Callable[[Postgres], contextlib.AbstractContextManager[None]]
) -> None:
    """Nothing is acknowledged meanwhile, in a plain sentence; started again it has all that was, and all go on."""
    with voting(empty.address) as room, fault(empty):
        room.is_held_up()
        so_far = room.acknowledged
        with pytest.raises(
            StoreError, match=r"now: (it does not answer|it may only be read|too many ask it at once)\."
        ):
            room.store.vote(room.poll, "one more", "legal")
        assert room.acknowledged == so_far


def test_lines_to_postgresql_are_cut_while_votes_come(empty: Postgres) -> None:
    """A vote whose line is cut is given again; none is lost that was acknowledged, however often that happens."""
    import psycopg

    with voting(empty.address) as room, psycopg.connect(empty.address, autocommit=True) as admin:
        for _ in range(10):
            room.goes_on()
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND backend_type = 'client backend'"
            )


CLASS = """
import sys, threading
from canasta_widgets.serve.store import Store
store = Store(sys.argv[1])
def votes(name):
    for at in range(1000):
        store.vote(int(sys.argv[2]), name, str(at))
        print(f"{name} {at}\\n", end="", flush=True)
for n in range(4):
    threading.Thread(target=votes, args=(f"browser{n}",)).start()
"""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_server_is_killed_while_votes_come(kind: str, path: Path, request: pytest.FixtureRequest) -> None:
    """What it has acknowledged is there when it is started again, or else the vote that was under way."""
    address = f"sqlite:///{path}" if kind == "sqlite" else request.getfixturevalue("empty").address
    store = Store(address)
    poll = store.ask("KK24 444 42K", "take KK", [str(n) for n in range(1000)]).id
    for _ in range(2):
        kept: dict[str, str] = {}
        with subprocess.Popen(
            [sys.executable, "-c", CLASS, address, str(poll)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "widgets")])},
            stdout=subprocess.PIPE,
            text=True,
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                if line.endswith("\n"):
                    kept.update([line.split()])
                if len(kept) == 4 and max(map(int, kept.values())) > 10:
                    process.kill()
        assert len(kept) == 4
        other = Store(address)
        for name, choice in kept.items():
            assert int(other.own(poll, name) or -1) - int(choice) in (0, 1)
        other.close()
    store.close()
