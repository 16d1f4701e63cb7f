"""What is known of one card zone: how far its top card is found, where and how the card lay, and how the zone looked."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.ground import Ground, Rect
from vision.cards.topcard import FINE_WIDTH
from vision.place.layout import Zone
from vision.types import Face, Image, Reading


@dataclass(frozen=True, slots=True)
class LaidLimits:
    """How untidily cards are laid."""

    max_turn_deg: float = 15.0  # in a narrow zone; guess
    max_shift: float = 0.1  # card widths, in a narrow zone; guess
    max_loose_mm: float = 16.0  # from the middle of a pile without printed place; guess


UNTIDY = LaidLimits()


Corners = NDArray[np.float64]
"""(4, 2) mat millimetres: corners of a card, clockwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Tried:
    """The surest reading without acceptance so far, and its place."""

    reading: Reading
    place: Corners


@dataclass(frozen=True, slots=True, eq=False)
class Unknown:
    """The top card's place is to be searched."""

    thoroughly: bool = False
    """Search by outlines too: nothing accepted at the places found by pattern looks quite like its card."""
    best: Tried | None = None  # best try so far
    far: bool = False  # search the unusual places too: half outside the zone, or turned as nobody turns cards


@dataclass(frozen=True, slots=True, eq=False)
class Trying:
    """The top card may lie at several places."""

    places: tuple[Corners, ...]  # at least one, best first
    best: Tried | None = None  # best try so far
    hasty: bool = False  # only the pattern was searched for
    far: bool = False  # as of `Unknown`


@dataclass(frozen=True, slots=True, eq=False)
class Insisting:
    """Nothing was accepted at any place: the best place is read again."""

    place: Corners
    times: int  # readings left


@dataclass(frozen=True, slots=True, eq=False)
class Comparing:
    """The top card was accepted, but the crop is not quite like the card: the next best place is read before anything is said."""

    first: SeenPile  # the pile when the card was accepted
    reading: Reading  # accepted reading
    second: Corners  # next best place
    hasty: bool = False  # as of `Trying`


@dataclass(frozen=True, slots=True, eq=False)
class Recognised:
    """The top card was read and accepted."""


Search = Unknown | Trying | Insisting | Comparing | Recognised
"""How far a pile's top card is found."""


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """The card last settled on."""

    face: Face
    crop: Image  # (280, 200, 3) uint8 BGR, how the card looked
    reading: Reading | None = None  # what was read, None if another face was settled on


@dataclass(frozen=True, slots=True, eq=False)
class SeenPile:
    """What is known of a zone and the pile in it."""

    zone: Zone
    card_mm: tuple[float, float]  # width and height of a card
    search: Search = Unknown()  # how far the top card is found
    place: Corners | None = None  # where the top card was last read, None if never
    settled_place: Corners | None = None  # where the card lay when the zone was last settled, None if unread
    known_card: Known | None = None  # card last settled on, None if unread
    doubted: bool = False  # the known card was read surely, but something lies on it
    settled_look: Image | None = None  # zone when last settled, rectified
    bare_look: NDArray[np.float32] | None = None  # zone when it last held no card, coarse
    last_crop: Image | None = None  # picture last read, (280, 200, 3) uint8 BGR
    last_reading: Reading | None = None  # of `last_crop`
    middle_mm: tuple[float, float] | None = None  # middle of a pile without printed place; None on a mat
    faces_since_bare: tuple[Face, ...] | None = None
    """Faces read since the zone was bare, in order; None after an unreadable card."""
    lower_reading: tuple[Reading, ...] | None = (
        None  # see `vision.cards.piles.read_lower_card`: () for none, None if not looked for
    )

    @property
    def is_recognised(self) -> bool:
        """The top card was read at `place`, and accepted."""
        return isinstance(self.search, Recognised)

    @property
    def with_place_forgotten(self) -> SeenPile:
        """The pile after a card was laid or taken: the top card may lie anywhere."""
        return replace(self, search=Unknown(), doubted=False, lower_reading=None)

    @property
    def px_per_mm(self) -> float:
        """Scale of the rectified zone in which the top card is searched."""
        return FINE_WIDTH / self.card_mm[0]

    @property
    def area_mm(self) -> Rect:
        """Looked-at area: the zone, and beyond it as far as an untidy card in a narrow zone reaches."""
        (x, y, width, height), (card_w, card_h) = self.zone.rect_mm, self.card_mm
        cos, sin = math.cos(math.radians(UNTIDY.max_turn_deg)), math.sin(math.radians(UNTIDY.max_turn_deg))
        shift = UNTIDY.max_shift * card_w if self.middle_mm is None else UNTIDY.max_loose_mm
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
        """The top card is searched at unusual places."""
        return isinstance(self.search, Unknown) and self.search.far

    @property
    def searched_mm(self) -> Rect:
        """Searched area; at unusual places larger by half a card height all round."""
        (x, y, width, height), more = self.area_mm, self.card_mm[1] / 2 if self.is_far else 0.0
        return x - more, y - more, width + 2 * more, height + 2 * more
