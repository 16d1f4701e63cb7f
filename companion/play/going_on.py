"""Plays any game of piles on from a state, for the virtual table: unseen hands are thought up turn by turn.

A turn is the cheapest lawful turn without a loss, out of a hand drawn with dice. A match and seed always play on in the same
way.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from companion.match.rules import Play, Rules, is_same_turn
from companion.play.moves import FOUL_NOTICED_S, Move

HAND_CARDS = 12  # cards from which a player chooses; more where none will do; guess
MAX_PLAYS_TRIED = 6  # plays looked at for each card of a turn; guess
MISTAKE_TURN = 3  # number of the turn in which a card is laid the wrong way and taken back; guess


@dataclass(frozen=True, slots=True)
class _ThoughtUp:
    plays: tuple[Play, ...]
    state: Any
    cost: int
    over: bool = False


def play_to_the_end(rules: Rules[Any], state: Any, faces: Collection[str], seed: int = 0) -> Iterator[Move]:
    """The moves from this state on, until the match is won or nobody can go on. One turn has a wrong card taken back.
    `faces`: cards in the box. `seed`: of the dice."""
    first = state.turn
    while rules.describe_position(state)["status"] == "playing":
        turn, seat = state.turn, state.to_move
        if turn == first + MISTAKE_TURN - 1:
            yield from (replace(move, seat=seat) for move in _make_wrong_play(rules, state, faces))
        chosen = _choose_turn(rules, state, faces, random.Random(f"{seed} {turn}"))
        if chosen is None:
            return
        yield from (Move("lay", play.zone, play.after, seat=seat) for play in chosen.plays)
        state = chosen.state
        if not chosen.over:
            yield Move("end", _draw_zone(rules, state, seat), seat=seat)
            state = rules.apply_turn_end(state).state


def _choose_turn(rules: Rules[Any], state: Any, faces: Collection[str], dice: random.Random) -> _ThoughtUp | None:
    """The cheapest turn from a random hand, from a larger hand where the first has none; None where nobody can go on.
    `faces`: cards in the box."""
    known = sorted({play.after for play in _legal_plays(rules, state, faces)})
    least = max(int(rules.describe_position(state)["min_cards"] or 1), 1)
    for size in (HAND_CARDS, 3 * HAND_CARDS, len(known)):
        hand = set(dice.sample(known, min(size, len(known))))
        for length in (least, least + 1, least + 2):
            found = [turn for turn in _find_turns(rules, _ThoughtUp((), state, 0), hand, length) if _ends_well(rules, turn)]
            if found:
                return min(found, key=lambda turn: turn.cost)
    return None


def _find_turns(rules: Rules[Any], turn: _ThoughtUp, hand: set[str], length: int) -> Iterator[_ThoughtUp]:
    """All turns that go on from `turn` by `length` more cards of `hand`, cheapest plays tried first. A turn that is over is
    given as such; plays that lose are left out."""
    if turn.over or length == 0:
        yield turn
        return
    for play in sorted(_legal_plays(rules, turn.state, hand), key=_play_distance)[:MAX_PLAYS_TRIED]:
        step = rules.apply_play(turn.state, play)
        won = step.outcome is not None and bool(step.outcome.won)
        if step.outcome is None or won:
            over = won or step.state.turn != turn.state.turn
            yield from _find_turns(
                rules,
                _ThoughtUp((*turn.plays, play), step.state, turn.cost + _play_distance(play), over),
                hand - {play.after},
                length - 1,
            )


def _legal_plays(rules: Rules[Any], state: Any, faces: Collection[str]) -> list[Play]:
    return [play for play in rules.list_legal(state) if isinstance(play, Play) and play.after in faces]


def _ends_well(rules: Rules[Any], turn: _ThoughtUp) -> bool:
    """Can the turn be ended now without a loss or a foul?"""
    if turn.over:
        return True
    step = rules.apply_turn_end(turn.state)
    return not is_same_turn(step.state, turn.state) and (step.outcome is None or bool(step.outcome.won))


def _make_wrong_play(rules: Rules[Any], state: Any, faces: Collection[str]) -> Iterator[Move]:
    """A card laid where it does not stand, a wait, and taken back; no moves where every card fits. `faces`: cards in the
    box."""
    lying = rules.list_faces(state)
    right = {(play.zone, play.after) for play in _legal_plays(rules, state, faces)}
    cards = sorted({card for _, card in right})
    wrong = next(
        (
            (zone, card)
            for zone in sorted({zone for zone, _ in right})
            for card in cards
            if lying[zone] and (zone, card) not in right
        ),
        None,
    )
    if wrong is not None:
        yield Move("lay", *wrong, mistake="direction")
        yield Move("wait", seconds=FOUL_NOTICED_S)
        yield Move("lift", wrong[0])


def _draw_zone(rules: Rules[Any], state: Any, seat: int) -> str:
    """The zone of the player's draw pile: where each player has one, the pile named as their own piles."""
    own = next((pile["zone"] for pile in rules.describe_position(state)["piles"] if pile.get("owner") == seat), "")
    return f"{own.partition('_')[0]}_draw" if own else "draw"


def _play_distance(play: Play) -> int:
    """How far the numbers of two cards are apart."""
    laid, top = (re.search(r"\d+", face) for face in (play.after, play.before))
    return abs(int(laid.group()) - int(top.group())) if laid and top else 1
