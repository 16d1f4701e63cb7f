"""Two faces laid on one crop: which of them explains better what is seen, there where their print differs?

The judges of a deck say how likely a face is; they saw worn copies, not this crop. Where they leave a rival, print and colour of both are
compared with the crop itself. Light, blur and a veil weigh on both faces alike: each may be fainter than it was enrolled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readers.enrolled.features import GRADIENT_CELLS

PRINT_GRAIN = 30.0
"""Pixels that go together: so many fewer independent things are seen than there are pixels."""
DIFFERS, COLOURS_DIFFER = 0.5, 1.0
"""Difference in print, in units of the card's contrast, and in colour, from which a spot tells two faces apart."""
BESIDE = np.ones((3, 3), np.uint8)
"""What lies beside a spot: cards are cut and laid on one another to a pixel."""
DIFFERS_MUCH = 0.03
"""Part of a card from which two faces differ that are alike where the deck's others are told apart."""
RIM = 16
"""A part of a card's sides so many times smaller than they are is its rim, of which a crop may show the table instead."""
TINTS_DIFFER = 0.6
"""Difference of two whole cards in colour from which it tells them apart."""
CAST, PALER = 0.15, 0.35
"""How far a lamp moves the colour of a whole card, one that is a tenth redder than that of the photographs, and by what part a mirrored
lamp or haze makes it paler: usual deviations."""
SAME_HUE = 0.95
"""Cosine of the angle between two tints from which they are of one hue."""
COLOUR_CELL = 10
"""What a cell of colour weighs, in pixels of print."""
PALEST, BOLDEST = 0.3, 3.0
"""How pale or bold the colours may be seen, against how they were enrolled."""
MOST_EVIDENCE = 10.0
"""Most that print or colour may speak for or against a rival (a logarithm): a finger on the number must not decide alone."""
NOISE = 0.03
"""Part of what is seen that no face explains, and squared difference in colour that means nothing."""


@dataclass(frozen=True, eq=False)
class LaidCrop:
    """A crop laid on the picture of a face, the way up the crop was held. `seen`, `face`: (h, w) texture; `telling`: (h, w) which spots of
    it tell the deck's cards apart; `seen_colour`, `face_colour`: (h, w, 2); `tint`: (2,) the colour of the face as a whole."""

    seen: NDArray[Any]
    face: NDArray[Any]
    telling: NDArray[np.bool_]
    seen_colour: NDArray[Any]
    face_colour: NDArray[Any]
    tint: NDArray[Any]

    @cached_property
    def seen_tint(self) -> NDArray[Any]:
        """(2,) the colour of the crop as a whole."""
        return tint_of(self.seen_colour)

    @cached_property
    def own_colours(self) -> NDArray[Any]:
        """(17, 12, 2) the colours of the face against that of its ground, coarsely."""
        return _beside_ground(_coarse(self.face_colour))

    @cached_property
    def colour_gaps(self) -> NDArray[Any]:
        """(17, 12) squared difference in colour that is left once the face is as pale as it is seen, in the cast of its light."""
        return _colour_gaps(self.seen_colours, self.own_colours)

    @cached_property
    def seen_colours(self) -> NDArray[Any]:
        """(17, 12, 2) the colours of the crop against that of its ground, coarsely."""
        return _beside_ground(_coarse(self.seen_colour))

    @property
    def colour_misfit(self) -> float:
        """The part (from 0, which is none) of the colours seen within the card, its rim left out, that those of the face do not explain,
        however pale they are and whatever the cast of the light."""
        inner = np.s_[1:-1, 1:-1]
        return float(self.colour_gaps[inner].mean()) / (float((self.seen_colours[inner] ** 2).sum(axis=2).mean()) + NOISE)


def preference(mine: LaidCrop, its: LaidCrop, twins: bool = False) -> float:
    """The logarithm of how much likelier the crop is for the face of `mine` than for that of `its`, judged by print and colour. `twins`:
    they are printed alike, but in other colours."""
    paler = not twins and bool(only_paler(mine.tint[None], its.tint[None])[0, 0])
    return _by_print(mine, its, twins) + (0.0 if paler else _by_colour(mine, its))


def _by_print(mine: LaidCrop, its: LaidCrop, twins: bool) -> float:
    """Of twins a spot differs only where no spot beside it is as in the other one: the rest is how exactly each was cut, and how sharp."""
    differs = _beyond(mine.face, its.face) & _beyond(its.face, mine.face) if twins else np.abs(mine.face - its.face) > DIFFERS
    where = (mine.telling | its.telling) & differs
    if where.sum() < PRINT_GRAIN and differs.mean() > DIFFERS_MUCH:  # what tells the others apart is alike in these two: an ace
        where = differs
    left = [1 + NOISE - max(_correlation(laid.seen[where], laid.face[where]), 0.0) ** 2 for laid in (mine, its)]
    return _weight(int(where.sum()), left[1] / left[0])


def _beyond(face: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """(h, w) where a texture is darker or brighter than anything of another one in reach of a pixel."""
    face, other = (np.ascontiguousarray(plane, np.float32) for plane in (face, other))
    return np.asarray((face > cv2.dilate(other, BESIDE) + DIFFERS) | (face < cv2.erode(other, BESIDE) - DIFFERS))


def only_paler(some: NDArray[Any], others: NDArray[Any]) -> NDArray[np.bool_]:
    """(n, m): which of the tints `some`, (n, 2), differ from which of the `others`, (m, 2), but are of one hue? Where two such cards differ
    in print as well, one of them may have been enrolled under a mirrored lamp, and their colours tell nothing."""
    lengths = [np.linalg.norm(tints, axis=1) for tints in (some, others)]
    bold = (lengths[0][:, None] > 2 * CAST) & (lengths[1] > 2 * CAST)
    one_hue = some @ others.T > SAME_HUE * lengths[0][:, None] * lengths[1]
    return np.asarray(tints_differ(some, others) & bold & one_hue)


def tints_differ(some: NDArray[Any], others: NDArray[Any]) -> NDArray[np.bool_]:
    """(n, m): which of the tints `some`, (n, 2), tell a whole card from one of which of the `others`, (m, 2)?"""
    return np.asarray(np.abs(some[:, None] - others[None]).sum(axis=2) > TINTS_DIFFER)


def _by_colour(mine: LaidCrop, its: LaidCrop) -> float:
    """What the whole cards' tints say, and besides what colours say where these differ within the cards, whatever their light."""
    where = np.abs(mine.own_colours - its.own_colours).sum(axis=2) > COLOURS_DIFFER
    gaps = [float(laid.colour_gaps[where].mean()) + NOISE if where.any() else 1.0 for laid in (mine, its)]
    return _by_tint(mine, its) + _weight(COLOUR_CELL * int(where.sum()), gaps[1] / gaps[0])


def _by_tint(mine: LaidCrop, its: LaidCrop) -> float:
    """Cards may be alike but for the colour of all of them, as silver is to gold."""
    if np.abs(mine.tint - its.tint).sum() < TINTS_DIFFER:
        return 0.0
    return float(np.clip(tint_evidence(mine.seen_tint, mine.tint, its.tint), -MOST_EVIDENCE, MOST_EVIDENCE))


def tint_evidence(seen: NDArray[Any], own: NDArray[Any], other: NDArray[Any]) -> float:
    """The logarithm of how much likelier a card of the colour `own` is seen so than one of the colour `other`, all (2,): a mirrored lamp
    makes colours paler, not others."""
    return float(tint_misfits(seen, other[None])[0] - tint_misfits(seen, own[None])[0])


def tint_misfits(seen: NDArray[Any], tints: NDArray[Any]) -> NDArray[Any]:
    """(n,) how badly each of (n, 2) colours explains what is seen, as pale as suits it best: a negative logarithm of likelihood."""
    pale = (tints @ seen / CAST**2 + 1 / PALER**2) / ((tints**2).sum(axis=1) / CAST**2 + 1 / PALER**2)
    left = ((seen - pale[:, None] * tints) ** 2).sum(axis=1)
    return np.asarray(left / (2 * CAST**2) + (1 - pale) ** 2 / (2 * PALER**2))


def tint_of(colour: NDArray[Any]) -> NDArray[Any]:
    """(2,) the colour that a card has as a whole, of its (h, w, 2) colours, the rim left out. (The median would be the colour of the ground
    of one card and the white of the oval on another.)"""
    h, w = colour.shape[0] // RIM, colour.shape[1] // RIM
    return np.asarray(colour[h:-h, w:-w].mean(axis=(0, 1)))


def _coarse(colour: NDArray[Any]) -> NDArray[Any]:
    """(17, 12, 2): faces that were cut a little differently differ along the rims of their colours, and coarsely not."""
    return np.asarray(cv2.resize(np.ascontiguousarray(colour), GRADIENT_CELLS, interpolation=cv2.INTER_AREA))


def _weight(count: int, ratio: float) -> float:
    return (
        float(np.clip(0.5 * count / PRINT_GRAIN * np.log(ratio), -MOST_EVIDENCE, MOST_EVIDENCE))
        if count >= PRINT_GRAIN
        else 0.0
    )


def _correlation(a: NDArray[Any], b: NDArray[Any]) -> float:
    if not len(a):
        return 0.0
    a, b = a - a.mean(), b - b.mean()
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-6))


def _beside_ground(colours: NDArray[Any]) -> NDArray[Any]:
    """(h, w, 2) colours against the one that is in their middle."""
    return np.asarray(colours - np.median(colours, axis=(0, 1)))


def _colour_gaps(seen: NDArray[Any], face: NDArray[Any]) -> NDArray[Any]:
    """(h, w) squared difference of (h, w, 2) colours that is left once those of the face are as pale as they are seen."""
    gain = np.clip(float((face * seen).sum()) / max(float((face * face).sum()), 1e-6), PALEST, BOLDEST)
    return np.asarray(((seen - gain * face) ** 2).sum(axis=2))
