"""A database that is reached by an address: how it is opened, and in plain words what it says against that."""

from __future__ import annotations

import math
import re
import sqlite3
from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from canasta.words import N_, _
from canasta_widgets.serve.room import DATABASE

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+psycopg"}
FILE = re.compile(r"^(?!\w\w+:).*\.(?:sqlite3?|db)$")  # a file that is named as files are
WRITES = "canasta_writes"  # an option of whoever is going to write


def default_address() -> str:
    """The file of this user's, in Jupyter's data folder, as the address of a database."""
    from jupyter_core.paths import jupyter_data_dir

    return sql.URL.create(
        "sqlite", database=str(Path(jupyter_data_dir()) / "canasta-tutor" / "class.sqlite")
    ).render_as_string()


def engine(address: str, patience: float) -> sql.Engine:
    """The engine for an address, or for the path of a file.

    Raises ValueError, with what would be right, for what is neither.
    """
    url = _url(address)
    try:
        if url.get_backend_name() == "postgresql":
            return sql.create_engine(url, pool_pre_ping=True, pool_timeout=patience, connect_args=_connecting(patience))
        made = sql.create_engine(url, pool_timeout=patience, connect_args={"timeout": patience})
    except ModuleNotFoundError as fault:
        raise _wrong(
            _("{module} is not installed; pip install 'canasta-tutor[postgresql]'"), module=fault.name
        ) from fault
    sql.event.listen(made, "connect", _connected)
    sql.event.listen(made, "begin", _begun)
    return made


def _url(address: str) -> sql.URL:
    wanted = _("write it as /folder/class.sqlite or postgresql://user:password@host/name")
    try:
        url = sql.URL.create("sqlite", database=address) if FILE.search(address) else sql.make_url(address)
        kind = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError, ValueError) as fault:
        raise _wrong(_("this is no address of one; {wanted}"), wanted=wanted) from fault
    if kind not in DRIVERS:
        raise _wrong(_("{kind} is not known here; {wanted}"), kind=kind, wanted=wanted)
    if kind == "sqlite":
        if url.database in (None, "", ":memory:"):
            raise _wrong(_("no file is named; {wanted}"), wanted=wanted)
        if url.query:
            raise _wrong(
                _("a file takes no options ({options}); {wanted}"), options=", ".join(url.query), wanted=wanted
            )
        # Whoever is told of it may work in another folder.
        try:
            path = Path(url.database or "").expanduser().absolute()
        except RuntimeError as fault:
            raise _wrong(_("there is no such user as in {path}; {wanted}"), path=url.database, wanted=wanted) from fault
        if path.is_dir():
            raise _wrong(_("{path} is a folder; {wanted}"), path=path, wanted=wanted)
        url = url.set(database=str(path))
    return url.set(drivername=DRIVERS[kind])


def _wrong(message: str, **values: Any) -> ValueError:
    return ValueError(_("--database (or {name}): {why}").format(name=DATABASE, why=message.format(**values)))


def _connecting(patience: float) -> dict[str, Any]:
    """How PostgreSQL is asked: nobody waits for long, neither for a lock nor for a line that has been cut."""
    lock, most = int(1000 * patience), int(3000 * patience)
    return {
        "connect_timeout": max(math.ceil(patience), 2),  # less than two seconds it does not take
        "tcp_user_timeout": most,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "options": f"-c lock_timeout={lock} -c statement_timeout={most}",
    }


def _connected(connection: Any, _record: Any) -> None:
    """SQLite as we want it: readers wait for no writer, what is committed is on the disk, what is deleted is not."""
    connection.isolation_level = None  # transactions begin where SQLAlchemy says, not where Python's module guesses
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {setting}").close()


def _begun(database: sql.Connection) -> None:
    # Who is going to write says so at once: else two who have read would each wait for the other.
    writes = database.get_execution_options().get(WRITES)
    database.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


CROWD = N_("too many ask it at once")
# What databases say, and what it means for whoever runs the class.
PLAIN = {
    "locked": N_("another program holds it"),
    "readonly": N_("it may only be read"),
    "read-only": N_("it may only be read"),
    "disk is full": N_("the disk is full"),
    "No space left": N_("the disk is full"),
    "Connection refused": N_("it does not answer"),
    "timeout expired": N_("it does not answer"),
    "database system is": N_("it does not answer"),  # it starts, or ends
    "server closed": N_("it does not answer"),
    "terminating connection": N_("it does not answer"),
    "lock timeout": N_("another program holds it"),
    "unable to open": N_("it cannot be opened: there is no such folder, or this program may not write there"),
    "not a database": N_("the file is no database"),
    "malformed": N_("the file is damaged"),
    "disk I/O": N_("the disk does not do what it is told"),
}


def passes(fault: DBAPIError) -> bool:
    """Whether what is open can be used further: others write, or there is no room.

    On a full disk nothing else could be opened.
    """
    return getattr(fault.orig, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL)


def why(fault: DBAPIError) -> str:
    """What a database said against it, plainly."""
    said = str(fault.orig)
    plain = next((why for sign, why in PLAIN.items() if sign in said), "")
    return _(plain) if plain else " ".join(said.split()).rstrip(".?")[:200]
