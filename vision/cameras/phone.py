"""A phone's camera: its browser sends pictures to the companion's pages, and they are watched as those of any camera.

The pages put in what a phone sends (`GIVEN.take`), the camera takes it out (`PhoneCamera.read`): one place for the whole process, so that
a phone may come, go and come back while nobody watches, or while the eye is opened again.
"""

from __future__ import annotations

import threading
import time
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.errors import NoPhone, PictureRefused, TooManyPictures
from vision.plane.picture_sizes import count_scans, read_picture_size
from vision.types import Frame, Image

HELP, LIVE = "phone", True

MOST_BYTES = 1_000_000
"""Bytes of one picture: 1280x720 at a good quality takes 150,000 to 300,000."""
LEAST_SIDE, LONGEST_SIDE = 240, 1920
"""Pixels each way that a picture may have, told by its head before it is decoded."""
MAX_SCANS = 16
"""Passes in which a picture may come: a browser sends one, a progressive JPEG has ten. A megabyte has room for thousands."""
RATE, BURST = 15.0, 5.0
"""Pictures a second that are taken, and how many may come at once after a pause: more than the eye looks at."""
GONE_AFTER = 3.0
"""Seconds without a picture after which the phone counts as gone."""


def fits(name: str) -> bool:
    """ "phone": whichever phone gives its camera."""
    return name == "phone"


def opened(name: str, first: int = 0, last: int | None = None) -> PhoneCamera:
    """The camera of the phone that gives it, now or later."""
    return PhoneCamera(GIVEN)


class Given:
    """The newest picture that a phone gave. From any thread."""

    def __init__(self) -> None:
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self.count = 0
        """Pictures that were taken so far."""
        self._allowed, self._asked_at = BURST, float("-inf")
        self._decoding = threading.Lock()

    def take(self, jpeg: bytes, at: float | None = None) -> None:
        """Check one picture and hand it on. `at`: seconds on the monotonic clock, None = now. Raises `PictureRefused`, and
        `TooManyPictures` before anything is looked at."""
        at = time.monotonic() if at is None else at
        self._admit(at)
        if not self._decoding.acquire(blocking=False):  # one at a time, whatever comes; nobody waits
            raise TooManyPictures("another picture is being looked at")
        try:
            image = _decoded(jpeg)
        finally:
            self._decoding.release()
        with self._fresh:
            self._frame, self.count = Frame(image, at), self.count + 1
            self._fresh.notify_all()

    def newer(self, than: int, patience: float) -> tuple[Frame | None, int]:
        """The newest picture and its number, once that is above `than`; None after `patience` seconds or after `wake`."""
        with self._fresh:
            if self._frame is None or self.count <= than:
                self._fresh.wait(patience)
            return (self._frame if self.count > than else None), self.count

    def gone(self) -> None:
        """The phone gives nothing any more: what it gave is not shown to whoever looks next."""
        with self._fresh:
            self._frame = None

    def wake(self) -> None:
        """Let whoever waits for a picture go on without."""
        with self._fresh:
            self._fresh.notify_all()

    def _admit(self, at: float) -> None:
        with self._fresh:
            earned = min(BURST, self._allowed + max(0.0, at - self._asked_at) * RATE)
            self._allowed, self._asked_at = max(0.0, earned - 1.0), at
            if earned < 1.0:
                raise TooManyPictures(f"more than {RATE:.0f} pictures a second")


GIVEN = Given()
"""What phones give to this process."""


class PhoneCamera:
    """What a phone gives. Frames are BGR, as large as the phone sends them; `at`: when the picture came in, monotonic. Raises
    `NoPhone` while no phone gives its camera."""

    def __init__(self, given: Given, gone_after: float = GONE_AFTER) -> None:
        self._given, self._gone_after = given, gone_after
        self._last = given.count  # what came before is not the table as it is now
        self._cut_off = False
        self.dropped = 0
        """Pictures that nobody looked at, because a newer one had come."""

    def read(self) -> Frame:
        """The next picture that comes in."""
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


def _decoded(jpeg: bytes) -> Image:
    if len(jpeg) > MOST_BYTES:
        raise PictureRefused(f"a picture of more than {MOST_BYTES // 1000} kB")
    size = read_picture_size(jpeg) if jpeg.startswith(b"\xff\xd8") else None
    if size is None:
        raise PictureRefused("what came is no JPEG")
    if min(size) < LEAST_SIDE or max(size) > LONGEST_SIDE:
        raise PictureRefused(f"a picture of {size[0]} x {size[1]}; {LEAST_SIDE} to {LONGEST_SIDE} pixels each way can be used")
    if (scans := count_scans(jpeg)) > MAX_SCANS:
        raise PictureRefused(f"a picture in {scans} passes; at most {MAX_SCANS} can be used")
    try:
        image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        image = None
    if image is None:
        raise PictureRefused("a damaged JPEG")
    return np.asarray(image, np.uint8)
