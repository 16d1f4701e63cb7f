"""Somebody leans over the table and casts a shadow, or switches a lamp: neither is a hand, and what was laid meanwhile is no misreading."""

from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.watched_table import LAYOUT, RATE, SIZE, Pictures, reader
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import Lying, Reach, TableScene
from vision.types import Change, Moving
from vision.watcher import watch

MIDDLE = (84.0, 105.0)


@cache
def pictures(*faces):
    """The table with these cards on its first pile, and with a hand that has just laid the last of them."""
    stage = SceneRenderer(SIZE)
    lying = tuple(Lying(face, MIDDLE, 3.0 * number, 0.3 * number) for number, face in enumerate(faces))
    scene = TableScene(LAYOUT).with_pile("up1", lying)
    return stage.render_picture(scene), stage.render_picture(replace(scene, reaches=(Reach((84.0, 95.0), 3.0),)), 1)


def shaded(picture, part):
    """A soft shadow over the left of the table, on its first pile; `part`: of it that has come."""
    height, width = picture.shape[:2]
    down, right = np.mgrid[:height, :width] / height
    away = np.hypot(right + 0.5 - 0.5 * part, down - 0.5)
    shade = 1 - 0.28 / (1 + np.exp((away - 0.5) * 16))
    return np.rint(picture * shade[..., None]).astype(np.uint8) if part else picture


def told(shown):
    return list(watch(Pictures(shown), LAYOUT, {"card": reader()}))


@pytest.mark.whole
def test_a_shadow_that_comes_and_goes_is_no_hand():
    (empty, _), (laid, hand) = pictures(), pictures("47")
    stay, pass_by = round(7 * RATE), np.linspace(0, 1, round(0.6 * RATE))
    shown = [empty] * 10 + [shaded(empty, part) for part in pass_by] + [shaded(empty, 1.0)] * stay
    shown += [shaded(empty, part) for part in pass_by[::-1]] + [empty] * 30
    assert not [one for one in told(shown) if isinstance(one, Moving)]
    happened = told([*shown, *[hand] * 8, *[laid] * 30])
    assert [(one.after, one.accepted) for one in happened if isinstance(one, Change)] == [("47", True)]


def test_a_card_that_is_laid_as_a_lamp_is_switched_was_laid():
    (before, _), (laid, hand) = pictures("47"), pictures("47", "12")
    dark = [cv2.convertScaleAbs(one, alpha=0.6) for one in (hand, laid)]
    happened = told([*[before] * 40, *[dark[0]] * 6, *[dark[1]] * 40])
    assert [(one.after, one.moved) for one in happened if isinstance(one, Change)][1:] == [("12", True)]
