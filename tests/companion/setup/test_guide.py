"""The guided set-up against the companion itself, at a drawn table: every step on a phone, and the profile that comes of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.app.companion import Companion
from companion.errors import InputError
from companion.machine.config import Config, EyeSettings, Pins, Web
from companion.session.snapshot import Snapshot
from companion.setup.guide import SetUp
from companion.setup.profile import ProfileShelf, TableProfile, apply_profile, read_profile
from companion.setup.steps import (
    camera_step,
    find_near_side,
    find_sight_change,
    judge_focus,
    lamps_step,
    measure_picture,
    table_step,
)
from companion.shown.words.messages import catalogue
from companion.sources.scenery import Setting
from companion.sources.sources import layout_for
from tests.browser import PATIENCE, browser, photograph
from tests.vision.cameras.usb_machine import C920, usb_machine
from tests.vision.watched_table import reader
from vision.drawn.table.acts import Lay, make_waiting_script
from vision.drawn.table.optics import Lens, Pose
from vision.drawn.table.render import SceneRenderer
from vision.drawn.table.scene import TableScene
from vision.drawn.table.virtual_camera import VirtualTable
from vision.place.fiducials import register_mat
from web.routes.set_up import CHOICE
from web.schema import check_value

LAYOUT = layout_for("the_game")
WORDS = catalogue("en")


def picture(pose=None, **lens):
    return SceneRenderer((1280, 720)).render_picture(TableScene(LAYOUT, pose=pose or Pose(), lens=Lens(**lens)))


@pytest.mark.parametrize(("blur", "said"), [(0.7, "sharp"), (1.4, "soft"), (3.0, "blurred")])
def test_focus_is_said_in_a_word(blur, said):
    assert judge_focus(picture(blur=blur)) == said


@pytest.mark.parametrize(("turn", "side"), [(0.0, "bottom"), (180.0, "top"), (90.0, "right"), (270.0, "left")])
def test_which_way_is_up_is_told_from_the_mat(turn, side):
    image = picture(Pose(tilt=5.0, turn=turn))
    assert find_near_side(image, LAYOUT, register_mat(image, LAYOUT)) == side


def test_a_camera_without_a_picture_is_to_be_done_again_with_the_reason():
    step = camera_step(None, None, "look at the cable", (), WORDS)
    assert (step.verdict, step.said) == ("again", ("look at the cable",))


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_picture_that_is_too_dim_is_never_called_good(language):
    words = catalogue(language)
    bright, dim = (camera_step((picture() * light).astype("uint8"), None, "", (), words) for light in (1.0, 0.25))
    assert (bright.verdict, bright.advice) == ("good", "")
    assert dim.advice == words.text("doctor-light-dim")
    assert words.text(f"setup-verdict-{dim.verdict}") not in ("", words.text("setup-verdict-good"))


class Blind:
    """An eye that sees nothing yet."""

    last_image, settled_faces, opened = None, {}, 0

    def reopen_camera(self):
        self.opened += 1


def test_usb_cameras_are_offered_by_their_names_and_kept_by_what_does_not_change(tmp_path, monkeypatch):
    usb_machine(tmp_path, monkeypatch).plug(2, C920, "HD Pro Webcam C920")
    config, shelf, eye = Config(eye=EyeSettings(source="v4l2:0")), ProfileShelf(tmp_path / "profile.json"), Blind()
    set_up = SetUp(config, shelf, eye, Snapshot)
    choices = {choice["label"]: choice["value"] for choice in set_up.describe_steps("en")["steps"][0]["choices"]}
    link = f"v4l2:/dev/v4l/by-id/{C920}-video-index0"
    assert choices == {"USB camera (HD Pro Webcam C920)": link, "A phone’s camera": "phone"}
    choice = {"step": "camera", "action": "choose", "value": link}
    check_value(choice, CHOICE)
    set_up.perform_action(choice)
    assert eye.opened == 1
    assert apply_profile(config, ProfileShelf(tmp_path / "profile.json").profile).eye.source == link


def test_a_mat_that_is_not_seen_is_to_be_laid_again():
    assert table_step(picture(), (LAYOUT,), WORDS).verdict == "good"
    bare = SceneRenderer((1280, 720)).render_picture(TableScene(LAYOUT, mat=False))
    without = table_step(bare, (LAYOUT,), WORDS, bare=True)
    assert without.verdict == "good" and "direction cards" in without.advice
    step = table_step(bare, (LAYOUT,), WORDS)
    assert step.verdict == "again" and step.advice
    both = table_step(picture(), (LAYOUT,), WORDS, bare=True)
    assert both.verdict == "good" and "8 of 8" in both.said[1]


def test_lamps_are_lit_in_turn_until_each_was_said_to_stand_somewhere_else():
    places, zones = ["up1", "up2"], ["up1", "up2", "table"]
    answers = {}
    for place in places:
        step, lit = lamps_step(places, answers, zones, WORDS)
        assert (step.verdict, lit) == ("open", place)
        answers[place] = "up1"
    assert lamps_step(places, answers, zones, WORDS)[0].verdict == "again"
    assert lamps_step(places, {"up1": "up2", "up2": "up1"}, zones, WORDS)[0].verdict == "good"
    assert lamps_step(places, {"up1": "", "up2": "up1"}, zones, WORDS)[0].verdict == "again"
    assert lamps_step([], {}, zones, WORDS)[0].verdict == "good"


@pytest.mark.parametrize(
    ("blur", "gain", "said"),
    [(0.7, 1.0, ""), (2.5, 1.0, "setup-start-blurred"), (0.7, 0.4, "setup-start-darker")],
)
def test_a_picture_that_looks_otherwise_than_at_the_set_up_is_said_at_the_start(blur, gain, said):
    seen = measure_picture(picture())
    image = (picture(blur=blur) * gain).astype("uint8")
    assert find_sight_change(image, seen) == said
    assert find_sight_change(image, {}) == ""
    assert find_sight_change(image, {"blur": 1.0, "level": 10.0}) == "setup-start-brighter"


def test_a_profile_is_exported_and_taken_whole():
    profile = TableProfile("v4l2:1", "auto", {"up1": "up2"}, {"camera": 5.0}, {"blur": 0.3, "level": 120.0})
    assert read_profile(profile.to_json()) == profile
    assert apply_profile(Config(), profile).eye.source == "v4l2:1"
    assert apply_profile(Config(), TableProfile()) == Config()
    bare = TableProfile(mat="none")
    assert apply_profile(Config(), read_profile(bare.to_json())).eye.mat == "none"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "[" * 100_000,
        '{"table_companion_profile": 2}',
        '{"table_companion_profile": 1, "pin": 4}',
        '{"table_companion_profile": 1, "source": "webcam"}',
        '{"table_companion_profile": 1, "deck": "nobody-has-this"}',
        '{"table_companion_profile": 1, "deck": 7}',
        '{"table_companion_profile": 1, "mat": "/etc/passwd"}',
        '{"table_companion_profile": 1, "source": "/etc/passwd"}',
        '{"table_companion_profile": 1, "source": "/"}',
        '{"table_companion_profile": 1, "source": "v4l2:/etc/passwd"}',
        '{"table_companion_profile": 1, "source": "v4l2:/dev/v4l/by-id/../../../etc/passwd"}',
        '{"table_companion_profile": 1, "source": "a\\ud800"}',
        '{"table_companion_profile": 1, "good": {"camera": 1234567890123}}',
        '{"table_companion_profile": 1, "lamps": {"up1": 3}}',
        '{"table_companion_profile": 1, "good": {"camera": true}}',
    ],
)
def test_what_is_no_profile_is_refused_and_the_one_before_stays(text, tmp_path):
    shelf = ProfileShelf(tmp_path / "profile.json")
    shelf.change_profile(source="phone")
    with pytest.raises(InputError):
        shelf.replace_profile(text)
    assert ProfileShelf(tmp_path / "profile.json").profile.source == "phone"


def test_a_profile_that_cannot_be_read_is_left_aside_with_a_word(tmp_path):
    (tmp_path / "profile.json").write_text("half of a")
    shelf = ProfileShelf(tmp_path / "profile.json")
    assert shelf.profile == TableProfile() and "profile.json" in shelf.problem


class Lit:
    """A signal device that remembers which places were lit."""

    through = "memory"

    def __init__(self):
        self.places = set()

    def show_cues(self, cues, now):
        self.places = {cue.place for cue in cues}

    def close(self):
        pass


@pytest.fixture
def companion(tmp_path, monkeypatch):
    """The companion at a drawn table with two lamps; `tables`: what its camera looks at, newest last; `lit`: its lamps."""
    lit, tables = Lit(), []
    monkeypatch.setattr("companion.app.companion.open_configured_signals", lambda config, places, pressed: lit)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))

    def scenery(game, match):
        tables.append(VirtualTable(LAYOUT, make_waiting_script(), size=(1280, 720), fps=8.0))
        return Setting(LAYOUT, {"card": reader()}, tables[-1], live=False)

    config = Config("en", "gpio", web=replace(Web(), port=0), pins=Pins({"up1": 5, "up2": 6}))
    shelf = ProfileShelf(tmp_path / "profile.json")
    running = Companion(config, scenery, tmp_path, shelf=shelf)
    running.start_all()
    running.tables, running.lit, running.shelf = tables, lit, shelf
    yield running
    running.stop_all()


@pytest.mark.whole
def test_the_whole_way_is_gone_on_a_phone(companion, tmp_path):
    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(f"{companion.server.url}set-up?language=en")

        def says(words):
            page.locator("#step").get_by_text(words).first.wait_for()

        def good():
            page.get_by_role("button", name="Good, next").click()

        says("The picture is sharp.")
        says("The near side of the mat is at the bottom")
        photograph(page, "camera")
        good()
        says("The printed mat is seen, so the piles are those of the mat.")
        says("8 of 8 markers seen")
        photograph(page, "table")
        page.get_by_role("button", name="The printed mat").click()
        page.get_by_text("The printed mat is seen").wait_for(state="detached")
        says("8 of 8 markers seen")
        assert companion.shelf.profile.mat == ""
        page.get_by_role("button", name="No mat: the table as it is").click()
        says("The printed mat is seen, so the piles are those of the mat.")
        assert companion.shelf.profile.mat == "none"
        good()
        says("No card lies on a pile yet.")
        companion.tables[-1].perform(Lay("up1", "47"))
        says("On the first ascending pile I read 47.")
        photograph(page, "deck")
        good()
        says("Lamp 1 of 2")
        page.get_by_role("button", name="Do it again").click()
        says("Lamp 1 of 2")
        for number, place in enumerate(("Second ascending", "First ascending"), 1):
            says(f"Lamp {number} of 2 is lit")
            page.get_by_role("button", name=place).click()
        says("All 2 lamps are known.")
        good()
        says("Everything is ready.")
        photograph(page, "match")
        assert page.get_by_role("link", name="Start").get_attribute("href") == "/"
    assert companion.shelf.profile.lamps == {"up1": "up2", "up2": "up1"}
    companion.compare_picture()
    assert companion.session.snapshot.notices == ()
    assert set(companion.shelf.profile.seen) == {"blur", "level", "red", "blue"}
    assert list(companion.shelf.profile.good) == ["camera", "table", "deck", "lamps"]
    kept = json.loads((tmp_path / "profile.json").read_text())
    assert read_profile(json.dumps(kept)) == companion.shelf.profile


def test_a_profile_that_names_a_file_as_its_camera_is_refused_with_a_word(tmp_path):
    path = tmp_path / "profile.json"
    path.write_text('{"table_companion_profile": 1, "source": "/etc/passwd", "deck": "auto"}')
    shelf = ProfileShelf(path)
    assert shelf.profile == TableProfile() and "/etc/passwd" in shelf.problem and "Only a camera" in shelf.problem
    for source in ("/etc/passwd", str(tmp_path), "v4l2:/etc/passwd"):
        with pytest.raises(InputError) as refused:
            shelf.replace_profile(TableProfile(source).to_json())
        assert refused.value.id in ("profile-source-file", "profile-source") and refused.value.values["given"] == source
    assert [shelf.replace_profile(TableProfile(source).to_json()).source for source in ("virtual", "phone", "v4l2:0")] == [
        "virtual",
        "phone",
        "v4l2:0",
    ]
