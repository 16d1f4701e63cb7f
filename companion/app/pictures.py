"""Pictures for phones."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future

import cv2
import numpy as np

from companion.questions.question import stray_picture_name
from vision.types import Image

STRAY_PX = (250, 350)  # width and height of the picture of a stray card; guess: large enough to read on a phone
STRAY_MARGIN = 0.15  # of the card's width and height, shown around a stray card; guess
JPEG_QUALITY = 80  # percent; guess

log = logging.getLogger("companion")


class Pictures:
    """Requests for pictures. The vision thread draws pictures between two frames, because no other thread may look at the
    watcher."""

    MAX_PICTURE_WAIT_S = 2.0  # guess: an idle frame comes five times a second, a slow one within a second

    def __init__(self) -> None:
        self._asked: dict[str, Future[bytes | None]] = {}
        self._lock = threading.Lock()

    def request_picture(self, name: str) -> bytes | None:
        """A JPEG of the picture `name`, None where the vision thread draws none in time (`MAX_PICTURE_WAIT_S`). Requests for
        one name share a drawing. From any thread; blocks."""
        with self._lock:
            future = self._asked.setdefault(name, Future())
        try:
            return future.result(self.MAX_PICTURE_WAIT_S)
        except TimeoutError:
            return None

    def draw_requested(self, draw: Callable[[str], bytes | None]) -> None:
        """Answer every waiting request with `draw(name)`. A failed drawing is logged and answered with None."""
        with self._lock:
            asked, self._asked = self._asked, {}
        for name, future in asked.items():
            try:
                future.set_result(draw(name))
            except Exception:  # whoever asked gets none; the eye goes on
                log.exception("the picture %s could not be drawn", name)
                future.set_result(None)


class StrayPictures:
    """Pictures of cards where no pile is known, each as first seen: hands may cover the card later."""

    MAX_PICTURES = 8  # guess: more are never asked about at once

    def __init__(self) -> None:
        self._pictures: dict[str, bytes] = {}  # by name, the last told last

    def keep_picture(self, outline: Sequence[tuple[float, float]], image: Image) -> None:
        """Keep the picture of a card in `image`. `outline`: see `encode_stray_card`."""
        self._pictures[stray_picture_name(outline)] = encode_stray_card(image, outline)
        for name in list(self._pictures)[: -self.MAX_PICTURES]:
            del self._pictures[name]

    def find_picture(self, name: str) -> bytes | None:
        """The JPEG of a name as `stray_picture_name` gives it, None where none is kept."""
        return self._pictures.get(name)


def encode_stray_card(image: Image, outline: Sequence[tuple[float, float]]) -> bytes:
    """A JPEG of a card with a little of the table around it, straight as seen from above. `outline`: its four corners, clockwise,
    shares of `image`."""
    height, width = image.shape[:2]
    corners = np.array(outline, np.float32) * (width, height)
    wide, tall = STRAY_PX
    left, top = STRAY_MARGIN * wide, STRAY_MARGIN * tall
    straight = np.array([(left, top), (wide - left, top), (wide - left, tall - top), (left, tall - top)], np.float32)
    card = cv2.warpPerspective(image, cv2.getPerspectiveTransform(corners.astype(np.float32), straight), STRAY_PX)
    return bytes(cv2.imencode(".jpg", card, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])
