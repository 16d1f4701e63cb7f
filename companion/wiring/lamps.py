"""Lamps and buzzer: the thread that sets them, and how phones draw them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.session.inbox import Inbox
from companion.shown.cues import Cue
from companion.shown.onsets import Onsets
from companion.shown.table import cues_of
from companion.wiring.config import Config, device_of
from companion.wiring.ending import STOPPING
from companion.wiring.faults import Faults
from hardware.errors import HardwareError
from hardware.patterns import BLINKS, SignalCue, lamps
from hardware.signals import Pressed, Signals, Wires

SIGNAL_RATE = 20.0
"""Times a second that lamps and buzzer are set."""
LAMP_COLOURS = {
    "foul": "red",
    "lost": "red",
    "deadline": "amber",
    "ask": "amber",
    "out_of_step": "amber",
    "won": "green",
    "accepted": "green",
}
"""Of the lamps as a phone draws them."""

JOIN = "join"
"""The button that lets a phone in: nothing that is said of the match."""


class Lamps:
    """The signal thread: twenty times a second, everything that is the case goes to the lamps and the buzzer. `stands`: where the lamp
    that is configured for a place was found to stand."""

    def __init__(
        self,
        inbox: Inbox,
        signals: Signals,
        faults: Faults | None = None,
        stands: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._inbox, self._signals, self._faults, self._stands = inbox, signals, faults or Faults(), stands
        self._onsets = Onsets()
        self._only: str | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="signals", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Everything dark and silent."""
        self.halt()
        self._thread.join(timeout=STOPPING)
        try:
            self._signals.close()
        except Exception as error:  # a pin that fails must not hold up the end
            self._faults.stands("lamps", error, HardwareError)

    def only(self, place: str | None) -> None:
        """Light the lamp of this place alone, whatever the match wants; None = as the match wants. From any thread."""
        self._only = place

    def _run(self) -> None:
        while not self._stopping.wait(1 / SIGNAL_RATE):
            self._set(time.monotonic())

    def halt(self) -> None:
        """Let the thread end, and wait for nothing."""
        self._stopping.set()

    def _set(self, now: float) -> None:
        try:
            lamp_at = {real: place for place, real in self._stands().items()}
            cues = self._onsets.of(cues_of(self._inbox.snapshot), now)
            wanted = [replace(_signal(cue), place=lamp_at.get(cue.place, cue.place)) for cue in cues]
            self._signals.show(wanted if self._only is None else [SignalCue("accepted", self._only, now)], now)
        except Exception as error:  # a pin that fails, a console that is gone: told, and tried again with the next beat
            self._faults.stands("lamps", error, HardwareError)
        else:
            self._faults.over("lamps")


def lamps_in_view(cues: tuple[Cue, ...], places: list[str]) -> list[dict[str, Any]]:
    """The lamps as the view shows them: place, colour, blink and the kind of cue."""
    shown = lamps([_signal(cue) for cue in cues], places)
    return [
        {
            "place": place,
            "kind": cue.kind if cue else "off",
            "colour": LAMP_COLOURS[cue.kind] if cue else "off",
            "blink": BLINKS[cue.kind].name if cue else "off",
        }
        for place, cue in shown.items()
    ]


def _signal(cue: Cue) -> SignalCue:
    return SignalCue(cue.kind, cue.place, cue.since)


def opened(config: Config, places: Sequence[str], pressed: Pressed) -> Signals:
    """The signal device that is configured. `places`: where lamps would stand. Raises `HardwareError`."""
    return device_of(config).opened(wires_of(config, places), pressed)


def wires_of(config: Config, places: Sequence[str] = ()) -> Wires:
    """What is connected, as configured."""
    pins = config.pins
    buttons = {
        name: pin for name, pin in (("end_turn", pins.end_turn), ("undo", pins.undo), (JOIN, pins.join)) if pin is not None
    }
    return Wires(tuple(pins.lamps) or tuple(places), pins.lamps, pins.buzzer, buttons)
