"""Find cards that lie partly under others: a corner and the beginnings of two sides show where the rest must be.

All cards of a picture lie on one table, so one card that is seen whole tells how large the others look, wherever they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import Blobs, blob_sides, on_edges
from vision.plane.quads import NEXT, UNIT, Quad, common_area, cut_out, signed_area, signed_areas
from vision.types import Image

Sides = NDArray[Any]
"""(n, 2, 2) straight pieces of edges: two ends, each x, y."""

SHORTEST_PIECE = 0.1
"""Least length of a piece of a side, in card heights."""
PIECES_WIDTH = 150.0
"""Pixels across a card in which pieces are looked for: from a corner that is seen to a pixel there a place is laid on what it shows."""
CORNER_GAP = 0.2
"""How far from the corner a piece may begin, in card heights: corners are rounded, and covered edges begin late."""
SQUARE = 0.1
"""Cosine by which two sides may be off the right angle."""
MOST_QUADS = 40
"""Quads that are worth reading."""
MOST_SIDES = 500
"""Pieces of sides that are paired, the longest."""
SHOWN = 0.6
"""Part of the sides that should show and does, for a corner to be believed."""
RIM = 0.06
"""How much larger than it was read the card above is taken to be: a deck with a printed frame may have been enrolled at that frame, some two
millimetres within its edge, and an edge throws a shadow."""

_RIM = 0.02
"""The rim of a card that is seen whole, in parts of its size."""
_PRINTED = 0.1
"""Part of a card's size by which what is blanked of it is smaller: the card may have been laid a little beside where it lies."""
_GLANCE = (16, 24)
"""Width and height in pixels of a card of which only the paper's level is wanted."""


@dataclass(frozen=True, slots=True, eq=False)
class LooseSides:
    """`pieces`: every straight piece of an edge that may be a part of a card's side, in pixels of `gray`, (h, w) uint8, a little out of
    focus: the whole picture times `scale`."""

    gray: NDArray[Any]
    scale: float
    pieces: Sides


def sides_in(image: Image, blobs: Blobs, whole: Sequence[Quad] = (), card_px: float = PIECES_WIDTH) -> LooseSides:
    """The loose sides in a picture. `whole`: (4, 2) cards that are seen whole, on whose print none is looked for. `card_px`: how wide the
    cards are in it; those of large ones are looked for in a smaller picture."""
    gray, scale = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), min(1.0, PIECES_WIDTH / card_px)
    if scale < 1:
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    bare = _without_print(gray, [quad * np.float32(scale) for quad in whole])
    pieces = np.concatenate([_pieces(bare), blob_sides(blobs) * np.float32(scale)])
    return LooseSides(cv2.GaussianBlur(gray, (0, 0), 1.0), scale, pieces)


def _without_print(gray: NDArray[Any], whole: Sequence[Quad]) -> NDArray[Any]:
    """The picture with cards blank but for their rims: their print is most of what there is to look through, and none of it counts."""
    bare = gray.copy() if whole else gray
    for quad in whole:
        middle = quad.mean(axis=0)
        inner = np.round(middle + (quad - middle) * (1 - _PRINTED)).astype(np.int32)
        cv2.fillConvexPoly(bare, inner, float(np.median(cut_out(gray, quad, _GLANCE))))
    return bare


def hidden_quads(whole: Sequence[Quad], aspect: float, sides: LooseSides) -> list[Quad]:
    """(4, 2) quads, clockwise, portrait, where a card of the table may lie under those that are seen whole; likeliest first.

    `whole`: upright quads of the cards that are seen, which lie on top. `aspect`: width over height of the cards. `sides`: of
    the picture (see `sides_in`).
    """
    scaled = [quad * np.float32(sides.scale) for quad in whole]
    return [quad / np.float32(sides.scale) for quad in _hidden(sides.gray, scaled, aspect, sides.pieces)]


def _hidden(gray: NDArray[Any], whole: Sequence[Quad], aspect: float, pieces: Sides) -> list[Quad]:
    if not whole:
        return []
    leader = max(whole, key=lambda quad: abs(signed_area(quad)))
    card = np.array([[0, 0], [aspect, 0], [aspect, 1], [0, 1]], np.float32)
    to_table = cv2.getPerspectiveTransform(np.ascontiguousarray(leader, np.float32), card)
    sides = _on_table(_free(pieces, whole), to_table)
    lengths = np.linalg.norm(sides[:, 1] - sides[:, 0], axis=1)
    longest = np.argsort(-lengths)[:MOST_SIDES]
    sides = sides[longest[lengths[longest] > SHORTEST_PIECE]]
    quads = _thinned(_quads_at_corners(sides, aspect))
    if not len(quads):
        return []
    seen = cv2.perspectiveTransform(quads.reshape(1, -1, 2), np.linalg.inv(to_table)).reshape(-1, 4, 2).astype(np.float32)
    seen = seen[_may_be(seen, gray.shape, whole)]
    if not len(seen):
        return []
    worth = _shown(gray, seen, whole)
    order = [int(i) for i in np.argsort(-worth) if worth[i] > 0]
    return _apart([seen[i] for i in order], MOST_QUADS)


def _thinned(quads: NDArray[Any]) -> NDArray[Any]:
    """One of each bunch of quads on the table whose corners all lie within a hundredth of a card's height."""
    if not len(quads):
        return quads
    start = quads.sum(axis=2).argmin(axis=1)
    held = np.take_along_axis(quads, ((start[:, None] + np.arange(4)) % 4)[..., None], axis=1)
    right, down = held[:, 1] - held[:, 0], held[:, 3] - held[:, 0]
    clockwise = right[:, 0] * down[:, 1] > right[:, 1] * down[:, 0]
    ordered = np.where(clockwise[:, None, None], held, held[:, [0, 3, 2, 1]])
    _, first = np.unique(np.round(ordered.reshape(-1, 8) / 0.012), axis=0, return_index=True)
    return quads[np.sort(first)]


def _pieces(gray: NDArray[Any]) -> Sides:
    """Straight pieces of edges in the picture, fine and coarse."""
    found = []
    for scale in (1.0, 0.4):
        small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        lines = cv2.createLineSegmentDetector().detect(cv2.GaussianBlur(small, (0, 0), 1.0))[0]
        if lines is not None:
            found.append(np.asarray(lines, np.float32).reshape(-1, 2, 2) / np.float32(scale))
    return np.concatenate(found) if found else np.zeros((0, 2, 2), np.float32)


def _free(sides: Sides, whole: Sequence[Quad]) -> Sides:
    """Those pieces that are no print on a card that is seen whole, nor its rim."""
    free = np.ones(len(sides), bool)
    for quad in whole:
        free &= ~(_within(sides[:, 0], quad) & _within(sides[:, 1], quad))
    return sides[free]


def _on_table(sides: Sides, to_table: NDArray[Any]) -> Sides:
    if not len(sides):
        return sides
    return np.asarray(cv2.perspectiveTransform(sides.reshape(1, -1, 2), to_table)).reshape(-1, 2, 2)


def _quads_at_corners(sides: Sides, aspect: float) -> NDArray[Any]:
    """(m, 4, 2) cards on the table that begin at a corner of two pieces, in each way such a card may lie."""
    run = sides[:, 1] - sides[:, 0]
    run = run / np.maximum(np.linalg.norm(run, axis=1, keepdims=True), 1e-9)
    first, second = np.nonzero(np.triu(np.abs(run @ run.T) < SQUARE, 1))
    det = run[first, 0] * run[second, 1] - run[first, 1] * run[second, 0]
    gap = sides[second, 0] - sides[first, 0]
    reach = (gap[:, 0] * run[second, 1] - gap[:, 1] * run[second, 0]) / det
    corner = sides[first, 0] + reach[:, None] * run[first]
    along, near_first = _away_from(sides[first], corner)
    down, near_second = _away_from(sides[second], corner)
    good = (near_first < CORNER_GAP) & (near_second < CORNER_GAP)
    corner, along, down = corner[good], along[good], down[good]
    quads = []
    for width, height in ((aspect, 1.0), (1.0, aspect)):
        quads.append(
            np.stack([corner, corner + width * along, corner + width * along + height * down, corner + height * down], axis=1)
        )
    return np.concatenate(quads).astype(np.float32) if quads else np.zeros((0, 4, 2), np.float32)


def _away_from(sides: Sides, corner: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, 2) direction of each side away from its corner and (n,) how far from it the side begins."""
    ends = np.linalg.norm(sides - corner[:, None], axis=2)
    far = sides[np.arange(len(sides)), ends.argmax(axis=1)] - corner
    return far / np.maximum(np.linalg.norm(far, axis=1, keepdims=True), 1e-9), ends.min(axis=1)


def _may_be(quads: NDArray[Any], picture: tuple[int, ...], whole: Sequence[Quad]) -> NDArray[np.bool_]:
    """(n,) of which quads enough lies in the picture and free of the cards that are seen whole."""
    height, width = picture
    areas = signed_areas(quads)
    quads = np.where(areas[:, None, None] > 0, quads, quads[:, ::-1])
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    least, most = quads.min(axis=1), quads.max(axis=1)
    crosses = ((least < 0) | (most > (width, height))).any(axis=1)
    shown = np.ones(len(quads))
    shown[crosses] = [common_area(quad, frame) for quad in quads[crosses]] / np.abs(areas[crosses])
    hidden = np.zeros((len(whole), len(quads)))
    for part, other in zip(hidden, whole, strict=True):
        near = ((least < other.max(axis=0)) & (most > other.min(axis=0))).all(axis=1) & (shown >= 0.3)
        part[near] = [common_area(quad, other) for quad in quads[near]] / np.abs(areas[near])
    return np.asarray((shown >= 0.3) & (hidden.max(axis=0) < 0.85) & (hidden.sum(axis=0) < 0.9))


def _shown(gray: NDArray[Any], quads: NDArray[Any], whole: Sequence[Quad]) -> NDArray[Any]:
    """(n,) how much of the sides that should show does; 0 if too little."""
    ordered = np.where(signed_areas(quads)[:, None, None] > 0, quads, quads[:, ::-1])
    places, on = on_edges(gray, ordered)
    free = np.ones(on.shape, bool)
    for other in whole:
        near = _beside(ordered, other)
        free[near] &= ~_within(places[near], other)
    height, width = gray.shape
    free &= (places[..., 0] > 1) & (places[..., 1] > 1) & (places[..., 0] < width - 2) & (places[..., 1] < height - 2)
    shown, should = (on & free).sum(axis=(1, 2)), free.sum(axis=(1, 2))
    part = shown / np.maximum(should, 1)
    return np.where((part > SHOWN) & (should > 12), part * np.sqrt(shown), 0.0)


def _beside(quads: NDArray[Any], other: Quad) -> NDArray[np.bool_]:
    """(n,) which of (n, 4, 2) quads may reach into another one or its rim: what lies beyond costs nothing."""
    rim = 5 * _RIM * float(np.sqrt(abs(signed_area(other))))
    least, most = other.min(axis=0) - rim, other.max(axis=0) + rim
    return np.asarray(((quads.min(axis=1) < most) & (quads.max(axis=1) > least)).all(axis=1))


def _within(places: NDArray[Any], quad: Quad) -> NDArray[Any]:
    """Which of (..., 2) places lie in a convex clockwise quad, its rim included."""
    inside = np.ones(places.shape[:-1], bool)
    rim = _RIM * float(np.sqrt(abs(signed_area(quad))))
    for start, end in zip(quad, quad[NEXT], strict=True):
        side = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
        away = places - start
        inside &= side[0] * away[..., 1] - side[1] * away[..., 0] > -rim
    return inside


def _apart(quads: Sequence[Quad], most: int) -> list[Quad]:
    """The first `most` that do not nearly coincide with one before; each made clockwise and portrait."""
    kept: list[Quad] = []
    for quad in quads:
        quad = quad if signed_area(quad) > 0 else np.ascontiguousarray(quad[::-1])
        reach = 0.03 * float(np.sqrt(abs(signed_area(quad))))
        turns = np.stack([quad, quad[[1, 2, 3, 0]], quad[[2, 3, 0, 1]], quad[[3, 0, 1, 2]]])
        if not kept or np.abs(np.stack(kept)[:, None] - turns).max(axis=(2, 3)).min() >= reach:
            kept.append(quad)
        if len(kept) == most:
            break
    return kept


def visible_part(
    size: tuple[int, int], quad: Quad, above: Sequence[Quad], picture: tuple[int, int], rim: float = RIM
) -> NDArray[np.bool_]:
    """(h, w) where in a crop of `size` (width, height) of `quad` the card itself shows: within the picture, under no card of `above`. `rim`:
    by how much larger these are taken to be."""
    width, height = size
    seen = np.zeros((height, width), np.uint8)
    frame = UNIT * np.array([picture[1], picture[0]], np.float32)
    to_crop = cv2.getPerspectiveTransform(np.ascontiguousarray(quad, np.float32), UNIT * np.array([width, height], np.float32))
    _filled(seen, frame, to_crop, 1)
    for other in above:
        _filled(seen, other + (other - other.mean(axis=0)) * np.float32(rim), to_crop, 0)
    return seen > 0


def _filled(mask: NDArray[Any], quad: Quad, to_crop: NDArray[Any], value: int) -> None:
    points = cv2.perspectiveTransform(np.asarray(quad, np.float32).reshape(1, -1, 2), to_crop).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(np.clip(points, -4000, 4000)).astype(np.int32), value)
