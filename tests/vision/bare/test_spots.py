"""Spots beside direction cards, and whose pile a laid card is."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.bare.spots import (
    SIDES,
    LaidPile,
    choose_pile,
    lay_out_spots,
    measure_offset,
    place_at_offset,
    rank_piles,
    snap_turn,
)
from vision.directions.arrangement import axes_at_turn

CARD = (59.0, 91.0)
numbers = st.floats(-200, 200)
turns = st.floats(-math.pi, math.pi)


def card(x, y, turn=0.0):
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(CARD) / 2
    return half @ axes_at_turn(turn) + (x, y)


def overlap(one, other):
    sides = [min(one[i] + one[i + 2], other[i] + other[i + 2]) - max(one[i], other[i]) for i in (0, 1)]
    return max(0.0, sides[0]) * max(0.0, sides[1])


@given(st.tuples(numbers, numbers, turns), st.tuples(numbers, numbers))
def test_a_point_lies_where_its_offset_says(lying, offset):
    direction = card(*lying)
    assert measure_offset(direction, place_at_offset(direction, offset)) == pytest.approx(offset, abs=1e-6)


@given(st.lists(st.tuples(st.floats(0, 600), st.floats(0, 400)), min_size=1, max_size=4, unique=True))
def test_spots_overlap_neither_each_other_nor_what_is_kept(middles):
    directions = {f"pile{number}": card(*at) for number, at in enumerate(middles)}
    kept = (200.0, 100.0, 80.0, 110.0)
    spots = [zone.rect_mm for zone in lay_out_spots(directions, [kept], CARD)]
    assert all(overlap(spot, kept) < 1e-6 for spot in spots)
    assert all(overlap(one, other) < 1e-6 for number, one in enumerate(spots) for other in spots[:number])


@given(turns, st.sampled_from(SIDES), st.floats(0.0, 45.0), st.booleans())
def test_a_card_beside_the_only_direction_card_lies_on_its_pile(turn, side, gap, crosswise):
    direction = card(100.0, 100.0, turn)
    _, axis, way = side
    across = CARD[::-1] if crosswise else CARD
    offset = [0.0, 0.0]
    offset[axis] = way * ((CARD[axis] + across[axis]) / 2 + gap)
    laid = LaidPile(place_at_offset(direction, (offset[0], offset[1])), turn + crosswise * math.pi / 2)
    assert choose_pile(rank_piles(laid, {"up": direction}, [], CARD)) == "up"


def test_a_card_between_two_direction_cards_is_nobodys_until_another_shows_how_people_lay_them():
    cards = {"up": card(0.0, 0.0), "down": card(0.0, 2 * 91.0 + 30.0)}
    laid = LaidPile((0.0, 91.0 + 15.0))
    assert choose_pile(rank_piles(laid, cards, [], CARD)) is None
    below, above = (0.0, 91.0 + 14.0), (0.0, -91.0 - 14.0)
    assert choose_pile(rank_piles(laid, cards, [below], CARD)) == "up"
    assert choose_pile(rank_piles(laid, cards, [above], CARD)) == "down"


def test_a_card_far_from_all_direction_cards_is_nobodys():
    assert rank_piles(LaidPile((400.0, 300.0)), {"up": card(0.0, 0.0)}, [], CARD) == []


@given(turns, st.integers(0, 3), st.floats(-20, 20))
def test_a_pile_lies_straight_or_crosswise_however_untidy_its_first_card(turn, quarters, off):
    direction = card(0.0, 0.0, turn)
    snapped = snap_turn(turn + quarters * math.pi / 2 + math.radians(off), direction)
    assert math.cos(2 * (snapped - turn - quarters * math.pi / 2)) == pytest.approx(1.0, abs=1e-6)
