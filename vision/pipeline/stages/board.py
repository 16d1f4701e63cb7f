"""What the cells of a board show."""

from __future__ import annotations

from dataclasses import replace

from vision.board import view
from vision.board.view import BoardView
from vision.debounce import ZoneLook
from vision.hands.motion import Background, learn_background
from vision.pipeline.so_far import BoardOutput, FrameSoFar
from vision.pipeline.stages import KeepsNothing
from vision.pipeline.stages.hands import map_zones
from vision.place.bumps import lies_elsewhere
from vision.place.profile import profile_for


class Board(KeepsNothing):
    """Looks at every cell of a board. A board that is not where it should be is searched for."""

    name = "board"

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, BoardOutput]:
        """None for the state, which the stage does not need; the board, and a look at each cell. Without a board both are
        empty; where nothing can be read, every cell counts as covered."""
        board, background, memory = so_far.hands.board, so_far.veils.background, so_far.place.memory
        if board is None:
            return None, BoardOutput(None, {}, background)
        if not so_far.hands.can_read:
            looks = {name: ZoneLook(covered=True, touched=False) for name in board.reader.names}
            return None, BoardOutput(board, looks, background)
        sight, known = so_far.controls.sight, so_far.hands.known
        after, looks = view.look_at_cells(board, so_far.lamp.frame, memory.layout, known.to_picture, sight, memory.zones.zones)
        if after.placed_at != board.placed_at:
            background = _remap_after_search(so_far, after, background)
        return None, BoardOutput(after, looks, background)


def _remap_after_search(so_far: FrameSoFar, board: BoardView, background: Background) -> Background:
    """The background after the board was searched for, learned anew where the board lies elsewhere.

    Where the board lies as it lay, or is not to be seen, the table looks as it is remembered: a hand that rests on the board
    does not belong to the table.
    """
    lamp, memory, known = so_far.lamp, so_far.place.memory, so_far.hands.known
    field = map_zones(memory.layout, board, lamp.frame, lamp.small, known)
    if lies_elsewhere(memory.outlines.board, view.board_outline(board), profile_for(memory.layout, known).card_px):
        return learn_background(field, lamp.small, so_far.frame.at)
    return replace(background, field=field)
