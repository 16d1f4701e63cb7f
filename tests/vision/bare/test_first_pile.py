"""The first pile lies between two direction cards of one kind: the second tells beside which of them it lies."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from companion.sources.bare import bare_table_for
from vision.bare.spots import LaidPile, measure_offset
from vision.bare.table import adopt_card
from vision.directions.arrangement import axes_at_turn, build_arrangement

CARD = (59.0, 91.0)
STEP = 2 * CARD[0] + 20.0


def card(x, y):
    half = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array(CARD) / 2
    return half @ axes_at_turn(0.0) + (x, y)


def table_with_first_pile(at):
    """Direction cards in a row with room for a pile between any two, and a pile that passes for the first of them."""
    bare = bare_table_for("the_game")
    directions = {name: card(300.0 + STEP * number, 300.0) for number, (name, _) in enumerate(bare.plan.piles)}
    middles = {name: (float(one[:, 0].mean()), 400.0) for name, one in directions.items()}
    found = build_arrangement(middles, dict.fromkeys(middles, (85.0, 117.0)), directions, {}, np.eye(3), bare.plan)
    low = found.directions["up1"].mean(axis=0) - directions["up1"].mean(axis=0)
    bare = replace(bare, arrangement=found, ground=np.zeros((720, 1280, 3), np.uint8), proven=frozenset({"up1"}))
    return replace(bare, laid={"up1": LaidPile((at[0] + float(low[0]), at[1] + float(low[1])))}), low


def test_a_second_card_on_the_other_side_tells_beside_which_direction_card_the_first_pile_lies():
    """Both lie left of their direction cards: the first was thought right of its neighbour."""
    left = -(CARD[0] + 10.0)
    bare, low = table_with_first_pile((300.0 + STEP + left, 300.0))
    second = LaidPile((300.0 + left + float(low[0]), 300.0 + float(low[1])))
    after, name = adopt_card(bare, second)
    assert name == "up2"
    offsets = [measure_offset(after.arrangement.directions[pile], after.laid[pile].at) for pile in ("up1", "up2")]
    assert math.dist(*offsets) < 1.0 and offsets[0][0] < 0


def test_a_first_pile_stays_where_the_second_lies_as_it_does():
    right = CARD[0] + 10.0
    bare, low = table_with_first_pile((300.0 + right, 300.0))
    second = LaidPile((300.0 + 2 * STEP + right + float(low[0]), 300.0 + float(low[1])))
    after, name = adopt_card(bare, second)
    assert name == "down1"
    assert (after.arrangement.directions["up1"] == bare.arrangement.directions["up1"]).all()
