"""Draw piles on a table of known plane: as large as a card there, and standing out from the table.

Only size and shape on the plane count. Seen from aside by a wide lens, a pile may look far from a card's shape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.directions.arrangement import BarePlan, Corners, mean_tilt, measure_quarter_off
from vision.directions.cloth import MAX_CONTINUED_ENDS, Cloth
from vision.directions.looks import is_hollow, largest_tint_difference, measure_card_tint, measure_standing_out
from vision.directions.one_size import index_outermost
from vision.plane.by_cards import TablePlane
from vision.plane.homography import project
from vision.plane.quads import NEXT, Quad, covered_share


@dataclass(frozen=True, slots=True)
class DrawPileLimits:
    """What may be a draw pile, and what weighs against. Weights are in card heights by which a pile lies farther off."""

    max_height_mm: float = 30.0  # of a draw pile above a card: a hundred cards; guess
    max_size_log: float = 0.14  # logarithm beyond the highest pile or below one card; guess
    max_side_log: float = 0.2  # logarithm, of each side; guess
    crooked_rad: float = math.radians(15)  # turn against the direction cards weighing as one card height; guess
    max_looked_at: int = 12  # of what may be a draw pile, the largest; guess
    min_rival_distance: float = 0.4  # weight by which rivals must be worse; guess


DRAW_PILES = DrawPileLimits()


def find_draw_piles(
    cloth: Cloth, plan: BarePlan, rows: Sequence[Sequence[Quad]], plane: TablePlane, solid: Sequence[Quad]
) -> list[Quad]:
    """Upright quads of the draw piles, at most as many as in the plan. `rows`: direction cards, by player where each has their
    own. `solid`: what may be one, see `find_possible_piles`.

    Draw piles lie near the direction cards, straight, and stand out. A pile in only some of the likeliest choices is left out, to
    be asked for.
    """
    cards = [card for row in rows for card in row]
    rarities = cloth.measure_rarity(solid) / float(np.median(cloth.measure_rarity(cards)))
    common: list[float] = (1 - rarities).tolist()  # below 0 for rarer
    much, most = (
        [measure_standing_out(cloth.image, quad) for quad in solid],
        [measure_standing_out(cloth.image, card) for card in cards],
    )
    likely = range(len(solid))
    laid = [[project(card, plane.to_mm) for card in row] for row in rows]
    flat = {i: project(solid[i], plane.to_mm) for i in likely}
    # weight of not standing out at all; guess
    # weight of looking like much of the picture, as prints on a cloth do; guess
    costs = {
        i: _weigh_position(flat[i], [card for row in laid for card in row], plan.card_mm)
        + 3.0 * max(0.0, 1 - much[i] / float(np.median(most)))
        + 5.0 * max(0.0, common[i])
        for i in likely
    }
    tints = {i: measure_card_tint(cloth.image, solid[i]) for i in likely}
    whose = {i: int(np.argmin([min(_middle_distance_mm(flat[i], other) for other in row) for row in laid])) for i in likely}

    def cost(chosen: tuple[int, ...]) -> float:
        """Weight against these things, indices of `solid`, being the draw piles."""
        together = len(chosen) - len({whose[i] for i in chosen}) if len(rows) > 1 else 0
        # weight of two piles nearest to one player; guess
        return sum(costs[i] for i in chosen) + weigh_back_difference([tints[i] for i in chosen]) + 2.0 * together

    ways = {chosen: cost(chosen) for chosen in combinations(likely, min(len(plan.draws), len(likely)))}
    rivals = [{*chosen} for chosen, much in ways.items() if much <= min(ways.values()) + DRAW_PILES.min_rival_distance]
    return [solid[i] for i in sorted(set.intersection(*rivals))] if rivals else []


def find_possible_piles(
    cloth: Cloth, plan: BarePlan, cards: Sequence[Quad], plane: TablePlane, outlines: Sequence[Quad]
) -> list[Quad]:
    """Quads of a card's size, apart from the direction cards `cards` and not the table's own, largest first. `outlines`: quads in the
    picture, to choose from. Of nested outlines the largest of a card's size counts: joints of a parquet make larger ones."""
    as_large = [upright for quad in outlines if (upright := _fit_card_or_pile(quad, plane, plan.card_mm)) is not None]
    apart = [quad for quad in as_large if not any(covered_share(quad, card) > 0 for card in cards)]
    apart = [
        quad for quad, on in zip(apart, cloth.count_continued_sides(apart).tolist(), strict=True) if on <= MAX_CONTINUED_ENDS
    ]
    return [apart[i] for i in index_outermost(apart) if not is_hollow(cloth.image, apart[i])][: DRAW_PILES.max_looked_at]


def weigh_back_difference(tints: Sequence[NDArray[np.float64]]) -> float:
    """Weight of how draw piles differ: one back for all, or a deck for each player; 0 for fewer than two.

    `tints`: of each pile, see `measure_card_tint`.
    """
    # weight of two draw piles looking different; guess
    return 4.0 * largest_tint_difference(tints) if len(tints) > 1 else 0.0


def _middle_distance_mm(one: Corners, other: Corners) -> float:
    """Millimetres between the middles of two cards."""
    return float(np.linalg.norm((one - other).mean(axis=0)))


def _weigh_position(quad: Corners, cards: Sequence[Corners], card_mm: tuple[float, float]) -> float:
    """Distance from the direction cards, in card heights, plus weighed turn; (4, 2) millimetres each."""
    off = abs(measure_quarter_off(mean_tilt([quad]) - mean_tilt(cards)))
    away = min(_middle_distance_mm(quad, card) for card in cards)
    return away / card_mm[1] + off / DRAW_PILES.crooked_rad


def _fit_card_or_pile(quad: Quad, plane: TablePlane, card_mm: tuple[float, float]) -> Quad | None:
    """The upright quad, begun with another corner if needed, if about as large as a card on the plane, or a pile of cards; else
    None. `card_mm`: width and height of a card."""
    for way in (quad, quad[NEXT]):
        flat = project(way, plane.to_mm)
        sides = np.diff(flat[[0, 1, 2, 3, 0]], axis=0)
        lengths = np.linalg.norm(sides, axis=1)
        larger = np.log((lengths[:2] + lengths[2:]) / 2 / card_mm)
        off = larger - np.clip(larger, 0, _seen_growth(flat.mean(axis=0), sides[:2] / lengths[:2, None], plane, card_mm))
        if abs(off.mean()) < DRAW_PILES.max_size_log and np.abs(off).max() < DRAW_PILES.max_side_log:
            return way
    return None


def _seen_growth(
    middle: NDArray[np.float64], ways: NDArray[np.float64], plane: TablePlane, card_mm: tuple[float, float]
) -> NDArray[np.float64]:
    """(2,) logarithms by which the highest pile seems wider and higher than a card with sides along `ways`, (2, 2) unit
    directions. The top is nearer to the camera, and from aside lies beside its foot.

    `middle`: (2,) on the plane, in millimetres. `card_mm`: width and height of a card.
    """
    nearer = DRAW_PILES.max_height_mm / (plane.camera_mm - DRAW_PILES.max_height_mm)
    return np.asarray(np.log(1 + nearer + np.abs(ways @ middle) * nearer / card_mm), np.float64)
