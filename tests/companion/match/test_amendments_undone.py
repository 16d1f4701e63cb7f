"""What an amendment that was undone, or a card put in on another, leaves behind: found by logs told at random, each cut to its shortest."""

from __future__ import annotations

from tests.companion.match.dialogues import END, FIRE, QUICK, TWO, changes, correct, insert, last, ruled, talk

CARDS = [f"{number}{colour}" for colour in "RBGYX" for number in range(1, 11)]
STUCK = {
    **QUICK,
    "setup": {"hands": [["1B", "2B"], ["10B", "4R"]], "deck": ["5R", "6R", "7R"], "piles": {"up": ["9G"], "down": ["1G"]}},
}
"""Player 1 can lay nothing, player 2 the blue 10."""
SHORT = {
    **TWO,
    "setup": {
        "hands": [["4", "50", "51"], ["20", "21"]],
        "deck": ["60", "61"],
        "piles": {"up1": ["90"], "up2": ["91"], "down1": ["5"], "down2": ["6"]},
    },
}
"""Player 1 can lay the 4, and no second card."""
PLAY_ON = {"play_on": True}


def all_but(*held, up, down):
    """All cards lie there but those that player 1 holds."""
    rest = [card for card in CARDS if card not in (*held, up, down)]
    return {**QUICK, "setup": {"hands": [list(held), []], "deck": [], "piles": {"up": [*rest, up], "down": [down]}}}


def test_an_end_that_was_corrected_to_another_player_ends_no_turn_when_that_counts_again():
    start, ended = {**QUICK, "players": 3}, {**END, "player": 0}
    *_, corrected, _, again = talk(start, "5R up", ended, correct(2, player=1), insert(2, "end"), {"undo": 3}, {"undo": 5})
    assert (corrected["state"]["turn"], corrected["state"]["to_move"]) == (2, 1)
    assert again["state"] == corrected["state"]


def test_a_foul_put_in_before_an_end_of_turn_that_counts_since_the_win_is_gone_lies_there():
    rest = [card for card in CARDS if card not in ("10R", "6Y", "2R", "9G")]
    start = {**QUICK, "setup": {"hands": [["10R", "6Y"], ["2R"]], "deck": [], "piles": {"up": [*rest, "9G"], "down": []}}}
    log = [start, "10R up", "6Y down", "end", "2R down", "1R down", insert(5, "end"), correct(2, "10R")]
    assert ruled(last(*log)) == ("loss", "QE-09"), "that end of the turn counts by now"
    answer = last(*log, insert(6, "6Y down"))
    assert ruled(answer) == ("win", "QE-08") and answer["state"]["top"]["down"] == "6Y", "its turn was over: all fifty lie"


# The word that the table plays on, taken back


def test_a_foul_that_is_over_stays_over_though_playing_on_is_undone():
    log = [SHORT, "4 down1", PLAY_ON, correct(1, player=1), "50 up1"]
    assert [ruled(answer) for answer in talk(*log)[3:]] == [("illegal", "TG-17"), ("illegal", "TG-04")]
    answer = last(*log, {"undo": 3}, {"say": "advice"}, {"undo": 2}, {"undo": 5})
    assert ruled(answer) == ("legal", None) and answer["state"]["top"]["down1"] == 5


def test_a_card_laid_while_the_table_played_on_keeps_its_player():
    missed = {"insert": {"before": 1, **END, "player": 0}}
    answer = last(STUCK, "2B up", missed, PLAY_ON, "10B up", {"undo": 3})
    assert changes(answer) == [(2, "loss", "note", "QE-02")]
    assert (ruled(answer), answer["state"]["to_move"], answer["state"]["turn"]) == (("legal", None), 1, 2)


def test_whose_turn_it_became_by_playing_on_stays_so_though_the_match_is_lost_again():
    log = [FIRE, "22 up1", "30 up2", "end", "40 up2", "50 up2", "end", PLAY_ON, "60 up2", {"undo": 7}]
    answer = last(*log)
    assert ruled(answer) == ("loss", "OF-02") and changes(answer) == []
    assert (answer["state"]["to_move"], answer["state"]["turn"], answer["state"]["played"]) == (2, 3, 1)


def test_the_end_from_which_the_table_played_on_wins_nothing():
    answer = last(all_but("9R", up="10G", down="1Y"), "end", PLAY_ON, insert(1, "9R up"))
    assert ruled(answer) == ("win", "QE-08") and changes(answer) == [(1, "loss", "legal", None)]


# Ends of turns and of the match


def test_an_end_that_ended_no_turn_hides_no_foul_when_it_comes_back():
    log = [QUICK, "5R down", "end", correct(2, player=1), insert(2, "9G down")]
    assert ruled(last(*log)) == ruled(last(*log, {"undo": 2}, {"undo": 5})) == ("illegal", "QE-04")


def test_what_a_position_was_worth_is_not_a_loss_once_play_went_on():
    hands = {"hands": [["9R", "2B"], ["2G", "4B"]], "deck": ["5R", "6R", "7R"], "piles": {"up": ["8G"], "down": ["1Y"]}}
    log = [{**QUICK, "setup": hands}, "9R up", {"assess": True}, "end"]
    answer = last(*log, {"insert": {"before": 2, **END, "player": 0}})
    assert ruled(answer) == ("loss", "QE-09") and changes(answer) == []


def test_an_end_told_after_the_match_does_not_hide_the_foul_that_is_left_of_the_last_card():
    left = ("2R", "3R", "4R", "5R")
    piles = {"up": [*(card for card in CARDS if card not in (*left, "1R", "10B")), "1R"], "down": ["10B"]}
    start = {**QUICK, "setup": {"hands": [None, None], "deck": 0, "piles": piles}}
    answers = talk(start, "2R up", "3R up", "end", "4R up", "5R up", "end", correct(5, "6R"))
    assert [ruled(answer) for answer in answers[5:]] == [("win", "QE-08"), ("illegal", "QE-14"), ("illegal", "QE-02")]
    assert answers[-1]["state"]["hand_size"] == [0, 1]


def test_all_cards_win_though_one_was_told_twice():
    left = ("6Y", "8R", "5B", "7B", "2R")
    piles = {"up": ["4Y"], "down": [*(card for card in CARDS if card not in (*left, "4Y", "9X")), "9X"]}
    start = {**QUICK, "setup": {"hands": [None, None], "deck": 1, "piles": piles}}
    log = [start, "6Y up", "8R down", "end", "5B down", "end", "7B down", "2R down"]
    assert ruled(last(*log)) == ruled(last(*log, insert(6, "10B down"))) == ("win", "QE-08")


# Disputes


def test_of_two_cards_in_dispute_on_one_pile_the_lower_one_lies_there():
    start = {**TWO, "setup": {"piles": {"up1": ["40"]}}}
    answers = talk(start, "50 up1", "60 up1", correct(2, "30"), correct(1, "35"))
    assert [ruled(answer) for answer in answers[3:]] == [("illegal", "TG-04"), ("illegal", "TG-04")]
    assert changes(answers[-1]) == [(1, "legal", "note", "TG-04")]
    assert answers[-1]["state"]["top"]["up1"] == 35


def test_a_dispute_undone_is_put_right_by_the_card_laid_there_meanwhile():
    log = [{**QUICK, "holds": True}, "9B down", "7B up", "9R up", {"undo": 3}, "end", "9R up", {"undo": 4}]
    assert ruled(last(*log)) == ("legal", None)
    assert ruled(last(*log, "end")) == ("legal", None), "nothing keeps the turn from ending"


def test_a_loss_that_was_played_on_from_is_one_again_in_a_long_match():
    start = {**QUICK, "setup": {"hands": [None, None], "deck": 44, "piles": {"up": ["3Y"], "down": ["2G"]}}}
    words = [{"say": "advice"}] * 6
    _, _, _, _, undone, *_, again = talk(start, {"stuck": True}, PLAY_ON, "2Y up", {"undo": 2}, *words, {"undo": 4})
    assert changes(undone) == [(1, "loss", "legal", None)]
    assert changes(again) == [(1, "legal", "loss", "QE-09")]


def test_a_card_that_lies_there_again_is_in_dispute_once_its_correction_is_a_foul():
    start = {**QUICK, "players": 3, "variant": {"expert": True}}
    start["setup"] = {"hands": [None] * 3, "deck": 42, "piles": {"up": ["10G"], "down": ["7G"]}}
    *_, again, corrected = talk(
        start, "2B down", "3G up", insert(2, "end"), {"undo": 2}, "9B down", {"undo": 4}, correct(2, card="7X")
    )
    assert ruled(again) == ("legal", None)
    assert ruled(corrected) == ("illegal", "QE-03") and (2, "legal", "illegal", "QE-03") in changes(corrected)


def test_a_foul_put_in_is_in_dispute_again_once_the_end_that_hid_it_is_another_players_again():
    log = [TWO, "60 up1", "70 up1", "end", correct(3, player=1), insert(3, "50 up1"), {"undo": 4}, {"undo": 6}]
    *_, open_, hidden, again = talk(*log)
    assert [ruled(answer) for answer in (open_, hidden, again)] == [("illegal", "TG-04"), ("legal", None), ("illegal", "TG-04")]
    assert (5, "note", "illegal", "TG-04") in changes(again) and again["state"]["top"]["up1"] == 70


def test_what_was_told_after_an_end_that_was_put_in_does_not_show_that_play_went_on():
    """Neither player can lay anything, and the match was lost twice before the card was told."""
    start = {**STUCK, "setup": {**STUCK["setup"], "hands": [["1B", "2B"], ["1Y", "1R"]]}}
    *_, played_on = talk(start, "end", {"say": "advice"}, insert(2, "end"), "2B down", PLAY_ON)
    assert ruled(played_on) == ("loss", "QE-09") and changes(played_on) == [(3, "illegal", "loss", "QE-09")]
    assert (played_on["state"]["to_move"], played_on["state"]["turn"]) == (1, 2)


def test_a_card_put_in_before_a_loss_that_was_played_on_from_lies_there():
    """The 10 put in took player 1's last way out; with player 2's red 2 put in they had one, and the table has played on."""
    setup = {"hands": [["10X", "4R"], ["6G", "8Y"]], "deck": ["6R", "2R", "5R"], "piles": {"up": ["3Y"], "down": ["9R"]}}
    told = ["4R up", "end", "6G down", "end", "end", insert(3, "10X up", player=0)]
    *_, lost, played_on, answer = talk({**QUICK, "setup": setup}, *told, PLAY_ON, insert(5, "2R down", player=1))
    assert [ruled(each) for each in (lost, played_on, answer)] == [("loss", "QE-09"), ("legal", None), ("legal", None)]
    assert answer["changed"] == [] and answer["state"]["top"]["down"] == "2R"
    assert (answer["state"]["to_move"], answer["state"]["turn"], answer["state"]["hand_size"]) == (1, 4, [1, 1])


def test_an_end_told_after_the_match_ends_a_turn_no_longer_than_the_card_does_that_was_put_in_before_it():
    log = [TWO, "50 up1", {"stuck": True}, PLAY_ON, {"undo": 3}, "end", {"undo": 4}, insert(5, "60 up1"), {"undo": 7}]
    *_, going_on, put_in, undone = talk(*log)
    assert [answer["state"]["to_move"] for answer in (going_on, put_in, undone)] == [0, 1, 0]
    assert undone["state"] == going_on["state"] and changes(undone) == [(5, "legal", "illegal", "TG-07")]
