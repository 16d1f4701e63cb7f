"""What a camera sees of Sequence: one zone at a time changes, and a card and a chip make a play, whichever comes first.

The first of the two is kept as a `Half`. A half that no other half could make right is a foul at once; the second is judged together
with the first by the same `fault` that judges whole moves. A half that is taken back is forgotten. A dead card needs no chip: laid
by itself it is exchanged. Chips turned over belong to no play.

There are two decks: a card laid on its like looks as before. It counts when a hand was at the pile, or a draw shows that the turn is
done, and the chip fits it. Where a table has one common zone for all discards, cards are shown there and may be lifted at once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from companion.errors import InputError
from companion.games.findings import as_notes, foul
from companion.games.positions import shown
from companion.games.sequence.board import CORNERS, SIZE, SPACE_OF, STRAIGHT_OF, WINDOWS, ZONES, zones_in
from companion.games.sequence.cards import JACKS, ONE_EYED, card_of
from companion.games.sequence.colours import colour_fault, colour_of, name_by_sight, with_face
from companion.games.sequence.left_halves import discarded, made_beside, mended
from companion.games.sequence.moves import (
    exchange_fault,
    exchanged,
    fault,
    let_stand,
    not_in_hand,
    note,
    out_of_turn,
    removal_fault,
    reshuffled,
    space_fault,
    standing_lines,
)
from companion.games.sequence.state import COLOURS, COMMON, TURNED, Half, SequenceMove, SequenceState, discard_zone
from companion.match.rules import Finding, Play, Step

SeqStep = Step[SequenceState]

BACK = "back"


def play(state: SequenceState, play: Play) -> SeqStep:
    """Judge a zone that shows another face. Raises `InputError` for a zone or a face that Sequence does not know."""
    if play.seat is not None and not 0 <= play.seat < state.players:
        raise InputError.of("no-seat", given=shown(play.seat), high=state.players - 1)
    own = partial(_of_the_mover, play=play)
    return own(state) if not state.left or play.waived or play.again else mended(state, play, own)


def _of_the_mover(state: SequenceState, play: Play) -> SeqStep:
    """Judge a zone as part of the turn that runs."""
    space = SPACE_OF.get(play.zone)
    if space is not None:
        return _chip(state, play, space)
    if play.again:
        return _again(state, play.zone)
    if play.zone == COMMON and state.one_zone:
        return _shown(state, play)
    return _card(state, play, discard_seat(state, play.zone))


def discard_seat(state: SequenceState, zone: str) -> int:
    """The seat whose discards lie in a zone. Raises `InputError`."""
    for seat in range(state.players):
        if zone == discard_zone(seat):
            return seat
    raise InputError.of("no-zone", given=shown(zone), known=("discard1", f"discard{state.players}", "r0c0", "r9c9"))


# Cards


def _card(state: SequenceState, play: Play, seat: int) -> SeqStep:
    half, top = state.half, state.top(seat)
    if half is not None and half.zone == play.zone and play.after == top and play.after != half.after:
        return Step(replace(state, half=None))
    twin = bool(top) and play.after == top and (half is None or not half.card)  # the same face again: a card on its like
    if play.after == (half.after if half is not None and half.zone == play.zone else top) and not twin:
        return Step(state)
    if not play.after:
        return _lifted(state, play, seat)
    card = card_of(play.after)
    if card is None and play.after != BACK:
        raise InputError.of("no-card", given=shown(play.after), known=("QH", "TD"))
    if card is None:
        return Step(state, (foul("SQ-05", "face-down", play.zone, seat=seat + 1),))
    return _let_card_stand(state, play, seat, card) if play.waived else _laid(state, play, seat, card)


def _again(state: SequenceState, zone: str) -> SeqStep:
    """A hand was at the pile of the player to move: perhaps he laid a card on its like. The chip that fits it tells."""
    if zone != (COMMON if state.one_zone else discard_zone(state.to_move)) or state.outcome is not None:
        return Step(state)
    asked = replace(state, again=zone)
    return on_its_like(asked) or Step(asked if state.half is None and _like(asked) and not state.again else state)


def on_its_like(state: SequenceState) -> SeqStep | None:
    """The pair of a chip that waits and the card that lies there already: another of that face. None where they do not fit; a jack, which
    fits nearly everywhere, is no like of one unless a hand was at it."""
    half, card = state.half, _like(state)
    if half is None or half.card or half.waived or not card or (card in JACKS and not state.again):
        return None
    move = SequenceMove(half.seat, card, half.space, half.removes, half.after)
    return made_beside(state, move) if fault(state, move) is None else None


def half_on_its_like(state: SequenceState) -> Half | None:
    """The card that a hand may have laid on its like, where the player to move draws and no chip lies; None where there is none."""
    card = _like(state) if state.again and state.half is None and state.outcome is None else ""
    return Half(state.to_move, state.again, card, card) if card and state.spaces_for(card) else None


def _like(state: SequenceState) -> str:
    """The card that would be laid on its like: the top of the common zone where there is one, else of the own pile."""
    return (state.common or ("",))[-1] if state.one_zone else state.top(state.to_move)


def _shown(state: SequenceState, play: Play) -> SeqStep:
    """The common zone: a card shown there is the player's to move. One that is lifted again was shown for long enough."""
    lying, half = state.common, state.half
    if play.after in ("", *lying[:-1]):
        after = lying[: lying.index(play.after) + 1] if play.after else ()
        return Step(replace(state, common=after, again=COMMON if after and half is None else state.again))
    if lying and play.after == lying[-1]:
        return Step(state)
    card = card_of(play.after)
    if card is None and play.after != BACK:
        raise InputError.of("no-card", given=shown(play.after), known=("QH", "TD"))
    if card is None:
        return Step(state, (foul("SQ-05", "face-down", play.zone, seat=state.to_move + 1),))
    taken_back = half is not None and half.card and half.zone == COMMON and half.card not in lying
    judge = _let_card_stand if play.waived else _laid
    step = judge(replace(state, half=None) if taken_back else state, play, state.to_move, card)
    return replace(step, state=replace(step.state, common=(*lying, card)) if step.stands else state)


def _lifted(state: SequenceState, play: Play, seat: int) -> SeqStep:
    if not state.deck_size:  # the discards are gathered to be shuffled (SQ-18)
        after = reshuffled(state)
        return Step(after, (note("SQ-18", "reshuffled", count=after.deck_size),))
    found = foul("SQ-05", "lifted", play.zone, card=state.top(seat), seat=seat + 1)
    if not play.waived:
        return Step(state, (found,))
    piles = (*state.piles[:seat], (), *state.piles[seat + 1 :])
    return Step(replace(state, piles=piles, heap=state.heap + state.piles[seat]), as_notes((found,)))


def _laid(state: SequenceState, play: Play, seat: int, card: str) -> SeqStep:
    found = _wrong_pile(state, play, seat) or out_of_turn(state, seat)
    if found is not None and (step := _next_one_laid(state, play, seat, card)) is not None:
        return step
    if found is not None:
        detail = {**found.detail, "card": card, "zone": play.zone}
        return Step(state, (Finding(found.rule, found.code, found.severity, (play.zone,), detail),))
    half = state.half
    if half is not None and half.card and state.again == half.zone:  # it was only thought to lie on its like
        step = _laid(replace(state, half=None, again=""), play, seat, card)
        return step if step.stands else Step(state, step.findings)
    if half is not None and half.card:
        return Step(state, (foul("SQ-05", "second-card", play.zone, card=card, before=half.card),))
    if half is not None:
        return _paired(state, SequenceMove(seat, card, half.space, half.removes), half, half.after)
    if state.is_dead(card):
        found = exchange_fault(state, seat, card)
        return Step(state, (_at(found, play.zone),)) if found else exchanged(state, seat, card)
    found = not_in_hand(state, seat, card) or _hopeless(state, card)
    if found is not None:
        return Step(state, (_at(found, play.zone),))
    return Step(replace(state, half=Half(seat, play.zone, card, card), again=""))


def _next_one_laid(state: SequenceState, play: Play, seat: int, card: str) -> SeqStep | None:
    """The next player lays his card though a chip still waits for one: where the own pile's top fits the chip, its like lies there."""
    done = on_its_like(state) if seat == state.seat_from(state.to_move, 1) else None
    step = _laid(done.state, play, seat, card) if done is not None and done.outcome is None else None
    return Step(step.state, (*done.findings, *step.findings), step.outcome) if done and step and step.stands else None


def _wrong_pile(state: SequenceState, play: Play, seat: int) -> Finding | None:
    if state.outcome is not None or play.seat is None or play.seat == seat:
        return None
    return foul("SQ-05", "wrong-pile", play.zone, owner=seat + 1, seat=play.seat + 1)


def _hopeless(state: SequenceState, card: str) -> Finding | None:
    """A card that no chip could make right."""
    if state.spaces_for(card):
        return None
    if card in JACKS:
        return foul("SQ-19", "jack-no-target", card=card, eyes=1 if card in ONE_EYED else 2)
    return foul("SQ-03", "no-chips", card=card, face=state.palette[state.team])


def _let_card_stand(state: SequenceState, play: Play, seat: int, card: str) -> SeqStep:
    half = state.half
    if half is not None and not half.card:
        return _forced(state, SequenceMove(seat, card, half.space, half.removes), half.after)
    found = foul("SQ-05", "second-card", play.zone, card=card, before=half.card) if half else out_of_turn(state, seat)
    notes = as_notes((found,) if found else ())
    if half is not None and half.zone == play.zone:  # the card below it is a discard now, without a chip
        state = discarded(replace(state, half=None), seat, half.card)
    if state.half is None and state.outcome is None:
        return Step(replace(state, half=Half(seat, play.zone, card, card, waived=True)), notes)
    return Step(discarded(state, seat, card), notes)


# Chips


def _chip(state: SequenceState, play: Play, space: int) -> SeqStep:
    after = _chip_face(state, play.after)
    half, accepted = state.half, state.chip(space)
    if half is not None and half.space == space:
        if after == half.after:
            return Step(state)
        if after != accepted and not play.waived:
            return _second_chip(state, play, half)
        state = replace(state, half=None)
        half = None
    if after != accepted and (named := name_by_sight(state, space, after)) is not None:
        return named
    if after == accepted:  # a half taken back, or no change at all
        return Step(state)
    if accepted and after.removesuffix(TURNED) == accepted.removesuffix(TURNED):
        return _turned(state, space)
    if play.waived:
        return _let_chip_stand(state, play, space, after)
    found = _chip_fault(state, play, space, after)
    if found is not None:
        return Step(state, (found,))
    removes = not after
    if half is None:
        waiting = replace(state, half=Half(state.to_move, play.zone, after, "", space, removes))
        like = on_its_like(waiting) if state.again else None
        return like or Step(waiting, _for_a_dead_card(state, play.zone) if after else ())
    if not half.card:
        return _second_chip(state, play, half)
    return _paired(state, SequenceMove(half.seat, half.card, space, removes), half, after)


def _chip_face(state: SequenceState, face: str) -> str:
    if face and colour_of(face) not in COLOURS:
        known = tuple(chip for colour in COLOURS for chip in (colour, colour + TURNED))
        raise InputError.of("no-chip", given=shown(face), known=known)
    return face


def _chip_fault(state: SequenceState, play: Play, space: int, after: str) -> Finding | None:
    """What no card could make right. A pair let stand so far keeps its player, whoever is to move."""
    half = state.half
    if half is not None and half.waived:
        return None
    if (slid := _slid(state, space, after)) is not None:
        return slid
    found = out_of_turn(state, state.to_move if play.seat is None else play.seat)
    if found is None and not after:
        found = removal_fault(state, space) or _no_card_removes(state)
    elif found is None:
        found = space_fault(state, space) or colour_fault(state, after, play.zone) or _no_card_fits(state, space)
    if found is not None:
        return _at(found, play.zone)
    if not after or state.chips_left(state.team):
        return None
    return foul("SQ-03", "no-chips", play.zone, face=state.palette[state.team])


def _slid(state: SequenceState, space: int, after: str) -> Finding | None:
    """A chip gone from one space and the same chip on the next, whichever was seen first: a sleeve pushed it."""
    half = state.half
    if half is None or half.card or not _are_neighbours(space, half.space):
        return None
    came, left = (half.after, state.chip(space)) if after == "" else (after, state.chip(half.space))
    if half.removes == (after == "") or not came or came != left:
        return None
    to_zone, from_zone = (half.zone, ZONES[space]) if after == "" else (ZONES[space], half.zone)
    return foul("SQ-05", "chip-moved", to_zone, face=came, other_zone=from_zone)


def _are_neighbours(space: int, other: int) -> bool:
    (row, column), (other_row, other_column) = divmod(space, SIZE), divmod(other, SIZE)
    return max(abs(row - other_row), abs(column - other_column)) == 1


def _for_a_dead_card(state: SequenceState, zone: str) -> tuple[Finding, ...]:
    """A chip laid right after a dead card, before its replacement was drawn: no chip belongs to that card (SQ-12)."""
    if not state.to_replace:
        return ()
    return (note("SQ-12", "dead-no-chip", (zone,), card=state.top(state.to_move), zone=zone, seat=state.to_move + 1),)


def _no_card_fits(state: SequenceState, space: int) -> Finding | None:
    hand = state.hand
    if not hand.known or any(state.spaces_for(card) >> space & 1 for card in hand.cards if card not in ONE_EYED):
        return None
    return foul("SQ-05", "no-card-fits", face=state.layout.printed[space])


def _no_card_removes(state: SequenceState) -> Finding | None:
    if not state.hand.known or not ONE_EYED.isdisjoint(state.hand.cards):
        return None
    return foul("SQ-10", "no-one-eyed")


def _second_chip(state: SequenceState, play: Play, half: Half) -> SeqStep:
    found = foul("SQ-05", "second-chip", play.zone, other_zone=half.zone)
    return Step(state, (replace(found, zones=(play.zone, half.zone)),))


def _let_chip_stand(state: SequenceState, play: Play, space: int, after: str) -> SeqStep:
    half = state.half
    if half is not None and half.card:
        return _forced(state, SequenceMove(half.seat, half.card, space, not after), after)
    found = _chip_fault(state, play, space, after)
    notes = as_notes((found,) if found else ())
    if half is None and state.outcome is None:
        seat = state.to_move if play.seat is None else play.seat
        return Step(replace(state, half=Half(seat, play.zone, after, "", space, not after, True)), notes)
    return Step(with_face(state, space, after, (state.to_move if play.seat is None else play.seat) % state.teams), notes)


def left_alone(state: SequenceState) -> SequenceState:
    """The half that waits lies there by itself: nothing will come to it any more."""
    half = state.half
    if half is None:
        return state
    if half.card:
        return discarded(replace(state, half=None), half.seat, half.card)
    state = with_face(replace(state, half=None), half.space, half.after, half.seat % state.teams)
    return replace(state, lines=standing_lines(state.lines, state.chips))


# Pairs


def _paired(state: SequenceState, move: SequenceMove, half: Half, face: str) -> SeqStep:
    if half.waived:
        return _forced(state, move, face)
    found = fault(state, move)
    return Step(state, (found,)) if found else made_beside(state, replace(move, chip=face))


def _forced(state: SequenceState, move: SequenceMove, face: str) -> SeqStep:
    return let_stand(replace(state, half=None), move, face)


def _at(found: Finding, zone: str) -> Finding:
    return Finding(found.rule, found.code, found.severity, (zone,), {**found.detail, "zone": zone})


# Chips turned over


def _turned(state: SequenceState, space: int) -> SeqStep:
    """A chip was turned over: white side up if it is part of a sequence, else not (SQ-11, SQ-17). A wrong one is only said."""
    bit, zone = 1 << space, ZONES[space]
    turned = state.turned ^ bit
    if turned & bit and not state.locked & bit:
        named = _named_by_turning(state, space)
        if named is not None:
            return Step(replace(named, turned=turned))
    after = replace(state, turned=turned)
    if bool(turned & bit) == bool(state.locked & bit):
        return Step(after)
    code = "turned-wrong" if turned & bit else "turned-back-wrong"
    return Step(after, (note("SQ-11", code, (zone,), zone=zone, face=after.chip(space)),))


def _named_by_turning(state: SequenceState, space: int) -> SequenceState | None:
    """More than five in line, and the owner turns another five than the first: so he names them (SQ-14)."""
    for line in state.fresh:
        straight = STRAIGHT_OF[line]
        chosen = state.turned & line | 1 << space
        for window in WINDOWS:
            if (
                STRAIGHT_OF[window] == straight
                and not chosen & ~window
                and isinstance(named := name_line(state, window), SequenceState)
            ):
                return named
    return None


def name_line(state: SequenceState, window: int) -> SequenceState | Finding:
    """The owner of a sequence just made names its five spaces (SQ-14). It is his only one: with two the match would be over, so no
    other line can be in the way."""
    team = state.seat_from(state.to_move, -1) % state.teams
    replaced = next((line for line in state.fresh if STRAIGHT_OF.get(window) == STRAIGHT_OF[line]), None)
    if replaced is None or state.outcome is not None:
        return foul("SQ-14", "line-not-fresh")
    own = state.chips[team] | CORNERS
    if window & ~own:
        return foul("SQ-14", "line-not-own", zones_in(window & ~own)[0])
    lines = tuple(window if line == replaced else line for line in state.lines[team])
    fresh = tuple(window if line == replaced else line for line in state.fresh)
    return replace(state, lines=(*state.lines[:team], lines, *state.lines[team + 1 :]), fresh=fresh)
