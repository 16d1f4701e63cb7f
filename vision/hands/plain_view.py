"""Piles in plain view beside a hand that does not leave: whoever deals, or waits with a hand drawn back a little, hides no card.

A hand in a zone hides it, as a rule. But where the card lies still, clear of everything that may be a hand, it can be read. What the
hand covers beside it is shown as the bare table there is remembered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.hands.foreground import enlarge_box, find_bounding_box
from vision.hands.motion import Background, TableSight
from vision.hands.patches import MIN_SEEN_PX
from vision.plane.homography import project
from vision.plane.quads import Quad
from vision.types import Image


@dataclass(frozen=True, slots=True)
class PlainViewLimits:
    """When a pile beside a hand lies in plain view."""

    min_card_part: float = 0.6  # guess; part of a card that must be known to lie there
    still_s: float = 0.1  # guess; without motion: the hand that laid the card has left it
    max_moving_part: float = 0.02  # guess; part of the card that may seem to move: noise
    rim_px: int = 5  # guess; width of the square by which a known card and a hand are enlarged, some millimetres all round


PLAIN_VIEW = PlainViewLimits()


def find_plain_cards(
    background: Background, sight: TableSight, places: Mapping[str, Quad | None]
) -> dict[str, NDArray[np.bool_]]:
    """(h, w) where the card lies, by name of each covered zone whose card lies in plain view. `places`: of zones with a pile that
    is known, millimetres of the top card, None for an empty zone. Nothing after a jolt, and nothing on a bare table."""
    field, over = background.field, background.over
    if sight.is_jolted or field.loose or over is None or not sight.covered & places.keys():
        return {}
    lately = background.moved_at >= background.at - background.start - PLAIN_VIEW.still_s
    found = dict[str, NDArray[np.bool_]]()
    for name in sorted(sight.covered & places.keys()):
        number = field.names.index(name)
        in_zone = field.zones == number + 1
        card = _draw_place(background, places[name]) | ((background.foreground > 0) & in_zone & ~over)
        area = np.count_nonzero(card)
        if area < PLAIN_VIEW.min_card_part * field.cards_px[number] or not (over & in_zone).any():
            continue
        is_clear = np.count_nonzero(over & card) <= MIN_SEEN_PX
        if is_clear and np.count_nonzero(lately & card) <= PLAIN_VIEW.max_moving_part * area:
            found[name] = card
    return found


def uncover_zones(sight: TableSight, background: Background, cards: Mapping[str, NDArray[np.bool_]]) -> TableSight:
    """The sight with these zones clear, and without what the hand beside a card changes in them. `cards`: of `find_plain_cards`."""
    if not cards:
        return sight
    field, over = background.field, background.over
    seen = field.zones[(background.foreground > 0) & (np.zeros(field.zones.shape, bool) if over is None else ~over)]
    shares = np.bincount(seen, minlength=len(field.names) + 1)[1:] / field.areas
    changed = tuple(
        (name, float(share) if name in cards else before) for (name, before), share in zip(sight.changed, shares, strict=True)
    )
    return replace(sight, covered=sight.covered - cards.keys(), resting=sight.resting - cards.keys(), changed=changed)


def wipe_hands(image: Image, background: Background, cards: Mapping[str, NDArray[np.bool_]]) -> Image:
    """The picture, (H, W, 3), with the remembered table in place of hands beside these cards. `cards`: of `find_plain_cards`."""
    over, around = background.over, np.ones((PLAIN_VIEW.rim_px,) * 2, np.uint8)
    if not cards or over is None:
        return image
    field, wiped = background.field, image.copy()
    hands = cv2.dilate(over.astype(np.uint8), around) > 0
    down, across = image.shape[0] / over.shape[0], image.shape[1] / over.shape[1]
    for name, card in cards.items():
        in_zone = cv2.dilate((field.zones == field.names.index(name) + 1).astype(np.uint8), around) > 0
        mask = (in_zone & hands & ~card).astype(np.uint8)
        if not mask.any():
            continue
        rows, columns = enlarge_box(find_bounding_box(mask), 2)[0]
        rows, columns = slice(rows.start, min(rows.stop, over.shape[0])), slice(columns.start, min(columns.stop, over.shape[1]))
        place = (
            slice(round(rows.start * down), round(rows.stop * down)),
            slice(round(columns.start * across), round(columns.stop * across)),
        )
        size = place[1].stop - place[1].start, place[0].stop - place[0].start
        look = cv2.resize(
            np.clip(background.table[rows, columns], 0, 255).astype(np.uint8), size, interpolation=cv2.INTER_LINEAR
        )
        where = cv2.resize(mask[rows, columns], size, interpolation=cv2.INTER_NEAREST) > 0
        wiped[place][where] = look[where]
    return wiped


def _draw_place(background: Background, place: Quad | None) -> NDArray[np.bool_]:
    """(h, w) a card, enlarged a little. `place`: (4, 2) millimetres, None for none."""
    mask = np.zeros(background.field.zones.shape, np.uint8)
    if place is not None:
        quad = project(np.asarray(place, np.float64), np.asarray(np.linalg.inv(background.field.to_layout), np.float64))
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1.0)
        mask = np.asarray(cv2.dilate(mask, np.ones((PLAIN_VIEW.rim_px,) * 2, np.uint8)), np.uint8)
    return np.asarray(mask > 0, np.bool_)
