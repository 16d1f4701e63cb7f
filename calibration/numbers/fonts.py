"""The free fonts that number cards are drawn with, to train and to test the reader of `vision.readers.numbers`.

Whole numbers are drawn as masks of ink. A family belongs to the training or is held back for judging, by name alone; no
typeface of `vision.drawn` is trained on.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[Any]
"""(h, w) uint8: how much ink, cut to the ink."""

NUMBER_FONT_PX = 72  # guess; size at which a typeface is drawn
HELD_BACK_EVERY = 8  # guess; families, and symbols: one of so many is held back from training

_UNFIT = (
    "Symbol", "D0500", "Z003", "Fallback", "Math", "Hairline", "Thin", "Music", "Dingbat", "Pictograph", "Ornament", "BadLuck", "Havana",
)  # fmt: skip
_OF_THE_JUDGES = ("aileron", "luckiest", "robotoslab", "roboto-slab")


@dataclass(slots=True)
class NumberFont:
    """A typeface."""

    name: str  # of the file
    drawn: Any  # the font as Pillow loads it
    _masks: dict[str, Mask] = field(default_factory=dict)

    def draw_mask(self, text: str) -> Mask:
        """The ink of a number or word, cut to the ink. Raises `ValueError` for a typeface without such figures."""
        if text not in self._masks:
            self._masks[text] = _draw_ink(self.drawn, text)
        return self._masks[text]


def load_fonts(folder: Path, held_back: bool) -> list[NumberFont]:
    """Every typeface below `folder` that is fit for numbers: for training, or held back. Needs Pillow."""
    from PIL import ImageFont

    found = []
    paths = sorted({path.name: path for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".otf")}.values())
    for path in paths:
        if is_held_back(path.name) != held_back or _is_unfit(path.name):
            continue
        try:
            font = NumberFont(path.name, ImageFont.truetype(str(path), NUMBER_FONT_PX))
            if _tells_figures_apart([font.draw_mask(str(figure)) for figure in range(10)]):
                found.append(font)
        except (ValueError, OSError):
            continue
    return found


def is_held_back(name: str) -> bool:
    """True for a file whose family the training never sees. The first letters of the name decide, so that all weights go
    together."""
    return zlib.crc32(name.lower()[:5].encode()) % HELD_BACK_EVERY == 0


def _is_unfit(name: str) -> bool:
    return any(word in name for word in _UNFIT) or any(name.lower().startswith(word) for word in _OF_THE_JUDGES)


def _tells_figures_apart(masks: Sequence[Mask]) -> bool:
    """False for typefaces that draw boxes, or whose figures are too thin, too wide or all alike."""
    small = [cv2.resize(mask, (16, 24), interpolation=cv2.INTER_AREA).astype(np.float32) / 255 for mask in masks]
    ink = float(np.mean([one.mean() for one in small]))
    wide = max(mask.shape[1] / mask.shape[0] for mask in masks)
    apart = min(float(np.abs(a - b).mean()) for i, a in enumerate(small) for b in small[:i])
    return 0.17 < ink < 0.85 and wide < 1.6 and apart > 0.06


def _draw_ink(font: Any, text: str) -> Mask:
    from PIL import Image, ImageDraw

    sheet = Image.new("L", (int(font.getlength(text)) + 160, 3 * NUMBER_FONT_PX))
    ImageDraw.Draw(sheet).text((80, NUMBER_FONT_PX // 2), text, fill=255, font=font)
    ink = np.asarray(sheet, np.uint8)
    rows, columns = np.flatnonzero((ink > 60).any(axis=1)), np.flatnonzero((ink > 60).any(axis=0))
    if not len(rows) or len(rows) < 8:
        raise ValueError(f"no ink for {text!r}")
    return np.ascontiguousarray(ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
