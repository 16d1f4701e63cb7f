"""What the set-up has found out about the table: camera, deck, mat, and where each lamp stands.

The profile is kept whole in the state directory, can be exported and imported, and overrides companion.toml.
"""

from __future__ import annotations

import json
import math
import threading
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.clean_text import read_json
from companion.errors import InputError
from companion.journal.set_aside import report_set_aside
from companion.journal.start_notice import StartNotice
from companion.machine.config import Config
from companion.sources.bare import NO_MAT
from companion.sources.decks import deck_folder, was_lost
from companion.sources.readers import AUTO_DECK
from companion.whole_file import write_whole
from vision.cameras.sources import source_named
from vision.errors import DistortionImplausible
from vision.plane.distortion import Distortion, parse_distortion
from vision.readers.enrolled.file import BUILT_IN, list_enrolled_decks

PROFILE_VERSION = 1  # other versions are refused; test_guide.py
VIRTUAL_SOURCE = "virtual"
PROFILE_SUM_KEY = "sum"  # key of the checksum in the kept file
MAX_NAME_LETTERS = 40  # letters of a name in a profile, and names in a mapping; guess
MAX_SOURCE_LETTERS = 255  # letters of the name of a source: links of USB cameras are long; guess


@dataclass(frozen=True, slots=True)
class TableProfile:
    """What the set-up has found out."""

    source: str | None = None  # the camera, None = as companion.toml says
    deck: str | None = None  # of the cards, None = as companion.toml says
    lamps: Mapping[str, str] = field(default_factory=dict)  # configured place -> place where the lamp really stands
    # step of the set-up -> second since 1970 when somebody found the step good
    good: Mapping[str, float] = field(default_factory=dict)
    # how the picture looked then, see `companion.setup.steps.measure_picture`
    seen: Mapping[str, float] = field(default_factory=dict)
    mat: str | None = None  # on the table, None = as companion.toml says
    # exposure, white balance and focus of the camera then, by name, in units of the camera
    held: Mapping[str, float] = field(default_factory=dict)
    lens: Mapping[str, float] = field(default_factory=dict)  # fields of `Distortion`, {} for a straight lens

    @property
    def distortion(self) -> Distortion | None:
        """The distortion of the lens, None for a straight lens."""
        return parse_distortion(self.lens) if self.lens else None

    def to_json(self) -> str:
        """The profile as JSON text, for keeping and for export."""
        return json.dumps({"table_companion_profile": PROFILE_VERSION, **asdict(self)}, indent=1) + "\n"


def read_profile(text: str) -> TableProfile:
    """The profile in `text`, kept or exported. Raises `InputError` for other text, for a wrong checksum, and for cameras or
    decks unknown to the machine."""
    try:
        given = read_json(text)
    except InputError as error:
        raise InputError.with_id("profile-no-json") if error.id.startswith("line-") else error from error
    if not isinstance(given, dict) or given.get("table_companion_profile") != PROFILE_VERSION:
        raise InputError.with_id("profile-other")
    written = given.pop(PROFILE_SUM_KEY, None)
    if written is not None and written != _sum_of_profile(given):
        raise InputError.with_id("profile-no-json")
    return _profile_of(given)


def _profile_of(given: dict[str, Any]) -> TableProfile:
    """The profile with the values `given`, each checked. Raises `InputError` for unknown keys, and for cameras, decks or
    values out of bounds."""
    unknown = given.keys() - {"table_companion_profile", "source", "deck", "lamps", "good", "seen", "mat", "held", "lens"}
    if unknown:
        raise InputError.with_id("profile-key", given=min(unknown)[:MAX_NAME_LETTERS])
    source, deck = _read_short_text(given, "source", MAX_SOURCE_LETTERS), _read_short_text(given, "deck")
    if source is not None and source != VIRTUAL_SOURCE and source_named(source) is None:
        raise InputError.with_id("profile-source", given=source)
    if source is not None and not may_watch(source):
        raise InputError.with_id("profile-source-file", given=source)
    if deck and deck not in (AUTO_DECK, *BUILT_IN, *list_enrolled_decks(deck_folder())) and not was_lost(deck):
        raise InputError.with_id("profile-deck", given=deck)
    mat = _read_short_text(given, "mat")
    if mat not in (None, "", NO_MAT):
        raise InputError.with_id("profile-key", given="mat")
    good, seen = _read_mapping(given, "good", float), _read_mapping(given, "seen", float)
    held, lens = _read_mapping(given, "held", float), _read_mapping(given, "lens", float)
    try:
        return TableProfile(
            source, deck, _read_mapping(given, "lamps", str), good, seen, mat, held, lens and asdict(parse_distortion(lens))
        )
    except DistortionImplausible as error:
        raise InputError.with_id("profile-key", given="lens") from error


def may_watch(source: str) -> bool:
    """May a profile name `source`? A camera, a phone or the virtual table, but no file: profiles come from elsewhere."""
    found = source_named(source)
    return source == VIRTUAL_SOURCE or (found is not None and found.live)


def apply_profile(config: Config, profile: TableProfile) -> Config:
    """The configuration with camera, deck and mat of the profile; what the profile leaves None stays."""
    source = config.eye.source if profile.source is None else profile.source
    deck = config.eye.deck if profile.deck is None else profile.deck
    mat = config.eye.mat if profile.mat is None else profile.mat
    return replace(config, eye=replace(config.eye, source=source, deck=deck, mat=mat))


class ProfileShelf:
    """Keeps the profile in the file `path`, with a checksum. From any thread.

    An unreadable file counts as an empty profile and is set aside. `found`: notices about the file.
    """

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self.found: tuple[StartNotice, ...] = ()
        self.problem = ""
        """Why the file could not be read, in English."""
        self._profile = self._load_profile()

    @property
    def profile(self) -> TableProfile:
        """The profile as it stands."""
        return self._profile

    def change_profile(self, **values: Any) -> TableProfile:
        """The profile with `values` replaced, kept. Raises `InputError` where the disk refuses."""
        with self._lock:
            return self._write_profile(replace(self._profile, **values))

    def replace_profile(self, text: str) -> TableProfile:
        """The exported profile in `text`, kept in place of the former profile. Raises `InputError`, and the former profile
        stays."""
        profile = read_profile(text)
        with self._lock:
            return self._write_profile(profile)

    def _write_profile(self, profile: TableProfile) -> TableProfile:
        """`profile`, once written with its checksum; only then in use. Raises `InputError` where the disk refuses."""
        try:
            told = json.loads(profile.to_json())
            write_whole(self._path, (json.dumps({**told, PROFILE_SUM_KEY: _sum_of_profile(told)}, indent=1) + "\n").encode())
        except OSError as error:
            raise InputError.with_id("profile-unwritable", reason=error.strerror or str(error)) from error
        self._profile = profile
        return profile

    def _load_profile(self) -> TableProfile:
        """The kept profile; empty where missing, or unreadable and set aside. `problem` and `found` then say why."""
        try:
            return read_profile(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return TableProfile()
        except (OSError, UnicodeDecodeError, InputError) as error:
            self.problem = f"{self._path}: {error}"
            self.found = (report_set_aside(self._path, "aside-profile", self.problem),)
            return TableProfile()


def _sum_of_profile(told: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(told, sort_keys=True).encode())


def _read_short_text(given: Mapping[str, Any], key: str, longest: int = MAX_NAME_LETTERS) -> str | None:
    """The printable text under `key` of `given`, None where missing. `longest`: letters. Raises `InputError`."""
    value = given.get(key)
    if value is not None and not (isinstance(value, str) and len(value) <= longest and value.isprintable()):
        raise InputError.with_id("profile-key", given=key)
    return value


def _read_mapping(given: Mapping[str, Any], key: str, kind: type) -> dict[str, Any]:
    """The mapping of names to `kind` under `key` of `given`, {} where missing. Whole numbers become floats; NaN and infinity
    are refused. Raises `InputError`."""
    value = given.get(key, {})
    kinds = (int, float) if kind is float else kind
    good = isinstance(value, dict) and len(value) <= MAX_NAME_LETTERS
    if not good or not all(
        len(k) <= MAX_NAME_LETTERS and isinstance(v, kinds) and not isinstance(v, bool) for k, v in value.items()
    ):
        raise InputError.with_id("profile-key", given=key)
    if kind is float and not all(abs(v) < 1e12 and math.isfinite(v) for v in value.values()):
        raise InputError.with_id("profile-key", given=key)
    return {k: kind(v) for k, v in value.items()}
