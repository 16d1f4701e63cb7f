"""SIGTERM: status 0, whatever the companion is busy with."""

from __future__ import annotations

import signal
import subprocess
import sys
import urllib.request

import pytest

from tests.browser import PATIENCE
from tests.e2e.conftest import Running, environment, free_port


def test_it_stops_while_a_deck_is_learned(tmp_path):
    companion = Running(
        tmp_path, "run", "--port", str(free_port())
    )  # nothing is enrolled here: the practice deck has to be learned
    while not any("Learning" in line for line in companion.said):
        assert companion.process.poll() is None
        companion.view()
    assert companion.stop() == 0
    assert any("Left behind at the end, busy yet: scenery" in line for line in companion.said)


def test_it_stops_before_it_serves(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "demo", "--port", str(free_port())],
        env=environment(tmp_path), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while "Learning" not in process.stderr.readline():
        assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


@pytest.mark.parametrize("streams", [0, 3])
def test_it_stops_with_streams_open(running, streams):
    companion = running("demo", "--port", str(free_port()))
    open_ones = [urllib.request.urlopen(f"{companion.url}api/stream", timeout=PATIENCE) for _ in range(streams)]
    for stream in open_ones:
        assert stream.readline()
    assert companion.stop() == 0
    for stream in open_ones:
        stream.close()
