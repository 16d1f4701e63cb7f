"""A whole match of Sequence playing itself on the virtual table, mistakes included.

The players see all hands, as no player may: a match can be planned. A seed gives a match. Two decks are played, on the
classic board.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from companion.games import rules_of
from companion.games.sequence.board import BOARD_SIZE, CORNERS, SPACE_ZONES, WINDOWS, spaces_in
from companion.games.sequence.cards import COPIES_OF_CARD, FRENCH_CARDS, HAND_SIZES, JACKS
from companion.games.sequence.state import COMMON_ZONE, TURNED_MARK, SequenceState, discard_zone
from companion.match.events import Started
from companion.match.referee import Match
from companion.match.rules import Claim
from companion.play.moves import FOUL_NOTICED_S, Move

GAME = "sequence"
BEST_SHOWN = Started(GAME, 2, {})
SEED = 4  # a deal with occasion for all mistakes; found by trying, see `tests/companion/play/test_showcase_sequence.py`
MISTAKES = ("turn", "space", "sleeve", "line", "dead", "draw", "wrong_flip", "late_flip")
"""What goes wrong once each where the match gives occasion: a card out of turn (SQ-05), a chip on another card's space
(SQ-05), a chip pushed aside by a sleeve (SQ-05). A chip of a sequence taken (SQ-11), a chip laid for a dead card (SQ-12), a
forgotten draw (SQ-13). A loose chip turned over (SQ-11), a chip of a new sequence turned over too late (SQ-11)."""
MIN_MISTAKE_TURN = 3  # mistakes begin with this turn; guess
MIN_SLEEVE_TURN = 6  # before it too few chips lie for a sleeve; guess


def can_play(seats: int, options: Mapping[str, Any]) -> bool:
    """Does the file play matches of `seats` players? All options are taken."""
    return seats in HAND_SIZES


def list_moves(seats: int, options: Mapping[str, Any]) -> Iterator[Move]:
    """The moves of a match."""
    return find_sequence_moves(seats=seats, options=options)


def locate_match(match: Match) -> None:
    """Always None: where the chips of a stored match lie is unknown."""
    return


def find_sequence_moves(
    seed: int = SEED, seats: int = 2, mistakes: tuple[str, ...] = MISTAKES, options: Mapping[str, Any] | None = None
) -> Iterator[Move]:
    """The moves of a match: cards laid, chips laid, taken, pushed or turned over, cards drawn. `seed`: of deal and choices.
    `seats`: number of players. `options`: as at the start. `mistakes`: of `MISTAKES`, each made once where possible."""
    return _Players(seed, deal_sequence(seed, seats, options or {}), list(mistakes)).play_match()


def deal_sequence(seed: int, seats: int, options: Mapping[str, Any]) -> SequenceState:
    """The state after dealing with `seed` to `seats` players, all hands and the draw pile known. `options`: as at the start."""
    cards = [card for card in FRENCH_CARDS for _ in range(COPIES_OF_CARD)]
    random.Random(seed).shuffle(cards)
    size = HAND_SIZES[seats]
    hands = [cards[i * size : (i + 1) * size] for i in range(seats)]
    state: SequenceState = rules_of(GAME).set_up_match(seats, options, {"hands": hands, "deck": cards[seats * size :]})
    return state


class _Players:
    """All players of a match. `seed`: of all choices. `state`: after dealing.

    `left`: mistakes still to be made. `owing`: the player before forgot to draw. `late`: a chip still to be turned over.
    `common`: card in the shared zone, if any. Every second player takes the card away again, and nobody can lay out of turn.
    """

    def __init__(self, seed: int, state: SequenceState, left: list[str]) -> None:
        self._seed, self._state, self._left = seed, state, left
        self._rules = rules_of(GAME)
        self._owing, self._late = False, ""
        self._common: list[str] = []
        if state.one_zone:
            self._left = [kind for kind in left if kind != "turn"]

    def play_match(self) -> Iterator[Move]:
        """What all of them do, turn by turn."""
        for turn in range(400):
            claim = _choose_claim(self._state, random.Random(f"{self._seed} {turn}"), "line" in self._left)
            if claim is None:
                return
            seat = self._state.to_move
            yield from (replace(move, seat=seat) if move.seat is None else move for move in self._play_turn(claim))
            if self._state.outcome is not None:
                return

    def _play_turn(self, claim: Claim) -> Iterator[Move]:
        """The moves of one turn, mistakes included; `claim` is what the player means to do. The state is moved on."""
        seat = self._state.to_move
        yield from self._make_mistake("turn", _lay_out_of_turn(self._state))
        if self._state.turn >= MIN_SLEEVE_TURN:
            yield from self._make_mistake("sleeve", _push_chip(self._state))
        covered = self._covered
        yield from self._lay_card(seat, str(claim.detail["card"]))
        yield from self._after_card(claim, covered)
        late, self._late = self._late, ""
        self._state = self._rules.apply_claim(self._state, claim).state
        if claim.code != "dead":
            yield _chip_move(claim, self._state.palette[seat % self._state.teams], "SQ-11" if late else "")
        yield from (Move("flip", zone) for zone in [late] if zone and self._state.outcome is None)
        if self._state.outcome is None:
            yield from self._turn_chips_over()
            yield from self._draw_card(claim)

    @property
    def _covered(self) -> str:
        """The card on which the player to move lays."""
        return "".join(self._common[-1:]) if self._state.one_zone else self._state.top_discard(self._state.to_move)

    def _lay_card(self, seat: int, card: str) -> Iterator[Move]:
        """The moves that lay a card on the discard of `seat`, or in the zone that all share.

        In the shared zone a player of an odd seat lifts the card just laid at once, unless the like of that card lies there.
        """
        if not self._state.one_zone:
            yield Move("lay", discard_zone(seat), card)
            return
        yield Move("lay", COMMON_ZONE, card)
        if seat % 2 and card != self._covered and card not in self._common:
            yield Move("lift", COMMON_ZONE)
        else:
            self._common.append(card)

    def _after_card(self, claim: Claim, covered: str) -> Iterator[Move]:
        """Mistakes with a chip between the card and the right chip. `covered`: the face under the card just laid."""
        card = str(claim.detail["card"])
        if claim.code == "place" and card not in JACKS and card != covered:
            yield from self._make_mistake("space", _lay_on_wrong_space(self._state, card, "SQ-05"))
        if claim.code == "remove" and not self._late:
            yield from self._make_mistake("line", _take_from_line(self._state))
        if claim.code == "dead":
            yield from self._make_mistake("dead", _lay_on_wrong_space(self._state, card, "SQ-12"))

    def _make_mistake(self, kind: str, moves: tuple[Move, ...]) -> Iterator[Move]:
        """`moves`, if the mistake `kind` is still to be made and possible now; else nothing. `moves` put the mistake right
        again."""
        if kind in self._left and moves and self._state.turn >= MIN_MISTAKE_TURN:
            self._left.remove(kind)
            yield from moves

    def _turn_chips_over(self) -> Iterator[Move]:
        """Chips of new sequences turned over, and chips of broken sequences turned back."""
        state = self._state
        zones = [
            SPACE_ZONES[space] for space in spaces_in(state.locked_spaces & ~state.turned | state.turned & ~state.locked_spaces)
        ]
        if zones and state.fresh and not state.advanced and "late_flip" in self._left:
            self._left.remove("late_flip")
            self._late = zones.pop()
        yield from (Move("flip", zone) for zone in zones)
        self._state = self._rules.apply_claim(state, Claim("flip")).state
        yield from self._make_mistake("wrong_flip", _turn_loose_chip(self._state) if zones else ())

    def _draw_card(self, claim: Claim) -> Iterator[Move]:
        """Draw a card, unless the player forgets: the card is then lost with the next draw."""
        state = self._state
        if "draw" in self._left and claim.code != "dead" and not self._late and state.turn >= 2 * MIN_MISTAKE_TURN:
            self._left.remove("draw")
            self._owing = True
            return
        lost = self._owing and claim.code != "dead"
        self._owing = self._owing and not lost
        yield Move("end", mistake="SQ-13" if lost else "")
        self._state = self._rules.apply_claim(state, Claim("draw")).state


# --- what they play --------------------------------------------------------------------------------------------------


def _choose_claim(state: SequenceState, dice: random.Random, breaking: bool) -> Claim | None:
    """The best claim for the own lines, None for none. A dead card comes first, next a card held or laid twice. `breaking`:
    prefer a one-eyed jack where a chip of a sequence could be taken by mistake."""
    claims = [claim for claim in rules_of(GAME).list_legal(state) if isinstance(claim, Claim)]
    tempted = breaking and any(_locked_by_others(state))
    top = state.top_discard(state.to_move)
    told = [
        claim for claim in claims if (claim.code, claim.detail["card"]) != ("dead", top)
    ]  # the table would not see that claim
    return max(told or claims, key=lambda claim: (_worth_of_claim(state, claim, tempted), dice.random()), default=None)


def _worth_of_claim(state: SequenceState, claim: Claim, tempted: bool) -> float:
    """How good a claim is: a dead card most, then a card held twice, then long lines. `tempted`: taking a chip of a sequence
    counts high."""
    if claim.code == "dead":
        return 1e6
    card, space = str(claim.detail["card"]), 10 * int(claim.detail["row"]) + int(claim.detail["column"])
    team = state.to_move % state.teams
    mine = state.chips[team] | CORNERS
    others = 0
    for i, chips in enumerate(state.chips):
        others |= chips if i != team else 0
    lines = [window for window in WINDOWS if window >> space & 1]
    twin = 30 if card == state.top_discard(state.to_move) or state.hand.cards.count(card) > 1 else 0
    if claim.code == "remove":
        tempting = 1e3 * (tempted or bool(state.locked_spaces >> space & 1))
        return twin + tempting + max(((w & others).bit_count() ** 2 - 9.5 for w in lines if not w & mine), default=0)
    open_lines = [window for window in lines if not window & others]
    spent = 3 if card in JACKS else 0
    return twin + max(((w & mine).bit_count() ** 2 for w in open_lines), default=0) + 0.1 * len(open_lines) - spent


def _chip_move(claim: Claim, colour: str, mistake: str) -> Move:
    zone = f"r{claim.detail['row']}c{claim.detail['column']}"
    return Move("lift", zone, mistake=mistake) if claim.code == "remove" else Move("lay", zone, colour, mistake=mistake)


# --- what goes wrong -------------------------------------------------------------------------------------------------


def _lay_out_of_turn(state: SequenceState) -> tuple[Move, ...]:
    """The next player lays a card, and takes it back; no moves without a card."""
    seat = (state.to_move + 1) % state.players
    card = next((card for card in state.hands[seat].cards if card != state.top_discard(seat)), None)
    zone = discard_zone(seat)
    return _put_right(Move("lay", zone, card, mistake="SQ-05", seat=seat), Move("lift", zone, seat=seat)) if card else ()


def _push_chip(state: SequenceState) -> tuple[Move, ...]:
    """A sleeve pushes an opposing chip to the right or to the left, and back; no moves where no space is free."""
    team = state.to_move % state.teams
    for other, chips in enumerate(state.chips):
        for space in spaces_in(chips & ~state.turned if other != team else 0):
            for beside in (space + 1, space - 1):
                if beside // BOARD_SIZE == space // BOARD_SIZE and state.free_spaces >> beside & 1:
                    return _put_right(
                        Move("slide", SPACE_ZONES[space], SPACE_ZONES[beside], mistake="SQ-05"),
                        Move("slide", SPACE_ZONES[beside], SPACE_ZONES[space]),
                    )
    return ()


def _locked_by_others(state: SequenceState) -> Iterator[tuple[int, int]]:
    """Team and space of the chips that a jack may not take."""
    for team, chips in enumerate(state.chips):
        if team != state.to_move % state.teams and not state.advanced:
            yield from ((team, space) for space in spaces_in(chips & state.locked_spaces))


def _take_from_line(state: SequenceState) -> tuple[Move, ...]:
    """A jack takes a chip of a sequence, and gives it back; no moves without such a chip."""
    for team, space in _locked_by_others(state):
        zone = SPACE_ZONES[space]
        face = state.palette[team] + (TURNED_MARK if state.turned >> space & 1 else "")
        return _put_right(Move("lift", zone, mistake="SQ-11"), Move("lay", zone, face))
    return ()


def _lay_on_wrong_space(state: SequenceState, card: str, rule: str) -> tuple[Move, ...]:
    """A chip on the space of another card, and taken back. `rule`: id of the broken rule."""
    free = [SPACE_ZONES[space] for space in spaces_in(state.free_spaces & ~state.find_spaces(card))]
    colour = state.palette[state.team]
    wrong = free[len(free) // 2]
    return _put_right(Move("lay", wrong, colour, mistake=rule), Move("lift", wrong))


def _turn_loose_chip(state: SequenceState) -> tuple[Move, ...]:
    """A chip of no sequence is turned over, and back."""
    loose = next(spaces_in(state.covered_spaces & ~state.locked_spaces), None)
    return (
        () if loose is None else _put_right(Move("flip", SPACE_ZONES[loose], mistake="SQ-11"), Move("flip", SPACE_ZONES[loose]))
    )


def _put_right(wrong: Move, back: Move) -> tuple[Move, ...]:
    return wrong, Move("wait", seconds=FOUL_NOTICED_S), back
