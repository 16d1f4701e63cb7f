"""Arms that only pass a draw pile or a pile, slowly, torn or under another arm, and those that had something to do there."""

from dataclasses import replace

import pytest

from vision.hands.arms import Arm
from vision.hands.motion import TableSight
from vision.hands.table_visits import TableVisits, follow_visits, start_visits

OVER = Arm((6.7, 12.1), 4.4, "draw", "draw", frozenset({"draw"}), 0.82, beside=frozenset({"draw"}))
"""An arm with its tips in the draw pile."""

BEYOND = replace(OVER, reach=6.9, tips_in="", fingers_in="", beside=frozenset())
"""The same once it has reached on."""


def seen(frames: list[tuple[Arm, ...]], rate: float) -> tuple[TableVisits, list[tuple[str, float | None]]]:
    """What is known after so many frames, and the draws that were told, each with whose hand it was."""
    comings, told = start_visits(["draw"], ["pile"], ["draw"]), list[tuple[str, float | None]]()
    for number, arms in enumerate(frames, start=1):
        covered = frozenset().union(*(arm.over for arm in arms))
        reached = frozenset(arm.fingers_in for arm in arms) - {""}
        sight = TableSight(has_hands=bool(arms), covered=covered, reached=reached, arms=arms)
        comings, left, _ = follow_visits(comings, sight, number / rate, steady=True)
        told += [(zone, comings.find_hand(zone)) for zone in left]
    return comings, told


@pytest.mark.parametrize(("stops", "draws"), [(0, 0), (3, 1)], ids=["passes", "was at something there"])
def test_an_arm_that_reaches_slowly_over_the_draw_pile_and_lingers_behind_it_has_not_drawn(stops, draws):
    out = [replace(OVER, reach=reach) for reach in (4.45, 5.38, 6.0, *[6.1] * stops)]
    out += [replace(OVER, reach=6.6, tips_in="", fingers_in="draw")]
    back = [replace(OVER, reach=reach) for reach in (6.2, 5.5, 4.6)]
    _, told = seen([*[(arm,) for arm in [*out, *[BEYOND] * 9, *back]], *[()] * 6], 15.0)
    assert len(told) == draws


def test_what_seemed_to_lie_at_the_edge_of_the_draw_pile_was_the_arm_of_who_laid_a_card_behind_it():
    """An arm of the table's colour, of which for a while only a strip near the rim is seen; it leaves over the draw pile with a full hand."""
    lays = Arm((4.9, 9.7), 5.6, "pile", "pile", frozenset({"draw", "pile"}), 0.46)
    strip = Arm((4.8, 9.7), 1.33, "", "", frozenset(), 0.46, beside=frozenset({"draw"}))
    leaves = replace(strip, reach=2.4, tips_in="draw", fingers_in="draw", over=frozenset({"draw"}))
    _, told = seen([*[(arm,) for arm in (lays, strip, strip, lays, lays, leaves)], *[()] * 4], 10.0)
    assert told == []


def test_a_sleeve_of_the_backs_colour_that_comes_in_over_the_draw_pile_on_its_way_to_a_pile_is_no_drawn_card():
    over = Arm((1.8, 9.5), 1.5, "draw", "draw", frozenset({"draw"}), 0.55, beside=frozenset({"draw"}))
    comes = [
        replace(over, reach=reach, held_cards=(("draw", share),)) for reach, share in ((1.5, 0.0), (1.5, 0.45), (2.5, 0.99))
    ]
    comes[0] = replace(comes[0], tips_in="", fingers_in="", over=frozenset())
    lays = replace(over, tips_in="pile", fingers_in="pile", over=frozenset({"draw", "pile"}), beside=frozenset())
    there = [replace(lays, reach=reach, held_cards=(("draw", 1.7),)) for reach in (3.6, *[4.1] * 12)]
    back = [replace(over, reach=reach, held_cards=(("draw", share),)) for reach, share in ((2.6, 0.86), (1.3, 0.0))]
    _, told = seen([*[(arm,) for arm in (*comes, *there, *back)], *[()] * 6], 15.0)
    assert told == []


def test_an_arm_that_seems_to_come_in_now_here_now_there_is_the_one_that_was_seen_last():
    """Only its hand is in the picture: a frame shows it along the rim, another nothing; somebody else's rests at the rim."""
    hand = Arm((8.0, 12.4), 2.9, "pile", "pile", frozenset({"pile"}), 0.66)
    along_the_rim = replace(hand, entry=(9.8, 12.4), hand=0.82)
    comes = [(replace(along_the_rim, reach=2.5, tips_in="", fingers_in=""),), (along_the_rim,), (), (hand,)]
    lays = [(replace(along_the_rim, entry=(9.0, 12.0), reach=2.1),), *[(replace(hand, reach=2.5),)] * 3]
    comings, _ = seen([(*arms, Arm((4.9, 5.2), 0.7)) for arms in [*comes, *lays]], 15.0)
    assert comings.find_hand("pile") == pytest.approx(0.67, abs=0.02)


@pytest.mark.parametrize(
    ("reaches", "draws"), [((2.3, 2.44, 2.4), ["draw"]), ((0.8, 1.6, 2.4), [])], ids=["draws", "only comes"]
)
def test_who_was_at_the_draw_pile_until_another_arm_came_over_his_has_drawn(reaches, draws):
    """Both are one patch from the first frame on that shows the other; the one is drawn back while that lays a card."""
    draw = Arm((0.6, 5.9), 2.4, "draw", "", frozenset({"draw"}), 0.4, beside=frozenset({"draw"}))
    joined = Arm((0.6, 5.9), 5.4, "pile", "pile", frozenset({"draw", "pile"}), None, is_joined=True)
    lays = Arm((0.2, 8.4), 6.7, "pile", "pile", frozenset({"draw", "pile"}), 0.56)
    drawn_back = Arm((0.5, 6.7), 1.3, "", "", frozenset(), 0.4)
    there = [replace(draw, reach=reach, tips_in="draw" if reach > 2 else "") for reach in reaches]
    frames = [
        *[(arm,) for arm in there],
        (joined,),
        (replace(joined, reach=5.7),),
        (lays, drawn_back),
        *[(lays,)] * 4,
        *[()] * 4,
    ]
    _, told = seen(frames, 12.0)
    assert [zone for zone, _ in told] == draws
    assert not told or told[0][1] == pytest.approx(0.4, abs=0.02)


@pytest.mark.parametrize(("stops", "draws"), [(0, []), (6, ["draw"])], ids=["only comes", "draws"])
def test_two_arms_that_become_one_patch_as_they_reach_the_draw_pile_have_not_drawn_for_that(stops, draws):
    """Somebody squares it up with both hands, and nobody sees either for a second: neither is gone. Who was at something there before was."""
    one = Arm((1.8, 1.8), 6.2, "draw", "draw", frozenset({"draw"}), 0.42, beside=frozenset({"draw"}))
    other = Arm((6.1, 3.9), 3.0, "draw", "", frozenset({"draw"}), 0.34, beside=frozenset({"draw"}))
    joined = Arm((6.1, 3.9), 5.2, "", "", frozenset({"draw", "pile"}), None, is_joined=True)
    comes = [(replace(one, reach=reach), replace(other, reach=reach - 3.0)) for reach in (4.9, 5.4, 5.8, 6.2)]
    back = (replace(one, reach=5.5), replace(other, reach=2.2, tips_in=""))
    away = (replace(one, reach=3.7, tips_in="", fingers_in="", over=frozenset(), beside=frozenset()),)
    there = [(one, replace(other, reach=1.2, tips_in="", over=frozenset(), beside=frozenset()))] * stops
    _, told = seen([*comes, *there, *[(joined,)] * 30, back, away, *[()] * 8], 30.0)
    assert [zone for zone, _ in told] == draws


@pytest.mark.parametrize(("other", "squared"), [(0.94, True), (0.34, False)], ids=["one person's", "two people's"])
def test_two_hands_at_the_draw_pile_square_it_up_if_they_may_be_one_persons(other, squared):
    one = replace(OVER, reach=4.4, hand=0.82)
    two = replace(OVER, entry=(1.0, 3.0), reach=4.4, hand=other)
    joined = replace(one, reach=7.9, tips_in="", fingers_in="", hand=None, is_joined=True, beside=frozenset())
    comings, _ = seen([(one, two)] * 9, 15.0)
    assert (comings.draws["draw"].both_hands_s >= 0.3) is squared
    comings, _ = seen([*[(one, two)] * 9, *[(joined,)] * 8], 15.0)
    assert comings.draws["draw"].has_tidied is squared, "hands that touch are two still"


def test_both_hands_that_touch_before_they_come_to_rest_square_the_draw_pile_up():
    comes = [
        (replace(OVER, reach=reach), replace(OVER, entry=(1.0, 3.0), reach=reach - 2, hand=0.94)) for reach in (4.2, 5.0, 5.8)
    ]
    joined = replace(OVER, reach=7.9, tips_in="", fingers_in="", hand=None, is_joined=True, beside=frozenset())
    comings, told = seen([*comes, *[(joined,)] * 14, *[()] * 4], 15.0)
    assert told == [] and comings.draws["draw"].tidied_at > 0


def test_an_arm_that_lay_under_another_which_came_in_beside_it_is_not_that_one():
    """Both come in at one corner, and are one patch until he who has drawn is gone; then the other is seen with its tips elsewhere."""
    draws = Arm((5.1, 8.2), 6.4, "draw", "draw", frozenset({"draw"}), 0.4, beside=frozenset({"draw"}))
    joined = Arm((6.7, 3.0), 8.1, "pile", "pile", frozenset({"pile", "draw"}), None, is_joined=True)
    lays = Arm((5.4, 8.4), 4.4, "pile", "pile", frozenset({"pile"}), 0.62)
    comings, _ = seen([*[(draws,)] * 12, *[(joined,)] * 2, *[(lays,)] * 4], 20.0)
    assert comings.find_hand("pile") == pytest.approx(0.62, abs=0.01)
