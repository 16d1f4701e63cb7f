"""A bare table with a board of cells: the board gives plane and scale, and the piles have places beside the board, as on a
printed mat.

The board is found by its own print. Discard piles are expected on its left and right by turns, until the first card is laid
there. The draw pile is any card beside the board before anybody played.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from vision.board.places import EnrolledBoard, Placement, adopt_surroundings, find_by_features_in_steps
from vision.board.view import BoardReader
from vision.cards.candidates import MIN_STRONG_SCORE, find_upright_outlines_in_steps
from vision.cards.outlines import find_blobs_in_steps
from vision.directions.arrangement import Arrangement, BarePlan, Corners, build_arrangement, draw_place_size, pile_place_size
from vision.directions.missing import has_card_sides
from vision.directions.places import Point
from vision.place.layout import Zone
from vision.plane.by_cards import fit_card_plane
from vision.plane.homography import Homography, project
from vision.plane.quads import UNIT, Quad
from vision.steps import Steps
from vision.types import Image

BOARD = "board"


@dataclass(frozen=True, slots=True, eq=False)
class UnreadBoard:
    """A board that was seen, though its cards cannot be read: a person has to say how the board lies."""

    number: int  # counts such pictures, from 1
    image: Image  # (H, W, 3) uint8 BGR, in which the board was seen
    placement: Placement  # of the board; its first corner may be any of the four


class BoardRecogniser(Protocol):
    """Finds another board of the game by its cards in a picture (H, W, 3) uint8 BGR, and learns the board."""

    @property
    def unread(self) -> UnreadBoard | None:
        """The board that a person has to name; None where none was seen, and once the board is known."""
        ...

    @property
    def is_named(self) -> bool:
        """Has a person said how the board lies? Then the board can be found in any picture."""
        ...

    def turn_unread(self, number: int, quarters: int) -> bool:
        """Take the board of the picture `number` as lying turned clockwise by so many quarters. False, and nothing is done, where
        another picture is the last."""
        ...

    @property
    def lost_reason(self) -> str:
        """Why the seen board is not taken, a reason of `Lost`; "" where none was seen."""
        ...

    def __call__(self, image: Image) -> Steps[tuple[Placement, BoardReader] | None]:
        """The board's placement and a reader for the board; None where no board is told."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class BoardPlan:
    """The boards that may lie on the table."""

    board: EnrolledBoard  # how the board looks empty
    sizes_mm: tuple[tuple[float, float], ...]  # width and height of each board sold with this game
    recognise: BoardRecogniser | None = None  # finds and learns another board by its cards; None where no other is to be taken


def arrange_around_board(image: Image, plan: BarePlan, wanted: BoardPlan, thorough: bool = False) -> Steps[Arrangement | None]:
    """Where board and piles lie in a picture (H, W, 3) uint8 BGR, step by step; None where no board is seen. `plan`: piles, in
    order around the board. `thorough`: look for another board too.

    `wanted`: the boards that may lie there.
    """
    placement, reader = (yield from find_by_features_in_steps(image, wanted.board, empty=True)), None
    if placement is None and wanted.recognise is not None and (thorough or wanted.recognise.is_named):
        placement, reader = (yield from wanted.recognise(image)) or (None, None)
    if placement is None:
        return None
    rows, columns = wanted.board.rows, wanted.board.columns
    size, to_mm, cards = yield from _identify_board_size(image, placement, wanted, plan.card_mm)
    yield
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
) -> Steps[tuple[tuple[float, float], Homography, list[Corners]]]:
    """Size of the board in millimetres (width, height; one of `wanted.sizes_mm`), picture pixels to millimetres, and cards
    beside the board, (4, 2) millimetres each. Beside the right board cards have a card's size; else the shape tells. `card_mm`:
    width and height of a card."""
    rows, columns = wanted.board.rows, wanted.board.columns
    quad = project([(0, 0), (columns, 0), (columns, rows), (0, rows)], placement.to_picture).astype(np.float32)
    blobs = yield from find_blobs_in_steps(image)
    (found,) = yield from find_upright_outlines_in_steps(image, (card_mm[0] / card_mm[1],), blobs)
    yield
    strong = [card for card in found if card.score >= MIN_STRONG_SCORE]
    outlines = [card.quad for card in sorted(strong, key=lambda card: -card.score)]
    ways = []
    for size in wanted.sizes_mm:
        to_mm = np.diag([size[0] / columns, size[1] / rows, 1.0]) @ np.linalg.inv(placement.to_picture)
        plane = fit_card_plane([quad], size, (image.shape[0], image.shape[1]))
        ways.append((size, to_mm, _find_cards_off_board(outlines, to_mm, size, card_mm), plane.off if plane else np.inf))
    size, to_mm, cards, _ = min(ways, key=lambda way: (-len(way[2]), way[3]))
    return size, to_mm, cards


def _places_around_board(names: Sequence[str], size: tuple[float, float], card_mm: tuple[float, float]) -> dict[str, Point]:
    """By name, middles of places on the left and the right of the board by turns, in rows, in millimetres from the board's top
    left. `names`: of the piles, in this order. `size`: of the board, `card_mm`: of a card, both width and height in
    millimetres."""
    (width, height), (wide, high) = size, card_mm
    rows = max(1, len(names) // 2)  # what is left over, the draw pile, lies beneath them
    off = 22.0 + wide / 2  # millimetres from the board to a pile; guess
    found = dict[str, Point]()
    for number, name in enumerate(names):
        row = number // 2 - (rows - 1) / 2
        found[name] = (width + off if number % 2 else -off, height / 2 + row * (high + 14.0))  # 14 mm between piles; guess
    return found


def _find_cards_off_board(
    outlines: Sequence[Quad], to_mm: Homography, size: tuple[float, float], card_mm: tuple[float, float]
) -> list[Corners]:
    """(4, 2) millimetres of everything of a card's size beside the board. `outlines`: in the picture. `to_mm`: picture pixels
    to millimetres. `size`: of the board, `card_mm`: of a card, both width and height in millimetres. Of outlines of one card
    only the first counts."""
    found = list[Corners]()
    for outline in outlines:
        flat = project(outline, to_mm)
        if has_card_sides(flat, card_mm) and not _is_on_board(flat, size) and not _is_found_already(flat, found):
            found.append(flat)
    return found


def _is_on_board(flat: Corners, size: tuple[float, float]) -> bool:
    """True if the middle of the card lies on the board of this size, millimetres."""
    x, y = (float(value) for value in flat.mean(axis=0))
    return 0 <= x <= size[0] and 0 <= y <= size[1]


def _is_found_already(flat: Corners, found: Sequence[Corners]) -> bool:
    """True if the card lies within a card's width of one already found. `found`: (4, 2) millimetres each."""
    return any(
        bool(np.linalg.norm(flat.mean(axis=0) - other.mean(axis=0)) < np.linalg.norm(other[1] - other[0])) for other in found
    )
