"""A phone gives its camera: one at a time, in Chromium with a film before its lens, and what it sees is ruled on."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.setup.phone_camera import PhoneInUse, PhonePage
from companion.sources.sources import layout_for
from tests.browser import PATIENCE, browser
from vision.cameras.phone import Given
from vision.drawn.table.acts import Lay, Wait
from vision.drawn.table.virtual_camera import VirtualTable
from vision.errors import EndOfVideo
from web.door.phones import Phone, Role
from web.errors import CameraTaken, CameraUnwanted, PhonePictureRefused, PhonePictureTooSoon

FILMS = Path(__file__).parents[4] / "shared" / "films"
JPEG = cv2.imencode(".jpg", np.full((240, 320, 3), 90, np.uint8))[1].tobytes()
ADA, BRUNO = (Phone(id, Role.PLAYER, name) for id, name in (("a1", "Ada"), ("b2", "Bruno")))


def in_use(source="phone", given=None):
    return PhoneInUse(lambda: source, lambda language: "seen", given or Given())


def test_the_phone_that_began_is_the_camera_until_it_stops_or_another_takes_its_place():
    phone = in_use()
    phone.give_picture(JPEG, ADA, instead=False)
    with pytest.raises(CameraTaken, match="Ada"):
        phone.give_picture(JPEG, BRUNO, instead=False)
    phone.give_picture(JPEG, BRUNO, instead=True)
    with pytest.raises(CameraTaken, match="Bruno"):
        phone.give_picture(JPEG, ADA, instead=False)
    phone.stop_giving(ADA)  # it is not the camera any more: nothing happens
    with pytest.raises(CameraTaken, match="Bruno"):
        phone.give_picture(JPEG, ADA, instead=False)
    phone.stop_giving(BRUNO)
    phone.give_picture(JPEG, ADA, instead=False)


def test_a_companion_that_watches_with_another_camera_says_so():
    with pytest.raises(CameraUnwanted, match="v4l2:0"):
        in_use("v4l2:0").give_picture(JPEG, ADA, instead=False)


def test_what_the_door_of_the_eye_refuses_is_refused_by_the_pages():
    phone = in_use()
    with pytest.raises(PhonePictureRefused):
        phone.give_picture(b"nothing", ADA, instead=False)
    with pytest.raises(PhonePictureTooSoon):
        for _ in range(100):
            phone.give_picture(JPEG, ADA, instead=False)


@pytest.fixture
def given_by_chromium(tmp_path):
    """Open the page in a Chromium whose camera shows these pictures, 30 a second, over and over, and give the camera."""

    def give(url, pictures):
        film = tmp_path / "film.mjpeg"
        with film.open("wb") as file:
            for picture in pictures:
                file.write(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes())
        fake = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream")
        context = browser(*fake, f"--use-file-for-fake-video-capture={film}")
        opened.append(context)
        page = context.__enter__().new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(url)
        page.get_by_role("button", name="Give the camera").click()
        return page

    opened = []
    yield give
    for context in opened:
        context.__exit__(None, None, None)


def drawn_film(seconds):
    """The drawn table on which 47 is laid on the first pile, as Chromium's camera shows it: 30 pictures a second."""
    layout = layout_for("the_game")
    acts = iter([Wait(1.0), Lay("up1", "47"), Wait(60.0)])
    with VirtualTable(layout, acts, speed="fast") as table:
        frames = [table.read() for _ in range(2)]
        rate = 1 / (frames[1].at - frames[0].at)
        frames += [table.read() for _ in range(round(rate * seconds))]
    return [frame.image for frame in frames for _ in range(round(30 / rate))]


def test_two_commands_may_wait_for_a_phone_at_once():
    with PhonePage(given=Given()) as one, PhonePage(given=Given()) as other:
        assert one.page_url != other.page_url


def test_a_phone_in_the_browser_is_the_camera_until_it_is_stopped(given_by_chromium):
    colours = [np.full((480, 640, 3), (40, 160, 90), np.uint8)] * 30
    with PhonePage(port=0, given=Given()) as camera:
        page = given_by_chromium(camera.page_url, colours)
        frame = camera.read()
        assert frame.image.shape == (480, 640, 3)
        assert np.abs(frame.image.reshape(-1, 3).mean(axis=0) - (40, 160, 90)).max() < 12
        page.get_by_text("The table is being watched").wait_for()
        page.get_by_role("button", name="Stop").click()
        with pytest.raises(EndOfVideo):
            for _ in range(1000):
                camera.read()


@pytest.fixture
def state(practised, tmp_path):
    shutil.copytree(practised, tmp_path / "decks")
    return tmp_path


def watched(arguments, until, given_by_chromium, pictures, state):
    """The lines of `companion watch phone` up to the first for which `until` holds."""
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "watch", "phone", *arguments],
        env=os.environ | {"STATE_DIRECTORY": str(state), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        said = next(line for line in process.stderr if line.startswith("Open http"))
        given_by_chromium(said.split()[1], pictures)
        lines = []
        for line in process.stdout:
            lines.append(json.loads(line))
            if until(lines):
                return lines
        raise AssertionError(f"the source ended: {lines}")
    finally:
        process.kill()
        process.communicate()


@pytest.mark.whole
def test_a_drawn_film_before_the_lens_of_a_phone_is_a_match_that_is_ruled_on(given_by_chromium, state):
    def is_ruled(lines):  # what was seen of the end of the film, before it began anew, may have been ruled on first
        return lines[-1]["event"] == "ruling" and any(line["event"] == "change" for line in lines)

    lines = watched(["--game", "the_game", "--players", "2"], is_ruled, given_by_chromium, drawn_film(12), state)
    laid = next(line for line in lines if line["event"] == "change")
    assert (laid["zone"], laid["after"]) == ("up1", "47")
    assert lines[-1]["verdict"] == "legal"


@pytest.mark.whole
def test_a_film_of_a_table_before_the_lens_of_a_phone_is_watched(given_by_chromium, state):
    film = FILMS / "the_game-4.mp4"
    if not film.exists():
        pytest.skip("the films lie beside the project only where it is developed")
    truth = [json.loads(line) for line in film.with_suffix(".jsonl").read_text().splitlines()]
    plays = [(fact["play"]["zone"], fact["play"]["face"]) for fact in truth if "play" in fact][:3]
    capture = cv2.VideoCapture(str(film))
    frames = (image for _ in range(15 * 16) for image in [capture.read()[1]] * 2)

    def all_seen(lines):
        seen = {(line["zone"], line["after"]) for line in lines if line["event"] == "change"}
        return seen >= set(plays)

    arguments = ["--game", "the_game", "--players", "4", "--option", "on_fire"]
    assert watched(arguments, all_seen, given_by_chromium, islice(frames, None), state)
