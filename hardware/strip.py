"""A strip of addressable LEDs (WS2812, sold as NeoPixel) on the SPI pins, through spidev. Not tried on a Raspberry Pi.

The LEDs are shared out among the places in order: of 20 LEDs, each of five places has four. Each LED takes three bytes:
green, red, blue. A WS2812 tells ones from zeros by how long the wire is high, so three SPI bits stand for one bit.

Buzzer and buttons stay on their own pins.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from hardware.errors import StripUnavailable
from hardware.gpio import GpioTable
from hardware.patterns import SignalCue, assign_cues, is_lit
from hardware.signals import Pressed, Wires

HELP, WIRED = "strip:20", True
_STRIP_NAME = re.compile(r"strip:(\d{1,3})(?:@(\d)\.(\d))?")

SPI_HZ = 2_400_000  # three SPI bits in 1.25 microseconds, one bit of a WS2812 by its data sheet
LATCH_SILENCE = bytes(96)
"""320 microseconds of silence, after which LEDs show what was sent; newer LEDs want 280 (data sheet)."""
Colour = tuple[int, int, int]
LED_COLOURS: Mapping[str, Colour] = {
    "foul": (60, 0, 0), "lost": (60, 0, 0), "won": (0, 60, 0), "accepted": (0, 25, 0), "trial": (30, 30, 30),
    "deadline": (45, 22, 0), "ask": (45, 22, 0), "out_of_step": (45, 22, 0), "dark": (0, 0, 0),
}  # fmt: skip
"""Red, green, blue by kind of cue, at a quarter of full brightness: twenty LEDs take at most 0.4 A."""


def is_device_name(name: str) -> bool:
    """ "strip:20" means 20 LEDs at /dev/spidev0.0, "strip:20@1.0" at /dev/spidev1.0."""
    found = _STRIP_NAME.fullmatch(name)
    return found is not None and int(found[1]) > 0


def open_device(name: str, wires: Wires, pressed: Pressed) -> Strip:
    """The strip, with buzzer and buttons on their pins; lamps need no pins. `name`: as "strip:20" or "strip:20@0.1", LEDs and
    SPI device. Raises `StripUnavailable` and `GpioUnavailable`."""
    found = _STRIP_NAME.fullmatch(name)
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
    """LEDs shared out among places. Raises `StripUnavailable`.

    `count`: LEDs. `places`: where lamps stand, in order. `device`: bus and number of the SPI device. `spi`: a stand-in for
    `spidev.SpiDev`. `table`: buzzer and buttons, None = none.
    """

    def __init__(self, count: int, places: Sequence[str], device: tuple[int, int] = (0, 0), spi: Any = None) -> None:
        self._count, self._places = count, tuple(places)
        self.table: GpioTable | None = None
        self.through = f"/dev/spidev{device[0]}.{device[1]}"
        self._spi = spi or _open_spidev()
        try:
            self._spi.open(*device)
            self._spi.max_speed_hz, self._spi.mode = SPI_HZ, 0
        except OSError as error:
            raise StripUnavailable(
                f"there is no SPI device {self.through}: {error.strerror or error}; switch SPI on: sudo raspi-config nonint do_spi 0"
            ) from error

    def show_cues(self, cues: Collection[SignalCue], now: float) -> None:
        """Send the colours of all LEDs, and set the buzzer. `cues`: everything that is the case at `now`, in seconds. Places
        share the LEDs evenly, in order. Raises `StripUnavailable`, `PinFailed`."""
        shown, colours = assign_cues(cues, self._places), list[Colour]()
        for led in range(self._count):
            cue = shown[self._places[led * len(self._places) // self._count]]
            colours.append(LED_COLOURS[cue.kind if cue and is_lit(cue, now) else "dark"])
        self._send_colours(colours)
        if self.table:
            self.table.show_cues(cues, now)

    def close(self) -> None:
        """Turn everything dark and silent. Raises `StripUnavailable`, `PinFailed`."""
        try:
            self._send_colours([LED_COLOURS["dark"]] * self._count)
            self._spi.close()
        finally:
            if self.table:
                self.table.close()

    def _send_colours(self, colours: Sequence[Colour]) -> None:
        """Send the colours of all LEDs, first LED first. Raises `StripUnavailable`."""
        try:
            self._spi.writebytes2(b"".join(map(wire_bits, colours)) + LATCH_SILENCE)
        except OSError as error:
            raise StripUnavailable(f"the strip at {self.through} takes no colours: {error}; look at its wires") from error


def wire_bits(colour: Colour) -> bytes:
    """The nine bytes on the wire for the colour (red, green, blue; 0 to 255) of one LED, green first: three bits for each."""
    red, green, blue = colour
    bits = 0
    for byte in (green, red, blue):
        for bit in range(7, -1, -1):
            bits = bits << 3 | (
                0b110 if byte >> bit & 1 else 0b100
            )  # the wire is high for two thirds of a one, for a third of a zero
    return bits.to_bytes(9, "big")


def _open_spidev() -> Any:
    """A `spidev.SpiDev` that is not opened yet. Raises `StripUnavailable` where spidev is not installed."""
    try:
        import spidev
    except ImportError as error:
        raise StripUnavailable(
            "spidev is not installed; on a Raspberry Pi: sudo apt install python3-spidev, and make the virtual environment with "
            "--system-site-packages"
        ) from error
    return spidev.SpiDev()
