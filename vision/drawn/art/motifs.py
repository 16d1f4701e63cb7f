"""The pictures that the number cards of a deck share, drawn behind the number."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.drawn.art.drawing import (
    Colour,
    Fill,
    Shapes,
    clip_shapes,
    make_annulus,
    make_disc,
    make_ellipse,
    make_polygon,
    make_rect,
    mix_colours,
)

Paint = Callable[[float, float, "Palette"], Shapes]


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of a deck."""

    top: Colour  # of the ground
    bottom: Colour  # of the ground
    accents: tuple[Colour, Colour, Colour]  # of the picture
    ink: Colour  # of the number
    shade: Colour  # of the number's shadow


def draw_gradient(width: float, height: float, palette: Palette) -> Shapes:
    """A ground from the palette's `top` to its `bottom`."""
    steps = 22
    return tuple(
        make_rect(0, height * i / steps, width, height / steps + 0.1, mix_colours(palette.top, palette.bottom, i / (steps - 1)))
        for i in range(steps)
    )


def draw_hills(width: float, height: float, palette: Palette) -> Shapes:
    """Night, a moon and three ranges of hills. `width`, `height`: of the card, which is 63 units wide."""
    far, middle, near = palette.accents
    dice = random.Random(4)
    stars = tuple(
        make_disc(
            width * dice.random(),
            height * 0.6 * dice.random(),
            width * dice.uniform(0.003, 0.008),
            mix_colours(far, palette.ink, 0.6),
        )
        for _ in range(40)
    )
    moon = (
        make_disc(width * 0.5, height * 0.42, width * 0.36, mix_colours(palette.top, far, 0.35)),
        make_disc(width * 0.5, height * 0.42, width * 0.31, mix_colours(palette.top, far, 0.6)),
    )
    ranges = tuple(
        _draw_hill_range(width, height, level, seed, tone)
        for level, seed, tone in ((0.66, 1, far), (0.75, 2, middle), (0.85, 3, near))
    )
    return (*stars, *moon, *ranges)


def _draw_hill_range(width: float, height: float, level: float, seed: int, colour: Colour) -> Fill:
    """A range of hills down to the card's foot. `width`, `height`: of the card. `level`: of the ridge, in parts of the height
    from the top. `seed`: of its shape."""
    dice = random.Random(seed)
    waves = [(dice.uniform(1.5, 7), dice.uniform(0, 6), dice.uniform(0.01, 0.035)) for _ in range(4)]
    x = np.linspace(0, 1, 60)
    y = level + sum(size * np.sin(pace * x * math.pi + start) for pace, start, size in waves)
    ridge = np.stack([x * width, y * height], axis=1)
    return make_polygon([*ridge, (width, height), (0, height)], colour)


def draw_scales(width: float, height: float, palette: Palette) -> Shapes:
    """Rows of overlapping waves, as on Japanese cloth. `width`, `height`: of the card, which is 63 units wide."""
    a, b, c = palette.accents
    radius = width / 7
    shapes: list[Fill] = []
    for row in range(-1, int(height / radius * 2) + 3):
        for column in range(-1, 9):
            centre = (column * radius * 2 + (row % 2) * radius - radius, row * radius / 2 + radius)
            for share, tone in ((1.0, a), (0.8, b), (0.55, a), (0.3, c)):
                shapes.append(make_disc(*centre, radius * share, mix_colours(tone, palette.bottom, 0.25), 30))
    return tuple(shapes)


def draw_rays(width: float, height: float, palette: Palette) -> Shapes:
    """A sunburst behind the number. `width`, `height`: of the card, which is 63 units wide."""
    a, b, c = palette.accents
    cx, cy, reach = width / 2, height / 2, math.hypot(width, height) / 2
    beams = tuple(
        make_polygon([(cx, cy), *((cx + reach * math.cos(t), cy + reach * math.sin(t)) for t in (angle - 0.1, angle + 0.1))], a)
        for angle in np.linspace(0, 2 * math.pi, 16, endpoint=False)
    )
    return (*beams, make_disc(cx, cy, width * 0.42, b), make_disc(cx, cy, width * 0.38, c))


def draw_orbits(width: float, height: float, palette: Palette) -> Shapes:
    """Orbits with planets. `width`, `height`: of the card, which is 63 units wide."""
    a, b, c = palette.accents
    cx, cy = width * 0.5, height * 0.46
    orbits = tuple(make_annulus(cx, cy, width * (0.2 + 0.115 * i), width * 0.012, mix_colours(a, b, i / 6)) for i in range(7))
    dice = random.Random(9)
    planets = []
    for i in range(7):
        angle, radius = dice.uniform(0, 2 * math.pi), width * (0.195 + 0.115 * i)
        planets.append(
            make_disc(cx + radius * math.cos(angle), cy + radius * math.sin(angle), width * dice.uniform(0.02, 0.05), c)
        )
    return (*orbits, *planets)


def draw_leaves(width: float, height: float, palette: Palette) -> Shapes:
    """Leaves strewn over the ground. `width`, `height`: of the card, which is 63 units wide."""
    dice = random.Random(21)
    shapes: list[Fill] = []
    for _ in range(46):
        x, y, turn, size = width * dice.random(), height * dice.random(), dice.uniform(0, 360), width * dice.uniform(0.08, 0.15)
        tone = dice.choice(palette.accents)
        shapes.append(make_ellipse(x, y, size, size * 0.36, tone, turn))
        shapes.append(make_ellipse(x, y, size * 0.94, size * 0.035, mix_colours(tone, palette.bottom, 0.5), turn))
    return tuple(shapes)


def draw_facets(width: float, height: float, palette: Palette) -> Shapes:
    """A field of triangles. `width`, `height`: of the card, which is 63 units wide."""
    dice = random.Random(33)
    columns, rows = 6, 8
    knots = np.array(
        [[(x * width / columns, y * height / rows) for x in range(columns + 1)] for y in range(rows + 1)], dtype=float
    )
    knots[1:-1, 1:-1] += np.array(
        [[(dice.uniform(-1, 1), dice.uniform(-1, 1)) for _ in range(columns - 1)] for _ in range(rows - 1)]
    ) * (width * 0.055)
    shapes: list[Fill] = []
    for y in range(rows):
        for x in range(columns):
            a, b, c, d = knots[y, x], knots[y, x + 1], knots[y + 1, x + 1], knots[y + 1, x]
            for corners in ((a, b, c), (a, c, d)):
                tone = mix_colours(dice.choice(palette.accents), palette.bottom, dice.uniform(0.1, 0.7))
                shapes.append(make_polygon(corners, tone))
    return tuple(shapes)


def draw_no_motif(width: float, height: float, palette: Palette) -> Shapes:
    """The ground alone."""
    return ()


MOTIFS: dict[str, Paint] = {
    "hills": draw_hills,
    "scales": draw_scales,
    "rays": draw_rays,
    "rings": draw_orbits,
    "leaves": draw_leaves,
    "facets": draw_facets,
    "plain": draw_no_motif,
}


@lru_cache(maxsize=32)
def draw_motif_on_ground(motif: str, width: float, height: float, palette: Palette) -> Shapes:
    """Ground and motif, cut to the card. `motif`: a name in `MOTIFS`; raises `KeyError` for another."""
    return clip_shapes((*draw_gradient(width, height, palette), *MOTIFS[motif](width, height, palette)), 0, 0, width, height)
