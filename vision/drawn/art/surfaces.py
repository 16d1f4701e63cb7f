"""Table tops: wood, cloth, pale laminate. The same seed gives the same table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vision.drawn.art.patterns import STRANGE, make_grain
from vision.errors import VisionError
from vision.types import Image

_Field = NDArray[np.float32]


def draw_surface(name: str, size_mm: tuple[float, float], px_per_mm: float, seed: int = 0) -> Image:
    """(h, w, 3) uint8 BGR: a table top. `name`: one of `TABLE_TOPS`. `size_mm`: width and height. `px_per_mm`: pixels a
    millimetre. `seed`: of all chance. Raises `VisionError` for another name."""
    if name not in TABLE_TOPS:
        raise VisionError(f"no table top {name!r}; there are {', '.join(TABLE_TOPS)}")
    width, height = (round(side * px_per_mm) for side in size_mm)
    picture = TABLE_TOPS[name](height, width, px_per_mm, np.random.default_rng(seed))
    return np.asarray(np.clip(picture, 0, 255), np.uint8)


def _draw_wood(height: int, width: int, scale: float, dice: np.random.Generator) -> _Field:
    """(height, width, 3) planks 95 mm broad, not clipped. `scale`: pixels a millimetre."""
    shape = (height, width)
    plank = 95 * scale
    rows = np.arange(height, dtype=np.float32)[:, None]
    number = (rows // plank).astype(int) + 0 * np.arange(width)
    tints = dice.normal(0, 1, number.max() + 1).astype(np.float32)[number]
    rings = np.sin((rows / scale / 2.6) + 3.2 * make_grain(shape, 130 * scale, 9 * scale, dice) + tints * 5)
    fibre = make_grain(shape, 26 * scale, 0.7 * scale, dice)
    shade = 1 + 0.05 * tints + 0.05 * rings + 0.045 * fibre + 0.03 * make_grain(shape, 60 * scale, 30 * scale, dice)
    gap = np.minimum(rows % plank, plank - rows % plank) < 0.6 * scale
    shade = np.where(gap, shade * 0.62, shade)
    return np.asarray(np.array((74, 112, 158), np.float32) * shade[..., None], np.float32)


def _draw_dark_wood(height: int, width: int, scale: float, dice: np.random.Generator) -> _Field:
    return np.asarray(_draw_wood(height, width, scale, dice) * np.array((0.42, 0.44, 0.5), np.float32), np.float32)


def _draw_cloth(height: int, width: int, scale: float, dice: np.random.Generator) -> _Field:
    shape = (height, width)
    fluff = 0.06 * dice.standard_normal(shape, dtype=np.float32) + 0.04 * make_grain(shape, 2 * scale, 2 * scale, dice)
    shade = 1 + fluff + 0.03 * make_grain(shape, 70 * scale, 50 * scale, dice)
    return np.asarray(np.array((66, 98, 34), np.float32) * shade[..., None], np.float32)


def _draw_checked(height: int, width: int, scale: float, dice: np.random.Generator) -> _Field:
    """(height, width, 3) a cloth of red and white checks 34 mm wide. `scale`: pixels a millimetre."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    step = 34 * scale
    bars = ((x // step) % 2 + (y // step) % 2)[..., None] / 2
    ground = np.array((228, 232, 234), np.float32) * (1 - bars) + np.array((88, 74, 186), np.float32) * bars
    weave = (
        1
        + 0.05 * np.sin(x * 2.6 / scale) * np.sin(y * 2.6 / scale)
        + 0.03 * dice.standard_normal((height, width), dtype=np.float32)
    )
    return np.asarray(ground * weave[..., None], np.float32)


def _draw_pale(height: int, width: int, scale: float, dice: np.random.Generator) -> _Field:
    shape = (height, width)
    shade = 1 + 0.012 * make_grain(shape, 90 * scale, 60 * scale, dice) + 0.008 * make_grain(shape, scale, scale, dice)
    return np.asarray(np.array((206, 214, 218), np.float32) * shade[..., None], np.float32)


def _draw_slate(height: int, width: int, scale: float, dice: np.random.Generator) -> _Field:
    shape = (height, width)
    shade = 1 + 0.08 * make_grain(shape, 22 * scale, 16 * scale, dice) + 0.05 * make_grain(shape, 2 * scale, 2 * scale, dice)
    return np.asarray(np.array((72, 68, 64), np.float32) * shade[..., None], np.float32)


SURFACES: dict[str, Callable[[int, int, float, np.random.Generator], _Field]] = {
    "wood": _draw_wood,
    "dark_wood": _draw_dark_wood,
    "cloth": _draw_cloth,
    "checked": _draw_checked,
    "pale": _draw_pale,
    "slate": _draw_slate,
}

TABLE_TOPS = {**SURFACES, **STRANGE}
