"""Control cards: a QR code for the camera and a sign for people. Payloads: "TC1:end_turn", "TC1:player3" ..."""

from __future__ import annotations

from collections.abc import Iterator

import segno

from vision.control_cards.controls import MAX_CONTROL_PLAYERS, PAYLOAD_PREFIX
from vision.drawn.art.drawing import (
    BARE_PAPER,
    Colour,
    Drawing,
    Fill,
    Font,
    Shapes,
    draw_text,
    make_annulus,
    make_arc,
    make_disc,
    make_frame,
    make_polygon,
    make_rect,
    make_rounded_rect,
    measure_text,
    place_shapes,
)
from vision.place.layout import CARD_MM

PRINTED_CODES = (
    "end_turn",
    "undo",
    "stuck",
    "pause",
    "new_match",
    *(f"player{seat}" for seat in range(1, MAX_CONTROL_PLAYERS + 1)),
)
CONTROL_INK: Colour = (20, 24, 32)  # guess; a soft black


def make_payload(code: str) -> str:
    """The text of a control card's QR code."""
    return PAYLOAD_PREFIX + code


def draw_control_card(face: str, words: str = "", size_mm: tuple[float, float] = CARD_MM) -> Drawing:
    """A control card, true to scale. `face`: the payload; without a known sign only the QR code is drawn. `words`: the card's
    name in the reader's language, "" for no name. `size_mm`: width and height."""
    width, height = size_mm
    side = width - 6
    ground = (make_rect(0, 0, width, height, BARE_PAPER), make_frame(1.2, 1.2, width - 2.4, height - 2.4, 0.8, CONTROL_INK, 3))
    sign = place_shapes(_SIGNS.get(face.removeprefix(PAYLOAD_PREFIX), ()), width / 2, side + 10.5, 13)
    label = draw_text(
        words, width / 2, height - 5, min(4.5, 4.5 * (width - 8) / max(1, measure_text(words, 4.5))), CONTROL_INK, Font(), 0.5
    )
    return Drawing(size_mm, (*ground, *draw_qr_code(face, 3, 3, side), *sign, *(label if words else ())))


def draw_qr_code(words: str, x: float, y: float, side: float) -> Shapes:
    """A QR code of the text `words` with the quiet zone, in a square of `side` millimetres with the top left corner at (x,
    y)."""
    code = segno.make_qr(words, error="m", boost_error=False)
    matrix, quiet = [[bool(module) for module in row] for row in code.matrix], code.default_border_size
    module = side / (len(matrix) + 2 * quiet)
    return tuple(
        make_rect(x + (start + quiet) * module, y + (row + quiet) * module, (end - start) * module, module, CONTROL_INK)
        for row, start, end in _find_dark_runs(matrix)
    )


def _find_dark_runs(matrix: list[list[bool]]) -> Iterator[tuple[int, int, int]]:
    """Dark modules side by side in a row: (row, first column, column after the last). `matrix`: rows of modules, True for
    dark."""
    for row, modules in enumerate(matrix):
        start = None
        for column, dark in enumerate([*modules, False]):
            if dark and start is None:
                start = column
            elif not dark and start is not None:
                yield row, start, column
                start = None


def _draw_end_turn_sign() -> Shapes:
    """Two arrows in a circle, within a square of side 1 around (0, 0)."""
    hands: list[Fill] = []
    for turn in (0, 180):
        head = make_polygon(((0.46, -0.06), (0.16, -0.06), (0.31, 0.15)), CONTROL_INK)
        hands += place_shapes((make_arc(0, 0, 0.31, -160, -8, 0.11, CONTROL_INK), head), 0, 0, 1, turn)
    return tuple(hands)


def _draw_undo_sign() -> Shapes:
    """An arrow that turns back to the left, within a square of side 1 around (0, 0)."""
    head = make_polygon(((-0.48, -0.1), (-0.12, -0.36), (-0.12, 0.16)), CONTROL_INK)
    return (
        head,
        make_rect(-0.14, -0.155, 0.34, 0.11, CONTROL_INK),
        make_arc(0.18, 0.1, 0.2, -90, 90, 0.11, CONTROL_INK),
        make_rect(-0.1, 0.245, 0.28, 0.11, CONTROL_INK),
    )


def _draw_stuck_sign() -> Shapes:
    """A bar across a ring: no way through."""
    return (make_annulus(0, 0, 0.42, 0.11, CONTROL_INK), make_rect(-0.27, -0.08, 0.54, 0.16, CONTROL_INK))


def _draw_pause_sign() -> Shapes:
    return (make_rect(-0.3, -0.4, 0.2, 0.8, CONTROL_INK), make_rect(0.1, -0.4, 0.2, 0.8, CONTROL_INK))


def _draw_new_match_sign() -> Shapes:
    """A fan of cards within a square of side 1 around (0, 0): hands are dealt anew."""
    fan: Shapes = ()
    for turn in (-28, 0, 28):
        card = (
            make_rounded_rect(-0.19, -0.62, 0.38, 0.56, 0.06, CONTROL_INK),
            make_rounded_rect(-0.145, -0.575, 0.29, 0.47, 0.04, BARE_PAPER),
        )
        fan += place_shapes(card, 0, 0.42, 1, turn)
    return fan


def _draw_player_sign(number: int) -> Shapes:
    """A person, and the person's number."""
    body = (make_disc(0, -0.3, 0.2, CONTROL_INK), *place_shapes((make_arc(0, 0.36, 0.28, 180, 360, 0.24, CONTROL_INK),), 0, 0))
    return (*place_shapes(body, -0.36, 0), *draw_text(str(number), 0.16, 0.34, 0.84, CONTROL_INK, Font(), 0.0))


_SIGNS = {
    "end_turn": _draw_end_turn_sign(),
    "undo": _draw_undo_sign(),
    "stuck": _draw_stuck_sign(),
    "pause": _draw_pause_sign(),
    "new_match": _draw_new_match_sign(),
    **{f"player{number}": _draw_player_sign(number) for number in range(1, MAX_CONTROL_PLAYERS + 1)},
}
