"""SIGTERM: status 0, whatever the companion is busy with."""

from __future__ import annotations

import urllib.request

import pytest

from tests.browser import PATIENCE
from tests.e2e.conftest import Running, free_port


def test_it_stops_while_a_deck_is_learned(tmp_path):
    companion = Running(tmp_path, "run", "--port", str(free_port()), module="tests.unlearned")
    companion.wait_for(lambda view: view["learning"], "learning")
    assert companion.stop() == 0
    assert any("Left behind at the end, busy yet: scenery" in line for line in companion.said)


@pytest.mark.whole
def test_the_page_of_the_demo_is_served_before_its_deck_is_learned(tmp_path):
    companion = Running(tmp_path, "demo", "--port", str(free_port()), module="tests.unlearned")
    view = companion.wait_for(lambda view: view["learning"], "learning")
    assert view["status"] == "playing" and view["table"]["text"] == "Learning the cards of The Game"
    assert view["log"] == [] and view["out_of_step"] is None
    assert companion.stop() == 0


@pytest.mark.whole
def test_a_demo_that_never_started_before_learns_nothing(tmp_path):
    companion = Running(tmp_path, "demo", "--port", str(free_port()), "--fast")
    companion.wait_for(lambda view: view["log"], "played")
    assert companion.stop() == 0
    assert not any("Learning" in line for line in companion.said)


@pytest.mark.whole
@pytest.mark.parametrize("streams", [0, 3])
def test_it_stops_with_streams_open(running, streams):
    companion = running("demo", "--port", str(free_port()))
    open_ones = [urllib.request.urlopen(f"{companion.url}api/stream", timeout=PATIENCE) for _ in range(streams)]
    for stream in open_ones:
        assert stream.readline()
    assert companion.stop() == 0
    for stream in open_ones:
        stream.close()
