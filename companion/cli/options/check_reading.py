"""What `companion check-reading` takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.options import add_configured_language
from companion.sources.choices import SOURCES

DEFAULT_EXAM_CARDS = 12  # guess: enough to tell, few enough to show


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Asks for the cards of the deck that are most easily taken for one another, one after the other, and says how this "
        "table, light and camera read them, and what to change. Status 0 if the table is good or fair, 1 if it is poor or "
        "not all cards were shown. Stop the service first: only one program can use a camera."
    )
    parser.epilog = "example:\n  companion check-reading --config /etc/table-companion/companion.toml"
    parser.add_argument("--config", type=Path, help="companion.toml: its source and deck (default: the virtual table)")
    parser.add_argument("--source", help=f"instead of the configured one: {SOURCES}")
    parser.add_argument("--deck", help="instead of the configured one: an enrolled deck, standard or numbers")
    parser.add_argument(
        "--cards",
        type=int,
        default=DEFAULT_EXAM_CARDS,
        metavar="N",
        help=f"how many cards to ask for (default: {DEFAULT_EXAM_CARDS})",
    )
    parser.add_argument("--images", type=Path, metavar="DIR", help="read pictures named by their card instead of watching")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of sentences")
    add_configured_language(parser)
