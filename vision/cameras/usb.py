"""Which USB cameras are plugged in.

A camera's number (/dev/video0) may differ after the next start. The link made by udev in /dev/v4l/by-id from maker, model and serial
number stays. A USB camera has further devices of the same kind, without pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

DEV, SYS = Path("/dev"), Path("/sys")
NODE = re.compile(r"video(\d{1,3})")
LINKS = ("by-id", "by-path")
"""Folders of links: by what a camera is, by where it is plugged in (two of one kind without serial numbers differ by that alone)."""
GIVES_PICTURES = "-video-index0"


@dataclass(frozen=True, slots=True)
class UsbCamera:
    """One camera."""

    number: int  # of its device now
    link: Path  # by which it is found again, its device where it has no link
    name: str  # what its maker calls it

    @property
    def source(self) -> str:
        """The name of the source for this camera, whatever its number."""
        return f"v4l2:{self.link}"


def list_usb_cameras(dev: Path | None = None, sys: Path | None = None) -> tuple[UsbCamera, ...]:
    """The cameras that are plugged in, by their numbers. `dev`, `sys`: in place of /dev and /sys."""
    dev, sys = dev or DEV, sys or SYS
    found: dict[int, UsbCamera] = {}
    for folder in LINKS:
        for link in sorted((dev / "v4l" / folder).glob(f"*{GIVES_PICTURES}")):
            number = find_video_number(link)
            if number is not None and number not in found and "usb" in link.name:
                found[number] = UsbCamera(number, _below_dev(link, dev), _read_name(number, link, sys))
    for node in (sys / "class/video4linux").glob("video*"):
        number = find_video_number(dev / node.name)
        if number is not None and number not in found and _is_usb(node) and _read_text(node / "index") == "0":
            found[number] = UsbCamera(number, _below_dev(dev / node.name, dev), _read_text(node / "name") or node.name)
    return tuple(found[number] for number in sorted(found))


def find_video_number(device: Path) -> int | None:
    """The number of a device or of a link to one, None for what is neither or leads nowhere."""
    try:
        found = NODE.fullmatch(device.resolve(strict=True).name)
    except (OSError, RuntimeError):
        return None
    return int(found[1]) if found else None


def find_named_cameras(name: str, cameras: Iterable[UsbCamera]) -> list[UsbCamera]:
    """The cameras that a name may mean: a camera called just so, else all with the name's words in name or link. Several where
    the words fit several; [] for none."""
    cameras, wanted = [*cameras], _simplify_name(name)
    exact = [camera for camera in cameras if wanted in (_simplify_name(camera.name), _simplify_name(camera.link.name))]
    return exact or [
        camera for camera in cameras if wanted in f"{_simplify_name(camera.name)} {_simplify_name(camera.link.name)}"
    ]


def _below_dev(device: Path, dev: Path) -> Path:
    return Path("/dev", device.relative_to(dev))


def _simplify_name(name: str) -> str:
    return " ".join(re.split(r"[\W_]+", name.casefold())).strip()


def _read_name(number: int, link: Path, sys: Path) -> str:
    """What the driver calls a camera ("HD Pro Webcam C920"), else what the camera's link says. `sys`: in place of /sys."""
    told = _read_text(sys / f"class/video4linux/video{number}/name")
    first, _, second = told.partition(": ")
    told = first if second and (first.startswith(second) or second.startswith(first)) else told
    return told or link.name.removesuffix(GIVES_PICTURES).removeprefix("usb-").replace("_", " ")


def _is_usb(node: Path) -> bool:
    """Does the device hang on USB? `node`: its folder below /sys. False for a link that leads nowhere."""
    try:
        return "/usb" in str(node.resolve(strict=True))
    except (OSError, RuntimeError):
        return False


def _read_text(path: Path) -> str:
    """The text of a file, stripped; "" where unreadable."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
