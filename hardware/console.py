"""Lamps as a line of text, for a table without GPIO."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from typing import TextIO

from hardware.patterns import BLINKS, BUZZER, SignalCue, assign_cues, is_sounding
from hardware.signals import Pressed, Speaker, Wires

HELP, WIRED = "console", False


def is_device_name(name: str) -> bool:
    """Is `name` "console"?"""
    return name == HELP


def open_device(name: str, wires: Wires, pressed: Pressed) -> ConsoleSignals:
    """Lamps as lines on standard error."""
    return ConsoleSignals(wires.places, sys.stderr, wires.say or name_by_code)


def name_by_code(place: str, shown: str) -> str:
    """A lamp as the code names it, such as "up1 foul/fast"."""
    return f"{place} {shown}/{BLINKS[shown].name}" if shown in BLINKS else {"off": "dark"}.get(shown, shown)


class ConsoleSignals:
    """Writes a line to `stream` whenever the lamps change, such as `[up1 foul/fast] [table foul/fast]`, in the words of
    `say`."""

    through = "standard error"

    def __init__(self, places: Sequence[str], stream: TextIO, say: Speaker = name_by_code) -> None:
        self._say = say
        self._places = places
        self._stream = stream
        self._last: tuple[str, bool] = ("", False)

    def show_cues(self, cues: Collection[SignalCue], now: float) -> None:
        """Write the lamps, and the buzzer if sounding, where lamps or buzzer differ from the last line. `cues`: everything that
        is the case at `now`, in seconds. Pauses between sounds write nothing."""
        lit = {place: cue for place, cue in assign_cues(cues, self._places).items() if cue}
        line = " ".join(f"[{self._say(place, cue.kind)}]" for place, cue in lit.items())
        loud = is_sounding(cues, now) or (self._last[1] and line == self._last[0])
        if (line, loud) != self._last:
            written = [line or f"[{self._say('', 'off')}]", *([f"[{self._say('', BUZZER)}]"] if loud else [])]
            self._stream.write(f"{' '.join(written)}\n")
            self._stream.flush()
        self._last = (line, loud)

    def close(self) -> None:
        """Nothing to put out."""
