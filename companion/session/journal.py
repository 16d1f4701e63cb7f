"""The journal: an append-only SQLite log of matches. It is the truth; everything else is folded from it.

Write-ahead log with `synchronous=FULL`: an entry is on the disk before it is judged, so that pulling the plug loses nothing. Each entry
carries the sum of its own bytes, so that one that was damaged is never taken for another. Only the owner may read the file.

Each entry is written a second time, into the mirror (`companion/session/journal_mirror.py`). While the disk is full the mirror alone takes
what comes, in room that was set apart; the database is owed it, and gets it as soon as it can be written again.
"""

from __future__ import annotations

import json
import os
import sqlite3
import weakref
import zlib
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.errors import InputError, JournalError, JournalTooNew, MatchNotFound
from companion.match.events import Entry, Event, event_from_json, event_to_json
from companion.session.journal_mirror import LARGEST_MIRROR as LARGEST_MIRROR
from companion.session.journal_mirror import Mirror, Row, latest, mirror_of, read_mirror, write_anew

VERSION = 3
"""That of a journal with a mirror; without one it is 2."""
ADVICE = {
    "disk-full": "make room on the disk: what is written already is safe",
    "disk-readonly": "make the disk writable, or give the file to the user who runs the companion",
    "disk-fails": "look whether the disk is full or failing: what is written already is safe",
}
"""What to do, by what is wrong."""
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

    def __init__(self, path: Path | str, *, mirrored: bool = True) -> None:
        self.path = path
        self._mirror: Mirror | None = None
        self._owed: list[Row] = []
        self._uncopied: list[Row] = []
        self._refused, self._why = False, ""
        self._mirrored = mirrored and path != ":memory:"
        try:
            if path != ":memory:":
                _make_private(Path(path))
            self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._close = weakref.finalize(self, self._db.close)  # a journal that nobody holds any more is closed
            self._open()
            self._owed = self._missing() if self._mirrored else []
        except JournalError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"the journal {path} cannot be opened: {error}; to start a new one move all files away whose names begin with {path}"
            ) from error

    def _open(self) -> None:
        version = self._db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            self._db.close()
            raise JournalTooNew(
                f"the journal {self.path} was written by a newer companion; install that version, "
                f"or move all files away whose names begin with {self.path}"
            )
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=FULL")
        if version == 0:
            self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version=2; COMMIT;")
        self._is_new = version == VERSION
        if version == 1:  # its entries go on without a sum
            self._db.executescript("BEGIN; ALTER TABLE entries ADD COLUMN sum INTEGER; PRAGMA user_version=2; COMMIT;")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the files. Everything appended is already on the disk."""
        if self._mirror:
            self._mirror.close()
        self._mirror, self._mirrored = None, False
        self._close()

    @property
    def trouble(self) -> str:
        """What does not work: "" = nothing; "copy" = the mirror cannot be written; "reserve" = the database cannot, what comes is written
        into the mirror alone; "refused" = neither can, the last entry was refused."""
        if self._refused:
            return "refused"
        return "reserve" if self._owed else "copy" if self._uncopied else ""

    @property
    def why(self) -> str:
        """What the disk said when it refused last."""
        return self._why

    @property
    def owed(self) -> int:
        """How many entries stand in the mirror alone."""
        return sum(row.n > 0 for row in self._owed)

    def begin(self, at: float) -> int:
        """Open a new match; its id. Raises `JournalError`."""
        match = max((stored for (stored,) in self._read("SELECT COALESCE(MAX(id), 0) FROM matches")), default=0)
        row = Row(max(match, *(owed.match for owed in self._owed), 0) + 1, 0, at)
        self._keep(row)
        return row.match

    def append(self, match: int, entry: Entry) -> None:
        """Write an entry. It is on the disk when this returns. Raises `JournalError` where neither file can be written: then it is not."""
        self._keep(Row(match, *_texts(entry)))

    def restore(self, match: int, began: float, entries: Iterable[Entry]) -> None:
        """Write a whole match under its own id, as it was saved from elsewhere."""
        rows = [Row(match, 0, began), *(Row(match, *_texts(entry)) for entry in entries)]
        try:
            self._insert(rows)
        except sqlite3.Error as error:
            raise self._unwritable(error) from error

    def settle(self) -> None:
        """Look whether what could not be written can be by now, and do it. Call it now and then where `trouble` says that there is some."""
        try:
            if self._owed or self._refused:
                self._insert(self._owed)
                self._owed, self._refused = [], False
        except sqlite3.Error:
            return  # not yet: `trouble` goes on saying so
        if self._uncopied:
            self._copy([])

    def _keep(self, row: Row) -> None:
        self._copy([])
        try:
            self._insert([*self._owed, row])
        except sqlite3.Error as error:
            self._owe(replace(row, owed=True), error)
        else:
            self._owed, self._refused = [], False
            self._copy([row])

    def _insert(self, rows: list[Row]) -> None:
        """Write rows into the database, all or none; of no rows that it can be written."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            if not rows or (self._mirrored and not self._is_new):
                self._db.execute(f"PRAGMA user_version={VERSION if self._mirrored else 2}")
            for row in rows:
                self._insert_one(row)
            self._db.execute("COMMIT")
            self._is_new = self._mirrored
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _insert_one(self, row: Row) -> None:
        if not row.n:
            self._db.execute("INSERT INTO matches (id, began) VALUES (?, ?)", (row.match, row.at))
            return
        values = (row.match, row.n, row.at, row.source, row.event)
        self._db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", (*values, sum_of(*values)))

    def _owe(self, row: Row, error: sqlite3.Error) -> None:
        """The database does not take it: the mirror does, if it can."""
        self._why = str(error)
        try:
            if not self._mirrored or isinstance(error, sqlite3.IntegrityError):
                raise OSError("there is no mirror for it")
            self._write_mirror([row])
        except (OSError, sqlite3.Error):
            self._refused = True
            raise self._unwritable(error) from error
        self._owed, self._refused = [*self._owed, row], False

    def _copy(self, rows: list[Row]) -> None:
        """Into the mirror as well. The database has them: where that cannot be done now it is done later."""
        self._uncopied += rows if self._mirrored else []
        try:
            if self._mirrored and (self._uncopied or self._mirror is None):
                self._write_mirror([])
        except (OSError, sqlite3.Error) as error:
            self._why = str(error)  # and `trouble` says so

    def _write_mirror(self, rows: list[Row]) -> None:
        """Write what was not copied yet and these."""
        if self._mirror is None:
            self._mirror = self._opened_mirror()
        self._mirror.write([*self._uncopied, *rows])
        self._uncopied = []

    def _opened_mirror(self) -> Mirror:
        """The mirror, made complete: what the database has and it has not, as after a kill between the two, is put in."""
        path = Path(self.path)
        copy = read_mirror(path)
        held, stored = {row.key for row in copy.rows}, latest(self._stored())
        behind = [row for row in stored if row.key not in held]
        if copy.damaged or copy.end > LARGEST_MIRROR or not copy.exists:
            copy, behind = write_anew(path, {*latest(stored), *self._owed}), []
        self._uncopied = []
        mirror = Mirror(path, copy)
        mirror.write(behind)
        return mirror

    def _stored(self) -> list[Row]:
        """What the database holds."""
        began = self._db.execute("SELECT id, 0, began FROM matches")
        return [Row(*row) for row in (*began, *self._db.execute("SELECT match, n, at, source, event FROM entries"))]

    def _missing(self) -> list[Row]:
        """What the mirror has and the database has not, in order."""
        copy = read_mirror(Path(self.path))
        if not copy.rows:
            return []
        held = {row.key for row in self._stored()}
        return sorted({row.key: row for row in copy.rows if row.key not in held}.values())

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
        rows += [(row.n, row.event, row.at, row.source, None) for row in self._owed_of(match)]
        if not rows:
            raise MatchNotFound(f"there is no match {match} in {self.path}; `companion replay` without a match lists them")
        return rows

    def first_law(self, match: int) -> int:
        """The number of the last entry that was written when amendments still rewrote the log, 0 where there is none: entries of that
        time carry no sum."""
        return int(self._read("SELECT MAX(n) FROM entries WHERE match = ? AND sum IS NULL", match)[0][0] or 0)

    def _owed_of(self, match: int) -> list[Row]:
        return [row for row in self._owed if row.match == match and row.n]

    def matches(self) -> tuple[Stored, ...]:
        """All matches that have begun, the latest first."""
        counted = self._read("SELECT id, began, (SELECT COUNT(*) FROM entries WHERE match = id) FROM matches")
        counted += [(row.match, row.at, 0) for row in self._owed if not row.n]
        stored = [Stored(id, began, count + len(self._owed_of(id))) for id, began, count in counted]
        return tuple(sorted((each for each in stored if each.entries), key=lambda each: -each.id))

    def matches_of(self, game: str) -> tuple[int, ...]:
        """The ids of all matches of one game, the latest first."""
        game_of = "CASE WHEN json_valid(event) THEN json_extract(event, '$.game') END"
        begun = f"SELECT match FROM entries WHERE n = 1 AND {game_of} = ? ORDER BY match DESC"
        owed = [row.match for row in self._owed if row.n == 1 and json.loads(row.event).get("game") == game]
        return tuple(sorted({match for (match,) in self._read(begun, game)} | {*owed}, reverse=True))

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

    def _unwritable(self, error: sqlite3.Error) -> JournalError:
        why = _why(error)
        return JournalError.of(why, f"the journal {self.path} cannot be written: {error}; {ADVICE[why]}")

    def _read(self, query: str, *values: int | str) -> list[Any]:
        try:
            with closing(self._db.execute(query, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"the journal {self.path} cannot be read: {error}") from error


def _texts(entry: Entry) -> tuple[int, float, str, str]:
    return entry.n, entry.at, entry.source, json.dumps(event_to_json(entry.event), separators=(",", ":"))


def _is_readable(text: str) -> bool:
    """Is it an event of this version? A text that is no JSON was damaged, which is another matter."""
    try:
        event_from_json(json.loads(text))
    except InputError:
        return False
    except ValueError:
        return True
    return True


def _why(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_READONLY"):
        return "disk-readonly"
    return "disk-full" if name.startswith("SQLITE_FULL") else "disk-fails"


def _make_private(path: Path) -> None:
    """The file, empty if it is new, readable by its owner only. SQLite gives its other files the same mode."""
    path.parent.mkdir(parents=True, exist_ok=True)
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    for file in (path, *(path.with_name(path.name + tail) for tail in ("-wal", "-shm")), mirror_of(path)):
        if file.exists() and file.stat().st_uid == os.geteuid():
            file.chmod(0o600)
