"""`companion calibrate` goes the whole way in a terminal, at the drawn table."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.e2e.conftest import environment


def calibrated(home, typed):
    command = [sys.executable, "-m", "companion", "calibrate", "--language", "en"]
    return subprocess.run(command, env=environment(home), input=typed, capture_output=True, text=True, check=False)


@pytest.mark.whole
def test_each_step_is_judged_and_what_was_good_is_kept(state):
    done = calibrated(state, "\n\n\n\n")
    assert (done.returncode, done.stderr) == (0, "")
    for words in (
        "Camera (2 min): good",
        "The picture is sharp.",
        "Table (2 min): good",
        "No card lies on a pile yet.",
        "No lamps",
    ):
        assert words in done.stdout
    kept = state / "profile.json"
    assert list(json.loads(kept.read_text())["good"]) == ["camera", "table", "deck", "lamps"]
    kept.unlink()


@pytest.mark.whole
def test_whoever_leaves_before_the_end_has_not_set_up_the_table(state):
    assert calibrated(state, "\n").returncode == 1
    (state / "profile.json").unlink()
