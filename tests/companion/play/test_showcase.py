"""The match that plays itself."""

from __future__ import annotations

import pytest

from companion.games import rules_of
from companion.match.events import Entry, Seen, Started, TurnEnded
from companion.match.referee import judge_entry, start_match
from companion.play.showcases.the_game import BEST_SHOWN, GAME, ZONES, find_the_game_moves, locate_match


def told(count, *, skip=()):
    """The match after `count` moves as the eye tells them; the moves in `skip` are missed. And the piles."""
    rules = rules_of(GAME)
    match = start_match(rules, Entry(1, BEST_SHOWN))
    piles = {zone: [] for zone in ZONES}
    for number, move in enumerate(find_the_game_moves()[:count]):
        if move.kind == "lay":
            piles[move.zone].append(move.face)
        elif move.kind == "lift":
            piles[move.zone].pop()
        event = Seen(move.zone, (piles[move.zone] or [""])[-1]) if move.kind in ("lay", "lift") else TurnEnded()
        if move.kind != "wait" and number not in skip:
            match, _ = judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))
    return match, piles


MOVES = find_the_game_moves()


def test_it_is_won_with_three_mistakes_on_the_way():
    match, _ = told(len(MOVES))
    assert match.outcome is not None and match.outcome.won and not match.disputes
    assert [move.mistake for move in MOVES if move.mistake] == ["TG-05", "TG-07"]
    laid = [move.face for move in MOVES if move.kind == "lay"]
    assert len(set(laid)) == 98 and len(laid) == 99, "98 cards, one of them laid twice"


def test_a_burning_card_is_covered_at_the_last_moment():
    rules = rules_of(GAME)
    late = 0
    for count, move in enumerate(MOVES[:100]):
        if move.kind == "lay" and MOVES[count + 1].kind == "end" and not MOVES[count + 1].mistake:
            match, _ = told(count)
            turn = match.state.turn
            due = [duty for duty in rules.list_duties(match.state) if duty.rule == "OF-02" and duty.due_turn == turn]
            late += any(move.zone in duty.zones for duty in due)
    assert late >= 1


@pytest.mark.parametrize("count", [0, 5, 7, 8, 40, 101, len(MOVES) - 1])
def test_an_interrupted_showcase_goes_on_where_the_match_is(count):
    match, piles = told(count)
    moves, lying = locate_match(match)
    assert lying == piles
    rest, _ = told(moves)
    assert (rest.state, len(rest.disputes)) == (match.state, len(match.disputes))


def test_a_missed_end_of_turn_does_not_lose_the_place():
    ends = [number for number, move in enumerate(MOVES) if move.kind == "end" and not move.mistake]
    match, piles = told(60, skip=ends[4:5])
    assert locate_match(match)[1] == piles


def test_another_match_is_not_a_showcase():
    other = start_match(rules_of(GAME), Entry(1, Started(GAME, 3, {})))
    assert locate_match(other) is None
