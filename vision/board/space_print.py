"""Rank and suit printed on one space of a board, cut out and read.

The two are set above one another as on a playing card's corner, for the network that reads such corners.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.places import Placement
from vision.channels import most_channel
from vision.readers.french_print.crops import INDEX_SIZE, balance_white
from vision.readers.french_print.indices import find_spots, read_spots
from vision.readers.french_print.networks import RANKS, SUITS, Guess, Networks, name_face
from vision.types import Face, Image, Reader

Box = tuple[int, int, int, int]
"""Left, top, width, height, in pixels of a space."""
Cell = tuple[int, int]
"""Row and column."""
Chances = dict[Face, float]

PRINTED: tuple[Face, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS if rank != "J")
"""The cards of a board."""

SPACE_SIDE = 96
"""Width and height in pixels at which a space is looked at; guess."""


@dataclass(frozen=True, slots=True)
class SpacePrintLimits:
    """What may be a rank, in spaces."""

    rank_heights: tuple[float, float] = (0.1, 0.5)  # smallest and largest; guess
    rank_corner: float = 0.55  # a rank stands in the upper left part; guess


SPACE_PRINT = SpacePrintLimits()

PrintPlace = tuple[int, Box, Box]
"""Quarter turns that set a space upright, and where its rank and its suit stand then."""


@dataclass(frozen=True, slots=True)
class PrintLook:
    """One way to read a space."""

    chances: Chances  # of the possible cards
    place: PrintPlace | None = None

    @property
    def face(self) -> Face:
        """The likeliest card, "" for none."""
        return max(self.chances, key=lambda face: self.chances[face], default="")


def rectify_space(image: Image, placement: Placement, cell: Cell, side: int = SPACE_SIDE) -> Image:
    """(side, side, 3) one space from straight above. `cell`: row and column."""
    row, column = cell
    step = 1 / side
    to_board = np.array([[step, 0, column + step / 2], [0, step, row + step / 2], [0, 0, 1]])
    to_space = np.linalg.inv(placement.to_picture @ to_board)
    seen = cv2.warpPerspective(image, to_space, (side, side), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)


def combine_looks(looks: Sequence[PrintLook]) -> Chances:
    """Chances of the cards printed on a space. `looks`: at the same space; the surer a look, the more it counts. Chances need
    not add up to 1, for perhaps nothing was read."""
    total: Counter[Face] = Counter()
    weight = 0.01
    for look in looks:
        sure = max(look.chances.values(), default=0.0) ** 2
        weight += sure
        total.update({face: sure * chance for face, chance in look.chances.items()})
    return {face: share / weight for face, share in total.items() if face in PRINTED}


def look_at_space(space: Image, networks: Networks, reader: Reader | None = None) -> list[PrintLook]:
    """What is read in a space, whichever way up. `networks`: that read print. One look for each way of reading; `reader`
    None for no deck."""
    found = [
        PrintLook(_chances_from_guess(index.guess)) for index in read_spots(networks, space, find_spots(networks, space)[:2])
    ]
    for quarters in range(4):
        found += [
            look_at_place(networks, space, quarters, rank, suit)
            for rank, suit in pair_rank_and_suit(turn_space(space, quarters))
        ]
    if reader:
        readings = [reader.read(turn_space(space, quarters)) for quarters in range(2)]
        found += [PrintLook({reading.face: reading.confidence}) for reading in readings if reading.accepted]
    return found


def look_at_place(networks: Networks, space: Image, quarters: int, rank: Box, suit: Box) -> PrintLook:
    """What the network reads from rank and suit, `quarters` quarter turns setting the space upright."""
    guess = networks.read_indices([compose_index(turn_space(space, quarters), rank, suit)])[0]
    return PrintLook(_chances_from_guess(guess), (quarters, rank, suit))


def _chances_from_guess(guess: Guess) -> Chances:
    """Chances as of a card: a space shows one, and "no card" speaks against the look, less for another card."""
    known = float(guess.faces.sum()) + 0.05
    return {name_face(i): float(p) / known for i, p in enumerate(guess.faces) if p > 0.01}


def turn_space(space: Image, quarters: int) -> Image:
    """The space turned by so many quarters."""
    return np.ascontiguousarray(np.rot90(space, quarters))


def pair_rank_and_suit(space: Image) -> list[tuple[Box, Box]]:
    """Boxes of each mark that may be a rank, each with the box of a mark that may be its suit. A box is left, top, width and
    height in pixels of `space`. Only for the space's present way up."""
    marks = _find_ink_marks(space)
    words = _join_tens(marks)

    def pair_each(ranks: Sequence[Box]) -> list[tuple[Box, Box]]:
        """Each box of `ranks` with each tall enough mark that is not inside the box."""
        return [
            (rank, suit)
            for rank in ranks
            for suit in marks
            if suit[3] > SPACE_PRINT.rank_heights[0] * SPACE_SIDE and not _is_box_inside(suit, rank)
        ]

    ranks = [box for box in words if _can_be_rank(box)]
    whole = pair_each([box for box in ranks if not any(box != other and _is_box_inside(box, other) for other in words)])
    # a suit beside its rank passes for the second figure of a ten, and nothing is left for the suit
    return whole or pair_each([box for box in ranks if box in marks])


def _can_be_rank(box: Box) -> bool:
    """True if the mark stands and measures like a rank."""
    x, y, width, height = box
    upper_left = max(x + width / 2, y + height / 2) < SPACE_PRINT.rank_corner * SPACE_SIDE
    return upper_left and SPACE_PRINT.rank_heights[0] * SPACE_SIDE < height < SPACE_PRINT.rank_heights[1] * SPACE_SIDE


def _find_ink_marks(space: Image) -> list[Box]:
    """Boxes of marks printed on the paper, and their parts where hanging together by a thread. `space`: the picture of one
    space, `SPACE_SIDE` pixels each way."""
    edge = round(0.06 * SPACE_SIDE)  # lines and frames of a space; guess
    inner = space[edge:-edge, edge:-edge].astype(np.float32)
    paper = np.percentile(inner.reshape(-1, 3), 75, axis=0)
    ink = most_channel(np.clip((paper - inner) / np.maximum(paper, 1), 0, 1))
    grey = np.asarray(ink * 255, np.uint8)
    level = max(40.0, 0.8 * cv2.threshold(grey, 0, 255, cv2.THRESH_OTSU)[0])
    mask = np.asarray(grey > level, np.uint8)
    boxes = _component_boxes(mask, edge, 0)
    thin = _component_boxes(np.asarray(cv2.erode(mask, np.ones((3, 3), np.uint8)), np.uint8), edge, 1)

    def are_alike(box: Box, other: Box) -> bool:
        """Does no edge differ by more than four pixels?"""
        return all(abs(a - b) <= 4 for a, b in zip(box, other, strict=True))

    return boxes + [box for box in thin if not any(are_alike(box, other) for other in boxes)]


def _component_boxes(mask: NDArray[np.uint8], edge: int, grow: int) -> list[Box]:
    """Boxes of the connected marks large enough to be print, moved by `edge` and grown by `grow` pixels."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    large = [stat for stat in stats[1:].tolist() if stat[4] > 0.004 * SPACE_SIDE * SPACE_SIDE]
    return [(x + edge - grow, y + edge - grow, width + 2 * grow, height + 2 * grow) for x, y, width, height, _ in large]


def _is_box_inside(box: Box, other: Box) -> bool:
    """True if a box lies in another, to a pixel."""
    return (
        box[0] >= other[0] - 1
        and box[1] >= other[1] - 1
        and box[0] + box[2] <= other[0] + other[2] + 1
        and box[1] + box[3] <= other[1] + other[3] + 1
    )


def _join_tens(marks: Sequence[Box]) -> list[Box]:
    """The marks, and close pairs of them: the two figures of the ten. Pairs come last, as one box each."""
    pairs = [(a, b) for a in marks for b in marks if a[0] < b[0] and _stand_side_by_side(a, b)]
    tens = [(a[0], min(a[1], b[1]), b[0] + b[2] - a[0], max(a[1] + a[3], b[1] + b[3]) - min(a[1], b[1])) for a, b in pairs]
    return [*marks, *tens]


def _stand_side_by_side(a: Box, b: Box) -> bool:
    """True if two marks stand like the figures of the ten."""
    both = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    return both > 0.75 * max(a[3], b[3]) and -2 <= b[0] - a[0] - a[2] < 0.5 * a[3] and b[2] < 1.2 * b[3]


def compose_index(space: Image, rank: Box, suit: Box) -> Image:
    """(48, 32, 3) rank above suit, as the network knows an index, with white balanced. `rank`, `suit`: boxes in the space."""
    paper = np.percentile(space.reshape(-1, 3), 75, axis=0)
    patch = np.empty((INDEX_SIZE[1], INDEX_SIZE[0], 3), np.uint8)
    patch[:] = paper.astype(np.uint8)
    # rows and width of rank and suit in an index patch, as in `vision/readers/french_print/crops.py`
    for box, (top, bottom), widest in ((rank, (7, 26), 28), (suit, (26, 41), 20)):
        x, y, wide, high = box
        part = space[max(0, y - 2) : y + high + 2, max(0, x - 2) : x + wide + 2]
        width = min(widest, max(2, round(part.shape[1] * (bottom - top) / part.shape[0])))
        left = (INDEX_SIZE[0] - width) // 2
        patch[top:bottom, left : left + width] = cv2.resize(part, (width, bottom - top), interpolation=cv2.INTER_AREA)
    return balance_white(patch)
