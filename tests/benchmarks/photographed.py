"""Photographs of drawn cards, made without any code of the eye: tilt, lens, noise, uneven light, shadow, glare, fingers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.drawn.art.surfaces import SURFACES, draw_surface
from vision.types import Image

Quad = NDArray[np.float64]
CROP = (200, 280)
FINE = 2
"""Pixels of the drawing to one of the picture, along each side."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """What lies still before the sensor. `light`: (h, w, 3) float32. `quad`: (4, 2) the card's corners, from its own top left, clockwise.
    `hiss`: grey levels of noise that every frame has anew; `coding`: JPEG quality."""

    light: NDArray[Any]
    quad: Quad
    hiss: float
    coding: int

    def frame(self, dice: np.random.Generator) -> Image:
        """One frame of it."""
        seen = self.light + dice.standard_normal(self.light.shape, np.float32) * np.float32(self.hiss)
        raw = np.clip(seen, 0, 255).astype(np.uint8)
        coded = cv2.imencode(".jpg", raw, [cv2.IMWRITE_JPEG_QUALITY, self.coding])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)


def scene(card: Image, width: float, dice: np.random.Generator, hard: float = 1.0, fingers: bool = True) -> Scene:
    """A card `width` pixels wide on some table. `card`: (h, w, 3) large. `hard`: 0, a careful photograph, to 1, all that a table has in
    store. `fingers`: a finger may reach over the card's rim."""
    height = width * card.shape[0] / card.shape[1]
    side = int(height * 2)
    turn = dice.uniform(-180, 180) if hard else dice.uniform(-5, 5)
    quad = _seen(width, height, turn, dice.uniform(0, 32) * hard, dice) + side / 2
    picture = _laid(card, quad, side, width, dice).astype(np.float32)
    light = _lit(picture, dice, hard)
    if fingers and dice.random() < 0.1 * hard:
        _finger(light, width, dice)
    light = cv2.GaussianBlur(light, (0, 0), dice.uniform(0.3, 0.5 + 0.5 * hard) * max(1.0, width / 90))
    if dice.random() < 0.25 * hard:
        length = int(dice.integers(2, 4))
        light = cv2.filter2D(light, -1, np.eye(length) / length)
    return Scene(light, quad, 1 + dice.uniform(0, 5) * hard, int(dice.integers(75, 95)))


def _laid(card: Image, quad: Quad, side: int, width: float, dice: np.random.Generator) -> NDArray[Any]:
    """The card on a table, drawn `FINE` times as large and brought down."""
    to_picture = cv2.getPerspectiveTransform(_frame(card), ((quad + 0.5) * FINE - 0.5).astype(np.float32))
    shrink = card.shape[1] / (width * FINE)
    small = cv2.GaussianBlur(card, (0, 0), 0.45 * shrink) if shrink > 1.2 else card
    size = (side * FINE, side * FINE)
    laid = cv2.warpPerspective(small, to_picture, size, flags=cv2.INTER_LINEAR)
    cover = cv2.warpPerspective(_rounded(card), to_picture, size)[..., None] / np.float32(255)
    tables = _tables()
    table = tables[dice.integers(len(tables))]
    x, y = dice.integers(0, table.shape[0] - size[0] + 1, 2)
    mixed = laid * cover + table[y : y + size[1], x : x + size[0]] * (1 - cover)
    return np.asarray(cv2.resize(mixed, (side, side), interpolation=cv2.INTER_AREA))


@cache
def _tables() -> list[Image]:
    return [draw_surface(name, (640, 640), FINE, seed) for seed, name in enumerate(SURFACES)]


def _seen(width: float, height: float, turn: float, tilt: float, dice: np.random.Generator) -> Quad:
    """The corners of a card about the origin, turned, and tilted about some axis, seen from six card heights away."""
    corners = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2 @ _turn(turn).T
    axis = _turn(dice.uniform(0, 360))
    x, y = (corners @ axis.T).T
    away = 6 * height / (6 * height + y * np.sin(np.deg2rad(tilt)))
    return np.asarray(np.stack([x * away, y * np.cos(np.deg2rad(tilt)) * away], axis=1) @ axis + dice.uniform(-0.5, 0.5, 2))


def _turn(degrees: float) -> NDArray[Any]:
    angle = np.deg2rad(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _frame(card: Image) -> NDArray[np.float32]:
    height, width = card.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)


def _rounded(card: Image) -> NDArray[Any]:
    height, width = card.shape[:2]
    cover, radius = np.zeros((height, width), np.uint8), width // 20
    cv2.rectangle(cover, (radius, radius), (width - radius, height - radius), 255, -1)
    return cv2.dilate(cover, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1)))


def _lit(picture: NDArray[Any], dice: np.random.Generator, hard: float) -> NDArray[Any]:
    """Exposure, white balance, a lamp to one side, the edge of a shadow, a lamp's mirror image."""
    across, down = np.meshgrid(*(np.linspace(-0.5, 0.5, size, dtype=np.float32) for size in picture.shape[1::-1]))
    light = 1 + dice.uniform(0, 0.8) * hard * _slope(across, down, dice)
    if dice.random() < 0.4 * hard:
        edge = _slope(across, down, dice) - dice.uniform(-0.25, 0.25)
        light *= 1 - dice.uniform(0.2, 0.55) / (1 + np.exp(-edge * dice.uniform(15, 80)))
    gain = dice.uniform(0.9, 1.1) + hard * dice.uniform(-0.45, 0.15)
    picture = picture * (light * gain)[..., None] * dice.uniform(1 - 0.03 - 0.12 * hard, 1 + 0.03 + 0.12 * hard, 3)
    if dice.random() < 0.3 * hard:
        x, y, wide = *dice.uniform(-0.25, 0.25, 2), dice.uniform(0.03, 0.1)
        picture += (np.exp(-((across - x) ** 2 + (down - y) ** 2) / (2 * wide**2)) * dice.uniform(60, 160))[..., None]
    return np.asarray(picture, np.float32)


def _slope(across: NDArray[Any], down: NDArray[Any], dice: np.random.Generator) -> NDArray[Any]:
    angle = dice.uniform(0, 2 * np.pi)
    return np.asarray(np.cos(angle) * across + np.sin(angle) * down)


def _finger(picture: NDArray[Any], width: float, dice: np.random.Generator) -> None:
    """A finger tip that reaches over the rim of the card."""
    middle = np.array(picture.shape[1::-1]) / 2
    outward = _turn(dice.uniform(0, 360)) @ np.array([1.0, 0.0])
    tip, root = middle + outward * width * 0.55, middle + outward * width * 1.6
    thick = max(2, int(width * 0.22))
    cv2.line(picture, tip.astype(int).tolist(), root.astype(int).tolist(), (120, 150, 200), thick, cv2.LINE_AA)


@dataclass(frozen=True, slots=True, eq=False)
class Slip:
    """How the corners of a card were found, in parts of its width: each a little off, and all of them together shifted and turned.
    `corners`: (4, 2), in card coordinates. `over`: found upside down."""

    corners: NDArray[Any]
    over: bool

    def cut(self, picture: Image, quad: Quad, jitter: NDArray[Any] | float = 0.0) -> Image:
        """(280, 200, 3) the card cut out of a picture in which its corners lie at `quad`."""
        width = float(np.linalg.norm(quad[1] - quad[0]))
        found = quad + (self.corners + jitter) * width
        found = np.roll(found, 2, axis=0) if self.over else found
        frame = np.array([[0, 0], [CROP[0], 0], CROP, [0, CROP[1]]], np.float32) - np.float32(0.5)
        warp = cv2.getPerspectiveTransform(found.astype(np.float32), frame)
        return np.asarray(cv2.warpPerspective(picture, warp, CROP, flags=cv2.INTER_LINEAR), np.uint8)


def slipped(dice: np.random.Generator, hard: float = 1.0) -> Slip:
    """Corners as they may be found: 1 to 2 % of the card's width off, the card turned by a degree, either way up."""
    each = dice.normal(0, 0.004 + 0.004 * hard, (4, 2))
    together = dice.normal(0, 0.012 * hard, 2)
    return Slip(each + together + _turning(dice.normal(0, 0.7 * hard)), bool(hard and dice.random() < 0.5))


def awry(dice: np.random.Generator) -> Slip:
    """Corners as they should not be found: 3 to 7 % of the card's width off (2 to 4 mm), turned by up to 4 degrees, either way up."""
    together = dice.uniform(0.03, 0.07) * (_turn(dice.uniform(0, 360)) @ np.array([1.0, 0.0]))
    return Slip(dice.normal(0, 0.006, (4, 2)) + together + _turning(dice.uniform(-4, 4)), bool(dice.random() < 0.5))


def _turning(degrees: float) -> NDArray[Any]:
    about = np.array([[-0.5, -0.72], [0.5, -0.72], [0.5, 0.72], [-0.5, 0.72]])
    return np.asarray(about @ _turn(degrees).T - about)
