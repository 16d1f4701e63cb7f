"""A daily backup of the journal, the last ten kept.

The clock of a small machine may be wrong by years: backups are numbered, and the number tells the latest.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.journal.journal import Journal

MAX_BACKUPS = 10  # kept; guess: ten days of play
_NAME = re.compile(r"journal-(\d{4}-\d{2}-\d{2})(?:-(\d{1,9}))?\.sqlite")


def list_backups(state: Path) -> tuple[Path, ...]:
    """The backups in a state directory, the last written first. Backups of earlier versions have no number and count as
    older."""
    folder = state / "backups"
    found = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)] if folder.is_dir() else []
    return tuple(sorted(found, key=lambda path: (_number_of_backup(path), path.name), reverse=True))


def back_up_daily(journal: Journal, state: Path, now: float) -> Path | None:
    """The new backup of today; None where one exists or no match is stored. `state`: the state directory. `now`: seconds since
    1970. Raises `JournalError` and `OSError`.

    A backup of today is made anew once another match has finished. The oldest beyond `MAX_BACKUPS` are deleted.
    """
    kept, matches = list_backups(state), journal.list_matches()
    today = f"{datetime.fromtimestamp(now):%Y-%m-%d}"
    of_today = kept[:1] if kept and _date_of_backup(kept[0]) == today else ()
    if not matches or (of_today and {match.uid for match in matches[1:]} <= _matches_in(of_today[0])):
        return None
    number = (_number_of_backup(kept[0]) if kept else 0) + 1
    made = state / "backups" / f"journal-{today}-{number:04d}.sqlite"
    fresh = made.with_suffix(".new")
    journal.back_up(fresh)
    fresh.replace(made)
    for old in (*of_today, *list_backups(state)[MAX_BACKUPS:]):
        old.unlink(missing_ok=True)
    return made


def _number_of_backup(path: Path) -> int:
    found = _NAME.fullmatch(path.name)
    return int(found[2] or 0) if found else 0


def _date_of_backup(path: Path) -> str:
    found = _NAME.fullmatch(path.name)
    return found[1] if found else ""


def _matches_in(backup: Path) -> set[str]:
    """The ids of the matches in a backup; none of an unreadable backup."""
    try:
        with closing(sqlite3.connect(f"{backup.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as db:
            return {uid for (uid,) in db.execute("SELECT uid FROM matches")}
    except sqlite3.Error:
        return set()
