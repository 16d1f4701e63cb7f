"""`companion support`: one file for whoever is asked for help."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from companion.doctor.checks import examine
from companion.doctor.support import Asked, write_bundle
from companion.errors import StateError
from companion.machine.config import load_config
from companion.machine.paths import state_directory
from companion.shown.messages import catalogue


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "support",
        help="write one file for whoever is asked for help",
        description="Write a zip file with what doctor finds, the service's latest log lines, the latest match and the versions of "
        "everything. Names, codes and keys are taken out; pictures are in it only with --pictures. Nothing is sent anywhere.",
        epilog="example:\n  companion support --config /etc/table-companion/companion.toml --out support.zip",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--config", type=Path, help="companion.toml (default: that of a companion without one)")
    parser.add_argument("--out", type=Path, metavar="FILE.zip", help="the file (default: support-DATE.zip in this folder)")
    parser.add_argument("--pictures", action="store_true", help="with the pictures of cards that were corrected")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the bundle and say what is in it. Raises `ConfigError`, `StateError`."""
    config, state = load_config(arguments.config), state_directory()
    to = arguments.out or Path(f"support-{time.strftime('%Y%m%d-%H%M%S')}.zip")
    checks = examine(config, state, catalogue("en"), time.time())
    asked = Asked(state, arguments.config, f"http://127.0.0.1:{config.web.port}/", checks, arguments.pictures)
    try:
        names = write_bundle(to, asked)
    except OSError as error:
        raise StateError(
            f"{to} cannot be written: {error.strerror}; name another file with --out, such as /tmp/support.zip"
        ) from error
    print(f"{to}: {', '.join(name for name in names if not name.startswith('pictures/'))}")
    pictures = sum(name.startswith("pictures/") for name in names)
    print(f"Names, codes and keys were taken out; {pictures or 'no'} pictures. Look into it before you give it away.")
    return 0
