"""No lamps at all: phones show what lamps would say."""

from __future__ import annotations

from collections.abc import Collection

from hardware.patterns import SignalCue
from hardware.signals import Pressed, Wires

HELP, WIRED = "none", False


def is_device_name(name: str) -> bool:
    """Is `name` "none"?"""
    return name == HELP


def open_device(name: str, wires: Wires, pressed: Pressed) -> Dark:
    """A device that shows nothing."""
    return Dark()


class Dark:
    """Shows nothing."""

    through = ""

    def show_cues(self, cues: Collection[SignalCue], now: float) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""
