"""Hands of about the table's colour, on a table with a grain, are told from shade and from light."""

from functools import cache

import cv2
import numpy as np
import pytest

from vision.hands.field import build_field
from vision.hands.foreground import find_foreground
from vision.hands.motion import shrink_frame
from vision.place.layout import Layout, Zone

LAYOUT = Layout(
    (320.0, 180.0), (Zone("left", "card", (60, 50, 60, 80)), Zone("right", "card", (200, 50, 60, 80))), card_mm=(40.0, 60.0)
)
FIELD = build_field(LAYOUT, np.eye(3), (180, 320), (180, 320))
WOOD = np.array((62.0, 104.0, 150.0))
NOISE = 1.0


@cache
def parquet() -> np.ndarray:
    """Staves of wood, some a little darker than others, and dark joints between them."""
    dice = np.random.default_rng(7)
    tints = np.kron(1 + 0.1 * dice.standard_normal((18, 10)), np.ones((10, 32)))
    tints[::10] *= 0.75
    return tints[..., None] * WOOD


def shown(picture: np.ndarray, number: int) -> np.ndarray:
    """What a camera makes of it."""
    noise = np.random.default_rng(number).normal(0, 1.5, picture.shape)
    return shrink_frame(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.8) + noise, 0, 255).astype(np.uint8))


def reaching(towards: tuple[int, int] = (170, 70)) -> np.ndarray:
    """(180, 320) where an arm lies that comes in from below."""
    return cv2.line(np.zeros((180, 320), np.uint8), (150, 190), towards, 1, 34) > 0


def seen(now: np.ndarray, table: np.ndarray | None = None) -> np.ndarray:
    """(180, 320) bool: what is taken for no table."""
    known = shown(parquet() if table is None else table, 1)
    return find_foreground(shown(now, 2), known, known, FIELD, NOISE) > 0


def of_arm(found: np.ndarray) -> tuple[float, float]:
    """The part of the arm, but for its edge, that was found, and of the table around it that was."""
    arm = reaching()
    inside = (cv2.erode(arm.astype(np.uint8), np.ones((7, 7), np.uint8)) > 0) & (FIELD.table > 0)
    beside = (cv2.dilate(arm.astype(np.uint8), np.ones((9, 9), np.uint8)) == 0) & (FIELD.table > 0)
    return float(found[inside].mean()), float(found[beside].mean())


@pytest.mark.parametrize("skin", [(78, 104, 140), (62, 90, 164), (40, 108, 150)], ids=["paler", "redder", "yellower"])
def test_a_hand_as_bright_as_the_wood_is_seen_by_its_colour(skin):
    now = np.where(reaching()[..., None], np.array(skin, float), parquet())
    part, around = of_arm(seen(now))
    assert part > 0.8 and around < 0.01


def test_a_hand_of_the_woods_colour_in_a_better_light_is_seen_by_the_grain_that_it_hides():
    now = np.where(reaching()[..., None], 1.28 * WOOD, parquet())
    part, around = of_arm(seen(now))
    assert part > 0.8 and around < 0.01


def test_a_shade_that_goes_leaves_nothing():
    """The table was learned in it; its grain is seen in both lights."""
    shade = 1 - 0.2 * cv2.GaussianBlur(reaching().astype(np.float32), (0, 0), 4)[..., None]
    assert seen(parquet(), parquet() * shade).mean() < 0.005


def test_a_shade_is_seen_through():
    shade = 1 - 0.25 * cv2.GaussianBlur(reaching().astype(np.float32), (0, 0), 4)[..., None]
    assert seen(parquet() * shade).mean() < 0.005


def test_a_trembling_camera_sees_nothing_at_edges_of_other_colours():
    """Half a pixel aside, blue cards on brown wood, and an arm at the rim so that faint colours are looked for at all."""
    table = parquet().copy()
    for x in (60, 110, 200):
        table[60:120, x : x + 36] = (140, 50, 30)
    moved = cv2.warpAffine(table, np.float64([[1, 0, 0.5], [0, 1, 0.3]]), (320, 180), borderMode=cv2.BORDER_REPLICATE)
    arm = reaching((155, 150))
    found = seen(np.where(arm[..., None], (120.0, 160.0, 215.0), moved), table)
    assert found[cv2.dilate(arm.astype(np.uint8), np.ones((9, 9), np.uint8)) == 0].mean() < 0.003
