"""What players and groups have won, over evenings: counted from scores, whatever the names look like."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.journal.scores import Score
from companion.shown.statistics import fold_name, make_statistics_view
from companion.shown.words.messages import catalogue

GAMES = ("the_game", "face_to_face", "sequence")
ALL = (0, 1)


def score(began, names=("Ada", "Bruno"), winners=ALL, left=0, game="the_game", *, ended=True):
    return Score(f"m{began}", 5, game, names, float(began), ended, winners, left)


def told(*scores):
    return make_statistics_view(scores, catalogue("en"), GAMES)


def row(rows, *names):
    return next(each for each in rows if each["names"] == list(names))


def test_a_group_has_its_best_score_and_its_streaks():
    view = told(
        score(1), score(2), score(3, winners=(), left=7), score(4), score(5, winners=(), left=2), score(6, winners=(), left=4)
    )
    (group,) = view["groups"]
    assert group == {
        "names": ["Ada", "Bruno"],
        "matches": 6,
        "games": [{"title": "The Game", "matches": 6, "won": 3, "fewest_left": 0, "longest_streak": 2, "streak": 0}],
    }


def test_a_streak_goes_on_up_to_the_last_match_however_the_scores_are_ordered():
    (game,) = told(score(3), score(1, winners=()), score(2))["groups"][0]["games"]
    assert (game["longest_streak"], game["streak"]) == (2, 2)


def test_wins_of_a_contest_are_the_winners_alone():
    view = told(
        score(1, winners=(0,), left=None, game="face_to_face"),
        score(2, winners=(1,), left=None, game="face_to_face"),
        score(3, winners=(1,), left=None, game="face_to_face"),
    )
    assert row(view["players"], "Ada")["games"][0]["won"] == 1
    assert row(view["players"], "Bruno")["games"][0] == {
        "title": "Face to Face", "matches": 3, "won": 2, "fewest_left": None, "longest_streak": 2, "streak": 2,
    }  # fmt: skip
    assert view["groups"] == [{"names": ["Ada", "Bruno"], "matches": 3, "games": []}], "nobody wins it together"


def test_the_same_name_is_the_same_player_in_capitals_or_not_and_as_last_written():
    view = told(
        score(1, (" ada", "BRUNO")), score(2, ("Bruno", "Ada ")), score(3, ("Zoë", "Ada")), score(4, ("Zoe\u0308", "ADA"))
    )
    assert [each["names"] for each in view["players"]] == [["ADA"], ["Bruno"], ["Zoe\u0308"]]
    assert [each["matches"] for each in view["players"]] == [4, 2, 2]
    assert len(view["groups"]) == 2


def test_who_has_no_name_and_what_did_not_end_is_not_counted():
    view = told(score(1, ("Ada", "")), score(2, ended=False), score(3, ("", "")), score(4, game="chess"))
    assert [(each["names"], each["matches"]) for each in view["players"]] == [(["Ada"], 1)]
    assert view["groups"] == []


def test_two_of_one_name_are_no_group():
    assert told(score(1, ("Ada", "ada")))["groups"] == []


@given(st.text(max_size=12))
def test_a_folded_name_is_folded_once_and_for_all(name):
    assert fold_name(fold_name(name)) == fold_name(name) == fold_name(f" {name}\t")
