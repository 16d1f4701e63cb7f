"""The mat is found where it lies, with markers hidden, and nothing else passes for it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.watched_table import LAYOUT, fiducial
from vision.drawn.table.optics import Pose, Projection
from vision.drawn.table.render import render_scene
from vision.drawn.table.scene import Lying, TableScene
from vision.errors import LayoutError
from vision.place.fiducials import check_markers, measure_px_per_mm, register_corners, register_mat, register_pixels
from vision.place.layout import Layout, Zone
from vision.place.registration import MATS, Fiducials, Mat, keep_mat, start_mat
from vision.plane.homography import corners_of, project, rectify

SIZE = (1280, 720)
SHEET = corners_of((0.0, 0.0, *LAYOUT.size_mm))


def picture(**pose: float) -> np.ndarray:
    return render_scene(TableScene(LAYOUT, pose=Pose(**pose)), SIZE)  # type: ignore[arg-type]


def truth(**pose: float) -> np.ndarray:
    """Where the sheet's corners are seen."""
    return np.asarray(Projection(Pose(**pose), LAYOUT.size_mm, SIZE).project_points(SHEET))  # type: ignore[arg-type]


def hide(image: np.ndarray, numbers: tuple[int, ...]) -> np.ndarray:
    """The picture with something skin-coloured over some markers."""
    hidden, found = image.copy(), register_mat(image, LAYOUT)
    for one in LAYOUT.fiducials:
        if one.id in numbers:
            cv2.fillConvexPoly(hidden, np.round(project(one.corners_mm, found.to_picture)).astype(np.int32), (120, 150, 200))
    return hidden


@pytest.mark.parametrize("pose", [{}, {"tilt": 0.0}, {"tilt": 35.0, "turn": 12.0}, {"turn": 180.0}])
def test_the_sheet_is_found_to_the_pixel_from_any_side(pose):
    found = register_mat(picture(**pose), LAYOUT)
    assert len(found.seen) >= 4
    assert np.abs(project(SHEET, found.to_picture) - truth(**pose)).max() < 1.5


@pytest.mark.parametrize("hidden", [(0,), (0, 2), (1, 3), (0, 1)])
def test_hands_may_hide_some_markers(hidden):
    found = register_mat(hide(picture(), hidden), LAYOUT)
    assert found.seen == {0, 1, 2, 3, 4} - set(hidden)
    assert np.abs(project(SHEET, found.to_picture) - truth()).max() < 3.0


def test_two_markers_are_enough_one_is_not():
    two = register_mat(hide(picture(), (0, 1, 4)), LAYOUT)
    assert np.abs(project(SHEET, two.to_picture) - truth()).max() < 8.0
    assert register_mat(hide(picture(), (0, 1, 3, 4)), LAYOUT) is None


def test_a_mat_of_another_game_is_not_taken_for_this_one():
    other = replace(
        LAYOUT, fiducials=tuple(replace(one, corners_mm=one.corners_mm[2:] + one.corners_mm[:2]) for one in LAYOUT.fiducials)
    )
    assert register_mat(picture(), other) is None, "markers that stand on their heads"


def test_a_mirrored_picture_shows_no_mat():
    assert register_mat(np.ascontiguousarray(picture()[:, ::-1]), LAYOUT) is None


def test_a_stray_marker_does_not_bend_the_mat():
    image = picture()
    stray = cv2.resize(
        cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 9, 6),
        (60, 60),
        interpolation=cv2.INTER_NEAREST,
    )
    image[300:380, 600:680] = 255
    image[310:370, 610:670] = stray[..., None]
    known = replace(LAYOUT, fiducials=(*LAYOUT.fiducials, fiducial(9, 200.0, 5.0)))
    found = register_mat(image, known)
    assert 9 not in found.seen
    assert np.abs(project(SHEET, found.to_picture) - truth()).max() < 1.5


def test_a_rectified_zone_shows_the_zone_and_nothing_else():
    card = Lying("47", (84.0, 105.0))
    zone = LAYOUT.zone("up1")
    image = render_scene(TableScene(LAYOUT, piles=(("up1", (card,)),)), SIZE)
    seen = rectify(image, register_mat(image, LAYOUT).to_picture, zone.rect_mm, 2.0)
    assert seen.shape == (260, 208, 3)
    dark = np.argwhere(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY) < 70)
    low, high = dark.min(0) / 2, dark.max(0) / 2
    assert np.allclose(low, (65 - 45.5, 52 - 29.5), atol=2.0) and np.allclose(high, (65 + 45.5, 52 + 29.5), atol=2.0)


def test_a_bump_is_noticed_and_a_hand_is_not_taken_for_one():
    before = register_mat(picture(), LAYOUT)
    bumped = picture(shift_mm=(5.0, 3.0))
    assert (check_markers(picture(), LAYOUT, before).steady, check_markers(picture(), LAYOUT, before).moved) == (5, 0)
    assert check_markers(bumped, LAYOUT, before).moved == 5
    covered = check_markers(hide(picture(), (0, 2)), LAYOUT, before)
    assert (covered.steady, covered.moved, covered.hidden) == (3, 0, 2)


@pytest.mark.parametrize("turn", range(5))
def test_before_something_is_read_a_bump_is_noticed_whatever_hands_hide(turn):
    mat = Mat(register_mat(picture(), LAYOUT), turn=turn)
    as_it_lay = keep_mat(mat, hide(picture(), (0, 2)), Fiducials(LAYOUT), 1.0, is_doubted=True)
    bumped = keep_mat(mat, hide(picture(shift_mm=(5.0, 3.0)), (0, 2)), Fiducials(LAYOUT), 1.0, is_doubted=True)
    assert as_it_lay.registration is mat.registration and not as_it_lay.moved and not as_it_lay.unsure
    assert bumped.renewed and bumped.registration is not mat.registration


def test_corners_given_by_hand_fix_the_mat():
    found = register_corners(LAYOUT, [tuple(point) for point in truth()])
    assert (
        np.abs(
            project([[200.0, 105.0]], found.to_picture)
            - Projection(Pose(), LAYOUT.size_mm, SIZE).project_points(np.array([[200.0, 105.0]]))
        ).max()
        < 0.1
    )


@pytest.mark.parametrize(
    "corners",
    [[(0, 0), (10, 0), (10, 10)], [(0, 0), (0, 10), (10, 10), (10, 0)], [(0, 0), (10, 0), (2, 2), (0, 10)], [(0, 0)] * 4],
)
def test_impossible_corners_are_refused(corners):
    with pytest.raises(LayoutError, match="clockwise from its top left"):
        register_corners(LAYOUT, corners)


def test_without_a_mat_millimetres_are_pixels():
    bare = Layout((640.0, 360.0), (Zone("left", "card", (10.0, 20.0, 100.0, 120.0)),))
    assert measure_px_per_mm(register_pixels().to_picture, bare) == pytest.approx(1.0)


class TestKeeping:
    def kept(self, mat: Mat, image: np.ndarray, seconds: float, since: float) -> Mat:
        for step in range(1, round(seconds * 10) + 1):
            mat = keep_mat(mat, image, Fiducials(LAYOUT), since + step / 10)
        return mat

    def test_a_mat_that_lies_still_is_measured_once(self):
        mat = self.kept(start_mat(LAYOUT, None, 0.0), picture(), 0.1, 0.0)
        later = self.kept(mat, picture(), 2.0, 0.1)
        assert later.registration is mat.registration and not later.lost

    def test_a_bumped_mat_is_measured_anew_without_a_word(self):
        mat = self.kept(start_mat(LAYOUT, None, 0.0), picture(), 0.1, 0.0)
        seen = [keep_mat(mat, picture(shift_mm=(8.0, 5.0)), Fiducials(LAYOUT), 0.5, is_doubted=True)]
        assert not seen[0].lost and seen[0].renewed
        assert np.abs(project(SHEET, seen[0].known.to_picture) - truth(shift_mm=(8.0, 5.0))).max() < 1.5

    def test_it_is_lost_only_after_a_while_and_found_again(self):
        mat = self.kept(start_mat(LAYOUT, None, 0.0), picture(), 0.1, 0.0)
        nothing = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
        assert not self.kept(mat, nothing, MATS.lost_after_s - 0.3, 0.1).lost
        lost = self.kept(mat, nothing, MATS.lost_after_s + 1.0, 0.1)
        assert lost.lost and lost.known is None
        assert self.kept(lost, picture(), 0.6, 10.0).known is not None
