"""Corners are tapped on a page into the picture that will be enrolled."""

import threading

import numpy as np
import pytest

from companion.errors import InputError
from companion.setup import tapped_corners
from companion.shown.words.languages import list_languages
from web.routes.corners import WORDS
from web.wire.serve import listen_at


def test_the_corners_that_a_phone_sends_are_those_of_the_picture(capsys):
    page = tapped_corners.make_corner_page(np.full((300, 400, 3), 90, np.uint8))
    client = page.make_app().test_client()
    assert client.get(f"/{page.access.code}/board.jpg").data.startswith(b"\xff\xd8")
    said = client.post(f"/{page.access.code}/", json={"corners": [[0, 0], [0, 99], [99, 99], [99, 0]]}).json["error"]
    assert "clockwise" in said
    assert client.post(f"/{page.access.code}/", json={"corners": [[9, 9], [99, 9], [99, 99], [9, 99]]}).status_code == 200
    assert page.wait_for_corners(0) == [(9.0, 9.0), (99.0, 9.0), (99.0, 99.0), (9.0, 99.0)]


def test_it_waits_until_somebody_has_tapped(capsys):
    found = []
    page = tapped_corners.make_corner_page(np.full((300, 400, 3), 90, np.uint8))
    waiting = threading.Thread(target=lambda: found.append(page.wait_for_corners(600)))
    waiting.start()
    page.make_app().test_client().post(f"/{page.access.code}/", json={"corners": [[9, 9], [99, 9], [99, 99], [9, 99]]})
    waiting.join(600)
    assert found == [[(9.0, 9.0), (99.0, 9.0), (99.0, 99.0), (9.0, 99.0)]]


def test_a_port_that_is_taken_is_named():
    with listen_at("127.0.0.1", 0) as taken, pytest.raises(InputError, match="--port"):
        tapped_corners.ask_for_corners(np.zeros((30, 40, 3), np.uint8), taken.getsockname()[1], "127.0.0.1")


@pytest.mark.parametrize("language", list_languages())
def test_every_word_of_the_page_is_in_the_catalogue(language):
    words = tapped_corners.catalogue(language)
    assert [word for word in WORDS if not words.has_text(f"corners-{word}")] == []
