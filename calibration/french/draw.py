"""Draw French-suited cards of many makers, to train and to test the reader of `vision.readers.french.reader`.

Every card is drawn anew from the art of `calibration.french.art`. Frame of reference: card pixels (`FRENCH_CARD_PX` wide and high,
origin top left). Randomness only from the generator that is handed over.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator

from calibration.french.art import FRENCH_CARD_PX, Art, Mask, Pixels, Points
from calibration.french.frames import PrintedFrame, draw_printed_frame, generate_frame
from vision.readers.french_print.networks import RANKS, SUITS

_PIPS: dict[
    int, list[tuple[int, float]]
] = {  # columns left, middle, right at x 0.28, 0.5, 0.72; rows as fractions of the pip area
    1: [(1, 0.5)],
    2: [(1, 0), (1, 1)],
    3: [(1, 0), (1, 0.5), (1, 1)],
    4: [(0, 0), (2, 0), (0, 1), (2, 1)],
    5: [(0, 0), (2, 0), (1, 0.5), (0, 1), (2, 1)],
    6: [(0, 0), (2, 0), (0, 0.5), (2, 0.5), (0, 1), (2, 1)],
    7: [(0, 0), (2, 0), (0, 0.5), (2, 0.5), (0, 1), (2, 1), (1, 0.25)],
    8: [(0, 0), (2, 0), (0, 0.5), (2, 0.5), (0, 1), (2, 1), (1, 0.25), (1, 0.75)],
    9: [(c, r / 3) for c in (0, 2) for r in range(4)] + [(1, 0.5)],
    10: [(c, r / 3) for c in (0, 2) for r in range(4)] + [(1, 1 / 6), (1, 5 / 6)],
}


@dataclass(frozen=True, slots=True)
class DrawnIndex:
    """A corner index in card pixels."""

    rect: tuple[float, float, float, float]  # left, top, right and bottom around rank and suit
    turned: bool  # upside down

    def list_index_corners(self) -> Points:
        """(4, 2) corners, from the index's own top left, clockwise."""
        x0, y0, x1, y1 = self.rect
        points = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
        return np.roll(points, 2, axis=0) if self.turned else points


@dataclass(frozen=True, slots=True)
class MakerStyle:
    """How a maker draws: all lengths as fractions of the card's height."""

    glyphs: list[Mask]
    suits: list[Mask]
    courts: dict[str, Pixels]
    vector: int | None
    rank_height: float
    squeeze: float
    suit_height: float
    gap: float
    shift: float
    inset: tuple[float, float]
    corners: int
    pip: float
    pip_rows: tuple[float, float]
    pip_columns: float
    turned_pips: bool
    weight: int
    paper: tuple[float, float, float]
    red: tuple[float, float, float]
    black: tuple[float, float, float]
    court: str  # of `_COURTS`
    court_left: float  # where a court's picture begins, in card widths; under the index if little
    boxed: bool  # the index has paper around it
    mark: float  # height of the suit beside a court's index, 0 for none
    lone_marks: float  # height of suits in the corners without an index, 0 for none
    framed: bool
    printed_frame: PrintedFrame | None
    art: Art


_COURTS = {"art": 0.55, "pieces": 0.2, "shapes": 0.15, "letter": 0.1}
"""How often a maker's courts show a picture of the vector decks, pieces of several of them, shapes, or a large letter."""


def generate_maker_style(art: Art, rng: Generator, printed_frames: float = 0.0) -> MakerStyle:
    """A maker nobody has met. `printed_frames`: how often a maker prints a frame on all cards."""
    jumbo = rng.random() < 0.18
    rank_height = rng.uniform(0.14, 0.2) if jumbo else rng.uniform(0.065, 0.13)
    ivory = rng.uniform(0.85, 1.0)
    red = (rng.uniform(0, 75), rng.uniform(0, 60), rng.uniform(150, 255))
    under = rng.random() < 0.25
    printed_frame = generate_frame(rng) if printed_frames and rng.random() < printed_frames else None
    return MakerStyle(
        glyphs=art.glyphs[rng.integers(len(art.glyphs))],
        suits=art.suits[rng.integers(len(art.suits))],
        courts=art.courts[rng.integers(len(art.courts))],
        vector=int(rng.integers(len(art.cards))) if rng.random() < 0.2 else None,
        rank_height=rank_height,
        squeeze=rng.uniform(0.55, 1.05),
        suit_height=rank_height * (rng.uniform(0.45, 1.0) if rng.random() < 0.8 else rng.uniform(0.35, 1.3)),
        gap=rng.uniform(0.004, 0.035) if rng.random() < 0.4 else rng.uniform(0.0, 0.015),
        shift=rng.normal(0, 0.1),
        inset=(rng.uniform(0.05, 0.085) + 0.2 * (rank_height - 0.1), rng.uniform(0.015, 0.055)),
        corners=4 if rng.random() < 0.12 else 2,
        pip=rng.uniform(0.08, 0.1) if jumbo else rng.uniform(0.1, 0.17),
        pip_rows=(rng.uniform(0.27, 0.33) if jumbo else rng.uniform(0.11, 0.25), 0),
        pip_columns=rng.uniform(0.14, 0.26),
        turned_pips=rng.random() < 0.93,
        weight=int(rng.integers(-5, 5)),
        paper=(255 * ivory * rng.uniform(0.9, 1), 255 * rng.uniform(0.95, 1), 255.0),
        red=red,
        black=tuple(rng.uniform(0, 45, 3)) if rng.random() < 0.85 else tuple(rng.uniform(0, 95, 3)),
        court=str(rng.choice(list(_COURTS), p=list(_COURTS.values()))),
        court_left=rng.uniform(0.0, 0.14) if under else rng.uniform(0.14, 0.2),
        boxed=rng.random() < 0.7,
        mark=rng.uniform(0.08, 0.17) if rng.random() < 0.4 else 0.0,
        lone_marks=rng.uniform(0.04, 0.08) if rng.random() < 0.07 else 0.0,
        framed=rng.random() < 0.75,
        printed_frame=printed_frame,
        art=art,
    )


def draw_french_card(face: str, style: MakerStyle, rng: Generator) -> tuple[Pixels, list[DrawnIndex]]:
    """A card upright in card pixels, and its indices. The rank "?" is a letter that no English index has."""
    foreign = face[0] == "?"
    if style.vector is not None and not foreign:
        return _draw_vector_card(face, style.vector, style.art, rng)
    sheet = np.empty((FRENCH_CARD_PX[1], FRENCH_CARD_PX[0], 3), np.float32)
    sheet[:] = style.paper
    if style.printed_frame is not None:
        draw_printed_frame(sheet, style.printed_frame)
    rank, suit = RANKS.find(face[0]), SUITS.index(face[1])
    glyph = style.art.foreign[rng.integers(len(style.art.foreign))] if foreign else style.glyphs[rank]
    if face[0] in "JQK?":
        _draw_court(sheet, face.replace("?", "JQK"[rng.integers(3)]), glyph, style, rng)
    else:
        _draw_pips(sheet, rank + 1, suit, style, rng)
    indices = _draw_indices(sheet, glyph, suit, style)
    if rng.random() < 0.15:
        cv2.rectangle(sheet, (1, 1), (FRENCH_CARD_PX[0] - 2, FRENCH_CARD_PX[1] - 2), (60, 60, 60), 1)
    return np.clip(sheet, 0, 255).astype(np.uint8), indices


def _draw_vector_card(face: str, deck: int, art: Art, rng: Generator) -> tuple[Pixels, list[DrawnIndex]]:
    image = art.cards[deck][face].astype(np.float32)
    paper = 255 * np.array([rng.uniform(0.8, 1), rng.uniform(0.93, 1), 1.0])
    x0, y0, x1, y1 = art.boxes[deck]
    w, h = FRENCH_CARD_PX
    indices = [DrawnIndex((x0, y0, x1, y1), False), DrawnIndex((w - x1, h - y1, w - x0, h - y0), True)]
    return np.asarray(image * paper / 255, np.uint8), indices


def choose_suit_colour(suit: int, style: MakerStyle) -> tuple[float, float, float]:
    return style.red if SUITS[suit] in "DH" else style.black


def stamp_mask(sheet: Pixels, mask: Mask, centre: tuple[float, float], size: tuple[float, float], colour: Any) -> None:
    """Print `mask` with its middle at `centre` and of `size` (width, height), in card pixels."""
    width, height = max(2, round(size[0])), max(2, round(size[1]))
    small = cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    x, y = round(centre[0] - width / 2), round(centre[1] - height / 2)
    x0, y0, x1, y1 = max(x, 0), max(y, 0), min(x + width, FRENCH_CARD_PX[0]), min(y + height, FRENCH_CARD_PX[1])
    if x1 <= x0 or y1 <= y0:
        return
    part = small[y0 - y : y1 - y, x0 - x : x1 - x]
    sheet[y0:y1, x0:x1] += part * (np.asarray(colour, np.float32) - sheet[y0:y1, x0:x1])


def turn_upside_down(mask: Mask) -> Mask:
    return np.ascontiguousarray(mask[::-1, ::-1])


def _change_weight(mask: Mask, weight: int) -> Mask:
    """A bolder or lighter glyph."""
    if weight == 0:
        return mask
    padded = cv2.copyMakeBorder(mask, 6, 6, 6, 6, cv2.BORDER_CONSTANT)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * abs(weight) + 1,) * 2)
    changed = cv2.dilate(padded, kernel) if weight > 0 else cv2.erode(padded, kernel[: 2 * abs(weight), : 2 * abs(weight)])
    return np.asarray(changed, np.uint8) if (changed > 128).mean() > 0.06 else mask


def _draw_indices(sheet: Pixels, glyph: Mask, suit: int, style: MakerStyle) -> list[DrawnIndex]:
    w, h = FRENCH_CARD_PX
    glyph, mark, colour = _change_weight(glyph, style.weight), style.suits[suit], choose_suit_colour(suit, style)
    high, suit_high = style.rank_height * h, style.suit_height * h
    wide = min(high * glyph.shape[1] / glyph.shape[0] * style.squeeze, 1.05 * high, 2 * style.inset[0] * h - 6)
    suit_wide = suit_high * mark.shape[1] / mark.shape[0]
    x, top = style.inset[0] * h, style.inset[1] * h
    bottom = top + high + style.gap * h + suit_high
    half = max(wide, suit_wide) / 2
    found = []
    if style.lone_marks and style.corners == 2:
        size = (style.lone_marks * h * mark.shape[1] / mark.shape[0], style.lone_marks * h)
        stamp_mask(sheet, mark, (w - x, top + size[1] / 2), size, colour)
        stamp_mask(sheet, turn_upside_down(mark), (x, h - top - size[1] / 2), size, colour)
    for mirrored, turned in ((False, False), (False, True), (True, False), (True, True))[: style.corners]:
        rank_at, suit_at = (x, top + high / 2), (x + style.shift * wide, bottom - suit_high / 2)
        rect = (x - half, top, x + half, bottom)
        if mirrored != turned:
            rank_at, suit_at, rect = (
                (w - rank_at[0], rank_at[1]),
                (w - suit_at[0], suit_at[1]),
                (w - rect[2], top, w - rect[0], bottom),
            )
        if turned:
            rank_at, suit_at = (rank_at[0], h - rank_at[1]), (suit_at[0], h - suit_at[1])
            rect = (rect[0], h - rect[3], rect[2], h - rect[1])
        if style.boxed:
            left, upper, right, lower = (round(value) for value in rect)
            cv2.rectangle(sheet, (left - 2, upper - 2), (right + 1, lower + 1), style.paper, -1)
        turn: Callable[[Mask], Mask] = turn_upside_down if turned else lambda mask: mask
        stamp_mask(sheet, turn(glyph), rank_at, (wide, high), colour)
        stamp_mask(sheet, turn(mark), suit_at, (suit_wide, suit_high), colour)
        found.append(DrawnIndex(rect, turned))
    return found


def _draw_pips(sheet: Pixels, count: int, suit: int, style: MakerStyle, rng: Generator) -> None:
    w, h = FRENCH_CARD_PX
    mark, colour = style.suits[suit], choose_suit_colour(suit, style)
    size = style.pip * h * (rng.uniform(0.9, 3.2) if count == 1 else 1.0)
    top = style.pip_rows[0]
    if count == 1 and SUITS[suit] == "S" and rng.random() < 0.5:
        _draw_flourish(sheet, rng, style.black)
    for column, row in _PIPS[count]:
        x, y = w * (0.5 + (column - 1) * style.pip_columns), h * (top + row * (1 - 2 * top))
        shape = turn_upside_down(mark) if row > 0.5 and style.turned_pips else mark
        stamp_mask(sheet, shape, (x, y), (size * mark.shape[1] / mark.shape[0], size), colour)


def _draw_flourish(sheet: Pixels, rng: Generator, ink: tuple[float, float, float]) -> None:
    """The maker's flourish on the ace of spades."""
    for _ in range(int(rng.integers(6, 20))):
        centre = (int(rng.integers(60, 180)), int(rng.integers(90, 246)))
        axes = (int(rng.integers(6, 50)), int(rng.integers(6, 50)))
        cv2.ellipse(
            sheet, centre, axes, float(rng.uniform(0, 180)), 0, float(rng.uniform(90, 360)), ink, int(rng.integers(1, 4))
        )


def _draw_court(sheet: Pixels, face: str, glyph: Mask, style: MakerStyle, rng: Generator) -> None:
    w, h = FRENCH_CARD_PX
    suit = SUITS.index(face[1])
    beside = 2 * style.inset[0] * h - 6 if style.court_left >= 0.14 else 0.0
    left, top = max(style.court_left * w, beside), (0.25 * style.court_left + rng.uniform(0.0, 0.08)) * h
    x0, y0, x1, y1 = round(left), round(top), round(w - left), round(h - top)
    if style.court == "letter":
        high = rng.uniform(0.25, 0.5) * h
        stamp_mask(
            sheet,
            glyph,
            (w / 2, h / 2),
            (min(high * glyph.shape[1] / glyph.shape[0], 0.5 * w), high),
            choose_suit_colour(suit, style),
        )
    else:
        picture = _recolour_picture(_choose_court_picture(face, style, rng), rng)
        sheet[y0:y1, x0:x1] = cv2.resize(picture, (x1 - x0, y1 - y0), interpolation=cv2.INTER_AREA)
    if style.framed and style.court != "letter":
        cv2.rectangle(sheet, (x0, y0), (x1, y1), tuple(rng.uniform(0, 160, 3)), 1)
    if style.mark:
        mark, high = style.suits[suit], style.mark * h
        wide = high * mark.shape[1] / mark.shape[0]
        x, y = 2 * style.inset[0] * h + wide / 2, style.inset[1] * h + high * rng.uniform(0.5, 0.8)
        stamp_mask(sheet, mark, (x, y), (wide, high), choose_suit_colour(suit, style))
        stamp_mask(sheet, turn_upside_down(mark), (w - x, h - y), (wide, high), choose_suit_colour(suit, style))


def _choose_court_picture(face: str, style: MakerStyle, rng: Generator) -> Pixels:
    if style.court == "art":
        return style.courts[face]
    if style.court == "shapes":
        return _invent_court(rng, style, SUITS.index(face[1]))
    return _piece_court(style.art, rng)


def _piece_court(art: Art, rng: Generator) -> Pixels:
    """A court that no maker has: pieces of several, the lower half as the upper half turned."""
    half = np.full((140, 170, 3), rng.uniform(225, 255), np.float32)
    for _ in range(int(rng.integers(3, 9))):
        faces = art.courts[rng.integers(len(art.courts))]
        picture = faces[list(faces)[rng.integers(len(faces))]]
        high, wide = (int(rng.integers(30, 140)) for _ in range(2))
        y, x = int(rng.integers(picture.shape[0] - high)), int(rng.integers(max(1, picture.shape[1] - wide)))
        piece = cv2.resize(picture[y : y + high, x : x + wide].astype(np.float32), None, fx=rng.uniform(0.6, 1.6), fy=1.0)
        piece = piece[:, ::-1] if rng.random() < 0.5 else piece
        y, x = int(rng.integers(-20, 120)), int(rng.integers(0, 150))
        part = half[max(y, 0) : y + piece.shape[0], x : x + piece.shape[1]]
        part[:] = piece[: part.shape[0], : part.shape[1]]
    return np.vstack([half, half[::-1, ::-1]])


def _recolour_picture(picture: Pixels, rng: Generator) -> Pixels:
    mix = np.eye(3) + rng.normal(0, 0.12, (3, 3))
    return np.clip(255 - (255 - picture.astype(np.float32)) @ mix.T.astype(np.float32), 0, 255).astype(np.float32)


def _invent_court(rng: Generator, style: MakerStyle, suit: int) -> Pixels:
    """A picture of nobody: half shapes and stripes, the other half the same turned, a pip in the corner."""
    half = np.full((140, 170, 3), 245, np.float32)
    for _ in range(int(rng.integers(25, 60))):
        colour = tuple(
            float(v) for v in ((20, 20, 20), (40, 40, 200), (30, 200, 240), (170, 60, 30), (245, 245, 245))[rng.integers(5)]
        )
        centre = (int(rng.integers(0, 170)), int(rng.integers(0, 140)))
        axes = (int(rng.integers(3, 40)), int(rng.integers(3, 40)))
        turn, width = float(rng.uniform(0, 180)), int(rng.choice([-1, 1, 2, 3]))
        cv2.ellipse(half, centre, axes, turn, 0, 360, colour, width)
    picture = np.vstack([half, half[::-1, ::-1]])
    sized = cv2.resize(picture, FRENCH_CARD_PX).astype(np.float32)
    mark = style.suits[suit]
    size = 60.0
    stamp_mask(sized, mark, (40, 45), (size * mark.shape[1] / mark.shape[0], size), choose_suit_colour(suit, style))
    stamp_mask(
        sized,
        turn_upside_down(mark),
        (FRENCH_CARD_PX[0] - 40, FRENCH_CARD_PX[1] - 45),
        (size * mark.shape[1] / mark.shape[0], size),
        choose_suit_colour(suit, style),
    )
    return sized


def draw_patterned_back(rng: Generator) -> Pixels:
    """The back of a card: a pattern, often with a white border."""
    w, h = FRENCH_CARD_PX
    colour = rng.uniform(0, 220, 3)
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    turn, pitch = rng.uniform(0, 3.14), rng.uniform(0.15, 1.2)
    wave = np.sin((x * np.cos(turn) + y * np.sin(turn)) * pitch) * np.sin(
        (x * np.sin(turn) - y * np.cos(turn)) * pitch * rng.uniform(0.5, 2)
    )
    sheet = (wave[..., None] > rng.uniform(-0.5, 0.5)) * colour + (wave[..., None] <= 0) * rng.uniform(120, 255)
    for _ in range(int(rng.integers(0, 8))):
        centre = (int(rng.integers(w)), int(rng.integers(h)))
        cv2.circle(sheet, centre, int(rng.integers(5, 60)), tuple(rng.uniform(0, 255, 3)), int(rng.choice([-1, 2, 4])))
    if rng.random() < 0.75:
        edge = int(rng.integers(6, 24))
        framed = np.full_like(sheet, 250)
        framed[edge:-edge, edge:-edge] = sheet[edge:-edge, edge:-edge]
        sheet = framed
    return np.asarray(np.clip(sheet, 0, 255), np.uint8)
