"""`companion run --club` as a process of its own: the club sees it come, play, go, and be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main
from tests.club.broker import Broker, find_free_port
from tests.club.table import Listener
from tests.faults.stopping import with_decks


@pytest.fixture
def listener(broker: Broker) -> Iterator[Listener]:
    listener = Listener(broker.port)
    yield listener
    listener.close()


def start(state: Path, url: str) -> subprocess.Popen[bytes]:
    """The companion at the virtual table."""
    words = ["run", "--club", url, "--host", "127.0.0.1", "--port", str(find_free_port())]
    environment = os.environ | {"STATE_DIRECTORY": str(state), "HOME": str(state)}
    told = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen([sys.executable, "-m", "companion", *words], env=environment, **told)


@pytest.mark.whole
def test_a_table_is_online_until_it_ends_or_is_killed(tmp_path: Path, broker: Broker, listener: Listener) -> None:
    state = with_decks(tmp_path)
    for end in (signal.SIGTERM, signal.SIGKILL):
        process = start(state, broker.url)
        try:
            listener.wait_for_kind("status", lambda online: online)
            assert listener.wait_for_kind("state").status == "none"
            process.send_signal(end)
            listener.wait_for_kind("status", lambda online: not online)
            assert process.wait() == (0 if end == signal.SIGTERM else -end)
        finally:
            process.kill()
            process.wait()


@pytest.mark.parametrize(
    "url", ["club.local", "http://club.local", "mqtts://", "mqtts://me:secret@club.local", "mqtts://club.local/x"]
)
def test_an_address_that_is_no_brokers_is_refused_in_one_line(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["run", "--club", url])
    assert ended.value.code == 2 and "Traceback" not in capsys.readouterr().err
