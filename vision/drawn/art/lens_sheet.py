"""The printed sheet that measures how a lens bends. See `vision.plane.lens_sheet`."""

from __future__ import annotations

import cv2

from vision.drawn.art.drawing import BARE_PAPER, BLACK, Drawing, Fill, make_rect
from vision.plane.lens_sheet import FIRST_ID, MARKER_MM, SHEET_COLUMNS, SHEET_ROWS, SIZE_MM, SQUARE_MM, make_sheet_board


def draw_lens_sheet() -> Drawing:
    """The sheet by which a lens is measured, true to scale: squares with markers, no words."""
    shapes: list[Fill] = [make_rect(0, 0, *SIZE_MM, BARE_PAPER)]
    dictionary, number = make_sheet_board().getDictionary(), FIRST_ID
    cells = dictionary.markerSize + 2  # those that tell the number, and a black edge
    inset, cell = (SQUARE_MM - MARKER_MM) / 2, MARKER_MM / cells
    for row in range(SHEET_ROWS):
        for column in range(SHEET_COLUMNS):
            x, y = column * SQUARE_MM, row * SQUARE_MM
            if (row + column) % 2 == 0:
                shapes.append(make_rect(x, y, SQUARE_MM, SQUARE_MM, BLACK))
                continue
            shapes.append(make_rect(x + inset, y + inset, MARKER_MM, MARKER_MM, BLACK))
            bits = cv2.aruco.generateImageMarker(dictionary, number, cells)
            shapes += [
                make_rect(x + inset + i * cell, y + inset + j * cell, cell, cell, BARE_PAPER)
                for j in range(cells)
                for i in range(cells)
                if bits[j][i]
            ]
            number += 1
    return Drawing(SIZE_MM, tuple(shapes))
