"""Rare logs in which an amendment meets an end, a known hand or a twin: found by logs told at random, each cut to its shortest."""

from __future__ import annotations

from tests.companion.match.dialogues import END, QUICK, SEQUENCE, TWO, changes, correct, event, insert, last, ruled, talk

STUCK = {
    **QUICK,
    "setup": {"hands": [["1B", "2B"], ["10B", "4R"]], "deck": ["5R", "6R", "7R"], "piles": {"up": ["9G"], "down": ["1G"]}},
}
"""Player 1 can lay nothing, player 2 the blue 10."""
LOST_WITH_THE_TURN = {
    **QUICK,
    "setup": {"hands": [["9R", "2B"], ["2G", "4B"]], "deck": ["5R", "6R", "7R"], "piles": {"up": ["8G"], "down": ["1Y"]}},
}
"""Once player 1 has laid the red 9, player 2 can lay nothing."""


def almost_laid(*left):
    """Expert rules, hidden hands of two: all cards but these and three of the draw pile lie there."""
    cards = [f"{number}{colour}" for colour in "RBGYX" for number in range(1, 11)]
    laid = [card for card in cards if card not in left]
    return {
        **QUICK,
        "variant": {"expert": True},
        "setup": {"hands": [None, None], "deck": 3, "piles": {"up": ["4X"], "down": [card for card in laid if card != "4X"]}},
    }


def test_a_card_that_lies_twice_wins_nothing_while_a_hand_holds_cards():
    start = almost_laid("5X", "7R", "8R", "8Y", "2G", "9Y", "10Y")
    told = [start, "5X up", "end", "7R up", "end", insert(2, "8R up"), "8Y up", "end", insert(4, "2G down"), "9Y up"]
    twice = [*told, {"undo": 9}, {**event("9Y up"), "player": 1}, {"undo": 10}]
    answer = last(*twice)
    assert ruled(answer) == ("legal", None) and answer["state"]["status"] == "playing"
    assert changes(answer) == [(11, "legal", "note", "QE-02")] and answer["state"]["hand_size"][0] == 1


def test_a_note_says_its_rule_though_the_match_might_have_ended_with_it():
    hands = [["4B", "7R"], ["9B", "3B"], ["9Y", "5Y"]]
    start = {**QUICK, "players": 3, "setup": {"hands": hands, "deck": 11, "piles": {"up": ["10G"], "down": ["7B"]}}}
    answer = last(start, "4B down", "end", "9B down", insert(2, "end"))
    assert changes(answer) == [(2, "legal", "note", "QE-02"), (3, "legal", "note", "QE-02")]


def test_an_end_that_was_put_in_is_not_undone_by_another_one_behind_it():
    missed = {"insert": {"before": 4, **END, "player": 1}}
    answers = talk(LOST_WITH_THE_TURN, "9R up", "end", {"play_on": True}, "9R up", missed, missed)
    assert [ruled(answer) for answer in answers[-2:]] == [("loss", "QE-09")] * 2
    assert changes(answers[-1]) == [] and answers[-1]["state"] == answers[-2]["state"]


def test_a_player_who_can_lay_has_not_lost_by_an_end_that_was_put_in_before():
    answer = last(STUCK, "end", insert(1, "end"))
    assert ruled(answer) == ("legal", None) and changes(answer) == [(1, "loss", "note", "QE-02")]
    assert (answer["state"]["status"], answer["state"]["to_move"]) == ("playing", 1)


def test_a_move_that_comes_back_gives_the_turn_though_something_was_refused_since():
    answer = last(SEQUENCE, "2S r0c1", {"undo": 1}, {"draw": True, "player": 0}, {"undo": 2})
    assert (answer["state"]["to_move"], answer["state"]["turn"]) == (1, 2)
    laid_since = last(SEQUENCE, "2S r0c1", {"undo": 1}, "3S r0c2", {"undo": 2})
    assert (laid_since["state"]["to_move"], laid_since["state"]["turn"]) == (1, 2), "player 1 has laid the other one"


def test_what_was_laid_keeps_its_player_though_it_is_corrected_to_a_foul():
    removal = {"play": {"card": "JS", "remove": [6, 0]}}
    answer = last(SEQUENCE, "QC r6c0", removal, {"undo": 1}, correct(2, cell=[8, 7]))
    assert ruled(answer) == ("illegal", "SQ-10") and answer["state"]["to_move"] == 1 and answer["state"]["turn"] == 2


def test_a_pass_of_somebody_else_ends_no_turn():
    answer = last(SEQUENCE, "2S r0c1", {"stuck": True, "player": 1}, insert(2, "end"))
    assert changes(answer) == [(2, "legal", "note", "SQ-05")]
    assert (answer["state"]["to_move"], answer["state"]["turn"]) == (0, 3)


def test_the_player_of_an_old_move_corrected_moves_no_turn():
    start = {**SEQUENCE, "players": 3}
    before, answer = talk(start, "QD r9c3", "AH r1c5", "end", correct(2, player=0))[-2:]
    assert answer["state"]["to_move"] == before["state"]["to_move"] == 0 and answer["state"]["turn"] == 4


def test_a_pass_that_stood_is_a_note_at_most_after_an_end_that_was_put_in():
    answer = last(SEQUENCE, {"stuck": True}, insert(1, "end"), insert(1, "end"))
    assert changes(answer) == [(1, "legal", "note", "SQ-14")]


def test_a_card_laid_since_keeps_its_player_when_an_earlier_one_stands_again():
    told = ["2S r8c6", {"draw": True, "player": 0}, insert(2, "6S r8c2"), correct(3, player=0), "7C r4c2", {"undo": 4}]
    answer = last({**SEQUENCE, "players": 4}, *told)
    assert (answer["state"]["to_move"], answer["state"]["turn"]) == (2, 3)
    assert list(answer["state"]["hand_size"].values()) == [6, 4, 6, 6]


def test_an_end_that_is_its_players_by_now_ends_the_turn():
    answer = last(QUICK, "1R up", {"say": "advice"}, insert(2, "end", player=1), correct(0, turn=1))
    assert changes(answer) == [(3, "note", "legal", None)]
    assert (answer["state"]["to_move"], answer["state"]["turn"], answer["state"]["hand_size"]) == (0, 2, [2, 2])


def test_an_end_that_ended_nobodys_turn_ends_none_when_another_one_is_corrected():
    start = {
        **QUICK,
        "players": 3,
        "setup": {"hands": [["5G", "2Y"], ["9Y", "2B"], ["1G", "3B"]], "deck": [], "piles": {"up": ["3Y"], "down": ["1X"]}},
    }
    told = ["5G up", insert(1, "end"), "end", insert(3, "end"), correct(3, player=1), correct(2, player=2)]
    answer = last(start, *told)
    assert (answer["state"]["to_move"], answer["state"]["turn"]) == (1, 2)


def test_a_card_that_was_open_when_it_was_undone_is_over_with_the_next_event():
    before, answer = talk(TWO, "50 up1", correct(1, player=1), {"undo": 1}, "60 up1", {"undo": 3})[-2:]
    assert answer["state"] == before["state"] and answer["changed"] == []


def test_a_card_put_in_above_one_that_was_lifted_is_not_in_sight():
    answer = last(QUICK, "5Y up", "7Y up", {"take_back": {"pile": "up"}}, insert(3, "3R up"))
    assert ruled(answer) == ("legal", None) and answer["asked"] == [{"event": 3, "about": "beneath"}]
    assert answer["state"]["top"]["up"] == "5Y"


def test_a_lifted_card_that_comes_back_as_a_twin_is_told_of():
    lift = {"take_back": {"pile": "down"}}
    answer = last(QUICK, "9Y up", {"undo": 1}, "9Y down", lift, {"undo": 2}, {"undo": 4})
    assert changes(answer) == [(3, "legal", "note", "QE-02")]


def test_a_note_that_was_laid_after_the_end_comes_back_when_its_correction_is_undone():
    told = ["9R up", "end", "3R down", {"play_on": True}, correct(3, card="5R"), "10B down", {"undo": 5}]
    answer = last(LOST_WITH_THE_TURN, *told)
    assert answer["state"]["top"]["down"] == "3R" and answer["changed"] == []


def test_an_end_that_is_its_players_only_later_ends_the_turn_too():
    answer = last(QUICK, "1R up", {"say": "advice"}, insert(2, "end", player=1), {"say": "advice"}, correct(0, turn=1))
    assert changes(answer) == [(3, "note", "legal", None)]
    assert (answer["state"]["to_move"], answer["state"]["turn"], answer["state"]["hand_size"]) == (0, 2, [2, 2])


def test_a_pass_that_is_its_players_by_now_ends_the_turn():
    start = {**SEQUENCE, "players": 3}
    answer = last(start, {"stuck": True}, correct(1, player=1), insert(1, "end"))
    assert changes(answer) == [(1, "note", "legal", None)]
    assert (answer["state"]["to_move"], answer["state"]["turn"]) == (2, 3)


def test_a_pass_before_a_move_ends_the_turn_though_all_had_passed():
    answer = last(SEQUENCE, {"stuck": True}, "4H r4c5", insert(1, "end"), insert(1, "end"))
    assert (answer["state"]["status"], answer["state"]["to_move"], answer["state"]["turn"]) == ("playing", 0, 5)


def test_a_move_that_is_over_again_leaves_what_was_laid_since_to_its_player():
    refused = {"draw": True, "player": 0}
    told = ["4H r4c5", correct(1, card="9S"), refused, {"undo": 2}, "KS r3c1", {"undo": 4}]
    answer = last({**SEQUENCE, "players": 4}, *told)
    assert (answer["state"]["to_move"], answer["state"]["turn"]) == (2, 3)
    assert list(answer["state"]["hand_size"].values()) == [6, 5, 6, 6]


def test_a_move_put_in_after_an_undone_one_belongs_to_the_player_to_move():
    answer = last(SEQUENCE, "6D r2c6", {"draw": True, "player": 1}, {"undo": 1}, insert(2, "TH r1c8"))
    assert (answer["state"]["to_move"], answer["state"]["turn"]) == (1, 2)


def test_an_open_move_gives_no_turn_when_another_one_is_laid_over_it():
    hands = [["KS", "9D", "5S", "QH", "7D", "5H"], ["KC", "4C", "2D", "3D", "5D", "6D"], ["AH", "AC", "7S", "8S", "9S", "TS"]]
    start = {**SEQUENCE, "players": 3, "setup": {"hands": hands, "deck": 60}}
    told = ["KS r3c1", "4C r1c2", {"draw": True, "player": 0}, correct(2, card="AH"), insert(3, "KC r7c0")]
    answer = last(start, *told)
    assert ruled(answer) == ("legal", None) and changes(answer) == [(2, "illegal", "note", "SQ-05")]
    assert (answer["state"]["to_move"], answer["state"]["turn"]) == (2, 3)
