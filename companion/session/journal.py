"""The journal: an append-only SQLite log of matches. It is the truth; everything else is folded from it.

Write-ahead log with `synchronous=FULL`: an entry is on the disk before it is judged, so that pulling the plug loses nothing. Each entry
carries the sum of its own bytes, so that one that was damaged is never taken for another. Only the owner may read the file.
"""

from __future__ import annotations

import json
import os
import sqlite3
import weakref
import zlib
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.errors import InputError, JournalError, JournalTooNew, MatchNotFound
from companion.match.events import Entry, Event, event_from_json, event_to_json

VERSION = 2
_SCHEMA = """
CREATE TABLE matches (id INTEGER PRIMARY KEY, began REAL NOT NULL);
CREATE TABLE entries (
    match INTEGER NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, at REAL NOT NULL, source TEXT NOT NULL,
    event TEXT NOT NULL, sum INTEGER,
    PRIMARY KEY (match, n)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Stored:
    """A match in the journal. `began`: seconds since 1970. `entries`: how many."""

    id: int
    began: float
    entries: int


def sum_of(match: int, n: int, at: float, source: str, event: str) -> int:
    """The sum that an entry carries. `event`: its text as it is stored."""
    return zlib.crc32(f"{match} {n} {float(at)!r} {source} {event}".encode())


class Journal:
    """The log on disk. `path`: the SQLite file, made where it is missing; ":memory:" keeps it in memory.

    Use it from one thread at a time. Raises `JournalError` where the file is no journal or cannot be written, and `JournalTooNew`
    for one of a newer version, which is left untouched.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = path
        try:
            if path != ":memory:":
                _make_private(Path(path))
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._close = weakref.finalize(self, self._db.close)  # a journal that nobody holds any more is closed
            self._open()
        except JournalError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"the journal {path} cannot be opened: {error}; to start a new one move it away together with its -wal and -shm files"
            ) from error

    def _open(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            self._db.close()
            raise JournalTooNew(
                f"the journal {self.path} was written by a newer companion; install that version, "
                "or move it away together with its -wal and -shm files"
            )
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        if version == 0:
            self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version={VERSION}; COMMIT;")
        if version == 1:  # its entries go on without a sum
            self._db.executescript(f"BEGIN; ALTER TABLE entries ADD COLUMN sum INTEGER; PRAGMA user_version={VERSION}; COMMIT;")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file. Everything appended is already on the disk."""
        self._close()

    def begin(self, at: float) -> int:
        """Open a new match; its id."""
        return self._write(lambda: self._db.execute("INSERT INTO matches (began) VALUES (?)", (at,)).lastrowid or 0)

    def append(self, match: int, entry: Entry) -> None:
        """Write an entry. It is on the disk when this returns."""
        text = json.dumps(event_to_json(entry.event), separators=(",", ":"))
        row = (match, entry.n, entry.at, entry.source, text)
        self._write(lambda: self._db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", (*row, sum_of(*row))).rowcount)

    def restore(self, match: int, began: float, entries: Iterable[Entry]) -> None:
        """Write a whole match under its own id, as it was saved from elsewhere."""
        self._write(lambda: self._db.execute("BEGIN").rowcount)
        self._write(lambda: self._db.execute("INSERT INTO matches (id, began) VALUES (?, ?)", (match, began)).rowcount)
        for entry in entries:
            self.append(match, entry)
        self._write(lambda: self._db.execute("COMMIT").rowcount)

    def entries(self, match: int) -> tuple[Entry, ...]:
        """The log of a match, in order. Raises `MatchNotFound`, and `JournalError` for an entry that cannot be read or is not what
        was written."""
        return tuple(self._entry(match, *row) for row in self._rows(match))

    def readable(self, match: int) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
        """The log of a match without the entries that this version cannot read, and the numbers of those. Nothing is lost: they stay in the
        file. Raises as `entries` does, but for such an entry behind the first."""
        rows = self._rows(match)
        known = [row for row in rows if row is rows[0] or _is_readable(row[1])]
        unread = tuple(row[0] for row in rows if row not in known)
        return tuple(self._entry(match, *row) for row in known), unread

    def _rows(self, match: int) -> list[Any]:
        rows = self._read("SELECT n, event, at, source, sum FROM entries WHERE match = ? ORDER BY n", match)
        if not rows:
            raise MatchNotFound(f"there is no match {match} in {self.path}; `companion replay` without a match lists them")
        return rows

    def first_law(self, match: int) -> int:
        """The number of the last entry that was written when amendments still rewrote the log, 0 where there is none: entries of that
        time carry no sum."""
        return int(self._read("SELECT MAX(n) FROM entries WHERE match = ? AND sum IS NULL", match)[0][0] or 0)

    def matches(self) -> tuple[Stored, ...]:
        """All matches that have begun, the latest first."""
        rows = self._read("SELECT id, began, COUNT(*) FROM matches JOIN entries ON match = id GROUP BY id ORDER BY id DESC")
        return tuple(Stored(*row) for row in rows)

    def matches_of(self, game: str) -> tuple[int, ...]:
        """The ids of all matches of one game, the latest first."""
        game_of = "CASE WHEN json_valid(event) THEN json_extract(event, '$.game') END"
        begun = f"SELECT match FROM entries WHERE n = 1 AND {game_of} = ? ORDER BY match DESC"
        return tuple(match for (match,) in self._read(begun, game))

    def latest(self) -> int | None:
        """The id of the match that began last."""
        matches = self.matches()
        return matches[0].id if matches else None

    def back_up(self, to: Path) -> None:
        """Write a copy of the whole journal, for the owner's eyes only. Raises `JournalError`."""
        try:
            to.unlink(missing_ok=True)
            _make_private(to)
            with closing(sqlite3.connect(to)) as copy:
                self._db.backup(copy)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"the journal could not be copied to {to}: {error}") from error

    def _entry(self, match: int, n: int, event: str, at: float, source: str, written: int | None) -> Entry:
        if written is not None and written != sum_of(match, n, at, source, event):
            raise JournalError(
                f"entry {n} of match {match} in the journal {self.path} is not what was written; start again to save it"
            )
        return Entry(n, self._decoded(event, n), at, source)

    def _decoded(self, text: str, n: int) -> Event:
        try:
            return event_from_json(json.loads(text))
        except (ValueError, InputError) as error:
            raise JournalError(f"entry {n} of the journal {self.path} cannot be read: {error}") from error

    def _write(self, statement: Callable[[], int]) -> int:
        try:
            return statement()
        except sqlite3.Error as error:
            raise JournalError(f"the journal {self.path} cannot be written: {error}; {_advice(error)}") from error

    def _read(self, query: str, *values: int | str) -> list[Any]:
        try:
            with closing(self._db.execute(query, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"the journal {self.path} cannot be read: {error}") from error


def _is_readable(text: str) -> bool:
    """Is it an event of this version? A text that is no JSON was damaged, which is another matter."""
    try:
        event_from_json(json.loads(text))
    except InputError:
        return False
    except ValueError:
        return True
    return True


def _advice(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_READONLY"):
        return "make the disk writable, or give the file to the user who runs the companion"
    return "make room on the disk: what is written already is safe"


def _make_private(path: Path) -> None:
    """The file, empty if it is new, readable by its owner only. SQLite gives its other files the same mode."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    for file in (path, *(path.with_name(path.name + tail) for tail in ("-wal", "-shm"))):
        if file.exists() and file.stat().st_uid == os.geteuid():
            file.chmod(0o600)
