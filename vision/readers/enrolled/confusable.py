"""The cards of a deck that are most easily taken for one another: the cards to try a new table with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.readers.enrolled import features
from vision.readers.enrolled.file import Deck
from vision.types import Face

CONFUSABLE_FRENCH_FACES = ("6H", "9H", "6S", "9C", "KS", "KC", "JS", "JC", "QH", "QD", "8D", "TD", "3C", "5C", "AS", "AC")
"""faces to try with a French-suited deck that nobody enrolled."""

CONFUSABLE_NUMBERS = ("6", "9", "66", "99", "68", "89", "86", "98", "16", "91", "38", "83", "17", "71", "35", "53")
"""faces to try with a deck of numbers that nobody enrolled."""

CONFUSABLE_FACES = {"standard": CONFUSABLE_FRENCH_FACES, "numbers": CONFUSABLE_NUMBERS}
"""faces to try, by the name of the built-in deck."""


def find_most_alike_faces(deck: Deck, count: int = 12) -> tuple[Face, ...]:
    """`count` faces, or all of a smaller deck: the most alike pairs first. A card may also be like another one upside down."""
    apart = measure_face_distances(deck)
    order = np.dstack(np.unravel_index(np.argsort(apart, axis=None), apart.shape))[0]
    chosen: dict[int, None] = {}
    for a, b in order:
        if a < b and len(chosen) < count:
            chosen.update({int(a): None, int(b): None})
    return tuple(deck.faces[i] for i in list(chosen)[:count])


def measure_face_distances(deck: Deck) -> NDArray[Any]:
    """(C, C) distances between the faces' prints, in the pixels that tell the deck's cards apart; infinite on the diagonal."""
    planes = deck.planes.astype(np.float32)
    held = planes.reshape(len(planes), -1)[:, deck.pixels]
    turned = np.stack([features.turn_plane(plane) for plane in planes]).reshape(len(planes), -1)[:, deck.pixels]
    nearest = np.minimum(
        _measure_distances(held, held), np.minimum(_measure_distances(held, turned), _measure_distances(turned, held))
    )
    np.fill_diagonal(nearest, np.inf)
    return np.asarray(nearest)


def _measure_distances(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """(n, m) Euclidean distances of the rows of `a` (n, p) and `b` (m, p)."""
    squared = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None, :] - 2 * a @ b.T
    return np.asarray(np.sqrt(np.maximum(squared, 0)))
