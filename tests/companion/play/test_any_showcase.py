"""Any game on the virtual table: its match goes on where it was interrupted."""

from __future__ import annotations

import pytest

from companion.games import rules_of
from companion.match.events import Entry, Seen, Started, TurnEnded
from companion.match.referee import judge_entry, start_match
from companion.play.showcase import find_progress, lying_cards, moves_of


@pytest.mark.whole
@pytest.mark.parametrize(("game", "seats"), [("the_game", 3), ("quick_easy", 4), ("face_to_face", 2), ("extreme", 2)])
def test_a_match_of_any_game_of_piles_goes_on_where_it_was_interrupted(game: str, seats: int) -> None:
    started, rules = Started(game, seats), rules_of(game)
    match, piles = start_match(rules, Entry(1, started)), {}
    moves = list(moves_of(started))[:40]
    for number, move in enumerate(moves, start=2):
        if move.kind == "lay":
            piles.setdefault(move.zone, []).append(move.face)
        elif move.kind == "lift":
            piles[move.zone].pop()
        if move.kind != "wait":
            top = piles[move.zone][-1] if piles.get(move.zone) else ""
            match, _ = judge_entry(rules, match, Entry(number, TurnEnded() if move.kind == "end" else Seen(move.zone, top)))
    assert find_progress(match) == (len(moves), {zone: piles.get(zone, []) for zone in lying_cards(match)})


def test_a_match_that_went_another_way_is_left_to_those_who_play_it() -> None:
    rules = rules_of("quick_easy")
    match, _ = judge_entry(rules, start_match(rules, Entry(1, Started("quick_easy", 2))), Entry(2, Seen("up", "9R")))
    assert find_progress(match) is None
    assert lying_cards(match)["up"] == ["9R"]
