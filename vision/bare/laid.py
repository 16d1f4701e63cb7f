"""Cards that were laid where no pile is known: found by what changed since the table was found bare, or by their outlines."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bare.spots import LaidPile
from vision.cards.candidates import CARD_CROP_PX, MIN_STRONG_SCORE, find_upright_outlines_in_steps
from vision.cards.outlines import find_blobs_in_steps
from vision.directions.arrangement import Corners, axes_at_turn, measure_quarter_off
from vision.directions.missing import has_card_sides
from vision.place.fiducials import Registration
from vision.plane.homography import project, rectify
from vision.plane.quads import Quad, cut_out, overlap_share
from vision.steps import Steps
from vision.types import Face, Image, Reader


@dataclass(frozen=True, slots=True)
class LaidCardLimits:
    """When something new on a table is a card."""

    px_per_mm: float = 1.0  # of the pictures compared; guess
    min_change: tuple[float, float] = (12.0, 0.08)  # grey levels, and part of the brightness, that looks other; guess
    sensitive: tuple[float, float] = (1.0, 0.4)  # parts of that difference tried: cards nearly as light as the table; guess
    gaps_mm: tuple[float, float] = (1.0, 9.0)  # closed: none, and between the prints of a card as light as the table; guess
    known_grown: float = 1.08  # times a known card's size, its shade with it; guess
    max_larger: float = 1.22  # times a card's side; guess
    max_larger_on_rough: float = 1.35  # the same where the table's plane is known but roughly; guess
    fits: float = 0.86  # part of a card's side from which on the outline of the change is the card's; guess
    shade_mm: float = 3.0  # by which the change is wider than its card, with the card's shade; guess
    fits_larger: float = 1.18  # times its longer side up to which the outline is the card's; guess
    min_filled: float = 0.88  # part of a whole card within what looks other; guess
    min_area: float = 0.3  # of a card: less is no card, only the light's play; guess
    max_side_log: float = 0.14  # logarithm by which an outlined card's sides may differ from a card's; guess
    most_read: int = 14  # outlines read in a picture; guess


LAID_CARD = LaidCardLimits()


@dataclass(frozen=True, slots=True, eq=False)
class TableLooks:
    """The table now and as it was when nobody had laid a card."""

    now: Image
    to_now: Registration
    ground: Image
    to_ground: Registration
    is_rough: bool = False  # a back or two tell its plane: cards far from them look larger there


class NewCard(NamedTuple):
    """A card that came to lie on the table."""

    laid: LaidPile
    corners: Corners
    is_whole: bool  # its whole outline is seen: a hand that holds a card looks otherwise


def find_new_card(
    looks: TableLooks, at: tuple[float, float], card_mm: tuple[float, float], known: Iterable[Corners], straight: float
) -> NewCard | None:
    """The card that came to lie around the point `at`, in millimetres. None where what changed is not as large as one card.

    `card_mm`: width and height of a card. `known`: cards whose change does not count. `straight`: turn of a card that shows
    too little of its outline, radians.
    """
    half = 1.3 * max(card_mm)  # around the point, enough for a whole card; guess
    area = (at[0] - half, at[1] - half, 2 * half, 2 * half)
    now = rectify(looks.now, looks.to_now.to_picture, area, LAID_CARD.px_per_mm)
    before = rectify(looks.ground, looks.to_ground.to_picture, area, LAID_CARD.px_per_mm)
    wide = [card.mean(axis=0) + (card - card.mean(axis=0)) * LAID_CARD.known_grown - area[:2] for card in known]
    best: NewCard | None = None
    for part in LAID_CARD.sensitive:
        changed = _find_change(now, before, part)
        for card in wide:
            cv2.fillConvexPoly(changed, np.round(card * LAID_CARD.px_per_mm).astype(np.int32), 0.0)
        changed = np.asarray(cv2.morphologyEx(changed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        for gap_mm in LAID_CARD.gaps_mm:
            width = round(gap_mm * LAID_CARD.px_per_mm) | 1
            closed = cv2.morphologyEx(changed, cv2.MORPH_CLOSE, np.ones((width, width), np.uint8))
            most = LAID_CARD.max_larger_on_rough if looks.is_rough else LAID_CARD.max_larger
            found = _find_card_in(np.asarray(closed, np.uint8), card_mm, straight, most)
            if found is None:
                continue
            inner, is_whole = found
            laid = replace(inner, at=(area[0] + inner.at[0], area[1] + inner.at[1]))
            new = NewCard(laid, corners_of_card(laid, card_mm), is_whole)
            if is_whole:
                return new
            best = best or new
    return best


def _find_card_in(
    changed: NDArray[np.uint8], card_mm: tuple[float, float], straight: float, most: float
) -> tuple[LaidPile, bool] | None:
    """The card whose change lies nearest to the middle of a picture, in millimetres there, and whether it is seen whole. None
    if that change is not as large as one card.

    `changed`: (h, w) 255 where something changed. `card_mm`: width and height of a card. `straight`: see `find_new_card`. `most`: times
    a card's side, of what may be one.
    """
    count, labels, stats, middles = cv2.connectedComponentsWithStats(changed, connectivity=8)
    card_px = card_mm[0] * card_mm[1] * LAID_CARD.px_per_mm**2
    large = [i for i in range(1, count) if stats[i, cv2.CC_STAT_AREA] >= LAID_CARD.min_area * card_px]
    if not large:
        return None
    middle = (changed.shape[1] / 2, changed.shape[0] / 2)
    chosen = min(large, key=lambda i: math.dist(middles[i].tolist(), middle))
    (x, y), sides, degrees = cv2.minAreaRect(np.argwhere(labels == chosen)[:, ::-1].astype(np.float32))
    scale = LAID_CARD.px_per_mm
    width, height = (max(0.0, side / scale - LAID_CARD.shade_mm) for side in sides)
    fit = _fit_card((width, height), math.radians(degrees), card_mm, straight, most)
    if fit is None:
        return None
    hull = cv2.convexHull(np.argwhere(labels == chosen)[:, ::-1].astype(np.float32))
    is_full = cv2.contourArea(hull) >= LAID_CARD.min_filled * card_px
    return LaidPile((x / scale, y / scale), fit[0]), fit[1] and bool(is_full)


def corners_of_card(laid: LaidPile, card_mm: tuple[float, float]) -> Corners:
    """The corners of a card that lies there. `card_mm`: width and height of a card."""
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(card_mm) / 2
    return np.asarray(half @ axes_at_turn(laid.turn) + np.array(laid.at), np.float64)


def _find_change(now: Image, before: Image, part_of: float = 1.0) -> NDArray[np.uint8]:
    """(h, w) 255 where `now` differs from `before`, both (h, w, 3) uint8, by more than a change of light. One gain for all
    pixels of each colour passes for the light. `part_of`: of the usual difference that counts."""
    seen, known = (cv2.blur(one, (3, 3)).astype(np.float32) for one in (now, before))
    gain = np.clip(np.median((seen + 8) / (known + 8), axis=(0, 1)), 0.6, 1.7)
    levels, part = LAID_CARD.min_change
    off = np.abs(seen - known * gain) > part_of * (levels + part * seen)
    return np.asarray(off.any(axis=2) * np.uint8(255), np.uint8)


def _fit_card(
    sides: tuple[float, float], turn: float, card_mm: tuple[float, float], straight: float, most: float
) -> tuple[float, bool] | None:
    """The turn, in radians, of a card that changed an area with these sides, and whether its outline tells the turn. None if
    no card is that large.

    `sides`: in millimetres, the first at `turn`. `card_mm`: width and height of a card. `straight`, `most`: see `_find_card_in`.
    """
    ways = []
    for (width, height), way in ((sides, turn), (sides[::-1], turn + math.pi / 2)):
        parts = (width / card_mm[0], height / card_mm[1])
        if max(parts) <= most:
            ways.append((min(parts), way))
    if not ways:
        return None
    fits, best = max(ways)
    if fits >= LAID_CARD.fits:
        return best, max(sides) <= LAID_CARD.fits_larger * max(card_mm)
    # too little is seen of the outline: straight or crosswise, whichever is nearer to how the change lies
    return best - measure_quarter_off(best - straight), False


def paint_over(image: Image, quads: Iterable[NDArray[np.floating[Any]]]) -> Image:
    """(h, w, 3) the picture with the cards at `quads` in the colour of what lies around them, as if nothing lay there.
    `quads`: (4, 2) pixels each."""
    painted = image.copy()
    for quad in quads:
        middle = quad.mean(axis=0)
        inner, outer = np.zeros(image.shape[:2], np.uint8), np.zeros(image.shape[:2], np.uint8)
        for mask, grown in ((inner, 1.12), (outer, 1.35)):  # times the card: with its shade, and what lies around; guess
            cv2.fillConvexPoly(mask, np.round(middle + (quad - middle) * grown).astype(np.int32), 255.0)
        around = (outer > 0) & (inner == 0)
        painted[inner > 0] = np.median(image[around], axis=0) if around.any() else 0
    return painted


# --- cards found by outline --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class LyingCard:
    """A card that was read somewhere in a picture."""

    quad: Quad  # upright, picture pixels
    face: Face  # `EMPTY` where it lies beneath something that nobody can read
    beneath: tuple[Face, ...] = ()  # cards that were read in its place before, in the order in which they were laid


def read_lying_cards(
    image: Image,
    registration: Registration | None,
    card_mm: tuple[float, float],
    readers: Sequence[Reader],
    known: Sequence[Corners],
) -> Steps[list[LyingCard]]:
    """The cards that can be read anywhere in a picture, surest first, without those `known`, millimetres.

    `registration`: the table's plane, None where it is not known: then cards of any size are read. `card_mm`: width and height of a
    card. `readers`: of all decks on the table.
    """
    to_mm = None if registration is None else np.asarray(np.linalg.inv(registration.to_picture), np.float64)
    taken = list[Quad]()
    if registration is not None:
        taken += [project(card, registration.to_picture).astype(np.float32) for card in known]

    def is_sized(quad: Quad) -> bool:
        return to_mm is None or has_card_sides(project(quad, to_mm), card_mm, LAID_CARD.max_side_log)

    return (yield from find_named_cards(image, card_mm, partial(read_face, readers=readers), is_sized, taken))


def read_face(crop: Image, readers: Sequence[Reader]) -> Face | None:
    """The face that a reader surely reads on the crop of a card; None where none does."""
    read = (reader.read(crop) for reader in readers)
    return next((reading.face for reading in read if reading.accepted and reading.face), None)


def find_named_cards(
    image: Image,
    card_mm: tuple[float, float],
    name_card: Callable[[Image], Face | None],
    is_sized: Callable[[Quad], bool] = lambda quad: True,
    taken: Sequence[Quad] = (),
) -> Steps[list[LyingCard]]:
    """The cards with a name anywhere in a picture, surest outline first. `name_card`: what the card of a crop shows, None for nothing.
    `is_sized`: may a card be as large as this quad? `taken`: quads on which no card is looked for. `card_mm`: width and height of a
    card."""
    taken, found, left = list(taken), list[LyingCard](), LAID_CARD.most_read
    blobs = yield from find_blobs_in_steps(image)
    (outlines,) = yield from find_upright_outlines_in_steps(image, (card_mm[0] / card_mm[1],), blobs)
    yield
    for card in sorted(outlines, key=lambda card: -card.score):
        if card.score < MIN_STRONG_SCORE or left == 0:
            break
        if not is_sized(card.quad) or any(overlap_share(card.quad, one) > 0.1 for one in taken):
            continue
        left -= 1
        face = name_card(cut_out(image, card.quad, CARD_CROP_PX))
        if face is not None:
            found.append(LyingCard(card.quad, face))
            taken.append(card.quad)
        yield
    return found
