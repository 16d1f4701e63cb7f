"""Two cards played on one pile in one movement, and piles that only look so."""

import math
import random

from tests.varied import varied
from tests.vision.watched_table import changes, events
from vision.drawn.table.acts import Lay, LayTwo, Lift, Nudge, Together, Wait
from vision.drawn.table.scene import Lying
from vision.drawn.table.tossed import fan_card
from vision.types import Change


def laid(*acts, seed):
    return [one for one in events([*acts, Wait(0.5)], seed=seed) if isinstance(one, Change)]


def test_two_cards_laid_fanned_are_two_plays():
    told = laid(Lay("up1", "47"), LayTwo("up1", "12", "88"), seed=5)
    assert changes(told) == [("up1", "", "47"), ("up1", "47", "12"), ("up1", "12", "88")]
    assert all(one.accepted and one.moved for one in told) and told[1].hand == told[2].hand


def test_where_the_lower_one_is_not_sure_it_is_asked_and_the_upper_one_told():
    told = laid(Lay("up1", "35"), LayTwo("up1", "88", "47"), seed=2)
    assert changes(told) == [("up1", "", "35"), ("up1", "35", "88"), ("up1", "?", "47")]
    assert [one.accepted for one in told] == [True, False, True]


def test_a_lower_one_of_which_no_print_shows_is_asked_about():
    told = laid(Lay("up1", "12"), LayTwo("up1", "35", "88"), seed=4)
    assert changes(told) == [("up1", "", "12"), ("up1", "12", "?"), ("up1", "?", "88")]
    assert [one.accepted for one in told] == [True, False, True]


def test_two_cards_that_begin_a_pile_are_two_plays():
    told = laid(LayTwo("up1", "12", "88"), Lay("up1", "47"), seed=0)
    assert [(one.after, one.accepted) for one in told] == [("?", False), ("88", True), ("47", True)]


@varied("seed", [0, 3, 7])
def test_the_old_card_pushed_from_under_the_new_one_is_no_play(seed):
    pushed = Together(Nudge("up1", (18.0, -14.0)), Lay("up1", "35"), 0.6)
    told = laid(Lay("up1", "12"), Lay("up1", "88"), pushed, seed=seed)
    assert changes(told) == [("up1", "", "12"), ("up1", "12", "88"), ("up1", "88", "35")]


def test_the_card_under_one_that_is_taken_back_is_no_card_more():
    told = laid(Lay("up1", "12"), Lay("up1", "88"), Lift("up1"), seed=4)
    assert changes(told) == [("up1", "", "12"), ("up1", "12", "88"), ("up1", "88", "12")]


def test_cards_laid_on_two_piles_in_one_movement_are_two_plays():
    told = laid(Together(Lay("up1", "12"), Lay("up2", "47"), 0.0), seed=3)
    assert sorted(changes(told)) == [("up1", "", "12"), ("up2", "", "47")]


def test_how_far_two_cards_are_fanned_differs_from_seed_to_seed():
    lower = Lying("12", (84.0, 105.0), 3.0)
    uppers = [fan_card(random.Random(seed), lower, "47") for seed in range(4)]
    offsets = [math.dist(upper.at_mm, lower.at_mm) for upper in uppers]
    assert all(8.0 <= each <= 25.0 for each in offsets) and len({round(each, 1) for each in offsets}) == 4
    assert all(upper.z_mm > lower.z_mm for upper in uppers)
