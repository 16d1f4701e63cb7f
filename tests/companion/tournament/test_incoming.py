"""Which table's result belongs to which board, and what a person is asked first."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tournament.events import GameResult, QueryClosed, ResultQueried, ResultReceived, TablesNamed
from companion.tournament.fold import PERSON, TABLE
from companion.tournament.seating import fail_table, list_free_tables, seat_waiting
from tests.companion.tournament.evening import DRAW, FIRST, SECOND, Evening

TABLES = ("t1", "t2")


def duel(**values):
    evening = Evening("swiss", "abcd", TABLES, **values)
    evening.pair()
    return evening


def score_of(evening, board=1):
    return evening.tournament.find_board(1, board).score


def test_a_table_tells_the_result_of_the_board_that_sits_there():
    evening = duel()
    assert isinstance(evening.tell("t2", winner=0), ResultReceived)
    assert (score_of(evening, 1), score_of(evening, 2)) == (None, FIRST)
    assert evening.tournament.find_board(1, 2).source == TABLE
    evening.tell("t1", status="drawn")
    assert score_of(evening, 1) == DRAW


@pytest.mark.parametrize(
    ("players", "teams", "winner", "score"),
    [
        (("player 1", "player 2"), None, 1, SECOND),
        (("c", "a"), None, 1, FIRST),  # c and a are board 1, seated the other way round
        (("A ", "C"), None, 1, SECOND),
        (("C", "?"), None, 0, SECOND),
        (("x", "y", "z", "w"), 2, 1, SECOND),
        (("c", "a", "?", "?"), 2, 0, SECOND),
    ],
)
def test_names_at_the_table_say_who_sits_where_else_the_first_named_is_player_one(players, teams, winner, score):
    evening = duel()
    assert {evening.tournament.find_competitor(side).name for side in evening.tournament.find_board(1, 1).sides} == {"a", "c"}
    evening.tell("t1", players=players, teams=teams, winner=winner)
    assert score_of(evening) == score


@pytest.mark.parametrize(
    "told",
    [
        {"players": ("a", "?", "c"), "winner": 0, "teams": 2},  # both sides would be team 1
        {"winner": 2, "teams": 3},
        {"status": "lost"},
    ],
)
def test_a_result_that_fits_no_side_is_asked_about(told):
    evening = duel()
    event = evening.tell("t1", **told)
    assert isinstance(event, ResultQueried) and event.why == "unclear" and score_of(evening) is None


def test_another_game_or_another_table_means_nothing_to_the_tournament():
    evening = duel()
    assert evening.tell("t1", game="other", winner=0) is None
    assert evening.tell("t9", winner=0) is None
    assert evening.tell("t1", status="playing", seen_at=2.0) is None


def test_the_same_result_twice_counts_once():
    evening = duel()
    evening.tell("t1", match="ab" * 16, winner=0)
    assert evening.tell("t1", match="ab" * 16, winner=0) is None
    assert evening.tell("t1", match="ab" * 16, winner=1, entries=9) is None and score_of(evening) == FIRST


def test_a_second_match_at_the_table_asks_instead_of_counting():
    evening = duel()
    evening.tell("t1", winner=0)
    event = evening.tell("t1", winner=1)
    assert isinstance(event, ResultQueried) and event.why == "second-match"
    assert score_of(evening) == FIRST and len(evening.tournament.queries) == 1
    evening.write(QueryClosed(at=1, match=event.match))
    assert evening.tournament.queries == ()
    assert evening.tell("t1", match=event.match, winner=1) is None  # asked once


def test_a_person_who_answers_by_a_result_closes_the_question():
    evening = duel()
    evening.tell("t1", winner=0)
    evening.tell("t1", winner=1)
    evening.correct(1, SECOND, "the first was a trial game")
    assert evening.tournament.queries == () and score_of(evening) == SECOND


def test_a_match_that_the_table_amends_moves_the_result_and_is_written_down():
    evening = duel()
    evening.tell("t1", match="ab" * 16, winner=0)
    evening.tell("t1", match="ab" * 16, winner=1, entries=12)
    [correction] = evening.tournament.corrections
    assert score_of(evening) == SECOND and (correction.before, correction.after, correction.by) == (FIRST, SECOND, "t1")
    evening.tell("t1", match="ab" * 16, status="playing", entries=14)
    assert score_of(evening) is None and len(evening.tournament.open_boards) == 2


def test_what_a_person_said_is_not_changed_by_a_table():
    evening = duel()
    evening.tell("t1", match="ab" * 16, winner=0)
    evening.correct(1, DRAW)
    event = evening.tell("t1", match="ab" * 16, winner=1, entries=12)
    assert isinstance(event, ResultQueried) and event.why == "person-spoke"
    assert score_of(evening) == DRAW and evening.tournament.find_board(1, 1).source == PERSON


def test_a_table_that_says_what_a_person_had_entered_asks_nothing():
    evening = duel()
    evening.score(1, FIRST)
    assert evening.tell("t1", winner=0) is None
    assert isinstance(evening.tell("t1", winner=1), ResultQueried)


def test_a_match_that_was_on_before_the_round_opened_asks():
    evening = duel()
    event = evening.tell("t1", winner=0, seen_at=3.0)
    assert isinstance(event, ResultQueried) and event.why == "began-before" and score_of(evening) is None


def test_a_match_belongs_to_the_board_that_sat_there_when_it_began():
    evening = Evening("swiss", "abcd", ["t1"])
    evening.pair()  # board 2 waits
    assert [board.table for board in evening.tournament.boards] == ["t1", ""]
    evening.tell("t1", winner=0)
    evening.write(*seat_waiting(evening.tournament, evening.now))
    assert [board.table for board in evening.tournament.boards] == ["t1", "t1"]
    evening.now += 5
    evening.tell("t1", winner=1)
    assert (score_of(evening, 1), score_of(evening, 2)) == (FIRST, SECOND)


def test_an_evening_goes_on_when_a_table_fails():
    evening = Evening("swiss", "abcdef", ["t1", "t2", "t3", "t4"])
    evening.pair()
    evening.write(*fail_table(evening.tournament, "t2", evening.now))
    assert [board.table for board in evening.tournament.boards] == ["t1", "t4", "t3"]
    evening.write(*fail_table(evening.tournament, "t4", evening.now))
    assert [board.table for board in evening.tournament.boards] == ["t1", "", "t3"] and not list_free_tables(evening.tournament)
    event = evening.tell("t2", winner=0)  # finished at the failed table after all
    assert isinstance(event, ResultQueried) and event.why == "moved-away"
    evening.tell("t1", winner=0)
    [moved] = seat_waiting(evening.tournament, evening.now)
    assert (moved.board, moved.table) == (2, "t1")


def test_a_late_table_takes_the_board_that_waits():
    evening = Evening("swiss", "abcd", ["t1"])
    evening.pair()
    evening.write(TablesNamed(at=evening.now, tables=("t1", "t7")))
    [moved] = seat_waiting(evening.tournament, evening.now)
    assert (moved.board, moved.table) == (2, "t7")


def test_a_series_takes_cards_and_options_from_the_table():
    evening = Evening("series", ["owls", "foxes"], TABLES)
    evening.pair()
    evening.tell("t1", status="lost", cards_left=7, variant={"on_fire": True, "pro": False, "level": 3})
    assert score_of(evening) == GameResult("cards", 7, ("on_fire",))
    evening.tell("t2", status="won")
    assert score_of(evening, 2) == GameResult("cards", 0)


def test_a_match_begun_anew_after_the_first_was_taken_back_counts():
    evening = duel()
    evening.tell("t1", match="ab" * 16, winner=0)
    evening.tell("t1", match="ab" * 16, status="playing", entries=12)
    evening.tell("t1", winner=1)
    assert score_of(evening) == SECOND
    event = evening.tell("t1", match="ab" * 16, winner=0, entries=14)  # the first is played on after all
    assert isinstance(event, ResultQueried) and event.why == "second-match" and score_of(evening) == SECOND


TOLD = [
    {"table": table, "match": match, "entries": entries, **rest}
    for table, match in (("t1", "a" * 32), ("t2", "b" * 32))
    for entries, rest in (
        (8, {"winner": 0}),
        (10, {"status": "playing"}),
        (12, {"winner": 1}),
        (12, {"winner": 0, "revision": 1}),
        (15, {"status": "playing"} if table == "t2" else {"status": "drawn"}),
    )
]


@given(st.permutations(TOLD), st.lists(st.sampled_from(TOLD), max_size=6))
@settings(max_examples=60, deadline=None)
def test_order_and_repeats_of_what_tables_tell_change_nothing(told, repeats):
    evening = duel()
    for each in (*told, *repeats):
        evening.tell(seen_at=1000.0 + evening.now, **each)
    assert (score_of(evening, 1), score_of(evening, 2)) == (DRAW, None) and evening.tournament.queries == ()
