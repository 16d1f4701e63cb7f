"""`companion update`: another version, with a way back. Nothing of it happens by itself."""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from importlib.util import find_spec
from pathlib import Path

from companion import __version__
from companion.cli.loader import EXTRAS
from companion.errors import ConfigError
from companion.journal.state_lock import StateLock
from companion.machine.paths import state_directory
from companion.machine.update.keeping import KEPT_FOLDER, keep_packages, keep_state
from companion.machine.update.pip import ask_pip, install_with_pip, spell_wanted, try_companion
from companion.machine.update.versions import order_version, read_offer, read_version
from companion.machine.update.ways import PACKAGE, Way, find_way

ROOM_BYTES = 100_000_000
"""On the disk, besides what pip asks for: copies of the state and of the packages that make way; guess."""
SPELLED = PACKAGE.replace("-", "_")


def run(arguments: argparse.Namespace) -> int:
    """0 once another version is installed and starts, or none newer is offered; 1 where the new one did not start and the old
    one was put back. Raises `ConfigError` where nothing can be done, and says what to type instead; `StateError`."""
    if arguments.file is not None and arguments.back:
        raise ConfigError("--back takes no file: it puts back the version that ran before")
    way, state = find_way(), state_directory()
    if arguments.back:
        return _go_back(way, state)
    given = read_offer(arguments.file, way, __version__) if arguments.file is not None else None
    if way.update:
        raise ConfigError(f"{__version__} runs, and came by {way.name}. For another version type: {way.update}")
    extras = [extra for extra, packages in EXTRAS.items() if all(find_spec(package) for package in packages)]
    wanted = spell_wanted(PACKAGE if given is None else given.file.resolve(), extras)
    if given is not None and given.version == __version__:
        print(f"{__version__} runs already.")
        return 0
    coming = ask_pip(wanted)
    offered = coming.get(PACKAGE, __version__)
    if order_version(offered) <= order_version(__version__):
        print(f"{__version__} runs, and nothing newer is offered.")
        return 0
    print(f"{__version__} runs, {offered} is offered.", flush=True)
    return 0 if arguments.check else _install(state, offered, wanted, [*coming])


def _install(state: Path, offered: str, wanted: str, coming: list[str]) -> int:
    """The status of installing the version `offered`. `coming`: the packages that pip brings, itself among them."""
    kept = state / KEPT_FOLDER
    with StateLock(state):
        _require_room(Path(sys.prefix))
        copy = keep_state(state, __version__, time.time())
        packages = keep_packages(coming, kept / "packages.new")
        print(f"The matches and decks as they were: {copy}", flush=True)
        wrong = install_with_pip([wanted])
    wrong = wrong or try_companion(offered)
    if not wrong:
        shutil.rmtree(kept / "packages", ignore_errors=True)
        (kept / "packages.new").replace(kept / "packages")
        print(f"{offered} is installed and starts. The way back: companion update --back")
        return 0
    print(f"companion: {offered} does not start: {wrong}", file=sys.stderr)
    return _put_back(packages, __version__) or _forget(kept / "packages.new")


def _forget(packages: Path) -> int:
    """1, as what was wanted did not come to be; the packages are not needed any more."""
    shutil.rmtree(packages, ignore_errors=True)
    return 1


def _put_back(packages: list[Path], version: str) -> int:
    """0 once the version of these packages runs again. 1, with the line to type, where it does not."""
    wrong = install_with_pip([str(package) for package in packages], alone=True) or try_companion(version)
    if wrong:
        by_hand = f"{sys.executable} -m pip install --no-deps --force-reinstall {' '.join(map(str, packages))}"
        print(f"companion: {version} could not be put back: {wrong}. Type: {by_hand}", file=sys.stderr)
        return 1
    print(f"{version} was put back, and starts.")
    return 0


def _go_back(way: Way, state: Path) -> int:
    """The status of putting back the version that ran before the last update. Raises `ConfigError` where there is none."""
    if way.back:
        raise ConfigError(f"{__version__} runs, and came by {way.name}. To go back type: {way.back}")
    kept = state / KEPT_FOLDER
    packages = sorted((kept / "packages").glob("*.whl"))
    ours = [package for package in packages if package.name.startswith(f"{SPELLED}-")]
    if not ours:
        raise ConfigError(f"there is no way back: no version was kept in {kept / 'packages'}")
    before = read_version(ours[0])
    with StateLock(state):
        copy = keep_state(state, __version__, time.time())
    print(f"{__version__} runs, {before} ran before. The matches and decks as they are: {copy}", flush=True)
    if _put_back(packages, before):
        return 1
    shutil.rmtree(kept / "packages", ignore_errors=True)
    of_then = sorted(kept.glob(f"*-{before}.tar.gz"))
    if of_then:
        print(f"What was played since stays. Only if {before} cannot read it: tar -xzf {of_then[-1]} -C {state}")
    return 0


def _require_room(prefix: Path) -> None:
    """Raises `ConfigError` where the disk of the environment is almost full."""
    free = shutil.disk_usage(prefix).free
    if free < ROOM_BYTES:
        raise ConfigError(
            f"{free // 1_000_000} MB are free at {prefix}, and an update needs {ROOM_BYTES // 1_000_000}; make room"
        )
