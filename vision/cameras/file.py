"""A video file, or a folder of pictures in the order of their names, as a camera."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any, Self

import cv2

from vision.errors import CameraUnavailable, EndOfVideo, PictureUnreadable
from vision.plane.pictures import ENDINGS, ENDINGS_UNREAD, load_picture
from vision.types import Frame

HELP, LIVE = "a video file or a folder of pictures", False


def fits(name: str) -> bool:
    """Does anything lie on the disk under this name?"""
    return bool(name) and Path(name).exists()


def opened(name: str, first: int = 0, last: int | None = None) -> FileCamera:
    """The video or the folder, from frame `first` to frame `last`. Raises `CameraUnavailable`, `PictureUnreadable`."""
    return FileCamera(Path(name), first, last)


class FileCamera:
    """A video, or the pictures of a folder. `Frame.at` counts from the first frame. `rate`: frames a second."""

    def __init__(self, path: Path, first: int = 0, last: int | None = None) -> None:
        """`path`: a video or a folder; `first`, `last`: the frames to give (from 0, last included).

        Raises `CameraUnavailable` where nothing can be read, `PictureUnreadable` for a broken picture of a folder, `EndOfVideo`
        for a `first` beyond the end.
        """
        self._last = last
        self._next = 0
        self._capture: Any = None
        self._pictures: list[Path] = []
        if path.is_dir():
            self._pictures = sorted(entry for entry in path.iterdir() if entry.suffix.lower() in (*ENDINGS, *ENDINGS_UNREAD))
            self.rate = 10.0  # guess: a folder tells no rate
        else:
            self._capture = cv2.VideoCapture(str(path)) if path.is_file() else None  # a pipe would be waited for
            opened = self._capture is not None and self._capture.isOpened()
            self.rate = (self._capture.get(cv2.CAP_PROP_FPS) or 25.0) if opened else 0.0
        if path.is_dir() and not self._pictures:
            raise CameraUnavailable(f"the folder {path} holds no pictures ({', '.join(ENDINGS)})")
        if not self.rate:
            raise CameraUnavailable(f"{path} is neither a video that can be read nor a folder of pictures")
        for _ in range(first):
            self.read()

    def read(self) -> Frame:
        """The next frame. Raises `EndOfVideo` after the last one. Raises `PictureUnreadable` for a broken picture of a
        folder."""
        index = self._next
        if self._last is not None and index > self._last:
            raise EndOfVideo("the last frame that was asked for has been given")
        image = self._load_picture(index) if self._pictures else self._decode_frame()
        self._next += 1
        return Frame(image, index / self.rate)

    def _load_picture(self, index: int) -> Any:
        """Picture `index` of the folder, (H, W, 3) uint8 BGR. Raises `EndOfVideo`, `PictureUnreadable`."""
        if index >= len(self._pictures):
            raise EndOfVideo("the folder holds no further picture")
        path = self._pictures[index]
        image = cv2.imread(str(path)) if path.is_file() else None
        if image is None:
            load_picture(path)  # it says why
            raise PictureUnreadable(f"{path} is no picture; remove it or replace it")
        return image

    def _decode_frame(self) -> Any:
        """The next frame of the video, (H, W, 3) uint8 BGR. Raises `EndOfVideo`."""
        got, image = self._capture.read()
        if not got:
            raise EndOfVideo("the video holds no further frame")
        return image

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._capture is not None:
            self._capture.release()
