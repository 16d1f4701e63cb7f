"""A strip of addressable LEDs (WS2812, sold as NeoPixel) on the SPI pins, through spidev. Not tried on a Pi.

The LEDs of a strip are shared out among the places, in their order: of 20 LEDs and five places each has four. Each LED takes three bytes,
green, red, blue, and tells ones from zeros by how long the wire is high: three SPI bits stand for one of its own.

Buzzer and buttons stay on their own pins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hardware.errors import StripUnavailable
from hardware.gpio import GpioTable
from hardware.patterns import SignalCue, is_lit, lamps
from hardware.signals import Pressed, Wires

HELP, WIRED = "strip:20", True
_NAME = re.compile(r"strip:(\d{1,3})(?:@(\d)\.(\d))?")

HERTZ = 2_400_000
"""Three bits of the wire in 1.25 microseconds, which one bit of a WS2812 takes."""
SETTLE = bytes(96)
"""320 microseconds of silence, after which the LEDs show what they were sent; newer ones want 280."""
ON, OFF = 0b110, 0b100
Colour = tuple[int, int, int]
DARK: Colour = (0, 0, 0)
COLOURS: Mapping[str, Colour] = {
    "foul": (60, 0, 0), "lost": (60, 0, 0), "won": (0, 60, 0), "accepted": (0, 25, 0), "trial": (30, 30, 30),
}  # fmt: skip
"""Red, green, blue, a quarter of what they can: twenty LEDs then take no more than 0.4 A. Any other kind is amber."""
AMBER: Colour = (45, 22, 0)


def fits(name: str) -> bool:
    """ "strip:20" are 20 LEDs at /dev/spidev0.0, "strip:20@1.0" at /dev/spidev1.0."""
    found = _NAME.fullmatch(name)
    return found is not None and int(found[1]) > 0


def opened(name: str, wires: Wires, pressed: Pressed) -> Strip:
    """The strip, with buzzer and buttons on their pins. Raises `StripUnavailable` and `GpioUnavailable`."""
    found = _NAME.fullmatch(name)
    assert found is not None
    strip = Strip(int(found[1]), wires.places, (int(found[2] or 0), int(found[3] or 0)))
    if wires.buzzer is not None or wires.buttons:
        try:
            strip.table = GpioTable(replace(wires, lamps={}), pressed)
        except OSError:
            strip.close()
            raise
    return strip


class Strip:
    """`count`: LEDs. `places`: where they stand, in order. `device`: bus and number of the SPI device. `spi`: a stand-in for spidev's
    `SpiDev`. `table`: buzzer and buttons, None = there are none. Raises `StripUnavailable`."""

    def __init__(self, count: int, places: Sequence[str], device: tuple[int, int] = (0, 0), spi: Any = None) -> None:
        self._count, self._places = count, tuple(places)
        self.table: GpioTable | None = None
        self.through = f"/dev/spidev{device[0]}.{device[1]}"
        self._spi = spi or _spidev()
        try:
            self._spi.open(*device)
            self._spi.max_speed_hz, self._spi.mode = HERTZ, 0
        except OSError as error:
            raise StripUnavailable(
                f"there is no SPI device {self.through}: {error.strerror or error}; switch SPI on: sudo raspi-config nonint do_spi 0"
            ) from error

    def show(self, cues: Collection[SignalCue], now: float) -> None:
        """Send the colours of all LEDs. Raises `StripUnavailable`, `PinFailed`."""
        shown = lamps(cues, self._places)
        self._send([_colour(shown[self._place(led)], now) for led in range(self._count)])
        if self.table:
            self.table.show(cues, now)

    def close(self) -> None:
        """Everything dark and silent. Raises `StripUnavailable`, `PinFailed`."""
        try:
            self._send([DARK] * self._count)
            self._spi.close()
        finally:
            if self.table:
                self.table.close()

    def _place(self, led: int) -> str:
        return self._places[led * len(self._places) // self._count]

    def _send(self, colours: Sequence[Colour]) -> None:
        try:
            self._spi.writebytes2(b"".join(map(wire_bits, colours)) + SETTLE)
        except OSError as error:
            raise StripUnavailable(f"the strip at {self.through} takes no colours: {error}; look at its wires") from error


def wire_bits(colour: Colour) -> bytes:
    """One LED's colour as the wire takes it: nine bytes."""
    red, green, blue = colour
    bits = 0
    for byte in (green, red, blue):
        for bit in range(7, -1, -1):
            bits = bits << 3 | (ON if byte >> bit & 1 else OFF)
    return bits.to_bytes(9, "big")


def _colour(cue: SignalCue | None, now: float) -> Colour:
    return COLOURS.get(cue.kind, AMBER) if cue is not None and is_lit(cue, now) else DARK


def _spidev() -> Any:
    try:
        import spidev
    except ImportError as error:
        raise StripUnavailable(
            "spidev is not installed; on a Raspberry Pi: sudo apt install python3-spidev, and make the virtual environment with "
            "--system-site-packages"
        ) from error
    return spidev.SpiDev()
