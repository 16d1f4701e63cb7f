"""Recognises a board on the table without enrolment, by the legible printed cards.

Any large grid with the cards of the layout counts, in any quarter turn, and the picture is kept for the next evening. A few
cards are enough where they fit one turn alone. Where the cards stand in another order and all were read, the new layout is kept
for the next match. Of a grid without a legible card a person says how it lies.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace

import numpy as np

from companion.errors import InputError
from companion.games.boards import BoardLayout
from companion.sources.board_layouts import Faces, fit_layout, layout_from_faces, use_layout
from companion.sources.board_print import MIN_SPACE_FOR_CHIPS_PX, PRINTED_SPACES
from companion.sources.sources import board_file
from vision.bare.around_board import UnreadBoard
from vision.board.chips import CHIP
from vision.board.file import save_board
from vision.board.places import (
    Placement,
    enrol_board,
    find_by_features_in_steps,
    is_board_there,
    refine_placement,
    turn_placement,
)
from vision.board.printed import PRINTED_LIMITS, read_print_in_steps
from vision.board.space_print import combine_looks, look_at_space, rectify_space
from vision.board.training import learn_chips_in_steps
from vision.board.unknown import find_unknown_grids
from vision.board.view import BoardReader
from vision.errors import LayoutError
from vision.plane.homography import project
from vision.plane.quads import true_shape
from vision.readers.french_print.networks import Networks
from vision.steps import Steps
from vision.types import Image

MIN_READ_SHARE = 0.6  # share of spaces that must be read before another order of cards is believed; guess
MIN_AGREEING_SHARE = 0.9  # share of read spaces that must agree with the layout: another order agrees in a few; guess
MIN_AGREEING_SPACES = 8  # that agree with one turn of the layout; by chance one of fifty agrees; guess
MIN_WHOLE_SHARE = 0.85  # share of spaces read, above which no other place of the grid is tried; guess
MAX_FREE_CORNER_CHANCE = 0.4  # chance of the likeliest card below which a corner shows no card; guess
ORDER_LEFT, ORDER_KEPT = "order", "order-read"
"""What became of a board with another order, as reasons of `Lost`: left to a person, or the layout was kept."""
MAX_SAME_GRID_SPACES = 0.5  # between corners of one grid in two pictures; guess
MIN_OBLONG_ASPECT = 1.12  # width over height of a space: wider spaces are of the boxed board (51 x 40 mm); geometry
OBLONG_CHIP_SPACES = (0.5, 0.6)  # a chip of 25 mm across and down the spaces of the boxed board; geometry


@dataclass(slots=True)
class LiveBoard:
    """Looks for the board in pictures until it is recognised."""

    reader: BoardReader  # of the expected board, whose chips are played with
    layout: BoardLayout  # in use
    game: str = ""  # for which the board is kept, "" = not kept
    said: set[str] = field(default_factory=set)  # lines printed already: each picture may bring the same line
    searches: int = 0  # how many pictures were searched
    lost_reason: str = ""
    unread: UnreadBoard | None = None  # a person has to say how it lies
    named: UnreadBoard | None = None  # as a person has said: turned as the layout

    @property
    def is_named(self) -> bool:
        """Has a person said how the board lies?"""
        return self.named is not None

    def turn_unread(self, number: int, quarters: int) -> bool:
        """True where the unread board `number` was turned, by `quarters` quarter turns clockwise, to lie as a person said;
        False where another board or none is unread."""
        unread = self.unread
        if unread is None or unread.number != number:
            return False
        self.named = replace(unread, placement=turn_placement(unread.placement, self.reader.cells, quarters))
        return True

    def __call__(self, image: Image) -> Steps[tuple[Placement, BoardReader] | None]:
        """Where the board lies in `image`, (H, W, 3) uint8 BGR, turned as the layout, and a reader of the board. None without
        a board of the layout; a board in another order may be kept for the next match, and one without a legible card becomes
        `unread`. Takes up to five seconds, half a second without a grid, step by step."""
        if (named := (yield from self._find_named_board(image))) is not None:
            return named
        self.searches += 1
        best: tuple[int, Placement] | None = None
        illegible: Placement | None = None
        for placement in find_unknown_grids(image, self.reader.cells, self.searches - 1):
            if placement is None:
                yield
                continue
            if placement.cell_px < MIN_SPACE_FOR_CHIPS_PX:
                continue
            faces = (yield from read_print_in_steps(image, placement, self.reader.cells)).faces
            yield
            quarters, agreeing = fit_layout(faces, self.layout)
            if agreeing >= max(MIN_AGREEING_SPACES, MIN_AGREEING_SHARE * len(faces)):
                if best is None or len(faces) > best[0]:
                    best = len(faces), turn_placement(placement, self.reader.cells, quarters)
                if len(faces) >= MIN_WHOLE_SHARE * PRINTED_SPACES:
                    break
                continue
            if len(faces) < MIN_READ_SHARE * PRINTED_SPACES:
                illegible = illegible or placement
                continue
            if placement.cell_px < PRINTED_LIMITS.min_space_px:
                continue
            if _has_free_corners(image, placement, self.reader.cells) and self.lost_reason != ORDER_KEPT:
                self.lost_reason = self._keep_other_order(faces)
        if best is None and illegible is not None and not self.lost_reason:
            self._ask_for_turn(image, illegible)
        return (yield from self._enrol_seen_board(image, best[1])) if best else None

    def _ask_for_turn(self, image: Image, placement: Placement) -> None:
        """Have a person say how the grid lies in `image`. A grid asked about before, and lying as before, keeps its picture."""
        known = self.unread
        if known is None or not _is_same_grid(known.placement, placement, self.reader.cells):
            self.unread = UnreadBoard(known.number + 1 if known else 1, image.copy(), placement)

    def _find_named_board(self, image: Image) -> Steps[tuple[Placement, BoardReader] | None]:
        """The named board: where it lies in `image`, turned as a person said, and its reader. None where the board is not
        seen."""
        if self.named is None:
            return None
        board = enrol_board(self.named.image, self.named.placement, self.reader.cells)
        yield
        found: Placement | None = refine_placement(image, self.named.placement, board)
        yield
        if found is None or not is_board_there(image, found, board):
            found = yield from find_by_features_in_steps(image, board, empty=True)
        if found is None:
            return None
        _, reader = yield from self._enrol_seen_board(self.named.image, self.named.placement)
        return found, reader

    def _keep_other_order(self, faces: Faces) -> str:
        """`ORDER_KEPT` where the layout of a board with another order was read whole and kept for the next match, else
        `ORDER_LEFT`."""
        layout = layout_from_faces(faces) if self.game else None
        try:
            if layout is not None:
                use_layout(layout)
                self._print_once(
                    "The cards of this board stand in another order; they are kept. Start the match anew to play on it."
                )
                return ORDER_KEPT
        except InputError as error:
            self._print_once(str(error))
        self._print_once(
            "The cards of this board stand in another order than those of the layout: `companion enrol-board` learns it."
        )
        return ORDER_LEFT

    def _enrol_seen_board(self, image: Image, placement: Placement) -> Steps[tuple[Placement, BoardReader]]:
        """`placement`, and a reader that knows the board and chips from `image`. The board is saved for `game`; a refusing
        disk is only printed."""
        self.unread = None
        board, chip = enrol_board(image, placement, self.reader.cells), _chip_on(image, placement, self.reader.cells)
        if self.game:
            try:
                save_board(board, chip, board_file(self.game))
            except LayoutError as error:
                self._print_once(str(error))
        yield
        chips = yield from learn_chips_in_steps(board.fine, self.reader.cells, chip)
        reader = replace(self.reader, board=board, chips=chips)
        return placement, replace(reader, unproven=frozenset(reader.names))

    def _print_once(self, text: str) -> None:
        if text not in self.said:
            self.said.add(text)
            print(text, file=sys.stderr, flush=True)


def _is_same_grid(one: Placement, other: Placement, cells: tuple[int, int]) -> bool:
    """Do two placements give the same grid, whichever corner is the first? `cells`: rows and columns."""
    rows, columns = cells
    corners = [(0, 0), (columns, 0), (columns, rows), (0, rows)]
    before, now = (project(corners, placement.to_picture) for placement in (one, other))
    away = np.linalg.norm(before[:, None] - now[None], axis=2).min(axis=1)
    return bool(away.max() <= MAX_SAME_GRID_SPACES * one.cell_px)


def _chip_on(image: Image, placement: Placement, cells: tuple[int, int]) -> tuple[float, float]:
    """Diameter of a chip in spaces, across and down. A board with oblong spaces counts as the board in the box. `cells`: rows
    and columns."""
    rows, columns = cells
    outline = project([(0, 0), (columns, 0), (columns, rows), (0, rows)], placement.to_picture).astype(np.float32)
    aspect, _ = true_shape(outline, (image.shape[0], image.shape[1]))
    return OBLONG_CHIP_SPACES if aspect * rows > MIN_OBLONG_ASPECT * columns else (CHIP, CHIP)


def _has_free_corners(image: Image, placement: Placement, cells: tuple[int, int]) -> bool:
    """Are the four corners without cards? A grid off by a column has cards in corners. `cells`: rows and columns."""
    networks, (rows, columns) = Networks(), cells
    corners = [(row, column) for row in (0, rows - 1) for column in (0, columns - 1)]
    looks = (combine_looks(look_at_space(rectify_space(image, placement, cell), networks)) for cell in corners)
    return all(max(look.values(), default=0.0) < MAX_FREE_CORNER_CHANCE for look in looks)
