"""Round robin against the tables that FIDE publishes (Handbook C.05, annex 1, Berger's tables)."""

from collections import Counter

import pytest

from companion.tournament.round_robin import list_berger_rounds, pair_remaining

PUBLISHED = {
    4: ["1-4, 2-3", "4-3, 1-2", "2-4, 3-1"],
    6: ["1-6, 2-5, 3-4", "6-4, 5-3, 1-2", "2-6, 3-1, 4-5", "6-5, 1-4, 2-3", "3-6, 4-2, 5-1"],
    8: [
        "1-8, 2-7, 3-6, 4-5",
        "8-5, 6-4, 7-3, 1-2",
        "2-8, 3-1, 4-7, 5-6",
        "8-6, 7-5, 1-4, 2-3",
        "3-8, 4-2, 5-1, 6-7",
        "8-7, 1-6, 2-5, 3-4",
        "4-8, 5-3, 6-2, 7-1",
    ],
    10: [
        "1-10, 2-9, 3-8, 4-7, 5-6",
        "10-6, 7-5, 8-4, 9-3, 1-2",
        "2-10, 3-1, 4-9, 5-8, 6-7",
        "10-7, 8-6, 9-5, 1-4, 2-3",
        "3-10, 4-2, 5-1, 6-9, 7-8",
        "10-8, 9-7, 1-6, 2-5, 3-4",
        "4-10, 5-3, 6-2, 7-1, 8-9",
        "10-9, 1-8, 2-7, 3-6, 4-5",
        "5-10, 6-4, 7-3, 8-2, 9-1",
    ],
    12: [
        "1-12, 2-11, 3-10, 4-9, 5-8, 6-7",
        "12-7, 8-6, 9-5, 10-4, 11-3, 1-2",
        "2-12, 3-1, 4-11, 5-10, 6-9, 7-8",
        "12-8, 9-7, 10-6, 11-5, 1-4, 2-3",
        "3-12, 4-2, 5-1, 6-11, 7-10, 8-9",
        "12-9, 10-8, 11-7, 1-6, 2-5, 3-4",
        "4-12, 5-3, 6-2, 7-1, 8-11, 9-10",
        "12-10, 11-9, 1-8, 2-7, 3-6, 4-5",
        "5-12, 6-4, 7-3, 8-2, 9-1, 10-11",
        "12-11, 1-10, 2-9, 3-8, 4-7, 5-6",
        "6-12, 7-5, 8-4, 9-3, 10-2, 11-1",
    ],
}


def read_round(text):
    return {tuple(int(number) for number in pair.split("-")) for pair in text.split(", ")}


@pytest.mark.parametrize("count", PUBLISHED)
def test_pairs_are_those_of_the_published_table(count):
    assert [set(pairs) for pairs in list_berger_rounds(count)] == [read_round(text) for text in PUBLISHED[count]]


@pytest.mark.parametrize("count", PUBLISHED)
def test_with_one_fewer_whoever_would_meet_the_last_has_a_bye(count):
    expected = [{pair for pair in read_round(text) if count not in pair} for text in PUBLISHED[count]]
    assert [set(pairs) for pairs in list_berger_rounds(count - 1)] == expected


@pytest.mark.parametrize("cycles", [1, 2])
@pytest.mark.parametrize("count", [2, 3, 5, 14, 15, 24])
def test_everybody_meets_everybody_once_a_cycle_and_sits_once_a_round(count, cycles):
    rounds = list_berger_rounds(count, cycles)
    met = Counter(pair for pairs in rounds for pair in pairs)
    both = Counter(frozenset(pair) for pair in met)
    assert set(met.values()) == {1} and set(both.values()) == {cycles} and len(both) == count * (count - 1) // 2
    for pairs in rounds:
        playing = [number for pair in pairs for number in pair]
        assert len(playing) == len(set(playing)) == count - count % 2


@pytest.mark.parametrize("count", [4, 6, 8, 9, 12])
def test_nobody_is_on_one_side_four_times_in_a_row_over_two_cycles(count):
    for number in range(1, count + 1):
        sides = "".join(
            "F" if pair[0] == number else "S" for pairs in list_berger_rounds(count, 2) for pair in pairs if number in pair
        )
        assert "FFFF" not in sides and "SSSS" not in sides


def test_games_that_are_left_fill_a_round():
    left = [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    first = pair_remaining(left)
    assert len(first) == 2 and len({number for pair in first for number in pair}) == 4
    assert pair_remaining([(5, 1), (5, 2), (5, 3)]) in [((5, 1),), ((5, 2),), ((5, 3),)]
    assert pair_remaining([]) == ()
