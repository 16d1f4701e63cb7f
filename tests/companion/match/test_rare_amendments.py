"""Rare logs in which an amendment meets an end, a known hand or a twin: found by logs told at random, each cut to its shortest."""

from __future__ import annotations

from tests.companion.match.dialogues import END, QUICK, changes, event, insert, last, ruled, talk

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
