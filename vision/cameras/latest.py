"""The newest frame only: a thread reads the camera, older frames are dropped and counted."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self, runtime_checkable

from vision.cameras.frames import check_frame
from vision.errors import CameraUnavailable, NoPhone, VisionError
from vision.types import Camera, Frame
from vision.visible.light import Fixable, Holdable


@dataclass(frozen=True, slots=True)
class CameraPatience:
    """For how long a camera is waited for."""

    max_silence_s: float = 4.0  # guess; without a frame: the camera counts as gone; also said in docs/internals.md
    max_waking_s: float = 10.0  # guess; the same for its first frame: some take long to wake
    max_hanging_read_s: float = 1.5  # guess; a read that hangs longer is left behind, and the camera closed when it returns
    max_hanging_close_s: float = max_silence_s  # closing that takes longer is left behind too


PATIENCE = CameraPatience()


@runtime_checkable
class Cancellable(Protocol):
    """A camera whose waiting `read` can be cut off from another thread, and raises `CameraUnavailable` then."""

    def cancel(self) -> None:
        """Cut off a `read` that waits in another thread."""
        ...


class LatestFrame:
    """A camera whose `read` waits for a frame newer than the last.

    Raises errors of the camera, and `CameraUnavailable` after `max_silence_s` without a frame or for an unusable frame. After `NoPhone` a
    further `read` is possible: phones come and go. `dropped`: frames replaced by newer frames before a look.
    """

    def __init__(self, camera: Camera) -> None:
        """`camera`: opened and read by the thread, from `__enter__` on; not before."""
        self._camera = camera
        self._fresh = threading.Condition()
        self._frame: Frame | None = None
        self._error: VisionError | None = None
        self._stopping = False
        self._closing = threading.Lock()
        self._is_closed = False
        self._unclosed: Exception | None = None
        self._hold: bool | None = None
        self._fix: Mapping[str, float] | None = None
        self._obeyed = 0
        self._patience = PATIENCE.max_waking_s
        self._thread = threading.Thread(target=self._read_on, name="camera", daemon=True)
        self.dropped = 0

    def read(self) -> Frame:
        """The newest frame, given out once; waits for a newer one otherwise. Raises errors of the camera, and
        `CameraUnavailable` without a frame for too long."""
        with self._fresh:
            if not self._fresh.wait_for(lambda: self._frame is not None or self._error is not None, self._patience):
                raise CameraUnavailable(f"the camera has given no picture for {self._patience:.0f} s; look at its cable")
            if self._frame is None:
                error = self._error
                assert error is not None
                self._error = None if isinstance(error, NoPhone) else error
                raise error
            frame, self._frame = self._frame, None
            self._patience = PATIENCE.max_silence_s
            return frame

    def hold(self, held: bool) -> None:
        """Have the camera hold or follow the light before the next frame, if able. From any thread."""
        self._hold = held

    def fix(self, settings: Mapping[str, float]) -> None:
        """Have the camera hold these before the next frame, if able. From any thread.

        `settings`: by name, in the camera's own units.
        """
        self._fix = settings

    @property
    def held(self) -> Mapping[str, float]:
        """What the camera was last told to hold, {} for a camera unable to say."""
        return self._camera.held if isinstance(self._camera, Fixable) else {}

    def held_now(self) -> Mapping[str, float]:
        """What the camera holds, after being told to hold the present light; {} without an answer or a further frame.

        From any thread but the one that reads. Waits for `PATIENCE.max_silence_s` at most.
        """
        with self._fresh:
            before = self._obeyed
            self._hold = True
            obeyed = self._fresh.wait_for(lambda: self._obeyed > before or self._error is not None, PATIENCE.max_silence_s)
        return dict(self.held) if obeyed else {}

    def __enter__(self) -> Self:
        self._camera.__enter__()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """End the thread and close the camera; what hangs longer than `PATIENCE` allows is left behind. Raises what closing
        raised in time."""
        self._stopping = True
        if isinstance(self._camera, Cancellable):
            self._camera.cancel()
        self._thread.join(timeout=PATIENCE.max_hanging_read_s)
        if not self._thread.is_alive() or isinstance(self._camera, Cancellable):
            closing = threading.Thread(target=self._close_once, name="closing", daemon=True)
            closing.start()
            closing.join(timeout=PATIENCE.max_hanging_close_s)
        if self._unclosed:
            raise self._unclosed

    def _close_once(self) -> None:
        """Close the camera once: by the leaving thread, or by the reading thread if late."""
        with self._closing:
            if not self._is_closed:
                self._is_closed = True
                try:
                    self._camera.__exit__(None, None, None)
                except Exception as error:  # raised again by the one who leaves
                    self._unclosed = error

    def _read_on(self) -> None:
        """Read frame after frame, until the camera fails or is left; a phone that is not there is no failure. Run by the
        thread "camera"."""
        while not self._stopping:
            frame, error = self._read_frame()
            with self._fresh:
                self.dropped += self._frame is not None and frame is not None
                self._frame, self._error = frame or self._frame, error
                self._fresh.notify_all()
            if error is not None and not isinstance(error, NoPhone):
                break
        if self._stopping:
            self._close_once()

    def _read_frame(self) -> tuple[Frame | None, VisionError | None]:
        """A frame and None, or None and the error: any error of a driver means a camera out of order."""
        try:
            self._pass_on_wishes()
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

    def _pass_on_wishes(self) -> None:
        """In the thread of the camera: pass on settings and a hold of the light that other threads asked for, and wake who waits."""
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
