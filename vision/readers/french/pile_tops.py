"""Where the top card of an unread pile lies.

A pile is no rectangle: the outline belongs to several cards. Cards of one picture have the same size, so the top card has four
sides at known distances; cards beneath show fewer sides.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import Blobs, fit_quads_to_edges
from vision.plane.homography import Homography, project
from vision.plane.quads import UNIT, Quad, overlap_share, side_lengths, signed_area
from vision.readers.french.places import LOOSE_PAPER
from vision.readers.french.siblings import Siblings
from vision.readers.french_print.indices import measure_paleness
from vision.types import Image


@dataclass(frozen=True, slots=True)
class PileSearch:
    """Which blobs of a picture may be piles of cards."""

    area_range: tuple[float, float] = (0.8, 2.2)  # of a pile's outline in card areas; guess
    short_side_range: tuple[float, float] = (0.85, 1.7)  # of a pile's box in card widths; guess
    long_side_range: tuple[float, float] = (0.8, 1.7)  # of a pile's box in card heights; guess
    max_own_distance: float = 0.3
    """from the middle of a known card, in sides of a square as large as a card: the card's own outline; guess."""
    min_one_pile_overlap: float = 0.3  # shared area over united area of two outlines of one pile; guess
    min_outlines: int = 2  # ways in which a pile stands out; guess


PILE_SEARCH = PileSearch()


@dataclass(frozen=True, slots=True)
class TopSearch:
    """How the sides of a pile's top card are found."""

    max_places: int = 4  # of a card that are looked at in each pile; guess
    card_width_px: int = 64  # in the view in which sides are looked for; guess
    max_middle_offset_widths: float = 0.45  # of the top card from the middle of the pile, in card widths; guess
    min_edge_levels: float = 4.0  # grey levels a pixel that make an edge, if also `min_edge_to_median` is met; guess
    min_edge_to_median: float = 3.0  # edge strength against the median of the view; guess
    max_overlap: float = 0.93  # shared area over united area of two places; guess


TOP_SEARCH = TopSearch()


@dataclass(frozen=True, slots=True, eq=False)
class CardScale:
    """How large cards look."""

    view: Homography  # (3, 3) from picture pixels to pixels in which all cards are equally large
    card: tuple[float, float]  # width and height of a card in those pixels


def measure_scale(siblings: Siblings) -> CardScale | None:
    """The scale of the picture with the cards `siblings`: on the table's plane where known, else as large as most cards look.
    None where no card was seen whole."""
    if not siblings.whole:
        return None
    if siblings.plane is not None:
        part = TOP_SEARCH.card_width_px / siblings.card_mm[0]
        return CardScale(np.diag([part, part, 1.0]) @ siblings.plane, (TOP_SEARCH.card_width_px, part * siblings.card_mm[1]))
    sides = np.median([side_lengths(sight.quad) for sight in siblings.whole], axis=0)
    part = 2 * TOP_SEARCH.card_width_px / float(sides[0] + sides[2])
    return CardScale(np.diag([part, part, 1.0]), (TOP_SEARCH.card_width_px, part * float(sides[1] + sides[3]) / 2))


def find_piles(image: Image, blobs: Blobs, scale: CardScale, known: Sequence[Quad]) -> list[Quad]:
    """(4, 2) boxes around blobs as large as a pile of cards of this `scale` and as pale as the `known` quads.

    Piles that stand out in most ways come first; blobs around a known card do not count. `blobs`: of `image`. `known`: cards
    read, at least one.
    """
    boxes = sorted(_box_blobs(blobs, scale, np.array([quad.mean(axis=0) for quad in known])), key=_measure_area, reverse=True)
    piles: list[list[Quad]] = []
    for box in boxes:
        home = next((pile for pile in piles if overlap_share(box, pile[0]) > PILE_SEARCH.min_one_pile_overlap), None)
        if home is None:
            piles.append([box])
        else:
            home.append(box)
    pale = LOOSE_PAPER.min_paleness_part * min(measure_paleness(image, quad) for quad in known)
    piles = sorted((pile for pile in piles if len(pile) >= PILE_SEARCH.min_outlines), key=len, reverse=True)
    return [pile[0] for pile in piles if measure_paleness(image, pile[0]) > pale]


def _box_blobs(blobs: Blobs, scale: CardScale, taken: NDArray[Any]) -> Iterator[Quad]:
    """(4, 2) boxes around the blobs of a pile's size. `taken`: (n, 2) middles of known cards."""
    wide, high = scale.card
    back, grows = np.asarray(np.linalg.inv(scale.view)), abs(float(np.linalg.det(scale.view)))
    for contour in blobs.contours:
        x, y, width, height = (side / blobs.scale for side in cv2.boundingRect(contour))
        middle = (x + width / 2, y + height / 2)
        card = wide * high / grows * abs(float(scale.view[2] @ (*middle, 1.0))) ** 3
        # an upright box around a turned card is up to 2.2 times as large as the card
        if not PILE_SEARCH.area_range[0] * card < width * height < 2.2 * PILE_SEARCH.area_range[1] * card:
            continue
        if float(np.abs(taken - middle).max(axis=1).min()) < PILE_SEARCH.max_own_distance * card**0.5:
            continue
        hull = cv2.convexHull(contour).reshape(-1, 2) / blobs.scale
        if not PILE_SEARCH.area_range[0] * card < _measure_area(hull) < PILE_SEARCH.area_range[1] * card:
            continue
        box = cv2.minAreaRect(project(hull, scale.view).astype(np.float32))
        short, long = sorted(box[1])
        if (
            PILE_SEARCH.short_side_range[0] < short / wide < PILE_SEARCH.short_side_range[1]
            and PILE_SEARCH.long_side_range[0] < long / high < PILE_SEARCH.long_side_range[1]
        ):
            yield np.asarray(project(cv2.boxPoints(box), back), np.float32)


def _measure_area(points: NDArray[Any]) -> float:
    return abs(signed_area(points))


def find_top_places(gray: NDArray[Any], pile: Quad, scale: CardScale) -> list[Quad]:
    """(4, 2) clockwise quads, short sides first, where the top card of a pile may lie, likeliest first: rectangles of a card's
    size with sides on edges.

    `gray`: (H, W) uint8, slightly blurred. `pile`: (4, 2) around the pile, in pixels. `scale`: how large cards are there.
    """
    rough = _find_rectangles(gray, pile.mean(axis=0), scale)
    outlines = fit_quads_to_edges(gray, np.array(rough, np.float32), 0.05)  # looked for so far off, in short sides
    fitted = sorted(outlines, key=lambda one: one.score, reverse=True)
    kept: list[Quad] = []
    for outline in fitted:
        if all(overlap_share(outline.quad, other) < TOP_SEARCH.max_overlap for other in kept):
            kept.append(outline.quad)
    return kept[: TOP_SEARCH.max_places]


def _find_rectangles(gray: NDArray[Any], middle: NDArray[Any], scale: CardScale) -> list[Quad]:
    """(4, 2) rectangles of a card's size, best supported by edges first, not yet moved to the edges. `gray`: (H, W) the
    picture. `middle`: (2,) of the pile."""
    reach = int(TOP_SEARCH.max_middle_offset_widths * TOP_SEARCH.card_width_px)
    half = reach + int(np.hypot(*scale.card) / 2) + 3
    centre = project(middle[None], scale.view)[0]
    found: list[tuple[float, Quad]] = []
    for turn in np.radians(np.arange(0, 90, 2.5)):  # finer turns would cost too much time
        cosine, sine = np.cos(turn), np.sin(turn)
        turned = np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1.0]])
        turned[:2, 2] = half - turned[:2, :2] @ centre
        flat = turned @ scale.view
        back = np.asarray(np.linalg.inv(flat))
        side = 2 * half + 1
        seen = cv2.warpPerspective(gray, flat, (side, side), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        edges = _find_edges(seen)
        for first, (wide, high) in enumerate((scale.card, scale.card[::-1])):
            corners = np.roll((UNIT - 0.5) * (wide, high), -first, axis=0) + (half - reach)
            for score, at in _choose_best(_measure_support(*edges, wide, high, reach)):
                found.append((score, np.asarray(project(corners + at, back), np.float32)))
    found.sort(key=lambda pair: pair[0], reverse=True)
    return [quad for _, quad in found[: 4 * TOP_SEARCH.max_places]]


def _find_edges(seen: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """(h, w) twice, 0 to 1: how plainly an upright and a level edge pass near each pixel of the picture `seen`."""
    across, down = (np.abs(cv2.Sobel(seen, cv2.CV_32F, dx, 1 - dx)) / 8 for dx in (1, 0))
    plain = max(TOP_SEARCH.min_edge_levels, TOP_SEARCH.min_edge_to_median * float(np.median(across)))
    upright = np.where(across > down, np.minimum(across / plain, 1), 0)
    level = np.where(down > across, np.minimum(down / plain, 1), 0)
    return cv2.dilate(upright, np.ones((1, 3))), cv2.dilate(level, np.ones((3, 1)))  # a side may lie a pixel off


def _measure_support(upright: NDArray[Any], level: NDArray[Any], wide: float, high: float, reach: int) -> NDArray[Any]:
    """(2 * reach + 1, 2 * reach + 1) how well edges support a rectangle of `wide` by `high` pixels around each middle; the
    weakest side counts double. `upright`, `level`: by `_find_edges`."""
    # along 0.84 of each side: corners are round
    sides = cv2.blur(upright, (1, int(0.84 * high) | 1)), cv2.blur(level, (int(0.84 * wide) | 1, 1))
    middle = upright.shape[0] // 2
    x, y = round(wide / 2), round(high / 2)

    def around(side: NDArray[Any], right: int, below: int) -> NDArray[Any]:
        return side[middle - reach + below : middle + reach + 1 + below, middle - reach + right : middle + reach + 1 + right]

    four = np.stack([around(sides[0], -x, 0), around(sides[0], x, 0), around(sides[1], 0, -y), around(sides[1], 0, y)])
    return np.asarray((four.sum(axis=0) + four.min(axis=0)) / 5)


def _choose_best(support: NDArray[Any]) -> list[tuple[float, tuple[int, int]]]:
    """The best supported middles, apart from one another: support, and x and y."""
    left, found = support.copy(), list[tuple[float, tuple[int, int]]]()
    for _ in range(2):  # places of each turn
        y, x = divmod(int(left.argmax()), left.shape[1])
        found.append((float(left[y, x]), (x, y)))
        left[max(0, y - 6) : y + 7, max(0, x - 6) : x + 7] = 0  # nearer ones are the same place
    return found
