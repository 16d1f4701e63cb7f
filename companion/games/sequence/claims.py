"""The claims of Sequence: what each takes before it enters the journal, and how it is judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.games.findings import CLAIMS, foul, kind_said
from companion.games.hands import Hand
from companion.games.positions import is_whole, shown
from companion.games.sequence import halves
from companion.games.sequence.board import SIZE, SPACE_OF, space_at
from companion.games.sequence.cards import card_of
from companion.games.sequence.colours import choose_colours
from companion.games.sequence.left_halves import made_beside
from companion.games.sequence.moves import (
    drawn,
    ended,
    exchange_fault,
    exchanged,
    fault,
    let_stand,
    note,
    reshuffled,
    turn_passed,
    with_card,
    with_hand,
)
from companion.games.sequence.passing import half_open, nobody, nobody_can_move, passed
from companion.games.sequence.position import dealt_findings
from companion.games.sequence.state import COLOURS, SequenceMove, SequenceState, discard_zone, played_from
from companion.match.rules import Claim, Detail, Finding, Step, Takes, ValueKind

SeqStep = Step[SequenceState]

_MOVE = {
    "card": Takes(ValueKind.TEXT),
    "row": Takes(ValueKind.WHOLE, most=SIZE - 1),
    "column": Takes(ValueKind.WHOLE, most=SIZE - 1),
}
TAKES: Mapping[str, Mapping[str, Takes]] = {
    **CLAIMS,
    "place": _MOVE,
    "remove": _MOVE,
    "dead": {"card": Takes(ValueKind.TEXT)},
    "draw": {"seen": Takes(ValueKind.WHOLE, needed=False, most=1)},
    "flip": {},
    "name_line": {"cells": Takes(ValueKind.SEVERAL)},
    "penalty": {"team": Takes(ValueKind.WHOLE, needed=False, most=2), "cards": Takes(ValueKind.SEVERAL)},
    "reshuffle": {},
    "set_up": {"colours": Takes(ValueKind.SEVERAL)},
    "setup_check": {
        **CLAIMS["setup_check"],
        "teams": Takes(ValueKind.WHOLE, needed=False, most=999),
        "seats": Takes(ValueKind.SEVERAL, needed=False),
    },
}
"""Code of each claim -> what it takes, by key."""


def judged(state: SequenceState, claim: Claim) -> SeqStep:
    """Judge what was said. Raises `InputError` for an unknown code, seat or detail."""
    judge = _JUDGES.get(claim.code) if not claim.stood else _STOOD.get(claim.code)
    if judge is None:
        raise InputError.of("no-claim", given=shown(claim.code), known=tuple(_JUDGES))
    if claim.seat is not None and not is_whole(claim.seat, 0, state.players - 1):
        raise InputError.of("no-seat", given=shown(claim.seat), high=state.players - 1)
    return judge(state, claim.seat, claim.detail)


# --- words at the door ---------------------------------------------------------------------------------------------------------


def card_in(detail: Detail) -> str:
    """The card that is named. Raises `InputError`."""
    card = card_of(detail.get("card"))
    if card is None:
        raise InputError.of("no-card", given=shown(detail.get("card")), known=("2S", "TD", "JC", "QH"))
    return card


def chip_in(text: Any) -> str:
    """The chip that is named; what it may be is judged later. Raises `InputError`."""
    if not isinstance(text, str):
        raise InputError.of("no-chip", given=shown(text), known=COLOURS)
    return text


def cell_in(given: Any) -> int:
    """The space of a row and a column. Raises `InputError`."""
    if isinstance(given, list | tuple) and len(given) == 2 and all(is_whole(number, 0, SIZE - 1) for number in given):
        return space_at(*given)
    raise InputError.of("space-needed", where="cell", high=SIZE - 1)


def _words(given: Any, error: InputError) -> list[Any]:
    """A list, or the words of a text: a phone can send only texts. Raises the error where it is neither."""
    if isinstance(given, str):
        return given.replace(",", " ").split()
    if isinstance(given, list | tuple):
        return list(given)
    raise error


def _mask(given: Any) -> int:
    mask = 0
    for word in _words(given, InputError.of("space-needed", where="cells", high=SIZE - 1)):
        space = SPACE_OF.get(word) if isinstance(word, str) else cell_in(word)
        if space is None:
            raise InputError.of("no-space", given=shown(word))
        mask |= 1 << space
    return mask


def _only(detail: Detail, *keys: str) -> None:
    if set(detail) - set(keys):
        raise InputError.of("only-details" if keys else "no-details", known=keys)


# --- claims ---------------------------------------------------------------------------------------------------------------------


def _claimed_move(state: SequenceState, seat: int | None, detail: Detail, *, removes: bool) -> SeqStep:
    _only(detail, "card", "row", "column")
    space = cell_in([detail.get("row"), detail.get("column")])
    move = SequenceMove(state.to_move if seat is None else seat, card_in(detail), space, removes)
    found = fault(state, move) or half_fault(state, move)
    return Step(state, (found,)) if found else made_beside(state, move)


def half_fault(state: SequenceState, move: SequenceMove) -> Finding | None:
    """A half on the table must be part of the move."""
    half = state.half
    if half is None or (half.card == move.card if half.card else (half.space, half.removes) == (move.space, move.removes)):
        return None
    return half_open(state)


def _place(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return _claimed_move(state, seat, detail, removes=False)


def _remove(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return _claimed_move(state, seat, detail, removes=True)


def _dead(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    _only(detail, "card")
    seat, card = state.to_move if seat is None else seat, card_in(detail)
    found = exchange_fault(state, seat, card) or (half_open(state) if state.half is not None else None)
    return Step(state, (found,)) if found else exchanged(state, seat, card)


def _draw(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """A draw; `seen`: a hand at the draw pile, which may be anybody's where no `seat` is named. Then the replacement of a dead card comes
    first, then the latest who may draw, then a player who draws before his chip lies, the card perhaps on its like; a hand that had
    nothing to draw there has only passed."""
    _only(detail, "seen")
    if state.outcome is not None or (seat is not None and not detail.get("seen")):
        return _said_to_be_drawn(state, state.to_move if seat is None else seat)
    if seat in (None, state.to_move):
        if state.to_replace:
            return Step(replace(state, to_replace=False))
        if (step := halves.on_its_like(state)) is not None:
            is_due = step.outcome is None and not state.early  # who drew before has no other draw to make
            after = drawn(step.state, step.state.owed[-1][0], seen=True) if is_due else Step(step.state)
            return Step(after.state, (*step.findings, *after.findings), step.outcome)
    due = next((owed[0] for owed in reversed(state.owed) if seat in (None, owed[0])), None)
    if due is not None:
        return drawn(state, due, seen=True)
    twin = halves.half_on_its_like(state) if seat in (None, state.to_move) else None
    half = state.half or twin
    return Step(state if half is None or seat not in (None, state.to_move) else replace(state, half=half, early=True))


def _said_to_be_drawn(state: SequenceState, seat: int) -> SeqStep:
    """A draw by a player who is named. With a half of the play missing it ends no turn (SQ-21)."""
    half, owes = state.half, any(owed[0] == seat for owed in state.owed)
    if half is not None and seat == state.to_move and not owes and state.outcome is None:
        return Step(state, (half_open(state),))
    return drawn(state, seat)


def _flip(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """All chips lie as they should: white side up in sequences, colour up elsewhere."""
    _only(detail)
    return Step(replace(state, turned=state.locked))


def _name_line(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    _only(detail, "cells")
    if seat is not None and seat % state.teams != state.seat_from(state.to_move, -1) % state.teams:
        return Step(state, (foul("SQ-14", "line-not-fresh"),))
    named = halves.name_line(state, _mask(detail.get("cells")))
    return Step(state, (named,)) if isinstance(named, Finding) else Step(named)


def _penalty(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """Table talk (SQ-16): each of the team lays one card of his choice on his discards and gets none for it. `cards`: one for each
    who still holds any, in the order of their seats."""
    _only(detail, "team", "cards")
    if state.outcome is not None:
        return Step(state, (foul("SQ-14", "match-over"),))
    team = detail.get("team", None if seat is None else seat % state.teams)
    if not is_whole(team, 0, state.teams - 1):
        raise InputError.of("no-team", where="team", given=shown(team), high=state.teams - 1)
    members = [member for member in range(team, state.players, state.teams) if state.hands[member].size]
    cards = [card_in({"card": word}) for word in _words(detail.get("cards"), InputError.of("cards-needed", where="cards"))]
    if len(cards) != len(members):
        raise InputError.of("penalty-cards", count=len(members))
    for member, card in zip(members, cards, strict=True):
        if not state.hands[member].may_hold(card):
            return Step(state, (foul("SQ-16", "not-in-hand", card=card, seat=member + 1),))
    for member, card in zip(members, cards, strict=True):
        hand = played_from(state.hands[member], card)
        state = replace(state, hands=with_hand(state, member, hand), piles=with_card(state, member, card))
    zones = tuple(map(discard_zone, members))
    return Step(
        state,
        (note("SQ-16", "penalty-paid", zones, team=team, colour=state.palette[team], count=len(cards), cards=tuple(cards)),),
    )


def _reshuffle(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """The discards were shuffled into a new draw pile (SQ-18). Where cards were counted only, the table knows better."""
    _only(detail)
    if state.outcome is not None:
        return Step(state, (foul("SQ-14", "match-over"),))
    if state.deck:
        return Step(state, (foul("SQ-18", "deck-not-empty", count=state.deck_size),))
    after = reshuffled(state)
    if not after.deck_size:
        return Step(state, (foul("SQ-18", "nothing-to-shuffle"),))
    return Step(after, (note("SQ-18", "reshuffled", count=after.deck_size),))


def _set_up(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """Which team plays which colour (SQ-20)."""
    _only(detail, "colours")
    return choose_colours(state, detail.get("colours"))


def _leave(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """A player leaves: he is passed over from now on, his cards are out of the game; his team must have another one."""
    _only(detail)
    if seat is None:
        raise InputError.of("seat-needed", where="leave", high=state.players - 1)
    if state.hands[seat].gone:
        raise InputError.of("left-already", seat=seat + 1)
    if all(state.hands[other].gone for other in range(seat % state.teams, state.players, state.teams) if other != seat):
        raise InputError.of("last-of-team-cannot-leave")
    owed, left = (o for o in state.owed if o[0] != seat), (each for each in state.left if each.half.seat != seat)
    after = replace(state, hands=with_hand(state, seat, Hand(gone=True)), owed=tuple(owed), left=tuple(left))
    if seat == state.to_move and state.outcome is None:
        after = replace(turn_passed(halves.left_alone(after)), passes=0)
    return Step(after, (note("SQ-19", "left", seat=seat + 1),))


def _stuck(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return passed(state, state.to_move if seat is None else seat)


def _assess(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    if state.outcome is not None:
        return Step(state, (), state.outcome)
    return ended(state, nobody(state)) if nobody_can_move(state) else Step(state)


def _say(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    kind_said(detail)
    return Step(state, (foul("SQ-16", "table-talk"),) if state.table_talk and state.outcome is None else ())


def _setup_check(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return Step(state, dealt_findings(detail, state))


_JUDGES: Mapping[str, Callable[[SequenceState, int | None, Detail], SeqStep]] = {
    "place": _place,
    "remove": _remove,
    "dead": _dead,
    "draw": _draw,
    "flip": _flip,
    "name_line": _name_line,
    "penalty": _penalty,
    "reshuffle": _reshuffle,
    "set_up": _set_up,
    "leave": _leave,
    "stuck": _stuck,
    "assess": _assess,
    "say": _say,
    "setup_check": _setup_check,
}


# --- what stood -----------------------------------------------------------------------------------------------------------------


def _chip_stood(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """A whole move that lies there whatever the rules say: the chip that was laid, or none where one was taken off."""
    mover = state.to_move if seat is None else seat
    move = SequenceMove(mover, card_in(detail), cell_in([detail.get("row"), detail.get("column")]))
    return let_stand(state, move, state.palette[mover % state.teams])


def _removal_stood(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    mover = state.to_move if seat is None else seat
    move = SequenceMove(mover, card_in(detail), cell_in([detail.get("row"), detail.get("column")]), removes=True)
    return let_stand(state, move, "")


def _dead_stood(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return exchanged(state, state.to_move if seat is None else seat, card_in(detail))


_STOOD: Mapping[str, Callable[[SequenceState, int | None, Detail], SeqStep]] = {
    "place": _chip_stood,
    "remove": _removal_stood,
    "dead": _dead_stood,
}
