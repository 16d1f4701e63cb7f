"""Draw number cards of makers nobody has met, to train and to test the reader of `vision.readers.numbers`.

Every deck is drawn from random numbers: typeface, colours, ground, frame, places and looks of numbers. Nothing of
`vision.drawn` is used. Frame of reference: card pixels (`NUMBER_CARD_PX` wide and high, origin top left). Randomness only from the
generator that is handed over.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from calibration.numbers.fonts import NumberFont
from calibration.numbers.grounds import (
    NUMBER_CARD_PX,
    Colour,
    Sheet,
    burn_sheet,
    draw_deck_ground,
    draw_heat,
    draw_number_back,
    mix_hsv,
)
from calibration.numbers.pen import TURNING, DeckStyle, Pen
from vision.readers.numbers.networks import KINDS

_LAYOUTS = ("two", "two", "two", "four", "four", "one", "upright", "other", "none")
"""How often makers print small numbers where: of `SMALL_NUMBER_LAYOUTS`."""
_PRINTED_WORDS = (
    "THE GAME",
    "X",
    "NO",
    "GAME",
    "XII",
    "AB",
    "Q&E",
    "VS",
    "KLM",
    "?",
    "!",
    "+",
    "SKIP",
    "DRAW",
    "&",
    "STOP",
    "UP",
    "YES",
)


@dataclass(frozen=True, slots=True)
class DrawnNumber:
    """A card on paper."""

    sheet: Any  # (h, w, 3) uint8 BGR
    number: int  # 1 to 100, 0 for none
    kind: str  # of `KINDS`
    corners: tuple[int, int, int, int]
    """top left, bottom right, top right, bottom left: 1 for a small number, 2 for a number on its head, 0 for none."""
    icon: bool = False  # carries a sign besides
    told: bool = True  # the print tells which way up the card lies


def generate_number_deck(fonts: list[NumberFont], rng: Generator) -> DeckStyle:
    """A maker nobody has met."""
    layout = str(rng.choice(_LAYOUTS))
    centred = layout == "none" or layout == "one" or rng.random() < 0.8
    font = fonts[int(rng.integers(len(fonts)))]
    return DeckStyle(
        font=font,
        small_font=font if rng.random() < 0.8 else fonts[int(rng.integers(len(fonts)))],
        colours=_generate_deck_colours(rng),
        layout=layout,
        small=rng.uniform(0.065, 0.165),
        inset=(rng.uniform(0.03, 0.1), rng.uniform(0.03, 0.1)),
        large=rng.uniform(0.2, 0.52) if centred else 0.0,
        lift=rng.normal(0, 0.03),
        twice=rng.random() < 0.1,
        tilt=rng.normal(0, 10) if rng.random() < 0.15 else 0.0,
        squeeze=float(np.exp(rng.normal(0, 0.14))),
        bar=int(rng.choice(4, p=(0.3, 0.5, 0.17, 0.03))),
        plate=int(rng.choice(4, p=(0.6, 0.15, 0.1, 0.15))),
        small_plate=int(rng.choice(3, p=(0.65, 0.2, 0.15))),
        outline=int(rng.choice(4, p=(0.55, 0.15, 0.15, 0.15))),
        shadow=bool(rng.random() < 0.35),
        sign=int(rng.choice(3, p=(0.75, 0.15, 0.1))),
        frame=tuple(rng.uniform(0.004, 0.05, int(rng.choice(4, p=(0.3, 0.35, 0.25, 0.1))))),
        flat=bool(rng.random() < 0.25),
    )


def _generate_deck_colours(rng: Generator) -> list[Colour]:
    hue, spread = rng.random(), rng.choice((0.02, 0.08, 0.5))
    value = rng.choice((0.25, 0.5, 0.9))
    colours = [
        mix_hsv(hue + rng.normal(0, spread), rng.uniform(0.05, 0.95), np.clip(value + rng.normal(0, 0.2), 0.03, 1))
        for _ in range(5)
    ]
    if rng.random() < 0.4:
        colours += [np.full(3, 250 - rng.uniform(0, 40), np.float32)] * 2
    return colours


def draw_number(deck: DeckStyle, number: int, kind: str, rng: Generator, icons: bool = True) -> DrawnNumber:
    """A card of a deck. `kind`: of `KINDS` except "none". `icons`: a plain card may carry a sign besides the number."""
    sheet, ink = _draw_kind_ground(deck, kind, rng)
    _draw_frames(sheet, deck, kind, ink, rng)
    if kind == "direction":
        return _draw_direction_number(sheet, deck, number, ink, rng)
    text = str(number)
    pen = Pen(sheet, deck, ink, rng)
    if deck.large:
        pen.write_large(text)
    corners = pen.write_corners(text)
    icon = bool(icons and kind == "plain" and rng.random() < 0.35)
    if icon:
        _draw_signs(pen, deck, rng)
    turning = set(text) <= TURNING
    told = not turning or deck.bar in (1, 2) or deck.layout in ("two", "four", "other")
    return DrawnNumber(_round_sheet(sheet), number, kind, corners, icon, told)


def draw_no_number(deck: DeckStyle, rng: Generator) -> DrawnNumber:
    """A card without a number: a back, a blank, a card with a picture, letters or signs only."""
    kind = rng.random()
    if kind < 0.15:
        sheet = np.empty((NUMBER_CARD_PX[1], NUMBER_CARD_PX[0], 3), np.float32)
        sheet[:] = deck.colours[0] if rng.random() < 0.5 else rng.uniform(150, 255)
    else:
        sheet = draw_number_back(rng, deck.colours) if kind < 0.6 else draw_deck_ground(rng, deck.colours)
    _draw_frames(sheet, deck, "plain", _choose_ink(sheet, rng), rng)
    pen = Pen(sheet, deck, _choose_ink(sheet, rng), rng)
    for _ in range(int(rng.integers(0, 4)) if kind > 0.15 else 0):
        size, place = rng.uniform(0.06, 0.4), (rng.uniform(0.15, 0.85), rng.uniform(0.1, 0.9))
        if rng.random() < 0.6:
            pen.write_word(str(rng.choice(_PRINTED_WORDS)), place, size, float(rng.choice((0, 180, rng.uniform(0, 360)))))
        else:
            _draw_badge(pen, place, size, rng)
    return DrawnNumber(_round_sheet(sheet), 0, "none", (0, 0, 0, 0))


def _round_sheet(sheet: Sheet) -> Any:
    return np.clip(sheet, 0, 255).astype(np.uint8)


# --- grounds of the kinds ---------------------------------------------------------------------------------------------


def generate_kind_colour(kind: str, rng: Generator) -> Colour:
    """Red, green, blue, yellow or the fifth colour (grey, white, black, violet) as some maker mixes it; silver and gold."""
    hue = {
        "R": rng.normal(0.99, 0.018),
        "G": rng.normal(0.36, 0.045),
        "B": rng.normal(0.6, 0.03),
        "Y": rng.normal(0.135, 0.016),
    }
    if kind in hue:
        return mix_hsv(hue[kind], rng.uniform(0.62, 1.0), rng.uniform(0.4, 1.0) if kind != "Y" else rng.uniform(0.8, 1.0))
    if kind == "X":
        if rng.random() < 0.3:
            return mix_hsv(rng.uniform(0.74, 0.84), rng.uniform(0.3, 0.8), rng.uniform(0.35, 0.75))
        return mix_hsv(rng.random(), rng.uniform(0, 0.12), rng.uniform(0.08, 0.95))
    if kind == "silver":
        return mix_hsv(rng.uniform(0.5, 0.7), rng.uniform(0, 0.16), rng.uniform(0.45, 0.9))
    return mix_hsv(rng.normal(0.115, 0.012), rng.uniform(0.45, 0.85), rng.uniform(0.6, 0.98))


def _draw_kind_ground(deck: DeckStyle, kind: str, rng: Generator) -> tuple[Sheet, Colour | None]:
    """The card before anything stands on it, and the ink for its kind, None for any."""
    if kind == "burning":
        base = draw_deck_ground(
            rng, deck.colours if rng.random() < 0.6 else [mix_hsv(rng.uniform(-0.02, 0.06), 0.8, rng.uniform(0.05, 0.4))]
        )
        return burn_sheet(base, draw_heat(rng), rng), None
    if kind in ("plain", "direction"):
        return draw_deck_ground(rng, deck.colours), None
    base = generate_kind_colour(kind, rng)
    if kind in ("silver", "gold") or rng.random() < 0.55:
        shades = [base, base * np.float32(rng.uniform(0.6, 0.95)), base + (255 - base) * np.float32(rng.uniform(0.05, 0.45))]
        if kind in ("silver", "gold") and rng.random() < 0.3:
            dark = mix_hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.05, 0.35))
            return draw_deck_ground(rng, [dark, dark * np.float32(0.7)]), base
        return draw_deck_ground(rng, shades[:1] if deck.flat else shades), None
    paper = np.full(3, rng.uniform(225, 255), np.float32) if rng.random() < 0.75 else np.full(3, rng.uniform(5, 45), np.float32)
    return draw_deck_ground(rng, [paper]), base


def _draw_frames(sheet: Sheet, deck: DeckStyle, kind: str, ink: Colour | None, rng: Generator) -> None:
    w, h = NUMBER_CARD_PX
    inner = 0.0
    for i, wide in enumerate(deck.frame):
        colour = ink if ink is not None and i == 0 else mix_hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0, 1))
        if kind not in ("plain", "burning", "direction") and (ink is None or i):
            colour = np.full(3, rng.choice((15, 250)), np.float32)
        a, b = round(inner * h), max(1, round(wide * h))
        if i and rng.random() < 0.5:
            a += int(rng.integers(0, 8))
        cv2.rectangle(sheet, (a + b // 2, a + b // 2), (w - 1 - a - b // 2, h - 1 - a - b // 2), colour.tolist(), b)
        inner = (a + b) / h
    if deck.plate in (1, 2):
        _draw_panel(sheet, deck, kind, ink, rng)


def _draw_panel(sheet: Sheet, deck: DeckStyle, kind: str, ink: Colour | None, rng: Generator) -> None:
    """A pane, disc or oval in the middle, under the large number."""
    w, h = NUMBER_CARD_PX
    colour = np.full(3, rng.choice((245, 20)), np.float32) if rng.random() < 0.7 else deck.colours[0]
    if kind not in ("plain", "burning", "direction"):
        colour = np.full(3, 250 if ink is None else rng.choice((250, 20)), np.float32)
    wide, tall = rng.uniform(0.28, 0.44) * w, rng.uniform(0.24, 0.42) * h
    middle = (w // 2, h // 2)
    if deck.plate == 1:
        cv2.ellipse(
            sheet, middle, (int(wide), int(tall)), float(rng.choice((0, 0, 20, -20))), 0, 360, colour.tolist(), -1, cv2.LINE_AA
        )
    else:
        start, end = (int(w / 2 - wide), int(h / 2 - tall)), (int(w / 2 + wide), int(h / 2 + tall))
        cv2.rectangle(sheet, start, end, colour.tolist(), -1)


def _choose_ink(sheet: Sheet, rng: Generator) -> Colour:
    light = float(sheet.mean()) < 128
    return mix_hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.8, 1) if light else rng.uniform(0, 0.3))


# --- signs and direction cards ----------------------------------------------------------------------------------------


def _draw_signs(pen: Pen, deck: DeckStyle, rng: Generator) -> None:
    """A sign besides the number, as commands are printed: in the free corners, or below or above the number."""
    size = rng.uniform(0.08, 0.17)
    free = deck.layout in ("two", "one", "none")
    place = int(rng.choice(3))
    spots = (
        [(0.83, 0.11, 0.0), (0.17, 0.89, 180.0)]
        if free and place < 2
        else [(0.5, 0.11, 0.0), (0.5, 0.89, 180.0)][: 1 + place % 2]
    )
    seed = int(rng.integers(1 << 30))
    for x, y, turn in spots:
        _draw_badge(pen, (x, y), size, np.random.default_rng(seed), turn)


def _draw_badge(pen: Pen, at: tuple[float, float], size: float, rng: Generator, turn: float = 0.0) -> None:
    """A sign that nobody knows: a disc, ring or slab with a shape, a letter or even a figure."""
    side = 96
    sign = np.zeros((side, side), np.uint8)
    kind, middle = rng.random(), side // 2
    if kind < 0.35:
        cv2.circle(sign, (middle, middle), 46, 255, -1 if kind < 0.25 else 6, cv2.LINE_AA)
    elif kind < 0.5:
        cv2.rectangle(sign, (6, 6), (90, 90), 255, -1)
    ink = 0 if sign[middle, middle] else 255
    if rng.random() < 0.4:
        text = str(rng.choice(("3!", "1", "2", "!", "?", "X", "S", "=1", "+2", "A", "0")))
        glyph = cv2.resize(pen.deck.font.draw_mask(text) if _can_spell(pen.deck.font, text) else sign[:40, :40], (44, 56))
        part = sign[20:76, 26:70]
        part[glyph > 100] = ink
    else:
        for _ in range(int(rng.integers(1, 5))):
            points = rng.integers(22, 74, (int(rng.integers(3, 7)), 2)).astype(np.int32)
            if rng.random() < 0.5:
                cv2.fillPoly(sign, [points], ink, cv2.LINE_AA)
            else:
                axes = (int(rng.integers(4, 24)), int(rng.integers(4, 24)))
                cv2.ellipse(
                    sign,
                    points[0].tolist(),
                    axes,
                    0,
                    0,
                    float(rng.uniform(150, 360)),
                    ink,
                    int(rng.choice((-1, 7))),
                    cv2.LINE_AA,
                )
    if rng.random() < 0.3:
        cv2.line(sign, (16, 80), (80, 16), ink, 8, cv2.LINE_AA)
    pen.stamp_glyph(sign, at, (size * NUMBER_CARD_PX[1], size * NUMBER_CARD_PX[1]), turn)


def _can_spell(font: NumberFont, text: str) -> bool:
    try:
        return font.draw_mask(text).size > 0
    except ValueError:
        return False


def _draw_direction_number(sheet: Sheet, deck: DeckStyle, number: int, ink: Colour | None, rng: Generator) -> DrawnNumber:
    """A card that says from where to where a pile runs: numbers and an arrow."""
    pen, up = Pen(sheet, deck, ink, rng), number == 1
    last = str(rng.choice((99, 59, 10))) if up else "2"
    arrow = np.zeros((120, 90), np.uint8)
    head, stem = int(rng.integers(40, 70)), int(rng.integers(8, 24))
    cv2.fillPoly(arrow, [np.array([[45, 2], [88, head], [2, head]], np.int32)], 255, cv2.LINE_AA)
    if rng.random() < 0.8:
        cv2.rectangle(arrow, (45 - stem, head), (45 + stem, 118), 255, -1)
    tall, far = rng.uniform(0.2, 0.5), rng.uniform(0.12, 0.22)
    pen.stamp_glyph(arrow, (0.5, 0.5), (tall * 0.75 * NUMBER_CARD_PX[1], tall * NUMBER_CARD_PX[1]), 0.0 if up else 180.0)
    start, end = (str(number), last)
    top, bottom = ((start, end) if not up or rng.random() < 0.6 else (end, start)) if rng.random() < 0.7 else (start, start)
    size = rng.uniform(0.08, 0.16)
    pen.write_word(top, (0.5, far), size, 0.0)
    if rng.random() < 0.85:
        pen.write_word(bottom, (0.5, 1 - far), size, 180.0 if rng.random() < 0.3 else 0.0)
    corners = pen.write_corners(start) if rng.random() < 0.3 else (0, 0, 0, 0)
    return DrawnNumber(_round_sheet(sheet), number, "direction", corners)


assert {"plain", "burning", "silver", "gold", "direction", "none", *"RGBYX"} == set(KINDS)
