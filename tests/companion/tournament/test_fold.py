"""A tournament is the fold of its events; what cannot happen is refused and changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import InputError
from companion.tournament.events import (
    BoardMoved,
    BoardPaired,
    Created,
    Entered,
    GameResult,
    ResultEntered,
    Returned,
    RoundPaired,
    Settings,
    TableFailed,
    TablesNamed,
    Withdrawn,
    decode_event,
)
from companion.tournament.fold import apply_event, fold_tournament
from companion.tournament.pairing import pair_round
from companion.tournament.standings import rank_competitors
from tests.companion.tournament.evening import DRAW, FIRST, NONE, SECOND, Evening


def order(tournament):
    return [(row.place, row.competitor.name, row.points) for row in rank_competitors(tournament)]


def test_a_round_stays_as_it_was_paired_when_a_result_is_corrected():
    evening = Evening(names="abcd")
    evening.play(FIRST, FIRST)
    second = evening.pair()
    evening.correct(1, SECOND, round=1)
    assert evening.tournament.rounds[1] == second


def test_a_corrected_result_moves_the_standings_with_a_word_why():
    evening = Evening(names="abcd")
    evening.play(FIRST, FIRST)
    assert {name for place, name, _ in order(evening.tournament) if place == 1} == {"a", "d"}
    evening.correct(1, SECOND, "the last chip lay elsewhere")
    assert {name for place, name, _ in order(evening.tournament) if place == 1} == {"c", "d"}
    [correction] = evening.tournament.corrections
    assert (correction.before, correction.after, correction.reason, correction.by) == (
        FIRST,
        SECOND,
        "the last chip lay elsewhere",
        "Ada",
    )


def test_a_result_can_be_taken_away():
    evening = Evening(names="ab")
    evening.play(FIRST)
    evening.correct(1, None)
    assert [points for _, _, points in order(evening.tournament)] == [0, 0] and len(evening.tournament.open_boards) == 1
    evening.score(1, SECOND)
    assert order(evening.tournament)[0] == (1, "b", 3)


def test_somebody_who_withdraws_is_paired_no_more_and_may_return():
    evening = Evening(names="abcd")
    evening.play(FIRST, FIRST)
    evening.write(Withdrawn(at=1, number=2))
    second = evening.pair()
    assert 2 not in [side for board in second.boards for side in board.sides] and len(second.byes) == 1
    evening.score(1, DRAW)
    evening.write(Returned(at=1, number=2))
    assert 2 in [side for board in evening.pair().boards for side in board.sides]


def test_somebody_who_comes_late_plays_from_the_next_round():
    evening = Evening(names="abc")
    evening.play(FIRST)
    evening.enter("late")
    second = evening.pair()
    assert second.byes == () and 4 in [side for board in second.boards for side in board.sides]


def test_swiss_waits_for_the_results_of_the_round():
    evening = Evening(names="abcd")
    evening.pair()
    evening.score(1, NONE)
    with pytest.raises(InputError, match="One board has no result"):
        evening.pair()


def test_the_rounds_that_were_agreed_are_the_last():
    evening = Evening(names="abcd", rounds=1)
    evening.play(FIRST, FIRST)
    with pytest.raises(InputError, match="All 1 rounds"):
        evening.pair()


IMPOSSIBLE = {
    "created twice": Created(at=0, settings=Settings(name="x", format="swiss", game="duel")),
    "the same name in other letters": Entered(at=0, number=5, name="A"),
    "a number left out": Entered(at=0, number=9, name="new"),
    "nobody withdraws": Withdrawn(at=0, number=9),
    "returned without having left": Returned(at=0, number=1),
    "somebody sits twice": RoundPaired(
        at=0, number=2, boards=(BoardPaired(1, (1, 2), "t1"), BoardPaired(2, (2, 3), "t2")), byes=(4,)
    ),
    "two boards at a table": RoundPaired(at=0, number=2, boards=(BoardPaired(1, (1, 2), "t1"), BoardPaired(2, (3, 4), "t1"))),
    "a round twice": RoundPaired(at=0, number=1, boards=(BoardPaired(1, (1, 2)),), byes=(3, 4)),
    "a round left out": RoundPaired(at=0, number=3, boards=(BoardPaired(1, (1, 2)),), byes=(3, 4)),
    "a side alone": RoundPaired(at=0, number=2, boards=(BoardPaired(1, (1,)),)),
    "a board that is not there": ResultEntered(at=0, round=1, board=9, score=FIRST),
    "a result twice": ResultEntered(at=0, round=1, board=1, score=SECOND),
    "cards between two sides": ResultEntered(at=0, round=1, board=2, score=GameResult("cards", 3)),
    "a table that is taken": BoardMoved(at=0, round=1, board=1, table="t2"),
    "a table that nobody has": BoardMoved(at=0, round=1, board=2, table="t9"),
    "an unknown table fails": TableFailed(at=0, table="t9"),
    "a table twice": TablesNamed(at=0, tables=("t1", "t1")),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_what_cannot_happen_is_refused_with_a_sentence(name):
    evening = Evening(names="abcd", tables=["t1", "t2"])
    evening.pair()
    evening.score(1, FIRST)
    with pytest.raises(InputError, match=r"[.]$"):
        apply_event(evening.tournament, IMPOSSIBLE[name])


def test_nothing_happens_before_a_tournament_is_created():
    with pytest.raises(InputError, match="not been created"):
        fold_tournament([Withdrawn(at=0, number=1)])
    with pytest.raises(InputError, match="not been created"):
        fold_tournament([])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"{}",
        b'{"type":"Escaped","at":1}',
        b'{"type":"Withdrawn","at":1,"number":1,"more":2}',
        b'{"type":"Withdrawn","at":-1,"number":1}',
        b'{"type":"Entered","at":1,"number":1,"name":""}',
        b'{"type":"Entered","at":1,"number":1,"name":"a\\u202eb"}',
        b'{"type":"Entered","at":1,"number":1,"name":"\\u0000"}',
        b'{"type":"TableFailed","at":1,"table":"../x"}',
        b"\xff\xfe",
    ],
)
def test_stored_text_that_is_no_event_is_refused_in_one_line(data):
    with pytest.raises(InputError) as refused:
        decode_event(data)
    assert "\n" not in str(refused.value) and len(str(refused.value)) < 200


@st.composite
def evenings(draw, formats=("swiss", "round_robin", "series")):
    """Evenings of any format, with people who come late, withdraw and return, and results in any order."""
    format = draw(st.sampled_from(formats))
    evening = Evening(format, "abcdefg"[: draw(st.integers(2, 7))], tables=["t1", "t2", "t3"][: draw(st.integers(0, 3))])
    scores = [GameResult("cards", n) for n in (0, 4, 12)] if format == "series" else [FIRST, SECOND, DRAW, NONE]
    for _ in range(draw(st.integers(1, 12))):
        step = draw(st.sampled_from(["pair", "pair", "score", "late", "withdraw", "return", "correct"]))
        tournament = evening.tournament
        try:
            if step == "pair":
                for board in tournament.open_boards:
                    evening.score(board.number, draw(st.sampled_from(scores)), round=board.round)
                evening.pair()
            elif step == "late":
                evening.enter(f"late {len(tournament.competitors)}")
            elif step in ("withdraw", "return"):
                number = draw(st.integers(1, len(tournament.competitors)))
                event = (Withdrawn if step == "withdraw" else Returned)(at=evening.now, number=number)
                apply_event(tournament, event)
                evening.write(event)
            elif tournament.boards:
                board = draw(st.sampled_from(tournament.boards))
                if step == "correct":
                    evening.correct(board.number, draw(st.sampled_from([*scores, None])), round=board.round)
                elif board.score is None:
                    evening.score(board.number, draw(st.sampled_from(scores)), round=board.round)
        except InputError:
            pass
    return evening


@given(evenings())
@settings(max_examples=80, deadline=None)
def test_every_round_seats_everybody_who_plays_once(evening):
    tournament = evening.tournament
    for at in range(1, len(evening.events)):
        if isinstance(evening.events[at], RoundPaired):
            before = fold_tournament(evening.events[:at])
            paired = fold_tournament(evening.events[: at + 1]).rounds[-1]
            playing = [side for board in paired.boards for side in board.sides] + list(paired.byes)
            assert sorted(playing) == [each.number for each in before.active]
    assert [row.place for row in rank_competitors(tournament)] == sorted(row.place for row in rank_competitors(tournament))


@given(evenings(["round_robin"]))
@settings(max_examples=80, deadline=None)
def test_a_round_robin_ends_when_each_has_met_each_who_plays_on(evening):
    tournament = evening.tournament
    met = [frozenset(board.sides) for board in tournament.boards]
    assert len(met) == len(set(met))
    for _ in range(20):
        tournament = evening.tournament
        try:
            evening.pair()
        except InputError:
            break
    playing = {each.number for each in tournament.active}
    pairs = {frozenset((one, two)) for one in playing for two in playing if one < two}
    assert len(playing) < 2 or pairs <= {frozenset(board.sides) for board in tournament.boards}


@given(evenings())
@settings(max_examples=40, deadline=None)
def test_the_same_events_pair_the_same_round(evening):
    tournament, again = evening.tournament, fold_tournament(evening.events)
    assert tournament == again
    try:
        assert pair_round(tournament, 5) == pair_round(again, 5)
    except InputError as refused:
        with pytest.raises(InputError, match=str(refused).replace("(", ".").replace(")", ".")):
            pair_round(again, 5)
