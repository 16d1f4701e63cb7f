"""Players for show go on from any position of any game of piles, by the rules but for one mistake."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import rules_of
from companion.games.sheets import load_sheet, practice_deck
from companion.match.events import Entry, Seen, Started, TurnEnded
from companion.match.referee import advance, start
from companion.play.going_on import going_on

TABLES = [("the_game", 3, {}), ("the_game", 2, {"on_fire": True}), ("quick_easy", 4, {}), ("face_to_face", 2, {})]
FAR = 12
"""Turns that every such match lasts."""


@pytest.mark.parametrize(("game", "seats", "options"), TABLES)
def test_a_match_goes_on_by_the_rules_but_for_one_card_that_is_taken_back(
    game: str, seats: int, options: dict[str, Any]
) -> None:
    rules, faces = rules_of(game), practice_deck(load_sheet(game))
    match = start(rules, Entry(1, Started(game, seats, options)))
    piles: dict[str, list[str]] = {}
    fouls = []
    for number, move in enumerate(going_on(rules, match.state, faces), start=2):
        if move.kind == "wait":
            continue
        if move.kind == "lay":
            piles.setdefault(move.zone, []).append(move.face)
        if move.kind == "lift":
            piles[move.zone].pop()
        seen = Seen(move.zone, piles[move.zone][-1] if piles.get(move.zone) else "")
        match, ruling = advance(rules, match, Entry(number, TurnEnded() if move.kind == "end" else seen))
        fouls += [move] if ruling.verdict == "illegal" else []
    assert [move.mistake for move in fouls] == ["direction"]
    assert rules.turn(match.state)[0] > FAR


def test_it_goes_on_from_the_middle_with_the_cards_that_are_left() -> None:
    rules = rules_of("quick_easy")
    state = rules.setup(2, {}, {"piles": {"up": ["1R", "3B"], "down": ["9G"]}, "turn": 1})
    laid = [
        move.face
        for move in going_on(rules, state, practice_deck(load_sheet("quick_easy")))
        if move.kind == "lay" and not move.mistake
    ]
    assert len(laid) == len(set(laid)) > FAR
    assert not {"1R", "3B", "9G"} & set(laid)


def test_where_each_player_draws_at_a_pile_of_their_own_the_hand_goes_there() -> None:
    rules = rules_of("face_to_face")
    moves = going_on(rules, rules.setup(2, {}, None), practice_deck(load_sheet("face_to_face")))
    ends = [move.zone for move in moves if move.kind == "end"]
    assert ends[:4] == ["s_draw", "g_draw", "s_draw", "g_draw"]
