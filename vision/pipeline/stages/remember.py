"""Was the table pushed, and what is remembered of it for the next frame?"""

from __future__ import annotations

from dataclasses import replace

from vision.board import at_draws, view
from vision.cards import piles as card_piles
from vision.debounce import DEBOUNCE
from vision.hands.motion import settle_zones
from vision.hands.table_visits import close_visits, forget_visits
from vision.pipeline.so_far import FrameSoFar, PushesOutput, TableMemory
from vision.pipeline.stages import KeepsNothing
from vision.place.bumps import find_pushes
from vision.place.profile import profile_for
from vision.plane.homography import corners_of, project


class Pushes(KeepsNothing):
    """Tells that mat or board lie elsewhere than they did."""

    name = "pushes"

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, PushesOutput]:
        """None for the state, which the stage does not need; outlines of mat and board in pixels, and whether either lies
        elsewhere than before. While neither is measured anew the outlines stay."""
        board, known, memory, previous = so_far.board.board, so_far.hands.known, so_far.place.memory, so_far.previous
        before = memory.outlines
        if before.mat is not None and previous is not None and not previous.visible.is_blind:
            was = previous.board.board
            if known is previous.hands.known and (board and board.placement) is (was and was.placement):
                return None, PushesOutput(before, is_pushed=False)
        mat = project(corners_of((0.0, 0.0, *memory.layout.size_mm)), known.to_picture)
        outline = view.board_outline(board) if board else None
        card_px = profile_for(memory.layout, known).card_px
        return None, PushesOutput(*find_pushes(before, mat, outline, card_px, so_far.frame.at))


class Remember(KeepsNothing):
    """Makes the memory for the next frame. Zones decided, or left alone, are remembered as they look now."""

    name = "memory"
    runs_blind = True

    def run(self, so_far: FrameSoFar, state: None) -> tuple[None, TableMemory]:
        """No state; the memory that the next frame begins with."""
        return None, _remember_blind(so_far) if so_far.visible.is_blind else _remember_seen(so_far)


def _remember_blind(so_far: FrameSoFar) -> TableMemory:
    """The memory after a blind frame: what hands were about to do is forgotten, and all is to be looked at anew."""
    memory, background = so_far.place.memory, so_far.lamp.background
    return replace(
        memory,
        background=replace(background, jolted=True) if background else None,
        visits=forget_visits(memory.visits),
        frames=(so_far.lamp.frame,),
        was_unseen=background is not None,
    )


def _remember_seen(so_far: FrameSoFar) -> TableMemory:
    """The memory after a frame in which the table was seen. Rulings go to the piles, and the look of decided zones into the
    background."""
    memory, ruled, frame, piles = so_far.place.memory, so_far.settle.ruled, so_far.hands.frame, so_far.cards.piles
    draws = so_far.visits.at_draws
    if so_far.board.board is not None:
        draws = at_draws.note_changed_cells(draws, memory.zones.zones, so_far.settle.zones.zones, so_far.frame.at)
    visits, left_alone = close_visits(so_far.visits.decided, ruled, so_far.frame.at)
    background = so_far.board.background
    # until its cells were found a board was one zone, and a hand may have been busy there
    settled = [name for name in (*ruled, *left_alone) if name in background.field.names]
    if settled:
        hands = background.over if so_far.hands.plain.intersection(settled) else None
        background = settle_zones(background, settled, hands)
    last = memory.frames[-1] if memory.frames else frame  # in which what is hidden again still lay clear
    for rulings, shown in ((ruled, frame), (so_far.settle.parted, last)):
        of_piles = {name: faces for name, faces in rulings.items() if name in memory.piles.piles}
        if of_piles:
            piles = card_piles.record_rulings(piles, shown.image, so_far.hands.known.to_picture, of_piles)
    return replace(
        memory,
        piles=piles,
        zones=so_far.settle.zones,
        visits=visits,
        board=so_far.board.board,
        background=background,
        sight=so_far.controls.sight,
        frames=(*memory.frames, frame)[-DEBOUNCE.min_agreeing :],
        at_draws=draws,
        outlines=so_far.pushes.outlines,
        shown_codes=so_far.shown.shown,
        was_unseen=False,
    )
