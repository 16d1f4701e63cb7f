"""What `companion calibrate` takes."""

from __future__ import annotations

import argparse

from companion.cli.options import add_config, add_configured_language
from companion.sources.choices import CHOICES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "The guided set-up of the page /set-up, in a terminal: camera, table, deck, lamps. Stop the service before. "
        "Enter: good, go on; a: look again; a number: choose, or do that; q: another day. While the sheet or cards are shown to the camera "
        "nothing need be typed; Ctrl-C ends that."
    )
    parser.epilog = f"example:\n  companion calibrate --config /etc/table-companion/companion.toml\n\n{CHOICES}"
    add_config(parser)
    add_configured_language(parser)
