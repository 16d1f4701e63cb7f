"""Lamps, buzzer and buttons on GPIO pins, through gpiozero. Where there are none, gpiozero's own mock pins serve."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any

from hardware.errors import GpioUnavailable, PinFailed
from hardware.patterns import SignalCue, is_lit, lamps, sounds
from hardware.signals import LOUD, Pressed, Sound, Wires

HELP, WIRED = "gpio", True

TONE = 2700
"""Hertz of a passive buzzer: most are loudest about there."""
BOUNCE = 0.3
"""Seconds within which a second press of the same button is its bounce, or a hand that trembles."""


def fits(name: str) -> bool:
    """ "gpio"."""
    return name == HELP


def opened(name: str, wires: Wires, pressed: Pressed) -> GpioTable:
    """LEDs, buzzer and buttons on the machine's own pins. Raises `GpioUnavailable`."""
    return GpioTable(wires, pressed)


class GpioTable:
    """Lamps, buzzer and buttons together. Raises `GpioUnavailable`, after what could be taken was given back."""

    def __init__(self, wires: Wires, pressed: Pressed, factory: Any = None) -> None:
        _, factory = _gpiozero(factory)
        self.through = type(factory).__name__
        self._signals = GpioSignals(wires.lamps, wires.buzzer, factory, wires.sound)
        try:
            self._buttons = GpioButtons(wires.buttons, pressed, time.monotonic, factory)
        except GpioUnavailable:
            self._signals.close()
            raise

    def show(self, cues: Collection[SignalCue], now: float) -> None:
        """As `GpioSignals.show`."""
        self._signals.show(cues, now)

    def close(self) -> None:
        """Everything dark and silent, all pins given back. Raises `PinFailed`."""
        try:
            self._signals.close()
        finally:
            self._buttons.close()


class GpioSignals:
    """An LED for each place and a buzzer. `pins`: BCM numbers. `factory`: a gpiozero pin factory, None = the machine's own. `sound`: how
    the buzzer sounds.

    Raises `GpioUnavailable`.
    """

    def __init__(self, pins: Mapping[str, int], buzzer: int | None = None, factory: Any = None, sound: Sound = LOUD) -> None:
        gpiozero, factory = _gpiozero(factory)
        self._leds = {place: _made(gpiozero.LED, pin, factory) for place, pin in pins.items()}
        kind = partial(gpiozero.PWMOutputDevice, frequency=TONE) if sound.passive else gpiozero.Buzzer
        self._buzzer = None if buzzer is None else _made(kind, buzzer, factory)
        # A tone is loudest where it is on for half of the time.
        self._loud: float | bool = sound.volume / 2 if sound.passive else sound.volume > 0

    def show(self, cues: Collection[SignalCue], now: float) -> None:
        """Set every pin to what it should be now. Sent whole each time, so that no lamp can hang. Raises `PinFailed` where pins cannot
        be set, after all others were."""
        wanted: list[tuple[str, Any, float | bool]] = [
            (place, self._leds[place], is_lit(cue, now)) for place, cue in lamps(cues, self._leds).items()
        ]
        if self._buzzer is not None:
            wanted.append(("the buzzer", self._buzzer, self._loud if sounds(cues, now) else 0))
        _each(wanted, _set)

    def close(self) -> None:
        """Everything dark and silent, the pins given back. Raises `PinFailed` after all that can be were."""
        buzzer = [("the buzzer", self._buzzer, None)] if self._buzzer is not None else []
        _each([*((place, led, None) for place, led in self._leds.items()), *buzzer], _give_back)


class GpioButtons:
    """Push buttons to ground. `pins`: name of the press to BCM number. `pressed` is called with the name, from gpiozero's thread: it
    must only leave the press somewhere. `clock`: seconds, rising.

    Raises `GpioUnavailable`.
    """

    def __init__(
        self, pins: Mapping[str, int], pressed: Callable[[str], None], clock: Callable[[], float], factory: Any = None
    ) -> None:
        gpiozero, factory = _gpiozero(factory)
        self._buttons = {name: _made(gpiozero.Button, pin, factory) for name, pin in pins.items()}
        for name, button in self._buttons.items():
            contact = Debounced(partial(pressed, name), clock)
            button.when_pressed, button.when_released = contact.press, contact.release

    def close(self) -> None:
        """Give the pins back."""
        for button in self._buttons.values():
            button.close()


class Debounced:
    """Calls `action` for a press, but not for those within `BOUNCE` seconds after the last edge: a contact bounces when it opens too."""

    def __init__(self, action: Callable[[], None], clock: Callable[[], float]) -> None:
        self._action = action
        self._clock = clock
        self._last = float("-inf")

    def press(self) -> None:
        """The contact closed."""
        now = self._clock()
        rested = now - self._last >= BOUNCE
        self._last = now
        if rested:
            self._action()

    def release(self) -> None:
        """The contact opened."""
        self._last = self._clock()


def _each(devices: Iterable[tuple[str, Any, Any]], act: Callable[[Any, Any], None]) -> None:
    """Act on every device, whatever happens at one of them."""
    failed = []
    for name, device, value in devices:
        try:
            act(device, value)
        except Exception as error:  # gpiozero's, and what the library behind it raises
            failed.append(f"{name} ({error or type(error).__name__})")
    if failed:
        raise PinFailed(f"pins that cannot be set: {', '.join(failed)}; look at their wires and at [pins] in companion.toml")


def _set(device: Any, value: float | bool) -> None:
    if not (value and device.value == value):  # a tone that is set anew clicks
        device.value = value


def _give_back(device: Any, _: Any) -> None:
    try:
        device.off()
    finally:
        device.close()


def _gpiozero(factory: Any) -> tuple[Any, Any]:
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


def _made(kind: Any, pin: int, factory: Any) -> Any:
    try:
        return kind(pin, pin_factory=factory)
    except (
        Exception
    ) as error:  # gpiozero's, and what the library behind it raises: lgpio says "GPIO busy" by an error of its own
        raise GpioUnavailable(f"GPIO pin {pin} cannot be used: {error}; look at [pins] in companion.toml") from error
