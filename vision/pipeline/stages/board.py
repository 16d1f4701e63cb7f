"""What the cells of a board show."""

from __future__ import annotations

from dataclasses import replace

from vision.board import cells, view
from vision.board.view import BoardView
from vision.debounce import ZoneLook
from vision.hands import motion
from vision.hands.motion import Gate
from vision.pipeline.so_far import BoardOutput, FrameSoFar, TableSetup
from vision.pipeline.stages.hands import map_zones
from vision.place import bumps
from vision.place.profile import profile_for


class Board:
    """Looks at every cell of a board. A board that is not where it should be is searched for."""

    name = "board"
    runs_blind = False

    def start(self, setup: TableSetup) -> None:
        """Nothing is kept here: the board is remembered in `TableMemory`."""

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, BoardOutput]:
        """See `Stage`."""
        board, gate, memory = so_far.hands.board, so_far.veils.gate, so_far.place.memory
        if board is None:
            return None, BoardOutput(None, {}, gate)
        if not so_far.hands.can_read:
            return None, BoardOutput(board, {name: ZoneLook(covered=True, touched=False) for name in board.reader.names}, gate)
        sight, known = so_far.controls.sight, so_far.hands.known
        after, looks = cells.look_at_cells(board, so_far.lamp.frame, memory.layout, known.to_picture, sight, memory.zones.zones)
        if after.placed_at != board.placed_at:
            gate = _gate_after_search(so_far, after, gate)
        return None, BoardOutput(after, looks, gate)


def _gate_after_search(so_far: FrameSoFar, board: BoardView, gate: Gate) -> Gate:
    """How the table looks after the board was searched for. Where the board lies as it lay, or is not to be seen, the table looks as it is
    remembered: a hand that rests on it does not belong to it."""
    lamp, memory, known = so_far.lamp, so_far.place.memory, so_far.hands.known
    field = map_zones(memory.layout, board, lamp.frame, lamp.small, known)
    if bumps.lies_elsewhere(memory.outlines.board, view.board_outline(board), profile_for(memory.layout, known).card_px):
        return motion.first_gate(field, lamp.small, so_far.frame.at)
    return replace(gate, field=field)
