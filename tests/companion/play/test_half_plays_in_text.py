"""Halves of plays of Sequence told in text: the draw, or the next player's play, calls their owner (SQ-21)."""

import pytest

from tests.companion.play.test_dialogue import talk

START = {"game": "sequence", "players": 2, "names": ["Anna", "Bea"], "setup": {"colours": ["blue", "green"]}}
ANNA_LAYS = {"play": {"card": "5D", "pile": "discard1"}, "player": 0}
NO_CHIP = "Anna played the 5 of diamonds without a chip: put a blue chip on its space."
BEA_GOES_ON = ({"play": {"card": "3S", "pile": "discard2"}, "player": 1}, {"play": {"card": "3S", "cell": [0, 2]}, "player": 1})


def judged(answer):
    return answer["verdict"], answer["rule"]


def late(answer):
    return [duty["code"] for duty in answer["state"]["duties"] if duty["code"] in ("chip-missing", "card-missing")]


def test_the_draw_is_refused_with_what_mends_it():
    answer = talk(START, ANNA_LAYS, {"draw": True, "player": 0})[-1]
    assert (judged(answer), answer["message"], answer["state"]["to_move"]) == (("illegal", "SQ-05"), NO_CHIP, 0)


@pytest.mark.parametrize("play", BEA_GOES_ON)
def test_the_next_players_play_stands_and_the_owner_is_called(play):
    answer = talk(START, ANNA_LAYS, play)[-1]
    assert judged(answer) == ("legal", None) and answer["message"].startswith(NO_CHIP)
    assert answer["inferred"] == [{"event": 2, "ended": 1, "seat": 0, "by": "hand", "verdict": "illegal", "rule": "SQ-05"}]
    assert late(answer) == ["chip-missing"]


def test_a_chip_without_a_card_is_called_in_the_same_way():
    answer = talk(START, {"play": {"card": "blue", "pile": "r2c5"}, "player": 0}, BEA_GOES_ON[0])[-1]
    assert judged(answer) == ("legal", None) and late(answer) == ["card-missing"]
    assert answer["message"].startswith("Anna put down a chip without a card")


def test_it_is_mended_by_name_while_the_next_player_plays():
    bea_ends = {"play": {"card": "green", "pile": "r0c2"}, "player": 1}
    answers = talk(START, ANNA_LAYS, BEA_GOES_ON[0], {"play": {"card": "blue", "pile": "r2c5"}, "player": 0}, bea_ends)
    assert [judged(answer) for answer in answers[1:]] == [("legal", None)] * 4
    assert late(answers[-1]) == [] and answers[-1]["state"]["turn"] == 3


def test_it_may_be_mended_in_its_owners_next_turn():
    chip, card = (
        {"play": {"card": "blue", "pile": "r2c5"}, "player": 0},
        {"play": {"card": "4S", "pile": "discard1"}, "player": 0},
    )
    answers = talk(START, ANNA_LAYS, BEA_GOES_ON[1], chip, card)
    assert (late(answers[2]), late(answers[-1]), answers[-1]["state"]["played"]) == (["chip-missing"], [], 1)


def test_whoever_is_not_named_is_the_player_to_move():
    answer = talk(START, ANNA_LAYS, {"play": {"card": "3S", "pile": "discard2"}})[-1]
    assert judged(answer) == ("illegal", "SQ-05") and "inferred" not in answer
