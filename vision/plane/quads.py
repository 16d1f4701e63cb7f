"""Quadrilaterals in a picture: a card seen from anywhere is a quad.

A quad is a (4, 2) float32 array of picture pixels, clockwise as seen (x right, y down). An *upright* quad begins at the card's
own top left: its sides are top, right, bottom, left.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Quad = NDArray[np.float32]
"""(4, 2) float32 picture pixels: four corners, each x, y."""
Points = NDArray[Any]
"""(n, 2) picture pixels: each x, y."""

NEXT, OPPOSITE = [1, 2, 3, 0], [2, 3, 0, 1]
"""Following corner of each corner, and the corner across; geometry."""
UNIT = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
"""The corners of the unit square, clockwise from its top left."""
FOCAL = 0.9
"""Focal length of an unknown camera in long picture sides, between the data sheet of a telephone (0.75) and of a webcam (1.1)."""


def make_clockwise(points: Points) -> Quad:
    """The four corners, clockwise as seen, beginning with the same corner."""
    quad = np.asarray(points, np.float32).reshape(4, 2)
    return quad if signed_area(quad) > 0 else np.ascontiguousarray(quad[[0, 3, 2, 1]])


def signed_area(points: Points) -> float:
    """Area in square pixels; positive for a polygon running clockwise as seen."""
    x, y = np.asarray(points, np.float64).reshape(-1, 2).T.tolist()  # a few points only: plain floats are quicker
    return 0.5 * sum(x[i - 1] * y[i] - y[i - 1] * x[i] for i in range(len(x)))


def signed_areas(quads: NDArray[Any]) -> NDArray[Any]:
    """(n,) signed area of each of (n, 4, 2) quads."""
    x, y = np.moveaxis(np.asarray(quads, np.float64), 2, 0)
    return np.asarray(0.5 * (np.roll(x, 1, axis=1) * y - np.roll(y, 1, axis=1) * x).sum(axis=1))


def is_convex(quad: Points) -> bool:
    """True if each corner turns the same way and none is flat. `quad`: (4, 2), either way round."""
    sides = quad[NEXT] - quad
    following = sides[NEXT]
    turn = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    return bool(turn.min() > 1e-3 or turn.max() < -1e-3)


def side_lengths(quad: Points) -> NDArray[Any]:
    """(4,) lengths of the sides in pixels, beginning with the side from corner 0 to corner 1."""
    return np.asarray(np.linalg.norm(quad[NEXT] - quad, axis=1))


def width_of(quad: Quad) -> float:
    """Width in pixels of an upright quad: mean of upper and lower side."""
    return float(side_lengths(quad)[[0, 2]].mean())


def common_area(a: Points, b: Points) -> float:
    """Area in square pixels shared by two convex quads."""
    area, _ = cv2.intersectConvexConvex(np.asarray(a, np.float32), np.asarray(b, np.float32))
    return max(float(area), 0.0)


def overlap_share(a: Points, b: Points) -> float:
    """Shared area over united area (0 to 1)."""
    shared = common_area(a, b)
    return shared / max(abs(signed_area(a)) + abs(signed_area(b)) - shared, 1e-6) if shared else 0.0


def covered_share(inner: Points, outer: Points) -> float:
    """Part of `inner` (0 to 1) covered by `outer`."""
    shared = common_area(inner, outer)
    return shared / max(abs(signed_area(inner)), 1e-6) if shared else 0.0


def true_shape(quad: Points, picture: tuple[int, int], focal: float = FOCAL) -> tuple[float, float]:
    """Top side over left side, and cosine of the angle between, of the flat parallelogram seen as `quad`.

    A rectangle has cosine 0 however tilted. `picture`: (height, width) in pixels, with the lens looking at the middle. `focal`:
    in long picture sides.
    """
    aspect, skew = true_shapes(np.asarray(quad)[None], picture, focal)
    return float(aspect[0]), float(skew[0])


def true_shapes(quads: NDArray[Any], picture: tuple[int, int], focal: float = FOCAL) -> tuple[NDArray[Any], NDArray[Any]]:
    """(n,) top side over left side and (n,) cosine of the angle between, of each of (n, 4, 2) quads, see `true_shape`.
    `picture`: height and width in pixels. `focal`: in long picture sides."""
    height, width = picture
    first, second, third, fourth = np.moveaxis(
        (np.asarray(quads, np.float64) - (width / 2, height / 2)) / (focal * max(picture)), 1, 0
    )
    # the homography that lays the unit square on the quad, column by column: x * w and y * w and w
    beyond, back, bent = second - third, fourth - third, first - second + third - fourth
    det = beyond[:, 0] * back[:, 1] - beyond[:, 1] * back[:, 0]
    det = np.where(np.abs(det) > 1e-12, det, 1e-12)
    right = (bent[:, 0] * back[:, 1] - bent[:, 1] * back[:, 0]) / det
    below = (beyond[:, 0] * bent[:, 1] - beyond[:, 1] * bent[:, 0]) / det
    across = np.concatenate([second - first + right[:, None] * second, right[:, None]], axis=1)
    down = np.concatenate([fourth - first + below[:, None] * fourth, below[:, None]], axis=1)
    top, left = np.linalg.norm(across, axis=1), np.maximum(np.linalg.norm(down, axis=1), 1e-9)
    return top / left, (across * down).sum(axis=1) / np.maximum(top * left, 1e-12)


def true_aspect(quad: Points, picture: tuple[int, int], focal: float = FOCAL) -> float:
    """Width over height of the flat rectangle seen as `quad`: top side over left side. See `true_shape`."""
    return true_shape(quad, picture, focal)[0]


def make_upright(quad: Points, picture: tuple[int, int], aspect: float | None = None) -> Quad:
    """The quad, clockwise from the top left of the card held upright.

    The short sides become top and bottom, or the sides that suit `aspect` (width over height, None for 0.7) best. Of the two
    turns left, the one with the higher top in the picture is taken.
    """
    quad = make_clockwise(quad)
    seen = true_aspect(quad, picture)
    wanted = 0.7 if aspect is None else aspect
    if abs(np.log(seen / wanted)) > abs(np.log(1 / seen / wanted)):
        quad = quad[NEXT]
    top, bottom = quad[0] + quad[1], quad[2] + quad[3]
    higher = top[1] < bottom[1] or (top[1] == bottom[1] and top[0] <= bottom[0])
    return np.ascontiguousarray(quad if higher else quad[OPPOSITE])


def turn_half(quad: Quad) -> Quad:
    """The upright quad of the same card held upside down."""
    return np.ascontiguousarray(quad[OPPOSITE])


def crop_corners(size: tuple[int, int], margin: float = 0.0) -> Quad:
    """Corners of a crop of `size` (width, height), moved inward by `margin` pixels.

    Whole numbers are middles of pixels: without a margin the first corner is (-0.5, -0.5).
    """
    width, height = size
    m = margin
    corners = [[m, m], [width - m, m], [width - m, height - m], [m, height - m]]
    return (np.array(corners, np.float32) - 0.5).astype(np.float32)


def project_from_quad(quad: Quad, places: Points) -> Points:
    """(n, 2) picture pixels of `places` given in parts of `quad` from its top left."""
    seen = cv2.getPerspectiveTransform(UNIT, np.ascontiguousarray(quad, np.float32))
    return np.asarray(cv2.perspectiveTransform(np.asarray(places, np.float32).reshape(1, -1, 2), seen)[0], np.float32)


def project_into_quad(quad: Quad, points: Points) -> Points:
    """(n, 2) places of picture points in parts of `quad` from its top left; undoes `project_from_quad`."""
    flat = cv2.getPerspectiveTransform(np.ascontiguousarray(quad, np.float32), UNIT)
    return np.asarray(cv2.perspectiveTransform(np.asarray(points, np.float32).reshape(1, -1, 2), flat)[0], np.float32)


def cut_out(image: Image, quad: Points, size: tuple[int, int]) -> Image:
    """(height, width, 3) uint8 the crop of `quad` (4, 2), in pixels. `size`: width and height of the crop. The first corner
    comes to the top left, the next follow clockwise.

    Pictures much larger than the crop are averaged down first, or fine print would turn into noise. Black for a quad wholly
    off the picture; beyond its edge the edge is repeated.
    """
    quad = np.asarray(quad, np.float32)
    shrink = float(np.sqrt(abs(signed_area(quad)) / (size[0] * size[1])))
    x0, y0 = np.maximum(np.floor(quad.min(0)).astype(int) - 8, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(0)).astype(int) + 9, [image.shape[1], image.shape[0]])
    if x1 - x0 < 2 or y1 - y0 < 2:
        return np.zeros((size[1], size[0], 3), np.uint8)
    part: NDArray[Any] = image[y0:y1, x0:x1]
    at = quad - (x0, y0)
    if shrink > 1.5:
        smaller = (max(2, round((x1 - x0) / shrink)), max(2, round((y1 - y0) / shrink)))
        scale = np.array([smaller[0] / (x1 - x0), smaller[1] / (y1 - y0)])
        part, at = cv2.resize(part, smaller, interpolation=cv2.INTER_AREA), (at + 0.5) * scale - 0.5
    flat = cv2.getPerspectiveTransform(np.ascontiguousarray(at, np.float32), crop_corners(size))
    return np.asarray(cv2.warpPerspective(part, flat, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
