"""`companion decks`: list the decks that can be read."""

from __future__ import annotations

import argparse

from companion.games.sheets import build_practice_deck, load_sheet
from companion.machine.paths import state_directory
from companion.sources.decks import LEARNED_PREFIX, known_faces, learned_deck_names
from vision.errors import DeckError
from vision.readers.enrolled.file import BUILT_IN, list_enrolled_decks, load_deck

_BUILT_IN_CARDS = {"standard": "52 cards", "numbers": "number cards of any maker"}


def describe_known_cards(name: str) -> str:
    """How many cards of the deck `name`, learned during play, are known, as "12 of 98 cards". `name` begins with
    `LEARNED_PREFIX`."""
    sheet = load_sheet(name.removeprefix(LEARNED_PREFIX))
    needed = [face for face in build_practice_deck(sheet) if face not in sheet.spare]
    # A spare card, such as F44, takes the place of the card 44.
    found = {face.lstrip("F") if face in sheet.spare else face for face in known_faces(name)}
    return f"{len(found)} of {len(needed)} cards"


def run(arguments: argparse.Namespace) -> int:
    """0; a line for each deck is printed: name, kind and number of cards, with tabs between. A damaged deck has its error
    instead."""
    for name in BUILT_IN:
        print(f"{name}\tbuilt in\t{_BUILT_IN_CARDS[name]}")
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
