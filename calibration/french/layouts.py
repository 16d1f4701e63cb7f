"""How cards lie in the scenes of `calibration.french.scenes`: scattered, in fans, strips and grids, on tidy piles and untidy ones."""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.french.art import Points

SCENE_SIDE = 288  # guess; width and height of a scene in pixels

LAYOUTS = {"scattered": 0.2, "fan": 0.25, "strips": 0.25, "grid": 0.2, "pile": 0.1}
HARD_LAYOUTS = {"scattered": 0.2, "fan": 0.13, "strips": 0.15, "grid": 0.18, "piles": 0.26, "pile": 0.08}


def generate_layout(width: float, kinds: Mapping[str, float], rng: Generator) -> list[Points]:
    """Quads of the cards, lowest first, in an arrangement chosen by `kinds`: names of arrangements with their shares. `width`:
    of a card in pixels."""
    height = width * rng.uniform(1.33, 1.5)
    kind = rng.choice(list(kinds), p=list(kinds.values()))
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.1) + np.pi / 2 * rng.integers(4)
    count = int(rng.integers(1, 7)) if kind != "strips" else int(rng.integers(4, 14))
    centre = rng.uniform(0.25, 0.75, 2) * SCENE_SIDE
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    places: list[tuple[NDArray[np.float64], float]] = []
    if kind == "scattered":
        places = [
            (rng.uniform(0, SCENE_SIDE, 2), rng.uniform(0, 2 * np.pi))
            for _ in range(min(count + 1, 2 + int(2e5 / width**2 / 4)))
        ]
    elif kind == "grid":
        gap = rng.uniform(1.02, 1.35)
        cells = [(i, j) for i in range(-3, 4) for j in range(-3, 4)]
        places = [
            (
                centre + along * i * width * gap + across * j * height * gap + rng.normal(0, 0.02 * width, 2),
                turn + rng.normal(0, 0.04),
            )
            for i, j in cells
        ]
    elif kind == "piles":
        gap, loose = rng.uniform(1.1, 1.8), rng.uniform(0.02, 0.09)
        places = [
            (
                centre + along * i * width * gap + across * j * height * gap + rng.normal(0, loose * width, 2),
                turn + rng.normal(0, loose) + np.pi * rng.integers(2),
            )
            for i in range(-2, 3)
            for j in range(-2, 3)
            for _ in range(int(rng.integers(1, 4)))
        ]
    elif kind == "pile":
        places = [(centre + rng.normal(0, 0.06 * width, 2), turn + rng.normal(0, 0.1)) for _ in range(count)]
    elif kind == "strips":
        step = width * rng.uniform(0.15, 0.45) * (1 if rng.random() < 0.75 else -1)
        wobble = rng.normal(0, 0.01 * width, (count, 2))
        places = [(centre + along * step * (i - count / 2) + wobble[i], turn + rng.normal(0, 0.02)) for i in range(count)]
    else:
        spread = rng.uniform(0.1, 0.4)
        pivot = centre + across * height * rng.uniform(0.6, 1.5)
        for i in range(count):
            angle = turn + spread * (i - count / 2)
            out = np.array([np.sin(angle), -np.cos(angle)]) * np.linalg.norm(pivot - centre)
            places.append((pivot + out, angle))
    return _project_askew(places, width, height, rng)


def generate_untidy_piles(width: float, rng: Generator) -> list[Points]:
    """Quads of piles whose cards lie turned and shifted, some crosswise, lowest first. `width`: of a card in pixels."""
    height, turn, centre = width * rng.uniform(1.33, 1.5), rng.uniform(0, 2 * np.pi), rng.uniform(0.3, 0.7, 2) * SCENE_SIDE
    along = np.array([np.cos(turn), np.sin(turn)])
    across = np.array([-along[1], along[0]])
    gap, shift, loose, crosswise = rng.uniform(1.15, 1.9), rng.uniform(0.02, 0.12), rng.uniform(0.02, 0.2), rng.random() < 0.3
    wide = gap * (1.3 if crosswise else 1.0)
    places = []
    for i, j in ((i, j) for i in range(-2, 3) for j in range(-2, 3)):
        for _ in range(int(rng.integers(1, 6))):
            quarters = int(rng.integers(4)) if crosswise and rng.random() < 0.2 else 2 * int(rng.integers(2))
            place = centre + along * i * width * wide + across * j * height * gap + rng.normal(0, shift * width, 2)
            places.append((place, turn + rng.normal(0, loose) + np.pi / 2 * quarters))
    return _project_askew(places, width, height, rng)


def _project_askew(
    places: list[tuple[NDArray[np.float64], float]], width: float, height: float, rng: Generator
) -> list[Points]:
    """Quads of cards as seen by a camera that leans, those in view. `places`: middle and turn of each card; `width`, `height`:
    of a card."""
    tilt = rng.uniform(-0.13, 0.13, (4, 2)).astype(np.float32) * SCENE_SIDE * rng.random()
    square = np.array([[0, 0], [SCENE_SIDE, 0], [SCENE_SIDE, SCENE_SIDE], [0, SCENE_SIDE]], np.float32)
    view = cv2.getPerspectiveTransform(square, square + tilt)
    quads = [cv2.perspectiveTransform(_make_rectangle(*place, width, height)[None], view)[0] for place in places]
    return [
        q
        for q in quads
        if (q.max(axis=0) > 5).all() and (q.min(axis=0) < SCENE_SIDE - 5).all() and np.ptp(q, axis=0).max() < 2 * SCENE_SIDE
    ]


def _make_rectangle(centre: NDArray[np.float64], turn: float, width: float, height: float) -> Points:
    along = np.array([np.cos(turn), np.sin(turn)]) * width / 2
    across = np.array([-np.sin(turn), np.cos(turn)]) * height / 2
    return np.array(
        [centre - along - across, centre + along - across, centre + along + across, centre - along + across], np.float32
    )
