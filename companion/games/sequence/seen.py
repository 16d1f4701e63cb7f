"""A position of Sequence put as it was seen at one place, whatever the log says."""

from __future__ import annotations

from dataclasses import replace

from companion.games.card_game import cut_to
from companion.games.sequence.board import SPACE_OF
from companion.games.sequence.colours import with_face
from companion.games.sequence.halves import discard_seat
from companion.games.sequence.moves import standing_lines
from companion.games.sequence.state import COMMON, TURNED, SequenceState


def show_face(state: SequenceState, zone: str, face: str, *, misread: bool = False) -> SequenceState:
    """The position with this chip on a space, or this card on top of the discards. Lines are counted from the chips that lie (SQ-08)."""
    if state.half is not None and state.half.zone == zone:
        state = replace(state, half=None)
    if zone == COMMON:
        return replace(state, common=cut_to(state.common, face, misread=misread))
    if zone in SPACE_OF:
        colour = face.removesuffix(TURNED)
        team = state.palette.index(colour) if colour in state.palette else state.team
        seen = with_face(state, SPACE_OF[zone], face, team)
        return replace(seen, lines=standing_lines(state.lines, seen.chips))
    seat = discard_seat(state, zone)
    shown = cut_to(state.piles[seat], face, misread=misread)
    return replace(state, piles=(*state.piles[:seat], shown, *state.piles[seat + 1 :]))
