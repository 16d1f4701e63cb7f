"""A direction card that has no outline of its own: looked for beside those that have, where it would lie, and as large as they are.

Where a card's edge runs along a stripe of the cloth, or its colour is the cloth's, what segments a picture joins the two. But the other cards
tell the plane, and so the card's size, how it is turned and about where it lies: then its edges need only be there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from vision.bare.arrangement import Corners, axes_at_turn, mean_tilt
from vision.bare.cloth import Cloth
from vision.bare.looks import is_hollow
from vision.cards.outlines import fit_quads_to_edges
from vision.plane.by_cards import TablePlane
from vision.plane.homography import project
from vision.plane.quads import Quad, overlap_share

SCORE = 0.7
"""How much of its outline is seen, at least: see `Outline`."""
AS_LARGE = 0.07
"""By how much (as a logarithm) its sides may be longer or shorter than a card's, on a plane that the others tell about."""
REACH, EVERY = 0.1, 0.16
"""How far from where they might be its edges are looked for, and how far apart the places are that are tried, in widths of a card."""
ASIDE = 2
"""Places that are tried to either side of the line of a neighbour."""
TURNED = (math.radians(-4), math.radians(4))
"""How it may be turned against its neighbour, about."""
MOST_ENDS = 4
"""Ends of its sides, of eight, at which they may go on: those before and behind it lie in one line with it."""
OVERLAP, MOST = 0.1, 6
"""How much places of cards may seem to share, and how many are looked at, rarest looks first."""

Step = tuple[int, float, float]
"""From a card to the next: along its width (0) or its height (1), from and to how many of these."""


def find_missing_card(
    cloth: Cloth, card_mm: tuple[float, float], cards: Sequence[Quad], plane: TablePlane, steps: Sequence[Step]
) -> list[Quad]:
    """Upright quads of what may lie beside these cards, a step away, rarest looks first."""
    laid = np.array([place for card in cards for place in _places_next_to(project(card, plane.to_mm), card_mm, steps)])
    places = project(laid.reshape(-1, 2), np.asarray(np.linalg.inv(plane.to_mm), np.float64)).reshape(-1, 4, 2)
    high, wide = cloth.image.shape[:2]
    within = ((places > 0) & (places < (wide, high))).all(axis=(1, 2))
    fits = fit_quads_to_edges(cloth.smooth, places[within].astype(np.float32), REACH)
    clear = [fit for fit in fits if fit.score >= SCORE and _has_card_sides(fit.quad, plane, card_mm)]
    clear = [
        fit for fit, on in zip(clear, cloth.count_continued_sides([fit.quad for fit in clear]), strict=True) if on <= MOST_ENDS
    ]
    found = list[Quad]()
    for fit in sorted(clear, key=lambda fit: -fit.score):
        if not any(overlap_share(fit.quad, other) > OVERLAP for other in (*cards, *found)):
            found.append(fit.quad)
    solid = [quad for quad in found if not is_hollow(cloth.image, quad)]
    return [solid[i] for i in np.argsort(-cloth.measure_rarity(solid))[:MOST]]


def _places_next_to(card: Corners, card_mm: tuple[float, float], steps: Sequence[Step]) -> Iterator[Corners]:
    """Where a card may lie beside this one, (4, 2) millimetres each."""
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(card_mm) / 2
    turn, every = mean_tilt([card]), EVERY * card_mm[0]
    ways = axes_at_turn(turn)
    for more in TURNED:
        corners = half @ axes_at_turn(turn + more)
        for axis, least, most in steps:
            for along in np.arange(least * card_mm[axis], most * card_mm[axis] + every, every):
                for aside in range(-ASIDE, ASIDE + 1):
                    away = along * ways[axis] + aside * every * ways[1 - axis]
                    yield from (card.mean(axis=0) + away + corners, card.mean(axis=0) - away + corners)


def _has_card_sides(quad: Quad, plane: TablePlane, card_mm: tuple[float, float]) -> bool:
    sides = np.linalg.norm(np.diff(project(quad[[0, 1, 2, 3, 0]], plane.to_mm), axis=0), axis=1)
    return bool(np.abs(np.log(sides / np.tile(card_mm, 2))).max() < AS_LARGE)
