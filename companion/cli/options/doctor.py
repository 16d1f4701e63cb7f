"""What `companion doctor` takes."""

from __future__ import annotations

import argparse

from companion.cli.options import add_config, add_configured_language
from companion.sources.choices import CHOICES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Look at everything the companion needs, a line each: ok, warning, failed or skipped, what was found, what to do. "
        "Status 0 if nothing failed, 1 if a check failed, 2 if the configuration cannot be used. Stop the service first: a camera "
        "and pins that it holds cannot be tried."
    )
    parser.epilog = f"example:\n  companion doctor --config /etc/table-companion/companion.toml\n\n{CHOICES}"
    add_config(parser)
    parser.add_argument("--json", action="store_true", help="print a JSON list of the checks instead of lines")
    add_configured_language(parser)
    parser.add_argument("--try-lamps", action="store_true", help="light each lamp in turn, then let the buzzer sound")
