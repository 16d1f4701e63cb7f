"""The check of the journal before opening. A damaged journal is set aside whole, everything readable is saved, and all is
said.

No match is shortened without a word and a number, and nothing of a match comes into another. The caller holds the state
directory (`companion/journal/state_lock.py`).
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from companion.errors import JournalError
from companion.journal.backup import list_backups
from companion.journal.database import MIRRORED_VERSIONS, VERSION, has_damaged_version, read_version
from companion.journal.journal import Journal
from companion.journal.mirror import MAX_MIRRORED_MATCHES, MirrorCopy, path_of_mirror, path_of_reached, read_mirror
from companion.journal.repair.salvage import (
    BROKEN_ERRORS,
    PAGE_SIZES,
    USUAL_PAGE_BYTES,
    SavedRows,
    add_rows,
    drop_nameless,
    file_beside,
    has_common_match,
    is_contradicted,
    list_restorable,
    open_to_read,
    read_database,
    read_log_image,
    read_log_of_database,
    rows_of_mirror,
    say_numbers,
)
from companion.journal.repair.wal import latest_pages
from companion.journal.set_aside import move_aside
from companion.journal.start_notice import StartNotice
from companion.whole_file import sync_folder

FILE_TAILS = ("", "-wal", "-shm")
"""Ends of the names of the files that make up a journal. One file without the others loses the last facts."""
NEW_TAIL = "-new"
"""End of the name of the file that replaces the journal."""
MIN_DAMAGED_VERSION = 100  # a version from here on is damage; guess: the companion will never have so many


def check_journal(path: Path, now: float) -> tuple[StartNotice, ...]:
    """What is to be said of the journal, put right where possible; nothing where all is well. `now`: seconds since 1970.

    Raises `JournalError` where damaged files cannot be set aside or nothing can be written, with nothing changed.
    """
    try:
        said = (*_make_readable(path, now), *_finish_mending(path, now))
        own = read_database(path)
        told, mirror = _read_own_mirror(path, own, now)
        said = (*said, *told)
        if not path.exists() or not path.stat().st_size:
            faults = "its main file is missing"
            return (
                *said,
                *(_mend_journal(path, now, faults, own, mirror) if mirror.rows else _report_missing(path, mirror, now)),
            )
        faults = find_faults(path, own, mirror)
        if faults:
            return (*said, *_mend_journal(path, now, faults, own, mirror))
        if _version_of(path) > VERSION:
            return said  # of a newer companion: opening the journal says so
        torn = (StartNotice("journal-torn"),) if read_log_of_database(path).torn else ()
        return (*said, *_catch_up(path, own, mirror, now), *torn, *(() if own.entries else _report_backup(path)))
    except JournalError:
        raise
    except (OSError, sqlite3.Error) as error:
        raise JournalError(f"the journal {path} could not be looked over: {error}; nothing of it was changed") from error


def _make_readable(path: Path, now: float) -> tuple[StartNotice, ...]:
    """Notices of whatever lies in place of a journal file and is no readable file: set aside, or made readable. `now`: seconds
    since 1970, for names of what is set aside."""
    said = []
    for file in (*(file_beside(path, tail) for tail in FILE_TAILS), path_of_mirror(path), path_of_reached(path)):
        if not file.exists() and not file.is_symlink():
            continue
        if not _is_usable(file):
            said.append(StartNotice("aside-journal", {"name": file.name, "aside": str(move_aside(file, now))}))
    for rest in (file_beside(path, NEW_TAIL), file_beside(path, "-part"), file_beside(path_of_mirror(path), ".new")):
        if rest.is_dir() and not rest.is_symlink():
            move_aside(rest, now)
    return tuple(said)


def _is_usable(file: Path) -> bool:
    """Is the file a readable file? Rights are mended where possible; on a read-only disk reading is enough."""
    if not file.is_file():
        return False
    if not os.access(file, os.R_OK | os.W_OK):
        try:
            file.chmod(0o600)
        except OSError:
            return os.access(file, os.R_OK)  # on a read-only disk the file stays in place
    return os.access(file, os.R_OK)


def _finish_mending(path: Path, now: float) -> tuple[StartNotice, ...]:
    """The notice of a mending cut off by a power cut: the saved file takes its place now. Nothing where no mending was cut
    off."""
    fresh = file_beside(path, NEW_TAIL)
    if path.exists() or not fresh.exists():
        return ()
    aside = _move_aside(path, now)
    fresh.replace(path)
    return (StartNotice("journal-damaged", {"aside": str(aside)}, "the power went while it was mended"),)


def _read_own_mirror(path: Path, own: SavedRows, now: float) -> tuple[tuple[StartNotice, ...], MirrorCopy]:
    """Notices, and the mirror if of this journal. Otherwise the database is believed, and the mirror set aside; only counts of
    known matches come back. `own`: rows of the database."""
    mirror = read_mirror(path)
    copied = rows_of_mirror(mirror)
    is_other = own.numbers.keys().isdisjoint(row.uid for row in mirror.rows) and not all(row.owed for row in mirror.rows)
    if (own.numbers and is_other) or any(is_contradicted(own, copied, uid) for uid in copied.numbers):
        aside = _make_folder_aside(path, now)
        for copy in (path_of_mirror, path_of_reached):
            if copy(path).exists():
                copy(path).replace(copy(aside / path.name))
        known = {uid: come for uid, come in mirror.reached.items() if uid in own.numbers}
        return (StartNotice("journal-other-mirror", {"aside": str(aside)}),), MirrorCopy(reached=known)
    if own.numbers and mirror.reached and not has_common_match(own, copied) and not mirror.rows:
        for file in (path_of_mirror(path), path_of_reached(path)):
            if file.exists():
                move_aside(file, now)  # the count is of another journal's matches
        return (), replace(mirror, reached={})
    return (), mirror


def _catch_up(path: Path, own: SavedRows, mirror: MirrorCopy, now: float) -> tuple[StartNotice, ...]:
    """Notices of a whole database: rows that only the mirror had come into it, a bad mirror is named, and lost entries are
    counted. `own`: rows of the database."""
    copied = rows_of_mirror(mirror)
    added = copied.entries.keys() - own.entries.keys()
    together = SavedRows()
    add_rows(together, own)
    add_rows(together, copied)
    lost = lost_entries(together)
    said = []
    if any(together.has_begin(uid) for uid, _ in added):
        said += _settle_owed(path)
    recent = sorted(own.numbers.values())[-MAX_MIRRORED_MATCHES:]
    lacking = sum(own.numbers[uid] in recent and (uid, n) not in copied.entries for uid, n in own.entries)
    if mirror.damaged or (lacking > 1 and _version_of(path) in MIRRORED_VERSIONS):
        said.append(StartNotice("journal-mirror" if mirror.reached else "journal-mirror-unknown"))
    if lost:
        aside = _make_folder_aside(path, now)
        _copy_mirror(path, aside)
        said += say_lost(together)
        _write_down(path, together, lost)
    return tuple(said)


def lost_entries(rows: SavedRows) -> list[tuple[str, int]]:
    """The entries that no file has, with number 0 for a match without beginning."""
    startless = rows.list_without_begin()
    return [(uid, 0) for uid in startless] + [
        (uid, n) for uid in rows.highest if rows.has_begin(uid) for n in rows.list_missing(uid)
    ]


def say_lost(rows: SavedRows) -> list[StartNotice]:
    """Notices of how many entries of each match no file has; a match of which not even the beginning is left is lost as a
    whole."""
    said = []
    for uid in sorted(rows.highest, key=lambda uid: rows.numbers[uid]):
        missing, match = rows.list_missing(uid), rows.numbers[uid]
        if missing and rows.has_begin(uid):
            kept = max(n for of, n in rows.entries if of == uid)
            values = {
                "match": match,
                "lost": len(missing),
                "of": rows.highest[uid],
                "kept": kept,
                "which": say_numbers(missing),
            }
            said.append(StartNotice("journal-shortened", values))
    startless = sorted((rows.numbers[uid], rows.highest[uid]) for uid in rows.list_without_begin())
    return said + [StartNotice("journal-lost", {"match": match, "entries": highest}) for match, highest in startless]


def _settle_owed(path: Path) -> list[StartNotice]:
    """Notices of what the mirror took during a full disk, once written into the database."""
    with Journal(path) as journal:
        owed = journal.owed
        journal.write_owed()
        return [] if journal.trouble == "reserve" else [StartNotice("journal-caught-up", {"entries": owed})]


def _write_down(path: Path, rows: SavedRows, lost: Iterable[tuple[str, int]]) -> None:
    """Keep in the journal what is lost, to say it once. A match without beginning keeps its number. A full disk is passed over:
    the next start says the same."""
    lost = tuple(lost)
    with Journal(path) as journal:
        held = {stored.uid for stored in journal.list_matches()}
        begun = [row for row in list_restorable(rows) if not row.n and (row.uid, 0) in lost and row.uid not in held]
        try:
            journal.restore_rows(begun, lost)
            journal.write_owed()
        except JournalError:
            return  # a full disk: the next start says the same


def _version_of(path: Path) -> int:
    with closing(open_to_read(path)) as db:
        return read_version(db)


def _report_missing(path: Path, mirror: MirrorCopy, now: float) -> tuple[StartNotice, ...]:
    """Notices for a missing or empty journal without a mirror: right only where no journal ever was. Where a count of matches
    is left, every counted entry is told as lost."""
    said: tuple[StartNotice, ...] = ()
    if any(file_beside(path, tail).exists() and file_beside(path, tail).stat().st_size for tail in FILE_TAILS[1:]):
        said = (StartNotice("journal-parts", {"aside": str(_move_aside(path, now))}),)
    if left := _report_backup(path):
        if path_of_reached(path).exists():
            move_aside(path_of_reached(path), now)  # the counted matches are in the backup, or the owner puts them back
        return (*said, *left)
    rows = rows_of_mirror(mirror)
    if lost := lost_entries(rows):
        _write_down(path, rows, lost)
    return (*said, *say_lost(rows))


def _report_backup(path: Path) -> tuple[StartNotice, ...]:
    """The notice that no match was played yet and the latest backup has some; empty otherwise."""
    for backup in list_backups(path.parent)[:1]:
        if matches := len(read_database(backup, still=True).numbers):
            return (StartNotice("journal-missing", {"path": str(path), "backup": str(backup), "matches": matches}),)
    return ()


def find_faults(path: Path, own: SavedRows, mirror: MirrorCopy) -> str:
    """What is wrong with the files, in a few words; "" = nothing. `own`: rows of the database. `mirror`: what the mirror
    holds."""
    if path.stat().st_size < PAGE_SIZES[0]:
        return "it is cut off"  # SQLite would take the file for empty, and throw the log away
    try:
        with closing(open_to_read(path)) as db:
            version = read_version(db)
            if has_damaged_version(db):
                return "its head is damaged"
            if VERSION < version < MIN_DAMAGED_VERSION:
                return ""  # of a newer companion: opening the journal says so
            said = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if said != "ok":
                return str(said).replace("\n", " ").removeprefix("*** in database main *** ")
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except BROKEN_ERRORS as error:
        return str(error)
    if (
        not tables
        and version == 0
        and path.stat().st_size <= USUAL_PAGE_BYTES
        and not latest_pages(read_log_of_database(path))
        and not mirror.rows
    ):
        return ""  # the power went while the journal was being made
    if not {"matches", "entries"} <= tables:
        return "it is a database of another program"
    if not 0 < version <= VERSION:
        return "its head is damaged"
    return _find_gaps(path, own, mirror)


def _find_gaps(path: Path, own: SavedRows, mirror: MirrorCopy) -> str:
    """What the entries tell of damage: an entry is not what was written, is missing, or is missing from the latest backup.
    "" = nothing."""
    if read_log_of_database(path).has_unseen_transaction:
        return "its write-ahead log is damaged in the middle"
    copied = {row.key: row.match for row in mirror.rows if row.n and not row.owed}
    for uid, n in sorted(copied.keys() - own.entries.keys()):
        if (uid, n) not in own.gone and (uid, 0) not in own.gone:
            return f"entry {n} of match {copied[uid, n]} is missing, and its mirror has it"
    for uid, match in own.numbers.items():
        if (missing := own.list_missing(uid)) and (uid, 0) not in own.gone:
            return f"entry {missing[0]} of match {match} is damaged or missing"
    for backup in list_backups(path.parent)[:1]:
        kept = read_database(backup, still=True)
        for uid, match in kept.numbers.items() if has_common_match(own, kept) else ():
            lacks = any(of == uid and (of, n) not in own.entries for of, n in kept.entries)
            if lacks and not is_contradicted(own, kept, uid):
                return f"match {match} is shorter than in its backup"
    return ""


def _mend_journal(path: Path, now: float, faults: str, own: SavedRows, mirror: MirrorCopy) -> tuple[StartNotice, ...]:
    """Notices of a new journal made of everything readable in the damaged journal, its mirror and its backups. The damaged
    files are set aside, and the new file takes their place. `faults`: what was wrong. `own`: rows of the database."""
    fresh = file_beside(path, NEW_TAIL)
    said = _save_rows(path, fresh, gather_rows(path, own, mirror))
    aside = _move_aside(path, now)
    fresh.replace(path)
    sync_folder(path.parent)
    return StartNotice("journal-damaged", {"aside": str(aside)}, faults), *said


def gather_rows(path: Path, own: SavedRows, mirror: MirrorCopy) -> SavedRows:
    """Everything readable of a journal: of database, log, mirror, and backups of the same journal. Where nothing else is left,
    of the latest backup. `own`: rows of the database, put in first."""
    rows = SavedRows()
    for part in (own, read_log_image(path), rows_of_mirror(mirror)):
        add_rows(rows, part)
    drop_nameless(rows, path.name)
    for backup in list_backups(path.parent):
        kept = read_database(backup, still=True)
        if not rows.numbers or has_common_match(rows, kept):
            add_rows(rows, kept)
    return rows


def _save_rows(path: Path, fresh: Path, rows: SavedRows) -> tuple[StartNotice, ...]:
    """Notices of a new file with everything readable, safe on the disk. `fresh`: the file to make. Entries that no file has are
    marked lost."""
    part = file_beside(path, "-part")
    for file in (fresh, *(file_beside(part, tail) for tail in FILE_TAILS)):
        file.unlink(missing_ok=True)
    saved = list_restorable(rows)
    with Journal(part, mirrored=False) as journal:
        journal.restore_rows(saved, (*rows.gone, *lost_entries(rows)))
    _sync_file(part)
    part.replace(fresh)
    entries = [row for row in saved if row.n]
    matches = len({row.uid for row in entries})
    return (StartNotice("journal-saved", {"matches": matches, "entries": len(entries)}), *say_lost(rows))


def is_backup_damaged(path: Path) -> bool:
    """Is a backup of the journal not what was written? False for a backup of a newer companion; a backup without matches counts
    as damaged."""
    try:
        with closing(open_to_read(path, still=True)) as db:
            if read_version(db) > VERSION and not has_damaged_version(db):
                return False  # of a newer companion
            if db.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                return True
    except BROKEN_ERRORS:
        return True
    rows = read_database(path, still=True)
    return bool(lost_entries(rows)) or not rows.numbers


def set_aside_journal(path: Path, now: float) -> Path:
    """The new folder that holds all files of the journal and its mirror. `now`: seconds since 1970. Raises `OSError`."""
    aside = _move_aside(path, now)
    for copy in (path_of_mirror(path), path_of_reached(path)):
        copy.unlink(missing_ok=True)  # a copy lies with the others
    return aside


def _move_aside(path: Path, now: float) -> Path:
    """The new folder that holds all files of the journal, with a copy of the mirror. `now`: seconds since 1970, for the
    folder's name."""
    aside = _make_folder_aside(path, now)
    _copy_mirror(path, aside)
    for tail in FILE_TAILS:
        if file_beside(path, tail).exists():
            file_beside(path, tail).replace(file_beside(aside / path.name, tail))
    return aside


def _copy_mirror(path: Path, aside: Path) -> None:
    for copy in (path_of_mirror(path), path_of_reached(path)):
        if copy.exists():
            shutil.copy(copy, aside)


def _make_folder_aside(path: Path, now: float) -> Path:
    """A new folder beside the journal, named by date and time, for the owner only."""
    name = f"damaged-{datetime.fromtimestamp(now):%Y-%m-%d-%H%M%S}"
    names = (name, *(f"{name}-{n}" for n in range(2, 1000)))
    aside = next(folder for folder in map(path.with_name, names) if not folder.exists())
    aside.mkdir(mode=0o700)
    return aside


def _sync_file(path: Path) -> None:
    """Return once the file and its name are on the disk."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
    sync_folder(path.parent)
