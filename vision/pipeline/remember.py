"""Was the table pushed, and what is remembered of it for the next frame?"""

from __future__ import annotations

from dataclasses import replace

from vision import debounce
from vision.board import view
from vision.cards import piles as card_piles
from vision.hands import motion, presence
from vision.pipeline.so_far import FrameSoFar, PushesOutput, TableMemory, TableSetup
from vision.place import bumps
from vision.place.bumps import Outlines
from vision.place.profile import profile_for
from vision.plane.homography import corners_of, project


class Pushes:
    """Tells that mat or board lie elsewhere than they did."""

    name = "pushes"
    runs_blind = False

    def start(self, setup: TableSetup) -> Outlines:
        """Neither was seen yet."""
        return Outlines()

    def run(self, so_far: FrameSoFar, state: Outlines) -> tuple[Outlines, PushesOutput]:
        """See `Stage`."""
        board, previous = so_far.board.board, so_far.previous
        if state.mat is not None and previous is not None and not previous.visible.is_blind:
            was = previous.board.board
            is_same_place = so_far.hands.known is previous.hands.known and so_far.place.restart is None
            if is_same_place and (board and board.placement) is (was and was.placement):
                return state, PushesOutput(state, pushed=False)
        layout, known = so_far.place.memory.layout, so_far.hands.known
        mat = project(corners_of((0.0, 0.0, *layout.size_mm)), known.to_picture)
        outline = view.outline_of(board) if board else None
        state, pushed = bumps.bumped(state, mat, outline, profile_for(layout, known).card_px, so_far.frame.at)
        return state, PushesOutput(state, pushed)


class Remember:
    """Makes the memory that the next frame begins with. Zones that were decided, or left alone, are remembered as they look now."""

    name = "memory"
    runs_blind = True

    def start(self, setup: TableSetup) -> None:
        """Nothing is kept here."""

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, TableMemory]:
        """See `Stage`."""
        return None, _remember_blind(so_far) if so_far.visible.is_blind else _remember_seen(so_far)


def _remember_blind(so_far: FrameSoFar) -> TableMemory:
    """Whatever hands were about to do is forgotten, and all is to be looked at anew."""
    memory, gate = so_far.place.memory, so_far.lamp.gate
    return replace(
        memory,
        gate=replace(gate, jolted=True) if gate else None,
        comings=presence.forgotten(memory.comings),
        frames=(so_far.lamp.frame,),
        unseen=gate is not None,
    )


def _remember_seen(so_far: FrameSoFar) -> TableMemory:
    memory, ruled, frame = so_far.place.memory, so_far.settle.ruled, so_far.lamp.frame
    of_piles = {name: faces for name, faces in ruled.items() if memory.is_pile(name)}
    comings, left_alone = presence.left_alone(so_far.visits.after_draws.decided(ruled), so_far.frame.at)
    return replace(
        memory,
        piles=card_piles.settled(so_far.cards.piles, frame.image, so_far.hands.known.to_picture, of_piles),
        zones=so_far.settle.zones,
        comings=comings,
        board=so_far.board.board,
        gate=motion.settle(so_far.board.gate, [*ruled, *left_alone]),
        sight=so_far.controls.sight,
        frames=(*memory.frames, frame)[-debounce.AGREE :],
        shown_codes=so_far.shown.shown,
        unseen=False,
    )
