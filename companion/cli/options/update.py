"""What `companion update` takes."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Install the newest version where pip or pipx installed this one, or the version in a file. Matches and decks are kept "
        "before; a version that does not start makes way at once for the one before. Where apt, git or uv keep the companion up "
        "to date the line to type is said."
    )
    parser.epilog = (
        "example:\n  companion update\n  companion update table_companion-0.2.0-py3-none-any.whl\n  companion update --back"
    )
    parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a wheel, for a machine without internet")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true", help="only say which version runs and which one is offered")
    what.add_argument("--back", action="store_true", help="put back the version that ran before the last update")
