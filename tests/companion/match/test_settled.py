"""What is settled once something further is told: what is over, what an end keeps, how a turn passed."""

from __future__ import annotations

import pytest

from tests.companion.match.dialogues import AT_TABLE, EXTREME, THREE, TWO, changes, correct, insert, last, ruled, talk

UNDER_A_PILE_THAT_IS_FULL = {"up1": ["90"], "up2": ["91"], "down1": ["10"], "down2": ["11"]}
STUCK_AFTER_ONE = {
    **TWO,
    "setup": {"hands": [["98", "12"], ["99", "9"]], "deck": 3, "piles": UNDER_A_PILE_THAT_IS_FULL},
}
"""Player 1 lays the 98 and can lay nothing more."""


# What is over


@pytest.mark.parametrize("again", [correct(2, "35"), {"undo": 2}], ids=["corrected", "undone"])
def test_a_card_that_was_corrected_into_a_foul_is_over_with_the_next_event(again):
    log = [TWO, "20 up1", "30 up1", correct(2, "15"), "90 down1"]
    assert "is closed" in last(*log, again)["error"]
    assert last(*log, {"undo": 3})["state"]["top"]["up1"] == 30, "without that correction it lies there"


def test_a_card_put_in_and_corrected_into_a_foul_lies_again_without_the_correction():
    log = [TWO, "25 up2", "30 up1", insert(2, "28 up2"), correct(3, "20"), "90 down1"]
    assert last(*log)["state"]["top"]["up2"] == 25
    assert last(*log, {"undo": 4})["state"]["top"]["up2"] == 28


def test_what_is_gone_again_is_listed():
    log = [TWO, "20 up1", "30 up1", correct(2, "15"), "90 down1", {"undo": 3}]
    assert changes(last(*log)) == [(2, "illegal", "legal", None)]
    assert changes(last(*log, {"undo": 5})) == [(2, "legal", "illegal", "TG-04")]


PUT_RIGHT = {"put_right": {"pile": "up1"}}
NO_LONGER = [
    [TWO, "20 up1", "15 up1", correct(2, "30"), {"undo": 3}, "90 down1"],
    [AT_TABLE, "20 up1", "15 up1", correct(2, "30"), {"undo": 3}, PUT_RIGHT],
    [AT_TABLE, "20 up1", "15 up1", {"waive": 2}, {"undo": 3}, PUT_RIGHT],
]
"""A card that was refused and then stood, with an amendment that was undone before anything further was told."""


@pytest.mark.parametrize(("log", "card"), list(zip(NO_LONGER, (30, 30, 15), strict=True)), ids=["text", "table", "let stand"])
def test_an_undone_undo_brings_a_card_back_that_was_put_right_meanwhile(log, card):
    gone, back = talk(*log, {"undo": 4})[-2:]
    assert (gone["state"]["top"]["up1"], back["state"]["top"]["up1"]) == (20, card)
    assert changes(back) == [(2, "illegal", "legal", None)]
    gone_again = last(*log, {"undo": 4}, "80 down2", {"undo": 3})
    assert gone_again["state"] == last(*log, "80 down2")["state"], "what was put right is over"
    assert changes(gone_again) == [(2, "legal", "illegal", "TG-04")]


def test_what_was_refused_without_a_correction_is_over_for_every_other():
    log = [TWO, "20 up1", "15 up1", correct(2, "12"), correct(2, "30"), {"undo": 4}, "90 down1"]
    assert last(*log, {"undo": 3})["state"]["top"]["up1"] == 20
    assert last(*log, {"undo": 5})["state"]["top"]["up1"] == 30


# What is open


def test_a_foul_put_in_is_a_note_once_its_turn_is_told_to_have_ended():
    answer = last(THREE, "99 down2", insert(1, "69 up2", player=1), insert(1, "end"))
    assert ruled(answer) == ("legal", None) and answer["state"]["top"]["up2"] == 69
    other_way_round = last(THREE, "99 down2", insert(1, "end"), insert(2, "69 up2", player=1))
    assert answer["state"]["top"] == other_way_round["state"]["top"]


def test_a_foul_put_in_under_another_card_stays_a_note_when_that_one_is_opened():
    log = [TWO, "20 up1", "30 up1", insert(2, "5 up1"), correct(2, "3")]
    opened, _, undone = talk(*log, insert(1, "90 down1"), {"undo": 5})[-3:]
    assert opened["state"]["top"]["up1"] == 5 and opened["state"] == undone["state"]


@pytest.mark.parametrize("since", [insert(1, "50 down1"), "24 down2"], ids=["amended", "told"])
def test_a_foul_put_in_stays_open_though_a_card_that_was_told_meanwhile_ended_the_turn(since):
    log = [{**EXTREME, "holds": True}, "89 up1", "17 down2", insert(2, "43 up1"), "52:stop up2"]
    let_stand = [*log, {"waive": 3}]
    assert last(*log)["state"]["to_move"] == last(*let_stand)["state"]["to_move"] == 1
    undone = last(*let_stand, {"undo": 5})
    assert ruled(undone) == ("illegal", "TG-04") and undone["state"] == last(*log)["state"]
    assert ruled(last(*log, since)) != ("note", None) and last(*log, since)["state"]["top"]["up1"] == 89


# What an end keeps


@pytest.mark.parametrize("word", [{"assess": True}, {"say": "advice"}], ids=lambda word: next(iter(word)))
def test_a_word_after_the_end_is_no_play_that_went_on(word):
    answer = last(TWO, {"stuck": True}, "99 down2", word, correct(2, "26"))
    assert ruled(answer) == ("loss", "TG-12") and answer["changed"] == []


@pytest.mark.parametrize("missed", ["20 up1", "end"])
def test_what_is_put_in_before_a_word_after_the_end_is_kept(missed):
    answer = last(TWO, {"stuck": True}, {"say": "advice"}, insert(2, missed))
    assert ruled(answer) == ("loss", "TG-12")
    assert (answer["state"]["played"], answer["state"]["turn"], answer["state"]["top"]["up1"]) == (0, 1, None)


def test_an_end_of_turn_told_after_the_end_is_over_once_it_was_refused_and_play_went_on():
    log = [TWO, "20 up1", {"stuck": True}, "end", {"play_on": True}]
    missed = insert(3, "40 up2")
    assert last(*log, missed)["state"]["to_move"] == 1, "nothing was told since: it is judged on what lies there"
    answer = last(*log, "30 up1", missed)
    assert (answer["state"]["turn"], answer["state"]["to_move"]) == (1, 0) and answer["changed"] == []


# How a turn passed


def test_a_stop_from_which_the_table_played_on_leaves_the_turn_where_it_stayed():
    log = [EXTREME, "84:three up2", "52:stop down1", {"play_on": True}]
    answer = last(*log, {"undo": 1})
    assert last(*log)["state"]["to_move"] == answer["state"]["to_move"] == 0
    assert last(*log[:3], {"undo": 1})["state"]["to_move"] == 1, "nobody played on: it ended the turn"
    assert last(*log, {"undo": 1}, {"undo": 3})["state"]["to_move"] == 1


def test_an_end_of_turn_that_drew_a_card_passes_no_turn_when_the_chip_is_undone():
    log = [{"game": "sequence", "players": 3, "teams": 3, "holds": True}, "JD r9c5", "QD r9c3", insert(2, "end")]
    before, after = talk(*log, {"undo": 1})[-2:]
    assert before["state"]["turn"] == after["state"]["turn"] == 3
    assert before["state"]["to_move"] == after["state"]["to_move"]


BETWEEN_FULL_PILES = {"up1": ["90"], "up2": ["99"], "down1": ["10"], "down2": ["11"]}


def test_an_end_of_turn_that_would_have_lost_is_a_note_where_play_went_on():
    start = {**TWO, "setup": {"hands": [["98", "97", "12"], ["9", "8"]], "deck": 3, "piles": BETWEEN_FULL_PILES}}
    answer = last(start, "97 up1", "98 up1", "end", "9 down1", {"undo": 1})
    assert changes(answer) == [(3, "legal", "note", "TG-12")] and ruled(answer) == ("legal", None)
    assert answer["state"]["to_move"] == 1
    assert ruled(last(start, "97 up1", "98 up1", "end", {"undo": 1})) == ("loss", "TG-12"), "nothing was laid since"


def test_a_lost_end_of_turn_is_a_note_once_playing_on_from_it_is_undone():
    log = [STUCK_AFTER_ONE, "98 up1", {"play_on": True}, "end", {"play_on": True}, "99 up2"]
    answer = last(*log, {"undo": 4})
    assert changes(answer) == [(3, "loss", "note", "TG-12")] and answer["state"] == last(*log)["state"]


def test_an_end_put_in_passes_the_turn_of_who_was_stuck_where_play_went_on():
    log = [STUCK_AFTER_ONE, "98 up1", "99 up2", {"play_on": True}]
    answer = last(*log, insert(2, "end"))
    assert ruled(answer) == ("legal", None) and answer["state"]["to_move"] == 1
    assert changes(answer) == [(2, "note", "legal", None)], "the 99 was player 2's"


def test_an_end_put_in_and_given_to_another_ends_the_turn_again_without_that():
    log = [THREE, "20 up1", insert(1, "end"), correct(2, player=2), {"take_back": {"pile": "up2"}}]
    assert last(*log)["state"]["turn"] == 1
    assert (last(*log, {"undo": 3})["state"]["turn"], last(*log[:3])["state"]["turn"]) == (2, 2)


def test_who_had_the_turn_is_not_asked_again_whether_he_is_stuck():
    skipped = {**THREE, "setup": {"hands": [["20", "30"], [], ["40", "50"]], "deck": ["90"]}}
    answer = last(skipped, "20 up1", "30 up1", "end", {"undo": 1}, {"undo": 2})
    assert answer["state"]["to_move"] == 2, "player 2 had no card, and nothing to draw then"
    assert ruled(answer) == ("legal", None) and answer["state"]["status"] == "playing"


def test_turns_joined_and_split_again_pass_as_before():
    ended = {"end_turn": True, "player": 1}
    log = [TWO, "20 up1", "30 up1", "end", "40 up1", "50 up1", ended, {"undo": 3}, {"end_turn": True, "player": 0}]
    answer = last(*log, {"undo": 7})
    assert (answer["state"]["turn"], answer["state"]["to_move"]) == (4, 1), "three ends were told"


def test_the_minimum_of_a_turn_stays_when_the_end_before_it_is_said_again():
    log = [{**TWO, "setup": {"deck": 2}}, "20 up1", "30 up1", "end"]
    answer = last(*log, correct(3, player=0), {"undo": 2})
    assert answer["state"]["deck_size"] == 1 and answer["state"]["min_cards"] == 1


def test_an_early_end_that_a_card_put_in_shows_to_be_lost_stays_lost():
    nothing_more = {**STUCK_AFTER_ONE, "setup": {**STUCK_AFTER_ONE["setup"], "hands": [["98"], ["99", "9"]]}}
    log = [nothing_more, "end", insert(1, "98 up1"), "99 up2"]
    answer = last(*log, insert(3, "97 up2"))
    assert ruled(answer) == ("loss", "TG-12") and answer["state"]["top"]["up2"] == 91


# What is said


@pytest.mark.parametrize(
    ("log", "said"),
    [
        (["20 up1", {"undo": 1}, {"undo": 2}, {"undo": 3}], "Undone: the 20 on the first ascending pile."),
        (
            ["20 up1", correct(1, "30"), {"undo": 2}, {"undo": 3}],
            "the 20 on the first ascending pile is corrected to the 30",
        ),
        (["20 up1", correct(1, "30"), correct(1, "20")], "20 on the first ascending pile after all."),
        ([{"say": "advice"}, correct(1, player=1)], "It was player 2 who said so."),
        (["20 up1", "30 up1", "end", correct(3, player=1), {"undo": 4}], "Correction removed: who played it."),
        (["20 up1", "end", {"undo": 2}], "Undone: the end of player 1’s turn, which had not counted."),
        (
            ["20 up1", insert(1, "30 up2"), "back up2", {"undo": 2}],
            "no card on the second ascending pile to lift",
        ),
        (["20 up1", "30 up1", insert(2, "5 up1")], "By the rules the 5 on the first ascending pile was wrong; it stays."),
        (["20 up1", "20 up1"], "20 lies on the first ascending pile already."),
    ],
)
def test_an_amendment_is_told_in_words(log, said):
    assert said in last(TWO, *log)["message"]


def test_an_end_put_in_that_lost_the_match_says_why():
    fire = {**THREE, "variant": {"on_fire": True}}
    answer = last(fire, "22 up1", "90 down1", "end", "91 down2", insert(4, "end"))
    assert answer["message"].endswith("Lost in turn 2: Not covered in time: the burning 22 on the first ascending pile.")


def test_of_twins_without_a_place_it_is_said_that_the_later_would_not_have_stood():
    quick = {"game": "quick_easy", "players": 2}
    answer = last(quick, "7Y down", {"take_back": {"pile": "down"}}, "7Y down", {"undo": 2})
    assert answer["message"].endswith("By the rules the yellow 7 on the descending pile was wrong; it stays.")
