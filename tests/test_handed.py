"""What a class hands in is kept, on either database: one sheet for each assignment, browser and name."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from canasta_widgets.serve import handed as sheets
from canasta_widgets.serve import store as stores
from canasta_widgets.serve.handed import Full, Handed, sender
from canasta_widgets.serve.store import DAYS, Store, StoreError
from disks import held
from postgres import postgres
from test_gathering import sent

from canasta.tutor.results import MOST_HANDED, Results, read_results

DAY = 86400


class Clock:
    """A time that a test sets."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.25

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def results() -> Results:
    """What Ann did of an assignment."""
    return read_results(sent("Ann", 1))


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a PostgreSQL server for this file."""
    with postgres() as server:
        yield server.address


@pytest.fixture
def clock() -> Clock:
    """The time of the store."""
    return Clock()


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path, clock: Clock) -> Iterator[Store]:
    """A store of either kind with nothing in it."""
    if request.param == "sqlite":
        made = Store(f"sqlite:///{tmp_path}/class.sqlite", now=clock)
    else:
        made = Store(request.getfixturevalue("server"), now=clock)
        stores.TABLES.drop_all(made._engine)
    yield made
    made.close()


@pytest.fixture
def handed(store: Store) -> Handed:
    """What was handed in: nothing yet."""
    return Handed(store)


def test_handed_in(handed: Handed, results: Results, clock: Clock) -> None:
    """What is handed in is found again whole, with its name and time, the latest first; and it can be read."""
    assert handed.sheets() == []
    assert not handed.hand_in("a", results)
    clock.now += 5
    assert not handed.hand_in("b", replace(results, label="Ben"))
    ben, ann = handed.sheets()
    assert (ben.label, ann.label, ben.given, ann.given) == ("Ben", "Ann", clock.now, clock.now - 5)
    assert ann.assignment == results.plan.text()
    file = handed.file(ann.id)
    assert file is not None
    assert read_results(file) == results
    assert handed.file(ben.id + 1) is None


def test_once_more(handed: Handed, results: Results, clock: Clock) -> None:
    """Who hands in again replaces his own; another name, browser or assignment replaces nothing."""
    handed.hand_in("a", results)
    clock.now += 5
    better = replace(results, entries=results.entries[:1])
    assert handed.hand_in("a", better)
    [sheet] = handed.sheets()
    assert sheet.given == clock.now
    assert handed.file(sheet.id) == better.text()
    assert handed.hand_in("a", replace(results, label="ann"))
    other = read_results(sent("Ann", plan="wild-cards; seed=b; count=1"))
    assert not handed.hand_in("a", replace(results, label="Ben"))
    assert not handed.hand_in("b", results)
    assert not handed.hand_in("a", other)
    assert len(handed.sheets()) == 4


def test_as_many_as_fit(handed: Handed, results: Results, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is too large, or one too many, is refused and nothing changes; one's own may still be replaced."""
    every = results.entries * (MOST_HANDED // len(results.text()) * 2)
    with pytest.raises(Full) as large:
        handed.hand_in("a", replace(results, entries=every))
    assert large.value.large
    monkeypatch.setattr(sheets, "MOST_SHEETS", 2)
    for browser in "ab":
        handed.hand_in(browser, results)
    with pytest.raises(Full) as many:
        handed.hand_in("c", results)
    assert not many.value.large
    assert handed.hand_in("b", results)
    assert len(handed.sheets()) == 2


def test_old_ones_go(handed: Handed, store: Store, results: Results, clock: Clock) -> None:
    """After its days a sheet is not shown; it is deleted when the next one comes, or when the server starts."""
    handed.hand_in("a", results)
    clock.now += DAYS * DAY + 1
    assert handed.sheets() == []
    handed.hand_in("b", results)
    [left] = handed.sheets()
    clock.now += DAYS * DAY + 1
    store.tidy()
    assert handed.file(left.id) is None


def test_what_was_not_seen_is_not_deleted(handed: Handed, results: Results, clock: Clock) -> None:
    """What comes after the latest that was shown outlives the deleting; forgetting all answers deletes no results."""
    handed.hand_in("a", results)
    seen = handed.sheets()[0].given
    clock.now += 0.5
    handed.hand_in("b", replace(results, label="Ben"))
    handed._store.forget()
    handed.forget(seen)
    assert [each.label for each in handed.sheets()] == ["Ben"]


def test_looking_makes_no_file(tmp_path: Path) -> None:
    """Who only looks leaves nothing behind."""
    handed = Handed(Store(f"sqlite:///{tmp_path}/folder/class.sqlite"))
    assert handed.sheets() == []
    assert handed.file(1) is None
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_has_no_results_yet(tmp_path: Path, results: Results) -> None:
    """A database that was made before there were results gets them, and keeps its questions."""
    path = tmp_path / "class.sqlite"
    before = Store(f"sqlite:///{path}")
    asked = before.ask("KK24 444 42K", "take KK", ("legal", "take.pair"))
    before.close()
    with sqlite3.connect(path) as database:
        database.execute("DROP TABLE canasta_results")
    database.close()
    store = Store(f"sqlite:///{path}")
    assert not Handed(store).hand_in("a", results)
    assert store.asked() == asked
    store.close()


def test_nothing_is_said_to_be_kept_that_is_not(tmp_path: Path, results: Results) -> None:
    """Where the database cannot be written to, handing in fails; nothing in it names a browser."""
    path = tmp_path / "class.sqlite"
    store = Store(f"sqlite:///{path}")
    handed = Handed(store)
    handed.hand_in("the cookie", results)
    other = sqlite3.connect(path, isolation_level=None)
    [row] = other.execute("SELECT * FROM canasta_results").fetchall()
    assert sender(results, "the cookie") in row
    assert "the cookie" not in "".join(map(str, row))
    other.close()
    with held(path), pytest.raises(StoreError):
        handed.hand_in("b", results)
    assert len(handed.sheets()) == 1
    store.close()
