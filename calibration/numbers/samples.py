"""Number cards photographed badly and cut out as the eye cuts them: what the networks of `vision.readers.numbers` learn from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.numbers.draw import DrawnNumber, draw_no_number, draw_number, generate_number_deck
from calibration.numbers.fonts import NumberFont
from calibration.numbers.grounds import NUMBER_CARD_PX, Sheet, draw_deck_ground, make_card_clouds, mix_hsv
from calibration.numbers.pen import TURNING, DeckStyle
from vision.readers.numbers.crops import CORNER_COUNT
from vision.types import Image

NUMBER_CROP_PX = (200, 280)  # geometry of `vision.cards.candidates`: width and height of a cut-out card
KIND_SHARES = {"plain": 0.52, "burning": 0.1, "colour": 0.17, "metal": 0.13, "direction": 0.04, "none": 0.04}
NOT_ASKED = -1  # geometry of no class: a label that is not asked for


Points = NDArray[Any]


@dataclass(frozen=True, slots=True)
class NumberSample:
    """A crop of a card."""

    crop: Image  # (280, 200, 3) uint8 BGR
    number: int  # 1 to 100, 0 for none
    kind: str  # of `KINDS`
    corners: tuple[int, ...]  # the number upright in each corner, 0 for none, `NOT_ASKED` where a finger may lie
    icon: bool  # a sign besides the number
    over: bool = False  # cut out upside down


def generate_number_samples(fonts: list[NumberFont], rng: Generator) -> list[NumberSample]:
    """Some cards of a deck, each photographed in a light of its own, and a picture of no card."""
    deck = generate_number_deck(fonts, rng)
    cards = [_generate_number_card(deck, rng) for _ in range(4)]
    samples = [photograph_number(card, cards[i - 1], deck, rng) for i, card in enumerate(cards) for _ in range(2)]
    return [*samples, _generate_no_card(cards[0], cards[1], deck, rng)]


def _generate_number_card(deck: DeckStyle, rng: Generator) -> DrawnNumber:
    group = str(rng.choice(list(KIND_SHARES), p=list(KIND_SHARES.values())))
    if group == "none":
        return draw_no_number(deck, rng)
    if group == "colour":
        return draw_number(deck, int(rng.integers(1, 11)), str(rng.choice(list("RGBYX"))), rng)
    if group == "metal":
        return draw_number(deck, int(rng.integers(2, 60)), str(rng.choice(("silver", "gold"))), rng)
    if group == "direction":
        return draw_number(deck, int(rng.choice((1, 1, 100, 100, 60, 10))), "direction", rng)
    if group == "burning" and rng.random() < 0.6:
        return draw_number(deck, 11 * int(rng.integers(2, 8)), "burning", rng)
    turning = (6, 9, 66, 99, 68, 86, 89, 98, 69, 96, 16, 18, 19, 61, 81, 91)
    number = int(rng.choice(turning)) if rng.random() < 0.12 else int(rng.integers(2, 100))
    return draw_number(deck, number if rng.random() < 0.94 else int(rng.integers(2, 11)), group, rng)


def photograph_number(card: DrawnNumber, below: DrawnNumber, deck: DeckStyle, rng: Generator) -> NumberSample:
    """A card on a table, perhaps on another card of the deck, either way up, cut out nearly right."""
    sheet, hidden = card.sheet, (False,) * CORNER_COUNT
    if rng.random() < 0.12:
        sheet, hidden = _add_finger(sheet, rng)
    scene, quad = _draw_scene(sheet, below, deck, rng)
    over = bool(rng.random() < 0.5)
    crop = _cut_number_crop(scene, _slip_quad(quad, over, rng))
    seen = [NOT_ASKED if hide else _read_upright(card, way, deck) for way, hide in zip(card.corners, hidden, strict=True)]
    if over:
        seen = [seen[1], seen[0], seen[3], seen[2]]
    return NumberSample(crop, card.number, card.kind, tuple(seen), card.icon, over)


def _read_upright(card: DrawnNumber, way: int, deck: DeckStyle) -> int:
    """The number that reads upright in a corner whose number stands `way`: a number on its head may be another number."""
    if way != 2:
        return card.number if way else 0
    text = str(card.number)
    if not set(text) <= TURNING or text.endswith("0") or deck.bar:
        return 0
    return int(text[::-1].translate(str.maketrans("69", "96")))


def _generate_no_card(card: DrawnNumber, other: DrawnNumber, deck: DeckStyle, rng: Generator) -> NumberSample:
    """A crop across cards or beside cards, the table, a hand. No corner is asked for where part of a number may show."""
    kind = rng.random()
    scene, quad = _draw_scene(card.sheet, other, deck, rng)
    corners = (NOT_ASKED,) * CORNER_COUNT
    if kind < 0.45:
        turn = rng.choice((np.pi / 2, -np.pi / 2, np.pi / 4, rng.uniform(0.4, 2.7)))
        middle = quad.mean(axis=0) + rng.normal(0, 0.35, 2) * np.abs(quad[2] - quad[0])
        move = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
        quad = ((quad - quad.mean(axis=0)) @ move * np.exp(rng.normal(0, 0.35)) + middle).astype(np.float32)
    else:
        scene, corners = _degrade_picture(_draw_bare_table(rng, 300), 90.0, rng), (0,) * CORNER_COUNT
        if kind < 0.75:
            scene = _degrade_picture(_draw_hands(_draw_bare_table(rng, 300), rng), 90.0, rng)
        quad = np.array([[50, 10], [250, 10], [250, 290], [50, 290]], np.float32)
    return NumberSample(_cut_number_crop(scene, quad), 0, "none", corners, False)


# --- the table --------------------------------------------------------------------------------------------------------


def _draw_bare_table(rng: Generator, side: int) -> Sheet:
    """A table: (side, side, 3) float32."""
    hue, value = rng.random(), rng.uniform(0.1, 0.95)
    colours = [mix_hsv(hue + rng.normal(0, 0.04), rng.uniform(0, 0.6), value + rng.normal(0, 0.08)) for _ in range(3)]
    sheet = (
        draw_deck_ground(rng, colours)
        if rng.random() < 0.5
        else np.full((NUMBER_CARD_PX[1], NUMBER_CARD_PX[0], 3), colours[0], np.float32)
    )
    sheet = sheet + make_card_clouds(rng, (0.2, 4.0) if rng.random() < 0.5 else (1, 1), (3, 9, 27))[..., None] * rng.uniform(
        0, 25
    )
    return np.asarray(cv2.resize(sheet.astype(np.float32), (side, side)), np.float32)


def _draw_scene(sheet: Image, below: DrawnNumber, deck: DeckStyle, rng: Generator) -> tuple[Image, Points]:
    """A card on a table, perhaps on another card, photographed, and the card's corners in the picture."""
    width = float(np.exp(rng.uniform(np.log(55), np.log(165))))
    side = int(width * 2.3)
    canvas = _draw_bare_table(rng, side)
    quad = _generate_quad(width, side, rng)
    if rng.random() < 0.5:
        step = rng.normal(0, 0.08 * width, 2).astype(np.float32)
        turn = rng.normal(0, 0.12)
        move = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]], np.float32)
        middle = quad.mean(axis=0)
        _lay_sheet(canvas, below.sheet, ((quad - middle) @ move + middle + step).astype(np.float32), width, rng)
    _lay_sheet(canvas, sheet, quad, width, rng)
    return _degrade_picture(canvas, width, rng), quad


def _generate_quad(width: float, side: int, rng: Generator) -> Points:
    height = width * rng.uniform(1.36, 1.46)
    turn = rng.uniform(0, 2 * np.pi)
    along, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    frame = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    points = frame[:, :1] * along * width + frame[:, 1:] * across * height
    lean = rng.normal(0, 0.06, 2) / side
    squash = np.eye(2) - np.outer(along, along) * rng.uniform(0, 0.1) * (rng.random() < 0.4)
    points = points @ squash.T
    return np.asarray(points / (1 + points @ lean)[:, None] + side / 2 + rng.uniform(-3, 3, 2), np.float32)


def _lay_sheet(canvas: Sheet, sheet: Image, quad: Points, width: float, rng: Generator) -> None:
    size = (max(24, round(width * 1.3)), max(34, round(width * 1.82)))
    texture = cv2.resize(sheet, size, interpolation=cv2.INTER_AREA) if size[0] < sheet.shape[1] else sheet
    h, w = texture.shape[:2]
    view = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), quad)
    mask, radius = np.zeros((h, w), np.uint8), max(1, round(w * rng.uniform(0.0, 0.07)))
    cv2.rectangle(mask, (radius, radius), (w - 1 - radius, h - 1 - radius), 255, -1)
    mask = cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1,) * 2))
    side = canvas.shape[0]
    share = cv2.warpPerspective(mask, view, (side, side)).astype(np.float32)[..., None] / 255
    card = cv2.warpPerspective(texture, view, (side, side), borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    if rng.random() < 0.6:
        canvas *= 1 - cv2.GaussianBlur(share, (0, 0), rng.uniform(0.8, 3.5))[..., None] * np.float32(rng.uniform(0.1, 0.5))
    canvas += share * (card - canvas)


def _add_finger(sheet: Image, rng: Generator) -> tuple[Image, tuple[bool, ...]]:
    """The card with a finger over the rim, and which corners the finger may hide."""
    w, h = NUMBER_CARD_PX
    sheet, at = sheet.copy(), rng.uniform(0, 2 * np.pi)
    outward = np.array([np.cos(at) * w, np.sin(at) * h]) / 2
    tip, root = np.array([w, h]) / 2 + outward * rng.uniform(0.75, 1.1), np.array([w, h]) / 2 + outward * 2.2
    thick = int(w * rng.uniform(0.16, 0.3))
    skin = mix_hsv(rng.uniform(0.02, 0.09), rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.95))
    cv2.line(sheet, tip.astype(int).tolist(), root.astype(int).tolist(), skin.tolist(), thick, cv2.LINE_AA)
    spots = np.array([[0, 0], [w, h], [w, 0], [0, h]])
    return sheet, tuple(bool(np.linalg.norm(spot - tip) < 0.45 * w + thick) for spot in spots)


def _draw_hands(canvas: Sheet, rng: Generator) -> Sheet:
    side = canvas.shape[0]
    skin = mix_hsv(rng.uniform(0.02, 0.09), rng.uniform(0.25, 0.6), rng.uniform(0.3, 0.95))
    for _ in range(int(rng.integers(1, 6))):
        a, b = rng.uniform(0, side, 2).astype(int).tolist(), rng.uniform(0, side, 2).astype(int).tolist()
        thick = int(rng.uniform(24, 70))
        cv2.line(canvas, a, b, (skin * np.float32(0.75)).tolist(), thick + 8, cv2.LINE_AA)
        cv2.line(canvas, a, b, (skin * np.float32(rng.uniform(0.9, 1.1))).tolist(), thick, cv2.LINE_AA)
    if rng.random() < 0.7:
        axes = (int(rng.uniform(60, 130)), int(rng.uniform(60, 150)))
        cv2.ellipse(canvas, (side // 2, int(rng.uniform(100, 300))), axes, 0, 0, 360, skin.tolist(), -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(canvas, (0, 0), rng.uniform(1, 4)), np.float32)


# --- light, lens and knife --------------------------------------------------------------------------------------------


def _degrade_picture(canvas: Sheet, width: float, rng: Generator) -> Image:
    """Light, shadow, glare, haze, blur, noise, sharpening, JPEG."""
    image = _light_table(canvas, rng)
    kind = rng.random()
    if kind < 0.55:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.1) * max(0.8, width / 90))
    elif kind < 0.7:
        length, turn, kernel = rng.uniform(1, 2.5), rng.uniform(0, 3.14), np.zeros((9, 9), np.float32)
        reach = (round(length * np.cos(turn)), round(length * np.sin(turn)))
        cv2.line(kernel, (4 - reach[0], 4 - reach[1]), (4 + reach[0], 4 + reach[1]), 1.0)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    if rng.random() < 0.25:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 1.3)) * np.float32(rng.uniform(0.3, 1.3))
    image = image + rng.standard_normal(image.shape, np.float32) * np.float32(rng.uniform(0, 7))
    picture: Image = np.clip(image, 0, 255).astype(np.uint8)
    if rng.random() < 0.8:
        coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(45, 97))])[1]
        picture = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    return picture


def _light_table(canvas: Sheet, rng: Generator) -> Sheet:
    side = canvas.shape[0]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - np.float32(0.5)
    turn = rng.uniform(0, 6.28, 2)
    light = 1 + np.float32(rng.uniform(0, 0.7)) * (x * np.cos(turn[0]) + y * np.sin(turn[0]))
    if rng.random() < 0.35:
        edge = x * np.cos(turn[1]) + y * np.sin(turn[1]) - rng.uniform(-0.3, 0.3)
        light = light * (1 - rng.uniform(0.15, 0.6) / (1 + np.exp(-np.clip(edge * rng.uniform(12, 90), -30, 30))))
    cast = 1 + rng.normal(0, 0.07, 3) if rng.random() < 0.8 else rng.uniform(0.72, 1.2, 3)
    image = canvas * (light.astype(np.float32) * np.float32(rng.uniform(0.4, 1.2)))[..., None] * cast.astype(np.float32)
    if rng.random() < 0.25:
        spot, wide = rng.uniform(-0.3, 0.3, 2), rng.uniform(0.03, 0.14)
        glare = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / (2 * wide**2)) * rng.uniform(40, 170)
        image = image + glare[..., None]
    if rng.random() < 0.2:
        veil = rng.uniform(0.05, 0.4)
        image = image * (1 - veil) + veil * rng.uniform(90, 230)
    if rng.random() < 0.3:
        image = 255 * (np.clip(image, 0, 255) / 255) ** rng.uniform(0.7, 1.4)
    return np.asarray(image, np.float32)


def _slip_quad(quad: Points, over: bool, rng: Generator) -> Points:
    """The corners as the eye finds corners: a little off, one in six far off; from any of the two short sides."""
    width = float(np.linalg.norm(quad[1] - quad[0]))
    far = rng.random() < 0.17
    together = rng.normal(0, 0.035 if far else 0.012, 2)
    turn = np.radians(rng.normal(0, 2.2 if far else 0.7))
    middle = quad.mean(axis=0)
    move = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    grown = 1 + rng.normal(0, 0.012)
    found = (quad - middle) @ move * grown + middle + (together + rng.normal(0, 0.008, (4, 2))) * width
    return np.asarray(np.roll(found, 2, axis=0) if over else found, np.float32)


def _cut_number_crop(scene: Image, quad: Points) -> Image:
    frame = np.array([[0, 0], [NUMBER_CROP_PX[0], 0], NUMBER_CROP_PX, [0, NUMBER_CROP_PX[1]]], np.float32) - np.float32(0.5)
    view = cv2.getPerspectiveTransform(np.asarray(quad, np.float32), frame)
    return np.asarray(
        cv2.warpPerspective(scene, view, NUMBER_CROP_PX, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )
