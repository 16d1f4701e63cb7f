"""The inner part of a zone, coarse: is the zone bare, and how much beside the top card looks changed?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.plane.quads import Quad
from vision.types import Image


@dataclass(frozen=True, slots=True)
class BareLimits:
    """When a zone counts as bare, and when a pixel as changed."""

    max_print_contrast: float = 0.3  # print at most so much darker than its paper: pale signs of a mat, no card; guess
    max_black_share: float = 0.2  # of the paper's brightness; brighter black lies under a veil; guess
    max_changed_share: float = 0.02  # share of the zone changed since bare; guess
    max_changed_cards: float = 0.04  # the same in cards: the smaller of both counts; guess
    max_dark_share: float = 0.01  # share of the zone darker than a mat's print; guess
    max_dark_cards: float = 0.015  # the same in cards: the smaller of both counts; guess
    max_loose_cards: float = 0.3  # changed part without printed places, in cards: neighbours reach in; guess
    card_width_px: int = 40  # width of a card in these coarse pictures; guess
    min_change_levels: float = 8.0  # a pixel is changed beyond these levels plus `min_change_share`; guess
    min_change_share: float = 0.08  # of the pixel's brightness; guess


BARENESS = BareLimits()


Rect = tuple[float, float, float, float]
Plane = NDArray[np.float32]
"""(h, w) grey levels."""
Colours = NDArray[np.float32]
"""(h, w, 3) levels of blue, green and red."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Place of a zone's inner part in a picture of `area_mm`."""

    area_mm: Rect  # x, y, width and height of the pictures' area
    zone_mm: Rect  # x, y, width and height of the zone
    card_mm: tuple[float, float]  # width and height of a card
    card_px: float  # width of a card in the pictures

    def shrink_colours(self, picture: Image) -> Colours:
        """(h, w, 3) the inner zone of the picture, (H, W, 3) uint8 BGR, coarse."""
        return self._shrink_inner(picture)

    def shrink_grey(self, picture: Image) -> Plane:
        """(h, w) grey levels of the inner zone, coarse."""
        return self._shrink_inner(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))

    def shrink_darkest(self, picture: Image) -> Plane:
        """(h, w) the darkest colour of each pixel, coarse: a mat's print has no colour, and yellow counts as dark as black."""
        return self._shrink_inner(least_channel(picture))

    def _shrink_inner(self, levels: NDArray[Any]) -> NDArray[np.float32]:
        """The inner zone of a picture, a card `card_width_px` wide. `levels`: (H, W) or (H, W, 3)."""
        small = cv2.resize(levels, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA).astype(np.float32)
        left, top, right, bottom = self._margins_px
        return np.asarray(small[top:-bottom, left:-right], np.float32)

    def card_share(self, inner: Plane) -> float:
        """Area of a card as a share of the inner zone."""
        return BARENESS.card_width_px**2 * self.card_mm[1] / self.card_mm[0] / inner.size

    def measure_change_beside(self, quad: Quad, before: Plane, now: Plane, bare: Colours | None) -> float:
        """Area newly covered beside the top card, in cards. `quad`: (4, 2) the card in the picture. `before`, `now`: of
        `shrink_grey`. What looks like the `bare` zone (None for unknown) was uncovered, and does not count."""
        other = _differs_beyond_light(now, before)
        if bare is not None and bare.shape[:2] == now.shape:
            other &= _differs_beyond_light(now, _to_grey_plane(bare))
        mask, middle = other.astype(np.uint8), quad.mean(axis=0)
        # a card with the shade along its sides; guess
        card = (middle + (quad - middle) * 1.08) * self._scale - self._margins_px[:2]
        cv2.fillConvexPoly(mask, np.round(card).astype(np.int32), 0.0)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        return float(mask.mean()) / self.card_share(now)

    @property
    def _scale(self) -> float:
        return BARENESS.card_width_px / self.card_px

    @property
    def _margins_px(self) -> tuple[int, ...]:
        """Coarse pixels left out at the left, top, right and bottom. At least 1 each: the zone's printed outline is left out
        too."""
        (x, y, width, height), (left, top, wide, high) = self.area_mm, self.zone_mm
        # card widths: the zone's printed outline is left out
        edges = np.array([left - x, top - y, x + width - left - wide, y + height - top - high]) / self.card_mm[0] + 0.06
        return tuple(np.maximum(1, np.ceil(edges * BARENESS.card_width_px)).astype(int).tolist())


def looks_bare(ground: Ground, picture: Image, bare: Colours | None, loose: bool, black: float = 0.0) -> bool:
    """True where no card lies: the zone looks as when bare, or shows only pale print.

    `picture`: (h, w, 3) uint8 BGR. `bare`: `Ground.shrink_colours` of the bare zone, None for unknown. `loose`: no print marks
    the pile's place. `black`: grey level of black; under haze all print is pale. On a loose place a card may be as bright as
    the table, and another colour is no shade. `ground`: where the zone lies in the picture.
    """
    inner = ground.shrink_grey(picture)
    card = ground.card_share(inner)
    if bare is not None and bare.shape[:2] == inner.shape:
        known, allowed = (
            _to_grey_plane(bare),
            BARENESS.max_loose_cards * card if loose else min(BARENESS.max_changed_share, BARENESS.max_changed_cards * card),
        )
        if np.mean(_differs_beyond_light(inner, known)) < allowed or (
            not loose and np.mean(_differs_in_print(inner, known)) < allowed
        ):
            return not loose or _has_bare_colours(ground, picture, bare, allowed)
    low, paper = np.percentile(
        inner if loose else ground.shrink_darkest(picture),
        [100 * min(BARENESS.max_dark_share, BARENESS.max_dark_cards * card), 90],
    )
    veil = max(0.0, black - BARENESS.max_black_share * paper)
    pale = bool(paper > 60 and low > paper - (paper - veil) * BARENESS.max_print_contrast)
    return pale and (not loose or _has_bare_colours(ground, picture, bare, BARENESS.max_loose_cards * card))


def _has_bare_colours(ground: Ground, picture: Image, bare: Colours | None, allowed: float) -> bool:
    """True if the place has the colours of its bare look, but for an allowed share of pixels. True also for a look unknown
    or of another size. `allowed`: share, 0 to 1."""
    now = ground.shrink_colours(picture)
    return bare is None or bare.shape != now.shape or bool(np.mean(_differs_in_colour(now, bare)) < allowed)


def _to_grey_plane(colours: Colours) -> Plane:
    return np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), np.float32)


def _differs_beyond_light(now: Plane, before: Plane) -> NDArray[Any]:
    """(h, w) where two pictures differ by more than a change of light. One gain for all pixels, the median, passes for the
    light."""
    gain = float(np.median((now + 8) / (before + 8)))
    return np.asarray(np.abs(now - before * gain) > BARENESS.min_change_levels + BARENESS.min_change_share * now)


def _differs_in_colour(now: Colours, before: Colours) -> NDArray[Any]:
    """(h, w) where two pictures differ in colour, whatever light and brightness. Half the usual difference is enough: more of
    one colour means less of the other two."""
    seen, known = cv2.split(now), cv2.split(before)
    gains = (float(np.median((one[::2, ::2] + 8) / (other[::2, ::2] + 8))) for one, other in zip(seen, known, strict=True))
    lit = [other * gain for other, gain in zip(known, gains, strict=True)]
    brighter = (seen[0] + seen[1] + seen[2]) / np.maximum(lit[0] + lit[1] + lit[2], 1)
    blue, green, red = (
        abs(one - other * brighter) > (BARENESS.min_change_levels + BARENESS.min_change_share * one) / 2
        for one, other in zip(seen, lit, strict=True)
    )
    return np.asarray(blue | green | red)


def _differs_in_print(now: Plane, before: Plane) -> NDArray[Any]:
    """(h, w) where the print of `now` differs from `before`, both grey, whatever shade lies across. A shaded print stays; a
    card brings an outline and print."""
    # pixels: print and outlines are smaller, the light's slow changes larger
    after, known = (cv2.blur(picture, (9, 9)) for picture in (now, before))
    off = now - after - (before - known) * after / np.maximum(known, 1)
    return np.asarray(np.abs(off) > (BARENESS.min_change_levels + BARENESS.min_change_share * now) / 2)
