"""What a camera sees of Sequence: a zone at a time changes, and a card and a chip make a play, whichever comes first.

The first of the two is kept as a `Half`. A half without any fitting other half is a foul at once. The second is judged together
with the first, as a whole move. A half taken back is forgotten. A dead card needs no chip: laid alone, the card is exchanged.
Chips turned over belong to no play.

Two decks are in play: a card laid on its like looks as before. The card counts when a hand was at the pile, or a draw shows the
end of the turn, and the chip fits. Where a table has a common zone for all discards, cards are shown in the zone and may be
lifted at once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.errors import InputError
from companion.games.findings import make_foul, make_note, make_notes
from companion.games.hands import replace_at
from companion.games.positions import shorten_json
from companion.games.sequence.board import BOARD_SIZE, CORNERS, SPACE_OF, SPACE_ZONES, STRAIGHT_OF, WINDOWS, zones_in
from companion.games.sequence.cards import JACKS, ONE_EYED, parse_french_card
from companion.games.sequence.colours import find_chip_colour, find_colour_fault, name_seen_colour, show_chip
from companion.games.sequence.left_halves import discard_card, judge_beside_halves, make_beside_halves
from companion.games.sequence.moves import (
    exchange_dead_card,
    find_exchange_fault,
    find_move_fault,
    find_not_in_hand,
    find_out_of_turn,
    find_removal_fault,
    find_space_fault,
    find_standing_lines,
    let_move_stand,
    reshuffle_discards,
)
from companion.games.sequence.state import (
    COMMON_ZONE,
    TEAM_COLOURS,
    TURNED_MARK,
    Half,
    SequenceMove,
    SequenceState,
    discard_zone,
)
from companion.match.rules import Finding, Play, Step

SeqStep = Step[SequenceState]

CARD_BACK = "back"


def judge_half(state: SequenceState, play: Play) -> SeqStep:
    """Judge a zone that shows another face. Raises `InputError` for an unknown zone or face."""
    if play.seat is not None and not 0 <= play.seat < state.players:
        raise InputError.with_id("no-seat", given=shorten_json(play.seat), high=state.players - 1)
    own = partial(_judge_own_half, play=play)
    return own(state) if not state.left or play.waived or play.again else judge_beside_halves(state, play, own)


def _judge_own_half(state: SequenceState, play: Play) -> SeqStep:
    """Judge a zone as part of the current turn: a card shown in the common zone, a card on discards, or a chip on a space."""
    space = SPACE_OF.get(play.zone)
    if space is not None:
        return _judge_chip(state, play, space)
    if play.again:
        return _judge_card_again(state, play.zone)
    if play.zone == COMMON_ZONE and state.one_zone:
        return _judge_shown_card(state, play)
    return _judge_seen_card(state, play, find_discard_seat(state, play.zone))


def find_discard_seat(state: SequenceState, zone: str) -> int:
    """The seat whose discards lie in a zone. Raises `InputError`."""
    for seat in range(state.players):
        if zone == discard_zone(seat):
            return seat
    raise InputError.with_id("no-zone", given=shorten_json(zone), known=("discard1", f"discard{state.players}", "r0c0", "r9c9"))


# Cards


def _judge_seen_card(state: SequenceState, play: Play, seat: int) -> SeqStep:
    """Judge another face on the discards of `seat`: a half taken back, nothing new, a lifted card, or a laid card. Raises
    `InputError` for an unknown card."""
    half, top = state.half, state.top_discard(seat)
    if half is not None and half.zone == play.zone and play.after == top and play.after != half.after:
        return Step(replace(state, half=None))
    twin = bool(top) and play.after == top and (half is None or not half.card)  # the same face again: a card on its like
    if play.after == (half.after if half is not None and half.zone == play.zone else top) and not twin:
        return Step(state)
    if not play.after:
        return _judge_lifted_card(state, play, seat)
    card = parse_french_card(play.after)
    if card is None and play.after != CARD_BACK:
        raise InputError.with_id("no-card", given=shorten_json(play.after), known=("QH", "TD"))
    if card is None:
        return Step(state, (make_foul("SQ-05", "face-down", play.zone, seat=seat + 1),))
    return _let_card_stand(state, play, seat, card) if play.waived else _judge_laid_card(state, play, seat, card)


def _judge_card_again(state: SequenceState, zone: str) -> SeqStep:
    """A hand was at the pile of the player to move: perhaps a card was laid on its like. A fitting chip tells. Without one, the
    state at most remembers the pile."""
    if zone != (COMMON_ZONE if state.one_zone else discard_zone(state.to_move)) or state.outcome is not None:
        return Step(state)
    asked = replace(state, again=zone)
    return pair_with_like(asked) or Step(asked if state.half is None and _find_like(asked) and not state.again else state)


def pair_with_like(state: SequenceState) -> SeqStep | None:
    """The step of a waiting chip with another card of the face on the pile. None where they do not fit.

    A jack fits nearly everywhere, and counts only if a hand was at the pile.
    """
    half, card = state.half, _find_like(state)
    if half is None or half.card or half.waived or not card or (card in JACKS and not state.again):
        return None
    move = SequenceMove(half.seat, card, half.space, half.removes, half.after)
    return make_beside_halves(state, move) if find_move_fault(state, move) is None else None


def find_half_on_like(state: SequenceState) -> Half | None:
    """The card that a hand may have laid on its like, where the player to move draws without a chip; None for none."""
    card = _find_like(state) if state.again and state.half is None and state.outcome is None else ""
    return Half(state.to_move, state.again, card, card) if card and state.find_spaces(card) else None


def _find_like(state: SequenceState) -> str:
    """The card on which a like would be laid: the top of the common zone, if there is any, else of the own pile."""
    return (state.common or ("",))[-1] if state.one_zone else state.top_discard(state.to_move)


def _judge_shown_card(state: SequenceState, play: Play) -> SeqStep:
    """A card shown in the common zone is the mover's. A card lifted again was shown for long enough. Raises `InputError` for an
    unknown card."""
    lying, half = state.common, state.half
    if play.after in ("", *lying[:-1]):
        after = lying[: lying.index(play.after) + 1] if play.after else ()
        return Step(replace(state, common=after, again=COMMON_ZONE if after and half is None else state.again))
    if lying and play.after == lying[-1]:
        return Step(state)
    card = parse_french_card(play.after)
    if card is None and play.after != CARD_BACK:
        raise InputError.with_id("no-card", given=shorten_json(play.after), known=("QH", "TD"))
    if card is None:
        return Step(state, (make_foul("SQ-05", "face-down", play.zone, seat=state.to_move + 1),))
    taken_back = half is not None and half.card and half.zone == COMMON_ZONE and half.card not in lying
    judge = _let_card_stand if play.waived else _judge_laid_card
    step = judge(replace(state, half=None) if taken_back else state, play, state.to_move, card)
    return replace(step, state=replace(step.state, common=(*lying, card)) if step.stands else state)


def _judge_lifted_card(state: SequenceState, play: Play, seat: int) -> SeqStep:
    """Judge empty discards: a shuffle where the draw pile is empty, else a foul, or a note if waived."""
    if not state.deck_size:  # the discards are gathered to be shuffled (SQ-18)
        after = reshuffle_discards(state)
        return Step(after, (make_note("SQ-18", "reshuffled", count=after.deck_size),))
    found = make_foul("SQ-05", "lifted", play.zone, card=state.top_discard(seat), seat=seat + 1)
    if not play.waived:
        return Step(state, (found,))
    piles = replace_at(state.piles, seat, ())
    return Step(replace(state, piles=piles, heap=state.heap + state.piles[seat]), make_notes((found,)))


def _judge_laid_card(state: SequenceState, play: Play, seat: int, card: str) -> SeqStep:
    """Judge a card on the discards of `seat`: with a waiting chip a whole play, a dead card exchanged, else a half that waits.
    A foul leaves the state."""
    found = _find_wrong_pile(state, play, seat) or find_out_of_turn(state, seat)
    if found is not None and (step := _judge_next_player(state, play, seat, card)) is not None:
        return step
    if found is not None:
        detail = {**found.detail, "card": card, "zone": play.zone}
        return Step(state, (Finding(found.rule, found.code, found.severity, (play.zone,), detail),))
    half = state.half
    if half is not None and half.card and state.again == half.zone:  # it was only thought to lie on its like
        step = _judge_laid_card(replace(state, half=None, again=""), play, seat, card)
        return step if step.stands else Step(state, step.findings)
    if half is not None and half.card:
        return Step(state, (make_foul("SQ-05", "second-card", play.zone, card=card, before=half.card),))
    if half is not None:
        return _judge_pair(state, SequenceMove(seat, card, half.space, half.removes), half, half.after)
    if state.is_dead(card):
        found = find_exchange_fault(state, seat, card)
        return Step(state, (_put_on_zone(found, play.zone),)) if found else exchange_dead_card(state, seat, card)
    found = find_not_in_hand(state, seat, card) or _find_hopeless_card(state, card)
    if found is not None:
        return Step(state, (_put_on_zone(found, play.zone),))
    return Step(replace(state, half=Half(seat, play.zone, card, card), again=""))


def _judge_next_player(state: SequenceState, play: Play, seat: int, card: str) -> SeqStep | None:
    """The step of the next player's card, though a chip still waits for a card. None unless the like of the own pile's top
    fits the chip."""
    done = pair_with_like(state) if seat == state.step_seat(state.to_move, 1) else None
    step = _judge_laid_card(done.state, play, seat, card) if done is not None and done.outcome is None else None
    return Step(step.state, (*done.findings, *step.findings), step.outcome) if done and step and step.stands else None


def _find_wrong_pile(state: SequenceState, play: Play, seat: int) -> Finding | None:
    """The foul of a player who laid a card on the discards of `seat`; None for the own pile, or nobody named."""
    if state.outcome is not None or play.seat is None or play.seat == seat:
        return None
    return make_foul("SQ-05", "wrong-pile", play.zone, owner=seat + 1, seat=play.seat + 1)


def _find_hopeless_card(state: SequenceState, card: str) -> Finding | None:
    """Why no chip could make the card right, None if any could."""
    if state.find_spaces(card):
        return None
    if card in JACKS:
        return make_foul("SQ-19", "jack-no-target", card=card, eyes=1 if card in ONE_EYED else 2)
    return make_foul("SQ-03", "no-chips", card=card, face=state.palette[state.team])


def _let_card_stand(state: SequenceState, play: Play, seat: int, card: str) -> SeqStep:
    """The step of a card that the table lets stand: with a waiting chip a pair, else a half that waits, else a mere discard."""
    half = state.half
    if half is not None and not half.card:
        return _let_pair_stand(state, SequenceMove(seat, card, half.space, half.removes), half.after)
    found = make_foul("SQ-05", "second-card", play.zone, card=card, before=half.card) if half else find_out_of_turn(state, seat)
    notes = make_notes((found,) if found else ())
    if half is not None:  # a chip that comes now is this card's: the card before it is a discard, without a chip
        state = discard_card(replace(state, half=None), half.seat, half.card)
    if state.half is None and state.outcome is None:
        return Step(replace(state, half=Half(seat, play.zone, card, card, waived=True)), notes)
    return Step(discard_card(state, seat, card), notes)


# Chips


def _judge_chip(state: SequenceState, play: Play, space: int) -> SeqStep:
    """Judge another face on a space: nothing new, a half taken back, a chip turned over, a half that waits, or a whole play
    with the waiting card."""
    after = _check_chip_face(state, play.after)
    half, accepted = state.half, state.find_chip_face(space)
    if half is not None and half.space == space:
        if after == half.after:
            return Step(state)
        if after != accepted and not play.waived:
            return _refuse_second_chip(state, play, half)
        state = replace(state, half=None)
        half = None
    if after != accepted and (named := name_seen_colour(state, space, after)) is not None:
        return named
    if after == accepted:  # a half taken back, or no change at all
        return Step(state)
    if accepted and after.removesuffix(TURNED_MARK) == accepted.removesuffix(TURNED_MARK):
        return _judge_turned_chip(state, space)
    if play.waived:
        return _let_chip_stand(state, play, space, after)
    found = _find_chip_fault(state, play, space, after)
    if found is not None:
        return Step(state, (found,))
    removes = not after
    if half is None:
        waiting = replace(state, half=Half(state.to_move, play.zone, after, "", space, removes))
        like = pair_with_like(waiting) if state.again else None
        return like or Step(waiting, _note_dead_card_chip(state, play.zone) if after else ())
    if not half.card:
        return _refuse_second_chip(state, play, half)
    return _judge_pair(state, SequenceMove(half.seat, half.card, space, removes), half, after)


def _check_chip_face(state: SequenceState, face: str) -> str:
    """The face, if "" or a chip. Raises `InputError` for anything else."""
    if face and find_chip_colour(face) not in TEAM_COLOURS:
        known = tuple(chip for colour in TEAM_COLOURS for chip in (colour, colour + TURNED_MARK))
        raise InputError.with_id("no-chip", given=shorten_json(face), known=known)
    return face


def _find_chip_fault(state: SequenceState, play: Play, space: int, after: str) -> Finding | None:
    """Why no card could make the chip right, None if any could. A pair let stand keeps its player, whoever is to move. `after`:
    the face that the space shows now."""
    half = state.half
    if half is not None and half.waived:
        return None
    if (slid := _find_slid_chip(state, space, after)) is not None:
        return slid
    found = find_out_of_turn(state, state.to_move if play.seat is None else play.seat)
    if found is None and not after:
        found = find_removal_fault(state, space) or _find_no_card_removes(state)
    elif found is None:
        found = find_space_fault(state, space) or find_colour_fault(state, after, play.zone) or _find_no_card_fits(state, space)
    if found is not None:
        return _put_on_zone(found, play.zone)
    if not after or state.count_chips_left(state.team):
        return None
    return make_foul("SQ-03", "no-chips", play.zone, face=state.palette[state.team])


def _find_slid_chip(state: SequenceState, space: int, after: str) -> Finding | None:
    """The foul of a chip gone from a space and lying on the next, whichever was seen first: pushed by a sleeve. `after`: the
    face of `space` now. None for no such chip."""
    half = state.half
    if half is None or half.card or not _are_neighbours(space, half.space):
        return None
    came, left = (half.after, state.find_chip_face(space)) if after == "" else (after, state.find_chip_face(half.space))
    if half.removes == (after == "") or not came or came != left:
        return None
    to_zone, from_zone = (half.zone, SPACE_ZONES[space]) if after == "" else (SPACE_ZONES[space], half.zone)
    return make_foul("SQ-05", "chip-moved", to_zone, face=came, other_zone=from_zone)


def _are_neighbours(space: int, other: int) -> bool:
    """Do two spaces touch, side or corner?"""
    (row, column), (other_row, other_column) = divmod(space, BOARD_SIZE), divmod(other, BOARD_SIZE)
    return max(abs(row - other_row), abs(column - other_column)) == 1


def _note_dead_card_chip(state: SequenceState, zone: str) -> tuple[Finding, ...]:
    """A note on a chip laid right after a dead card, before the replacement was drawn: no chip belongs to a dead card
    (SQ-12)."""
    if not state.to_replace:
        return ()
    return (
        make_note("SQ-12", "dead-no-chip", (zone,), card=state.top_discard(state.to_move), zone=zone, seat=state.to_move + 1),
    )


def _find_no_card_fits(state: SequenceState, space: int) -> Finding | None:
    """The foul of a chip on `space` for which no card of the known hand fits. None for a hidden hand, and where a card fits."""
    hand = state.hand
    if not hand.is_all_known or any(state.find_spaces(card) >> space & 1 for card in hand.cards if card not in ONE_EYED):
        return None
    return make_foul("SQ-05", "no-card-fits", face=state.layout.printed[space])


def _find_no_card_removes(state: SequenceState) -> Finding | None:
    """The foul of a chip taken off without a one-eyed jack in the known hand. None for a hidden hand."""
    if not state.hand.is_all_known or not ONE_EYED.isdisjoint(state.hand.cards):
        return None
    return make_foul("SQ-10", "no-one-eyed")


def _refuse_second_chip(state: SequenceState, play: Play, half: Half) -> SeqStep:
    """The foul of a second chip in a turn, on both spaces; the state unchanged."""
    found = make_foul("SQ-05", "second-chip", play.zone, other_zone=half.zone)
    return Step(state, (replace(found, zones=(play.zone, half.zone)),))


def _let_chip_stand(state: SequenceState, play: Play, space: int, after: str) -> SeqStep:
    """The step of a chip that the table lets stand: with a waiting card a pair, else a half that waits, else a mere chip.
    `space`: of the chip. `after`: face of the chip, "" for a chip taken off."""
    half = state.half
    if half is not None and half.card:
        return _let_pair_stand(state, SequenceMove(half.seat, half.card, space, not after), after)
    found = _find_chip_fault(state, play, space, after)
    notes = make_notes((found,) if found else ())
    if half is None and state.outcome is None:
        seat = state.to_move if play.seat is None else play.seat
        return Step(replace(state, half=Half(seat, play.zone, after, "", space, not after, True)), notes)
    return Step(show_chip(state, space, after, (state.to_move if play.seat is None else play.seat) % state.teams), notes)


def leave_half(state: SequenceState) -> SequenceState:
    """The waiting half lies alone for good: nothing will complete the play. Unchanged where none waits."""
    half = state.half
    if half is None:
        return state
    if half.card:
        return discard_card(replace(state, half=None), half.seat, half.card)
    state = show_chip(replace(state, half=None), half.space, half.after, half.seat % state.teams)
    return replace(state, lines=find_standing_lines(state.lines, state.chips))


# Pairs


def _judge_pair(state: SequenceState, move: SequenceMove, half: Half, face: str) -> SeqStep:
    """The step of a card and a chip together, or their foul. `half`: the waiting half; `face`: the chip as seen."""
    if half.waived:
        return _let_pair_stand(state, move, face)
    found = find_move_fault(state, move)
    return Step(state, (found,)) if found else make_beside_halves(state, replace(move, chip=face))


def _let_pair_stand(state: SequenceState, move: SequenceMove, face: str) -> SeqStep:
    return let_move_stand(replace(state, half=None), move, face)


def _put_on_zone(found: Finding, zone: str) -> Finding:
    return Finding(found.rule, found.code, found.severity, (zone,), {**found.detail, "zone": zone})


# Chips turned over


def _judge_turned_chip(state: SequenceState, space: int) -> SeqStep:
    """A chip on `space` was turned over: right for white side up in a sequence, else not (SQ-11, SQ-17). A wrong turn is only
    noted, and lies as turned."""
    bit, zone = 1 << space, SPACE_ZONES[space]
    turned = state.turned ^ bit
    if turned & bit and not state.locked_spaces & bit:
        named = _name_line_by_turning(state, space)
        if named is not None:
            return Step(replace(named, turned=turned))
    after = replace(state, turned=turned)
    if bool(turned & bit) == bool(state.locked_spaces & bit):
        return Step(after)
    code = "turned-wrong" if turned & bit else "turned-back-wrong"
    return Step(after, (make_note("SQ-11", code, zone, face=after.find_chip_face(space)),))


def _name_line_by_turning(state: SequenceState, space: int) -> SequenceState | None:
    """The state with another five of a longer line, chosen by the owner who turns them over (SQ-14), the chip on `space` among
    them. None for no choice."""
    for line in state.fresh:
        straight = STRAIGHT_OF[line]
        chosen = state.turned & line | 1 << space
        for window in WINDOWS:
            if (
                STRAIGHT_OF[window] == straight
                and not chosen & ~window
                and isinstance(named := name_fresh_line(state, window), SequenceState)
            ):
                return named
    return None


def name_fresh_line(state: SequenceState, window: int) -> SequenceState | Finding:
    """The state after the owner of a fresh sequence named its five spaces (SQ-14), or the foul. `window`: bitboard of the five.

    The owner has no other sequence, or the match would be over: no other line can be in the way.
    """
    team = state.step_seat(state.to_move, -1) % state.teams
    replaced = next((line for line in state.fresh if STRAIGHT_OF.get(window) == STRAIGHT_OF[line]), None)
    if replaced is None or state.outcome is not None:
        return make_foul("SQ-14", "line-not-fresh")
    own = state.chips[team] | CORNERS
    if window & ~own:
        return make_foul("SQ-14", "line-not-own", zones_in(window & ~own)[0])
    lines = tuple(window if line == replaced else line for line in state.lines[team])
    fresh = tuple(window if line == replaced else line for line in state.fresh)
    return replace(state, lines=replace_at(state.lines, team, lines), fresh=fresh)
