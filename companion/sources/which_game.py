"""Finds the game whose number cards lie in pictures, where nobody says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.games.sheets import games, load_sheet
from vision.errors import PictureUnreadable
from vision.plane.pictures import load_picture
from vision.readers.numbers.faces import is_number_card

MAX_PICTURES_LOOKED_AT = 12  # further pictures rarely tell more; guess


def find_game_in_pictures(pictures: Sequence[Path]) -> str | None:
    """The game whose cards lie in `pictures`, None where the pictures do not tell. Of two games with the same cards, the
    game with more cards counts. Files without a picture are skipped. Raises `DeckError`."""
    from vision.readers.numbers.reader import make_number_reader  # loads its networks
    from vision.readers.numbers.which_deck import guess_deck

    decks = {game: load_sheet(game).deck for game in games() if any(map(is_number_card, load_sheet(game).deck))}
    reader, sights = make_number_reader(), []
    for path in pictures[:MAX_PICTURES_LOOKED_AT]:
        try:
            sights += reader.see_cards_in_picture(load_picture(path)[0])
        except PictureUnreadable:
            continue  # whoever reads the cards says so
    return guess_deck(sights, decks)
