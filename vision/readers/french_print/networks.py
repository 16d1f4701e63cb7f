"""The six small networks behind `vision.readers.french.reader`.

Trained on drawn cards only; `calibration/french/train.py` says how, on what art and under which licences.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.onnx import Network, load_network
from vision.types import Image

Plane = NDArray[Any]
"""float32: a network's answer; each function states the shape."""

RANKS = "A23456789TJQK"
SUITS = "CDHS"
LETTERS = "1BDHRV"  # of indices that are not English, as the network learned; calibration/french/letters.py
NO_RANK = 13  # number of "no English rank", after the 13 ranks; geometry of the answer
STRIDE = 4  # picture pixels per cell of the finder's answer, as the network learned; train.py

NO_FRENCH_CARD = 52  # number of "no card at all", after the 52 faces; geometry of the answer
MIN_FACE_PROBABILITY = 1e-4  # no witness rules a face out altogether; guess
_DATA = Path(__file__).parent / "data"


@dataclass(frozen=True, eq=False)
class Guess:
    """A network's answer for a crop."""

    rank: Plane  # (14,) probabilities, the last means "none"
    suit: Plane  # (5,) probabilities, the last means "none"
    letter: str = ""  # of `LETTERS`, if the index shows one; "" for an English rank and for none

    @cached_property
    def faces(self) -> Plane:
        """(52,) probabilities of the faces, rank after rank, suits C D H S; the rest to 1 is "no card"."""
        return np.asarray(np.outer(self.rank[:13], self.suit[:4]).reshape(-1), np.float32)

    @cached_property
    def likeliest(self) -> int:
        """The number of the likeliest face."""
        return int(self.faces.argmax())

    @cached_property
    def sureness(self) -> float:
        """The probability of the likeliest face."""
        return float(self.faces.max())

    @cached_property
    def log_chances(self) -> NDArray[np.float64]:
        """(53,) logarithms of the probabilities of each face and, last, of no card."""
        chances = np.append(self.faces, 1 - self.faces.sum())
        return np.asarray(np.log(np.clip(chances, 0, 1) + MIN_FACE_PROBABILITY), np.float64)


def name_face(number: int) -> str:
    """ "TD" for the number of a face in `Guess.faces`."""
    return RANKS[number // 4] + SUITS[number % 4]


class Networks:
    """All networks of `folder`. Loaded once, used by one thread at a time. Raises `DeckError` if the files are missing or damaged."""

    def __init__(self, folder: Path = _DATA) -> None:
        self._finder = load_network(folder / "finder.onnx", None)
        self._index = load_network(folder / "index.onnx", (3, 48, 32))
        self._card = load_network(folder / "card.onnx", (3, 112, 80))
        self._place = load_network(folder / "place.onnx", (3, 152, 112))
        self._letters = load_network(folder / "letters.onnx", (3, 48, 32))
        self._wholeness = load_network(folder / "wholeness.onnx", (3, 48, 32))

    def find_heat(self, image: Image) -> Plane:
        """(6, h, w) at a quarter of the picture's size: probability of an index's middle; cosine and sine of the direction down;
        height in pixels; x and y of the middle in picture pixels."""
        height, width = image.shape[:2]
        bottom, right = -height % 16, -width % 16  # the network halves its input four times
        padded = cv2.copyMakeBorder(image, 0, bottom, 0, right, cv2.BORDER_REPLICATE) if bottom or right else image
        return _convert_heat(self._finder.run(cv2.dnn.blobFromImage(padded, 1 / 255, swapRB=True))[0])

    def read_indices(self, patches: list[Image]) -> list[Guess]:
        """The guess of each (48, 32, 3) patch."""
        return _guess_crops(self._index, patches)

    def read_cards(self, crops: list[Image]) -> list[Guess]:
        """The guess of each (112, 80, 3) crop, either way up."""
        return _guess_crops(self._card, crops)

    def read_letters(self, patch: Image) -> Plane:
        """(7,) probabilities that an index shows each of `LETTERS`, and none of them. `patch`: (48, 32, 3)."""
        return _normalise_logits(_answer_crop(self._letters, patch))

    def read_wholeness(self, patch: Image) -> float:
        """The probability that all of an index is seen. `patch`: (48, 32, 3)."""
        return float(_normalise_logits(_answer_crop(self._wholeness, patch))[1])

    def find_corner_errors(self, crop: Image) -> Plane:
        """(4, 2) how far each corner of the card is off, in widths and heights of the card. `crop`: (152, 112, 3), by
        `vision.readers.french.aligned.cut_place_crop`."""
        return self._place.run(cv2.dnn.blobFromImage(crop, 1 / 255, swapRB=True)).reshape(-1)[:8].reshape(4, 2)


def _convert_heat(found: Plane) -> Plane:
    """(6, h, w) as by `Networks.find_heat`. `found`: (6, h, w) the network's raw answer."""
    rows, columns = np.mgrid[0 : found.shape[1], 0 : found.shape[2]].astype(np.float32)
    norm = np.maximum(np.hypot(found[1], found[2]), 1e-6)
    with np.errstate(over="ignore"):
        heat = 1 / (1 + np.exp(-found[0]))
    height = 20 * np.exp2(np.clip(found[3], -3, 3))
    x, y = (columns + found[4] + 0.5) * STRIDE, (rows + found[5] + 0.5) * STRIDE
    return np.stack([heat, found[1] / norm, found[2] / norm, height, x, y]).astype(np.float32)


def _guess_crops(network: Network, crops: list[Image]) -> list[Guess]:
    """The guess of each crop. `network`: for crops of this size."""
    guesses: list[Guess] = []
    for crop in crops:  # one by one: a batch of another size makes OpenCV plan the network anew
        logits = _answer_crop(network, crop)
        guesses.append(Guess(_normalise_logits(logits[:14]), _normalise_logits(logits[14:])))
    return guesses


def _answer_crop(network: Network, crop: Image) -> NDArray[np.float64]:
    """(classes,) the network's answer for a crop of its size."""
    return np.asarray(network.run(cv2.dnn.blobFromImage(crop, 1 / 255, swapRB=True)).reshape(-1), np.float64)


def _normalise_logits(logits: NDArray[np.float64]) -> Plane:
    powers = np.exp(logits - logits.max())
    return np.asarray(powers / powers.sum(), np.float32)


def weigh_witnesses(indices: Sequence[Guess], whole: Guess | None) -> Plane:
    """(53,) probabilities of the faces and, last, of no card. Indices of a card share light and print, so further indices count
    less.

    `indices`: guesses of corners. `whole`: of the whole card, if seen; not heard beside indices where probably no card.
    """
    total = np.zeros(NO_FRENCH_CARD + 1, np.float64)
    for rank, guess in enumerate(sorted(indices, key=lambda guess: guess.sureness, reverse=True)):
        total += guess.log_chances * (1.0, 0.6, 0.2, 0.2)[min(rank, 3)]
    if whole is not None and (not indices or float(whole.faces.sum()) > 0.5):
        total += whole.log_chances
    powers: NDArray[np.float64] = np.exp(total - total.max())
    return np.asarray(powers / powers.sum(), np.float32)
