"""What a class answers, in a database: SQLite on the teacher's machine, or PostgreSQL for several servers.

Whoever is told that an answer is kept finds it after a power cut. Nothing is kept longer than ``DAYS``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import sqlalchemy as sql
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, NoSuchModuleError, ProgrammingError
from sqlalchemy.exc import TimeoutError as Waited

from canasta.words import N_, _, render

SCHEMA = 1  # of the tables below
DAYS = 30  # after which a question and its answers, and results, are deleted
HOURS = 12  # after which nobody is asked any more what was left open
MOST_VOTES = 2000  # for one question; a class is far smaller
PATIENCE = 3  # seconds to wait for others who write
DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}

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

    def __init__(self, address: str = "", *, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._ready = False
        self._file: tuple[int, int] | None = None  # that was opened
        self._turn = Lock()
        self._engine = _engine(address or default_address())
        self._writer = self._engine.execution_options(canasta_writes=True)

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

    def end(self) -> None:
        """Nothing is asked any more."""
        with self.writes() as database:
            _close(database, self._now())

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
        if not self._turn.acquire(timeout=PATIENCE):
            raise self._cannot(_(CROWD))
        try:
            with self._told():
                self._prepare()
                with self._writer.begin() as database:
                    yield database
        finally:
            self._turn.release()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever the database says against it, as one plain sentence."""
        try:
            yield
        except DBAPIError as fault:
            self._ready = False  # it may not be the database that it was
            raise self._cannot(_why(str(fault.orig))) from fault
        except Waited as fault:
            raise self._cannot(_(CROWD)) from fault
        except OSError as fault:
            raise self._cannot(fault.strerror or str(fault)) from fault

    def _cannot(self, why: str) -> StoreError:
        return StoreError(_("The database {where} cannot be used now: {why}.").format(where=self, why=why))

    def _prepare(self) -> None:
        """Make the tables, once, and look whether they are ours."""
        if self._ready and self._opened() == self._file:
            return
        # A file that was taken away would go on to be written to, where nobody finds it.
        self._engine.dispose()
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
        self._ready, self._file = True, self._opened()

    def _path(self) -> Path | None:
        """The file of a database that is one."""
        return Path(str(self._engine.url.database)) if self._engine.dialect.name == "sqlite" else None

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
        except (IntegrityError, ProgrammingError):
            with self._engine.begin() as database:
                return str(database.execute(version).scalar_one())
        return str(SCHEMA)


def hashed(poll: int, browser: str) -> str:
    """What stands for a browser in the answers to one question; in those to another something else does."""
    return sha256(f"{poll}:{browser}".encode()).hexdigest()


def default_address() -> str:
    """The file of this user's, in Jupyter's data folder, as the address of a database."""
    from jupyter_core.paths import jupyter_data_dir

    return sql.URL.create(
        "sqlite", database=str(Path(jupyter_data_dir()) / "canasta-tutor" / "class.sqlite")
    ).render_as_string()


def tidy(database: sql.Connection, now: float) -> None:
    """Delete what is too old to be kept."""
    database.execute(sql.delete(POLLS).where(POLLS.c.opened < now - DAYS * 86400))
    database.execute(sql.delete(RESULTS).where(RESULTS.c.given < now - DAYS * 86400))


def _close(database: sql.Connection, now: float) -> None:
    database.execute(sql.update(POLLS).where(POLLS.c.closed.is_(None)).values(closed=now))


def _engine(address: str) -> sql.Engine:
    """The engine for an address. Raises ValueError, with what would be right, for one that is none."""
    wanted = _("write it as sqlite:////folder/class.sqlite or postgresql://user:password@host/name")
    try:
        url = sql.make_url(address)
        kind = url.get_backend_name()
        if kind not in DRIVERS:
            raise ValueError(_("database: {kind} is not known here; {wanted}").format(kind=kind, wanted=wanted))
        if kind == "sqlite" and url.database in (None, "", ":memory:"):
            raise ValueError(_("database: no file is named; {wanted}").format(wanted=wanted))
        url = url.set(drivername=DRIVERS[kind])
        if kind == "postgresql":
            options = {"connect_timeout": PATIENCE, "options": f"-c lock_timeout={PATIENCE}s -c statement_timeout=10s"}
            return sql.create_engine(url, pool_pre_ping=True, pool_timeout=PATIENCE, connect_args=options)
        engine = sql.create_engine(url, pool_timeout=PATIENCE, connect_args={"timeout": PATIENCE})
    except (ArgumentError, NoSuchModuleError) as fault:
        raise ValueError(_("database: this is no address of one; {wanted}").format(wanted=wanted)) from fault
    except ModuleNotFoundError as fault:
        message = _("database: {module} is not installed; pip install 'canasta-tutor[postgresql]'")
        raise ValueError(message.format(module=fault.name)) from fault
    sql.event.listen(engine, "connect", _connected)
    sql.event.listen(engine, "begin", _begun)
    return engine


def _connected(connection: Any, _record: Any) -> None:
    """SQLite as we want it: readers do not wait for who writes, and what was committed is on the disk."""
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, not where Python's module guesses
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {setting}").close()


def _begun(database: sql.Connection) -> None:
    # Who is going to write says so at once: else two who have read would each wait for the other.
    writes = database.get_execution_options().get("canasta_writes")
    database.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


CROWD = N_("too many ask it at once")
# What databases say, and what it means for whoever runs the class.
PLAIN = {
    "locked": N_("another program holds it"),
    "readonly": N_("it may only be read"),
    "disk is full": N_("the disk is full"),
    "No space left": N_("the disk is full"),
    "Connection refused": N_("it does not answer"),
    "timeout expired": N_("it does not answer"),
    "lock timeout": N_("another program holds it"),
    "unable to open": N_("it cannot be opened; is there such a folder, and may this program write there?"),
    "not a database": N_("the file is no database"),
    "malformed": N_("the file is damaged"),
    "disk I/O": N_("the disk does not do what it is told"),
}


def _why(said: str) -> str:
    plain = next((why for sign, why in PLAIN.items() if sign in said), "")
    return _(plain) if plain else " ".join(said.split()).rstrip(".?")[:200]
