"""Cards shown to a camera, kept with surroundings for being cut alike at the end.

The first cards are cut before anything is known of the deck, some at a printed frame, some at the edge. Where the first card
was cut at a frame all others are found as large as the frame; the rim beyond tells.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.cards.candidates import CARD_CROP_PX
from vision.plane.quads import UNIT, Quad, cut_out, project_from_quad, true_aspect
from vision.readers.enrolment.learning import Sample
from vision.readers.enrolment.photographs import Enrolment, FoundCard, cut_cards_alike
from vision.readers.enrolment.rims import find_edges_beyond_rims
from vision.types import Face, Image

SURROUNDINGS_PART = 0.12  # of a card's sides kept beyond the card: frames are printed within a tenth of the width; guess


def cut_with_surroundings(image: Image, quad: Quad) -> Image:
    """A card with surroundings, (h, w, 3) uint8 BGR, in the card's true shape. `quad`: corners in `image`, from the card's own
    top left."""
    # no card is narrower than half its height, or broader than high
    aspect = float(np.clip(true_aspect(quad, (image.shape[0], image.shape[1])), 0.5, 1.0))
    size = (round(CARD_CROP_PX[0] * (1 + 2 * SURROUNDINGS_PART)), round(CARD_CROP_PX[0] / aspect * (1 + 2 * SURROUNDINGS_PART)))
    return cut_out(image, project_from_quad(quad, UNIT * (1 + 2 * SURROUNDINGS_PART) - np.float32(SURROUNDINGS_PART)), size)


def cut_samples_alike(pictures: Mapping[Face, Image], card_mm: tuple[float, float]) -> tuple[Sample, ...]:
    """The samples for learning a deck, in the order of `pictures`, cut at the edge rather than at a printed frame. `pictures`:
    a card by `cut_with_surroundings` of each face. `card_mm`: width and height of a card."""
    cut = {face: _locate_card(picture) for face, picture in pictures.items()}
    cut |= find_edges_beyond_rims(pictures, cut, card_mm)
    found = []
    for face, picture in pictures.items():
        width, height = np.ptp(cut[face], axis=0)
        found.append(FoundCard(face, cut[face], Sample(face, cut_out(picture, cut[face], CARD_CROP_PX)), float(width / height)))
    return cut_cards_alike(Enrolment(tuple(found), (), card_mm[0] / card_mm[1]), pictures.__getitem__).samples


def _locate_card(picture: Image) -> Quad:
    """(4, 2) where the card lies in a picture by `cut_with_surroundings`."""
    height, width = picture.shape[:2]
    inner = (UNIT + np.float32(SURROUNDINGS_PART)) / np.float32(1 + 2 * SURROUNDINGS_PART)
    return np.asarray(inner * np.array([width, height], np.float32) - np.float32(0.5), np.float32)
