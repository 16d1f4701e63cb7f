"""The printed card of a table without a screen: how its page is opened, and how a first phone gets in."""

from __future__ import annotations

import re
from dataclasses import dataclass

from calibration.errors import PrintError
from calibration.pages import Page, draw_crop_marks, orient_paper
from vision.drawn.art.control_cards import draw_qr_code
from vision.drawn.art.drawing import (
    BARE_PAPER,
    BLACK,
    HEAVY,
    Drawing,
    Font,
    Shapes,
    draw_text,
    make_frame,
    make_rect,
    measure_text,
    place_shapes,
)

DOOR_CARD_MM = (148.0, 105.0)  # A6, across
QR_SIDE_MM = 46.0  # of each QR code, quiet zone included: modules of a millimetre, legible at arm's length; guess
_MARGIN_MM = 8.0


@dataclass(frozen=True, slots=True)
class DoorWords:
    """What the card says, in the reader's language."""

    title: str
    open: str  # "Open on a phone"
    address: str  # "http://companion.local:8765/"
    code_title: str  # "Code for the first phone", or where the code is found
    code: str  # six digits, "" = none is fixed
    wifi: str  # when the access point is needed
    network_title: str
    network: str  # of the access point
    password_title: str
    password: str  # of the access point


def print_door_card(words: DoorWords, paper: str = "a4") -> tuple[Page, ...]:
    """The card on one page, with marks for cutting. Raises `PrintError` where the paper is too small."""
    size = orient_paper(paper, DOOR_CARD_MM)
    if size is None:
        raise PrintError(f"the card does not fit on {paper} paper")
    left, top = (size[0] - DOOR_CARD_MM[0]) / 2, (size[1] - DOOR_CARD_MM[1]) / 2
    shapes = (
        make_rect(0, 0, *size, BARE_PAPER),
        *place_shapes(draw_door_card(words).shapes, left, top),
        *draw_crop_marks(left, top, *DOOR_CARD_MM),
    )
    return (Page(Drawing(size, shapes)),)


def draw_door_card(words: DoorWords) -> Drawing:
    """The card, true to scale. Above: the page with its QR code, and the code for phones. Below: the access point, with a QR
    code that joins a phone without typing."""
    width, height = DOOR_CARD_MM
    half = height / 2
    page = words.address + (f"pair#{words.code}" if words.code else "")
    code = f"{words.code[:3]} {words.code[3:]}" if words.code else ""
    right = width - QR_SIDE_MM - 4
    return Drawing(
        DOOR_CARD_MM,
        (
            make_rect(0, 0, width, height, BARE_PAPER),
            make_frame(1.2, 1.2, width - 2.4, height - 2.4, 0.5, BLACK, 3),
            make_rect(_MARGIN_MM, half, width - 2 * _MARGIN_MM, 0.3, BLACK),
            *draw_qr_code(page, right, (half - QR_SIDE_MM) / 2, QR_SIDE_MM),
            *draw_qr_code(join_wifi_payload(words.network, words.password), right, half + (half - QR_SIDE_MM) / 2, QR_SIDE_MM),
            *_draw_line(words.title, 13, 4.5, right, HEAVY),
            *_draw_line(words.open, 22, 2.6, right),
            *_draw_line(words.address, 28, 3.6, right, HEAVY),
            *_draw_line(words.code_title, 37, 2.6, right),
            *_draw_line(code, 45, 5.5, right, HEAVY),
            *_draw_line(words.wifi, half + 11, 2.6, right),
            *_draw_line(words.network_title, half + 20, 2.6, right),
            *_draw_line(words.network, half + 26, 3.6, right, HEAVY),
            *_draw_line(words.password_title, half + 35, 2.6, right),
            *_draw_line(words.password, half + 41, 3.6, right, HEAVY),
        ),
    )


def join_wifi_payload(network: str, password: str) -> str:
    """The text of a QR code by which phones join a network of WPA: signs with a meaning of their own have a backslash."""
    name, word = (re.sub(r'([\\;,:"])', r"\\\1", said) for said in (network, password))
    return f"WIFI:T:WPA;S:{name};P:{word};;"


def _draw_line(words: str, y: float, height: float, right: float, font: Font | None = None) -> Shapes:
    """A line from the left margin with its baseline at `y`, smaller where it would reach beyond `right`."""
    font = font or Font()
    room = right - _MARGIN_MM
    wide = measure_text(words, height, font)
    return draw_text(words, _MARGIN_MM, y, height * min(1.0, room / wide) if wide else height, BLACK, font)
