"""Measurements of one crop of a card, each taken only once while the crop is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.plane.quads import OPPOSITE, crop_corners
from vision.readers.enrolled import features
from vision.readers.enrolled.partial import compute_chroma
from vision.readers.enrolled.rivals import LaidCrop, measure_tint
from vision.types import Image, Tones

_LEVELS = np.arange(256, dtype=np.float32)[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A crop aligned with the enrolled picture of a face."""

    face: int  # number of the face in the deck
    turned: bool  # the crop shows the card upside down
    whole: float  # likeness (-1 to 1) of the whole card to the enrolled picture
    distinctive: float  # likeness in the pixels that tell the deck's cards apart; of a face blank there, how blank the crop is
    corners: NDArray[Any]  # (4, 2) corners of the card in pixels of the canonical crop, held upright
    laid: NDArray[Any]  # (136, 96) texture of the crop, warped to the corners

    @property
    def place(self) -> NDArray[Any]:
        """(4, 2) corners of the card in parts of the crop, from the crop's top left."""
        place = (self.corners + 0.5) / np.array(features.CANONICAL_SIZE, np.float32)
        return (1 - place)[OPPOSITE] if self.turned else place

    @property
    def corner_offset(self) -> float:
        """The largest distance of a corner of the card from the same corner of the crop, in parts of the sides."""
        return measure_corner_offset(self.place)


class SeenCrop:
    """A canonical crop with measurements that are taken when first asked for."""

    def __init__(self, small: Image, darkest: float, tones: Tones | None = None) -> None:
        """`small`: (136, 96, 3) canonical crop. `darkest`: grey level of the deck's darkest print. `tones`: of the picture,
        None where unknown."""
        self.small, self.texture, self._darkest, self._tones = small, features.compute_texture(small), darkest, tones
        self.fits: dict[tuple[int, bool], Fit] = {}
        """Alignments made so far, by (face, turned)."""
        self.laid: dict[tuple[int, bool], LaidCrop] = {}
        """Alignments that were compared with rivals, by (face, turned)."""

    @property
    def white_is_known(self) -> bool:
        """Is the lamp's colour known, so that the colours of the crop are the card's own?"""
        return self._tones is not None

    @cached_property
    def colours(self) -> NDArray[Any]:
        """(136, 96, 2) colours without the veil of grey light, and under a white lamp where the lamp's white is known."""
        return self._remove_veil(self._veils[0])

    @cached_property
    def tint(self) -> NDArray[Any]:
        """(2,) colour of the crop as a whole."""
        return measure_tint(self.colours)

    @property
    def tints(self) -> Iterator[NDArray[Any]]:
        """The colour of the whole crop, and the colour under another possible veil: too much light makes print paler as well."""
        yield self.tint
        yield from self._veiled_tints

    @cached_property
    def _veiled_tints(self) -> tuple[NDArray[Any], ...]:
        return tuple(measure_tint(self._remove_veil(veil)) for veil in self._veils[1:])

    @cached_property
    def _veils(self) -> tuple[float, ...]:
        """Possible strengths of the veil over the crop, in grey levels, likeliest first. A veil over the whole picture also
        lies over black; a mirrored lamp lies over the card only."""
        most = max(0.0, features.measure_darkest_print(self.small) - self._darkest)
        if self._tones is None or self._tones.black is None:
            return (most, 0.0) if most else (0.0,)
        known = min(most, max(0.0, self._tones.black - self._darkest))
        return (known, most) if most > known else (known,)

    def _remove_veil(self, veil: float) -> NDArray[Any]:
        """(136, 96, 2) colours of the crop after a veil of so many grey levels and the lamp's colour are taken away."""
        gain = np.full(3, 255 / max(255 - veil, 1), np.float32)
        if self._tones is not None:
            white = np.maximum(np.array(self._tones.white, np.float32) - veil, 1)
            gain *= white.mean() / white
        clear = np.clip((_LEVELS - np.float32(veil)) * gain, 0, 255)
        return compute_chroma(np.asarray(cv2.LUT(self.small, clear.astype(np.uint8)[:, None]), np.uint8))


def measure_corner_offset(place: NDArray[Any]) -> float:
    """The largest distance of a corner at `place`, (4, 2) in parts of a crop, from the same corner of the crop, in parts of the
    sides."""
    return float(np.abs(place - crop_corners((1, 1)) - 0.5).max())
