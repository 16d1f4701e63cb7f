"""What a table needs from the printer: the mat, control cards, a practice deck, a practice board. All true to scale, with a ruler.

Each function gives pages; `write_pages` makes files of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from calibration.errors import PrintError
from calibration.pages import Box, Page, cut_to_paper, fit_on_paper, orient_paper, place_tile, plan_tiles
from calibration.papers import PAPERS, USUAL_PAPERS
from vision.drawn.art.boards import draw_board
from vision.drawn.art.cards import draw_card_shapes
from vision.drawn.art.control_cards import PRINTED_CODES, draw_control_card, make_payload
from vision.drawn.art.drawing import BARE_PAPER, HEAVY, Drawing, Fill, draw_text, make_rect, place_shapes
from vision.drawn.art.lens_sheet import draw_lens_sheet
from vision.drawn.art.mats import RULER_MM, draw_mat, draw_ruler
from vision.drawn.art.styles import NIGHT, Style
from vision.place.layout import CARD_MM, Layout

PAGE_INK = (60, 68, 80)  # guess; red, green and blue of words below what is printed
FOOT_MM = 12.0  # geometry of the ruler with its title, below the cards


@dataclass(frozen=True, slots=True)
class PageSpot:
    """Where a card lies on a page."""

    page: int  # from 1
    face: str
    rect_mm: Box  # x, y, width, height


def print_mat(layout: Layout, paper: str = "a3", title: str = "", names: Mapping[str, str] | None = None) -> tuple[Page, ...]:
    """The mat. Paper that is too small gets it in pieces, cut where no fiducial is."""
    weight = 10  # a fiducial in two pieces misleads the eye, a zone in two only looks bad
    boxes = [zone.rect_mm for zone in layout.zones] + weight * _list_fiducial_boxes(layout)
    return fit_on_paper(draw_mat(layout, title, names), paper, boxes)


OFTEN = {"end_turn": 3, "undo": 2}
"""Copies of the cards that are wanted most; of the others one each."""


def list_control_faces(players: int = 0) -> tuple[str, ...]:
    """What is printed for a game of so many players, code by code."""
    codes = [code for code in PRINTED_CODES if not code.startswith("player")] + [
        f"player{seat}" for seat in range(1, players + 1)
    ]
    return tuple(make_payload(code) for code in codes for _ in range(OFTEN.get(code, 1)))


def print_controls(
    paper: str = "a4", title: str = "", names: Mapping[str, str] | None = None, players: int = 0
) -> tuple[Page, ...]:
    """QR control cards. `names`: the words on a card, by code ("end_turn", "player3"). `players`: of the game, each with a
    card."""
    faces = list_control_faces(players)
    words = {make_payload(code): (names or {}).get(code, "") for code in PRINTED_CODES}
    drawings = {face: draw_control_card(face, words[face], CARD_MM) for face in words}
    return _draw_sheets(faces, drawings, CARD_MM, paper, title)


def list_control_spots(paper: str = "a4", players: int = 0) -> tuple[PageSpot, ...]:
    """Where `print_controls` lays its cards."""
    return _lay_out_cards(list_control_faces(players), CARD_MM, paper)


def print_deck(
    faces: Sequence[str], paper: str = "a4", title: str = "", card_mm: tuple[float, float] = CARD_MM, style: Style = NIGHT
) -> tuple[Page, ...]:
    """A practice deck of our own art: as many pages as it takes, edge to edge with cutting marks."""
    drawings = {face: draw_card_shapes(face, style, card_mm) for face in faces}
    return _draw_sheets(faces, drawings, card_mm, paper, title)


def list_deck_spots(faces: Sequence[str], paper: str = "a4", card_mm: tuple[float, float] = CARD_MM) -> tuple[PageSpot, ...]:
    """Where `print_deck` lays its cards."""
    return _lay_out_cards(faces, card_mm, paper)


def print_board(
    cells: Sequence[Sequence[str]], size_mm: tuple[float, float], paper: str = "a3", title: str = "", style: Style = NIGHT
) -> tuple[Page, ...]:
    """A practice board of card spaces. `cells`: the face printed on each space, row by row, "**" for a corner."""
    return cut_to_paper(draw_board(cells, size_mm, style, title), paper)


def list_board_spots(size_mm: tuple[float, float], paper: str = "a3") -> tuple[PageSpot, ...]:
    """Where `print_board` lays the board or its pieces."""
    tiles = plan_tiles(size_mm, paper)
    corners = [place_tile(tile, size_mm, paper)[1] for tile in tiles]
    return tuple(
        PageSpot(i + 1, "board", (*corner, *tile.rect_mm[2:]))
        for i, (tile, corner) in enumerate(zip(tiles, corners, strict=True))
    )


def print_lens_sheet(paper: str = "a4", title: str = "") -> tuple[Page, ...]:
    """The sheet that measures how a lens bends, in the middle of a page. Raises `PrintError` where the paper is too small."""
    drawing = draw_lens_sheet()
    size = orient_paper(paper, (drawing.size_mm[0], drawing.size_mm[1] + RULER_MM[1] + 4))
    if size is None:
        raise PrintError(f"the sheet does not fit on {paper} paper")
    left, top = (size[0] - drawing.size_mm[0]) / 2, (size[1] - RULER_MM[1] - 4 - drawing.size_mm[1]) / 2
    foot = size[1] - RULER_MM[1] - 5
    words = draw_text(title, size[0] - 12, foot + 5.2, 3.2, PAGE_INK, HEAVY, 1.0)
    shapes = (
        make_rect(0, 0, *size, BARE_PAPER),
        *place_shapes(drawing.shapes, left, top),
        *place_shapes(draw_ruler(0, 0), left, foot),
        *words,
    )
    return (Page(Drawing(size, shapes)),)


def _list_fiducial_boxes(layout: Layout) -> list[Box]:
    spots = [(*fiducial.corners_mm[0], *fiducial.corners_mm[2]) for fiducial in layout.fiducials]
    return [(left, top, right - left, bottom - top) for left, top, right, bottom in spots]


# --- cards on pages --------------------------------------------------------------------------------------------------


def _draw_sheets(
    faces: Sequence[str], drawings: Mapping[str, Drawing], card_mm: tuple[float, float], paper: str, title: str
) -> tuple[Page, ...]:
    spots = _lay_out_cards(faces, card_mm, paper)
    last = spots[-1].page if spots else 0
    size, _, _ = _choose_grid(card_mm, paper)
    return tuple(
        _draw_sheet([spot for spot in spots if spot.page == number], drawings, size, f"{title} {number}/{last}".strip())
        for number in range(1, last + 1)
    )


def _draw_sheet(spots: Sequence[PageSpot], drawings: Mapping[str, Drawing], size: tuple[float, float], title: str) -> Page:
    shapes: list[Fill] = [make_rect(0, 0, *size, BARE_PAPER), *_draw_cut_lines(spots)]
    for spot in spots:
        shapes += place_shapes(drawings[spot.face].shapes, spot.rect_mm[0], spot.rect_mm[1])
    foot = size[1] - RULER_MM[1] - 4
    shapes += place_shapes(draw_ruler(0, 0), 12, foot)
    shapes += draw_text(title, size[0] - 8, foot + 5.2, 3.2, PAGE_INK, HEAVY, 1.0)
    return Page(Drawing(size, tuple(shapes)))


def _draw_cut_lines(spots: Sequence[PageSpot]) -> Iterator[Fill]:
    """Hair lines that run out beyond the block of cards on every side."""
    xs = sorted({x for spot in spots for x in (spot.rect_mm[0], spot.rect_mm[0] + spot.rect_mm[2])})
    ys = sorted({y for spot in spots for y in (spot.rect_mm[1], spot.rect_mm[1] + spot.rect_mm[3])})
    for x in xs:
        yield make_rect(x - 0.06, ys[0] - 4, 0.12, ys[-1] - ys[0] + 8, (120, 120, 120))
    for y in ys:
        yield make_rect(xs[0] - 4, y - 0.06, xs[-1] - xs[0] + 8, 0.12, (120, 120, 120))


def _lay_out_cards(faces: Sequence[str], card_mm: tuple[float, float], paper: str) -> tuple[PageSpot, ...]:
    size, columns, rows = _choose_grid(card_mm, paper)
    width, height = card_mm
    left, top = (size[0] - columns * width) / 2, (size[1] - FOOT_MM - rows * height) / 2 + 1
    found = []
    for i, face in enumerate(faces):
        page, place = divmod(i, columns * rows)
        row, column = divmod(place, columns)
        found.append(PageSpot(page + 1, face, (round(left + column * width, 3), round(top + row * height, 3), width, height)))
    return tuple(found)


def _choose_grid(card_mm: tuple[float, float], paper: str) -> tuple[tuple[float, float], int, int]:
    """Page size, columns and rows that hold the most cards."""
    upright = PAPERS[paper]
    grids = [
        (size, int((size[0] - 12) // card_mm[0]), int((size[1] - FOOT_MM - 6) // card_mm[1]))
        for size in (upright, upright[::-1])
    ]
    size, columns, rows = max(grids, key=lambda grid: grid[1] * grid[2])
    if columns * rows == 0:
        raise PrintError(f"a card of {card_mm[0]:g} x {card_mm[1]:g} mm does not fit on {paper} paper")
    return size, columns, rows


def choose_smallest_paper(size_mm: tuple[float, float]) -> str:
    """The smallest paper that holds a sheet of `size_mm`; the largest paper where none does."""
    return next((paper for paper in USUAL_PAPERS if orient_paper(paper, size_mm)), USUAL_PAPERS[-1])
