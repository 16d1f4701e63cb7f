"""What can still be read of a journal's files, damaged or not: of the database, its write-ahead log and its mirror."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.errors import InputError
from companion.match.events import Entry, event_from_json
from companion.session.journal import sum_of
from companion.session.journal_mirror import Copy, Row
from companion.session.journal_wal import Log, pages_of, read_log

PAGE = 4096
PAGES = (512, 1024, 2048, 4096, 8192, 16384, 32768)
"""Sizes of a page, of which `PAGE` is the usual one."""
BROKEN = (sqlite3.Error, ValueError, TypeError, OverflowError)
"""What reading a damaged database may raise."""
_LATEST_FIRST = "ORDER BY match DESC, n DESC"

Said = tuple[float, str, str]
"""Time, source and event (as text) of an entry."""


@dataclass(frozen=True, slots=True)
class Rows:
    """What could be read. `began`: of each match; `entries`: by match and number; `highest`: the last number seen of each match."""

    began: dict[int, float] = field(default_factory=dict)
    entries: dict[tuple[int, int], Said] = field(default_factory=dict)
    highest: dict[int, int] = field(default_factory=dict)


def read(path: Path) -> Rows:
    """Everything that can be read of a database, from both ends where the middle is damaged."""
    rows = Rows()
    try:
        with closing(connected(path)) as db:
            for match, began in _tolerant(db, "SELECT id, began FROM matches"):
                if isinstance(match, int) and isinstance(began, float):
                    rows.began[match] = began
            summed = any(name == "sum" for _, name, *_ in _tolerant(db, "PRAGMA table_info(entries)"))
            query = f"SELECT match, n, at, source, event, {'sum' if summed else 'NULL'} FROM entries"
            for order in ("", _LATEST_FIRST):
                for row in _tolerant(db, f"{query} {order}"):
                    _keep(rows, *row)
    except BROKEN:
        pass
    return rows


def rows_of_mirror(mirror: Copy) -> Rows:
    rows = Rows({row.match: row.at for row in mirror.rows if not row.n})
    for row in mirror.rows:
        if row.n:
            _keep(rows, *row.key, *row.said, None)
    return rows


def images(damaged: Path) -> Iterator[Path]:
    """The database as its log would make it if SQLite did not stop at the first damaged place."""
    log = log_of(damaged)
    pages = pages_of(log)
    if not pages:
        return
    image = damaged.with_name("journal-image.sqlite")
    with image.open("wb") as file:
        file.write(damaged.read_bytes() if damaged.exists() else b"")
        for number, data in pages.items():
            file.seek((number - 1) * log.page_size)
            file.write(data)
    yield image


def whole(rows: Rows) -> dict[int, int]:
    """How many entries each match has from its first without a gap; matches without a first are left out."""
    counts: Counter[int] = Counter()
    for match, n in sorted(rows.entries):
        if counts[match] == n - 1:
            counts[match] = n
    return {match: count for match, count in counts.items() if count}


def entries_of(rows: Rows, match: int, count: int) -> Iterator[Entry]:
    for n in range(1, count + 1):
        at, source, event = rows.entries[match, n]
        yield Entry(n, event_from_json(json.loads(event)), at, source)


def add(rows: Rows, more: Rows) -> None:
    for match, began in more.began.items():
        rows.began.setdefault(match, began)
    for key, row in more.entries.items():
        rows.entries.setdefault(key, row)
    for match, highest in more.highest.items():
        rows.highest[match] = max(highest, rows.highest.get(match, 0))


def reach(rows: Rows, more: Iterable[Row]) -> None:
    """So far each match went."""
    for row in more:
        rows.highest[row.match] = max(row.n, rows.highest.get(row.match, 0))


def log_of(path: Path) -> Log:
    log = beside(path, "-wal")
    size = int.from_bytes(path.read_bytes()[16:18], "big") if path.exists() else 0
    return read_log(log.read_bytes() if log.exists() else b"", size if size in PAGES else PAGE)


def connected(path: Path) -> sqlite3.Connection:
    """Only to be read: closing it leaves file and log as they are."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def beside(path: Path, tail: str) -> Path:
    return path.with_name(path.name + tail)


def _keep(rows: Rows, match: Any, n: Any, at: Any, source: Any, event: Any, written: Any) -> None:
    """Take an entry in if it is what was written."""
    if not (isinstance(match, int) and isinstance(n, int) and 0 < n < 1_000_000 and match > 0):
        return
    rows.highest[match] = max(n, rows.highest.get(match, 0))
    try:
        right = written is None or written == sum_of(match, n, at, source, event)
        event_from_json(json.loads(event))
    except (ValueError, TypeError, InputError):
        return
    if right:
        rows.entries.setdefault((match, n), (float(at), source, event))


def _tolerant(db: sqlite3.Connection, query: str) -> Iterator[tuple[Any, ...]]:
    """The rows of a query as far as they come."""
    try:
        yield from db.execute(query)
    except BROKEN:
        return
