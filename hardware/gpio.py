"""Lamps, buzzer and buttons on GPIO pins, through gpiozero. Without pins, gpiozero's own mock pins serve."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from hardware.errors import GpioUnavailable, PinFailed
from hardware.patterns import SignalCue, assign_cues, is_lit, is_sounding
from hardware.signals import LOUD, Pressed, Sound, Wires

HELP, WIRED = "gpio", True

PASSIVE_BUZZER_HZ = 2700  # tone of a passive buzzer: most are loudest about there by the data sheet
MIN_PRESS_GAP_S = 0.3  # a second press of a button within this time is a bounce or a trembling hand; guess


def is_device_name(name: str) -> bool:
    """Is `name` "gpio"?"""
    return name == HELP


def open_device(name: str, wires: Wires, pressed: Pressed) -> GpioTable:
    """LEDs, buzzer and buttons on the pins of this machine. Raises `GpioUnavailable`."""
    return GpioTable(wires, pressed)


class GpioTable:
    """Lamps, buzzer and buttons together. `factory`: a gpiozero pin factory, None = of this machine. Raises
    `GpioUnavailable`, with all pins given back."""

    def __init__(self, wires: Wires, pressed: Pressed, factory: Any = None) -> None:
        _, factory = _import_gpiozero(factory)
        self.through = type(factory).__name__
        self._signals = GpioSignals(wires.lamps, wires.buzzer, factory, wires.sound)
        try:
            self._buttons = GpioButtons(wires.buttons, pressed, time.monotonic, factory)
        except GpioUnavailable:
            self._signals.close()
            raise

    def show_cues(self, cues: Collection[SignalCue], now: float) -> None:
        """As `GpioSignals.show_cues`."""
        self._signals.show_cues(cues, now)

    def close(self) -> None:
        """Turn everything dark and silent, and give all pins back. Raises `PinFailed`."""
        try:
            self._signals.close()
        finally:
            self._buttons.close()


class GpioSignals:
    """An LED for each place, and a buzzer. Raises `GpioUnavailable`.

    `pins`: place -> BCM number. `buzzer`: BCM number, None = no buzzer. `factory`: a gpiozero pin factory, None = of the
    machine. `sound`: how the buzzer sounds.
    """

    def __init__(self, pins: Mapping[str, int], buzzer: int | None = None, factory: Any = None, sound: Sound = LOUD) -> None:
        gpiozero, factory = _import_gpiozero(factory)
        self._leds = {place: _make_device(gpiozero.LED, pin, factory) for place, pin in pins.items()}
        kind = partial(gpiozero.PWMOutputDevice, frequency=PASSIVE_BUZZER_HZ) if sound.passive else gpiozero.Buzzer
        self._buzzer = None if buzzer is None else _make_device(kind, buzzer, factory)
        # A tone is loudest where it is on for half of the time.
        self._loud: float | bool = sound.volume / 2 if sound.passive else sound.volume > 0

    def show_cues(self, cues: Collection[SignalCue], now: float) -> None:
        """Set every pin to its state at `now`, in seconds; all are set each time, so that no lamp can hang. `cues`: everything
        that is the case. Raises `PinFailed` for pins that refuse, after all others were set."""
        wanted: list[tuple[str, Any, float | bool]] = [
            (place, self._leds[place], is_lit(cue, now)) for place, cue in assign_cues(cues, self._leds).items()
        ]
        if self._buzzer is not None:
            wanted.append(("the buzzer", self._buzzer, self._loud if is_sounding(cues, now) else 0))
        _act_on_each(wanted, _set_pin)

    def close(self) -> None:
        """Turn everything dark and silent, and give the pins back. Raises `PinFailed` after all others were given back."""
        buzzer = [("the buzzer", self._buzzer, None)] if self._buzzer is not None else []
        _act_on_each([*((place, led, None) for place, led in self._leds.items()), *buzzer], _give_back)


class GpioButtons:
    """Push buttons to ground. Raises `GpioUnavailable`.

    `pins`: name of the press -> BCM number. `pressed`: called with the name in gpiozero's thread, and must return at once.
    `clock`: rising seconds. `factory`: as of `GpioSignals`.
    """

    def __init__(
        self, pins: Mapping[str, int], pressed: Callable[[str], None], clock: Callable[[], float], factory: Any = None
    ) -> None:
        gpiozero, factory = _import_gpiozero(factory)
        self._buttons = {name: _make_device(gpiozero.Button, pin, factory) for name, pin in pins.items()}
        for name, button in self._buttons.items():
            contact = Debounced(partial(pressed, name), clock)
            button.when_pressed, button.when_released = contact.close_contact, contact.open_contact

    def close(self) -> None:
        """Give the pins back."""
        for button in self._buttons.values():
            button.close()


class Debounced:
    """Calls `action` for a press, but not within `MIN_PRESS_GAP_S` after the last edge: contacts bounce when opening too."""

    def __init__(self, action: Callable[[], None], clock: Callable[[], float]) -> None:
        self._action = action
        self._clock = clock
        self._last = float("-inf")

    def close_contact(self) -> None:
        """The contact closed: `action` is called for a press. A bounce only puts off the next press."""
        now = self._clock()
        rested = now - self._last >= MIN_PRESS_GAP_S
        self._last = now
        if rested:
            self._action()

    def open_contact(self) -> None:
        """The contact opened."""
        self._last = self._clock()


def _act_on_each(devices: Iterable[tuple[str, Any, Any]], act: Callable[[Any, Any], None]) -> None:
    """Call `act` with every device and its value. `devices`: name, device and value of each. Raises `PinFailed` at the end
    for devices that failed."""
    failed = []
    for name, device, value in devices:
        try:
            act(device, value)
        except Exception as error:  # gpiozero's, and what the library behind it raises
            failed.append(f"{name} ({error or type(error).__name__})")
    if failed:
        raise PinFailed(f"pins that cannot be set: {', '.join(failed)}; look at their wires and at [pins] in companion.toml")


def _set_pin(device: Any, value: float | bool) -> None:
    if not (value and device.value == value):  # a tone that is set anew clicks
        device.value = value


def _give_back(device: Any, _: Any) -> None:
    """Turn a device off and close it, closed even where it fails."""
    try:
        device.off()
    finally:
        device.close()


def _import_gpiozero(factory: Any) -> tuple[Any, Any]:
    """gpiozero, and `factory` or, for None, the pin factory of this machine. Raises `GpioUnavailable` where the machine has
    no pins."""
    import gpiozero

    if factory is None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", gpiozero.PinFactoryFallback)  # its four warnings become one error of ours
                gpiozero.Device.ensure_pin_factory()
                factory = gpiozero.Device.pin_factory
        except (gpiozero.BadPinFactory, ImportError) as error:
            raise GpioUnavailable(
                "there are no GPIO pins here; on a Raspberry Pi: sudo apt install python3-lgpio; elsewhere set signals = "
                '"console" in companion.toml, or GPIOZERO_PIN_FACTORY=mock'
            ) from error
    return gpiozero, factory


def _make_device(kind: Any, pin: int, factory: Any) -> Any:
    """A device of gpiozero's class `kind` on `pin` (BCM number). `factory`: gpiozero's pin factory. Raises `GpioUnavailable`,
    also for a busy pin."""
    try:
        return kind(pin, pin_factory=factory)
    except (
        Exception
    ) as error:  # gpiozero's, and what the library behind it raises: lgpio says "GPIO busy" by an error of its own
        raise GpioUnavailable(f"GPIO pin {pin} cannot be used: {error}; look at [pins] in companion.toml") from error
