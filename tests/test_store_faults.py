"""A file of SQLite's fails while a class votes: what was acknowledged is there, nothing else is, all go on."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from canasta_widgets.serve.asking import Asking
from canasta_widgets.serve.store import Refused, Store, StoreError
from disks import Disk, held, small_disk
from loops import ran
from voters import BROWSERS, CHOICES, PATIENCE, SECONDS, asked, until, voting


@pytest.fixture(scope="module")
def disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Disk]:
    """A small disk for this file."""
    with small_disk(tmp_path_factory.mktemp("disk")) as disk:
        yield disk


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a database may lie."""
    return tmp_path / "class.sqlite"


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
            with pytest.raises(StoreError, match="this program may not write there"):
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
        with pytest.raises(StoreError, match=r"may only be read|this program may not write there"):
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

    ran(asks())
    assert store.tally(poll) == {CHOICES[0]: 30}
    store.close()
