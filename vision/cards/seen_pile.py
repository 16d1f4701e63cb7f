"""What is known of one card zone: how far its top card is found, where it lay and which it was, and what the zone looked like."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.ground import Ground, Rect
from vision.cards.topcard import FINE_WIDTH
from vision.place.layout import Zone
from vision.types import Face, Image, Reading

LAID_TURN, LAID_SHIFT = 15.0, 0.1
"""How untidily cards are laid in a narrow zone: degrees, and the part of a card's width."""

LOOSE_MM = 16.0
"""How far from the middle of its pile a card may lie where no print shows its place."""

Corners = NDArray[np.float64]
"""(4, 2) mat millimetres: corners of a card, clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """The surest reading so far that was not accepted, and where."""

    reading: Reading
    place: Corners


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """Where the top card lies is to be searched. `thoroughly`: by outlines too, for at the places that the pattern told nothing was
    accepted that is quite like its card; `best`: of those. `far`: it lies in none of the usual ways: half outside its zone, or turned
    as nobody turns cards."""

    thoroughly: bool = False
    best: Tried | None = None
    far: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Trying:
    """The top card may lie at one of `places`, best first, at least one. `best`: of those that were looked at. `hasty`: only the pattern
    was searched for; `far`: as of `Unknown`."""

    places: tuple[Corners, ...]
    best: Tried | None = None
    hasty: bool = False
    far: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Insisting:
    """Nothing was accepted at any place: the best is read again, so many times more."""

    place: Corners
    times: int


@dataclass(frozen=True, slots=True, eq=False)
class Comparing:
    """The top card was read and accepted, but the crop is not quite like the card: the next best place, `second`, is looked at before a
    word is said. `first`: the pile as it was then, and what was read. `hasty`: as of `Trying`."""

    first: SeenPile
    reading: Reading
    second: Corners
    hasty: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Recognised:
    """The top card was read and accepted."""


Search = Unknown | Trying | Insisting | Comparing | Recognised
"""How far a pile's top card is found."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """The card that was last settled on, how it looked, (280, 200, 3) uint8 BGR, and what was read there if that was this face."""

    face: Face
    crop: Image
    reading: Reading | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SeenPile:
    """What is known of a zone.

    `search`: how far the top card is found; `place`: where it was last read, None if it never was. `rested`: where the card lay that was
    last settled on, `known`: which it was; None where it was not read; `doubted`: it was read surely, but something lies on it.
    `before`: the zone then, rectified; `bare`: when it last held no card, small. `crop`: the picture that was last read, (280, 200, 3)
    uint8 BGR, and `said`: what was. `middle_mm`: of the pile where no print shows its place; None on a mat. `lain`: faces that were read
    here, in order, since it was bare or one could not be read; None just after that. `lower`: of `vision.cards.fanned`; None if not looked
    for.
    """

    zone: Zone
    card_mm: tuple[float, float]
    search: Search = Unknown()
    place: Corners | None = None
    rested: Corners | None = None
    known: Known | None = None
    doubted: bool = False
    before: Image | None = None
    bare: NDArray[np.float32] | None = None
    crop: Image | None = None
    said: Reading | None = None
    middle_mm: tuple[float, float] | None = None
    lain: tuple[Face, ...] | None = None
    lower: tuple[Reading, ...] | None = None

    @property
    def recognised(self) -> bool:
        """The top card was read at `place`, and accepted."""
        return isinstance(self.search, Recognised)

    @property
    def forgotten(self) -> SeenPile:
        """The pile whose top card may lie anywhere: one was laid or taken since."""
        return replace(self, search=Unknown(), doubted=False, lower=None)

    @property
    def px_per_mm(self) -> float:
        """Scale of the rectified zone in which the top card is searched."""
        return FINE_WIDTH / self.card_mm[0]

    @property
    def area_mm(self) -> Rect:
        """What is looked at: the zone, and beyond it as far as an untidy card in a narrow zone reaches."""
        (x, y, width, height), (card_w, card_h) = self.zone.rect_mm, self.card_mm
        cos, sin = math.cos(math.radians(LAID_TURN)), math.sin(math.radians(LAID_TURN))
        shift = LAID_SHIFT * card_w if self.middle_mm is None else LOOSE_MM
        wide, high = card_w * cos + card_h * sin + 2 * shift, card_h * cos + card_w * sin + 2 * shift
        if self.middle_mm is not None:
            return self.middle_mm[0] - wide / 2, self.middle_mm[1] - high / 2, wide, high
        more_x, more_y = max(0.0, wide - width) / 2, max(0.0, high - height) / 2
        return x - more_x, y - more_y, width + 2 * more_x, height + 2 * more_y

    @property
    def ground(self) -> Ground:
        """Where the zone lies in the pile's area."""
        return Ground(self.area_mm, self.zone.rect_mm, self.card_mm, FINE_WIDTH)

    @property
    def is_far(self) -> bool:
        """The top card is searched where cards seldom lie."""
        return isinstance(self.search, Unknown) and self.search.far

    @property
    def searched_mm(self) -> Rect:
        """What is searched: the area, and where cards seldom lie as far as one reaches whose middle is in the zone."""
        (x, y, width, height), more = self.area_mm, self.card_mm[1] / 2 if self.is_far else 0.0
        return x - more, y - more, width + 2 * more, height + 2 * more
