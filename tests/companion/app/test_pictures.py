"""Pictures that phones ask for are drawn by the one thread that may."""

from __future__ import annotations

import logging
import threading

import pytest

from companion.app.pictures import Pictures


@pytest.fixture
def pictures():
    return Pictures()


def drawn_while_asked(pictures, draw, *names):
    """What each of several who ask at once is given."""
    given = {}
    asking = [
        threading.Thread(target=lambda name=name: given.setdefault(name, pictures.request_picture(name))) for name in names
    ]
    for thread in asking:
        thread.start()
    while any(thread.is_alive() for thread in asking):
        pictures.draw_requested(draw)
        asking[0].join(0.01)
    return given


def test_everybody_gets_the_picture_he_asked_for(pictures):
    assert drawn_while_asked(pictures, str.encode, "table", "up1") == {"table": b"table", "up1": b"up1"}


def test_a_picture_that_cannot_be_drawn_is_told_and_the_next_one_is_drawn(pictures, caplog):
    def draw(name):
        if name == "broken":
            raise ValueError("nothing there")
        return b"picture"

    with caplog.at_level(logging.ERROR, "companion"):
        assert drawn_while_asked(pictures, draw, "broken") == {"broken": None}
    assert "broken" in caplog.text
    assert drawn_while_asked(pictures, draw, "table") == {"table": b"picture"}


def test_nobody_waits_for_an_eye_that_draws_none(pictures, monkeypatch):
    monkeypatch.setattr(Pictures, "MAX_PICTURE_WAIT_S", 0.01)
    assert pictures.request_picture("table") is None


def test_nothing_is_drawn_that_nobody_asked_for(pictures):
    drawn = []
    pictures.draw_requested(drawn.append)
    assert drawn == []
