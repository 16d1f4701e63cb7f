"""Acts that went unseen, and calls that nobody answers: the table plays on over two calls, and is followed."""

from __future__ import annotations

from random import Random

import pytest

from companion.match.rulings import ILLEGAL, Ruling
from tests.companion.session.test_missed_acts import log, sure
from tests.companion.session.test_whose_turn import ANNA, BEA, CARL, Table, overs
from tests.soaks.unseen import choose_unseen, list_called, play_match
from tests.varied import varied

MATCHES = [
    ("the_game", 5, {}, 9),
    ("sequence", 3, {"teams": 3}, 10),
    ("quick_easy", 3, {}, 9),
    ("face_to_face", 2, {}, 5),
    ("extreme", 3, {}, 9),
    ("the_game", 4, {}, 6),
    ("sequence", 4, {"teams": 2}, 27),
    ("sequence", 6, {"teams": 3}, 32),
]

FIRST_TURNS = (  # of Sequence
    (ANNA, "discard1", "2S", "r0c1", "blue"),
    (BEA, "discard2", "3S", "r0c2", "green"),
    (CARL, "discard3", "4S", "r0c3", "red"),
)


def calls(notices):
    return [one.rule for one in notices if isinstance(one, Ruling) and one.verdict == ILLEGAL]


@varied(("game", "players", "options", "seed"), MATCHES)
@pytest.mark.parametrize("kind", ["card", "misread"])
def test_one_card_unseen_or_misread_is_not_held_against_the_rest_of_the_match(game, players, options, seed, kind):
    acts = play_match(game, players, seed, options)
    unseen = choose_unseen(game, kind, acts, Random(seed + 99))
    extra = list_called(game, players, seed, options, acts, unseen) - list_called(game, players, seed, options, acts, {})
    assert len(extra) <= 6, "two until it is noticed, and what concerns the card itself"


@varied(("game", "players", "options", "seed"), MATCHES)
def test_a_whole_turn_unseen_is_not_held_against_the_rest_of_the_match(game, players, options, seed):
    acts = play_match(game, players, seed, options)
    unseen = choose_unseen(game, "turn", acts, Random(seed + 99))
    extra = list_called(game, players, seed, options, acts, unseen) - list_called(game, players, seed, options, acts, {})
    assert len(extra) <= len(acts) / 6


@varied(("players", "options", "seed"), [(3, {"teams": 3}, 3), (2, {}, 5), (4, {"teams": 2}, 1), (6, {"teams": 3}, 8)])
def test_a_first_turn_unseen_gives_no_team_the_chips_of_another(players, options, seed):
    """As where the board is found when the first card and chip lie on it already."""
    acts = play_match("sequence", players, seed, options)
    unseen = {number: "" for number, act in enumerate(acts) if act.turn == acts[0].turn}
    called = list_called("sequence", players, seed, options, acts, unseen)
    assert len(called - list_called("sequence", players, seed, options, acts, {})) <= 8, "and not every turn of a team"


def test_play_that_goes_on_over_a_card_that_was_called_is_followed():
    table = Table()
    assert calls([*sure(table, ANNA, "up1", "40"), *sure(table, ANNA, "up1", "20")]) == ["TG-04"]
    assert calls(table.draws(ANNA)) == ["G-1"], "asked once more to take it back"
    assert calls([*sure(table, BEA, "up1", "25"), *sure(table, BEA, "down1", "70"), *table.draws(BEA)]) == []
    assert table.turn == (3, 2)
    assert calls(sure(table, CARL, "up1", "10")) == [], "it is being followed still"


def test_a_turn_left_over_two_calls_is_ended_by_the_next_players_card():
    table = Table()
    wrong = [sure(table, ANNA, pile, card) for pile, card in (("up1", "40"), ("up1", "20"), ("up2", "50"), ("up2", "30"))]
    assert [calls(said) for said in wrong] == [[], ["TG-04"], [], ["TG-04"]]
    said = sure(table, BEA, "down1", "70")
    assert [(over.seat, over.by) for over in overs(said)] == [(0, "hand")]
    assert table.turn == (2, 1)


def test_further_mistakes_of_the_player_who_was_called_are_called():
    table = Table()
    sure(table, ANNA, "up1", "40")
    wrong = [*sure(table, ANNA, "up1", "20"), *sure(table, ANNA, "up1", "15"), *sure(table, ANNA, "up1", "5")]
    assert calls(wrong) == ["TG-04", "TG-04", "TG-04"]


def play_turns(table, *turns):
    return [
        call
        for hand, pile, card, space, chip in turns
        for call in calls([*sure(table, hand, pile, card), *sure(table, hand, space, chip)])
    ]


@pytest.fixture
def table():
    """Bea's second turn went unseen: Carl's card and chip were called, and nobody took them back."""
    table = Table("sequence", 3, (ANNA, BEA, CARL))
    assert play_turns(table, *FIRST_TURNS, (ANNA, "discard1", "5S", "r0c4", "blue")) == []
    assert play_turns(table, (CARL, "discard3", "6S", "r0c5", "red")) == ["SQ-05", "SQ-05"]
    return table


def test_a_chip_beside_the_card_of_a_first_turn_that_was_not_seen_is_of_the_same_player():
    table = Table("sequence", 2, (ANNA, BEA))
    assert play_turns(table, (BEA, "discard2", "2S", "r0c1", "green")) == ["SQ-05", "SQ-05"]
    assert play_turns(table, (ANNA, "discard1", "3S", "r0c2", "blue"), (BEA, "discard2", "4S", "r0c3", "green")) == []
    assert table.session.match.state.colours == ("blue", "green")


def test_play_that_goes_on_over_two_calls_is_followed(table):
    assert play_turns(table, (ANNA, "discard1", "7S", "r0c6", "blue")) == []
    assert table.session.match.disputes == ()
    assert table.turn[1] == 1
    assert any(line.startswith("Play went on, so") for line in log(table))


def test_calls_begin_again_after_two_whole_turns(table):
    turns = ((ANNA, "discard1", "7S", "r0c6", "blue"), (BEA, "discard2", "8S", "r0c7", "green"))
    assert play_turns(table, *turns, (CARL, "discard3", "9S", "r0c8", "red")) == []
    assert calls(sure(table, CARL, "discard3", "3D")) == ["SQ-05"]


def test_what_was_called_and_taken_back_is_no_reason_to_follow(table):
    sure(table, CARL, "r0c5", "")
    sure(table, CARL, "discard3", "4S")
    assert table.session.match.disputes == ()
    assert calls(sure(table, CARL, "discard3", "6S")) == ["SQ-05"]


def test_a_mistake_long_after_two_calls_that_were_left_is_called(table):
    turns = ((BEA, "discard2", "8S", "r0c7", "green"), (CARL, "discard3", "9S", "r0c8", "red"))
    assert play_turns(table, *turns) == []
    assert calls(sure(table, CARL, "discard3", "3D")) == ["SQ-05"]


def test_what_was_called_once_is_let_lie_after_four_turns_of_lawful_play_and_silences_nothing():
    table = Table("sequence", 3, (ANNA, BEA, CARL))
    assert play_turns(table, *FIRST_TURNS) == []
    assert calls(sure(table, CARL, "r5c5", "red")) == ["SQ-05"]
    later = (
        (ANNA, "discard1", "5S", "r0c4", "blue"),
        (BEA, "discard2", "6S", "r0c5", "green"),
        (CARL, "discard3", "7S", "r0c6", "red"),
        (ANNA, "discard1", "8S", "r0c7", "blue"),
    )
    assert play_turns(table, *later) == [] and len(table.session.match.disputes) == 1
    assert calls(sure(table, BEA, "discard2", "9S")) == [] and table.session.match.disputes == ()
    assert any(line.startswith("Play went on, so") for line in log(table))
    assert calls(sure(table, CARL, "r4c4", "red")) == ["SQ-05"]
