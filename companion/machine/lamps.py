"""Lamps and buzzer: the thread that sets them, and the lamps for the view."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.machine.config import Config, device_of
from companion.machine.ending import THREAD_STOP_S
from companion.machine.faults import Faults
from companion.session.inbox import Inbox
from companion.shown.cues import Cue, Onsets
from companion.shown.table import cues_of_snapshot
from companion.shown.words.messages import catalogue
from hardware.errors import HardwareError
from hardware.patterns import BLINKS, SignalCue, assign_cues, silence_cues, trial_cues
from hardware.signals import Pressed, Signals, Sound, Speaker, Wires

SIGNAL_RATE_HZ = 20.0  # how often lamps and buzzer are set; also said in docs/internals.md; guess: twice the fastest blink
LAMP_COLOURS = {
    "foul": "red",
    "lost": "red",
    "deadline": "amber",
    "ask": "amber",
    "out_of_step": "amber",
    "won": "green",
    "accepted": "green",
}
"""Kind of cue -> colour of the lamp on a phone."""

JOIN, MUTE = "join", "mute"
"""Buttons that say nothing about the match: one lets a phone in, the other silences the buzzer."""


class Lamps:
    """The signal thread: sends all current cues to lamps and buzzer, `SIGNAL_RATE_HZ` times a second.

    `signals`: the device. `places`: where lamps stand, in the order of a trial. `stands`: configured place -> place where the
    lamp really stands. `is_silenced`: the buzzer stays silent; any thread may set the flag.
    """

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
        self.is_silenced = False
        self._tried_since: float | None = None
        self._onsets = Onsets()
        self._only: str | None = None
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run_signals, name="signals", daemon=True)

    def start_signals(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop_signals(self) -> None:
        """End the thread, with everything dark and silent, and close the device. Waits `THREAD_STOP_S` at most; a failing pin
        is a fault of "lamps"."""
        self.ask_signals_to_end()
        self._thread.join(timeout=THREAD_STOP_S)
        try:
            self._signals.close()
        except Exception as error:  # a pin that fails must not hold up the end
            self._faults.report_fault("lamps", error, HardwareError)

    def light_only(self, place: str | None) -> None:
        """Light the lamp of `place` alone, whatever the match wants; "" = all dark, None = as the match wants. From any
        thread."""
        self._only = place

    def _run_signals(self) -> None:
        """Show the cues at each beat until asked to end; a failing device is reported, and tried again at the next beat."""
        while not self._stopping.wait(1 / SIGNAL_RATE_HZ):
            now = time.monotonic()
            try:
                self._signals.show_cues(self._current_cues(now), now)
            except Exception as error:  # a pin that fails, a console that is gone: told, and tried again with the next beat
                self._faults.report_fault("lamps", error, HardwareError)
            else:
                self._faults.report_recovery("lamps")

    def begin_trial(self) -> None:
        """Show each lamp in turn and at last sound the buzzer, even if silenced. From any thread."""
        self._tried_since = time.monotonic()

    def ask_signals_to_end(self) -> None:
        """Ask the thread to end, and return at once."""
        self._stopping.set()

    def _current_cues(self, now: float) -> Sequence[SignalCue]:
        """What the lamps show at `now` (rising seconds): the lamp of the set-up, lamps on trial, or what the match wants."""
        if self._only is not None:
            return [SignalCue("accepted", self._only, now)] if self._only else []
        lamp_at = {real: place for place, real in self._stands().items()}
        cues = [_signal_cue(cue) for cue in self._onsets.date_cues(cues_of_snapshot(self._inbox.snapshot), now)]
        shown = [replace(cue, place=lamp_at.get(cue.place, cue.place)) for cue in cues]
        return trial_cues(self._places, self._tried_since, now) or (silence_cues(shown) if self.is_silenced else shown)


def describe_lamps(cues: tuple[Cue, ...], places: list[str]) -> list[dict[str, Any]]:
    """The lamps at `places` for the view: place, kind of cue, colour and blink of each lamp; "off" for a dark lamp. `cues`:
    everything that is the case."""
    shown = assign_cues([_signal_cue(cue) for cue in cues], places)
    return [
        {
            "place": place,
            "kind": cue.kind if cue else "off",
            "colour": LAMP_COLOURS[cue.kind] if cue else "off",
            "blink": BLINKS[cue.kind].name if cue else "off",
        }
        for place, cue in shown.items()
    ]


def _signal_cue(cue: Cue) -> SignalCue:
    return SignalCue(cue.kind, cue.place, cue.since)


def open_configured_signals(config: Config, places: Sequence[str], pressed: Pressed) -> Signals:
    """The configured signal device. `places`: where lamps stand if no pins say. `pressed`: called with the name of each
    pressed button. Raises `HardwareError`."""
    return device_of(config).open_signals(replace(wires_of(config, places), say=name_lamps(config.language)), pressed)


def name_lamps(language: str) -> Speaker:
    """A speaker that says a lamp as people do: "First ascending: red, flashing fast: not allowed"."""
    words = catalogue(language)

    def say(place: str, shown: str) -> str:
        light = words.text(f"light-{shown}")
        return f"{words.name_zone(place)}: {light}" if place else light

    return say


def wires_of(config: Config, places: Sequence[str] = ()) -> Wires:
    """The wires as configured. `places`: where lamps stand if no pins say. Buttons without a pin are left out."""
    pins = config.pins
    buttons = {
        name: pin
        for name, pin in (("end_turn", pins.end_turn), ("undo", pins.undo), (JOIN, pins.join), (MUTE, pins.mute))
        if pin is not None
    }
    sound = Sound(config.sound.buzzer == "passive", config.sound.volume / 100)
    return Wires(tuple(pins.lamps) or tuple(places), pins.lamps, pins.buzzer, buttons, sound)


def try_lamps_and_buzzer(signals: Signals, places: Sequence[str], wait: Callable[[float], object] = time.sleep) -> None:
    """Show the lamp of each of `places` in turn and at last sound the buzzer; returns when all were tried. `wait`: sleeps for
    so many seconds. Raises `HardwareError`."""
    begun = time.monotonic()
    now = begun
    while tried := trial_cues(places, begun, now):
        signals.show_cues(tried, now)
        wait(1 / SIGNAL_RATE_HZ)
        now += 1 / SIGNAL_RATE_HZ
