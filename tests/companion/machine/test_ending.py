"""Being told to stop."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

HEARD = """
import os, signal
from companion.machine.ending import Ending
ending = Ending()
assert not ending.wait_for_end(0)
os.kill(os.getpid(), signal.{name})
assert ending.wait_for_end() and ending.wait_for_end(), "what was said before the wait is heard, and stays said"
"""


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT"])
def test_what_is_said_before_anybody_waits_is_heard(name):
    assert subprocess.run([sys.executable, "-c", HEARD.format(name=name)], env=dict(os.environ)).returncode == 0


def test_these_are_the_words_of_systemd_and_of_the_keyboard():
    from companion.machine.ending import END_SIGNALS

    assert set(END_SIGNALS) == {signal.SIGTERM, signal.SIGINT}


TOLD = """
import os, signal, threading
from companion.machine.ending import {how}
{how}()
print("begun", flush=True)
threading.Thread(target=lambda: [sum(range(10**5)) for _ in iter(int, 1)], daemon=True, name="scenery").start()
os.kill(os.getpid(), signal.SIGTERM)
while True:
    sum(range(10**5))
"""


@pytest.mark.parametrize("how", ["end_at_once_when_told", "end_when_told"])
def test_told_before_anybody_listens_it_ends_with_status_0(how):
    assert subprocess.run([sys.executable, "-c", TOLD.format(how=how)], env=dict(os.environ)).returncode == 0


LATE = """
import logging, threading
from companion.machine.ending import exit_process
logging.basicConfig(format="%(message)s")
threading.Thread(target=threading.Event().wait, name="vision").start()
exit_process()
"""


def test_a_thread_that_is_left_behind_is_named_and_holds_up_nothing():
    done = subprocess.run([sys.executable, "-c", LATE], env=dict(os.environ), capture_output=True, text=True)
    assert done.returncode == 0 and "busy yet: vision" in done.stderr
