"""Hands that draw, and hands that only pass: drawn arms over a small table, followed from frame to frame."""

from dataclasses import dataclass, replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.varied import varied
from vision.hands.arms import Arm
from vision.hands.field import build_field
from vision.hands.motion import TableSight, learn_background, look_for_hands, shrink_frame
from vision.hands.table_visits import HandShare, find_last_owner, find_owner, follow_visits, start_visits
from vision.hands.tracks import NOBODY, ArmTracks, track_arms
from vision.place.layout import Layout, Zone

LAYOUT = Layout(
    (320.0, 180.0),
    (
        Zone("pile", "card", (60, 15, 60, 80)),
        Zone("draw", "draw", (200, 15, 60, 65)),
        Zone("control", "control", (200, 85, 60, 60)),
        Zone("low", "card", (60, 100, 60, 60)),
    ),
    card_mm=(40.0, 60.0),
)
SKIN = (120, 155, 205)
SIDES = {"left": (0.0, 0.18), "far": (0.18, 0.5), "right": (0.5, 0.68), "near": (0.68, 1.0)}
"""Shares of the way around the edge."""


@dataclass(frozen=True)
class Reach:
    """An arm that comes in at `start`, lays its tips on each of `stops` for `stay` seconds and leaves, from `begin` on."""

    start: tuple[float, float]
    stops: tuple[tuple[float, float], ...]
    stay: float = 0.2
    begin: float = 0.5
    move: float = 0.4

    def tips(self, at: float) -> tuple[float, float] | None:
        way, left = [self.start, *self.stops, self.start], at - self.begin
        for number, (here, there) in enumerate(pairwise(way)):
            if 0 <= left < self.move:
                part = left / self.move
                return here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part
            left -= self.move
            if number < len(self.stops):
                if 0 <= left < self.stay:
                    return there
                left -= self.stay
        return None


def with_arm(image: np.ndarray, reach: Reach, at: float) -> np.ndarray:
    """A thin finger on a broad hand on an arm."""
    if (tips := reach.tips(at)) is None:
        return image
    tip, start = np.array(tips), np.array(reach.start)
    ahead = (tip - start) / max(1.0, float(np.linalg.norm(tip - start)))
    knuckle, elbow = tip - 16 * ahead, start - 40 * ahead
    for a, b, width in ((elbow, knuckle - 14 * ahead, 17), (knuckle - 14 * ahead, knuckle, 23), (knuckle, tip - 3 * ahead, 7)):
        cv2.line(image, [int(v) for v in np.round(a)], [int(v) for v in np.round(b)], SKIN, width, cv2.LINE_AA)
    return image


def touched(*reaches: Reach, rate: float = 15.0, seconds: float = 4.0) -> list[tuple[str, str]]:
    """Draw zones that were touched, each with the side from which the hand came."""
    dice = np.random.default_rng(5)
    field = build_field(LAYOUT, np.eye(3), (180, 320), (180, 320))

    def frame(at: float) -> np.ndarray:
        image = np.full((180, 320, 3), 215, np.uint8)
        cv2.rectangle(image, (212, 22), (248, 72), (70, 30, 110), -1)
        for reach in reaches:
            image = with_arm(image, reach, at)
        return shrink_frame(np.clip(image + dice.normal(0, 1.5, image.shape), 0, 255).astype(np.uint8))

    gate, comings = learn_background(field, frame(0.0), 0.0), start_visits(["draw"], ["pile", "low"], ["draw", "control"])
    found = []
    for number in range(1, round(seconds * rate)):
        gate, sight = look_for_hands(gate, frame(number / rate), number / rate)
        comings, left, _ = follow_visits(comings, sight, number / rate, steady=not sight.is_jolted)
        found += [(zone, side_of(comings.find_hand(zone))) for zone in left]
    return found


def side_of(hand: float | None) -> str:
    return "" if hand is None else next(side for side, (low, high) in SIDES.items() if low <= hand < high)


@varied("rate", [10.0, 15.0, 30.0])
@pytest.mark.parametrize("stay", [0.15, 0.4, 0.9])
def test_tips_on_the_edge_of_the_draw_pile_draw_though_the_palm_lies_beside_it(rate, stay):
    assert touched(Reach((232.0, 200.0), ((228.0, 66.0),), stay), rate=rate) == [("draw", "near")]


@pytest.mark.parametrize(
    ("start", "side"), [((-20.0, 60.0), "left"), ((225.0, -20.0), "far"), ((340.0, 60.0), "right"), ((150.0, 200.0), "near")]
)
def test_a_draw_is_seen_from_every_side_and_says_from_which(start, side):
    assert touched(Reach(start, ((229.0, 48.0),))) == [("draw", side)]


@pytest.mark.parametrize("start", [(340.0, 50.0), (340.0, 20.0), (330.0, 100.0)])
@pytest.mark.parametrize("stay", [0.2, 0.5])
def test_an_arm_that_passes_over_the_draw_pile_does_not_draw(start, stay):
    assert touched(Reach(start, ((90.0, 50.0),), stay)) == []


@pytest.mark.parametrize("stay", [0.2, 0.5])
def test_an_arm_that_reaches_beyond_the_table_over_the_draw_pile_does_not_draw(stay):
    assert touched(Reach((232.0, 200.0), ((228.0, -40.0),), stay)) == []


def test_a_hand_that_lays_a_card_and_then_draws_has_drawn_once():
    assert touched(Reach((232.0, 200.0), ((90.0, 130.0), (228.0, 60.0)), 0.25)) == [("draw", "near")]


def test_of_two_hands_at_once_the_one_that_draws_is_named():
    laying, drawing = Reach((-20.0, 130.0), ((95.0, 130.0),), 0.8), Reach((340.0, 45.0), ((232.0, 45.0),), 0.2, begin=0.7)
    assert touched(laying, drawing) == [("draw", "right")]


Outline = tuple[tuple[int, int], ...]
"""Of an arm in the picture."""
ALONG_THE_RIM: Outline = ((0, 20), (45, 25), (50, 60), (48, 95), (0, 95))
FROM_THE_LEFT: Outline = ((0, 60), (60, 40), (95, 45), (100, 75), (60, 95), (0, 125))
LIES: Outline = ((0, 70), (80, 55), (100, 65), (95, 85), (0, 110))
FROM_AFAR: Outline = ((60, 0), (100, 0), (105, 60), (80, 70))


def arms_seen(*frames: tuple[Outline, ...]) -> list[tuple[Arm, ...]]:
    """The arms of each frame, ten a second."""
    dice = np.random.default_rng(5)
    field = build_field(LAYOUT, np.eye(3), (180, 320), (180, 320))

    def drawn(outlines: tuple[Outline, ...]) -> np.ndarray:
        image = np.full((180, 320, 3), 215, np.uint8)
        for outline in outlines:
            cv2.fillPoly(image, [np.array(outline, np.int32)], SKIN)
        return shrink_frame(np.clip(image + dice.normal(0, 1.5, image.shape), 0, 255).astype(np.uint8))

    gate, seen = learn_background(field, drawn(()), 0.0), []
    for number, outlines in enumerate(frames, start=1):
        gate, sight = look_for_hands(gate, drawn(outlines), number / 10)
        seen.append(sight.arms)
    return seen


def test_an_arm_that_lay_along_the_rim_as_it_came_is_one():
    """Its first frame shows it at another place of the rim."""
    *_, (arm,) = arms_seen((ALONG_THE_RIM,), (FROM_THE_LEFT,), (FROM_THE_LEFT,))
    assert not arm.is_joined and side_of(arm.hand) in ("left", "near", "")


def test_of_fingers_at_the_rim_with_the_card_that_they_laid_nobody_says_from_where_they_come():
    """The two are one patch, and the arm may be at either end of it."""
    fingers: Outline = ((70, 130), (110, 126), (120, 145), (140, 155), (150, 179), (70, 179))
    *_, (arm,) = arms_seen((fingers,), (fingers,))
    assert arm.fingers_in == "low" and arm.hand is None


BROAD_PALM: Outline = ((192, 0), (268, 0), (270, 45), (262, 72), (204, 72), (194, 45))
"""A hand at the far rim over the draw pile, as broad at the rim as it reaches in."""


def test_a_palm_as_broad_as_it_reaches_in_comes_from_its_own_rim():
    *_, (arm,) = arms_seen((BROAD_PALM,), (BROAD_PALM,))
    assert side_of(arm.hand) == "far" and "draw" in (arm.tips_in, arm.fingers_in)


def test_fingers_that_cross_the_rim_before_their_palm_are_one_hand():
    little, first = (((left, 0), (left + 11, 0), (left + 11, 26), (left, 26)) for left in (186, 263))
    *_, (arm,) = arms_seen((little, first), (BROAD_PALM,), (BROAD_PALM,))
    assert not arm.is_joined and side_of(arm.hand) == "far"


def test_a_finger_that_hardly_reaches_over_the_rim_turns_round_nowhere():
    """It lies at the edge of the draw pile and leaves: so does a hand that hovers beside it."""
    finger = Arm((0.0, 8.1), 0.49, "draw", "", frozenset({"draw"}), 0.38, beside=frozenset({"draw"}))
    *_, gone = followed(*[(finger,)] * 8, (), (), (), ())
    assert gone.turns == () and not [turn for way in followed(*[(finger,)] * 8, *[()] * 6) for turn in way.turns]


def torn_at(first: int, last: int) -> Outline:
    """An arm that comes in from the left, of which print that looks like it hides those rows at the rim."""
    return ((20, 42), (100, 55), (150, 80), (140, 110), (90, 115), (20, 132), (20, last), (62, last), (62, first), (20, first))


def test_an_arm_that_print_tears_at_the_rim_comes_in_at_one_place():
    """Now the upper part of it is the larger one there, now the lower part."""
    *_, (before,), (arm,) = arms_seen((torn_at(80, 98),), (torn_at(80, 98),), (torn_at(74, 92),))
    assert not arm.is_joined and side_of(arm.hand) == "left"
    assert abs(arm.entry[0] - before.entry[0]) < 0.2


def test_two_arms_that_touch_are_two():
    *_, (arm,) = arms_seen(*[(LIES,)] * 3, (LIES, FROM_AFAR), (LIES, FROM_AFAR))
    assert arm.is_joined and arm.hand is None


def followed(*frames: tuple[Arm, ...]) -> list[ArmTracks]:
    ways = [ArmTracks()]
    for number, arms in enumerate(frames, start=1):
        ways.append(track_arms(ways[-1], arms, number / 15))
    return ways[1:]


def hand_at(way: ArmTracks) -> float | None:
    course = way.find_track_at("pile")
    return None if course is None else course.hand


AT_THE_PILE = Arm((4.0, 6.0), 2.5, "pile", "pile", frozenset({"pile"}), 0.6)


@pytest.mark.parametrize("began", [15.3, 15.4, 20.2, 47.1])
def test_who_was_at_a_pile_in_two_frames_of_ten_a_second_turned_round_there_however_their_times_are_rounded(began):
    reaches, way = (("", 3.0), ("draw", 4.8), ("draw", 4.4), ("", 3.0)), ArmTracks()
    for number, (tips, reach) in enumerate(reaches):
        way = track_arms(way, [Arm((5.0, 5.0), reach, tips_in=tips)], began + (number - 1) / 10)
    assert [turn.zone for turn in way.turns] == ["draw"]


def test_an_arm_that_seems_to_come_in_elsewhere_as_it_leaves_is_nobody_elses():
    along_the_rim = Arm((1.0, 6.0), 2.7, "", "pile", frozenset({"pile"}), 0.3)
    ways = followed(*[(AT_THE_PILE,)] * 8, (along_the_rim,), (along_the_rim,))
    assert hand_at(ways[7]) == pytest.approx(0.6)
    assert all(hand_at(way) in (None, pytest.approx(0.6, abs=0.05)) for way in ways)


def test_the_only_arm_is_another_one_where_it_comes_from_another_side():
    """One player has drawn and is gone, and in the next frame the next one lays a card on the other side of the table."""
    another = Arm((2.0, 1.0), 2.1, "pile", "pile", frozenset({"pile"}), None)
    ways = followed(*[(replace(AT_THE_PILE, entry=(6.0, 9.0)),)] * 8, (another,), (another,))
    assert all(hand_at(way) is None for way in ways[8:])


def test_a_hand_of_which_a_frame_was_seen_is_nobodys():
    blur = Arm((4.0, 6.0), 1.2, "pile", "pile", frozenset({"pile"}), 0.6)
    assert hand_at(followed((blur,))[0]) is None


def test_what_two_arms_that_touch_do_is_nobodys():
    """One arm reaches over a pile on its way, then a second comes there, and both are one patch."""
    passes, joined = replace(AT_THE_PILE, hand=0.1), replace(AT_THE_PILE, hand=None, is_joined=True)
    comings = start_visits(["draw"], ["pile", "low"], ["draw", "control"])
    for number, arm in enumerate([*[passes] * 3, *[joined] * 6], start=1):
        sight = TableSight(has_hands=True, covered=frozenset({"pile"}), arms=(arm,))
        comings, _, _ = follow_visits(comings, sight, number / 15, steady=True)
    assert comings.find_hand("pile") is None


def test_an_arm_that_comes_to_look_as_if_it_came_from_elsewhere_is_nobodys():
    """The first blurred frames of a hand that reaches far showed it at another player's place."""
    comings = start_visits(["draw"], ["pile", "low"], ["draw", "control"])
    told = []
    for number, hand in enumerate([0.33] * 4 + [0.12] * 6, start=1):
        sight = TableSight(has_hands=True, covered=frozenset({"pile"}), arms=(replace(AT_THE_PILE, hand=hand),))
        comings, _, _ = follow_visits(comings, sight, number / 15, steady=True)
        told.append(comings.find_hand("pile"))
    assert told[3] == pytest.approx(0.33)
    assert told[-1] in (None, pytest.approx(0.12, abs=0.06))


def test_where_two_joined_arms_turned_round_tells_not_which_of_them_did():
    """One has drawn and is still there; the other comes to lie over it, lays a card, and is seen alone for its last frames there."""
    draws = Arm((0.0, 8.0), 2.1, "draw", "draw", frozenset({"draw"}), 0.37)
    joined = Arm((0.0, 8.0), 5.8, "pile", "pile", frozenset({"draw", "pile"}), None, is_joined=True)
    lays = Arm((3.0, 10.0), 7.3, "pile", "pile", frozenset({"draw", "pile"}), 0.63)
    drawn_back = Arm((0.0, 8.0), 1.7, "draw", "", frozenset({"draw"}), 0.4)
    frames = [*[(draws,)] * 6, *[(joined,)] * 3, (drawn_back, lays), *[(lays,)] * 2]
    comings = start_visits(["draw"], ["pile", "low"], ["draw", "control"])
    for number, arms in enumerate(frames, start=1):
        sight = TableSight(has_hands=True, covered=frozenset({"pile", "draw"}), arms=arms)
        comings, _, _ = follow_visits(comings, sight, number / 12, steady=True)
    assert comings.find_hand("pile") in (None, pytest.approx(0.63, abs=0.02))
    assert comings.find_hand("draw") == pytest.approx(0.37, abs=0.02)


def test_an_arm_that_comes_while_one_draws_and_leaves_is_not_that_one():
    """One draws; another comes in beside it and lays over that arm, and both are one patch that now seems to come in where the other does."""
    draws = Arm((3.0, 4.9), 4.0, "draw", "draw", frozenset({"draw"}), 0.08)
    joined = Arm((0.6, 5.7), 5.1, "pile", "pile", frozenset({"draw", "pile"}), None, is_joined=True)
    both = Arm((4.1, 4.7), 4.3, "", "low", frozenset({"draw", "pile"}), None, is_joined=True)
    lays = Arm((0.7, 5.3), 5.0, "pile", "pile", frozenset({"pile"}), 0.3)
    drawn_back = Arm((4.9, 5.0), 1.7, "", "", frozenset({"pile"}), 0.86)
    frames = [*[(draws,)] * 6, (joined,), (both,), (lays, drawn_back), (replace(joined, entry=(0.3, 6.9)),)]
    comings = start_visits(["draw"], ["pile", "low"], ["draw", "control"])
    for number, arms in enumerate(frames, start=1):
        sight = TableSight(has_hands=True, covered=frozenset({"pile", "draw"}), arms=arms)
        comings, _, _ = follow_visits(comings, sight, number / 10, steady=True)
    assert comings.find_hand("pile") in (None, pytest.approx(0.3, abs=0.02))
    assert comings.find_hand("draw") == pytest.approx(0.08, abs=0.02)


def test_where_an_arm_is_seen_late_that_reaches_over_another_the_card_that_it_has_laid_meanwhile_is_not_the_others():
    """One draws. Another of the table's colour reaches over that arm and lays a card, and is seen to have come in only as it leaves."""
    draws = Arm((5.2, 2.3), 6.1, "draw", "draw", frozenset({"draw"}), 0.28)
    passes_for_it = replace(draws, reach=6.4, tips_in="pile", fingers_in="pile", over=frozenset({"draw", "pile"}), hand=0.31)
    joined = Arm((0.7, 4.4), 5.7, "pile", "pile", frozenset({"draw", "pile"}), None, is_joined=True)
    apart = (replace(draws, reach=2.4, tips_in="", fingers_in=""), Arm((0.7, 4.4), 3.4, "", "", frozenset({"draw"}), 0.49))
    frames = [*[(draws,)] * 6, *[(passes_for_it,)] * 2, *[(replace(draws, reach=7.2),)] * 2, (joined,), apart]
    comings = start_visits(["draw"], ["pile", "low"], ["draw", "control"])
    for number, arms in enumerate(frames, start=1):
        sight = TableSight(has_hands=True, covered=frozenset({"pile", "draw"}), arms=arms)
        comings, _, _ = follow_visits(comings, sight, number / 10, steady=True)
    assert comings.find_hand("pile") in (None, pytest.approx(0.49, abs=0.02))
    assert comings.find_hand("draw") == pytest.approx(0.28, abs=0.02)


def test_an_arm_that_comes_while_another_is_drawn_back_is_its_own():
    """The one is seen at the rim for the last time, and in the next frame the other comes in there."""
    drawn_back = [replace(AT_THE_PILE, hand=0.06, reach=reach, tips_in="", fingers_in="") for reach in (1.9, 1.3)]
    comes = [replace(AT_THE_PILE, entry=(4.0, 8.8), hand=0.3, reach=reach) for reach in (1.2, 1.7, 2.2, *[2.4] * 6)]
    ways = followed(*[(replace(AT_THE_PILE, hand=0.06),)] * 8, *[(arm,) for arm in [*drawn_back, *comes]])
    assert hand_at(ways[-1]) == pytest.approx(0.3, abs=0.01)


def test_two_hands_at_one_pile_are_not_told_apart():
    other = replace(AT_THE_PILE, entry=(0.0, 1.0), hand=0.2)
    assert followed(*[(AT_THE_PILE, other)] * 8)[-1].find_track_at("pile") is None


def test_from_where_an_arm_comes_is_as_it_was_known_last_and_not_as_it_seemed_while_it_came():
    comes = Arm((1.0, 3.0), 2.1, "pile", "pile", frozenset({"pile"}), 0.32)
    still_comes = replace(comes, entry=(1.2, 3.4), reach=2.3)
    lies = replace(comes, entry=(2.2, 2.8), hand=0.08)
    goes = replace(lies, reach=0.9, tips_in="", fingers_in="")
    comings = start_visits(["draw"], ["pile", "low"], ["draw", "control"])
    for number, arm in enumerate([comes, still_comes, *[lies] * 3, goes], start=1):
        sight = TableSight(has_hands=True, covered=frozenset({"pile"}), arms=(arm,))
        comings, _, _ = follow_visits(comings, sight, number / 15, steady=True)
    assert comings.find_hand("pile") == pytest.approx(0.08, abs=0.02)


def test_who_only_passes_a_pile_as_he_leaves_has_laid_nothing_there():
    """A card was laid under an arm that reaches over it: whose it was cannot be seen, and that arm passes the pile on its way out."""
    reaches_over = replace(AT_THE_PILE, reach=5.5, tips_in="draw", fingers_in="draw")
    leaves = [replace(AT_THE_PILE, reach=reach, entry=(5.0, 6.0)) for reach in (4.6, 3.9)]
    comings = start_visits(["draw"], ["pile", "low"], ["draw", "control"])
    for number, arm in enumerate([*[reaches_over] * 8, *leaves], start=1):
        sight = TableSight(has_hands=True, covered=frozenset({"pile", "draw"}), arms=(arm,))
        comings, _, _ = follow_visits(comings, sight, number / 15, steady=True)
    assert comings.find_hand("pile") is None
    assert comings.find_hand("draw") == pytest.approx(0.6)


@pytest.mark.parametrize(("rate", "stay"), [(12.0, 0.25), (15.0, 0.8), (20.0, 0.2)])
def test_a_card_that_leaves_with_fingers_that_lay_beside_the_pile_was_drawn(rate, stay):
    """A hand is above the table, and a camera sees it beside what it is at; then the card slides out under it."""
    assert drawn_from_beside(rate, stay, carried=True) == 1


def test_of_a_draw_pile_at_the_rim_a_card_is_drawn_by_a_hand_of_which_only_fingertips_are_seen():
    """The pile lies before who draws: most of the hand is beyond the part of the table in which hands are looked for."""
    assert drawn_from_beside(12.0, 0.6, carried=True, reach=0.7) == 1
    assert drawn_from_beside(12.0, 0.6, carried=False, reach=0.7) == 0


@pytest.mark.parametrize("on", ["r0c5", "control"])
def test_a_card_that_leaves_with_fingers_that_seemed_to_lie_next_to_the_draw_pile_was_drawn(on):
    """On the next cells of the board, or where control cards are laid."""
    assert drawn_from_beside(15.0, 0.8, carried=True, reach=2.6, on=on) == 1
    assert drawn_from_beside(15.0, 0.8, carried=False, reach=2.6, on=on) == 0


@pytest.mark.parametrize(("stay", "carried"), [(0.25, False), (2.0, True)])
def test_a_hand_beside_the_draw_pile_draws_nothing_without_a_card_nor_where_it_rests(stay, carried):
    assert drawn_from_beside(15.0, stay, carried) == 0


def drawn_from_beside(rate: float, stay: float, carried: bool, reach: float = 1.4, on: str = "") -> int:
    """How many draws are told of fingers that lie still at the edge of the draw pile for so long. `carried`: something goes out of it with
    them; `reach`: how far they do, in lengths of fingers; `on`: the zone on which they lie."""
    beside = Arm((4.0, 6.0), reach, on, on, frozenset({"draw"}), 0.6, beside=frozenset({"draw"}))
    away = (
        replace(beside, reach=2.9, tips_in="draw", fingers_in="draw")
        if carried
        else replace(beside, reach=0.6, beside=frozenset())
    )
    comings, told = start_visits(["draw"], ["pile", "low"], ["draw", "control"]), 0
    for number, arm in enumerate([*[beside] * round(stay * rate), away, away, None, None], start=1):
        over = frozenset() if arm is None else frozenset({"draw"})
        sight = TableSight(has_hands=True, covered=over, arms=() if arm is None else (arm,))
        comings, left, _ = follow_visits(comings, sight, number / rate, steady=True)
        told += len(left)
    return told


def test_an_arm_that_comes_in_elsewhere_from_one_frame_to_the_next_did_not_turn_round():
    """Its sleeve and its hand were two patches at first; then it is one, and reaches on over the pile."""
    comes = [replace(AT_THE_PILE, entry=(4.0, 8.4), reach=reach) for reach in (1.8, 2.2, 2.5)]
    goes_on = [replace(AT_THE_PILE, entry=(4.0, 6.4), reach=reach, tips_in="far") for reach in (4.0, 4.4, 4.8, 5.0, 5.1, 5.1)]
    assert not [turn for way in followed(*[(arm,) for arm in [*comes, *goes_on]]) for turn in way.turns]


def test_a_hand_that_draws_while_another_arm_comes_to_lie_over_it_has_drawn():
    """Both are one patch until the hand has left the pile: nobody sees where its fingers are meanwhile."""
    there = [
        replace(AT_THE_PILE, entry=(4.0, 6.0), reach=reach, tips_in="draw", over=frozenset({"draw"}))
        for reach in (2.4, 2.5, 2.5)
    ]
    joined = Arm((4.0, 6.0), 6.3, "far", "far", frozenset({"draw", "far"}), None, is_joined=True)
    lays = replace(joined, over=frozenset({"far"}))
    for arms, draws in (([*there, *[joined] * 6, *[lays] * 4], ["draw"]), ([*[joined] * 9, *[lays] * 4], [])):
        comings, left = start_visits(["draw"], ["far"], ["draw"]), []
        for number, arm in enumerate(arms, start=1):
            other = () if arm.is_joined else (Arm((1.0, 1.0), 1.2),)
            sight = TableSight(has_hands=True, covered=arm.over, reached=frozenset({arm.tips_in}), arms=(arm, *other))
            comings, gone, _ = follow_visits(comings, sight, number / 15, steady=True)
            left += gone
        assert left == draws


def test_whether_a_hand_drew_that_lay_under_another_arm_is_open_for_a_moment():
    """Two arms come, and lie over one another at the pile; what either did there nobody sees. One that is seen to have drawn is told."""
    comes = replace(AT_THE_PILE, entry=(4.0, 6.0), reach=2.4, tips_in="", fingers_in="", over=frozenset())
    joined = Arm((4.0, 6.0), 6.3, "far", "far", frozenset({"draw", "far"}), None, is_joined=True)
    beside = replace(joined, over=frozenset({"far"}))
    seen = replace(joined, tips_in="draw", fingers_in="draw")
    for arms, open_ in (
        ([comes, *[joined] * 3, *[beside] * 4], True),
        ([comes, *[beside] * 7], False),
        ([comes, *[seen] * 6], False),
    ):
        comings = start_visits(["draw"], ["far"], ["draw"])
        frames = [*[(arm, *([] if arm.is_joined else [Arm((1.0, 1.0), 1.2)])) for arm in arms], (), ()]
        for number, there in enumerate(frames, start=1):
            over, tips = (there[0].over, {there[0].tips_in}) if there else (frozenset(), set())
            sight = TableSight(has_hands=bool(there), covered=over, reached=frozenset(tips), arms=there)
            comings, _, _ = follow_visits(comings, sight, number / 15, steady=True)
        assert comings.may_have_drawn(comings.at) == open_
        assert not comings.may_have_drawn(comings.at + 3.0)


FAR_ARM = Arm((0.2, 6.7), 1.72, "draw", "draw", frozenset({"draw"}), 0.36, beside=frozenset({"draw"}))


@pytest.mark.parametrize(("reaches", "draws"), [((1.72, 1.68), 1), ((1.72,), 0), ((1.72, 1.2), 0)])
def test_a_card_that_leaves_with_a_hand_of_which_nothing_was_seen_was_drawn(reaches, draws):
    """Its fingertips lie at the picture's edge; a blur of one frame, or of something that flies past, is nowhere."""
    arms = [replace(FAR_ARM, reach=reach) for reach in reaches]
    assert visits_told([*arms, *[None] * 6], 12.0) == draws


@pytest.mark.parametrize(("beside", "draws"), [("r0c5", 1), ("pile", 0)])
def test_fingers_that_seem_to_be_now_on_the_draw_pile_and_now_on_the_next_cell_of_the_board_draw(beside, draws):
    there = replace(FAR_ARM, entry=(5.0, 6.0), reach=3.9, over=frozenset({"draw", beside}))
    flickers = [there, replace(there, reach=3.8), replace(there, tips_in=beside, fingers_in=beside)]
    comes, goes = (replace(there, reach=reach, tips_in=beside, fingers_in=beside) for reach in (4.2, 3.7))
    assert visits_told([comes, *flickers * 3, goes, goes, *[None] * 6], 15.0, beside) == draws


@pytest.mark.parametrize(("tips", "draws"), [("pile", 0), ("draw", 1), ("", 1)])
def test_fingers_over_the_draw_pile_draw_nothing_while_their_tips_lay_a_card_on_the_pile_behind(tips, draws):
    comes = replace(FAR_ARM, entry=(5.0, 6.0), reach=2.8, over=frozenset({"draw"}))
    lies = replace(comes, reach=4.6, tips_in=tips, over=frozenset({"draw", "pile"}))
    goes = replace(comes, tips_in="", fingers_in="", over=frozenset(), beside=frozenset(), reach=1.4)
    assert visits_told([comes, *[replace(lies, reach=4.6 - 0.02 * i) for i in range(6)], goes, *[None] * 6], 15.0) == draws


def visits_told(arms, rate: float, beside: str = "pile") -> int:
    """How many visits to the draw pile are told of one arm, or none, a frame."""
    comings, told = start_visits(["draw"], [beside], ["draw"]), 0
    for number, arm in enumerate(arms, start=1):
        over, fingers = (frozenset(), "") if arm is None else (arm.over, arm.fingers_in)
        sight = TableSight(
            has_hands=True, covered=over, reached=frozenset({fingers} - {""}), arms=() if arm is None else (arm,)
        )
        comings, left, _ = follow_visits(comings, sight, number / rate, steady=True)
        told += len(left)
    return told


def test_where_two_hands_were_for_about_as_long_nobody_says_whose_it_was():
    def whose(one, other, apart=0.2):
        return find_owner((HandShare(1, 0.3, one, 1.0), HandShare(2, 0.3 + apart, other, 1.0)))

    assert whose(0.5, 0.48) is None and whose(0.48, 0.5) is None
    assert whose(0.5, 0.3) == 0.3
    assert whose(0.5, 0.48, apart=0.02) == 0.3, "the hands of one"


def test_while_two_arms_lay_over_one_another_either_may_have_been_at_the_pile():
    """Of two people at a pile one went on with a gesture while the other laid: the longer one is not who laid for all that."""
    longer, other = HandShare(7, 0.87, 0.93, 2.0), HandShare(8, 0.31, 0.25, 2.0)
    assert find_owner((longer, other)) == 0.87
    assert find_owner((HandShare(NOBODY, None, 0.8, 1.0), longer, other)) is None
    assert find_owner((HandShare(NOBODY, None, 0.8, 1.0), longer)) == 0.87, "nobody else was seen there"


def test_a_card_where_no_pile_was_known_is_of_the_hand_that_was_there_last():
    """Another hand had stayed longer beside it, at the draw pile, and had gone."""
    drew, laid = HandShare(4, 0.98, 1.1, 11.2), HandShare(5, 0.44, 0.5, 12.7)
    assert find_last_owner((drew, laid)) == find_last_owner((laid, drew)) == 0.44
    assert find_last_owner((replace(drew, at=12.7), laid)) == 0.98, "both were there"
    assert find_last_owner(()) is None


def test_an_arm_that_was_told_of_at_the_draw_pile_has_no_part_in_the_next_draw():
    """Its tips were never seen to come back: that they turned round is known only once the arm is gone, and told by then."""
    first = Arm((2.2, 9.6), 1.7, "draw", "draw", frozenset({"draw"}), 0.65)
    second = Arm((5.8, 8.8), 4.3, "draw", "draw", frozenset({"draw"}), 0.82)
    arms = [*[replace(first, reach=1.7 + 0.05 * n) for n in range(12)], *[None] * 12, *[second] * 6, *[None] * 6]
    comings, told = start_visits(["draw"], ["pile"], ["draw"]), []
    for number, arm in enumerate(arms, start=1):
        over = frozenset() if arm is None else arm.over
        sight = TableSight(has_hands=arm is not None, covered=over, reached=over, arms=() if arm is None else (arm,))
        comings, left, _ = follow_visits(comings, sight, number / 15, steady=True)
        told += [round(comings.find_hand(zone) or 0, 2) for zone in left]
        comings = comings.close_stays(left)
    assert told == [0.65, 0.82]
