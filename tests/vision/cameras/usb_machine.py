"""A /dev and a /sys with USB cameras as udev and the kernel show them, for tests."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cameras import usb

C920 = "usb-046d_HD_Pro_Webcam_C920_1A2B3C4D"
BRIO = "usb-Logitech_Brio_100_2345"


class Machine:
    """A machine with cameras. `opened`: the numbers of the devices that were opened."""

    def __init__(self, folder):
        self.dev, self.sys, self.opened, self.dumb = folder / "dev", folder / "sys", [], set()
        for each in ("v4l/by-id", "v4l/by-path"):
            (self.dev / each).mkdir(parents=True)

    def node(self, number, name, index=0, bus="pci0000:00/usb1/1-2"):
        """A device of Video4Linux; one whose index is not 0 gives no pictures."""
        (self.dev / f"video{number}").touch()
        device = self.sys / f"devices/{bus}/video4linux/video{number}"
        device.mkdir(parents=True)
        (device / "name").write_text(f"{name}\n")
        (device / "index").write_text(f"{index}\n")
        known = self.sys / "class/video4linux"
        known.mkdir(parents=True, exist_ok=True)
        (known / f"video{number}").symlink_to(device)
        if index:
            self.dumb.add(number)

    def plug(self, number, link, name, path="platform-usb-0:1.2:1.0"):
        """A camera as udev shows it: one device that gives pictures, one that does not."""
        self.node(number, name)
        self.node(number + 1, name, index=1)
        for index in (0, 1):
            for folder, stem in (("by-id", link), ("by-path", path)):
                there = self.dev / f"v4l/{folder}/{stem}-video-index{index}"
                if not there.is_symlink():
                    there.symlink_to(f"../../video{number + index}")

    def capture(self, number, api):
        self.opened.append(number)
        return Capture(number not in self.dumb)


class Capture:
    """OpenCV's view of a device."""

    def __init__(self, works):
        self._works = works

    def isOpened(self):  # noqa: N802
        return self._works

    def set(self, code, value):
        pass

    def read(self):
        return True, np.zeros((720, 1280, 3), np.uint8)

    def release(self):
        pass


def usb_machine(folder, monkeypatch):
    """The machine as the companion sees it from now on."""
    made = Machine(folder)
    monkeypatch.setattr(usb, "DEV", made.dev)
    monkeypatch.setattr(usb, "SYS", made.sys)
    monkeypatch.setattr(cv2, "VideoCapture", made.capture)
    return made
