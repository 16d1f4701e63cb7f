"""Two cards laid on a pile in one movement: a look at what shows beside the new top card, once, before the pile is ruled on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.beside import shows_another
from vision.cards.pile import flat, unread
from vision.cards.seen_pile import SeenPile
from vision.plane.homography import Homography, corners_of
from vision.plane.quads import Quad
from vision.types import Face, Image, Reader, Reading


def with_lower(
    pile: SeenPile, reading: Reading, image: Image, to_picture: Homography, reader: Reader, *, strips: bool = True
) -> tuple[SeenPile, Reading]:
    """The reading of a new top card, with that of a card that was laid under it at the same time, if one was: unreadable where only that
    can be seen. Looked for once; a pile in which a card lies that nobody could read is left alone, for that one might be what shows.
    `strips`: cards are found closely enough to know one by a strip without print; without a mat they are not, and their own edges pass
    for one."""
    new = reading.accepted and pile.recognised and (pile.known is None or pile.known.face != reading.face)
    if not new or pile.before is None or pile.lain is None or pile.place is None:
        return pile, reading
    if pile.lower is None:
        found = _lower(pile, reading.face, flat(pile, image, to_picture), pile.before, pile.lain, reader, strips)
        pile = replace(pile, lower=() if found is None else (found,))
    return pile, replace(reading, beneath=next(iter(pile.lower or ()), None))


def _lower(
    pile: SeenPile, face: Face, now: Image, before: Image, lain: tuple[Face, ...], reader: Reader, strips: bool
) -> Reading | None:
    """The card that was laid under a new top card, None if none was or as far as can be told. `face`: of the top card; where it lay there
    before, the card on it was taken back, and none was laid."""
    if now.shape != before.shape or pile.place is None:
        return None
    top = _in_picture(pile, pile.place)
    found = reader.laid_under(now, before, top, (*(each for each in lain if each != face), face))
    if found is not None or face in lain or not strips:
        return found
    was = None if pile.rested is None else _in_picture(pile, pile.rested)
    place = _in_picture(pile, corners_of(pile.zone.rect_mm))
    return unread(pile) if shows_another(now, before, top, was, place) else None


def _in_picture(pile: SeenPile, quad: NDArray[np.float64]) -> Quad:
    """(4, 2) mat millimetres in the pile's rectified picture."""
    return np.asarray((quad - pile.area_mm[:2]) * pile.px_per_mm, np.float32)
