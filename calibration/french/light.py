"""The light over a scene of `calibration.french.scenes`, and the camera: shadow, mirrored lamps, tone, blur, noise, JPEG.

Pictures are (h, w, 3) BGR. What happens to light is computed in light (linear), all else in grey levels from 0 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from calibration.french.art import Pixels, Points


@dataclass(frozen=True, slots=True)
class MirroredLamp:
    """A lamp or window mirrored in glossy cards."""

    place: Points  # x and y in scene pixels
    size: tuple[float, float]  # of the mirror image along its two axes, in scene pixels
    turn: float  # of the first axis, in radians
    strength: float  # light in the middle; white paper sends 1
    fall: float  # how fast the light falls off
    sharp: bool  # a window with edges

    def compute_shine(self, corner: Points, width: int, height: int, shift: Points) -> Pixels:
        """(height, width) float32: the light added to the pixels from `corner` on, mirrored `shift` pixels away."""
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        x, y = x + float(corner[0] - self.place[0] - shift[0]), y + float(corner[1] - self.place[1] - shift[1])
        cosine, sine = np.float32(np.cos(self.turn)), np.float32(np.sin(self.turn))
        along, across = (x * cosine + y * sine) / self.size[0], (y * cosine - x * sine) / self.size[1]
        if self.sharp:
            distance = np.maximum(np.abs(along), np.abs(across))
            return np.asarray(self.strength / (1 + np.exp(np.clip((distance - 1) * 20 / self.fall, -30, 30))), np.float32)
        return np.asarray(self.strength / (1 + along**2 + across**2) ** self.fall, np.float32)


def generate_lamps(side: int, rng: Generator) -> list[MirroredLamp]:
    """At most two lamps, mirrored somewhere in a scene of `side` pixels or beside the scene."""
    count = int(rng.choice([0, 1, 2], p=[0.35, 0.48, 0.17]))
    lamps = []
    for _ in range(count):
        size = side * float(np.exp(rng.uniform(np.log(0.08), np.log(0.7))))
        lamps.append(
            MirroredLamp(
                rng.uniform(-0.3, 1.3, 2) * side,
                (size, size * rng.uniform(0.4, 1.0)),
                rng.uniform(0, np.pi),
                float(np.exp(rng.uniform(np.log(0.08), np.log(5)))),
                rng.uniform(0.9, 2.5),
                rng.random() < 0.15,
            )
        )
    return lamps


def make_scene_clouds(
    side: int,
    rng: Generator,
    strength: float,
    stretch: tuple[float, float] = (1, 1),
    sizes: tuple[int, ...] = (3, 9, 27, 81),
) -> Pixels:
    """(side, side) float32: smooth noise of several sizes around 0. `stretch`: of the grains, across and down; `sizes`: grains
    a side."""
    total = np.zeros((side, side), np.float32)
    for cells in sizes:
        grid = rng.normal(0, 1, (max(2, int(cells * stretch[1])), max(2, int(cells * stretch[0])))).astype(np.float32)
        total += cv2.resize(grid, (side, side), interpolation=cv2.INTER_CUBIC) * rng.uniform(0.1, 1.0)
    return total * np.float32(strength / 2)


def photograph_scene(canvas: Pixels, shine: Pixels, coarse: float, hard: bool, rng: Generator) -> Pixels:
    """The scene as a camera saw it, uint8.

    `canvas`: print in grey levels to 255. `shine`: (h, w) mirrored light. `coarse`: how many pixels of the scene are one of the
    camera. `hard`: light is computed as light, and noise may be strong.
    """
    image = _light_hard(canvas, shine, rng) if hard else _light_evenly(canvas, rng)
    side = image.shape[0]
    if coarse > 1.01:
        image = cv2.resize(image, None, fx=1 / coarse, fy=1 / coarse, interpolation=cv2.INTER_AREA)
    picture = _take_photograph(image.astype(np.float32), hard, rng)
    if coarse > 1.01:
        way = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
        picture = cv2.resize(picture, (side, side), interpolation=way)
    return np.asarray(picture, np.uint8)


def _light_evenly(canvas: Pixels, rng: Generator) -> Pixels:
    """Daylight and lamps without mirror images, and a camera that chooses its own brightness."""
    side = canvas.shape[0]
    image = canvas / 255
    image = (
        image * (1 + np.clip(make_scene_clouds(side, rng, 0.3, sizes=(2, 4))[..., None], -0.5, 0.5))
        if rng.random() < 0.7
        else image
    )
    if rng.random() < 0.3:
        image = image * _generate_shadow(side, rng)
    if rng.random() < 0.15:
        y, x = np.mgrid[0:side, 0:side].astype(np.float32)
        spot, size = rng.uniform(0, side, 2), rng.uniform(15, 70)
        image = image + np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * size**2))[..., None] * rng.uniform(0.1, 0.6)
    cast = 1 + rng.normal(0, 0.09, 3) if rng.random() < 0.75 else rng.uniform(0.5, 1.15, 3)
    image = np.clip(image * cast * rng.uniform(0.3, 1.3) + rng.uniform(0, 0.08) * rng.random(), 0, 1)
    return np.asarray(image ** rng.uniform(0.7, 1.5), np.float32)


def _light_hard(canvas: Pixels, shine: Pixels, rng: Generator) -> Pixels:
    """Lamps mirrored in the cards add light to the print. The exposure is for the table and may be far too long."""
    side = canvas.shape[0]
    light = (np.maximum(canvas, 0) / 255) ** 2.2  # grey levels to light
    if rng.random() < 0.6:
        light = light * (1 + np.clip(make_scene_clouds(side, rng, 0.5, sizes=(2, 3))[..., None], -0.6, 0.9))
    if rng.random() < 0.25:
        light = light * _generate_shadow(side, rng) ** 2
    seen = light + shine[..., None] * (1 + rng.normal(0, 0.05, 3))
    measured = light + shine[..., None] * rng.uniform(0, 1)
    white = max(float(np.percentile(measured.mean(axis=2), rng.uniform(75, 97))), 0.05)
    seen = seen * (rng.uniform(0.45, 1.25) / white) * np.clip(1 + rng.normal(0, 0.05, 3), 0.8, 1.2)
    knee = rng.uniform(0.6, 1.0)
    if knee < 0.95:
        seen = np.where(seen < knee, seen, knee + (1 - knee) * (1 - np.exp(-(seen - knee) / (1 - knee))))
    return np.asarray(np.clip(seen, 0, 1) ** (1 / rng.uniform(1.7, 2.5)), np.float32)


def _generate_shadow(side: int, rng: Generator) -> Pixels:
    mask = np.zeros((side, side), np.float32)
    points = rng.uniform(-0.2, 1.2, (int(rng.integers(3, 6)), 2)) * side
    cv2.fillPoly(mask, [points.astype(np.int32)], 1.0)
    return 1 - cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.7, 9))[..., None] * rng.uniform(0.15, 0.6)


def _take_photograph(image: Pixels, hard: bool, rng: Generator) -> Pixels:
    """Blur, sensor noise, sharpening and JPEG, in the camera's own pixels."""
    image = _blur_picture(image, rng)
    most = 0.03 if not hard or rng.random() < 0.6 else 0.09
    noise = rng.normal(0, rng.uniform(0, most) * rng.random(), image.shape).astype(np.float32)
    if rng.random() < 0.3:
        noise = cv2.GaussianBlur(noise, (0, 0), 0.7) * np.float32(1.8)
    image = image + noise
    if rng.random() < 0.3:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.5)) * rng.uniform(0.3, 1.5)
    picture = np.asarray(np.clip(image * 255, 0, 255), np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(25, 95))
        picture = np.asarray(
            cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR), np.uint8
        )
    if rng.random() < 0.1:
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[..., None]
        picture = np.asarray(grey + (picture.astype(np.float32) - grey) * rng.uniform(0.4, 0.8), np.uint8)
    return picture


def _blur_picture(image: Pixels, rng: Generator) -> Pixels:
    kind = rng.random() + 0.1
    if kind < 0.3:
        factor = rng.uniform(1.0, 1.7)
        small = cv2.resize(image, None, fx=1 / factor, fy=1 / factor, interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_CUBIC), np.float32)
    if kind < 0.65:
        return np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.4)), np.float32)
    if kind < 0.77:
        length, turn = int(rng.integers(2, 6)), rng.uniform(0, 3.14)
        kernel = np.zeros((11, 11), np.float32)
        reach = (int(length * np.cos(turn)), int(length * np.sin(turn)))
        cv2.line(kernel, (5 - reach[0] // 2, 5 - reach[1] // 2), (5 + reach[0] // 2, 5 + reach[1] // 2), 1.0)
        return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.float32)
    return image
