"""Tables full of drawn cards, photographed badly: what the reader of `vision.readers.french.reader` learns from.

A scene is a square picture with the truth about every card and every corner index. Scene pixels, origin top left.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.french.art import FRENCH_CARD_PX, Art, Pixels, Points
from calibration.french.draw import MakerStyle, draw_french_card, draw_patterned_back, generate_maker_style
from calibration.french.layouts import HARD_LAYOUTS, LAYOUTS, SCENE_SIDE, generate_layout, generate_untidy_piles
from calibration.french.light import MirroredLamp, generate_lamps, make_scene_clouds, photograph_scene
from calibration.french.strangers import draw_stranger
from vision.readers.french_print.networks import RANKS, SUITS

MIN_COARSE_CARD_PX = 48.0  # guess; width of the smallest card in a camera's pixels that a scene is made coarser to


@dataclass(frozen=True, slots=True)
class SeenIndex:
    """An index in the scene."""

    corners: Points  # (4, 2) from the index's own top left, clockwise
    visible: float  # 0 to 1
    rank: int  # -1 for a foreign letter
    suit: int  # as of `SUITS`
    card: int  # number of the index's card in the scene

    @property
    def centre(self) -> Points:
        return np.asarray(self.corners.mean(axis=0), np.float32)

    @property
    def down(self) -> Points:
        """The vector from the middle of the top to the middle of the bottom."""
        return np.asarray((self.corners[2] + self.corners[3] - self.corners[0] - self.corners[1]) / 2, np.float32)


@dataclass(frozen=True, slots=True)
class SceneCard:
    """A card in the scene."""

    quad: Points  # (4, 2) from the card's own top left, clockwise
    visible: float  # 0 to 1
    rank: int  # -1 for a foreign card, a back or a blank
    suit: int  # -1 for a back or a blank


@dataclass(frozen=True, slots=True)
class StandardScene:
    image: Pixels
    indices: list[SeenIndex]
    cards: list[SceneCard]


@dataclass(frozen=True, slots=True)
class Mix:
    """How often a scene or card is of a kind, each 0 to 1."""

    foreign: float = 0.1  # guess; a deck with letters that no English deck has
    hard: float = 0.5  # guess; lamps that cards may mirror, piles side by side, and a coarse camera
    strangers: float = 0.06  # guess; cards of no French deck
    letters: float = 0.21  # guess; tables with print
    untidy: float = 0.0  # piles whose lower cards stick out, their sides in light and shadow from one side
    frames: float = 0.0  # makers who print a frame on all cards


@dataclass(frozen=True, slots=True)
class Sides:
    """How thick cards look, all of a scene alike."""

    shadow: tuple[float, float]  # how far the shadow falls, in pixels
    soft: float  # spread of the shadow in pixels
    dark: float  # of the shadow, 0 to 1
    lit: float  # how much lighter, or darker, the visible cut side is
    towards: tuple[float, float]  # direction of the visible side, in pixels

    def compute_shade(self, alpha: Pixels, rng: Generator) -> Pixels:
        """(h, w) share of light that a card takes from the ground. `alpha`: the card's shape, 0 to 1."""
        return np.asarray(
            cv2.GaussianBlur(_shift_picture(alpha, self.shadow), (0, 0), self.soft) * self.dark * rng.uniform(0.6, 1),
            np.float32,
        )

    def compute_cut_side(self, alpha: Pixels) -> Pixels:
        """(h, w) grey levels added to a card where its cut side shows. `alpha`: the card's shape, 0 to 1."""
        return np.asarray(np.clip(alpha - _shift_picture(alpha, self.towards), 0, 1) * self.lit * 255, np.float32)


def _shift_picture(alpha: Pixels, step: tuple[float, float]) -> Pixels:
    return np.asarray(cv2.warpAffine(alpha, np.array([[1, 0, step[0]], [0, 1, step[1]]], np.float32), alpha.shape[1::-1]))


def _generate_sides(rng: Generator) -> Sides:
    turn, far, towards = rng.uniform(0, 2 * np.pi), rng.uniform(0, 2), rng.uniform(0, 2 * np.pi)
    return Sides(
        (far * np.cos(turn), far * np.sin(turn)),
        rng.uniform(0.5, 2.5),
        rng.uniform(0, 0.6) * rng.random() ** 0.5,
        float(rng.choice([0, -1, 1])) * rng.uniform(0, 0.35),
        (0.8 * np.cos(towards), 0.8 * np.sin(towards)),
    )


def generate_scene(art: Art, rng: Generator, mix: Mix = Mix()) -> StandardScene:
    """A table nobody has met: background, cards, shadows, things in the way, light and a camera."""
    canvas = generate_background(art, rng, mix.letters)
    layer = np.zeros((SCENE_SIDE, SCENE_SIDE), np.int16)
    hard = rng.random() < mix.hard
    lamps = generate_lamps(SCENE_SIDE, rng) if hard else []
    shine = sum(
        (_mirror_lamp(lamp, np.zeros(2), (SCENE_SIDE, SCENE_SIDE), 0.0, rng) for lamp in lamps),
        np.zeros(layer.shape, np.float32),
    ) * np.float32(rng.uniform(0, 0.2))
    placed: list[tuple[Points, str, list[Points]]] = []
    width = float(np.exp(rng.uniform(np.log(40), np.log(150)))) * (rng.uniform(1, 2.2) if rng.random() < 0.2 else 1.0)
    sides = _generate_sides(rng) if mix.untidy else None
    if rng.random() < 0.93:
        style = generate_maker_style(art, rng, mix.frames)
        share = 0.6 if rng.random() < mix.foreign else 0.0
        untidy = mix.untidy > 0 and rng.random() < mix.untidy
        for quad in (
            generate_untidy_piles(width, rng) if untidy else generate_layout(width, HARD_LAYOUTS if hard else LAYOUTS, rng)
        ):
            face, texture, indices = _generate_card(style, rng, share, mix.strangers)
            _lay_card(canvas, layer, shine, texture, quad, len(placed) + 1, lamps, rng, sides)
            placed.append((quad, face, _project_parts(indices, quad)))
    if rng.random() < 0.3:
        _cover_cards(canvas, layer, shine, rng)
    seen = [
        SeenIndex(corners, _measure_visible(layer, corners, number), RANKS.find(face[0]), SUITS.index(face[1]), number - 1)
        for number, (_, face, found) in enumerate(placed, 1)
        for corners in found
    ]
    cards = [
        SceneCard(
            quad, _measure_visible(layer, quad, number), *((RANKS.find(face[0]), SUITS.index(face[1])) if face else (-1, -1))
        )
        for number, (quad, face, _) in enumerate(placed, 1)
    ]
    coarse = rng.uniform(1, max(1.0, min(width / MIN_COARSE_CARD_PX, 3.2))) if hard and rng.random() < 0.5 else 1.0
    lit = hard and bool(shine.max() > 0.02 or rng.random() < 0.25)
    return StandardScene(photograph_scene(canvas, shine, coarse, lit, rng), seen, cards)


def _generate_card(style: MakerStyle, rng: Generator, foreign: float, strangers: float) -> tuple[str, Pixels, list[Points]]:
    kind = rng.random()
    if kind < 0.06:
        return "", draw_patterned_back(rng), []
    if kind < 0.08:
        return "", np.full((FRENCH_CARD_PX[1], FRENCH_CARD_PX[0], 3), rng.uniform(190, 255), np.uint8), []
    if kind < 0.08 + strangers:
        return "", draw_stranger(style, rng), []
    rank = RANKS[rng.integers(13)] if rng.random() > foreign else "?"
    face = rank + SUITS[rng.integers(4)]
    texture, indices = draw_french_card(face, style, rng)
    return face, texture, [index.list_index_corners() for index in indices]


_SHEET = np.array([[0, 0], [FRENCH_CARD_PX[0], 0], [FRENCH_CARD_PX[0], FRENCH_CARD_PX[1]], [0, FRENCH_CARD_PX[1]]], np.float32)


def _project_parts(parts: list[Points], quad: Points) -> list[Points]:
    view = cv2.getPerspectiveTransform(_SHEET, quad)
    return [cv2.perspectiveTransform(part[None], view)[0] for part in parts]


def _draw_rounded_mask(width: int, height: int, radius: int) -> Pixels:
    mask = np.zeros((height, width), np.uint8)
    cv2.rectangle(mask, (radius, 0), (width - radius - 1, height), 255, -1)
    cv2.rectangle(mask, (0, radius), (width, height - radius - 1), 255, -1)
    for x in (radius, width - radius - 1):
        for y in (radius, height - radius - 1):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def _mirror_lamp(lamp: MirroredLamp, corner: Points, size: tuple[int, int], tilt: float, rng: Generator) -> Pixels:
    """The shine of a lamp on a flat thing of `size` (width, height) from `corner` on. `tilt`: pixels by which the mirror image
    varies, for nothing lies quite flat."""
    return lamp.compute_shine(corner, *size, rng.normal(0, tilt, 2))


def _lay_card(
    canvas: Pixels,
    layer: NDArray[np.int16],
    shine: Pixels,
    texture: Pixels,
    quad: Points,
    number: int,
    lamps: list[MirroredLamp],
    rng: Generator,
    sides: Sides | None = None,
) -> None:
    """Put a card down with its shadow, its sides and the lamps mirrored in it; canvas, layer and shine are changed in place."""
    width = max(12, round(float(np.linalg.norm(quad[1] - quad[0]) * 1.25)))
    height = max(16, round(float(np.linalg.norm(quad[3] - quad[0]) * 1.25)))
    if width < FRENCH_CARD_PX[0]:
        texture = cv2.resize(texture, (width, height), interpolation=cv2.INTER_AREA)
    h, w = texture.shape[:2]
    view = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad)
    mask = _draw_rounded_mask(w, h, max(1, round(w * rng.uniform(0.0, 0.07))))
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int) - 6, 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 6, SCENE_SIDE)
    move = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1]], np.float64) @ view
    size = (int(x1 - x0), int(y1 - y0))
    alpha = cv2.warpPerspective(mask, move, size, flags=cv2.INTER_LINEAR).astype(np.float32)[..., None] / 255
    card = cv2.warpPerspective(texture, move, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    part = canvas[y0:y1, x0:x1]
    if sides is None:
        shade = cv2.GaussianBlur(alpha[..., 0], (0, 0), rng.uniform(0.8, 3.0)) * rng.uniform(0.0, 0.6)
    else:
        shade = sides.compute_shade(alpha[..., 0], rng)
    part *= 1 - shade[..., None]
    part += alpha * (card.astype(np.float32) * rng.uniform(0.9, 1.0) - part)
    if sides is not None:
        np.clip(part + sides.compute_cut_side(alpha[..., 0])[..., None], 0, 255, out=part)
    layer[y0:y1, x0:x1][alpha[..., 0] > 0.5] = number
    lit = shine[y0:y1, x0:x1]
    lit *= 1 - alpha[..., 0]
    for lamp in lamps:
        lit += alpha[..., 0] * _mirror_lamp(lamp, np.array([x0, y0]), size, 0.3 * w, rng) * np.float32(rng.uniform(0.5, 1.2))


def _measure_visible(layer: NDArray[np.int16], corners: Points, number: int) -> float:
    u, v = np.meshgrid(np.linspace(0.06, 0.94, 6), np.linspace(0.06, 0.94, 9))
    a, b, c, d = corners
    points = (
        ((1 - u) * (1 - v))[..., None] * a
        + (u * (1 - v))[..., None] * b
        + (u * v)[..., None] * c
        + ((1 - u) * v)[..., None] * d
    )
    x, y = np.round(points[..., 0]).astype(int), np.round(points[..., 1]).astype(int)
    inside = (x >= 0) & (y >= 0) & (x < SCENE_SIDE) & (y < SCENE_SIDE)
    return float((inside & (layer[np.clip(y, 0, SCENE_SIDE - 1), np.clip(x, 0, SCENE_SIDE - 1)] == number)).mean())


def _cover_cards(canvas: Pixels, layer: NDArray[np.int16], shine: Pixels, rng: Generator) -> None:
    """A hand, a cup, a cable: something over the cards."""
    mask = np.zeros((SCENE_SIDE, SCENE_SIDE), np.uint8)
    colour = (
        rng.uniform(0, 255, 3)
        if rng.random() < 0.4
        else np.array([rng.uniform(70, 150), rng.uniform(100, 180), rng.uniform(150, 240)])
    )
    start, angle = rng.uniform(0, SCENE_SIDE, 2), rng.uniform(0, 6.28)
    for _ in range(int(rng.integers(1, 5))):
        end = start + np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(40, 220)
        cv2.line(mask, tuple(int(v) for v in start), tuple(int(v) for v in end), 255, int(rng.integers(3, 36)))
        angle += rng.normal(0, 0.3)
        start = start + rng.normal(0, 20, 2)
    soft = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    canvas += soft * (make_scene_clouds(SCENE_SIDE, rng, 25)[..., None] + colour - canvas)
    shine *= 1 - soft[..., 0]
    layer[mask > 100] = -1


# --- background --------------------------------------------------------------------------------------------------------------


def generate_background(art: Art, rng: Generator, letters: float) -> Pixels:
    """Wood, cloth, stone, checks, flowers, print: (SCENE_SIDE, SCENE_SIDE, 3) float32, 0 to 255. `letters`: how often print."""
    base = rng.uniform(0, 255, 3) * rng.uniform(0.1, 1.0)
    if rng.random() < 0.35:
        base = np.full(3, rng.uniform(0, 255)) + rng.normal(0, 12, 3)
    canvas = np.empty((SCENE_SIDE, SCENE_SIDE, 3), np.float32)
    canvas[:] = base
    kind = rng.random()
    stretch = (0.06, 2.0) if kind < 0.35 else (1.0, 1.0)
    canvas += make_scene_clouds(SCENE_SIDE, rng, rng.uniform(0, 30), stretch)[..., None] * rng.uniform(0.5, 1.2, 3)
    if 0.35 < kind < 0.5:
        y, x = np.mgrid[0:SCENE_SIDE, 0:SCENE_SIDE].astype(np.float32)
        for _ in range(int(rng.integers(1, 4))):
            turn, pitch = rng.uniform(0, 3.14), rng.uniform(0.05, 1.5)
            canvas += (np.sin((x * np.cos(turn) + y * np.sin(turn)) * pitch) > rng.uniform(-0.8, 0.8))[..., None] * rng.normal(
                0, 50, 3
            )
    elif 0.5 < kind < 0.72:
        _draw_shapes(canvas, rng)
    elif 0.72 < kind < 0.72 + letters:
        _draw_print(canvas, art, rng, cards=rng.random() < 1 / 3)
    matrix = cv2.getRotationMatrix2D((SCENE_SIDE / 2, SCENE_SIDE / 2), rng.uniform(0, 360), rng.uniform(1.0, 1.6))
    return np.clip(cv2.warpAffine(canvas, matrix, (SCENE_SIDE, SCENE_SIDE), borderMode=cv2.BORDER_REFLECT), 0, 255)


def _draw_shapes(canvas: Pixels, rng: Generator) -> None:
    colours = rng.uniform(0, 255, (4, 3))
    for _ in range(int(rng.integers(5, 120))):
        colour = tuple(colours[rng.integers(4)])
        centre = (int(rng.integers(SCENE_SIDE)), int(rng.integers(SCENE_SIDE)))
        axes = (int(rng.integers(2, 40)), int(rng.integers(2, 40)))
        if rng.random() < 0.6:
            width = int(rng.choice([-1, -1, 2, 4]))
            cv2.ellipse(canvas, centre, axes, float(rng.uniform(0, 180)), 0, float(rng.uniform(90, 360)), colour, width)
        else:
            other = (centre[0] + int(rng.integers(-60, 60)), centre[1] + int(rng.integers(-60, 60)))
            cv2.rectangle(canvas, centre, other, colour, int(rng.choice([-1, 1, 3])))


def _draw_print(canvas: Pixels, art: Art, rng: Generator, cards: bool = False) -> None:
    """Words, figures and lone suit marks on paper: looks like an index and is none."""
    if rng.random() < 0.7:
        canvas += (rng.uniform(180, 255) - canvas) * rng.uniform(0.6, 1.0)
    ink = rng.uniform(0, 255, 3) if rng.random() < 0.5 else rng.uniform(0, 60, 3)
    letters = "AJQKLMTVXaeionstrbdgp0123456789.,:"
    for _ in range(int(rng.integers(5, 40))):
        if cards or rng.random() < 0.2:
            mask = art.suits[rng.integers(len(art.suits))][rng.integers(4)]
        else:
            word = art.words[rng.integers(len(art.words))]
            mask = word("".join(rng.choice(list(letters), int(rng.integers(1, 7)))), 40)
        height = int(rng.integers(6, 36))
        width = max(2, round(height * mask.shape[1] / mask.shape[0]))
        if width >= SCENE_SIDE or height >= SCENE_SIDE:
            continue
        small = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
        x, y = int(rng.integers(SCENE_SIDE - width)), int(rng.integers(SCENE_SIDE - height))
        part = canvas[y : y + height, x : x + width]
        part += small * (ink - part)
