"""The second copy of the journal: one line a fact in a file of its own beside the database, on the disk before the fact is acknowledged.

Whatever happens to one of the two (a write-ahead log that was cut off or deleted, a damaged page) the other still has it, and knows how
far it went. Room is set apart in it, so that facts can be written for a while when the disk is full and the database takes none.
"""

from __future__ import annotations

import contextlib
import json
import os
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

TAIL = "-mirror"
"""What its name has behind that of the database."""
RESERVE = 1 << 18
"""Bytes set apart ahead, for about 1,700 facts."""
LARGEST_MIRROR = 4 << 20
"""Bytes above which it is begun anew, with the latest matches only; older ones are in the backups."""
LATEST = 30
"""Matches that it has when it is begun anew."""


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """An entry as it is stored; with `n` 0 a match that began. `at`: seconds since 1970. `event`: its text. `owed`: the database did not
    take it when it was written here."""

    match: int
    n: int
    at: float
    source: str = ""
    event: str = ""
    owed: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """Which entry it is: match and number."""
        return self.match, self.n

    @property
    def said(self) -> tuple[float, str, str]:
        """Time, source and event."""
        return self.at, self.source, self.event


@dataclass(frozen=True, slots=True)
class Copy:
    """What a mirror holds. `damaged`: lines that are not what was written; `end`: bytes up to where the next line goes; `exists`: is
    there a file at all?"""

    rows: tuple[Row, ...] = ()
    damaged: int = 0
    end: int = 0
    exists: bool = False


def mirror_of(journal: Path) -> Path:
    """Where the mirror of a journal lies."""
    return journal.with_name(journal.name + TAIL)


def read_mirror(journal: Path) -> Copy:
    """The mirror of a journal; empty where there is none. A line that was cut off in the middle of writing is none. Raises `OSError`."""
    try:
        data = mirror_of(journal).read_bytes()
    except FileNotFoundError:
        return Copy()
    end = data.rfind(b"\n") + 1
    lines = [line.strip(b"\0") for line in data[:end].split(b"\n")[:-1]]
    rows = [_row(line) for line in lines]
    return Copy(tuple(row for row in rows if row), sum(row is None for row in rows), end, exists=True)


def _line(row: Row) -> bytes:
    body = json.dumps([row.match, row.n, row.at, row.source, row.event, row.owed], separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _row(line: bytes) -> Row | None:
    try:
        return Row(*json.loads(line[9:])) if zlib.crc32(line[9:]) == int(line[:8], 16) else None
    except (ValueError, TypeError):
        return None


class Mirror:
    """Writes the mirror of a journal. `copy`: what it holds now. Raises `OSError` where it cannot be written, as do its methods; what they
    could not write is not there."""

    def __init__(self, journal: Path, copy: Copy) -> None:
        self._path = mirror_of(journal)
        self._end = copy.end
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._room = os.fstat(self._file).st_size
        self._clear(self._room)
        self._set_apart()

    def write(self, rows: Iterable[Row]) -> None:
        """Write rows, all or none. They are on the disk when this returns."""
        data = b"".join(_line(row) for row in rows)
        try:
            written = 0
            while written < len(data):  # a disk that is full takes a part, and then says why no more
                written += os.pwrite(self._file, data[written:], self._end + written)
            os.fdatasync(self._file)
        except OSError:
            with contextlib.suppress(OSError):  # it is told that this was not written
                self._clear(self._end + len(data))
            raise
        self._end += len(data)
        self._set_apart()

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _clear(self, to: int) -> None:
        """Zeros behind the end, where a write was cut off."""
        room = min(to, os.fstat(self._file).st_size) - self._end
        if room > 0 and os.pread(self._file, room, self._end).strip(b"\0"):
            os.pwrite(self._file, bytes(room), self._end)

    def _set_apart(self) -> None:
        """Keep room ahead while there is some on the disk."""
        if self._room - self._end < RESERVE // 2:
            with contextlib.suppress(OSError):
                os.posix_fallocate(self._file, self._end, RESERVE)
            self._room = max(os.fstat(self._file).st_size, self._end)


def write_anew(journal: Path, rows: Iterable[Row]) -> Copy:
    """Put a mirror of these rows in the place of the old one, whole or not at all; what it holds then."""
    held = tuple(sorted(rows))
    path = mirror_of(journal)
    fresh = path.with_name(path.name + ".new")
    data = b"".join(map(_line, held))
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)
    return Copy(held, 0, len(data), exists=True)


def latest(rows: Iterable[Row]) -> list[Row]:
    """Those of the latest matches."""
    rows = list(rows)
    kept = sorted({row.match for row in rows})[-LATEST:]
    return [row for row in rows if row.match in kept]


def sync_folder(folder: Path) -> None:
    """The names in a folder are on the disk."""
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
