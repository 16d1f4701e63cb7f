"""Two cards laid on a pile in one movement: a single look at the lower card beside the new top card, before the pile is ruled
on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.beside import shows_card_beside
from vision.cards.pile import make_unread_reading, rectify_pile
from vision.cards.seen_pile import SeenPile
from vision.plane.homography import Homography, corners_of
from vision.plane.quads import Quad
from vision.types import Face, Image, Reader, Reading


def read_lower_card(
    pile: SeenPile, reading: Reading, image: Image, to_picture: Homography, reader: Reader, *, strips: bool = True
) -> tuple[SeenPile, Reading]:
    """The pile and the reading of a new top card, completed by the card laid under it in the same movement.

    `Reading.beneath` is unreadable where the lower card shows only its edge. The pile is searched once per new top card; a pile
    with an unread card is left alone, because the unread card may be what shows. `strips`: cards are found exactly enough to
    know a lower card by a strip without print; true on a mat only.
    """
    new = reading.accepted and pile.is_recognised and (pile.known_card is None or pile.known_card.face != reading.face)
    if not new or pile.settled_look is None or pile.faces_since_bare is None or pile.place is None:
        return pile, reading
    if pile.lower_reading is None:
        found = _find_lower_card(
            pile, reading.face, rectify_pile(pile, image, to_picture), pile.settled_look, pile.faces_since_bare, reader, strips
        )
        pile = replace(pile, lower_reading=() if found is None else (found,))
    return pile, replace(reading, beneath=next(iter(pile.lower_reading or ()), None))


def _find_lower_card(
    pile: SeenPile, face: Face, now: Image, before: Image, lain: tuple[Face, ...], reader: Reader, strips: bool
) -> Reading | None:
    """The card laid under a new top card, None if none is found. `face`: of the top card; if read here before, the card on top
    was taken back and none was laid. `lain`: faces already in the pile. `now`, `before`: (h, w, 3) uint8 BGR, the zone now and
    when settled."""
    if now.shape != before.shape or pile.place is None:
        return None
    top = _to_zone_picture(pile, pile.place)
    found = reader.laid_under(now, before, top, (*(each for each in lain if each != face), face))
    if found is not None or face in lain or not strips:
        return found
    was = None if pile.settled_place is None else _to_zone_picture(pile, pile.settled_place)
    place = _to_zone_picture(pile, corners_of(pile.zone.rect_mm))
    return make_unread_reading(pile) if shows_card_beside(now, before, top, was, place) else None


def _to_zone_picture(pile: SeenPile, quad: NDArray[np.float64]) -> Quad:
    """(4, 2) mat millimetres as pixels of the pile's rectified picture."""
    return np.asarray((quad - pile.area_mm[:2]) * pile.px_per_mm, np.float32)
