"""The newest frame only: a thread reads the camera, older frames are dropped and counted."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

from vision.cameras.frames import check_frame
from vision.errors import CameraUnavailable, NoPhone, VisionError
from vision.types import Camera, Frame
from vision.visible.light import Fixable, Holdable

SILENCE = 4.0
"""Seconds without a frame after which the camera counts as gone."""
WAKING = 10.0
"""The same for its first frame: some take long to wake."""
HANGING_READ = 1.5
"""Seconds that a read which hangs is waited for; then it is left behind, and the camera closed when it comes back."""
HANGING_CLOSE = 5.0
"""Seconds that closing it may take; then it is left behind too."""


@runtime_checkable
class Cancellable(Protocol):
    """A camera of which a `read` that waits can be cut off from another thread: it raises `CameraUnavailable` then."""

    def cancel(self) -> None: ...


class LatestFrame:
    """A camera whose `read` waits for a frame newer than the last one given. Raises what the camera raised, and
    `CameraUnavailable` after `SILENCE` seconds without a frame, or for what is no frame. After `NoPhone` it may be read again: a phone
    comes and goes."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._error: VisionError | None = None
        self._stopping = False
        self._closing = threading.Lock()
        self._closed = False
        self._unclosed: Exception | None = None
        self._hold: bool | None = None
        self._fix: Mapping[str, float] | None = None
        self._obeyed = 0
        self._patience = WAKING
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self.dropped = 0
        """Frames that nobody looked at, because a newer one had come."""

    def read(self) -> Frame:
        """The newest frame, once."""
        with self._fresh:
            if not self._fresh.wait_for(lambda: self._frame is not None or self._error is not None, self._patience):
                raise CameraUnavailable(f"the camera has given no picture for {self._patience:.0f} s; look at its cable")
            if self._frame is None:
                error = self._error
                assert error is not None
                self._error = None if isinstance(error, NoPhone) else error
                raise error
            frame, self._frame = self._frame, None
            self._patience = SILENCE
            return frame

    def hold(self, held: bool) -> None:
        """Have the camera hold or follow the light before its next frame; one that cannot is left as it is. From any thread."""
        self._hold = held

    def fix(self, settings: Mapping[str, float]) -> None:
        """Have the camera hold these before its next frame; one that cannot is left as it is. From any thread."""
        self._fix = settings

    @property
    def held(self) -> Mapping[str, float]:
        """What the camera was last told to hold, {} for one that cannot say."""
        return self._camera.held if isinstance(self._camera, Fixable) else {}

    def held_now(self) -> Mapping[str, float]:
        """Have the camera hold what it has before its next frame, and say what that is; {} for one that cannot say, or gives no frame any
        more. From any thread but the one that reads."""
        with self._fresh:
            before = self._obeyed
            self._hold = True
            obeyed = self._fresh.wait_for(lambda: self._obeyed > before or self._error is not None, SILENCE)
        return dict(self.held) if obeyed else {}

    def __enter__(self) -> Self:
        self._camera.__enter__()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopping = True
        if isinstance(self._camera, Cancellable):
            self._camera.cancel()
        self._thread.join(timeout=HANGING_READ)
        if not self._thread.is_alive() or isinstance(self._camera, Cancellable):
            closing = threading.Thread(target=self._close, name="closing", daemon=True)
            closing.start()
            closing.join(timeout=HANGING_CLOSE)
        if self._unclosed:
            raise self._unclosed

    def _close(self) -> None:
        """Once: by whoever comes first, the one who leaves or the thread that came back late."""
        with self._closing:
            if not self._closed:
                self._closed = True
                try:
                    self._camera.__exit__(None, None, None)
                except Exception as error:  # raised again by the one who leaves
                    self._unclosed = error

    def _run(self) -> None:
        while not self._stopping:
            frame, error = self._next()
            with self._fresh:
                self.dropped += self._frame is not None and frame is not None
                self._frame, self._error = frame or self._frame, error
                self._fresh.notify_all()
            if error is not None and not isinstance(error, NoPhone):
                break
        if self._stopping:
            self._close()

    def _next(self) -> tuple[Frame | None, VisionError | None]:
        """A frame, or why there is none: whatever a driver raises is a camera that does not work."""
        try:
            self._obey()
            frame = self._camera.read()
            check_frame(frame)
        except VisionError as error:
            return None, error
        except Exception as error:
            raised = CameraUnavailable(
                f"the camera gives no picture any more: {error or type(error).__name__}; look at its cable"
            )
            raised.__cause__ = error
            return None, raised
        return frame, None

    def _obey(self) -> None:
        settings, self._fix = self._fix, None
        if settings and isinstance(self._camera, Fixable):
            self._camera.fix(settings)
        held, self._hold = self._hold, None
        if held is not None and isinstance(self._camera, Holdable):
            self._camera.hold(held)
        if held is not None:
            with self._fresh:
                self._obeyed += 1
                self._fresh.notify_all()
