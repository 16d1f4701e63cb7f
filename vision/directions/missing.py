"""A direction card without an outline of its own, looked for beside the others at a card's size.

Where a card's edge runs along a stripe of the cloth, or shares the cloth's colour, segmentation joins the two. The other cards
tell the plane, and so size, turn and rough place: the edges need only be there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from vision.cards.outlines import Outline, fit_quads_to_edges
from vision.directions.arrangement import Corners, axes_at_turn, mean_tilt
from vision.directions.cloth import MAX_CONTINUED_ENDS, Cloth
from vision.directions.looks import is_hollow
from vision.plane.by_cards import TablePlane
from vision.plane.homography import project
from vision.plane.quads import Quad, overlap_share
from vision.steps import Steps


@dataclass(frozen=True, slots=True)
class MissingCardLimits:
    """When edges beside direction cards are the missing card."""

    min_outline_score: float = 0.7  # see `Outline.score`; guess
    fits_in_step: int = 150  # places tried in one step; guess
    max_size_log: float = 0.07  # logarithm; sides against a card's on the rough plane; guess
    turns: tuple[float, float] = (math.radians(-4), math.radians(4))  # radians tried against the neighbour: 4 degrees; guess


MISSING_CARD = MissingCardLimits()


Way = tuple[int, float, float]
"""From a card to the next: along its width (0) or its height (1), from and to how many of these."""


def find_missing_card(
    cloth: Cloth, card_mm: tuple[float, float], cards: Sequence[Quad], plane: TablePlane, ways: Sequence[Way]
) -> Steps[list[Quad]]:
    """At most six upright quads of possible cards beside these cards, a step away, rarest looks first. `ways`: see `Way`.

    `card_mm`: width and height of a card.
    """
    laid = np.array([place for card in cards for place in _places_next_to(project(card, plane.to_mm), card_mm, ways)])
    places = project(laid.reshape(-1, 2), np.asarray(np.linalg.inv(plane.to_mm), np.float64)).reshape(-1, 4, 2)
    high, wide = cloth.image.shape[:2]
    within = ((places > 0) & (places < (wide, high))).all(axis=(1, 2))
    fits, tried = list[Outline](), places[within].astype(np.float32)
    for start in range(0, len(tried), MISSING_CARD.fits_in_step):
        part = tried[start : start + MISSING_CARD.fits_in_step]
        fits += fit_quads_to_edges(cloth.smooth, part, 0.1)  # card widths searched for edges; guess
        yield
    clear = [
        fit
        for fit in fits
        if fit.score >= MISSING_CARD.min_outline_score and has_card_sides(project(fit.quad, plane.to_mm), card_mm)
    ]
    clear = [
        fit
        for fit, on in zip(clear, cloth.count_continued_sides([fit.quad for fit in clear]), strict=True)
        if on <= MAX_CONTINUED_ENDS
    ]
    found = list[Quad]()
    for fit in sorted(clear, key=lambda fit: -fit.score):
        if not any(overlap_share(fit.quad, other) > 0.1 for other in (*cards, *found)):  # share of places of two cards; guess
            found.append(fit.quad)
    solid = [quad for quad in found if not is_hollow(cloth.image, quad)]
    return [solid[i] for i in np.argsort(-cloth.measure_rarity(solid))[:6]]  # the rarest looks; guess


def has_card_sides(flat: Corners, card_mm: tuple[float, float], max_size_log: float = MISSING_CARD.max_size_log) -> bool:
    """True if each side is about as long as a card's. `flat`: (4, 2) millimetres; `card_mm`: width and height of a card.
    `max_size_log`: logarithm by which a side may differ."""
    sides = np.linalg.norm(np.roll(flat, -1, axis=0) - flat, axis=1)
    return bool(np.abs(np.log(np.maximum(sides, 1e-6) / np.tile(card_mm, 2))).max() < max_size_log)


def _places_next_to(card: Corners, card_mm: tuple[float, float], steps: Sequence[Way]) -> Iterator[Corners]:
    """(4, 2) millimetres of each place of a card beside this card. On both sides of the card, straight and slightly turned.
    `card_mm`: width and height of a card. `steps`: see `Way`."""
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(card_mm) / 2
    turn, every = mean_tilt([card]), 0.16 * card_mm[0]  # card widths between tried places; guess
    ways = axes_at_turn(turn)
    beside = 2  # places tried on either side of the neighbour's line; guess
    for more in MISSING_CARD.turns:
        corners = half @ axes_at_turn(turn + more)
        for axis, least, most in steps:
            for along in np.arange(least * card_mm[axis], most * card_mm[axis] + every, every):
                for aside in range(-beside, beside + 1):
                    away = along * ways[axis] + aside * every * ways[1 - axis]
                    yield from (card.mean(axis=0) + away + corners, card.mean(axis=0) - away + corners)
