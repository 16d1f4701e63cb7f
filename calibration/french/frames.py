"""Lines that some makers print around a card's picture: beside large indices a line looks like a smaller card's edge."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.random import Generator

from calibration.french.art import FRENCH_CARD_PX, Pixels


@dataclass(frozen=True, slots=True)
class PrintedFrame:
    """A maker's frame, in card pixels."""

    left: float  # from the card's edge to the outer line
    top: float  # from the card's edge to the outer line
    lines: tuple[tuple[int, float], ...]  # thickness of each line, and how far within the line before
    broken: float  # left open at the corners that have an index
    curl: int  # radius of the curl in the other corners, 0 for none
    colour: tuple[float, float, float]  # blue, green, red


def generate_frame(rng: Generator) -> PrintedFrame:
    """A frame of nobody's: narrow or far within, one line or two, around the indices or through between them."""
    left = rng.uniform(0.03, 0.26) * FRENCH_CARD_PX[0]
    thick = int(rng.choice([1, 1, 2, 3]))
    second = ((1, thick + rng.uniform(2, 6)),) if rng.random() < 0.3 else ()
    return PrintedFrame(
        left,
        max(3.0, left + rng.normal(0, 8)),
        ((thick, 0.0), *second),
        rng.uniform(40, 130) if rng.random() < 0.6 else 0.0,
        int(rng.integers(3, 9)) if rng.random() < 0.4 else 0,
        tuple(rng.uniform(0, 170, 3)),
    )


def draw_printed_frame(sheet: Pixels, frame: PrintedFrame) -> None:
    """Print a frame on a card that stands upright in card pixels, in place."""
    far = 0.0
    for thick, within in frame.lines:
        far += within
        x0, y0 = frame.left + far, frame.top + far
        x1, y1 = FRENCH_CARD_PX[0] - x0, FRENCH_CARD_PX[1] - y0
        for (x, y), (end_x, end_y), gap in (((x0, y0), (x1, y1), frame.broken), ((x1, y1), (x0, y0), -frame.broken)):
            _draw_frame_line(sheet, (x + gap, y), (end_x, y), frame, thick)
            _draw_frame_line(sheet, (x, y + gap), (x, end_y), frame, thick)
        for x, y, turn in ((x1, y0, 0), (x0, y1, 180)) if frame.curl else ():
            cv2.ellipse(sheet, (round(x), round(y)), (frame.curl,) * 2, turn, 90, 360, frame.colour, thick, cv2.LINE_AA)


def _draw_frame_line(
    sheet: Pixels, start: tuple[float, float], end: tuple[float, float], frame: PrintedFrame, thick: int
) -> None:
    ends = [tuple(int(v) for v in np.round(point)) for point in (start, end)]
    cv2.line(sheet, ends[0], ends[1], frame.colour, thick, cv2.LINE_AA)
