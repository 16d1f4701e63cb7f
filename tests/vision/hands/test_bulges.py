"""A head that bends over the table is no arm, an arm beside it is one."""

import cv2
import numpy as np

from tests.vision.watched_table import LAYOUT
from vision.hands.field import build_field
from vision.hands.motion import learn_background, look_for_hands
from vision.hands.table_visits import follow_visits, start_visits

SIZE = (210, 400)
FIELD = build_field(LAYOUT, np.eye(3), SIZE, SIZE)
WOOD, HAIR, SKIN = (200, 210, 215), (28, 38, 52), (120, 150, 205)
EDGE = int(np.flatnonzero(FIELD.table[100])[-1])
"""Column of the right edge of the field, beside the draw pile."""
ROW = 110


def head(picture, into):
    """A head that comes in from the right, so many pixels."""
    cv2.circle(picture, (EDGE + 90 - into, ROW), 90, HAIR, -1)


def arm(picture, row, into, towards=0):
    """A hand with its arm that comes in from the right, its tips so many rows farther down than its wrist."""
    cv2.line(picture, (EDGE + 20, row), (EDGE - into, row + towards), SKIN, 40)


def watch(*paint):
    """Of what is painted frame by frame: touches of the draw pile, zones that were ever covered, frames in which arms were there."""
    empty = np.full((*SIZE, 3), WOOD, np.uint8)
    empty[52:143, 257:316] = (150, 70, 40)
    gate = learn_background(FIELD, empty, 0.0)
    comings, touches, covered = start_visits(["draw"], ["up1", "up2"], ["draw", "control"]), 0, set()
    with_arms = 0
    for number, of_frame in enumerate([*paint, *[lambda picture: None] * 20], start=1):
        picture = empty.copy()
        of_frame(picture)
        gate, sight = look_for_hands(gate, picture, number / 15)
        comings, left, _ = follow_visits(comings, sight, number / 15, steady=True)
        covered |= sight.covered
        touches += len(left)
        with_arms += bool(sight.arms)
    return touches, covered, with_arms


def leaning(deepest, frames=30, beside=lambda picture, at: None):
    """A head that comes, stays and goes."""

    def painted(at):
        into = deepest * min(1.0, at / 6, (frames - at) / 6)

        def paint(picture):
            head(picture, round(into))
            beside(picture, at)

        return paint

    return [painted(at) for at in range(frames)]


def test_a_head_that_bends_over_the_draw_pile_hides_it_and_draws_nothing():
    for deepest in (90, 110):
        touches, covered, with_arms = watch(*leaning(deepest, 40))
        assert touches == 0 and "draw" in covered
        assert with_arms < 14, "while it comes and goes it may look like one"


def test_a_hand_draws_though_somebody_bends_over_the_table_beside_it():
    def draws(picture, at):
        into = 80 * min(1.0, (at - 8) / 4, (24 - at) / 4)
        if into > 0:
            cv2.line(picture, (290, 0), (290, round(40 + into / 2)), SKIN, 40)

    touches, *_ = watch(*leaning(40, 34, draws))
    assert touches == 1


def test_an_arm_as_broad_as_most_is_one_straight_and_along_the_rim():
    for towards in (0, 30):

        def comes(at, towards=towards):
            return lambda picture: arm(picture, ROW, round(95 * min(1.0, at / 5, (16 - at) / 5)), towards)

        assert watch(*(comes(at) for at in range(16)))[0] == 1


def test_two_arms_that_cross_are_no_head():
    def both(at):
        def paint(picture):
            into, down = (
                round(150 * min(1.0, max(at - start, 0) / 5, max(end - at, 0) / 5)) for start, end in ((0, 30), (6, 26))
            )
            cv2.line(picture, (EDGE + 60, ROW), (EDGE - into + 50, ROW), SKIN, 114)
            if down:
                cv2.line(picture, (EDGE - 80, -60), (EDGE - 80, down - 50), SKIN, 114)

        return paint

    empty = np.full((*SIZE, 3), WOOD, np.uint8)
    gate, told = learn_background(FIELD, empty, 0.0), []
    for at in range(30):
        picture = empty.copy()
        both(at)(picture)
        gate, sight = look_for_hands(gate, picture, (at + 1) / 15)
        told.append(len(sight.arms))
        assert gate.bulged is None, at
    assert max(told) == 2


def test_two_arms_that_came_one_after_the_other_are_no_head_where_they_lie_side_by_side():
    def both(at):
        def paint(picture):
            arm(picture, ROW - 35, round(150 * min(1.0, at / 5)))
            if at > 8:
                arm(picture, ROW + 5 + max(0, 20 - at), round(140 * min(1.0, (at - 8) / 5)))

        return paint

    empty = np.full((*SIZE, 3), WOOD, np.uint8)
    gate = learn_background(FIELD, empty, 0.0)
    for at in range(30):
        picture = empty.copy()
        both(at)(picture)
        gate, _ = look_for_hands(gate, picture, (at + 1) / 15)
        assert gate.bulged is None, at


def test_an_arm_that_looks_as_broad_as_a_head_for_a_moment_is_an_arm_still():
    """It comes aslant and open, with a card in the hand."""

    def broad(picture):
        cv2.rectangle(picture, (EDGE - 95, ROW - 82), (EDGE + 20, ROW + 82), SKIN, -1)

    def comes(at):
        return lambda picture: arm(picture, ROW, 80) if at < 4 else broad(picture)

    assert watch(*(comes(at) for at in range(12)))[2] >= 12
    assert watch(*[broad] * 12)[2] == 0, "what comes as broad is none"


def tilted():
    """The table as a camera sees it that looks aslant: what lies near is twice as large as what lies far."""
    far, near = 130.0, 400.0
    corners = np.array(
        [[(400 - far) / 2, 0], [(400 + far) / 2, 0], [(400 + near) / 2, 209], [(400 - near) / 2, 209]], np.float32
    )
    table = np.array([[0, 0], [400, 0], [400, 210], [0, 210]], np.float32)
    return build_field(LAYOUT, cv2.getPerspectiveTransform(table, corners).astype(np.float64), SIZE, SIZE)


def test_fingers_are_longer_near_a_camera_that_looks_aslant():
    field = tilted()
    far, near = field.finger_lengths_at(np.array([40, 180]), np.array([200, 200]))
    assert near > 1.5 * far
    flat = FIELD.finger_lengths_at(np.array([40, 180]), np.array([200, 200]))
    assert np.allclose(flat, FIELD.fingers_px, rtol=0.02)


def bulged(field, broad):
    """Is what is so broad (pixels) and comes over the near edge of the table taken for a head, in any frame?"""
    empty = np.full((*SIZE, 3), WOOD, np.uint8)
    gate, taken = learn_background(field, empty, 0.0), False
    for at in range(20):
        picture, into = empty.copy(), round(60 * min(1.0, at / 5, (19 - at) / 5))
        cv2.line(picture, (160, 260), (160, 135 - into + broad // 2), HAIR, broad)
        gate, _ = look_for_hands(gate, picture, (at + 1) / 15)
        taken |= gate.bulged is not None
    return taken


def test_a_hand_at_the_near_edge_of_a_tilted_table_is_no_head_and_a_head_there_is_one():
    field = tilted()
    hand, _ = 1.2 * field.finger_lengths_at(np.array([135, 0]), np.array([160, 0]))
    assert hand > 2.2 * field.fingers_px, "elsewhere it would be as broad as a head"
    assert not bulged(field, round(hand))
    assert bulged(field, round(2.6 * hand))
