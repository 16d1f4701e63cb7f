"""Cards with a printed frame, where the frame is found more easily than the card's edge.

A line at a constant distance within the edge is more slender than the card. The found shape and the card's size in millimetres
give the distance. Grown by the distance, the quad is moved to the nearest edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import MIN_STRONG_SCORE, Card
from vision.cards.outlines import Outline, fit_quads_to_edges
from vision.plane.quads import UNIT, Quad, make_upright, project_from_quad, true_aspect
from vision.readers.enrolment.printed import cut_card, measure_shape_difference
from vision.types import Image


@dataclass(frozen=True, slots=True)
class FrameThresholds:
    """When a printed frame is believed in."""

    inset_range_mm: tuple[float, float] = (1.0, 5.0)
    """of frames within the edge; less is a shape measured a little wrongly; guess."""
    max_inset_gap_part: float = 0.4  # of the usual inset, for one card's inset: shapes are measured a little wrongly; guess
    min_cards: int = 3  # found at the same inset; guess


FRAME = FrameThresholds()


def find_edges_beyond_frames(
    quads: Mapping[str, Quad], shapes: Mapping[str, float], again: Callable[[str], Image], card_mm: tuple[float, float]
) -> dict[str, Card]:
    """The cards with an edge beyond the found frame, by the name of the photograph; none if too few cards have a like frame.

    `quads`: (4, 2) upright, as found. `shapes`: width over height of each. `again` loads a photograph. `card_mm`: width and
    height of a card.
    """
    insets = {name: compute_inset_mm(shape, card_mm) for name, shape in shapes.items()}
    framed = {name: inset for name, inset in insets.items() if FRAME.inset_range_mm[0] <= inset <= FRAME.inset_range_mm[1]}
    usual = float(np.median(list(framed.values()))) if framed else 0.0
    alike = [name for name, inset in framed.items() if abs(inset - usual) < FRAME.max_inset_gap_part * usual]
    if len(alike) < FRAME.min_cards:
        return {}
    grown = {name: _find_card_edge(again(name), quads[name], usual, card_mm) for name in alike}
    aspect = card_mm[0] / card_mm[1]
    off = {name: measure_shape_difference(shape, aspect) for name, shape in shapes.items()}
    return {name: card for name, card in grown.items() if card and measure_shape_difference(card.aspect, aspect) < off[name]}


def compute_inset_mm(aspect: float, card_mm: tuple[float, float]) -> float:
    """The distance in millimetres from the edge, alike on all sides, of a frame with the shape `aspect`, width over height.

    Below 0 for a shape broader than the card. `aspect` must be below 1. `card_mm`: width and height of the card.
    """
    width, height = card_mm
    return (width - height * aspect) / (2 * (1 - aspect))


def _find_card_edge(image: Image, quad: Quad, inset: float, card_mm: tuple[float, float]) -> Card | None:
    """The card around a frame `quad` about `inset` millimetres within; of several edges the best in shape; None without an
    edge. `card_mm`: width and height of a card."""
    picture, aspect = (image.shape[0], image.shape[1]), card_mm[0] / card_mm[1]
    gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    fits = [
        fit
        for part in (0.6, 0.8, 1.0, 1.25, 1.5, 2.0)  # a printed line has two edges
        for fit in _fit_edges_beyond(gray, quad, part * inset, card_mm)
        if fit.score >= MIN_STRONG_SCORE
    ]
    best = min(
        fits,
        key=lambda fit: measure_shape_difference(true_aspect(make_upright(fit.quad, picture, aspect), picture), aspect),
        default=None,
    )
    return None if best is None else cut_card(image, best.quad, best.score, aspect)


def _fit_edges_beyond(gray: NDArray[Any], quad: Quad, inset: float, card_mm: tuple[float, float]) -> Iterator[Outline]:
    """The edges about `inset` millimetres beyond a printed frame `quad`. `gray`: (H, W) uint8. `card_mm`: width and height of
    the card."""
    out = np.array([inset / (side - 2 * inset) for side in card_mm], np.float32)
    place = UNIT * (1 + 2 * out) - out
    for reach in (0.012, 0.02, 0.03):  # in card widths
        if reach < 0.7 * inset / card_mm[0]:
            yield from fit_quads_to_edges(gray, project_from_quad(quad, place)[None], reach)
