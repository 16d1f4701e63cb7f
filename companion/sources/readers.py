"""Readers by the name of a deck: those that are built in, and those of decks that somebody enrolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from pathlib import Path

from companion.games.sheets import load_sheet
from companion.sources.decks import deck_folder, deck_in_use, own_deck, own_name, was_lost
from companion.sources.enrol_check import lacks_cards
from vision.cards.candidates import PictureReader
from vision.errors import DeckError
from vision.readers.enrolled.file import Deck, list_enrolled_decks, load_deck, locate_deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.french.verdict import FRENCH_FACES
from vision.readers.numbers.faces import get_number, is_number_card
from vision.types import Face, Reader

AUTO = "auto"
"""The deck to take where nobody says which: the owner's own, else the built-in one for the cards of the game."""


def deck_for(game: str, deck: str, drawn: bool = False) -> str:
    """The deck that is meant by a name: `AUTO` is the one enrolled last for this game, or a built-in one; so is one that was set aside
    because it could not be read. `drawn`: it is played on the virtual table, where the practice deck, "", lies."""
    deck = AUTO if deck not in ("", AUTO) and was_lost(deck) else deck
    if deck != AUTO or drawn:
        return "" if deck == AUTO else deck
    folder = deck_folder()
    own = [name for name in list_enrolled_decks(folder) if _is_of(folder, name, game)]
    if own:
        return max(own, key=lambda name: locate_deck(folder, name).stat().st_mtime)
    return "numbers" if any(is_number_card(face) for face in load_sheet(game).deck) else "standard"


def _is_of(folder: Path, name: str, game: str) -> bool:
    try:
        return load_deck(folder, name).game == game
    except DeckError:
        return False  # a damaged deck is told by whoever names it


def built_in_reader(deck: str, faces: Collection[Face] | None = None) -> PictureReader | None:
    """The reader of a built-in deck, None where `deck` is none. `faces`: of the game that is played, None: of any. Raises `DeckError`
    where the game has no such cards."""
    if deck == "standard":
        from vision.readers.french.reader import make_standard_reader  # loads its networks

        return make_standard_reader()
    if deck == "numbers":
        from vision.readers.numbers.reader import make_number_reader  # loads its networks

        return make_number_reader(faces)
    return None


def reader_at_table(deck: str, game: str) -> Reader:
    """The reader of the cards of a game that is played: the built-in deck `numbers` learns the owner's cards meanwhile. Raises
    `DeckError`."""
    faces = load_sheet(game).deck
    if deck != "numbers":
        return reader_of(deck, faces)
    from vision.readers.numbers.own import OwnReader
    from vision.readers.numbers.reader import make_number_reader  # loads its networks

    own = own_deck(own_name(game))
    return OwnReader(make_number_reader(faces), own_name(game), EnrolledReader(own) if own else None)


def reader_of(deck: str, faces: Collection[Face] | None = None) -> PictureReader:
    """The reader of a built-in deck, or of an enrolled one with its corrections. Raises `DeckError`."""
    if built_in := built_in_reader(deck, faces):
        return built_in
    return enrolled_reader(deck_in_use(load_deck(deck_folder(), deck)))


def enrolled_reader(deck: Deck) -> EnrolledReader:
    """The reader of an enrolled deck. What knows such cards of any maker is heard, too: of a card in doubt, and, where corners tell all that
    there is to know, of what lies beside the deck's cards. Of number cards it is heard of those whose number no other card has: which colour
    a paled one has, or whether it burns, it knows no better."""
    lacks, faces = lacks_cards(deck.game, deck.faces), deck.faces
    if set(faces) <= set(FRENCH_FACES):
        built_in = built_in_reader("standard")
        return EnrolledReader(deck, lacks, built_in, built_in)
    held = Counter(map(get_number, faces))
    told = [face for face in faces if held[get_number(face)] == 1] if all(held) else []
    return EnrolledReader(deck, lacks, built_in_reader("numbers", told) if told else None)
