"""`companion decks`: list the decks that can be read."""

from __future__ import annotations

import argparse

from companion.wiring.paths import state_directory
from vision.deck.file import BUILT_IN, enrolled_names, load_deck
from vision.errors import DeckError


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "decks",
        help="list the decks that can be read",
        description="List the built-in decks and those you enrolled: name, what it is, number of cards, separated by tabs.",
        epilog="example:\n  companion decks",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print one line a deck."""
    for name in BUILT_IN:
        print(f"{name}\tbuilt in\t52 cards")
    folder = state_directory() / "decks"
    for name in enrolled_names(folder):
        try:
            deck = load_deck(folder, name)
            print(f"{name}\t{deck.game or 'enrolled'}\t{len(deck.faces)} cards")
        except DeckError as error:
            print(f"{name}\tdamaged\t{error}")
    return 0
