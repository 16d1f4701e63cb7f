"""Passing in Sequence, who can do nothing, and the half of a play that must be put right first. Rule ids are those of the rules spec."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.findings import foul
from companion.games.sequence.board import ZONES, zones_in
from companion.games.sequence.cards import JACKS, ONE_EYED, TWO_EYED
from companion.games.sequence.moves import ended, note, out_of_turn, turn_passed
from companion.games.sequence.state import Half, SequenceState
from companion.match.rules import Finding, Outcome, Severity, Step


def passed(state: SequenceState, seat: int) -> Step[SequenceState]:
    """The player says that he can do nothing (SQ-19). A hidden hand is believed."""
    found = out_of_turn(state, seat) or _pass_fault(state)
    if found is not None:
        return Step(state, (found,))
    after = replace(turn_passed(state), passes=state.passes + 1)
    said = note("SQ-19", "passed", seat=seat + 1, to_move=after.to_move + 1)
    if after.passes >= state.active or nobody_can_move(after):
        return ended(after, nobody(after), (said,))
    return Step(after, (said,))


def _pass_fault(state: SequenceState) -> Finding | None:
    if state.half is not None:
        return half_open(state)
    for card in dict.fromkeys(state.hand.cards):
        if move := next(state.moves_with(card), None):
            return foul("SQ-19", "must-play", ZONES[move.space], card=card, seat=state.to_move + 1)
    dead = next((card for card in state.hand.cards if state.is_dead(card)), None)
    return foul("SQ-19", "must-exchange", card=dead, seat=state.to_move + 1) if dead and not state.exchanged else None


def half_open(state: SequenceState) -> Finding:
    """A card without its chip, or a chip without its card, must be put right first. `drawn`: 1 where a draw was seen already."""
    half = state.half
    assert half is not None
    detail = {**half_detail(state, half), "drawn": int(state.early)}
    return Finding("SQ-05", half_code(half), Severity.FOUL, (half.zone, *targets_of(state, half)), detail)


def half_code(half: Half) -> str:
    """The code of a finding on a half, by what it lacks."""
    return "card-alone" if half.card else "chip-alone"


def half_detail(state: SequenceState, half: Half) -> dict[str, Any]:
    """For a message: whose half it is, and what would mend it. `count`: the open spaces of its card, 0 where any space would do, -1
    where a chip goes off, -2 where no space is left."""
    removes = half.card in ONE_EYED or half.removes
    count = -1 if removes else 1 if not half.card else 0 if half.card in TWO_EYED else len(targets_of(state, half)) or -2
    printed = state.layout.printed[half.space] if half.space >= 0 else ""
    team = half.seat % state.teams
    chip = {"face": state.palette[team], "chosen": int(bool(state.colours[team]))}
    return {"seat": half.seat + 1, "card": half.card, **chip, "expected": printed, "count": count}


def targets_of(state: SequenceState, half: Half) -> tuple[str, ...]:
    """The spaces on which the chip may go that a card lacks; none where the card is a jack or there already."""
    return zones_in(state.layout.spaces[half.card] & state.open) if half.card and half.card not in JACKS else ()


def nobody_can_move(state: SequenceState) -> bool:
    """Does everybody's known hand hold neither a play nor a dead card, and is no draw left that could change it (SQ-19)?"""
    return not state.owed and not any(state.can_act(seat) for seat in range(state.players))


def nobody(state: SequenceState) -> Outcome:
    """The draw by exhaustion."""
    return Outcome(None, "SQ-19", "nobody-can-move", (), lapses=True)
