"""`companion decks`: list the decks that can be read."""

from __future__ import annotations

import argparse

from companion.games.sheets import load_sheet, practice_deck
from companion.machine.paths import state_directory
from companion.sources.decks import LEARNED_PREFIX, known_faces, learned_deck_names
from vision.errors import DeckError
from vision.readers.enrolled.file import BUILT_IN, list_enrolled_decks, load_deck

_CARDS = {"standard": "52 cards", "numbers": "number cards of any maker"}
"""What built-in decks read."""


def describe_known_cards(name: str) -> str:
    """How many cards of a deck learned during play are known."""
    sheet = load_sheet(name.removeprefix(LEARNED_PREFIX))
    needed = [face for face in practice_deck(sheet) if face not in sheet.spare]
    found = {
        _plain_number(face) if face in sheet.spare else face for face in known_faces(name)
    }  # a spare card takes the place of another
    return f"{len(found)} of {len(needed)} cards"


def _plain_number(face: str) -> str:
    return face.lstrip("F")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command's arguments."""
    parser = subparsers.add_parser(
        "decks",
        help="list the decks that can be read",
        description="List the built-in decks, those that are learned while they are played with and those you enrolled: name, what it is, "
        "number of cards, separated by tabs.",
        epilog="example:\n  companion decks",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """0; one line a deck is printed."""
    for name in BUILT_IN:
        print(f"{name}\tbuilt in\t{_CARDS[name]}")
    for name in learned_deck_names():
        print(f"{name}\tlearned while playing\t{describe_known_cards(name)}")
    folder = state_directory() / "decks"
    for name in list_enrolled_decks(folder):
        try:
            deck = load_deck(folder, name)
            print(f"{name}\t{deck.game or 'enrolled'}\t{len(deck.faces)} cards")
        except DeckError as error:
            print(f"{name}\tdamaged\t{error}")
    return 0
