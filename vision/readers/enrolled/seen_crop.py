"""What is measured of one crop of a card while it is read, each but once."""

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
from vision.readers.enrolled.partial import chroma
from vision.readers.enrolled.rivals import LaidCrop, tint_of
from vision.types import Image, Tones

_LEVELS = np.arange(256, dtype=np.float32)[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """A crop laid on the picture of a face (its number in the deck). `corners`, `laid`: as of `align`; the rest as of
    `vision.readers.enrolled.crop_reader.CardSight`."""

    face: int
    turned: bool
    whole: float
    distinctive: float
    corners: NDArray[Any]
    laid: NDArray[Any]

    @property
    def place(self) -> NDArray[Any]:
        place = (self.corners + 0.5) / np.array(features.CANONICAL_SIZE, np.float32)
        return (1 - place)[OPPOSITE] if self.turned else place

    @property
    def off(self) -> float:
        """How far a corner of the card lies from that of the crop, in parts of its sides."""
        return off_by(self.place)


class SeenCrop:
    """A canonical crop, and what is measured of it but once.

    `texture`: see `vision.readers.enrolled.features`; `darkest`: as of `Deck`; `tones`: of the picture, where they are known.
    """

    def __init__(self, small: Image, darkest: float, tones: Tones | None = None) -> None:
        self.small, self.texture, self._darkest, self._tones = small, features.texture(small), darkest, tones
        self.fits: dict[tuple[int, bool], Fit] = {}
        """On which faces it was laid, held which way."""
        self.laid: dict[tuple[int, bool], LaidCrop] = {}
        """Those of them that were compared with others."""

    @property
    def white_is_known(self) -> bool:
        """Is the lamp's colour known, so that what is seen is the card's own?"""
        return self._tones is not None

    @cached_property
    def colours(self) -> NDArray[Any]:
        """(136, 96, 2) the colours as they are without a veil of grey light, and where white is known under a white lamp."""
        return self._cleared(self._veils[0])

    @cached_property
    def tint(self) -> NDArray[Any]:
        """(2,) the colour of the crop as a whole."""
        return tint_of(self.colours)

    @property
    def tints(self) -> Iterator[NDArray[Any]]:
        """The same, and what it were under another veil: what makes print paler may be a veil, or too much light."""
        yield self.tint
        yield from self._veiled_tints

    @cached_property
    def _veiled_tints(self) -> tuple[NDArray[Any], ...]:
        return tuple(tint_of(self._cleared(veil)) for veil in self._veils[1:])

    @cached_property
    def _veils(self) -> tuple[float, ...]:
        """How strong the veil over the crop is, in grey levels, and how strong it may be instead. A veil over the whole picture lies over
        black as well, a mirrored lamp over a card only."""
        most = max(0.0, features.darkest_print(self.small) - self._darkest)
        if self._tones is None or self._tones.black is None:
            return (most, 0.0) if most else (0.0,)
        known = min(most, max(0.0, self._tones.black - self._darkest))
        return (known, most) if most > known else (known,)

    def _cleared(self, veil: float) -> NDArray[Any]:
        gain = np.full(3, 255 / max(255 - veil, 1), np.float32)
        if self._tones is not None:
            white = np.maximum(np.array(self._tones.white, np.float32) - veil, 1)
            gain *= white.mean() / white
        clear = np.clip((_LEVELS - np.float32(veil)) * gain, 0, 255)
        return chroma(np.asarray(cv2.LUT(self.small, clear.astype(np.uint8)[:, None]), np.uint8))


def off_by(place: NDArray[Any]) -> float:
    """How far a corner of a card at `place`, (4, 2) in parts of a crop, lies from that of the crop, in parts of its sides."""
    return float(np.abs(place - crop_corners((1, 1)) - 0.5).max())
