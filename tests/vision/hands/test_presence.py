"""Hands come and go once, and a visit is told when it is over."""

import math
from dataclasses import replace

import pytest

from vision.hands.arms import Arm
from vision.hands.motion import TableSight
from vision.hands.table_visits import Presence, follow_visits, start_visits, update_presence
from vision.hands.visits import STAYS, TIDYING, HeldCard, ZoneVisit, track_fingers, update_visit

RATE = 15.0


def attended(hands: list[bool]) -> list[tuple[float, bool]]:
    """When the hands came and went, for one look a frame."""
    presence, said = Presence(), []
    for number, there in enumerate(hands):
        presence, turned = update_presence(presence, TableSight(there), number / RATE)
        if turned:
            said.append((number, presence.has_hands))
    return said


def test_hands_come_and_go_once():
    assert attended([False, True, True, True, True, False, False, False, False, False]) == [(2, True), (8, False)]


def test_a_flicker_of_one_frame_is_no_hand_and_a_gap_of_one_no_leave():
    assert attended([False, True, False, False, True, False, False]) == []
    assert attended([True, True, False, True, True, True]) == [(1, True)]


def visits(sights: list[tuple[bool, bool]]) -> list[float]:
    """When a visit ended, for (covered, reached) a frame."""
    state, ended = ZoneVisit(), []
    for number, (covered, reached) in enumerate(sights):
        sight = TableSight(covered, frozenset({"draw"} if covered else ()), reached=frozenset({"draw"} if reached else ()))
        state, left = update_visit(state, sight, "draw", number / RATE)
        if left:
            ended.append(number)
    return ended


STAY, PASS = round(STAYS.min_dwell_s * RATE) + 1, round(STAYS.min_dwell_s * RATE) - 2


def test_a_visit_ends_when_the_hand_leaves():
    assert visits([(True, True)] * STAY + [(False, False)] * 3) == [STAY]


def test_an_arm_that_passes_over_does_not_visit():
    crossing = [(True, True)] * PASS + [(True, False)] * 20 + [(True, True)] * PASS + [(False, False)] * 5
    assert visits(crossing) == []


@pytest.mark.parametrize(("second", "visits"), [(0.4, [STAY]), (0.9, [STAY, 2 * STAY + 5]), (None, [STAY])])
def test_a_hand_that_comes_right_after_anothers_is_another_visit(second, visits):
    state, ended = ZoneVisit(), []
    there = TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"}))
    for number, present in enumerate([True] * STAY + [False] * 5 + [True] * STAY + [False] * 3):
        hand = 0.4 if number < STAY + 5 else second
        state, left = update_visit(state, there if present else TableSight(False), "draw", number / RATE, hand=hand)
        ended += [number] * left
    assert ended == visits


def test_a_hand_that_seems_to_come_from_elsewhere_as_it_leaves_is_the_same_hand():
    state, ended = ZoneVisit(), []
    there = TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"}))
    for number, present in enumerate([True] * STAY + [False] * 2 + [True] * STAY + [False] * 3):
        hand = 0.4 if number < STAY + 2 else 0.9
        state, left = update_visit(state, there if present else TableSight(False), "draw", number / RATE, hand=hand)
        ended += [number] * left
    assert ended == [STAY]


def test_a_hand_that_is_beside_the_pile_for_a_frame_while_it_draws_is_one_visit():
    state, ended = ZoneVisit(), []
    there = TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"}))
    for number, present in enumerate([True] * STAY + [False] * 2 + [True] * STAY + [False] * 20):
        state, left = update_visit(state, there if present else TableSight(True), "draw", number / RATE, lingers=True)
        ended += [number] * left
    assert len(ended) == 1 and 2 * STAY + 2 <= ended[0] < 2 * STAY + 8, "it is told soon, though the hand rests there"


def test_two_cards_drawn_one_after_the_other_are_one_visit():
    once = [(True, True)] * STAY + [(False, False)] * 5
    assert visits(once * 2) == [STAY]
    assert len(visits(once + [(False, False)] * round(STAYS.same_visit_s * RATE) + once)) == 2


def drawn(reaches: list[float], rate: float, held: HeldCard | None = None) -> int:
    """How many draws are told of a hand whose fingers reach so far, frame by frame, and which then leaves."""
    state, told, at = ZoneVisit(held=held or HeldCard()), 0, 0.0
    there = TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"}))
    for reach in reaches:
        at += 1 / rate
        state, left = update_visit(track_fingers(state, reach, at), there, "draw", at)
        told += left
    state, left = update_visit(track_fingers(state, None, at + 1 / rate), TableSight(False), "draw", at + 1 / rate)
    return told + left


@pytest.mark.parametrize("rate", [10.0, 15.0, 30.0])
def test_a_hand_that_squares_a_pile_up_does_not_draw(rate):
    frames = round((TIDYING.min_there_s + 0.5) * rate)
    assert drawn([4.0 + 0.15 * math.sin(9 * n / rate) for n in range(frames)], rate) == 0


@pytest.mark.parametrize("rate", [10.0, 15.0, 30.0])
def test_a_hand_that_overshoots_and_pinches_has_drawn_though_no_card_is_seen_in_it(rate):
    """It comes, goes back by a little, reaches out again, and leaves with the card under its palm."""
    comes, goes = ([end + way * 2.0 * n / rate for n in range(round(0.5 * rate))] for end, way in ((3.2, 1), (4.0, -1)))
    pinches = [4.2, 4.2 - 0.1, *[3.95 + 0.02 * (n % 2) for n in range(round(0.7 * rate))], 4.1, 4.2]
    assert drawn([*comes, *pinches, *goes], rate, HeldCard(0.2, 0.2, is_there=True, was_inside=True, is_going=True)) == 1


def test_small_pushes_that_few_frames_show_may_square_a_pile_up():
    """To and fro by a fifth of the fingers, seen to move in few of the frames only: a draw, but perhaps none."""
    state, at = ZoneVisit(), 0.0
    there = TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"}))
    for reach in [4.0] + [4.0 + 0.2 * (n // 4 % 2) for n in range(17)]:
        at += 1 / 12
        state, _ = update_visit(track_fingers(state, reach, at), there, "draw", at)
    assert state.may_have_tidied and not state.has_tidied
    still = ZoneVisit()
    for n in range(18):
        still, _ = update_visit(track_fingers(still, 4.0 + 0.05 * (n % 2), (n + 1) / 12), there, "draw", (n + 1) / 12)
    assert not still.may_have_tidied


def test_where_nobody_sees_what_is_at_a_draw_pile_or_sees_it_go_it_may_have_squared_that_up():
    """What covers the pile looks like the table but for a moment; or it pushes, and is gone from one frame to the next."""
    hidden, quick, at = ZoneVisit(held=HeldCard(was_hidden=True)), ZoneVisit(held=HeldCard(is_there=True, was_inside=True)), 0.0
    fingers = TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"}))
    for n in range(18):
        at += 1 / 12
        hidden, _ = update_visit(track_fingers(hidden, None, at), replace(fingers, reached=frozenset()), "draw", at)
        quick, _ = update_visit(track_fingers(quick, 4.0 + 0.3 * (n // 2 % 2), at), fingers, "draw", at)
        if n == 11:
            assert quick.may_have_tidied and not quick.has_tidied
    assert hidden.may_have_tidied and not replace(hidden, held=HeldCard()).may_have_tidied


def test_a_hand_that_is_long_at_the_draw_pile_lingers_there():
    """As one that squares it up with pushes that nobody sees move; who draws takes a second at most."""
    drew, squared = ZoneVisit(), ZoneVisit()
    for n in range(15):
        at = (n + 1) / 12
        drew = track_fingers(drew, 4.0 if n < 12 else None, at)
        squared = track_fingers(squared, 4.0, at)
        drew, squared = replace(drew, at=at), replace(squared, at=at)
    assert squared.has_lingered and not drew.has_lingered
    assert not replace(squared, held=HeldCard(took=True)).has_lingered, "a card was seen to leave with it"


def test_the_way_across_a_draw_pile_and_back_is_no_lingering_there():
    """An arm from the far side comes slowly, takes a card in three quarters of a second, and goes slowly."""
    state, comes = ZoneVisit(), [3.0 + 0.1 * n for n in range(6)]
    for n, reach in enumerate([*comes, *[3.5] * 11, *reversed(comes)], start=1):
        state = replace(track_fingers(state, reach, n / 15), at=n / 15)
    assert state.there_s > TIDYING.may_there_s and not state.has_lingered


def test_a_hand_that_squared_a_pile_up_does_not_draw_as_its_arm_is_seen_no_more():
    """Where its tips turned round is known only once the arm is gone."""
    there, gone = TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"})), TableSight(False)
    state, at, told = ZoneVisit(), 0.0, 0
    for number in range(round((TIDYING.min_there_s + 0.5) * RATE)):
        at += 1 / RATE
        state, left = update_visit(track_fingers(state, 4.0 + 0.2 * (number % 2), at), there, "draw", at)
    for turned in (False, False, False, True):
        at += 1 / RATE
        state, left = update_visit(track_fingers(state, None, at), gone, "draw", at, turned=turned)
        told += left
    assert told == 0


@pytest.mark.parametrize("rate", [10.0, 15.0, 30.0])
def test_a_hand_that_lies_long_and_still_on_a_pile_draws_and_so_does_one_that_fidgets_for_a_moment(rate):
    assert drawn([4.0 + 0.01 * (n % 2) for n in range(round(3 * rate))], rate) == 1
    assert drawn([4.0 + 0.15 * math.sin(9 * n / rate) for n in range(round(0.9 * rate))], rate) == 1


@pytest.mark.parametrize("rate", [10.0, 15.0, 30.0])
def test_a_hand_that_comes_slowly_rests_and_goes_slowly_has_drawn(rate):
    """It moves as long as one that squares the pile up, but turns round once."""
    comes, goes = ([end + way * 2.0 * n / rate for n in range(round(0.5 * rate))] for end, way in ((3.0, 1), (4.0, -1)))
    assert drawn([*comes, *[4.0 + 0.05 * (n % 2) for n in range(round(0.9 * rate))], *goes], rate) == 1


def test_a_hand_at_a_draw_pile_is_drawing_until_it_leaves_or_stays_too_long():
    comings, rests = start_visits(["draw"], [], []), TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"}))
    since = []
    for number in range(1, 46):
        comings, _, _ = follow_visits(comings, rests, number / 15, steady=True)
        since.append(comings.find_draw_start(number / 15))
    assert since[0] == math.inf
    assert since[10] == pytest.approx(4 / 15)
    assert since[-1] == math.inf


def test_what_hands_do_elsewhere_goes_on_while_a_person_says_where_a_draw_pile_lies():
    """A hand is at one draw pile, and the other is tapped on the phone."""
    comings, there = start_visits(["s_draw"], ["up"], ["s_draw"]), frozenset({"s_draw"})
    for number in range(STAY):
        comings, _, _ = follow_visits(comings, TableSight(True, there, reached=there), number / RATE, steady=True)
    comings, told = comings.add_draw_pile("g_draw"), []
    for number in range(STAY, STAY + 3):
        comings, left, _ = follow_visits(comings, TableSight(False), number / RATE, steady=True)
        told += left
    assert told == ["s_draw"] and set(comings.draws) == {"s_draw", "g_draw"} and not comings.is_busy("g_draw", STAY / RATE)


def test_a_draw_is_told_though_another_hand_rests_beside_the_draw_pile():
    rests = Arm((0.0, 4.6), 1.4, hand=0.34, beside=frozenset({"draw"}))
    draws = Arm((0.0, 3.0), 2.7, "draw", "draw", frozenset({"draw"}), 0.05, beside=frozenset({"draw"}))
    comings, told = start_visits(["draw"], ["pile"], ["draw"]), []
    for number, arms in enumerate([*[(rests,)] * 15, *[(rests, draws)] * 12, *[(rests,)] * 20], start=1):
        covered = frozenset().union(*(arm.over for arm in arms))
        sight = TableSight(True, covered, reached=covered, arms=arms)
        comings, left, _ = follow_visits(comings, sight, number / RATE, steady=True)
        told += [(zone, comings.find_hand(zone)) for zone in left]
        comings = comings.close_stays(left)
    assert told == [("draw", pytest.approx(0.05, abs=0.01))]


@pytest.mark.parametrize("crossed, whose", [(0, 0.7), (4, None)])
def test_who_reaches_over_a_pile_laid_no_card_there_that_came_under_his_arm(crossed, whose):
    """Another's hand lies over his arm in some frames; as he draws back, his hand is over the pile for one in which it hardly moves."""

    def arm(reach, tips="draw", joined=False):
        over = frozenset({"up", tips})
        return Arm((5.0, 9.0), reach, tips, tips, over, None if joined else 0.7, joined, frozenset({"draw"}))

    comings, around = start_visits(["draw"], ["up"], ["draw"]), [arm(5.8)] * 8
    for number, one in enumerate([*around, *[arm(5.8, joined=True)] * crossed, *around, arm(5.2), arm(5.1, "up")], start=1):
        sight = TableSight(True, one.over, reached=frozenset({one.tips_in}), arms=(one,))
        comings, _, _ = follow_visits(comings, sight, number / RATE, steady=True)
    assert comings.find_hand("up") == (whose if whose is None else pytest.approx(whose))


ELSEWHERE = Arm((0.0, 3.0), 2.0, "up", "up", frozenset({"up"}), 0.3)


@pytest.mark.parametrize(
    "sights, clear",
    [
        ([TableSight(True, frozenset({"up"}), arms=(ELSEWHERE,))] * 20, True),
        ([TableSight(True, frozenset({"up"}), arms=(replace(ELSEWHERE, beside=frozenset({"draw"})),))] * 20, False),
        ([TableSight(True, frozenset({"up", "draw"}), arms=(ELSEWHERE,))] * 20, False),
        ([TableSight(True, frozenset({"up", "draw"}), arms=(replace(ELSEWHERE, over=frozenset({"up", "draw"})),))] * 20, True),
        ([TableSight(True, is_jolted=True)] * 20, False),
    ],
    ids=["elsewhere", "at its edge", "something over it", "reaching over it", "pushed"],
)
def test_hands_that_never_came_near_a_draw_pile_were_seen_not_to(sights, clear):
    """A draw right before they came is none of theirs."""
    drawing = [TableSight(True, frozenset({"draw"}), reached=frozenset({"draw"}))] * STAY
    comings, nobody = start_visits(["draw"], ["up"], ["draw"]), [TableSight(False)] * 6
    for number, sight in enumerate([*drawing, *nobody, *sights, *nobody], start=1):
        comings, _, _ = follow_visits(comings, sight, number / RATE, steady=not sight.is_jolted)
    assert comings.is_clear_of_draws == clear


@pytest.mark.parametrize(
    "reaches, clear",
    [
        ([1.4, 1.8, 2.2, 2.6, 3.0, 3.4, *[3.5] * 12, 3.3, 3.0, 2.6, 2.2, 1.8, 1.4], True),
        ([1.4, 1.8, 2.2, 2.6, 3.0, 3.4, *[3.5] * 12, 3.3, 3.0, 2.6, 2.5, 2.2, 1.8, 1.4], False),
        ([1.4, 1.8, 2.2, 2.6, 2.3, 2.6, 3.0, 3.4, *[3.5] * 12, 3.3, 3.0, 2.6, 2.2, 1.8, 1.4], False),
    ],
    ids=["goes on", "pauses on its way back", "turns on its way out"],
)
def test_fingers_that_go_over_the_draw_pile_and_back_without_a_stop_take_nothing(reaches, clear):
    """An unhurried arm on its way to a pile behind the draw pile. A hand that takes a card stops or turns there."""
    comings, at_draw = start_visits(["draw"], ["down"], ["draw"]), frozenset({"draw"})
    sights = [TableSight(False)] * 3
    for reach in reaches:
        tips = "draw" if reach < 2.8 else "down"
        arm = Arm((0.0, 9.0), reach, tips, tips, frozenset({"draw", tips}), 0.6, beside=at_draw if reach < 3.4 else frozenset())
        sights.append(TableSight(True, arm.over, reached=frozenset({tips}), arms=(arm,)))
    for number, sight in enumerate([*sights, *[TableSight(False)] * 6], start=1):
        comings, _, _ = follow_visits(comings, sight, number / RATE, steady=True)
    assert comings.is_clear_of_draws == clear


def test_a_table_not_seen_for_a_second_hides_a_draw():
    comings, hover = start_visits(["draw"], ["up"], ["draw"]), TableSight(True, frozenset({"up"}), arms=(ELSEWHERE,))
    for number in [*range(10), *range(30, 40)]:
        sight = hover if number > 3 else TableSight(False)
        comings, _, _ = follow_visits(comings, sight, number / RATE, steady=True)
    assert not comings.is_clear_of_draws
