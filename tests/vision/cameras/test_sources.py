"""Each kind of camera is one file of the folder, and is found there by what people write."""

import sys
from pathlib import Path
from types import ModuleType

import pytest

import vision.cameras
from vision.cameras import sources
from vision.cameras.asked_for import list_examples
from vision.cameras.file import FileCamera
from vision.cameras.latest import LatestFrame
from vision.cameras.sources import Source, source_named
from vision.errors import CameraUnavailable


@pytest.mark.parametrize(
    "name",
    ["picamera", "picamera:1", "v4l2", "v4l2:0", "v4l2:98", "v4l2:/dev/v4l/by-id/usb-046d_C920-video-index0", "v4l2:Brio 100"],
)
def test_cameras_are_live_and_keep_the_name_they_were_asked_for(name):
    assert source_named(name) == Source(name.split(":")[0], name, live=True)


def test_what_lies_on_the_disk_is_a_recording_and_nothing_else_is_known(tmp_path):
    assert source_named(str(tmp_path)) == Source("file", str(tmp_path), live=False)
    assert [source_named(name) for name in ("", "v4l2:", "v4l2:a/b", "picamera2", str(tmp_path / "none.mp4"))] == [None] * 5


def test_a_camera_that_is_not_there_says_what_to_do():
    with pytest.raises(CameraUnavailable, match="v4l2-ctl"):
        source_named("v4l2:97").opened()


def test_help_names_one_example_a_kind_live_ones_first():
    live = list_examples(live_only=True)
    assert list_examples()[: len(live)] == live and {"picamera", "v4l2:0"} <= {*live}
    assert "a video file or a folder of pictures" in list_examples()[len(live) :]


def test_help_names_every_kind_of_camera_that_can_be_opened():
    assert list_examples() == tuple(kind.HELP for kind in sources._kinds().values())


def test_a_new_camera_is_one_file_in_the_folder(tmp_path, monkeypatch):
    """It is found, named in the help, and wrapped as a live one."""
    (tmp_path / "http.py").write_text(
        "from vision.cameras.file import FileCamera\n"
        "from pathlib import Path\n"
        'HELP, LIVE = "http:ADDRESS", True\n'
        'def fits(name): return name.startswith("http:")\n'
        f"def opened(name, first=0, last=None): return FileCamera(Path({str(_film(tmp_path))!r}))\n"
    )
    monkeypatch.setattr(vision.cameras, "__path__", [*vision.cameras.__path__, str(tmp_path)])
    sources._kinds.cache_clear()
    try:
        source = source_named("http:table")
        assert source == Source("http", "http:table", live=True) and "http:ADDRESS" in list_examples()
        assert isinstance(source.newest(), LatestFrame) and isinstance(source.opened(), FileCamera)
    finally:
        sources._kinds.cache_clear()
        sys.modules.pop("vision.cameras.http", None)
        assert isinstance(vision.cameras, ModuleType)


def _film(folder: Path) -> Path:
    import cv2
    import numpy as np

    film = folder / "film"
    film.mkdir()
    cv2.imwrite(str(film / "1.png"), np.zeros((8, 8, 3), np.uint8))
    return film
