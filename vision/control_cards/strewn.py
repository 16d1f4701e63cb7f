"""Control cards that lie anywhere on the table, on their zone or not.

Looked for is what lies there now and did not before: a patch of the small picture that is not table, of about a card's size, in which
nothing moves. Only such a patch is cut out of the frame and read, a few times at most; the rest of the picture never is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.control_cards.controls import CODE_GONE_AFTER, places_of_controls
from vision.control_cards.finders import may_hold_code
from vision.errors import ReaderUnavailable
from vision.hands.field import Field
from vision.hands.motion import Gate
from vision.place.layout import Layout
from vision.plane.homography import Homography, corners_of, project, rectify
from vision.types import Image

LAIN = 0.35
"""Seconds without motion after which a patch is looked at: a card of the game was read by then and belongs to the table."""
LEAST_MM, MOST_MM = 22.0, 190.0
"""Length and width of a patch that may be a control card, the hand beside it left out."""
CUT_MM, MARGIN_MM = 120.0, 9.0
"""Sides of what is cut out around a patch at least, and what is added to a larger one: of a card whose white is that of the mat, or
that lies where another lay before, only a part is a patch."""
HALF_MM = 32.0
"""From the middle of a code to the edges of what its card hides."""
CARD_FIRST = 0.5
"""Seconds after a zone has come clear in which its card is read and no code is looked for: a frame is to do one thing."""
TRIES = 4
"""Looks at one patch in which no code is read: a card of the game, a glass, a code of somebody else's."""
SAME_MM = 20.0
"""Distance within which a patch is the one of a frame before."""
BEYOND_MM = 30.0
"""What reaches so far beyond the place of a card is no card alone: it hides it."""
FINE = 3.5
"""Pixels a millimetre of what is cut out, however fine the camera sees: a module of a printed code measures 1.8 mm, and a decoder wants more
than the two or three pixels that a camera gives it from afar."""
CRISPED_OVER, CRISPER = 3.0, 4.0
"""Pixels over which, and how many times, the edges of a cut-out are deepened: what a lens has blurred is read again."""

Box = tuple[float, float, float, float]
"""x, y, width, height in mat millimetres."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A control card that lies there. `read_at`: when its code was last read; `without`: since when it is not, in a place that is clear."""

    code: str
    box: Box
    read_at: float
    without: float | None = None


@dataclass(frozen=True, slots=True)
class Tried:
    """A patch in which no code was read, so many times since something last moved there. `at`: when it was last looked at."""

    box: Box
    tries: int
    at: float


@dataclass(frozen=True, slots=True)
class Strewn:
    """What lies there. `cards`: those announced; `tried`: what was looked at in vain."""

    cards: tuple[Placed, ...] = ()
    tried: tuple[Tried, ...] = ()

    @property
    def codes(self) -> frozenset[str]:
        """The codes that lie there."""
        return frozenset(card.code for card in self.cards)

    def hides(self, layout: Layout) -> frozenset[str]:
        """The zones of cards and draw piles on which one lies: what it hides there is not to be read."""
        zones = [zone for zone in layout.zones if zone.kind != "control"]
        return frozenset(zone.name for zone in zones for card in self.cards if _overlap(zone.rect_mm, card.box) > 0.25)


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The table to be searched: the frame, and how mat millimetres lie in it."""

    image: Image
    to_picture: Homography

    def cards(self, box: Box) -> dict[str, Box]:
        """The codes of the contract around a box, and where the card of each lies."""
        wide = _wide(box)
        flat = rectify(self.image, self.to_picture, wide, FINE)
        if not may_hold_code(flat):
            return {}
        crisp = cv2.addWeighted(flat, 1 + CRISPER, cv2.GaussianBlur(flat, (0, 0), CRISPED_OVER), -CRISPER, 0)
        found = places_of_controls(np.asarray(crisp, np.uint8))
        return {code: _card_at(wide[0] + x / FINE, wide[1] + y / FINE) for code, (x, y) in found.items()}


def first_strewn() -> Strewn | None:
    """Nothing found yet; None where codes cannot be read at all, because zbar is not installed."""
    try:
        places_of_controls(np.zeros((8, 8, 3), np.uint8))
    except ReaderUnavailable:
        return None
    return Strewn()


def search(
    strewn: Strewn, gate: Gate, sheet: Sheet, told: frozenset[str], busy: bool = False
) -> tuple[Strewn, tuple[str, ...]]:
    """One frame further: at most one new patch is read, and each known card where something has moved. Hands back the codes that were
    laid just now. `told`: those that are told as on a control zone; `busy`: new patches are left for another frame."""
    if busy and not strewn.cards:
        return strewn, ()
    patches = [*_patches(gate)] if np.any(gate.foreground) else []
    cards = tuple(kept for card in strewn.cards if (kept := _kept(card, patches, gate, sheet)))
    tried = tuple(one for one in strewn.tried if _is_same(one, patches, gate))
    strewn = replace(strewn, cards=cards, tried=tried)
    box = None if busy else _next(strewn, patches)
    if box is None:
        return strewn, ()
    found = {code: card for code, card in sheet.cards(box).items() if code not in told}
    new = tuple(sorted(found.keys() - strewn.codes))
    moved = [Placed(card.code, found[card.code], gate.at) if card.code in found else card for card in strewn.cards]
    fresh = [Placed(code, found[code], gate.at) for code in new]
    return replace(strewn, cards=(*moved, *fresh), tried=_counted(tried, box, bool(found), gate.at)), new


def _patches(gate: Gate) -> Iterator[Box]:
    """What is not table and lies still, in mat millimetres."""
    still = (gate.foreground > 0) & (gate.at - gate.start - gate.moved_at >= LAIN)
    if np.count_nonzero(still) < gate.field.hand_px / 2:  # what is closed below grows, but not to twice its size
        return
    closed = cv2.morphologyEx(still.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(closed, connectivity=8)
    for left, top, width, height, area in stats[1:count].tolist():
        if area >= gate.field.hand_px:
            yield _in_mm((left, top, width, height), gate.field)


def _in_mm(box: tuple[int, int, int, int], field: Field) -> Box:
    corners = project(corners_of(box), field.to_layout)
    (left, top), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return left, top, right - left, bottom - top


def _next(strewn: Strewn, patches: Sequence[Box]) -> Box | None:
    """The patch that is to be read now: of a card's size, and looked at least often so far."""
    fit = [box for box in patches if all(LEAST_MM <= side <= MOST_MM for side in box[2:])]
    unread = [box for box in fit if not any(_near(box, card.box) for card in strewn.cards)]
    open_ = [(tries, box) for box in unread if (tries := _tries(strewn, box)) < TRIES]
    return min(open_)[1] if open_ else None


def _kept(card: Placed, patches: Sequence[Box], gate: Gate, sheet: Sheet) -> Placed | None:
    """The card after one more frame, None once it was taken away: read again only where something has moved since."""
    moved = _moved_at(card.box, gate)
    if card.without is None and moved <= card.read_at:
        return card
    if gate.at - moved < LAIN or any(_hides(box, card.box) for box in patches):
        return replace(card, without=None, read_at=min(card.read_at, moved - 1e-3))
    if seen := sheet.cards(card.box).get(card.code):
        return Placed(card.code, seen, gate.at)
    since = gate.at if card.without is None else card.without
    return None if gate.at - since >= CODE_GONE_AFTER else replace(card, without=since)


def _moved_at(box: Box, gate: Gate) -> float:
    """When anything last moved in a box, seconds as the frames count them."""
    there = project(corners_of(box), np.asarray(np.linalg.inv(gate.field.to_layout), np.float64))
    (left, top), (right, bottom) = np.floor(there.min(axis=0)).astype(int), np.ceil(there.max(axis=0)).astype(int)
    part: NDArray[np.float32] = gate.moved_at[max(0, top) : max(0, bottom) + 1, max(0, left) : max(0, right) + 1]
    return gate.start + float(part.max(initial=-1e6))


def _hides(patch: Box, card: Box) -> bool:
    """Does something lie over the card that reaches far beyond it?"""
    beyond = max(card[0] - patch[0], card[1] - patch[1], *(p + q - c - d for p, q, c, d in _ends(patch, card)))
    return _overlap(card, patch) > 0 and beyond > BEYOND_MM


def _ends(patch: Box, card: Box) -> tuple[tuple[float, float, float, float], ...]:
    return (patch[0], patch[2], card[0], card[2]), (patch[1], patch[3], card[1], card[3])


def _is_same(one: Tried, patches: Sequence[Box], gate: Gate) -> bool:
    """Does what was looked at in vain still lie there as it did?"""
    return any(_near(box, one.box) for box in patches) and _moved_at(one.box, gate) <= one.at


def _tries(strewn: Strewn, box: Box) -> int:
    return max((one.tries for one in strewn.tried if _near(box, one.box)), default=0)


def _counted(tried: Sequence[Tried], box: Box, found: bool, at: float) -> tuple[Tried, ...]:
    before = max((one.tries for one in tried if _near(box, one.box)), default=0)
    others = tuple(one for one in tried if not _near(box, one.box))
    return others if found else (*others, Tried(box, before + 1, at))


def _near(box: Box, other: Box) -> bool:
    (x, y), (other_x, other_y) = _middle(box), _middle(other)
    return abs(x - other_x) < SAME_MM and abs(y - other_y) < SAME_MM


def _middle(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _wide(box: Box) -> Box:
    (x, y), width, height = _middle(box), *(max(CUT_MM, side + 2 * MARGIN_MM) for side in box[2:])
    return x - width / 2, y - height / 2, width, height


def _card_at(x: float, y: float) -> Box:
    return x - HALF_MM, y - HALF_MM, 2 * HALF_MM, 2 * HALF_MM


def _overlap(box: Box, other: Box) -> float:
    """Part of the second box (0 to 1) that lies in the first."""
    width = min(box[0] + box[2], other[0] + other[2]) - max(box[0], other[0])
    height = min(box[1] + box[3], other[1] + other[3]) - max(box[1], other[1])
    return max(0.0, width) * max(0.0, height) / max(other[2] * other[3], 1e-9)
