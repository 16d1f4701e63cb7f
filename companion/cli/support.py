"""`companion support`: one file for whoever is asked for help."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

from companion.doctor.check import FAILED, Check
from companion.doctor.checks import examine_installation, examine_without_config
from companion.doctor.support import BundleRequest, port_in, write_bundle
from companion.errors import ConfigError, StateError
from companion.machine.config import load_config
from companion.machine.paths import state_directory
from companion.setup.club_choice import apply_club_choice, read_club_choice
from companion.shown.words.messages import Catalogue, catalogue
from vision.errors import VisionError


def run(arguments: argparse.Namespace) -> int:
    """0 once the bundle is written; names of its files are printed. Raises `StateError` where the disk refuses."""
    state = state_directory()
    to = arguments.out or Path(f"support-{time.strftime('%Y%m%d-%H%M%S')}.zip")
    checks, port, wrong = _examine_with_config(arguments.config, state, catalogue("en"))
    asked = BundleRequest(state, arguments.config, f"http://127.0.0.1:{port}/", checks, arguments.pictures)
    try:
        names = write_bundle(to, asked)
    except OSError as error:
        raise StateError(
            f"{to} cannot be written: {error.strerror}; name another file with --out, such as /tmp/support.zip"
        ) from error
    print(f"{to}: {', '.join(name for name in names if not name.startswith('pictures/'))}")
    pictures = sum(name.startswith("pictures/") for name in names)
    print(f"Names, codes and keys were taken out; {pictures or 'no'} pictures. Look into it before you give it away.")
    if wrong:
        print(f"The configuration cannot be used: {wrong}")
    return 0


def _examine_with_config(path: Path | None, state: Path, words: Catalogue) -> tuple[tuple[Check, ...], int, str]:
    """The checks, the port at which a companion may run, and what is wrong with the configuration in `path` ("" = nothing).
    `state`: the state directory. Checks in need of an unusable configuration are left out."""
    now = time.time()
    try:
        config = load_config(path)
        config = replace(config, club=apply_club_choice(config.club, read_club_choice(state), state))
        return examine_installation(config, state, words, now), config.web.port, ""
    except (ConfigError, VisionError) as error:
        wrong = Check("configuration", FAILED, str(error), words.text("doctor-configuration-advice"))
        return (wrong, *examine_without_config(state, words, now)), port_in(path), str(error)
