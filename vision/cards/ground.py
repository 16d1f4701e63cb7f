"""The inner part of a zone, coarse: is it bare, and how much of it looks other than before beside its top card?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import Quad
from vision.types import Image

BARE_CONTRAST = 0.3
"""A zone whose print differs from its paper by less than this part holds no card: signs on a mat are pale."""

BARE_CHANGE, BARE_CARD = 0.02, 0.04
"""Part of a zone that may look other than when it was bare, and the same in cards: in a large zone a small part is a card."""

BARE_PRINT, PRINT_CARD = 0.01, 0.015
"""Part of a zone, and of a card, that may be darker than a mat's print is."""

LOOSE_CARD = 0.3
"""Part of a card that may look other than when such a place was bare: cards of the piles beside it reach into it."""

BARE_WIDTH = 40
"""Width in pixels of a card in these pictures."""

LEVEL, SHADE = 8.0, 0.08
"""Levels, and part of its brightness, by which a pixel looks other, grey or in one of its colours."""

PRINT = 9
"""Pixels within which print and outlines differ from the light's slow changes."""

MARGIN = 0.06
"""Part of a card's width by which the inner part of a zone lies within: its printed outline is left out."""

RIM = 1.08
"""How much larger a card is taken for, with the shade along its sides."""

Rect = tuple[float, float, float, float]
Plane = NDArray[np.float32]
"""(h, w) grey levels."""
Colours = NDArray[np.float32]
"""(h, w, 3) levels of blue, green and red."""


@dataclass(frozen=True, slots=True)
class Ground:
    """Where the inner part of a zone lies in a picture of `area_mm`, in which a card is `card_px` wide. `zone_mm`: the zone."""

    area_mm: Rect
    zone_mm: Rect
    card_mm: tuple[float, float]
    card_px: float

    def inner(self, picture: Image) -> Colours:
        """What the picture, (h, w, 3) uint8 BGR, shows there."""
        return self._inner(picture)

    def darkest(self, picture: Image) -> Plane:
        """The same of the darkest colour of each pixel, in which yellow is as dark as black: what a mat prints has no colour."""
        blue, green, red = cv2.split(picture)
        return self._inner(np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8))

    def _inner(self, levels: NDArray[Any]) -> NDArray[np.float32]:
        small = cv2.resize(levels, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA).astype(np.float32)
        left, top, right, bottom = self._margins
        return np.asarray(small[top:-bottom, left:-right], np.float32)

    def card(self, inner: Colours) -> float:
        """Area of a card as a part of the inner zone's."""
        height, width = inner.shape[:2]
        return BARE_WIDTH**2 * self.card_mm[1] / self.card_mm[0] / float(height * width)

    def changed_beside(self, quad: Quad, before: Colours, now: Colours, bare: Colours | None) -> float:
        """How much more lies beside the top card than before, in cards. `quad`: (4, 2) where that card lies in the picture. What looks as
        it did when the zone was `bare` was uncovered."""
        other = _differs(_grey(now), _grey(before))
        if bare is not None and bare.shape == now.shape:
            other &= _differs(_grey(now), _grey(bare))
        mask, middle = other.astype(np.uint8), quad.mean(axis=0)
        card = (middle + (quad - middle) * RIM) * self._scale - self._margins[:2]
        cv2.fillConvexPoly(mask, np.round(card).astype(np.int32), 0.0)
        mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        return float(mask.mean()) / self.card(now)

    @property
    def _scale(self) -> float:
        return BARE_WIDTH / self.card_px

    @property
    def _margins(self) -> tuple[int, ...]:
        (x, y, width, height), (left, top, wide, high) = self.area_mm, self.zone_mm
        edges = np.array([left - x, top - y, x + width - left - wide, y + height - top - high]) / self.card_mm[0] + MARGIN
        return tuple(np.maximum(1, np.ceil(edges * BARE_WIDTH)).astype(int).tolist())


def looks_bare(ground: Ground, picture: Image, bare: Colours | None, loose: bool) -> bool:
    """True where no card lies: it looks as it did without one, or there is nothing but pale print. `picture`: as of `Ground.inner`; `bare`:
    what that gave then; `loose`: no print shows where the pile belongs. A table has any colour, and a card may be as bright as it: there what
    is of another colour than the table is no shade on it."""
    inner = ground.inner(picture)
    card, grey = ground.card(inner), _grey(inner)
    if bare is not None and bare.shape == inner.shape:
        if loose:
            allowed = LOOSE_CARD * card
            if np.mean(_differs(inner, bare).any(axis=2)) < allowed:
                return True
            if np.mean(_differs_in_colour(inner, bare)) >= allowed:
                return False
        else:
            allowed, known = min(BARE_CHANGE, BARE_CARD * card), _grey(bare)
            if np.mean(_differs(grey, known)) < allowed or np.mean(_differs_in_print(grey, known)) < allowed:
                return True
    low, paper = np.percentile(grey if loose else ground.darkest(picture), [100 * min(BARE_PRINT, PRINT_CARD * card), 90])
    return bool(paper > 60 and low > paper * (1 - BARE_CONTRAST))


def _grey(colours: Colours) -> Plane:
    return np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), np.float32)


def _differs(now: NDArray[Any], before: NDArray[Any]) -> NDArray[Any]:
    """Where a picture differs from another one but for its light, grey or in each colour."""
    gain = np.median((now + 8) / (before + 8), axis=(0, 1))
    return np.asarray(np.abs(now - before * gain) > LEVEL + SHADE * now)


def _differs_in_colour(now: Colours, before: Colours) -> NDArray[Any]:
    """(h, w) where it differs but for how bright it is: what is brighter in one colour is darker in the others then, each by half."""
    brighter = now.sum(axis=2, keepdims=True) / np.maximum(before.sum(axis=2, keepdims=True), 1)
    return np.asarray((np.abs(now - before * brighter) > (LEVEL + SHADE * now) / 2).any(axis=2))


def _differs_in_print(now: Plane, before: Plane) -> NDArray[Any]:
    """The same but for a shade that lies across it: what is seen through that is as it was, and a card would bring an outline and print. An
    edge stands out on each of its sides by half of what it differs."""
    after, known = (cv2.blur(picture, (PRINT, PRINT)) for picture in (now, before))
    off = now - after - (before - known) * after / np.maximum(known, 1)
    return np.asarray(np.abs(off) > (LEVEL + SHADE * now) / 2)
