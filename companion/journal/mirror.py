"""The second copy of the journal: a line a fact in a file beside the database, on the disk before the fact is acknowledged.

Whatever happens to one file (a log cut off or deleted, a damaged page), the other still has all facts and their number. Room
is set apart in the mirror: facts can be written for a while on a full disk.

The first line says how far the latest matches have come, and is written after the facts are on the disk. Where facts were
cut off or damaged, the line still tells their number. A small file beside the mirror holds the same line. Should the whole
mirror go, the file tells how many facts the mirror alone had.
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

from companion.whole_file import write_whole

MIRROR_TAIL = "-mirror"
"""End of the mirror's file name, behind the name of the database."""
REACHED_TAIL = "-reached"
"""End of the name of the file that says how far matches have come."""
RESERVE_BYTES = 5 << 16  # set apart ahead, for about 1,700 facts; guess: an evening
MAX_MIRROR_BYTES = 4 << 20  # above which the mirror begins anew with the latest matches; backups have the older; guess
MAX_MIRRORED_MATCHES = 30  # in a mirror begun anew; guess
HEAD_BYTES = 512  # length of the first line with its end; geometry: six matches fit
MAX_REACHED_MATCHES = 6  # named in the first line; guess
HEAD_WORD = "reached"  # marks a first line; mirrors of earlier versions have none


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """An entry as stored; with `n` 0 a match that began."""

    match: int  # number of the match
    n: int  # number of the entry
    at: float  # seconds since 1970
    source: str = ""
    event: str = ""  # stored text
    owed: bool = False  # the database had refused the row
    uid: str = ""  # random id of the match, "" in files of earlier versions

    @property
    def key(self) -> tuple[str, int]:
        """The entry's identity: id of the match, and number."""
        return self.uid, self.n

    @property
    def said(self) -> tuple[float, str, str]:
        """Time, source and event."""
        return self.at, self.source, self.event


@dataclass(frozen=True, slots=True)
class MirrorCopy:
    """What a mirror holds."""

    rows: tuple[Row, ...] = ()
    damaged: int = 0  # lines that are not what was written
    end: int = 0  # bytes up to the place of the next line
    exists: bool = False  # does a file exist?
    headed: bool = False  # does the file begin with a first line?
    # by the id of a match, number and highest entry by the first line or the file beside
    reached: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def path_of_mirror(journal: Path) -> Path:
    """The path of a journal's mirror."""
    return journal.with_name(journal.name + MIRROR_TAIL)


def path_of_reached(journal: Path) -> Path:
    """The path of the file that says how far a journal's matches have come."""
    return journal.with_name(journal.name + REACHED_TAIL)


def id_of_start(at: float, source: str, event: str) -> str:
    """The id of a match from before random ids, drawn from its first entry: journal, mirror and backups agree. `event`: its
    stored text."""
    return hashlib.sha256(f"{float(at)!r} {source} {event}".encode()).hexdigest()[:32]


def give_ids(rows: Iterable[Row], file: str) -> tuple[Row, ...]:
    """The rows, each with the id of its match. `file`: names a match whose id and start are both missing, lest it be taken for
    part of another match."""
    rows = tuple(rows)
    given = {row.match: row.uid for row in rows if row.uid}
    given |= {row.match: id_of_start(*row.said) for row in rows if row.n == 1 and row.match not in given}
    return tuple(row if row.uid else replace(row, uid=given.get(row.match, f"{file}-{row.match}")) for row in rows)


def read_mirror(journal: Path) -> MirrorCopy:
    """The mirror of a journal, empty where none is. A line cut off while writing does not count. Raises `OSError`."""
    counted = _read_reached(journal)
    try:
        data = path_of_mirror(journal).read_bytes()
    except FileNotFoundError:
        return MirrorCopy(reached=counted)
    end = data.rfind(b"\n") + 1
    headed = len(data) >= HEAD_BYTES and (data.find(b"\n") == HEAD_BYTES - 1 or HEAD_WORD.encode() in data[: HEAD_BYTES // 8])
    begin = HEAD_BYTES if headed else 0
    reached = _decode_head(data[: HEAD_BYTES - 1]) if headed else {}
    lines = [line.strip(b"\0") for line in data[begin : max(begin, end)].split(b"\n")[:-1]]
    rows = [_decode_row(line) for line in lines]
    damaged = sum(row is None for row in rows) + (headed and reached is None)
    kept = give_ids((row for row in rows if row), path_of_mirror(journal).name)
    return MirrorCopy(
        kept, damaged, max(begin, end), exists=True, headed=headed, reached=_merge_reached(counted, reached or {})
    )


def _read_reached(journal: Path) -> dict[str, tuple[int, int]]:
    """How far each match has come, as the file beside the mirror of `journal` says: by match, see `MirrorCopy.reached`. {}
    where the file is missing or damaged."""
    try:
        return _decode_head(path_of_reached(journal).read_bytes()[: HEAD_BYTES - 1]) or {}
    except OSError:
        return {}


def _encode_row(row: Row) -> bytes:
    body = json.dumps([row.match, row.n, row.at, row.source, row.event, row.owed, row.uid], separators=(",", ":")).encode()
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _decode_row(line: bytes) -> Row | None:
    """The row of a line, None where damaged."""
    try:
        return Row(*json.loads(line[9:])) if zlib.crc32(line[9:]) == int(line[:8], 16) else None
    except (ValueError, TypeError):
        return None


def _encode_head(reached: Mapping[str, tuple[int, int]]) -> bytes:
    """The first line, `HEAD_BYTES` long, with the sum. `reached`: by id of a match, number and highest entry."""
    told = [[uid, *come] for uid, come in [*reached.items()][-MAX_REACHED_MATCHES:]]
    body = json.dumps([HEAD_WORD, told], separators=(",", ":")).encode().ljust(HEAD_BYTES - 10)
    return b"%08x %s\n" % (zlib.crc32(body), body)


def _decode_head(line: bytes) -> dict[str, tuple[int, int]] | None:
    """What a first line says: by id of a match, number and highest entry. None where damaged."""
    try:
        if zlib.crc32(line[9:]) != int(line[:8], 16):
            return None
        _, told = json.loads(line[9:])
        return {str(uid): (int(match), int(n)) for uid, match, n in told}
    except (ValueError, TypeError):
        return None


def _merge_reached(reached: Mapping[str, tuple[int, int]], more: Mapping[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """The furthest of two lines, matches of the second at the end."""
    return _count_reached(reached, (Row(match, n, 0.0, uid=uid) for uid, (match, n) in more.items()))


def _count_reached(reached: Mapping[str, tuple[int, int]], rows: Iterable[Row]) -> dict[str, tuple[int, int]]:
    """How far the matches have come with these rows, the last written at the end. `reached`: before, by id of a match: number
    and highest entry. At most `MAX_REACHED_MATCHES` are kept."""
    found = dict(reached)
    for row in rows:
        _, n = found.pop(row.uid, (row.match, 0))
        found[row.uid] = row.match, max(n, row.n)
    return dict([*found.items()][-MAX_REACHED_MATCHES:])


class Mirror:
    """Writes the mirror of a journal. `journal`: the database. `copy`: what its mirror holds; damaged bytes behind its end are
    cleared. Raises `OSError` where the mirror cannot be opened or written, as do the methods; a failed write leaves nothing."""

    def __init__(self, journal: Path, copy: MirrorCopy) -> None:
        self._path = path_of_mirror(journal)
        self._end, self._reached = copy.end, dict(copy.reached)
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        self._room = os.fstat(self._file).st_size
        self._headed = copy.headed
        self._clear_behind_end(self._room)
        self._reserve_room()
        self._beside: int | None = None
        with contextlib.suppress(OSError):  # the count is no fact: a failure loses nothing
            self._beside = os.open(path_of_reached(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            if os.pread(self._beside, HEAD_BYTES + 1, 0) != _encode_head(self._reached):
                os.ftruncate(self._beside, 0)
                os.pwrite(self._beside, _encode_head(self._reached), 0)
                os.fsync(self._beside)

    def write_rows(self, rows: Iterable[Row]) -> None:
        """Write rows, all or none; on the disk at return. Raises `OSError`."""
        rows = tuple(rows)
        data = b"".join(_encode_row(row) for row in rows)
        try:
            written = 0
            while written < len(data):  # a full disk takes a part first, and refuses the rest
                written += os.pwrite(self._file, data[written:], self._end + written)
            os.fdatasync(self._file)
        except OSError:
            with contextlib.suppress(OSError):  # the caller is told of the failed write
                self._clear_behind_end(self._end + len(data))
            raise
        self._end += len(data)
        self._write_reached(rows)
        self._reserve_room()

    def _write_reached(self, rows: tuple[Row, ...]) -> None:
        """Write how far matches have come with `rows`, which are in the mirror already. No fact itself: a failure loses
        nothing."""
        if not rows:
            return
        self._reached = _count_reached(self._reached, rows)
        for file in (self._file if self._headed else None, self._beside):
            if file is not None:
                with contextlib.suppress(OSError):
                    os.pwrite(file, _encode_head(self._reached), 0)
                    if any(row.owed for row in rows):  # only the mirror has owed rows
                        os.fdatasync(file)

    def close(self) -> None:
        """Close the files."""
        for file in (self._file, self._beside):
            if file is not None:
                os.close(file)

    def _clear_behind_end(self, to: int) -> None:
        """Write zeros behind the end, where a write was cut off. `to`: byte up to which to clear."""
        room = min(to, os.fstat(self._file).st_size) - self._end
        if room > 0 and os.pread(self._file, room, self._end).strip(b"\0"):
            os.pwrite(self._file, bytes(room), self._end)

    def _reserve_room(self) -> None:
        """Keep room ahead while the disk has some."""
        if self._room - self._end < RESERVE_BYTES // 2:
            with contextlib.suppress(OSError):
                os.posix_fallocate(self._file, self._end, RESERVE_BYTES)
            self._room = max(os.fstat(self._file).st_size, self._end)


def write_anew(journal: Path, rows: Iterable[Row], reached: Mapping[str, tuple[int, int]]) -> MirrorCopy:
    """The new mirror of `journal` with `rows`, which has replaced the old, whole or not at all. `reached`: how far matches
    were known to have come. Raises `OSError`."""
    held = tuple(sorted(rows))
    reached = _count_reached(reached, held)
    data = _encode_head(reached) + b"".join(map(_encode_row, held))
    write_whole(path_of_mirror(journal), data)
    return MirrorCopy(held, 0, len(data), exists=True, headed=True, reached=reached)


def select_latest(rows: Iterable[Row]) -> list[Row]:
    """The rows of the latest matches. At most `MAX_MIRRORED_MATCHES`, in the given order."""
    rows = list(rows)
    kept = sorted({row.match for row in rows})[-MAX_MIRRORED_MATCHES:]
    return [row for row in rows if row.match in kept]
