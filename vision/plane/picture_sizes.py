"""Size and number of passes of a picture, from its first bytes: before anything is decoded, a bomb is only a number."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable

Size = tuple[int, int]
"""Width and height in pixels, as they are stored: a photograph may have to be turned yet."""

_JPEG_FRAMES = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
_MARK = re.compile(rb"\xff[^\x00\xff]")
_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
"""Marks of a JPEG that begin no segment."""


def read_picture_size(data: bytes) -> Size | None:
    """Width and height in pixels that `data`, a JPEG, PNG, WebP, TIFF, BMP or GIF, names; None for anything else, or a damaged
    head."""
    for told, size in _FORMATS:
        if told(data):
            try:
                return size(data)
            except (struct.error, IndexError):
                return None
    return None


def count_scans(data: bytes) -> int:
    """Number of scans of a JPEG `data`, 0 for anything else. A progressive JPEG has about ten, each costing a pass over all
    pixels in as little as six bytes. Previews and films in other segments or behind the end do not count."""
    at, scans = 2 if data.startswith(b"\xff\xd8") else len(data), 0
    while (found := _MARK.search(data, at)) and (mark := data[found.end() - 1]) != 0xD9:  # up to the end mark
        scans += mark == 0xDA
        length = int.from_bytes(data[found.end() : found.end() + 2]) if mark not in _BARE else 0
        at = found.end() + length
    return scans


def _png_size(data: bytes) -> Size | None:
    width, height = struct.unpack_from(">II", data, 16)
    return width, height


def _gif_size(data: bytes) -> Size | None:
    width, height = struct.unpack_from("<HH", data, 6)
    return width, height


def _bmp_size(data: bytes) -> Size | None:
    """Width and height named by the head of the BMP `data`, never None. Raises `struct.error` for a short head."""
    if struct.unpack_from("<I", data, 14)[0] == 12:  # as OS/2 wrote them
        width, height = struct.unpack_from("<HH", data, 18)
    else:
        width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)


def _jpeg_size(data: bytes) -> Size | None:
    """Width and height named by the first frame of the JPEG `data`, None without a frame. Raises `IndexError` or
    `struct.error` at a torn end."""
    at = 2
    while data[at] == 0xFF:
        mark = data[at + 1]
        if mark in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        if mark == 0xFF:  # filling
            at += 1
        else:
            at += 2 if mark in _BARE else 2 + max(struct.unpack_from(">H", data, at + 2)[0], 2)
    return None


def _webp_size(data: bytes) -> Size | None:
    """Width and height named by the head of the WebP `data` of any of its three kinds, None for another. Raises `struct.error`
    for a short head."""
    kind = data[12:16]
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return width, height
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, 26)
    return (width & 0x3FFF, height & 0x3FFF) if kind == b"VP8 " else None


def _tiff_size(data: bytes) -> Size | None:
    """Width and height named by the first directory of the TIFF `data`, None without both tags. Raises `struct.error` for a
    short file."""
    order = "<" if data[:2] == b"II" else ">"
    (directory,) = struct.unpack_from(f"{order}I", data, 4)
    (count,) = struct.unpack_from(f"{order}H", data, directory)
    found = {}
    for at in range(directory + 2, directory + 2 + 12 * count, 12):
        tag, kind = struct.unpack_from(f"{order}HH", data, at)
        if tag in (256, 257):
            (found[tag],) = struct.unpack_from(f"{order}{'H' if kind == 3 else 'I'}", data, at + 8)
    return (found[256], found[257]) if len(found) == 2 else None


_FORMATS: tuple[tuple[Callable[[bytes], bool], Callable[[bytes], Size | None]], ...] = (
    (lambda data: data.startswith(b"\xff\xd8"), _jpeg_size),
    (lambda data: data.startswith(b"\x89PNG\r\n\x1a\n"), _png_size),
    (lambda data: data.startswith(b"RIFF") and data[8:12] == b"WEBP", _webp_size),
    (lambda data: data.startswith((b"II*\0", b"MM\0*")), _tiff_size),
    (lambda data: data.startswith(b"BM"), _bmp_size),
    (lambda data: data.startswith((b"GIF87a", b"GIF89a")), _gif_size),
)
