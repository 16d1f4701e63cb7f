"""Control cards that lie anywhere on the table, on their zone or not.

Looked for are new patches of foreground in the small picture, about as large as a card and without motion. Only a still patch
is cut out of the frame and read, a few times at most.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.control_cards.controls import CODE_GONE_AFTER_S, deepen_edges, find_controls
from vision.control_cards.finders import cut_rows, may_hold_code
from vision.errors import ReaderUnavailable
from vision.hands.field import label_patches
from vision.hands.motion import Background
from vision.place.layout import CARD_MM, Layout
from vision.plane.homography import Homography, corners_of, project, rectify
from vision.types import Image


@dataclass(frozen=True, slots=True)
class StrewnLimits:
    """Which patches are read as control cards, and how."""

    still_s: float = 0.35  # guess; without motion: a patch is looked at; a card of the game was read by then
    card_first_s: float = 0.5  # guess; after a zone has come clear its card is read and no code is looked for
    max_tries: int = 4  # guess; looks in vain at one patch: a card of the game, a glass, a code of somebody else's
    min_side_mm: float = 22.0  # guess; side of a patch that may be a control card, the hand beside it left out
    max_side_mm: float = 190.0  # guess
    same_place_mm: float = 20.0  # guess; distance within which a patch is the one of a frame before
    min_hidden_part: float = 0.25  # guess; part of a zone's card under a control card from which on the zone is hidden
    half_card_mm: float = CARD_MM[0] / 2  # from the middle of a code to the edges of what its card hides
    min_cut_mm: float = (
        120.0  # guess; side of what is cut out around a patch: of a card as white as the mat a part is the patch
    )
    margin_mm: float = 9.0  # guess; added on each side of a larger patch
    cut_px_per_mm: float = 3.5  # geometry; a module of a code measures 1.8 mm, and a decoder wants more than three pixels of it


STREWN = StrewnLimits()

Box = tuple[float, float, float, float]
"""x, y, width, height in mat millimetres."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A control card on the table."""

    code: str
    box: Box
    read_at: float  # seconds, when its code was last read
    without: float | None = None  # since when the code is not seen, in a place that is clear


@dataclass(frozen=True, slots=True)
class TriedPatch:
    """A patch without a readable code."""

    box: Box
    tries: int  # since something last moved there
    at: float  # seconds, when it was last looked at


@dataclass(frozen=True, slots=True)
class Strewn:
    """What lies on the table."""

    cards: tuple[PlacedCard, ...] = ()  # those that were told
    tried: tuple[TriedPatch, ...] = ()

    @property
    def codes(self) -> frozenset[str]:
        """The codes on the table."""
        return frozenset(card.code for card in self.cards)

    def list_hidden_zones(self, layout: Layout) -> frozenset[str]:
        """The zones of cards and draw piles under a control card, not to be read."""
        if not self.cards:
            return frozenset()
        zones, least = [zone for zone in layout.zones if zone.kind != "control"], STREWN.min_hidden_part
        return frozenset(zone.name for zone in zones for card in self.cards if _overlap(zone.rect_mm, card.box) > least)


@dataclass(frozen=True, slots=True, eq=False)
class SearchedTable:
    """The table to be searched."""

    image: Image  # (H, W, 3) uint8 BGR
    to_picture: Homography  # from mat millimetres

    def find_cards(self, box: Box) -> dict[str, Box]:
        """The codes of the contract around a box, and where the card of each lies; empty for none. All boxes are mat millimetres.
        Searched are `STREWN.margin_mm` around `box`, and at least `STREWN.min_cut_mm`."""
        (x, y), fine = _middle_of(box), STREWN.cut_px_per_mm
        width, height = (max(STREWN.min_cut_mm, side + 2 * STREWN.margin_mm) for side in box[2:])
        left, top = x - width / 2, y - height / 2
        around = (left, top, width, height)
        if not may_hold_code(cut_rows(self.image, self.to_picture, around, fine)):
            return {}
        flat = rectify(self.image, self.to_picture, around, fine)
        found = find_controls(deepen_edges(flat))
        half = STREWN.half_card_mm
        return {code: (left + x / fine - half, top + y / fine - half, 2 * half, 2 * half) for code, (x, y) in found.items()}


def start_strewn() -> Strewn | None:
    """Nothing found yet; None where codes cannot be read at all, because zbar is not installed."""
    try:
        find_controls(np.zeros((8, 8, 3), np.uint8))
    except ReaderUnavailable:
        return None
    return Strewn()


def search_control_cards(
    strewn: Strewn, background: Background, sheet: SearchedTable, told: frozenset[str], *, is_busy: bool = False
) -> tuple[Strewn, tuple[str, ...]]:
    """The control cards after another frame, and the codes laid just now.

    At most one new patch is read, and each known card where something has moved. `told`: codes already told of a control zone;
    `is_busy`: new patches are left for another frame.
    """
    if is_busy and not strewn.cards:
        return strewn, ()
    at = background.at
    patches = [*_list_still_patches(background)] if cv2.countNonZero(background.foreground) else []
    if not (patches or strewn.cards or strewn.tried):
        return strewn, ()
    cards = tuple(kept for card in strewn.cards if (kept := _follow_card(card, patches, background, sheet)))
    tried = tuple(one for one in strewn.tried if _lies_as_before(one, patches, background))
    strewn = replace(strewn, cards=cards, tried=tried)
    box = None if is_busy else _choose_patch(strewn, patches)
    if box is None:
        return strewn, ()
    found = {code: card for code, card in sheet.find_cards(box).items() if code not in told}
    new = tuple(sorted(found.keys() - strewn.codes))
    moved = [PlacedCard(card.code, found[card.code], at) if card.code in found else card for card in strewn.cards]
    fresh = [PlacedCard(code, found[code], at) for code in new]
    others = tuple(one for one in tried if not _is_same_place(box, one.box))
    again = () if found else (TriedPatch(box, _count_tries(strewn, box) + 1, at),)
    return replace(strewn, cards=(*moved, *fresh), tried=(*others, *again)), new


def _list_still_patches(background: Background) -> Iterator[Box]:
    """Upright boxes, in mat millimetres, around patches of foreground lying still for `STREWN.still_s`."""
    field = background.field
    still = (background.foreground > 0) & (background.at - background.start - background.moved_at >= STREWN.still_s)
    if np.count_nonzero(still) < field.hand_px / 2:  # what is closed below grows, but not to twice its size
        return
    closed = cv2.morphologyEx(still.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    for left, top, width, height, area in label_patches(np.asarray(closed, np.uint8))[1]:
        if area >= field.hand_px:
            corners = project(corners_of((left, top, width, height)), field.to_layout)
            (x, y), (right, bottom) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
            yield x, y, right - x, bottom - y


def _choose_patch(strewn: Strewn, patches: Sequence[Box]) -> Box | None:
    """The patch to be read now, None for none: of a card's size, and looked at least often so far. Left out are known cards,
    and patches looked at `STREWN.max_tries` times."""
    fit = [box for box in patches if all(STREWN.min_side_mm <= side <= STREWN.max_side_mm for side in box[2:])]
    unread = [box for box in fit if not any(_is_same_place(box, card.box) for card in strewn.cards)]
    open_ = [(tries, box) for box in unread if (tries := _count_tries(strewn, box)) < STREWN.max_tries]
    return min(open_)[1] if open_ else None


def _follow_card(card: PlacedCard, patches: Sequence[Box], background: Background, sheet: SearchedTable) -> PlacedCard | None:
    """The card after another frame, None once taken away. Read again only after motion. Kept as lying there while something
    hides the card. `patches`: boxes of what moves or hides the table in this frame."""
    moved, at = _find_last_motion(card.box, background), background.at
    if card.without is None and moved <= card.read_at:
        return card
    if at - moved < STREWN.still_s or any(_is_hidden_by(box, card.box) for box in patches):
        return replace(card, without=None, read_at=min(card.read_at, moved - 1e-3))
    if seen := sheet.find_cards(card.box).get(card.code):
        return PlacedCard(card.code, seen, at)
    since = at if card.without is None else card.without
    return None if at - since >= CODE_GONE_AFTER_S else replace(card, without=since)


def _find_last_motion(box: Box, background: Background) -> float:
    """When anything last moved in a box, in seconds of the frames. Long before the start for a box off the picture."""
    there = project(corners_of(box), np.asarray(np.linalg.inv(background.field.to_layout), np.float64))
    (left, top), (right, bottom) = np.floor(there.min(axis=0)).astype(int), np.ceil(there.max(axis=0)).astype(int)
    part: NDArray[np.float32] = background.moved_at[max(0, top) : max(0, bottom) + 1, max(0, left) : max(0, right) + 1]
    return background.start + float(part.max(initial=-1e6))


def _is_hidden_by(patch: Box, card: Box) -> bool:
    """Does a patch lie over a card and reach far beyond it? Far: `STREWN.half_card_mm`."""
    right, bottom = (patch[i] + patch[i + 2] - card[i] - card[i + 2] for i in (0, 1))
    beyond = max(card[0] - patch[0], card[1] - patch[1], right, bottom)
    return _overlap(card, patch) > 0 and beyond > STREWN.half_card_mm


def _lies_as_before(one: TriedPatch, patches: Sequence[Box], background: Background) -> bool:
    """Does a patch looked at in vain still lie unmoved?"""
    is_there = any(_is_same_place(box, one.box) for box in patches)
    return is_there and _find_last_motion(one.box, background) <= one.at


def _count_tries(strewn: Strewn, box: Box) -> int:
    """How often a patch was looked at in vain."""
    return max((one.tries for one in strewn.tried if _is_same_place(box, one.box)), default=0)


def _is_same_place(box: Box, other: Box) -> bool:
    (x, y), (other_x, other_y) = _middle_of(box), _middle_of(other)
    return abs(x - other_x) < STREWN.same_place_mm and abs(y - other_y) < STREWN.same_place_mm


def _middle_of(box: Box) -> tuple[float, float]:
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def _overlap(box: Box, other: Box) -> float:
    """The part of the second box, 0 to 1, that lies in the first."""
    width = min(box[0] + box[2], other[0] + other[2]) - max(box[0], other[0])
    height = min(box[1] + box[3], other[1] + other[3]) - max(box[1], other[1])
    return max(0.0, width) * max(0.0, height) / max(other[2] * other[3], 1e-9)
