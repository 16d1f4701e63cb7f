"""Two faces compared with one crop: which face explains the crop better where the two prints differ?

The judges of a deck learned from worn copies, not from this crop. Where the judges leave a rival, print and colour of both
faces are compared with the crop itself. Light, blur and a veil affect both faces alike: each face may be fainter than when
enrolled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readers.enrolled.alignment import correlate_vectors
from vision.readers.enrolled.features import GRADIENT_CELLS


@dataclass(frozen=True, slots=True)
class RivalThresholds:
    """How strongly print and colour of a crop speak for one of two faces."""

    pixels_per_observation: float = 30.0  # neighbouring pixels are not independent: so many count once; guess
    min_print_difference: float = 0.5  # in units of the card's contrast: a spot with less tells nothing; guess
    min_colour_difference: float = 1.0  # of a spot, both colour channels added up; guess
    min_differing_part: float = 0.03  # of a card: faces that are alike where others of the deck differ, as aces; guess
    min_tint_difference: float = 0.6  # of two whole cards, both colour channels added up; guess
    lamp_cast_deviation: float = 0.15  # usual shift of a whole card's colour by a lamp, a tenth redder than at enrolment; guess
    paleness_deviation: float = 0.35  # usual part by which haze or a mirrored lamp makes colours paler; guess
    min_hue_cosine: float = 0.95  # of the angle between two tints of one hue; guess
    colour_cell_pixels: int = 10  # pixels of print that a cell of colour weighs as much as; guess
    colour_gain_range: tuple[float, float] = (0.3, 3.0)  # colours seen against enrolled colours; guess
    max_log_evidence: float = 10.0  # of print or colour alone: a finger on the number must not decide; guess
    noise_level: float = 0.03  # part of the crop that no face explains, and squared colour difference without meaning; guess


RIVALS = RivalThresholds()


@dataclass(frozen=True, eq=False)
class LaidCrop:
    """A crop aligned with the picture of a face, the way up the crop was held."""

    seen: NDArray[Any]  # (h, w) texture of the crop
    face: NDArray[Any]  # (h, w) texture of the face
    telling: NDArray[np.bool_]  # (h, w) True where the deck's cards are told apart
    seen_colour: NDArray[Any]  # (h, w, 2) colours of the crop
    face_colour: NDArray[Any]  # (h, w, 2) colours of the face
    tint: NDArray[Any]  # (2,) colour of the face as a whole

    @cached_property
    def seen_tint(self) -> NDArray[Any]:
        """(2,) colour of the crop as a whole."""
        return measure_tint(self.seen_colour)

    @cached_property
    def own_colours(self) -> NDArray[Any]:
        """(17, 12, 2) colours of the face against the face's ground, coarse."""
        return _subtract_ground(_shrink_colours(self.face_colour))

    @cached_property
    def colour_gaps(self) -> NDArray[Any]:
        """(17, 12) squared colour differences that remain once the face is as pale as the crop, under the crop's light."""
        return _measure_colour_gaps(self.seen_colours, self.own_colours)

    @cached_property
    def seen_colours(self) -> NDArray[Any]:
        """(17, 12, 2) colours of the crop against the crop's ground, coarse."""
        return _subtract_ground(_shrink_colours(self.seen_colour))

    @property
    def colour_misfit(self) -> float:
        """The part of the crop's inner colours (0: none) that the face's colours leave unexplained, at any paleness and under
        any lamp."""
        inner = np.s_[1:-1, 1:-1]
        return float(self.colour_gaps[inner].mean()) / (
            float((self.seen_colours[inner] ** 2).sum(axis=2).mean()) + RIVALS.noise_level
        )


def compare_rivals(mine: LaidCrop, its: LaidCrop, twins: bool = False) -> float:
    """The logarithm of how much likelier the crop is for the face of `mine` than for the face of `its`, by print and colour.
    `twins`: both faces have the same print in other colours."""
    paler = not twins and bool(find_paler_pairs(mine.tint[None], its.tint[None])[0, 0])
    return _compare_print(mine, its, twins) + (0.0 if paler else _compare_colours(mine, its))


def _compare_print(mine: LaidCrop, its: LaidCrop, twins: bool) -> float:
    """The logarithm of how much better the print of `mine` explains the crop; 0 where the faces' prints do not differ. `twins`:
    both faces have the same print in other colours. Twins differ in a spot only where no neighbour in the other face is alike,
    because cuts and sharpness vary."""
    differs = (
        _find_unmatched_pixels(mine.face, its.face) & _find_unmatched_pixels(its.face, mine.face)
        if twins
        else np.abs(mine.face - its.face) > RIVALS.min_print_difference
    )
    where = (mine.telling | its.telling) & differs
    if (
        where.sum() < RIVALS.pixels_per_observation and differs.mean() > RIVALS.min_differing_part
    ):  # what tells the others apart is alike in these two: an ace
        where = differs
    if not where.any():
        return 0.0
    like = [correlate_vectors(laid.seen[where], laid.face[where]) for laid in (mine, its)]
    left = [1 + RIVALS.noise_level - max(one, 0.0) ** 2 for one in like]
    return _weigh_evidence(int(where.sum()), left[1] / left[0])


def _find_unmatched_pixels(face: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """(h, w) True where a texture is darker or brighter than every neighbouring pixel of the other texture."""
    near = np.ones((3, 3), np.uint8)
    face, other = (np.ascontiguousarray(plane, np.float32) for plane in (face, other))
    return np.asarray(
        (face > cv2.dilate(other, near) + RIVALS.min_print_difference)
        | (face < cv2.erode(other, near) - RIVALS.min_print_difference)
    )


def find_paler_pairs(some: NDArray[Any], others: NDArray[Any]) -> NDArray[np.bool_]:
    """(n, m) True where two different tints, of (n, 2) `some` and (m, 2) `others`, have one hue. Where such cards also differ
    in print, a mirrored lamp may have paled one card at enrolment, so colours tell nothing."""
    lengths = [np.linalg.norm(tints, axis=1) for tints in (some, others)]
    bold = (lengths[0][:, None] > 2 * RIVALS.lamp_cast_deviation) & (lengths[1] > 2 * RIVALS.lamp_cast_deviation)
    one_hue = some @ others.T > RIVALS.min_hue_cosine * lengths[0][:, None] * lengths[1]
    return np.asarray(find_different_tints(some, others) & bold & one_hue)


def find_different_tints(some: NDArray[Any], others: NDArray[Any]) -> NDArray[np.bool_]:
    """(n, m) True where the tints of (n, 2) `some` and (m, 2) `others` tell whole cards apart."""
    return np.asarray(np.abs(some[:, None] - others[None]).sum(axis=2) > RIVALS.min_tint_difference)


def _compare_colours(mine: LaidCrop, its: LaidCrop) -> float:
    """The logarithm of how much better `mine` explains the colours: of the whole cards, and of the spots where the faces'
    colours differ."""
    where = np.abs(mine.own_colours - its.own_colours).sum(axis=2) > RIVALS.min_colour_difference
    gaps = [float(laid.colour_gaps[where].mean()) + RIVALS.noise_level if where.any() else 1.0 for laid in (mine, its)]
    return _compare_tints(mine, its) + _weigh_evidence(RIVALS.colour_cell_pixels * int(where.sum()), gaps[1] / gaps[0])


def _compare_tints(mine: LaidCrop, its: LaidCrop) -> float:
    """The logarithm of how much better the tint of `mine` explains the crop; 0 for tints much alike. Some cards differ in the
    whole card's colour only, as silver and gold."""
    if np.abs(mine.tint - its.tint).sum() < RIVALS.min_tint_difference:
        return 0.0
    return _limit_evidence(compute_tint_evidence(mine.seen_tint, mine.tint, its.tint))


def compute_tint_evidence(seen: NDArray[Any], own: NDArray[Any], other: NDArray[Any]) -> float:
    """The logarithm of how much likelier a card of tint `own` looks like `seen` than a card of tint `other`, all (2,). A
    mirrored lamp makes colours paler, never different."""
    return float(measure_tint_misfits(seen, other[None])[0] - measure_tint_misfits(seen, own[None])[0])


def measure_tint_misfits(seen: NDArray[Any], tints: NDArray[Any]) -> NDArray[Any]:
    """(n,) negative log-likelihoods of (n, 2) tints, given the tint `seen`, each at the paleness that suits best."""
    pale = (tints @ seen / RIVALS.lamp_cast_deviation**2 + 1 / RIVALS.paleness_deviation**2) / (
        (tints**2).sum(axis=1) / RIVALS.lamp_cast_deviation**2 + 1 / RIVALS.paleness_deviation**2
    )
    left = ((seen - pale[:, None] * tints) ** 2).sum(axis=1)
    return np.asarray(left / (2 * RIVALS.lamp_cast_deviation**2) + (1 - pale) ** 2 / (2 * RIVALS.paleness_deviation**2))


def measure_tint(colour: NDArray[Any]) -> NDArray[Any]:
    """(2,) mean of (h, w, 2) colours without the rim. The median would be the ground of one card and the white oval of another."""
    h, w = colour.shape[0] // 16, colour.shape[1] // 16  # the rim of a crop may show the table
    return np.asarray(colour[h:-h, w:-w].mean(axis=(0, 1)))


def _shrink_colours(colour: NDArray[Any]) -> NDArray[Any]:
    """(17, 12, 2) coarse colours: cards cut a little differently differ only along the rims of their colours."""
    return np.asarray(cv2.resize(np.ascontiguousarray(colour), GRADIENT_CELLS, interpolation=cv2.INTER_AREA))


def _weigh_evidence(count: int, ratio: float) -> float:
    """The logarithm of a likelihood ratio: `count` pixels, with unexplained parts of the ratio `ratio`; 0 for too few pixels."""
    if count < RIVALS.pixels_per_observation:
        return 0.0
    return _limit_evidence(0.5 * count / RIVALS.pixels_per_observation * float(np.log(ratio)))


def _limit_evidence(logarithm: float) -> float:
    return float(np.clip(logarithm, -RIVALS.max_log_evidence, RIVALS.max_log_evidence))


def _subtract_ground(colours: NDArray[Any]) -> NDArray[Any]:
    """(h, w, 2) colours minus their median, the ground of the card."""
    return np.asarray(colours - np.median(colours, axis=(0, 1)))


def _measure_colour_gaps(seen: NDArray[Any], face: NDArray[Any]) -> NDArray[Any]:
    """(h, w) squared differences of (h, w, 2) colours once the face is as pale as the crop."""
    gain = np.clip(float((face * seen).sum()) / max(float((face * face).sum()), 1e-6), *RIVALS.colour_gain_range)
    return np.asarray(((seen - gain * face) ** 2).sum(axis=2))
