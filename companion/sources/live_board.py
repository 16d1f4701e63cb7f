"""A board that was never enrolled, recognised on the table by those of its own cards that can be read.

It is whatever large grid shows the cards of the layout that is played on, in any quarter turn. Its picture is kept for the next evening. Of
a board whose cards stand in another order the layout is kept, where all of them could be read: the next match is played on it. Where
not, that is left to `companion enrol-board`.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field, replace

import numpy as np

from companion.errors import InputError
from companion.games.boards import BoardLayout
from companion.sources.board_layouts import Faces, fitting, layout_read, use
from companion.sources.sources import board_file
from vision.board.chips import CHIP
from vision.board.file import save_board
from vision.board.places import Placement, enrol_board, turn_placement
from vision.board.printed import PRINTED, PRINTED_LIMITS, combine_looks, look_at_space, read_print, rectify_space
from vision.board.training import learn_chips
from vision.board.unknown import find_unknown_grids
from vision.board.view import BoardReader
from vision.errors import LayoutError
from vision.plane.homography import project
from vision.plane.quads import true_shape
from vision.readers.french_print.networks import Networks
from vision.types import Image

ENOUGH = 0.6
"""Part of the spaces that must be read."""
AGREEING = 0.9
"""Part of them that must show the layout's cards: what is left was misread, for another order agrees by chance in a few."""
SPACES = 2 * len(PRINTED)
FINEST_NEEDED = 24.0
"""Width of a space in pixels from which chips on it are read. Print so fine is read well enough to be told for that of a known layout, not to
learn another from."""
FREE = 0.4
"""Chance of the likeliest card below which a corner shows none."""
LEFT, KEPT = "order", "order-read"
"""What became of a board whose cards stand in another order, as reasons of `Lost`: it is left to a person, or its layout is kept."""
OBLONG, OBLONG_CHIP = 1.12, (0.5, 0.6)
"""Width of a space over its height from which it is that of the board in the box, about 51 x 40 mm, and its chips, about 25 mm, in spaces."""


@dataclass(slots=True)
class LiveBoard:
    """`reader`: of the board that was expected, whose chips are played with. `layout`: in use. `game`: for which the board is kept, "" for
    none. `said`: what was said already, for each picture may say it again; `searches`: how many there were. `lost_reason`: what became of a
    board that was seen and whose cards stand in another order; "" where none was."""

    reader: BoardReader
    layout: BoardLayout
    game: str = ""
    said: set[str] = field(default_factory=set)
    searches: int = 0
    lost_reason: str = ""

    def __call__(self, image: Image) -> tuple[Placement, BoardReader] | None:
        """Where the board lies in a picture (H, W, 3) uint8 BGR, and its reader; None where there is none whose cards are the layout's.
        Costs up to five seconds, and half of one where no grid is to be seen."""
        self.searches += 1
        for placement in find_unknown_grids(image, self.reader.cells, self.searches - 1):
            if placement.cell_px < FINEST_NEEDED:
                continue
            faces = read_print(image, placement, self.reader.cells).faces
            quarters, agreeing = fitting(faces, self.layout)
            if len(faces) < ENOUGH * SPACES:
                continue
            if agreeing >= AGREEING * len(faces):
                return self._learned(image, turn_placement(placement, self.reader.cells, quarters))
            if placement.cell_px < PRINTED_LIMITS.min_space_px:
                continue
            if _has_free_corners(image, placement, self.reader.cells) and self.lost_reason != KEPT:
                self.lost_reason = self._of_another_order(faces)
        return None

    def _of_another_order(self, faces: Faces) -> str:
        """Keep the layout of a board whose cards stand in another order, where all are known: the next match is played on it."""
        layout = layout_read(faces) if self.game else None
        try:
            if layout is not None:
                use(layout)
                self._say("The cards of this board stand in another order; they are kept. Start the match anew to play on it.")
                return KEPT
        except InputError as error:
            self._say(str(error))
        self._say("The cards of this board stand in another order than those of the layout: `companion enrol-board` learns it.")
        return LEFT

    def _learned(self, image: Image, placement: Placement) -> tuple[Placement, BoardReader]:
        board, chip = enrol_board(image, placement, self.reader.cells), _chip_on(image, placement, self.reader.cells)
        if self.game:
            try:
                save_board(board, chip, board_file(self.game))
            except LayoutError as error:
                self._say(str(error))
        return placement, replace(self.reader, board=board, chips=learn_chips(board.fine, self.reader.cells, chip))

    def _say(self, text: str) -> None:
        if text not in self.said:
            self.said.add(text)
            print(text, file=sys.stderr, flush=True)


def _chip_on(image: Image, placement: Placement, cells: tuple[int, int]) -> tuple[float, float]:
    """The diameter of a chip in spaces, across and down: of the practice board, or of one whose spaces are oblong as those in the box."""
    rows, columns = cells
    outline = project([(0, 0), (columns, 0), (columns, rows), (0, rows)], placement.to_picture).astype(np.float32)
    aspect, _ = true_shape(outline, (image.shape[0], image.shape[1]))
    return OBLONG_CHIP if aspect * rows > OBLONG * columns else (CHIP, CHIP)


def _has_free_corners(image: Image, placement: Placement, cells: tuple[int, int]) -> bool:
    """Are the corners without cards? A grid that lies a column off has cards there."""
    networks, (rows, columns) = Networks(), cells
    corners = [(row, column) for row in (0, rows - 1) for column in (0, columns - 1)]
    looks = (combine_looks(look_at_space(rectify_space(image, placement, cell), networks)) for cell in corners)
    return all(max(look.values(), default=0.0) < FREE for look in looks)
