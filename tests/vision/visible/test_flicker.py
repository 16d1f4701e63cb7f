"""Lamps that flicker make no plays, and hide none. Drawn."""

from functools import cache

import numpy as np

from tests.filmed import frames
from tests.varied import varied
from tests.vision.watched_table import SIZE, Pictures, changes, table, watcher
from vision.drawn.table.acts import Lay, Touch, Wait
from vision.types import Lost, Touched

DOWN = np.mgrid[0 : SIZE[1], 0 : SIZE[0]][0].astype(np.float32)
CALM = 12
"""Frames before the lamp begins to flicker."""


@cache
def pictures():
    camera = table([Wait(0.8), Lay("up1", "12"), Touch("draw"), Lay("up1", "47"), Wait(0.5)], seed=4)
    return tuple(frame.image for frame in frames(camera))


def by_turns(number):
    """Whole frames are brighter and darker by turns: 50 Hz under a global shutter."""
    return np.float32(1 + 0.25 * (-1) ** number)


def bands(number):
    """Bands that drift through the picture: the same under a rolling shutter."""
    return (1 + 0.2 * np.sin(2 * np.pi * (3 * DOWN / SIZE[1] + 0.37 * number)))[..., None]


def slow_bands(number):
    """The same, nearly in step with the lamp."""
    return (1 + 0.2 * np.sin(2 * np.pi * (2 * DOWN / SIZE[1] + 0.04 * number)))[..., None]


def slower_bands(number):
    """The same, more nearly in step."""
    return (1 + 0.2 * np.sin(2 * np.pi * (3 * DOWN / SIZE[1] + 0.015 * number)))[..., None]


@varied("light", [by_turns, bands, slow_bands, slower_bands])
def test_a_flickering_lamp_makes_no_play_and_hides_none(light):
    lit = [light(number) if number >= CALM else 1.0 for number in range(len(pictures()))]
    film = [np.clip(one * gain, 0, 255).astype(np.uint8) for one, gain in zip(pictures(), lit, strict=True)]
    happened = list(watcher(Pictures(film)).events())
    assert changes(happened) == [("up1", "", "12"), ("up1", "12", "47")]
    touched = [one.zone for one in happened if isinstance(one, Touched)]
    assert touched == ["draw"]
    assert not any(isinstance(one, Lost) for one in happened)
