"""A phone's camera: a browser sends pictures to the companion's pages, watched like pictures of any camera.

The pages put pictures in (`GIVEN.take`), the camera takes pictures out (`PhoneCamera.read`). There is a single place in the process: a
phone may come, go and come back while nobody watches, or while the eye is opened again.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.cameras.latest import PATIENCE
from vision.errors import NoPhone, PictureRefused, TooManyPictures
from vision.plane.picture_sizes import count_scans, read_picture_size
from vision.types import Frame, Image

HELP, LIVE = "phone", True


@dataclass(frozen=True, slots=True)
class PhoneLimits:
    """Which pictures are taken from a phone."""

    max_bytes: int = 1_000_000  # measured: 1280x720 at a good quality takes 150,000 to 300,000
    min_side_px: int = 240  # guess; told by the picture's head before it is decoded
    max_side_px: int = 1920  # guess
    max_scans: int = 16  # standard: a browser sends one pass, a progressive JPEG has ten; a megabyte has room for thousands
    max_per_s: float = 15.0  # guess; pictures a second, more than the eye looks at
    max_at_once: float = 5.0  # guess; pictures that may come at once after a pause
    gone_after_s: float = PATIENCE.max_silence_s  # without a picture the phone counts as gone


PHONE = PhoneLimits()


def fits(name: str) -> bool:
    """ "phone": whichever phone gives its camera."""
    return name == "phone"


def opened(name: str, first: int = 0, last: int | None = None) -> PhoneCamera:
    """The camera of a phone, now or later. `first` and `last` mean nothing here."""
    return PhoneCamera(GIVEN)


class Given:
    """The newest picture that a phone gave. From any thread. `count`: pictures that were taken so far."""

    def __init__(self) -> None:
        """No picture has come yet."""
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self.count = 0
        self._allowed, self._asked_at = PHONE.max_at_once, float("-inf")
        self._decoding = threading.Lock()

    def take(self, jpeg: bytes, at: float | None = None) -> None:
        """Check one picture and hand it on. `at`: seconds on the monotonic clock, None = now.

        Raises `PictureRefused`, and `TooManyPictures` before anything is looked at. `jpeg`: the picture as sent.
        """
        at = time.monotonic() if at is None else at
        self._admit(at)
        if not self._decoding.acquire(blocking=False):  # one at a time, whatever comes; nobody waits
            raise TooManyPictures("another picture is being looked at")
        try:
            image = _decode_picture(jpeg)
        finally:
            self._decoding.release()
        with self._fresh:
            self._frame, self.count = Frame(image, at), self.count + 1
            self._fresh.notify_all()

    def newer(self, than: int, patience: float) -> tuple[Frame | None, int]:
        """The newest picture and its number, once above `than`; None after `patience` seconds or after `wake`. The count
        comes back in any case."""
        with self._fresh:
            if self._frame is None or self.count <= than:
                self._fresh.wait(patience)
            return (self._frame if self.count > than else None), self.count

    def gone(self) -> None:
        """Drop the last picture: the phone gives nothing any more."""
        with self._fresh:
            self._frame = None

    def wake(self) -> None:
        """Let every waiting thread go on without a picture."""
        with self._fresh:
            self._fresh.notify_all()

    def _admit(self, at: float) -> None:
        """Raise `TooManyPictures` if pictures come too fast. `at`: seconds."""
        with self._fresh:
            earned = min(PHONE.max_at_once, self._allowed + max(0.0, at - self._asked_at) * PHONE.max_per_s)
            self._allowed, self._asked_at = max(0.0, earned - 1.0), at
            if earned < 1.0:
                raise TooManyPictures(f"more than {PHONE.max_per_s:.0f} pictures a second")


GIVEN = Given()
"""What phones give to this process."""


class PhoneCamera:
    """What a phone gives. Frames are as large as the phone sends them; `at`: when the picture came in, monotonic.

    Raises `NoPhone` while no phone gives its camera. `dropped`: pictures replaced by newer pictures before a look.
    """

    def __init__(self, given: Given, gone_after: float = PHONE.gone_after_s) -> None:
        """`given`: where pictures come in. `gone_after`: seconds without a picture until `NoPhone`."""
        self._given, self._gone_after = given, gone_after
        self._last = given.count  # what came before is not the table as it is now
        self._cut_off = False
        self.dropped = 0

    def read(self) -> Frame:
        """The next picture coming in. Raises `NoPhone` after `gone_after` seconds without any, and once cut off."""
        frame, number = (None, 0) if self._cut_off else self._given.newer(self._last, self._gone_after)
        if frame is None:
            raise NoPhone("no phone gives its camera; open the page /camera on the phone that is to watch the table")
        self.dropped += number - self._last - 1
        self._last = number
        return frame

    def cancel(self) -> None:
        """Cut off a `read` that waits in another thread."""
        self._cut_off = True
        self._given.wake()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Nothing is held open."""


def _decode_picture(jpeg: bytes) -> Image:
    """(H, W, 3) uint8 BGR, the picture in `jpeg`. Raises `PictureRefused` for another format, a picture too large or too
    small, or damage."""
    if len(jpeg) > PHONE.max_bytes:
        raise PictureRefused(f"a picture of more than {PHONE.max_bytes // 1000} kB")
    size = read_picture_size(jpeg) if jpeg.startswith(b"\xff\xd8") else None
    if size is None:
        raise PictureRefused("what came is no JPEG")
    if min(size) < PHONE.min_side_px or max(size) > PHONE.max_side_px:
        raise PictureRefused(
            f"a picture of {size[0]} x {size[1]}; {PHONE.min_side_px} to {PHONE.max_side_px} pixels each way can be used"
        )
    if (scans := count_scans(jpeg)) > PHONE.max_scans:
        raise PictureRefused(f"a picture in {scans} passes; at most {PHONE.max_scans} can be used")
    try:
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        image = None
    if image is None:
        raise PictureRefused("a damaged JPEG")
    return np.asarray(image, np.uint8)
