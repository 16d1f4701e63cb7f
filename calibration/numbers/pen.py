"""How a maker prints figures: a deck's style, and the pen that writes numbers, plates and marks on a card in it.

Frame of reference: card pixels (`NUMBER_CARD_PX` wide and high, origin top left), places in parts of the card's width and height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from calibration.numbers.fonts import Mask, NumberFont
from calibration.numbers.grounds import NUMBER_CARD_PX, Colour, Sheet, mix_hsv

TURNING = set("01689")
"""Figures that are figures upside down too, as digits."""

Spots = tuple[int, int, int, int]
SMALL_NUMBER_LAYOUTS: dict[str, Spots] = {
    "two": (1, 1, 0, 0),
    "four": (1, 1, 1, 1),
    "one": (1, 0, 0, 0),
    "upright": (1, 2, 1, 2),
    "other": (0, 0, 1, 1),
    "none": (0, 0, 0, 0),
}
"""Small numbers top left, bottom right, top right, bottom left. 1: upright from the nearer short edge; 2: on the head; 0: none."""


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """How a maker draws; lengths in parts of the card's height."""

    font: NumberFont
    small_font: NumberFont
    colours: list[Colour]
    layout: str  # of `SMALL_NUMBER_LAYOUTS`
    small: float  # height of small numbers
    inset: tuple[float, float]  # of small numbers from the card's edges
    large: float  # height of the large number, 0 for none
    lift: float  # of the large number above the middle
    twice: bool  # the large number stands twice, head to head
    tilt: float  # of the large number, degrees
    squeeze: float  # width of numbers, 1 for as the typeface
    bar: int  # 0 nothing, 1 a bar, 2 a dot, 3 underlined on every card
    plate: int  # below the large number: 0 nothing, 1 an oval, 2 a pane
    small_plate: int  # below small numbers: 0 nothing, 1 a disc, 2 a slab
    outline: int  # thickness around figures, 0 to 3
    shadow: bool  # below figures
    sign: int  # below small numbers: 0 nothing, 1 a disc, 2 a triangle
    frame: tuple[float, ...]  # widths of lines around the card
    flat: bool  # coloured grounds are plain


class Pen:
    """Writes on a sheet in a deck's manner. `ink`: the colour wanted where it shows."""

    def __init__(self, sheet: Sheet, deck: DeckStyle, ink: Colour | None, rng: Generator) -> None:
        self.sheet, self.deck, self.rng = sheet, deck, rng
        self._ink, self._shade, self._odd = ink, rng.random(), rng.uniform(0, 1, 3)

    def write_large(self, text: str) -> None:
        """The number in the middle, or twice, head to head."""
        deck, rng = self.deck, self.rng
        tall = deck.large * (0.6 if deck.twice else 1.0)
        if deck.twice:
            self._write_number(text, (0.5, 0.5 - 0.58 * tall), tall, 0, deck.font)
            self._write_number(text, (0.5, 0.5 + 0.58 * tall), tall, 180, deck.font)
        else:
            self._write_number(text, (0.5 + rng.normal(0, 0.01), 0.5 + deck.lift), tall, deck.tilt, deck.font)

    def write_corners(self, text: str) -> Spots:
        """Write the small numbers and return the corners: top left, bottom right, top right, bottom left."""
        deck = self.deck
        left, right = self._place_small_numbers(text)
        spots = SMALL_NUMBER_LAYOUTS[deck.layout]
        if deck.layout == "upright" and deck.tilt:
            spots = (1, 2, 0, 0)
        for way, (x, y), over in zip(spots, (left, right, right, left), (False, True, False, True), strict=True):
            if way:
                self._write_number(
                    text, (x, 1 - y if over else y), deck.small, 180 if over and way == 1 else 0, deck.small_font, small=True
                )
        return spots

    def _place_small_numbers(self, text: str) -> tuple[tuple[float, float], tuple[float, float]]:
        deck, aspect = self.deck, NUMBER_CARD_PX[1] / NUMBER_CARD_PX[0]
        mask = deck.small_font.draw_mask(text)
        half = self._limit_width(mask, deck.small, 0.4) / 2
        one_digit = self._limit_width(deck.small_font.draw_mask("8"), deck.small, 0.4) / 2
        x = deck.inset[0] * aspect + (half if len(text) > 1 or deck.bar % 2 else max(half, one_digit))
        return (x, deck.inset[1] + deck.small / 2), (1 - x, deck.inset[1] + deck.small / 2)

    def _limit_width(self, mask: Mask, tall: float, most: float) -> float:
        """The width of a number `tall` high, in parts of the card's width, `most` at most."""
        return float(
            min(tall * NUMBER_CARD_PX[1] / NUMBER_CARD_PX[0] * mask.shape[1] / mask.shape[0] * self.deck.squeeze, most)
        )

    def _write_number(
        self, text: str, at: tuple[float, float], tall: float, turn: float, font: NumberFont, small: bool = False
    ) -> None:
        mask = font.draw_mask(text)
        wide = self._limit_width(mask, tall, 0.4 if small else 0.84)
        if not small:
            natural = tall * NUMBER_CARD_PX[1] / NUMBER_CARD_PX[0] * mask.shape[1] / mask.shape[0] * self.deck.squeeze
            tall *= max(wide / natural, 0.55)
        mask = _add_mark(mask, text, self.deck.bar)
        size = (wide * NUMBER_CARD_PX[0], tall * NUMBER_CARD_PX[1] * mask.shape[0] / font.draw_mask(text).shape[0])
        if small and self.deck.small_plate:
            self._draw_plate(at, size)
        self.stamp_glyph(mask, at, size, turn)
        if small and self.deck.sign:
            self._draw_small_sign(at, size, turn)

    def _draw_plate(self, at: tuple[float, float], size: tuple[float, float]) -> None:
        x, y = round(at[0] * NUMBER_CARD_PX[0]), round(at[1] * NUMBER_CARD_PX[1])
        colour = np.full(3, 245 if self._shade > 0.5 else 18, np.float32)
        if self.deck.small_plate == 1:
            radius = round(0.62 * float(np.hypot(*size)) * 0.9)
            cv2.circle(self.sheet, (x, y), radius, colour.tolist(), -1, cv2.LINE_AA)
        else:
            wide, tall = round(size[0] * 0.5 + 4), round(size[1] * 0.5 + 4)
            cv2.rectangle(self.sheet, (x - wide, y - tall), (x + wide, y + tall), colour.tolist(), -1)

    def _draw_small_sign(self, at: tuple[float, float], size: tuple[float, float], turn: float) -> None:
        """A small sign below a small number, as makers put suits and colours."""
        down = (size[1] * 0.95 + 4) * (-1 if turn else 1)
        x, y, r = round(at[0] * NUMBER_CARD_PX[0]), round(at[1] * NUMBER_CARD_PX[1] + down), max(2, round(size[1] * 0.3))
        colour = self._choose_ink_at((x, y), (2 * r, 2 * r)).tolist()
        if self.deck.sign == 1:
            cv2.circle(self.sheet, (x, y), r, colour, -1, cv2.LINE_AA)
        else:
            way = -r if turn else r
            cv2.fillPoly(
                self.sheet, [np.array([[x - r, y + way], [x + r, y + way], [x, y - way]], np.int32)], colour, cv2.LINE_AA
            )

    def write_word(self, text: str, at: tuple[float, float], tall: float, turn: float) -> None:
        """Letters, not wider than most of the card."""
        try:
            mask = self.deck.font.draw_mask(text)
        except ValueError:
            return
        wide = self._limit_width(mask, tall, 0.8)
        self.stamp_glyph(mask, at, (wide * NUMBER_CARD_PX[0], tall * NUMBER_CARD_PX[1]), turn)

    def _choose_ink_at(self, middle: tuple[float, float], size: tuple[float, float]) -> Colour:
        """An ink that shows on the ground around `middle`."""
        w, h = NUMBER_CARD_PX
        x0, x1 = int(np.clip(middle[0] - size[0] / 2, 0, w - 2)), int(np.clip(middle[0] + size[0] / 2, 2, w))
        y0, y1 = int(np.clip(middle[1] - size[1] / 2, 0, h - 2)), int(np.clip(middle[1] + size[1] / 2, 2, h))
        under = self.sheet[y0:y1, x0 : max(x1, x0 + 1)].reshape(-1, 3)
        mean = under.mean(axis=0)
        if self._ink is not None and float(np.abs(self._ink - mean).max()) > 90 and float(np.abs(self._ink - mean).sum()) > 130:
            return self._ink
        level = float(mean @ (0.114, 0.587, 0.299))
        value = self._odd[0] * 0.3 if level > 118 else 0.8 + 0.2 * self._odd[0]
        return mix_hsv(self._odd[1], self._odd[2] ** 2 * (0.9 if level > 118 else 0.4), value)

    def stamp_glyph(self, mask: Mask, at: tuple[float, float], size: tuple[float, float], turn: float) -> None:
        """Print a mask at a place in parts of the card, (wide, tall) pixels large, turned clockwise."""
        wide, tall = max(3, round(size[0])), max(4, round(size[1]))
        edge = 8
        area = cv2.INTER_AREA if wide < mask.shape[1] else cv2.INTER_LINEAR
        glyph = cv2.copyMakeBorder(
            cv2.resize(mask, (wide, tall), interpolation=area), edge, edge, edge, edge, cv2.BORDER_CONSTANT
        )
        middle = (at[0] * NUMBER_CARD_PX[0], at[1] * NUMBER_CARD_PX[1])
        move = cv2.getRotationMatrix2D(((glyph.shape[1] - 1) / 2, (glyph.shape[0] - 1) / 2), -turn, 1.0)
        move[:, 2] += (middle[0] - (glyph.shape[1] - 1) / 2, middle[1] - (glyph.shape[0] - 1) / 2)
        ink = self._choose_ink_at(middle, (wide, tall))
        contrast = np.zeros(3, np.float32) if float(ink.mean()) > 120 else np.full(3, 250, np.float32)
        busy = float(self._measure_unrest(middle, (wide, tall))) > 45
        outline = max(self.deck.outline, 2 if busy and self._ink is None else 0)
        if self.deck.shadow:
            step = max(1.0, tall * 0.035)
            self._print_glyph(glyph, move + np.array([[0, 0, step], [0, 0, step]]), contrast * np.float32(0.9))
        if outline:
            reach = max(1, round(tall * 0.022 * outline))
            around = cv2.dilate(glyph, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * min(reach, 6) + 1,) * 2))
            self._print_glyph(around, move, contrast)
        self._print_glyph(glyph, move, ink)

    def _measure_unrest(self, middle: tuple[float, float], size: tuple[float, float]) -> Any:
        x0, y0 = max(0, int(middle[0] - size[0] / 2)), max(0, int(middle[1] - size[1] / 2))
        part = self.sheet[y0 : y0 + int(size[1]) + 1, x0 : x0 + int(size[0]) + 1]
        return part.mean(axis=2).std() if part.size else 0.0

    def _print_glyph(self, glyph: Mask, move: Any, colour: Colour) -> None:
        share = cv2.warpAffine(glyph, move, NUMBER_CARD_PX, flags=cv2.INTER_LINEAR).astype(np.float32)
        x, y, w, h = cv2.boundingRect((share > 0).astype(np.uint8))
        part = self.sheet[y : y + h, x : x + w]
        part += share[y : y + h, x : x + w, None] / 255 * (colour - part)


def _add_mark(mask: Mask, text: str, bar: int) -> Mask:
    """The number with a mark that tells which way up the number stands, where the maker prints marks."""
    if bar == 0 or (bar < 3 and not _is_another_upside_down(text)):
        return mask
    h, w = mask.shape
    gap, thick = round(0.1 * h), max(3, round(0.09 * h))
    room = np.zeros((gap + thick, w), np.uint8)
    if bar == 2:
        cv2.rectangle(room, (w - thick - 1, gap), (w - 1, gap + thick), 255, -1)
    else:
        room[gap:] = 255
    return np.vstack([mask, room])


def _is_another_upside_down(text: str) -> bool:
    turned = text[::-1].translate(str.maketrans("69", "96"))
    return set(text) <= TURNING and turned != text and not turned.startswith("0")
