"""The text door: what is understood, and what is refused without harm."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tracemalloc
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES
from companion.play.dialogue import Dialogue
from companion.play.typed import MAX_LINE_LETTERS
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from tests.faults.text_lines import in_words_of_python, lines


def talk(*lines):
    """The answers to these lines."""
    dialogue = Dialogue(catalogue("en"))
    return [dialogue.answer(line if isinstance(line, str | bytes) else json.dumps(line)) for line in lines]


START = {"game": "the_game", "players": 3}


def play(card, pile, **more):
    return {"play": {"card": card, "pile": pile}, **more}


def test_a_position_is_answered_as_event_zero():
    (answer,) = talk(START)
    assert (answer["n"], answer["verdict"], answer["rule"]) == (0, "legal", None)
    assert (
        answer["state"]["status"] == "playing" and answer["state"]["to_move"] == 0 and answer["state"]["deck_size"] == 98 - 18
    )


def test_the_message_names_card_pile_rule_and_what_would_be_legal():
    *_, answer = talk(START, play("52", "up1"), play("47", "up1"))
    assert (answer["verdict"], answer["rule"]) == ("illegal", "TG-04")
    assert answer["message"] == "47 on 52, ascending: must be above 52, or exactly 42."


def test_an_illegal_event_changes_nothing():
    answers = talk(START, play("52", "up1"), play("47", "up1"), play("60", "up1"))
    assert answers[1]["state"] == answers[2]["state"]
    assert answers[3]["verdict"] == "legal"


def test_an_undo_changes_who_is_meant_where_nobody_is_named():
    """Event 3 never happened, so the same player laid three cards, and the turn that event 5 ends is his."""
    lines = [
        START,
        play("10", "up1"),
        play("11", "up1"),
        {"end_turn": True},
        play("12", "up1"),
        {"end_turn": True},
        {"undo": 3},
    ]
    *_, undone = talk(*lines)
    *_, never = talk(*lines[:3], *lines[4:-1])
    assert undone["state"] == never["state"] and undone["state"]["to_move"] == 1


@pytest.mark.parametrize(
    ("start", "kind", "end"),
    [
        ({"game": "the_game", "players": 1}, "number", {"stuck": True}),
        ({"game": "extreme", "players": 1}, "number", {"stuck": True}),
        ({"game": "quick_easy", "players": 2, "variant": {"expert": True}}, "number", {"stuck": True}),
        (
            {
                "game": "sequence",
                "players": 2,
                "variant": {"table_talk": True},
                "setup": {"chips": {"0": [[0, 1], [0, 2], [0, 3], [1, 1], [2, 2], [3, 3], [4, 4]]}},
            },
            "advice",
            {"play": {"card": "5S", "cell": [0, 4]}},
        ),
    ],
    ids=lambda value: value.get("game", "") if isinstance(value, dict) else str(value),
)
def test_once_the_match_is_over_everything_may_be_said(start, kind, end):
    _, before, ended, after = talk(start, {"say": kind}, end, {"say": kind})
    assert (before["verdict"], after["verdict"]) == ("illegal", "legal")
    assert ended["state"]["status"] != "playing"


def test_a_hidden_hand_never_shows_less_than_no_card():
    answers = talk(START, *(play(str(number), "up1") for number in range(10, 18)))
    assert answers[-1]["verdict"] == "legal" and answers[-1]["state"]["hand_size"] == [0, 6, 6]


def test_undo_correct_and_take_back():
    answers = talk(
        START,
        play("52", "up1"),
        play("60", "up1"),
        {"take_back": {"pile": "up1"}},
        {"correct": {"event": 1, "card": "25"}},
        play("30", "up1"),
        {"undo": 3},
    )
    assert [answer["verdict"] for answer in answers] == ["legal"] * 5 + ["legal", "legal"]
    assert [answer["state"]["top"]["up1"] for answer in answers] == [None, 52, 60, 52, 25, 30, 30]
    assert answers[-1]["state"]["played"] == 3, "the card was never taken back, and what lies on it stays"
    assert answers[-1]["changed"] == [{"event": 5, "was": "legal", "now": "note", "rule": "TG-04"}]


def test_cards_of_earlier_turns_stay():
    *_, answer = talk(START, play("10", "up1"), play("20", "up1"), {"end_turn": True}, {"take_back": {"pile": "up1"}})
    assert (answer["verdict"], answer["rule"]) == ("illegal", "G-2")


def test_a_later_position_starts_another_match():
    answers = talk(START, play("10", "up1"), {"game": "quick_easy", "players": 2}, {"play": {"card": "7R", "pile": "up"}})
    assert answers[2]["n"] == 0 and answers[3]["n"] == 1 and answers[3]["state"]["top"]["up"] == "7R"


def test_italian():
    dialogue = Dialogue(catalogue("it"))
    for line in (START, play("52", "up1")):
        dialogue.answer(json.dumps(line))
    said = dialogue.answer(json.dumps(play("47", "up1")))["message"]
    assert "47" in said and "52" in said and "42" in said and "must" not in said


BAD_LINES = [
    "",
    "hello",
    "[]",
    "null",
    "{",
    "{}",
    '{"play": 5}',
    '{"play": {"card": "47"}}',
    '{"play": {"card": "47", "pile": "up9"}}',
    '{"play": {"card": "100", "pile": "up1"}}',
    '{"play": {"card": 1e999, "pile": "up1"}}',
    '{"play": {"card": NaN, "pile": "up1"}}',
    '{"play": {"card": "47", "pile": ["up1"]}}',
    '{"play": {"card": {"a": 1}, "pile": "up1"}}',
    '{"play": {"card": "47", "pile": "up1"}, "end_turn": true}',
    '{"play": {"card": "47", "pile": "up1"}, "player": 3}',
    '{"play": {"card": "47", "pile": "up1"}, "player": true}',
    '{"play": {"card": "47", "pile": "up1"}, "player": -1}',
    '{"play": {"card": "47", "pile": "up1"}, "bribe": 3}',
    '{"end_turn": 1}',
    '{"end_turn": true, "end_turn": true}',
    '{"undo": 77}',
    '{"undo": 0}',
    '{"undo": true}',
    '{"undo": 99999999999999999999999999}',
    '{"correct": {"event": 1, "card": "900"}}',
    '{"correct": {"event": 1}}',
    '{"take_back": {"pile": "attic"}}',
    '{"take_back": {"pile": 5}}',
    '{"take_back": "up1"}',
    '{"say": 5}',
    '{"setup_check": 5}',
    '{"sing": true}',
    '{"game": "chess", "players": 2}',
    '{"game": ["the_game"], "players": 2}',
    '{"game": "../the_game", "players": 2}',
    '{"game": "the_game"}',
    '{"game": "the_game", "players": "3"}',
    '{"game": "the_game", "players": 10000}',
    '{"game": "the_game", "players": 0}',
    '{"game": "the_game", "players": 2, "variant": {"warp": true}}',
    '{"game": "the_game", "players": 2, "variant": []}',
    '{"game": "the_game", "players": 2, "variant": {"pro_small_hand": true}}',
    '{"correct": {"event": 0, "variant": {"pro_small_hand": true}}}',
    '{"game": "the_game", "players": 2, "setup": {"deck": 1e9}}',
    '{"game": "the_game", "players": 2, "setup": {"hands": [["5"], ["5"]]}}',
    '{"game": "the_game", "players": 2, "setup": {"turn": 9}}',
    "9" * 5000,
    "[" * 100_000,
    '"' + "x" * (MAX_LINE_LETTERS + 1) + '"',
    b'{"play": "\xff\xfe"}',
    '{"play": {"card": "\\ud800", "pile": "up1"}}',
]


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_a_line_that_cannot_be_read_is_answered_by_an_error_and_changes_nothing(line):
    _, refused, after = talk(START, line, play("10", "up1"))
    assert set(refused) == {"n", "error"} and "\n" not in refused["error"] and len(refused["error"]) < 400
    assert refused["n"] == 1 and after["n"] == 2
    assert after["verdict"] == "legal" and after["state"]["played"] == 1


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["47", "up1", "QH", "board"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
STEPS = ["play", "end_turn", "assess", "say", "dead", "draw", "setup_check", "stuck", "take_back", "undo", "correct"]
inner_keys = st.sampled_from(["card", "pile", "cell", "remove", "event", "players", "hand", "teams", "seats"])
absurd = st.dictionaries(
    st.sampled_from([*STEPS, "player", "game", "setup"]), values | st.dictionaries(inner_keys, values, max_size=3), max_size=3
)


@pytest.mark.whole
@settings(max_examples=300, deadline=None)
@given(st.sampled_from(GAMES), st.lists(absurd, max_size=4))
def test_absurd_events_never_break_the_referee(game, events):
    for answer in talk({"game": game, "players": 2}, *events):
        assert "error" in answer or answer["verdict"] in ("legal", "illegal", "loss", "win")


@pytest.mark.whole
@settings(max_examples=150, deadline=None)
@given(st.sampled_from(GAMES), st.dictionaries(
    st.sampled_from(["hands", "deck", "decks", "piles", "turn", "chips", "sequences", "discards"]), values, max_size=3,
), st.dictionaries(st.sampled_from(["on_fire", "pro", "teams", "advanced", "commands", "layout", "expert"]), values, max_size=2))  # fmt: skip
def test_absurd_positions_never_break_the_referee(game, setup, variant):
    for answer in talk({"game": game, "players": 2, "setup": setup, "variant": variant}, {"assess": True}):
        assert "error" in answer or answer["verdict"] in ("legal", "illegal", "loss", "win")


def test_the_command_answers_each_line_at_once_and_survives_what_is_no_text():
    command = [sys.executable, "-m", "companion", "referee"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as referee:
        for line in (
            b'{"game": "the_game", "players": 2}',
            b"\xff\xfe\x00",
            b"x" * 2_500_000,
            b'{"play": {"card": "\\ud800", "pile": "u"}}',
        ):
            referee.stdin.write(line + b"\n")
            referee.stdin.flush()
            answer = json.loads(referee.stdout.readline())
            assert "n" in answer
        referee.stdin.write(b'{"play": {"card": "47", "pile": "up1"}}')  # no line end: the last line counts too
        referee.stdin.close()
        assert json.loads(referee.stdout.readline())["verdict"] == "legal"
    assert referee.returncode == 0


CLEAN_AT_THE_DOOR = [
    ('{"game":"\\ud800","players":2}', "U+D800"),
    ('{"game": "the_game", "players": 2, "names": ["\\ud800"]}', "U+D800"),
    ('{"say": "\\u0007"}', "U+0007"),
    ('{"say": "' + "x" * 1001 + '"}', "1,000 characters"),
    ('{"undo": ' + "9" * 5000 + "}", "12 digits"),
    ('{"undo": 1234567890123}', "12 digits"),
    ('{"game": null, "players": 2}', "There is no game null; there are"),
    ('{"game": ["47"], "players": 2}', 'There is no game ["47"]; there are'),
    ('{"game": {"a": true}, "players": 2}', 'There is no game {"a": true}; there are'),
    ("hello", "look at character 1, “h”"),
    ("", "ends too early"),
]


@pytest.mark.parametrize(("line", "words"), CLEAN_AT_THE_DOOR, ids=range(len(CLEAN_AT_THE_DOOR)))
def test_what_is_not_clean_is_refused_in_words_that_are_not_pythons(line, words):
    _, refused, after = talk(START, line, play("10", "up1"))
    assert words in refused["error"] and not in_words_of_python(refused)
    assert after["verdict"] == "legal"


@pytest.mark.parametrize("names", [["Anna", "Anna"], ["Anna", "", " anna"]])
def test_two_players_of_one_name_are_told_apart_at_the_start_and_when_names_are_put_right(names):
    last = {**START, "setup": {"turn": len(names) - 1}}
    at_once, before, put_right, card, said = talk(
        {**last, "names": names}, last, {"correct": {"event": 0, "names": names}}, play("10", "up1"), {"end_turn": True}
    )
    second = f"{names[-1].strip()} (2)"
    assert second in at_once["message"] and second not in before["message"]
    assert (put_right["verdict"], card["verdict"], said["verdict"]) == ("legal", "legal", "illegal")


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=60) | st.text(st.characters(codec=None), max_size=60))
def test_whatever_stands_in_a_line_is_answered_by_one_line_of_clean_text(line):
    _, answer = talk(START, line)
    assert "\n" not in json.dumps(answer, ensure_ascii=False) and json.dumps(answer, ensure_ascii=False).encode()


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(list_languages()))
def test_absurd_lines_are_answered_without_words_of_python(seed, language):
    """`python -m tests.faults.text_lines` does the same with 100,000."""
    dialogue = Dialogue(catalogue(language))
    for line in islice(lines(seed), 100):
        answer = dialogue.answer(line)
        assert not in_words_of_python(answer) and json.dumps(answer, ensure_ascii=False).encode(), line


@pytest.mark.whole
def test_lines_that_are_refused_leave_nothing_behind():
    dialogue = Dialogue(catalogue("en"))
    dialogue.answer(json.dumps(START))
    refused = [*BAD_LINES[:20], '{"game": "x' + "y" * 900 + '"}']
    kept = []
    tracemalloc.start()
    try:
        for _ in range(3):
            for number in range(40):
                for line in refused:
                    dialogue.answer(line if isinstance(line, bytes) else line + " " * number)
            gc.collect()
            kept.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert kept[2] - kept[1] < 20_000
