"""`companion doctor`: look at everything the companion needs, and say what to do where something is missing."""

from __future__ import annotations

import argparse
import json
import time
from contextlib import closing
from dataclasses import asdict, replace

from companion.doctor.check import FAILED, Check
from companion.doctor.checks import examine_installation
from companion.machine.config import load_config
from companion.machine.lamps import open_configured_signals, try_lamps_and_buzzer, wires_of
from companion.machine.paths import state_directory
from companion.setup.club_choice import apply_club_choice, read_club_choice
from companion.shown.words.messages import Catalogue, catalogue


def run(arguments: argparse.Namespace) -> int:
    """0 if nothing failed, else 1; checks are printed. Raises `ConfigError`, `LayoutError`, `HardwareError`."""
    config = load_config(arguments.config)
    state = state_directory()
    config = replace(config, club=apply_club_choice(config.club, read_club_choice(state), state))
    words = catalogue(arguments.language or config.language)
    if arguments.try_lamps:
        places = wires_of(config, ("table",)).places
        with closing(open_configured_signals(config, places, lambda name: None)) as signals:
            try_lamps_and_buzzer(signals, places)
    checks = examine_installation(config, state, words, time.time())
    if arguments.json:
        print(json.dumps([asdict(check) for check in checks], ensure_ascii=False, indent=1))
    else:
        print("\n".join(_check_line(check, words) for check in checks))
    return 1 if any(check.status == FAILED for check in checks) else 0


def _check_line(check: Check, words: Catalogue) -> str:
    status, name = words.text(f"doctor-status-{check.status}"), words.text(f"doctor-name-{check.name}")
    return f"{status:<11}{name:<12}{check.found}{' -> ' if check.advice else ''}{check.advice}"
