"""The Raspberry Pi's camera, by picamera2 (from the Pi's archive: apt install python3-picamera2). Not measured on a Pi.

picamera2 needs libcamera at import, so it is imported only when this camera is opened.
"""

from __future__ import annotations

import re
import time
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any, Self

from vision.errors import CameraUnavailable
from vision.types import Frame

HELP, LIVE = "picamera", True
_NAME = re.compile(r"picamera(?::(\d{1,2}))?")

SIZE = (1280, 720)
RATE = 15.0
"""Frames a second that are asked for: more than the eye uses, so that the newest is never old."""


MANUAL, CONTINUOUS = 0, 2
"""libcamera's AfMode: the lens stays, or follows what it sees."""


def fits(name: str) -> bool:
    """ "picamera" is the first camera, "picamera:1" the second."""
    return _NAME.fullmatch(name) is not None


def opened(name: str, first: int = 0, last: int | None = None) -> PiCamera:
    """The camera of that number. Raises `CameraUnavailable`."""
    found = _NAME.fullmatch(name)
    return PiCamera(int(found[1] or 0) if found else 0)


class PiCamera:
    """Camera `number` of the Pi. Frames are BGR. Exposure, white balance and focus follow the light until `hold`.

    `at`: seconds on the monotonic clock when the sensor caught the frame: libcamera's SensorTimestamp is that clock in nanoseconds.
    `picamera2`: the module, for a stand-in; None = import it. Raises `CameraUnavailable`.
    """

    def __init__(self, number: int = 0, size: tuple[int, int] = SIZE, picamera2: Any = None) -> None:
        module = picamera2 or _imported()
        count = len(module.Picamera2.global_camera_info())
        if number >= count:
            raise CameraUnavailable(
                f"the Pi sees {count} cameras, camera {number} is wanted; look at the ribbon cable, then try `rpicam-hello --list-cameras`"
            )
        try:
            self._camera = module.Picamera2(camera_num=number)
            # libcamera names colours by their order in a 32-bit word: its RGB888 is blue, green, red in memory, as OpenCV wants it.
            settings = self._camera.create_video_configuration(
                main={"size": size, "format": "RGB888"}, controls={"FrameRate": RATE}, buffer_count=4, queue=False
            )
            self._camera.configure(settings)
            self._camera.start()
            self._camera.set_controls(self._following())
        except RuntimeError as error:
            raise CameraUnavailable(f"the Pi's camera cannot be opened: {error}; is another program using it?") from error

    def read(self) -> Frame:
        """The next frame. Raises `CameraUnavailable` when the camera stopped giving frames."""
        try:
            with self._camera.captured_request() as request:
                image = request.make_array("main")
                stamp = request.get_metadata().get("SensorTimestamp")
        except (RuntimeError, TimeoutError, CancelledError) as error:
            raise CameraUnavailable(
                f"the Pi's camera gives no picture any more: {error or 'it was cut off'}; look at the ribbon cable"
            ) from error
        return Frame(image, stamp / 1e9 if stamp else time.monotonic())

    def hold(self, held: bool) -> None:
        """Hold exposure, gain, white balance and focus where they now are, or let them follow the light again. Raises
        `CameraUnavailable`."""
        try:
            self._camera.set_controls(self._held() if held else self._following())
        except (RuntimeError, TimeoutError) as error:
            raise CameraUnavailable(f"the Pi's camera does not obey any more: {error}; look at the ribbon cable") from error

    def cancel(self) -> None:
        """Cut off a `read` that waits in another thread. The camera can only be closed afterwards: picamera2 queues all it is asked, and
        `stop` would wait for ever behind a picture that does not come."""
        self._camera.cancel_all_and_flush()

    def _held(self) -> dict[str, Any]:
        now = self._camera.capture_metadata()
        known = {name: now[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in now}
        focus = {"AfMode": MANUAL, "LensPosition": now["LensPosition"]} if self._focuses and "LensPosition" in now else {}
        return {"AeEnable": False, "AwbEnable": False, **known, **focus}

    def _following(self) -> dict[str, Any]:
        return {"AeEnable": True, "AwbEnable": True, **({"AfMode": CONTINUOUS} if self._focuses else {})}

    @property
    def _focuses(self) -> bool:
        """True for a Camera Module 3, whose lens moves; the others have no such control."""
        return "AfMode" in self._camera.camera_controls

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.cancel()
        self._camera.stop()
        self._camera.close()


def _imported() -> Any:
    try:
        import picamera2
    except (ImportError, OSError) as error:
        raise CameraUnavailable(
            "picamera2 is not installed; on a Raspberry Pi: sudo apt install python3-picamera2, and make the virtual "
            "environment with --system-site-packages"
        ) from error
    return picamera2
