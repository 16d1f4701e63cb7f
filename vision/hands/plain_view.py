"""Piles in plain view beside a hand that does not leave: whoever deals, or waits with a hand drawn back a little, hides no card.

A hand in a zone hides it, as a rule. But where the card lies still, clear of everything that may be a hand, it can be read. So it can
where fingers only touch it. What the hand covers beside it is shown as the bare table there is remembered.
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
    max_neck_fingers: float = 0.25  # guess: 14 mm; what is no broader, and lay still, joins a hand to a card
    areas_of_card: tuple[float, float] = (0.85, 1.45)  # guess; of a card that fingers touch, in cards: an untidy pile is larger
    min_filled_part: float = 0.75  # measured: 0.77 to 0.88 with fingertips at a corner; of the smallest rectangle around it
    min_sides_ratio: float = 0.45  # guess; of the sides of that rectangle: fingers side by side are longer


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
        if not (over & in_zone).any():
            continue
        known = _draw_place(background, places[name])
        card = known | ((background.foreground > 0) & in_zone & ~over)
        is_apart = np.count_nonzero(over & card) <= MIN_SEEN_PX
        if is_apart and np.count_nonzero(card) >= PLAIN_VIEW.min_card_part * field.cards_px[number]:
            inner = card
        else:
            card = _cut_off_hand(background, number, known, lately)
            inner = card & ~_enlarge(over & ~card)  # the rim of a card seems to move with the finger that touches it
        area = np.count_nonzero(inner)
        if area and np.count_nonzero(lately & inner) <= PLAIN_VIEW.max_moving_part * area:
            found[name] = card
    return found


def part_from_hands(background: Background, cards: Mapping[str, NDArray[np.bool_]]) -> Background:
    """The background in which these cards are no part of a hand that touches them. `cards`: of `find_plain_cards`."""
    if background.over is None or not cards:
        return background
    return replace(background, over=background.over & ~np.any(list(cards.values()), axis=0))


def _cut_off_hand(
    background: Background, number: int, known: NDArray[np.bool_], lately: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """(h, w) where a card lies that a hand touches from beside, told by its shape; nowhere where nothing has the shape of a card.

    A hand trembles, a card does not: what moved `lately`, (h, w), lies between them. `number`: of the zone, from 0; `known`: (h, w)
    where a card is known to lie.
    """
    field = background.field
    in_zone = (field.zones == number + 1).astype(np.uint8)
    around, _ = enlarge_box(find_bounding_box(in_zone), round(field.fingers_px))
    solid = (((background.foreground[around] > 0) | known[around]) & ~lately[around]).astype(np.uint8)
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(solid, contours, -1, 1, cv2.FILLED)
    width = max(3, round(PLAIN_VIEW.max_neck_fingers * field.fingers_px)) | 1
    opened = np.asarray(cv2.morphologyEx(solid, cv2.MORPH_OPEN, np.ones((width, width), np.uint8)), np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    parts = (labels == label for label in range(1, len(stats)))
    inside = (part for part in parts if not (part & (in_zone[around] == 0)).any())
    card = np.zeros(in_zone.shape, np.bool_)
    card[around] = next((part for part in inside if _is_card_shaped(part, field.cards_px[number])), False)
    return card


def _is_card_shaped(part: NDArray[np.bool_], card_px: float) -> bool:
    """Is a part of the picture a rectangle about as large as a card? `card_px`: area of a card there."""
    area = float(np.count_nonzero(part))
    least, most = PLAIN_VIEW.areas_of_card
    if not least * card_px <= area <= most * card_px:
        return False
    short, long = sorted(cv2.minAreaRect(np.argwhere(part).astype(np.float32))[1])
    filled = area / max(1.0, (short + 1) * (long + 1))
    return bool(filled >= PLAIN_VIEW.min_filled_part and short >= PLAIN_VIEW.min_sides_ratio * long)


def _enlarge(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """(h, w) the mask, enlarged a little."""
    around = np.ones((PLAIN_VIEW.rim_px,) * 2, np.uint8)
    return np.asarray(cv2.dilate(mask.astype(np.uint8), around) > 0, np.bool_)


def uncover_zones(sight: TableSight, background: Background, cards: Mapping[str, NDArray[np.bool_]]) -> TableSight:
    """The sight with these zones clear, and without what the hand beside a card changes in them. `cards`: of `find_plain_cards`.

    Where a hand touches the card something rests in the zone: readings that agree are believed, and nothing is asked.
    `background`: in which the hand still is one with such a card.
    """
    if not cards:
        return sight
    field, over = background.field, background.over
    touched = {name for name, card in cards.items() if over is not None and np.count_nonzero(over & card) > MIN_SEEN_PX}
    seen = field.zones[(background.foreground > 0) & (np.zeros(field.zones.shape, bool) if over is None else ~over)]
    shares = np.bincount(seen, minlength=len(field.names) + 1)[1:] / field.areas
    changed = tuple(
        (name, float(share) if name in cards else before) for (name, before), share in zip(sight.changed, shares, strict=True)
    )
    resting = (sight.resting - cards.keys()) | touched
    return replace(sight, covered=sight.covered - cards.keys(), resting=resting, changed=changed)


def wipe_hands(image: Image, background: Background, cards: Mapping[str, NDArray[np.bool_]]) -> Image:
    """The picture, (H, W, 3), with the remembered table in place of hands beside these cards. `cards`: of `find_plain_cards`."""
    over = background.over
    if not cards or over is None:
        return image
    field, wiped = background.field, image.copy()
    hands = _enlarge(over)
    down, across = image.shape[0] / over.shape[0], image.shape[1] / over.shape[1]
    for name, card in cards.items():
        in_zone = _enlarge(field.zones == field.names.index(name) + 1)
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
    return _enlarge(mask > 0)
