"""Does something lie on a card that is read as it was before?

A card that lies askew on another one may leave so much of it to see that a reader names the lower one. What was seen of that card when its
zone was last settled is compared, piece by piece, with what is seen of it now: light and a place that is off by a little change no piece.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

SIZE = (40, 56)
"""Width and height in pixels at which two looks at a card are compared."""

PIECE, OFF = 8, 3
"""Width and height of a piece in these pixels, and how far off it may be found again: 4 mm."""

PRINTED = 6.0
"""Grey levels by which a piece varies that shows print."""

SAME = 0.5
"""Likeness (-1 to 1) from which on a piece is found again."""

NOISE = 12
"""Grey levels in any colour that a camera's noise and the change of its light make at most at this size. What another sign, or a finger,
changes is many times that."""

COVERED = 0.2
"""Part of a card's pieces that are others where something lies on it."""

SAME_CARD = 0.5
"""Part of a card's printed pieces that look as they did, in their colours, from which on it is that card, whatever lies on the others."""


def is_covered(card: Image, now: Image) -> bool:
    """True if something lies on a card. `card`, `now`: (h, w, 3) uint8 BGR, rectified, as it was seen and as it is, either way up."""
    known, seen = _small(card), _small(now)
    ways = (seen, np.ascontiguousarray(seen[::-1, ::-1]))
    return all(_others(known, way) >= COVERED for way in ways)


def looks_as_before(card: Image, now: Image) -> bool:
    """True if a card shows nothing new, the same way up; arguments as of `is_covered`."""
    before, after = (cv2.resize(crop, SIZE, interpolation=cv2.INTER_AREA) for crop in (card, now))
    return bool(cv2.absdiff(before, after).max() <= NOISE)


def is_the_same(card: Image, now: Image) -> bool:
    """True if most of a card's print is seen as it was, in its colours, so that it is the same card, in part covered; arguments as of
    `is_covered`."""
    known, seen = (np.asarray(cv2.resize(crop, SIZE, interpolation=cv2.INTER_AREA), np.uint8) for crop in (card, now))
    ways = (seen, np.ascontiguousarray(seen[::-1, ::-1]))
    return max(_found_again(known, way) for way in ways) >= SAME_CARD


def _found_again(known: Image, seen: Image) -> float:
    """Part of the pieces with print that are found again in their colours where they were, 0 where none has print."""
    found = [
        _is_as_it_was(
            known[row : row + PIECE, column : column + PIECE],
            seen[row - OFF : row + PIECE + OFF, column - OFF : column + PIECE + OFF],
        )
        for row in range(OFF + 1, SIZE[1] - PIECE - OFF, PIECE)
        for column in range(OFF + 1, SIZE[0] - PIECE - OFF, PIECE)
        if float(known[row : row + PIECE, column : column + PIECE].std(axis=(0, 1)).max()) >= PRINTED
    ]
    return float(np.mean(found)) if found else 0.0


def _is_as_it_was(piece: Image, around: Image) -> bool:
    off = cv2.matchTemplate(np.ascontiguousarray(around), np.ascontiguousarray(piece), cv2.TM_SQDIFF).min()
    return bool(np.sqrt(max(float(off), 0.0) / piece.size) <= NOISE)


def _small(crop: Image) -> NDArray[Any]:
    return np.asarray(cv2.resize(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), SIZE, interpolation=cv2.INTER_AREA), np.float32)


def _others(known: NDArray[Any], seen: NDArray[Any]) -> float:
    """Part of the known pieces that are not found again where they were. What shows no print tells nothing, unless there is print now."""
    others = [
        _is_other(
            known[row : row + PIECE, column : column + PIECE],
            seen[row - OFF : row + PIECE + OFF, column - OFF : column + PIECE + OFF],
        )
        for row in range(OFF + 1, SIZE[1] - PIECE - OFF, PIECE)
        for column in range(OFF + 1, SIZE[0] - PIECE - OFF, PIECE)
    ]
    return float(np.mean(others))


def _is_other(piece: NDArray[Any], around: NDArray[Any]) -> bool:
    printed, shown = float(piece.std()), float(around[OFF:-OFF, OFF:-OFF].std())
    if printed < PRINTED:
        return shown > 3 * PRINTED
    return bool(cv2.matchTemplate(np.ascontiguousarray(around), np.ascontiguousarray(piece), cv2.TM_CCOEFF_NORMED).max() < SAME)
