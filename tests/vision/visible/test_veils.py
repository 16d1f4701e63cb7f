"""A pile that cannot be seen is said and not ruled on, and the others go on. Drawn."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from tests.filmed import drop, frames, glare
from tests.varied import varied
from tests.vision.hands.test_course import LAYOUT as SMALL_TABLE
from tests.vision.watched_table import SIZE, Pictures, changes, table, watcher
from vision.drawn.table.acts import Lay, Lift, ShowControl, Wait
from vision.hands import motion
from vision.hands.field import build_field
from vision.types import Change, Handled, Lost, Touched, Unclear
from vision.visible import veils

WIDTH, HEIGHT = SIZE
ACROSS = np.mgrid[0:HEIGHT, 0:WIDTH][1].astype(np.float32)
UP1 = (0.24 * WIDTH, 0.45 * HEIGHT)
SPOILT = 62
"""The frame from which on a pile cannot be seen: both lie there, and the hand is gone."""


@lru_cache(maxsize=2)
def pictures(*more):
    """Two cards are laid, and then some more happens."""
    camera = table([Lay("up1", "12"), Lay("up2", "88"), Wait(1.2), *more, Wait(0.6)], seed=4)
    return tuple(frame.image for frame in frames(camera))


def under_a_lamp(picture):
    """A lamp is mirrored on the first pile."""
    return glare(picture, UP1)


def under_a_drop(picture):
    """A drop is on the lens, where the first pile is."""
    return drop(picture, UP1, 0.17)


def finger(picture):
    """A finger before the left part of the lens."""
    free = np.clip((ACROSS / WIDTH - 0.22) / 0.12, 0, 1)[..., None]
    return (picture * free + np.array((60, 80, 140)) * (1 - free)).astype(np.uint8)


SPOILERS = {"glare": under_a_lamp, "blurred": under_a_drop, "covered": finger}


def told(spoil, *more, until=None):
    """What the eye tells once both cards lie there and the first pile cannot be seen, to the last frame or `until` so many before it."""
    film = pictures(*more)
    last = len(film) - (until or 0)
    eye = watcher(Pictures(spoil(one) if SPOILT <= k < last else one for k, one in enumerate(film)))
    return [one for one in eye.events() if one.at > SPOILT / 15 + 0.6 or isinstance(one, Unclear)]


@pytest.mark.whole
@pytest.mark.parametrize("why", SPOILERS)
def test_it_is_told_why_a_pile_cannot_be_seen_and_the_other_pile_is_read(why):
    happened = told(SPOILERS[why], Wait(1.0), Lay("up2", "35"))
    assert dict(next(one.zones for one in happened if isinstance(one, Unclear))) == {"up1": why}
    assert changes(happened) == [("up2", "88", "35")]
    assert not any(isinstance(one, Handled | Touched | Lost) for one in happened)


@pytest.mark.whole
@varied("why", ["glare", "blurred"])
def test_what_was_laid_where_nothing_could_be_seen_is_asked_once_it_can(why):
    happened = told(SPOILERS[why], Wait(1.0), Lay("up1", "47"), Wait(2.5), until=30)
    (change,) = [one for one in happened if isinstance(one, Change)]
    assert (change.before, change.after, change.accepted) == ("12", "47", False) and "12" in dict(change.alternatives)
    assert [one for one in happened if isinstance(one, Unclear)][-1].zones == ()


def test_what_hands_do_is_never_taken_for_a_veil():
    film = pictures(Lift("up1"), ShowControl("end_turn"), Wait(1.5), Lay("up1", "6"))
    assert not [one for one in watcher(Pictures(film)).events() if isinstance(one, Unclear)]


def half(picture):
    """A hand before the left half of the lens, as seen from above: two fifths of the picture and more."""
    free = np.clip((ACROSS / WIDTH - 0.36) / 0.12, 0, 1)[..., None]
    return (picture * free + np.array((60, 80, 140)) * (1 - free)).astype(np.uint8)


@pytest.mark.whole
@varied(("pile", "card", "below"), [("up1", "47", "12"), ("up2", "35", "88")])
def test_of_a_lens_that_is_half_covered_the_other_half_goes_on_and_what_changed_is_asked(pile, card, below):
    happened = told(half, Wait(2.0), Lay(pile, card), Wait(3.5), until=45)
    said = [dict(one.zones) for one in happened if isinstance(one, Unclear)]
    assert said[0]["up1"] == "covered" and said[-1] == {}
    (change,) = [one for one in happened if isinstance(one, Change)]
    assert (change.zone, change.before, change.after) == (pile, below, card) and not (pile == "up1" and change.accepted)
    assert not any(isinstance(one, Touched | Lost) for one in happened)


def slipped(picture):
    """The camera looks so far to the right that the first pile lies beyond the picture's edge."""
    return cv2.warpAffine(picture, np.array([[1, 0, -0.26 * WIDTH], [0, 1, 0]], np.float32), SIZE, borderValue=(70, 90, 110))


@pytest.mark.whole
def test_a_pile_beyond_the_edge_of_the_picture_is_said_and_the_others_go_on():
    happened = told(slipped, Wait(2.0), Lay("up2", "35"))
    assert [dict(one.zones) for one in happened if isinstance(one, Unclear)] == [{"up1": "outside"}]
    assert changes(happened) == [("up2", "88", "35")]
    assert all(one.accepted for one in happened if isinstance(one, Change))
    assert not any(isinstance(one, Handled | Touched) for one in happened)


@pytest.mark.whole
@varied(("laid", "asked"), [((Wait(1.8),), []), ((Lay("up1", "47"),), [("12", "47")])])
def test_what_was_laid_beyond_the_edge_is_asked_once_it_is_in_view_again(laid, asked):
    happened = told(slipped, Wait(1.5), *laid, Wait(3.0), until=40)
    later = [one for one in happened if isinstance(one, Change)]
    assert [(one.before, one.after) for one in later] == asked and not any(one.accepted for one in later)
    assert [one for one in happened if isinstance(one, Unclear)][-1].zones == ()


@pytest.mark.whole
def test_an_arm_that_is_smeared_as_it_comes_is_no_veil():
    """The first pile is blurred for three frames as a hand comes over it that lays a card there."""
    film, spoilt = pictures(Lay("up1", "47"), Wait(1.0)), SPOILT + 20
    eye = watcher(Pictures(under_a_drop(one) if spoilt <= k < spoilt + 3 else one for k, one in enumerate(film)))
    (change,) = [one for one in eye.events() if isinstance(one, Change) and one.after == "47"]
    assert change.moved and change.accepted


@pytest.mark.parametrize(("broad", "from_", "at_once"), [(60, 70, False), (100, 70, True), (78, 0, False)])
def test_what_hides_a_quarter_of_a_small_table_is_a_veil_at_once_if_it_is_larger_than_an_arm(broad, from_, at_once):
    """Over print the outline of an arm that is smeared cannot be told. The last reaches across all of the table."""
    field = build_field(SMALL_TABLE, np.eye(3), (180, 320), (180, 320))
    print_ = cv2.resize(np.random.default_rng(5).integers(40, 215, (45, 80, 3)).astype(np.uint8), (320, 180), interpolation=0)
    soft = np.zeros((180, 320), np.float32)
    cv2.rectangle(soft, (from_, 90 - broad // 2), (340, 90 + broad // 2), (1.0,), -1)
    soft = cv2.GaussianBlur(soft, (0, 0), 6)[..., None]
    hidden = motion.shrink_frame((print_ * (1 - soft) + np.array((60, 80, 140)) * soft).astype(np.uint8))
    gate, _ = motion.look_for_hands(motion.learn_background(field, motion.shrink_frame(print_), 0.0), hidden, 0.2)
    known = veils.follow_veils(veils.Veils(), gate, 0.2)
    assert bool(known.zones) == at_once and set(known.seen) == {zone.name for zone in SMALL_TABLE.zones}
