"""Sequence for two to twelve players in two or three teams. Rule ids are those of the rules spec, section 5.

A turn is one card and one chip; the turn passes with them, the draw may follow later (SQ-13). The board is in `sequence_board`, the
match in `sequence_state`, its start in `sequence_position`, whole moves in `sequence_moves`, what a camera sees in
`sequence_halves`. Here are the door for words and claims, and what a match looks like from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.games.findings import foul, kind_said
from companion.games.hands import Hand
from companion.games.positions import is_whole, shown
from companion.games.sequence import halves
from companion.games.sequence.board import CORNERS, SIZE, SPACE_OF, ZONES, space_at, spaces_in, zones_in
from companion.games.sequence.cards import CARDS, JACKS, ONE_EYED, card_of
from companion.games.sequence.claims import TAKES
from companion.games.sequence.moves import (
    drawn,
    ended,
    ends_of,
    exchange_fault,
    exchanged,
    fault,
    half_open,
    let_stand,
    made,
    nobody,
    nobody_can_move,
    note,
    passed,
    reshuffled,
    turn_passed,
    with_card,
    with_hand,
)
from companion.games.sequence.position import dealt_findings, set_up
from companion.games.sequence.state import COLOURS, COMMON, TURNED, Move, SequenceState, discard_zone, played_from
from companion.match.rules import Claim, Detail, Duty, Finding, Outcome, Play, Step

SeqStep = Step[SequenceState]

_EXAMPLE = '{"card": "2S", "cell": [0, 1]}, {"card": "JS", "remove": [4, 4]} or {"card": "2S", "pile": "discard1"}'


class Sequence:
    """The rules. Hidden hands are believed; known hands are checked, and a pass is judged by them (SQ-19)."""

    name = "sequence"
    claims = TAKES
    doubles = True
    shared = frozenset({COMMON})

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> SequenceState:
        """A fresh deal with hidden hands, or the position given (keys hands, deck, turn, chips, sequences, discards).

        Options: "teams", "advanced" (SQ-17), "table_talk" (the penalty of SQ-16 is on), "layout" (ten lines of text), "common_discards"
        (cards are shown in one zone for all). Five chips in
        line that the position does not list as a sequence are one all the same (SQ-08). Raises `PositionError`.
        """
        return set_up(seats, options, position)

    def parse(self, state: SequenceState, play: Detail, seat: int | None = None) -> Play | Claim:
        """{"card": "2S", "cell": [0, 1]} or {"card": "JS", "remove": [4, 4]} as a claim that judges card and chip at once;
        {"card": "2S", "pile": "discard1"} or {"card": "blue", "pile": "r0c1"} as one half of a play. Raises `InputError`."""
        if set(play) == {"card", "pile"}:
            zone = self.zone(state, play["pile"], seat)
            face = _chip_face(play["card"]) if zone in SPACE_OF else _card(play)
            return Play(zone, self.faces(state)[zone], face, seat)
        for key, code in (("cell", "place"), ("remove", "remove")):
            if set(play) == {"card", key}:
                row, column = divmod(_cell(play[key]), SIZE)
                return Claim(code, seat, {"card": _card(play), "row": row, "column": column})
        raise InputError.of("example-needed", where='"play"', example=_EXAMPLE)

    def zone(self, state: SequenceState, pile: str, seat: int | None = None) -> str:
        """A discard pile ("discard1", or "discard" for the own one) or a space ("r0c1") is named as its zone. Raises `InputError`."""
        if pile == "discard":
            return discard_zone(state.to_move if seat is None else seat)
        if not isinstance(pile, str):
            raise InputError.of("no-pile", given=shown(pile), known=("discard", "discard1", "r0c1"))
        return pile if pile in SPACE_OF else discard_zone(halves.discard_seat(state, pile))

    def play(self, state: SequenceState, play: Play) -> SeqStep:
        """Judge one half of a play, or the pair with the half that came before. Raises `InputError`."""
        return halves.play(state, play)

    def end_turn(self, state: SequenceState, seat: int | None = None) -> SeqStep:
        """Turns end by themselves with the chip: to end one by hand is to pass (SQ-19).

        Where nobody is named (a button, the draw pile touched) and the hand is hidden, it is the player who has just played that is
        meant, and if he has not drawn yet, he does: a hidden hand passes by name, or by the claim "stuck".
        """
        if seat is None and state.last and state.hand.secret and state.half is None and state.outcome is None:
            before = state.seat_from(state.to_move, -1)
            return drawn(state, before) if (before, state.turn - 1) in state.owed else Step(state)
        return passed(state, state.to_move if seat is None else seat)

    def pass_on(self, state: SequenceState) -> SeqStep:
        """See `Rules`. A card or chip that still waits for its other half lies there by itself."""
        return Step(turn_passed(halves.left_alone(state)))

    def resume(self, state: SequenceState, turn: int, seat: int, drawable: bool) -> SequenceState:
        """The position in this turn of this seat."""
        return replace(state, turn=turn, to_move=seat)

    def drawable(self, state: SequenceState) -> bool:
        """A turn of Sequence has no minimum."""
        return True

    def retold(self, state: SequenceState, play: Play, then: int, now: int) -> Play:
        """Cards and piles are everybody's."""
        return play

    def over(self, state: SequenceState, outcome: Outcome | None) -> SequenceState:
        """The same position, over with this outcome, or going on."""
        return state if state.outcome is outcome else replace(state, outcome=outcome)

    def holds(self, state: SequenceState, outcome: Outcome) -> bool:
        """Are the lines that won still there (SQ-14, SQ-15)? One that a later removal broke is none."""
        return bool(outcome.won) and len(state.lines[outcome.detail["team"]]) >= state.needed

    def claim(self, state: SequenceState, claim: Claim) -> SeqStep:
        """Judge what was said. Raises `InputError` for an unknown code, seat or detail."""
        judge = _CLAIMS.get(claim.code) if not claim.stood else _STOOD.get(claim.code)
        if judge is None:
            raise InputError.of("no-claim", given=shown(claim.code), known=tuple(_CLAIMS))
        if claim.seat is not None and not is_whole(claim.seat, 0, state.players - 1):
            raise InputError.of("no-seat", given=shown(claim.seat), high=state.players - 1)
        return judge(state, claim.seat, claim.detail)

    def faces(self, state: SequenceState) -> Mapping[str, str]:
        """The face of every space and every discard pile, a half that waits for the other included."""
        faces = _BARE.copy()
        for colour, mine in zip(COLOURS, state.chips, strict=False):
            for spaces, face in ((mine & ~state.turned, colour), (mine & state.turned, colour + TURNED)):
                while spaces:
                    lowest = spaces & -spaces
                    faces[ZONES[lowest.bit_length() - 1]] = face
                    spaces ^= lowest
        for seat in range(state.players):
            faces[discard_zone(seat)] = state.top(seat)
        if state.half is not None:
            faces[state.half.zone] = state.half.after
        if state.one_zone:
            faces[COMMON] = state.common[-1] if state.common else ""
        return faces

    def turn(self, state: SequenceState) -> tuple[int, int]:
        """Number of the turn and the seat to move."""
        return state.turn, state.to_move

    def duties(self, state: SequenceState) -> tuple[Duty, ...]:
        """The other half of a play, draws to make up (SQ-13), chips to turn over (SQ-11) or back (SQ-17)."""
        waiting = () if state.outcome is not None else (*_half_duties(state), *_draw_duties(state))
        return (
            *waiting,
            *_turn_over_duties(state),
            *_turn_back_duties(state),
        )

    def legal(self, state: SequenceState) -> tuple[Claim, ...]:
        """Every claim "place", "remove" and "dead" that would stand now without a note: with the cards in the hand where it is known,
        else also with every card still unseen; with the half that waits where there is one."""
        if state.outcome is not None:
            return ()
        found: list[Claim] = []
        for card in state.held_by(state.to_move):
            if not state.exchanged and state.half is None and state.is_dead(card):
                found.append(Claim("dead", state.to_move, {"card": card}))
            found += [_claim_of(move) for move in state.moves_with(card) if _half_fault(state, move) is None]
        return tuple(found)

    def view(self, state: SequenceState) -> dict[str, Any]:
        """The public position."""
        tops = {discard_zone(seat): state.top(seat) or None for seat in range(state.players)}
        outcome = state.outcome
        return {
            "status": "playing" if outcome is None else "won" if outcome.won else "drawn",
            "to_move": state.to_move,
            "turn": state.turn,
            "played": int(state.half is not None and bool(state.half.card)),
            "min_cards": int(outcome is None and state.can_act(state.to_move)),
            "hand_size": {str(seat): hand.size for seat, hand in enumerate(state.hands)},
            "deck_size": state.deck_size,
            "top": tops,
            "sequences": {str(team): len(own) for team, own in enumerate(state.lines)},
            "chip": {_row_column(space): team for team, mine in enumerate(state.chips) for space in spaces_in(mine)},
            "winner": outcome.detail["team"] if outcome is not None and outcome.won else None,
            "score": None,
            "rating": None,
            "piles": [_common_view(state)] * state.one_zone + [_pile_view(state, seat) for seat in range(state.players)],
            "board": {"rows": SIZE, "columns": SIZE, "cells": _cells_view(state)},
            "teams": [COLOURS[seat % state.teams] for seat in range(state.players)],
            "lines": [list(zones_in(line)) for own in state.lines for line in own],
            "discards": tops,
            "dead": [card for card in CARDS if state.is_dead(card)],
            "last": [ZONES[space] for space in state.last],
            "jack_targets": {
                "two_eyed": list(zones_in(state.spaces_for("JC"))),
                "one_eyed": list(zones_in(state.spaces_for("JS"))),
            },
            "to_draw": sorted({seat for seat, _ in state.owed}) if outcome is None else [],
        }


_BARE = dict.fromkeys(ZONES, "")


# Words at the door


def _card(detail: Detail) -> str:
    card = card_of(detail.get("card"))
    if card is None:
        raise InputError.of("no-card", given=shown(detail.get("card")), known=("2S", "TD", "JC", "QH"))
    return card


def _chip_face(text: Any) -> str:
    if not isinstance(text, str):
        raise InputError.of("no-chip", given=shown(text), known=COLOURS)
    return text


def _cell(given: Any) -> int:
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
        space = SPACE_OF.get(word) if isinstance(word, str) else _cell(word)
        if space is None:
            raise InputError.of("no-space", given=shown(word))
        mask |= 1 << space
    return mask


def _only(detail: Detail, *keys: str) -> None:
    if set(detail) - set(keys):
        raise InputError.of("only-details" if keys else "no-details", known=keys)


# Claims


def _claimed_move(state: SequenceState, seat: int | None, detail: Detail, *, removes: bool) -> SeqStep:
    _only(detail, "card", "row", "column")
    space = _cell([detail.get("row"), detail.get("column")])
    move = Move(state.to_move if seat is None else seat, _card(detail), space, removes)
    found = fault(state, move) or _half_fault(state, move)
    return Step(state, (found,)) if found else made(state, move)


def _half_fault(state: SequenceState, move: Move) -> Finding | None:
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
    seat, card = state.to_move if seat is None else seat, _card(detail)
    found = exchange_fault(state, seat, card) or (half_open(state) if state.half is not None else None)
    return Step(state, (found,)) if found else exchanged(state, seat, card)


def _draw(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """Where nobody is named (the draw pile touched), the replacement of a dead card comes first, then the latest who may draw, then a
    player who draws before his chip lies; a hand that had nothing to draw there has only passed."""
    _only(detail)
    if seat is not None or state.outcome is not None:
        return drawn(state, state.to_move if seat is None else seat)
    if state.to_replace:
        return Step(replace(state, to_replace=False))
    if (step := halves.on_its_like(state)) is not None:
        after = drawn(step.state, step.state.owed[-1][0]) if step.outcome is None else Step(step.state)
        return Step(after.state, (*step.findings, *after.findings), step.outcome)
    if state.owed:
        return drawn(state, state.owed[-1][0])
    return Step(state if state.half is None else replace(state, early=True))


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
    cards = [_card({"card": word}) for word in _words(detail.get("cards"), InputError.of("cards-needed", where="cards"))]
    if len(cards) != len(members):
        raise InputError.of("penalty-cards", count=len(members))
    for member, card in zip(members, cards, strict=True):
        if not state.hands[member].may_hold(card):
            return Step(state, (foul("SQ-16", "not-in-hand", card=card, seat=member + 1),))
    for member, card in zip(members, cards, strict=True):
        hand = played_from(state.hands[member], card)
        state = replace(state, hands=with_hand(state, member, hand), piles=with_card(state, member, card))
    zones = tuple(map(discard_zone, members))
    return Step(state, (note("SQ-16", "penalty-paid", zones, team=team, count=len(cards), cards=tuple(cards)),))


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


def _leave(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """A player leaves: he is passed over from now on, his cards are out of the game; his team must have another one."""
    _only(detail)
    if seat is None:
        raise InputError.of("seat-needed", where="leave", high=state.players - 1)
    if state.hands[seat].gone:
        raise InputError.of("left-already", seat=seat + 1)
    if all(state.hands[other].gone for other in range(seat % state.teams, state.players, state.teams) if other != seat):
        raise InputError.of("last-of-team-cannot-leave")
    after = replace(state, hands=with_hand(state, seat, Hand(gone=True)), owed=tuple(o for o in state.owed if o[0] != seat))
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


_CLAIMS: Mapping[str, Callable[[SequenceState, int | None, Detail], SeqStep]] = {
    "place": _place,
    "remove": _remove,
    "dead": _dead,
    "draw": _draw,
    "flip": _flip,
    "name_line": _name_line,
    "penalty": _penalty,
    "reshuffle": _reshuffle,
    "leave": _leave,
    "stuck": _stuck,
    "assess": _assess,
    "say": _say,
    "setup_check": _setup_check,
}


# What stood


def _chip_stood(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    """A whole move that lies there whatever the rules say: the chip that was laid, or none where one was taken off."""
    mover = state.to_move if seat is None else seat
    move = Move(mover, _card(detail), _cell([detail.get("row"), detail.get("column")]))
    return let_stand(state, move, COLOURS[mover % state.teams])


def _removal_stood(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    mover = state.to_move if seat is None else seat
    move = Move(mover, _card(detail), _cell([detail.get("row"), detail.get("column")]), removes=True)
    return let_stand(state, move, "")


def _dead_stood(state: SequenceState, seat: int | None, detail: Detail) -> SeqStep:
    return exchanged(state, state.to_move if seat is None else seat, _card(detail))


_STOOD: Mapping[str, Callable[[SequenceState, int | None, Detail], SeqStep]] = {
    "place": _chip_stood,
    "remove": _removal_stood,
    "dead": _dead_stood,
}


# Seen from outside


def _claim_of(move: Move) -> Claim:
    row, column = divmod(move.space, SIZE)
    return Claim("remove" if move.removes else "place", move.seat, {"card": move.card, "row": row, "column": column})


def _half_duties(state: SequenceState) -> tuple[Duty, ...]:
    half = state.half
    if half is None:
        return ()
    if not half.card:
        zones = (COMMON if state.one_zone else discard_zone(half.seat), half.zone)
        return (Duty("SQ-05", "lay-card", zones, due_turn=state.turn, detail={"seat": half.seat + 1, "space_zone": half.zone}),)
    code = "remove-chip" if half.card in ONE_EYED else "lay-chip"
    targets = () if half.card in JACKS else zones_in(state.spaces_for(half.card))
    detail = {"seat": half.seat + 1, "face": COLOURS[half.seat % state.teams], "count": len(targets), "open_zones": targets}
    return (Duty("SQ-05", code, (half.zone, *targets), half.card, state.turn, detail),)


def _draw_duties(state: SequenceState) -> tuple[Duty, ...]:
    """Draws of the last round; who forgot an older one is not reminded for ever."""
    recent = [(turn, seat) for seat, turn in state.owed if turn >= state.turn - state.players]
    return tuple(
        Duty("SQ-13", "draw", ("draw",), due_turn=turn + 1, detail={"seat": seat + 1}) for turn, seat in sorted(recent)
    )


def _turn_over_duties(state: SequenceState) -> Iterator[Duty]:
    """Chips of sequences that still lie colour side up (SQ-11)."""
    for team, lines in enumerate(state.lines):
        for line in lines:
            left = line & ~CORNERS & ~state.turned
            if left:
                detail = {"face": COLOURS[team], "count": left.bit_count(), **ends_of(line)}
                yield Duty("SQ-11", "turn-over", zones_in(left), detail=detail)


def _turn_back_duties(state: SequenceState) -> Iterator[Duty]:
    """Chips that lie white side up though they are in no sequence, or no more (SQ-11, SQ-17)."""
    for team, mine in enumerate(state.chips):
        left = mine & state.turned & ~state.locked
        if left:
            rule = "SQ-17" if state.advanced else "SQ-11"
            yield Duty(rule, "turn-back", zones_in(left), detail={"face": COLOURS[team], "count": left.bit_count()})


def _row_column(space: int) -> str:
    return ",".join(map(str, divmod(space, SIZE)))


def _cells_view(state: SequenceState) -> list[dict[str, Any]]:
    """Every space. `target`: the card laid this turn may place or remove a chip here."""
    card = state.half.card if state.half is not None else ""
    targets = state.spaces_for(card) if card else 0
    owners = {space: COLOURS[team] for team, mine in enumerate(state.chips) for space in spaces_in(mine)}
    return [
        {
            "zone": zone,
            "card": state.layout.printed[space],
            "chip": owners.get(space),
            "flipped": bool(state.turned >> space & 1),
            "corner": bool(CORNERS >> space & 1),
            "target": bool(targets >> space & 1),
        }
        for space, zone in enumerate(ZONES)
    ]


def _common_view(state: SequenceState) -> dict[str, Any]:
    """The zone all show their cards in. Its cards are those of the players' own discards, so none is counted here."""
    return {"zone": COMMON, "kind": "discard", "start": "", "top": state.common[-1] if state.common else "", "cards": []}


def _pile_view(state: SequenceState, seat: int) -> dict[str, Any]:
    return {
        "zone": discard_zone(seat),
        "kind": "discard",
        "start": "",
        "top": state.top(seat),
        "cards": list(state.piles[seat]),
        "team": COLOURS[seat % state.teams],
    }


RULES = Sequence()
