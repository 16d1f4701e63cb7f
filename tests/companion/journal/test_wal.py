"""SQLite's write-ahead log, read as SQLite writes it, whole and damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from companion.journal.repair.wal import FRAME_HEADER_BYTES, HEADER_BYTES, latest_pages, read_write_ahead_log


@pytest.fixture
def written(tmp_path):
    """The log after three transactions, and the size of a page."""
    path = tmp_path / "one.sqlite"
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA wal_autocheckpoint=0")
        for statement in ("CREATE TABLE t (x)", "INSERT INTO t VALUES ('first')", "INSERT INTO t VALUES ('second')"):
            database.execute(statement)
            database.commit()
        (size,) = database.execute("PRAGMA page_size").fetchone()
        return (tmp_path / "one.sqlite-wal").read_bytes(), size


def damaged(data, at):
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def test_a_log_as_sqlite_wrote_it_is_whole(written):
    data, size = written
    log = read_write_ahead_log(data, size)
    assert log.legible and not log.torn and not log.has_unseen_transaction and log.page_size == size
    assert all(frame.whole for frame in log.frames) and sum(frame.commits > 0 for frame in log.frames) == 3
    assert any(b"second" in page for page in latest_pages(log).values())


def test_an_empty_log_is_nothing_to_worry_about():
    log = read_write_ahead_log(b"", 4096)
    assert log.legible and not log.torn and log.frames == () and latest_pages(log) == {}


def test_a_write_that_was_cut_off_is_torn_and_what_was_before_it_stands(written):
    data, size = written
    log = read_write_ahead_log(data[: -size // 2], size)
    assert log.torn and not log.has_unseen_transaction
    pages = latest_pages(log).values()
    assert any(b"first" in page for page in pages) and not any(b"second" in page for page in pages)


def test_behind_a_damaged_frame_lies_what_sqlite_passes_over(written):
    data, size = written
    log = read_write_ahead_log(damaged(data, HEADER_BYTES + FRAME_HEADER_BYTES + 10), size)
    assert not log.frames[0].whole and log.has_unseen_transaction
    assert any(b"second" in page for page in latest_pages(log).values()), "it can still be had"


def test_with_a_damaged_header_the_frames_can_still_be_had(written):
    data, size = written
    log = read_write_ahead_log(damaged(data, 0), size)
    assert not log.legible and log.has_unseen_transaction
    assert any(b"second" in page for page in latest_pages(log).values())
