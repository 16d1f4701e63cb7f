"""A picture of all cards that a deck was learned from, for a person to check at a glance."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np

from vision.drawn.art.drawing import (
    BODY,
    HEAVY,
    Colour,
    Fill,
    draw_text,
    make_frame,
    make_line,
    make_rounded_rect,
    paint_shapes,
)
from vision.readers.enrolled.file import Deck
from vision.types import Face, Image

CONTACT_CARD_PX = (120, 168)  # guess; width and height of a card on the sheet
CONTACT_GAPS_PX = {"between": 22, "around": 48, "heading": 110, "name": 34}
"""Pixels between cards, around all of them, of the heading's height and of the height of a card's name."""
CONTACT_COLOURS: dict[str, Colour] = {
    "paper": (247, 245, 240),
    "ink": (38, 42, 50),
    "faint": (150, 150, 148),
    "doubt": (196, 112, 0),
    "slot": (212, 209, 202),
    "plate": (255, 255, 255),
}
"""Red, green and blue of the sheet, of names, of what is missing, of doubts, of empty places and of the plate below a card."""
SUIT_WORDS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def compose_contact_sheet(
    deck: Deck, missing: Sequence[Face] = (), doubtful: Mapping[Face, str] | None = None, about: str = ""
) -> Image:
    """(H, W, 3) uint8: every learned card under its name, with an amber frame and the reason where doubtful; an empty place for
    each missing face.

    `missing`: faces not learned. `doubtful`: reasons by face. `about`: a sentence on the whole deck.
    """
    doubtful = doubtful or {}
    faces = [*deck.faces, *missing]
    columns = _choose_columns(len(faces))
    between, around, top, name = CONTACT_GAPS_PX.values()
    step = (CONTACT_CARD_PX[0] + between, CONTACT_CARD_PX[1] + name + between)
    size = (2 * around + columns * step[0] - between, top + math.ceil(len(faces) / columns) * step[1] + around - between)
    spots = {face: (around + step[0] * (i % columns), top + step[1] * (i // columns)) for i, face in enumerate(faces)}
    shapes = _draw_heading(deck, len(missing), len(doubtful), size[0], about)
    for face, spot in spots.items():
        shapes += _draw_card_place(face, spot, face in missing, doubtful.get(face, ""))
    sheet = paint_shapes(shapes, size, np.array([1.0, 1.0]), CONTACT_COLOURS["paper"])
    for face, picture in zip(deck.faces, deck.pictures, strict=True):
        _paste_card(sheet, picture, spots[face])
    return sheet


def _choose_columns(count: int) -> int:
    """The number of columns of a sheet a little wider than high; thirteen for a deck in four suits."""
    if count % 13 == 0 and count <= 104:
        return 13
    return max(4, min(14, round(math.sqrt(count * 1.9))))


def _draw_heading(deck: Deck, missing: int, doubtful: int, width: int, about: str) -> list[Fill]:
    """The deck's name, how many cards were learned, are missing or doubtful, and a sentence `about` the deck. `width`: of the
    sheet in pixels."""
    words = [f"{len(deck.faces)} cards learned"]
    words += [f"{missing} missing"] if missing else []
    words += [f"{doubtful} to look at"] if doubtful else []
    colours, left, bottom = CONTACT_COLOURS, CONTACT_GAPS_PX["around"], CONTACT_GAPS_PX["heading"] - 10
    shapes = [*draw_text(deck.name, left, 58, 24, colours["ink"], HEAVY)]
    shapes += draw_text(" · ".join(words), left, 88, 12, colours["faint"], BODY)
    shapes += draw_text(about, width - left, 88, 12, colours["doubt"], BODY, 1.0) if about else []
    return [*shapes, make_line(left, bottom, width - left, bottom, 1.2, colours["slot"])]


def _draw_card_place(face: Face, spot: tuple[int, int], missing: bool, doubt: str) -> list[Fill]:
    """What is drawn at `spot`, a card's top left corner: an empty place if `missing`, else a plate; the card's name, and the
    doubt, "" for none."""
    (x, y), (width, height), colours = spot, CONTACT_CARD_PX, CONTACT_COLOURS
    below, middle = y + height, x + width / 2
    if missing:
        shapes = [
            make_frame(x, y, width, height, 1.6, colours["slot"], 8),
            *draw_text("missing", middle, y + height / 2 + 5, 10, colours["faint"], BODY, 0.5),
        ]
    else:
        shapes = [make_rounded_rect(x - 4, y - 4, width + 8, height + 8, 8, colours["doubt" if doubt else "plate"])]
    ink = colours["doubt" if doubt else "faint" if missing else "ink"]
    shapes += draw_text(caption_face(face), middle, below + 19, 11, ink, HEAVY, 0.5)
    if doubt:
        shapes += draw_text(doubt, middle, below + 33, 8, colours["doubt"], BODY, 0.5)
    return shapes


def caption_face(face: Face) -> str:
    """A face as a caption: "10 hearts", "47 skull", else as it is."""
    if len(face) == 2 and face[0] in "A23456789TJQK" and face[1] in SUIT_WORDS and not face[1].isdigit():
        return f"{face[0].replace('T', '10')} {SUIT_WORDS[face[1]]}"
    return face.replace(":", " ")


def _paste_card(sheet: Image, picture: bytes, spot: tuple[int, int]) -> None:
    """Paint a card into `sheet`, in place. `picture`: a JPEG; a damaged one leaves the place empty. `spot`: top left pixel."""
    card = cv2.imdecode(np.frombuffer(picture, np.uint8), cv2.IMREAD_COLOR)
    if card is not None:
        x, y = spot
        sheet[y : y + CONTACT_CARD_PX[1], x : x + CONTACT_CARD_PX[0]] = cv2.resize(
            card, CONTACT_CARD_PX, interpolation=cv2.INTER_AREA
        )
