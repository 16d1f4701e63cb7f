"""A bare table is known again by its cards: at least two that agree tell where it lies, and no fewer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from vision.bare.known_again import NamedCard, fit_similarity, match_known_cards
from vision.place.fiducials import Registration
from vision.plane.homography import project
from vision.plane.quads import turn_half
from vision.types import BACK

CARD_MM = (63.0, 88.0)
BEFORE = Registration(np.array([[1.1, 0.1, 300.0], [-0.05, 1.05, 100.0], [1e-4, 5e-5, 1.0]]))
"""Where the table lay: 1 to 1.2 pixels a millimetre."""
NAMES = ("12", "88", "9", "95", "up:1-99", BACK)


def lay_card(name, x, y, degrees):
    turn = np.radians(degrees)
    way = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(CARD_MM) / 2
    return NamedCard(name, half @ way.T + (x, y))


TABLE = [lay_card(name, 40 + 110 * (i % 3), 60 + 120 * (i // 3), 7 * i - 15) for i, name in enumerate(NAMES)]


def push(degrees, x, y):
    """Where the table lies after it was pushed and turned on its place."""
    turn = np.radians(degrees)
    ends = np.array([(0.0, 0.0), (100.0, 0.0)])
    moved = np.array([(x, y), (x + 100 * np.cos(turn), y + 100 * np.sin(turn))])
    return Registration(BEFORE.to_picture @ fit_similarity(ends, moved))


def see(place, names, noise=0.0, upside_down=False):
    """What is seen of the table's cards, each by its name."""
    dice = np.random.default_rng(len(names))
    quads = [project(card.corners, place.to_picture).astype(np.float32) for card in TABLE if card.name in names]
    quads = [turn_half(quad) if upside_down else quad for quad in quads]
    return [
        NamedCard(name, quad + dice.normal(0, noise, (4, 2)))
        for name, quad in zip([n for n in NAMES if n in names], quads, strict=True)
    ]


names_seen = st.sets(st.sampled_from(NAMES), min_size=2)


@given(names_seen, st.floats(-179, 179), st.floats(-80, 80), st.floats(-80, 80), st.booleans())
def test_two_known_cards_tell_where_a_pushed_table_lies(names, degrees, x, y, upside_down):
    place = push(degrees, x, y)
    told = match_known_cards(TABLE, see(place, names, upside_down=upside_down), BEFORE)
    assert told is not None and len(told[1]) == len(names)
    middles = [card.corners.mean(axis=0) for card in TABLE]
    assert np.abs(project(middles, told[0].to_picture) - project(middles, place.to_picture)).max() < 1.0


@given(st.sampled_from(NAMES), st.floats(-179, 179))
def test_a_single_card_tells_nothing_of_the_table(name, degrees):
    assert match_known_cards(TABLE, see(push(degrees, 20, 30), {name}), BEFORE) is None


@given(st.floats(-179, 179), st.floats(60, 250), st.floats(-179, 179))
def test_two_cards_that_do_not_agree_tell_nothing(degrees, off, turned):
    """One was carried elsewhere on the table."""
    assume(abs(off) > 60)
    place = push(degrees, 10, 10)
    carried = NamedCard(
        "88", project(lay_card("88", 150 + off, 60 + off / 2, turned).corners, place.to_picture).astype(np.float32)
    )
    assert match_known_cards(TABLE, [*see(place, {"12"}), carried], BEFORE) is None


def test_a_card_that_was_carried_does_not_draw_the_others_along():
    place = push(25, 60, -20)
    carried = NamedCard("88", project(lay_card("88", 300, 300, 40).corners, place.to_picture).astype(np.float32))
    told = match_known_cards(TABLE, [*see(place, {"12", "9", "95"}), carried], BEFORE)
    assert told is not None and len(told[1]) == 3
    middles = [card.corners.mean(axis=0) for card in TABLE]
    assert np.abs(project(middles, told[0].to_picture) - project(middles, place.to_picture)).max() < 1.0


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_a_picture_that_was_turned_shows_the_same_table(quarters):
    turns = {
        1: [[0, -1, 720], [1, 0, 0], [0, 0, 1]],
        2: [[-1, 0, 1280], [0, -1, 720], [0, 0, 1]],
        3: [[0, 1, 0], [-1, 0, 1280], [0, 0, 1]],
    }
    place = Registration(np.array(turns[quarters], np.float64) @ BEFORE.to_picture)
    told = match_known_cards(TABLE, see(place, {"12", "88", "95"}, noise=0.5), BEFORE)
    assert told is not None
    middles = [card.corners.mean(axis=0) for card in TABLE]
    assert np.abs(project(middles, told[0].to_picture) - project(middles, place.to_picture)).max() < 6.0


def test_backs_alone_tell_nothing():
    table = [lay_card(BACK, 50, 50, 0), lay_card(BACK, 300, 50, 0)]
    assert match_known_cards(table, [NamedCard(BACK, card.corners.astype(np.float32) + 30) for card in table], BEFORE) is None
