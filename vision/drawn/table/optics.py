"""The geometry and the failings of a camera above the table: place, blur, noise.

Frame of reference: mat millimetres as everywhere (x right, y down), heights z in millimetres above the table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.types import Image

Matrix = NDArray[np.float64]
"""(3, 3) float64: a homography or a turn; (2, 3): an affine map."""
Size = tuple[int, int]

IN_PLACE = (0.0, 0.0)  # geometry; of a mat or board that nothing has moved


@dataclass(frozen=True, slots=True)
class Pose:
    """Where the camera hangs."""

    tilt: float = 20.0  # degrees away from straight down, leaning back over the mat's lower edge; guess
    turn: float = 0.0  # degrees clockwise about the mat's middle
    field: float = 62.0  # horizontal field of view in degrees; data sheet of ordinary webcams
    margin: float = 0.05  # share of the picture left free around the mat; guess
    shift_mm: tuple[float, float] = IN_PLACE  # how a bump has moved the mat
    twist: float = 0.0  # degrees by which a bump has turned the mat
    distance_mm: float | None = None  # from the lens to the mat's middle; None for as near as the margin allows


@dataclass(frozen=True, slots=True)
class Lens:
    """Failings of lens and sensor."""

    blur: float = 0.7  # sigma in pixels; guess
    noise: float = 2.2  # sigma in grey levels at mid grey; guess
    vignette: float = 0.12  # share of light lost in the corners; guess
    barrel: float = 0.0  # part of the distance from the middle by which a corner is drawn in, below 0 pulled out
    sway: float = 0.0  # pixels of a picture 1280 wide by which a knock swings the camera on its arm at most


OVERHEAD = Pose()
ORDINARY_LENS = Lens()


class Projection:
    """Mat millimetres to picture pixels, for any height above the table."""

    def __init__(self, pose: Pose, sheet_mm: tuple[float, float], size: Size) -> None:
        """`sheet_mm`: width and height of the mat. `size`: of the picture in pixels."""
        self._pose, self._sheet, self._size = pose, sheet_mm, size
        self._distance, self._centre = 1.0, (size[0] / 2, size[1] / 2)
        self._aim_camera()

    def compute_homography(self, z: float = 0.0) -> Matrix:
        """(3, 3) homography of the plane at height `z`: mat millimetres to picture pixels."""
        return self._compute_unbumped(z) @ self._compute_bump()

    def project_points(self, points: NDArray[np.float64], z: float = 0.0) -> NDArray[np.float64]:
        """(n, 2) pixels of (n, 2) mat points at height `z`, by a lens without distortion."""
        return apply_homography(self.compute_homography(z), points)

    def _compute_unbumped(self, z: float) -> Matrix:
        """(3, 3) homography of the plane at height `z` before any bump: mat millimetres to picture pixels."""
        tilt, turn = math.radians(self._pose.tilt), math.radians(self._pose.turn)
        focal = self._size[0] / 2 / math.tan(math.radians(self._pose.field) / 2)
        cos, sin = math.cos(turn), math.sin(turn)
        about = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1.0]])
        about[:2, 2] = -about[:2, :2] @ np.array(self._sheet) / 2
        sin_t, cos_t = math.sin(tilt), math.cos(tilt)
        right = (1.0, 0.0, 0.0)
        down = (0.0, cos_t, -z * sin_t)
        forward = (0.0, -sin_t, self._distance - z * cos_t)
        lens = np.array([[focal, 0, self._centre[0]], [0, focal, self._centre[1]], [0, 0, 1.0]])
        plane: Matrix = lens @ np.array([right, down, forward]) @ about
        return plane

    def _compute_bump(self) -> Matrix:
        """(3, 3) how a bump has moved the mat, in millimetres."""
        twist, (dx, dy) = math.radians(self._pose.twist), self._pose.shift_mm
        cos, sin = math.cos(twist), math.sin(twist)
        middle = np.array(self._sheet) / 2
        moved = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
        moved[:2, 2] = middle - moved[:2, :2] @ middle + (dx, dy)
        return moved

    def _aim_camera(self) -> None:
        """Hang the camera as near as the margin allows, or as far as asked, with the mat in the picture's middle."""
        room = np.array(self._size) * (1 - 2 * self._pose.margin)
        near, far = 0.6 * max(self._sheet), 20_000.0
        for _ in range(40):
            self._distance = math.sqrt(near * far)
            low, high = self._measure_extent()
            near, far = (self._distance, far) if np.any(high - low > room) else (near, self._distance)
        self._distance = self._pose.distance_mm or far
        low, high = self._measure_extent()
        middle = np.array(self._size) / 2 - (low + high) / 2
        self._centre = (self._centre[0] + middle[0], self._centre[1] + middle[1])

    def _measure_extent(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The least and the greatest x and y, (2,) each, in picture pixels, of the mat before any bump."""
        width, height = self._sheet
        seen = apply_homography(
            self._compute_unbumped(0.0), np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=float)
        )
        return seen.min(axis=0), seen.max(axis=0)


def distort_points(points: NDArray[np.float64], lens: Lens, size: Size) -> NDArray[np.float64]:
    """(n, 2) pixels where a lens shows what a lens without distortion shows at (n, 2) `points`. `size`: of the picture."""
    middle = np.array(size, np.float64) / 2
    away = points - middle
    far = (away**2).sum(axis=1, keepdims=True) / (middle**2).sum()
    return np.asarray(middle + away * (1 - lens.barrel * far), np.float64)


@lru_cache(maxsize=2)
def _map_distortion(barrel: float, size: Size) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """(H, W, 2) and (H, W) for each pixel of a distorted picture the place in the straight picture, as `cv2.remap` takes both.
    `barrel`: see `Lens`. `size`: width and height."""
    x, y = (plane.astype(np.float32) for plane in np.meshgrid(np.arange(size[0]) + 0.5, np.arange(size[1]) + 0.5))
    away_x, away_y = x - size[0] / 2, y - size[1] / 2
    corner = (size[0] / 2) ** 2 + (size[1] / 2) ** 2
    stretch = np.ones_like(x)
    for _ in range(4):  # the source is where the distortion leads from
        far = (away_x**2 + away_y**2) * stretch**2 / corner
        stretch = 1 / (1 - barrel * far)
    at_x, at_y = away_x * stretch + size[0] / 2 - 0.5, away_y * stretch + size[1] / 2 - 0.5
    coarse, fine = cv2.convertMaps(at_x.astype(np.float32), at_y.astype(np.float32), cv2.CV_16SC2)
    return np.asarray(coarse, np.int16), np.asarray(fine, np.uint16)


def distort_picture(picture: Image, lens: Lens) -> Image:
    """(h, w, 3) a straight picture as the lens shows it; the picture itself, no copy, for a lens without distortion."""
    if lens.barrel == 0:
        return picture
    coarse, fine = _map_distortion(lens.barrel, (picture.shape[1], picture.shape[0]))
    return np.asarray(cv2.remap(picture, coarse, fine, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def swing_picture(picture: Image, sway: float, number: int, seed: int) -> Image:
    """(h, w, 3) what a camera on an arm sees at frame `number`: a tremble all the time, and after each knock a swing that dies
    away. The table is knocked once in 90 frames.

    `sway`: pixels of a picture 1280 wide, 0 or less = the picture itself. `seed`: of all chance.
    """
    if sway <= 0:
        return picture
    height, width = picture.shape[:2]
    x, y = _compute_tremble(sway * width / 1280, number, seed)
    degrees, frames = 0.0, 90  # in which the table is knocked once
    for block in (number // frames - 1, number // frames):
        dice = np.random.default_rng((seed, block + 1))
        since = number - frames * (block + dice.random())
        period, lasts, way, turned = dice.uniform((5, 8, 0, -0.06), (20, 40, 2 * math.pi, 0.06))
        if since > 0:
            part = math.exp(-since / lasts) * math.sin(2 * math.pi * since / period) * dice.uniform(0.3, 1)
            reach = part * sway * width / 1280
            x, y, degrees = x + reach * math.cos(way), y + reach * math.sin(way), degrees + part * turned * sway / 4
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    turn[:, 2] += np.array([x, y])
    return np.asarray(cv2.warpAffine(picture, turn, (width, height), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _compute_tremble(sway: float, number: int, seed: int) -> tuple[float, float]:
    """Pixels, x and y, by which frame `number` is off for steps on the floor and hands on the table: about a quarter of `sway`
    pixels. `seed`: of the chance."""
    dice = np.random.default_rng((seed, 0))
    waves = zip(dice.uniform(4, 30, 6), dice.uniform(0, 2 * math.pi, 6), strict=True)
    way = [math.sin(2 * math.pi * number / period + at) for period, at in waves]
    return sway * sum(way[:3]) / 6, sway * sum(way[3:]) / 6


class Noise:
    """Sensor noise out of prepared tiles, another cut for every frame, the same for the same frame number.

    Shot noise grows with the square root of the light; grey levels are about that root (gamma), so the noise is even.
    """

    def __init__(self, size: Size, sigma: float, seed: int = 0) -> None:
        """`size`: of the pictures. `sigma`: grey levels at mid grey, 0 = no noise. `seed`: of the chance."""
        self._size, self._seed, self._sigma = size, seed, sigma
        if sigma <= 0:
            return
        dice = np.random.default_rng(seed)
        shape = (size[1] + 64, size[0] + 64)
        grey = self._make_speckle(dice, shape, 0.45) * 0.85
        tiles = [np.rint(sigma * (grey + self._make_speckle(dice, shape, 0.9) * 0.5)).astype(np.int8) for _ in range(3)]
        self._plus = np.dstack([np.maximum(tile, 0).astype(np.uint8) for tile in tiles])
        self._minus = np.dstack([np.maximum(-tile, 0).astype(np.uint8) for tile in tiles])

    @staticmethod
    def _make_speckle(dice: np.random.Generator, shape: tuple[int, int], grain: float) -> NDArray[np.float32]:
        """Noise of unit spread, with grains `grain` pixels wide."""
        field = cv2.GaussianBlur(dice.standard_normal(shape, dtype=np.float32), (5, 5), grain)
        return np.asarray(field / field.std(), np.float32)

    def add_noise(self, picture: Image, number: int) -> Image:
        """(h, w, 3) a copy of the picture with the noise of frame `number`."""
        if self._sigma <= 0:
            return picture.copy()
        dice = np.random.default_rng((self._seed, number))
        x, y = (int(v) for v in dice.integers(0, 64, 2))
        window = np.s_[y : y + self._size[1], x : x + self._size[0]]
        plus, minus = (self._plus, self._minus) if dice.random() < 0.5 else (self._minus, self._plus)
        return np.asarray(cv2.subtract(cv2.add(picture, plus[window]), minus[window]), dtype=np.uint8)


def apply_homography(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    seen = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    flat: NDArray[np.float64] = seen[:, :2] / seen[:, 2:]
    return flat
