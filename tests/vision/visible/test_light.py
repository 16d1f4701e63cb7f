"""When a camera holds its exposure, white balance and focus, and when it lets go."""

from tests.filmed import frames
from tests.vision.watched_table import LAYOUT, reader, table
from vision.drawn.table.acts import Lay, LightChange, Wait
from vision.visible.light import HOLD, Holding, hold_light
from vision.watcher import Watcher


def told(looks):
    """What a camera is told over frames of a tenth of a second: (frame, held). `looks`: calm and level of each."""
    holding, said = Holding(), []
    for number, (calm, level) in enumerate(looks):
        holding, held = hold_light(holding, level, number / 10, is_calm=calm)
        said += [] if held is None else [(number / 10, held)]
    return said


def test_a_camera_holds_once_the_table_has_lain_still():
    assert told([(True, 120.0)] * 100) == [(HOLD.change_after_s, True)], "and only once"


def test_hands_over_the_table_put_it_off():
    assert told([(True, 120.0)] * 15 + [(False, 120.0)] * 5 + [(True, 120.0)] * 15) == []


def test_a_picture_that_is_too_bright_or_too_dark_is_not_held():
    assert told([(True, HOLD.max_level + 5)] * 50) == [] == told([(True, 10.0)] * 50)


def test_a_lamp_that_is_switched_lets_the_camera_follow_the_light_and_hold_again():
    lit, dim = [(True, 120.0)] * 30, [(True, 60.0)] * 80
    said = told(lit + dim)
    assert [held for _, held in said] == [True, False, True] and said[1][0] == 3.0 + HOLD.change_after_s


def test_a_shadow_that_passes_changes_nothing():
    assert told([(True, 120.0)] * 30 + [(False, 60.0)] * 10 + [(True, 120.0)] * 60) == [(HOLD.change_after_s, True)]


def test_the_eye_has_the_camera_hold_after_it_has_found_the_mat():
    said = []
    camera = table([Lay("up1", "12"), Wait(2.0), LightChange(0.3), Wait(5.2)])
    eye = Watcher(camera, LAYOUT, {"card": reader()}, hold=lambda held: said.append((eye.at, held)))
    for frame in frames(camera):
        list(eye.see(frame))
    laid = camera.log[0][0]
    assert [held for _, held in said] == [True, False, True]
    assert said[0][0] > laid + 1.0, "not while a hand is over the table"
