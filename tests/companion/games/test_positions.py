"""G-5: a position whose laid, held and hidden cards and draw pile are more than the deck is refused, in every game."""

from __future__ import annotations

import pytest

from companion.errors import PositionError
from companion.games import GAMES, rules_of

NUMBERS = [str(number) for number in range(2, 100)]
COLOURED = [f"{number}{colour}" for colour in "RBGYX" for number in range(1, 11)]
SUITED = [f"{rank}{suit}" for suit in "SHDC" for rank in "23456789TQKA"]

TOO_MANY = [
    ("the_game", 2, {"deck": 30, "piles": {"up1": NUMBERS[:95]}}, 139),
    ("the_game", 2, {"deck": 0, "piles": {"up1": NUMBERS[:85]}}, 99),
    ("the_game", 3, {"hands": [None, NUMBERS[90:96], None], "deck": 40, "piles": {"up1": NUMBERS[:41]}}, 99),
    ("extreme", 2, {"deck": 30, "piles": {"up1": NUMBERS[:95]}}, 139),
    ("extreme", 5, {"deck": 60, "piles": {"up1": NUMBERS[:9]}}, 99),
    ("quick_easy", 2, {"deck": 10, "piles": {"up": COLOURED[:37]}}, 51),
    ("quick_easy", 5, {"deck": 0, "piles": {"up": COLOURED[:41]}}, 51),
    ("face_to_face", 2, {"decks": [20, 52], "piles": {"A_up": NUMBERS[:33]}}, 59),
    ("face_to_face", 2, {"decks": [52, 20], "piles": {"A_up": [f"g{number}" for number in range(2, 35)]}}, 59),
    ("sequence", 2, {"deck": 60, "discards": SUITED[:31]}, 105),
    ("sequence", 12, {"deck": 69}, 105),
]


@pytest.mark.parametrize(("game", "players", "setup", "count"), TOO_MANY)
def test_too_many_cards_are_refused(game, players, setup, count):
    with pytest.raises(PositionError, match=f"has {count} cards, and the game has"):
        rules_of(game).set_up_match(players, {}, setup)


JUST_RIGHT = [
    ("the_game", 2, {"deck": 0, "piles": {"up1": NUMBERS[:84]}}),
    ("extreme", 5, {"deck": 59, "piles": {"up1": NUMBERS[:9]}}),
    ("quick_easy", 2, {"deck": 9, "piles": {"up": COLOURED[:37]}}),
    ("face_to_face", 2, {"decks": [19, 52], "piles": {"A_up": NUMBERS[:33]}}),
    ("sequence", 12, {"deck": 68}),
]


@pytest.mark.parametrize(("game", "players", "setup"), JUST_RIGHT)
def test_a_whole_deck_is_taken(game, players, setup):
    assert rules_of(game).set_up_match(players, {}, setup)


def test_every_game_is_asked():
    assert {game for game, *_ in TOO_MANY} == {game for game, *_ in JUST_RIGHT} == set(GAMES)


def test_a_draw_pile_that_nobody_counts_is_what_is_left_at_most():
    views = [
        rules_of("the_game").describe_position(rules_of("the_game").set_up_match(2, {}, {"piles": {"up1": NUMBERS[:80]}})),
        rules_of("quick_easy").describe_position(rules_of("quick_easy").set_up_match(2, {}, {"piles": {"up": COLOURED[:40]}})),
    ]
    assert [view["deck_size"] for view in views] == [4, 6]
    silver = rules_of("face_to_face").set_up_match(2, {}, {"piles": {"A_up": NUMBERS[:40]}})
    assert rules_of("face_to_face").describe_position(silver)["deck_sizes"] == [12, 52]
