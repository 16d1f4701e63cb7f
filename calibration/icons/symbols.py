"""The pictures of free symbol fonts: skulls, hands, arrows, signs of all kinds, to draw icons with."""

from __future__ import annotations

import importlib
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.numbers.fonts import HELD_BACK_EVERY, Mask

SYMBOL_PX = 96  # guess; width and height of a symbol's mask
SYMBOL_FONT_PX = 88  # guess; size at which a font is drawn
PICTURE_BLOCKS = ((0x2600, 0x27C0), (0xE000, 0xF900), (0x1F300, 0x1F700), (0xF0000, 0xFFFFE))
"""standard Unicode: signs and dingbats, what each font has for itself, pictographs."""


class Symbols:
    """Every picture of the fonts below a folder that is fit for an icon: for training, or held back. Needs Pillow and
    fontTools. Raises `ValueError` for a folder without any."""

    def __init__(self, folder: Path, held_back: bool) -> None:
        font_file: Any = importlib.import_module("fontTools.ttLib").TTFont
        from PIL import ImageFont

        self._masks: dict[tuple[str, int], Mask | None] = {}
        self._fonts: dict[str, Any] = {}
        self._all: list[tuple[str, int]] = []
        paths = {path.name: path for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".otf")}
        for name, path in sorted(paths.items()):
            self._fonts[name] = ImageFont.truetype(str(path), SYMBOL_FONT_PX)
            codes = sorted(
                code for code in font_file(path).getBestCmap() if any(low <= code < high for low, high in PICTURE_BLOCKS)
            )
            self._all += [
                (name, code) for code in codes if (zlib.crc32(f"{name}{code}".encode()) % HELD_BACK_EVERY == 0) == held_back
            ]
        if not self._all:
            raise ValueError(f"no fonts of symbols in {folder}")

    def pick_symbol(self, rng: np.random.Generator) -> Mask:
        """(96, 96) uint8: how much ink."""
        while True:
            which = self._all[int(rng.integers(len(self._all)))]
            if which not in self._masks:
                self._masks[which] = _draw_symbol(self._fonts[which[0]], chr(which[1]))
            if (mask := self._masks[which]) is not None:
                return mask


def _draw_symbol(font: Any, text: str) -> Mask | None:
    """None for what is unfit for an icon."""
    from PIL import Image, ImageDraw

    sheet = Image.new("L", (4 * SYMBOL_FONT_PX, 4 * SYMBOL_FONT_PX))
    ImageDraw.Draw(sheet).text((SYMBOL_FONT_PX, SYMBOL_FONT_PX), text, fill=255, font=font)
    ink = np.asarray(sheet, np.uint8)
    rows, columns = np.flatnonzero((ink > 60).any(axis=1)), np.flatnonzero((ink > 60).any(axis=0))
    if len(rows) < 20 or len(columns) < 20:
        return None
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = (SYMBOL_PX - 2) / max(cut.shape)
    small = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    mask = np.zeros((SYMBOL_PX, SYMBOL_PX), np.uint8)
    down, right = (SYMBOL_PX - small.shape[0]) // 2, (SYMBOL_PX - small.shape[1]) // 2
    mask[down : down + small.shape[0], right : right + small.shape[1]] = small
    return mask if (0.08, 0.75)[0] < float(mask.mean()) / 255 < (0.08, 0.75)[1] else None
