"""Swiss pairings: published examples, and the laws that our own rules promise."""

from collections import Counter

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tournament.swiss import SwissRecord, choose_sides, pair_swiss


def pairs_of(pairing):
    return {frozenset(pair) for pair in pairing.pairs}


def test_the_first_round_is_the_published_one_of_forty():
    """FIDE Handbook C.04.2, brief examples of pairing: 1 v 21, 22 v 2, 3 v 23, 24 v 4, ... 40 v 20."""
    pairing = pair_swiss([SwissRecord(number) for number in range(1, 41)])
    assert pairing.pairs == tuple((at, at + 20) if at % 2 else (at + 20, at) for at in range(1, 21))
    assert pairing.bye is None


def test_with_an_uneven_number_the_last_has_the_first_bye():
    """The same example: with an uneven number, the lowest in the pairing list is given the bye."""
    pairing = pair_swiss([SwissRecord(number) for number in range(1, 8)])
    assert pairing.bye == 7 and pairs_of(pairing) == {frozenset((1, 4)), frozenset((2, 5)), frozenset((3, 6))}


def test_ten_of_equal_points_meet_half_against_half():
    """The usual example of the difference from Monrad's system: 1-6, 2-7, 3-8, 4-9, 5-10."""
    pairing = pair_swiss([SwissRecord(number, points=4) for number in range(1, 11)], has_first_player=False)
    assert pairs_of(pairing) == {frozenset((at, at + 5)) for at in range(1, 6)}


def test_winners_meet_winners_and_sides_change():
    """Eight, the favourites have won: whoever was named first is named second next."""
    records = [
        SwissRecord(number, 3 if number <= 4 else 0, {(number + 3) % 8 + 1: 1}, 0, 1 if is_first else -1, is_first)
        for number, is_first in zip(range(1, 9), [True, False, True, False, False, True, False, True], strict=True)
    ]
    pairing = pair_swiss(records)
    assert set(pairing.pairs) == {(4, 1), (2, 3), (5, 8), (7, 6)}


def test_a_score_group_of_three_sends_its_last_to_the_first_of_the_next():
    records = [SwissRecord(number, points) for number, points in enumerate([3, 3, 3, 0, 0, 0], 1)]
    assert pairs_of(pair_swiss(records, has_first_player=False)) == {frozenset((1, 2)), frozenset((3, 4)), frozenset((5, 6))}


@pytest.mark.parametrize(
    ("upper", "lower", "first"),
    [
        (SwissRecord(1), SwissRecord(5), 1),
        (SwissRecord(2), SwissRecord(6), 6),
        (SwissRecord(1, balance=1, was_first=True), SwissRecord(5, balance=-1, was_first=False), 5),
        (SwissRecord(1, balance=0, was_first=True), SwissRecord(2, balance=0, was_first=False), 2),
        (SwissRecord(2, balance=0, was_first=False), SwissRecord(1, balance=0, was_first=True), 2),
        (SwissRecord(2, balance=1, was_first=True), SwissRecord(4, balance=1, was_first=True), 4),
    ],
)
def test_whoever_was_second_more_often_or_last_is_named_first(upper, lower, first):
    assert choose_sides(upper, lower)[0] == first


class Played:
    """A Swiss tournament in memory: pairs rounds and draws results from a list of numbers."""

    def __init__(self, count, results):
        self.results = iter(results)
        self.records = {number: SwissRecord(number) for number in range(1, count + 1)}
        self.rounds = []

    def play_round(self):
        pairing = pair_swiss(list(self.records.values()))
        points = {number: record.points for number, record in self.records.items()}
        if pairing.bye is not None:
            points[pairing.bye] += 3
        for pair in pairing.pairs:
            for number, own in zip(pair, [(3, 0), (1, 1), (0, 3)][next(self.results)], strict=True):
                points[number] += own
        before = self.records
        self.records = {number: self._add(record, pairing, points) for number, record in before.items()}
        self.rounds.append((before, pairing))
        return pairing

    def _add(self, record, pairing, points):
        pair = next((pair for pair in pairing.pairs if record.number in pair), None)
        own = points[record.number]
        if pair is None:
            return SwissRecord(record.number, own, record.met, record.byes + 1, record.balance, record.was_first)
        is_first = pair[0] == record.number
        other = pair[1] if is_first else pair[0]
        met = {**record.met, other: record.met.get(other, 0) + 1}
        return SwissRecord(record.number, own, met, record.byes, record.balance + (1 if is_first else -1), is_first)


@st.composite
def tournaments(draw):
    count = draw(st.integers(2, 13))
    rounds = draw(st.integers(1, count + 1))
    played = Played(count, draw(st.lists(st.integers(0, 2), min_size=count * rounds, max_size=count * rounds)))
    for _ in range(rounds):
        played.play_round()
    return played


def can_avoid_rematches(records):
    """Is there a pairing without a rematch, in which a bye goes to one of those with the fewest byes?"""
    fewest = min(record.byes for record in records.values())
    for bye in [number for number, record in records.items() if record.byes == fewest] if len(records) % 2 else [None]:
        rest = [number for number in records if number != bye]
        graph = networkx.Graph((one, two) for one in rest for two in rest if one < two and two not in records[one].met)
        if 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == len(rest):
            return True
    return False


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_everybody_plays_or_has_a_bye(played):
    for records, pairing in played.rounds:
        playing = [number for pair in pairing.pairs for number in pair] + ([] if pairing.bye is None else [pairing.bye])
        assert sorted(playing) == sorted(records) and (pairing.bye is None) is (len(records) % 2 == 0)


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_nobody_meets_again_while_that_can_be_avoided(played):
    for records, pairing in played.rounds:
        rematches = [(one, two) for one, two in pairing.pairs if two in records[one].met]
        assert not rematches or not can_avoid_rematches(records)


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_byes_differ_by_one_at_most(played):
    byes = Counter(pairing.bye for _, pairing in played.rounds if pairing.bye is not None)
    counts = [byes[number] for number in played.records]
    assert max(counts) - min(counts) <= 1


@given(tournaments(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_the_same_records_in_any_order_give_the_same_pairing(played, random):
    records = list(played.records.values())
    shuffled = random.sample(records, len(records))
    assert pair_swiss(records) == pair_swiss(shuffled)


@given(tournaments())
@settings(max_examples=60, deadline=None)
def test_first_and_second_place_stay_balanced_while_there_are_new_opponents(played):
    half = len(played.records) // 2
    for records, _ in played.rounds[: half + 1]:
        assert all(abs(record.balance) <= 3 for record in records.values())
