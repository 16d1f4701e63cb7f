"""Cards that were shown to a camera one after the other: with what lies around them they can be cut alike once all are there.

The first cards are cut before anything is known of the deck, some at a printed frame, some at the edge; a frame is gone by then.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.cards.candidates import CROP
from vision.deck.enrolment.photographs import Enrolment, FoundCard, cut_alike
from vision.deck.learning import Sample
from vision.plane.quads import UNIT, Quad, cut_out, drawn_to, true_aspect
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
    return cut_out(image, drawn_to(quad, UNIT * (1 + 2 * AROUND) - np.float32(AROUND)), size)


def samples_cut_alike(pictures: Mapping[Face, Image], aspect: float) -> tuple[Sample, ...]:
    """What a deck is learned from, in the order of `pictures`: each card as `with_surroundings` gives it. `aspect`: width over height of a
    card."""
    found = tuple(_found(face, picture) for face, picture in pictures.items())
    return cut_alike(Enrolment(found, (), aspect), lambda name: pictures[name]).samples


def _found(face: Face, picture: Image) -> FoundCard:
    height, width = picture.shape[:2]
    inner = (UNIT + np.float32(AROUND)) / np.float32(1 + 2 * AROUND)
    quad = np.asarray(inner * np.array([width, height], np.float32) - np.float32(0.5), np.float32)
    return FoundCard(face, quad, Sample(face, cut_out(picture, quad, CROP)), width / height)
