"""`companion doctor`: look at everything the companion needs, and say what to do where something is missing."""

from __future__ import annotations

import argparse
import json
import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path

from companion.doctor.check import FAILED, Check
from companion.doctor.checks import examine_installation
from companion.doctor.config_check import CHOICES
from companion.machine.config import load_config
from companion.machine.lamps import open_configured_signals, try_lamps_and_buzzer, wires_of
from companion.machine.paths import state_directory
from companion.shown.messages import Catalogue, catalogue, list_languages


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look at everything the companion needs, a line each: ok, warning, failed or skipped, what was found, what to do. "
        "Status 0 if nothing failed, 1 if a check failed, 2 if the configuration cannot be used. Stop the service first: a camera "
        "and pins that it holds cannot be tried."
    )
    parser.epilog = f"example:\n  companion doctor --config /etc/table-companion/companion.toml\n\n{CHOICES}"
    parser.add_argument("--config", type=Path, help="companion.toml (default: the virtual table, this machine only)")
    parser.add_argument("--json", action="store_true", help="print a JSON list of the checks instead of lines")
    parser.add_argument(
        "--language", choices=list_languages(), help="language of what is said (default: that of companion.toml)"
    )
    parser.add_argument("--try-lamps", action="store_true", help="light each lamp in turn, then let the buzzer sound")


def run(arguments: argparse.Namespace) -> int:
    """0 if nothing failed, else 1; checks are printed. Raises `ConfigError`, `LayoutError`, `HardwareError`."""
    config = load_config(arguments.config)
    words = catalogue(arguments.language or config.language)
    if arguments.try_lamps:
        places = wires_of(config, ("table",)).places
        with closing(open_configured_signals(config, places, lambda name: None)) as signals:
            try_lamps_and_buzzer(signals, places)
    checks = examine_installation(config, state_directory(), words, time.time())
    if arguments.json:
        print(json.dumps([asdict(check) for check in checks], ensure_ascii=False, indent=1))
    else:
        print("\n".join(_check_line(check, words) for check in checks))
    return 1 if any(check.status == FAILED for check in checks) else 0


def _check_line(check: Check, words: Catalogue) -> str:
    status, name = words.text(f"doctor-status-{check.status}"), words.text(f"doctor-name-{check.name}")
    return f"{status:<11}{name:<12}{check.found}{' -> ' if check.advice else ''}{check.advice}"
