"""Text with hands: `hand` on events, `places` in a position, `inferred` in answers."""

import json

import pytest

from companion.play.dialogue import Dialogue
from companion.shown.words.messages import catalogue

ANNA, BEA, CARL = 0.9, 0.15, 0.5
"""Places of three players around the mat."""


def answers(*lines, game="the_game", players=3, **position):
    """The answers to a match told line by line; the position first."""
    dialogue = Dialogue(catalogue("en"))
    told = ({"game": game, "players": players, **position}, *lines)
    return [dialogue.answer(json.dumps(line)) for line in told]


def laid(card, pile, hand=None, **besides):
    return {"play": {"card": card, "pile": pile}, **({} if hand is None else {"hand": hand}), **besides}


def ended(hand=None):
    return {"end_turn": True, **({} if hand is None else {"hand": hand})}


def test_an_end_that_the_next_hand_proves_is_put_in_and_said():
    *_, last = answers(laid("10", "up1", ANNA), laid("12", "up1", ANNA), laid("20", "up2", BEA))
    assert last["verdict"] == "legal"
    assert last["inferred"] == [{"event": 3, "ended": 1, "seat": 0, "by": "hand"}]
    assert (last["state"]["to_move"], last["state"]["turn"], last["state"]["played"]) == (1, 2, 1)


def test_without_hands_nothing_is_inferred():
    *_, last = answers(laid("10", "up1"), laid("12", "up1"), laid("20", "up2", player=1))
    assert (last["verdict"], last["rule"]) == ("illegal", "TG-17")
    assert "inferred" not in last


def test_a_card_out_of_turn_before_the_minimum_is_a_foul():
    *_, last = answers(laid("10", "up1", ANNA), laid("20", "up2", BEA), places=[ANNA, BEA, CARL])
    assert (last["verdict"], last["rule"]) == ("illegal", "TG-17")
    assert "player 2" in last["message"]


def test_a_card_of_the_player_after_next_is_a_foul_whatever_lies():
    *_, last = answers(laid("10", "up1", ANNA), laid("12", "up1", ANNA), laid("20", "up2", CARL), places=[ANNA, BEA, CARL])
    assert (last["verdict"], last["rule"]) == ("illegal", "TG-17")


def test_a_foul_by_nobody_in_particular_names_nobody():
    """Two sit side by side: it was one of them, and neither is to move."""
    *_, last = answers(laid("10", "up1", ANNA), laid("20", "up2", CARL), places=[ANNA, CARL - 0.005, CARL + 0.005])
    assert (last["verdict"], last["rule"]) == ("illegal", "TG-17")
    assert last["message"] == "It is player 1’s turn, but somebody else played this."


def test_a_hand_from_an_unknown_place_before_the_minimum_is_a_question_and_no_foul():
    *_, last = answers(laid("10", "up1", ANNA), laid("20", "up1", ANNA - 0.1))
    assert last["verdict"] == "legal"
    assert last["asked"] == {"event": 2, "turn": 1, "seat": 0}
    assert last["message"].endswith("Has player 1 ended the turn?")


def test_two_side_by_side_are_one_place_and_nothing_is_said():
    *_, last = answers(
        laid("10", "up1", ANNA), laid("12", "up1", ANNA), laid("20", "up2", ANNA), places=[ANNA, ANNA + 0.01, CARL]
    )
    assert last["verdict"] == "legal"
    assert "inferred" not in last and "asked" not in last


def test_a_turn_ended_too_early_by_its_own_hand_is_a_foul():
    *_, last = answers(laid("10", "up1", ANNA), ended(ANNA), places=[ANNA, BEA, CARL])
    assert (last["verdict"], last["rule"]) == ("illegal", "TG-07")


def test_who_ends_a_turn_that_is_another_players_breaks_a_rule():
    *_, last = answers(laid("10", "up1", ANNA), ended(CARL), places=[ANNA, BEA, CARL])
    assert (last["verdict"], last["rule"]) == ("illegal", "TG-17")


def test_a_late_end_of_a_turn_that_was_put_in_changes_nothing():
    *_, put_in, late = answers(laid("10", "up1", ANNA), laid("12", "up1", ANNA), laid("20", "up2", BEA), ended(ANNA))
    assert (late["verdict"], late["state"]) == ("legal", put_in["state"])


def test_an_end_that_is_late_or_of_a_further_turn_is_asked_about():
    """Two play, and nobody tells of ends. Anna either tells of her first one now, or Bea has ended hers and Anna's next one has no card."""
    laid_by_both = (laid("10", "up1", ANNA), laid("12", "up1", ANNA), laid("20", "up2", BEA), laid("22", "up2", BEA))
    *_, last = answers(*laid_by_both, ended(ANNA), players=2, places=[ANNA, BEA])
    assert last["verdict"] == "legal"
    assert last["asked"] == {"event": 5, "turn": 2, "seat": 1}


def test_who_goes_on_after_the_next_players_card_was_taken_back_had_not_ended():
    """Bea's card came too soon, and went; Anna lays on: her turn had not ended."""
    lines = (laid("10", "up1", ANNA), laid("12", "up1", ANNA), laid("20", "up2", BEA), {"take_back": {"pile": "up2"}})
    *_, last = answers(*lines, laid("14", "up1", ANNA), places=[ANNA, BEA, CARL])
    assert (last["verdict"], last["state"]["to_move"], last["state"]["turn"]) == ("legal", 0, 1)
    assert last["state"]["played"] == 3


def test_another_colour_tells_as_a_hand_does():
    silver = (laid("s10", "s_up", ANNA), laid("s12", "s_up", ANNA))
    *_, last = answers(*silver, laid("g10", "g_up", CARL), game="face_to_face", players=2)
    assert (last["verdict"], last["inferred"][0]["ended"]) == ("legal", 1)
    *_, last = answers(silver[0], laid("g10", "g_up", CARL), game="face_to_face", players=2)
    assert (last["verdict"], last["rule"]) == ("illegal", "FF-17")


def test_cards_and_piles_are_meant_as_their_player_sees_them():
    """After the end that was put in "own" are the piles of who lays there."""
    own = (laid("10", "own_up", ANNA), laid("12", "own_up", ANNA))
    *_, last = answers(*own, laid("10", "own_up", CARL), game="face_to_face", players=2)
    assert last["verdict"] == "legal"
    assert last["state"]["top"] == {"A_up": 12, "A_down": None, "B_up": 10, "B_down": None}


def test_an_end_that_would_lose_the_match_is_no_missed_one():
    """A skull must be covered before the turn can end: the next player's card is out of turn."""
    lines = (laid("10", "up1", ANNA), laid("12:skull", "up1", ANNA), laid("20", "up2", BEA))
    *_, last = answers(*lines, game="extreme", places=[ANNA, BEA, CARL])
    assert (last["verdict"], last["rule"]) == ("illegal", "TG-17")


def test_events_keep_the_numbers_of_their_lines():
    lines = (laid("10", "up1", ANNA), laid("12", "up1", ANNA), laid("20", "up2", BEA), laid("22", "up2", BEA))
    *_, undone, missing = answers(*lines, {"undo": 4}, {"undo": 9})
    assert undone["n"] == 5 and undone["state"]["top"]["up2"] == 20
    assert missing == {"n": 6, "error": "There is no event 9."}
    *_, corrected = answers(*lines, {"correct": {"event": 3, "card": "30"}})
    assert corrected["changed"] == [{"event": 4, "was": "legal", "now": "note", "rule": "TG-04"}]


@pytest.mark.parametrize("wrong", [{"hand": 1.5}, {"hand": "left"}, {"hand": True}])
def test_a_hand_is_a_share_of_the_way_around(wrong):
    *_, last = answers({**laid("10", "up1"), **wrong})
    assert last["error"] == "hand: a share of the way around the mat is needed, from 0 to 1."


@pytest.mark.parametrize("places", [[0.1, 0.2, 0.3, 0.4], [2, 0.1], "near", {"0": 0.1}])
def test_places_are_one_share_a_seat(places):
    (refused,) = answers(places=places)
    assert refused["error"].startswith("places:")


def test_places_may_be_known_of_some_only():
    *_, last = answers(laid("10", "up1", ANNA), laid("20", "up2", BEA), places=[None, BEA])
    assert (last["verdict"], last["rule"]) == ("illegal", "TG-17")
