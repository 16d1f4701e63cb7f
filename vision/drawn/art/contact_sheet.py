"""One picture of all cards that a deck was learned from, for a person to check at a glance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.drawn.art.drawing import BODY, HEAVY, Fill, frame, line, paint, rounded, text
from vision.readers.enrolled.file import Deck
from vision.types import Face, Image

SHEET_CARD = (120, 168)
"""Width and height in pixels of a card on the sheet."""
SHEET_GAP, SHEET_MARGIN, HEAD, LABEL = 22, 48, 110, 34

PAPER, INK, FAINT = (247, 245, 240), (38, 42, 50), (150, 150, 148)
AMBER, SLOT, PLATE = (196, 112, 0), (212, 209, 202), (255, 255, 255)
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def contact_sheet(
    deck: Deck, missing: Sequence[Face] = (), doubtful: Mapping[Face, str] | None = None, about: str = ""
) -> Image:
    """(H, W, 3) uint8: every learned card under its name, with an amber frame and the reason where doubtful; an empty place for
    each missing face.

    `missing`: faces not learned. `doubtful`: reasons by face. `about`: a sentence on the whole deck.
    """
    doubtful = doubtful or {}
    places = [*deck.faces, *missing]
    columns = _columns(len(places))
    rows = math.ceil(len(places) / columns)
    cell = (SHEET_CARD[0] + SHEET_GAP, SHEET_CARD[1] + LABEL + SHEET_GAP)
    size = (2 * SHEET_MARGIN + columns * cell[0] - SHEET_GAP, HEAD + rows * cell[1] + SHEET_MARGIN - SHEET_GAP)
    spots = {face: (SHEET_MARGIN + cell[0] * (i % columns), HEAD + cell[1] * (i // columns)) for i, face in enumerate(places)}
    shapes = _heading(deck, len(missing), len(doubtful), size[0], about)
    for face, spot in spots.items():
        shapes += _place(face, spot, face in missing, doubtful.get(face, ""))
    sheet = paint(shapes, size, np.array([1.0, 1.0]), PAPER)
    for face, picture in zip(deck.faces, deck.pictures, strict=True):
        _paste(sheet, picture, spots[face])
    return sheet


def _columns(count: int) -> int:
    """The number of columns of a sheet a little wider than high; thirteen for a deck in four suits."""
    if count % 13 == 0 and count <= 104:
        return 13
    return max(4, min(14, round(math.sqrt(count * 1.9))))


def _heading(deck: Deck, missing: int, doubtful: int, width: int, about: str) -> list[Fill]:
    words = [f"{len(deck.faces)} cards learned"]
    words += [f"{missing} missing"] if missing else []
    words += [f"{doubtful} to look at"] if doubtful else []
    shapes = [*text(deck.name, SHEET_MARGIN, 58, 24, INK, HEAVY), *text(" · ".join(words), SHEET_MARGIN, 88, 12, FAINT, BODY)]
    shapes += text(about, width - SHEET_MARGIN, 88, 12, AMBER, BODY, 1.0) if about else []
    shapes += [line(SHEET_MARGIN, HEAD - 10, width - SHEET_MARGIN, HEAD - 10, 1.2, SLOT)]
    return shapes


def _place(face: Face, spot: tuple[int, int], missing: bool, doubt: str) -> list[Fill]:
    x, y = spot
    width, height = SHEET_CARD
    below = y + height
    if missing:
        shapes = [
            frame(x, y, width, height, 1.6, SLOT, 8),
            *text("missing", x + width / 2, y + height / 2 + 5, 10, FAINT, BODY, 0.5),
        ]
    else:
        shapes = [rounded(x - 4, y - 4, width + 8, height + 8, 8, AMBER if doubt else PLATE)]
    shapes += text(spoken(face), x + width / 2, below + 19, 11, AMBER if doubt else FAINT if missing else INK, HEAVY, 0.5)
    if doubt:
        shapes += text(doubt, x + width / 2, below + 33, 8, AMBER, BODY, 0.5)
    return shapes


def spoken(face: Face) -> str:
    """A face as a caption: "10 hearts", "47 skull", else as it is."""
    if len(face) == 2 and face[0] in "A23456789TJQK" and face[1] in SUITS and not face[1].isdigit():
        return f"{face[0].replace('T', '10')} {SUITS[face[1]]}"
    return face.replace(":", " ")


def _paste(sheet: Image, picture: bytes, spot: tuple[int, int]) -> None:
    card = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    if card is not None:
        x, y = spot
        sheet[y : y + SHEET_CARD[1], x : x + SHEET_CARD[0]] = cv2.resize(card, SHEET_CARD, interpolation=cv2.INTER_AREA)
