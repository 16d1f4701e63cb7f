"""SQLite's write-ahead log as on the disk: what lies behind a damaged place, which SQLite skips in silence.

The format: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24  # before each page; standard of SQLite
_MAGIC = 0x377F0682  # the last bit says how words of sums are turned, 0 = little end first; standard of SQLite


@dataclass(frozen=True, slots=True)
class LogFrame:
    """A page as written."""

    page: int
    commits: int  # pages of the file from here on, 0 within a transaction
    data: bytes
    whole: bool  # its sum is right


@dataclass(frozen=True, slots=True)
class WriteAheadLog:
    """The frames of a log."""

    page_size: int
    frames: tuple[LogFrame, ...]
    legible: bool  # its header is whole: SQLite reads the log
    torn: bool  # the last frame is not whole, as after a power cut

    @property
    def has_unseen_transaction(self) -> bool:
        """Does the log hold a whole committed frame that SQLite does not apply, since an earlier frame or the header is
        damaged?"""
        seen = True
        for frame in self.frames:
            seen = seen and frame.whole
            if frame.whole and frame.commits and not (seen and self.legible):
                return True
        return False


def read_write_ahead_log(data: bytes, page_size: int) -> WriteAheadLog:
    """The frames of the last run of the log, in order. `page_size`: of the database, for a log with a damaged header. `data`:
    the whole log; an empty log is whole."""
    if len(data) < HEADER_BYTES:
        return WriteAheadLog(page_size, (), legible=not data, torn=False)
    order, written, legible = _read_header(data)
    size = written if legible else page_size
    salt = data[16:24] if legible else _commonest_salt(data, size)
    frames = tuple(_read_frames(data, size, salt, order))
    rest = (len(data) - HEADER_BYTES) % (FRAME_HEADER_BYTES + size)
    torn = (bool(frames) and not frames[-1].whole) or (rest > 0 and _ends_in_salt(data, rest, salt))
    return WriteAheadLog(size, frames, legible, torn)


def latest_pages(log: WriteAheadLog) -> dict[int, bytes]:
    """The latest whole picture of each page up to the last ended transaction, whatever damage lies between."""
    last = max((i for i, frame in enumerate(log.frames) if frame.whole and frame.commits), default=-1)
    return {frame.page: frame.data for frame in log.frames[: last + 1] if frame.whole}


def _read_header(data: bytes) -> tuple[str, int, bool]:
    """Byte order of sums (">" or "<"), bytes of a page, and whether the header is whole. `data`: the file, at least
    `HEADER_BYTES` long."""
    magic, _, size = struct.unpack(">III", data[:12])
    order = ">" if magic & 1 else "<"
    known = magic & ~1 == _MAGIC and 512 <= size <= 65536 and size & (size - 1) == 0
    return order, size, known and _chain_sum(data[:24], (0, 0), order) == struct.unpack(">II", data[24:32])


def _read_frames(data: bytes, size: int, salt: bytes, order: str) -> Iterator[LogFrame]:
    """The frames in `data`, the file, each judged by the sum in the frame before: frames behind damage can still be believed.
    `size`: bytes of a page. `salt`: 8 bytes. `order`: ">" or "<".

    Frames behind the last with `salt` are of an earlier run, and left out.
    """
    before = data[24:32]
    found: list[LogFrame] = []
    for start in range(HEADER_BYTES, len(data) - FRAME_HEADER_BYTES - size + 1, FRAME_HEADER_BYTES + size):
        head, page = (
            data[start : start + FRAME_HEADER_BYTES],
            data[start + FRAME_HEADER_BYTES : start + FRAME_HEADER_BYTES + size],
        )
        number, commits = struct.unpack(">II", head[:8])
        chain = _chain_sum(page, _chain_sum(head[:8], struct.unpack(">II", before), order), order)
        whole = head[8:16] == salt and chain == struct.unpack(">II", head[16:24])
        found.append(LogFrame(number, commits, page, whole))
        before = head[16:24]
        if head[8:16] == salt:  # what carries another salt behind the last of ours is left from an earlier run
            yield from found
            found.clear()


def _chain_sum(data: bytes, start: tuple[int, ...], order: str) -> tuple[int, int]:
    """Both halves (32 bits each) of SQLite's running sum after `data`. `start`: the sum before. `order`: ">" or "<", byte
    order of the words."""
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    a, b = start
    for x, y in zip(words[::2], words[1::2], strict=True):
        a = (a + x + b) & 0xFFFFFFFF
        b = (b + y + a) & 0xFFFFFFFF
    return a, b


def _commonest_salt(data: bytes, size: int) -> bytes:
    """The salt, 8 bytes, that most frames of the file `data` carry; b"" without frames. `size`: bytes of a page."""
    salts = [
        data[start + 8 : start + 16]
        for start in range(HEADER_BYTES, len(data) - FRAME_HEADER_BYTES - size + 1, FRAME_HEADER_BYTES + size)
    ]
    return max(salts, key=salts.count, default=b"")


def _ends_in_salt(data: bytes, rest: int, salt: bytes) -> bool:
    return rest >= 16 and data[len(data) - rest + 8 : len(data) - rest + 16] == salt
