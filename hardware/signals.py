"""What a signal device is: a plug. Each kind of device is a file of the folder, and no other file names the kind.

A file is a kind of device if the file declares what `SignalKind` asks for. `companion.toml` names the device under
`signals`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol, cast

import hardware
from hardware.patterns import SignalCue

Pressed = Callable[[str], None]
"""Called with the name of a press ("end_turn", "undo"), from any thread; must return at once."""


Speaker = Callable[[str, str], str]
"""Puts a lamp into words, by its place and what it shows: a key of `BLINKS`, "off" for every lamp, or "buzzer"."""


@dataclass(frozen=True, slots=True)
class Sound:
    """How the buzzer sounds."""

    passive: bool = False  # needs a tone; an active buzzer needs a voltage alone
    volume: float = 1.0  # 0 (silent) to 1; an active buzzer knows only these two; the default is full, a guess


LOUD = Sound()
"""An active buzzer that may sound."""


@dataclass(frozen=True, slots=True)
class Wires:
    """What is connected; all pins are BCM numbers."""

    places: tuple[str, ...] = ()  # where lamps stand
    lamps: Mapping[str, int] = field(default_factory=dict)  # place -> pin
    buzzer: int | None = None  # pin, None = no buzzer
    buttons: Mapping[str, int] = field(default_factory=dict)  # name of the press -> pin
    sound: Sound = LOUD  # how the buzzer sounds
    say: Speaker | None = None  # for a device that writes; None: kinds and blinks as the code names them

    @property
    def all_pins(self) -> list[int]:
        """All pins, lowest first."""
        return sorted([*self.lamps.values(), *self.buttons.values(), *([] if self.buzzer is None else [self.buzzer])])


class Signals(Protocol):
    """Shows cues. `show_cues` is called many times a second with all current cues; `now` is on the clock of the cues.
    `through`: what the device is connected by, such as a library or a port."""

    through: str

    def show_cues(self, cues: Collection[SignalCue], now: float) -> None: ...

    def close(self) -> None:
        """Turn everything dark and silent."""


class SignalKind(Protocol):
    """What the file of a device declares. `HELP`: an example of its name ("gpio"). `WIRED`: something has to be connected,
    so `companion doctor` tries the device."""

    HELP: str
    WIRED: bool

    def is_device_name(self, name: str) -> bool:
        """Does `name` ask for a device of this kind?"""
        ...

    def open_device(self, name: str, wires: Wires, pressed: Pressed) -> Signals:
        """The device of a fitting name. A device without buttons never calls `pressed`. Raises `HardwareError`."""
        ...


@dataclass(frozen=True, slots=True)
class Device:
    """A signal device that was asked for."""

    kind: str  # name of the file in this folder
    name: str  # as asked for
    wired: bool  # see `SignalKind`

    def open_signals(self, wires: Wires, pressed: Pressed) -> Signals:
        """The opened device. Raises `HardwareError`."""
        return _find_kinds()[self.kind].open_device(self.name, wires, pressed)


def device_named(name: str) -> Device | None:
    """The device that a name asks for, None where no kind knows the name."""
    return next(
        (Device(kind, name, module.WIRED) for kind, module in _find_kinds().items() if module.is_device_name(name)), None
    )


def device_examples() -> tuple[str, ...]:
    """An example name for each kind of device, wired kinds first."""
    return tuple(module.HELP for module in _find_kinds().values())


@cache
def _find_kinds() -> dict[str, SignalKind]:
    """Kinds of device by file name, wired kinds first."""
    names = [found.name for found in pkgutil.iter_modules(hardware.__path__)]
    modules = {name: importlib.import_module(f"hardware.{name}") for name in names}
    kinds = {name: cast(SignalKind, module) for name, module in modules.items() if hasattr(module, "WIRED")}
    return dict(sorted(kinds.items(), key=lambda pair: (not pair[1].WIRED, pair[0])))
