"""What the set-up has found out of this table: which camera watches, what deck lies there and whether on a mat, where each lamp stands. Kept
whole in the state directory, exported and imported; it goes before what companion.toml says.
"""

from __future__ import annotations

import json
import math
import threading
import time
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from companion.clean_text import read_json
from companion.errors import InputError
from companion.journal.set_aside import set_aside
from companion.journal.start_notice import StartNotice
from companion.machine.config import Config
from companion.machine.secret_file import write_secret
from companion.sources.bare import NONE
from companion.sources.decks import deck_folder, was_lost
from companion.sources.readers import AUTO
from vision.cameras.sources import source_named
from vision.errors import DistortionImplausible
from vision.plane.distortion import Distortion, parse_distortion
from vision.readers.enrolled.file import BUILT_IN, enrolled_names

VERSION = 1
VIRTUAL = "virtual"
SUM = "sum"
"""The key of the sum in the file that is kept."""
LONGEST = 40
"""Letters of a name in a profile, and names in it."""
LONGEST_SOURCE = 255
"""The same of the name of a source: the link of a USB camera is long."""


@dataclass(frozen=True, slots=True)
class Profile:
    """`source`: the camera, None = as companion.toml says; `deck`, `mat`: its deck and its mat, likewise. `lamps`: where the
    lamp really stands that is configured for a place. `good`: the steps of the set-up that were found good, with the second they were.
    `seen`: how the picture looked then (`companion.setup.steps.look_of`). `held`: exposure, white balance and focus of the camera
    then, in its own units by name. `lens`: what its lens bends, the fields of `Distortion`; {} for a good one."""

    source: str | None = None
    deck: str | None = None
    lamps: Mapping[str, str] = field(default_factory=dict)
    good: Mapping[str, float] = field(default_factory=dict)
    seen: Mapping[str, float] = field(default_factory=dict)
    mat: str | None = None
    held: Mapping[str, float] = field(default_factory=dict)
    lens: Mapping[str, float] = field(default_factory=dict)

    @property
    def distortion(self) -> Distortion | None:
        """What the lens bends, None for a good one."""
        return parse_distortion(self.lens) if self.lens else None

    def text(self) -> str:
        """As it is kept and exported."""
        return json.dumps({"table_companion_profile": VERSION, **asdict(self)}, indent=1) + "\n"


def read_profile(text: str) -> Profile:
    """A profile that was kept or exported; one that was kept carries its sum. Raises `InputError` for anything else, for one that is not what
    was written, and for what this machine does not have."""
    try:
        given = read_json(text)
    except InputError as error:
        raise InputError.of("profile-no-json") if error.id.startswith("line-") else error from error
    if not isinstance(given, dict) or given.get("table_companion_profile") != VERSION:
        raise InputError.of("profile-other")
    written = given.pop(SUM, None)
    if written is not None and written != _sum(given):
        raise InputError.of("profile-no-json")
    return _profile_of(given)


def _profile_of(given: dict[str, Any]) -> Profile:
    unknown = given.keys() - {"table_companion_profile", "source", "deck", "lamps", "good", "seen", "mat", "held", "lens"}
    if unknown:
        raise InputError.of("profile-key", given=min(unknown)[:LONGEST])
    source, deck = _name(given, "source", LONGEST_SOURCE), _name(given, "deck")
    if source is not None and source != VIRTUAL and source_named(source) is None:
        raise InputError.of("profile-source", given=source)
    if source is not None and not may_watch(source):
        raise InputError.of("profile-source-file", given=source)
    if deck and deck not in (AUTO, *BUILT_IN, *enrolled_names(deck_folder())) and not was_lost(deck):
        raise InputError.of("profile-deck", given=deck)
    mat = _name(given, "mat")
    if mat not in (None, "", NONE):
        raise InputError.of("profile-key", given="mat")
    good, seen = _mapping(given, "good", float), _mapping(given, "seen", float)
    held, lens = _mapping(given, "held", float), _mapping(given, "lens", float)
    try:
        return Profile(
            source, deck, _mapping(given, "lamps", str), good, seen, mat, held, lens and asdict(parse_distortion(lens))
        )
    except DistortionImplausible as error:
        raise InputError.of("profile-key", given="lens") from error


def may_watch(source: str) -> bool:
    """May a profile name this source? A camera, a phone, the virtual table: a profile comes from elsewhere, and no file is its to open."""
    found = source_named(source)
    return source == VIRTUAL or (found is not None and found.live)


def applied(config: Config, profile: Profile) -> Config:
    """The configuration as this table has it."""
    source = config.eye.source if profile.source is None else profile.source
    deck = config.eye.deck if profile.deck is None else profile.deck
    mat = config.eye.mat if profile.mat is None else profile.mat
    return replace(config, eye=replace(config.eye, source=source, deck=deck, mat=mat))


class ProfileShelf:
    """Where the profile is kept. From any thread. `path`: its file, which carries its own sum; one that cannot be read counts as none, and is
    set aside. `found`: what is to be said of that."""

    def __init__(self, path: Path) -> None:
        self._path, self._lock = path, threading.Lock()
        self.found: tuple[StartNotice, ...] = ()
        self.problem = ""
        """Why the file could not be read, in English."""
        self._profile = self._read()

    @property
    def profile(self) -> Profile:
        """As it stands."""
        return self._profile

    def change(self, **values: Any) -> Profile:
        """Keep it with these values. Raises `InputError` where it cannot be written."""
        with self._lock:
            return self._keep(replace(self._profile, **values))

    def take(self, text: str) -> Profile:
        """Keep one that was exported. Raises `InputError`; then the one before stays."""
        profile = read_profile(text)
        with self._lock:
            return self._keep(profile)

    def _keep(self, profile: Profile) -> Profile:
        try:
            write_secret(self._path, _sealed(profile).encode())
        except OSError as error:
            raise InputError.of("profile-unwritable", reason=error.strerror or str(error)) from error
        self._profile = profile
        return profile

    def _read(self) -> Profile:
        try:
            return read_profile(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Profile()
        except (OSError, UnicodeDecodeError, InputError) as error:
            self.problem = f"{self._path}: {error}"
        try:
            lies = set_aside(self._path, time.time())
        except OSError:
            lies = self._path
        self.found = (StartNotice("aside-profile", {"name": self._path.name, "aside": str(lies)}, self.problem),)
        return Profile()


def _sealed(profile: Profile) -> str:
    """As it is kept: with the sum of its text, by which damage is told."""
    told = json.loads(profile.text())
    return json.dumps({**told, SUM: _sum(told)}, indent=1) + "\n"


def _sum(told: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(told, sort_keys=True).encode())


def _name(given: Mapping[str, Any], key: str, longest: int = LONGEST) -> str | None:
    value = given.get(key)
    if value is not None and not (isinstance(value, str) and len(value) <= longest and value.isprintable()):
        raise InputError.of("profile-key", given=key)
    return value


def _mapping(given: Mapping[str, Any], key: str, kind: type) -> dict[str, Any]:
    value = given.get(key, {})
    kinds = (int, float) if kind is float else kind
    good = isinstance(value, dict) and len(value) <= LONGEST
    if not good or not all(len(k) <= LONGEST and isinstance(v, kinds) and not isinstance(v, bool) for k, v in value.items()):
        raise InputError.of("profile-key", given=key)
    if kind is float and not all(abs(v) < 1e12 and math.isfinite(v) for v in value.values()):
        raise InputError.of("profile-key", given=key)
    return {k: kind(v) for k, v in value.items()}
