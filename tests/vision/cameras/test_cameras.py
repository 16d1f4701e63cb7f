"""Cameras that need hardware, held to what their libraries really offer; and files."""

import ast
import importlib.util
import inspect
import json
import os
import threading
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras import latest
from vision.cameras.file import FileCamera
from vision.cameras.frames import check_frame
from vision.cameras.latest import LatestFrame
from vision.cameras.picamera import PiCamera
from vision.cameras.v4l2 import V4l2Camera
from vision.errors import CameraUnavailable, EndOfVideo, PictureUnreadable
from vision.types import Frame

SIGNATURES = json.loads((Path(__file__).parent / "data" / "picamera2-0.3.38.json").read_text())
"""Parameters of picamera2's methods, read from its source."""


class Request:
    """A completed request of the stand-in."""

    def __init__(self, image, stamp):
        self._image, self._stamp, self.released = image, stamp, False

    def make_array(self, name):
        return self._image if name == "main" else np.full((540, 640), 128, np.uint8)

    def get_metadata(self):
        return {"SensorTimestamp": self._stamp} if self._stamp else {}


class Picamera2:
    """A stand-in with picamera2's signatures, for one camera."""

    cameras = 1
    opened = None
    camera_controls = None
    streams = True
    """Has it a second, small stream?"""

    @staticmethod
    def global_camera_info():
        return [{"Num": i} for i in range(Picamera2.cameras)]

    def __init__(self, camera_num=0, verbose_console=None, tuning=None, allocator=None):
        self.calls, self.controls, self.configuration, self.stamp = [], {}, None, 12_500_000_000
        Picamera2.opened = self

    def create_video_configuration(
        self, main=None, lores=None, raw=None, transform=None, colour_space=None, buffer_count=6, controls=None,
        display="main", encode="main", queue=True, sensor=None, use_case="video",
    ):  # fmt: skip
        return {"main": main, "lores": lores, "controls": controls, "buffer_count": buffer_count, "queue": queue}

    def configure(self, camera_config=None):
        if camera_config["lores"] and not self.streams:
            raise RuntimeError("only one stream")
        self.configuration = camera_config

    def camera_configuration(self):
        return self.configuration

    def start(self, config=None, show_preview=False):
        self.calls.append("start")

    def stop(self):
        self.calls.append("stop")

    def close(self):
        self.calls.append("close")

    def cancel_all_and_flush(self):
        pass

    def set_controls(self, controls):
        self.controls |= controls

    def capture_metadata(self, wait=None, signal_function=None):
        lens = {"LensPosition": 1.25} if "AfMode" in self.camera_controls else {}
        return {"ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8), "Lux": 300, **lens}

    @contextmanager
    def captured_request(self, wait=None, flush=None):
        width, height = self.configuration["main"]["size"]
        yield Request(np.full((height, width, 3), 7, np.uint8), self.stamp)


@pytest.fixture
def module():
    Picamera2.cameras, Picamera2.opened, Picamera2.streams = 1, None, True
    Picamera2.camera_controls = dict.fromkeys(
        ["AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains", "FrameDurationLimits"]
    )
    return type("picamera2", (), {"Picamera2": Picamera2})


@pytest.mark.parametrize("name", sorted(SIGNATURES["Picamera2"]))
def test_the_stand_in_has_picamera2s_own_signatures(name):
    found = [parameter for parameter in inspect.signature(getattr(Picamera2, name)).parameters if parameter != "self"]
    assert found == SIGNATURES["Picamera2"][name]


def test_the_recorded_signatures_are_those_of_the_installed_picamera2():
    spec = importlib.util.find_spec("picamera2")
    if spec is None or spec.origin is None:
        pytest.skip("picamera2 is not installed on this machine: its recorded signatures are used")
    source = (Path(spec.origin).parent / "picamera2.py").read_text()
    methods = {node.name: node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
    for name, recorded in SIGNATURES["Picamera2"].items():
        found = [arg.arg for arg in methods[name].args.args if arg.arg != "self"]
        assert found[: len(recorded)] == recorded, name


def test_the_pi_camera_gives_frames_with_the_sensors_own_time(module):
    with PiCamera(picamera2=module) as camera:
        frame = camera.read()
        assert frame.image.shape == (720, 1280, 3) and frame.image.dtype == np.uint8
        assert frame.at == 12.5
        assert frame.small.shape == (360, 640, 3) and frame.small[0, 0].tolist() == pytest.approx([128] * 3, abs=3)
        assert Picamera2.opened.configuration["main"]["format"] == "RGB888"
        assert Picamera2.opened.configuration["lores"] == {"size": (640, 360), "format": "YUV420"}
    assert Picamera2.opened.calls == ["start", "stop", "close"]


def test_a_camera_with_one_stream_gives_the_large_picture_alone(module):
    Picamera2.streams = False
    with PiCamera(picamera2=module) as camera:
        frame = camera.read()
    assert frame.image.shape == (720, 1280, 3) and frame.small is None


def test_a_camera_is_asked_only_for_what_it_has(module):
    Picamera2.camera_controls = {"AeEnable": (False, True, True)}
    with PiCamera(picamera2=module) as camera:
        camera.hold(True)
    assert Picamera2.opened.controls == {"AeEnable": False} and Picamera2.opened.configuration["controls"] == {}


@pytest.mark.parametrize(
    ("form", "lines"),
    [("XRGB8888", (720, 1280, 4)), ("YUV420", (1080, 1344)), ("NV12", (1080, 1280)), ("YUYV", (720, 1280, 2))],
)
def test_whatever_format_libcamera_gives_instead_becomes_a_picture(module, form, lines):
    class Otherwise(Picamera2):
        def camera_configuration(self):
            return {"main": {"size": (1280, 720), "format": form}, "lores": None}

        @contextmanager
        def captured_request(self, wait=None, flush=None):
            yield Request(np.full(lines, 128, np.uint8), self.stamp)

    module.Picamera2 = Otherwise
    with PiCamera(picamera2=module) as camera:
        image = camera.read().image
    assert image.shape == (720, 1280, 3) and image[0, 0].tolist() == pytest.approx([128] * 3, abs=3)


def test_a_format_that_nobody_knows_is_named(module):
    class Otherwise(Picamera2):
        def camera_configuration(self):
            return {"main": {"size": (1280, 720), "format": "SRGGB10"}, "lores": None}

    module.Picamera2 = Otherwise
    with PiCamera(picamera2=module) as camera, pytest.raises(CameraUnavailable, match="SRGGB10"):
        camera.read()


def test_a_camera_that_does_not_start_is_given_back(module):
    class Weak(Picamera2):
        def start(self, config=None, show_preview=False):
            raise RuntimeError("no power")

    module.Picamera2 = Weak
    with pytest.raises(CameraUnavailable, match="no power"):
        PiCamera(picamera2=module)
    assert Picamera2.opened.calls == ["close"]


class Stalled(Picamera2):
    """Its cable came off: what is asked of it waits until it is cancelled, and `stop` waits behind it, as with the real one."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self._asked, self._cancelled = threading.Event(), threading.Event()

    @contextmanager
    def captured_request(self, wait=None, flush=None):
        self._asked.set()
        self._cancelled.wait()
        raise CancelledError
        yield

    def cancel_all_and_flush(self):
        self._cancelled.set()

    def stop(self):
        assert self._asked.is_set() and self._cancelled.is_set(), "it would hang here for ever"
        super().stop()


def test_a_pi_camera_that_stalls_is_given_up_cut_off_and_closed(module, monkeypatch):
    monkeypatch.setattr(latest, "PATIENCE", replace(latest.PATIENCE, max_waking_s=0.05))
    module.Picamera2 = Stalled
    frames = LatestFrame(PiCamera(picamera2=module))
    with frames, pytest.raises(CameraUnavailable, match="no picture"):
        frames.read()
    assert Picamera2.opened.calls == ["start", "stop", "close"]
    assert not frames._thread.is_alive()


def test_a_driver_that_hangs_while_it_is_closed_holds_nobody_up(module, monkeypatch):
    """Whoever watches goes on, and is told that the camera is busy yet."""
    monkeypatch.setattr(latest, "PATIENCE", replace(latest.PATIENCE, max_hanging_close_s=0.05))
    go_on, closed = threading.Event(), threading.Event()

    class Stuck(Picamera2):
        def stop(self):
            go_on.wait()

        def close(self):
            closed.set()

    module.Picamera2 = Stuck
    with LatestFrame(PiCamera(picamera2=module)) as frames:
        frames.read()
    assert not closed.is_set()
    go_on.set()
    assert closed.wait(60)


def test_what_closing_a_camera_raises_is_told(module):
    class Broken(Picamera2):
        def stop(self):
            raise RuntimeError("no answer")

    module.Picamera2 = Broken
    with pytest.raises(RuntimeError, match="no answer"), LatestFrame(PiCamera(picamera2=module)) as frames:
        frames.read()


def test_a_stalled_camera_is_open_again_within_ten_seconds():
    from companion.app.eye import CAMERA_RETRY_S

    assert latest.PATIENCE.max_silence_s + latest.PATIENCE.max_hanging_read_s + CAMERA_RETRY_S < 10


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (None, "no picture"),
        (np.zeros((20, 30), np.uint8), "20 x 30 of uint8"),
        (np.zeros((20, 30, 4), np.uint8), "20 x 30 x 4"),
        (np.zeros((20, 30, 3), np.float32), "float32"),
        (np.zeros((0, 30, 3), np.uint8), "0 x 30"),
        (np.zeros((20, 32, 3), np.uint8), "after 20 x 30 x 3"),
    ],
)
def test_what_is_no_frame_is_a_camera_that_does_not_work(picture, words):
    good = Frame(np.zeros((20, 30, 3), np.uint8), 1.0)
    check_frame(good, good)
    with pytest.raises(CameraUnavailable, match=words):
        check_frame(Frame(picture, 2.0), good)
    with pytest.raises(CameraUnavailable, match="no picture"):
        check_frame(None)


class Odd:
    """A camera whose driver does what drivers do."""

    def __init__(self, given):
        self._given, self.closed = given, 0

    def read(self):
        if isinstance(self._given, Exception):
            raise self._given
        return self._given

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.closed += 1


@pytest.mark.parametrize(
    "given", [None, OSError(5, "Input/output error"), cv2.error("bad"), RuntimeError(), Frame(np.zeros((1, 1)), 0.0)]
)
def test_whatever_a_driver_gives_or_raises_the_newest_frame_says_what_is_wrong_and_closes_it_once(given):
    camera = Odd(given)
    with LatestFrame(camera) as frames, pytest.raises(CameraUnavailable, match="the camera"):
        frames.read()
    assert camera.closed == 1


def test_holding_keeps_what_the_sensor_has_now(module):
    with PiCamera(picamera2=module) as camera:
        camera.hold(True)
    assert Picamera2.opened.controls == {
        "AeEnable": False, "AwbEnable": False, "ExposureTime": 8000, "AnalogueGain": 2.0, "ColourGains": (1.5, 1.8),
    }  # fmt: skip


def test_a_lens_that_moves_focuses_by_itself_until_it_is_held(module):
    Picamera2.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
    with PiCamera(picamera2=module) as camera:
        assert Picamera2.opened.controls == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}
        camera.hold(True)
        assert Picamera2.opened.controls["AfMode"] == 0 and Picamera2.opened.controls["LensPosition"] == 1.25
        camera.hold(False)
        assert Picamera2.opened.controls["AfMode"] == 2 and Picamera2.opened.controls["AeEnable"]


def test_what_was_held_is_held_again_on_another_day_within_what_the_camera_can(module):
    Picamera2.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0), "AnalogueGain": (1.0, 8.0, 1.0)}
    with PiCamera(picamera2=module) as camera:
        camera.hold(True)
        held = dict(camera.held)
    assert held == {"exposure_us": 8000.0, "gain": 2.0, "focus": 1.25, "red": 1.5, "blue": 1.8}
    with PiCamera(picamera2=module) as camera:
        camera.fix(held | {"gain": 99.0, "unheard_of": 1.0})
        assert camera.held == held | {"gain": 99.0, "unheard_of": 1.0}
    assert Picamera2.opened.controls == {
        "AeEnable": False, "AwbEnable": False, "AfMode": 0, "ExposureTime": 8000, "AnalogueGain": 8.0, "LensPosition": 1.25,
        "ColourGains": (1.5, 1.8),
    }  # fmt: skip


def test_a_lens_of_which_no_focus_is_known_goes_on_focusing(module):
    Picamera2.camera_controls |= {"AfMode": (0, 2, 0), "LensPosition": (0.0, 15.0, 1.0)}
    with PiCamera(picamera2=module) as camera:
        camera.fix({"exposure_us": 5000.4})
    assert Picamera2.opened.controls["AfMode"] == 2 and Picamera2.opened.controls["ExposureTime"] == 5000


def test_the_newest_frame_says_what_its_camera_holds_and_has_it_hold_that(module):
    with PiCamera(picamera2=module) as camera, LatestFrame(camera) as frames:
        assert frames.held_now() == {"exposure_us": 8000.0, "gain": 2.0, "red": 1.5, "blue": 1.8}
        frames.fix({"exposure_us": 4000.0})
        while Picamera2.opened.controls["ExposureTime"] != 4000:
            frames.read()


def test_a_usb_camera_holds_what_it_has_and_takes_it_again(tmp_path, monkeypatch):
    class Capture:
        """Video4Linux as OpenCV shows it, of a camera whose lens does not move."""

        def __init__(self, number, api):
            self.values = {cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_GAIN: 32.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0}

        def isOpened(self):  # noqa: N802
            return True

        def set(self, code, value):
            self.values[code] = value

        def get(self, code):
            return self.values.get(code, -1.0)

    monkeypatch.setattr(cv2, "VideoCapture", Capture)
    monkeypatch.setattr("vision.cameras.usb.DEV", tmp_path)
    (tmp_path / "video0").touch()
    camera = V4l2Camera(0)
    camera.hold(True)
    assert camera.held == {"exposure": 156.0, "gain": 32.0, "white_balance": 4600.0}
    again = V4l2Camera(0)
    again.fix({**camera.held, "exposure": 78.0})
    values = again._capture.values
    assert (values[cv2.CAP_PROP_AUTO_EXPOSURE], values[cv2.CAP_PROP_AUTO_WB], values[cv2.CAP_PROP_AUTOFOCUS]) == (1.0, 0.0, 0.0)
    assert (values[cv2.CAP_PROP_EXPOSURE], values[cv2.CAP_PROP_WB_TEMPERATURE]) == (78.0, 4600.0)
    again.hold(False)
    assert (values[cv2.CAP_PROP_AUTO_EXPOSURE], values[cv2.CAP_PROP_AUTO_WB]) == (3.0, 1.0)


def test_the_newest_frame_has_the_camera_hold_between_two_frames(module):
    with PiCamera(picamera2=module) as camera, LatestFrame(camera) as frames:
        frames.hold(True)
        while Picamera2.opened.controls["AeEnable"]:
            frames.read()
    assert Picamera2.opened.controls["ExposureTime"] == 8000


def test_a_pi_without_a_camera_says_what_to_look_at(module):
    Picamera2.cameras = 0
    with pytest.raises(CameraUnavailable, match="ribbon cable"):
        PiCamera(picamera2=module)


def test_a_machine_without_picamera2_names_the_package():
    if importlib.util.find_spec("picamera2"):
        pytest.skip("picamera2 is installed on this machine")
    with pytest.raises(CameraUnavailable, match="apt install python3-picamera2"):
        PiCamera()


def test_a_missing_usb_camera_is_named():
    with pytest.raises(CameraUnavailable, match="/dev/video63"):
        V4l2Camera(63)


def picture(path, grey):
    cv2.imwrite(str(path), np.full((20, 30, 3), grey, np.uint8))


def test_a_folder_with_photographs_of_an_iphone_says_so_at_the_first(tmp_path):
    (tmp_path / "1.heic").write_bytes(b"\x00\x00\x00\x24ftypheic" + bytes(100))
    with FileCamera(tmp_path) as camera, pytest.raises(PictureUnreadable, match=r"1\.heic is a HEIC photograph"):
        camera.read()


def test_a_folder_of_pictures_is_read_in_order_and_ends(tmp_path):
    for name, grey in (("b.png", 20), ("a.png", 10), ("c.png", 30)):
        picture(tmp_path / name, grey)
    with FileCamera(tmp_path) as camera:
        frames = [camera.read() for _ in range(3)]
        assert [int(frame.image[0, 0, 0]) for frame in frames] == [10, 20, 30]
        assert [frame.at for frame in frames] == [0.0, 0.1, 0.2]
        with pytest.raises(EndOfVideo):
            camera.read()


def test_only_the_frames_asked_for_are_given(tmp_path):
    for i in range(5):
        picture(tmp_path / f"{i}.png", i * 10)
    with FileCamera(tmp_path, first=1, last=2) as camera:
        assert [int(camera.read().image[0, 0, 0]) for _ in range(2)] == [10, 20]
        with pytest.raises(EndOfVideo):
            camera.read()


def test_a_broken_picture_is_named(tmp_path):
    (tmp_path / "a.png").write_bytes(b"no picture")
    with FileCamera(tmp_path) as camera, pytest.raises(PictureUnreadable, match=r"a\.png"):
        camera.read()


def test_a_pipe_that_is_named_like_a_picture_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "a.png")
    with FileCamera(tmp_path) as camera, pytest.raises(PictureUnreadable, match=r"a\.png"):
        camera.read()


@pytest.mark.parametrize("name", ["missing.mp4", "empty", "text.mp4", "pipe.mp4"])
def test_what_is_no_video_is_refused(tmp_path, name):
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe.mp4")
    (tmp_path / "text.mp4").write_text("no video")
    with pytest.raises(CameraUnavailable, match=name):
        FileCamera(tmp_path / name)
