"""Being told to stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

HEARD = """
import os, signal
from companion.wiring.ending import Ending
ending = Ending()
assert not ending.wait(0)
os.kill(os.getpid(), signal.{name})
assert ending.wait() and ending.wait(), "what was said before the wait is heard, and stays said"
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_what_is_said_before_anybody_waits_is_heard(name):
    assert subprocess.run([sys.executable, "-c", HEARD.format(name=name)], env=dict(os.environ)).returncode == 0


def test_these_are_the_words_of_systemd_and_of_the_keyboard():
    from companion.wiring.ending import SIGNALS

    assert set(SIGNALS) == {signal.SIGTERM, signal.SIGINT}
