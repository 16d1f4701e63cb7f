"""The journal: an append-only SQLite log of matches. Only the journal is true; everything else is folded from the log.

Write-ahead log with `synchronous=FULL`: an entry is on the disk before it is judged, and pulling the plug loses nothing.
Each entry carries the id of its match and the sum of its bytes: a damaged or foreign entry is never believed. Only the owner
may read the file.

Each entry is written again into the mirror (`companion/journal/mirror.py`). While the disk is full the mirror alone takes
what comes, in room set apart. The database gets owed entries as soon as it can be written.
"""

from __future__ import annotations

import json
import sqlite3
import uuid
import weakref
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from companion.errors import InputError, JournalError, MatchNotFound
from companion.journal.database import (
    ADVICE,
    VERSION,
    VERSION_ALONE,
    connect_database,
    insert_rows,
    make_private,
    mark_rows_lost,
    read_stored_rows,
    read_version,
    reason_of_refusal,
    stand_in_database,
    sum_of_entry,
)
from companion.journal.mirror import MAX_MIRROR_BYTES, Mirror, Row, read_mirror, select_latest, write_anew
from companion.match.events import Amendment, Entry, Event, event_from_json, event_to_json


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match in the journal."""

    id: int
    began: float  # seconds since 1970
    entries: int  # number of entries
    uid: str = ""  # random id


@dataclass(frozen=True, slots=True)
class StandIn:
    """What could be read of a journal that cannot be opened."""

    rows: Sequence[Row]  # of the journal and its mirror
    lost: Sequence[tuple[str, int]] = ()  # ids of matches and numbers of lost entries
    opens: bool = True  # may the file be opened once the disk can be written? Not if damaged: the next start mends it
    db: sqlite3.Connection | None = None  # copy in memory to which the rows are added


class Journal:
    """The log on disk.

    `path`: the SQLite file, made where missing; ":memory:" keeps the log in memory. `mirrored`: entries go into a mirror
    too. `stand_in`: go on from there without opening the file, as on a full disk; facts are kept in the mirror, or in memory
    if need be.

    Use from one thread at a time. Raises `JournalError` for a file that is no journal or cannot be written, `JournalTooNew`
    for a newer version, left untouched.
    """

    def __init__(self, path: Path | str, *, mirrored: bool = True, stand_in: StandIn | None = None) -> None:
        """See the class. What the mirror has and the file lacks is owed to the file, and written with `write_owed`."""
        self.path = path
        self._mirror: Mirror | None = None
        self._owed: list[Row] = []
        self._uncopied: list[Row] = []
        self._refused, self._why, self._standing = False, "", stand_in
        self._looked = False
        self._mirrored = mirrored and path != ":memory:"
        self._lost = frozenset(stand_in.lost if stand_in else ())
        if stand_in is not None:
            self._hold_database(stand_in_database(stand_in.rows, stand_in.db))
            self._is_new = False
            self._copy_rows([])
            return
        try:
            if path != ":memory:":
                make_private(Path(path))
            self._use_database(connect_database(path))
            self._owed = self._find_owed_rows() if self._mirrored else []
        except JournalError:
            raise
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"the journal {path} cannot be opened: {error}; to start a new one move all files away whose names begin with {path}"
            ) from error

    def _use_database(self, db: sqlite3.Connection) -> None:
        """Take over an opened database: whether the version has a mirror, and known lost entries."""
        self._hold_database(db)
        self._is_new = read_version(db) == VERSION
        self._lost = frozenset(db.execute("SELECT uid, n FROM lost").fetchall())

    def _hold_database(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._close = weakref.finalize(self, db.close)  # closes a journal that is no longer referenced

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the files. Everything appended is on the disk."""
        if self._mirror:
            self._mirror.close()
        self._mirror, self._mirrored = None, False
        self._close()

    @property
    def trouble(self) -> str:
        """What fails: "" = nothing; "copy" = the mirror cannot be written; "reserve" = the database cannot, the mirror takes
        all. "memory" = neither can since the start, a power cut loses what comes; "refused" = neither can, the last entry
        was refused."""
        if self._refused:
            return "refused"
        if self._standing and (self._mirror is None or self._uncopied):
            return "memory"
        return "reserve" if self._owed or self._standing else "copy" if self._uncopied else ""

    @property
    def refusal(self) -> str:
        """What the disk said when it refused last."""
        return self._why

    @property
    def owed(self) -> int:
        """How many entries stand in the mirror alone."""
        return sum(row.n > 0 for row in self._owed)

    def begin_match(self, at: float) -> int:
        """The number of a new match, on the disk at return. `at`: seconds since 1970. Raises `JournalError`."""
        match = max((stored for (stored,) in self._run_query("SELECT COALESCE(MAX(id), 0) FROM matches")), default=0)
        row = Row(max(match, *(owed.match for owed in self._owed), 0) + 1, 0, at, uid=uuid.uuid4().hex)
        self._keep_row(row)
        return row.match

    def append_entry(self, match: int, entry: Entry) -> None:
        """Write an entry of match number `match`, on the disk at return. Raises `JournalError` where neither file can be
        written; the entry is in neither."""
        event = json.dumps(event_to_json(entry.event), separators=(",", ":"))
        self._keep_row(Row(match, entry.n, entry.at, entry.source, event, uid=self.find_uid(match)))

    def find_uid(self, match: int) -> str:
        """The random id of a match, "" for an unknown number."""
        found = [uid for (uid,) in self._run_query("SELECT uid FROM matches WHERE id = ?", match)]
        return next((uid for uid in (*found, *(row.uid for row in self._owed if row.match == match)) if uid), "")

    def restore_rows(self, rows: Iterable[Row], lost: Iterable[tuple[str, int]] = ()) -> None:
        """Write whole matches saved from elsewhere, each under its own id. `lost`: see `mark_lost`. Raises `JournalError`."""
        try:
            insert_rows(self._db, rows)
            self.mark_lost(lost)
        except sqlite3.Error as error:
            raise self._explain_refusal(error) from error

    def mark_lost(self, lost: Iterable[tuple[str, int]]) -> None:
        """Note entries lost for good: ids of matches and numbers, 0 = a whole match. Raises `sqlite3.Error`."""
        lost = tuple(lost)
        mark_rows_lost(self._db, lost)
        self._lost |= {*lost}

    def lost_numbers(self, match: int) -> tuple[int, ...]:
        """The numbers of the lost entries of a match, as far as known."""
        uid = self.find_uid(match)
        return tuple(sorted(n for of, n in self._lost if of == uid and n))

    def write_owed(self) -> None:
        """Write what could not be written before; what is refused again stays owed, and `trouble` says why. To be called from
        time to time while `trouble` is not "". Nothing is raised."""
        try:
            if self._owed or self._refused or self._standing:
                self._insert_rows(self._owed)
                self._owed, self._refused = [], False
        except sqlite3.Error as error:  # not yet: `trouble` stays
            self._why = str(error)
            return
        if self._uncopied or not self._looked:
            self._looked = True
            self._copy_rows([])

    def _keep_row(self, row: Row) -> None:
        """Write a row into the database and the mirror. With a database that refuses, the mirror alone takes the row. Raises
        `JournalError` where neither can."""
        self._copy_rows([])
        try:
            self._insert_rows([*self._owed, row])
        except sqlite3.Error as error:
            self._owe_row(replace(row, owed=True), error)
        else:
            self._owed, self._refused = [], False
            self._copy_rows([row])

    def _insert_rows(self, rows: list[Row]) -> None:
        """Write rows into the database, all or none; without rows, try whether writing works."""
        if self._standing:
            self._open_file()
            rows = self._rows_not_in_file([*self._owed, *rows])
        version = VERSION if self._mirrored else VERSION_ALONE
        insert_rows(self._db, rows, None if rows and (self._is_new or not self._mirrored) else version)
        self._is_new = self._mirrored

    def _open_file(self) -> None:
        """Open the file for which rows in memory stand in. Raises `sqlite3.Error` where still impossible."""
        if self._standing is None or not self._standing.opens:
            raise sqlite3.OperationalError(self._why or "the file is mended at the next start")
        stood, before, lost = self._standing, self._close, self._lost
        try:
            make_private(Path(self.path))
            db = connect_database(self.path)
        except (OSError, JournalError) as error:
            raise sqlite3.OperationalError(str(error)) from error
        try:
            insert_rows(db, [], VERSION)
        except sqlite3.Error:
            db.close()
            raise
        self._use_database(db)
        self._standing, self._lost = None, self._lost | lost
        self._owed = self._rows_not_in_file([*stood.rows, *self._owed])
        before()

    def _rows_not_in_file(self, rows: Iterable[Row]) -> list[Row]:
        """The rows that the database lacks, sorted, each once."""
        held = {row.key for row in read_stored_rows(self._db)}
        return sorted({row.key: row for row in rows if row.key not in held}.values())

    def _owe_row(self, row: Row, error: sqlite3.Error) -> None:
        """Write a row refused by the database into the mirror, if possible. A stand-in keeps the row in memory otherwise; else
        `JournalError` is raised. `error`: why the database refused."""
        self._why = str(error)
        try:
            if not self._mirrored or isinstance(error, sqlite3.IntegrityError):
                raise OSError("there is no mirror for it")
            self._write_mirror([row])
        except (OSError, sqlite3.Error):
            if self._standing is None:
                self._refused = True
                raise self._explain_refusal(error) from error
            self._uncopied.append(row)  # kept in memory, as said at the start
        self._owed, self._refused = [*self._owed, row], False

    def _copy_rows(self, rows: list[Row]) -> None:
        """Write rows of the database into the mirror too, now or later. `trouble` tells of a failure."""
        self._uncopied += rows if self._mirrored else []
        try:
            if self._mirrored and (self._uncopied or self._mirror is None):
                self._write_mirror([])
        except (OSError, sqlite3.Error) as error:
            self._why = str(error)  # `trouble` tells of the failure

    def _write_mirror(self, rows: list[Row]) -> None:
        """Write rows not copied before, and `rows`. Raises `OSError` or `sqlite3.Error`."""
        if self._mirror is None:
            self._mirror = self._open_mirror()
        self._mirror.write_rows([*self._uncopied, *rows])
        self._uncopied = []

    def _open_mirror(self) -> Mirror:
        """The mirror, made complete with rows that only the database has, as after a kill between both. Begun anew with the
        latest matches where damaged or too long. Raises `OSError` or `sqlite3.Error`."""
        path = Path(self.path)
        copy = read_mirror(path)
        held, stored = {row.key for row in copy.rows}, select_latest(read_stored_rows(self._db))
        behind = [row for row in stored if row.key not in held]
        if copy.damaged or copy.end > MAX_MIRROR_BYTES or not copy.headed:
            try:
                copy, behind = write_anew(path, {*select_latest(stored), *self._owed, *self._uncopied}, copy.reached), []
                self._uncopied = []
            except OSError:
                if not copy.exists:
                    raise  # otherwise rows are added behind the old ones
        self._uncopied = [row for row in self._uncopied if row.owed]
        mirror = Mirror(path, copy)
        mirror.write_rows(behind)
        return mirror

    def _find_owed_rows(self) -> list[Row]:
        """The rows that only the mirror has, in order; nothing of a match without beginning."""
        copy = read_mirror(Path(self.path))
        if not copy.rows:
            return []
        stored = read_stored_rows(self._db)
        held = {row.key for row in stored}
        begun = {row.uid for row in (*stored, *copy.rows) if row.n == 1}
        numbers = {row.uid: row.match for row in stored}
        owed = {row.key: row for row in copy.rows if row.key not in held and row.uid in begun}
        taken = {row.match for row in stored}
        return sorted(row for row in owed.values() if numbers.get(row.uid, 0) == row.match or row.match not in taken)

    def read_entries(self, match: int) -> tuple[Entry, ...]:
        """The log of a match, in order. Raises `MatchNotFound`, and `JournalError` for an entry that is unreadable or not
        what was written."""
        return tuple(self._make_entry(match, *row) for row in self._read_rows(match))

    def read_readable(self, match: int) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
        """The log of a match without unreadable entries, and the numbers of unreadable and lost entries. The file keeps all.
        Raises as `read_entries`, except for unreadable entries behind the first, and as `check_age`."""
        self.check_age(match)
        rows = self._read_rows(match)
        known = [row for row in rows if row is rows[0] or _is_readable(row[1])]
        unread = {row[0] for row in rows if row not in known}
        return tuple(self._make_entry(match, *row) for row in known), tuple(sorted({*unread, *self.lost_numbers(match)}))

    def _read_rows(self, match: int) -> list[Any]:
        """The entries of a match as stored: number, event, time, source, sum, id. Owed entries come last, without a sum. Raises
        `MatchNotFound`."""
        rows = self._run_query("SELECT n, event, at, source, sum, uid FROM entries WHERE match = ? ORDER BY n", match)
        rows += [(row.n, row.event, row.at, row.source, None, row.uid) for row in self._owed_entries_of(match)]
        if not rows:
            raise MatchNotFound(f"there is no match {match} in {self.path}; `companion replay` without a match lists them")
        return rows

    def first_row(self, match: int) -> Row | None:
        """The first entry of a match as stored, None without one."""
        found = self._run_query("SELECT match, n, at, source, event FROM entries WHERE match = ? AND n = 1", match)
        return Row(*found[0]) if found else None

    def list_too_old(self) -> tuple[int, ...]:
        """Numbers of matches amended by the first version, which no version folds any more; their entries have no sum."""
        rows = self._run_query("SELECT match, event FROM entries WHERE sum IS NULL ORDER BY match, n")
        return tuple(dict.fromkeys(match for match, event in rows if _is_amendment(event)))

    def is_too_old(self, match: int) -> bool:
        """Is the match in `list_too_old`?"""
        rows = self._run_query("SELECT event FROM entries WHERE match = ? AND sum IS NULL", match)
        return any(_is_amendment(event) for (event,) in rows)

    def check_age(self, match: int) -> None:
        """Raise `JournalError` for a match in `list_too_old`, whose entries can only be exported."""
        if self.is_too_old(match):
            raise JournalError.with_id("match-too-old", match=match)

    def _owed_entries_of(self, match: int) -> list[Row]:
        return [row for row in self._owed if row.match == match and row.n]

    def list_matches(self) -> tuple[StoredMatch, ...]:
        """All begun matches, the latest first. Matches without entries are left out."""
        counted = self._run_query("SELECT id, began, (SELECT COUNT(*) FROM entries WHERE match = id), uid FROM matches")
        counted += [(row.match, row.at, 0, row.uid) for row in self._owed if not row.n]
        stored = [
            StoredMatch(id, began, count + len(self._owed_entries_of(id)), uid or "") for id, began, count, uid in counted
        ]
        return tuple(sorted((each for each in stored if each.entries), key=lambda each: -each.id))

    def list_matches_of(self, game: str) -> tuple[int, ...]:
        """The numbers of all matches of a game, the latest first."""
        game_of = "CASE WHEN json_valid(event) THEN json_extract(event, '$.game') END"
        begun = f"SELECT match FROM entries WHERE n = 1 AND {game_of} = ? ORDER BY match DESC"
        owed = [row.match for row in self._owed if row.n == 1 and json.loads(row.event).get("game") == game]
        return tuple(sorted({match for (match,) in self._run_query(begun, game)} | {*owed}, reverse=True))

    def find_latest(self) -> int | None:
        """The number of the match begun last. None without one, or if the last match is lost as a whole: no earlier match
        lies on the table."""
        matches = self.list_matches()
        gone = [match for match, uid in self._run_query("SELECT id, uid FROM matches") if (uid, 0) in self._lost]
        return matches[0].id if matches and matches[0].id > max(gone, default=0) else None

    def back_up(self, to: Path) -> None:
        """Write a copy of the whole journal to file `to`, for the owner only. Raises `JournalError`."""
        try:
            to.unlink(missing_ok=True)
            make_private(to)
            with closing(sqlite3.connect(to)) as copy:
                self._db.backup(copy)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(f"the journal could not be copied to {to}: {error}") from error

    def _make_entry(
        self, match: int, n: int, event: str, at: float, source: str, written: int | None, uid: str | None
    ) -> Entry:
        """The entry of a stored row: `n` its number, `event` JSON text, `at` seconds since 1970, `source` see `Entry`.
        `written`: the stored sum, None where none was. `uid`: the random id of the match, part of the sum where known.

        Raises `JournalError` for a wrong sum or unreadable event.
        """
        if written is not None and written != sum_of_entry(match, n, at, source, event, uid):
            raise JournalError(
                f"entry {n} of match {match} in the journal {self.path} is not what was written; start again to save it"
            )
        return Entry(n, self._decode_event(event, n), at, source)

    def _decode_event(self, text: str, n: int) -> Event:
        """The event of a stored text. Raises `JournalError` naming entry `n`."""
        try:
            return event_from_json(json.loads(text))
        except (ValueError, InputError) as error:
            raise JournalError(f"entry {n} of the journal {self.path} cannot be read: {error}") from error

    def _explain_refusal(self, error: sqlite3.Error) -> JournalError:
        why = reason_of_refusal(error)
        return JournalError.with_id(why, f"the journal {self.path} cannot be written: {error}; {ADVICE[why]}")

    def _run_query(self, query: str, *values: int | str) -> list[Any]:
        """All rows of a query. Raises `JournalError`."""
        try:
            with closing(self._db.execute(query, values)) as cursor:
                return cursor.fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"the journal {self.path} cannot be read: {error}") from error


def _is_amendment(text: str) -> bool:
    """Is the stored text an amendment? False where unreadable."""
    try:
        return isinstance(event_from_json(json.loads(text)), Amendment)
    except (ValueError, InputError):
        return False


def _is_readable(text: str) -> bool:
    """Is the text an event of this version, or no JSON at all (damaged, which is another trouble)?"""
    try:
        event_from_json(json.loads(text))
    except InputError:
        return False
    except ValueError:
        return True
    return True
