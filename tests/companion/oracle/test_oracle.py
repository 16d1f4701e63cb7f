"""The product beside a second fold of text logs, written from the law alone. Where they differ one of the two is wrong.

A few hundred logs are told here; `python -m tests.companion.oracle 5000` tells as many as one likes.
"""

from __future__ import annotations

import pytest

from .compare import difference
from .fold import Fold
from .held_logs import HELD, write_log
from .random_logs import GAMES, random_log

LOGS, HELD_LOGS = 100, 60
"""How many random logs of each game are told with --all."""


@pytest.mark.whole
@pytest.mark.parametrize("game", GAMES)
def test_random_logs_are_answered_as_the_law_says(game, enough):
    told = {seed: difference(random_log(seed, game)) for seed in range(enough(LOGS))}
    assert {seed: found for seed, found in told.items() if found} == {}


@pytest.mark.whole
@pytest.mark.parametrize("game", HELD)
def test_random_logs_with_cards_in_dispute_are_answered_as_the_law_says(game, enough):
    told = {seed: difference(write_log(seed, game)) for seed in range(enough(HELD_LOGS))}
    assert {seed: found for seed, found in told.items() if found} == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_writes_the_same_log_twice(game):
    assert random_log(7, game) == random_log(7, game)


def answers(*lines):
    fold = Fold()
    return [fold.answer(line) for line in lines]


def play(card, pile, **more):
    return {"play": {"card": card, "pile": pile}, **more}


def test_the_oracle_leaves_both_true_when_a_card_is_put_in_before_a_taking_back():
    start, lift = {"game": "quick_easy", "players": 2}, {"take_back": {"pile": "up"}}
    *_, told = answers(start, play("9R", "up"), play("10R", "down"), lift, {"insert": {"before": 2, **play("7Y", "up")}})
    assert told["asked"] == [{"event": 3, "about": "beneath"}]
    assert told["state"]["top"]["up"] is None


def test_the_oracle_keeps_what_is_over_over():
    start = {"game": "the_game", "players": 2}
    *_, told = answers(start, play("50", "up1"), play("45", "up1"), play("60", "up1"), {"correct": {"event": 2, "card": "55"}})
    assert told == {"n": 4, "error": True}


def test_the_oracle_makes_a_note_of_a_later_play_and_moves_no_turn():
    start, end = {"game": "the_game", "players": 2}, {"end_turn": True}
    lines = [play("50", "up1"), play("60", "up2"), end, play("51", "up1"), {"correct": {"event": 1, "card": "70"}}]
    *_, told = answers(start, *lines)
    assert told["changed"] == [{"event": 4, "was": "legal", "now": "note", "rule": "TG-04"}]
    assert (told["verdict"], told["state"]["to_move"], told["state"]["top"]["up1"]) == ("legal", 1, 51)
