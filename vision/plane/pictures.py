"""Photographs from files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from vision.errors import PictureUnreadable
from vision.types import Image

ENDINGS = (".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff")
LONGEST = 2000
"""Long side in pixels to which larger photographs are brought: more shows nothing of a card, and costs time and memory."""


def load_picture(path: Path) -> tuple[Image, float]:
    """The photograph, (H, W, 3) BGR, the way up it was taken, long side at most `LONGEST`; and its scale, at most 1, against the file.

    Raises `PictureUnreadable`.
    """
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise PictureUnreadable(f"{path} cannot be opened: {error.strerror or error}") from error
    image = _decoded(data)
    if image is None:
        raise PictureUnreadable(f"{path} is no picture that can be read; use JPEG or PNG")
    scale = min(1.0, LONGEST / max(image.shape[:2]))
    if scale < 1:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    return image, scale


def _decoded(data: np.ndarray) -> Image | None:
    if not len(data):
        return None
    try:
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    return None if image is None else np.asarray(image, np.uint8)


def picture_files(folder: Path) -> Iterator[Path]:
    """The photographs that lie in `folder`, in order of their names."""
    yield from sorted(path for path in folder.iterdir() if path.suffix.lower() in ENDINGS and not path.name.startswith("."))


def save_picture(path: Path, image: Image) -> None:
    """Write a picture; the ending says in which format. Raises `PictureUnreadable` if it cannot be written."""
    try:
        good, data = cv2.imencode(path.suffix, image)
        if good:
            path.write_bytes(data.tobytes())
    except (OSError, cv2.error) as error:
        reason = error.strerror if isinstance(error, OSError) else "use .png or .jpg"
        raise PictureUnreadable(f"{path} cannot be written: {reason}") from error
