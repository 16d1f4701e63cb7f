"""The plane of a table, measured by cards on it: each card of known size is a ruler in two directions.

The camera is a pinhole looking at the picture's middle. Four numbers are sought: how far the table leans away to the right and
downward, the focal length, and the scale. Each card's own place and turn follow.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.plane.homography import Homography, project
from vision.plane.quads import FOCAL, Quad


@dataclass(frozen=True, slots=True)
class PlaneFit:
    """How a plane is fitted to cards."""

    max_tilt: float = 0.95  # tangent: 43 degrees; guess
    max_misfit: float = 0.06  # card widths (root mean square); `OneSizeLimits.max_rough_misfit` (one_size.py) at first; guess


PLANE_FIT = PlaneFit()


_Lengths = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TablePlane:
    """The plane of a table seen in a picture."""

    to_mm: Homography  # picture pixels to millimetres, turned anyhow, from the point below the camera
    off: float  # misfit of the cards' sides and diagonals, root mean square, card widths
    camera_mm: float  # height of the camera above the table


def fit_card_plane(
    quads: Sequence[Quad], card_mm: tuple[float, float], picture: tuple[int, int], most: float = PLANE_FIT.max_misfit
) -> TablePlane | None:
    """The plane with cards of `card_mm` (width, height); None without cards, and where the cards do not lie on one plane seen
    from above. `quads`: upright quads of the cards. `picture`: (height, width) in pixels. `most`: misfit at most, see
    `TablePlane.off`."""
    if not quads:
        return None
    seen = np.asarray(quads, np.float64)
    wanted = _wanted_lengths(card_mm)
    scale = float(np.mean(wanted) / np.mean(_card_lengths(_centre_points(seen, picture))))
    values = np.array([0.0, 0.0, 0.0, math.log(scale)])
    lever = 1e-3
    residuals = _length_residuals(values, seen, wanted, picture)
    for _ in range(25):  # rounds of least squares, after which nothing moves; guess
        slopes = _residual_slopes(values, residuals, seen, wanted, picture)
        square = slopes.T @ slopes
        step = np.linalg.solve(square + lever * np.diag(np.diag(square) + 1e-9), slopes.T @ residuals)
        tried = values - step
        after = _length_residuals(tried, seen, wanted, picture)
        if after @ after < residuals @ residuals:
            values, residuals, lever = tried, after, lever / 3
        else:
            lever *= 5
        if np.abs(step).max() < 1e-7:
            break
    if math.hypot(*values[:2]) > PLANE_FIT.max_tilt:
        return None
    off = float(np.sqrt((residuals[:-1] ** 2).mean())) / card_mm[0]
    camera_mm = FOCAL * math.exp(values[2] + values[3])
    return TablePlane(_plane_to_mm(values, picture), off, camera_mm) if off <= most else None


def _centre_points(points: NDArray[np.float64], picture: tuple[int, int]) -> NDArray[np.float64]:
    """Points from the picture's middle, in long picture sides. `points`: (..., 2) x, y in pixels. `picture`: height and width
    in pixels."""
    height, width = picture
    return np.asarray((points - (width / 2 - 0.5, height / 2 - 0.5)) / max(picture), np.float64)


def _plane_to_mm(values: NDArray[np.float64], picture: tuple[int, int]) -> Homography:
    """Picture pixels to millimetres through the pinhole onto a leaning plane. Origin: the point of the plane straight below the
    camera.

    `values`: (4,) slopes of the plane to the right and down (tangents), natural logarithms of focal length (in `FOCAL`) and
    scale. `picture`: height and width in pixels.
    """
    right, down, zoom, size = values.tolist()
    focal = FOCAL * math.exp(zoom)
    normal = np.array([right, down, 1.0]) / math.sqrt(right * right + down * down + 1)
    across = np.array([1.0, 0.0, 0.0]) - normal[0] * normal
    across /= np.linalg.norm(across)
    (a, b, c), (d, e, f) = normal.tolist(), across.tolist()
    along = np.array([b * f - c * e, c * d - a * f, a * e - b * d])  # the cross product; NumPy's takes ten times as long
    rays = np.diag([1 / focal, 1 / focal, 1.0])
    onto = np.array([across, along, normal]) @ rays
    height, width = picture
    long = max(picture)
    centre = np.array([[1 / long, 0, -(width / 2 - 0.5) / long], [0, 1 / long, -(height / 2 - 0.5) / long], [0, 0, 1]])
    grown = np.diag([math.exp(size) * focal, math.exp(size) * focal, 1.0])
    return np.asarray(grown @ onto @ centre, np.float64)


def _card_lengths(quads: NDArray[np.float64]) -> _Lengths:
    """(n, 6) sides, from the top on, and both diagonals."""
    ends = quads[:, [0, 1, 2, 3, 0, 1]] - quads[:, [1, 2, 3, 0, 2, 3]]
    return np.asarray(np.linalg.norm(ends, axis=2), np.float64)


def _wanted_lengths(card_mm: tuple[float, float]) -> _Lengths:
    """(6,) sides and diagonals of a card, in the order of `_card_lengths`."""
    width, height = card_mm
    return np.array([width, height, width, height, math.hypot(width, height), math.hypot(width, height)])


def _length_residuals(
    values: NDArray[np.float64], quads: NDArray[np.float64], wanted: _Lengths, picture: tuple[int, int]
) -> NDArray[np.float64]:
    """(6 * cards + 1,) misfit in millimetres of sides and diagonals, and the weight of an unusual focal length. `values`,
    `picture`: see `_plane_to_mm`. `quads`: (cards, 4, 2) corners in pixels. `wanted`: (6,), see `_wanted_lengths`."""
    flat = project(quads.reshape(-1, 2), _plane_to_mm(values, picture)).reshape(-1, 4, 2)
    off = (_card_lengths(flat) - wanted).reshape(-1)
    # logarithm: unknown cameras differ so much, and few cards seen from above hardly tell; guess
    return np.append(off, values[2] / 0.15)


def _residual_slopes(
    values: NDArray[np.float64],
    residuals: NDArray[np.float64],
    quads: NDArray[np.float64],
    wanted: _Lengths,
    picture: tuple[int, int],
) -> NDArray[np.float64]:
    """(n, 4) change of the residuals with each value. `values`: (4,), at which `residuals` (n,) were measured. `quads`,
    `wanted`, `picture`: see `_length_residuals`."""
    step = 1e-5
    columns = [_length_residuals(values + step * np.eye(4)[i], quads, wanted, picture) - residuals for i in range(4)]
    return np.stack(columns, axis=1) / step
