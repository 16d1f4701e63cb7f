"""Passing in Sequence, who can do nothing, and halves that must be put right first. Rule ids: rules spec, section 5."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games.findings import make_foul, make_note
from companion.games.sequence.board import SPACE_ZONES, UNKNOWN_CARD, zones_in
from companion.games.sequence.cards import JACKS, ONE_EYED, TWO_EYED
from companion.games.sequence.moves import find_out_of_turn, finish_match, pass_to_next
from companion.games.sequence.state import Half, SequenceState
from companion.match.rules import Finding, Outcome, Severity, Step


def judge_pass(state: SequenceState, seat: int) -> Step[SequenceState]:
    """The player says "I can do nothing" (SQ-19). A hidden hand is believed. With everybody passing, or nobody able to play,
    the match is drawn."""
    found = find_out_of_turn(state, seat) or _find_pass_fault(state)
    if found is not None:
        return Step(state, (found,))
    after = replace(pass_to_next(state), passes=state.passes + 1)
    said = make_note("SQ-19", "passed", seat=seat + 1, to_move=after.to_move + 1)
    if after.passes >= state.active_players or is_nobody_able(after):
        return finish_match(after, make_exhaustion(after), (said,))
    return Step(after, (said,))


def _find_pass_fault(state: SequenceState) -> Finding | None:
    """Why the player to move may not pass: a half lies alone, a known card can be played, or a dead card exchanged. None where
    allowed."""
    if state.half is not None:
        return make_half_foul(state)
    for card in dict.fromkeys(state.hand.cards):
        if move := next(state.iter_moves(card), None):
            return make_foul("SQ-19", "must-play", SPACE_ZONES[move.space], card=card, seat=state.to_move + 1)
    dead = next((card for card in state.hand.cards if state.is_dead(card)), None)
    return make_foul("SQ-19", "must-exchange", card=dead, seat=state.to_move + 1) if dead and not state.exchanged else None


def make_half_foul(state: SequenceState) -> Finding:
    """The foul of a card without a chip, or a chip without a card. `drawn` in the detail: 1 where a draw was seen already. A
    half must be waiting."""
    half = state.half
    assert half is not None
    detail = {**describe_half(state, half), "drawn": int(state.early)}
    return Finding("SQ-05", choose_half_code(half), Severity.FOUL, (half.zone, *find_targets(state, half)), detail)


def choose_half_code(half: Half) -> str:
    """The code of a finding on a half, by what is missing."""
    return "card-alone" if half.card else "chip-alone"


def describe_half(state: SequenceState, half: Half) -> dict[str, Any]:
    """The placeholders of a message about a half-finished move: its seat from 1, its card, its colour, the printed space, a
    `count`.

    `count` chooses the sentence. From 1 on: open spaces for the card. 0: any space would do. -1: a chip has to go off. -2: no
    space is left. -3: nobody knows the card printed on the chip's space.
    """
    removes = half.card in ONE_EYED or half.removes
    count = -1 if removes else 1 if not half.card else 0 if half.card in TWO_EYED else len(find_targets(state, half)) or -2
    printed = state.layout.printed[half.space] if half.space >= 0 else ""
    count = -3 if printed == UNKNOWN_CARD and count == 1 and not half.card else count
    team = half.seat % state.teams
    chip = {"face": state.palette[team], "chosen": int(bool(state.colours[team]))}
    return {"seat": half.seat + 1, "card": half.card, **chip, "expected": printed, "count": count}


def find_targets(state: SequenceState, half: Half) -> tuple[str, ...]:
    """The spaces for the chip that a card lacks; () where the card is a jack, or missing."""
    return zones_in(state.layout.spaces[half.card] & state.free_spaces) if half.card and half.card not in JACKS else ()


def is_nobody_able(state: SequenceState) -> bool:
    """Does no known hand hold a play or a dead card, with no draw left to change that (SQ-19)?"""
    return not state.owed and not any(state.can_act(seat) for seat in range(state.players))


def make_exhaustion(state: SequenceState) -> Outcome:
    """The outcome of a draw by exhaustion."""
    return Outcome(None, "SQ-19", "nobody-can-move", (), lapses=True)
