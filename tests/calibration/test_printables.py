"""What leaves the printer is true to scale, and the PDF shows what the PNG shows."""

import shutil
import subprocess

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyzbar import pyzbar

from calibration.errors import PrintError
from calibration.pages import orient_paper, plan_tiles, write_pages
from calibration.papers import PAPERS
from calibration.printables import (
    choose_smallest_paper,
    list_board_spots,
    list_control_spots,
    list_deck_spots,
    print_board,
    print_controls,
    print_deck,
    print_mat,
)
from tests.varied import varied
from vision.place.layout import Fiducial, Layout, Zone

DPI = 150
MM = DPI / 25.4
"""Pixels a millimetre."""
FIDUCIALS = [(8, 8), (387, 8), (387, 264), (8, 264), (268, 8), (387, 136), (268, 264), (8, 136)]
MAT = Layout(
    (420, 297),
    (
        Zone("up1", "card", (37, 8, 111, 134)),
        Zone("down1", "card", (37, 155, 111, 134)),
        Zone("draw", "draw", (268, 38, 115, 128)),
        Zone("control", "control", (268, 172, 115, 86)),
    ),
    tuple(Fiducial(i, ((x, y), (x + 25, y), (x + 25, y + 25), (x, y + 25))) for i, (x, y) in enumerate(FIDUCIALS)),
)
BOARD = [["**", "2S", "TD"], ["AH", "KC", "**"]]
needs_pdftoppm = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm is not installed")


def fiducials_in(picture):
    """Corners in millimetres by id."""
    refine = cv2.aruco.DetectorParameters()
    refine.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    found, ids, _ = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), refine).detectMarkers(
        picture
    )
    pixels = {int(i): c.reshape(4, 2) for i, c in zip(ids.reshape(-1), found, strict=True)}
    return {i: (corners + 0.5) / MM for i, corners in pixels.items()}


def png(pages, folder, name="page.png"):
    """All PNGs of these pages, read back."""
    return [cv2.imread(str(path)) for path in write_pages(pages, folder / name, DPI)]


@varied("dpi", [150, 300])
def test_the_printed_mat_is_true_to_a_fifth_of_a_millimetre(dpi, tmp_path):
    """Markers by their corners, the ruler by its first and last tick, in the pixels of the sheet."""
    for paper in ("a3", "tabloid"):
        (path, *_) = write_pages(print_mat(MAT, paper), tmp_path / f"{paper}.png", dpi)
        picture, scale = cv2.imread(str(path)), dpi / 25.4
        found = {number: corners * MM / scale for number, corners in fiducials_in(picture).items()}
        first = min(found)
        where = found[first][0] - MAT.fiducials[first].corners_mm[0]  # a mat in pieces begins elsewhere on its page
        for number, corners in found.items():
            assert np.abs(corners - where - np.array(MAT.fiducials[number].corners_mm)).max() < 0.2
        assert ruler_length(picture) * MM / scale == pytest.approx(100, abs=0.2)


def both_ways(pages, folder):
    """Every page in grey, coarsely: as PNG, and as another program shows the PDF."""
    drawn = write_pages(pages, folder / "page.png", 90)
    (path,) = write_pages(pages, folder / "page.pdf")
    subprocess.run(["pdftoppm", "-r", "90", "-gray", "-png", str(path), str(folder / "shown")], check=True)
    for ours, theirs in zip(drawn, sorted(folder.glob("shown*.png")), strict=True):
        a, b = (cv2.imread(str(file), cv2.IMREAD_GRAYSCALE) for file in (ours, theirs))
        assert np.abs(np.array(a.shape) - b.shape).max() <= 1
        height, width = min(a.shape[0], b.shape[0]), min(a.shape[1], b.shape[1])
        yield tuple(cv2.GaussianBlur(picture[:height, :width], (0, 0), 2.5).astype(int) for picture in (a, b))


def ruler_length(picture):
    """Millimetres from the first to the last of 101 even ticks in a row or a column of the page; 0 where there are none."""
    dark = (picture.max(axis=2) < 205).astype(np.int8)
    for lines in (dark, dark.T):
        rising = np.diff(lines, axis=1) == 1
        for row in np.flatnonzero(rising.sum(axis=1) >= 101):
            starts = np.flatnonzero(rising[row])
            for first in range(len(starts) - 100):
                if np.ptp(np.diff(starts[first : first + 101])) <= 2:
                    return float(starts[first + 100] - starts[first]) / MM
    return 0.0


def test_fiducials_lie_where_the_layout_says(tmp_path):
    (picture,) = png(print_mat(MAT, "a3", "The Game"), tmp_path)
    assert picture.shape[:2] == (round(297 * MM), round(420 * MM))
    found = fiducials_in(picture)
    assert sorted(found) == list(range(8))
    for fiducial in MAT.fiducials:
        assert np.abs(found[fiducial.id] - np.array(fiducial.corners_mm)).max() < 0.3


@needs_pdftoppm
@varied("paper", ["a4", "a3", "letter", "tabloid"])
def test_pdf_and_png_of_the_mat_agree(paper, tmp_path):
    pages = print_mat(MAT, paper, "The Game", {"up1": "Ascending"})
    for a, b in both_ways(pages, tmp_path):
        assert np.abs(a - b).max() < 60, "some shape stands elsewhere"
        assert np.abs(a - b).mean() < 1


@needs_pdftoppm
def test_fiducials_of_the_pdf_lie_where_the_layout_says(tmp_path):
    (path,) = write_pages(print_mat(MAT, "a3"), tmp_path / "mat.pdf")
    subprocess.run(["pdftoppm", "-r", str(DPI), "-png", "-singlefile", str(path), str(tmp_path / "mat")], check=True)
    found = fiducials_in(cv2.imread(str(tmp_path / "mat.png")))
    for fiducial in MAT.fiducials:
        assert np.abs(found[fiducial.id] - np.array(fiducial.corners_mm)).max() < 0.3


@needs_pdftoppm
def test_pdf_and_png_of_the_deck_agree(tmp_path):
    pages = print_deck(["47", "F44", "QH"], "a4", card_mm=(59, 91))
    for a, b in both_ways(pages, tmp_path):
        assert np.abs(a - b).mean() < 1


@pytest.mark.whole
def test_every_sheet_carries_a_ruler_of_100_millimetres(tmp_path):
    sheets = [
        *print_mat(MAT, "a3"),
        *print_mat(MAT, "a4")[:1],
        *print_controls(),
        *print_deck(["47"]),
        *print_board(BOARD, (150, 100)),
    ]
    for picture in png(sheets, tmp_path):
        assert ruler_length(picture) == pytest.approx(100, abs=0.2)


def test_control_cards_are_read_from_the_printed_page_at_the_places_promised(tmp_path):
    pictures = png(print_controls(names={"end_turn": "End turn"}, players=4), tmp_path)
    spots = list_control_spots(players=4)
    assert {spot.face for spot in spots} == {
        *(f"TC1:{code}" for code in ("end_turn", "undo", "stuck", "pause", "new_match")),
        *(f"TC1:player{seat}" for seat in range(1, 5)),
    }
    for spot in spots:
        picture = pictures[spot.page - 1]
        x, y, width, height = (round(side * MM) for side in spot.rect_mm)
        (mark,) = pyzbar.decode(picture[y : y + height, x : x + width])
        assert mark.data.decode() == spot.face
        assert mark.rect.width / MM > 35, "large enough for a camera that sees the whole table"


def test_cards_of_the_practice_deck_have_their_size_and_places(tmp_path):
    faces = [str(n) for n in range(2, 13)]
    pages, spots = print_deck(faces, card_mm=(59, 91)), list_deck_spots(faces, card_mm=(59, 91))
    assert [spot.face for spot in spots] == faces
    assert len(pages) == spots[-1].page == 2
    picture = png(pages, tmp_path)[1]
    dark = picture.max(axis=2) < 200
    last = [spot for spot in spots if spot.page == 2]
    for spot in last:
        x, y, width, height = (side * MM for side in spot.rect_mm)
        assert dark[round(y + 0.02 * height) : round(y + 0.1 * height), round(x + 3) : round(x + width - 3)].mean() > 0.5
    rows = np.flatnonzero(dark[:, round((last[0].rect_mm[0] + 2) * MM)])
    tall = [run for run in np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1) if len(run) > 200]
    assert len(tall[0]) / MM == pytest.approx(91, abs=0.4)


def test_pages_after_the_first_are_numbered(tmp_path):
    pages = print_deck([str(n) for n in range(2, 25)])
    written = write_pages(pages, tmp_path / "deck.png", 40)
    assert [path.name for path in written] == ["deck.png", "deck-2.png", "deck-3.png"]
    assert all(path.exists() for path in written)


def test_a_mat_on_paper_too_small_comes_in_pieces_that_join_up(tmp_path):
    pages = print_mat(MAT, "a4", "The Game")
    tiles = plan_tiles(MAT.size_mm, "a4", [])
    assert len(pages) == len(tiles) == 4
    assert {page.drawing.size_mm for page in pages} == {(297, 210)}
    seen = [fiducials_in(picture) for picture in png(pages, tmp_path)]
    assert sorted(number for found in seen for number in found) == list(range(8)), "each fiducial is whole on exactly one page"
    (left,) = [found for found in seen if 0 in found]
    assert left[0][1] - left[0][0] == pytest.approx((25, 0), abs=0.2)


@given(width=st.floats(60, 1200), height=st.floats(60, 1200), paper=st.sampled_from(sorted(PAPERS)))
@settings(max_examples=60, deadline=None)
def test_tiles_cover_the_sheet_once_and_fit_their_paper(width, height, paper):
    tiles = plan_tiles((width, height), paper)
    assert sum(tile.rect_mm[2] * tile.rect_mm[3] for tile in tiles) == pytest.approx(width * height)
    for tile in tiles:
        x, y, w, h = tile.rect_mm
        assert 0 <= x < x + w <= width + 1e-6
        assert 0 <= y < y + h <= height + 1e-6
        assert orient_paper(paper, (w, h))


def test_a_board_shows_its_cells(tmp_path):
    (picture,) = png(print_board(BOARD, (150, 100), "a4"), tmp_path)
    ((page, _, (x, y, width, height)),) = [(spot.page, spot.face, spot.rect_mm) for spot in list_board_spots((150, 100), "a4")]
    assert (page, width, height) == (1, 150, 100)
    assert min(x, y) > 8, "no printer reaches the very edge"
    cell = picture[round(y * MM) : round((y + 50) * MM), round((x + 100) * MM) : round((x + 150) * MM)].astype(int)
    red = (cell[..., 2] - cell[..., 1] > 80).mean()
    assert red > 0.05, "the ten of diamonds is red"


def test_paper_is_chosen_and_refused_in_words(tmp_path):
    assert choose_smallest_paper((200, 280)) == "a4"
    assert choose_smallest_paper((420, 297)) == "a3"
    assert choose_smallest_paper((900, 900)) == "a3"
    with pytest.raises(PrintError, match="does not fit on a4"):
        print_deck(["47"], "a4", card_mm=(400, 400))
    with pytest.raises(PrintError, match=r"\.pdf or \.png"):
        write_pages(print_controls(), tmp_path / "page.jpg")
    with pytest.raises(PrintError, match="--dpi"):
        write_pages(print_controls(), tmp_path / "page.png", 5)
    with pytest.raises(PrintError, match="no folder"):
        write_pages(print_controls(), tmp_path / "nowhere" / "page.pdf")
