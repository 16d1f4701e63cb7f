"""Standings by hand: points, tie-breaks, byes, those who withdrew, series with handicaps, leagues."""

import pytest

from companion.errors import InputError
from companion.tournament.events import BoardPaired, GameResult, PointsFor, RoundPaired, Withdrawn
from companion.tournament.league import rank_league
from companion.tournament.standings import rank_competitors
from tests.companion.tournament.evening import DRAW, FIRST, SECOND, Evening


def lines(evening):
    return [(row.place, row.competitor.name, row.points) for row in rank_competitors(evening.tournament)]


def ties(evening, name):
    row = next(row for row in rank_competitors(evening.tournament) if row.competitor.name == name)
    return {each.name: each.value for each in row.tie_breaks}


def play_all(evening, wins):
    """Play a round robin; `wins`: pairs of names, winner first; what is not said is drawn."""
    names = {each.number: each.name for each in evening.tournament.competitors}
    while True:
        try:
            round_ = evening.pair()
        except InputError:
            return
        for board in round_.boards:
            one, two = (names[side] for side in board.sides)
            evening.score(board.number, FIRST if one + two in wins else SECOND if two + one in wins else DRAW)


def test_three_points_for_a_win_and_one_for_a_draw():
    evening = Evening("round_robin", "abcd")
    play_all(evening, ["ab", "ac", "ad", "bc"])
    assert lines(evening) == [(1, "a", 9), (2, "b", 4), (3, "d", 2), (4, "c", 1)]


def test_of_two_equals_the_one_who_won_between_them_stands_higher():
    evening = Evening("round_robin", "abcd")
    play_all(evening, ["ba", "bd", "cb", "ad", "ac", "dc"])
    assert lines(evening) == [(1, "b", 6), (2, "a", 6), (3, "d", 3), (4, "c", 3)]
    assert (ties(evening, "b")["direct"], ties(evening, "a")["direct"]) == (3, 0)


def test_three_who_beat_one_another_in_a_ring_share_the_place():
    evening = Evening("round_robin", "abc")
    play_all(evening, ["ab", "bc", "ca"])
    assert [place for place, _, _ in lines(evening)] == [1, 1, 1]


def test_sonneborn_berger_counts_whom_one_has_beaten():
    evening = Evening("round_robin", "abcde")
    play_all(evening, ["ab", "ca", "da", "ea", "bc", "bd", "eb", "cd", "ec", "de"])
    # 9 points: e; 6: b, c, d (a ring is broken by sonneborn-berger); 3: a
    assert ties(evening, "e")["sonneborn-berger"] == 3 + 6 + 6
    assert ties(evening, "a")["sonneborn-berger"] == 6


def test_buchholz_adds_the_points_of_opponents_and_the_own_for_a_bye():
    evening = Evening("swiss", "abc")
    evening.play(FIRST)  # a beats b, c has a bye
    evening.play(SECOND)
    rows = {row.competitor.name: row for row in rank_competitors(evening.tournament)}
    for name, row in rows.items():
        others = [
            rows["abc"[side - 1]].points
            for board in evening.tournament.boards
            if "abc".index(name) + 1 in board.sides
            for side in board.sides
            if side != "abc".index(name) + 1
        ]
        assert ties(evening, name)["buchholz"] == sum(others) + row.points * row.byes


def test_whoever_had_the_harder_opponents_stands_higher_in_swiss():
    evening = Evening("swiss", "abcd")
    evening.write(RoundPaired(at=1, number=1, boards=(BoardPaired(1, (1, 2)), BoardPaired(2, (3, 4)))))
    evening.score(1, FIRST)
    evening.score(2, FIRST)
    evening.write(RoundPaired(at=1, number=2, boards=(BoardPaired(1, (1, 4)), BoardPaired(2, (3, 2)))))
    evening.score(1, SECOND)
    evening.score(2, FIRST)
    # c 6; a and d 3 with buchholz 0 + 3 and 6 + 3; b 0
    assert lines(evening) == [(1, "c", 6), (2, "d", 3), (3, "a", 3), (4, "b", 0)]
    assert ties(evening, "d")["buchholz"] == 9 and ties(evening, "a")["buchholz"] == 3


def test_a_bye_counts_as_a_win_in_swiss_and_nothing_in_round_robin():
    for format, points in [("swiss", 3), ("round_robin", 0)]:
        evening = Evening(format, "abc")
        round_ = evening.pair()
        [bye] = round_.byes
        row = next(row for row in rank_competitors(evening.tournament) if row.competitor.number == bye)
        assert (row.points, row.byes) == (points, 1)


def test_games_of_somebody_who_left_early_count_for_nobody():
    evening = Evening("round_robin", "abcdef")
    first = evening.pair()
    names = {each.number: each.name for each in evening.tournament.competitors}
    for board in first.boards:
        evening.score(board.number, FIRST)
    winner, loser = first.boards[0].sides
    evening.write(Withdrawn(at=1, number=loser))
    assert {name: points for _, name, points in lines(evening)}[names[winner]] == 0


def test_games_against_somebody_who_left_late_are_won_by_those_who_stay():
    evening = Evening("round_robin", "abcd")
    evening.play(FIRST, FIRST)
    evening.play(FIRST, FIRST)
    before = {name: points for _, name, points in lines(evening)}
    evening.write(Withdrawn(at=1, number=4))
    unmet = {1, 2, 3} - {side for board in evening.tournament.boards if 4 in board.sides for side in board.sides}
    [number] = unmet
    after = {name: points for _, name, points in lines(evening)}
    assert {name: after[name] - before[name] for name in "abcd"} == {"abcd"[number - 1]: 3} | dict.fromkeys(
        set("abcd") - {"abcd"[number - 1]}, 0
    )


def test_fewer_cards_stand_higher_and_handicaps_are_taken_off():
    evening = Evening("series", ["owls", "foxes", "bears"], handicaps={"on_fire": 5})
    evening.play(GameResult("cards", 12), GameResult("cards", 14, ("on_fire",)), GameResult("cards", 10))
    rows = rank_competitors(evening.tournament)
    assert [(row.place, row.competitor.name, row.cards) for row in rows] == [(1, "foxes", 9), (2, "bears", 10), (3, "owls", 12)]


def test_of_equal_teams_the_one_that_laid_every_card_more_often_stands_higher():
    evening = Evening("series", ["owls", "foxes"])
    evening.play(GameResult("cards", 0), GameResult("cards", 5))
    evening.play(GameResult("cards", 10), GameResult("cards", 5))
    rows = rank_competitors(evening.tournament)
    assert [(row.place, row.competitor.name, row.cards, row.won) for row in rows] == [(1, "owls", 10, 1), (2, "foxes", 10, 0)]


def test_a_round_that_a_team_missed_counts_as_set():
    evening = Evening("series", ["owls", "foxes"], missed_cards=50)
    evening.play(GameResult("cards", 10), GameResult("cards", 20))
    evening.enter("late")
    evening.play(GameResult("cards", 10), GameResult("cards", 20), GameResult("cards", 1))
    cards = {row.competitor.name: row.cards for row in rank_competitors(evening.tournament)}
    assert cards == {"owls": 20, "foxes": 40, "late": 51}


def test_a_league_adds_evenings_up_and_knows_people_by_name():
    one, two = Evening("swiss", ["Anna", "Bob"]), Evening("swiss", ["bob", "Cleo"])
    one.play(FIRST)
    two.play(FIRST)
    rows = rank_league([one.tournament, two.tournament])
    assert [(row.place, row.name, row.points, row.evenings) for row in rows] == [
        (1, "Anna", 3, 1),
        (1, "Bob", 3, 2),
        (3, "Cleo", 0, 1),
    ]
    assert rank_league([one.tournament, two.tournament], points=PointsFor(win=2))[0].points == 2


def test_a_league_counts_the_best_evenings_of_each():
    evenings = [Evening("series", ["owls", "foxes"]) for _ in range(3)]
    for evening, (owls, foxes) in zip(evenings, [(10, 20), (90, 20), (10, 20)], strict=True):
        evening.play(GameResult("cards", owls), GameResult("cards", foxes))
    tournaments = [evening.tournament for evening in evenings]
    assert [(row.name, row.cards) for row in rank_league(tournaments)] == [("foxes", 60), ("owls", 110)]
    assert [(row.name, row.cards) for row in rank_league(tournaments, best=2)] == [("owls", 20), ("foxes", 40)]


def test_a_league_is_of_one_kind():
    series, swiss = Evening("series", ["owls", "foxes"]), Evening("swiss", "ab")
    with pytest.raises(InputError, match="A league is either"):
        rank_league([series.tournament, swiss.tournament])
