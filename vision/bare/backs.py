"""Draw piles on a table whose plane is known: what is as large as a card there and stands out from the table.

A pile is known by its size and shape on the plane alone. How it looks in the picture is another matter: seen from aside by a wide lens it may
be far from a card's shape as a lens of which nothing is known would have it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.bare.arrangement import BarePlan, Corners, mean_tilt
from vision.bare.cloth import Cloth
from vision.bare.looks import is_hollow, largest_tint_difference, measure_contrast, measure_tint
from vision.bare.one_size import index_outermost
from vision.plane.by_cards import TablePlane
from vision.plane.homography import project
from vision.plane.quads import NEXT, Quad, covered_share

HIGHEST = 30.0
"""Millimetres by which a draw pile is higher than a card at most: it is a hundred of them."""
AS_LARGE, AS_LONG = 0.14, 0.2
"""By how much (as a logarithm) what passes for a draw pile may be larger than the highest or smaller than one card, and its sides longer or
shorter."""
AS_PLAIN, MOST = 0.33, 12
"""By what part as much as the plainest of the direction cards a back must stand out from the table: a plank of it hardly does; and how many
things that do are looked at, the largest ones."""
CROOKED = math.radians(15)
"""How much a draw pile turned against the direction cards counts for as much as one that lies farther off by the height of a card."""
PLAIN = 3.0
"""What weighs that something does not stand out from the table at all, against direction cards that do, in the same."""
COMMON = 5.0
"""The same, that what lies there looks like what much of the picture looks like: things printed on a cloth do, and are many."""
TOO_COMMON = 0.4
"""By what part less rare than the direction cards a back may be at most."""
UNSURE = 0.4
"""By how much less likely, in the same, other things must be for draw piles to be told from them."""
UNLIKE = 4.0
"""What weighs that two draw piles differ in how they look, in heights of a card by which one lies farther off."""
TWO_BACKS = 1.0
"""The same at most: the decks of two players may have two backs."""
TOGETHER = 2.0
"""What weighs that both lie nearest to one player's direction cards, in the same."""
MOST_ENDS = 2
"""Ends of its sides, of eight, at which a draw pile's sides may go on: those of one card that lies in one line with it."""
ON_IT = 0.2
"""Part of a draw pile that may seem to lie on a direction card, at most."""


def find_draw_piles(
    cloth: Cloth, plan: BarePlan, rows: Sequence[Sequence[Quad]], plane: TablePlane, outlines: Sequence[Quad]
) -> list[Quad]:
    """Upright quads of the draw piles, at most as many as the plan has, among outlines in a picture. `rows`: the direction cards, apart from
    which they lie, of each player's where each has his own. Where outlines lie around one another the largest counts that is as large as a
    card: the joints of a parquet make larger ones. Of more things of that size the draw piles lie near the direction cards, as straight as
    they, and stand out; what is one in some of the likeliest ways only is left to be asked for."""
    cards = [card for row in rows for card in row]
    solid, common = _find_possible_piles(cloth, plan, cards, plane, outlines)
    much, most = (
        [measure_contrast(cloth.image, quad) for quad in solid],
        [measure_contrast(cloth.image, card) for card in cards],
    )
    likely = [i for i in range(len(solid)) if much[i] >= AS_PLAIN * min(most)][:MOST]
    laid = [[project(card, plane.to_mm) for card in row] for row in rows]
    flat = {i: project(solid[i], plane.to_mm) for i in likely}
    costs = {
        i: _weigh_position(flat[i], [card for row in laid for card in row], plan.card_mm)
        + PLAIN * max(0.0, 1 - much[i] / float(np.median(most)))
        + COMMON * max(0.0, common[i])
        for i in likely
    }
    tints = {i: measure_tint(cloth.image, solid[i]) for i in likely}
    whose = {i: _nearest_row(flat[i], laid) for i in likely}

    def cost(chosen: tuple[int, ...]) -> float:
        together = len(chosen) - len({whose[i] for i in chosen}) if len(rows) > 1 else 0
        return sum(costs[i] for i in chosen) + weigh_back_difference([tints[i] for i in chosen]) + TOGETHER * together

    ways = {chosen: cost(chosen) for chosen in combinations(likely, min(len(plan.draws), len(likely)))}
    rivals = [{*chosen} for chosen, much in ways.items() if much <= min(ways.values()) + UNSURE]
    return [solid[i] for i in sorted(set.intersection(*rivals))] if rivals else []


def _find_possible_piles(
    cloth: Cloth, plan: BarePlan, cards: Sequence[Quad], plane: TablePlane, outlines: Sequence[Quad]
) -> tuple[list[Quad], list[float]]:
    """What is as large as a card, lies apart from these and is not the table's own, and by what part less rare than they each looks."""
    as_large = [upright for quad in outlines if (upright := _fit_card_or_pile(quad, plane, plan.card_mm)) is not None]
    apart = [quad for quad in as_large if not any(covered_share(quad, card) > ON_IT for card in cards)]
    apart = [quad for quad, on in zip(apart, cloth.count_continued_sides(apart).tolist(), strict=True) if on <= MOST_ENDS]
    solid = [apart[i] for i in index_outermost(apart) if not is_hollow(cloth.image, apart[i])]
    common = (1 - cloth.measure_rarity(solid) / float(np.median(cloth.measure_rarity(cards)))).tolist()
    rare = [i for i, less in enumerate(common) if less < TOO_COMMON]
    return [solid[i] for i in rare], [common[i] for i in rare]


def weigh_back_difference(tints: Sequence[NDArray[np.float64]]) -> float:
    """What weighs how draw piles differ: they have one back, or two players have a deck each."""
    return min(TWO_BACKS, UNLIKE * largest_tint_difference(tints)) if len(tints) > 1 else 0.0


def _nearest_row(card: Corners, rows: Sequence[Sequence[Corners]]) -> int:
    """The row of direction cards to which a card lies nearest, (4, 2) millimetres each."""
    return int(np.argmin([min(_middle_distance_mm(card, other) for other in row) for row in rows]))


def _middle_distance_mm(one: Corners, other: Corners) -> float:
    """Millimetres between the middles of two cards."""
    return float(np.linalg.norm((one - other).mean(axis=0)))


def _weigh_position(quad: Corners, cards: Sequence[Corners], card_mm: tuple[float, float]) -> float:
    """How far from the direction cards something lies, in heights of a card, and how crooked, (4, 2) millimetres each."""
    off = abs((mean_tilt([quad]) - mean_tilt(cards) + math.pi / 4) % (math.pi / 2) - math.pi / 4)
    away = min(_middle_distance_mm(quad, card) for card in cards)
    return away / card_mm[1] + off / CROOKED


def _fit_card_or_pile(quad: Quad, plane: TablePlane, card_mm: tuple[float, float]) -> Quad | None:
    """The quad, upright, if it is about as large as a card on the plane, or as a pile of them."""
    for way in (quad, quad[NEXT]):
        flat = project(way, plane.to_mm)
        sides = np.diff(flat[[0, 1, 2, 3, 0]], axis=0)
        lengths = np.linalg.norm(sides, axis=1)
        larger = np.log((lengths[:2] + lengths[2:]) / 2 / card_mm)
        off = larger - np.clip(larger, 0, _seen_growth(flat.mean(axis=0), sides[:2] / lengths[:2, None], plane, card_mm))
        if abs(off.mean()) < AS_LARGE and np.abs(off).max() < AS_LONG:
            return way
    return None


def _seen_growth(
    middle: NDArray[np.float64], ways: NDArray[np.float64], plane: TablePlane, card_mm: tuple[float, float]
) -> NDArray[np.float64]:
    """(2,) by how much, as logarithms, the highest pile seems wider and higher than a card that lies turned so, whose sides run these `ways`:
    its top is nearer to the camera, and seen from aside it lies beside its foot."""
    nearer = HIGHEST / (plane.camera_mm - HIGHEST)
    return np.asarray(np.log(1 + nearer + np.abs(ways @ middle) * nearer / card_mm), np.float64)
