"""The two small networks behind `vision.readers.numbers.reader`, run by OpenCV alone.

They were trained on drawn cards only; `calibration/numbers/train.py` says how, on what art and under which licences.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.onnx import load_network
from vision.readers.numbers.crops import Planes, card_crop, card_planes, corner_crop, corner_planes
from vision.types import Image

KINDS = ("plain", "burning", "R", "G", "B", "Y", "X", "silver", "gold", "direction", "none")
"""What a card is: a number on any ground, a burning one, one of five colours (X: the fifth, whichever it is), one of two metals, a
direction card (its number is where the pile starts: 1, or 100, 60, 10), no number card at all."""

NUMBERS = 101
"""Numbers 0 to 100; 0 stands for "no number"."""
TENS, UNITS = 11, 10
"""Tens: none, 1 to 9, ten. Units: 0 to 9."""

_DATA = Path(__file__).parent / "data"

Chances = NDArray[Any]
"""float32 probabilities; the shape is said where it is used."""


@dataclass(frozen=True, slots=True, eq=False)
class CardGuess:
    """What the whole card looks like. `numbers`: (101,) probabilities, 0: no number card. `kinds`: (10,) probabilities of `KINDS` without
    "none", given that it is a number card. `icon`: probability of a sign besides the number."""

    numbers: Chances
    kinds: Chances
    icon: float


class Networks:
    """Loaded once, used by one thread at a time. Raises `DeckError` if the files are missing or damaged."""

    def __init__(self, folder: Path = _DATA) -> None:
        self._corner, self._card = (load_network(folder / f"{name}.onnx") for name in ("corner", "card"))

    def read_corner(self, crop: Image, corner: int) -> Chances:
        """(101,) probabilities of the number that stands upright in a corner, 0 to 3, of a rectified card; 0: none does."""
        return self.read_number(corner_crop(crop, corner))

    def read_number(self, patch: Image) -> Chances:
        """The same of the number that stands upright in a patch, (64, 64, 3), a third as high as it."""
        logits = _answer(self._corner, corner_planes(patch))
        there = _softmax(logits[TENS + UNITS :])[1]
        return _numbers(logits, there)

    def read_card(self, crop: Image) -> CardGuess:
        """What a rectified card shows, either way up."""
        logits = _answer(self._card, card_planes(card_crop(crop)))
        kinds = _softmax(logits[TENS + UNITS : -1])
        there = 1 - float(kinds[-1])
        given = np.asarray(kinds[:-1] / max(float(kinds[:-1].sum()), 1e-9), np.float32)
        return CardGuess(_numbers(logits, there), given, float(1 / (1 + np.exp(-np.clip(logits[-1], -30, 30)))))


def number_of(tens: int, units: int) -> int:
    """The number that a class of tens and one of units make."""
    return 10 * tens + units


def _numbers(logits: NDArray[np.float64], there: float) -> Chances:
    both = np.outer(_softmax(logits[:TENS]), _softmax(logits[TENS : TENS + UNITS])).reshape(-1)
    chances = both[:NUMBERS].copy()  # row after row is 0, 1, ... 100; above 100 there is none
    chances[0] = 0.0
    chances *= there
    chances[0] = max(0.0, 1 - float(chances.sum()))
    return np.asarray(chances, np.float32)


def _answer(net: Any, planes: Planes) -> NDArray[np.float64]:
    net.setInput(planes[None])
    return np.array(net.forward(), np.float64).reshape(-1)


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())
