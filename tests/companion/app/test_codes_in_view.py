"""A phone that is held under the camera: its code is read in a picture of the table."""

import cv2
import numpy as np
import pytest
import segno

from companion.app.codes_in_view import LOOK_EVERY_S, CodesInView
from companion.games.sheets import load_sheet
from companion.sources.sources import layout_from_sheet
from vision.drawn.table.render import SceneRenderer, TableScene
from web.door.sight import make_secret, shown_words

pytest.importorskip("pyzbar.pyzbar", reason="zbar is not installed", exc_type=ImportError)


def table_with_phone(words, *, side_px, turn_deg=0.0, glow=250):
    """A drawn table with a bright screen on it, whose code is `side_px` wide in the picture."""
    picture = SceneRenderer((1280, 720)).render_picture(TableScene(layout_from_sheet(load_sheet("the_game"))))
    rows = [[0 if module else glow for module in row] for row in segno.make_qr(words, error="l").matrix_iter(border=3)]
    code = np.kron(np.array(rows, np.uint8), np.ones((24, 24), np.uint8))
    place = cv2.getRotationMatrix2D((code.shape[1] / 2, code.shape[0] / 2), turn_deg, side_px / code.shape[0])
    place[:, 2] += (500 - code.shape[1] / 2, 360 - code.shape[0] / 2)
    how = {"dsize": (1280, 720), "flags": cv2.INTER_AREA}
    screen, lies = cv2.warpAffine(code, place, **how), cv2.warpAffine(np.full_like(code, 255), place, **how)
    shown = np.where(lies[..., None] > 0, screen[..., None], picture).astype(np.uint8)
    return cv2.GaussianBlur(shown, (0, 0), 0.8)


@pytest.mark.parametrize("turn_deg", [0.0, 35.0, 160.0])
def test_a_phone_that_lies_on_the_table_is_seen(turn_deg):
    """Seven centimetres of screen under a camera that sees a metre of the table."""
    words = shown_words(make_secret())
    codes = CodesInView(lambda: table_with_phone(words, side_px=90, turn_deg=turn_deg))
    assert codes.is_watching and codes.has_seen(words) and not codes.has_seen(shown_words(make_secret()))


def test_one_look_serves_all_who_ask():
    now, pictures = [100.0], iter([None, table_with_phone("TCP:A", side_px=120)])
    codes = CodesInView(lambda: next(pictures), lambda: now[0])
    assert not codes.has_seen("TCP:A") and not codes.has_seen("TCP:A"), "nothing was there, and no picture is asked for"
    now[0] += LOOK_EVERY_S
    assert codes.has_seen("TCP:A")


def test_without_a_picture_nobody_is_offered_it():
    assert not CodesInView(lambda: None).is_watching
