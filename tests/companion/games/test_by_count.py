"""FF-20: an end that rests on counting hidden cards says so, and at a table it is asked about before it is one."""

from __future__ import annotations

import json

import pytest

from companion.games import rules_of
from companion.match.events import Claimed, Entry, Inserted, Played, Seen, Started, TurnEnded, Undone
from companion.match.referee import judge_entry, replay_log, start_match
from companion.play.dialogue import Dialogue
from companion.shown.view import counted_view, find_end_by_count
from companion.shown.words.messages import catalogue

REASON = "was a draw or a card missed?"


def talk(*lines):
    dialogue = Dialogue(catalogue("en"))
    return [dialogue.answer(json.dumps(line)) for line in lines]


def told(game, position, *events, seats=2, options=None):
    rules = rules_of(game)
    match = start_match(rules, Entry(1, Started(game, seats, options or {}, position)))
    for event in events:
        match, _ = judge_entry(rules, match, Entry(match.entries[-1].n + 1, event))
    assert replay_log(rules, match.entries) == match
    return match


# Both hands are hidden, and Bea, who plays gold and is to move, has none to draw.
POSITION = {
    "hands": [None, None],
    "decks": [20, 0],
    "piles": {"B_up": [f"g{n}" for n in range(2, 41)], "B_down": ["g59", "g58", "g57", "g56"]},
    "turn": 1,
}


def match_at_the_end(*more):
    """Bea lays five of six cards, Anna lays two: by the count Bea cannot lay two."""
    beas = [Seen("g_up", f"g{n}") for n in range(41, 46)]
    annas = [TurnEnded(), Seen("s_up", "s2"), Seen("s_up", "s3"), TurnEnded()]
    return told("face_to_face", POSITION, *beas, *annas, *more)


def test_at_a_table_the_match_is_not_over_before_somebody_says_so():
    match = match_at_the_end()
    rules = rules_of("face_to_face")
    assert match.outcome is None and rules.describe_position(match.state)["status"] == "playing"
    assert match.state.to_move == 1
    ruling = match.rulings[-1]
    assert ruling.verdict == "legal" and REASON in catalogue("en").say_ruling("face_to_face", ruling)
    asked = counted_view(rules, match, catalogue("en").with_names(("Anna", "Bea")))["counted"]
    assert (
        asked["text"]
        == "Bea cannot play the two cards that are due: Anna wins! Only the count of the cards says so: was a draw or a card missed?"
    )
    assert (asked["yes"], asked["no"]) == ("It is over", "Something was missed")


@pytest.mark.parametrize("code", ["assess", "stuck"])
def test_whoever_says_that_it_is_over_ends_it(code):
    match = match_at_the_end(Claimed(code))
    assert match.outcome is not None and match.outcome.rule == "FF-14" and match.outcome.seats == (0,)
    assert find_end_by_count(rules_of("face_to_face"), match) is None


def test_a_card_that_was_never_laid_ends_the_question():
    """Bea laid one card fewer than was counted: it was never laid."""
    match = match_at_the_end()
    assert find_end_by_count(rules_of("face_to_face"), match) is not None
    n = next(entry.n for entry in match.entries if entry.event == Played("g_up", "g44", "g45"))
    match, _ = judge_entry(rules_of("face_to_face"), match, Entry(match.entries[-1].n + 1, Undone(n)))
    assert find_end_by_count(rules_of("face_to_face"), match) is None and match.outcome is None


def test_the_table_may_simply_play_on():
    match = match_at_the_end(Seen("g_up", "g46"), Seen("g_up", "g47"))
    assert match.outcome is None and match.rulings[-1].verdict == "legal"


TEXT = {"game": "face_to_face", "players": 2, "names": ["Anna", "Bea"], "setup": POSITION}
LINES = (
    TEXT,
    *({"play": {"card": str(n), "pile": "own_up"}} for n in range(41, 46)),
    {"end_turn": True},
    {"play": {"card": "2", "pile": "own_up"}},
    {"play": {"card": "3", "pile": "own_up"}},
    {"end_turn": True},
)


def test_in_text_the_end_states_its_reason_and_asks():
    *_, answer = talk(*LINES)
    assert (answer["verdict"], answer["rule"], answer["state"]["winner"]) == ("loss", "FF-14", 0)
    assert REASON in answer["message"] and answer["asked"] == [{"event": answer["n"], "about": "count"}]
    *_, _, answer = talk(*LINES, {"play_on": True}, {"assess": True})
    assert answer["verdict"] == "loss" and REASON in answer["message"]
    *_, played_on, card = talk(*LINES, {"play_on": True}, {"play": {"card": "46", "pile": "own_up"}})
    assert played_on["state"]["status"] == card["state"]["status"] == "playing"


def test_known_hands_are_judged_as_before():
    setup = {"hands": [["30", "31"], ["20"]], "decks": [10, 0]}
    match = told("face_to_face", setup, Seen("s_up", "s30"), Seen("s_up", "s31"), TurnEnded())
    assert match.outcome is not None and not match.outcome.counted
    *_, answer = talk({"game": "face_to_face", "players": 2, "setup": {**setup, "turn": 1}}, {"assess": True})
    assert answer["verdict"] == "loss" and REASON not in answer["message"] and "asked" not in answer


# The same kind in the other games


def the_game_without_two(last):
    """All cards lie but 98 and those of a player who leaves: by the count the 98th is the last."""
    laid = [str(n) for n in range(2, 86)]
    return told(
        "the_game",
        {"deck": 0, "piles": {"up1": laid}},
        Claimed("leave", 1),
        *(Seen("up1", str(n)) for n in range(86, last + 1)),
    )


def test_a_win_that_only_the_count_tells_is_asked_about():
    match = the_game_without_two(92)
    assert match.outcome is None and find_end_by_count(rules_of("the_game"), match).won
    assert REASON in catalogue("en").say_ruling("the_game", match.rulings[-1])
    match, _ = judge_entry(rules_of("the_game"), match, Entry(99, Claimed("assess")))
    assert match.outcome.won and match.outcome.rule == "TG-13"


def test_a_win_that_everybody_sees_needs_no_question():
    laid = [str(n) for n in range(2, 91)]
    match = told("the_game", {"deck": 1, "piles": {"up1": laid}}, *(Seen("up1", str(n)) for n in range(91, 100)), seats=1)
    assert match.outcome.won and not match.outcome.counted


def test_quick_and_easy_asks_about_a_win_by_count():
    cards = [f"{n}{c}" for c in "RBGY" for n in range(1, 11)] + [f"{n}X" for n in range(1, 7)]
    events = (Claimed("leave", 1), Seen("up", "7X"), Seen("up", "8X"))
    match = told("quick_easy", {"deck": 0, "piles": {"up": cards}}, *events)
    assert match.outcome is None and find_end_by_count(rules_of("quick_easy"), match).won


def test_a_three_with_too_few_cards_by_the_count():
    laid = [str(n) for n in range(2, 86)]
    six = [Seen("up1", str(n)) for n in range(86, 91)]
    match = told(
        "extreme",
        {"deck": 0, "piles": {"up1": laid}},
        *six,
        TurnEnded(),
        Seen("down1", "99"),
        TurnEnded(),
        Seen("up1", "91:three"),
    )
    assert match.outcome is None and find_end_by_count(rules_of("extreme"), match).rule == "EX-14"
    match, _ = judge_entry(rules_of("extreme"), match, Entry(99, Claimed("assess")))
    assert match.outcome.won is False and match.outcome.rule == "EX-14"


def test_an_inserted_card_keeps_the_fold_whole():
    match = match_at_the_end()
    n = match.entries[-1].n
    match, _ = judge_entry(rules_of("face_to_face"), match, Entry(n + 1, Inserted(n, Played("s_down", "", "s59"))))
    assert replay_log(rules_of("face_to_face"), match.entries) == match and match.outcome is None
