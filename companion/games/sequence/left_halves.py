"""Halves of plays whose owner's turn is over (SQ-21): how a turn passes on halves, what mends a half, and what depends on a
half.

A left half lies on the table. The owner may still complete the play, or take the half back, until the owner's next play. The
next players are judged by what lies on the table. Where no way of mending agrees, the players are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.games.findings import make_note
from companion.games.hands import replace_at
from companion.games.sequence.board import CORNERS, SPACE_OF, SPACE_ZONES, THROUGH, find_completed_lines, spaces_in
from companion.games.sequence.cards import JACKS, ONE_EYED, parse_french_card
from companion.games.sequence.colours import find_chip_colour, find_team, name_colour, show_chip
from companion.games.sequence.moves import (
    add_discard,
    find_board_fault,
    find_move_fault,
    find_not_in_hand,
    find_standing_lines,
    make_draw,
    make_move,
    make_sequence_note,
    pass_to_next,
    replace_hand,
)
from companion.games.sequence.passing import describe_half
from companion.games.sequence.position import make_win
from companion.games.sequence.state import (
    COMMON_ZONE,
    TEAM_COLOURS,
    Half,
    LeftHalf,
    SequenceMove,
    SequenceState,
    discard_zone,
    play_from_hand,
)
from companion.match.rules import Finding, Play, Step

SeqStep = Step[SequenceState]


def pass_over_half(state: SequenceState, half: Half) -> SeqStep:
    """The next player's turn, though `half` lacks its other half. A draw that was seen is made, any other is still owed
    (SQ-13)."""
    said: tuple[Finding, ...] = ()
    if half.card:
        lying, before = discard_card(replace(state, half=None), half.seat, half.card), ""
    else:
        before = state.find_chip_face(half.space)
        lying, said = _put_chip_on(replace(state, half=None), half.space, half.after, half.seat)
        if state.locked_spaces >> half.space & 1:
            lying = replace(lying, lines=find_standing_lines(lying.lines, lying.chips))
    passed = replace(
        pass_to_next(lying),
        passes=0,
        owed=(*state.owed, (half.seat, state.turn)),
        last=() if half.card else (half.space,),
        left=(*state.left, LeftHalf(half, state.turn, before)),
    )
    step = make_draw(passed, half.seat, seen=True) if state.early else Step(passed)
    return Step(step.state, (*said, *step.findings))


def discard_card(state: SequenceState, seat: int, card: str) -> SequenceState:
    """The state with a player's card on the own discards."""
    hands = replace_hand(state, seat, play_from_hand(state.hands[seat], card))
    return replace(state, hands=hands, piles=add_discard(state, seat, card))


def _put_chip_on(state: SequenceState, space: int, face: str, seat: int) -> tuple[SequenceState, tuple[Finding, ...]]:
    """The state with a chip of `seat` on a space, or "" for none, and a note where that names the team's colour (SQ-20)."""
    named, said = name_colour(state, seat % state.teams, face, seat)
    return show_chip(named, space, face, seat % state.teams), said


# Mending


def judge_beside_halves(state: SequenceState, play: Play, own: Callable[[SequenceState], SeqStep]) -> SeqStep:
    """Judge a zone where halves were left: part of the current turn, as `own` judges, or mending a half.

    A known hand settles the question. Else what fits another player's half mends the half, unless it completes the play of the
    player to move.
    """
    if play.seat is not None and play.seat != state.to_move:
        return _find_mending(state, play) or own(state)
    told = own(state)
    if told.state is state and told.stands:
        return told
    if told.stands and (state.half is not None or told.state.turn != state.turn):
        return told
    mending = _find_mending(state, play, others=told.stands)
    if told.stands:
        return mending if mending is not None and mending.stands else told
    if mending is not None and mending.stands:
        return mending
    return _mend_before_turn(state, own) or (mending if mending and _is_plainly_theirs(state, play) else told)


def _mend_before_turn(state: SequenceState, own: Callable[[SequenceState], SeqStep]) -> SeqStep | None:
    """The step where a waiting half was brought for a left half, and what is seen now begins the turn. None where it was not.
    `own`: judges what is seen as part of the current turn."""
    half = state.half
    if half is None or half.waived:
        return None
    common = state.common[:-1] if half.zone == COMMON_ZONE and state.common[-1:] == (half.card,) else state.common
    before = _find_mending(replace(state, half=None, common=common), Play(half.zone, "", half.after))
    then = own(before.state) if before and before.stands and before.outcome is None else None
    return Step(then.state, (*before.findings, *then.findings), then.outcome) if before and then and then.stands else None


def _is_plainly_theirs(state: SequenceState, play: Play) -> bool:
    """Does the play lie on another player's own pile, or show a chip of a team that is not to move?"""
    if play.zone not in SPACE_OF:
        return play.zone not in (COMMON_ZONE, discard_zone(state.to_move))
    return find_team(state, find_chip_colour(play.after)) not in (None, state.team)


def _find_mending(state: SequenceState, play: Play, *, others: bool = False) -> SeqStep | None:
    """The step of a play that mends a left half, else the fault in mending. None for neither. `others`: skip halves of the
    player to move."""
    lefts = [left for left in reversed(state.left) if not (others and left.half.seat == state.to_move)]
    steps = [step for left in lefts if (step := _mend_half(state, left, play)) is not None]
    return next((step for step in steps if step.stands), steps[0] if steps else None)


def _mend_half(state: SequenceState, left: LeftHalf, play: Play) -> SeqStep | None:
    """The step of a play that mends `left`, or the fault in mending. None where the play is for something else, or by another
    named seat."""
    if play.seat not in (None, left.half.seat) or state.outcome is not None:
        return None
    space = SPACE_OF.get(play.zone)
    if left.half.card:
        return _mend_with_chip(state, left, play, space) if space is not None else _take_card_back(state, left, play)
    return _put_chip_back(state, left, play, space) if space is not None else _mend_with_card(state, left, play)


def _mend_with_chip(state: SequenceState, left: LeftHalf, play: Play, space: int) -> SeqStep | None:
    """The step of a chip on `space` for a left card, None where the chip is for something else. With a fault: the state
    unchanged. `left`: the card that lacks a chip."""
    half, team = left.half, left.half.seat % state.teams
    removes = not play.after
    if removes != (half.card in ONE_EYED) or (not removes and not _can_play_chip(state, team, play.after)):
        return None
    if state.half is not None and state.half.space == space:
        return None
    found = find_board_fault(_give_turn_to_owner(state, left), SequenceMove(half.seat, half.card, space, removes))
    if found is not None:
        return Step(state, (_name_owner(found, half.seat),))
    laid, said = _put_chip_on(_forget_half(state, left), space, play.after, half.seat)
    if removes:
        return Step(
            replace(laid, lines=find_standing_lines(laid.lines, laid.chips)) if state.locked_spaces >> space & 1 else laid
        )
    step = _count_lines(laid, half.seat, space)
    return Step(step.state, (*said, *step.findings), step.outcome)


def _can_play_chip(state: SequenceState, team: int, face: str) -> bool:
    """Does the face show a chip of the team's colour, colour side up, or in a free colour where the team has none?"""
    return face == state.colours[team] or (not state.colours[team] and face in TEAM_COLOURS and face not in state.colours)


def _mend_with_card(state: SequenceState, left: LeftHalf, play: Play) -> SeqStep | None:
    """The step of a card for a left chip, None where the card is for something else."""
    half, card = left.half, parse_french_card(play.after)
    if card is None or play.zone not in (discard_zone(half.seat), *([COMMON_ZONE] if state.one_zone else ())):
        return None
    found = _find_card_fault(state, left, card)
    if found is not None:
        return Step(state, (_name_owner(found, half.seat),))
    laid = discard_card(_forget_half(state, left), half.seat, card)
    laid = replace(laid, common=(*laid.common, card)) if play.zone == COMMON_ZONE else laid
    return Step(laid) if half.removes else _count_lines(laid, half.seat, half.space)


def _find_card_fault(state: SequenceState, left: LeftHalf, card: str) -> Finding | None:
    """Why a card cannot be the missing card of a left chip; None where the card can."""
    half = left.half
    move = SequenceMove(half.seat, card, half.space, half.removes)
    before = show_chip(_give_turn_to_owner(state, left), half.space, left.before, half.seat % state.teams)
    return find_not_in_hand(state, half.seat, card) or find_board_fault(before, move)


def list_mending_cards(state: SequenceState, left: LeftHalf) -> tuple[str, ...]:
    """The cards that would mend a chip: first the card of the space, next jacks, of which few exist."""
    fit = [card for card in state.list_held_cards(left.half.seat) if _find_card_fault(state, left, card) is None]
    return tuple(sorted(fit, key=lambda card: card in JACKS))


def _take_card_back(state: SequenceState, left: LeftHalf, play: Play) -> SeqStep | None:
    """The step of a left card taken back into the hand, None for anything else."""
    half = left.half
    pile = state.piles[half.seat]
    if play.zone != discard_zone(half.seat) or pile[-1:] != (half.card,) or play.after != (pile[-2] if len(pile) > 1 else ""):
        return None
    piles = replace_at(state.piles, half.seat, pile[:-1])
    hand = state.hands[half.seat]
    back = hand.with_card(half.card if hand.is_all_known else None)
    return Step(replace(_forget_half(state, left), piles=piles, hands=replace_hand(state, half.seat, back)))


def _put_chip_back(state: SequenceState, left: LeftHalf, play: Play, space: int) -> SeqStep | None:
    """The step of a left chip put back as before, None for anything else."""
    if space != left.half.space or play.after != left.before or state.half is not None:
        return None
    return Step(show_chip(_forget_half(state, left), space, left.before, left.half.seat % state.teams))


def _name_owner(found: Finding, seat: int) -> Finding:
    """The finding with the owner of the half as player."""
    return replace(found, detail={**found.detail, "seat": seat + 1})


def _forget_half(state: SequenceState, left: LeftHalf) -> SequenceState:
    return replace(state, left=tuple(each for each in state.left if each is not left))


def _give_turn_to_owner(state: SequenceState, left: LeftHalf) -> SequenceState:
    """The same position as if the half's owner were to move."""
    return replace(state, to_move=left.half.seat, half=None)


def _count_lines(state: SequenceState, seat: int, space: int) -> SeqStep:
    """The sequences that a chip of `seat` on `space` makes once paid for by a card (SQ-08); they may win. Without a new line
    the state is unchanged."""
    team = seat % state.teams
    fresh = find_completed_lines(state.chips[team] | CORNERS, state.lines[team], THROUGH[space])
    if not fresh:
        return Step(state)
    lines = replace_at(state.lines, team, state.lines[team] + fresh)
    may_name = seat == state.step_seat(state.to_move, -1)
    outcome = make_win(state, team, fresh[-1]) if len(lines[team]) >= state.needed_lines else None
    after = replace(state, lines=lines, fresh=fresh if may_name else state.fresh, outcome=outcome)
    return Step(after, (make_sequence_note(state, team, lines, fresh),), outcome)


# What hangs on a half that was left


def make_beside_halves(state: SequenceState, move: SequenceMove) -> SeqStep:
    """A faultless move, made. Where the move has a fault in whatever way a left half is mended, the players are asked."""
    step = make_move(state, move)
    asked = tuple(
        _ask_about_half(state, left, move)
        for left in state.left
        if _is_in_doubt(state, left, move, wins=step.outcome is not None)
    )
    return Step(step.state, (*asked, *step.findings), step.outcome) if asked else step


def _ask_about_half(state: SequenceState, left: LeftHalf, move: SequenceMove) -> Finding:
    """The note that asks players about a half on which `move` hangs."""
    detail = {**describe_half(state, left.half), "next": move.seat + 1, "zone": SPACE_ZONES[move.space]}
    return make_note("SQ-05", "hangs-on-half", (SPACE_ZONES[move.space],), **detail)


def _is_in_doubt(state: SequenceState, left: LeftHalf, move: SequenceMove, *, wins: bool) -> bool:
    """Does a move agree with no way of mending? A winning move (`wins`) must agree with all."""
    agree = [way.outcome is None and find_move_fault(way.state, move) is None for way in _list_ways(state, left)]
    return bool(agree) and (not all(agree) if wins else not any(agree))


def _list_ways(state: SequenceState, left: LeftHalf) -> Iterator[SeqStep]:
    """The position after each way of mending the half `left`: the missing card brought, or a chip on each space that the card
    allows. Lines made so are counted."""
    half, bare = left.half, replace(_forget_half(state, left), half=None)
    if not half.card:
        yield Step(bare) if half.removes else _count_lines(bare, half.seat, half.space)
        return
    owner = _give_turn_to_owner(state, left)
    face = "" if half.card in ONE_EYED else state.palette[half.seat % state.teams]
    for space in spaces_in(owner.find_spaces(half.card)):
        laid = show_chip(bare, space, face, half.seat % state.teams)
        yield Step(laid) if not face else _count_lines(laid, half.seat, space)
