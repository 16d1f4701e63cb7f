"""What `companion enrol` takes."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.games.sheets import list_games
from companion.shown.words.languages import list_languages
from companion.sources.choices import SOURCES


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Learn a deck from cards shown to the camera one after the other, or from pictures with one card "
        "in view each, named by its face: 10H.jpg or TH.jpg, 47.jpg, "
        "47+skull.jpg for a number with a command, 47_2.jpg for a second picture of the same card. Prints one JSON line: the "
        "faces learned, those missing for the game, and the pictures that look doubtful."
    )
    parser.epilog = (
        "example:\n  companion enrol blue --images photos/ --game the_game --contact-sheet blue.png\n"
        "  companion enrol blue --camera picamera --game the_game"
    )
    parser.add_argument("deck", help="name to save the deck under: small letters, digits, - and _")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--images", metavar="DIR", type=Path, help="folder with the pictures")
    source.add_argument("--camera", metavar="SOURCE", help=f"show the cards one after the other to {SOURCES}")
    parser.add_argument("--labels", metavar="FILE.csv", type=Path, help="columns file, face; instead of naming the pictures")
    parser.add_argument("--game", choices=list_games(), help="say which cards of this game are missing")
    parser.add_argument("--contact-sheet", metavar="FILE.png", type=Path, help="draw what was learned")
    parser.add_argument("--replace", action="store_true", help="replace a deck of that name also by one that knows fewer cards")
    _add_live_arguments(parser)


def _add_live_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `companion enrol --camera`: order of the cards, zone, mat, language, starting again."""
    parser.add_argument(
        "--faces", metavar="LIST", help="with --camera: the cards in the order in which you show them, 2,3,47:skull"
    )
    parser.add_argument(
        "--zone", help="with --camera: lay them on this zone of the game's mat (default: anywhere, no mat needed)"
    )
    parser.add_argument(
        "--mat", default="", help="with --zone: file of `companion print mat --json` (default: the mat of the game)"
    )
    parser.add_argument("--language", choices=list_languages(), default="en", help="language of what is said (default: en)")
    parser.add_argument("--restart", action="store_true", help="with --camera: forget the cards shown on another day")
