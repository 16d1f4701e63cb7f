"""Asks for four corners: a page on which somebody taps them on a phone."""

from __future__ import annotations

import socket
import sys

import cv2

from companion.errors import InputError
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from vision.board.places import place_by_corners
from vision.errors import LayoutError
from vision.types import Image
from web.errors import AddressInUse
from web.routes.corners import CornerPage, Point
from web.wire.serve import Server

ANY_GRID = (10, 10)  # rows and columns for the check of the corners; guess: any board will do
CORNER_PAGE_THREADS = 6  # guess: one phone with a few requests


def ask_for_corners(image: Image, port: int, host: str = "0.0.0.0") -> list[Point]:
    """Four corners in pixels of `image`, in the order of tapping, once somebody has tapped all; blocks until then. `port`,
    `host`: where the page is served. Raises `InputError` where the port is taken or nobody taps."""
    page = make_corner_page(image)
    try:
        server = Server(page.make_app(), host, port, threads=CORNER_PAGE_THREADS)
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
            return page.wait_for_corners()
        except KeyboardInterrupt:
            raise InputError("no corners were tapped; nothing was saved") from None


def make_corner_page(image: Image) -> CornerPage:
    """The page for the picture `image`, (H, W, 3) uint8 BGR. Four corners that cannot be of a board are refused there."""

    def find_problem(corners: list[Point]) -> str | None:
        """Why a board cannot have these corners (in pixels), None where it can."""
        try:
            place_by_corners(corners, ANY_GRID)
        except LayoutError as error:
            return str(error)
        return None

    def text(language: str, id: str, /, **values: object) -> str:
        return catalogue(language).text(id, **values)

    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()
    height, width = image.shape[:2]
    return CornerPage(jpeg, (width, height), find_problem, text, "en", list_languages())
