"""The claims of Sequence: what each takes before entering the journal, and the judgment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from companion.errors import InputError
from companion.games.findings import CLAIMS, make_foul, make_note, read_kind_said
from companion.games.hands import Hand
from companion.games.positions import is_whole_between, shorten_json
from companion.games.sequence import halves
from companion.games.sequence.board import BOARD_SIZE, SPACE_OF
from companion.games.sequence.cards import parse_french_card
from companion.games.sequence.colours import choose_colours
from companion.games.sequence.left_halves import make_beside_halves
from companion.games.sequence.moves import (
    add_discard,
    exchange_dead_card,
    find_exchange_fault,
    find_move_fault,
    finish_match,
    let_move_stand,
    make_draw,
    pass_to_next,
    replace_hand,
    reshuffle_discards,
)
from companion.games.sequence.passing import is_nobody_able, judge_pass, make_exhaustion, make_half_foul
from companion.games.sequence.position import judge_dealt, read_board_space
from companion.games.sequence.state import TEAM_COLOURS, SequenceMove, SequenceState, discard_zone, play_from_hand
from companion.match.rules import Claim, Detail, Finding, Step, Takes, ValueKind

SeqStep = Step[SequenceState]

_MOVE = {
    "card": Takes(ValueKind.TEXT),
    "row": Takes(ValueKind.WHOLE, most=BOARD_SIZE - 1),
    "column": Takes(ValueKind.WHOLE, most=BOARD_SIZE - 1),
}
TAKES: Mapping[str, Mapping[str, Takes]] = {
    **CLAIMS,
    "place": _MOVE,
    "remove": _MOVE,
    "dead": {"card": Takes(ValueKind.TEXT)},
    "draw": {"seen": Takes(ValueKind.WHOLE, needed=False, most=1)},
    "flip": {},
    "name_line": {"cells": Takes(ValueKind.LIST)},
    "penalty": {"team": Takes(ValueKind.WHOLE, needed=False, most=2), "cards": Takes(ValueKind.LIST)},
    "reshuffle": {},
    "set_up": {"colours": Takes(ValueKind.LIST)},
    "setup_check": {
        **CLAIMS["setup_check"],
        "teams": Takes(ValueKind.WHOLE, needed=False, most=999),
        "seats": Takes(ValueKind.LIST, needed=False),
    },
}
"""Code of each claim -> what it takes, by key."""


def judge_words(state: SequenceState, claim: Claim) -> SeqStep:
    """Judge a claim. Raises `InputError` for an unknown code, seat or detail. A claim with `stood` is not judged: the move lies
    on the table."""
    judge = _JUDGES.get(claim.code) if not claim.stood else _STOOD.get(claim.code)
    if judge is None:
        raise InputError.with_id("no-claim", given=shorten_json(claim.code), known=tuple(_JUDGES))
    if claim.seat is not None and not is_whole_between(claim.seat, 0, state.players - 1):
        raise InputError.with_id("no-seat", given=shorten_json(claim.seat), high=state.players - 1)
    return judge(state, claim.seat, claim.detail)


# --- words at the door ---------------------------------------------------------------------------------------------------------


def read_claimed_card(detail: Detail) -> str:
    """The card that a claim names. Raises `InputError`."""
    card = parse_french_card(detail.get("card"))
    if card is None:
        raise InputError.with_id("no-card", given=shorten_json(detail.get("card")), known=("2S", "TD", "JC", "QH"))
    return card


def read_claimed_chip(text: Any) -> str:
    """The chip that a claim names, of any colour: judged later. Raises `InputError`."""
    if not isinstance(text, str):
        raise InputError.with_id("no-chip", given=shorten_json(text), known=TEAM_COLOURS)
    return text


def _split_words(given: Any, error: InputError) -> list[Any]:
    """The items of a list `given`, or the words of a text: a phone can send only texts. Raises `error` for anything else."""
    if isinstance(given, str):
        return given.replace(",", " ").split()
    if isinstance(given, list | tuple):
        return list(given)
    raise error


def _read_spaces(given: Any) -> int:
    """The bitboard of spaces. `given`: a list, or a text with spaces between, of zones or pairs [row, column]. Raises
    `InputError`."""
    mask = 0
    for word in _split_words(given, InputError.with_id("space-needed", where="cells", high=BOARD_SIZE - 1)):
        space = SPACE_OF.get(word) if isinstance(word, str) else read_board_space(word, "cell", InputError)
        if space is None:
            raise InputError.with_id("no-space", given=shorten_json(word))
        mask |= 1 << space
    return mask


def _check_detail_keys(detail: Detail, *keys: str) -> None:
    if set(detail) - set(keys):
        raise InputError.with_id("only-details" if keys else "no-details", known=keys)


# --- claims ---------------------------------------------------------------------------------------------------------------------


def _claim_move(state: SequenceState, seat: int | None, detail: Detail, *, removes: bool) -> SeqStep:
    """A whole play, told: judged at once. `removes`: a chip is taken off. `seat` None: the player to move."""
    _check_detail_keys(detail, "card", "row", "column")
    space = read_board_space([detail.get("row"), detail.get("column")], "cell", InputError)
    move = SequenceMove(state.to_move if seat is None else seat, read_claimed_card(detail), space, removes)
    found = find_move_fault(state, move) or find_half_fault(state, move)
    return Step(state, (found,)) if found else make_beside_halves(state, move)


def find_half_fault(state: SequenceState, move: SequenceMove) -> Finding | None:
    """Why a move may not be made beside a half on the table: the half must be part of the move. None where the move completes
    the half, or none waits."""
    half = state.half
    if half is None or (half.card == move.card if half.card else (half.space, half.removes) == (move.space, move.removes)):
        return None
    return make_half_foul(state)


def _claim_dead_card(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """A dead card exchanged, or why not. `seat` None: the player to move."""
    _check_detail_keys(detail, "card")
    seat, card = state.to_move if seat is None else seat, read_claimed_card(detail)
    found = find_exchange_fault(state, seat, card) or (make_half_foul(state) if state.half is not None else None)
    return Step(state, (found,)) if found else exchange_dead_card(state, seat, card)


def _claim_draw(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """A draw. `seen` in the detail: a hand at the draw pile, anybody's where no `seat` is named.

    In order of likelihood: the replacement of a dead card, the latest owed draw, a draw before the own chip lies (the card
    perhaps on its like). Else the hand only passed, as any does once the match is over.
    """
    _check_detail_keys(detail, "seen")
    if state.outcome is not None and detail.get("seen"):
        return Step(state)  # the cards are being put away
    if state.outcome is not None or (seat is not None and not detail.get("seen")):
        return _claim_named_draw(state, state.to_move if seat is None else seat)
    if seat in (None, state.to_move):
        if state.to_replace:
            return Step(replace(state, to_replace=False))
        if (step := halves.pair_with_like(state)) is not None:
            is_due = step.outcome is None and not state.early  # who drew before has no other draw to make
            after = make_draw(step.state, step.state.owed[-1][0], seen=True) if is_due else Step(step.state)
            return Step(after.state, (*step.findings, *after.findings), step.outcome)
    due = next((owed[0] for owed in reversed(state.owed) if seat in (None, owed[0])), None)
    if due is not None:
        return make_draw(state, due, seen=True)
    twin = halves.find_half_on_like(state) if seat in (None, state.to_move) else None
    half = state.half or twin
    return Step(state if half is None or seat not in (None, state.to_move) else replace(state, half=half, early=True))


def _claim_named_draw(state: SequenceState, seat: int) -> SeqStep:
    """A draw by a named player. With half of the play missing, the draw ends no turn (SQ-21)."""
    half, owes = state.half, any(owed[0] == seat for owed in state.owed)
    if half is not None and seat == state.to_move and not owes and state.outcome is None:
        return Step(state, (make_half_foul(state),))
    return make_draw(state, seat)


def _claim_flip(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """All chips lie as they should: white side up in sequences, colour up elsewhere."""
    _check_detail_keys(detail)
    return Step(replace(state, turned=state.locked_spaces))


def _claim_line(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """The owner of a fresh sequence names its five spaces (SQ-14), or the foul. `seat` None: the owner."""
    _check_detail_keys(detail, "cells")
    if seat is not None and seat % state.teams != state.step_seat(state.to_move, -1) % state.teams:
        return Step(state, (make_foul("SQ-14", "line-not-fresh"),))
    named = halves.name_fresh_line(state, _read_spaces(detail.get("cells")))
    return Step(state, (named,)) if isinstance(named, Finding) else Step(named)


def _claim_penalty(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """Table talk (SQ-16): each player of the team discards a card of choice, and draws none instead.

    `cards` in the detail: a card for each player who still holds any, in order of the seats. Raises `InputError` for an
    unknown team or a wrong number of cards.
    """
    _check_detail_keys(detail, "team", "cards")
    if state.outcome is not None:
        return Step(state, (make_foul("SQ-14", "match-over"),))
    team = detail.get("team", None if seat is None else seat % state.teams)
    if not is_whole_between(team, 0, state.teams - 1):
        raise InputError.with_id("no-team", where="team", given=shorten_json(team), high=state.teams - 1)
    members = [member for member in range(team, state.players, state.teams) if state.hands[member].size]
    cards = [
        read_claimed_card({"card": word})
        for word in _split_words(detail.get("cards"), InputError.with_id("cards-needed", where="cards"))
    ]
    if len(cards) != len(members):
        raise InputError.with_id("penalty-cards", count=len(members))
    for member, card in zip(members, cards, strict=True):
        if not state.hands[member].can_hold(card):
            return Step(state, (make_foul("SQ-16", "not-in-hand", card=card, seat=member + 1),))
    for member, card in zip(members, cards, strict=True):
        hand = play_from_hand(state.hands[member], card)
        state = replace(state, hands=replace_hand(state, member, hand), piles=add_discard(state, member, card))
    zones = tuple(map(discard_zone, members))
    return Step(
        state,
        (
            make_note(
                "SQ-16", "penalty-paid", zones, team=team, colour=state.palette[team], count=len(cards), cards=tuple(cards)
            ),
        ),
    )


def _claim_reshuffle(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """The discards were shuffled into a new draw pile (SQ-18). Where cards were only counted, the table knows better."""
    _check_detail_keys(detail)
    if state.outcome is not None:
        return Step(state, (make_foul("SQ-14", "match-over"),))
    if state.deck:
        return Step(state, (make_foul("SQ-18", "deck-not-empty", count=state.deck_size),))
    after = reshuffle_discards(state)
    if not after.deck_size:
        return Step(state, (make_foul("SQ-18", "nothing-to-shuffle"),))
    return Step(after, (make_note("SQ-18", "reshuffled", count=after.deck_size),))


def _claim_colours(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """Which team plays which colour (SQ-20)."""
    _check_detail_keys(detail, "colours")
    return choose_colours(state, detail.get("colours"))


def _claim_leave(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """A player leaves: passed over from now on, with all cards out of the game. Raises `InputError` unless a player still there
    is named, and the team has another player."""
    _check_detail_keys(detail)
    if seat is None:
        raise InputError.with_id("seat-needed", where="leave", high=state.players - 1)
    if state.hands[seat].gone:
        raise InputError.with_id("left-already", seat=seat + 1)
    if all(state.hands[other].gone for other in range(seat % state.teams, state.players, state.teams) if other != seat):
        raise InputError.with_id("last-of-team-cannot-leave")
    owed, left = (o for o in state.owed if o[0] != seat), (each for each in state.left if each.half.seat != seat)
    after = replace(state, hands=replace_hand(state, seat, Hand(gone=True)), owed=tuple(owed), left=tuple(left))
    if seat == state.to_move and state.outcome is None:
        after = replace(pass_to_next(halves.leave_half(after)), passes=0)
    return Step(after, (make_note("SQ-19", "left", seat=seat + 1),))


def _claim_pass(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return judge_pass(state, state.to_move if seat is None else seat)


def _claim_assess(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """The outcome where the match is over, or is drawn because nobody can play; else the state unchanged."""
    if state.outcome is not None:
        return Step(state, (), state.outcome)
    return finish_match(state, make_exhaustion(state)) if is_nobody_able(state) else Step(state)


def _claim_talk(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """The foul of table talk where forbidden (SQ-16), of whatever kind. Raises `InputError` for an unknown kind."""
    read_kind_said(detail)
    return Step(state, (make_foul("SQ-16", "table-talk"),) if state.table_talk and state.outcome is None else ())


def _claim_setup(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return Step(state, judge_dealt(detail, state))


_JUDGES: Mapping[str, Callable[[SequenceState, int | None, Detail], SeqStep]] = {
    "place": partial(_claim_move, removes=False),
    "remove": partial(_claim_move, removes=True),
    "dead": _claim_dead_card,
    "draw": _claim_draw,
    "flip": _claim_flip,
    "name_line": _claim_line,
    "penalty": _claim_penalty,
    "reshuffle": _claim_reshuffle,
    "set_up": _claim_colours,
    "leave": _claim_leave,
    "stuck": _claim_pass,
    "assess": _claim_assess,
    "say": _claim_talk,
    "setup_check": _claim_setup,
}


# --- what stood -----------------------------------------------------------------------------------------------------------------


def _let_move_lie(state: SequenceState, seat: int | None, detail: Detail, *, removes: bool) -> SeqStep:
    """A whole move on the table, whatever the rules say: a chip laid, or taken off. `removes`: taken off."""
    mover, card = state.to_move if seat is None else seat, read_claimed_card(detail)
    space = read_board_space([detail.get("row"), detail.get("column")], "cell", InputError)
    return let_move_stand(
        state, SequenceMove(mover, card, space, removes), "" if removes else state.palette[mover % state.teams]
    )


def _let_exchange_stand(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return exchange_dead_card(state, state.to_move if seat is None else seat, read_claimed_card(detail))


_STOOD: Mapping[str, Callable[[SequenceState, int | None, Detail], SeqStep]] = {
    "place": partial(_let_move_lie, removes=False),
    "remove": partial(_let_move_lie, removes=True),
    "dead": _let_exchange_stand,
}
