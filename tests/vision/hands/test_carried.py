"""A card that leaves a draw pile with a hand is told from a hand that leaves with nothing."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.varied import varied
from tests.vision.watched_table import LAYOUT, table, watcher
from vision.drawn.table.acts import Draw, Straighten, Wait
from vision.drawn.table.hands import DrawnHand
from vision.drawn.table.players import Manners, Player, SquaringPushes, SquaringWay
from vision.hands.arms import Arm
from vision.hands.carried import PileTops
from vision.hands.field import build_field
from vision.hands.motion import TableSight
from vision.hands.table_visits import follow_visits, start_visits
from vision.hands.visits import HELD, HeldCard, follow_held_card
from vision.types import Touched

FIELD = build_field(LAYOUT, np.eye(3), (210, 400), (210, 400))
WOOD, BACK, SKIN = (200, 210, 215), (150, 70, 40), (120, 150, 205)
PILE, FREE = (slice(52, 143), slice(257, 316)), (slice(100, 191), slice(180, 239))
"""Rows and columns of the draw pile, and of a card that lies clear of it."""


def tops(paint=lambda picture: None, back=BACK):
    """A table with a draw pile, and what is painted over it."""
    rest = np.full((210, 400, 3), WOOD, np.uint8)
    rest[PILE] = back
    now = rest.copy()
    paint(now)
    return PileTops(FIELD, now, rest)


def arm():
    """Where the arm and what it holds are: over the pile and clear of it."""
    mask = np.zeros((210, 400), bool)
    mask[60:200, 170:330] = True
    return mask


def held(paint=lambda picture: None, **look):
    return dict(tops(paint, **look).measure_held_cards(arm(), ["draw"])).get("draw")


def card(share=1.0):
    """Paints a card clear of the pile; of one that moves a blur over a larger place."""

    def paint(picture):
        rows, columns = FREE
        wide = slice(columns.start, columns.start + round(59 / share))
        picture[rows, wide] = (np.array(WOOD) + share * (np.array(BACK) - WOOD)).astype(np.uint8)

    return paint


def hand(picture):
    picture[90:180, 190:225] = SKIN


def test_a_card_in_hand_is_seen_as_a_whole_one_and_a_bare_hand_as_none():
    assert held(card()) == pytest.approx(1.0, abs=0.05)
    assert held(hand) == 0.0
    assert held() == 0.0, "the pile itself is none"


def test_a_card_that_moves_is_a_blur_and_as_much_of_a_card():
    assert held(card(0.6)) == pytest.approx(1.0, abs=0.15)


def test_where_the_pile_looks_like_the_table_or_like_no_one_thing_nothing_is_told():
    assert held(card(), back=WOOD) is None
    checks = np.full((91, 59, 3), BACK, np.uint8)
    checks[:, ::2] = (230, 220, 60)
    assert held(card(), back=checks) is None


def gone(holds, reaches=(2.0, 2.5, 2.5, 2.5, 2.0), inside=(True,) * 5):
    """What is known of a hand that was seen to hold so much, frame by frame."""
    known = HeldCard()
    for share, reach, tips in zip(holds, reaches, inside, strict=False):
        known = follow_held_card(known, share, reach, 1 / 15, is_inside=tips)
    return known


def test_a_hand_that_goes_with_more_than_it_came_with_took_a_card():
    assert gone((0.0, 0.1, 0.1, 0.1, 0.6)).took
    bare = gone((0.0, 0.1, 0.1, 0.1, 0.1))
    assert bare.is_empty and not bare.took


def test_a_little_more_of_the_piles_colour_tells_nothing():
    little = gone((0.0, 0.1, 0.1, 0.1, 0.1 + HELD.min_card - 0.05))
    assert not little.took and not little.is_empty


def test_a_sleeve_of_the_colour_of_the_backs_is_no_card_and_hides_one():
    sleeve = gone((0.6, 0.9, 0.9, 0.9, 0.7))
    assert not sleeve.took and not sleeve.is_empty


def test_who_was_not_seen_going_may_have_taken_one():
    assert not gone((0.0, 0.1, 0.1, 0.1)).is_empty


def test_where_it_could_not_be_told_for_a_frame_nothing_is_told():
    assert not gone((0.0, 0.1, None, 0.1, 0.1)).is_empty
    assert not gone((None, 0.1, 0.1, 0.1, 0.9)).took, "it may have come with that"


def test_fingers_that_are_out_of_the_zone_are_going_until_they_are_back():
    bare, even = (0.0, 0.1, 0.1, 0.1, 0.1), (2.0, 2.5, 2.5, 2.5, 2.4)
    assert gone(bare, even, (True, True, True, True, False)).is_empty
    assert not gone(bare, even, (True, True, True, False, True)).is_empty


ARM = Arm((0.2, 6.0), 2.4, "draw", "pile", frozenset({"draw", "pile"}), 0.36)


def told(arms, gone=math.inf):
    """How many visits to the draw pile are told of one arm, or none, a frame; from frame `gone` on the pile is gone."""
    comings, count = start_visits(["draw"], ["pile"], ["draw"]), 0
    for number, arm in enumerate([*arms, *[None] * 30], start=1):
        here, over = ((), frozenset()) if arm is None else ((arm,), arm.over)
        fingers = frozenset() if arm is None else frozenset({arm.fingers_in})
        sight = TableSight(
            has_hands=True, covered=over, reached=fingers, arms=here, bare=frozenset({"draw"} if number >= gone else ())
        )
        comings, left, _ = follow_visits(comings, sight, number / 20, steady=True)
        count += len(left)
    return count


def test_a_card_that_leaves_in_a_hand_which_hardly_shows_its_fingers_was_drawn():
    """Its fingers are a blur over the pile beside it; what it holds then is a card of the draw pile's."""
    palm = replace(ARM, held_cards=(("draw", 0.05),), tips_in="", fingers_in="pile")
    leaves = [replace(ARM, held_cards=(("draw", share),)) for share in (0.5, 0.9)]
    assert told([palm, palm, palm, *leaves]) == 1
    assert told([palm, palm, palm, *[replace(ARM, held_cards=(("draw", 0.05),))] * 2]) == 0


def test_a_card_of_the_backs_colour_that_is_taken_elsewhere_is_not_drawn():
    palm = replace(ARM, held_cards=(("draw", 0.05),), tips_in="pile", fingers_in="pile")
    lifts = replace(palm, held_cards=(("draw", 0.9),))
    assert told([palm, palm, palm, lifts, lifts]) == 0
    brings = replace(ARM, held_cards=(("draw", 0.9),))
    assert told([brings, replace(brings, reach=2.5), replace(palm, reach=3.0)]) == 0
    over = frozenset({"draw", "pile"})
    at_pile = [replace(palm, over=over, reach=4.2, held_cards=(("draw", share),)) for share in (0.06, 0.06, 0.4, 0.5)]
    back = [replace(ARM, reach=reach, held_cards=(("draw", 0.63),)) for reach in (2.7, 2.6)]
    passes = [replace(ARM, reach=reach, held_cards=(("draw", 0.02),)) for reach in (2.4, 2.45, 2.5)]
    assert told([*passes, *at_pile, *back]) == 0, "it is carried back over the draw pile"


def test_a_card_that_is_carried_over_another_draw_pile_on_its_way_was_drawn_once():
    """Two draw piles in a row, as of Face to Face: who sits behind the one draws from the other, and carries the card over it."""
    out, over = replace(ARM, tips_in="far", fingers_in="far", over=frozenset({"near", "far"}), reach=4.6), frozenset({"near"})
    shares = (0.05, 0.05, 0.05, 0.05, 0.05, 0.6, 1.1, 1.1)
    stays = [replace(out, held_cards=(("near", share), ("far", share))) for share in shares]
    leaves = [replace(out, tips_in="near", fingers_in="near", over=over, reach=2.4, held_cards=(("near", 1.1),))] * 2
    comings, told = start_visits(["near", "far"], [], ["near", "far"]), []
    for number, arm in enumerate([*stays, *leaves, *[None] * 30], start=1):
        here, over = ((), frozenset()) if arm is None else ((arm,), arm.over)
        sight = TableSight(has_hands=True, covered=over, reached=frozenset({arm.tips_in} if arm else ()), arms=here)
        comings, left, _ = follow_visits(comings, sight, number / 20, steady=True)
        told += left
    assert told == ["far"]


# Drawn

HANDS = (
    Player(0.9, DrawnHand(), Manners(pace=0.8)),
    Player(0.45, DrawnHand(skin=(60, 85, 125)), Manners(pace=1.3, edge=0.5, stay=(0.8, 0.8))),
)


@pytest.mark.parametrize("player", HANDS)
@varied("pushes", [SquaringPushes(4.0, 7.0, 0.7), SquaringPushes(), SquaringPushes(9.0, 11.0, 1.8)], quick=2)
def test_a_hand_that_squares_the_pile_up_never_passes_for_one_that_draws_however_quick_it_is(player, pushes):
    player = Player(player.place, player.hand, Manners(pace=player.manners.pace, pushes=pushes))
    seen = watcher(table([Wait(0.5), Straighten("draw", 0), Wait(1.0)], players=(player,)))
    assert all(event.tidying for event in seen.events() if isinstance(event, Touched))


@pytest.mark.parametrize("player", HANDS)
@pytest.mark.parametrize("how", [SquaringWay.BOTH_HANDS, SquaringWay.TAPPING])
@varied("seconds", [0.8, 1.8])
def test_a_pile_squared_up_between_two_hands_or_tapped_into_shape_was_not_drawn_from(player, how, seconds):
    player = Player(
        player.place, player.hand, Manners(pace=player.manners.pace, pushes=SquaringPushes(seconds=seconds, how=how))
    )
    seen = watcher(table([Wait(0.5), Straighten("draw", 0), Wait(1.0)], players=(player,)))
    assert all(event.tidying for event in seen.events() if isinstance(event, Touched))


BLUE = Player(0.9, DrawnHand(sleeve=(92, 62, 40), cuff=118.0), Manners(pace=0.8))
"""Somebody in a sleeve of the colour of the backs."""


def test_in_a_sleeve_of_the_colour_of_the_backs_who_draws_is_told_from_who_squares_up():
    drew = watcher(table([Wait(0.5), Draw("draw", 0), Wait(1.0)], players=(BLUE,)))
    (touch,) = [event for event in drew.events() if isinstance(event, Touched)]
    assert not touch.tidying
    squared = watcher(table([Wait(0.5), Straighten("draw", 0), Wait(1.0)], players=(BLUE,)))
    assert all(event.tidying for event in squared.events() if isinstance(event, Touched))


def test_a_packet_that_is_gone_with_its_hand_was_the_last_card():
    """Nobody lays it back."""
    hand = replace(ARM, tips_in="draw", held_cards=(("draw", 0.9),))
    assert told([replace(ARM, held_cards=(("draw", 0.05),)), *[hand] * 6], gone=8) == 1


@pytest.mark.parametrize("player", HANDS)
def test_a_hand_that_draws_slowly_is_no_hand_that_squares_the_pile_up(player):
    slow = Player(player.place, player.hand, Manners(pace=1.8, stay=(1.2, 1.2), tremble_mm=4.5, edge=player.manners.edge))
    seen = watcher(table([Wait(0.5), Draw("draw", 0), Wait(1.0)], players=(slow,)))
    (touch,) = [event for event in seen.events() if isinstance(event, Touched)]
    assert not touch.tidying
