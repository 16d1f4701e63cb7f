"""A position of Sequence with a zone put as seen, whatever the log says."""

from __future__ import annotations

from dataclasses import replace

from companion.games.card_game import cut_pile
from companion.games.hands import replace_at
from companion.games.sequence.board import SPACE_OF
from companion.games.sequence.colours import show_chip
from companion.games.sequence.halves import find_discard_seat
from companion.games.sequence.moves import find_standing_lines
from companion.games.sequence.state import COMMON_ZONE, TURNED_MARK, SequenceState


def show_seen_face(state: SequenceState, zone: str, face: str, *, misread: bool = False) -> SequenceState:
    """The position with a chip on a space, or a card on top of the discards. Lines are counted from the chips on the board
    (SQ-08). A half in the zone is forgotten; no rule is asked. Raises `InputError` for an unknown zone. `misread`: see
    `Rules.show_face`."""
    if state.half is not None and state.half.zone == zone:
        state = replace(state, half=None)
    if zone == COMMON_ZONE:
        return replace(state, common=cut_pile(state.common, face, misread=misread))
    if zone in SPACE_OF:
        colour = face.removesuffix(TURNED_MARK)
        team = state.palette.index(colour) if colour in state.palette else state.team
        seen = show_chip(state, SPACE_OF[zone], face, team)
        return replace(seen, lines=find_standing_lines(state.lines, seen.chips))
    seat = find_discard_seat(state, zone)
    return replace(state, piles=replace_at(state.piles, seat, cut_pile(state.piles[seat], face, misread=misread)))
