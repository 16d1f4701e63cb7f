"""Two cards laid on a pile in one movement: a look at what shows beside the new top card, once, before the pile is ruled on."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.cards.pile import flat
from vision.cards.seen_pile import SeenPile
from vision.plane.homography import Homography
from vision.types import Image, Reader, Reading


def with_lower(
    pile: SeenPile, reading: Reading, image: Image, to_picture: Homography, reader: Reader
) -> tuple[SeenPile, Reading]:
    """The reading of a new top card, with that of a card that was laid under it at the same time, if one was. Looked for once; a pile in
    which a card lies that nobody could read is left alone, for that one might be what shows."""
    new = reading.accepted and pile.recognised and (pile.known is None or pile.known.face != reading.face)
    if not new or pile.before is None or pile.lain is None or pile.place is None:
        return pile, reading
    if pile.lower is None:
        now, top = flat(pile, image, to_picture), (pile.place - pile.area_mm[:2]) * pile.px_per_mm
        known = (*(face for face in pile.lain if face != reading.face), reading.face)
        alike = now.shape == pile.before.shape
        found = reader.laid_under(now, pile.before, top.astype(np.float32), known) if alike else None
        pile = replace(pile, lower=() if found is None else (found,))
    return pile, replace(reading, beneath=next(iter(pile.lower or ()), None))
