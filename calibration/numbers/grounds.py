"""Grounds, backs and fire of number cards, drawn from random numbers.

Frame of reference: card pixels (`NUMBER_CARD_PX` wide and high, origin top left). Sheets are (h, w, 3) float32 BGR, 0 to 255.
"""

from __future__ import annotations

import colorsys
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

NUMBER_CARD_PX = (200, 280)  # guess; width and height of a drawn card

Sheet = NDArray[Any]
Colour = NDArray[Any]
"""(3,) float32 BGR."""


def mix_hsv(hue: float, saturation: float, value: float) -> Colour:
    """The colour of a hue from 0 to 1."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, min(max(saturation, 0), 1), min(max(value, 0), 1))
    return np.array([blue, green, red], np.float32) * 255


def make_card_clouds(rng: Generator, stretch: tuple[float, float] = (1, 1), sizes: tuple[int, ...] = (3, 7, 18)) -> Sheet:
    """(h, w) smooth noise of several sizes, about -1 to 1."""
    total = np.zeros((NUMBER_CARD_PX[1], NUMBER_CARD_PX[0]), np.float32)
    for cells in sizes:
        grid = rng.normal(0, 1, (max(2, round(cells * stretch[1])), max(2, round(cells * stretch[0])))).astype(np.float32)
        total += cv2.resize(grid, NUMBER_CARD_PX, interpolation=cv2.INTER_CUBIC) * np.float32(
            rng.uniform(0.2, 1.0) / cells**0.3
        )
    return np.asarray(total * np.float32(0.6))


def draw_deck_ground(rng: Generator, colours: list[Colour]) -> Sheet:
    """What a deck has behind its numbers, in some of the deck's colours."""
    sheet = _draw_colour_run(rng, colours)
    kind = rng.random()
    if kind < 0.16:
        return sheet
    if kind < 0.34:
        return _draw_veins(sheet, rng, colours)
    if kind < 0.5:
        return _draw_stripes(sheet, rng, colours)
    if kind < 0.64:
        return _draw_ridges(sheet, rng, colours)
    if kind < 0.76:
        return _draw_beams(sheet, rng, colours)
    return _draw_blots(sheet, rng, colours)


def _pick_colour(rng: Generator, colours: list[Colour]) -> Colour:
    return colours[int(rng.integers(len(colours)))]


def _make_axes() -> tuple[Sheet, Sheet]:
    y, x = np.mgrid[0 : NUMBER_CARD_PX[1], 0 : NUMBER_CARD_PX[0]].astype(np.float32)
    return x / NUMBER_CARD_PX[0] - 0.5, y / NUMBER_CARD_PX[1] - 0.5


def _draw_colour_run(rng: Generator, colours: list[Colour]) -> Sheet:
    """One colour, or two that run into one another."""
    first, second = _pick_colour(rng, colours), _pick_colour(rng, colours)
    sheet = np.empty((NUMBER_CARD_PX[1], NUMBER_CARD_PX[0], 3), np.float32)
    sheet[:] = first
    if rng.random() < 0.55:
        return sheet
    x, y = _make_axes()
    turn = rng.uniform(0, 6.28)
    share = np.hypot(x, y) * 1.4 if rng.random() < 0.4 else x * np.cos(turn) + y * np.sin(turn) + 0.5
    return np.asarray(first + np.clip(share, 0, 1)[..., None] * (second - first), np.float32)


def _mix_in(sheet: Sheet, share: Sheet, colour: Colour) -> Sheet:
    return np.asarray(sheet + share[..., None] * (colour - sheet), np.float32)


def _draw_veins(sheet: Sheet, rng: Generator, colours: list[Colour]) -> Sheet:
    """Clouds, marble, grain."""
    for _ in range(int(rng.integers(1, 4))):
        stretch = (float(np.exp(rng.normal(0, 0.8))), float(np.exp(rng.normal(0, 0.8))))
        noise = make_card_clouds(rng, stretch, (2, 5, 12, 30))
        share = np.clip(noise * rng.uniform(0.4, 3), 0, 1) if rng.random() < 0.6 else np.exp(-((noise * 8) ** 2))
        sheet = _mix_in(sheet, share * np.float32(rng.uniform(0.3, 1.0)), _pick_colour(rng, colours))
    return sheet


def _draw_stripes(sheet: Sheet, rng: Generator, colours: list[Colour]) -> Sheet:
    x, y = _make_axes()
    for _ in range(int(rng.integers(1, 3))):
        turn, pitch, bend = rng.uniform(0, 3.14), rng.uniform(8, 90), rng.uniform(0, 3) * (rng.random() < 0.3)
        wave = np.sin((x * np.cos(turn) + y * np.sin(turn)) * pitch + bend * np.sin(x * 12))
        if rng.random() < 0.4:
            wave = wave * np.sin((x * np.sin(turn) - y * np.cos(turn)) * pitch)
        share = np.clip(wave * 4 + rng.uniform(-3, 2), 0, 1) * rng.uniform(0.2, 1.0)
        sheet = _mix_in(sheet, np.asarray(share, np.float32), _pick_colour(rng, colours))
    return sheet


def _draw_ridges(sheet: Sheet, rng: Generator, colours: list[Colour]) -> Sheet:
    """A sky with a sun or moon, and hills, towers or waves below."""
    w, h = NUMBER_CARD_PX
    if rng.random() < 0.6:
        centre = (int(rng.uniform(0.2, 0.8) * w), int(rng.uniform(0.15, 0.6) * h))
        cv2.circle(sheet, centre, int(rng.uniform(0.08, 0.4) * w), _pick_colour(rng, colours).tolist(), -1, cv2.LINE_AA)
    level = rng.uniform(0.35, 0.8)
    for _ in range(int(rng.integers(1, 5))):
        x = np.linspace(0, 1, 40)
        waves = [rng.uniform(0.005, 0.06) * np.sin(rng.uniform(2, 25) * x + rng.uniform(0, 6)) for _ in range(3)]
        y = level + np.sum(waves, axis=0)
        if rng.random() < 0.3:
            y = np.repeat(y[::4], 4)[:40]
        ridge = np.stack([np.append(x, [1, 0]) * w, np.append(y, [1, 1]) * h], axis=1).astype(np.int32)
        cv2.fillPoly(sheet, [ridge], _pick_colour(rng, colours).tolist(), cv2.LINE_AA)
        level += rng.uniform(0.04, 0.2)
    return sheet


def _draw_beams(sheet: Sheet, rng: Generator, colours: list[Colour]) -> Sheet:
    x, y = _make_axes()
    x, y = x - rng.uniform(-0.2, 0.2), y - rng.uniform(-0.3, 0.3)
    angle, far = np.arctan2(y, x), np.hypot(x, y * 1.4)
    beams, twist = int(rng.integers(5, 30)), rng.uniform(-12, 12) * (rng.random() < 0.4)
    wave = np.sin(angle * beams + far * twist) if rng.random() < 0.6 else np.sin(far * rng.uniform(15, 120))
    return _mix_in(
        sheet, np.asarray(np.clip(wave * 5, 0, 1), np.float32) * np.float32(rng.uniform(0.3, 1)), _pick_colour(rng, colours)
    )


def _draw_blots(sheet: Sheet, rng: Generator, colours: list[Colour]) -> Sheet:
    """A picture of nothing: blots, rings, slabs and lines."""
    w, h = NUMBER_CARD_PX
    small = rng.random() < 0.4
    for _ in range(int(rng.integers(4, 60))):
        colour = _pick_colour(rng, colours).tolist()
        centre = (int(rng.integers(w)), int(rng.integers(h)))
        axes = (int(rng.integers(2, 14 if small else 90)), int(rng.integers(2, 14 if small else 90)))
        kind, width = rng.random(), int(rng.choice([-1, -1, 2, 4]))
        if kind < 0.55:
            cv2.ellipse(
                sheet, centre, axes, float(rng.uniform(0, 180)), 0, float(rng.uniform(120, 360)), colour, width, cv2.LINE_AA
            )
        elif kind < 0.8:
            points = (np.array(centre) + rng.normal(0, axes[0] + 6, (int(rng.integers(3, 6)), 2))).astype(np.int32)
            cv2.fillPoly(sheet, [points], colour, cv2.LINE_AA)
        else:
            end = (centre[0] + int(rng.normal(0, 60)), centre[1] + int(rng.normal(0, 60)))
            cv2.line(sheet, centre, end, colour, int(rng.integers(1, 12)), cv2.LINE_AA)
    return sheet


def draw_heat(rng: Generator) -> Sheet:
    """(h, w) from 0 (none) to 1 (hottest): flames that rise from the foot of the card, or from all around."""
    x, y = _make_axes()
    tongues = make_card_clouds(rng, (2.2, 0.6), (4, 9, 20))
    reach = rng.uniform(-0.45, 0.35)
    heat = (y - reach) * rng.uniform(1.5, 3.5) + tongues * rng.uniform(0.4, 1.1)
    if rng.random() < 0.4:
        heat = np.maximum(heat, (np.abs(x) - rng.uniform(0.2, 0.4)) * 4 + tongues)
    for _ in range(int(rng.integers(0, 12))):
        heat = np.maximum(heat, _draw_tongue(rng, x, y))
    return np.asarray(np.clip(heat, 0, 1), np.float32)


def _draw_tongue(rng: Generator, x: Sheet, y: Sheet) -> Sheet:
    """A flame with a point."""
    foot, tall, wide = rng.uniform(-0.5, 0.5), rng.uniform(0.2, 0.9), rng.uniform(0.05, 0.16)
    up = np.clip((0.5 - y) / tall, 0, 1)
    body = wide * (1 - up) ** rng.uniform(0.5, 1) * (0.5 + up * 1.2)
    lean = foot + rng.uniform(-0.1, 0.1) * np.sin(up * rng.uniform(2, 6)) * up
    return np.asarray(np.clip((body - np.abs(x - lean)) / wide * 3, 0, 1) * (up < 1), np.float32)


def burn_sheet(sheet: Sheet, heat: Sheet, rng: Generator) -> Sheet:
    """The sheet with fire. `heat`: (h, w) as of `draw_heat`."""
    hot = [
        mix_hsv(rng.uniform(-0.03, 0.03), 0.95, rng.uniform(0.3, 0.75)),
        mix_hsv(rng.uniform(0.0, 0.06), 0.95, rng.uniform(0.7, 1.0)),
    ]
    hot += [mix_hsv(rng.uniform(0.06, 0.11), 0.95, 1.0), mix_hsv(rng.uniform(0.1, 0.16), rng.uniform(0.3, 0.9), 1.0)]
    steps = np.array([0.0, 0.15, 0.4, 0.7, 1.0], np.float32)
    share = np.clip(heat / 0.15, 0, 1)
    bands = (np.round(heat * 4) / 4).astype(np.float32) if rng.random() < 0.4 else heat
    flame = np.stack([np.interp(bands, steps[1:], [colour[c] for colour in hot]) for c in range(3)], axis=2)
    return np.asarray(sheet + share[..., None] * (flame - sheet), np.float32)


def draw_number_back(rng: Generator, colours: list[Colour]) -> Sheet:
    """The back of a deck, mostly with a border."""
    w, h = NUMBER_CARD_PX
    inside = (
        _draw_stripes(_draw_stripes(draw_deck_ground(rng, colours), rng, colours), rng, colours)
        if rng.random() < 0.6
        else draw_deck_ground(rng, colours)
    )
    if rng.random() < 0.6:
        half = inside[: h // 2]
        inside = np.vstack([half, half[::-1, ::-1]])
    if rng.random() < 0.75:
        edge, framed = int(rng.integers(3, 22)), np.empty_like(inside)
        framed[:] = _pick_colour(rng, colours) if rng.random() < 0.5 else 250
        framed[edge : h - edge, edge : w - edge] = inside[edge : h - edge, edge : w - edge]
        inside = framed
    return np.asarray(inside, np.float32)
