"""EX-27: each command stands on four cards. A fifth in play is asked about: one of the five was misread."""

from __future__ import annotations

import json

import pytest

from companion.errors import PositionError
from companion.games import rules_of
from companion.match.events import Corrected, Entry, Seen, Started, TurnEnded
from companion.match.referee import judge_entry, start_match
from companion.play.dialogue import Dialogue
from companion.shown.view import misread_view
from companion.shown.words.messages import catalogue

FOUR = ["10:silence", "12:silence", "14:silence", "16:silence"]


def talk(*lines):
    dialogue = Dialogue(catalogue("en"))
    return [dialogue.answer(json.dumps(line)) for line in lines]


def test_a_fifth_in_text_is_said_and_asked_about():
    start_ = {"game": "extreme", "players": 2, "setup": {"piles": {"up1": [*FOUR[:3], "17"]}}}
    fourth = {"play": {"card": "18:silence", "pile": "up1"}}
    fifth = {"play": {"card": "20:silence", "pile": "up2"}}
    _, fine, answer = talk(start_, fourth, fifth)
    assert fine["verdict"] == "legal" and "asked" not in fine
    assert answer["verdict"] == "legal" and answer["asked"] == [{"event": 2, "about": "command"}]
    assert answer["message"] == "With the 20 with silence there are 5 cards with silence, and only four exist: one was misread."


def test_cards_in_known_hands_count_too():
    start_ = {"game": "extreme", "players": 2, "setup": {"hands": [None, ["50:skull", "51:skull", "52:skull", "53:skull"]]}}
    *_, answer = talk(start_, {"play": {"card": "20:skull", "pile": "up1"}})
    assert answer["asked"] == [{"event": 1, "about": "command"}]


@pytest.mark.parametrize("where", ["piles", "hands", "deck"])
def test_a_position_with_five_is_refused(where):
    five = [*FOUR, "18:silence"]
    setup = {"piles": {"piles": {"up1": five}}, "hands": {"hands": [five, None]}, "deck": {"deck": five}}[where]
    with pytest.raises(PositionError, match="5 cards of this position carry silence, and there are only 4"):
        rules_of("extreme").set_up_match(2, {}, setup)


def test_at_a_table_it_is_asked_which_of_the_five_was_misread():
    rules = rules_of("extreme")
    match = start_match(rules, Entry(1, Started("extreme", 2)))
    cards = [*FOUR[:2], None, *FOUR[2:], None, "18:silence"]
    for card in cards:
        event = TurnEnded() if card is None else Seen("up1", card)
        match, _ = judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))
    assert match.outcome is None and match.rulings[-1].verdict == "legal"
    (asked,) = misread_view(match, catalogue("en"))["misread"]
    assert [card["face"] for card in asked["cards"]] == [*FOUR, "18:silence"]
    assert asked["text"] == "5 cards have silence, and only four exist: which one was misread?"
    put_right, _ = judge_entry(rules, match, Entry(99, Corrected(asked["cards"][1]["entry"], "12:noback")))
    assert misread_view(put_right, catalogue("en")) == {}
