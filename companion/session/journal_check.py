"""Looking at the journal before it is opened: a damaged one is set aside whole, what can be saved of it is saved, and all is said.

Never a shortened match without a word. The caller holds the state directory (`companion/session/state_lock.py`).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.errors import JournalError
from companion.session.journal import VERSION, Journal
from companion.session.journal_backup import backups
from companion.session.journal_mirror import LATEST, Copy, mirror_of, read_mirror, sync_folder
from companion.session.journal_salvage import (
    BROKEN,
    PAGE,
    PAGES,
    add,
    beside,
    connected,
    entries_of,
    images,
    log_of,
    reach,
    read,
    rows_of_mirror,
    whole,
)
from companion.session.journal_wal import pages_of
from companion.session.start_notice import StartNotice

TAILS = ("", "-wal", "-shm")
"""Of the files that make up a journal. One without the others loses what was written last."""
NEW = "-new"
"""Of the file that takes its place."""
FIRST_MIRRORED = 3
"""The first version of the journal that has a mirror."""
NO_VERSION = 100
"""A version from here on is damage: there will never be so many."""


def look_over(path: Path, now: float) -> tuple[StartNotice, ...]:
    """Look the journal over, and put right what can be. `now`: seconds since 1970. What is to be said; nothing where all is well.

    Raises `JournalError` where damaged files cannot be set aside or nothing can be written; then nothing was changed.
    """
    try:
        finished = _finished(path, now)
        said, mirror = _own_mirror(path, now)
        said = (*finished, *said)
        if not path.exists() or not path.stat().st_size:
            return (*said, *(_mended(path, now, "its main file is missing", mirror) if mirror.rows else _missing(path, now)))
        faults = _faults(path, mirror)
        if faults:
            return (*said, *_mended(path, now, faults, mirror))
        if _version(path) > VERSION:
            return ()  # not ours to judge: opening it says so
        return (*said, *_behind(path, mirror), *((StartNotice("journal-torn"),) if log_of(path).torn else ()))
    except JournalError:
        raise
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"the journal {path} could not be looked over: {error}; nothing of it was changed") from error


def _finished(path: Path, now: float) -> tuple[StartNotice, ...]:
    """The power went after damaged files had been moved, and before what was saved of them took their place: it does now."""
    fresh = beside(path, NEW)
    if path.exists() or not fresh.exists():
        return ()
    aside = _set_aside(path, now)
    fresh.replace(path)
    return (StartNotice("journal-damaged", {"aside": str(aside)}, "the power went while it was mended"),)


def _own_mirror(path: Path, now: float) -> tuple[tuple[StartNotice, ...], Copy]:
    """The mirror, if it is that of this journal: else the database is believed, and the mirror set aside."""
    mirror, rows = read_mirror(path), read(path)
    if any(rows.entries.get(row.key, row.said) != row.said for row in mirror.rows if row.n):
        aside = _folder_aside(path, now)
        mirror_of(path).replace(mirror_of(aside / path.name))
        return (StartNotice("journal-other-mirror", {"aside": str(aside)}),), Copy()
    return (), mirror


def _behind(path: Path, mirror: Copy) -> tuple[StartNotice, ...]:
    """The database is whole. What it is owed comes into it; where the mirror is not what it should be, that is said."""
    rows = read(path)
    held = {row.key for row in mirror.rows}
    said = [_settled(path)] if any(n and (match, n) not in rows.entries for match, n in held) else []
    recent = sorted(rows.began)[-LATEST:]
    lacking = sum(key[0] in recent and key not in held for key in rows.entries)
    if mirror.damaged or (lacking > 1 and _version(path) >= FIRST_MIRRORED):
        said.append(StartNotice("journal-mirror"))
    return tuple(said)


def _settled(path: Path) -> StartNotice:
    """What the mirror took while the disk was full comes into the database."""
    with Journal(path) as journal:
        owed = journal.owed
        journal.settle()
        if journal.trouble == "reserve":
            raise JournalError(f"the journal {path} cannot be written yet; make room on the disk and start again")
    return StartNotice("journal-caught-up", {"entries": owed})


def _version(path: Path) -> int:
    """Of the companion that wrote it: from `FIRST_MIRRORED` on there is a mirror."""
    with closing(connected(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def _missing(path: Path, now: float) -> tuple[StartNotice, ...]:
    """There is no journal, or an empty one: that is as it should be only where there never was one."""
    said = []
    if any(beside(path, tail).exists() and beside(path, tail).stat().st_size for tail in TAILS[1:]):
        said.append(StartNotice("journal-parts", {"aside": str(_set_aside(path, now))}))
    kept = backups(path.parent)
    if kept:
        matches = len(read(kept[0]).began)
        said.append(StartNotice("journal-missing", {"path": str(path), "backup": str(kept[0]), "matches": matches}))
    return tuple(said)


def _faults(path: Path, mirror: Copy) -> str:
    """What is wrong with the files, in a few words; "" = nothing."""
    if path.stat().st_size < PAGES[0]:
        return "it is cut off"  # SQLite would take it for an empty one, and throw its log away
    try:
        with closing(connected(path)) as db:
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if VERSION < version < NO_VERSION:
                return ""  # not ours to judge: opening it says so
            said = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if said != "ok":
                return str(said).replace("\n", " ").removeprefix("*** in database main *** ")
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except BROKEN as error:
        return str(error)
    if not tables and version == 0 and path.stat().st_size <= PAGE and not pages_of(log_of(path)) and not mirror.rows:
        return ""  # it was being made when the power went
    if not {"matches", "entries"} <= tables:
        return "it is a database of another program"
    if not 0 < version <= VERSION:
        return "its head is damaged"
    return _gaps(path, mirror)


def _gaps(path: Path, mirror: Copy) -> str:
    """What the entries themselves tell: each is what was written, none is missing, and none of the latest backup is."""
    if log_of(path).passed_over:
        return "its write-ahead log is damaged in the middle"
    rows = read(path)
    kept = whole(rows)
    reach(rows, (row for row in mirror.rows if not row.owed))
    for match, highest in sorted(rows.highest.items()):
        if kept.get(match, 0) < highest:
            return f"entry {kept.get(match, 0) + 1} of match {match} is damaged or missing"
    for backup in backups(path.parent)[:1]:
        for match, count in whole(read(backup)).items():
            if kept.get(match, 0) < count:
                return f"match {match} is shorter than in its backup"
    return ""


def _mended(path: Path, now: float, faults: str, mirror: Copy) -> tuple[StartNotice, ...]:
    """A new journal of all that can be read of the damaged one, of its mirror and of the backups takes its place."""
    fresh = beside(path, NEW)
    said = _save(path, fresh, mirror)
    aside = _set_aside(path, now)
    fresh.replace(path)
    sync_folder(path.parent)
    return StartNotice("journal-damaged", {"aside": str(aside)}, faults), *said


def _save(path: Path, fresh: Path, mirror: Copy) -> tuple[StartNotice, ...]:
    """Write what can be read into a new file, which is on the disk then."""
    rows = read(path)
    for image in images(path):
        add(rows, read(image))
        image.unlink()
    add(rows, rows_of_mirror(mirror))
    for backup in backups(path.parent):
        add(rows, read(backup))
    part = beside(path, "-part")
    for file in (fresh, *(beside(part, tail) for tail in TAILS)):
        file.unlink(missing_ok=True)
    kept = whole(rows)
    with Journal(part, mirrored=False) as journal:
        for match in sorted(kept):
            journal.restore(match, rows.began.get(match, rows.entries[match, 1][0]), entries_of(rows, match, kept[match]))
    _sync(part)
    part.replace(fresh)
    said = [StartNotice("journal-saved", {"matches": len(kept), "entries": sum(kept.values())})]
    for match, highest in sorted(rows.highest.items()):
        if kept.get(match, 0) < highest:
            said.append(StartNotice("journal-shortened", {"match": match, "kept": kept.get(match, 0), "of": highest}))
    said += [StartNotice("journal-lost", {"match": match}) for match in sorted(rows.began.keys() - rows.highest.keys())]
    return tuple(said)


def _set_aside(path: Path, now: float) -> Path:
    """Move all files of the journal together into a folder of their own, with a copy of the mirror; the folder."""
    aside = _folder_aside(path, now)
    if mirror_of(path).exists():
        shutil.copy(mirror_of(path), aside)
    for tail in TAILS:
        if beside(path, tail).exists():
            beside(path, tail).replace(beside(aside / path.name, tail))
    return aside


def _folder_aside(path: Path, now: float) -> Path:
    name = f"damaged-{datetime.fromtimestamp(now):%Y-%m-%d-%H%M%S}"
    aside = next(folder for folder in (path.with_name(name + more) for more in ("", *"bcdefghij")) if not folder.exists())
    aside.mkdir(mode=0o700)
    return aside


def _sync(path: Path) -> None:
    """On the disk before it takes the place of another."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
    sync_folder(path.parent)
