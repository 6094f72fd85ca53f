"""What a class answers, in a database: SQLite on the teacher's machine, or PostgreSQL for several servers.

Whoever is told that an answer is kept finds it after a power cut. Nothing is kept longer than ``DAYS``.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from errno import ENOENT
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.exc import TimeoutError as Waited

from canasta.filling import render
from canasta.words import N_, _
from canasta_widgets.serve.database import CROWD, WRITES, default_address, engine, passes, why

SCHEMA = 1  # of the tables below
DAYS = 30  # after which a question and its answers, and results, are deleted
HOURS = 12  # after which nobody is asked any more what was left open
NUMBERED = 1767225600  # the beginning of 2026, in seconds since 1970: numbers fit in 31 bits for 68 years
MOST_VOTES = 2000  # for one question; a class is far smaller
PATIENCE = 3  # seconds to wait for others who write

TABLES = sql.MetaData()
ABOUT = sql.Table(
    "canasta_about",
    TABLES,
    sql.Column("name", sql.String(40), primary_key=True),
    sql.Column("value", sql.String(200), nullable=False),
)
POLLS = sql.Table(
    "canasta_polls",
    TABLES,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("line", sql.Text, nullable=False),
    sql.Column("action", sql.Text, nullable=False),
    sql.Column("choices", sql.Text, nullable=False),  # a list in JSON
    sql.Column("opened", sql.Float, nullable=False),  # seconds since 1970, as the next two
    sql.Column("revealed", sql.Float),
    sql.Column("closed", sql.Float),
    sqlite_autoincrement=True,  # a number is never given twice, so that no late answer counts for another question
)
VOTES = sql.Table(
    "canasta_votes",
    TABLES,
    sql.Column("poll", sql.ForeignKey(POLLS.c.id, ondelete="CASCADE"), primary_key=True),
    sql.Column("browser", sql.String(64), primary_key=True),
    sql.Column("choice", sql.String(80), nullable=False),
    sql.Column("given", sql.Float, nullable=False),
)
RESULTS = sql.Table(
    "canasta_results",
    TABLES,
    sql.Column("id", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("sender", sql.String(64), nullable=False, unique=True),  # who handed in what: see handed.py
    sql.Column("assignment", sql.Text, nullable=False),
    sql.Column("label", sql.Text, nullable=False),
    sql.Column("file", sql.Text, nullable=False),
    sql.Column("given", sql.Float, nullable=False),
    sqlite_autoincrement=True,
)


class StoreError(Exception):
    """The database cannot be used now; a plain sentence says why. Nothing was kept."""


class Refused(Exception):
    """A vote that does not count: ``late`` if the answer had been shown before, else it is none of the choices."""

    def __init__(self, *, late: bool) -> None:
        super().__init__("too late" if late else "none of the choices")
        self.late = late


class Asked(NamedTuple):
    """A question that was asked: the position as a line, the action in its words, and what one chooses from."""

    id: int
    line: str
    action: str
    choices: tuple[str, ...]
    revealed: bool


class Store:
    """The questions of a class and what was answered.

    ``address`` is one that SQLAlchemy takes, or "" for a file in Jupyter's data folder. No database is opened before it
    is needed. All methods raise StoreError if it cannot be used; they may be called from several threads. Raises
    ValueError for an address that is none.
    """

    def __init__(self, address: str = "", *, now: Callable[[], float] = time.time, patience: float = PATIENCE) -> None:
        self._now = now
        self._patience = patience
        self._ready = False
        self._file: tuple[int, int] | None = None  # that was opened
        self._turn = Lock()
        self._engine = engine(address or default_address(), patience)
        self._writer = self._engine.execution_options(**{WRITES: True})

    def __str__(self) -> str:
        """Where it lies, without a password."""
        url = self._engine.url
        return str(url.database) if self._engine.dialect.name == "sqlite" else url.render_as_string(hide_password=True)

    @property
    def full_address(self) -> str:
        """Its address, with the password."""
        return self._engine.url.render_as_string(hide_password=False)

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    # -- what the presenter does ------------------------------------------------------------------------------------

    def ask(self, line: str, action: str, choices: Sequence[str]) -> Asked:
        """Ask a question; the one before is over."""
        now = self._now()
        with self.writes() as database:
            tidy(database, now)
            _close(database, now)
            values = {"line": line, "action": action, "choices": json.dumps(list(choices)), "opened": now}
            key = database.execute(sql.insert(POLLS).values(values)).inserted_primary_key
        assert key is not None
        return Asked(int(key[0]), line, action, tuple(choices), False)

    def tidy(self) -> None:
        """Delete what is too old to be kept."""
        with self.writes() as database:
            tidy(database, self._now())

    def reveal(self, poll: int) -> None:
        """From now on no answer is taken."""
        with self.writes() as database:
            open_one = (POLLS.c.id == poll) & POLLS.c.revealed.is_(None)
            database.execute(sql.update(POLLS).where(open_one).values(revealed=self._now()))

    def end(self, poll: int) -> None:
        """This question is not asked any more; another one that is stays."""
        with self.writes() as database:
            _close(database, self._now(), poll)

    def tally(self, poll: int) -> dict[str, int]:
        """How many chose what; what nobody chose is not there."""
        counted = sql.select(VOTES.c.choice, sql.func.count()).where(VOTES.c.poll == poll).group_by(VOTES.c.choice)
        with self.reads() as database:
            return {str(choice): int(n) for choice, n in database.execute(counted)}

    def forget(self) -> None:
        """Delete all questions and all that was answered."""
        with self.writes() as database:
            database.execute(sql.delete(VOTES))
            database.execute(sql.delete(POLLS))

    # -- what learners do -------------------------------------------------------------------------------------------

    def asked(self) -> Asked | None:
        """What is asked now, or was and is still shown; None if nothing is."""
        if not self.begun:
            return None
        open_ones = POLLS.c.closed.is_(None) & (POLLS.c.opened > self._now() - HOURS * 3600)
        latest = sql.select(POLLS).where(open_ones).order_by(POLLS.c.id.desc()).limit(1)
        with self.reads() as database:
            row = database.execute(latest).one_or_none()
        if row is None:
            return None
        return Asked(row.id, row.line, row.action, tuple(json.loads(row.choices)), row.revealed is not None)

    def vote(self, poll: int, browser: str, choice: str) -> None:
        """Keep what a browser answers, in place of what it answered before.

        Raises Refused if that question is not open to answers, or has no such choice.
        """
        who = hashed(poll, browser)
        with self.writes() as database:
            # Whoever shows the answer waits for this, or this sees that it is shown.
            found = sql.select(POLLS.c.choices, POLLS.c.revealed, POLLS.c.closed).where(POLLS.c.id == poll)
            row = database.execute(found.with_for_update(read=True)).one_or_none()
            if row is None or row.revealed is not None or row.closed is not None:
                raise Refused(late=True)
            if choice not in json.loads(row.choices):
                raise Refused(late=False)
            mine = (VOTES.c.poll == poll) & (VOTES.c.browser == who)
            values = {"choice": choice, "given": self._now()}
            if database.execute(sql.update(VOTES).where(mine).values(values)).rowcount:
                return
            if self._count(database, poll) >= MOST_VOTES:
                raise StoreError(render(N_("More than {n} have answered; no more are counted."), {"n": MOST_VOTES}))
            adding = self.dialect.insert(VOTES).values(poll=poll, browser=who, **values)
            keys = [VOTES.c.poll, VOTES.c.browser]
            database.execute(adding.on_conflict_do_update(index_elements=keys, set_=values))

    def own(self, poll: int, browser: str) -> str | None:
        """What a browser answered, None if nothing."""
        mine = (VOTES.c.poll == poll) & (VOTES.c.browser == hashed(poll, browser))
        with self.reads() as database:
            return database.execute(sql.select(VOTES.c.choice).where(mine)).scalar_one_or_none()

    @property
    def begun(self) -> bool:
        """Whether there is anything to look into: looking alone makes no file."""
        return (path := self._path()) is None or path.exists()

    @property
    def now(self) -> float:
        """The time, in seconds since 1970."""
        return self._now()

    @property
    def dialect(self) -> Any:
        """What SQLAlchemy has for this kind of database alone."""
        return sqlite if self._engine.dialect.name == "sqlite" else postgresql

    # -- the database -----------------------------------------------------------------------------------------------

    @staticmethod
    def _count(database: sql.Connection, poll: int) -> int:
        counted = sql.select(sql.func.count()).select_from(VOTES).where(VOTES.c.poll == poll)
        return int(database.execute(counted).scalar_one())

    @contextmanager
    def reads(self) -> Iterator[sql.Connection]:
        """A connection to look with. Raises StoreError if there is none."""
        with self._told():
            self._prepare()
            with self._engine.begin() as database:
                yield database

    @contextmanager
    def writes(self) -> Iterator[sql.Connection]:
        """A connection to change things with, for good when the block is left. Raises StoreError if they are not."""
        # SQLite lets those who wait knock at random, so within this program they stand in a row.
        if not self._turn.acquire(timeout=self._patience):
            raise self._cannot(_(CROWD))
        try:
            with self._told():
                file = self._prepare()
                with self._writer.begin() as database:
                    yield database
                if self._opened() != file:
                    raise FileNotFoundError(ENOENT, _("its file has been taken away"))
        finally:
            self._turn.release()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever the database says against it, as one plain sentence."""
        try:
            yield
        except DBAPIError as fault:
            if not passes(fault):
                self._ready, self._file = False, None  # it may not be the database that it was
            raise self._cannot(why(fault)) from fault
        except Waited as fault:
            raise self._cannot(_(CROWD)) from fault
        except OSError as fault:
            raise self._cannot(fault.strerror or str(fault)) from fault

    def _cannot(self, reason: str) -> StoreError:
        return StoreError(_("The database {where} cannot be used now: {why}.").format(where=self, why=reason))

    def _prepare(self) -> tuple[int, int] | None:
        """Make the tables, once, and look whether they are ours; gives the file that they are in, if it is one."""
        file = self._opened()
        if file != self._file:
            # A file that was taken away would go on to be written to, where nobody finds it.
            self._engine.dispose()
            self._beside()
        elif self._ready:
            return file
        if path := self._path():
            path.parent.mkdir(parents=True, exist_ok=True)
        version = sql.select(ABOUT.c.value).where(ABOUT.c.name == "schema")
        with self._engine.begin() as database:
            looks = sql.inspect(database)
            known = all(looks.has_table(name) for name in TABLES.tables)
            found = database.execute(version).scalar_one_or_none() if known else None
        if found is None:
            found = self._make(version)
        if int(found) > SCHEMA:
            message = N_("The database {where} is of a newer version of this program; take that, or another database.")
            raise StoreError(render(message, {"where": str(self)}))
        self._file = file = self._opened()
        self._ready = True
        return file

    def _path(self) -> Path | None:
        """The file of a database that is one."""
        return Path(str(self._engine.url.database)) if self._engine.dialect.name == "sqlite" else None

    def _beside(self) -> None:
        """What SQLite keeps beside a file while it could only be read could only be read for ever after."""
        if path := self._path():
            for each in (f"{path}-wal", f"{path}-shm"):
                with suppress(OSError):  # it is not there, or another's
                    os.chmod(each, path.stat().st_mode & 0o777)

    def _opened(self) -> tuple[int, int] | None:
        """What tells the file that lies there from another of the same name."""
        path = self._path()
        try:
            found = path.stat() if path else None
            return found and (found.st_dev, found.st_ino)
        except FileNotFoundError:
            return None

    def _make(self, version: sql.Select[tuple[str]]) -> str:
        """Make what is missing; another server may do so at the same time."""
        try:
            with self._writer.begin() as database:
                TABLES.create_all(database)
                if (found := database.execute(version).scalar_one_or_none()) is not None:
                    return str(found)
                database.execute(sql.insert(ABOUT).values(name="schema", value=str(SCHEMA)))
                self._begin_numbers(database)
        except (IntegrityError, ProgrammingError):
            with self._engine.begin() as database:
                return str(database.execute(version).scalar_one())
        return str(SCHEMA)

    def _begin_numbers(self, database: sql.Connection) -> None:
        """Let a database that was made anew number on from the time, lest a page take its questions for older ones."""
        last = max(int(self._now()) - NUMBERED, 1)
        if self._engine.dialect.name == "sqlite":
            database.exec_driver_sql("INSERT INTO sqlite_sequence VALUES (?, ?)", (POLLS.name, last))
        else:
            database.execute(sql.func.setval(sql.func.pg_get_serial_sequence(POLLS.name, "id"), last))


def hashed(poll: int, browser: str) -> str:
    """What stands for a browser in the answers to one question; in those to another something else does."""
    return sha256(f"{poll}:{browser}".encode()).hexdigest()


def tidy(database: sql.Connection, now: float) -> None:
    """Delete what is too old to be kept."""
    database.execute(sql.delete(POLLS).where(POLLS.c.opened < now - DAYS * 86400))
    database.execute(sql.delete(RESULTS).where(RESULTS.c.given < now - DAYS * 86400))


def _close(database: sql.Connection, now: float, *polls: int) -> None:
    """Close these questions, or whatever is asked."""
    these = [POLLS.c.id.in_(polls)] if polls else []
    database.execute(sql.update(POLLS).where(POLLS.c.closed.is_(None), *these).values(closed=now))
