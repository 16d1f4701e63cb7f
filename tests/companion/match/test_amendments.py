"""The points of the law of amendments, told as dialogues, and the laws as properties on random logs of all five games. Points 13 and 14 are
in `test_takings_back.py` and `test_amendments_of_one_entry.py`."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import GAMES, rules_of
from companion.games.sheets import load_sheet
from tests.companion.match.dialogues import (
    AT_TABLE,
    EXTREME,
    FACES,
    FIRE,
    QUICK,
    SEQUENCE,
    THREE,
    TWO,
    changes,
    correct,
    event,
    insert,
    last,
    ruled,
    talk,
)
from tests.soaks.amendments import soak_amendments

# The five cases that began it


def test_a_refused_card_is_no_ghost_after_a_take_back():
    *_, taken, _, ended = talk(TWO, "20 up1", "15 up1", "back up1", "25 up1", "end")
    assert taken["state"]["top"]["up1"] is None and taken["message"] == "Taken back: the 20 from the first ascending pile."
    assert ruled(ended) == ("illegal", "TG-07")


def test_a_correction_of_a_covered_card_moves_no_turn():
    answers = talk(TWO, "50 up1", "60 up1", "end", "90 down1", "80 down1", "end", correct(1, "65"))
    assert answers[-1]["state"] == answers[-2]["state"], "the 60 lies there, and it is still player 1's turn"
    assert changes(answers[-1]) == [(2, "legal", "note", "TG-04")]
    assert "was wrong; it stays" in answers[-1]["message"]


def test_a_deadline_that_a_correction_shows_to_be_missed_is_an_end():
    answer = last({**FIRE, "players": 2}, "45 up1", "80 down1", "end", "10 up2", "11 up2", "end", correct(1, "44"))
    assert ruled(answer) == ("loss", "OF-02") and answer["state"]["status"] == "lost"
    assert answer["state"]["top"]["up2"] == 11 and "Lost in turn 2" in answer["message"]


def test_an_undone_undo_is_exactly_as_before():
    answers = talk(TWO, "20 up1", "30 up1", correct(1, "25"), {"undo": 3}, {"undo": 4})
    assert answers[4]["state"] == answers[2]["state"] and answers[5]["state"] == answers[3]["state"]


def test_a_claim_that_cannot_be_shown_never_enters():
    assert "error" in last(TWO, {"assess": {"row": 1}})


# 1. Open until the next event, then over


def test_a_foul_that_was_a_misread_goes_away():
    answer = last(TWO, "50 up1", "42 up1", correct(1, "40"))
    assert ruled(answer) == ("legal", None) and changes(answer) == [(2, "illegal", "legal", None)]
    assert answer["message"].endswith("The 42 on the first ascending pile is allowed now.")


def test_what_was_over_stays_over():
    answer = last(TWO, "50 up1", "42 up1", "60 up1", correct(1, "40"))
    assert answer["changed"] == [] and answer["state"]["played"] == 2


def test_an_early_end_of_turn_stands_once_the_missed_card_is_told():
    answer = last(TWO, "50 up1", "end", insert(2, "60 up1"))
    assert ruled(answer) == ("legal", None) and answer["state"]["to_move"] == 1


# 2. What stood lies there


def test_many_later_cards_become_notes_and_stay():
    answer = last(THREE, "10 up1", "11 up1", "end", "12 up1", "13 up1", "end", correct(1, "90"))
    assert changes(answer) == [(2, "legal", "note", "TG-04")]
    assert (answer["state"]["turn"], answer["state"]["top"]["up1"]) == (3, 13)


def test_a_turn_that_ended_with_a_card_too_few_has_ended():
    answer = last(THREE, "10 up1", "11 up1", "end", "12 up1", {"undo": 1})
    assert changes(answer) == [(3, "legal", "note", "TG-07")] and answer["state"]["to_move"] == 1


# 3. The amended entry


def test_a_visible_card_of_this_turn_is_open_when_amended_to_a_foul():
    answer = last(TWO, "20 up1", "30 up1", correct(2, "15"))
    assert ruled(answer) == ("illegal", "TG-04") and answer["state"]["top"]["up1"] == 20


@pytest.mark.parametrize("since", [["40 up1"], ["end"]], ids=["covered", "turn over"])
def test_a_covered_card_or_one_of_an_earlier_turn_lies_there(since):
    answer = last(TWO, "20 up1", "30 up1", *since, correct(2, "15"))
    assert ruled(answer) == ("legal", None) and changes(answer)[0] == (2, "legal", "note", "TG-04")


def test_letting_stand_no_longer_is_a_foul_again_only_while_it_can_be_seen():
    start = [AT_TABLE, "20 up1", "15 up1", {"waive": 2}]
    assert ruled(last(*start, {"undo": 3})) == ("illegal", "TG-04")
    assert ruled(last(*start, "30 up1", {"undo": 3})) == ("legal", None)


# 4. The verdict is of the present


def test_an_amendment_elsewhere_leaves_a_foul_open():
    assert ruled(last(TWO, "20 up1", "90 down1", "15 up1", correct(2, "91"))) == ("illegal", "TG-04")


# 5. and 10. Ends


def test_a_table_may_play_on():
    lost = [FIRE, "45 up1", "80 down1", "end", "10 up2", "11 up2", "end", "12 up2", correct(1, "44")]
    assert ruled(last(*lost)) == ("loss", "OF-02")
    on = last(*lost, {"play_on": True})
    assert ruled(on) == ("legal", None) and on["state"]["status"] == "playing" and on["state"]["to_move"] == 2
    assert ruled(last(*lost, {"play_on": True}, "13 up2")) == ("legal", None)
    assert ruled(last(*lost, {"play_on": True}, {"undo": 9})) == ("loss", "OF-02")


BURNT = [FIRE, "22 up1", "23 up2", "end", "90 down1", "80 down1", "end"]


def test_the_turn_passes_once_its_lost_end_is_amended_away():
    assert ruled(last(*BURNT)) == ("loss", "OF-02")
    answer = last(*BURNT, correct(1, "21"))
    assert changes(answer) == [(6, "loss", "legal", None)]
    assert (answer["state"]["to_move"], answer["state"]["turn"], answer["state"]["played"]) == (2, 3, 0)


def test_a_lost_end_of_turn_that_would_not_have_stood_is_lost_all_the_same():
    answer = last(*BURNT, {"undo": 5})
    assert answer["verdict"] == "loss" and answer["state"]["turn"] == 2


def test_what_is_laid_after_the_end_lies_there_once_the_end_falls():
    kept = [*BURNT, "50 up1", "50 up2"]
    assert [ruled(answer) for answer in talk(*kept)[-2:]] == [("illegal", "TG-18")] * 2
    answer = last(*kept, correct(1, "21"))
    assert answer["verdict"] == "legal", "nothing of it is a foul to be put right"
    assert (7, "illegal", "legal", None) in changes(answer) and (8, "illegal", "note", "TG-17") in changes(answer)
    assert answer["state"]["top"]["up2"] == 50


def test_what_is_put_in_after_the_end_is_kept_too():
    answer = last(*BURNT, "50 up1", insert(7, "24 up2"))
    assert answer["verdict"] == "loss" and answer["state"]["top"]["up2"] == 23


def test_a_stop_that_lost_the_match_ends_the_turn_once_that_is_amended_away():
    answer = last(EXTREME, "20:skull up1", "30:stop up2", correct(1, "20"))
    assert changes(answer) == [(2, "loss", "legal", None)] and answer["state"]["to_move"] == 1


def test_a_skull_that_nobody_covered_is_found():
    answer = last(EXTREME, "20:skull up1", "30 up1", "end", "40 up1", {"undo": 2})
    assert ruled(answer) == ("loss", "EX-11") and "Lost in turn 1" in answer["message"]


# 6. Turns joined, given and taken


def test_the_undo_of_an_end_joins_two_turns():
    answers = talk(TWO, "20 up1", "30 up1", "end", "40 up1", "50 up1", "end", {"undo": 3}, "60 up1", {"undo": 7})
    joined = answers[7]["state"]
    assert (joined["to_move"], joined["turn"], joined["hand_size"]) == (1, 2, [7, 7])
    again = answers[9]["state"]
    assert (again["to_move"], again["turn"], again["played"]) == (0, 3, 1), "as if the end had never been undone"


def test_who_was_named_keeps_his_card_as_a_note_when_turns_are_joined():
    answer = last(TWO, "20 up1", "30 up1", "end", {**event("40 up1"), "player": 1}, {"undo": 3})
    assert changes(answer) == [(4, "legal", "note", "TG-17")] and answer["state"]["hand_size"] == [5, 6]


def test_an_end_that_was_missed_splits_a_turn():
    answer = last(TWO, "20 up1", "30 up1", "40 up1", "50 up1", insert(3, "end"))
    assert (answer["state"]["to_move"], answer["state"]["played"], answer["state"]["hand_size"]) == (1, 2, [7, 5])


@pytest.mark.parametrize(("since", "seat"), [([], 0), (["30 up1"], 1)], ids=["nothing laid", "laid since"])
def test_a_stop_undone_gives_the_turn_back_only_if_nothing_was_laid(since, seat):
    assert last(EXTREME, "20:stop up1", *since, {"undo": 1})["state"]["to_move"] == seat


def test_a_card_that_was_let_stand_was_laid_since():
    told = ("52:stop up1", "36 up1", {"waive": 2}, {"undo": 1})
    assert last({**EXTREME, "holds": True}, *told)["state"]["to_move"] == 1


@pytest.mark.parametrize(("since", "seat"), [([], 1), (["30 up1"], 0)], ids=["nothing laid", "laid since"])
def test_a_card_corrected_to_stop_takes_the_turn_only_if_nothing_was_laid(since, seat):
    assert last(EXTREME, "20 up1", *since, correct(1, "20:stop"))["state"]["to_move"] == seat


def test_own_piles_and_shared_colours_go_with_the_seat_when_turns_are_joined():
    answer = last(FACES, "10 own_up", "11 own_up", "end", "20 own_up", "58 own_down", {"undo": 3})
    assert answer["state"]["played"] == 4 and answer["state"]["hand_size"] == [2, 6]
    assert list(answer["state"]["top"].values()) == [20, 58, None, None]


# 7. Counted anew


def test_hands_and_the_draw_pile_are_counted_from_what_lies():
    answers = talk(TWO, "20 up1", "30 up1", "40 up1", "end", {"undo": 2})
    assert [answer["state"]["deck_size"] for answer in answers[-2:]] == [81, 82]


def test_a_card_that_a_known_hand_could_not_hold_lies_there():
    known = {**TWO, "setup": {"hands": [["10", "20", "30"], ["11", "12", "13"]], "deck": ["50", "51"]}}
    answer = last(known, "10 up1", "20 up1", "end", "11 up2", correct(1, "15"))
    assert changes(answer) == [(1, "legal", "note", "TG-17")]


def test_a_third_card_put_in_is_a_note_on_the_one_that_is_too_many():
    answer = last(QUICK, "3R up", "5R up", "end", insert(2, "4R up"))
    assert changes(answer) == [(2, "legal", "note", "QE-02")] and answer["state"]["deck_size"] == 43


# 8. Twins


def test_of_twins_the_later_one_is_a_note():
    answer = last(TWO, "45 up1", "80 down1", "end", correct(1, "80"))
    assert changes(answer) == [(2, "legal", "note", "TG-17")]


@pytest.mark.parametrize("start", [TWO, EXTREME, FACES], ids=lambda start: start["game"])
def test_a_face_the_game_lacks_is_an_error(start):
    pile = "own_up" if start is FACES else "up1"
    assert "error" in last(start, f"20 {pile}", correct(1, "100"))


# 9. Sequence


def test_amending_a_card_moves_no_chip():
    answer = last(SEQUENCE, "2S r0c1", "3S r0c2", correct(1, "4S"))
    assert changes(answer) == [(1, "legal", "note", "SQ-05")] and answer["state"]["to_move"] == 0


def test_a_draw_that_was_never_made_is_taken_out():
    answers = talk(SEQUENCE, "2S r0c1", {"draw": True, "player": 0}, "3S r0c2", {"undo": 2}, {"undo": 4})
    assert [answer["state"]["hand_size"]["0"] for answer in answers[-3:]] == [7, 6, 7]


def test_a_removal_put_in_breaks_a_line():
    start = {**SEQUENCE, "setup": {"chips": {"0": [[0, 1], [0, 2], [0, 3]]}}}
    removal = {"play": {"card": "JS", "remove": [0, 3]}}
    whole = last(start, "5S r0c4", "6S r0c5")["state"]["sequences"]
    broken = last(start, "5S r0c4", "6S r0c5", insert(1, removal, player=1))
    assert broken["state"]["sequences"] != whole


def test_what_is_put_in_and_undone_again_is_told_in_words():
    removal = {"play": {"card": "JS", "remove": [0, 1]}}
    for language, word in (("en", "added later"), ("it", "aggiunt")):
        *_, put_in, undone = talk(SEQUENCE, "2S r0c1", "3S r0c2", insert(2, removal, player=1), {"undo": 3}, language=language)
        assert "inserted" not in put_in["message"] and word in undone["message"]


# 11. What cannot be amended


@pytest.mark.parametrize(
    "said",
    [
        ["20 up1", {"undo": 1}, {"undo": 1}],
        ["20 up1", "15 up1", "30 up1", {"undo": 2}],
        ["20 up1", "15 up1", "30 up1", correct(2, "31")],
        ["20 up1", "back up1", correct(1, "31")],
        ["20 up1", {"undo": 0}],
        ["20 up1", {"undo": 7}],
        ["20 up1", insert(7, "30 up1")],
        ["20 up1", correct(1, pile="up9")],
        ["20 up1", {"play_on": True}],
    ],
    ids=lambda said: json.dumps(said[-1]),
)
def test_what_cannot_be_amended_is_an_error_that_changes_nothing(said):
    *_, refused, after = talk(TWO, *said, {"assess": True})
    before = talk(TWO, *said[:-1], {"assess": True})[-1]
    assert "error" in refused and after["state"] == before["state"]


def test_of_two_corrections_the_later_standing_one_holds():
    answers = talk(TWO, "20 up1", correct(1, "30"), correct(1, "40"), {"undo": 3}, {"undo": 2})
    assert [answer["state"]["top"]["up1"] for answer in answers[1:]] == [20, 30, 40, 30, 20]


def test_the_start_is_put_right():
    answers = talk(
        THREE, "45 up1", "80 down1", "end", "10 up2", correct(0, turn=1), correct(0, variant={"pro": True}), {"undo": 6}
    )
    begins, pro, undone = (answer["state"] for answer in answers[-3:])
    assert begins["to_move"] == 2 and begins["hand_size"] == [6, 6, 5]
    assert (pro["min_cards"], undone["min_cards"]) == (3, 2)
    assert "error" in last(THREE, "45 up1", correct(0, variant={"nope": True}))


# 12. Text as at a table


def test_a_foul_stays_in_dispute_until_it_is_put_right():
    answers = talk(AT_TABLE, "20 up1", "15 up1", "30 up2", "end", {"put_right": {"pile": "up1"}}, "end")
    assert ruled(answers[4]) == ("illegal", "G-1") and ruled(answers[6]) == ("legal", None)
    assert "error" in last(AT_TABLE, "20 up1", {"put_right": {"pile": "up1"}})


def test_a_foul_in_dispute_is_let_stand():
    answer = last(AT_TABLE, "20 up1", "15 up1", "30 up2", {"waive": 2})
    assert answer["state"]["top"]["up1"] == 15 and changes(answer) == [(2, "illegal", "legal", None)]


# The laws, on random logs


SEATS = {"the_game": (1, 2, 4), "extreme": (1, 3), "quick_easy": (2, 4), "face_to_face": (2,), "sequence": (2, 3)}
VARIANTS = {"the_game": ("on_fire", "pro"), "quick_easy": ("expert",), "sequence": ("advanced",)}


@pytest.mark.parametrize("holds", [False, True], ids=["text", "table"])
@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=8, deadline=None)
@given(data=st.data(), seed=st.integers(0, 1_000_000))
def test_the_laws_hold_on_random_logs(game, holds, data, seed):
    """See `tests/soaks/amendments.py`: which laws, and what goes into a log."""
    players = data.draw(st.sampled_from(SEATS.get(game, load_sheet(game).counts[:2])))
    options = {name: True for name in VARIANTS.get(game, ()) if data.draw(st.booleans())}
    if game == "sequence":
        options["teams"] = players
    soak_amendments(rules_of(game), players, options, Random(seed), 40, holds=holds)


@pytest.mark.parametrize("seed", [61, 604493])
@pytest.mark.parametrize("players", [2, 3])
def test_the_laws_hold_on_rare_logs(players, seed):
    """A card put in before an end told after the match, and undone (61); an end that goes while another holds (604493)."""
    for holds in (True, False):
        soak_amendments(rules_of("extreme"), players, {}, Random(seed), 40, holds=holds, again=False)


def test_the_laws_hold_where_a_stop_in_dispute_was_undone_and_its_pile_put_right():
    soak_amendments(rules_of("extreme"), 3, {}, Random(910122), 40, holds=True)
