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
    annulus,
    arc,
    disc,
    ellipse,
    line,
    placed,
    polygon,
    rect,
    rounded,
    text,
)


def suit(letter: str, colour: Colour) -> Shapes:
    """Spade, heart, diamond or club by its letter S, H, D, C."""
    return {"S": _spade, "H": _heart, "D": _diamond, "C": _club}[letter](colour)


def _heart(colour: Colour) -> Shapes:
    return (Fill((_heart_ring(),), colour),)


def _heart_ring() -> Ring:
    t = np.linspace(0, 2 * math.pi, 80, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    ring: Ring = np.stack([x, y - 2.5], axis=1) / 30
    return ring


def _spade(colour: Colour) -> Shapes:
    leaf = _heart_ring() * (1.0, -0.86) + (0, -0.07)
    return (Fill((leaf,), colour), _stem(colour, 0.1))


def _club(colour: Colour) -> Shapes:
    lobes = tuple(disc(x, y, 0.235, colour) for x, y in ((0, -0.25), (-0.25, 0.1), (0.25, 0.1)))
    return (*lobes, disc(0, 0, 0.12, colour), _stem(colour, -0.02))


def _stem(colour: Colour, top: float) -> Fill:
    t = np.linspace(0, 1, 9)
    right = np.stack([0.03 + 0.19 * t**2.2, top + (0.48 - top) * t], axis=1)
    return polygon(np.concatenate([right, right[::-1] * (-1, 1)]), colour)


def _diamond(colour: Colour) -> Shapes:
    corners = np.array([(0, -0.52), (0.38, 0), (0, 0.52), (-0.38, 0)])
    sides = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        t = np.linspace(0, 1, 8, endpoint=False)[:, None]
        sides.append(a + (b - a) * t - (a + b) * 0.12 * np.sin(math.pi * t))
    return (polygon(np.concatenate(sides), colour),)


def flame(colour: Colour, lean: float = 0.0) -> Fill:
    """A tongue of fire that stands on (0, 0.5). `lean` moves the tip sideways."""
    t = np.linspace(0, 1, 24)
    left = -0.36 * np.sin(math.pi * t**0.62) * (1 - 0.25 * t)
    right = 0.36 * np.sin(math.pi * t**0.72) * (1 - 0.35 * t)
    sway = lean * t**2 + 0.07 * np.sin(2 * math.pi * t)
    up = 0.5 - t
    ring = np.concatenate([np.stack([left + sway, up], axis=1), np.stack([right + sway, up], axis=1)[::-1]])
    return polygon(ring, colour)


def fire(outer: Colour, middle: Colour, inner: Colour) -> Shapes:
    """A small fire of three tongues."""
    return (
        *placed((flame(outer, 0.12),), 0, 0),
        *placed((flame(middle, -0.06),), 0, 0.16, 0.68),
        *placed((flame(inner, 0.05),), 0, 0.3, 0.4),
    )


def arrow(colour: Colour, down: bool = False) -> Fill:
    """A broad arrow that points up, or down."""
    ring = np.array([(0, -0.5), (0.42, -0.02), (0.17, -0.02), (0.17, 0.5), (-0.17, 0.5), (-0.17, -0.02), (-0.42, -0.02)])
    return polygon(ring * (1, -1) if down else ring, colour)


def crown(colour: Colour) -> Shapes:
    """A king's crown."""
    ring = ((-0.5, 0.3), (-0.5, -0.3), (-0.22, 0.02), (0, -0.42), (0.22, 0.02), (0.5, -0.3), (0.5, 0.3))
    balls = tuple(disc(x, y, 0.07, colour) for x, y in ((-0.5, -0.34), (0, -0.46), (0.5, -0.34)))
    return (polygon(ring, colour), *balls, rect(-0.5, 0.35, 1.0, 0.11, colour))


def tiara(colour: Colour) -> Shapes:
    """A queen's crown."""
    pearls = tuple(disc(0.42 * x, -0.3 - 0.16 * math.cos(x * 1.4), 0.075, colour) for x in (-1, -0.5, 0, 0.5, 1))
    body = polygon(((-0.42, -0.2), (-0.21, 0.0), (0, -0.24), (0.21, 0.0), (0.42, -0.2), (0.34, 0.3), (-0.34, 0.3)), colour)
    return (*pearls, body, rect(-0.36, 0.35, 0.72, 0.1, colour))


# --- commands of Extreme: each is drawn in `ink` on a badge of `paper` ------------------------------------------------


def command(code: str, ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    """The badge of a command: stop, skull, three, silence, noback, onepile or draw1. Raises `KeyError`."""
    return (disc(0, 0, 0.5, paper), annulus(0, 0, 0.5, 0.035, ink), *COMMANDS[code](ink, paper, warn))


def _stop(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    corners = [(0.4 * math.cos(a), 0.4 * math.sin(a)) for a in np.radians(np.arange(22.5, 360, 45))]
    return (polygon(corners, warn), rounded(-0.25, -0.075, 0.5, 0.15, 0.03, paper))


def _skull(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    return (
        ellipse(0, -0.08, 0.3, 0.28, ink),
        rounded(-0.17, 0.1, 0.34, 0.25, 0.05, ink),
        ellipse(-0.12, -0.05, 0.085, 0.1, paper, 12),
        ellipse(0.12, -0.05, 0.085, 0.1, paper, -12),
        polygon(((0, 0.05), (0.045, 0.14), (-0.045, 0.14)), paper),
        *(rect(x - 0.012, 0.23, 0.024, 0.13, paper) for x in (-0.07, 0, 0.07)),
    )


def _three(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    return text("3!", 0, 0.22, 0.44, ink, HEAVY, 0.5)


def _silence(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    bubble = (ellipse(0, -0.05, 0.3, 0.22, ink), polygon(((-0.16, 0.08), (0.02, 0.14), (-0.2, 0.33)), ink))
    dots = tuple(disc(x, -0.05, 0.04, paper) for x in (-0.14, 0, 0.14))
    return (*bubble, *dots, line(-0.3, 0.3, 0.3, -0.3, 0.15, paper), line(-0.32, 0.32, 0.32, -0.32, 0.075, warn))


def _noback(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    hook = (arc(0.04, 0.02, 0.19, -150, 120, 0.09, ink), polygon(((-0.33, -0.13), (-0.02, -0.27), (-0.06, 0.06)), ink))
    return (*hook, line(-0.3, 0.3, 0.3, -0.3, 0.15, paper), line(-0.32, 0.32, 0.32, -0.32, 0.075, warn))


def _onepile(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    sheets = tuple(
        shape
        for i in range(3)
        for shape in (
            rounded(-0.2 + 0.05 * i, -0.3 + 0.07 * i, 0.3, 0.4, 0.04, ink),
            rounded(-0.175 + 0.05 * i, -0.275 + 0.07 * i, 0.25, 0.35, 0.03, paper),
        )
    )
    return (*sheets, *text("1", 0.05, 0.17, 0.22, ink, HEAVY, 0.5))


def _draw1(ink: Colour, paper: Colour, warn: Colour) -> Shapes:
    card = (rounded(-0.3, -0.27, 0.36, 0.5, 0.05, ink), rounded(-0.27, -0.24, 0.3, 0.44, 0.04, paper))
    arrow_down = (polygon(((-0.22, 0.02), (-0.02, 0.02), (-0.12, 0.15)), ink), rect(-0.15, -0.17, 0.06, 0.22, ink))
    return (*card, *arrow_down, *text("1", 0.24, 0.17, 0.36, ink, HEAVY, 0.5))


COMMANDS: dict[str, Callable[[Colour, Colour, Colour], Shapes]] = {
    "stop": _stop,
    "skull": _skull,
    "three": _three,
    "silence": _silence,
    "noback": _noback,
    "onepile": _onepile,
    "draw1": _draw1,
}
