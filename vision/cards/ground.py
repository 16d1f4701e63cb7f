"""The inner part of a zone, coarse: is it bare, and how much of it looks other than before beside its top card?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.channels import least_channel
from vision.plane.quads import Quad
from vision.types import Image

BARE_CONTRAST = 0.3
"""A zone whose print differs from its paper by less than this part holds no card: signs on a mat are pale."""

BLACK_PRINT = 0.2
"""How bright black print is in plain light, as a part of its paper; what is brighter lies under a veil."""

BARE_CHANGE, BARE_CARD = 0.02, 0.04
"""Part of a zone that may look other than when it was bare, and the same in cards: in a large zone a small part is a card."""

BARE_PRINT, PRINT_CARD = 0.01, 0.015
"""Part of a zone, and of a card, that may be darker than a mat's print is."""

LOOSE_CARD = 0.3
"""Part of a card that may look other than when such a place was bare: cards of the piles beside it reach into it."""

BARE_WIDTH = 40
"""Width in pixels of a card in these pictures."""

LEVEL, SHADE = 8.0, 0.08
"""Levels, and part of its brightness, by which a pixel looks other."""

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

    def colours(self, picture: Image) -> Colours:
        """What the picture, (h, w, 3) uint8 BGR, shows there."""
        return self._inner(picture)

    def grey(self, picture: Image) -> Plane:
        """The same without its colours."""
        return self._inner(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))

    def darkest(self, picture: Image) -> Plane:
        """The same of the darkest colour of each pixel, in which yellow is as dark as black: what a mat prints has no colour."""
        return self._inner(least_channel(picture))

    def _inner(self, levels: NDArray[Any]) -> NDArray[np.float32]:
        small = cv2.resize(levels, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA).astype(np.float32)
        left, top, right, bottom = self._margins
        return np.asarray(small[top:-bottom, left:-right], np.float32)

    def card(self, inner: Plane) -> float:
        """Area of a card as a part of the inner zone's."""
        return BARE_WIDTH**2 * self.card_mm[1] / self.card_mm[0] / inner.size

    def changed_beside(self, quad: Quad, before: Plane, now: Plane, bare: Colours | None) -> float:
        """How much more lies beside the top card than before, in cards. `quad`: (4, 2) where that card lies in the picture. What looks as
        it did when the zone was `bare` was uncovered."""
        other = _differs(now, before)
        if bare is not None and bare.shape[:2] == now.shape:
            other &= _differs(now, _grey(bare))
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


def looks_bare(ground: Ground, picture: Image, bare: Colours | None, loose: bool, black: float = 0.0) -> bool:
    """True where no card lies: it looks as it did without one, or there is nothing but pale print. `picture`: as of `Ground.colours`; `bare`:
    what that gave then; `loose`: no print shows where the pile belongs; `black`: how bright black is there: under haze all print is pale. A
    table has any colour, and a card may be as bright as it: there what has another colour is no shade on it."""
    inner = ground.grey(picture)
    card = ground.card(inner)
    if bare is not None and bare.shape[:2] == inner.shape:
        known, allowed = _grey(bare), LOOSE_CARD * card if loose else min(BARE_CHANGE, BARE_CARD * card)
        if np.mean(_differs(inner, known)) < allowed or (not loose and np.mean(_differs_in_print(inner, known)) < allowed):
            return not loose or _has_its_colours(ground, picture, bare, allowed)
    low, paper = np.percentile(inner if loose else ground.darkest(picture), [100 * min(BARE_PRINT, PRINT_CARD * card), 90])
    veil = max(0.0, black - BLACK_PRINT * paper)
    pale = bool(paper > 60 and low > paper - (paper - veil) * BARE_CONTRAST)
    return pale and (not loose or _has_its_colours(ground, picture, bare, LOOSE_CARD * card))


def _has_its_colours(ground: Ground, picture: Image, bare: Colours | None, allowed: float) -> bool:
    """Has a place the colours that it had when it was bare, as far as is known, but for an allowed part of it?"""
    now = ground.colours(picture)
    return bare is None or bare.shape != now.shape or bool(np.mean(_differs_in_colour(now, bare)) < allowed)


def _grey(colours: Colours) -> Plane:
    return np.asarray(cv2.cvtColor(colours, cv2.COLOR_BGR2GRAY), np.float32)


def _differs(now: Plane, before: Plane) -> NDArray[Any]:
    """Where a picture differs from another one but for its light."""
    gain = float(np.median((now + 8) / (before + 8)))
    return np.asarray(np.abs(now - before * gain) > LEVEL + SHADE * now)


def _differs_in_colour(now: Colours, before: Colours) -> NDArray[Any]:
    """(h, w) where it differs but for its light and for how bright it is: what is brighter in one colour is darker in the others then, each
    by half."""
    seen, known = cv2.split(now), cv2.split(before)
    gains = (float(np.median((one[::2, ::2] + 8) / (other[::2, ::2] + 8))) for one, other in zip(seen, known, strict=True))
    lit = [other * gain for other, gain in zip(known, gains, strict=True)]
    brighter = (seen[0] + seen[1] + seen[2]) / np.maximum(lit[0] + lit[1] + lit[2], 1)
    blue, green, red = (abs(one - other * brighter) > (LEVEL + SHADE * one) / 2 for one, other in zip(seen, lit, strict=True))
    return np.asarray(blue | green | red)


def _differs_in_print(now: Plane, before: Plane) -> NDArray[Any]:
    """The same but for a shade that lies across it: what is seen through that is as it was, and a card would bring an outline and print. An
    edge stands out on each of its sides by half of what it differs."""
    after, known = (cv2.blur(picture, (PRINT, PRINT)) for picture in (now, before))
    off = now - after - (before - known) * after / np.maximum(known, 1)
    return np.asarray(np.abs(off) > (LEVEL + SHADE * now) / 2)
