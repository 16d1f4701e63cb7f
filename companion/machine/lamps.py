"""Lamps and buzzer: the thread that sets them, and how phones draw them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.machine.config import Config, device_of
from companion.machine.ending import STOPPING
from companion.machine.faults import Faults
from companion.session.inbox import Inbox
from companion.shown.cues import Cue
from companion.shown.onsets import Onsets
from companion.shown.table import cues_of
from hardware.errors import HardwareError
from hardware.patterns import BLINKS, SignalCue, hushed, lamps, trial
from hardware.signals import Pressed, Signals, Sound, Wires

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

JOIN, MUTE = "join", "mute"
"""Buttons that say nothing of the match: one lets a phone in, one silences the buzzer or lets it sound again."""


class Lamps:
    """The signal thread: twenty times a second, everything that is the case goes to the lamps and the buzzer. `places`: where lamps stand,
    in the order in which they are tried. `quiet`: the buzzer is silent until somebody wants it again; any thread may set it.
    `stands`: where the lamp that is configured for a place was found to stand."""

    def __init__(
        self,
        inbox: Inbox,
        signals: Signals,
        faults: Faults | None = None,
        places: Sequence[str] = (),
        stands: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._inbox, self._signals, self._faults, self._places = inbox, signals, faults or Faults(), tuple(places)
        self._stands = stands
        self.quiet = False
        self._tried_since: float | None = None
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

    def try_out(self) -> None:
        """Show each lamp in turn, and let the buzzer sound at last, also where it is silenced. From any thread."""
        self._tried_since = time.monotonic()

    def halt(self) -> None:
        """Let the thread end, and wait for nothing."""
        self._stopping.set()

    def _shown(self, now: float) -> Sequence[SignalCue]:
        """What the lamps are to show: the one that the set-up asks about, those that are tried, else what the match wants."""
        if self._only is not None:
            return [SignalCue("accepted", self._only, now)] if self._only else []
        lamp_at = {real: place for place, real in self._stands().items()}
        cues = [_signal(cue) for cue in self._onsets.of(cues_of(self._inbox.snapshot), now)]
        shown = [replace(cue, place=lamp_at.get(cue.place, cue.place)) for cue in cues]
        return trial(self._places, self._tried_since, now) or (hushed(shown) if self.quiet else shown)

    def _set(self, now: float) -> None:
        try:
            self._signals.show(self._shown(now), now)
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
        name: pin
        for name, pin in (("end_turn", pins.end_turn), ("undo", pins.undo), (JOIN, pins.join), (MUTE, pins.mute))
        if pin is not None
    }
    sound = Sound(config.sound.buzzer == "passive", config.sound.volume / 100)
    return Wires(tuple(pins.lamps) or tuple(places), pins.lamps, pins.buzzer, buttons, sound)


def try_out(signals: Signals, places: Sequence[str], wait: Callable[[float], object] = time.sleep) -> None:
    """Show each lamp in turn and let the buzzer sound, until all were tried. Raises `HardwareError`."""
    begun = time.monotonic()
    now = begun
    while tried := trial(places, begun, now):
        signals.show(tried, now)
        wait(1 / SIGNAL_RATE)
        now += 1 / SIGNAL_RATE
