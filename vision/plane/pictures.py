"""Photographs from files."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureInHeic, PictureUnreadable
from vision.plane.picture_sizes import count_scans, read_picture_size
from vision.types import Image

ENDINGS = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
ENDINGS_UNREAD = (".heic", ".heif", ".hif", ".avif", ".gif", ".dng", ".cr2", ".cr3", ".nef", ".arw", ".jxl", ".jp2")
"""Endings of photographs that cannot be decoded, and must not be passed over in silence."""
HEIC_KINDS = frozenset({b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis"})
"""What stands in the head of a file in the format of iPhones, or in its like."""


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """What is read as a photograph."""

    max_side_px: int = 2000  # larger photographs are shrunk: more shows nothing of a card and costs time; guess
    min_side_px: int = 16  # after shrinking; less is a speck or a line; guess
    max_pixels: int = 110_000_000  # decoded: 330 MB; more is no photograph of a table, or a trap; guess
    max_scans: int = 100  # passes of a JPEG, each as dear as a picture; guess
    max_bytes: int = 256 << 20  # of a file; guess


PICTURE_LIMITS = PictureLimits()


def load_picture(path: Path) -> tuple[Image, float]:
    """The photograph, (H, W, 3) BGR, the way up it was taken and shrunk to the largest allowed side; and the scale against the
    file, at most 1.

    Raises `PictureUnreadable`; for too many pixels before decoding.
    """
    data = _read_picture_bytes(path)
    _check_size(path, data)
    image = _decode_picture(np.frombuffer(data, np.uint8))
    if image is None:
        raise _unreadable_picture(path)
    scale = _scale_to_limit(*image.shape[:2])
    if scale < 1:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return image, scale


def _read_picture_bytes(path: Path) -> bytes:
    """The bytes of a file. Raises `PictureUnreadable` for folders, pipes, missing and overlarge files."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for, for ever
            raise PictureUnreadable(f"{_printable_name(path)} is a folder, a pipe or a device; name a file with a picture")
        with path.open("rb") as file:
            data = file.read(PICTURE_LIMITS.max_bytes + 1)
    except OSError as error:
        raise PictureUnreadable(f"{_printable_name(path)} cannot be opened: {error.strerror or error}") from error
    if len(data) > PICTURE_LIMITS.max_bytes:
        raise PictureUnreadable(
            f"{_printable_name(path)} is larger than {PICTURE_LIMITS.max_bytes >> 20} MB; use a JPEG or PNG that is smaller"
        )
    return data


def _check_size(path: Path, data: bytes) -> None:
    """Raises `PictureUnreadable` for `data`, the bytes of a picture, too large, too small or in too many passes; nothing is
    decoded."""
    size = read_picture_size(data)
    if size is None or 0 in size:
        raise _unreadable_picture(path, data)
    said = f"{_printable_name(path)} is {size[0]} x {size[1]} pixels"
    if size[0] * size[1] > PICTURE_LIMITS.max_pixels:
        raise PictureUnreadable(f"{said}: too large; use one of at most {PICTURE_LIMITS.max_pixels // 10**6} megapixels")
    if count_scans(data) > PICTURE_LIMITS.max_scans:
        raise PictureUnreadable(f"{said} in {count_scans(data)} passes: no camera writes so; save it again as JPEG or PNG")
    if min(size) * _scale_to_limit(*size) < PICTURE_LIMITS.min_side_px:
        raise PictureUnreadable(f"{said}: too small to show a card; use a photograph")


def _scale_to_limit(*sides: int) -> float:
    return min(1.0, PICTURE_LIMITS.max_side_px / max(sides))


def _printable_name(path: Path) -> str:
    """The name in one line, whatever its characters."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in str(path))


def _unreadable_picture(path: Path, data: bytes = b"") -> PictureUnreadable:
    """The error for a file without a picture, with advice for photographs of iPhones. `data`: its bytes, b"" = unknown."""
    if data[4:8] == b"ftyp" and data[8:12] in HEIC_KINDS:
        return PictureInHeic(
            f"{_printable_name(path)} is a HEIC photograph, which cannot be read here; save it as JPEG, and set the iPhone to JPEG "
            "(Settings, Camera, Formats, Most Compatible)"
        )
    return PictureUnreadable(f"{_printable_name(path)} is no picture that can be read; use JPEG or PNG")


def _decode_picture(data: np.ndarray) -> Image | None:
    """The picture, (H, W, 3) uint8 BGR; None if the bytes cannot be decoded."""
    if not len(data):
        return None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        return None
    return None if image is None else np.asarray(image, np.uint8)


def list_picture_files(folder: Path) -> Iterator[Path]:
    """Photographs in `folder`, in order of name, including formats `load_picture` can only refuse."""
    known = (*ENDINGS, *ENDINGS_UNREAD)
    yield from sorted(path for path in folder.iterdir() if path.suffix.lower() in known and not path.name.startswith("."))


def save_picture(path: Path, image: Image) -> None:
    """Write a picture in the format of the file's ending. Raises `PictureUnreadable` if the file cannot be written."""
    try:
        is_encoded, data = cv2.imencode(path.suffix, image)
        if is_encoded:
            path.write_bytes(data.tobytes())
    except (OSError, cv2.error) as error:
        reason = error.strerror if isinstance(error, OSError) else "use .png or .jpg"
        raise PictureUnreadable(f"{_printable_name(path)} cannot be written: {reason}") from error
    if not is_encoded:
        raise PictureUnreadable(f"{_printable_name(path)} cannot be written: the picture cannot be encoded")
