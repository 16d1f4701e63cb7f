"""QR control cards: what codes say, and the cards shown on the control zone. Elsewhere on the table: `vision.control_cards.strewn`.

A code comes from outside: only payloads of the contract are obeyed, all others are counted and otherwise ignored.
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

MAX_CONTROL_PLAYERS = 12  # rule SQ-01; players who have a card of their own, "player1" and so on
CODE_GONE_AFTER_S = 0.6  # guess; without a code in a zone that nothing hides: its card has been taken away

CODES = frozenset({"end_turn", "undo", "stuck", "new_match", "pause", *(f"player{n + 1}" for n in range(MAX_CONTROL_PLAYERS))})


@dataclass(frozen=True, slots=True)
class ShownCodes:
    """What a control zone shows."""

    codes: frozenset[str] = frozenset()  # of the contract
    foreign: int = 0  # how many other codes lie there


def read_controls(crop: Image) -> ShownCodes:
    """The control cards in a crop of a control zone. `crop`: (h, w, 3) uint8 BGR. Raises `ReaderUnavailable` if zbar is not installed."""
    gray = np.ascontiguousarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY))
    return keep_known_codes(symbol.data for symbol in _load_decoder()(gray))


def find_controls(crop: Image) -> dict[str, tuple[float, float]]:
    """The codes of the contract in a crop, each with x and y of the code's middle in pixels. `crop`: (h, w, 3) uint8 BGR.

    Raises `ReaderUnavailable` if zbar is not installed. Of two cards alike the last found counts.
    """
    gray = np.ascontiguousarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY))
    found = {}
    for symbol in _load_decoder()(gray):
        for code in keep_known_codes([symbol.data]).codes:
            left, top, width, height = symbol.rect
            found[code] = (left + width / 2, top + height / 2)
    return found


def find_codes(image: Image) -> frozenset[str]:
    """What the QR codes in a picture say, of the contract or not. `image`: (h, w, 3) uint8 BGR. Raises `ReaderUnavailable` if zbar is not
    installed."""
    sharp = deepen_edges(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8))
    return frozenset(symbol.data.decode("ascii", "replace") for symbol in _load_decoder()(sharp))


def deepen_edges(picture: Image) -> Image:
    """A picture, grey or in colours, whose edges, blurred by a lens, are deepened fourfold: a decoder reads smaller codes in it."""
    blurred = cv2.GaussianBlur(picture, (0, 0), 3.0)  # pixels
    return np.asarray(cv2.addWeighted(picture, 5.0, blurred, -4.0, 0), np.uint8)


def keep_known_codes(payloads: Iterable[bytes]) -> ShownCodes:
    """The payloads of the contract, and the number of all others. Never raises, whatever the bytes.

    >>> keep_known_codes([b"TC1:undo", b"https://example.org"])
    ShownCodes(codes=frozenset({'undo'}), foreign=1)
    """
    words = [payload.decode("ascii", "replace") for payload in payloads]
    known = [word.startswith(PAYLOAD_PREFIX) and word.removeprefix(PAYLOAD_PREFIX) in CODES for word in words]
    codes = frozenset(word.removeprefix(PAYLOAD_PREFIX) for word, is_known in zip(words, known, strict=True) if is_known)
    return ShownCodes(codes, known.count(False))


@cache
def _load_decoder() -> Callable[[Any], Iterable[Any]]:
    """The decoder of QR codes, which is given (h, w) grey levels."""
    try:
        from pyzbar import pyzbar
    except ImportError as error:
        raise ReaderUnavailable("QR control cards need zbar: sudo apt install libzbar0, then start again") from error
    return lambda gray: pyzbar.decode(gray, symbols=[pyzbar.ZBarSymbol.QRCODE])


@dataclass(frozen=True, slots=True)
class Showing:
    """The control cards that lie in a zone."""

    codes: frozenset[str] = frozenset()  # told as shown
    without: float | None = None  # since when the codes have not been seen in the bare zone


def follow_showing(state: Showing, shown: ShownCodes, at: float, *, is_covered: bool) -> tuple[Showing, tuple[str, ...]]:
    """The cards after another look, and the codes shown just now. A card counts once, however long the card lies in the zone.

    `shown`: what the zone shows now; `at`: seconds; `is_covered`: something hides the zone.
    """
    new = shown.codes - state.codes
    if new or is_covered or state.codes <= shown.codes:
        return Showing(state.codes | new), tuple(sorted(new))
    since = at if state.without is None else state.without
    return (Showing(shown.codes) if at - since >= CODE_GONE_AFTER_S else Showing(state.codes, since)), ()
