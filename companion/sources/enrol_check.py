"""What is checked before a deck is learned, so that minutes of work are not lost at their end, and what is said of it afterwards."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.errors import InputError
from companion.games.sheets import games, load_sheet
from companion.shown.messages import Catalogue
from vision.errors import DeckError
from vision.readers.enrolled.file import list_enrolled_decks, load_deck

NAMED_SINGLY = 12
"""Cards that are named one by one; of more it is said how many there are."""


def check_place(path: Path) -> None:
    """Raise `InputError` unless a file can be written into this folder; it is made where it is missing."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=path) as file:
            file.write(bytes(1 << 16))
    except OSError as error:
        raise InputError(
            f"{path} cannot be written: {error.strerror or error}; make room, or set STATE_DIRECTORY to a folder of yours"
        ) from error


def check_replaces(folder: Path, name: str, faces: Iterable[str], replace: bool) -> None:
    """Raise `InputError` where a deck of that name knows cards that the new one would not. `replace`: its owner wants that."""
    if replace or name not in list_enrolled_decks(folder):
        return
    try:
        lost = [face for face in load_deck(folder, name).faces if face not in {*faces}]
    except DeckError:
        return  # a deck that is damaged is no loss
    if lost:
        raise InputError(
            f"the deck {name!r} also knows {listed(lost)}, which would be lost; enrol them too, choose another name, or add --replace"
        )


def check_faces(game: str | None, faces: Iterable[tuple[str, str]]) -> None:
    """Raise `InputError` for a face that the game does not have. `faces`: each with where it was named."""
    if not game:
        return
    known = {*load_sheet(game).faces}
    numbers = {face.partition(":")[0] for face in known if ":" in face}
    for face, where in faces:
        if face not in known and face not in numbers:
            raise InputError(f"{where}: {game} has no card {face!r}; name the picture by the card, or leave it out")


def missing_faces(game: str | None, faces: Sequence[str]) -> list[str]:
    """Cards of the game's deck that are not among `faces`, burning ones included. Where numbers carry commands, a number counts as
    there with any of them."""
    if not game:
        return []
    there = {*faces, *(face.partition(":")[0] for face in faces)}
    wanted = dict.fromkeys(face.partition(":")[0] for face in load_sheet(game).deck)
    return [face for face in wanted if face not in there]


def lacks_cards(game: str, faces: Sequence[str]) -> bool:
    """True where a card of the game would not be known. Burning ones are not in every box; of a game without a sheet nothing is known."""
    return game in games() and not all(_burns(face) for face in missing_faces(game, faces))


def _burns(face: str) -> bool:
    return bool(re.fullmatch(r"F\d\d", face))


def summary(faces: Sequence[str], missing: Sequence[str], doubtful: Sequence[str], words: Catalogue) -> list[str]:
    """What a person should know, a sentence a line. `doubtful`: names of pictures."""
    burning = [face for face in missing if _burns(face)]
    others = [face for face in missing if face not in burning]
    told = [words.text("enrolled-faces", count=len(faces))]
    told += [words.text("enrolled-missing", count=len(others), faces=listed(others))] if others else []
    told += [words.text("enrolled-burning", count=len(burning), faces=listed(burning))] if burning else []
    told += [words.text("enrolled-doubtful", count=len(doubtful), pictures=listed(doubtful))] if doubtful else []
    return told


def listed(names: Sequence[str]) -> str:
    """Names in a row; of many the first."""
    return ", ".join(names) if len(names) <= NAMED_SINGLY else f"{', '.join(names[:NAMED_SINGLY])} … ({len(names)})"


def doubt_said(reason: str, words: Catalogue) -> str:
    """A doubt of `vision.readers.enrolment.doubts` in words."""
    return words.text(f"doubt-{reason}")


def shape_said(off: float, words: Catalogue) -> str:
    """A crop's shape in words. `off`: by what part of its width it is too wide (above 0) or too narrow."""
    return words.text("doubt-wide" if off > 0 else "doubt-narrow", percent=f"{abs(off):.1%}")


def deck_shape_said(off: float, words: Catalogue) -> str:
    """In words, by what part of their width all cards of a deck are wider (above 0) or narrower than the game's; "" for 0."""
    return words.text("deck-wide" if off > 0 else "deck-narrow", percent=f"{abs(off):.1%}") if off else ""
