"""What a signal device is: a plug. Each kind of device is one file of this folder, and nothing else names it.

A file is a kind of device if it says how it is asked for: see `SignalKind`. `companion.toml` names it under `signals`.
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
"""Told of a press by its name ("end_turn", "undo"), from any thread: it must only leave the press somewhere."""


@dataclass(frozen=True, slots=True)
class Sound:
    """How the buzzer sounds. `passive`: it needs a tone, an active one a voltage alone. `volume`: 0 (silent) to 1; an active one knows no
    other than these two."""

    passive: bool = False
    volume: float = 1.0


LOUD = Sound()
"""An active buzzer that may sound."""


@dataclass(frozen=True, slots=True)
class Wires:
    """What is connected. `places`: where lamps stand. `lamps`: GPIO pin of the lamp at each place; `buzzer`, `buttons`: theirs, the buttons
    by the name of the press. All pins are BCM numbers. `sound`: how the buzzer sounds."""

    places: tuple[str, ...] = ()
    lamps: Mapping[str, int] = field(default_factory=dict)
    buzzer: int | None = None
    buttons: Mapping[str, int] = field(default_factory=dict)
    sound: Sound = LOUD

    @property
    def pins(self) -> list[int]:
        """All of them, lowest first."""
        return sorted([*self.lamps.values(), *self.buttons.values(), *([] if self.buzzer is None else [self.buzzer])])


class Signals(Protocol):
    """Shows cues. `show` is called many times a second with everything that is the case; `now` is on the clock of the cues. `through`:
    what it is connected by, such as a library or a port."""

    through: str

    def show(self, cues: Collection[SignalCue], now: float) -> None: ...

    def close(self) -> None:
        """Everything dark and silent."""


class SignalKind(Protocol):
    """What a device's file declares. `HELP`: how it is asked for, as an example ("gpio"). `WIRED`: something has to be connected, so that
    `companion doctor` tries it."""

    HELP: str
    WIRED: bool

    def fits(self, name: str) -> bool:
        """Does this name ask for a device of this kind?"""
        ...

    def opened(self, name: str, wires: Wires, pressed: Pressed) -> Signals:
        """The device of a name that fits. One without buttons never calls `pressed`. Raises `HardwareError`."""
        ...


@dataclass(frozen=True, slots=True)
class Device:
    """A signal device. `kind`: name of the file in this folder. `name`: as it was asked for. `wired`: see `SignalKind`."""

    kind: str
    name: str
    wired: bool

    def opened(self, wires: Wires, pressed: Pressed) -> Signals:
        """The device itself. Raises `HardwareError`."""
        return _kinds()[self.kind].opened(self.name, wires, pressed)


def device_named(name: str) -> Device | None:
    """The device that a name asks for, None if no kind of device knows it."""
    return next((Device(kind, name, module.WIRED) for kind, module in _kinds().items() if module.fits(name)), None)


def examples() -> tuple[str, ...]:
    """How each kind of device is asked for, those to be connected first."""
    return tuple(module.HELP for module in _kinds().values())


@cache
def _kinds() -> dict[str, SignalKind]:
    """The kinds of device by the names of their files, those to be connected first."""
    names = [found.name for found in pkgutil.iter_modules(hardware.__path__)]
    modules = {name: importlib.import_module(f"hardware.{name}") for name in names}
    kinds = {name: cast(SignalKind, module) for name, module in modules.items() if hasattr(module, "WIRED")}
    return dict(sorted(kinds.items(), key=lambda pair: (not pair[1].WIRED, pair[0])))
