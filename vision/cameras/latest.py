"""The newest frame only: a thread reads the camera, older frames are dropped and counted."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Self

from vision.errors import CameraUnavailable, VisionError
from vision.table.light import Holdable
from vision.types import Camera, Frame

SILENCE = 10.0
"""Seconds without a frame after which the camera counts as gone."""


class LatestFrame:
    """A camera whose `read` waits for a frame newer than the last one given. Raises what the camera raised, and
    `CameraUnavailable` after `SILENCE` seconds without a frame."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._error: VisionError | None = None
        self._stopping = False
        self._hold: bool | None = None
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self.dropped = 0
        """Frames that nobody looked at, because a newer one had come."""

    def read(self) -> Frame:
        """The newest frame, once."""
        with self._fresh:
            if not self._fresh.wait_for(lambda: self._frame is not None or self._error is not None, SILENCE):
                raise CameraUnavailable(f"the camera has given no picture for {SILENCE:.0f} s; look at its cable")
            if self._frame is None:
                assert self._error is not None
                raise self._error
            frame, self._frame = self._frame, None
            return frame

    def hold(self, held: bool) -> None:
        """Have the camera hold or follow the light before its next frame; one that cannot is left as it is. From any thread."""
        self._hold = held

    def __enter__(self) -> Self:
        self._camera.__enter__()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping = True
        self._thread.join(timeout=2)
        self._camera.__exit__(kind, error, trace)

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._obey()
                frame, error = self._camera.read(), None
            except VisionError as raised:
                frame, error = None, raised
            with self._fresh:
                self.dropped += self._frame is not None and frame is not None
                self._frame, self._error = frame or self._frame, error
                self._fresh.notify_all()
            if error is not None:
                return

    def _obey(self) -> None:
        held, self._hold = self._hold, None
        if held is not None and isinstance(self._camera, Holdable):
            self._camera.hold(held)
