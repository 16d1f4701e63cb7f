"""What the camera cannot see is not ruled on, and what changed meanwhile is asked. Drawn."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.watched_table import LAYOUT, SIZE, Pictures, watcher
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying, TableScene
from vision.hands.field import build_field
from vision.place.layout import Layout, Zone
from vision.types import Change, Found, Lost, Touched, Unclear
from vision.visible.clearness import is_unclear

BEFORE = TableScene(LAYOUT).with_pile("up1", (Lying("12", (84.0, 105.0), 4.0),))
AFTER = BEFORE.with_pile("up1", (*BEFORE.list_pile_cards("up1"), Lying("47", (80.0, 103.0), -6.0, 0.3)))


@cache
def pictures(after):
    stage = SceneRenderer(SIZE)
    return [stage.render_picture(AFTER if after else BEFORE, number) for number in range(24)]


def half_covered(picture):
    """A finger over the left part of the lens, far out of focus."""
    free = np.clip((np.arange(picture.shape[1]) / picture.shape[1] - 0.5) / 0.1, 0, 1)[None, :, None]
    return (picture * free + np.array((60, 80, 140)) * (1 - free)).astype(np.uint8)


SPOILT = {
    "plain": lambda picture: np.full_like(picture, 128),
    "white": lambda picture: np.full_like(picture, 252),
    "blurred": lambda picture: cv2.GaussianBlur(picture, (0, 0), 12),
    "half covered": half_covered,
    "colours swapped": lambda picture: np.ascontiguousarray(picture[..., ::-1]),
    "dark": lambda picture: (picture * 0.02).astype(np.uint8),
}


def told(spoil, after):
    """What the eye tells once the card that lay at the beginning was read."""
    blind = [spoil(picture) for picture in pictures(after)]
    eye = watcher(Pictures([*pictures(False), *blind, *pictures(after)]))
    return [event for event in eye.events() if not isinstance(event, Change) or event.before]


@pytest.mark.whole
@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_a_card_laid_while_nothing_could_be_seen_is_asked_not_taken_for_a_correction(spoil):
    happened = told(spoil, after=True)
    (change,) = [event for event in happened if isinstance(event, Change)]
    assert (change.zone, change.before, change.after) == ("up1", "12", "47")
    assert change.moved and not change.accepted and "12" in dict(change.alternatives)


@pytest.mark.whole
@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT.keys())
def test_where_nothing_changed_meanwhile_nothing_is_said_of_it(spoil):
    happened = told(spoil, after=False)
    assert not [event for event in happened if isinstance(event, Change | Touched)]


@pytest.mark.parametrize("name", ["plain", "white"])
def test_that_the_table_cannot_be_seen_is_told_and_that_it_can_be_again(name):
    happened = told(SPOILT[name], after=False)
    assert next(event.reason for event in happened if isinstance(event, Lost)) == "unclear"
    assert isinstance(next(event for event in reversed(happened) if isinstance(event, Lost | Found)), Found)


@pytest.mark.whole
def test_of_a_lens_that_is_half_covered_the_piles_are_told_at_once():
    happened = told(half_covered, after=False)
    first, *_, last = [event for event in happened if isinstance(event, Unclear)]
    assert dict(first.zones)["up1"] == "covered" and first.at < (24 + 8) / 15 and last.zones == ()
    assert not any(isinstance(event, Lost) for event in happened)


def test_two_arms_over_all_that_lies_on_a_table_without_print_hide_it_and_the_picture_shows_the_table_still():
    """Red hands over blue cards are no colours that were swapped either."""
    layout = Layout((320.0, 180.0), (Zone("up", "card", (120, 60, 40, 60)),), card_mm=(40.0, 60.0), loose=True)
    field = build_field(layout, np.eye(3), (180, 320), (180, 320))
    table = np.full((180, 320, 3), 70, np.uint8)
    for x in (170, 215):
        cv2.rectangle(table, (x, 60), (x + 34, 116), (150, 60, 30), -1)
        cv2.putText(table, "47", (x + 4, 95), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (240, 240, 240), 2)
    arms = np.zeros((180, 320), np.uint8)
    cv2.rectangle(arms, (160, 50), (319, 124), 1, -1)
    covered = np.where(arms[..., None] > 0, np.uint8((90, 125, 180)), table)
    known = table.astype(np.float32)
    assert is_unclear(covered, known, field), "nobody knows of an arm"
    assert not is_unclear(covered, known, field, arms > 0)
    assert is_unclear(covered, known, field, np.roll(arms, -150, axis=1) > 0), "an arm lies elsewhere"


def test_a_blue_card_on_a_red_one_is_no_picture_whose_colours_were_swapped():
    """Nothing else on the grey table has a colour, or what else has keeps it."""
    red, blue = (40, 40, 190), (190, 60, 40)
    layout = Layout(
        (320.0, 180.0), tuple(Zone(name, "card", (x, 60, 40, 60)) for name, x in (("up", 60), ("down", 160))), loose=True
    )
    field = build_field(layout, np.eye(3), (180, 320), (180, 320))

    def lying(up, down=None):
        table = np.full((180, 320, 3), 70, np.uint8)
        cv2.putText(table, "direction cards", (30, 45), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (240, 240, 240), 2)
        for x, colour in ((60, up), (160, down)):
            if colour:
                cv2.rectangle(table, (x, 60), (x + 40, 120), colour, -1)
        return table

    assert not is_unclear(lying(blue), lying(red).astype(np.float32), field)
    assert not is_unclear(lying(blue, blue), lying(red, blue).astype(np.float32), field)
    assert is_unclear(lying(blue, red), lying(red, blue).astype(np.float32), field), "both piles at once"
