"""Versions, and what a file says about the version it holds."""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path

from companion.errors import ConfigError
from companion.machine.update.ways import PACKAGE, Way

_VERSION = re.compile(r"(\d+(?:\.\d+)*)(?:(a|b|rc)(\d+))?(?:\.post(\d+))?(?:\.dev(\d+))?")
_STAGES = {"a": 0, "b": 1, "rc": 2, None: 3}


def order_version(version: str) -> tuple[tuple[int, ...], int, int, int, int]:
    """What versions are sorted by, as pip sorts them: 0.2.0rc1 comes before 0.2.0. Raises `ConfigError` for no version."""
    found = _VERSION.fullmatch(version.partition("+")[0])
    if found is None:
        raise ConfigError(f"{version!r} is no version such as 0.2.0")
    release = [int(part) for part in found[1].split(".")]
    while len(release) > 1 and release[-1] == 0:
        release.pop()
    stage = -1 if found[5] is not None and found[2] is None and found[4] is None else _STAGES[found[2]]
    return tuple(release), stage, int(found[3] or 0), int(found[4] or 0), int(found[5]) if found[5] is not None else 10**9


@dataclass(frozen=True, slots=True)
class Offer:
    """A version in a file."""

    version: str
    file: Path  # where it lies


def read_offer(file: Path, way: Way, runs: str) -> Offer:
    """What a file offers to a companion that was installed in `way` and is of version `runs`. Raises `ConfigError` where the
    file is none that this way installs, or holds an older version."""
    if not file.is_file():
        raise ConfigError(f"there is no file {file}")
    if file.suffix not in (".whl", ".deb"):
        raise ConfigError(f"{file}: name a file that ends in .whl (pip, pipx) or .deb (apt)")
    if file.suffix == ".deb" and way.ending == ".deb":
        raise ConfigError(f"apt installs {file.name}. Type: sudo apt install {_spell_for_apt(file)}")
    if way.ending and way.ending != file.suffix:
        raise ConfigError(f"this companion came by {way.name}: take the file that ends in {way.ending}")
    version = read_version(file)
    if order_version(version) < order_version(runs):
        raise ConfigError(f"{file.name} holds {version}, older than {runs}, which runs. The way back: companion update --back")
    return Offer(version, file)


def _spell_for_apt(file: Path) -> str:
    """The path as apt knows it for a file: with a slash."""
    return str(file) if "/" in str(file) else f"./{file}"


def read_version(wheel: Path) -> str:
    """The version of the companion in a wheel. Raises `ConfigError` where it holds anything else."""
    try:
        with zipfile.ZipFile(wheel) as packed:
            name = next(name for name in packed.namelist() if re.fullmatch(r"table_companion-[^/]+\.dist-info/METADATA", name))
            told = HeaderParser().parsestr(packed.read(name).decode("utf-8"))
            if packed.testzip() is None and told["Name"] == PACKAGE:
                return str(told["Version"])
    except (OSError, StopIteration, zipfile.BadZipFile, UnicodeDecodeError, EOFError, NotImplementedError):
        pass  # said below, whatever is wrong with it
    raise ConfigError(f"{wheel} is no whole wheel of {PACKAGE}; fetch it again")
