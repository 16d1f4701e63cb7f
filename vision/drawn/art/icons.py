"""Small pictures made of polygons: suits, flames, arrows and the commands of Extreme.

Each picture stands around (0, 0), about one unit high, to be placed with `drawing.placed`.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from vision.drawn.art.drawing import (
    HEAVY,
    Colour,
    Fill,
    Ring,
    Shapes,
    draw_text,
    make_annulus,
    make_arc,
    make_disc,
    make_ellipse,
    make_line,
    make_polygon,
    make_rect,
    make_rounded_rect,
    place_shapes,
)


def draw_suit(letter: str, colour: Colour) -> Shapes:
    """Spade, heart, diamond or club by its letter S, H, D, C."""
    return {"S": _draw_spade, "H": _draw_heart, "D": _draw_diamond, "C": _draw_club}[letter](colour)


def _draw_heart(colour: Colour) -> Shapes:
    return (Fill((_trace_heart(),), colour),)


def _trace_heart() -> Ring:
    """(80, 2) the outline of a heart around (0, 0), about one unit high."""
    t = np.linspace(0, 2 * math.pi, 80, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    ring: Ring = np.stack([x, y - 2.5], axis=1) / 30
    return ring


def _draw_spade(colour: Colour) -> Shapes:
    leaf = _trace_heart() * (1.0, -0.86) + (0, -0.07)
    return (Fill((leaf,), colour), _draw_stem(colour, 0.1))


def _draw_club(colour: Colour) -> Shapes:
    lobes = tuple(make_disc(x, y, 0.235, colour) for x, y in ((0, -0.25), (-0.25, 0.1), (0.25, 0.1)))
    return (*lobes, make_disc(0, 0, 0.12, colour), _draw_stem(colour, -0.02))


def _draw_stem(colour: Colour, top: float) -> Fill:
    """The foot of a spade or club, from y = `top` down to 0.48."""
    t = np.linspace(0, 1, 9)
    right = np.stack([0.03 + 0.19 * t**2.2, top + (0.48 - top) * t], axis=1)
    return make_polygon(np.concatenate([right, right[::-1] * (-1, 1)]), colour)


def _draw_diamond(colour: Colour) -> Shapes:
    """A diamond with sides bent inward, about 1 high around (0, 0)."""
    corners = np.array([(0, -0.52), (0.38, 0), (0, 0.52), (-0.38, 0)])
    sides = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        t = np.linspace(0, 1, 8, endpoint=False)[:, None]
        sides.append(a + (b - a) * t - (a + b) * 0.12 * np.sin(math.pi * t))
    return (make_polygon(np.concatenate(sides), colour),)


def draw_flame(colour: Colour, lean: float = 0.0) -> Fill:
    """A tongue of fire that stands on (0, 0.5). `lean` moves the tip sideways."""
    t = np.linspace(0, 1, 24)
    left = -0.36 * np.sin(math.pi * t**0.62) * (1 - 0.25 * t)
    right = 0.36 * np.sin(math.pi * t**0.72) * (1 - 0.35 * t)
    sway = lean * t**2 + 0.07 * np.sin(2 * math.pi * t)
    up = 0.5 - t
    ring = np.concatenate([np.stack([left + sway, up], axis=1), np.stack([right + sway, up], axis=1)[::-1]])
    return make_polygon(ring, colour)


def draw_fire(outer: Colour, middle: Colour, inner: Colour) -> Shapes:
    """A small fire of three tongues."""
    return (
        *place_shapes((draw_flame(outer, 0.12),), 0, 0),
        *place_shapes((draw_flame(middle, -0.06),), 0, 0.16, 0.68),
        *place_shapes((draw_flame(inner, 0.05),), 0, 0.3, 0.4),
    )


def draw_arrow(colour: Colour, down: bool = False) -> Fill:
    """A broad arrow that points up, or down."""
    ring = np.array([(0, -0.5), (0.42, -0.02), (0.17, -0.02), (0.17, 0.5), (-0.17, 0.5), (-0.17, -0.02), (-0.42, -0.02)])
    return make_polygon(ring * (1, -1) if down else ring, colour)


def draw_crown(colour: Colour) -> Shapes:
    """A king's crown."""
    ring = ((-0.5, 0.3), (-0.5, -0.3), (-0.22, 0.02), (0, -0.42), (0.22, 0.02), (0.5, -0.3), (0.5, 0.3))
    balls = tuple(make_disc(x, y, 0.07, colour) for x, y in ((-0.5, -0.34), (0, -0.46), (0.5, -0.34)))
    return (make_polygon(ring, colour), *balls, make_rect(-0.5, 0.35, 1.0, 0.11, colour))


def draw_tiara(colour: Colour) -> Shapes:
    """A queen's crown."""
    pearls = tuple(make_disc(0.42 * x, -0.3 - 0.16 * math.cos(x * 1.4), 0.075, colour) for x in (-1, -0.5, 0, 0.5, 1))
    body = make_polygon(((-0.42, -0.2), (-0.21, 0.0), (0, -0.24), (0.21, 0.0), (0.42, -0.2), (0.34, 0.3), (-0.34, 0.3)), colour)
    return (*pearls, body, make_rect(-0.36, 0.35, 0.72, 0.1, colour))


# --- commands of Extreme: each is drawn in `ink` on a badge of `paper` ------------------------------------------------


def draw_command(code: str, ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    """The badge of a command: stop, skull, three, silence, noback, onepile or draw1. Raises `KeyError`."""
    return (make_disc(0, 0, 0.5, paper), make_annulus(0, 0, 0.5, 0.035, ink), *COMMAND_SIGNS[code](ink, paper, warn))


def _draw_stop(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    corners = [(0.4 * math.cos(a), 0.4 * math.sin(a)) for a in np.radians(np.arange(22.5, 360, 45))]
    return (make_polygon(corners, warn), make_rounded_rect(-0.25, -0.075, 0.5, 0.15, 0.03, paper))


def _draw_skull(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    """A skull, within a square of side 1 around (0, 0). `warn`: not used."""
    return (
        make_ellipse(0, -0.08, 0.3, 0.28, ink),
        make_rounded_rect(-0.17, 0.1, 0.34, 0.25, 0.05, ink),
        make_ellipse(-0.12, -0.05, 0.085, 0.1, paper, 12),
        make_ellipse(0.12, -0.05, 0.085, 0.1, paper, -12),
        make_polygon(((0, 0.05), (0.045, 0.14), (-0.045, 0.14)), paper),
        *(make_rect(x - 0.012, 0.23, 0.024, 0.13, paper) for x in (-0.07, 0, 0.07)),
    )


def _draw_three(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    return draw_text("3!", 0, 0.22, 0.44, ink, HEAVY, 0.5)


def _draw_silence(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    bubble = (make_ellipse(0, -0.05, 0.3, 0.22, ink), make_polygon(((-0.16, 0.08), (0.02, 0.14), (-0.2, 0.33)), ink))
    dots = tuple(make_disc(x, -0.05, 0.04, paper) for x in (-0.14, 0, 0.14))
    return (*bubble, *dots, make_line(-0.3, 0.3, 0.3, -0.3, 0.15, paper), make_line(-0.32, 0.32, 0.32, -0.32, 0.075, warn))


def _draw_no_way_back(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    """An arrow that turns back, crossed out in `warn`, within a square of side 1 around (0, 0)."""
    hook = (
        make_arc(0.04, 0.02, 0.19, -150, 120, 0.09, ink),
        make_polygon(((-0.33, -0.13), (-0.02, -0.27), (-0.06, 0.06)), ink),
    )
    return (*hook, make_line(-0.3, 0.3, 0.3, -0.3, 0.15, paper), make_line(-0.32, 0.32, 0.32, -0.32, 0.075, warn))


def _draw_one_pile(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    """Three cards on a pile with a 1, within a square of side 1 around (0, 0). `warn`: not used."""
    sheets = tuple(
        shape
        for i in range(3)
        for shape in (
            make_rounded_rect(-0.2 + 0.05 * i, -0.3 + 0.07 * i, 0.3, 0.4, 0.04, ink),
            make_rounded_rect(-0.175 + 0.05 * i, -0.275 + 0.07 * i, 0.25, 0.35, 0.03, paper),
        )
    )
    return (*sheets, *draw_text("1", 0.05, 0.17, 0.22, ink, HEAVY, 0.5))


def _draw_one_card(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    card = (make_rounded_rect(-0.3, -0.27, 0.36, 0.5, 0.05, ink), make_rounded_rect(-0.27, -0.24, 0.3, 0.44, 0.04, paper))
    arrow_down = (make_polygon(((-0.22, 0.02), (-0.02, 0.02), (-0.12, 0.15)), ink), make_rect(-0.15, -0.17, 0.06, 0.22, ink))
    return (*card, *arrow_down, *draw_text("1", 0.24, 0.17, 0.36, ink, HEAVY, 0.5))


COMMAND_SIGNS: dict[str, Callable[[Colour, Colour, Colour], Shapes]] = {
    "stop": _draw_stop,
    "skull": _draw_skull,
    "three": _draw_three,
    "silence": _draw_silence,
    "noback": _draw_no_way_back,
    "onepile": _draw_one_pile,
    "draw1": _draw_one_card,
}
