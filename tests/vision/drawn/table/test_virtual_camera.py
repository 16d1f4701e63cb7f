"""The virtual table plays its script as a camera would show it."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from pyzbar import pyzbar

from tests import filmed
from vision.drawn.table.acts import Bump, Flip, Lay, Lift, LightChange, Nudge, ShowControl, Touch, Wait, make_waiting_script
from vision.drawn.table.optics import Projection
from vision.drawn.table.render import locate_card_corners
from vision.drawn.table.scene import LaidBoard, Lying, TableScene, make_board_cell_zone
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import LayoutError
from vision.place.layout import Fiducial, Layout, Zone
from vision.types import Camera

SMALL = (640, 360)
LAYOUT = Layout(
    (420, 297),
    (
        Zone("up1", "card", (37, 8, 111, 134)),
        Zone("g_down", "card", (151, 8, 111, 134)),
        Zone("draw", "draw", (268, 38, 115, 128)),
        Zone("control", "control", (268, 172, 115, 86)),
    ),
    tuple(
        Fiducial(i, ((x, y), (x + 25, y), (x + 25, y + 25), (x, y + 25)))
        for i, (x, y) in enumerate([(8, 8), (387, 8), (387, 264), (8, 264)])
    ),
    (59, 91),
)


BOARD = Layout(
    (300, 220), (Zone("board", "board", (20, 10, 200, 200)), Zone("discard1", "card", (225, 60, 74, 104))), board_cells=(4, 4)
)
CELLS = (("**", "2S", "3S", "**"), ("AH", "KH", "QD", "TD"), ("2C", "3C", "4C", "5C"), ("**", "9S", "8S", "**"))


def frames(table):
    """All frames until the video ends."""
    with table:
        return list(filmed.frames(table))


def fast(script, **more):
    return VirtualTable(LAYOUT, script, **{"speed": "fast", "size": SMALL, "seed": 3, **more})


def moved(frame, still):
    """Share of the picture that differs from a still one."""
    return (np.abs(frame.image.astype(int) - still.image.astype(int)).max(axis=2) > 40).mean()


def test_it_is_a_camera_whose_time_runs_at_its_frame_rate():
    table: Camera = fast([Lay("up1", "12")], fps=10)
    seen = frames(table)
    assert seen[0].image.shape == (360, 640, 3)
    assert np.diff([frame.at for frame in seen]) == pytest.approx(0.1)


def test_the_same_seed_gives_the_same_film_and_another_seed_another():
    script = [Lay("up1", "12"), Touch("draw")]
    one, two, other = (frames(fast(script, seed=seed, fps=6)) for seed in (1, 1, 2))
    assert all(np.array_equal(a.image, b.image) for a, b in zip(one, two, strict=True))
    assert any(not np.array_equal(a.image, b.image) for a, b in zip(one, other, strict=False))


def test_a_hand_comes_and_goes_and_the_card_stays():
    table = fast([Lay("up1", "12")])
    seen = frames(table)
    ((gone, act),) = table.log
    assert act == Lay("up1", "12")
    assert table.tops == {"up1": "12", "g_down": "", "draw": "back", "control": ""}
    before, after = seen[0], seen[-1]
    busy = [moved(frame, before) for frame in seen if frame.at <= gone]
    assert max(busy) > 0.08, "a hand was over the table"
    rest = [frame for frame in seen if frame.at > gone]
    assert len(rest) >= 5
    assert max(moved(frame, after) for frame in rest) == 0, "when the log says so the hand has really gone"
    x, y = Projection(TableScene(LAYOUT).pose, LAYOUT.size_mm, SMALL).project_points(np.array([(92.0, 75.0)]))[0].astype(int)
    assert after.image[y - 30 : y + 30, x - 20 : x + 20].mean() < before.image[y - 30 : y + 30, x - 20 : x + 20].mean() - 40


def test_cards_lie_untidily_but_never_beyond_15_degrees_and_millimetres():
    table = fast([Lay("up1", str(n)) for n in range(2, 12)], fps=3)
    frames(table)
    pile = table._scene.list_pile_cards("up1")
    off = np.array([(card.at_mm[0] - 92.5, card.at_mm[1] - 75) for card in pile])
    turns = np.array([card.turn for card in pile])
    assert np.abs(off).max() <= 15
    assert np.abs(turns).max() <= 15
    assert np.abs(off).std() > 1
    assert turns.std() > 2


def test_gold_lays_her_cards_from_the_other_side():
    table = fast([Lay("g_down", "g12"), Lay("up1", "12")], fps=5)
    frames(table)
    assert abs(table._scene.list_pile_cards("g_down")[-1].turn - 180) <= 15
    assert abs(table._scene.list_pile_cards("up1")[-1].turn) <= 15


def test_lifting_uncovers_the_card_below_and_an_empty_zone_is_only_touched():
    table = fast([Lay("up1", "12"), Lay("up1", "47"), Lift("up1"), Lift("g_down")], fps=5)
    frames(table)
    assert table.tops["up1"] == "12"
    assert [act for _, act in table.log] == [Lay("up1", "12"), Lay("up1", "47"), Lift("up1"), Lift("g_down")]


def test_touching_changes_nothing():
    table = fast([Touch("draw")], fps=6)
    seen = frames(table)
    assert moved(seen[-1], seen[0]) == 0
    assert max(moved(frame, seen[0]) for frame in seen) > 0.05


@pytest.mark.parametrize("code", ["end_turn", "undo"])
def test_a_control_card_can_be_read_while_it_lies_there_and_then_it_is_gone(code):
    table = fast([ShowControl(code)], size=(1280, 720), fps=5)
    seen = frames(table)
    crops = [frame.image[360:, 700:] for frame in seen[2:-2:2]]
    said = {mark.data.decode() for crop in crops for mark in pyzbar.decode(crop, symbols=[pyzbar.ZBarSymbol.QRCODE])}
    assert said == {f"TC1:{code}"}
    assert table.tops["control"] == ""
    assert moved(seen[-1], seen[0]) == 0


def test_the_light_changes_and_stays_changed():
    seen = frames(fast([LightChange(0.5), Wait(0.5)]))
    assert seen[-1].image.mean() == pytest.approx(seen[0].image.mean() * 0.5 ** (1 / 2.2), rel=0.06)


def test_a_bump_moves_the_mat_with_the_cards_on_it():
    table = fast([Lay("up1", "12"), Bump(8, 3)], size=(1280, 720), fps=6)
    seen = frames(table)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(seen[-1].image)
    first, old_ids, _ = detector.detectMarkers(seen[0].image)
    assert len(ids) == len(old_ids) == 4
    by_id = {int(i): c.reshape(4, 2) for i, c in zip(ids.reshape(-1), corners, strict=True)}
    shift = [np.hypot(*(by_id[int(i)] - c.reshape(4, 2)).T).mean() for i, c in zip(old_ids.reshape(-1), first, strict=True)]
    assert min(shift) > 5
    assert table.tops["up1"] == "12"


def test_what_a_person_asks_for_is_done_while_the_script_waits():
    table = VirtualTable(LAYOUT, make_waiting_script(), speed="fast", size=SMALL, fps=5)
    with table:
        for _ in range(4):
            table.read()
        table.perform(Lay("up1", "33"))
        for _ in range(20):
            table.read()
    assert table.tops["up1"] == "33"
    assert [act for _, act in table.log] == [Lay("up1", "33")]


def test_a_lazy_script_is_asked_only_when_its_turn_comes():
    asked = []

    def script():
        asked.append(1)
        yield Lay("up1", "12")
        asked.append(2)

    table = fast(script(), fps=5)
    table.read()
    assert asked == []
    frames(table)
    assert asked == [1, 2]


def test_zones_the_mat_does_not_have_are_refused():
    with pytest.raises(LayoutError, match="up9"):
        fast([]).perform(Lay("up9", "12"))
    with pytest.raises(LayoutError, match="up9"):
        frames(fast([Touch("up9")]))
    without = replace(LAYOUT, zones=LAYOUT.zones[:2])
    with pytest.raises(LayoutError, match="control"):
        frames(VirtualTable(without, [ShowControl("undo")], speed="fast", size=SMALL))


def test_direction_cards_lie_beside_the_piles_and_cover_no_zone():
    scene = fast([])._scene
    assert [(card.face, card.turn) for card in scene.beside] == [("up:1-99", 0), ("g:down:60-2", 180)]
    for card in scene.beside:
        x, y = card.at_mm
        assert not any(
            abs(x - zone.rect_mm[0] - zone.rect_mm[2] / 2) < (59 + zone.rect_mm[2]) / 2
            and abs(y - zone.rect_mm[1] - zone.rect_mm[3] / 2) < (91 + zone.rect_mm[3]) / 2
            for zone in LAYOUT.zones
        )
    assert fast([], direction_cards=False)._scene.beside == ()


def test_a_match_may_start_with_cards_on_the_table():
    scene = TableScene(LAYOUT).with_pile("up1", (Lying("50", (92, 75), 4.0),))
    table = fast([Wait(0.2)], scene=scene)
    frames(table)
    assert table.tops["up1"] == "50"
    assert locate_card_corners(scene, scene.list_pile_cards("up1")[0], SMALL).shape == (4, 2)


def at_cell(frame, name):
    """Mean colour in the middle of a board's cell: blue, green, red."""
    x, y, width, height = make_board_cell_zone(BOARD, name).rect_mm
    spot = (
        Projection(TableScene(BOARD).pose, BOARD.size_mm, SMALL)
        .project_points(np.array([(x + width / 2, y + height / 2)]))[0]
        .astype(int)
    )
    return frame.image[spot[1] - 5 : spot[1] + 6, spot[0] - 5 : spot[0] + 6].reshape(-1, 3).mean(axis=0)


def test_chips_are_placed_flipped_and_taken_from_the_cells_of_a_board():
    script = [Lay("r1c2", "blue"), Lay("r2c1", "red"), Lay("discard1", "QD"), Flip("r1c2"), Lift("r2c1")]
    table = VirtualTable(
        BOARD, script, speed="fast", size=SMALL, fps=5, untidy=0.2, scene=TableScene(BOARD, board=LaidBoard(CELLS))
    )
    seen = frames(table)
    times = [gone for gone, _ in table.log]
    last = [[frame for frame in seen if frame.at <= end][-1] for end in [*times[1:], seen[-1].at]]
    blue, red = at_cell(last[0], "r1c2"), at_cell(last[1], "r2c1")
    assert blue[0] > blue[2] + 40
    assert red[2] > red[0] + 40
    white = at_cell(last[3], "r1c2")
    assert np.ptp(white) < 40
    assert white.min() > 120
    assert at_cell(seen[-1], "r2c1") == pytest.approx(at_cell(seen[0], "r2c1"), abs=4)
    assert {zone: face for zone, face in table.tops.items() if face} == {"discard1": "QD", "r1c2": "blue*"}


def test_a_sleeve_pushes_a_chip_aside_without_a_change_of_what_lies_there():
    table = VirtualTable(
        BOARD, [Lay("r1c1", "green"), Nudge("r1c1", (20, 0))], speed="fast", size=SMALL, fps=5, scene=TableScene(BOARD)
    )
    seen = frames(table)
    assert table.tops["r1c1"] == "green"
    assert moved(seen[-1], [frame for frame in seen if frame.at <= table.log[0][0]][-1]) > 0.003


def test_a_cell_the_board_does_not_have_is_refused():
    with pytest.raises(LayoutError, match="r4c0"):
        fast([]).perform(Lay("r4c0", "blue"))
    with pytest.raises(LayoutError, match="r4c0"):
        make_board_cell_zone(BOARD, "r4c0")


def test_cards_stay_inside_zones_that_are_small():
    table = VirtualTable(BOARD, [Lay("discard1", "QD") for _ in range(8)], speed="fast", size=SMALL, fps=3)
    frames(table)
    for card in table._scene.list_pile_cards("discard1"):
        turn = np.radians(card.turn)
        half = np.array([63 * np.cos(turn) + 88 * abs(np.sin(turn)), 63 * abs(np.sin(turn)) + 88 * np.cos(turn)]) / 2
        assert (np.abs(np.array(card.at_mm) - (262, 112)) + half <= (37.5, 52.5)).all()
