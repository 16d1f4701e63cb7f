"""The two small networks behind `vision.readers.numbers.reader`.

Trained on drawn cards only; `calibration/numbers/train.py` says how, on what art and under which licences.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.onnx import Network, load_network
from vision.readers.numbers.crops import Planes, cut_corner, make_card_planes, make_corner_planes, shrink_card
from vision.types import Image

KINDS = ("plain", "burning", "R", "G", "B", "Y", "X", "silver", "gold", "direction", "none")
"""Kinds of cards: a number on any ground, in flames, in one of five colours (X: any fifth colour), in two metals; a direction card
(with the number where the pile begins: 1, 100, 60 or 10); no number card."""

TENS_CLASSES = 11  # none, 1 to 9, ten; geometry of the network's answer
UNIT_CLASSES = 10  # 0 to 9; geometry of the network's answer
NUMBER_CLASSES = (TENS_CLASSES - 1) * UNIT_CLASSES + 1
"""0 to 100; 0 means "no number"."""

_DATA = Path(__file__).parent / "data"

Chances = NDArray[Any]
"""float32 probabilities; each function states the shape."""


@dataclass(frozen=True, slots=True, eq=False)
class NumberGuess:
    """The network's answer for the whole card."""

    numbers: Chances  # (101,) probabilities, 0: no number card
    kinds: Chances  # (10,) probabilities of `KINDS` without "none", given a number card
    icon: float  # probability of a sign besides the number


class NumberNetworks:
    """Loaded once, used by one thread at a time. Raises `DeckError` if the files are missing or damaged."""

    def __init__(self, folder: Path = _DATA) -> None:
        self._corner = load_network(folder / "corner.onnx", (3, 64, 64))
        self._card = load_network(folder / "card.onnx", (3, 112, 80))

    def read_corner(self, crop: Image, corner: int) -> Chances:
        """(101,) probabilities of the number upright in a corner, 0 to 3, of a rectified card; 0: no number."""
        return self.read_number(cut_corner(crop, corner))

    def read_number(self, patch: Image) -> Chances:
        """(101,) probabilities of the number upright in a patch, (64, 64, 3), three times as high as the number; 0: no number."""
        logits = _run_network(self._corner, make_corner_planes(patch))
        there = _normalise(logits[TENS_CLASSES + UNIT_CLASSES :])[1]
        return _join_probabilities(logits, there)

    def read_card(self, crop: Image) -> NumberGuess:
        """The guess of the card that fills `crop`, (h, w, 3) uint8 BGR, either way up."""
        logits = _run_network(self._card, make_card_planes(shrink_card(crop)))
        kinds = _normalise(logits[TENS_CLASSES + UNIT_CLASSES : -1])
        there = 1 - float(kinds[-1])
        given = np.asarray(kinds[:-1] / max(float(kinds[:-1].sum()), 1e-9), np.float32)
        return NumberGuess(_join_probabilities(logits, there), given, float(1 / (1 + np.exp(-np.clip(logits[-1], -30, 30)))))


def _join_probabilities(logits: NDArray[np.float64], there: float) -> Chances:
    """(101,) probabilities of the numbers, 0: no number. `logits`: tens, then units, then whatever follows. `there`:
    probability of any number."""
    tens, units = _normalise(logits[:TENS_CLASSES]), _normalise(logits[TENS_CLASSES : TENS_CLASSES + UNIT_CLASSES])
    chances = (
        np.outer(tens, units).reshape(-1)[:NUMBER_CLASSES].copy()
    )  # row after row is 0, 1, ... 100; above 100 there is none
    chances[0] = 0.0
    chances *= there
    chances[0] = max(0.0, 1 - float(chances.sum()))
    return np.asarray(chances, np.float32)


def _run_network(network: Network, planes: Planes) -> NDArray[np.float64]:
    return network.run(planes[None]).astype(np.float64).reshape(-1)


def _normalise(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum())
