"""The faces of number cards: a number and a kind of card make a face."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.errors import DeckError
from vision.readers.numbers.networks import KINDS
from vision.types import Face

COLOUR_LETTERS = "RBGYX"  # red, blue, green, yellow, and any fifth colour
PILE_STARTS = (1, 10, 60, 100)  # numbers of direction cards: where a pile begins; the games' rules (TG-01)
_FACE = re.compile(r"(F|s|g)?(\d{1,3})([RBGYX]?)(?::\w+)?")
_TURNED = str.maketrans("69", "96")
_METALS = {"s": "silver", "g": "gold"}


@dataclass(frozen=True, slots=True, eq=False)
class FaceTable:
    """The faces that a number card may have."""

    faces: tuple[Face, ...]  # the names
    numbers: NDArray[Any]  # (n,) int, the number of each face
    kinds: NDArray[Any]  # (n,) int, the place of each face's kind in `KINDS`


def make_face_table(faces: Collection[Face] | None = None) -> FaceTable:
    """The faces of number cards in a game with these `faces`, or in any game. Commands are left out, being no part of the
    number. Direction cards are included with the number where the pile begins. Raises `DeckError` for a game without number
    cards."""
    wanted = _list_all_faces() if faces is None else faces
    found = {face.partition(":")[0]: pair for face in wanted if (pair := _split_face(face)) is not None}
    if not found:
        raise DeckError(
            "the built-in deck `numbers` reads number cards, and this game has none; `standard` reads French-suited cards"
        )
    directions = {str(start): (start, KINDS.index("direction")) for start in PILE_STARTS if str(start) not in found}
    pairs = {**found, **directions}
    numbers, kinds = (np.array([pair[i] for pair in pairs.values()], np.intp) for i in (0, 1))
    return FaceTable(tuple(pairs), numbers, kinds)


def get_number(face: Face) -> int | None:
    """The number of a face, None for a face without a number."""
    found = _split_face(face)
    return None if found is None else found[0]


def is_number_card(face: Face) -> bool:
    """True for a face with a number: 47, F44, 47:skull, 7R, s12."""
    return _split_face(face) is not None


def is_part_of_number(face: Face, other: Face) -> bool:
    """Is the number of `face` a digit of the number of `other`? A badly cut crop, or an unreadable digit, leaves a 4 of a 64."""
    part, whole = get_number(face), get_number(other)
    return part is not None and whole is not None and len(str(part)) < len(str(whole)) and str(part) in str(whole)


def is_other_colour(face: Face, other: Face) -> bool:
    """True for two faces printed alike in different colours: 7R and 7X, s12 and g12."""
    one, another = _split_face(face), _split_face(other)
    if one is None or another is None or one == another or one[0] != another[0]:
        return False
    return {KINDS[one[1]], KINDS[another[1]]} <= {*COLOUR_LETTERS} or {KINDS[one[1]], KINDS[another[1]]} == {*_METALS.values()}


def is_turned_face(face: Face, other: Face) -> bool:
    """True for two faces of the same kind with the digits of each other upside down: 6R and 9R."""
    one, another = _split_face(face), _split_face(other)
    if one is None or another is None or one == another or one[1] != another[1]:
        return False
    return turn_digits(one[0]) == another[0]


def turn_digits(number: int) -> int | None:
    """The number by the digits upside down (66: 99, 6: 9), None without such a number."""
    text = str(number)
    return int(text[::-1].translate(_TURNED)) if set(text) <= set("01689") else None


def _list_all_faces() -> list[Face]:
    """Every face of the games with number cards."""
    burning, coloured = (
        (f"F{number}" for number in range(22, 78, 11)),
        (f"{n}{c}" for n in range(1, 11) for c in COLOUR_LETTERS),
    )
    return [*map(str, range(2, 100)), *burning, *coloured, *(f"{metal}{n}" for metal in "sg" for n in range(2, 60))]


def _split_face(face: Face) -> tuple[int, int] | None:
    """A face's number and kind; None for no number card."""
    found = _FACE.fullmatch(face)
    if found is None:
        return None
    mark, number, colour = found[1], int(found[2]), found[3]
    kind = "burning" if mark == "F" else _METALS[mark] if mark else colour or "plain"
    return number, KINDS.index(kind)
