"""A drawn frame shows what the scene says, where the scene says."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.drawn.art.cards import draw_card
from vision.drawn.art.surfaces import SURFACES, draw_surface
from vision.drawn.table.optics import Lens, Noise, Pose, Projection
from vision.drawn.table.render import SceneRenderer, locate_card_corners, render_scene
from vision.drawn.table.scene import Gloss, LaidBoard, Light, Lying, Reach, TableScene
from vision.errors import VisionError
from vision.place.layout import Fiducial, Layout, Zone

SIZE = (960, 540)
MARKS = [(8, 8), (387, 8), (387, 264), (8, 264)]
LAYOUT = Layout(
    (420, 297),
    (
        Zone("up1", "card", (37, 8, 111, 134)),
        Zone("up2", "card", (151, 8, 111, 134)),
        Zone("draw", "draw", (268, 38, 115, 128)),
        Zone("control", "control", (268, 172, 115, 86)),
    ),
    tuple(Fiducial(i, ((x, y), (x + 25, y), (x + 25, y + 25), (x, y + 25))) for i, (x, y) in enumerate(MARKS)),
)
QUIET = TableScene(LAYOUT, lens=Lens(noise=0))
CARD = Lying("47", (92, 75), 9.0)


def unlike(a, b):
    """Mean difference of each pixel."""
    return np.abs(a.astype(int) - b.astype(int)).mean(axis=2)


@pytest.mark.parametrize("pose", [Pose(), Pose(tilt=0), Pose(tilt=35, turn=90), Pose(turn=180, shift_mm=(6, -4), twist=3)])
def test_fiducials_are_seen_where_the_projection_puts_them(pose):
    picture = render_scene(replace(QUIET, pose=pose), (1280, 720))
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    found, ids, _ = detector.detectMarkers(picture)
    assert sorted(ids.reshape(-1).tolist()) == [0, 1, 2, 3]
    projection = Projection(pose, LAYOUT.size_mm, (1280, 720))
    for corners, number in zip(found, ids.reshape(-1), strict=True):
        truth = projection.project_points(np.array(LAYOUT.fiducials[number].corners_mm))
        assert np.abs(corners.reshape(4, 2) - truth).max() < 0.6


def test_the_whole_mat_is_in_view_and_cards_are_wide_enough_to_read():
    scene = replace(QUIET, piles=(("up1", (CARD,)),))
    quad = locate_card_corners(scene, CARD)
    assert np.hypot(*(quad[1] - quad[0])) >= 75
    corners = Projection(scene.pose, LAYOUT.size_mm, (1280, 720)).project_points(
        np.array([(0, 0), (420, 0), (420, 297), (0, 297)])
    )
    assert corners.min() > 0
    assert (corners < (1280, 720)).all()


def test_a_card_rectified_by_its_true_corners_is_the_card():
    scene = QUIET.with_pile("up1", (CARD,))
    target = np.array([(0, 0), (120, 0), (120, 168), (0, 168)], dtype=np.float32)
    back = cv2.getPerspectiveTransform(locate_card_corners(scene, CARD).astype(np.float32), target)
    crop = cv2.warpPerspective(render_scene(scene, (1280, 720)), back, (120, 168))
    likeness = [
        np.corrcoef(crop.ravel(), draw_card(face, (120, 168)).ravel())[0, 1] for face in ("47", "74", "42", "17", "back")
    ]
    assert likeness[0] > 0.9
    assert max(likeness[1:]) < likeness[0] - 0.05


def test_the_top_card_hides_what_lies_below_but_edges_of_lower_cards_show():
    low, top = Lying("F44", (100, 80), -12.0), Lying("47", (88, 72), 8.0, 0.3)
    both, alone = (render_scene(QUIET.with_pile("up1", pile), SIZE) for pile in ((low, top), (top,)))
    inside = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(inside, locate_card_corners(QUIET, top, SIZE).astype(np.int32), 1)
    core = cv2.erode(inside, np.ones((7, 7))) > 0
    assert unlike(both, alone)[core].max() < 12
    assert (unlike(both, alone)[inside == 0] > 30).sum() > 300


def test_laying_and_lifting_step_by_step_gives_the_same_picture_as_at_once():
    below, top = Lying("12", (95, 75), -7.0), Lying("47", (90, 70), 8.0, 0.3)
    other = Lying("98", (206, 75), 3.0)
    stage = SceneRenderer(SIZE)
    stage.render_picture(QUIET)
    stage.render_picture(QUIET.with_pile("up1", (below,)))
    stage.render_picture(QUIET.with_pile("up1", (below, top)).with_pile("up2", (other,)))
    lifted = QUIET.with_pile("up1", (below,)).with_pile("up2", (other,))
    assert unlike(stage.render_picture(lifted), render_scene(lifted, SIZE)).max() <= 3
    cleared = QUIET.with_pile("up1", ()).with_pile("up2", ())
    assert unlike(stage.render_picture(cleared), render_scene(QUIET, SIZE)).max() <= 3


def test_chips_that_come_and_go_leave_their_neighbours_as_they_were():
    layout = Layout((300, 300), (Zone("board", "board", (30, 30, 240, 240)),), board_cells=(10, 10))
    chips = {f"r4c{column}": (Lying("blue", (42 + 24 * column, 138)),) for column in (3, 4, 5)}
    lying = TableScene(layout, piles=tuple(chips.items()), lens=Lens(noise=0))
    stage = SceneRenderer((320, 320))
    before = stage.render_picture(lying)
    for _ in range(3):
        stage.render_picture(lying.with_pile("r4c4", ()))
        after = stage.render_picture(lying)
    assert unlike(before, after).max() <= 1


def test_a_hand_hides_the_table_and_leaves_nothing_behind():
    scene = QUIET.with_pile("up1", (CARD,))
    stage = SceneRenderer(SIZE)
    before = stage.render_picture(scene)
    reach = Reach((100, 100), 10.0, card=CARD)
    covered = unlike(stage.render_picture(replace(scene, reaches=(reach,))), before) > 25
    assert covered.mean() > 0.04
    assert covered[-1].any(), "the arm comes from the picture's edge"
    assert np.array_equal(stage.render_picture(scene), before)
    away = unlike(stage.render_picture(replace(scene, reaches=(replace(reach, back_mm=520),))), before)
    assert away.max() == 0, "a hand that far back is out of sight"


def test_a_shadow_reaches_beyond_the_hand():
    stage = SceneRenderer(SIZE)
    before = stage.render_picture(QUIET).astype(int)
    over = stage.render_picture(replace(QUIET, reaches=(Reach((206, 150), 0.0, back_mm=100),))).astype(int)
    gentle = (before - over).mean(axis=2)
    assert ((gentle > 6) & (gentle < 60)).sum() > 2000


def test_noise_differs_from_frame_to_frame_and_has_the_strength_asked_for():
    stage = SceneRenderer(SIZE)
    scene = replace(QUIET, lens=Lens(noise=2.5))
    frames = [stage.render_picture(scene, number).astype(float) for number in range(4)]
    assert (frames[0] - frames[1]).std() / np.sqrt(2) == pytest.approx(2.5, rel=0.2)
    assert abs((frames[0] - frames[1]).mean()) < 0.05
    assert np.array_equal(frames[2], SceneRenderer(SIZE).render_picture(scene, 2))


def test_no_noise_at_all_is_possible():
    flat = np.full((60, 80, 3), 120, np.uint8)
    assert np.array_equal(Noise((80, 60), 0).add_noise(flat, 3), flat)


def test_light_falls_unevenly_and_can_be_turned_up_and_down():
    bare = replace(QUIET, mat=False, table="pale", light=Light(azimuth=-90, fall=0.4))
    picture = render_scene(bare, SIZE).astype(float)
    assert picture[:, :200].mean() > picture[:, -200:].mean() * 1.15
    dim = render_scene(replace(bare, light=replace(bare.light, gain=0.5)), SIZE)
    assert dim.mean() == pytest.approx(picture.mean() * 0.5 ** (1 / 2.2), rel=0.08)


@pytest.mark.parametrize("name", SURFACES)
def test_table_tops_differ_and_repeat_with_their_seed(name):
    picture = draw_surface(name, (200, 120), 1.5, seed=3)
    assert picture.shape == (180, 300, 3)
    assert np.array_equal(picture, draw_surface(name, (200, 120), 1.5, seed=3))
    assert picture.std() > 0.5


def test_an_unknown_table_top_is_refused_with_the_known_ones():
    with pytest.raises(VisionError, match="wood"):
        draw_surface("lava", (10, 10), 1.0)


def test_the_print_shows_through_a_chip():
    cells = (("2S", "2S"), ("**", "AH"))
    layout = Layout((200, 200), (Zone("board", "board", (20, 20, 160, 160)),), board_cells=(2, 2))
    empty = TableScene(layout, board=LaidBoard(cells), lens=Lens(noise=0), light=Light(fall=0))
    chip = empty.with_pile("r0c0", (Lying("red", (60, 60)),))
    before, after = render_scene(empty, SIZE).astype(int), render_scene(chip, SIZE).astype(int)
    inside = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(
        inside, cv2.convexHull(locate_card_corners(chip, chip.list_pile_cards("r0c0")[0], SIZE).astype(np.int32)), 1
    )
    core = cv2.erode(inside, np.ones((25, 25))) > 0
    ink, paper = core & (before.max(axis=2) < 90), core & (before.min(axis=2) > 180)
    assert ink.sum() > 50
    assert after[ink][:, 2].mean() + 12 < after[paper][:, 2].mean()
    assert (after[core][:, 2] > after[core][:, 0] + 30).mean() > 0.75, "a red chip is red"


def test_a_glossy_card_mirrors_the_lamp_and_the_mat_does_not():
    lying = QUIET.with_pile("up1", (CARD,))
    band = Gloss(0.8, tuple(np.array(locate_card_corners(lying, CARD, SIZE).mean(axis=0)) / SIZE), 20.0, 0.02)
    dull, glossy = render_scene(lying, SIZE), render_scene(replace(lying, light=Light(gloss=band)), SIZE)
    brighter = glossy.astype(int).sum(axis=2) - dull.astype(int).sum(axis=2)
    card = cv2.fillConvexPoly(
        np.zeros(SIZE[::-1], np.uint8), np.round(locate_card_corners(lying, CARD, SIZE)).astype(np.int32), 1
    )
    beside = cv2.dilate(card, np.ones((9, 9), np.uint8)) == 0
    assert brighter[card > 0].max() > 300 and np.abs(brighter[beside]).max() == 0
