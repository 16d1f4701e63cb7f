"""More table tops with bolder patterns: rugs, prints, parquet, glass. Kept for judging: the eye is developed on
`vision.drawn.art.surfaces.SURFACES` alone."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
"""(h, w, 3) float32 blue, green, red, or (h, w) of one value."""
Colour = tuple[float, float, float]

TABLE_TOP_COLOURS: dict[str, tuple[Colour, ...]] = {
    "rug": ((48, 40, 138), (96, 66, 40), (150, 186, 208), (60, 104, 66), (40, 36, 40)),
    "stripes": ((206, 214, 216), (122, 84, 52), (70, 96, 190)),
    "flowers": ((92, 92, 206), (190, 140, 88), (92, 180, 214), (120, 150, 92)),
}
"""Blue, green and red of wool, of the ground and two kinds of stripes, and of petals."""


def make_grain(shape: tuple[int, int], sigma_x: float, sigma_y: float, dice: np.random.Generator) -> Plane:
    """Smooth noise of mean 0 and unit spread, (height, width) as in `shape`, with grains about `sigma_x` by `sigma_y` pixels
    large."""
    small = (max(4, int(shape[0] / max(1.0, sigma_y / 2))), max(4, int(shape[1] / max(1.0, sigma_x / 2))))
    field = cv2.GaussianBlur(dice.standard_normal(small, dtype=np.float32), (0, 0), 1.4)
    field = cv2.resize(field, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.asarray((field - field.mean()) / max(float(field.std()), 1e-6), np.float32)


def draw_rug(height: int, width: int, scale: float, dice: np.random.Generator) -> Plane:
    """(height, width, 3) float32 BGR: nested diamonds in woven wool, with bands. `height`, `width`: in pixels. `scale`: pixels
    a millimetre. `dice`: the chance of everything."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / scale
    step = float(dice.uniform(46, 78))
    away = (np.abs((x % step) - step / 2) + np.abs((y % (1.4 * step)) - 0.7 * step) * 0.7) / step
    wool = np.array(TABLE_TOP_COLOURS["rug"], np.float32)
    colours = wool[dice.permutation(len(wool))]
    picture = colours[np.clip((away * 7).astype(int), 0, 40) % len(wool)]
    band = (y % (4.2 * step)) < 0.35 * step
    picture[band] = colours[(x[band] // 9).astype(int) % 2]
    weave = 1 + 0.08 * np.sin(y * 3.4) + 0.09 * dice.standard_normal((height, width), dtype=np.float32)
    return np.asarray(picture * weave[..., None], np.float32)


def draw_striped(height: int, width: int, scale: float, dice: np.random.Generator) -> Plane:
    """(height, width, 3) BGR, a cloth of slanting stripes of several widths. `scale`: pixels a millimetre."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / scale
    turn = float(dice.uniform(0, np.pi))
    along = x * np.cos(turn) + y * np.sin(turn)
    step = float(dice.uniform(30, 60))
    place = (along % step) / step
    ground, bold, fine = (np.array(c, np.float32) for c in TABLE_TOP_COLOURS["stripes"])
    picture = np.where((place < 0.3)[..., None], bold, ground)
    picture = np.where(((place > 0.55) & (place < 0.63))[..., None], fine, picture)
    weave = 1 + 0.03 * dice.standard_normal((height, width), dtype=np.float32) + 0.03 * np.sin((y - x) * 2.2)
    return np.asarray(picture * weave[..., None], np.float32)


def draw_playmat(height: int, width: int, scale: float, dice: np.random.Generator) -> Plane:
    """(height, width, 3) BGR, a playmat with a picture: hills of colour, rings, lines, and boxes that look like places for
    cards. `scale`: pixels a millimetre."""
    shape = (height, width)
    tone = make_grain(shape, 160 * scale, 160 * scale, dice)
    low, high = np.array((92, 58, 34), np.float32), np.array((128, 132, 92), np.float32)
    picture = low + (high - low) * np.clip(0.5 + 0.35 * tone, 0, 1)[..., None]
    canvas = np.ascontiguousarray(picture, np.float32)
    for _ in range(14):
        at = (int(dice.integers(0, width)), int(dice.integers(0, height)))
        colour = tuple(float(v) for v in dice.uniform(60, 220, 3))
        thick = int(dice.integers(2, 7))
        if dice.random() < 0.5:
            cv2.circle(canvas, at, int(dice.uniform(15, 70) * scale), colour, thick, cv2.LINE_AA)
        else:
            to = (int(dice.integers(0, width)), int(dice.integers(0, height)))
            cv2.line(canvas, at, to, colour, thick, cv2.LINE_AA)
    for _ in range(3):
        x, y = int(dice.integers(0, width)), int(dice.integers(0, height))
        cv2.rectangle(canvas, (x, y), (x + int(70 * scale), y + int(50 * scale)), (150, 150, 140), 2, cv2.LINE_AA)
    return np.asarray(canvas + 3 * dice.standard_normal((height, width, 1), dtype=np.float32), np.float32)


def draw_parquet(height: int, width: int, scale: float, dice: np.random.Generator) -> Plane:
    """(height, width, 3) BGR, short staves of wood in squares, laid crosswise. `scale`: pixels a millimetre."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / scale
    side, staves = 84.0, 4
    crosswise = ((x // side + y // side) % 2) > 0
    across, along = np.where(crosswise, x, y), np.where(crosswise, y, x)
    stave = (across % side) // (side / staves) + staves * (x // side) + 7 * staves * (y // side)
    tints = dice.normal(0, 1, 997).astype(np.float32)[(stave * 31).astype(int) % 997]
    fine, coarse = (make_grain((height, width), size * scale, size * scale, dice) for size in (1.6, 18))
    gap = np.minimum(across % (side / staves), along % side) < 0.7
    shade = np.where(gap, 0.6, 1 + 0.1 * tints + 0.03 * (fine + coarse))
    return np.asarray(np.array((62, 104, 150), np.float32) * shade[..., None], np.float32)


def draw_floral(height: int, width: int, scale: float, dice: np.random.Generator) -> Plane:
    """(height, width, 3) BGR, a cloth strewn with flowers. `scale`: pixels a millimetre."""
    canvas, petals = np.tile(np.array((196, 208, 206), np.float32), (height, width, 1)), TABLE_TOP_COLOURS["flowers"]
    for _ in range(int(height * width / scale**2 / 1300)):
        x, y = int(dice.integers(0, width)), int(dice.integers(0, height))
        colour = petals[int(dice.integers(0, len(petals)))]
        size, turn = float(dice.uniform(4, 9)) * scale, float(dice.uniform(0, np.pi))
        for petal in range(5):
            angle = turn + petal * 2 * np.pi / 5
            at = (int(x + size * np.cos(angle)), int(y + size * np.sin(angle)))
            cv2.circle(canvas, at, int(0.7 * size), colour, -1, cv2.LINE_AA)
        cv2.circle(canvas, (x, y), int(0.5 * size), (80, 196, 226), -1, cv2.LINE_AA)
    weave = 1 + 0.04 * dice.standard_normal((height, width), dtype=np.float32)
    return np.asarray(canvas * weave[..., None], np.float32)


def draw_glass(height: int, width: int, scale: float, dice: np.random.Generator) -> Plane:
    """Dark glass with soft reflections only."""
    shape = (height, width)
    shine = 0.16 * make_grain(shape, 120 * scale, 120 * scale, dice) + 0.01 * make_grain(shape, 2 * scale, 2 * scale, dice)
    return np.asarray(np.array((72, 66, 58), np.float32) * (1 + shine)[..., None], np.float32)


STRANGE: dict[str, Callable[[int, int, float, np.random.Generator], Plane]] = {
    "rug": draw_rug,
    "striped": draw_striped,
    "printed": draw_playmat,
    "parquet": draw_parquet,
    "floral": draw_floral,
    "glass": draw_glass,
}
