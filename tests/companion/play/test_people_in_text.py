"""What people decide, told in text: who plays which colour (`set_up`), and who leaves (`leave`)."""

from __future__ import annotations

import json

import pytest

from companion.games import rules_of
from companion.match.events import Claimed, event_from_json, event_to_json
from companion.match.referee import replay_log
from companion.play.dialogue import Dialogue
from companion.shown.words.messages import catalogue


def talk(*lines):
    dialogue = Dialogue(catalogue("en"))
    answers = [dialogue.answer(json.dumps(line)) for line in lines]
    match = dialogue.match
    assert match is not None and replay_log(rules_of(match.started.game), match.entries) == match
    return answers


SEQUENCE = {"game": "sequence", "players": 4, "names": ["Anna", "Bea", "Carla", "Dora"]}
RED_BLUE = {"set_up": {"colours": ["red", "blue"]}}


def half(card, pile):
    return {"play": {"card": card, "pile": pile}}


def test_the_colours_are_told_and_hold():
    _, told, card, wrong, right = talk(SEQUENCE, RED_BLUE, half("2S", "discard1"), half("green", "r0c1"), half("red", "r0c1"))
    assert told["message"] == "Anna’s team plays red. Bea’s team plays blue." and told["state"]["colours"] == ["red", "blue"]
    assert card["verdict"] == "legal"
    assert (wrong["verdict"], wrong["rule"]) == ("illegal", "SQ-05")
    assert right["verdict"] == "legal" and right["state"]["chip"] == {"0,1": 0}


def test_without_a_word_the_first_chip_tells():
    *_, answer = talk(SEQUENCE, half("2S", "discard1"), half("green", "r0c1"))
    assert answer["message"] == "Anna’s team plays green." and answer["state"]["colours"] == ["green", None]


def test_moves_told_whole_need_no_colour():
    *_, answer = talk(SEQUENCE, {"play": {"card": "2S", "cell": [0, 1]}}, {"play": {"card": "3S", "cell": [0, 2]}})
    assert answer["verdict"] == "legal" and answer["state"]["chip"] == {"0,1": 0, "0,2": 1}


def test_what_was_told_of_colours_is_undone_and_put_in():
    *_, answer = talk(SEQUENCE, RED_BLUE, half("2S", "discard1"), half("red", "r0c1"), {"undo": 1})
    assert answer["verdict"] == "legal" and answer["changed"] == [] and answer["state"]["colours"] == ["red", None]
    *_, answer = talk(SEQUENCE, half("2S", "discard1"), half("red", "r0c1"), {"insert": {"before": 1, **RED_BLUE}})
    assert answer["verdict"] == "legal" and answer["state"]["colours"] == ["red", "blue"]


def test_a_first_chip_put_right_names_another_colour():
    *_, answer = talk(SEQUENCE, half("2S", "discard1"), half("red", "r0c1"), {"correct": {"event": 2, "card": "blue"}})
    assert answer["verdict"] == "legal" and answer["state"]["colours"] == ["blue", None]


def test_gold_in_the_first_seat():
    lines = [{"play": {"card": "g12", "pile": "g_up"}}, {"play": {"card": "14", "pile": "own_up"}}, {"end_turn": True}]
    first, second, _, other = talk({"game": "face_to_face", "players": 2}, *lines, {"play": {"card": "9", "pile": "own_up"}})[
        1:
    ]
    assert first["message"] == "Player 1 plays gold." and first["state"]["colours"] == ["gold", "silver"]
    assert second["state"]["top"]["A_up"] == 14 and other["state"]["top"]["B_up"] == 9
    *_, wrong = talk({"game": "face_to_face", "players": 2}, *lines, {"play": {"card": "g20", "pile": "own_up"}})
    assert (wrong["verdict"], wrong["rule"]) == ("illegal", "FF-17")


def test_a_player_leaves_and_is_passed_over():
    lines = [{"play": {"card": "10", "pile": "up1"}}, {"play": {"card": "11", "pile": "up1"}}, {"end_turn": True}]
    _, left, *_, ended = talk(
        {"game": "the_game", "players": 3, "names": ["Anna", "Bea", "Carla"]}, {"leave": {"player": 1}}, *lines
    )
    assert (
        left["verdict"] == "legal" and left["message"] == "Bea leaves: their turns are skipped, their hand is out of the game."
    )
    assert left["state"]["hand_size"] == [6, 0, 6] and ended["state"]["to_move"] == 2


def test_whoever_left_comes_back_by_an_undo():
    *_, answer = talk(
        {"game": "the_game", "players": 3, "names": ["Anna", "Bea", "Carla"]}, {"leave": {"player": 1}}, {"undo": 1}
    )
    assert answer["message"].startswith("Undone: Bea is back in the match.") and answer["state"]["hand_size"] == [6, 6, 6]


def test_whoever_left_lays_nothing_more():
    *_, answer = talk(
        {"game": "the_game", "players": 3}, {"leave": {"player": 0}}, {"play": {"card": "10", "pile": "up1"}, "player": 0}
    )
    assert answer["verdict"] == "illegal"


@pytest.mark.parametrize("game", ["the_game", "extreme", "quick_easy"])
def test_the_last_one_stays(game):
    *_, answer = talk({"game": game, "players": 2}, {"leave": {"player": 0}}, {"leave": {"player": 1}})
    assert answer == {"n": 2, "error": "Somebody has to stay: start the match anew instead."}


@pytest.mark.parametrize(
    "line",
    [
        {"leave": 1},
        {"leave": {}},
        {"leave": {"player": 4}},
        {"leave": {"player": "1"}},
        {"leave": {"player": 1, "x": 2}},
        {"set_up": {"colours": "red"}},
        {"set_up": {"colours": ["red"]}},
        {"set_up": {"colours": ["red", "red"]}},
        {"set_up": {"colours": [1, "red"]}},
        {"set_up": {"colours": ["red", "blue"], "x": 1}},
        {"set_up": True},
    ],
)
def test_what_cannot_be_is_answered_in_one_line(line):
    before, answer, after = talk(SEQUENCE, line, {"assess": True})
    assert set(answer) == {"n", "error"} and "\n" not in answer["error"]
    assert after["state"] == before["state"]


def test_both_have_their_form_in_the_journal():
    for event in (Claimed("leave", 1), Claimed("set_up", None, {"colours": ["red", "blue"]})):
        assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event
