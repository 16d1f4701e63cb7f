"""companion.toml as frozen values; every complaint names the key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_type_hints

from companion.clean_text import MAX_NAME_LENGTH, check_clean, is_printable, shorten_text
from companion.errors import ConfigError, InputError
from companion.machine.network.broker_address import TABLE_NAME, find_wrong_broker
from companion.machine.text_files import read_toml_file
from hardware.signals import Device, device_examples, device_named


@dataclass(frozen=True, slots=True)
class Web:
    """How the dashboard is served."""

    host: str = "127.0.0.1"  # address to listen on; "127.0.0.1" = this machine only, "0.0.0.0" = every network
    port: int = 8765  # of the dashboard; guess: free on most machines
    # further host names by which phones reach the machine, besides addresses, own name and `*.local`
    names: tuple[str, ...] = ()
    metrics: str = "loopback"  # who may ask for metrics without joining: "loopback" (this machine), "network" or "off"
    tls: bool = False  # served over TLS, with an own certificate


@dataclass(frozen=True, slots=True)
class EyeSettings:
    """What the eye watches, and how."""

    source: str = "virtual"  # "virtual", "picamera", "v4l2:0", "phone", or a video file or folder of pictures
    deck: str = "auto"  # an enrolled or built-in deck, "auto" = suits the game, "" = the practice deck
    # "none" = piles are found as they lie (a visible printed mat is used), "" = mat of the game, or a file of
    # `companion print mat --json`
    mat: str = "none"
    turns: str = "touch"  # what ends a turn: "touch" (a hand at the draw pile) or "control" (buttons, phones, control cards)
    replays: bool = True  # the last seconds before each ruling are recorded, cut to the mat


@dataclass(frozen=True, slots=True)
class Pins:
    """GPIO pins by BCM number."""

    lamps: Mapping[str, int] = field(default_factory=dict)  # place ("up1", "table", ...) -> pin
    buzzer: int | None = None
    end_turn: int | None = None
    undo: int | None = None
    join: int | None = None  # button that lets a phone in
    mute: int | None = None  # button that silences the buzzer, and unsilences


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """How the buzzer sounds."""

    buzzer: str = "active"  # "active" (sounds under voltage) or "passive" (needs a tone)
    volume: int = 100  # 0 (silent) to 100; the default is a guess


@dataclass(frozen=True, slots=True)
class ClubSettings:
    """What the table tells a club, and through which broker."""

    broker: str = ""  # "mqtts://club.local:8883"; "mqtt://" is not encrypted; "" = no club
    table: str = ""  # in the topics: small letters, digits and hyphens; "" = made of the host's name
    name: str = ""  # of the table, for people; "" = as `table`
    names: str = "numbers"  # what leaves the table: "numbers" ("Player 2") or "names"
    nicknames: Mapping[str, str] = field(default_factory=dict)  # name -> what leaves the table instead
    user: str = ""
    password_file: str = ""
    ca: str = ""  # file with the certificates that the broker's is held against; "" = those of the system
    certificate: str = ""  # file with the table's own certificate, for brokers that ask for one
    key: str = ""  # file with the key of `certificate`
    commands: bool = False  # whoever knows the token may end a turn or undo
    command_token_file: str = ""
    home_assistant: bool = True  # Home Assistant finds the table by itself


@dataclass(frozen=True, slots=True)
class Config:
    """The whole configuration."""

    language: str = "it"  # "en" or "it"
    signals: str = "none"  # a signal device of `hardware`, such as "gpio", or "none"
    web: Web = field(default_factory=Web)
    eye: EyeSettings = field(default_factory=EyeSettings)
    pins: Pins = field(default_factory=Pins)
    sound: SoundSettings = field(default_factory=SoundSettings)
    club: ClubSettings = field(default_factory=ClubSettings)


def load_config(path: Path | None) -> Config:
    """The configuration in `path`; None = all defaults. Raises `ConfigError` naming file and key."""
    if path is None:
        return Config()
    data = read_toml_file(path)
    try:
        config: Config = _build_section(Config, data, "")
        if wrong := [*_find_wrong_values(config)]:
            raise ConfigError("; ".join(wrong))
    except ConfigError as error:
        raise ConfigError(f"{path}: {error}") from error
    return config


def _build_section(kind: Any, data: Mapping[str, Any], where: str) -> Any:
    """A section of type `kind` from TOML `data`, defaults where a key is missing. `where`: dotted path of the section with a
    dot at the end, "" at the top. Raises `ConfigError` for unknown keys and wrong types."""
    hints = get_type_hints(kind)
    known = {spec.name for spec in fields(kind)}
    for key in data:
        if key not in known:
            raise ConfigError(f"{where}{shorten_text(key)}: unknown key; known are {', '.join(sorted(known))}")
    return kind(**{key: _read_value(hints[key], value, where + key) for key, value in data.items()})


def _read_value(kind: Any, value: Any, where: str) -> Any:
    """`value` as the type `kind` of a field; lists become tuples, nothing is converted otherwise. `where`: dotted path of the
    key. Raises `ConfigError`."""
    if is_dataclass(kind):
        if not isinstance(value, dict):
            raise ConfigError(f"{where}: a table is needed")
        return _build_section(kind, value, f"{where}.")
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
    inner = get_args(kind)[-1] if isinstance(value, dict) and get_args(kind) else None
    if isinstance(value, dict) and inner and all(isinstance(item, inner) and type(item) is not bool for item in value.values()):
        return dict(value)
    raise ConfigError(f"{where}: a value of another kind is needed")


def _find_wrong_values(config: Config) -> Iterator[str]:
    """A line with key and bounds for each value out of range, and for pins used twice."""
    if not 1 <= config.web.port <= 65535:
        yield "web.port: from 1 to 65535"
    if device_named(config.signals) is None:
        yield f"signals: there is no {config.signals!r}; there are {', '.join(device_examples())}"
    if config.web.metrics not in ("loopback", "network", "off"):
        yield 'web.metrics: one of "loopback", "network", "off"'
    if config.eye.turns not in ("touch", "control"):
        yield 'eye.turns: one of "touch", "control"'
    if config.sound.buzzer not in ("active", "passive"):
        yield 'sound.buzzer: one of "active", "passive"'
    if not 0 <= config.sound.volume <= 100:
        yield "sound.volume: from 0 to 100"
    yield from _find_wrong_club_values(config.club)
    used = {f"pins.lamps.{place}": pin for place, pin in config.pins.lamps.items()}
    used |= {f"pins.{name}": getattr(config.pins, name) for name in ("buzzer", "end_turn", "undo", "join", "mute")}
    keys: dict[int, str] = {}
    for key, pin in used.items():
        if pin is not None and not 0 <= pin <= 27:
            yield f"{key}: {pin} is no GPIO pin; BCM numbers go from 0 to 27"
        elif pin is not None and keys.setdefault(pin, key) != key:
            yield f"{key}: {pin} is already the pin of {keys[pin]}"


def _find_wrong_club_values(club: ClubSettings) -> Iterator[str]:
    """A line with key and bounds for each value of the club that cannot be used."""
    if club.broker and (wrong := find_wrong_broker(club.broker)):
        yield f"club.broker: {wrong}"
    if club.table and not TABLE_NAME.fullmatch(club.table):
        yield "club.table: at most 32 small letters, digits and hyphens"
    if club.names not in ("numbers", "names"):
        yield 'club.names: one of "numbers", "names"'
    for name in (club.name, *club.nicknames.values()):
        if len(name) > MAX_NAME_LENGTH or not is_printable(name):
            yield f"club: {shorten_text(name)!r} is no name of at most {MAX_NAME_LENGTH} letters"
    if bool(club.certificate) != bool(club.key):
        yield "club.key: certificate and key go together"
    if club.commands and not club.command_token_file:
        yield "club.command_token_file: needed where commands = true"


def device_of(config: Config) -> Device:
    """The configured signal device. Raises `ConfigError` for an unknown name."""
    found = device_named(config.signals)
    if found is None:
        raise ConfigError(f"signals: there is no {config.signals!r}; there are {', '.join(device_examples())}")
    return found
