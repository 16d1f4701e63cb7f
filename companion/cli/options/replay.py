"""What `companion replay` takes."""

from __future__ import annotations

import argparse

from companion.shown.words.languages import list_languages


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Print the rulings of a stored match, corrections and undo applied; without a match, list the stored ones."
    )
    parser.epilog = "example:\n  companion replay 3 --language it"
    parser.add_argument("match", nargs="?", type=int, help="number of the match; without it all matches are listed")
    parser.add_argument("--language", choices=list_languages(), default="en", help="language of the rulings (default: en)")
