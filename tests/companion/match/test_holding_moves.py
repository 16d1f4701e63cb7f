"""Sequence told in text that `holds` (point 12): a move that is refused stays in dispute until it is put right or let stand."""

from __future__ import annotations

from tests.companion.match.dialogues import SEQUENCE, changes, correct, event, insert, last, ruled, talk

HELD = {**SEQUENCE, "holds": True}
WRONG = "3S r0c1"
RIGHT = {"put_right": {"cell": [0, 1]}}


def turn_of(answer):
    return answer["state"]["to_move"], answer["state"]["turn"]


def test_a_move_in_dispute_is_let_stand():
    answer = last(HELD, WRONG, {"waive": 1})
    assert ruled(answer) == ("legal", None) and changes(answer) == [(1, "illegal", "legal", None)]
    assert answer["state"]["chip"]["0,1"] == 0 and turn_of(answer) == (1, 2)


def test_a_move_that_was_let_stand_is_in_dispute_again_when_that_is_undone():
    answer = last(HELD, WRONG, {"waive": 1}, {"undo": 2})
    assert ruled(answer) == ("illegal", "SQ-05") and turn_of(answer) == (0, 1) and "0,1" not in answer["state"]["chip"]


def test_a_move_that_is_put_right_is_over():
    *_, righted, later = talk(HELD, WRONG, RIGHT, correct(1, card="2S"))
    assert ruled(righted) == ("legal", None) and turn_of(righted) == (0, 1)
    assert "error" in later, "what is over cannot be amended"


def test_a_move_stays_in_dispute_while_others_speak():
    answer = last(HELD, WRONG, {"say": "advice"}, {"draw": True, "player": 1}, correct(1, card="2S"))
    assert ruled(answer) == ("legal", None) and turn_of(answer) == (1, 2)


def test_a_move_in_dispute_keeps_the_turn_from_ending():
    answer = last(HELD, WRONG, {"end_turn": True})
    assert ruled(answer) == ("illegal", "G-1") and turn_of(answer) == (0, 1)


def test_a_move_on_the_same_space_takes_the_place_of_one_in_dispute():
    *_, laid, waived = talk(HELD, WRONG, "2S r0c1", {"waive": 1})
    assert ruled(laid) == ("legal", None) and "error" in waived


def test_a_move_in_dispute_is_lifted_by_a_taking_back():
    *_, lifted, waived = talk(HELD, WRONG, {"take_back": {"cell": [0, 1], "card": "3S"}}, {"waive": 1})
    assert ruled(lifted) == ("legal", None) and "error" in waived


def test_a_removal_in_dispute_is_let_stand():
    removal = {"play": {"card": "JS", "remove": [0, 1]}}
    answer = last(HELD, "2S r0c1", {"draw": True, "player": 0}, "3S r0c2", removal, {"waive": 4})
    assert ruled(answer) == ("legal", None) and "0,1" not in answer["state"]["chip"]


def test_a_foul_put_in_is_let_stand():
    answer = last(HELD, {"draw": True, "player": 0}, insert(1, WRONG), {"waive": 2})
    assert ruled(answer) == ("legal", None) and answer["state"]["chip"]["0,1"] == 0


def test_what_is_not_in_dispute_is_neither_put_right_nor_let_stand():
    for amendment in (RIGHT, {"waive": 1}):
        assert "error" in last(HELD, "2S r0c1", amendment) and "error" in last(SEQUENCE, WRONG, amendment)
    assert '"cell"' in last(HELD, WRONG, {"put_right": {"card": "2S"}})["error"]


def test_a_move_that_is_let_stand_ends_no_dispute_about_one_put_in_before_it():
    said = ({"draw": True, "player": 1}, WRONG, insert(1, "4S r0c5"), {"waive": 2})
    before, after = talk(HELD, *said, correct(0, names=["A", "B"]))[-2:]
    assert ruled(before) == ruled(after) == ("illegal", "SQ-05"), "the 4 of spades is in dispute as before"
    assert changes(after) == []
    *_, later = talk(HELD, *said, "5S r0c4", correct(0, names=["A", "B"]))
    assert ruled(later) == ("illegal", "SQ-05") and changes(later) == []


def test_a_move_that_stands_since_another_was_let_stand_ends_no_dispute_either():
    said = ({"draw": True, "player": 1}, WRONG, {**event("4H r7c8"), "player": 1}, insert(1, "4S r0c5"), {"waive": 2})
    *_, risen, _, later = talk(HELD, *said, "5S r0c4", correct(0, names=["A", "B"]))
    assert changes(risen) == [(2, "illegal", "legal", None), (3, "illegal", "legal", None)]
    assert ruled(later) == ("illegal", "SQ-05") and changes(later) == []


def test_a_move_that_was_let_stand_has_given_its_turn_though_the_match_was_won_before_it():
    """Corrected to the end of a line of four, player 1's chip wins; player 3's was let stand before that came out."""
    line = [[1, 1], [1, 2], [1, 3], [1, 4]]
    start = {**SEQUENCE, "players": 3, "holds": True, "setup": {"hands": [None] * 3, "deck": 60, "chips": {"0": line}}}
    told = ["2D r2c2", "8D r3c7", correct(1, cell=[1, 5]), correct(1, cell=[5, 0]), "TH r4c2", {"waive": 5}]
    *_, let_stand, won = talk(start, *told, {"undo": 4})
    assert (let_stand["state"]["to_move"], let_stand["state"]["turn"]) == (0, 4)
    assert won["verdict"] == "win" and (won["state"]["to_move"], won["state"]["turn"]) == (0, 4)
