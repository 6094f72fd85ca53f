"""What a class answers is kept: one answer a browser, changeable until the answer is shown, on either database."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from canasta_widgets.serve import store as stores
from canasta_widgets.serve.database import default_address
from canasta_widgets.serve.store import DAYS, HOURS, Refused, Store, StoreError, hashed
from postgres import Postgres, postgres
from pseudo import Pseudo, spoken
from test_words import escaped

CHOICES = ("legal", "take.pair", "freeze.natural-pair")
VOTERS, VOTES = 30, 20
Ask = Callable[[Store], int]


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    """A PostgreSQL server for this file."""
    with postgres() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of either kind with nothing in it."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/folder/class.sqlite"
    server: Postgres = request.getfixturevalue("server")
    made = Store(server.address)
    stores.TABLES.drop_all(made._engine)
    made.close()
    return server.address


@pytest.fixture
def store(address: str) -> Iterator[Store]:
    """A store on it."""
    made = Store(address)
    yield made
    made.close()


def asked(store: Store) -> int:
    """Ask something; gives its number."""
    return store.ask("KK24 444 42K", "take KK", CHOICES).id


def test_what_was_deleted_cannot_be_read(tmp_path: Path) -> None:
    """What was deleted stands in the files of the database no more, not even where nothing else has been written."""
    made = Store(f"sqlite:///{tmp_path}/class.sqlite")
    made.ask("KK24 444 42K", "take KK", [f"a-choice-of-{n}" for n in range(500)])
    made.forget()
    made.close()
    left = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"canasta_polls" in left
    assert b"a-choice-of" not in left


def test_nothing_is_asked_at_first(store: Store) -> None:
    """Nothing is asked in a database that is not there yet; it is made, with its folder, when something is."""
    assert store.asked() is None
    assert store.tally(1) == {}
    assert asked(store) > 0


def test_looking_makes_no_file(tmp_path: Path) -> None:
    """Whoever only looks whether something is asked leaves nothing behind."""
    assert Store(f"sqlite:///{tmp_path}/folder/class.sqlite").asked() is None
    assert list(tmp_path.iterdir()) == []


def test_a_question_is_what_was_asked(store: Store, address: str) -> None:
    """What is asked is found again, also by another server; after the reveal it is still shown, after its end not.

    Whoever ends another question does not end this one.
    """
    made = store.ask("KK24 444 42K", "take KK", CHOICES)
    other = Store(address)
    assert made == store.asked() == other.asked()
    assert (made.line, made.action, made.choices, made.revealed) == ("KK24 444 42K", "take KK", CHOICES, False)
    store.reveal(made.id)
    assert other.asked() == made._replace(revealed=True)
    other.end(made.id + 1)
    assert store.asked() == made._replace(revealed=True)
    other.end(made.id)
    assert store.asked() is None
    other.close()


def test_one_vote_for_each_browser(store: Store) -> None:
    """An answer stands in the place of the one before from the same browser; the tally counts each browser once."""
    poll = asked(store)
    assert store.own(poll, "a") is None
    store.vote(poll, "a", "legal")
    store.vote(poll, "b", "legal")
    store.vote(poll, "a", "take.pair")
    assert store.tally(poll) == {"legal": 1, "take.pair": 1}
    assert (store.own(poll, "a"), store.own(poll, "b")) == ("take.pair", "legal")


def test_what_does_not_count(store: Store) -> None:
    """What is none of the choices, and what comes after the reveal or the end or to no question, changes nothing."""
    poll = asked(store)
    store.vote(poll, "a", "legal")
    with pytest.raises(Refused) as wrong:
        store.vote(poll, "a", "meld.threes")
    assert not wrong.value.late
    store.reveal(poll)
    for number in (poll, poll + 1):
        with pytest.raises(Refused) as late:
            store.vote(number, "a", "take.pair")
        assert late.value.late
    assert store.tally(poll) == {"legal": 1}
    again = asked(store)
    store.end(again)
    with pytest.raises(Refused):
        store.vote(again, "a", "legal")
    assert store.tally(again) == {}


def test_another_question_ends_the_one_before(store: Store) -> None:
    """Only the latest is asked; its answers are its own, and a late one to the question before does not count."""
    first = asked(store)
    store.vote(first, "a", "legal")
    second = asked(store)
    found = store.asked()
    assert found is not None
    assert found.id == second != first
    assert store.own(second, "a") is None
    with pytest.raises(Refused):
        store.vote(first, "a", "take.pair")
    assert store.tally(first) == {"legal": 1}


def test_a_race_with_the_reveal(store: Store) -> None:
    """Thirty vote and change while the answer is shown: none counts after it, each browser once, all that were kept."""
    poll = asked(store)
    kept: dict[str, str] = {}
    refused: list[str] = []
    faults: list[Exception] = []
    shown = threading.Event()
    begun = threading.Barrier(VOTERS + 1)

    def votes(name: str) -> None:
        begun.wait()
        for at in range(VOTES):
            was_shown = shown.is_set()
            try:
                store.vote(poll, name, CHOICES[at % 3])
            except Refused:
                refused.append(name)
            except Exception as fault:
                faults.append(fault)
            else:
                kept[name] = CHOICES[at % 3]
                if was_shown:
                    faults.append(AssertionError("kept after it was shown"))

    threads = [threading.Thread(target=votes, args=(f"browser {n}",)) for n in range(VOTERS)]
    for thread in threads:
        thread.start()
    begun.wait()
    while sum(store.tally(poll).values()) < VOTERS // 2:
        pass
    store.reveal(poll)
    at_reveal = store.tally(poll)
    shown.set()
    for thread in threads:
        thread.join()
    assert faults == []
    assert refused
    assert store.tally(poll) == at_reveal == {choice: n for choice in CHOICES if (n := [*kept.values()].count(choice))}
    assert {name: store.own(poll, name) for name in kept} == kept


def test_the_reveal_waits_for_a_vote_that_is_under_way(address: str) -> None:
    """A vote that was found in time is written before the answer is shown: the tally at the reveal is the last one."""
    shows = Store(address)
    poll = asked(shows)
    checked, go_on = threading.Event(), threading.Event()

    def slowly() -> float:
        checked.set()
        go_on.wait(5)
        return 0.0

    voter = Store(address, now=slowly)
    tallies: list[dict[str, int]] = []

    def reveal() -> None:
        shows.reveal(poll)
        tallies.append(shows.tally(poll))

    voting = threading.Thread(target=voter.vote, args=(poll, "a", "legal"))
    revealing = threading.Thread(target=reveal)
    voting.start()
    assert checked.wait(5)
    revealing.start()
    revealing.join(0.3)
    go_on.set()
    voting.join()
    revealing.join()
    assert tallies == [shows.tally(poll)] == [{"legal": 1}]
    for each in (shows, voter):
        each.close()


def test_one_browser_that_hurries(store: Store) -> None:
    """Many first answers of one browser at the same time are one vote."""
    poll = asked(store)
    threads = [threading.Thread(target=store.vote, args=(poll, "a", CHOICES[n % 3])) for n in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(store.tally(poll).values()) == 1


def test_two_who_begin_together(address: str) -> None:
    """Servers that open a new database at the same moment make its tables once, and all can use it."""
    made = [Store(address) for _ in range(6)]
    found: list[object] = []
    threads = [threading.Thread(target=lambda store=store: found.append(store.tally(1))) for store in made]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [{}] * 6
    assert asked(made[0]) > 0
    for each in made:
        each.close()


def test_forget(store: Store) -> None:
    """Nothing that was asked or answered is left."""
    poll = asked(store)
    store.vote(poll, "a", "legal")
    store.forget()
    assert store.asked() is None
    assert store.tally(poll) == {}
    assert asked(store) != poll


def test_old_questions_are_deleted(address: str) -> None:
    """What is older than thirty days goes with its answers, when a server starts or something is asked."""
    day = [0.0]
    store = Store(address, now=lambda: day[0] * 86400)
    first = asked(store)
    store.vote(first, "a", "legal")
    day[0] = DAYS - 1
    second = asked(store)
    store.vote(second, "a", "legal")
    assert store.tally(first) == {"legal": 1}
    day[0] = DAYS + 1
    asked(store)
    assert store.tally(first) == {}
    assert store.tally(second) == {"legal": 1}
    day[0] = 2 * DAYS
    store.tidy()
    assert store.tally(second) == {}
    store.close()


def test_what_was_left_open(address: str) -> None:
    """A question that was left open is asked no more the next day; what was answered is still there."""
    hour = [0.0]
    store = Store(address, now=lambda: hour[0] * 3600)
    poll = asked(store)
    store.vote(poll, "a", "legal")
    hour[0] = HOURS - 1
    assert store.asked() is not None
    hour[0] = HOURS + 1
    assert store.asked() is None
    assert store.tally(poll) == {"legal": 1}
    store.close()


def test_too_many_answers(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood of browsers that are none does not fill the disk; who answered before may still change it."""
    monkeypatch.setattr(stores, "MOST_VOTES", 3)
    poll = asked(store)
    for name in "abc":
        store.vote(poll, name, "legal")
    with pytest.raises(StoreError, match="3"):
        store.vote(poll, "d", "legal")
    store.vote(poll, "a", "take.pair")
    assert store.tally(poll) == {"legal": 2, "take.pair": 1}


def test_a_newer_database_is_left_alone(store: Store, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database of a newer version is refused plainly, and nothing is written to it."""
    asked(store)
    older = Store(address)
    monkeypatch.setattr(stores, "SCHEMA", 0)
    with pytest.raises(StoreError, match="newer version"):
        older.ask("KK24 444 42K", "draw", CHOICES)
    found = store.asked()
    assert found is not None
    assert found.action == "take KK"
    older.close()


def test_a_browser_is_not_known_again(store: Store) -> None:
    """What stands for a browser is a hash, another for each question, so that answers cannot be put together."""
    assert hashed(1, "a") != hashed(2, "a")
    poll = asked(store)
    store.vote(poll, "the cookie", "legal")
    with store._engine.connect() as database:
        kept = [str(row) for row in database.execute(stores.VOTES.select())]
    assert len(kept) == 1
    assert hashed(poll, "the cookie") in kept[0]
    assert "the cookie" not in kept[0]


def test_a_file_that_is_taken_away(tmp_path: Path) -> None:
    """Answers do not go on into a file that nobody finds: it is made anew, and says that the question is gone."""
    path = tmp_path / "class.sqlite"
    store = Store(f"sqlite:///{path}")
    poll = asked(store)
    for each in tmp_path.glob("class.sqlite*"):
        each.unlink()
    with pytest.raises(Refused):
        store.vote(poll, "a", "legal")
    assert asked(store)
    assert path.exists()
    store.close()


def test_what_was_kept_is_on_the_disk(tmp_path: Path) -> None:
    """SQLite waits for the disk before it says that something is kept; another program finds it at once."""
    path = tmp_path / "class.sqlite"
    store = Store(f"sqlite:///{path}")
    store.vote(asked(store), "a", "legal")
    with store.writes() as database:
        settings = [database.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("synchronous", "journal_mode")]
    assert settings == [2, "wal"]
    other = sqlite3.connect(path)
    assert other.execute("SELECT choice FROM canasta_votes").fetchall() == [("legal",)]
    other.close()
    store.close()


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("nonsense", "no address"),
        ("mysql://someone@host/name", "mysql"),
        ("sqlite://", "no file"),
        ("sqlite:///:memory:", "no file"),
        ("://", "no address"),
        ("postgresql://u:p@host:port/name", "no address"),
        ("/tmp", "no address"),
        ("sqlite:////srv/class.sqlite?mode=ro", "no options"),
        ("~nobodyhere/class.sqlite", "no such user"),
    ],
)
def test_no_address_of_a_database(address: str, word: str) -> None:
    """An address that is none, or of a database that is not known, is refused at once, with what would be right."""
    with pytest.raises(ValueError, match=word) as fault:
        Store(address)
    assert str(fault.value).startswith("--database (or CANASTA_DATABASE): ")
    assert "write it as /folder/class.sqlite or postgresql://" in str(fault.value)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    """A folder that is called like a file is refused before anything is asked of it."""
    (tmp_path / "class.db").mkdir()
    with pytest.raises(ValueError, match="is a folder"):
        Store(str(tmp_path / "class.db"))


@pytest.mark.parametrize("address", ["class.sqlite", "sqlite:///class.sqlite", "./a b/../class.sqlite"])
def test_a_file_by_its_path(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may be named as files are; kernels that work in another folder are told the same one."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a b").mkdir()
    store = Store(address)
    asked(store)
    monkeypatch.chdir("/")
    other = Store(store.full_address)
    found = other.asked()
    assert found is not None
    assert (tmp_path / "class.sqlite").is_file()
    store.close()
    other.close()


def test_a_database_that_does_not_answer() -> None:
    """A plain sentence names the database, without its password, and says why."""
    store = Store("postgresql://someone:secret@127.0.0.1:1/name")
    with pytest.raises(StoreError, match="does not answer") as fault:
        store.asked()
    assert "127.0.0.1:1" in str(fault.value)
    assert "secret" not in str(fault.value) + str(store)
    assert "secret" in store.full_address


def test_a_file_that_is_none(tmp_path: Path) -> None:
    """A file that is no database is named, and stays as it is."""
    path = tmp_path / "class.sqlite"
    path.write_text("my diary, which is long enough to be looked at by a database" * 20)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="no database") as fault:
        asked(Store(f"sqlite:///{path}"))
    assert str(path) in str(fault.value)
    assert path.read_bytes() == before


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    """Where no folder can be made the sentence says so."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"file/class\.sqlite cannot be used now"):
        asked(Store(f"sqlite:///{tmp_path}/file/class.sqlite"))


def test_the_usual_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an address it is a file in Jupyter's data folder, whatever signs its name has."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "my data?#%41"))
    store = Store("")
    assert default_address().startswith("sqlite:///")
    asked(store)
    assert (tmp_path / "my data?#%41" / "canasta-tutor" / "class.sqlite").is_file()
    again = Store(store.full_address)
    assert again.asked() == store.asked()
    again.close()
    store.close()


def test_faults_are_translated(tmp_path: Path) -> None:
    """What goes wrong is said in the language of the lessons."""
    (tmp_path / "class.sqlite").write_text("no database at all, as one sees at its first bytes" * 20)
    with spoken(Pseudo()), pytest.raises(StoreError) as fault:
        Store(f"sqlite:///{tmp_path}/class.sqlite").asked()
    assert not escaped(str(fault.value), str(tmp_path / "class.sqlite"))
