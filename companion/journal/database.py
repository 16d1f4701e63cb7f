"""The database of the journal: its tables and versions, rows written and read back.

Each match has a random id. Its number is for people and holds within a file only: files are compared by ids alone.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from companion.errors import JournalTooNew
from companion.journal.mirror import Row, give_ids, path_of_mirror, path_of_reached

VERSION, VERSION_ALONE = 7, 6
"""Of a journal with a mirror; `VERSION_ALONE` without. A single flipped bit makes no newer version of either."""
MIRRORED_VERSIONS = (3, VERSION)
"""Versions with a mirror."""
FIRST_WITH_IDS = 6  # from this version on each match has a random id; standard of this file
APPLICATION = 0x54614300 + VERSION
"""Stands in the head of the file beside the version: where both differ by one bit the head is damaged, not newer."""
ADVICE = {
    "disk-full": "make room on the disk: what is written already is safe",
    "disk-readonly": "make the disk writable, or give the file to the user who runs the companion",
    "disk-fails": "look whether the disk is full or failing: what is written already is safe",
}
"""What to do, by trouble of the disk."""
_SCHEMA = """
CREATE TABLE matches (id INTEGER PRIMARY KEY, began REAL NOT NULL, uid TEXT);
CREATE TABLE entries (
    match INTEGER NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, at REAL NOT NULL, source TEXT NOT NULL,
    event TEXT NOT NULL, sum INTEGER, uid TEXT,
    PRIMARY KEY (match, n)
) WITHOUT ROWID;
"""
_LOST = "CREATE TABLE IF NOT EXISTS lost (uid TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (uid, n)) WITHOUT ROWID;"
_ADDED = (("entries", "sum", "INTEGER"), ("matches", "uid", "TEXT"), ("entries", "uid", "TEXT"))
"""Columns of later versions. Earlier entries have no sum."""


def sum_of_entry(match: int, n: int, at: float, source: str, event: str, uid: str | None = None) -> int:
    """The sum stored with an entry. `event`: the stored text. `uid`: the id of the match, None for an entry of earlier
    versions."""
    return zlib.crc32(f"{match} {n} {float(at)!r} {source} {event}{f' {uid}' if uid else ''}".encode())


def connect_database(path: Path | str) -> sqlite3.Connection:
    """A connection to the journal, made or brought to this version if needed. Raises `sqlite3.Error`, and `JournalTooNew`
    for a newer journal, left untouched."""
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        bring_to_version(db, path)
    except BaseException:
        db.close()
        raise
    return db


def bring_to_version(db: sqlite3.Connection, path: Path | str) -> None:
    """Make the tables, or bring the tables of an earlier version up to date. Raises as `connect_database`."""
    version = read_version(db)
    if version > VERSION:
        raise JournalTooNew(
            f"the journal {path} was written by a newer companion; install that version, "
            f"or move all files away whose names begin with {path}"
        )
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    if version == 0:
        db.executescript(f"BEGIN; {_SCHEMA} {_LOST} {_sign_version(VERSION_ALONE)} COMMIT;")
    elif version < FIRST_WITH_IDS:
        added = " ".join(
            f"ALTER TABLE {table} ADD COLUMN {column} {kind};"
            for table, column, kind in _ADDED
            if column not in columns_of(db, table)
        )
        now = VERSION if version in MIRRORED_VERSIONS else VERSION_ALONE
        db.executescript(f"BEGIN IMMEDIATE; {added} {_LOST} {_make_id_statements(db)} {_sign_version(now)} COMMIT;")


def _sign_version(version: int) -> str:
    return f"PRAGMA application_id={APPLICATION}; PRAGMA user_version={version};"


def _make_id_statements(db: sqlite3.Connection) -> str:
    """Statements to give each match of an earlier version an id, drawn from the first entry."""
    started = db.execute("SELECT match, n, at, source, event FROM entries WHERE n = 1").fetchall()
    rows = give_ids((Row(*row) for row in started), "")
    return " ".join(f"UPDATE matches SET uid = COALESCE(uid, '{row.uid}') WHERE id = {int(row.match)};" for row in rows)


def columns_of(db: sqlite3.Connection, table: str) -> set[str]:
    """The names of a table's columns. Raises `sqlite3.Error`."""
    return {name for _, name, *_ in db.execute(f"PRAGMA table_info({table})")}


def read_version(db: sqlite3.Connection) -> int:
    """The version of the companion that wrote the file; from `FIRST_WITH_IDS` on the file says it twice."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def has_damaged_version(db: sqlite3.Connection) -> bool:
    """Does the file only seem newer, because of a damaged head?"""
    version, signed = read_version(db), int(db.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION
    return signed and version > VERSION and any((version ^ own).bit_count() == 1 for own in (VERSION, VERSION_ALONE))


def stand_in_database(rows: Iterable[Row], db: sqlite3.Connection | None = None) -> sqlite3.Connection:
    """A database in memory with the rows, for a file that can be read and not opened. `db`: the database to fill, None = new.
    Nothing can be written into the database from now on."""
    db = db or connect_database(":memory:")
    insert_rows(db, rows)
    db.execute("PRAGMA query_only=1")
    return db


def insert_rows(db: sqlite3.Connection, rows: Iterable[Row], version: int | None = None) -> None:
    """Write rows, all or none. `version`: the new version of the file, None = unchanged. Raises `sqlite3.Error`."""
    db.execute("BEGIN IMMEDIATE")
    try:
        if version is not None:
            db.execute(f"PRAGMA user_version={version}")
        for row in rows:
            _insert_row(db, row)
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def _insert_row(db: sqlite3.Connection, row: Row) -> None:
    """Insert a match (number 0) or an entry with its sum. Raises `sqlite3.Error`."""
    if not row.n:
        db.execute("INSERT INTO matches (id, began, uid) VALUES (?, ?, ?)", (row.match, row.at, row.uid))
        return
    values = (row.match, row.n, row.at, row.source, row.event)
    columns = "match, n, at, source, event, sum, uid"  # an upgraded file has the columns in another order
    db.execute(
        f"INSERT INTO entries ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, sum_of_entry(*values, row.uid), row.uid)
    )


def mark_rows_lost(db: sqlite3.Connection, lost: Iterable[tuple[str, int]]) -> None:
    """Write down which entries are lost for good, to tell of them once. `lost`: ids of matches and numbers. Raises
    `sqlite3.Error`."""
    with closing(db.cursor()) as cursor:
        cursor.executemany("INSERT OR IGNORE INTO lost VALUES (?, ?)", list(lost))


def read_stored_rows(db: sqlite3.Connection) -> list[Row]:
    """Everything in a database of this version. Raises `sqlite3.Error`."""
    began = db.execute("SELECT id, 0, began, '', '', uid FROM matches")
    entries = db.execute(
        "SELECT match, n, at, source, event, COALESCE(entries.uid, matches.uid) FROM entries LEFT JOIN matches ON id = match"
    )
    rows = [Row(match, n, at, source, event, uid=uid or "") for match, n, at, source, event, uid in (*began, *entries)]
    return list(give_ids(rows, "database"))


def make_private(path: Path) -> None:
    """Make a file, empty if new, readable by its owner only; SQLite gives its other files the same mode. Raises `OSError`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    for file in (
        path,
        *(path.with_name(path.name + tail) for tail in ("-wal", "-shm")),
        path_of_mirror(path),
        path_of_reached(path),
    ):
        if file.exists() and file.stat().st_uid == os.geteuid():
            file.chmod(0o600)


def reason_of_refusal(error: sqlite3.Error) -> str:
    """What the `error` of SQLite says of the disk, a key of `ADVICE`: "disk-readonly", "disk-full" or "disk-fails"."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_READONLY"):
        return "disk-readonly"
    return "disk-full" if name.startswith("SQLITE_FULL") else "disk-fails"
