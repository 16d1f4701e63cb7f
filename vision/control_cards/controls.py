"""QR control cards: what they say, and those that are shown on the control zone. Elsewhere on the table: `vision.control_cards.strewn`.

What a code says comes from outside: only payloads of the contract are obeyed, all others are counted and otherwise ignored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np

from vision.errors import ReaderUnavailable
from vision.types import Image

PAYLOAD_PREFIX = "TC1:"
"""Begins every payload: table companion, first contract."""

SEATS = 12
"""Players who have a card of their own, "player1" and so on."""

CODES = frozenset({"end_turn", "undo", "stuck", "new_match", "pause", *(f"player{seat}" for seat in range(1, SEATS + 1))})


@dataclass(frozen=True, slots=True)
class ShownCodes:
    """What a control zone shows. `codes`: of the contract. `foreign`: how many other codes lay there."""

    codes: frozenset[str] = frozenset()
    foreign: int = 0


def read_controls(crop: Image) -> ShownCodes:
    """The control cards in a crop (h, w, 3) uint8 BGR of a control zone. Raises `ReaderUnavailable` if zbar is not installed."""
    gray = np.ascontiguousarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY))
    return understood(symbol.data for symbol in _decoder()(gray))


def places_of_controls(crop: Image) -> dict[str, tuple[float, float]]:
    """The codes of the contract in a crop (h, w, 3) uint8 BGR, and the middle of each in its pixels. Raises `ReaderUnavailable`."""
    gray = np.ascontiguousarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY))
    found = {}
    for symbol in _decoder()(gray):
        for code in understood([symbol.data]).codes:
            left, top, width, height = symbol.rect
            found[code] = (left + width / 2, top + height / 2)
    return found


def understood(payloads: Iterable[bytes]) -> ShownCodes:
    """Keep the payloads of the contract, count the others. Never raises, whatever they hold."""
    words = [payload.decode("ascii", "replace") for payload in payloads]
    codes = frozenset(word.removeprefix(PAYLOAD_PREFIX) for word in words if word.startswith(PAYLOAD_PREFIX)) & CODES
    return ShownCodes(
        codes, sum(not word.startswith(PAYLOAD_PREFIX) or word.removeprefix(PAYLOAD_PREFIX) not in CODES for word in words)
    )


@cache
def _decoder() -> Callable[[Any], Iterable[Any]]:
    try:
        from pyzbar import pyzbar
    except ImportError as error:
        raise ReaderUnavailable("QR control cards need zbar: sudo apt install libzbar0, then start again") from error
    return lambda gray: pyzbar.decode(gray, symbols=[pyzbar.ZBarSymbol.QRCODE])


CODE_GONE_AFTER = 0.6
"""Seconds without a code in a zone nothing hides after which its card has been taken away."""


@dataclass(frozen=True, slots=True)
class Showing:
    """The control cards that lie in a zone. `codes`: of those announced; `without`: since when they have not been seen in the bare zone."""

    codes: frozenset[str] = frozenset()
    without: float | None = None


def showing(state: Showing, shown: ShownCodes, covered: bool, at: float) -> tuple[Showing, tuple[str, ...]]:
    """The cards after one more look, and the codes that were shown just now. A card counts once, however long it lies there."""
    new = shown.codes - state.codes
    if new or covered or state.codes <= shown.codes:
        return Showing(state.codes | new), tuple(sorted(new))
    since = at if state.without is None else state.without
    return (Showing(shown.codes) if at - since >= CODE_GONE_AFTER else Showing(state.codes, since)), ()
