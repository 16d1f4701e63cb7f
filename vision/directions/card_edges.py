"""Direction cards drawn to their edges. On one plane all cards have one size, and the outermost of their shared outlines,
printed frames among them, is the edge."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.cards.outlines import fit_quads_to_edges
from vision.cards.topcard import FINE_WIDTH, Candidate, measure_fits_of_sizes
from vision.directions.arrangement import axes_at_turn, mean_tilt, measure_turn
from vision.plane.by_cards import TablePlane, fit_card_plane
from vision.plane.homography import project
from vision.plane.quads import UNIT, Quad, cut_out, project_from_quad
from vision.types import Image


@dataclass(frozen=True, slots=True)
class CardEdgeLimits:
    """Where a card's edge is looked for."""

    min_fit_share: float = 0.8  # of the best fit; an outline farther out is the edge from here; guess


CARD_EDGES = CardEdgeLimits()

INSETS = np.arange(-1.5, 6.1, 0.25)
"""Millimetres by which a card's edge may lie outside the outline that was found."""


def fit_direction_cards(
    image: Image, quads: Sequence[Quad], taken: Sequence[int], plane: TablePlane, card_mm: tuple[float, float]
) -> tuple[list[Quad], TablePlane] | None:
    """The quads with the direction cards drawn to their edges, and the plane by these cards: a pile is higher than a card, and
    seems larger. `taken`: indices of direction cards. `plane`: roughly. None where no plane fits.

    `card_mm`: width and height of a card.
    """
    cards = [quads[i] for i in taken]
    level = [_resize_to_card(quad, plane, card_mm) for quad in cards]
    # shares of a card's size; guess
    edged = [
        fit.quad
        for fit in fit_quads_to_edges(image, np.stack(_draw_out_to_edges(image, level, card_mm)).astype(np.float32), 0.02)
    ]
    picture = (image.shape[0], image.shape[1])
    ways = [way for way in (edged, level, cards) if len(way) == len(cards)]
    planes = [(way, found) for way in ways if (found := fit_card_plane(way, card_mm, picture)) is not None]
    if not planes:
        return None
    best, plane = planes[0]
    drawn = dict(zip(taken, best, strict=True))
    return [drawn.get(i, quad) for i, quad in enumerate(quads)], plane


def _resize_to_card(quad: Quad, plane: TablePlane, card_mm: tuple[float, float]) -> Quad:
    """A card of the right size, in picture pixels, in the same place, whichever of its outlines was found. `card_mm`: width and
    height of a card."""
    flat = project(quad, plane.to_mm)
    turn, (width, height) = mean_tilt([flat]), card_mm
    if math.cos(measure_turn(flat) - turn) < 0:
        turn += math.pi
    across, down = axes_at_turn(turn)
    corners = [
        flat.mean(axis=0) + x * width / 2 * across + y * height / 2 * down for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return project(corners, np.asarray(np.linalg.inv(plane.to_mm), np.float64)).astype(np.float32)


def _draw_out_to_edges(image: Image, quads: Sequence[Quad], card_mm: tuple[float, float]) -> list[Quad]:
    """The quads moved out from printed frames to the edges of the cards. All by one inset, none where no edge fits well.
    `card_mm`: width and height of a card."""
    height = round(FINE_WIDTH * card_mm[1] / card_mm[0])
    margin, px_per_mm = 0.22, FINE_WIDTH / card_mm[0]
    pad = margin * FINE_WIDTH
    size = (round(FINE_WIDTH + 2 * pad), round(height + 2 * pad))
    grown = UNIT + (UNIT - 0.5) * np.array([2 * margin, 2 * pad / height], np.float32)
    here = np.array([[pad, pad], [pad + FINE_WIDTH, pad], [pad + FINE_WIDTH, pad + height], [pad, pad + height]], np.float32)
    sizes = [(FINE_WIDTH + 2 * inset * px_per_mm, height + 2 * inset * px_per_mm) for inset in INSETS.tolist()]
    crops = (cut_out(image, project_from_quad(quad, grown), size) for quad in quads)
    fits = np.median([measure_fits_of_sizes(crop, sizes, Candidate(here, 1.0)) for crop in crops], axis=0)
    peaks = [i for i in range(1, len(fits) - 1) if fits[i] >= fits[i - 1] and fits[i] >= fits[i + 1]]
    worth = [i for i in peaks if fits[i] >= CARD_EDGES.min_fit_share * fits.max()]
    inset = float(INSETS[max(worth)]) if worth else 0.0
    out = UNIT + (UNIT - 0.5) * 2 * np.array([inset / card_mm[0], inset / card_mm[1]], np.float32)
    return [project_from_quad(quad, out) for quad in quads]
