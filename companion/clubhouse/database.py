"""The club's database: opened, and brought to the present schema, with a copy of a SQLite file made before a change."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from companion.errors import ClubStoreError, ConfigError

DATABASE_FILE = "club.sqlite"
BUSY_TIMEOUT_S = 5.0  # seconds that a writer of SQLite waits for another; guess
_MIGRATIONS = Path(__file__).parent / "migrations"


def open_database(url: str, folder: Path, *, until: str = "head") -> Engine:
    """An engine on the database, at the present schema. `url`: of SQLAlchemy, "" = a SQLite file in `folder`. `until`: an
    earlier schema, for tests. Raises `ConfigError` for an unusable URL, `ClubStoreError` where the database cannot be opened
    or is of a newer version."""
    place = _parse_url(url) if url else URL.create("sqlite", database=str(folder / DATABASE_FILE))
    try:
        if place.get_backend_name() == "sqlite" and place.database:
            Path(place.database).parent.mkdir(parents=True, exist_ok=True)
        engine = _make_engine(place)
        try:
            _migrate_schema(engine, until)
        except BaseException:
            engine.dispose()
            raise
    except (DBAPIError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        shown = place.render_as_string(hide_password=True)
        raise ClubStoreError(f"the club's database {shown} cannot be opened: {reason}") from error
    return engine


def read_rows(engine: Engine, asked: Any) -> list[dict[str, Any]]:
    """The rows that the query `asked` finds, each by the names of its columns. Raises `ClubStoreError` where the database
    refuses."""
    try:
        with engine.connect() as db:
            return [dict(row) for row in db.execute(asked).mappings()]
    except DBAPIError as error:
        raise explain_refusal(error) from error


def explain_refusal(error: DBAPIError) -> ClubStoreError:
    """The error, with one line about what the database refused, and why."""
    return ClubStoreError(f"the club's database refuses: {str(error.orig or error).splitlines()[0]}")


def _parse_url(url: str) -> URL:
    """The database URL for SQLAlchemy; PostgreSQL is spoken to through psycopg. Raises `ConfigError` for another kind of
    database or a text that is no URL."""
    try:
        place = make_url(url)
        if place.get_backend_name() == "postgresql" and place.drivername == "postgresql":
            place = place.set(drivername="postgresql+psycopg")
        place.get_dialect()
    except (ArgumentError, NoSuchModuleError) as error:
        raise ConfigError(
            "--database: give a URL such as postgresql://user@host/club, or sqlite:////path/club.sqlite"
        ) from error
    if place.get_backend_name() not in ("sqlite", "postgresql"):
        raise ConfigError(f"--database: {place.get_backend_name()} is not known; SQLite and PostgreSQL are")
    return place


def _make_engine(place: URL) -> Engine:
    """An engine for a database at `place`. SQLite writes ahead and to the disk before it confirms, and waits `BUSY_TIMEOUT_S`
    for another writer."""
    if place.get_backend_name() != "sqlite":
        return create_engine(place, pool_pre_ping=True)
    engine = create_engine(place, connect_args={"timeout": BUSY_TIMEOUT_S})

    @event.listens_for(engine, "connect")
    def set_up_connection(connection: sqlite3.Connection, record: Any) -> None:
        with contextlib.closing(connection.cursor()) as cursor:
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")  # what was acknowledged survives a power cut

    return engine


def _migrate_schema(engine: Engine, until: str) -> None:
    """Run the changes of the schema that the database lacks, up to the revision `until` ("head" = all). A SQLite file is
    backed up before. Raises `ClubStoreError` for a schema of a newer version."""
    config = AlembicConfig()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    known = ScriptDirectory.from_config(config)
    with engine.connect() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
    if present == known.get_current_head():
        return
    if present is not None and present not in {script.revision for script in known.walk_revisions()}:
        raise ClubStoreError(f"the club's database is of a newer version (schema {present}): install that version again")
    if present is not None and engine.url.get_backend_name() == "sqlite" and engine.url.database:
        _back_up_file(Path(engine.url.database), present)
    with _begin_change(engine) as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, until)


@contextlib.contextmanager
def _begin_change(engine: Engine) -> Iterator[Connection]:
    """A connection with a transaction that holds every change, or none."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # sqlite3 itself begins none before a change of the schema
        yield connection
        connection.commit()


def _back_up_file(path: Path, revision: str) -> None:
    """Leave a copy of the SQLite file beside it, named by the schema of the copy."""
    copy = path.with_name(f"{path.stem}-schema-{revision}{path.suffix}")
    with contextlib.closing(sqlite3.connect(path)) as present, contextlib.closing(sqlite3.connect(copy)) as backup:
        present.backup(backup)
