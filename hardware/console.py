"""Lamps as a line of text, for a table without GPIO."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from typing import TextIO

from hardware.patterns import BLINKS, SignalCue, lamps, sounds
from hardware.signals import Pressed, Wires

HELP, WIRED = "console", False


def fits(name: str) -> bool:
    """ "console"."""
    return name == HELP


def opened(name: str, wires: Wires, pressed: Pressed) -> ConsoleSignals:
    """The lamps as lines on standard error."""
    return ConsoleSignals(wires.places, sys.stderr)


class ConsoleSignals:
    """Writes a line to `stream` whenever what the lamps say changes, such as `[up1 foul/fast] [table foul/fast]`."""

    through = "standard error"

    def __init__(self, places: Sequence[str], stream: TextIO) -> None:
        self._places = places
        self._stream = stream
        self._last: tuple[str, bool] = ("", False)

    def show(self, cues: Collection[SignalCue], now: float) -> None:
        """Write the lamps if they say something else than before."""
        lit = {place: cue for place, cue in lamps(cues, self._places).items() if cue}
        line = " ".join(f"[{place} {cue.kind}/{BLINKS[cue.kind].name}]" for place, cue in lit.items())
        loud = sounds(cues, now) or (self._last[1] and line == self._last[0])
        if (line, loud) != self._last:
            self._stream.write(f"{line or '[dark]'}{' [buzzer]' if loud else ''}\n")
            self._stream.flush()
        self._last = (line, loud)

    def close(self) -> None:
        """Nothing to put out."""
