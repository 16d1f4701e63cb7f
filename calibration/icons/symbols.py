"""The pictures of free symbol fonts: skulls, hands, arrows, signs of all kinds, to draw icons with."""

from __future__ import annotations

import importlib
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.numbers.fonts import Mask

SYMBOL_SIDE = 96
"""Width and height of a symbol's mask."""
_DRAWN_AT = 88
_HELD_BACK = 8
"""One symbol of so many is held back."""
_BLOCKS = ((0x2600, 0x27C0), (0xE000, 0xF900), (0x1F300, 0x1F700), (0xF0000, 0xFFFFE))
"""Where fonts have pictures: signs and dingbats, what each font has for itself, pictographs."""
_INK = (0.08, 0.75)
"""Share of a symbol's box that is ink: what has less is a hairline, what has more a block."""


class Symbols:
    """Every picture of the fonts below a folder that is fit for an icon: those to train with, or those held back. Needs Pillow and fontTools.
    Raises `ValueError` for a folder without any."""

    def __init__(self, folder: Path, held_back: bool) -> None:
        font_file: Any = importlib.import_module("fontTools.ttLib").TTFont
        from PIL import ImageFont

        self._masks: dict[tuple[str, int], Mask | None] = {}
        self._fonts: dict[str, Any] = {}
        self._all: list[tuple[str, int]] = []
        paths = {path.name: path for path in folder.rglob("*") if path.suffix.lower() in (".ttf", ".otf")}
        for name, path in sorted(paths.items()):
            self._fonts[name] = ImageFont.truetype(str(path), _DRAWN_AT)
            codes = sorted(code for code in font_file(path).getBestCmap() if any(low <= code < high for low, high in _BLOCKS))
            self._all += [
                (name, code) for code in codes if (zlib.crc32(f"{name}{code}".encode()) % _HELD_BACK == 0) == held_back
            ]
        if not self._all:
            raise ValueError(f"no fonts of symbols in {folder}")

    def one(self, rng: np.random.Generator) -> Mask:
        """(96, 96) uint8: how much ink."""
        while True:
            which = self._all[int(rng.integers(len(self._all)))]
            if which not in self._masks:
                self._masks[which] = _mask(self._fonts[which[0]], chr(which[1]))
            if (mask := self._masks[which]) is not None:
                return mask


def _mask(font: Any, text: str) -> Mask | None:
    """None for what is unfit for an icon."""
    from PIL import Image, ImageDraw

    sheet = Image.new("L", (4 * _DRAWN_AT, 4 * _DRAWN_AT))
    ImageDraw.Draw(sheet).text((_DRAWN_AT, _DRAWN_AT), text, fill=255, font=font)
    ink = np.asarray(sheet, np.uint8)
    rows, columns = np.flatnonzero((ink > 60).any(axis=1)), np.flatnonzero((ink > 60).any(axis=0))
    if len(rows) < 20 or len(columns) < 20:
        return None
    cut = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = (SYMBOL_SIDE - 2) / max(cut.shape)
    small = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    mask = np.zeros((SYMBOL_SIDE, SYMBOL_SIDE), np.uint8)
    down, right = (SYMBOL_SIDE - small.shape[0]) // 2, (SYMBOL_SIDE - small.shape[1]) // 2
    mask[down : down + small.shape[0], right : right + small.shape[1]] = small
    return mask if _INK[0] < float(mask.mean()) / 255 < _INK[1] else None
