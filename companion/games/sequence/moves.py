"""Judging and making whole moves of Sequence: a card with its chip, the draw, the exchange of a dead card, the pass.

`fault` says what is wrong with a move, `made` makes it; neither asks the other, so that a move that the table lets stand can be
made as well. Rule ids are those of the rules spec, section 5.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.games.findings import as_notes, foul
from companion.games.hands import Hand
from companion.games.sequence.board import CORNERS, THROUGH, ZONES, completed, zones_in
from companion.games.sequence.cards import COPIES, JACKS, ONE_EYED, TWO_EYED
from companion.games.sequence.colours import name_colour, with_face
from companion.games.sequence.lines import note_one_only
from companion.games.sequence.position import won_by
from companion.games.sequence.state import TURNED, SequenceMove, SequenceState, discard_zone, played_from, zone_of
from companion.match.rules import Finding, Outcome, Severity, Step

Chips = tuple[int, ...]
SpaceLines = tuple[tuple[int, ...], ...]


def note(rule: str, code: str, zones: tuple[str, ...] = (), **detail: Any) -> Finding:
    """Something worth saying that changes nothing."""
    return Finding(rule, code, Severity.NOTE, zones, detail)


def out_of_turn(state: SequenceState, seat: int, rule: str = "SQ-05") -> Finding | None:
    """Is the match over, or somebody else to move?"""
    if state.outcome is not None:
        return foul("SQ-14", "match-over")
    if seat != state.to_move:
        return foul(rule, "not-your-turn", seat=seat + 1, to_move=state.to_move + 1)
    return None


def fault(state: SequenceState, move: SequenceMove) -> Finding | None:
    """What is wrong with a move, the first thing in this order: whose turn, whose card, which kind of card, which space.

    A finding names the discard pile and the space.
    """
    found = out_of_turn(state, move.seat) or not_in_hand(state, move.seat, move.card)
    return _named(state, move, found) or fault_on_board(state, move)


def fault_on_board(state: SequenceState, move: SequenceMove) -> Finding | None:
    """What is wrong with what a move does to its space, whoever has the turn or the card."""
    return _named(state, move, (_fault_of_removing if move.removes else _fault_of_placing)(state, move))


def _named(state: SequenceState, move: SequenceMove, found: Finding | None) -> Finding | None:
    """A finding that names the card and the space of a move too."""
    if found is None:
        return None
    detail = {**found.detail, "card": move.card, "zone": ZONES[move.space]}
    if found.rule == "SQ-06" and move.card not in JACKS:
        detail |= open_spaces(state, move.card)
    return Finding(found.rule, found.code, found.severity, zone_of(move), detail)


def not_in_hand(state: SequenceState, seat: int, card: str, rule: str = "SQ-05") -> Finding | None:
    """Is the card certainly not in the player's hand?"""
    return None if state.hands[seat].may_hold(card) else foul(rule, "not-in-hand", card=card, seat=seat + 1)


def space_fault(state: SequenceState, space: int) -> Finding | None:
    """Why no chip may be laid on a space, whatever the card (SQ-06). Its `count` of -1 says that no card is known."""
    zone = ZONES[space]
    if CORNERS >> space & 1:
        return foul("SQ-06", "corner", zone, count=-1)
    if state.covered >> space & 1:
        return foul("SQ-06", "occupied", zone, face=state.chip(space), count=-1)
    return None


def removal_fault(state: SequenceState, space: int) -> Finding | None:
    """Why the chip on a space may not be taken off, whatever the card (SQ-10, SQ-11)."""
    zone, owner = ZONES[space], state.owner(space)
    if owner is None:
        return foul("SQ-10", "nothing-to-remove", zone)
    if owner == state.team:
        return foul("SQ-10", "own-chip", zone, face=state.chip(space).removesuffix(TURNED))
    if state.locked >> space & 1 and not state.advanced:
        return foul("SQ-11", "in-sequence", zone, face=state.chip(space).removesuffix(TURNED))
    return None


def _fault_of_placing(state: SequenceState, move: SequenceMove) -> Finding | None:
    card, space = move.card, move.space
    if card in ONE_EYED:
        return foul("SQ-10", "one-eyed-places")
    if found := space_fault(state, space):
        return found
    if card not in TWO_EYED and not state.layout.spaces[card] >> space & 1:
        return foul("SQ-05", "no-match", face=state.layout.printed[space], **open_spaces(state, card))
    if not state.chips_left(state.team):
        return foul("SQ-03", "no-chips", face=state.palette[state.team])
    return None


def _fault_of_removing(state: SequenceState, move: SequenceMove) -> Finding | None:
    if move.card not in ONE_EYED:
        return foul("SQ-10", "not-one-eyed")
    return removal_fault(state, move.space)


def open_spaces(state: SequenceState, card: str) -> dict[str, Any]:
    """For a message: how many spaces of a card are open, and which."""
    spaces = state.layout.spaces[card] & state.open
    return {"count": spaces.bit_count(), "open_zones": zones_in(spaces)}


def made(state: SequenceState, move: SequenceMove) -> Step[SequenceState]:
    """A move that has no fault, made: the board, the hand, the discard pile, whose turn it is."""
    if not move.removes:
        return _placed(state, move)
    bit = 1 << move.space
    chips = tuple(mine & ~bit for mine in state.chips)
    if not state.locked & bit:
        return _played(state, move, chips, state.lines, _left_unturned(state))
    lines = standing_lines(state.lines, chips)
    fewer = any(len(now) < len(before) for now, before in zip(lines, state.lines, strict=True))
    broken = (note("SQ-17", "sequence-broken", (ZONES[move.space],), zone=ZONES[move.space]),) if fewer else ()
    return _played(state, move, chips, lines, (*broken, *_left_unturned(state)))


def _placed(state: SequenceState, move: SequenceMove) -> Step[SequenceState]:
    team, left = state.team, _left_unturned(state)
    state, said = name_colour(state, team, move.chip, move.seat)
    chips = (*state.chips[:team], state.chips[team] | 1 << move.space, *state.chips[team + 1 :])
    state = with_face(state, move.space, move.chip, team) if move.chip else replace(state, chips=chips)
    own = state.chips[team] | CORNERS
    fresh = completed(own, state.lines[team], THROUGH[move.space])
    if not fresh:
        return _played(state, move, state.chips, state.lines, (*note_one_only(state, team, move.space), *said, *left))
    lines = (*state.lines[:team], state.lines[team] + fresh, *state.lines[team + 1 :])
    return _played(state, move, state.chips, lines, (made_note(state, team, lines, fresh), *said, *left), fresh)


def _left_unturned(state: SequenceState) -> tuple[Finding, ...]:
    """The next player has played, and chips of the sequence just made still lie colour side up (SQ-11)."""
    left = 0
    for line in state.fresh:
        left |= line & ~CORNERS & ~state.turned
    team = state.seat_from(state.to_move, -1) % state.teams
    return (note("SQ-11", "not-turned", zones_in(left), face=state.palette[team], count=left.bit_count()),) if left else ()


def let_stand(state: SequenceState, move: SequenceMove, face: str) -> Step[SequenceState]:
    """A faulty pair that the table lets stand: the space shows `face`, so the match holds it too, and the fault becomes a note."""
    found = fault(state, move)
    state, said = name_colour(replace(state, to_move=move.seat), move.seat % state.teams, face, move.seat)
    state = with_face(state, move.space, face, move.seat % state.teams)
    lines = standing_lines(state.lines, state.chips)
    return _played(state, move, state.chips, lines, (*as_notes([found] if found else ()), *said))


def _played(
    state: SequenceState,
    move: SequenceMove,
    chips: Chips,
    lines: SpaceLines,
    notes: tuple[Finding, ...] = (),
    fresh: tuple[int, ...] = (),
) -> Step[SequenceState]:
    """The card on the discard pile; then the match is won or the turn passes (SQ-04)."""
    seat, hand = move.seat, state.hands[move.seat]
    if move.card not in hand.cards:
        notes = (*_third_copy(state, move.card), *notes)
    lapsed = tuple(owed for owed in state.doubted if owed[1] + 2 <= state.turn)
    notes = (*notes, *(note("SQ-13", "draw-perhaps-lost", seat=each[0] + 1) for each in lapsed))
    winner = next((team for team, own in enumerate(lines) if len(own) >= state.needed), None)
    going_on = winner is None
    played = replace(
        state,
        hands=with_hand(state, seat, played_from(hand, move.card)),
        piles=with_card(state, seat, move.card),
        chips=chips,
        lines=lines,
        turned=state.turned & _either(chips),
        strays=tuple(stray for stray in state.strays if _either(chips) >> stray[0] & 1),
        to_move=state.seat_from(state.to_move, 1) if going_on else state.to_move,
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
        outcome=None if winner is None else won_by(state, winner),
    )
    if not state.early or played.outcome is not None:
        return Step(played, notes, played.outcome)
    step = drawn(played, seat)
    return Step(step.state, (*notes, *step.findings))


def turn_passed(state: SequenceState) -> SequenceState:
    """The next player's turn, nothing having been played. Whoever says that they can do nothing is counted in `passing` alone."""
    to_move = state.seat_from(state.to_move, 1)
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


def ended(state: SequenceState, outcome: Outcome, findings: tuple[Finding, ...] = ()) -> Step[SequenceState]:
    """The match is over."""
    return Step(replace(state, outcome=outcome), findings, outcome)


def with_hand(state: SequenceState, seat: int, hand: Hand) -> tuple[Hand, ...]:
    """All hands, one of them another."""
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def with_card(state: SequenceState, seat: int, card: str) -> tuple[tuple[str, ...], ...]:
    """All discard piles, a card laid on one."""
    return (*state.piles[:seat], (*state.piles[seat], card), *state.piles[seat + 1 :])


def standing_lines(lines: SpaceLines, chips: Chips) -> SpaceLines:
    """The sequences after chips were moved: those that are whole still, and any that five chips in line still make (SQ-08)."""
    settled = []
    for own, mine in zip(lines, chips, strict=True):
        whole = tuple(line for line in own if not line & ~(mine | CORNERS))
        settled.append(whole + completed(mine | CORNERS, whole))
    return tuple(settled)


def _either(chips: Chips) -> int:
    covered = 0
    for mine in chips:
        covered |= mine
    return covered


def made_note(state: SequenceState, team: int, lines: SpaceLines, fresh: Sequence[int]) -> Finding:
    """What is said of sequences just made."""
    spaces = 0
    for line in fresh:
        spaces |= line
    return note(
        "SQ-08",
        "sequence-made",
        zones_in(spaces),
        team=team,
        colour=state.palette[team],
        count=len(lines[team]),
        **ends_of(fresh[-1]),
    )


def ends_of(line: int) -> dict[str, Any]:
    """For a message: where a line begins and ends."""
    zones = zones_in(line)
    return {"first_zone": zones[0], "last_zone": zones[-1]}


def _third_copy(state: SequenceState, card: str) -> tuple[Finding, ...]:
    """A card from a hidden hand of which both copies lie elsewhere: a card misread, or a shuffle nobody told of (SQ-03)."""
    seen = sum(cards.count(card) for cards in (state.deck, state.heap, *state.piles, *(hand.cards for hand in state.hands)))
    return (note("SQ-03", "third-copy", card=card),) if seen >= COPIES else ()


# Drawing


@dataclass(frozen=True, slots=True)
class Taken:
    """The top card off the draw pile (None = an unknown one), with what of the state it changes."""

    card: str | None
    changes: Mapping[str, Any]
    notes: tuple[Finding, ...] = ()


def taken(state: SequenceState) -> Taken | None:
    """Take a card. Where the draw pile is used up the discards are shuffled into a new one (SQ-18); None where there are none."""
    if state.deck:
        return Taken(state.deck[0], {"deck": state.deck[1:]})
    if state.deck_unseen:
        return Taken(None, {"deck_unseen": state.deck_unseen - 1})
    count = state.discarded
    if not count:
        return None
    changes = {"deck_unseen": count - 1, "heap": (), "piles": ((),) * state.players}
    return Taken(None, changes, (note("SQ-18", "reshuffled", count=count),))


def reshuffled(state: SequenceState) -> SequenceState:
    """All discards shuffled into a new draw pile: their order is no longer known (SQ-18)."""
    return replace(state, deck=(), deck_unseen=state.discarded, heap=(), piles=((),) * state.players)


def drawn(state: SequenceState, seat: int, *, seen: bool = False) -> Step[SequenceState]:
    """The draw that ends a player's turn, or makes up for one forgotten (SQ-13). `seen`: by a camera, which may have missed that of the
    player before: whether he lost his is a question then, not a fact."""
    if state.outcome is not None:
        return Step(state, (foul("SQ-14", "match-over"),))
    due = next((owed for owed in state.owed if owed[0] == seat), None)
    if due is None:
        code = "draw-before-play" if seat == state.to_move else "no-draw-due"
        return Step(state, (foul("SQ-13", code, seat=seat + 1, to_move=state.to_move + 1),))
    top = taken(state)
    if top is None:
        return Step(state, (foul("SQ-18", "nothing-to-draw", seat=seat + 1),))
    before = state.seat_from(seat, -1)
    lost = [owed for owed in state.owed if owed[0] == before and owed[1] < due[1]]
    doubted = tuple(owed for owed in (*state.doubted, *(lost if seen else ())) if owed != due)
    lost = [] if seen else lost
    owed = tuple(owed for owed in state.owed if owed != due and owed not in lost)
    hands = with_hand(state, seat, state.hands[seat].having(top.card))
    after = replace(state, hands=hands, owed=owed, doubted=tuple(o for o in doubted if o in owed), **top.changes)
    zones = (discard_zone(before),)
    return Step(after, (*top.notes, *(note("SQ-13", "draw-lost", zones, seat=before + 1, next=seat + 1) for _ in lost)))


# Dead cards


def exchange_fault(state: SequenceState, seat: int, card: str) -> Finding | None:
    """Why a card may not be exchanged as dead (SQ-12)."""
    if found := out_of_turn(state, seat, "SQ-12") or not_in_hand(state, seat, card, "SQ-12"):
        return found
    if card in JACKS:
        return foul("SQ-12", "jack-never-dead", card=card)
    if not state.is_dead(card):
        return foul("SQ-12", "not-dead", card=card, **open_spaces(state, card))
    if state.exchanged:
        return foul("SQ-12", "one-dead-card", card=card)
    return None


def exchanged(state: SequenceState, seat: int, card: str) -> Step[SequenceState]:
    """A dead card on the discard pile and a card of the draw pile for it."""
    hand = state.hands[seat]
    notes = _third_copy(state, card) if card not in hand.cards else ()
    laid = replace(state, piles=with_card(state, seat, card), exchanged=True, to_replace=True, passes=0)
    top = taken(laid)
    assert top is not None, "the dead card itself can be shuffled and drawn"
    after = replace(laid, hands=with_hand(laid, seat, played_from(hand, card).having(top.card)), **top.changes)
    said = note("SQ-12", "dead-exchanged", (discard_zone(seat),), card=card, seat=seat + 1)
    return Step(after, (*notes, said, *top.notes))
