"""What cards are drawn from to train the reader of `vision.readers.french.reader`: free art only. `prepare_art` says where
decks come from.

Rank glyphs come from the installed fonts (SIL OFL, GPL with font exception, public domain) and from four vector decks. Suit
shapes come from both, court pictures from the vector decks. Frame of reference: card pixels (`FRENCH_CARD_PX` wide and high, origin
top left).
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.readers.french_print.networks import RANKS, SUITS

FRENCH_CARD_PX = (240, 336)  # guess; width and height of a drawn card

Mask = NDArray[Any]
"""(h, w) uint8: how much ink."""
Pixels = NDArray[Any]
"""(h, w, 3) BGR, 0 to 255, uint8 or float32."""
Points = NDArray[Any]
"""(n, 2) float32."""

_DECKS: dict[
    str, tuple[tuple[int, int, int, int], int, tuple[int, int] | None]
] = {  # of each vector deck in card pixels: the box around its index, the row that parts rank and suit, the court's frame
    "aguilar": ((6, 12, 31, 82), 51, (35, 29)),
    "kennard": ((11, 12, 33, 74), 48, (40, 38)),
    "jumbo": ((10, 12, 56, 141), 87, (70, 66)),
    "bellot": ((7, 4, 36, 83), 57, None),
}
_FOREIGN = "BDVRCU1"
_UNFIT_INDEX_FONTS = (
    "Hairline", "Thin", "Symbol", "D0500", "Z003", "Script", "Tamil", "Fallback", "obster", "chorus", "Kristi", "Leckerli", "Winks", "Math",
    "Wargames", "Penguin", "Outline", "stencil", "Sketch", "Balker", "flatline", "Isabella", "Havana", "Music", "Dingbat", "Ornament",
)  # fmt: skip
MAX_SUIT_DIFFERENCE = 0.3
"""measured on the fonts: slanted suit marks differ from the usual by 0.2 of their box, what is none by 0.6."""


@dataclass(frozen=True, slots=True)
class Art:
    """What cards are drawn from."""

    glyphs: list[list[Mask]]  # per typeface 13 masks of ranks
    suits: list[list[Mask]]  # per drawing 4 masks
    courts: list[dict[str, Pixels]]  # per deck and face the framed picture
    cards: list[dict[str, Pixels]]  # per deck and face the whole card
    boxes: list[tuple[int, int, int, int]]  # per deck the box around the index
    words: list[Callable[[str, int], Mask]] = field(default_factory=list)
    """each draws a word in a typeface, of a height in pixels."""
    foreign: list[Mask] = field(default_factory=list)  # letters of indices that are not English


def prepare_art(packages: Path, out: Path) -> None:
    """Draw the vector decks as PNG to `out`. `packages` holds the npm packages, unpacked into folders of their names.

    cardsJS 1.1.1 (cards by Chris Aguilar, LGPL-3.0), @heruka_urgyen/react-playing-cards 0.5.0 (cards by Adrian Kennard, CC0),
    svg-cards 4.0.2 (David Bellot, LGPL-2.1). Needs `rsvg-convert` (Debian: librsvg2-bin).
    """
    out.mkdir(parents=True, exist_ok=True)
    kennard = packages / "react-playing-cards/src/images"
    names = {"A": "1", "T": "10", "J": "jack", "Q": "queen", "K": "king"}
    words = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
    for face in (rank + suit for rank in RANKS for suit in SUITS):
        vector = {
            "aguilar": packages / f"cardsJS/dist/cards/{face}.svg",
            "kennard": kennard / f"2color/{face}.svg",
            "jumbo": kennard / f"2color-bf/{face}.svg",
        }
        for deck, path in vector.items():
            target = str(out / f"{deck}_{face}.png")
            subprocess.run(["rsvg-convert", "-h", "504", "-a", "-b", "white", "-o", target, str(path)], check=True)
        drawn = cv2.imread(
            str(packages / f"svg-cards/png/2x/{words[face[1]]}_{names.get(face[0], face[0])}.png"), cv2.IMREAD_UNCHANGED
        )
        cv2.imwrite(str(out / f"bellot_{face}.png"), _lay_on_white(drawn))


def _lay_on_white(picture: Any) -> Pixels:
    alpha = picture[..., 3:] / 255.0
    return np.asarray(picture[..., :3] * alpha + 255 * (1 - alpha), np.uint8)


def load_art(folder: Path, fonts: Path) -> Art:
    """Read what `prepare_art` drew and every fitting font below `fonts`. Needs Pillow."""
    glyphs, suits, words = _draw_font_art(fonts)
    decks, boxes = [], []
    courts: list[dict[str, Pixels]] = []
    for name, (box, split, frame) in _DECKS.items():
        deck = _load_deck(folder, name)
        decks.append(deck)
        boxes.append(box)
        suits += [[_split_index(deck["A" + suit], box, split)[1] for suit in SUITS]] * 2
        if frame is not None:
            glyphs += [[_split_index(deck[rank + "S"], box, split)[0] for rank in RANKS]] * 14
            (left, top), (width, height) = frame, FRENCH_CARD_PX
            pictures = {face: image[top : height - top, left : width - left] for face, image in deck.items()}
            courts.append({face: picture for face, picture in pictures.items() if face[0] in "JQK"})
    foreign = [word(letter, 96) for word in words for letter in _FOREIGN]
    return Art(glyphs, suits, courts, decks, boxes, words, foreign)


def _load_deck(folder: Path, name: str) -> dict[str, Pixels]:
    return {
        rank + suit: cv2.resize(
            _read_deck_picture(folder / f"{name}_{rank}{suit}.png"), FRENCH_CARD_PX, interpolation=cv2.INTER_AREA
        )
        for rank in RANKS
        for suit in SUITS
    }


def _read_deck_picture(path: Path) -> Pixels:
    image = cv2.imread(str(path))
    if image is None:
        raise FileNotFoundError(f"{path} is missing; draw the decks first with the command `art`")
    return np.asarray(image, np.uint8)


def _split_index(image: Pixels, box: tuple[int, int, int, int], split: int) -> tuple[Mask, Mask]:
    """Masks of the rank and of the suit of a card's own index; `split` is the row between rank and suit."""
    x0, y0, x1, y1 = box
    ink = np.asarray(255 - image.min(axis=2), np.uint8)
    return _crop_to_ink(ink[y0 - 1 : split, x0 - 1 : x1 + 1]), _crop_to_ink(ink[split : y1 + 1, x0 - 1 : x1 + 1])


def _crop_to_ink(mask: Mask, height: int = 96) -> Mask:
    """The mask cut to the ink and brought to `height`. Raises `ValueError` for an empty mask."""
    rows, columns = np.flatnonzero((mask > 60).any(axis=1)), np.flatnonzero((mask > 60).any(axis=0))
    if not len(rows):
        raise ValueError("an empty glyph")
    cut = mask[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    width = max(2, round(cut.shape[1] * height / cut.shape[0]))
    return np.asarray(cv2.resize(cut, (width, height), interpolation=cv2.INTER_CUBIC), np.uint8)


def _draw_font_art(fonts: Path) -> tuple[list[list[Mask]], list[list[Mask]], list[Callable[[str, int], Mask]]]:
    from PIL import ImageFont

    glyphs, suits = [], []
    words: list[Callable[[str, int], Mask]] = []
    paths = sorted({path.name: path for path in fonts.rglob("*") if path.suffix in (".ttf", ".otf")}.values())
    for path in paths:
        slanted = any(word in path.name for word in ("Ital", "Obl", "BdIta")) and "Bold" not in path.name
        if slanted or any(word in path.name for word in _UNFIT_INDEX_FONTS):
            continue
        try:
            font = ImageFont.truetype(str(path), 96)
            drawn = [_draw_glyph(font, "10" if rank == "T" else rank) for rank in RANKS]
        except (ValueError, OSError):
            continue
        if not _is_fit_typeface(drawn):
            continue
        glyphs.append(drawn)
        words.append(partial(_draw_word, font))
        try:
            drawn = [_draw_glyph(font, mark) for mark in "♣♦♥♠"]
        except (ValueError, OSError):
            continue
        if len({mask.tobytes() for mask in drawn}) == 4:  # a font without them draws four equal boxes
            suits.append(drawn)
    return glyphs, keep_usual_suits(suits), words


def keep_usual_suits(suits: list[list[Mask]]) -> list[list[Mask]]:
    """The typefaces whose suit marks all look like the usual ones. Left out are typefaces with club and spade swapped, or with
    a box for a missing mark."""
    if not suits:
        return []
    small = np.array(
        [[cv2.resize(mark, (24, 24), interpolation=cv2.INTER_AREA) for mark in marks] for marks in suits], np.float32
    )
    off = np.abs(small[:, :, None] - np.median(small, axis=0)).mean(axis=(3, 4))
    own = (off.argmin(axis=2) == np.arange(len(SUITS))).all(axis=1) & (
        np.diagonal(off, axis1=1, axis2=2).max(axis=1) < MAX_SUIT_DIFFERENCE * 255
    )
    return [marks for marks, good in zip(suits, own, strict=True) if good]


def _is_fit_typeface(glyphs: list[Mask]) -> bool:
    """False for a typeface whose ranks are hairlines, very wide, or alike, as boxes for missing glyphs are."""
    small = [cv2.resize(mask, (16, 24), interpolation=cv2.INTER_AREA).astype(np.float32) / 255 for mask in glyphs]
    apart = min(float(np.abs(a - b).mean()) for i, a in enumerate(small) for b in small[:i])
    wide = max(mask.shape[1] / mask.shape[0] for mask in glyphs)
    return 0.13 < float(np.mean([one.mean() for one in small])) < 0.8 and wide < 2.0 and apart > 0.06


def _draw_word(font: Any, text: str, height: int) -> Mask:
    return _crop_to_ink(_draw_glyph(font, text), height)


def _draw_glyph(font: Any, text: str) -> Mask:
    from PIL import Image as Pictures
    from PIL import ImageDraw

    sheet = Pictures.new("L", (110 * len(text) + 80, 220))
    pen = ImageDraw.Draw(sheet)
    if text == "10":  # makers set the ten tight
        pen.text((30, 30), "1", fill=255, font=font)
        pen.text((30 + 0.86 * font.getlength("1"), 30), "0", fill=255, font=font)
    else:
        pen.text((30, 30), text, fill=255, font=font)
    return _crop_to_ink(np.asarray(sheet, np.uint8))
