"""A bare table on which a board of cells lies: it gives plane and scale, and the piles have their places beside it, as on a printed mat.

The board is found by its own print. Discard piles are expected beside it, by turns on its left and on its right, until the first card is
laid there; the draw pile is whatever card lies beside the board before anybody played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.bare.arrangement import Arrangement, BarePlan, Corners, build_arrangement, draw_place_size, pile_place_size
from vision.bare.places import Point
from vision.board.places import EnrolledBoard, Placement, adopt_surroundings, find_by_features
from vision.board.view import BoardReader
from vision.cards.candidates import find_candidates
from vision.place.layout import Zone
from vision.plane.by_cards import fit_plane
from vision.plane.homography import Homography, project
from vision.plane.quads import UNIT, Quad
from vision.types import Image

BESIDE_MM, APART_MM = 22.0, 14.0
"""How far beside the board a pile is expected, and how far from the next one."""
CLEAR = 0.8
"""Score from which an outline may be a card's."""
OF_SIZE = 0.12
"""By how much of its length a side of a card may seem longer or shorter."""
BOARD = "board"


class BoardRecogniser(Protocol):
    """Finds another board of the game by its cards in a picture (H, W, 3) uint8 BGR, and learns it."""

    @property
    def lost_reason(self) -> str:
        """Why the board that was seen is not taken, a reason of `Lost`; "" where none was seen."""
        ...

    def __call__(self, image: Image) -> tuple[Placement, BoardReader] | None: ...


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlan:
    """`board`: how it looks empty. `sizes_mm`: width and height of the boards that there are of this game. `recognise`: finds another
    board of the game by its cards, and learns it; None where none is to be taken."""

    board: EnrolledBoard
    sizes_mm: tuple[tuple[float, float], ...]
    recognise: BoardRecogniser | None = None


def arrange_around_board(image: Image, plan: BarePlan, wanted: BoardPlan, thorough: bool = False) -> Arrangement | None:
    """Where board and piles lie in a picture (H, W, 3) uint8 BGR; None where the board is not seen. `plan`: its piles lie beside the board in
    this order. `thorough`: another board than the wanted one is looked for too."""
    placement, reader = find_by_features(image, wanted.board, empty=True), None
    if placement is None and thorough and wanted.recognise is not None:
        placement, reader = wanted.recognise(image) or (None, None)
    if placement is None:
        return None
    rows, columns = wanted.board.rows, wanted.board.columns
    size, to_mm, cards = _identify_board_size(image, placement, wanted, plan.card_mm)
    width, height = size
    places = _places_around_board([name for name, _ in plan.piles] + list(plan.draws), size, plan.card_mm)
    draws = dict(zip(plan.draws, cards, strict=False))
    sizes = dict.fromkeys((name for name, _ in plan.piles), pile_place_size(plan.card_mm)) | dict.fromkeys(
        plan.draws, plan.card_mm
    )
    sizes |= {name: draw_place_size(card) for name, card in draws.items()}
    places |= {name: (float(x), float(y)) for name, card in draws.items() for x, y in [card.mean(axis=0)]}
    cell = (width / columns, height / rows)
    corners: list[Corners] = [
        np.asarray(UNIT * cell + (x, y), np.float64) for x in (0, width - cell[0]) for y in (0, height - cell[1])
    ]
    board = Zone(BOARD, "board", (0.0, 0.0, width, height))
    lying = build_arrangement(places, sizes, {}, draws, to_mm, plan, board, (rows, columns), tuple(corners))
    return replace(lying, board=reader.board if reader else adopt_surroundings(image, placement, wanted.board), reader=reader)


def _identify_board_size(
    image: Image, placement: Placement, wanted: BoardPlan, card_mm: tuple[float, float]
) -> tuple[tuple[float, float], Homography, list[Corners]]:
    """Which of the boards it is: beside the right one cards are as large as cards are, else its shape tells. Its size, picture pixels to
    millimetres, and what cards lie beside it."""
    rows, columns = wanted.board.rows, wanted.board.columns
    quad = project([(0, 0), (columns, 0), (columns, rows), (0, rows)], placement.to_picture).astype(np.float32)
    outlines = [
        card.quad
        for card in sorted(find_candidates(image, card_mm[0] / card_mm[1]), key=lambda card: -card.score)
        if card.score >= CLEAR
    ]
    ways = []
    for size in wanted.sizes_mm:
        to_mm = np.diag([size[0] / columns, size[1] / rows, 1.0]) @ np.linalg.inv(placement.to_picture)
        plane = fit_plane([quad], size, (image.shape[0], image.shape[1]))
        ways.append((size, to_mm, _find_cards_off_board(outlines, to_mm, size, card_mm), plane.off if plane else np.inf))
    size, to_mm, cards, _ = min(ways, key=lambda way: (-len(way[2]), way[3]))
    return size, to_mm, cards


def _places_around_board(names: Sequence[str], size: tuple[float, float], card_mm: tuple[float, float]) -> dict[str, Point]:
    """Middles of places on the left and the right of the board by turns, in rows."""
    (width, height), (wide, high) = size, card_mm
    rows = max(1, len(names) // 2)  # what is left over, the draw pile, lies beneath them
    off = BESIDE_MM + wide / 2
    found = dict[str, Point]()
    for number, name in enumerate(names):
        row = number // 2 - (rows - 1) / 2
        found[name] = (width + off if number % 2 else -off, height / 2 + row * (high + APART_MM))
    return found


def _find_cards_off_board(
    outlines: Sequence[Quad], to_mm: Homography, size: tuple[float, float], card_mm: tuple[float, float]
) -> list[Corners]:
    """Whatever has the size of a card and lies beside the board, in millimetres."""
    found = list[Corners]()
    for outline in outlines:
        flat = project(outline, to_mm)
        if _is_of_card_size(flat, card_mm) and not _is_on_board(flat, size) and not _is_found_already(flat, found):
            found.append(flat)
    return found


def _is_of_card_size(flat: Corners, card_mm: tuple[float, float]) -> bool:
    sides = np.linalg.norm(np.roll(flat, -1, axis=0) - flat, axis=1)
    return bool(np.abs(sides / np.array([*card_mm, *card_mm]) - 1).max() <= OF_SIZE)


def _is_on_board(flat: Corners, size: tuple[float, float]) -> bool:
    x, y = (float(value) for value in flat.mean(axis=0))
    return 0 <= x <= size[0] and 0 <= y <= size[1]


def _is_found_already(flat: Corners, found: Sequence[Corners]) -> bool:
    return any(
        bool(np.linalg.norm(flat.mean(axis=0) - other.mean(axis=0)) < np.linalg.norm(other[1] - other[0])) for other in found
    )
