"""Cards that lie partly under others: a corner and the beginnings of two sides show where the rest must be.

All cards of a picture lie on one table: one card seen whole tells how large the others look anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.outlines import Blobs, find_blob_sides, find_places_on_edges
from vision.plane.quads import NEXT, UNIT, Quad, common_area, cut_out, signed_area, signed_areas
from vision.types import Image

Sides = NDArray[Any]
"""(n, 2, 2) straight pieces of edges: two ends, each x, y."""


@dataclass(frozen=True, slots=True)
class HiddenCardLimits:
    """When a corner seen beside other cards is believed to be a card's."""

    min_piece: float = 0.1  # card heights; of a straight piece of a side; guess
    pieces_width_px: float = 150.0
    """Card width at which pieces are looked for: a place is laid to the pixel from a seen corner; guess."""
    min_shown_share: float = 0.6  # of the sides that should show; guess
    above_rim: float = 0.06
    """Share by which a card above is larger than read: decks enrolled at a printed frame, shadows of edges; guess."""
    whole_rim: float = 0.02  # share of a whole card's size counted as rim; guess


HIDDEN_CARD = HiddenCardLimits()


@dataclass(frozen=True, slots=True, eq=False)
class LooseSides:
    """Straight pieces of edges that may be parts of card sides."""

    gray: NDArray[Any]  # (h, w) uint8, a little out of focus: the whole picture times `scale`
    scale: float  # of `gray` to the whole picture
    pieces: Sides  # in pixels of `gray`


def find_loose_sides(
    image: Image, blobs: Blobs, whole: Sequence[Quad] = (), card_px: float = HIDDEN_CARD.pieces_width_px
) -> LooseSides:
    """The loose sides in a picture. `blobs`: of the picture. `whole`: (4, 2) cards seen whole, with print to be ignored.
    `card_px`: width of cards; pictures of large cards are shrunk."""
    gray, scale = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), min(1.0, HIDDEN_CARD.pieces_width_px / card_px)
    if scale < 1:
        gray = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    bare = _blank_prints(gray, [quad * np.float32(scale) for quad in whole])
    pieces = np.concatenate([_detect_pieces(bare), find_blob_sides(blobs) * np.float32(scale)])
    return LooseSides(cv2.GaussianBlur(gray, (0, 0), 1.0), scale, pieces)


def _blank_prints(gray: NDArray[Any], whole: Sequence[Quad]) -> NDArray[Any]:
    """(H, W) the picture `gray` with cards blank but for their rims: most straight pieces are print, and none of the print
    counts. `whole`: quads of the cards; without any the picture itself comes back."""
    bare = gray.copy() if whole else gray
    for quad in whole:
        middle = quad.mean(axis=0)
        # share of size: a card may lie a little beside its place
        inner = np.round(middle + (quad - middle) * (1 - 0.1)).astype(np.int32)
        # pixels; only the paper's level is wanted
        cv2.fillConvexPoly(bare, inner, float(np.median(cut_out(gray, quad, (16, 24)))))
    return bare


def find_hidden_quads(whole: Sequence[Quad], aspect: float, sides: LooseSides) -> list[Quad]:
    """(4, 2) quads, clockwise, portrait, where a card may lie under those seen whole; likeliest first.

    `whole`: upright quads of the seen cards, lying on top. `aspect`: width over height of the cards. `sides`: of the picture
    (see `find_loose_sides`). At most 40; none without whole cards.
    """
    scaled = [quad * np.float32(sides.scale) for quad in whole]
    return [quad / np.float32(sides.scale) for quad in _find_hidden_scaled(sides.gray, scaled, aspect, sides.pieces)]


def _find_hidden_scaled(gray: NDArray[Any], whole: Sequence[Quad], aspect: float, pieces: Sides) -> list[Quad]:
    """The hidden quads in the scaled grey picture, the most visible first; [] for none. `whole`: quads of whole cards.
    `aspect`: width to height of a card. `pieces`: (n, 2, 2) straight pieces of edges. All in scaled pixels."""
    if not whole:
        return []
    leader = max(whole, key=lambda quad: abs(signed_area(quad)))
    card = np.array([[0, 0], [aspect, 0], [aspect, 1], [0, 1]], np.float32)
    to_table = cv2.getPerspectiveTransform(np.ascontiguousarray(leader, np.float32), card)
    sides = _project_sides(_pieces_off_cards(pieces, whole), to_table)
    lengths = np.linalg.norm(sides[:, 1] - sides[:, 0], axis=1)
    longest = np.argsort(-lengths)[:500]  # the longest are paired; guess
    sides = sides[longest[lengths[longest] > HIDDEN_CARD.min_piece]]
    quads = _thin_out_quads(_build_quads_at_corners(sides, aspect))
    if not len(quads):
        return []
    seen = cv2.perspectiveTransform(quads.reshape(1, -1, 2), np.linalg.inv(to_table)).reshape(-1, 4, 2).astype(np.float32)
    seen = seen[_can_be_hidden(seen, gray.shape, whole)]
    if not len(seen):
        return []
    worth = _measure_shown_sides(gray, seen, whole)
    order = [int(i) for i in np.argsort(-worth) if worth[i] > 0]
    return _keep_apart_quads([seen[i] for i in order], 40)  # worth reading; guess


def _thin_out_quads(quads: NDArray[Any]) -> NDArray[Any]:
    """(m, 4, 2) one of each bunch of (n, 4, 2) quads on the table with all corners within a hundredth of a card's height."""
    if not len(quads):
        return quads
    start = quads.sum(axis=2).argmin(axis=1)
    held = np.take_along_axis(quads, ((start[:, None] + np.arange(4)) % 4)[..., None], axis=1)
    right, down = held[:, 1] - held[:, 0], held[:, 3] - held[:, 0]
    clockwise = right[:, 0] * down[:, 1] > right[:, 1] * down[:, 0]
    ordered = np.where(clockwise[:, None, None], held, held[:, [0, 3, 2, 1]])
    _, first = np.unique(np.round(ordered.reshape(-1, 8) / 0.012), axis=0, return_index=True)
    return quads[np.sort(first)]


def _detect_pieces(gray: NDArray[Any]) -> Sides:
    """(n, 2, 2) ends of straight pieces of edges in `gray`, fine and coarse, in pixels. A side may show up twice."""
    found = []
    for scale in (1.0, 0.4):
        small = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        lines = cv2.createLineSegmentDetector().detect(cv2.GaussianBlur(small, (0, 0), 1.0))[0]
        if lines is not None:
            found.append(np.asarray(lines, np.float32).reshape(-1, 2, 2) / np.float32(scale))
    return np.concatenate(found) if found else np.zeros((0, 2, 2), np.float32)


def _pieces_off_cards(sides: Sides, whole: Sequence[Quad]) -> Sides:
    """Pieces that are neither print on a whole card nor a whole card's rim. Only a piece with both ends on a card is left
    out."""
    free = np.ones(len(sides), bool)
    for quad in whole:
        free &= ~(_are_within(sides[:, 0], quad) & _are_within(sides[:, 1], quad))
    return sides[free]


def _project_sides(sides: Sides, to_table: NDArray[Any]) -> Sides:
    """The sides on the table, through `to_table`. `to_table`: (3, 3), pixels to card heights of the seen card taken for the
    measure."""
    if not len(sides):
        return sides
    return np.asarray(cv2.perspectiveTransform(sides.reshape(1, -1, 2), to_table)).reshape(-1, 2, 2)


def _build_quads_at_corners(sides: Sides, aspect: float) -> NDArray[Any]:
    """(m, 4, 2) cards on the table beginning at a corner of two pieces, in each way such a card may lie. `sides`: (n, 2, 2)
    ends of pieces on the table, in heights of a card. `aspect`: width over height of a card."""
    run = sides[:, 1] - sides[:, 0]
    run = run / np.maximum(np.linalg.norm(run, axis=1, keepdims=True), 1e-9)
    first, second = np.nonzero(np.triu(np.abs(run @ run.T) < 0.1, 1))  # off the right angle; guess
    det = run[first, 0] * run[second, 1] - run[first, 1] * run[second, 0]
    gap = sides[second, 0] - sides[first, 0]
    reach = (gap[:, 0] * run[second, 1] - gap[:, 1] * run[second, 0]) / det
    corner = sides[first, 0] + reach[:, None] * run[first]
    along, near_first = _direction_from_corner(sides[first], corner)
    down, near_second = _direction_from_corner(sides[second], corner)
    gap_most = 0.2  # card heights from corner to piece: corners are rounded; guess
    good = (near_first < gap_most) & (near_second < gap_most)
    corner, along, down = corner[good], along[good], down[good]
    quads = []
    for width, height in ((aspect, 1.0), (1.0, aspect)):
        quads.append(
            np.stack([corner, corner + width * along, corner + width * along + height * down, corner + height * down], axis=1)
        )
    return np.concatenate(quads).astype(np.float32) if quads else np.zeros((0, 4, 2), np.float32)


def _direction_from_corner(sides: Sides, corner: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, 2) direction of each side away from its corner and (n,) distance from the corner to the side. `corner`: (n, 2).
    Directions have length 1."""
    ends = np.linalg.norm(sides - corner[:, None], axis=2)
    far = sides[np.arange(len(sides)), ends.argmax(axis=1)] - corner
    return far / np.maximum(np.linalg.norm(far, axis=1, keepdims=True), 1e-9), ends.min(axis=1)


def _can_be_hidden(quads: NDArray[Any], picture: tuple[int, ...], whole: Sequence[Quad]) -> NDArray[np.bool_]:
    """(n,) True for quads with enough area inside the picture and off the whole cards. `picture`: height and width."""
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


def _measure_shown_sides(gray: NDArray[Any], quads: NDArray[Any], whole: Sequence[Quad]) -> NDArray[Any]:
    """(n,) visible part of the sides that should show, times the root of the places seen; 0 if too little. `gray`: (H, W).
    `quads`: (n, 4, 2) hidden cards. `whole`: quads of the cards that may hide sides."""
    ordered = np.where(signed_areas(quads)[:, None, None] > 0, quads, quads[:, ::-1])
    places, on = find_places_on_edges(gray, ordered)
    free = np.ones(on.shape, bool)
    for other in whole:
        near = _reach_into(ordered, other)
        free[near] &= ~_are_within(places[near], other)
    height, width = gray.shape
    free &= (places[..., 0] > 1) & (places[..., 1] > 1) & (places[..., 0] < width - 2) & (places[..., 1] < height - 2)
    shown, should = (on & free).sum(axis=(1, 2)), free.sum(axis=(1, 2))
    part = shown / np.maximum(should, 1)
    return np.where((part > HIDDEN_CARD.min_shown_share) & (should > 12), part * np.sqrt(shown), 0.0)


def _reach_into(quads: NDArray[Any], other: Quad) -> NDArray[np.bool_]:
    """(n,) True for (n, 4, 2) quads that may reach into `other` or its rim."""
    rim = 5 * HIDDEN_CARD.whole_rim * float(np.sqrt(abs(signed_area(other))))
    least, most = other.min(axis=0) - rim, other.max(axis=0) + rim
    return np.asarray(((quads.min(axis=1) < most) & (quads.max(axis=1) > least)).all(axis=1))


def _are_within(places: NDArray[Any], quad: Quad) -> NDArray[Any]:
    """(...) True for places, (..., 2), in a convex clockwise quad or its rim."""
    inside = np.ones(places.shape[:-1], bool)
    rim = HIDDEN_CARD.whole_rim * float(np.sqrt(abs(signed_area(quad))))
    for start, end in zip(quad, quad[NEXT], strict=True):
        side = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
        away = places - start
        inside &= side[0] * away[..., 1] - side[1] * away[..., 0] > -rim
    return inside


def _keep_apart_quads(quads: Sequence[Quad], most: int) -> list[Quad]:
    """(4, 2) each, the first `most` quads that do not nearly coincide with an earlier one; each made clockwise and portrait."""
    every, kept = np.array(quads, np.float32).reshape(-1, 4, 2), list[Quad]()
    areas = signed_areas(every)
    every[areas <= 0] = every[areas <= 0, ::-1]
    reach = (0.03 * np.sqrt(np.abs(areas))).astype(np.float32)
    turns = every[:, (np.arange(4)[:, None] + np.arange(4)) % 4]  # (n, 4, 4, 2), beginning with each of the corners
    left = np.arange(len(every))
    while left.size and len(kept) < most:
        first, left = left[0], left[1:]
        kept.append(every[first])
        off = np.abs(turns[left] - every[first]).max(axis=(2, 3)).min(axis=1)
        left = left[off >= reach[left]]
    return kept


def mask_visible_part(
    size: tuple[int, int], quad: Quad, above: Sequence[Quad], picture: tuple[int, int], rim: float = HIDDEN_CARD.above_rim
) -> NDArray[np.bool_]:
    """(h, w) True where the card itself shows in a crop of `size` (width, height) of `quad`: inside the picture, under no card
    of `above`. `picture`: height and width. `rim`: share by which cards above are taken to be larger."""
    width, height = size
    seen = np.zeros((height, width), np.uint8)
    frame = UNIT * np.array([picture[1], picture[0]], np.float32)
    to_crop = cv2.getPerspectiveTransform(np.ascontiguousarray(quad, np.float32), UNIT * np.array([width, height], np.float32))
    _fill_quad(seen, frame, to_crop, 1)
    for other in above:
        _fill_quad(seen, other + (other - other.mean(axis=0)) * np.float32(rim), to_crop, 0)
    return seen > 0


def _fill_quad(mask: NDArray[Any], quad: Quad, to_crop: NDArray[Any], value: int) -> None:
    """Fill a quad of the picture in the mask of a crop, in place."""
    points = cv2.perspectiveTransform(np.asarray(quad, np.float32).reshape(1, -1, 2), to_crop).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(np.clip(points, -4000, 4000)).astype(np.int32), value)
