"""USB cameras by what they are, not by the number that chance gave them: in a /dev and a /sys made for it."""

from __future__ import annotations

import pytest

from tests.vision.cameras.usb_machine import BRIO, C920, usb_machine
from vision.cameras.sources import source_named
from vision.cameras.usb import list_usb_cameras
from vision.errors import CameraUnavailable


@pytest.fixture
def machine(tmp_path, monkeypatch):
    return usb_machine(tmp_path, monkeypatch)


def test_each_camera_is_listed_once_with_its_name_and_the_link_that_stays(machine):
    machine.node(0, "rp1-cfe-csi2_ch0", bus="platform/csi")
    machine.plug(8, C920, "HD Pro Webcam C920")
    machine.plug(4, BRIO, "Brio 100: Brio 100", path="platform-usb-0:1.3:1.0")
    assert [(camera.number, camera.name) for camera in list_usb_cameras()] == [(4, "Brio 100"), (8, "HD Pro Webcam C920")]
    assert list_usb_cameras()[1].source == f"v4l2:/dev/v4l/by-id/{C920}-video-index0"


def test_two_of_one_kind_without_serial_numbers_are_told_by_where_they_are_plugged_in(machine):
    machine.plug(0, C920, "HD Pro Webcam C920")
    machine.plug(2, C920, "HD Pro Webcam C920", path="platform-usb-0:1.3:1.0")
    assert [camera.number for camera in list_usb_cameras()] == [0, 2]
    assert "by-path" in list_usb_cameras()[1].source and len({camera.source for camera in list_usb_cameras()}) == 2


def test_a_camera_without_links_is_found_all_the_same(machine):
    machine.node(3, "Endoscope")
    machine.node(9, "Loopback", bus="virtual")
    assert [(camera.number, camera.name) for camera in list_usb_cameras()] == [(3, "Endoscope")]


@pytest.mark.parametrize("number", [1, 5])
@pytest.mark.parametrize(
    "source",
    [
        f"v4l2:/dev/v4l/by-id/{C920}-video-index0",
        "v4l2:/dev/v4l/by-path/platform-usb-0:1.2:1.0-video-index0",
        *("v4l2:C920", "v4l2:hd pro webcam c920", "v4l2:046d_HD_Pro"),
    ],
)
def test_link_and_name_find_the_camera_whatever_its_number(machine, number, source):
    machine.plug(number, C920, "HD Pro Webcam C920")
    machine.plug(7, BRIO, "Brio 100", path="platform-usb-0:1.3:1.0")
    with source_named(source).opened() as camera:
        assert camera.read().image.shape == (720, 1280, 3)
    assert machine.opened == [number]


@pytest.mark.parametrize(("source", "tried"), [("v4l2:0", [1]), ("v4l2", [1]), ("v4l2:2", [2, 1]), ("v4l2:1", [1])])
def test_the_one_camera_that_is_there_is_taken_for_a_number_that_is_none(machine, source, tried):
    """The number 2 is that of its other device, which gives no pictures."""
    machine.plug(1, C920, "HD Pro Webcam C920")
    source_named(source).opened()
    assert machine.opened == tried


def test_of_two_cameras_none_is_taken_for_another(machine):
    machine.plug(1, C920, "HD Pro Webcam C920")
    machine.plug(3, BRIO, "Brio 100", path="platform-usb-0:1.3:1.0")
    with pytest.raises(CameraUnavailable, match=rf"video0; plug it in.*HD Pro Webcam C920 \(v4l2:.*{C920}.*Brio 100 \(v4l2:"):
        source_named("v4l2:0").opened()
    assert machine.opened == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (f"v4l2:/dev/v4l/by-id/{BRIO}-video-index0", "there is no camera /dev/v4l/by-id/usb-Logitech"),
        ("v4l2:Brio", "no USB camera is called 'Brio'"),
        ("v4l2:/dev/v4l/by-id/..", "there is no camera"),
    ],
)
def test_a_camera_that_is_not_there_is_not_replaced_and_the_one_that_is_there_is_named(machine, source, words):
    machine.plug(0, C920, "HD Pro Webcam C920")
    with pytest.raises(CameraUnavailable) as raised:
        source_named(source).opened()
    assert words in str(raised.value) and f"HD Pro Webcam C920 (v4l2:/dev/v4l/by-id/{C920}-video-index0)" in str(raised.value)
    assert machine.opened == []


def test_a_name_that_two_cameras_have_is_refused(machine):
    machine.plug(0, C920, "HD Pro Webcam C920")
    machine.plug(2, f"{C920}9", "HD Pro Webcam C920", path="platform-usb-0:1.3:1.0")
    with pytest.raises(CameraUnavailable, match="more than one USB camera is called 'C920'"):
        source_named("v4l2:C920").opened()


def test_where_nothing_is_plugged_in_that_is_said(machine):
    with pytest.raises(CameraUnavailable, match="no USB camera is plugged in"):
        source_named("v4l2:0").opened()


@pytest.mark.parametrize(
    "source", ["v4l2:/etc/passwd", "v4l2:../../etc/passwd", "v4l2:/dev/sda", "v4l2:/dev/v4l/by-id/a/b", "v4l2:", "v4l2: "]
)
def test_nothing_but_cameras_can_be_named(source):
    assert source_named(source) is None


@pytest.mark.parametrize("source", ["v4l2:0", "v4l2:1", "v4l2:C920"])
def test_people_are_told_the_name_of_the_camera(machine, source):
    machine.plug(1, C920, "HD Pro Webcam C920")
    assert source_named(source).called == f"HD Pro Webcam C920 ({source})"
    assert source_named("v4l2:9").called == "HD Pro Webcam C920 (v4l2:9)" and source_named("picamera").called == "picamera"
