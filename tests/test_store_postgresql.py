"""PostgreSQL fails while a class votes, or the server does: what was acknowledged is there, nothing else is."""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from canasta_widgets.serve import store as stores
from canasta_widgets.serve.asking import FRESH, Asking
from canasta_widgets.serve.store import Store, StoreError
from loops import ran
from postgres import Postgres, postgres
from voters import CHOICES, PATIENCE, SECONDS, asked, voting

ROOT = Path(__file__).resolve().parents[1]


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

    ran(asks())
    assert store.tally(poll) == {CHOICES[-1]: 1}
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
def test_the_server_is_killed_while_votes_come(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """What it has acknowledged is there when it is started again, or else the vote that was under way."""
    address = f"sqlite:///{tmp_path}/class.sqlite" if kind == "sqlite" else request.getfixturevalue("empty").address
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
