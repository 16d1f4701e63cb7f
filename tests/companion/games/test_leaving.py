"""A player leaves in the middle of a match: he is passed over, his cards are out of the game, and an undo brings him back."""

from __future__ import annotations

import pytest

from companion.errors import InputError
from companion.games import rules_of
from companion.match.events import Claimed, Entry, Played, Started, TurnEnded, Undone
from companion.match.referee import judge_entry, start_match
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue

CARDS = {"the_game": ("50", "60"), "extreme": ("50", "60"), "quick_easy": ("5R", "7R")}
PILE = {"the_game": "up1", "extreme": "up1", "quick_easy": "up"}


def begun(game, seats=3, **options):
    return start_match(rules_of(game), Entry(1, Started(game, seats, options)))


def told(match, *events):
    for event in events:
        match, _ = judge_entry(rules_of(match.started.game), match, Entry(match.entries[-1].n + 1, event))
    return match


def turn(match):
    return (match.state.turn, match.state.to_move)


def view(match):
    return rules_of(match.started.game).describe_position(match.state)


@pytest.mark.parametrize("game", CARDS)
def test_who_leaves_is_passed_over_and_his_cards_are_out(game):
    before = begun(game)
    cards = sum(view(before)["hand_size"])
    match = told(before, Claimed("leave", 1))
    assert turn(match) == (1, 0) and sum(view(match)["hand_size"]) == cards - view(before)["hand_size"][1]
    one, two = CARDS[game]
    match = told(match, Played(PILE[game], "", one), Played(PILE[game], one, two), TurnEnded())
    assert turn(match) == (2, 2), "player 2 is passed over"


@pytest.mark.parametrize("game", CARDS)
def test_who_leaves_in_his_own_turn_ends_it(game):
    match = told(begun(game), Played(PILE[game], "", CARDS[game][0]), Claimed("leave", 0))
    assert turn(match) == (2, 1) and view(match)["played"] == 0
    assert view(match)["top"][PILE[game]] in (50, "5R"), "what he laid lies there"


@pytest.mark.parametrize("game", [*CARDS, "sequence"])
def test_an_undo_brings_him_back(game):
    match = begun(game, 6 if game == "sequence" else 3)
    gone = told(match, Claimed("leave", 0))
    assert turn(gone)[1] == 1
    back = told(gone, Undone(2))
    assert back.state == match.state


@pytest.mark.parametrize("game", CARDS)
def test_somebody_has_to_stay(game):
    match = told(begun(game, 2), Claimed("leave", 0))
    for seat in (0, 1, None):
        with pytest.raises(InputError):
            told(match, Claimed("leave", seat))


def test_the_match_is_won_without_the_cards_of_who_left():
    hands = [["50"], ["60"]]
    position = {"hands": hands, "deck": 0, "piles": {"up1": ["40"]}}
    match = start_match(rules_of("the_game"), Entry(1, Started("the_game", 2, {}, position)))
    match = told(match, Claimed("leave", 1), Played("up1", "40", "50"))
    assert match.outcome is not None and match.outcome.won


def test_in_sequence_a_team_keeps_a_player():
    match = told(begun("sequence", 4, teams=2), Claimed("leave", 2))
    match = told(match, Claimed("place", None, {"card": "2S", "row": 0, "column": 1}))
    match = told(match, Claimed("place", None, {"card": "3S", "row": 0, "column": 2}))
    assert (match.state.turn, match.state.to_move) == (3, 3), "seat 2 is passed over"
    with pytest.raises(InputError):
        told(match, Claimed("leave", 0))


def test_two_cannot_part():
    with pytest.raises(InputError) as refused:
        told(begun("face_to_face", 2), Claimed("leave", 1))
    assert len({catalogue(language).say_error(refused.value) for language in list_languages()}) == len(list_languages())
