"""What moves or lies over the table, and which zones it covers."""

from __future__ import annotations

from vision.board import view
from vision.board.view import BoardView
from vision.hands import motion
from vision.hands.field import Field, field_of
from vision.pipeline.so_far import FrameSoFar, HandsOutput, TableSetup
from vision.place.fiducials import Registration
from vision.place.layout import Layout
from vision.types import Frame, Image


class Hands:
    """Compares the small picture with the frame before and with the table at rest.

    How the table looks at rest is remembered in `TableMemory.gate`. Where it was measured anew it is taken to look as it does now.
    """

    name = "hands"
    runs_blind = False

    def start(self, setup: TableSetup) -> None:
        """Nothing is kept here."""

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, HandsOutput]:
        """See `Stage`."""
        memory, lamp, known, mat = so_far.place.memory, so_far.lamp, so_far.place.known, so_far.place.mat
        assert known is not None  # else the frame is blind
        gate, board = lamp.gate, memory.board
        is_fresh = gate is None or mat.renewed
        if is_fresh and board:
            board = view.locate_board(board, lamp.frame.image, memory.layout, known.to_picture, so_far.frame.at)
        if gate is None or is_fresh:
            gate = motion.first_gate(
                map_zones(memory.layout, board, lamp.frame, lamp.small, known), lamp.small, so_far.frame.at
            )
        gate, sight = motion.look(gate, lamp.small, so_far.frame.at)
        was_hidden = sight.jolt and not memory.sight.jolt  # by a lamp that was switched or a push
        return None, HandsOutput(
            gate, sight, known, board, is_fresh, not is_fresh and not mat.unsure, memory.unseen or was_hidden
        )


def map_zones(layout: Layout, board: BoardView | None, frame: Frame, small: Image, known: Registration) -> Field:
    """The zones of a layout, and the cells of a board that was found, in the small picture (h, w, 3)."""
    with_cells = view.add_cell_zones(layout, board, known.to_picture) if board else layout
    picture, size = frame.image.shape, small.shape
    return field_of(with_cells, known.to_picture, (picture[0], picture[1]), (size[0], size[1]))
