"""The cards printed on a board, read once from a picture of it while it is empty.

A board shows each card small, mostly as a rank in a corner and a suit somewhere else on its space, any way up. Rank and suit are cut
out of their space, set one above the other as on a playing card's corner, and read by the network for such corners. Every card stands
on a board twice and no jack does: so what is read surely narrows down what is not, and nothing is ever guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.places import Placement
from vision.channels import most_channel
from vision.readers.french_print.crops import INDEX_SIZE, white_balanced
from vision.readers.french_print.indices import find_spots, read_spots
from vision.readers.french_print.networks import RANKS, SUITS, Guess, Networks, face_name
from vision.types import Face, Image, Reader

Box = tuple[int, int, int, int]
"""Left, top, width, height, in pixels of a space."""
Cell = tuple[int, int]
"""Row and column."""
Chances = dict[Face, float]

PRINTED: tuple[Face, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS if rank != "J")
"""The cards of a board."""
COPIES = 2
SPACE_SIDE = 96
"""Width and height in pixels at which a space is looked at."""
NEEDED_PX = 32.0
"""Width in pixels of a space in the picture below which its print is too small to be read."""
LINES_AT_EDGE = 0.06
"""Part of a space along its sides where lines and frames run."""
SURE_PRINT = 0.85
"""Chance from which a card counts as read."""
RANK_HEIGHT = (0.1, 0.5)
"""Height of a rank, in spaces."""
CORNER_PART = 0.55
"""A rank stands in the upper left part of its space, the way it is up."""
SURE_OF_LAST = 0.2
"""The same for the last space, where only one card is left."""
SPACES_AGREE = 4
"""Spaces that must agree on where a rank stands."""
LIKELY, UNLIKELY = 0.6, 0.15
"""Two spaces that look both at least so likely like one card, and no third more than so, are its two."""
RANK_ROWS, SUIT_ROWS = (7, 26), (26, 41)
"""Where rank and suit stand in an index patch."""


PrintPlace = tuple[int, Box, Box]
"""Quarter turns that set a space upright, and where its rank and its suit stand then."""


@dataclass(frozen=True, slots=True)
class PrintLook:
    """One way to read a space. `combine_looks`: of the cards it may be."""

    chances: Chances
    place: PrintPlace | None = None

    @property
    def face(self) -> Face:
        return max(self.chances, key=lambda face: self.chances[face], default="")


@dataclass(frozen=True, slots=True)
class PrintRead:
    """What is printed on a board. `faces`: the card of each space that could be read, by row and column. `open`: for each other space
    the cards that it may be, likeliest first; corners are in neither."""

    faces: Mapping[Cell, Face]
    open: Mapping[Cell, tuple[Face, ...]]


def read_print(image: Image, placement: Placement, cells: tuple[int, int], reader: Reader | None = None) -> PrintRead:
    """Read an empty board. `cells`: rows and columns. `reader`: of a deck whose cards look like those on the board, if there is one."""
    networks, (rows, columns) = Networks(), cells
    corners = {(row, column) for row in (0, rows - 1) for column in (0, columns - 1)}
    spaces = {cell: rectify_space(image, placement, cell) for cell in np.ndindex(rows, columns) if cell not in corners}
    looks = {cell: look_at_space(space, networks, reader) for cell, space in spaces.items()}
    first = settle_print({cell: combine_looks(found) for cell, found in looks.items()})
    usual = _usual_places([look for cell, face in first.faces.items() for look in looks[cell] if look.face == face])
    for cell in first.open:
        looks[cell] += [_look_at_place(networks, spaces[cell], *place) for place in usual]
    return settle_print({cell: combine_looks(found) for cell, found in looks.items()})


def rectify_space(image: Image, placement: Placement, cell: Cell, side: int = SPACE_SIDE) -> Image:
    """One space from straight above, (side, side, 3)."""
    row, column = cell
    step = 1 / side
    to_board = np.array([[step, 0, column + step / 2], [0, step, row + step / 2], [0, 0, 1]])
    to_space = np.linalg.inv(placement.to_picture @ to_board)
    seen = cv2.warpPerspective(image, to_space, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


# --- one space -------------------------------------------------------------------------------------------------------


def combine_looks(looks: Sequence[PrintLook]) -> Chances:
    """What may be printed on a space, with probabilities; they need not add up to 1: nothing may be read at all."""
    total: Counter[Face] = Counter()
    weight = 0.01
    for look in looks:
        sure = max(look.chances.values(), default=0.0) ** 2
        weight += sure
        total.update({face: sure * chance for face, chance in look.chances.items()})
    return {face: share / weight for face, share in total.items() if face in PRINTED}


def look_at_space(space: Image, networks: Networks, reader: Reader | None = None) -> list[PrintLook]:
    """What is read in a space, whichever way it is up."""
    found = [
        PrintLook(_chances_from_guess(index.guess))
        for index in read_spots(networks, space, find_spots(networks, space, levels=1)[:2])
    ]
    for quarters in range(4):
        found += [
            _look_at_place(networks, space, quarters, rank, suit)
            for rank, suit in _pair_rank_and_suit(_turn_space(space, quarters))
        ]
    if reader:
        readings = [reader.read(_turn_space(space, quarters)) for quarters in range(2)]
        found += [PrintLook({reading.face: reading.confidence}) for reading in readings if reading.accepted]
    return found


def _look_at_place(networks: Networks, space: Image, quarters: int, rank: Box, suit: Box) -> PrintLook:
    guess = networks.read_indices([compose_index(_turn_space(space, quarters), rank, suit)])[0]
    return PrintLook(_chances_from_guess(guess), (quarters, rank, suit))


def _chances_from_guess(guess: Guess) -> Chances:
    """As of a card: a space shows one, so "no card" speaks against the look, and less for another."""
    known = float(guess.faces.sum()) + 0.05
    return {face_name(i): float(p) / known for i, p in enumerate(guess.faces) if p > 0.01}


def _turn_space(space: Image, quarters: int) -> Image:
    return np.ascontiguousarray(np.rot90(space, quarters))


def _usual_places(looks: Sequence[PrintLook]) -> list[PrintPlace]:
    """Where rank and suit stand on most spaces of this board: for spaces on which they hang together."""
    places = [look.place for look in looks if look.place]
    groups = [
        [place for place in places if place[0] == quarters and (place[1][2] > place[1][3]) == wide]
        for quarters in range(4)
        for wide in (False, True)
    ]
    return [_median_place(group) for group in groups if len(group) >= SPACES_AGREE]


def _median_place(places: Sequence[PrintPlace]) -> PrintPlace:
    rank, suit = (np.median([place[i] for place in places], axis=0).round().astype(int).tolist() for i in (1, 2))
    return places[0][0], tuple(rank), tuple(suit)


def _pair_rank_and_suit(space: Image) -> list[tuple[Box, Box]]:
    """Each mark that may be a rank with each that may be its suit."""
    marks = _find_ink_marks(space)
    words = _join_tens(marks)
    ranks = [
        box for box in words if _can_be_rank(box) and not any(box != other and _is_box_inside(box, other) for other in words)
    ]
    return [
        (rank, suit)
        for rank in ranks
        for suit in marks
        if suit[3] > RANK_HEIGHT[0] * SPACE_SIDE and not _is_box_inside(suit, rank)
    ]


def _can_be_rank(box: Box) -> bool:
    x, y, width, height = box
    upper_left = max(x + width / 2, y + height / 2) < CORNER_PART * SPACE_SIDE
    return upper_left and RANK_HEIGHT[0] * SPACE_SIDE < height < RANK_HEIGHT[1] * SPACE_SIDE


def _find_ink_marks(space: Image) -> list[Box]:
    """What is printed on the paper, and its parts where they hang together by a thread."""
    edge = round(LINES_AT_EDGE * SPACE_SIDE)
    inner = space[edge:-edge, edge:-edge].astype(np.float32)
    paper = np.percentile(inner.reshape(-1, 3), 75, axis=0)
    ink = most_channel(np.clip((paper - inner) / np.maximum(paper, 1), 0, 1))
    grey = np.asarray(ink * 255, np.uint8)
    level = max(40.0, 0.8 * cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)[0])
    mask = np.asarray(grey > level, np.uint8)
    boxes = _component_boxes(mask, edge, 0)
    thin = _component_boxes(np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), np.uint8), edge, 1)
    return boxes + [box for box in thin if not any(_are_boxes_alike(box, other) for other in boxes)]


def _component_boxes(mask: NDArray[np.uint8], edge: int, grow: int) -> list[Box]:
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    large = [stat for stat in stats[1:].tolist() if stat[4] > 0.004 * SPACE_SIDE * SPACE_SIDE]
    return [(x + edge - grow, y + edge - grow, width + 2 * grow, height + 2 * grow) for x, y, width, height, _ in large]


def _are_boxes_alike(box: Box, other: Box) -> bool:
    return all(abs(a - b) <= 4 for a, b in zip(box, other, strict=True))


def _is_box_inside(box: Box, other: Box) -> bool:
    return (
        box[0] >= other[0] - 1
        and box[1] >= other[1] - 1
        and box[0] + box[2] <= other[0] + other[2] + 1
        and box[1] + box[3] <= other[1] + other[3] + 1
    )


def _join_tens(marks: Sequence[Box]) -> list[Box]:
    """The marks, and pairs of them that stand close beside each other: the two figures of the ten."""
    pairs = [(a, b) for a in marks for b in marks if a[0] < b[0] and _stand_side_by_side(a, b)]
    tens = [(a[0], min(a[1], b[1]), b[0] + b[2] - a[0], max(a[1] + a[3], b[1] + b[3]) - min(a[1], b[1])) for a, b in pairs]
    return [*marks, *tens]


def _stand_side_by_side(a: Box, b: Box) -> bool:
    both = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return both > 0.75 * max(a[3], b[3]) and -2 <= b[0] - a[0] - a[2] < 0.5 * a[3] and b[2] < 1.2 * b[3]


def compose_index(space: Image, rank: Box, suit: Box) -> Image:
    """Rank above suit, as the network knows an index: (48, 32, 3)."""
    paper = np.percentile(space.reshape(-1, 3), 75, axis=0)
    patch = np.empty((INDEX_SIZE[1], INDEX_SIZE[0], 3), np.uint8)
    patch[:] = paper.astype(np.uint8)
    for box, (top, bottom), widest in ((rank, RANK_ROWS, 28), (suit, SUIT_ROWS, 20)):
        part = _cut_box(space, box)
        width = min(widest, max(2, round(part.shape[1] * (bottom - top) / part.shape[0])))
        left = (INDEX_SIZE[0] - width) // 2
        patch[top:bottom, left : left + width] = cv2.resize(part, (width, bottom - top), interpolation=cv2.INTER_AREA)
    return white_balanced(patch)


def _cut_box(space: Image, box: Box, around: int = 2) -> NDArray[Any]:
    x, y, width, height = box
    return space[max(0, y - around) : y + height + around, max(0, x - around) : x + width + around]


# --- all of them -----------------------------------------------------------------------------------------------------


def settle_print(seen: Mapping[Cell, Chances]) -> PrintRead:
    """What is surely printed, and what each other space may be. A card that is seen on more than two spaces is believed on none."""
    faces: dict[Cell, Face] = {}
    while fresh := _next_sure(seen, faces) or _next_twins(seen, faces):
        faces |= fresh
    used = Counter(faces.values())
    left = [face for face in PRINTED if used[face] < COPIES]
    rest = [cell for cell in seen if cell not in faces]
    return PrintRead(faces, {cell: tuple(sorted(left, key=lambda face: -seen[cell].get(face, 0.0))) for cell in rest})


def _next_sure(seen: Mapping[Cell, Chances], faces: Mapping[Cell, Face]) -> dict[Cell, Face]:
    """Further spaces that are sure, now that these are: a card that stands twice already stands nowhere else."""
    used = Counter(faces.values())
    last = sum(COPIES - used[face] for face in PRINTED) == 1
    sure: dict[Cell, Face] = {}
    for cell in (cell for cell in seen if cell not in faces):
        open_ = {face: p for face, p in seen[cell].items() if used[face] < COPIES}
        best = max(open_, key=lambda face: open_[face], default="")
        taken = sum(seen[cell].values()) - sum(open_.values())
        if best and open_[best] >= (SURE_OF_LAST if last else SURE_PRINT * max(1.0 - taken, 0.5)):
            sure[cell] = best
    claims = Counter(sure.values())
    return {cell: face for cell, face in sure.items() if used[face] + claims[face] <= COPIES}


def _next_twins(seen: Mapping[Cell, Chances], faces: Mapping[Cell, Face]) -> dict[Cell, Face]:
    """Two spaces that both look like a card that no other space looks like at all."""
    used, twins = Counter(faces.values()), dict[Cell, Face]()
    rest = [cell for cell in seen if cell not in faces]
    for face in (face for face in PRINTED if not used[face]):
        likely = [cell for cell in rest if seen[cell].get(face, 0.0) >= LIKELY]
        if len(likely) == COPIES and sum(seen[cell].get(face, 0.0) > UNLIKELY for cell in rest) == COPIES:
            twins |= dict.fromkeys(likely, face)
    return twins
