"""Amendments where a card ends a turn by itself: moves of Sequence. Found by logs told at random, each cut to its shortest."""

from __future__ import annotations

from tests.companion.match.dialogues import SEQUENCE, changes, correct, insert, last, ruled, talk

LIFT = {"take_back": {"cell": [0, 1]}}


def turn_of(answer):
    """Whose turn it is, and its number."""
    return answer["state"]["to_move"], answer["state"]["turn"]


# Taking a move back


def test_a_word_does_not_keep_a_move_from_being_taken_back():
    answer = last(SEQUENCE, "2S r0c1", {"say": "number"}, LIFT)
    assert ruled(answer) == ("legal", None) and turn_of(answer) == (0, 1)


def test_a_draw_that_is_a_note_by_now_does_not_keep_a_move_from_being_taken_back():
    answer = last(SEQUENCE, "2S r0c1", {"draw": True, "player": 0}, correct(2, player=1), LIFT)
    assert ruled(answer) == ("legal", None) and turn_of(answer) == (0, 1)


def test_a_move_beneath_one_that_was_taken_back_may_be_taken_back_too():
    answer = last(SEQUENCE, "2S r0c1", "3S r0c2", {"take_back": {"cell": [0, 2]}}, LIFT)
    assert ruled(answer) == ("legal", None) and turn_of(answer) == (0, 1)


def test_a_move_beneath_one_that_was_undone_may_be_taken_back():
    answer = last(SEQUENCE, "2S r0c1", "3S r0c2", {"undo": 2}, LIFT)
    assert ruled(answer) == ("legal", None) and turn_of(answer) == (0, 1)


def test_a_move_stays_once_another_lies_there_as_a_note():
    told = ["2S r0c1", "3S r0c2", "4S r0c3", correct(2, card="5S"), {"undo": 3}, LIFT]
    assert ruled(last(SEQUENCE, *told)) == ("illegal", "G-2")


def test_a_move_whose_taking_back_is_undone_gives_the_turn_again():
    answer = last(SEQUENCE, "2S r0c1", LIFT, {"undo": 2})
    assert turn_of(answer) == (1, 2)


# Who has the turn


def test_a_move_that_comes_back_gives_the_turn_once_what_was_laid_since_is_undone():
    answer = last(SEQUENCE, "2S r0c1", {"undo": 1}, "3S r0c2", {"undo": 3}, {"undo": 2})
    assert turn_of(answer) == (1, 2) and answer["state"]["chip"]["0,1"] == 0


def test_a_move_that_comes_back_gives_the_turn_once_what_was_laid_since_is_in_dispute():
    told = [{"draw": True, "player": 0}, insert(1, "QD r6c7"), {"undo": 2}, "6H r5c8", correct(4, card="8H", cell=[9, 8])]
    answer = last(SEQUENCE, *told, {"undo": 3})
    assert turn_of(answer) == (1, 2)


def test_a_move_that_stands_again_gives_the_turn_once_what_was_laid_since_is_lifted():
    told = ["4D r2c4", correct(1, card="9S"), "JD r6c3", {"take_back": {"cell": [6, 3]}}, {"undo": 2}]
    assert turn_of(last({**SEQUENCE, "players": 4}, *told)) == (1, 2)


def test_a_move_put_in_keeps_its_player_when_an_earlier_one_stands_again():
    told = ["6D r2c6", {"draw": True, "player": 1}, {"undo": 1}, insert(2, "TH r1c8"), {"undo": 3}]
    answer = last(SEQUENCE, *told)
    assert turn_of(answer) == (1, 2) and answer["state"]["chip"]["1,8"] == 0


def test_a_move_put_in_that_lies_as_a_note_moves_no_turn():
    start = {**SEQUENCE, "players": 6, "teams": 3}
    before, answer = talk(start, {"stuck": True}, insert(1, "2H r5c4", player=2))[-2:]
    assert turn_of(before) == turn_of(answer) == (1, 2)


def test_a_move_put_in_that_is_corrected_to_a_note_keeps_the_turn_that_it_gave():
    start = {**SEQUENCE, "players": 6}
    before, answer = talk(start, {"stuck": True}, insert(1, "JC r7c1"), correct(2, card="9D"))[-2:]
    assert turn_of(before) == turn_of(answer) == (2, 3) and changes(answer) == [(2, "legal", "note", "SQ-05")]


def test_a_move_told_after_the_end_passes_the_turn_once_the_end_is_gone():
    told = ["2S r0c1", {"end_turn": True}, {"end_turn": True}, "3S r0c2", correct(3, player=1)]
    answer = last(SEQUENCE, *told)
    assert changes(answer) == [(3, "legal", "note", "SQ-05"), (4, "illegal", "legal", None)] and turn_of(answer) == (1, 4)


def test_a_move_put_in_before_the_end_gives_the_turn_though_another_was_laid_after_it():
    told = [{"end_turn": True}, {"end_turn": True}, "TC r5c0", insert(1, "9S r0c8")]
    answer = last(SEQUENCE, *told)
    assert answer["state"]["status"] == "drawn" and turn_of(answer) == (1, 4)


# Fouls and ends


def test_the_end_of_somebody_elses_turn_hides_no_move_put_in_before_it():
    hands = [["4C", "5S", "5S", "9S", "KC", "AS"], ["7S", "5D", "8C", "QH", "8H", "AH"], None, None]
    start = {**SEQUENCE, "players": 4, "setup": {"hands": hands, "deck": 60}}
    told = ["4C r1c2", {"draw": True}, insert(2, "end", player=0), insert(3, "TC r7c2")]
    answer = last(start, *told)
    assert ruled(answer) == ("illegal", "SQ-05") and turn_of(answer) == (1, 2)


def test_a_move_that_was_undone_counts_as_no_pass():
    told = ["9D r9c5", {"play": {"card": "6S", "cell": [8, 2]}, "player": 1}, {"undo": 1}, correct(2, cell=[0, 6])]
    answer = last(SEQUENCE, *told, {"stuck": True, "player": 1})
    assert ruled(answer) == ("legal", None) and answer["state"]["status"] == "playing"


def test_a_note_is_put_in_dispute_by_no_other_moves_correction():
    hands = [["KS", "9D", "5S", "QH", "7D", "5H"], ["KC", "4C", "2D", "3D", "5D", "6D"], ["AH", "AC", "7S", "8S", "9S", "TS"]]
    start = {**SEQUENCE, "players": 3, "setup": {"hands": hands, "deck": 60}}
    told = ["KS r3c1", "4C r1c2", {"draw": True, "player": 0}, correct(2, card="AH"), insert(3, "KC r7c0")]
    answer = last(start, *told, correct(5, cell=[0, 5]))
    assert changes(answer) == [(5, "legal", "illegal", "SQ-05")] and answer["state"]["chip"]["1,2"] == 1


def test_a_move_in_dispute_that_is_right_by_now_does_not_hide_the_one_beneath_it():
    told = ["KH r5c6", "8C r5c2", "3H r8c8", correct(3, player=1), correct(2, card="9D")]
    answer = last(SEQUENCE, *told)
    assert changes(answer) == [(2, "legal", "illegal", "SQ-05"), (3, "illegal", "legal", None)] and turn_of(answer) == (0, 3)
    more = last(SEQUENCE, *told[:3], {"say": "advice"}, correct(3, player=1), correct(2, card="9D"))
    assert changes(more) == changes(answer), "a word more makes no difference"


def test_a_move_put_in_before_one_in_dispute_gives_the_turn_to_its_player():
    hands = [["5C", "TS", "6C", "2D", "3D", "4D", "5D"], ["JC", "2H", "3H", "4H", "5H", "6H", "7H"]]
    start = {**SEQUENCE, "setup": {"hands": hands, "deck": 60}}
    answer = last(start, "5C r3c3", correct(1, card="JC"), insert(1, "TS r1c9"))
    assert changes(answer) == [(1, "illegal", "legal", None)] and turn_of(answer) == (0, 3)


def test_a_foul_that_went_away_becomes_a_note_at_most():
    hands = [["8C", "2C", "3C", "4C", "5C", "6C"], ["2H", "3H", "4H", "5H", "6H", "7H"], None]
    start = {**SEQUENCE, "players": 3, "setup": {"hands": hands, "deck": 60}}
    before, answer = talk(start, "2D r5c9", correct(1, card="8C", cell=[5, 2]), insert(1, "end"))[-2:]
    assert turn_of(before) == (1, 2)
    assert changes(answer) == [(1, "legal", "note", "SQ-05")] and turn_of(answer) == (2, 3)


def test_a_foul_that_is_none_once_the_move_beneath_it_is_a_foul_goes_away():
    removal = {"play": {"card": "JS", "remove": [2, 2]}}
    told = ["2D r2c2", removal, {"play": {"card": "QC", "cell": [6, 0]}, "player": 1}, correct(2, cell=[1, 2])]
    answer = last({**SEQUENCE, "players": 3}, *told)
    assert changes(answer) == [(2, "legal", "illegal", "SQ-10"), (3, "illegal", "legal", None)] and turn_of(answer) == (2, 3)
