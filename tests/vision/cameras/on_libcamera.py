"""Drive the Pi's camera file with picamera2's own code, on libcamera's virtual camera. Outside the suite: `tests/picamera2` makes a system
in which it runs, and says what it printed.

Four things are put in place of what only a Pi has: memory that devices share (files in memory instead; a picture of two planes in one of
them), the drawing on screens, the list of raw formats of the sensor, and the file that describes the virtual camera. All else is
picamera2's and libcamera's.
"""

from __future__ import annotations

import mmap
import os
import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path
from unittest.mock import MagicMock

import numpy as np

from vision.cameras.latest import LatestFrame
from vision.cameras.picamera import PiCamera, opened
from vision.errors import CameraUnavailable

PATIENCE, SILENT = 30.0, 99
"""Seconds for a scene, and the status of one that the virtual camera left without pictures."""

DESCRIBED = """%YAML 1.1
---
"Virtual0":
  supported_formats:
  - {width: 1920, height: 1080, frame_rates: [30, 60]}
  - {width: 1280, height: 720, frame_rates: [30, 60]}
  - {width: 640, height: 360, frame_rates: [30, 60]}
  test_pattern: "lines"
  location: "CameraLocationFront"
  model: "Virtual Video Device"
...
"""


def substituted():
    """picamera2, as it runs without a Pi."""
    described = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
    described.parent.mkdir(parents=True, exist_ok=True)
    described.write_text(DESCRIBED)
    sys.modules["pykms"] = MagicMock()
    import libcamera
    import picamera2
    from picamera2.allocators import DmaAllocator, dmaallocator
    from picamera2.allocators.allocator import Sync

    class Mapped(Sync):
        """Memory that needs no syncing."""

        def __init__(self, allocator, buffer, write):
            self._memory = allocator.mapped_buffers[buffer]

        def __enter__(self):
            return self._memory

        def __exit__(self, *_):
            pass

    class InMemory(DmaAllocator):
        """Buffers in memory that belongs to no device."""

        def __init__(self):
            super().__init__()
            self.sync = Mapped

        def allocate(self, libcamera_config, _):
            self.libcamera_fds, self.frame_buffers = [], {}
            for stream in libcamera_config:
                luma = stream.stride * stream.size.height
                self.frame_buffers[stream.stream] = [self._buffer(luma, luma // 2) for _ in range(stream.buffer_count)]

        def _buffer(self, *lengths):
            file = os.memfd_create("frame")
            os.ftruncate(file, sum(lengths))
            self.open_fds.append(file)
            planes, offset = [], 0
            for length in lengths:
                plane = libcamera.FrameBuffer.Plane()
                plane.fd, plane.offset, plane.length = file, offset, length
                planes.append(plane)
                offset += length
            copied = planes[0].fd  # libcamera keeps a copy of its own
            self.libcamera_fds.append(copied)
            self.mapped_buffers_used[copied] = False
            buffer = libcamera.FrameBuffer(planes)
            self.mapped_buffers[buffer] = mmap.mmap(file, sum(lengths))
            return buffer

    dmaallocator.DmaHeap = MagicMock
    picamera2.picamera2.DmaAllocator = InMemory
    picamera2.Picamera2._get_raw_modes = lambda self: [{"format": "SRGGB10", "size": (1920, 1080)}]
    return picamera2


def said(what):
    print(f"passed: {what}", flush=True)


def gives_frames(picamera2):
    with PiCamera() as camera:
        frames = [camera.read() for _ in range(20)]
        given = camera._camera.camera_configuration()
    assert {frame.image.shape for frame in frames} == {(720, 1280, 3)} and frames[0].image.dtype == np.uint8
    assert all(b.at > a.at for a, b in pairwise(frames))
    assert abs(frames[-1].at - time.monotonic()) < 60
    said(f"20 frames of 1280 x 720, asked for as RGB888, given as {given['main']['format']}, BGR at last")
    assert {frame.small.shape for frame in frames} == {(360, 640, 3)}
    said(f"beside each a small one of 640 x 360, given as {given['lores']['format']}")


def obeys(picamera2):
    with opened("picamera@1920x1080") as camera:
        frame = camera.read()
        assert frame.image.shape == (1080, 1920, 3) and frame.small.shape == (360, 640, 3)
        camera.hold(True)
        camera.hold(False)
        assert camera.read().image.shape == (1080, 1920, 3)
    said("1920 x 1080 by its name; holding and following what this camera has")


def is_not_there(picamera2):
    try:
        PiCamera(7)
    except CameraUnavailable as error:
        assert "sees 1 cameras" in str(error)
        said(f"camera 7: {error}")


def does_not_start(picamera2):
    class Weak(picamera2.Picamera2):
        """It is found and configured, and does not start."""

        def start(self, *_):
            raise RuntimeError("no power")

    try:
        PiCamera(picamera2=type("module", (), {"Picamera2": Weak}))
    except CameraUnavailable as error:
        picamera2.Picamera2().close()
        said(f"one that does not start is given back: {error}")


LOST = []
"""What never comes from a camera whose cable is off."""


def stalls(picamera2):
    class Unplugged(picamera2.Picamera2):
        """The cable comes off after some frames: nothing comes from libcamera any more."""

        def process_requests(self, display):
            if self.frames >= 10:
                with self._requestslock:
                    LOST.extend(self._requests)
                    self._requests = []
            super().process_requests(display)

    begun, frames = time.monotonic(), LatestFrame(PiCamera(picamera2=type("module", (), {"Picamera2": Unplugged})))
    try:
        with frames:
            while True:
                frames.read()
    except CameraUnavailable as error:
        spent = time.monotonic() - begun
        assert spent < 10 and not frames._thread.is_alive()
        picamera2.Picamera2().close()
        said(f"a camera that stalls is cut off and given back {spent:.1f} s after it was opened: {error}")


SCENES = {scene.__name__: scene for scene in (gives_frames, obeys, is_not_there, does_not_start, stalls)}


def passes(scene):
    """In a process of its own, three times at most: this virtual camera gives nothing when it is opened a second time, and sometimes nothing
    the first time; picamera2 shows that without us."""
    for _ in range(3):
        status = subprocess.run([sys.executable, __file__, scene]).returncode
        if status != SILENT:
            return status == 0
        print(f"{scene}: the virtual camera said nothing, once more", flush=True)
    return False


def main():
    if not sys.argv[1:]:
        return 0 if len([scene for scene in SCENES if passes(scene)]) == len(SCENES) else 1
    threading.Timer(PATIENCE, lambda: os._exit(SILENT)).start()
    SCENES[sys.argv[1]](substituted())
    sys.stdout.flush()
    os._exit(0)  # whatever libcamera's threads still do


if __name__ == "__main__":
    sys.exit(main())
