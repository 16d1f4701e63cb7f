"""What `companion read` takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.games.sheets import list_games


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Find and read the cards in photographs of any table. Prints one JSON line a picture; `accepted` is false where "
        "the companion would ask a person. `companion decks` lists the decks."
    )
    parser.epilog = "example:\n  companion read table.jpg --deck standard --annotate seen/"
    parser.add_argument("images", nargs="+", metavar="IMAGE", type=Path, help="photographs")
    parser.add_argument(
        "--deck",
        required=True,
        help="an enrolled deck, or built in: standard, French suits (A J Q K, 1 V D R, B D K A, B V H A); numbers, any number cards",
    )
    parser.add_argument(
        "--game",
        choices=list_games(),
        help="whose cards they are, for --deck numbers: 7R or 7, s12 or 12 (default: as they look)",
    )
    parser.add_argument("--annotate", metavar="DIR", type=Path, help="write the pictures there with what was read drawn in")
