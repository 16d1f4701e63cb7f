"""Which cards of a deck are most easily taken for one another: those to try a table with."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.readers.enrolled import features
from vision.readers.enrolled.file import Deck
from vision.types import Face

STANDARD: tuple[Face, ...] = ("6H", "9H", "6S", "9C", "KS", "KC", "JS", "JC", "QH", "QD", "8D", "TD", "3C", "5C", "AS", "AC")
"""Of a French-suited deck that nobody enrolled."""

NUMBERS: tuple[Face, ...] = ("6", "9", "66", "99", "68", "89", "86", "98", "16", "91", "38", "83", "17", "71", "35", "53")
"""Of a deck of numbers that nobody enrolled."""

ALIKE = {"standard": STANDARD, "numbers": NUMBERS}
"""Of the built-in decks."""


def most_alike_faces(deck: Deck, count: int = 12) -> tuple[Face, ...]:
    """`count` faces, or all of a smaller deck: the most alike first, each with the one it may be taken for, upside down included."""
    apart = distances(deck)
    order = np.dstack(np.unravel_index(np.argsort(apart, axis=None), apart.shape))[0]
    chosen: dict[int, None] = {}
    for a, b in order:
        if a < b and len(chosen) < count:
            chosen.update({int(a): None, int(b): None})
    return tuple(deck.faces[i] for i in list(chosen)[:count])


def distances(deck: Deck) -> NDArray[Any]:
    """(C, C) how far apart the faces' prints are, in the pixels that tell the deck's cards apart; infinite on the diagonal."""
    planes = deck.planes.astype(np.float32)
    held = planes.reshape(len(planes), -1)[:, deck.pixels]
    turned = np.stack([features.turned_pixels(plane) for plane in planes]).reshape(len(planes), -1)[:, deck.pixels]
    nearest = np.minimum(_between(held, held), np.minimum(_between(held, turned), _between(turned, held)))
    np.fill_diagonal(nearest, np.inf)
    return np.asarray(nearest)


def _between(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    squared = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1)[None, :] - 2 * a @ b.T
    return np.asarray(np.sqrt(np.maximum(squared, 0)))
