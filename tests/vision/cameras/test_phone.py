"""A phone's camera: its pictures are checked at the door, the newest is watched, and a phone that goes may come back."""

from __future__ import annotations

import struct
import threading

import cv2
import numpy as np
import pytest

from vision.cameras.phone import PHONE, Given, PhoneCamera
from vision.cameras.sources import source_named
from vision.errors import NoPhone, PictureRefused, TooManyPictures

NOBODY = 0.01
"""Seconds that are waited for a phone that does not come."""


def jpeg(width=320, height=240, gray=120):
    return cv2.imencode(".jpg", np.full((height, width, 3), gray, np.uint8))[1].tobytes()


def in_passes(more):
    """A legal progressive JPEG of 1280 x 720 that comes in ten passes and so many more, which add nothing."""
    written = cv2.imencode(".jpg", np.full((720, 1280, 3), 90, np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    last = written[written.rindex(b"\xff\xda") : -2]
    return written[:-2] + more * last + written[-2:]


@pytest.mark.parametrize("more", [50, 80_000])
def test_a_picture_in_too_many_passes_is_refused_before_it_is_decoded(more, monkeypatch):
    bomb = in_passes(more)
    assert len(bomb) <= PHONE.max_bytes
    Given().take(in_passes(0))
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureRefused, match=f"in {10 + more} passes"):
        Given().take(bomb)


def test_while_a_picture_is_decoded_nobody_waits_for_it(monkeypatch):
    given, decode = Given(), cv2.imdecode

    def meanwhile(*asked):
        with pytest.raises(TooManyPictures):
            given.take(jpeg(), 1.0)
        return decode(*asked)

    monkeypatch.setattr(cv2, "imdecode", meanwhile)
    given.take(jpeg(), 1.0)
    assert given.count == 1


def test_a_phone_is_asked_for_by_name_and_is_live():
    source = source_named("phone")
    assert source is not None and (source.kind, source.live) == ("phone", True)
    assert source_named("phones") is None


def test_the_newest_picture_is_read_once_and_those_nobody_looked_at_are_counted():
    given = Given()
    with PhoneCamera(given, NOBODY) as camera:
        for number in range(3):
            given.take(jpeg(gray=100 + 40 * number), 10.0 + number)
        frame = camera.read()
        assert frame.at == 12.0 and frame.image.shape == (240, 320, 3) and abs(int(frame.image.mean()) - 180) < 3
        assert camera.dropped == 2
        with pytest.raises(NoPhone, match="/camera"):
            camera.read()


def test_a_phone_that_went_and_came_back_is_watched_by_the_camera_that_is_opened_then():
    given = Given()
    with PhoneCamera(given, NOBODY) as before:
        given.take(jpeg(), 1.0)
        before.read()
        given.gone()
        with pytest.raises(NoPhone):
            before.read()
    with PhoneCamera(given, NOBODY) as after:
        with pytest.raises(NoPhone):
            after.read()
        given.take(jpeg(), 9.0)
        assert after.read().at == 9.0


def test_a_picture_from_before_it_was_opened_is_not_taken_for_the_table_as_it_is_now():
    given = Given()
    given.take(jpeg(), 1.0)
    with PhoneCamera(given, NOBODY) as camera, pytest.raises(NoPhone):
        camera.read()


def test_a_read_that_waits_can_be_cut_off():
    given = Given()
    camera = PhoneCamera(given, 600.0)
    ended = threading.Event()

    def read():
        with pytest.raises(NoPhone):
            camera.read()
        ended.set()

    thread = threading.Thread(target=read)
    thread.start()
    while not ended.wait(0.01):
        camera.cancel()
    thread.join()


def bomb():
    """A JPEG whose head promises 60,000 x 60,000 pixels."""
    data = bytearray(jpeg())
    at = data.index(b"\xff\xc0")
    data[at + 5 : at + 9] = struct.pack(">HH", 60_000, 60_000)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "no JPEG"),
        (b"hello", "no JPEG"),
        (cv2.imencode(".png", np.zeros((300, 300, 3), np.uint8))[1].tobytes(), "no JPEG"),
        (jpeg()[:40], "no JPEG"),
        (jpeg()[:200].ljust(200, b"\0")[:170], "JPEG"),
        (jpeg(64, 64), "64 x 64"),
        (jpeg(2400, 300), "2400 x 300"),
        (bomb(), "60000 x 60000"),
        (jpeg() + bytes(PHONE.max_bytes), "1000 kB"),
    ],
)
def test_what_is_no_picture_of_a_table_is_refused_and_the_one_before_stays(data, words):
    given = Given()
    with PhoneCamera(given, NOBODY) as camera:
        given.take(jpeg(), 1.0)
        with pytest.raises(PictureRefused, match=words):
            given.take(data, 2.0)
        assert camera.read().at == 1.0


def test_pictures_that_come_faster_than_anything_looks_are_turned_away_undecoded():
    given = Given()
    for _ in range(int(PHONE.max_at_once)):
        given.take(jpeg(), 5.0)
    with pytest.raises(TooManyPictures):
        given.take(b"not even looked at", 5.0)
    given.take(jpeg(), 6.0)
