"""Four corners tapped on a phone: a page of its own, served until somebody has done so."""

from __future__ import annotations

import socket
import sys

import cv2

from companion.errors import InputError
from companion.shown.messages import catalogue, languages
from vision.board.places import place_by_corners
from vision.errors import LayoutError
from vision.types import Image
from web.errors import AddressInUse
from web.routes.corners import CornerPage, Point
from web.wire.serve import Server

ANY = (10, 10)
"""Cells of a board: for the check of its corners any will do."""
THREADS = 6


def tapped_corners(image: Image, port: int, host: str = "0.0.0.0") -> list[Point]:
    """Ask for them, in pixels of the image. Raises `InputError` where the port is taken or nobody answered."""
    page = corner_page(image)
    try:
        server = Server(page.app(), host, port, threads=THREADS)
    except (AddressInUse, OSError) as error:
        raise InputError(f"--port {port}: {error.strerror or error}") from error
    with server:
        name = socket.gethostname().split(".")[0]
        print(
            f"Open http://{name}.local:{server.port}/{page.access.code}/ on your phone (or {server.url}{page.access.code}/ here) "
            "and tap the four corners of the board. Ctrl-C stops.",
            file=sys.stderr,
            flush=True,
        )
        try:
            return page.wait()
        except KeyboardInterrupt:
            raise InputError("no corners were tapped; nothing was saved") from None


def corner_page(image: Image) -> CornerPage:
    """The page for a picture."""
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
    height, width = image.shape[:2]
    return CornerPage(
        jpeg,
        (width, height),
        _problem,
        lambda language, id, /, **values: catalogue(language).text(id, **values),
        "en",
        languages(),
    )


def _problem(corners: list[Point]) -> str | None:
    try:
        place_by_corners(corners, ANY)
    except LayoutError as error:
        return str(error)
    return None
