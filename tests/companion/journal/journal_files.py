"""Journals for tests: matches of known entries, and journals as earlier versions wrote them."""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import closing

from companion.journal.journal import Journal
from companion.match.events import Entry, Played, Started, TurnEnded, event_to_json

NOW = 1_800_000_000.0
DAY = 86_400.0


def log_of(count, game="the_game", since=NOW):
    """The entries of a match."""
    yield Entry(1, Started(game, 3), since, "phone")
    for n in range(2, count + 1):
        yield Entry(n, TurnEnded() if n % 3 == 0 else Played("up1", str(n), str(n + 1)), since + n / 7, "camera")


def play(journal, log):
    """A match is played; its number."""
    match = journal.begin_match(log[0].at)
    for entry in log:
        journal.append_entry(match, entry)
    return match


def kept(path):
    """Every match as it can be read, by its number."""
    with Journal(path) as journal:
        return {stored.id: journal.read_entries(stored.id) for stored in journal.list_matches()}


def uids(path):
    """The ids of the matches of a journal, by their numbers."""
    with Journal(path) as journal:
        return {stored.id: stored.uid for stored in journal.list_matches()}


def ids(notices):
    return [notice.id for notice in notices]


def write_early(path, logs):
    """A journal and its mirror as the last version without ids wrote them."""
    lines = []
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("CREATE TABLE matches (id INTEGER PRIMARY KEY, began REAL NOT NULL)")
        db.execute(
            "CREATE TABLE entries (match INTEGER NOT NULL REFERENCES matches (id), n INTEGER NOT NULL, at REAL NOT NULL, "
            "source TEXT NOT NULL, event TEXT NOT NULL, sum INTEGER, PRIMARY KEY (match, n)) WITHOUT ROWID"
        )
        db.execute("PRAGMA user_version=3")
        for match, log in logs.items():
            db.execute("INSERT INTO matches VALUES (?, ?)", (match, log[0].at))
            lines.append([match, 0, log[0].at, "", "", False])
            for entry in log:
                text = json.dumps(event_to_json(entry.event), separators=(",", ":"))
                row = (match, entry.n, entry.at, entry.source, text)
                db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)", (*row, early_sum(*row)))
                lines.append([*row, False])
    bodies = [json.dumps(line, separators=(",", ":")).encode() for line in lines]
    path.with_name(path.name + "-mirror").write_bytes(b"".join(b"%08x %s\n" % (zlib.crc32(body), body) for body in bodies))


def early_sum(match, n, at, source, text):
    return zlib.crc32(f"{match} {n} {at!r} {source} {text}".encode())
