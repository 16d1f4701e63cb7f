"""Two looks at a card compared: does something lie on the card now?

A card lying askew on another may leave enough of the lower card for a reader to name the lower one. Both looks are compared
piece by piece: light and a small shift change no piece.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image


@dataclass(frozen=True, slots=True)
class CoverLimits:
    """What two looks at one card may differ by."""

    look_size_px: tuple[int, int] = (40, 56)  # width and height at which two looks are compared; guess
    max_shift_px: int = 3  # a piece may be found again this far off: 4 mm; guess
    min_print_contrast: float = 6.0  # grey levels (standard deviation) from which a piece counts as printed; guess
    min_piece_likeness: float = 0.5  # correlation, -1 to 1, from which a piece is found again; guess
    max_noise_levels: int = 12  # levels of any colour; camera noise changes less, a sign or a finger many times more; guess
    min_covered_share: float = 0.2  # share of changed pieces from which something lies on the card; guess
    min_same_card_share: float = 0.5  # share of unchanged printed pieces from which the card is the same; guess


COVER = CoverLimits()


def is_covered(card: Image, now: Image) -> bool:
    """True if something lies on a card. `card`: how the card was seen, `now`: how the same place looks; both (h, w, 3) uint8
    BGR, rectified, either way up. Changed must be `COVER.min_covered_share` of the pieces, whichever way up the look is
    taken."""
    known, seen = _shrink_to_grey(card), _shrink_to_grey(now)
    ways = (seen, np.ascontiguousarray(seen[::-1, ::-1]))
    # a piece without print says nothing, unless print shows now
    changed = (np.mean([_is_piece_changed(piece, around) for piece, around in _pair_pieces(known, way)]) for way in ways)
    return all(float(share) >= COVER.min_covered_share for share in changed)


def looks_as_before(card: Image, now: Image) -> bool:
    """True if no pixel differs by more than noise, the same way up; arguments as of `is_covered`."""
    before, after = (cv2.resize(crop, COVER.look_size_px, interpolation=cv2.INTER_AREA) for crop in (card, now))
    return bool(cv2.absdiff(before, after).max() <= COVER.max_noise_levels)


def lies_as_before(card: Image, now: Image) -> bool:
    """True if all print of either look is found again in the other, the same way up: noise of a camera changes no more. Arguments as of
    `is_covered`."""
    before, after = (
        np.asarray(cv2.resize(crop, COVER.look_size_px, interpolation=cv2.INTER_AREA), np.uint8) for crop in (card, now)
    )
    return min(_share_found_again(before, after), _share_found_again(after, before)) == 1.0


def shows_same_card(card: Image, now: Image) -> bool:
    """True if most of a card's print is seen again in the same colours: the same card, perhaps covered in part. Arguments as of
    `is_covered`."""
    known, seen = (
        np.asarray(cv2.resize(crop, COVER.look_size_px, interpolation=cv2.INTER_AREA), np.uint8) for crop in (card, now)
    )
    ways = (seen, np.ascontiguousarray(seen[::-1, ::-1]))
    return max(_share_found_again(known, way) for way in ways) >= COVER.min_same_card_share


def _share_found_again(known: Image, seen: Image) -> float:
    """Share of the printed pieces found again in their colours where they were; 0 where no piece has print. `known`, `seen`:
    (56, 40, 3), both looks."""
    printed = [
        _is_piece_unchanged(piece, around)
        for piece, around in _pair_pieces(known, seen)
        if float(piece.std(axis=(0, 1)).max()) >= COVER.min_print_contrast
    ]
    return float(np.mean(printed)) if printed else 0.0


def _is_piece_unchanged(piece: Image, around: Image) -> bool:
    """True if the piece, (8, 8, 3), is found again in its colours somewhere in `around`, but for noise."""
    off = cv2.matchTemplate(np.ascontiguousarray(around), np.ascontiguousarray(piece), cv2.TM_SQDIFF).min()
    return bool(np.sqrt(max(float(off), 0.0) / piece.size) <= COVER.max_noise_levels)


def _pair_pieces(known: NDArray[Any], seen: NDArray[Any]) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Each piece of the known card, and the part of the later look where the piece may be found again. `known`, `seen`: (56,
    40) or (56, 40, 3), both looks."""
    (width, height), side, shift = COVER.look_size_px, 8, COVER.max_shift_px  # side of a compared piece in pixels; guess
    for row in range(shift + 1, height - side - shift, side):
        for column in range(shift + 1, width - side - shift, side):
            around = seen[row - shift : row + side + shift, column - shift : column + side + shift]
            yield known[row : row + side, column : column + side], around


def _shrink_to_grey(crop: Image) -> NDArray[Any]:
    """(56, 40) float32 grey levels of a card. `crop`: (h, w, 3) uint8 BGR."""
    return np.asarray(
        cv2.resize(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), COVER.look_size_px, interpolation=cv2.INTER_AREA), np.float32
    )


def _is_piece_changed(piece: NDArray[Any], around: NDArray[Any]) -> bool:
    """True if the piece's print is not found again in `around`, or a plain piece shows print now. `piece`: (8, 8) grey
    levels. `around`: the later look, `COVER.max_shift_px` wider on each side."""
    shift = COVER.max_shift_px
    printed, shown = float(piece.std()), float(around[shift:-shift, shift:-shift].std())
    if printed < COVER.min_print_contrast:
        return shown > 3 * COVER.min_print_contrast
    likeness = cv2.matchTemplate(np.ascontiguousarray(around), np.ascontiguousarray(piece), cv2.TM_CCOEFF_NORMED).max()
    return bool(likeness < COVER.min_piece_likeness)
