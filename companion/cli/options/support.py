"""What `companion support` takes."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Write a zip file with what doctor finds, the service's latest log lines, the latest match and the versions of "
        "everything. Names, codes and keys are taken out; pictures are in it only with --pictures. Nothing is sent anywhere. A "
        "companion.toml that cannot be used is in it with the line that is wrong."
    )
    parser.epilog = "example:\n  companion support --config /etc/table-companion/companion.toml --out support.zip"
    parser.add_argument("--config", type=Path, help="companion.toml (default: that of a companion without one)")
    parser.add_argument("--out", type=Path, metavar="FILE.zip", help="the file (default: support-DATE.zip in this folder)")
    parser.add_argument("--pictures", action="store_true", help="with the pictures of cards that were corrected")
