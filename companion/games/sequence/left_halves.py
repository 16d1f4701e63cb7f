"""Halves of plays whose owner's turn is over (SQ-21): how a turn passes on them, what mends them, and what hangs on them.

A half that is left lies on the table. Its owner may still bring what it lacks, or take it back, until the owner's next play. What the
next players do is judged by what lies there; where no way of mending agrees with it, the players are asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from companion.games.sequence.board import CORNERS, SPACE_OF, THROUGH, ZONES, completed, spaces_in
from companion.games.sequence.cards import JACKS, ONE_EYED, card_of
from companion.games.sequence.colours import colour_of, name_colour, team_with, with_face
from companion.games.sequence.moves import (
    drawn,
    fault,
    fault_on_board,
    made,
    made_note,
    not_in_hand,
    note,
    standing_lines,
    turn_passed,
    with_card,
    with_hand,
)
from companion.games.sequence.passing import half_detail
from companion.games.sequence.position import won_by
from companion.games.sequence.state import (
    COLOURS,
    COMMON,
    Half,
    LeftHalf,
    SequenceMove,
    SequenceState,
    discard_zone,
    played_from,
)
from companion.match.rules import Finding, Play, Step

SeqStep = Step[SequenceState]


def passed_over(state: SequenceState, half: Half) -> SeqStep:
    """The next player's turn, though `half` lacks its other half. A draw that was seen is made, any other one is still owed (SQ-13)."""
    said: tuple[Finding, ...] = ()
    if half.card:
        lying, before = discarded(replace(state, half=None), half.seat, half.card), ""
    else:
        before = state.chip(half.space)
        lying, said = _with_chip_on(replace(state, half=None), half.space, half.after, half.seat)
        if state.locked >> half.space & 1:
            lying = replace(lying, lines=standing_lines(lying.lines, lying.chips))
    passed = replace(
        turn_passed(lying),
        passes=0,
        owed=(*state.owed, (half.seat, state.turn)),
        last=() if half.card else (half.space,),
        left=(*state.left, LeftHalf(half, state.turn, before)),
    )
    step = drawn(passed, half.seat, seen=True) if state.early else Step(passed)
    return Step(step.state, (*said, *step.findings))


def discarded(state: SequenceState, seat: int, card: str) -> SequenceState:
    """A card of a player on the own discards."""
    hands = with_hand(state, seat, played_from(state.hands[seat], card))
    return replace(state, hands=hands, piles=with_card(state, seat, card))


def _with_chip_on(state: SequenceState, space: int, face: str, seat: int) -> tuple[SequenceState, tuple[Finding, ...]]:
    """The state in which a chip of `seat` lies on a space, or "" none; with what is said where that names the colour of the team (SQ-20)."""
    named, said = name_colour(state, seat % state.teams, face, seat)
    return with_face(named, space, face, seat % state.teams), said


# Mending


def mended(state: SequenceState, play: Play, own: Callable[[SequenceState], SeqStep]) -> SeqStep:
    """Judge a zone where halves were left: it may mend one of them, or be part of the turn that runs, which `own` judges.

    A hand that is known settles it. Else what fits a half of another player mends it, unless it completes the play of the player to move.
    """
    if play.seat is not None and play.seat != state.to_move:
        return _mended(state, play) or own(state)
    told = own(state)
    if told.state is state and told.stands:
        return told
    if told.stands and (state.half is not None or told.state.turn != state.turn):
        return told
    mending = _mended(state, play, others=told.stands)
    if told.stands:
        return mending if mending is not None and mending.stands else told
    if mending is not None and mending.stands:
        return mending
    return _mended_before(state, own) or (mending if mending and _is_plainly_theirs(state, play) else told)


def _mended_before(state: SequenceState, own: Callable[[SequenceState], SeqStep]) -> SeqStep | None:
    """What waits for its other half was brought for a half that was left, and what is seen now begins the turn. None where it was not."""
    half = state.half
    if half is None or half.waived:
        return None
    common = state.common[:-1] if half.zone == COMMON and state.common[-1:] == (half.card,) else state.common
    before = _mended(replace(state, half=None, common=common), Play(half.zone, "", half.after))
    then = own(before.state) if before and before.stands and before.outcome is None else None
    return Step(then.state, (*before.findings, *then.findings), then.outcome) if before and then and then.stands else None


def _is_plainly_theirs(state: SequenceState, play: Play) -> bool:
    """Is what is seen on another player's own pile, or a chip of a team that is not to move?"""
    if play.zone not in SPACE_OF:
        return play.zone not in (COMMON, discard_zone(state.to_move))
    return team_with(state, colour_of(play.after)) not in (None, state.team)


def _mended(state: SequenceState, play: Play, *, others: bool = False) -> SeqStep | None:
    """What a zone shows now, as what a half that was left lacks: that which it mends, else what is wrong with it. None for neither.
    `others`: not halves of the player to move."""
    lefts = [left for left in reversed(state.left) if not (others and left.half.seat == state.to_move)]
    steps = [step for left in lefts if (step := _mended_by(state, left, play)) is not None]
    return next((step for step in steps if step.stands), steps[0] if steps else None)


def _mended_by(state: SequenceState, left: LeftHalf, play: Play) -> SeqStep | None:
    if play.seat not in (None, left.half.seat) or state.outcome is not None:
        return None
    space = SPACE_OF.get(play.zone)
    if left.half.card:
        return _with_chip(state, left, play, space) if space is not None else _card_back(state, left, play)
    return _chip_back(state, left, play, space) if space is not None else _with_its_card(state, left, play)


def _with_chip(state: SequenceState, left: LeftHalf, play: Play, space: int) -> SeqStep | None:
    """A chip for a card that was left."""
    half, team = left.half, left.half.seat % state.teams
    removes = not play.after
    if removes != (half.card in ONE_EYED) or (not removes and not _may_play(state, team, play.after)):
        return None
    if state.half is not None and state.half.space == space:
        return None
    found = fault_on_board(_as_owner(state, left), SequenceMove(half.seat, half.card, space, removes))
    if found is not None:
        return Step(state, (_by(found, half.seat),))
    laid, said = _with_chip_on(_without(state, left), space, play.after, half.seat)
    if removes:
        return Step(replace(laid, lines=standing_lines(laid.lines, laid.chips)) if state.locked >> space & 1 else laid)
    step = _with_lines(laid, half.seat, space)
    return Step(step.state, (*said, *step.findings), step.outcome)


def _may_play(state: SequenceState, team: int, face: str) -> bool:
    """Is a chip in the colour of a team, colour side up, or in one that is still free where the team has none?"""
    return face == state.colours[team] or (not state.colours[team] and face in COLOURS and face not in state.colours)


def _with_its_card(state: SequenceState, left: LeftHalf, play: Play) -> SeqStep | None:
    """A card for a chip that was left."""
    half, card = left.half, card_of(play.after)
    if card is None or play.zone not in (discard_zone(half.seat), *([COMMON] if state.one_zone else ())):
        return None
    found = _fault_of_card(state, left, card)
    if found is not None:
        return Step(state, (_by(found, half.seat),))
    laid = discarded(_without(state, left), half.seat, card)
    laid = replace(laid, common=(*laid.common, card)) if play.zone == COMMON else laid
    return Step(laid) if half.removes else _with_lines(laid, half.seat, half.space)


def _fault_of_card(state: SequenceState, left: LeftHalf, card: str) -> Finding | None:
    half = left.half
    move = SequenceMove(half.seat, card, half.space, half.removes)
    before = with_face(_as_owner(state, left), half.space, left.before, half.seat % state.teams)
    return not_in_hand(state, half.seat, card) or fault_on_board(before, move)


def cards_for(state: SequenceState, left: LeftHalf) -> tuple[str, ...]:
    """The cards that would mend a chip: before jacks, which are few, the card of its space."""
    fit = [card for card in state.held_by(left.half.seat) if _fault_of_card(state, left, card) is None]
    return tuple(sorted(fit, key=lambda card: card in JACKS))


def _card_back(state: SequenceState, left: LeftHalf, play: Play) -> SeqStep | None:
    """A card that was left is taken back into the hand."""
    half = left.half
    pile = state.piles[half.seat]
    if play.zone != discard_zone(half.seat) or pile[-1:] != (half.card,) or play.after != (pile[-2] if len(pile) > 1 else ""):
        return None
    piles = (*state.piles[: half.seat], pile[:-1], *state.piles[half.seat + 1 :])
    hand = state.hands[half.seat]
    back = hand.having(half.card if hand.known else None)
    return Step(replace(_without(state, left), piles=piles, hands=with_hand(state, half.seat, back)))


def _chip_back(state: SequenceState, left: LeftHalf, play: Play, space: int) -> SeqStep | None:
    """A chip that was left is put back as it was."""
    if space != left.half.space or play.after != left.before or state.half is not None:
        return None
    return Step(with_face(_without(state, left), space, left.before, left.half.seat % state.teams))


def _by(found: Finding, seat: int) -> Finding:
    """A finding on what its owner brought for a half."""
    return replace(found, detail={**found.detail, "seat": seat + 1})


def _without(state: SequenceState, left: LeftHalf) -> SequenceState:
    return replace(state, left=tuple(each for each in state.left if each is not left))


def _as_owner(state: SequenceState, left: LeftHalf) -> SequenceState:
    """The same position as if its owner were to move."""
    return replace(state, to_move=left.half.seat, half=None)


def _with_lines(state: SequenceState, seat: int, space: int) -> SeqStep:
    """The sequences that a chip of `seat` makes once it is paid for (SQ-08). They may win."""
    team = seat % state.teams
    fresh = completed(state.chips[team] | CORNERS, state.lines[team], THROUGH[space])
    if not fresh:
        return Step(state)
    lines = (*state.lines[:team], state.lines[team] + fresh, *state.lines[team + 1 :])
    may_name = seat == state.seat_from(state.to_move, -1)
    outcome = won_by(state, team) if len(lines[team]) >= state.needed else None
    after = replace(state, lines=lines, fresh=fresh if may_name else state.fresh, outcome=outcome)
    return Step(after, (made_note(state, team, lines, fresh),), outcome)


# What hangs on a half that was left


def made_beside(state: SequenceState, move: SequenceMove) -> SeqStep:
    """A move that has no fault, made. Where it has one in whatever way a half that was left is mended, the players are asked."""
    step = made(state, move)
    asked = tuple(
        _asked(state, left, move) for left in state.left if _is_in_doubt(state, left, move, wins=step.outcome is not None)
    )
    return Step(step.state, (*asked, *step.findings), step.outcome) if asked else step


def _asked(state: SequenceState, left: LeftHalf, move: SequenceMove) -> Finding:
    detail = {**half_detail(state, left.half), "next": move.seat + 1, "zone": ZONES[move.space]}
    return note("SQ-05", "hangs-on-half", (ZONES[move.space],), **detail)


def _is_in_doubt(state: SequenceState, left: LeftHalf, move: SequenceMove, *, wins: bool) -> bool:
    """Does a move agree with no way of mending? A move that wins must agree with all of them."""
    agree = [way.outcome is None and fault(way.state, move) is None for way in _ways(state, left)]
    return bool(agree) and (not all(agree) if wins else not any(agree))


def _ways(state: SequenceState, left: LeftHalf) -> Iterator[SeqStep]:
    """The position mended in every way."""
    half, bare = left.half, replace(_without(state, left), half=None)
    if not half.card:
        yield Step(bare) if half.removes else _with_lines(bare, half.seat, half.space)
        return
    owner = _as_owner(state, left)
    face = "" if half.card in ONE_EYED else state.palette[half.seat % state.teams]
    for space in spaces_in(owner.spaces_for(half.card)):
        laid = with_face(bare, space, face, half.seat % state.teams)
        yield Step(laid) if not face else _with_lines(laid, half.seat, space)
