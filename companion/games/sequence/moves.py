"""Judging and making whole moves of Sequence: a card with a chip, the draw, the exchange of a dead card, the pass.

`find_move_fault` says what is wrong with a move, `make_move` makes a move. Neither asks the other: a move that the table lets
stand can be made as well. Rule ids: rules spec, section 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.findings import make_foul, make_note, make_notes
from companion.games.hands import Hand, replace_at
from companion.games.sequence.board import CORNERS, SPACE_ZONES, THROUGH, find_completed_lines, join_spaces, zones_in
from companion.games.sequence.cards import COPIES_OF_CARD, JACKS, ONE_EYED, TWO_EYED
from companion.games.sequence.colours import name_colour, show_chip
from companion.games.sequence.lines import note_one_sequence
from companion.games.sequence.position import make_win
from companion.games.sequence.state import (
    TURNED_MARK,
    SequenceMove,
    SequenceState,
    discard_zone,
    find_move_zones,
    play_from_hand,
)
from companion.match.rules import Finding, Outcome, Step

Chips = tuple[int, ...]
SpaceLines = tuple[tuple[int, ...], ...]


def find_out_of_turn(state: SequenceState, seat: int, rule: str = "SQ-05") -> Finding | None:
    """Why `seat` may not act: the match is over, or somebody else is to move. None where allowed. Asked by moves, halves,
    exchanges and passes. `rule`: id named by the foul of a wrong turn."""
    if state.outcome is not None:
        return make_foul("SQ-14", "match-over")
    if seat != state.to_move:
        return make_foul(rule, "not-your-turn", seat=seat + 1, to_move=state.to_move + 1)
    return None


def find_move_fault(state: SequenceState, move: SequenceMove) -> Finding | None:
    """What is wrong with a move, the first of: whose turn, whose card, which kind of card, which space. None for a lawful move.

    A finding names the discard pile and the space.
    """
    found = find_out_of_turn(state, move.seat) or find_not_in_hand(state, move.seat, move.card)
    return _name_move(state, move, found) or find_board_fault(state, move)


def find_board_fault(state: SequenceState, move: SequenceMove) -> Finding | None:
    """What is wrong with the space of a move, whoever has the turn or the card. None for nothing."""
    return _name_move(state, move, (_find_removing_fault if move.removes else _find_placing_fault)(state, move))


def _name_move(state: SequenceState, move: SequenceMove, found: Finding | None) -> Finding | None:
    """The finding with card and space of the move added, for its sentence; None where `found` is None."""
    if found is None:
        return None
    detail = {**found.detail, "card": move.card, "zone": SPACE_ZONES[move.space]}
    if found.rule == "SQ-06" and move.card not in JACKS:
        detail |= describe_open_spaces(state, move.card)
    return Finding(found.rule, found.code, found.severity, find_move_zones(move), detail)


def find_not_in_hand(state: SequenceState, seat: int, card: str, rule: str = "SQ-05") -> Finding | None:
    """The foul of a card that is certainly not in the player's hand, None if perhaps. `rule`: id named by the foul."""
    return None if state.hands[seat].can_hold(card) else make_foul(rule, "not-in-hand", card=card, seat=seat + 1)


def find_space_fault(state: SequenceState, space: int) -> Finding | None:
    """Why no chip may be laid on a space, whatever the card (SQ-06); None where allowed. A `count` of -1 says that no card is
    known."""
    zone = SPACE_ZONES[space]
    if CORNERS >> space & 1:
        return make_foul("SQ-06", "corner", zone, count=-1)
    if state.covered_spaces >> space & 1:
        return make_foul("SQ-06", "occupied", zone, face=state.find_chip_face(space), count=-1)
    return None


def find_removal_fault(state: SequenceState, space: int) -> Finding | None:
    """Why the chip on a space may not be taken off, whatever the card (SQ-10, SQ-11); None where allowed."""
    zone, owner = SPACE_ZONES[space], state.find_team_on(space)
    if owner is None:
        return make_foul("SQ-10", "nothing-to-remove", zone)
    if owner == state.team:
        return make_foul("SQ-10", "own-chip", zone, face=state.find_chip_face(space).removesuffix(TURNED_MARK))
    if state.locked_spaces >> space & 1 and not state.advanced:
        return make_foul("SQ-11", "in-sequence", zone, face=state.find_chip_face(space).removesuffix(TURNED_MARK))
    return None


def _find_placing_fault(state: SequenceState, move: SequenceMove) -> Finding | None:
    """Why the chip of a move may not be placed, by card, space and chips left; None where lawful."""
    card, space = move.card, move.space
    if card in ONE_EYED:
        return make_foul("SQ-10", "one-eyed-places")
    if found := find_space_fault(state, space):
        return found
    if card not in TWO_EYED and not state.layout.spaces[card] >> space & 1:
        return make_foul("SQ-05", "no-match", face=state.layout.printed[space], **describe_open_spaces(state, card))
    if not state.count_chips_left(state.team):
        return make_foul("SQ-03", "no-chips", face=state.palette[state.team])
    return None


def _find_removing_fault(state: SequenceState, move: SequenceMove) -> Finding | None:
    if move.card not in ONE_EYED:
        return make_foul("SQ-10", "not-one-eyed")
    return find_removal_fault(state, move.space)


def describe_open_spaces(state: SequenceState, card: str) -> dict[str, Any]:
    """For a message: how many spaces of a card are open, and which."""
    spaces = state.layout.spaces[card] & state.free_spaces
    return {"count": spaces.bit_count(), "open_zones": zones_in(spaces)}


def make_move(state: SequenceState, move: SequenceMove) -> Step[SequenceState]:
    """A faultless move, made: board, hand, discard pile, and whose turn follows."""
    if not move.removes:
        return _place_chip(state, move)
    bit = 1 << move.space
    chips = tuple(mine & ~bit for mine in state.chips)
    if not state.locked_spaces & bit:
        return _complete_move(state, move, chips, state.lines, _note_unturned(state))
    lines = find_standing_lines(state.lines, chips)
    fewer = any(len(now) < len(before) for now, before in zip(lines, state.lines, strict=True))
    broken = (make_note("SQ-17", "sequence-broken", SPACE_ZONES[move.space]),) if fewer else ()
    return _complete_move(state, move, chips, lines, (*broken, *_note_unturned(state)))


def _place_chip(state: SequenceState, move: SequenceMove) -> Step[SequenceState]:
    """The step of a lawful placed chip: colour named, lines counted, and the turn passed or the match won."""
    team, left = state.team, _note_unturned(state)
    state, said = name_colour(state, team, move.chip, move.seat)
    chips = replace_at(state.chips, team, state.chips[team] | 1 << move.space)
    state = show_chip(state, move.space, move.chip, team) if move.chip else replace(state, chips=chips)
    own = state.chips[team] | CORNERS
    fresh = find_completed_lines(own, state.lines[team], THROUGH[move.space])
    if not fresh:
        return _complete_move(
            state, move, state.chips, state.lines, (*note_one_sequence(state, team, move.space), *said, *left)
        )
    lines = replace_at(state.lines, team, state.lines[team] + fresh)
    return _complete_move(state, move, state.chips, lines, (make_sequence_note(state, team, lines, fresh), *said, *left), fresh)


def _note_unturned(state: SequenceState) -> tuple[Finding, ...]:
    """The next player has played, and chips of the fresh sequence still lie colour side up (SQ-11). Empty where none do."""
    left = join_spaces(state.fresh) & ~CORNERS & ~state.turned
    team = state.step_seat(state.to_move, -1) % state.teams
    return (make_note("SQ-11", "not-turned", zones_in(left), face=state.palette[team], count=left.bit_count()),) if left else ()


def let_move_stand(state: SequenceState, move: SequenceMove, face: str) -> Step[SequenceState]:
    """A faulty pair that the table lets stand: the space shows `face`, the match holds the same, and the fault becomes a
    note."""
    found = find_move_fault(state, move)
    state, said = name_colour(replace(state, to_move=move.seat), move.seat % state.teams, face, move.seat)
    state = show_chip(state, move.space, face, move.seat % state.teams)
    lines = find_standing_lines(state.lines, state.chips)
    return _complete_move(state, move, state.chips, lines, (*make_notes([found] if found else ()), *said))


def _complete_move(
    state: SequenceState,
    move: SequenceMove,
    chips: Chips,
    lines: SpaceLines,
    notes: tuple[Finding, ...] = (),
    fresh: tuple[int, ...] = (),
) -> Step[SequenceState]:
    """The card on the discard pile; then the match is won, or the turn passes (SQ-04). `chips`, `lines`: by team, after the
    move. `notes`: on the move. `fresh`: lines made by the move."""
    seat, hand = move.seat, state.hands[move.seat]
    if move.card not in hand.cards:
        notes = (*_note_third_copy(state, move.card), *notes)
    lapsed = tuple(owed for owed in state.doubted if owed[1] + 2 <= state.turn)
    notes = (*notes, *(make_note("SQ-13", "draw-perhaps-lost", seat=each[0] + 1) for each in lapsed))
    winner = next((team for team, own in enumerate(lines) if len(own) >= state.needed_lines), None)
    going_on = winner is None
    played = replace(
        state,
        hands=replace_hand(state, seat, play_from_hand(hand, move.card)),
        piles=add_discard(state, seat, move.card),
        chips=chips,
        lines=lines,
        turned=state.turned & join_spaces(chips),
        strays=tuple(stray for stray in state.strays if join_spaces(chips) >> stray[0] & 1),
        to_move=state.step_seat(state.to_move, 1) if going_on else state.to_move,
        turn=state.turn + going_on,
        owed=(*(owed for owed in state.owed if owed not in lapsed), (seat, state.turn)),
        doubted=tuple(owed for owed in state.doubted if owed not in lapsed),
        exchanged=state.exchanged and not going_on,
        to_replace=state.to_replace and not going_on,
        passes=0,
        fresh=fresh,
        half=None,
        last=(move.space,),
        again="",
        early=False,
        left=tuple(each for each in state.left if each.half.seat != seat),
        outcome=None if winner is None else make_win(state, winner, lines[winner][-1]),
    )
    if not state.early or played.outcome is not None:
        return Step(played, notes, played.outcome)
    step = make_draw(played, seat)
    return Step(step.state, (*notes, *step.findings))


def pass_to_next(state: SequenceState) -> SequenceState:
    """The next player's turn, with nothing played. Whether a player can do anything is not asked."""
    to_move = state.step_seat(state.to_move, 1)
    return replace(
        state,
        to_move=to_move,
        turn=state.turn + 1,
        exchanged=False,
        to_replace=False,
        fresh=(),
        again="",
        early=False,
    )


def finish_match(state: SequenceState, outcome: Outcome, findings: tuple[Finding, ...] = ()) -> Step[SequenceState]:
    """The match is over."""
    return Step(replace(state, outcome=outcome), findings, outcome)


def replace_hand(state: SequenceState, seat: int, hand: Hand) -> tuple[Hand, ...]:
    """All hands, with another for `seat`."""
    return replace_at(state.hands, seat, hand)


def add_discard(state: SequenceState, seat: int, card: str) -> tuple[tuple[str, ...], ...]:
    """All discard piles, with a card laid on the pile of `seat`."""
    return replace_at(state.piles, seat, (*state.piles[seat], card))


def find_standing_lines(lines: SpaceLines, chips: Chips) -> SpaceLines:
    """The sequences after chips moved: the lines still whole, and any that five chips in line make (SQ-08)."""
    settled = []
    for own, mine in zip(lines, chips, strict=True):
        whole = tuple(line for line in own if not line & ~(mine | CORNERS))
        settled.append(whole + find_completed_lines(mine | CORNERS, whole))
    return tuple(settled)


def make_sequence_note(state: SequenceState, team: int, lines: SpaceLines, fresh: Sequence[int]) -> Finding:
    """The note on sequences just made. `lines`: all lines by team; `fresh`: the new lines."""
    return make_note(
        "SQ-08",
        "sequence-made",
        zones_in(join_spaces(fresh)),
        team=team,
        colour=state.palette[team],
        count=len(lines[team]),
        **describe_line_ends(fresh[-1]),
    )


def describe_line_ends(line: int) -> dict[str, Any]:
    """For a message: where a line begins and ends."""
    zones = zones_in(line)
    return {"first_zone": zones[0], "last_zone": zones[-1]}


def _note_third_copy(state: SequenceState, card: str) -> tuple[Finding, ...]:
    """A note on a card from a hidden hand, with both copies elsewhere: misread, or a shuffle that nobody told (SQ-03). Empty
    for any other card."""
    seen = sum(cards.count(card) for cards in (state.deck, state.heap, *state.piles, *(hand.cards for hand in state.hands)))
    return (make_note("SQ-03", "third-copy", card=card),) if seen >= COPIES_OF_CARD else ()


# Drawing


@dataclass(frozen=True, slots=True)
class TakenCard:
    """The top card off the draw pile."""

    card: str | None  # None: an unknown card
    changes: Mapping[str, Any]  # what of the state changes
    notes: tuple[Finding, ...] = ()


def take_from_deck(state: SequenceState) -> TakenCard | None:
    """The top card, and what of the state changes with the card. From an empty draw pile, after a shuffle of the discards
    (SQ-18); None where no discards are left."""
    if state.deck:
        return TakenCard(state.deck[0], {"deck": state.deck[1:]})
    if state.deck_unseen:
        return TakenCard(None, {"deck_unseen": state.deck_unseen - 1})
    count = state.discard_count
    if not count:
        return None
    changes = {"deck_unseen": count - 1, "heap": (), "piles": ((),) * state.players}
    return TakenCard(None, changes, (make_note("SQ-18", "reshuffled", count=count),))


def reshuffle_discards(state: SequenceState) -> SequenceState:
    """All discards shuffled into a new draw pile: the order is no longer known (SQ-18)."""
    return replace(state, deck=(), deck_unseen=state.discard_count, heap=(), piles=((),) * state.players)


def make_draw(state: SequenceState, seat: int, *, seen: bool = False) -> Step[SequenceState]:
    """The draw that ends a player's turn, or makes up for a forgotten draw (SQ-13).

    `seen`: by a camera, which may have missed the draw of the player before. Whether that draw is lost is a question, no fact.
    A foul leaves the state.
    """
    if state.outcome is not None:
        return Step(state, (make_foul("SQ-14", "match-over"),))
    due = next((owed for owed in state.owed if owed[0] == seat), None)
    if due is None:
        code = "draw-before-play" if seat == state.to_move else "no-draw-due"
        return Step(state, (make_foul("SQ-13", code, seat=seat + 1, to_move=state.to_move + 1),))
    top = take_from_deck(state)
    if top is None:
        return Step(state, (make_foul("SQ-18", "nothing-to-draw", seat=seat + 1),))
    before = state.step_seat(seat, -1)
    lost = [owed for owed in state.owed if owed[0] == before and owed[1] < due[1]]
    doubted = tuple(owed for owed in (*state.doubted, *(lost if seen else ())) if owed != due)
    lost = [] if seen else lost
    owed = tuple(owed for owed in state.owed if owed != due and owed not in lost)
    hands = replace_hand(state, seat, state.hands[seat].with_card(top.card))
    after = replace(state, hands=hands, owed=owed, doubted=tuple(o for o in doubted if o in owed), **top.changes)
    zones = (discard_zone(before),)
    return Step(after, (*top.notes, *(make_note("SQ-13", "draw-lost", zones, seat=before + 1, next=seat + 1) for _ in lost)))


# Dead cards


def find_exchange_fault(state: SequenceState, seat: int, card: str) -> Finding | None:
    """Why a card may not be exchanged as dead (SQ-12). None where allowed."""
    if found := find_out_of_turn(state, seat, "SQ-12") or find_not_in_hand(state, seat, card, "SQ-12"):
        return found
    if card in JACKS:
        return make_foul("SQ-12", "jack-never-dead", card=card)
    if not state.is_dead(card) and not state.may_be_dead(card):
        return make_foul("SQ-12", "not-dead", card=card, **describe_open_spaces(state, card))
    if state.exchanged:
        return make_foul("SQ-12", "one-dead-card", card=card)
    return None


def exchange_dead_card(state: SequenceState, seat: int, card: str) -> Step[SequenceState]:
    """A dead card on the discard pile, and a card of the draw pile instead."""
    hand = state.hands[seat]
    notes = _note_third_copy(state, card) if card not in hand.cards else ()
    laid = replace(state, piles=add_discard(state, seat, card), exchanged=True, to_replace=True, passes=0)
    top = take_from_deck(laid)
    assert top is not None, "the dead card itself can be shuffled and drawn"
    after = replace(laid, hands=replace_hand(laid, seat, play_from_hand(hand, card).with_card(top.card)), **top.changes)
    said = make_note("SQ-12", "dead-exchanged", (discard_zone(seat),), card=card, seat=seat + 1)
    return Step(after, (*notes, said, *top.notes))
