"""The second copy of the journal: one line a fact in a file of its own beside the database, on the disk before the fact is acknowledged.

Whatever happens to one of the two (a write-ahead log that was cut off or deleted, a damaged page) the other still has it, and knows how
far it went. Room is set apart in it, so that facts can be written for a while when the disk is full and the database takes none.

Its first line says how far each of the matches written last has come. It is written after the facts are on the disk: where those were
cut off or damaged it still tells how many they were. The same line stands in a small file beside it, which has its room from the start:
where the whole mirror is gone it tells how many facts the mirror alone had.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

TAIL = "-mirror"
"""What its name has behind that of the database."""
REACHED_TAIL = "-reached"
"""What the name of the file that says how far matches have come has behind that of the database."""
RESERVE = 5 << 16
"""Bytes set apart ahead, for about 1,700 facts."""
LARGEST_MIRROR = 4 << 20
"""Bytes above which it is begun anew, with the latest matches only; older ones are in the backups."""
LATEST = 30
"""Matches that it has when it is begun anew."""
HEAD_BYTES = 512
"""Length of the first line, its end included."""
REACHED_MATCHES = 6
"""Matches of which the first line says how far they came."""
REACHED = "reached"
"""The word by which a first line is known; mirrors of earlier versions have none."""


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """An entry as it is stored; with `n` 0 a match that began. `at`: seconds since 1970. `event`: its text. `owed`: the database did not
    take it when it was written here. `uid`: the random id of its match, "" in files of earlier versions."""

    match: int
    n: int
    at: float
    source: str = ""
    event: str = ""
    owed: bool = False
    uid: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """Which entry it is: id of the match, and number."""
        return self.uid, self.n

    @property
    def said(self) -> tuple[float, str, str]:
        """Time, source and event."""
        return self.at, self.source, self.event


@dataclass(frozen=True, slots=True)
class Copy:
    """What a mirror holds. `damaged`: lines that are not what was written. `end`: bytes up to where the next line goes. `exists`: is
    there a file at all? `headed`: does it begin with a first line? `reached`: by the id of a match its number and its highest entry,
    as the first line says, or the file beside it."""

    rows: tuple[Row, ...] = ()
    damaged: int = 0
    end: int = 0
    exists: bool = False
    headed: bool = False
    reached: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def mirror_of(journal: Path) -> Path:
    """Where the mirror of a journal lies."""
    return journal.with_name(journal.name + TAIL)


def reached_of(journal: Path) -> Path:
    """Where the file lies that says how far the matches of a journal have come."""
    return journal.with_name(journal.name + REACHED_TAIL)


def id_of_start(at: float, source: str, event: str) -> str:
    """The id of a match that began before matches were given random ones: drawn from its first entry, so that the journal, its mirror and
    its backups agree. `event`: its text as it is stored."""
    return hashlib.sha256(f"{float(at)!r} {source} {event}".encode()).hexdigest()[:32]


def with_ids(rows: Iterable[Row], file: str) -> tuple[Row, ...]:
    """The rows, each with the id of its match. `file`: names whatever has no beginning, so that it is taken for part of no other match."""
    rows = tuple(rows)
    given = {row.match: row.uid for row in rows if row.uid}
    given |= {row.match: id_of_start(*row.said) for row in rows if row.n == 1 and row.match not in given}
    return tuple(row if row.uid else replace(row, uid=given.get(row.match, f"{file}-{row.match}")) for row in rows)


def read_mirror(journal: Path) -> Copy:
    """The mirror of a journal; empty where there is none. A line that was cut off in the middle of writing is none. Raises `OSError`."""
    counted = _read_reached(journal)
    try:
        data = mirror_of(journal).read_bytes()
    except FileNotFoundError:
        return Copy(reached=counted)
    end = data.rfind(b"\n") + 1
    headed = len(data) >= HEAD_BYTES and (data.find(b"\n") == HEAD_BYTES - 1 or REACHED.encode() in data[: HEAD_BYTES // 8])
    begin = HEAD_BYTES if headed else 0
    reached = _reached(data[: HEAD_BYTES - 1]) if headed else {}
    lines = [line.strip(b"\0") for line in data[begin : max(begin, end)].split(b"\n")[:-1]]
    rows = [_row(line) for line in lines]
    damaged = sum(row is None for row in rows) + (headed and reached is None)
    kept = with_ids((row for row in rows if row), mirror_of(journal).name)
    return Copy(kept, damaged, max(begin, end), exists=True, headed=headed, reached=_furthest(counted, reached or {}))


def _read_reached(journal: Path) -> dict[str, tuple[int, int]]:
    """What the file beside the mirror says; nothing where it is missing or damaged."""
    try:
        return _reached(reached_of(journal).read_bytes()[: HEAD_BYTES - 1]) or {}
    except OSError:
        return {}


def _line(row: Row) -> bytes:
    body = json.dumps([row.match, row.n, row.at, row.source, row.event, row.owed, row.uid], separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _row(line: bytes) -> Row | None:
    try:
        return Row(*json.loads(line[9:])) if zlib.crc32(line[9:]) == int(line[:8], 16) else None
    except (ValueError, TypeError):
        return None


def _head(reached: Mapping[str, tuple[int, int]]) -> bytes:
    told = [[uid, *come] for uid, come in [*reached.items()][-REACHED_MATCHES:]]
    body = json.dumps([REACHED, told], separators=(",", ":")).encode().ljust(HEAD_BYTES - 10)
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _reached(line: bytes) -> dict[str, tuple[int, int]] | None:
    """What a first line says, None where it is damaged."""
    try:
        if zlib.crc32(line[9:]) != int(line[:8], 16):
            return None
        _, told = json.loads(line[9:])
        return {str(uid): (int(match), int(n)) for uid, match, n in told}
    except (ValueError, TypeError):
        return None


def _furthest(reached: Mapping[str, tuple[int, int]], more: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Of two lines what goes further, the matches of the second at the end."""
    return _further(reached, (Row(match, n, 0.0, uid=uid) for uid, (match, n) in more.items()))


def _further(reached: Mapping[str, tuple[int, int]], rows: Iterable[Row]) -> dict[str, tuple[int, int]]:
    """How far the matches have come with these rows, the one written last at the end."""
    found = dict(reached)
    for row in rows:
        _, n = found.pop(row.uid, (row.match, 0))
        found[row.uid] = row.match, max(n, row.n)
    return dict([*found.items()][-REACHED_MATCHES:])


class Mirror:
    """Writes the mirror of a journal. `copy`: what it holds now. Raises `OSError` where it cannot be written, as do its methods; what they
    could not write is not there."""

    def __init__(self, journal: Path, copy: Copy) -> None:
        self._path = mirror_of(journal)
        self._end, self._reached = copy.end, dict(copy.reached)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._room = os.fstat(self._file).st_size
        self._headed = copy.headed
        self._clear(self._room)
        self._set_apart()
        self._beside: int | None = None
        with contextlib.suppress(OSError):  # it is no fact
            self._beside = os.open(reached_of(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if os.pread(self._beside, HEAD_BYTES + 1, 0) != _head(self._reached):
                os.ftruncate(self._beside, 0)
                os.pwrite(self._beside, _head(self._reached), 0)
                os.fsync(self._beside)

    def write(self, rows: Iterable[Row]) -> None:
        """Write rows, all or none. They are on the disk when this returns."""
        rows = tuple(rows)
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
        self._say_reached(rows)
        self._set_apart()

    def _say_reached(self, rows: tuple[Row, ...]) -> None:
        """How far the matches have come: never before that is on the disk. It is no fact: where it cannot be written the facts are there."""
        if not rows:
            return
        self._reached = _further(self._reached, rows)
        for file in (self._file if self._headed else None, self._beside):
            if file is not None:
                with contextlib.suppress(OSError):
                    os.pwrite(file, _head(self._reached), 0)
                    if any(row.owed for row in rows):  # nothing else knows of them
                        os.fdatasync(file)

    def close(self) -> None:
        """Close the files."""
        for file in (self._file, self._beside):
            if file is not None:
                os.close(file)

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


def write_anew(journal: Path, rows: Iterable[Row], reached: Mapping[str, tuple[int, int]]) -> Copy:
    """Put a mirror of these rows in the place of the old one, whole or not at all; what it holds then. `reached`: how far it was known
    that matches had come."""
    held = tuple(sorted(rows))
    path = mirror_of(journal)
    fresh = path.with_name(path.name + ".new")
    reached = _further(reached, held)
    data = _head(reached) + b"".join(map(_line, held))
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)
    return Copy(held, 0, len(data), exists=True, headed=True, reached=reached)


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
