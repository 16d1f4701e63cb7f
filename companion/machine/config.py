"""companion.toml becomes frozen values; every complaint names its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_type_hints

from companion.clean_text import check_clean, shown
from companion.errors import ConfigError, InputError
from companion.machine.text_files import read_toml_file
from hardware.signals import Device, device_named, examples


@dataclass(frozen=True, slots=True)
class Web:
    """`host`: the address to listen on; "127.0.0.1" = this machine only, "0.0.0.0" = every network. `names`: further names by which
    phones reach this machine, besides its addresses, its own name and `*.local`. `metrics`: who may ask for figures without having joined,
    "loopback" (this machine), "network" (every one) or "off". `tls`: it is served over TLS, with a certificate of its own."""

    host: str = "127.0.0.1"
    port: int = 8765
    names: tuple[str, ...] = ()
    metrics: str = "loopback"
    tls: bool = False


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """`source`: "virtual", "picamera", "v4l2:0", "phone", or a video file or folder of pictures. `deck`: name of an enrolled deck or a
    built-in one, "auto" = what suits the game, "" = the practice deck. `mat`: "none" = none is needed, the piles are found as they lie,
    and on the game's printed mat where that is seen; "" = the mat of the game's sheet, or the file of another, written by `companion
    print mat --json`. `turns`: what ends a turn, "touch" (a hand at the draw pile) or "control" (buttons, phone and control cards only).
    `replays`: the last seconds before each ruling are kept, cut to the mat."""

    source: str = "virtual"
    deck: str = "auto"
    mat: str = "none"
    turns: str = "touch"
    replays: bool = True


@dataclass(frozen=True, slots=True)
class Pins:
    """GPIO pins by their BCM number. `lamps`: the pin of each place ("up1", "table", ...). `join`: the button that lets a phone in; `mute`:
    the button that silences the buzzer, and lets it sound again."""

    lamps: Mapping[str, int] = field(default_factory=dict)
    buzzer: int | None = None
    end_turn: int | None = None
    undo: int | None = None
    join: int | None = None
    mute: int | None = None


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """`buzzer`: "active" (sounds when it gets a voltage) or "passive" (needs a tone). `volume`: 0 (silent) to 100."""

    buzzer: str = "active"
    volume: int = 100


@dataclass(frozen=True, slots=True)
class Config:
    """The installation. `language`: "en" or "it". `signals`: a signal device of `hardware`, such as "gpio", or "none"."""

    language: str = "it"
    signals: str = "none"
    web: Web = field(default_factory=Web)
    eye: EyeSettings = field(default_factory=EyeSettings)
    pins: Pins = field(default_factory=Pins)
    sound: SoundSettings = field(default_factory=SoundSettings)


def load_config(path: Path | None) -> Config:
    """Read a configuration; None = all defaults. Raises `ConfigError` naming file and key."""
    if path is None:
        return Config()
    data = read_toml_file(path)
    try:
        config: Config = _build(Config, data, "")
        _check(config)
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
    return config


def _build(kind: Any, data: Mapping[str, Any], where: str) -> Any:
    hints = get_type_hints(kind)
    known = {spec.name for spec in fields(kind)}
    for key in data:
        if key not in known:
            raise ConfigError(f"{where}{shown(key)}: unknown key; known are {', '.join(sorted(known))}")
    return kind(**{key: _value(hints[key], value, where + key) for key, value in data.items()})


def _value(kind: Any, value: Any, where: str) -> Any:
    if is_dataclass(kind):
        if not isinstance(value, dict):
            raise ConfigError(f"{where}: a table is needed")
        return _build(kind, value, f"{where}.")
    try:
        check_clean(value)
    except InputError as error:
        raise ConfigError(f"{where}: {error}") from error
    if isinstance(kind, UnionType):
        kind = next(option for option in get_args(kind) if option is not type(None))
    if kind is bool:
        if not isinstance(value, bool):
            raise ConfigError(f"{where}: true or false is needed")
        return value
    if kind in (str, int):
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ConfigError(f"{where}: {'a text' if kind is str else 'a whole number'} is needed")
        return value
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    if isinstance(value, dict) and all(isinstance(item, int) and not isinstance(item, bool) for item in value.values()):
        return dict(value)
    raise ConfigError(f"{where}: a value of another kind is needed")


def _check(config: Config) -> None:
    wrong = [*_wrong(config)]
    if wrong:
        raise ConfigError("; ".join(wrong))


def _wrong(config: Config) -> Iterator[str]:
    if not 1 <= config.web.port <= 65535:
        yield "web.port: from 1 to 65535"
    if device_named(config.signals) is None:
        yield f"signals: there is no {config.signals!r}; there are {', '.join(examples())}"
    if config.web.metrics not in ("loopback", "network", "off"):
        yield 'web.metrics: one of "loopback", "network", "off"'
    if config.eye.turns not in ("touch", "control"):
        yield 'eye.turns: one of "touch", "control"'
    if config.sound.buzzer not in ("active", "passive"):
        yield 'sound.buzzer: one of "active", "passive"'
    if not 0 <= config.sound.volume <= 100:
        yield "sound.volume: from 0 to 100"
    keys: dict[int, str] = {}
    for key, pin in _pins(config.pins):
        if not 0 <= pin <= 27:
            yield f"{key}: {pin} is no GPIO pin; BCM numbers go from 0 to 27"
        elif keys.setdefault(pin, key) != key:
            yield f"{key}: {pin} is already the pin of {keys[pin]}"


def _pins(pins: Pins) -> Iterator[tuple[str, int]]:
    """Each pin that is used, behind its key."""
    yield from ((f"pins.lamps.{place}", pin) for place, pin in pins.lamps.items())
    for name in ("buzzer", "end_turn", "undo", "join", "mute"):
        pin = getattr(pins, name)
        if pin is not None:
            yield f"pins.{name}", pin


def device_of(config: Config) -> Device:
    """The signal device that is configured. Raises `ConfigError` for one that nobody knows."""
    found = device_named(config.signals)
    if found is None:
        raise ConfigError(f"signals: there is no {config.signals!r}; there are {', '.join(examples())}")
    return found
