"""A chip reader learned from an empty board: made-up chips in made-up light cover its picture.

Only the empty board and the chips' colours need be known. Shade, gloss, rim, translucency, shadow, light and place of made-up
chips vary far more than on one table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.chips import (
    CHIP,
    CHIP_LIMITS,
    CHIPS,
    CLASSES,
    FINE,
    WHITE,
    ChipReader,
    Patches,
    cell_middle_px,
    describe_pixels,
    shrink_fine_picture,
    spread_over_cell,
    weigh_pixels,
)
from vision.board.light import CELL, fit_light, light_in_window, to_log_levels
from vision.errors import LayoutError
from vision.readers.enrolled.discriminant import Discriminant, compute_class_means, measure_spread
from vision.steps import Steps, finish_steps
from vision.types import EMPTY, Face, Image

Plane = NDArray[np.float32]
"""(h, w) float32: one channel of a picture of the board, or something measured at each of its pixels."""
Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class _Scene:
    """A made-up board."""

    flat: Image
    classes: NDArray[np.int64]  # (rows, columns) index into `CLASSES`
    off: NDArray[np.float64]  # (rows, columns, 2) cells each chip lies down and right of its cell's middle
    owners: NDArray[np.int64]  # (h, w) class of each flat pixel, -1 where mixed


def learn_chips(
    fine: Image,
    cells: tuple[int, int],
    chip: tuple[float, float] = (CHIP, CHIP),
    colours: Mapping[Face, Colour] = CHIPS,
    seed: int = 0,
) -> ChipReader:
    """A reader of chips on an empty board. `fine`: flat picture, `FINE` pixels a cell and half a cell of margin, uint8 BGR.

    `cells`: rows and columns. `chip`: diameter in cells, across and down, for cells need not be square. `colours`: red,
    green and blue of each chip. Raises `LayoutError` for another shape. `seed`: of the dice that make up boards.
    """
    return finish_steps(learn_chips_in_steps(fine, cells, chip, colours, seed))


def learn_chips_in_steps(
    fine: Image,
    cells: tuple[int, int],
    chip: tuple[float, float] = (CHIP, CHIP),
    colours: Mapping[Face, Colour] = CHIPS,
    seed: int = 0,
) -> Steps[ChipReader]:
    """A reader of chips on one board, learned step by step from made-up chips on its picture. `fine`: the empty board, flat,
    `FINE` pixels a cell. `cells`: rows and columns.

    `chip`: diameters in cells, across and down. `colours`: of each chip. `seed`: of all chance. Raises `LayoutError` for a
    picture of another shape.
    """
    wanted = ((cells[0] + 1) * FINE, (cells[1] + 1) * FINE, 3)
    if fine.shape != wanted:
        raise LayoutError(
            f"the flat picture of a board of {cells[0]} x {cells[1]} cells has the shape {wanted}, not {fine.shape}"
        )
    dice = np.random.default_rng(seed)
    empty = to_log_levels(shrink_fine_picture(fine))
    scenes, made = list[_Scene](), list[tuple[_Scene, Plane]]()
    for _ in range(24):  # made-up boards; guess
        scenes.append(_make_up_scene(fine, cells, chip, colours, dice))
        yield
    for scene in scenes:
        made.append((scene, _scene_features(scene, empty)))
        yield
    pixels = _train_discriminant([_sample_pixels(features, scene, dice) for scene, features in made])
    looks = list[tuple[NDArray[Any], NDArray[Any]]]()
    for scene, features in made:
        looks.append(_sample_patches(features, scene, pixels, chip))
        yield
    return ChipReader(*cells, empty, pixels, _train_discriminant(looks), chip)


def _scene_features(scene: _Scene, empty: Plane) -> Plane:
    """Features of each pixel of a made-up board, see `describe_pixels`."""
    seen = _take_light_out(scene.flat, empty)
    return describe_pixels(seen, empty)


def _take_light_out(flat: Image, empty: Plane) -> Plane:
    """(h, w, 3) logarithms of a flat picture without the light. `empty`: logarithms of the empty board."""
    seen, everywhere = to_log_levels(flat), (slice(0, flat.shape[0]), slice(0, flat.shape[1]))
    return np.asarray(
        seen - light_in_window(empty, fit_light(seen, empty), everywhere, (flat.shape[0], flat.shape[1])), np.float32
    )


def _train_discriminant(samples: list[tuple[NDArray[Any], NDArray[Any]]]) -> Discriminant:
    """A linear discriminant of the classes, from samples of features and classes. Of each: (n, k) features and (n,) classes."""
    features, classes = (np.concatenate(parts) for parts in zip(*samples, strict=True))
    means = compute_class_means(features, classes, len(CLASSES))
    return measure_spread(features, classes, means).make_discriminant(means)


def _sample_pixels(features: Plane, scene: _Scene, dice: np.random.Generator) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, 10) features of some pixels of each class, and (n,) their classes."""
    chosen = [
        # pixels of each class from one scene, four times for the bare board; guess
        dice.permutation(np.flatnonzero(scene.owners.ravel() == which))[: 160 * (4 if which == 0 else 1)]
        for which in range(len(CLASSES))
    ]
    flat = features.reshape(-1, features.shape[2])
    return flat[np.concatenate(chosen)], np.concatenate([np.full(len(one), i) for i, one in enumerate(chosen)])


def _sample_patches(
    features: Plane, scene: _Scene, pixels: Discriminant, chip: tuple[float, float]
) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n, 31) looks of each chip in its place, and of empty cells wherever a chip may seem to lie; and (n,) their classes.
    `features`: of the scene's pixels. `chip`: diameters in cells."""
    patches = Patches(weigh_pixels(features, pixels), features, chip)
    places: list[tuple[int, int]] = []
    spots: list[tuple[float, float]] = []
    classes: list[int] = []
    for row, column in np.ndindex(*scene.classes.shape):
        spot, which = (cell_middle_px(row), cell_middle_px(column)), int(scene.classes[row, column])
        true = spot + scene.off[row, column] * CELL
        found = patches.find_chip_places(spot)
        about = [(round(float(true[0])) + y, round(float(true[1])) + x) for y, x in ((0, 0), (1, -1), (-1, 1))]
        chosen = (
            [_nearest_place(found + about[1:], true), about[0]]
            if which
            else found + spread_over_cell(spot)[:: len(CHIP_LIMITS.white_steps_px) + 1]
        )
        places, spots, classes = places + chosen, spots + [spot] * len(chosen), classes + [which] * len(chosen)
    return patches.describe_patches(np.array(places), np.array(spots)), np.array(classes)


def _nearest_place(places: list[tuple[int, int]], true: NDArray[Any]) -> tuple[int, int]:
    """The place nearest to the true middle of a chip."""
    return min(places, key=lambda at: float(np.hypot(*(true - at))))


# --- scenes ----------------------------------------------------------------------------------------------------------


def _make_up_scene(
    fine: Image, cells: tuple[int, int], chip: tuple[float, float], colours: Mapping[Face, Colour], dice: np.random.Generator
) -> _Scene:
    """A made-up board with made-up chips, see `learn_chips`. `fine`: the empty board. `cells`: rows and columns. `chip`: size
    across and down, in cells. `colours`: of the chips, by face, red, green and blue. The dice decide all else."""
    picture = fine.astype(np.float32)
    classes = _scatter_chips(cells, dice)
    owners = np.zeros(fine.shape[:2], np.float32)
    # red, green and blue of a chip's white side, measured
    paints = {
        which: np.array({**colours, WHITE: (234, 234, 230)}[name], np.float32)[::-1]
        for which, name in enumerate(CLASSES)
        if name
    }
    shade = dice.uniform(0.0, 0.5), dice.uniform(-2.5, 2.5, 2)
    paints = {which: _vary_paint(paint, dice, 0.4 if which == len(CLASSES) - 1 else 1.0) for which, paint in paints.items()}
    looks = {which: _make_up_rim(dice) for which in paints}
    through = {which: dice.uniform(0.02, 0.55) for which in paints}
    off = dice.uniform(-0.36, 0.36, (*cells, 2)) * dice.uniform(0, 1, (*cells, 1))
    for row, column in np.argwhere(classes > 0).tolist():
        which = int(classes[row, column])
        at = (column + 1 + off[row, column, 1]) * FINE - 0.5, (row + 1 + off[row, column, 0]) * FINE - 0.5
        _paint_chip(
            picture,
            owners,
            which,
            at,
            (chip[0] * FINE / 2, chip[1] * FINE / 2),
            paints[which],
            looks[which],
            through[which],
            shade,
            dice,
        )
    return _Scene(shrink_fine_picture(_make_up_photograph(picture, dice)), classes, off, _owner_classes(owners))


def _scatter_chips(cells: tuple[int, int], dice: np.random.Generator) -> NDArray[np.int64]:
    """(rows, columns) class of each cell: a chip on any share of cells, up to nearly all."""
    covered = dice.random(cells) < dice.uniform(0.15, 0.85)
    return np.where(covered, dice.integers(1, len(CLASSES), cells), CLASSES.index(EMPTY))


def _vary_paint(paint: Plane, dice: np.random.Generator, much: float) -> Plane:
    """The paint of one table's chips: darker, paler or of another tint. `paint`: (3,) blue, green, red. `much`: 1 for usual
    changes, less for smaller ones."""
    grey = paint.mean()
    paler = paint + (grey - paint) * np.float32(dice.uniform(-0.1, 0.3))
    return np.asarray(
        np.clip(paler * (1 + much * dice.uniform(-0.25, 0.2)) * dice.normal(1, 0.06 * much, 3), 4, 250), np.float32
    )


def _make_up_rim(dice: np.random.Generator) -> NDArray[np.float32]:
    """(11,) brightness of a chip at each tenth of its radius: grooves and a rim."""
    rings = np.ones(11, np.float32)
    for _ in range(int(dice.integers(0, 4))):
        rings[int(dice.integers(3, 11))] *= dice.uniform(0.65, 1.3)
    return rings


def _paint_chip(
    picture: Plane,
    owners: Plane,
    which: int,
    at: tuple[float, float],
    radii: tuple[float, float],
    paint: Plane,
    rim: NDArray[np.float32],
    through: float,
    shade: tuple[float, NDArray[Any]],
    dice: np.random.Generator,
) -> None:
    """Paint a chip and its shadow into `picture`, and its class into `owners`, -1 at its rim; both in place.

    `which`: class. `at`: column and row of the middle. `radii`: across and down, fine pixels. `paint`: (3,) blue, green, red.
    `rim`: see `_make_up_rim`. `through`: share of the board's light shining through. `shade`: depth of the shadow, and (2,)
    pixels by which it falls right and down.
    """
    radius, reach = min(radii), int(max(radii)) + 6
    wide, high = radii[0] / radius, radii[1] / radius
    left, top = int(at[0]) - reach, int(at[1]) - reach
    here = np.s_[max(top, 0) : top + 2 * reach, max(left, 0) : left + 2 * reach]
    part = picture[here]
    y, x = np.mgrid[max(top, 0) : max(top, 0) + part.shape[0], max(left, 0) : max(left, 0) + part.shape[1]].astype(np.float32)
    away = np.hypot((x - at[0]) / wide, (y - at[1]) / high)
    cover = np.clip(radius - away + 0.5, 0, 1)[..., None]
    beside = np.hypot((x - at[0] - shade[1][0]) / wide, (y - at[1] - shade[1][1]) / high)
    shadow = np.clip((radius + 1.5 - beside) / 3, 0, 1)[..., None]
    part *= 1 - np.float32(shade[0]) * shadow
    own = paint * np.interp(away / radius, np.linspace(0, 1, 11), rim).astype(np.float32)[..., None]
    own = own * np.float32(dice.normal(1, 0.04))
    part += cover * (own * np.float32(1 - through * 0.6) + part * np.float32(through) * paint / 255 - part)
    if dice.random() < 0.5:
        spot = np.exp(-((x - at[0] - dice.normal(0, radius / 2)) ** 2 + (y - at[1] - dice.normal(0, radius / 2)) ** 2) / 12)
        part += spot[..., None].astype(np.float32) * cover * np.float32(dice.uniform(0, 110))
    mine = owners[here]
    mine[away < radius - 1] = which
    mine[(away >= radius - 1) & (away < radius + 1)] = -1


def _owner_classes(owners: Plane) -> NDArray[np.int64]:
    """Class of each flat pixel, -1 where its four fine pixels differ. `owners`: twice as high and wide."""
    four = owners.reshape(owners.shape[0] // 2, 2, owners.shape[1] // 2, 2)
    alike = (four.min(axis=(1, 3)) == four.max(axis=(1, 3))) & (four.min(axis=(1, 3)) >= 0)
    return np.where(alike, four.max(axis=(1, 3)), -1).astype(np.int64)


def _make_up_photograph(picture: Plane, dice: np.random.Generator) -> Image:
    """The picture in other light, slightly out of place and focus, with noise. `picture`: fine, (h, w, 3) float32 0 to 255.
    As large as before."""
    size = (picture.shape[1], picture.shape[0])
    corners = np.array([[0, 0], [size[0], 0], size, [0, size[1]]], np.float32)
    warp = cv2.getPerspectiveTransform(corners, corners + dice.normal(0, 0.6, (4, 2)).astype(np.float32))
    moved = cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    soft = cv2.GaussianBlur(moved, (0, 0), dice.uniform(0.4, 1.3))
    soft = soft * _make_up_light(size, dice)
    soft = 255 * (np.maximum(soft, 0) / 255) ** np.float32(dice.uniform(0.85, 1.15))
    rolled = np.where(soft < 215, soft, 215 + 40 * np.tanh((soft - 215) / 40))
    return np.asarray(np.clip(rolled + dice.normal(0, dice.uniform(0.5, 3), picture.shape), 0, 255), np.uint8)


def _make_up_light(size: tuple[int, int], dice: np.random.Generator) -> Plane:
    """(h, w, 3) factor of made-up light: a slope, a bulge and a tint. `size`: width and height."""
    y, x = np.mgrid[-1 : 1 : size[1] * 1j, -1 : 1 : size[0] * 1j].astype(np.float32)
    slope = dice.normal(0, 0.12, 2).astype(np.float32)
    even = 1 + slope[0] * x + slope[1] * y + np.float32(dice.normal(0, 0.04)) * (x * x + y * y)
    tint = dice.normal(1, 0.05, 3).astype(np.float32) * np.float32(dice.uniform(0.6, 1.15))
    return np.asarray(even[..., None] * tint, np.float32)
