"""What moves or lies over the table, and which zones it covers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.board import view
from vision.board.view import BoardView
from vision.hands.field import Field, build_field
from vision.hands.motion import learn_background, look_for_hands, remember_look
from vision.hands.plain_view import find_plain_cards, part_from_hands, uncover_zones, wipe_hands
from vision.pipeline.so_far import FrameSoFar, HandsOutput, TableMemory
from vision.pipeline.stages import KeepsNothing
from vision.place.fiducials import Registration
from vision.place.layout import Layout
from vision.plane.quads import Quad
from vision.types import EMPTY, UNREADABLE, Frame, Image


class Hands(KeepsNothing):
    """Compares the small picture with the frame before and with the table at rest.

    How the table looks at rest is remembered in `TableMemory.background`. Where the table was measured anew it is taken to look as it does
    now.
    """

    name = "hands"

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, HandsOutput]:
        """None for the state, which the stage does not need; what moves or lies over the table in this frame. Background and
        board are measured anew once the mat has another place. A blind frame is never given."""
        memory, lamp, known, mat, at = (
            so_far.place.memory,
            so_far.lamp,
            so_far.place.known,
            so_far.place.mat,
            so_far.frame.at,
        )
        assert known is not None  # else the frame is blind
        background, board = lamp.background, memory.board
        is_fresh = background is None or mat.renewed
        if is_fresh and board:
            board = view.locate_board(board, lamp.frame.image, memory.layout, known.to_picture, at)
        if background is None or is_fresh:
            fresh = learn_background(map_zones(memory.layout, board, lamp.frame, lamp.small, known), lamp.small, at)
            known_look = background if memory.sight.has_hands else None
            background = fresh if known_look is None else remember_look(fresh, known_look)
        background, sight = look_for_hands(background, lamp.small, at)
        can_read = not is_fresh and not mat.unsure
        places = list_known_places(memory) if can_read else {}
        cards = find_plain_cards(background, sight, places)
        uncovered = uncover_zones(sight, background, cards)
        background = part_from_hands(background, cards)
        was_hidden = sight.is_jolted and not memory.sight.is_jolted  # by a lamp that was switched or a push
        return None, HandsOutput(
            background=background,
            sight=uncovered,
            known=known,
            board=board,
            is_fresh=is_fresh,
            can_read=can_read,
            was_unseen=memory.was_unseen or was_hidden,
            frame=replace(lamp.frame, image=wipe_hands(lamp.frame.image, background, cards)) if cards else lamp.frame,
            plain=frozenset(cards),
        )


def list_known_places(memory: TableMemory) -> dict[str, Quad | None]:
    """By pile whose top card's place is known, (4, 2) its corners in millimetres of the plane; None for an empty zone. Other
    piles are missing."""
    zones, piles = memory.zones.zones, memory.piles.piles
    places = {name: None if zones[name].face == EMPTY else pile.settled_place for name, pile in piles.items()}
    return {
        name: None if place is None else np.asarray(place, np.float32)
        for name, place in places.items()
        if zones[name].face == EMPTY or (zones[name].face != UNREADABLE and place is not None)
    }


def map_zones(layout: Layout, board: BoardView | None, frame: Frame, small: Image, known: Registration) -> Field:
    """The zones of a layout, and the cells of a board that was found, in the small picture. `small`: (h, w, 3); `known`:
    where they lie. `board`: None for none, and without effect until found."""
    with_cells = view.add_cell_zones(layout, board, known.to_picture) if board else layout
    picture, size = frame.image.shape, small.shape
    return build_field(with_cells, known.to_picture, (picture[0], picture[1]), (size[0], size[1]))
