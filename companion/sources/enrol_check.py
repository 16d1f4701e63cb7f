"""Checks before a deck is learned, so that no minutes of work are lost, and sentences about the result."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.errors import InputError
from companion.games.sheets import list_games, load_sheet
from companion.shown.words.messages import Catalogue
from vision.errors import DeckError
from vision.readers.enrolled.file import list_enrolled_decks, load_deck

MAX_NAMES_LISTED = 12  # cards named one by one; of more only the first and a count; guess


def check_writable(path: Path) -> None:
    """Nothing where a file can be written into the folder `path`; a missing folder is made. Raises `InputError`."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(bytes(1 << 16))
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}; make room, or set STATE_DIRECTORY to a folder of yours"
        ) from error


def check_replaces(folder: Path, name: str, faces: Iterable[str], replace: bool) -> None:
    """Nothing where a new deck of `faces` loses no card of an older deck `name` in `folder`. A damaged older deck is no loss.
    `replace`: cards may be lost. Raises `InputError`."""
    if replace or name not in list_enrolled_decks(folder):
        return
    try:
        lost = [face for face in load_deck(folder, name).faces if face not in {*faces}]
    except DeckError:
        return  # a deck that is damaged is no loss
    if lost:
        raise InputError(
            f"the deck {name!r} also knows {join_names(lost)}, which would be lost; enrol them too, choose another name, or add --replace"
        )


def check_faces(game: str | None, faces: Iterable[tuple[str, str]]) -> None:
    """Nothing where the game has every face, or without a game. A bare number counts where its card carries a command.
    `faces`: pairs of a face and where the face was named. Raises `InputError`."""
    if not game:
        return
    known = {*load_sheet(game).faces}
    numbers = {face.partition(":")[0] for face in known if ":" in face}
    for face, where in faces:
        if face not in known and face not in numbers:
            raise InputError(f"{where}: {game} has no card {face!r}; name the picture by the card, or leave it out")


def missing_faces(game: str | None, faces: Sequence[str]) -> list[str]:
    """Cards of the game's deck that are not among `faces`, burning cards included; empty without a game. Where numbers carry
    commands, any command of a number counts, and the number alone is given back."""
    if not game:
        return []
    there = {*faces, *(face.partition(":")[0] for face in faces)}
    wanted = dict.fromkeys(face.partition(":")[0] for face in load_sheet(game).deck)
    return [face for face in wanted if face not in there]


def lacks_cards(game: str, faces: Sequence[str]) -> bool:
    """Is a card of the game not among `faces`? Burning cards are not in every box, and do not count. False for a game without
    a sheet."""
    return game in list_games() and not all(_is_burning_face(face) for face in missing_faces(game, faces))


def _is_burning_face(face: str) -> bool:
    return bool(re.fullmatch(r"F\d\d", face))


def summarise_enrolment(faces: Sequence[str], missing: Sequence[str], doubtful: Sequence[str], words: Catalogue) -> list[str]:
    """What a person should know, a sentence each. `faces`: enrolled. `missing`: not enrolled. `doubtful`: names of pictures."""
    burning = [face for face in missing if _is_burning_face(face)]
    others = [face for face in missing if face not in burning]
    told = [words.text("enrolled-faces", count=len(faces))]
    told += [words.text("enrolled-missing", count=len(others), faces=join_names(others))] if others else []
    told += [words.text("enrolled-burning", count=len(burning), faces=join_names(burning))] if burning else []
    told += [words.text("enrolled-doubtful", count=len(doubtful), pictures=join_names(doubtful))] if doubtful else []
    return told


def join_names(names: Sequence[str]) -> str:
    """`names` in a row; of many only the first, and a count."""
    return ", ".join(names) if len(names) <= MAX_NAMES_LISTED else f"{', '.join(names[:MAX_NAMES_LISTED])} … ({len(names)})"


def doubt_in_words(reason: str, words: Catalogue) -> str:
    """The doubt `reason` of `vision.readers.enrolment.doubts` in words."""
    return words.text(f"doubt-{reason}")


def shape_in_words(off: float, words: Catalogue) -> str:
    """The shape of a crop in words. `off`: share of the width by which the crop is too wide (above 0) or too narrow."""
    return words.text("doubt-wide" if off > 0 else "doubt-narrow", percent=f"{abs(off):.1%}")


def deck_shape_in_words(off: float, words: Catalogue) -> str:
    """How much wider (above 0) or narrower all cards of a deck are than the game's, as a share `off` of the width; "" for 0."""
    return words.text("deck-wide" if off > 0 else "deck-narrow", percent=f"{abs(off):.1%}") if off else ""
