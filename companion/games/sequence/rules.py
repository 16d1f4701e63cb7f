"""Sequence for two to twelve players in two or three teams. Rule ids: rules spec, section 5.

A turn is a card and a chip, and then the next player's turn; the draw may follow later (SQ-13). The board is in `board`. The
match is in `state`, its start in `position`. Whole moves are in `moves`, what a camera sees in `halves`, words in `claims`, the
outside view in `view`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.errors import InputError
from companion.games.positions import shorten_json
from companion.games.sequence import claims, halves, seen, view
from companion.games.sequence.board import BOARD_SIZE, SPACE_OF, SPACE_ZONES
from companion.games.sequence.claims import SeqStep, find_half_fault, read_claimed_card, read_claimed_chip
from companion.games.sequence.left_halves import pass_over_half
from companion.games.sequence.moves import make_draw, pass_to_next
from companion.games.sequence.passing import judge_pass
from companion.games.sequence.position import read_board_space, set_up_sequence
from companion.games.sequence.state import COMMON_ZONE, TURNED_MARK, SequenceMove, SequenceState, discard_zone
from companion.match.rules import Claim, Detail, Duty, Outcome, Play, Step

_EXAMPLE = '{"card": "2S", "cell": [0, 1]}, {"card": "JS", "remove": [4, 4]} or {"card": "2S", "pile": "discard1"}'


class Sequence:
    """The rules. Hidden hands are believed; known hands are checked, and a pass is judged by known hands (SQ-19)."""

    name = "sequence"
    claims = claims.TAKES
    doubles = True
    shared = frozenset({COMMON_ZONE})

    def set_up_match(self, seats: int, options: Detail, position: Detail | None = None) -> SequenceState:
        """A fresh deal with hidden hands for `seats` players, or the position given (keys hands, deck, turn, chips, sequences,
        discards, colours). Raises `PositionError`.

        Options: "teams", "colours" (SQ-20), "advanced" (SQ-17). "table_talk": the penalty of SQ-16 is on. "layout": ten lines
        of text. "common_discards": cards are shown in a zone for all. Five chips in line count as a sequence even if the
        position does not list the line (SQ-08).
        """
        return set_up_sequence(seats, options, position)

    def parse_play(self, state: SequenceState, play: Detail, seat: int | None = None) -> Play | Claim:
        """{"card": "2S", "cell": [0, 1]} or {"card": "JS", "remove": [4, 4]} as a claim that judges card and chip at once.

        {"card": "2S", "pile": "discard1"} or {"card": "blue", "pile": "r0c1"} as half of a play. Raises `InputError`.
        """
        if set(play) == {"card", "pile"}:
            zone = self.find_zone(state, play["pile"], seat)
            face = read_claimed_chip(play["card"]) if zone in SPACE_OF else read_claimed_card(play)
            return Play(zone, self.list_faces(state)[zone], face, seat)
        for key, code in (("cell", "place"), ("remove", "remove")):
            if set(play) == {"card", key}:
                row, column = divmod(read_board_space(play[key], "cell", InputError), BOARD_SIZE)
                return Claim(code, seat, {"card": read_claimed_card(play), "row": row, "column": column})
        raise InputError.with_id("example-needed", where='"play"', example=_EXAMPLE)

    def find_zone(self, state: SequenceState, pile: str, seat: int | None = None) -> str:
        """The zone of a discard pile ("discard1", or "discard" for the own pile) or of a space ("r0c1"). Raises
        `InputError`."""
        if pile == "discard":
            return discard_zone(state.to_move if seat is None else seat)
        if not isinstance(pile, str):
            raise InputError.with_id("no-pile", given=shorten_json(pile), known=("discard", "discard1", "r0c1"))
        return pile if pile in SPACE_OF else discard_zone(halves.find_discard_seat(state, pile))

    def apply_play(self, state: SequenceState, play: Play) -> SeqStep:
        """Judge half of a play, or the pair with an earlier half. Raises `InputError`."""
        return halves.judge_half(state, play)

    def apply_turn_end(self, state: SequenceState, seat: int | None = None) -> SeqStep:
        """Judge the end of a turn. Turns end by themselves with the chip: ending by hand is passing (SQ-19).

        Without a name (a button, the draw pile touched) and with a hidden hand, the player who has just played is meant. An
        owed draw is made, else nothing changes. A hidden hand passes by name, or by the claim "stuck".
        """
        if seat is None and state.last and state.hand.secret and state.half is None and state.outcome is None:
            before = state.step_seat(state.to_move, -1)
            return make_draw(state, before) if (before, state.turn - 1) in state.owed else Step(state)
        return judge_pass(state, state.to_move if seat is None else seat)

    def pass_turn(self, state: SequenceState) -> SeqStep:
        """The turn passed. A waiting half lies on the table, and the owner has to mend the half (SQ-21)."""
        half = state.half
        if half is None or half.waived or state.outcome is not None:
            return Step(pass_to_next(halves.leave_half(state)))
        return pass_over_half(state, half)

    def resume_turn(self, state: SequenceState, turn: int, seat: int, drawable: bool) -> SequenceState:
        """The position in turn number `turn` of `seat`."""
        return replace(state, turn=turn, to_move=seat)

    def could_draw(self, state: SequenceState) -> bool:
        """True: a turn of Sequence has no minimum."""
        return True

    def retell_play(self, state: SequenceState, play: Play, then: int, now: int) -> Play:
        """The play unchanged: cards and piles belong to everybody."""
        return play

    def with_outcome(self, state: SequenceState, outcome: Outcome | None) -> SequenceState:
        """The same position, over with an outcome; None = going on."""
        return state if state.outcome is outcome else replace(state, outcome=outcome)

    def is_outcome_valid(self, state: SequenceState, outcome: Outcome) -> bool:
        """Are the winning lines still there (SQ-14, SQ-15)? A line that a later removal broke does not count."""
        return bool(outcome.won) and len(state.lines[outcome.detail["team"]]) >= state.needed_lines

    def apply_claim(self, state: SequenceState, claim: Claim) -> SeqStep:
        """Judge what was said. Raises `InputError` for an unknown code, seat or detail."""
        return claims.judge_words(state, claim)

    def show_face(self, state: SequenceState, zone: str, face: str, *, misread: bool = False) -> SequenceState:
        """The position with a face on a zone. Lines are counted from the chips on the board (SQ-08)."""
        return seen.show_seen_face(state, zone, face, misread=misread)

    def tidy_table(self, state: SequenceState) -> SequenceState:
        """The chips of sequences white side up, all others colour side up."""
        return replace(state, turned=state.locked_spaces)

    def list_faces(self, state: SequenceState) -> Mapping[str, str]:
        """The face of every space and every discard pile, with a waiting half."""
        faces = _EMPTY_SPACES.copy()
        for colour, mine in zip(state.palette, state.chips, strict=True):
            for spaces, face in ((mine & ~state.turned, colour), (mine & state.turned, colour + TURNED_MARK)):
                while spaces:
                    lowest = spaces & -spaces
                    faces[SPACE_ZONES[lowest.bit_length() - 1]] = face
                    spaces ^= lowest
        for space, _ in state.strays:
            faces[SPACE_ZONES[space]] = state.find_chip_face(space)
        for seat in range(state.players):
            faces[discard_zone(seat)] = state.top_discard(seat)
        if state.half is not None:
            faces[state.half.zone] = state.half.after
        if state.one_zone:
            faces[COMMON_ZONE] = state.common[-1] if state.common else ""
        return faces

    def list_duties(self, state: SequenceState) -> tuple[Duty, ...]:
        """The other half of a play, draws to make up (SQ-13), chips to turn over (SQ-11) or back (SQ-17)."""
        return view.list_sequence_duties(state)

    def list_legal(self, state: SequenceState) -> tuple[Claim, ...]:
        """Every lawful claim "place", "remove" and "dead": with cards of a known hand, else with every unseen card too.

        A waiting half must be part of the play.
        """
        if state.outcome is not None:
            return ()
        found: list[Claim] = []
        for card in state.list_held_cards(state.to_move):
            if not state.exchanged and state.half is None and state.is_dead(card):
                found.append(Claim("dead", state.to_move, {"card": card}))
            found += [make_move_claim(move) for move in state.iter_moves(card) if find_half_fault(state, move) is None]
        return tuple(found)

    def describe_position(self, state: SequenceState) -> dict[str, Any]:
        """The public position."""
        return view.describe_sequence(state)


_EMPTY_SPACES = dict.fromkeys(SPACE_ZONES, "")


def make_move_claim(move: SequenceMove) -> Claim:
    """The claim "place" or "remove" that tells a whole move."""
    row, column = divmod(move.space, BOARD_SIZE)
    return Claim("remove" if move.removes else "place", move.seat, {"card": move.card, "row": row, "column": column})


RULES = Sequence()
