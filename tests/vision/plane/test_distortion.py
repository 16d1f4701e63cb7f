"""A lens is measured from the sheet it is shown, and what it bends is put right: against drawn views through a lens that is known."""

from __future__ import annotations

from dataclasses import asdict

import cv2
import numpy as np
import pytest

from companion.games.sheets import load_sheet
from companion.setup.lens_step import is_bent
from companion.sources.sources import layout_from_sheet
from tests.vision.lens_views import SIZE, views
from vision.drawn.table.optics import Lens, Pose, Projection, distort_points
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import TableScene
from vision.errors import DistortionImplausible
from vision.place.fiducials import register_mat
from vision.plane.distortion import (
    Distortion,
    StraightCamera,
    measure_bend_px,
    parse_distortion,
    scale_distortion,
    straighten_picture,
    straighten_points,
)
from vision.plane.homography import corners_of, project
from vision.plane.lens_sheet import VIEWS, Gathering, add_sheet_picture, measure_distortion
from vision.types import Frame

WIDE = Lens(barrel=0.05)


@pytest.fixture(scope="module")
def gathered():
    """What a sheet tells that is shown through a lens of wide view."""
    found, shown = Gathering(), views(WIDE)
    while not found.has_enough_views:
        found = add_sheet_picture(found, next(shown))
    return found


@pytest.fixture(scope="module")
def lens(gathered):
    return measure_distortion(gathered)


@pytest.mark.whole
def test_views_are_kept_until_the_whole_picture_is_covered(gathered):
    assert VIEWS <= len(gathered.views) <= 2 * VIEWS and gathered.missing_fields == ()


def test_the_sheet_lies_where_the_lens_that_was_measured_puts_it(lens):
    assert lens.error_px < 0.3
    points = np.array([(x, y) for x in (60.0, 640.0, 1220.0) for y in (60.0, 360.0, 660.0)])
    flat = straighten_points(distort_points(points, WIDE, SIZE), lens)
    fit, _ = cv2.findHomography(flat, points, 0)
    assert np.linalg.norm(project(flat, fit) - points, axis=1).max() < 0.7
    assert measure_bend_px(lens) > 10


@pytest.mark.parametrize(("game", "before_mm"), [("the_game", 2.0), ("sequence", 10.0)])
def test_piles_lie_where_they_are_once_the_picture_is_straight(lens, game, before_mm):
    layout, pose = layout_from_sheet(load_sheet(game)), Pose(tilt=15.0, field=66.0, margin=0.04)
    corners = np.concatenate([corners_of(zone.rect_mm) for zone in layout.zones])
    picture = SceneRenderer(SIZE).render_picture(TableScene(layout, pose=pose, lens=WIDE))
    seen = distort_points(Projection(pose, layout.size_mm, SIZE).project_points(corners), WIDE, SIZE)

    def off_mm(image, points):
        found = register_mat(image, layout)
        assert found is not None
        return np.linalg.norm(project(points, np.linalg.inv(found.to_picture)) - corners, axis=1).max(), found

    worst, found = off_mm(picture, seen)
    assert worst > before_mm and is_bent(found, SIZE[0])
    worst, found = off_mm(straighten_picture(picture, lens), straighten_points(seen, lens))
    assert worst < 0.6 and not is_bent(found, SIZE[0]) and len(found.seen) == len(layout.fiducials)


def test_a_camera_gives_straight_pictures_of_the_same_size(lens):
    class Still:
        def read(self):
            return Frame(np.full((720, 1280, 3), 90, np.uint8), 1.0, np.full((360, 640, 3), 90, np.uint8))

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    with StraightCamera(Still(), lens) as camera:
        frame = camera.read()
    assert frame.image.shape == (720, 1280, 3) and frame.small.shape == (360, 640, 3) and frame.at == 1.0
    assert (frame.image[100:-100, 100:-100] == 90).all()


def test_a_picture_of_another_shape_is_left_as_it_is(lens):
    image = np.zeros((960, 1280, 3), np.uint8)
    assert straighten_picture(image, lens) is image
    half = scale_distortion(lens, 640, 360)
    assert half.fx == pytest.approx(lens.fx / 2) and half.k1 == lens.k1


def test_a_sheet_that_moves_is_not_taken():
    dice, gathering = views(WIDE), Gathering()
    for image in [next(dice) for _ in range(12)][::2]:  # never twice at one place
        gathering = add_sheet_picture(gathering, image)
    assert gathering.last is not None and gathering.views == ()


@pytest.mark.parametrize(
    "wrong", [{"fx": float("nan")}, {"k1": 9.0}, {"width": 0.0}, {"cx": -5.0}, {"k3": 0.0}, {"error_px": -1.0}]
)
def test_what_is_no_lens_is_refused(wrong):
    good = asdict(Distortion(1280, 720, 900.0, 900.0, 640.0, 360.0, -0.1))
    assert parse_distortion(good) == Distortion(1280, 720, 900.0, 900.0, 640.0, 360.0, -0.1)
    with pytest.raises(DistortionImplausible):
        parse_distortion(good | wrong)
