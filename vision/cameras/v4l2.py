"""A USB camera through Video4Linux, by OpenCV."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import cv2

from vision.cameras import usb
from vision.cameras.frames import CAMERA_SIZE
from vision.cameras.usb import UsbCamera, find_named_cameras, find_video_number, list_usb_cameras
from vision.errors import CameraUnavailable
from vision.types import Frame

HELP, LIVE = "v4l2:0", True
_NUMBER = re.compile(r"v4l2(?::(\d{1,2}))?")
_LINK = re.compile(r"v4l2:(/dev/(?:video\d{1,3}|v4l/by-(?:id|path)/[^/\s]{1,200}))")
_CALLED = re.compile(r"v4l2:([^/\s][^/\x00-\x1f]{1,80})")


SETTINGS = {
    "exposure": cv2.CAP_PROP_EXPOSURE,
    "gain": cv2.CAP_PROP_GAIN,
    "white_balance": cv2.CAP_PROP_WB_TEMPERATURE,
    "focus": cv2.CAP_PROP_FOCUS,
}
"""What is held, in the camera's own units. OpenCV says -1, and takes 0 for an answer too, where a camera lacks one."""


def fits(name: str) -> bool:
    """Is this a name of a USB camera? "v4l2" is the first, "v4l2:1" the second. A link ("v4l2:/dev/v4l/by-id/...") or a maker's name
    ("v4l2:C920") works too."""
    return any(pattern.fullmatch(name) for pattern in (_NUMBER, _LINK, _CALLED))


def opened(name: str, first: int = 0, last: int | None = None) -> V4l2Camera:
    """The camera of that number, link or name. Raises `CameraUnavailable`.

    Numbers are a matter of chance: if the number gives no pictures, the only USB camera present is taken. `first` and `last`
    mean nothing here.
    """
    number, there = _find_wanted_number(name), list_usb_cameras()
    try:
        return V4l2Camera(number)
    except CameraUnavailable as error:
        if not _NUMBER.fullmatch(name):
            raise
        if len(there) != 1 or there[0].number == number:
            raise CameraUnavailable(f"{error}{_list_there(there)}") from error
        return V4l2Camera(there[0].number)


def called(name: str) -> str:
    """The camera of a name for people, or the name itself."""
    found = _find_meant_camera(name)
    return f"{found.name} ({name})" if found else name


def lasting(name: str) -> str:
    """A name of the same camera without its number; the given name if unknown."""
    found = _find_meant_camera(name)
    return found.source if found else name


def plugged_in() -> dict[str, str]:
    """The USB cameras: lasting name of each, and name for people."""
    return {camera.source: camera.name for camera in list_usb_cameras()}


def _find_meant_camera(name: str) -> UsbCamera | None:
    """The USB camera of a name, None for none. For a number without a device the only USB camera is meant."""
    try:
        number, there = _find_wanted_number(name), list_usb_cameras()
    except CameraUnavailable:
        return None
    found = next((camera for camera in there if camera.number == number), None)
    if found is None and _NUMBER.fullmatch(name) and len(there) == 1 and not (usb.DEV / f"video{number}").exists():
        return there[0]
    return found


def _find_wanted_number(name: str) -> int:
    """The number of the /dev/video* that `name` means: a number, a link below /dev, or part of a USB camera's name. Raises
    `CameraUnavailable` for none, or several."""
    if found := _NUMBER.fullmatch(name):
        return int(found[1] or 0)
    there = list_usb_cameras()
    if found := _LINK.fullmatch(name):
        number = find_video_number(usb.DEV / found[1].removeprefix("/dev/"))
        if number is None:
            raise CameraUnavailable(f"there is no camera {found[1]}; plug it in{_list_there(there)}")
        return number
    meant = find_named_cameras(name.removeprefix("v4l2:"), there)
    if len(meant) != 1:
        many = "more than one USB camera is" if meant else "no USB camera is"
        raise CameraUnavailable(f"{many} called {name.removeprefix('v4l2:')!r}{_list_there(there)}")
    return meant[0].number


def _list_there(there: tuple[UsbCamera, ...]) -> str:
    """Words for an error: the present cameras with their names."""
    if not there:
        return "; no USB camera is plugged in"
    return f"; there is {', '.join(f'{camera.name} ({camera.source})' for camera in there)}"


class V4l2Camera:
    """Camera `number` (that of /dev/video*). Frames are BGR, 1280x720 where the camera can.

    MJPG is asked for because most USB cameras give only 5 to 10 raw frames a second at this size. `at`: time.monotonic().
    Raises `CameraUnavailable`.
    """

    def __init__(self, number: int = 0, size: tuple[int, int] = CAMERA_SIZE) -> None:
        """Opens the camera. `size`: width and height asked for; the camera may give another."""
        device = usb.DEV / f"video{number}"
        if not device.exists():
            raise CameraUnavailable(
                f"there is no camera {device}; plug it in, or see `v4l2-ctl --list-devices` (apt: v4l-utils)"
            )
        self._capture: Any = cv2.VideoCapture(number, cv2.CAP_V4L2)
        if not self._capture.isOpened():
            raise CameraUnavailable(f"{device} cannot be opened; is another program using it, are you in the group `video`?")
        self._capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        self._capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        self._now: dict[str, float] = {}

    def read(self) -> Frame:
        """The next frame. Raises `CameraUnavailable` when the camera stopped giving frames."""
        got, image = self._capture.read()
        if not got:
            raise CameraUnavailable("the camera gives no picture any more; look at its cable")
        return Frame(image, time.monotonic())

    def hold(self, held: bool) -> None:
        """If `held`, hold exposure, white balance and focus where they now are; else let them follow the light again. A camera
        ignores the impossible."""
        if held:
            now = {name: float(self._capture.get(code)) for name, code in SETTINGS.items()}
            self.fix({name: value for name, value in now.items() if value > 0})
            return
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 3.0)  # Video4Linux: with aperture priority
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 1.0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 1.0)

    @property
    def held(self) -> Mapping[str, float]:
        """The values last told to hold, by name of `SETTINGS`."""
        return self._now

    def fix(self, settings: Mapping[str, float]) -> None:
        """Hold these values; the camera takes the nearest possible. `settings`: by name, in the driver's units."""
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1.0)  # Video4Linux: as set
        self._capture.set(cv2.CAP_PROP_AUTO_WB, 0.0)
        self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0.0)
        for name, code in SETTINGS.items():
            if name in settings:
                self._capture.set(code, settings[name])
        self._now = dict(settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._capture.release()
