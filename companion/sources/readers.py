"""Readers by the name of a deck: built-in decks, and decks that somebody enrolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from contextlib import suppress

from companion.games.sheets import load_sheet
from companion.sources.decks import corrected_deck, deck_folder, learned_deck_name, load_learned_deck, was_lost
from companion.sources.enrol_check import lacks_cards
from companion.sources.practice_decks import PRACTICE_PREFIX
from vision.cards.candidates import PictureReader
from vision.errors import DeckError
from vision.readers.enrolled.file import Deck, list_enrolled_decks, load_deck, locate_deck
from vision.readers.enrolled.reader import EnrolledReader
from vision.readers.french.verdict import FRENCH_FACES
from vision.readers.numbers.faces import get_number, is_number_card
from vision.types import Face, Reader

AUTO_DECK = "auto"
"""The deck where nobody names one: the owner's own, else the built-in deck for the cards of the game."""


def deck_for(game: str, deck: str, drawn: bool = False) -> str:
    """The deck meant by the name `deck`, "" = the practice deck. Other names come back unchanged, known or not.

    `AUTO_DECK` means the deck enrolled last for the game, or a built-in deck. A deck set aside as unreadable counts as
    `AUTO_DECK`. `drawn`: the practice deck lies on the virtual table.
    """
    deck = AUTO_DECK if deck not in ("", AUTO_DECK) and was_lost(deck) else deck
    if deck != AUTO_DECK or drawn:
        return "" if deck == AUTO_DECK else deck
    folder = deck_folder()
    own = []
    for name in list_enrolled_decks(folder):
        if name.startswith(PRACTICE_PREFIX):  # nobody enrolled it: the demo left it here
            continue
        with suppress(DeckError):  # whoever names a damaged deck hears of the damage
            if load_deck(folder, name).game == game:
                own.append(name)
    if own:
        return max(own, key=lambda name: locate_deck(folder, name).stat().st_mtime)
    return "numbers" if any(is_number_card(face) for face in load_sheet(game).deck) else "standard"


def built_in_reader(deck: str, faces: Collection[Face] | None = None) -> PictureReader | None:
    """Reader of a built-in deck, None for other names. `faces`: of the game being played, None = of any game. Raises
    `DeckError` where the game has no such cards."""
    if deck == "standard":
        from vision.readers.french.reader import make_standard_reader  # loads its networks

        return make_standard_reader()
    if deck == "numbers":
        from vision.readers.numbers.reader import make_number_reader  # loads its networks

        return make_number_reader(faces)
    return None


def reader_at_table(deck: str, game: str) -> Reader:
    """Reader for a game being played; the built-in deck `numbers` learns the owner's cards meanwhile. Raises `DeckError`."""
    faces = load_sheet(game).deck
    if deck != "numbers":
        return reader_of(deck, faces)
    from vision.readers.numbers.own import OwnReader
    from vision.readers.numbers.reader import make_number_reader  # loads its networks

    own = load_learned_deck(learned_deck_name(game))
    return OwnReader(make_number_reader(faces), learned_deck_name(game), EnrolledReader(own) if own else None)


def reader_of(deck: str, faces: Collection[Face] | None = None) -> PictureReader:
    """Reader of a built-in deck, or of an enrolled deck with corrections. `faces`: as in `built_in_reader`. Raises
    `DeckError`."""
    if built_in := built_in_reader(deck, faces):
        return built_in
    return enrolled_reader(corrected_deck(load_deck(deck_folder(), deck)))


def enrolled_reader(deck: Deck) -> EnrolledReader:
    """Reader of an enrolled deck. A built-in reader for cards of the same kind is heard on doubted cards.

    Of French cards, the built-in reader is also heard on cards beside the deck. Of number cards, the built-in reader is heard
    only on faces with a number of their own: the colour of a pale card would be no better known.
    """
    lacks, faces = lacks_cards(deck.game, deck.faces), deck.faces
    if set(faces) <= set(FRENCH_FACES):
        built_in = built_in_reader("standard")
        return EnrolledReader(deck, lacks, built_in, built_in)
    held = Counter(map(get_number, faces))
    told = [face for face in faces if held[get_number(face)] == 1] if all(held) else []
    return EnrolledReader(deck, lacks, built_in_reader("numbers", told) if told else None)
