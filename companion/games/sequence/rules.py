"""Sequence for two to twelve players in two or three teams. Rule ids are those of the rules spec, section 5.

A turn is one card and one chip; the turn passes with them, the draw may follow later (SQ-13). The board is in `board`, the
match in `state`, its start in `position`, whole moves in `moves`, what a camera sees in `halves`, what is said in `claims`, what it
looks like from outside in `view`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.games.positions import shown
from companion.games.sequence import claims, halves, seen, view
from companion.games.sequence.board import SIZE, SPACE_OF, ZONES
from companion.games.sequence.claims import SeqStep, card_in, cell_in, chip_in, half_fault
from companion.games.sequence.left_halves import passed_over
from companion.games.sequence.moves import drawn, turn_passed
from companion.games.sequence.passing import passed
from companion.games.sequence.position import set_up
from companion.games.sequence.state import COMMON, TURNED, SequenceMove, SequenceState, discard_zone
from companion.match.rules import Claim, Detail, Duty, Outcome, Play, Step

_EXAMPLE = '{"card": "2S", "cell": [0, 1]}, {"card": "JS", "remove": [4, 4]} or {"card": "2S", "pile": "discard1"}'


class Sequence:
    """The rules. Hidden hands are believed; known hands are checked, and a pass is judged by them (SQ-19)."""

    name = "sequence"
    claims = claims.TAKES
    doubles = True
    shared = frozenset({COMMON})

    def setup(self, seats: int, options: Detail, position: Detail | None = None) -> SequenceState:
        """A fresh deal with hidden hands, or the position given (keys hands, deck, turn, chips, sequences, discards, colours).

        Options: "teams", "colours" (SQ-20), "advanced" (SQ-17), "table_talk" (the penalty of SQ-16 is on), "layout" (ten lines of
        text), "common_discards" (cards are shown in one zone for all). Five chips in line that the position does not list as a
        sequence are one all the same (SQ-08). Raises `PositionError`.
        """
        return set_up(seats, options, position)

    def parse(self, state: SequenceState, play: Detail, seat: int | None = None) -> Play | Claim:
        """{"card": "2S", "cell": [0, 1]} or {"card": "JS", "remove": [4, 4]} as a claim that judges card and chip at once;
        {"card": "2S", "pile": "discard1"} or {"card": "blue", "pile": "r0c1"} as one half of a play. Raises `InputError`."""
        if set(play) == {"card", "pile"}:
            zone = self.zone(state, play["pile"], seat)
            face = chip_in(play["card"]) if zone in SPACE_OF else card_in(play)
            return Play(zone, self.faces(state)[zone], face, seat)
        for key, code in (("cell", "place"), ("remove", "remove")):
            if set(play) == {"card", key}:
                row, column = divmod(cell_in(play[key]), SIZE)
                return Claim(code, seat, {"card": card_in(play), "row": row, "column": column})
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
        """See `Rules`. A card or chip that still waits for its other half lies there, and its owner has to mend it (SQ-21)."""
        half = state.half
        if half is None or half.waived or state.outcome is not None:
            return Step(turn_passed(halves.left_alone(state)))
        return passed_over(state, half)

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
        return claims.judged(state, claim)

    def show_face(self, state: SequenceState, zone: str, face: str, *, misread: bool = False) -> SequenceState:
        """See `Rules`. Lines are counted from the chips that lie (SQ-08)."""
        return seen.show_face(state, zone, face, misread=misread)

    def tidied(self, state: SequenceState) -> SequenceState:
        """The chips of sequences white side up, all others colour side up."""
        return replace(state, turned=state.locked)

    def faces(self, state: SequenceState) -> Mapping[str, str]:
        """The face of every space and every discard pile, a half that waits for the other included."""
        faces = _BARE.copy()
        for colour, mine in zip(state.palette, state.chips, strict=True):
            for spaces, face in ((mine & ~state.turned, colour), (mine & state.turned, colour + TURNED)):
                while spaces:
                    lowest = spaces & -spaces
                    faces[ZONES[lowest.bit_length() - 1]] = face
                    spaces ^= lowest
        for space, _ in state.strays:
            faces[ZONES[space]] = state.chip(space)
        for seat in range(state.players):
            faces[discard_zone(seat)] = state.top(seat)
        if state.half is not None:
            faces[state.half.zone] = state.half.after
        if state.one_zone:
            faces[COMMON] = state.common[-1] if state.common else ""
        return faces

    def duties(self, state: SequenceState) -> tuple[Duty, ...]:
        """The other half of a play, draws to make up (SQ-13), chips to turn over (SQ-11) or back (SQ-17)."""
        return view.duties(state)

    def legal(self, state: SequenceState) -> tuple[Claim, ...]:
        """Every claim "place", "remove" and "dead" that would stand now without a note: with the cards in the hand where it is known,
        else also with every card still unseen; with the half that waits where there is one."""
        if state.outcome is not None:
            return ()
        found: list[Claim] = []
        for card in state.held_by(state.to_move):
            if not state.exchanged and state.half is None and state.is_dead(card):
                found.append(Claim("dead", state.to_move, {"card": card}))
            found += [_claim_of(move) for move in state.moves_with(card) if half_fault(state, move) is None]
        return tuple(found)

    def view(self, state: SequenceState) -> dict[str, Any]:
        """The public position."""
        return view.public(state)


_BARE = dict.fromkeys(ZONES, "")


def _claim_of(move: SequenceMove) -> Claim:
    row, column = divmod(move.space, SIZE)
    return Claim("remove" if move.removes else "place", move.seat, {"card": move.card, "row": row, "column": column})


RULES = Sequence()
