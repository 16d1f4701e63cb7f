"""Which faces number cards have: a number and a kind of card make one."""

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

COLOURS = "RBGYX"
STARTS = (1, 10, 60, 100)
"""Numbers of direction cards: from where a pile runs."""
_FACE = re.compile(r"(F|s|g)?(\d{1,3})([RBGYX]?)(?::\w+)?")
_TURNED = str.maketrans("69", "96")
_METALS = {"s": "silver", "g": "gold"}


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """`faces`: those there are; `numbers`, `kinds`: (n,) int, the number of each and its place in `KINDS`."""

    faces: tuple[Face, ...]
    numbers: NDArray[Any]
    kinds: NDArray[Any]


def table_of(faces: Collection[Face] | None = None) -> Table:
    """The faces a number card may have, in a game that has these, or in any; a command is left out, it is no part of the number. Direction
    cards are among them, as the number that their pile starts from. Raises `DeckError` for a deck without number cards."""
    wanted = _any() if faces is None else faces
    found = {face.partition(":")[0]: pair for face in wanted if (pair := _split(face)) is not None}
    if not found:
        raise DeckError(
            "the built-in deck `numbers` reads number cards, and this game has none; `standard` reads French-suited cards"
        )
    directions = {str(start): (start, KINDS.index("direction")) for start in STARTS if str(start) not in found}
    pairs = {**found, **directions}
    numbers, kinds = (np.array([pair[i] for pair in pairs.values()], np.intp) for i in (0, 1))
    return Table(tuple(pairs), numbers, kinds)


def number_on(face: Face) -> int | None:
    """The number of a face, None for one without."""
    found = _split(face)
    return None if found is None else found[0]


def is_number_card(face: Face) -> bool:
    """True for a face with a number: 47, F44, 47:skull, 7R, s12."""
    return _split(face) is not None


def shows_part(face: Face, other: Face) -> bool:
    """Is the number of one face a digit of the other's? A crop that was cut badly, or a digit that nobody can read, leaves a 4 of a 64."""
    part, whole = number_on(face), number_on(other)
    return part is not None and whole is not None and len(str(part)) < len(str(whole)) and str(part) in str(whole)


def differ_in_colour(face: Face, other: Face) -> bool:
    """True for two faces that are printed alike but in another colour: 7R and 7X, s12 and g12."""
    one, another = _split(face), _split(other)
    if one is None or another is None or one == another or one[0] != another[0]:
        return False
    return {KINDS[one[1]], KINDS[another[1]]} <= {*COLOURS} or {KINDS[one[1]], KINDS[another[1]]} == {*_METALS.values()}


def are_turned(face: Face, other: Face) -> bool:
    """True for two faces of one kind of which one shows the digits of the other upside down: 6R and 9R."""
    one, another = _split(face), _split(other)
    if one is None or another is None or one == another or one[1] != another[1]:
        return False
    return upside_down(one[0]) == another[0]


def upside_down(number: int) -> int | None:
    """The number that the digits of one show upside down (66: 99, 6: 9), None where they show none."""
    text = str(number)
    return int(text[::-1].translate(_TURNED)) if set(text) <= set("01689") else None


def _any() -> list[Face]:
    """Every face of the games with number cards."""
    burning, coloured = (f"F{number}" for number in range(22, 78, 11)), (f"{n}{c}" for n in range(1, 11) for c in COLOURS)
    return [*map(str, range(2, 100)), *burning, *coloured, *(f"{metal}{n}" for metal in "sg" for n in range(2, 60))]


def _split(face: Face) -> tuple[int, int] | None:
    """A face's number and kind; None for one that is no number card."""
    found = _FACE.fullmatch(face)
    if found is None:
        return None
    mark, number, colour = found[1], int(found[2]), found[3]
    kind = "burning" if mark == "F" else _METALS[mark] if mark else colour or "plain"
    return number, KINDS.index(kind)
