"""Cards that were shown to a camera one after the other: with what lies around them they can be cut alike once all are there.

The first cards are cut before anything is known of the deck, some at a printed frame, some at the edge; a frame is gone by then. Where the
first one is cut at its frame all others are found as large as that, and cut there too: the rim beyond tells.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.cards.candidates import CROP
from vision.plane.quads import UNIT, Quad, cut_out, project_from_quad, true_aspect
from vision.readers.enrolment.learning import Sample
from vision.readers.enrolment.photographs import Enrolment, FoundCard, cut_alike
from vision.readers.enrolment.rims import beyond_rims
from vision.types import Face, Image

AROUND = 0.12
"""Parts of a card's sides that are kept beyond it: frames are printed within a tenth of its width."""
WIDTH = CROP[0]
"""Width in pixels at which a card is kept."""
SHAPES = (0.5, 1.0)
"""Width over height of what may be a card."""


def with_surroundings(image: Image, quad: Quad) -> Image:
    """A card and what lies around it, (h, w, 3) uint8 BGR, in its true shape. `quad`: its corners in `image`, from its own top left."""
    aspect = float(np.clip(true_aspect(quad, (image.shape[0], image.shape[1])), *SHAPES))
    size = (round(WIDTH * (1 + 2 * AROUND)), round(WIDTH / aspect * (1 + 2 * AROUND)))
    return cut_out(image, project_from_quad(quad, UNIT * (1 + 2 * AROUND) - np.float32(AROUND)), size)


def samples_cut_alike(pictures: Mapping[Face, Image], card_mm: tuple[float, float]) -> tuple[Sample, ...]:
    """What a deck is learned from, in the order of `pictures`: each card as `with_surroundings` gives it. `card_mm`: width and height of a
    card."""
    cut = {face: _cut_in(picture) for face, picture in pictures.items()}
    cut |= beyond_rims(pictures, cut, card_mm)
    found = tuple(_found(face, picture, cut[face]) for face, picture in pictures.items())
    return cut_alike(Enrolment(found, (), card_mm[0] / card_mm[1]), pictures.__getitem__).samples


def _cut_in(picture: Image) -> Quad:
    """(4, 2) where the card was cut of which this is the picture with what lies around it."""
    height, width = picture.shape[:2]
    inner = (UNIT + np.float32(AROUND)) / np.float32(1 + 2 * AROUND)
    return np.asarray(inner * np.array([width, height], np.float32) - np.float32(0.5), np.float32)


def _found(face: Face, picture: Image, quad: Quad) -> FoundCard:
    width, height = np.ptp(quad, axis=0)
    return FoundCard(face, quad, Sample(face, cut_out(picture, quad, CROP)), float(width / height))
