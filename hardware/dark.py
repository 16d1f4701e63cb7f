"""No lamps at all: the phones show what they would say."""

from __future__ import annotations

from collections.abc import Collection

from hardware.patterns import SignalCue
from hardware.signals import Pressed, Wires

HELP, WIRED = "none", False


def fits(name: str) -> bool:
    """ "none"."""
    return name == HELP


def opened(name: str, wires: Wires, pressed: Pressed) -> Dark:
    """Nothing."""
    return Dark()


class Dark:
    """Shows nothing."""

    through = ""

    def show(self, cues: Collection[SignalCue], now: float) -> None:
        """Nothing."""

    def close(self) -> None:
        """Nothing."""
