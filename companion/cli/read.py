"""`companion read`: read the cards in photographs."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Collection, Sequence
from pathlib import Path

import numpy as np

from companion.errors import InputError
from companion.games.sheets import list_games, load_sheet
from companion.shown.words.messages import catalogue
from companion.sources.readers import reader_of
from vision.cards.candidates import PictureReader
from vision.errors import PictureUnreadable
from vision.marks.readings import draw_reading
from vision.plane.pictures import load_picture, save_picture
from vision.plane.quads import Quad
from vision.readers.numbers.faces import is_number_card
from vision.types import Face, Reading

MAX_PICTURES_LOOKED_AT = 12  # further pictures rarely tell more; guess


def run(arguments: argparse.Namespace) -> int:
    """0, or 2 where a picture could not be read; a line for each picture is printed. Raises `DeckError`, `InputError`."""
    reader = reader_of(arguments.deck, _faces_of_game(arguments))
    copies = _paths_of_copies(arguments.images, arguments.annotate) if arguments.annotate else {}
    unread = 0
    for path in arguments.images:
        try:
            print(json.dumps(_read_photograph(path, reader, copies.get(path))), flush=True)
        except PictureUnreadable as error:
            print(f"companion: {' '.join(str(error).split())}", file=sys.stderr, flush=True)
            unread += 1
    return 2 if unread else 0


def _faces_of_game(arguments: argparse.Namespace) -> Collection[Face] | None:
    """Faces of the named game, or of the game found in the pictures and announced; None where nobody can say. Raises
    `InputError`, `DeckError`."""
    if arguments.deck != "numbers":
        if arguments.game:
            raise InputError(f"--game is for --deck numbers; the cards of {arguments.deck!r} are known by themselves")
        return None
    if arguments.game:
        return load_sheet(arguments.game).deck
    game = find_game_in_pictures(arguments.images)
    if game is None:
        print("Of which game these cards are does not show. Name it with --game, and less is asked.", file=sys.stderr)
        return None
    title = catalogue("en").text(f"game-{game}")
    print(f"Read as cards of {title} (--game {game}), as they look like these; name another with --game.", file=sys.stderr)
    return load_sheet(game).deck


def find_game_in_pictures(pictures: Sequence[Path]) -> str | None:
    """The game of the cards in `pictures`, None where the pictures do not tell. Of two games with the same cards, the game
    with more cards counts. Files without a picture are skipped; only the first `MAX_PICTURES_LOOKED_AT` are looked at. Raises
    `DeckError`."""
    from vision.readers.numbers.reader import make_number_reader  # loads its networks
    from vision.readers.numbers.which_deck import guess_deck

    decks = {game: load_sheet(game).deck for game in list_games() if any(map(is_number_card, load_sheet(game).deck))}
    reader, sights = make_number_reader(), []
    for path in pictures[:MAX_PICTURES_LOOKED_AT]:
        try:
            sights += reader.see_cards_in_picture(load_picture(path)[0])
        except PictureUnreadable:
            continue  # whoever reads the cards says so
    return guess_deck(sights, decks)


def _read_photograph(path: Path, reader: PictureReader, copy: Path | None) -> dict[str, object]:
    """What is printed about the picture `path`: sizes in its own pixels, "ms" of the reader, cards. `copy`: where the
    annotated picture goes, None = nowhere. Raises `PictureUnreadable`."""
    image, scale = load_picture(path)
    begun = time.perf_counter()
    found = reader.read_picture(image)
    spent = time.perf_counter() - begun
    if copy:
        save_picture(copy, draw_reading(image, found))
    return {
        "image": str(path),
        "width": round(image.shape[1] / scale),
        "height": round(image.shape[0] / scale),
        "ms": round(1000 * spent, 1),
        "cards": [_card_as_json(quad, reading, scale) for quad, reading in found],
    }


def _card_as_json(quad: Quad, reading: Reading, scale: float) -> dict[str, object]:
    """A card as printed. `quad`: (4, 2) corners in the picture read; printed in pixels of the photograph by `scale`."""
    return {
        "face": reading.face,
        "confidence": round(float(reading.confidence), 4),
        "accepted": bool(reading.accepted),
        "quad": np.round(np.asarray(quad, np.float64) / scale, 1).tolist(),
        "alternatives": [[face, round(float(chance), 4)] for face, chance in reading.alternatives],
    }


def _paths_of_copies(images: Sequence[Path], folder: Path) -> dict[Path, Path]:
    """Where in `folder` each annotated copy of `images` goes, by picture: never over a photograph or another copy. `folder` is
    made where missing. Raises `InputError`."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"--annotate {folder}: {error.strerror or error}") from error
    originals = {path.resolve() for path in images}
    copies: dict[Path, Path] = {}
    for path in images:
        copy, again = folder / f"{path.stem}.jpg", 2
        while copy in copies.values() or copy.resolve() in originals:
            copy, again = folder / f"{path.stem}-{again}.jpg", again + 1
        copies[path] = copy
    return copies
