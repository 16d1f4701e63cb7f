"""The table's own journal as the club's thread reads it: a connection of its own, which only reads.

What stands in the journal's second copy alone is read later, once the journal has it: only what is lasting leaves the table.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import pathname2url

from companion.errors import InputError, JournalError
from companion.games import rules_of
from companion.journal.database import sum_of_entry
from companion.match.events import Entry, Started, event_from_json
from companion.match.referee import replay_log
from companion.match.rules import Rules
from companion.match.rulings import Match


@dataclass(frozen=True, slots=True)
class StoredLog:
    """A match of the journal: number, random id, and the number of the last entry."""

    number: int
    uid: str
    last: int


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A row of the journal. `event`: as JSON; None for an entry that is lost or damaged."""

    n: int
    at: float
    source: str
    event: dict[str, Any] | None


class StoredJournal:
    """Reads the journal at `path`, from one thread. Raises `sqlite3.Error` without a readable file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let the file go; the next call opens it again."""
        if self._db is not None:
            self._db.close()
        self._db = None

    def read_version(self) -> int:
        """A number that changes whenever somebody else has written the journal."""
        return int(self._connect().execute("PRAGMA data_version").fetchone()[0])

    def find_highest_number(self) -> int:
        """The number of the match begun last, 0 without one."""
        return int(self._connect().execute("SELECT COALESCE(MAX(id), 0) FROM matches").fetchone()[0])

    def list_logs(self, first: int) -> list[StoredLog]:
        """The matches from number `first` on that have an id and an entry, the first begun first."""
        found = self._connect().execute(
            "SELECT id, uid, (SELECT MAX(n) FROM entries WHERE match = id) FROM matches WHERE id >= ? AND uid IS NOT NULL",
            (first,),
        )
        return sorted((StoredLog(*row) for row in found if row[2]), key=lambda log: log.number)

    def read_entries(self, log: StoredLog, after: int, most: int) -> list[StoredEntry]:
        """At most `most` entries of a match behind number `after`, in order, without a gap: lost ones stand without event."""
        rows = self._connect().execute(
            "SELECT n, at, source, event, sum FROM entries WHERE match = ? AND n > ? ORDER BY n LIMIT ?",
            (log.number, after, most),
        )
        told = list[StoredEntry]()
        for n, at, source, event, written in rows.fetchall():
            told += [StoredEntry(gone, 0.0, "", None) for gone in range(after + 1 + len(told), n)]
            good = written == sum_of_entry(log.number, n, at, source, event, log.uid)
            told.append(StoredEntry(n, at, source, _decode_event(event) if good else None))
        return told[:most]

    def fold_match(self, log: StoredLog) -> tuple[Rules[Any], Match] | None:
        """Rules and match as the journal has them, None for a log from an unknown version."""
        entries = [
            Entry(row.n, event_from_json(row.event), row.at, row.source)
            for row in self.read_entries(log, 0, log.last)
            if row.event is not None
        ]
        first = entries[0].event if entries else None
        if not isinstance(first, Started):
            return None
        try:
            rules = rules_of(first.game)
            return rules, replay_log(rules, entries, [])
        except (InputError, JournalError):
            return None

    def _connect(self) -> sqlite3.Connection:
        """The connection, opened where it is not."""
        if self._db is None:
            where = f"file:{pathname2url(str(self._path.absolute()))}?mode=ro"
            self._db = sqlite3.connect(where, uri=True, isolation_level=None, check_same_thread=False, timeout=1.0)
        return self._db


def _decode_event(text: str) -> dict[str, Any] | None:
    """The event of a stored text, None for what is none."""
    try:
        event = json.loads(text)
        event_from_json(event)
    except (ValueError, InputError, AttributeError, TypeError):
        return None
    return event if isinstance(event, dict) else None
