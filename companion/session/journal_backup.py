"""A backup of the journal a day, the last ten kept."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from companion.session.journal import Journal

BACKUPS_KEPT = 10
_NAME = re.compile(r"journal-\d{4}-\d{2}-\d{2}\.sqlite")


def backups(state: Path) -> tuple[Path, ...]:
    """The backups in a state directory, the latest first."""
    folder = state / "backups"
    found = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)] if folder.is_dir() else []
    return tuple(sorted(found, reverse=True))


def back_up_daily(journal: Journal, state: Path, now: float) -> Path | None:
    """Make today's backup unless there is one or no match to keep; the new one. `now`: seconds since 1970. Raises `JournalError`."""
    today = state / "backups" / f"journal-{datetime.fromtimestamp(now):%Y-%m-%d}.sqlite"
    if today.exists() or not journal.matches():
        return None
    fresh = today.with_suffix(".new")
    journal.back_up(fresh)
    fresh.replace(today)
    for old in backups(state)[BACKUPS_KEPT:]:
        old.unlink()
    return today
