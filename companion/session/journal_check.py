"""Looking at the journal before it is opened: a damaged one is set aside whole, what can be saved of it is saved, and all is said.

Never a shortened match without a word. The caller holds the state directory (`companion/session/state_lock.py`).
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.errors import InputError, JournalError
from companion.match.events import Entry, event_from_json
from companion.session.journal import VERSION, Journal, sum_of
from companion.session.journal_backup import backups
from companion.session.journal_wal import Log, pages_of, read_log

TAILS = ("", "-wal", "-shm")
"""Of the files that make up a journal. One without the others loses what was written last."""
PAGE = 4096
NO_VERSION = 100
"""A version from here on is damage: there will never be so many."""
PAGES = (512, 1024, 2048, 4096, 8192, 16384, 32768)
"""Sizes of a page, of which `PAGE` is the usual one."""
_LATEST_FIRST = "ORDER BY match DESC, n DESC"
_BROKEN = (sqlite3.Error, ValueError, TypeError, OverflowError)
"""What reading a damaged database may raise."""

Row = tuple[float, str, str]
"""Time, source and event (as text) of an entry."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to be said: a text of the catalogue and its values."""

    id: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What could be read. `began`: of each match; `entries`: by match and number; `highest`: the last number seen of each match."""

    began: dict[int, float] = field(default_factory=dict)
    entries: dict[tuple[int, int], Row] = field(default_factory=dict)
    highest: dict[int, int] = field(default_factory=dict)


def look_over(path: Path, now: float) -> tuple[Notice, ...]:
    """Look the journal over, and put right what can be. `now`: seconds since 1970. What is to be said; nothing where all is well.

    Raises `JournalError` where damaged files cannot be set aside; then nothing was changed.
    """
    if not path.exists() or not path.stat().st_size:
        return _missing(path, now)
    faults = _faults(path)
    if not faults:
        return (Notice("journal-torn"),) if _log(path).torn else ()
    try:
        aside = _set_aside(path, now)
        return (Notice("journal-damaged", {"why": faults, "aside": str(aside)}), *_save(path, aside / path.name))
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"the journal {path} is damaged ({faults}) and could not be saved: {error}") from error


def _missing(path: Path, now: float) -> tuple[Notice, ...]:
    """There is no journal, or an empty one: that is as it should be only where there never was one."""
    said = []
    if any(_beside(path, tail).exists() and _beside(path, tail).stat().st_size for tail in TAILS[1:]):
        said.append(Notice("journal-parts", {"aside": str(_set_aside(path, now))}))
    kept = backups(path.parent)
    if kept:
        matches = len(_read(kept[0]).began)
        said.append(Notice("journal-missing", {"path": str(path), "backup": str(kept[0]), "matches": matches}))
    return tuple(said)


def _faults(path: Path) -> str:
    """What is wrong with the files, in a few words; "" = nothing."""
    if path.stat().st_size < PAGES[0]:
        return "it is cut off"  # SQLite would take it for an empty one, and throw its log away
    try:
        with closing(_connected(path)) as db:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if VERSION < version < NO_VERSION:
                return ""  # not ours to judge: opening it says so
            said = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if said != "ok":
                return str(said).replace("\n", " ").removeprefix("*** in database main *** ")
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except _BROKEN as error:
        return str(error)
    if not tables and version == 0 and path.stat().st_size <= PAGE and not pages_of(_log(path)):
        return ""  # it was being made when the power went
    if not {"matches", "entries"} <= tables:
        return "it is a database of another program"
    if not 0 < version <= VERSION:
        return "its head is damaged"
    return _gaps(path)


def _gaps(path: Path) -> str:
    """What the entries themselves tell: each is what was written, none is missing, and none of the latest backup is."""
    if _log(path).passed_over:
        return "its write-ahead log is damaged in the middle"
    rows = _read(path)
    whole = _whole(rows)
    for match, highest in sorted(rows.highest.items()):
        if whole.get(match, 0) < highest:
            return f"entry {whole.get(match, 0) + 1} of match {match} is damaged or missing"
    for backup in backups(path.parent)[:1]:
        for match, count in _whole(_read(backup)).items():
            if whole.get(match, 0) < count:
                return f"match {match} is shorter than in its backup"
    return ""


def _save(path: Path, damaged: Path) -> tuple[Notice, ...]:
    """Write a new journal of all that can be read of the damaged one and of the backups."""
    rows = _read(damaged)
    for image in _images(damaged):
        _add(rows, _read(image))
        image.unlink()
    for backup in backups(path.parent):
        _add(rows, _read(backup))
    fresh = _beside(path, ".new")
    for tail in TAILS:
        _beside(fresh, tail).unlink(missing_ok=True)
    whole = _whole(rows)
    with Journal(fresh) as journal:
        for match in sorted(whole):
            journal.restore(match, rows.began.get(match, rows.entries[match, 1][0]), _entries(rows, match, whole[match]))
    _sync(fresh)
    fresh.replace(path)
    said = [Notice("journal-saved", {"matches": len(whole), "entries": sum(whole.values())})]
    for match, highest in sorted(rows.highest.items()):
        if whole.get(match, 0) < highest:
            said.append(Notice("journal-shortened", {"match": match, "kept": whole.get(match, 0), "of": highest}))
    said += [Notice("journal-lost", {"match": match}) for match in sorted(rows.began.keys() - rows.highest.keys())]
    return tuple(said)


def _images(damaged: Path) -> Iterator[Path]:
    """The database as its log would make it if SQLite did not stop at the first damaged place."""
    log = _log(damaged)
    pages = pages_of(log)
    if not pages:
        return
    image = damaged.with_name("image.sqlite")
    with image.open("wb") as file:
        file.write(damaged.read_bytes() if damaged.exists() else b"")
        for number, data in pages.items():
            file.seek((number - 1) * log.page_size)
            file.write(data)
    yield image


def _entries(rows: _Rows, match: int, count: int) -> Iterator[Entry]:
    for n in range(1, count + 1):
        at, source, event = rows.entries[match, n]
        yield Entry(n, event_from_json(json.loads(event)), at, source)


def _whole(rows: _Rows) -> dict[int, int]:
    """How many entries each match has from its first without a gap; matches without a first are left out."""
    counts: Counter[int] = Counter()
    for match, n in sorted(rows.entries):
        if counts[match] == n - 1:
            counts[match] = n
    return {match: count for match, count in counts.items() if count}


def _add(rows: _Rows, more: _Rows) -> None:
    for match, began in more.began.items():
        rows.began.setdefault(match, began)
    for key, row in more.entries.items():
        rows.entries.setdefault(key, row)
    for match, highest in more.highest.items():
        rows.highest[match] = max(highest, rows.highest.get(match, 0))


def _read(path: Path) -> _Rows:
    """Everything that can be read of a database, from both ends where the middle is damaged."""
    rows = _Rows()
    try:
        with closing(_connected(path)) as db:
            for match, began in _tolerant(db, "SELECT id, began FROM matches"):
                if isinstance(match, int) and isinstance(began, float):
                    rows.began[match] = began
            summed = any(name == "sum" for _, name, *_ in _tolerant(db, "PRAGMA table_info(entries)"))
            query = f"SELECT match, n, at, source, event, {'sum' if summed else 'NULL'} FROM entries"
            for order in ("", _LATEST_FIRST):
                for row in _tolerant(db, f"{query} {order}"):
                    _keep(rows, *row)
    except _BROKEN:
        pass
    return rows


def _keep(rows: _Rows, match: Any, n: Any, at: Any, source: Any, event: Any, written: Any) -> None:
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
    except _BROKEN:
        return


def _connected(path: Path) -> sqlite3.Connection:
    """Only to be read: closing it leaves file and log as they are."""
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _log(path: Path) -> Log:
    log = _beside(path, "-wal")
    size = int.from_bytes(path.read_bytes()[16:18], "big") if path.exists() else 0
    return read_log(log.read_bytes() if log.exists() else b"", size if size in PAGES else PAGE)


def _set_aside(path: Path, now: float) -> Path:
    """Move all files of the journal together into a folder of their own; the folder."""
    name = f"damaged-{datetime.fromtimestamp(now):%Y-%m-%d-%H%M%S}"
    aside = next(folder for folder in (path.with_name(name + more) for more in ("", *"bcdefghij")) if not folder.exists())
    aside.mkdir(mode=0o700)
    for tail in TAILS:
        if _beside(path, tail).exists():
            _beside(path, tail).replace(_beside(aside / path.name, tail))
    return aside


def _beside(path: Path, tail: str) -> Path:
    return path.with_name(path.name + tail)


def _sync(path: Path) -> None:
    """On the disk before it takes the place of another."""
    for place in (path, path.parent):
        file = os.open(place, os.O_RDONLY)
        try:
            os.fsync(file)
        finally:
            os.close(file)
