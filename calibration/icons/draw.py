"""Draw number cards that carry a command's icon, of decks nobody has met, to train and to test `vision.readers.numbers.icons`.

A deck's icons stand at the same places on all cards and look alike on purpose, as makers draw icons: on one disc or slab,
crossed out in one way. Nothing of `vision.drawn` is used. Frame of reference and randomness as of `calibration.numbers.draw`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from calibration.icons.symbols import Symbols
from calibration.numbers.draw import draw_number, generate_number_deck
from calibration.numbers.fonts import Mask, NumberFont
from calibration.numbers.grounds import NUMBER_CARD_PX, Colour, mix_hsv
from calibration.numbers.pen import DeckStyle
from calibration.numbers.samples import photograph_number
from vision.types import Image

ICONS_OF_DECK = 3  # guess; different icons of a deck
TWO_OF_EACH = (*range(ICONS_OF_DECK), *range(ICONS_OF_DECK), -1, -1)
"""The icons that the cards of a drawn deck carry, card by card; -1: none."""
ICON_PAPER_PX = 120  # guess; width and height of the paper an icon is drawn on
_TEXTS = ("3!", "1", "2", "!", "?", "X", "S", "=1", "+2", "A", "0", "STOP", "NO", "3", "->", "10", "<", "%", "&")

Spot = tuple[float, float, float]
"""x and y in parts of the card, and degrees."""
USUAL_SPOTS: dict[str, tuple[Spot, ...]] = {
    "corners": ((0.82, 0.13, 0.0), (0.18, 0.87, 180.0)),
    "under numbers": ((0.16, 0.26, 0.0), (0.84, 0.74, 180.0)),
    "ends": ((0.5, 0.13, 0.0), (0.5, 0.87, 180.0)),
    "numbers": ((0.14, 0.12, 0.0), (0.86, 0.88, 180.0)),
}
"""Where makers put icons, and the corners left to numbers."""

Paper = NDArray[Any]


@dataclass(frozen=True, slots=True, eq=False)
class IconSample:
    """A crop of a card."""

    crop: Image  # (280, 200, 3) uint8 BGR
    icon: int  # number of the icon within the deck, -1 for none
    at: tuple[tuple[float, float], ...]  # where in the crop the icon stands, x and y in parts of the sides, once or twice


@dataclass(frozen=True, slots=True)
class IconStyle:
    """How a maker draws icons."""

    spots: tuple[Spot, ...]  # x and y in parts of the card, and degrees
    size: float  # in parts of the card's height
    slab: int  # 0 nothing, 1 a disc, 2 a ring, 3 a square, 4 a square with a rim
    paper: tuple[float, ...]  # colour
    ink: tuple[float, ...]  # colour
    other: tuple[float, ...]  # colour
    crossed: bool  # every second icon is crossed out
    own_colours: bool  # each icon has colours of its own


def generate_icon_deck(
    fonts: list[NumberFont], symbols: Symbols, rng: Generator, carried: Sequence[int] = TWO_OF_EACH
) -> list[IconSample]:
    """Cards of a deck, each photographed in a light of its own: a card for each icon `carried`."""
    style = _generate_icon_style(rng)
    deck = _leave_room(replace(generate_number_deck(fonts, rng), sign=0), style)
    drawn = [_draw_icon(style, fonts, symbols, number, rng) for number in range(ICONS_OF_DECK)]
    ornament = _generate_ornament(deck.colours, rng) if rng.random() < 0.35 else None
    plain = replace(deck, layout="four") if deck.layout == "two" and rng.random() < 0.4 else deck
    samples: list[IconSample] = []
    below = draw_number(deck, 11, "plain", rng, icons=False)
    for icon in carried:
        card = draw_number(deck if icon >= 0 else plain, int(rng.integers(2, 100)), "plain", rng, icons=False)
        if ornament:
            _stamp_icon(card.sheet, *ornament)
        if icon >= 0:
            for x, y, turn in style.spots:
                _stamp_icon(card.sheet, drawn[icon], (x, y), style.size, turn)
        taken = photograph_number(card, below, deck, rng)
        at = tuple((1 - x, 1 - y) if taken.over else (x, y) for x, y, _ in style.spots) if icon >= 0 else ()
        samples.append(IconSample(taken.crop, icon, at))
        below = card
    return samples


def _leave_room(deck: DeckStyle, style: IconStyle) -> DeckStyle:
    """The deck with its small numbers where no icon stands."""
    if deck.layout in ("four", "upright", "other") and any(
        abs(x - 0.5) > 0.2 and abs(y - 0.5) > 0.25 for x, y, _ in style.spots
    ):
        return replace(deck, layout="two")
    return deck


def _generate_icon_style(rng: Generator) -> IconStyle:
    light = rng.random() < 0.7
    paper = np.full(3, rng.uniform(225, 255)) if light else mix_hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 0.7))
    ink = np.full(3, rng.uniform(0, 50)) if light else np.full(3, rng.uniform(215, 255))
    return IconStyle(
        _generate_spots(rng),
        float(rng.uniform(0.09, 0.23)),
        int(rng.choice(5, p=(0.2, 0.4, 0.15, 0.12, 0.13))),
        tuple(paper.tolist()),
        tuple(ink.tolist()),
        tuple(mix_hsv(rng.choice((0.0, 0.0, 0.1, 0.3, 0.6)), rng.uniform(0.6, 1), rng.uniform(0.5, 1)).tolist()),
        bool(rng.random() < 0.5),
        bool(rng.random() < 0.35),
    )


def _generate_spots(rng: Generator) -> tuple[Spot, ...]:
    """In two corners, near an end or both ends, or anywhere but where numbers are."""
    kind, shift = rng.random(), rng.normal(0, 0.02, 2)
    spots: tuple[Spot, ...]
    if kind < 0.35:
        spots = USUAL_SPOTS["corners" if kind < 0.2 else "under numbers" if kind < 0.27 else "ends"]
    elif kind < 0.65:
        y = rng.uniform(0.09, 0.3)
        spots = ((0.5, float(y if rng.random() < 0.35 else 1 - y), 0.0),)
    elif kind < 0.75:
        x, y = float(rng.choice((0.14, 0.86))), float(rng.uniform(0.3, 0.7))
        spots = ((x, y, 0.0), (1 - x, 1 - y, 180.0))[: int(rng.integers(1, 3))]
    else:
        at = USUAL_SPOTS["numbers"][0][:2]
        while any(abs(at[0] - x) < 0.25 and abs(at[1] - y) < 0.2 for x, y, _ in USUAL_SPOTS["numbers"]):
            at = (float(rng.uniform(0.13, 0.87)), float(rng.uniform(0.1, 0.9)))
        spots = ((*at, 0.0),)
    turned = 90.0 if rng.random() < 0.08 else 0.0
    return tuple((x + np.sign(0.5 - y) * shift[0], y + np.sign(0.5 - y) * shift[1], turn + turned) for x, y, turn in spots)


def _draw_icon(style: IconStyle, fonts: list[NumberFont], symbols: Symbols, number: int, rng: Generator) -> Paper:
    """(120, 120, 4) float32: the colours of an icon and, last, how much of the card is covered, 0 to 1."""
    paper = np.zeros((ICON_PAPER_PX, ICON_PAPER_PX, 4), np.float32)
    if style.own_colours:
        style = replace(style, other=tuple(mix_hsv(rng.random(), rng.uniform(0.6, 1), rng.uniform(0.4, 1)).tolist()))
    _draw_slab(paper, style, rng)
    bold = style.slab == 1 and rng.random() < 0.15
    if bold:
        cv2.circle(paper, (60, 60), 52, (*style.other, 1.0), -1, cv2.LINE_AA)
    ink = (*(style.paper if bold else style.ink), 1.0)
    kind = rng.random()
    if kind < 0.5:
        _paint_symbol(paper, symbols.pick_symbol(rng), ink, rng)
    elif kind < 0.7 and style.slab:  # without a slab it would be one of the card's numbers
        _paint_text(paper, str(rng.choice(_TEXTS)), fonts, ink, rng)
    else:
        coloured = 0.7 if style.own_colours else 0.2
        for _ in range(int(rng.integers(1, 4))):
            _paint_shape(paper, ink if rng.random() > coloured else (*style.other, 1.0), (*style.paper, 1.0), rng)
    if style.crossed and number % 2:
        cv2.line(paper, (24, 96), (96, 24), (*style.other, 1.0), 9, cv2.LINE_AA)
    return paper


def _draw_slab(paper: Paper, style: IconStyle, rng: Generator) -> None:
    ground, ink = (*style.paper, 1.0), (*style.ink, 1.0)
    if style.slab in (1, 2):
        cv2.circle(paper, (60, 60), 57, ground, -1, cv2.LINE_AA)
    if style.slab == 2:
        cv2.circle(paper, (60, 60), 54, ink, 5, cv2.LINE_AA)
    if style.slab in (3, 4):
        cv2.rectangle(paper, (6, 6), (114, 114), ground, -1)
    if style.slab == 4:
        cv2.rectangle(paper, (9, 9), (111, 111), ink, 5)
    if style.own_colours and rng.random() < 0.5:
        turns = np.arange(int(rng.integers(3, 9))) * 2 * np.pi
        turns = turns / len(turns) + rng.choice((0, np.pi / len(turns), np.pi / 2))
        corners = 60 + 44 * np.stack([np.cos(turns), np.sin(turns)], axis=1)
        cv2.fillPoly(paper, [np.round(corners).astype(np.int32)], (*style.other, 1.0), cv2.LINE_AA)


def _generate_ornament(colours: list[Colour], rng: Generator) -> tuple[Paper, tuple[float, float], float, float]:
    """A maker's small picture that is no icon, in the deck's colours, with place, size and turn as of `_stamp_icon`."""
    paper = np.zeros((ICON_PAPER_PX, ICON_PAPER_PX, 4), np.float32)
    ink, other = (tuple(colours[int(rng.integers(len(colours)))].tolist()) for _ in range(2))
    for _ in range(int(rng.integers(1, 4))):
        _paint_shape(paper, (*ink, 1.0), (*other, 1.0), rng)
    paper[..., 3] *= rng.uniform(0.3, 0.9)
    return paper, (float(rng.uniform(0.1, 0.9)), float(rng.uniform(0.1, 0.9))), float(rng.uniform(0.06, 0.5)), 0.0


def _paint_symbol(paper: Paper, symbol: Mask, ink: tuple[float, ...], rng: Generator) -> None:
    side = int(rng.integers(58, 90))
    glyph = cv2.resize(symbol, (side, side), interpolation=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
    part = paper[60 - side // 2 : 60 - side // 2 + side, 60 - side // 2 : 60 - side // 2 + side]
    part += glyph * (np.array(ink, np.float32) - part)


def _paint_text(paper: Paper, text: str, fonts: list[NumberFont], ink: tuple[float, ...], rng: Generator) -> None:
    font = fonts[int(rng.integers(len(fonts)))]
    try:
        mask = font.draw_mask(text)
    except ValueError:
        mask = np.full((40, 40), 255, np.uint8)
    wide, tall = (44, 62) if len(text) < 2 else (72, 54) if len(text) < 3 else (82, 34)
    glyph = cv2.resize(mask, (wide, tall), interpolation=cv2.INTER_AREA)[..., None].astype(np.float32) / 255
    part = paper[60 - tall // 2 : 60 - tall // 2 + tall, 60 - wide // 2 : 60 - wide // 2 + wide]
    part += glyph * (np.array(ink, np.float32) - part)


def _paint_shape(paper: Paper, ink: tuple[float, ...], ground: tuple[float, ...], rng: Generator) -> None:
    """A heap of points, a leaf, an arc, an arrow, a few cards: what icons are made of."""
    kind, points = rng.random(), rng.integers(26, 95, (int(rng.integers(3, 8)), 2)).astype(np.int32)
    if kind < 0.25:
        cv2.fillPoly(paper, [points], ink, cv2.LINE_AA)
    elif kind < 0.45:
        axes = (int(rng.integers(8, 34)), int(rng.integers(8, 34)))
        middle = (60 + rng.integers(-16, 17, 2)).tolist()
        cv2.ellipse(paper, middle, axes, float(rng.uniform(0, 180)), 0, 360, ink, -1, cv2.LINE_AA)
        for _ in range(int(rng.integers(0, 3))):
            cv2.circle(paper, (np.array(middle) + rng.integers(-12, 13, 2)).tolist(), int(rng.integers(4, 10)), ground, -1)
    elif kind < 0.6:
        axes = (int(rng.integers(14, 38)), int(rng.integers(14, 38)))
        begin = float(rng.uniform(0, 360))
        cv2.ellipse(
            paper, (60, 60), axes, 0, begin, begin + float(rng.uniform(120, 360)), ink, int(rng.integers(5, 11)), cv2.LINE_AA
        )
    elif kind < 0.8:
        start, end = rng.integers(28, 93, (2, 2)).tolist()
        cv2.arrowedLine(paper, start, end, ink, int(rng.integers(5, 12)), cv2.LINE_AA, tipLength=0.45)
    else:
        step = int(rng.integers(6, 14))
        for k in range(int(rng.integers(1, 4))):
            corner = (34 + k * step, 30 + k * step)
            cv2.rectangle(paper, corner, (corner[0] + 32, corner[1] + 42), ground, -1)
            cv2.rectangle(paper, corner, (corner[0] + 32, corner[1] + 42), ink, 4)


def _stamp_icon(sheet: Any, icon: Paper, at: tuple[float, float], size: float, turn: float) -> None:
    """Print an icon on a card, in place."""
    height, width = NUMBER_CARD_PX[1], NUMBER_CARD_PX[0]
    scale = size * height / ICON_PAPER_PX
    move = np.asarray(cv2.getRotationMatrix2D((ICON_PAPER_PX / 2, ICON_PAPER_PX / 2), turn, scale), np.float64)
    move[:, 2] += np.array([at[0] * width, at[1] * height]) - ICON_PAPER_PX / 2
    small = cv2.GaussianBlur(icon, (0, 0), max(0.3, 0.4 / scale))
    laid = cv2.warpAffine(small, move, (width, height), flags=cv2.INTER_LINEAR)
    cover = laid[..., 3:]
    mixed = sheet.astype(np.float32) * (1 - cover) + np.where(cover > 0.02, laid[..., :3], 0)
    sheet[:] = np.clip(mixed, 0, 255).astype(sheet.dtype)
