"""What can still be read of a journal's files, damaged or not: of the database, its write-ahead log and its mirror.

Matches are told apart by ids: what carries another id, or contradicts a known match, is never put into the match.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.journal.database import columns_of, sum_of_entry
from companion.journal.mirror import MirrorCopy, Row, id_of_start
from companion.journal.repair.wal import WriteAheadLog, latest_pages, read_write_ahead_log
from companion.match.events import event_from_json

USUAL_PAGE_BYTES = 4096  # of a database page; standard of SQLite
PAGE_SIZES = (512, 1024, 2048, 4096, 8192, 16384, 32768)
"""Possible bytes of a page; standard of SQLite."""
BROKEN_ERRORS = (sqlite3.Error, ValueError, TypeError, OverflowError)
"""What reading a damaged database may raise."""
MAX_ID_LETTERS = 64  # of a match; guess: ids have 32
MAX_ENTRY_NUMBER = 1_000_000  # a higher number is damage; guess

Said = tuple[float, str, str]
"""Time, source and event (as text) of an entry."""


@dataclass(frozen=True, slots=True)
class SavedRows:
    """Everything that could be read, by the ids of matches."""

    numbers: dict[str, int] = field(default_factory=dict)  # the number of each match
    began: dict[str, float] = field(default_factory=dict)  # when each match began
    entries: dict[tuple[str, int], Said] = field(default_factory=dict)  # by id and number
    highest: dict[str, int] = field(default_factory=dict)  # the last number seen of each match, readable or not
    gone: set[tuple[str, int]] = field(default_factory=set)  # entries known to be lost, number 0 = a whole match

    def has_begin(self, uid: str) -> bool:
        """Can the start of a match be read?"""
        return (uid, 1) in self.entries

    def list_missing(self, uid: str) -> list[int]:
        """The numbers of the entries that a match should have and lacks."""
        numbers = range(1, self.highest.get(uid, 0) + 1)
        return [n for n in numbers if (uid, n) not in self.entries and (uid, n) not in self.gone]

    def list_without_begin(self) -> list[str]:
        """The ids of matches without beginning, unless known before."""
        seen = (uid for uid, highest in self.highest.items() if highest and not self.has_begin(uid))
        return [uid for uid in seen if (uid, 0) not in self.gone]


def read_database(path: Path, *, still: bool = False) -> SavedRows:
    """Everything readable of a database, from both ends where the middle is damaged. `still`: nobody writes the file, as with a
    backup. What cannot be read is missing, without an error."""
    rows = SavedRows()
    with contextlib.suppress(*BROKEN_ERRORS, OSError), closing(open_to_read(path, still=still)) as db:
        _read_into(rows, db, path.name)
    return rows


def read_log_image(path: Path) -> SavedRows:
    """What the database would hold if SQLite did not stop at the first damaged place of its log."""
    rows = SavedRows()
    with contextlib.suppress(*BROKEN_ERRORS, OSError):
        if latest_pages(read_log_of_database(path)):
            with closing(_make_image(path)) as db:
                _read_into(rows, db, path.name)
    return rows


def rows_of_mirror(mirror: MirrorCopy) -> SavedRows:
    """The rows of a mirror, with the highest entry ever of each match, also of matches without rows."""
    rows = SavedRows()
    for row in mirror.rows:
        rows.numbers.setdefault(row.uid, row.match)
        if row.n:
            _add_entry(rows, row.uid, row.n, *row.said)
        else:
            rows.began[row.uid] = row.at
    for uid, (match, n) in mirror.reached.items():
        rows.numbers.setdefault(uid, match)
        rows.highest[uid] = max(n, rows.highest.get(uid, 0))
    return rows


def is_contradicted(rows: SavedRows, more: SavedRows, uid: str) -> bool:
    """Do two files tell different things of match `uid`?"""
    return any(rows.entries.get(key, said) != said for key, said in more.entries.items() if key[0] == uid)


def has_common_match(rows: SavedRows, more: SavedRows) -> bool:
    """Have two files a match in common? If so, both are of the same journal."""
    return not rows.numbers.keys().isdisjoint(more.numbers)


def add_rows(rows: SavedRows, more: SavedRows) -> None:
    """Put into `rows` what another file knows, but nothing of a match that contradicts what is known. Known values stay."""
    good = {uid for uid in more.numbers if not is_contradicted(rows, more, uid)}
    for uid in good:
        rows.numbers.setdefault(uid, more.numbers[uid])
        if uid in more.began:
            rows.began.setdefault(uid, more.began[uid])
        if uid in more.highest:
            rows.highest[uid] = max(more.highest[uid], rows.highest.get(uid, 0))
    for key, said in more.entries.items():
        if key[0] in good:
            rows.entries.setdefault(key, said)
    rows.gone.update(key for key in more.gone if key[0] in good and key not in rows.entries)


def drop_nameless(rows: SavedRows, file: str) -> None:
    """Forget the rest of a match whose id cannot be read in `file`, where another file knows the match of the number. Only
    how far it went counts."""
    for uid in [uid for uid in rows.numbers if uid.startswith(f"{file}-")]:
        known = [other for other, number in rows.numbers.items() if number == rows.numbers[uid] and rows.has_begin(other)]
        if known and known[0] != uid:
            rows.highest[known[0]] = max(rows.highest.get(uid, 0), rows.highest[known[0]])
            for kept in (rows.numbers, rows.began, rows.highest):
                kept.pop(uid, None)
            for key in [key for key in rows.entries if key[0] == uid]:
                del rows.entries[key]


def list_restorable(rows: SavedRows) -> list[Row]:
    """All matches with a beginning, ready for a new file. Of two with one number the later put in gets a new number. Of a
    match without beginning only the match itself is listed."""
    highest, called = max(rows.numbers.values(), default=0), dict[int, str]()
    for uid, number in rows.numbers.items():
        if called.setdefault(number, uid) != uid:
            highest += 1
            called[highest] = uid
    found = list[Row]()
    for number, uid in called.items():
        numbers = sorted(n for of, n in rows.entries if of == uid) if rows.has_begin(uid) else []
        first = rows.entries.get((uid, 1), (0.0, "", ""))
        found.append(Row(number, 0, rows.began.get(uid, first[0]), uid=uid))
        found += [Row(number, n, *rows.entries[uid, n], uid=uid) for n in numbers]
    return sorted(found)


def read_log_of_database(path: Path) -> WriteAheadLog:
    """The write-ahead log of a database. Raises `OSError`."""
    log = file_beside(path, "-wal")
    size = int.from_bytes(path.read_bytes()[16:18], "big") if path.exists() else 0
    return read_write_ahead_log(log.read_bytes() if log.exists() else b"", size if size in PAGE_SIZES else USUAL_PAGE_BYTES)


def open_to_read(path: Path, *, still: bool = False) -> sqlite3.Connection:
    """A database for reading alone: closing leaves file and log as they are. A copy in memory where SQLite cannot open the
    file for want of writing. `still`: as in `read_database`. Raises `sqlite3.Error` and `OSError`."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro{'&immutable=1' if still else ''}", uri=True)
    try:
        db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError:
        db.close()
        return _make_image(path)
    except BaseException:
        db.close()
        raise
    return db


def file_beside(path: Path, tail: str) -> Path:
    """The file of a database with another end of its name."""
    return path.with_name(path.name + tail)


def _make_image(path: Path) -> sqlite3.Connection:
    """The database in memory, with every whole page of its log in place."""
    log = read_log_of_database(path)
    data = bytearray(path.read_bytes() if path.exists() else b"")
    for number, page in latest_pages(log).items():
        data[(number - 1) * log.page_size : number * log.page_size] = page.ljust(log.page_size, b"\0")
    data[18:20] = b"\1\1"  # the copy has no log
    db = sqlite3.connect(":memory:")
    try:
        db.deserialize(bytes(data))
    except BaseException:
        db.close()
        raise
    return db


def _read_into(rows: SavedRows, db: sqlite3.Connection, file: str) -> None:
    """Add everything readable of a database to `rows`. Entries with a wrong sum count only for `highest`. `file`: name for
    matches without an id. Raises `sqlite3.Error` where even the columns of the matches cannot be told."""
    ids, began = dict[int, str](), dict[int, float]()
    matches = (
        "SELECT id, began, uid FROM matches" if "uid" in columns_of(db, "matches") else "SELECT id, began, NULL FROM matches"
    )
    for match, at, uid in _rows_until_broken(db, matches):
        if isinstance(match, int) and match > 0 and isinstance(at, float):
            began[match] = at
            if _is_id(uid):
                ids[match] = uid
    columns = columns_of(db, "entries")
    wanted = ", ".join(name if name in columns else "NULL" for name in ("sum", "uid"))
    query = f"SELECT match, n, at, source, event, {wanted} FROM entries"
    found = [row for order in ("", "ORDER BY match DESC, n DESC") for row in _rows_until_broken(db, f"{query} {order}")]
    found = [row for row in found if _is_number(row[0]) and _is_number(row[1])]
    right = [row for row in found if _is_right(row)]
    for match, n, at, source, event, _, uid in right:
        if uid is None and n == 1:
            ids.setdefault(match, id_of_start(at, source, event))
        elif uid is not None:
            ids.setdefault(match, uid)
    for match, n, at, source, event, _, uid in right:
        of = uid or ids.get(match, f"{file}-{match}")
        rows.numbers.setdefault(of, match)
        _add_entry(rows, of, n, float(at), source, event)
    for match, n, *_ in found:
        of = ids.get(match, f"{file}-{match}")
        rows.numbers.setdefault(of, match)
        rows.highest[of] = max(n, rows.highest.get(of, 0))
    for match, at in began.items():
        of = ids.get(match, f"{file}-{match}")
        rows.numbers.setdefault(of, match)
        rows.began[of] = at
    rows.gone.update(
        (uid, n) for uid, n in _rows_until_broken(db, "SELECT uid, n FROM lost") if _is_id(uid) and isinstance(n, int)
    )


def _add_entry(rows: SavedRows, uid: str, n: int, at: float, source: str, event: str) -> None:
    """Add an entry to `rows`, unless one is known or the number is damage."""
    if _is_number(n):
        rows.entries.setdefault((uid, n), (at, source, event))
        rows.highest[uid] = max(n, rows.highest.get(uid, 0))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and 0 < value < MAX_ENTRY_NUMBER


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MAX_ID_LETTERS


def _is_right(row: tuple[Any, ...]) -> bool:
    """Is an entry what was written? Without a stored sum, any event that can be read counts. `row`: match, number, time,
    source, event, sum, id."""
    match, n, at, source, event, written, uid = row
    try:
        if written is not None:
            return (uid is None or _is_id(uid)) and bool(written == sum_of_entry(match, n, at, source, event, uid))
        float(at)
        event_from_json(json.loads(event))
    except InputError:
        return True  # an entry of another version is kept
    except (ValueError, TypeError, RecursionError):
        return False
    return uid is None or _is_id(uid)


def say_numbers(numbers: Iterable[int]) -> str:
    """`numbers` as people write them, rising: "3, 7-9"; "" for none."""
    runs = list[list[int]]()
    for n in sorted(numbers):
        if runs and runs[-1][1] == n - 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def _rows_until_broken(db: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a query, up to the first damage, without an error."""
    try:
        yield from db.execute(query)
    except BROKEN_ERRORS:
        return
