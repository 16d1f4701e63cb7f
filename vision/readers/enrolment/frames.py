"""Cards with a printed frame: the frame is found more easily than the card's edge, and has another shape.

What lies a constant way within a card's edge is more slender than the card. From the shape that was found and the card's size in
millimetres follows how far within the edge it was; grown by so much it is drawn to the edge that must be there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import MIN_STRONG_SCORE, Card
from vision.cards.outlines import Outline, fit_quads_to_edges
from vision.plane.quads import UNIT, Quad, make_upright, project_from_quad, true_aspect
from vision.readers.enrolment.printed import cut_at, off_shape
from vision.types import Image

INSETS_MM = (1.0, 5.0)
"""How far within the edge frames are printed. Less cannot be told from a shape that was measured a little wrongly."""
ALIKE = 0.4
"""Part of the usual inset by which that of a single card may seem to be another: shapes are measured a little wrongly."""
LEAST_CARDS = 3
"""Cards that must have been found at the same inset for a frame to be believed in."""
PARTS = (0.6, 0.8, 1.0, 1.25, 1.5, 2.0)
"""Parts of the usual inset at which the edge of a card is looked for: a printed line has two edges, and cards were cut at either."""
REACHES = (0.012, 0.02, 0.03)
"""Parts of the card's width by which the edge may lie off its place: frames are not printed more exactly, nor shapes measured."""


def beyond_frames(
    quads: Mapping[str, Quad], shapes: Mapping[str, float], again: Callable[[str], Image], card_mm: tuple[float, float]
) -> dict[str, Card]:
    """The cards of which a frame was found and whose edge lies beyond it, by the name of their photograph.

    `quads`: (4, 2) upright, as found. `shapes`: width over height of each. `again` loads a photograph. `card_mm`: width and height of a
    card.
    """
    insets = {name: inset_mm(shape, card_mm) for name, shape in shapes.items()}
    framed = {name: inset for name, inset in insets.items() if INSETS_MM[0] <= inset <= INSETS_MM[1]}
    usual = float(np.median(list(framed.values()))) if framed else 0.0
    alike = [name for name, inset in framed.items() if abs(inset - usual) < ALIKE * usual]
    if len(alike) < LEAST_CARDS:
        return {}
    grown = {name: _edge_of(again(name), quads[name], usual, card_mm) for name in alike}
    aspect = card_mm[0] / card_mm[1]
    off = {name: off_shape(shape, aspect) for name, shape in shapes.items()}
    return {name: card for name, card in grown.items() if card and off_shape(card.aspect, aspect) < off[name]}


def inset_mm(aspect: float, card_mm: tuple[float, float]) -> float:
    """How far within the edge of a card something of this shape (width over height) lies, the same on all sides."""
    width, height = card_mm
    return (width - height * aspect) / (2 * (1 - aspect))


def _edge_of(image: Image, quad: Quad, inset: float, card_mm: tuple[float, float]) -> Card | None:
    """The card around a frame that lies about `inset` millimetres within it, if it has an edge there: of several that in the best shape."""
    picture, aspect = (image.shape[0], image.shape[1]), card_mm[0] / card_mm[1]
    gray = cv2.GaussianBlur(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    fits = [fit for part in PARTS for fit in _edges_beyond(gray, quad, part * inset, card_mm) if fit.score >= MIN_STRONG_SCORE]
    best = min(
        fits, key=lambda fit: off_shape(true_aspect(make_upright(fit.quad, picture, aspect), picture), aspect), default=None
    )
    return None if best is None else cut_at(image, best.quad, best.score, aspect)


def _edges_beyond(gray: NDArray[Any], quad: Quad, inset: float, card_mm: tuple[float, float]) -> Iterator[Outline]:
    """The edges that lie so many millimetres beyond a frame. `gray`: (H, W) uint8."""
    out = np.array([inset / (side - 2 * inset) for side in card_mm], np.float32)
    place = UNIT * (1 + 2 * out) - out
    for reach in REACHES:
        if reach < 0.7 * inset / card_mm[0]:
            yield from fit_quads_to_edges(gray, project_from_quad(quad, place)[None], reach)
