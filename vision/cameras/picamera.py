"""The Raspberry Pi's camera, by picamera2 (from the Pi's archive: apt install python3-picamera2). Not measured on a Pi.

picamera2 needs libcamera at import, and is imported only when a camera is opened. Used are names of picamera2 0.3.3x. The program
`tests/vision/cameras/on_libcamera.py` drives this file with picamera2's own code on libcamera's virtual camera.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from concurrent.futures import CancelledError
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

from vision.cameras.frames import CAMERA_SIZE
from vision.errors import CameraUnavailable
from vision.types import Frame, Image

HELP, LIVE = "picamera", True
_NAME = re.compile(r"picamera(?::(\d{1,2}))?(?:@(\d{3,4})x(\d{3,4}))?")

LORES_WIDTH_PX = (
    640  # data sheet: lines of its planes are multiples of 64 bytes; of the small picture in which hands are looked for
)
AF_MANUAL, AF_CONTINUOUS = 0, 2  # standard: libcamera's AfMode, the lens stays or follows what it sees
NAMES = {"exposure_us": "ExposureTime", "gain": "AnalogueGain", "focus": "LensPosition"}
"""What is held, and libcamera's control for it; besides "red" and "blue", its ColourGains. Focus is in dioptres."""


def fits(name: str) -> bool:
    """ "picamera" is the first camera, "picamera:1" the second; "picamera@1920x1080" for cards that are small in the picture."""
    return _NAME.fullmatch(name) is not None


def opened(name: str, first: int = 0, last: int | None = None) -> PiCamera:
    """The camera of that number, at the size that is wanted. Raises `CameraUnavailable`. `first` and `last` mean nothing
    here."""
    found = _NAME.fullmatch(name)
    number, width, height = (found[1], found[2], found[3]) if found else (None, None, None)
    return PiCamera(int(number or 0), (int(width), int(height)) if width and height else CAMERA_SIZE)


class PiCamera:
    """Camera `number` of the Pi. Frames are BGR. Exposure, white balance and focus follow the light until `hold`.

    `at`: seconds on the monotonic clock when the sensor caught the frame: libcamera's SensorTimestamp is that clock in nanoseconds.
    `picamera2`: the module, for a stand-in; None = import it. Raises `CameraUnavailable`.
    """

    def __init__(self, number: int = 0, size: tuple[int, int] = CAMERA_SIZE, picamera2: Any = None) -> None:
        """Opens and starts the camera. `number`: of the Pi's cameras, from 0. `size`: width and height asked for. `picamera2`:
        the module, for a stand-in; None = import it. Raises `CameraUnavailable`."""
        module = picamera2 or _import_picamera2()
        count = len(module.Picamera2.global_camera_info())
        if number >= count:
            raise CameraUnavailable(
                f"the Pi sees {count} cameras, camera {number} is wanted; look at the ribbon cable, then try `rpicam-hello --list-cameras`"
            )
        with ExitStack() as opening:
            try:
                self._camera = module.Picamera2(camera_num=number)
                opening.callback(self._camera.close)  # else it would count as in use when it is tried again
                self._formats = self._configure_streams(size)
                self._camera.start()
                self._camera.set_controls(self._list_following())
            except RuntimeError as error:
                raise CameraUnavailable(f"the Pi's camera cannot be opened: {error}; is another program using it?") from error
            opening.pop_all()
        self._now: dict[str, float] = {}

    def read(self) -> Frame:
        """The next frame, with a small copy where the camera gives one. Raises `CameraUnavailable` when the camera stopped
        giving frames."""
        try:
            with self._camera.captured_request() as request:
                image = _convert_to_bgr(request.make_array("main"), *self._formats["main"])
                small = (
                    _convert_to_bgr(request.make_array("lores"), *self._formats["lores"]) if "lores" in self._formats else None
                )
                stamp = request.get_metadata().get("SensorTimestamp")
        except (RuntimeError, TimeoutError, CancelledError) as error:
            raise CameraUnavailable(
                f"the Pi's camera gives no picture any more: {error or 'it was cut off'}; look at the ribbon cable"
            ) from error
        return Frame(image, stamp / 1e9 if stamp else time.monotonic(), small)

    def _configure_streams(self, size: tuple[int, int]) -> dict[str, tuple[str, int]]:
        """Format and width of each picture that is given, after a large and a small picture were asked for.

        A camera with a single stream gives the large picture. libcamera may give other formats than asked for, and says so only
        here. `size`: width and height of the large one.
        """
        # libcamera names colours by their order in a 32-bit word: its RGB888 is blue, green, red in memory, as OpenCV wants it.
        main = {"size": size, "format": "RGB888"}
        # Of a small stream the older Pis have YUV alone.
        lores = {"size": (LORES_WIDTH_PX, 2 * round(LORES_WIDTH_PX * size[1] / size[0] / 2)), "format": "YUV420"}
        try:
            self._ask_for_streams(main, lores if size[0] > LORES_WIDTH_PX else None)
        except RuntimeError:
            self._ask_for_streams(main, None)
        given = self._camera.camera_configuration()
        return {name: (given[name]["format"], given[name]["size"][0]) for name in ("main", "lores") if given.get(name)}

    def _ask_for_streams(self, main: dict[str, Any], lores: dict[str, Any] | None) -> None:
        # a guess: 15 is more than the eye uses, so that the newest frame is never old
        """Configure the camera for a large picture and, unless `lores` is None, a small picture. `main`, `lores`: size and
        format, as Picamera2 names them. Raises `RuntimeError`."""
        controls = {"FrameRate": 15.0} if self._has_control("FrameDurationLimits") else {}
        settings = self._camera.create_video_configuration(
            main=main, lores=lores, controls=controls, buffer_count=4, queue=False
        )
        self._camera.configure(settings)

    def hold(self, held: bool) -> None:
        """If `held`, hold exposure, gain, white balance and focus where they now are; else let them follow the light again.
        Raises `CameraUnavailable`."""
        try:
            wanted = self._read_held() if held else self._list_following()
        except (RuntimeError, TimeoutError) as error:
            raise _report_disobedience(error) from error
        self._set_controls(wanted)

    def _set_controls(self, controls: dict[str, Any]) -> None:
        """Set controls of the camera. Raises `CameraUnavailable`."""
        try:
            self._camera.set_controls(controls)
        except (RuntimeError, TimeoutError) as error:
            raise _report_disobedience(error) from error

    @property
    def held(self) -> Mapping[str, float]:
        """What it was last told to hold, by the names of `NAMES`, "red" and "blue"."""
        return self._now

    def fix(self, settings: Mapping[str, float]) -> None:
        """Hold these, each within what the camera can. Raises `CameraUnavailable`.

        `settings`: by name, in libcamera's units. Without a focus among the settings the lens goes on following.
        """
        wanted: dict[str, Any] = {"AeEnable": False, "AwbEnable": False, "AfMode": AF_MANUAL}
        wanted |= {
            control: self._clip_to_limits(control, settings[name]) for name, control in NAMES.items() if name in settings
        }
        if "ExposureTime" in wanted:
            wanted["ExposureTime"] = round(wanted["ExposureTime"])
        if {"red", "blue"} <= settings.keys():
            wanted["ColourGains"] = (
                self._clip_to_limits("ColourGains", settings["red"]),
                self._clip_to_limits("ColourGains", settings["blue"]),
            )
        if "LensPosition" not in wanted:
            wanted["AfMode"] = AF_CONTINUOUS
        self._set_controls(self._keep_supported(wanted))
        self._now = dict(settings)

    def cancel(self) -> None:
        """Cut off a `read` that waits in another thread. The camera can only be closed afterwards: picamera2 queues all it is asked, and
        `stop` would wait for ever behind a picture that does not come."""
        self._camera.cancel_all_and_flush()

    def _read_held(self) -> dict[str, Any]:
        """Controls that hold what the camera uses now; what is held is noted for `held`."""
        now = self._camera.capture_metadata()
        known = {name: now[name] for name in ("ExposureTime", "AnalogueGain", "ColourGains") if name in now}
        focus = {"AfMode": AF_MANUAL, "LensPosition": now["LensPosition"]} if "LensPosition" in now else {}
        self._now = {name: float(now[control]) for name, control in NAMES.items() if control in now}
        if "ColourGains" in now:
            self._now |= {"red": float(now["ColourGains"][0]), "blue": float(now["ColourGains"][1])}
        return self._keep_supported({"AeEnable": False, "AwbEnable": False, **known, **focus})

    def _clip_to_limits(self, control: str, value: float) -> float:
        """A value that the camera takes: libcamera says the least and the most of each."""
        limits = self._camera.camera_controls.get(control)
        return min(max(value, limits[0]), limits[1]) if limits else value

    def _list_following(self) -> dict[str, Any]:
        return self._keep_supported({"AeEnable": True, "AwbEnable": True, "AfMode": AF_CONTINUOUS})

    def _keep_supported(self, controls: dict[str, Any]) -> dict[str, Any]:
        """The controls of `controls` that this camera has: picamera2 refuses all where one is unknown. Only the lens of a
        Camera Module 3 moves."""
        return {name: value for name, value in controls.items() if self._has_control(name)}

    def _has_control(self, control: str) -> bool:
        return control in self._camera.camera_controls

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.cancel()
        self._camera.stop()
        self._camera.close()


def _report_disobedience(error: Exception) -> CameraUnavailable:
    return CameraUnavailable(f"the Pi's camera does not obey any more: {error}; look at the ribbon cable")


_TO_BGR = {
    "RGB888": None,
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
}
"""How libcamera's formats become BGR."""


def _convert_to_bgr(array: Image, form: str, width: int) -> Image:
    """A stream's picture, (H, W, 3) uint8 BGR. `array`: as `make_array` gives it, in that format; lines may be longer than
    `width`. Raises `CameraUnavailable` for an unknown format. `form`: libcamera's name of the format."""
    if form not in _TO_BGR:
        raise CameraUnavailable(
            f"the Pi's camera gives pictures in the format {form}, which is not known here; update picamera2"
        )
    code = _TO_BGR[form]
    image = array if code is None else np.asarray(cv2.cvtColor(array, code), np.uint8)
    return np.ascontiguousarray(image[:, :width])


def _import_picamera2() -> Any:
    """The module picamera2. Raises `CameraUnavailable` where not installed."""
    try:
        import picamera2
    except (ImportError, OSError) as error:
        raise CameraUnavailable(
            "picamera2 is not installed; on a Raspberry Pi: sudo apt install python3-picamera2, and make the virtual "
            "environment with --system-site-packages"
        ) from error
    return picamera2
