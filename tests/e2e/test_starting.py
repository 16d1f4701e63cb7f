"""How the companion starts: a port that is taken, a state directory that is held or cannot be written, phones that are invited."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys

import pytest

from companion.machine.network.addresses import AS_BEFORE, WHITE_ON_BLACK, draw_qr_for_terminal, invitation_lines, own_addresses
from tests.e2e.conftest import environment, free_port


def refused(state, *arguments):
    """The one line that a command says instead of starting."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", *arguments], env=environment(state), capture_output=True, text=True
    )
    assert done.returncode == 2, done
    assert done.stdout == "" and len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr


@pytest.fixture
def taken():
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        door.listen()
        yield door.getsockname()[1]


@pytest.mark.whole
def test_run_names_the_option_where_the_port_is_taken(tmp_path, taken):
    said = refused(tmp_path, "run", "--port", str(taken))
    assert f"port {taken} is taken" in said and "--port" in said
    assert not (tmp_path / "journal.sqlite").exists(), "nothing was begun"


@pytest.mark.whole
def test_the_demo_takes_the_next_free_port_and_says_so(running, taken):
    companion = running("demo", "--port", str(taken), "--fast")
    port = int(companion.url.rstrip("/").rpartition(":")[2])
    assert taken < port <= taken + 20
    assert companion.stop() == 0
    assert f"Port {taken} is taken by another program: this is port {port}.\n" in companion.said


@pytest.mark.parametrize("words", [("--port", "0"), ("--port", "99999"), ("--port", "web")])
def test_what_is_no_port_is_said(tmp_path, words):
    done = subprocess.run(
        [sys.executable, "-m", "companion", "run", *words], env=environment(tmp_path), capture_output=True, text=True
    )
    assert done.returncode == 2 and "is no port" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.whole
def test_an_address_that_is_not_ours_is_said(tmp_path):
    assert "web.host" in refused(tmp_path, "demo", "--host", "no.such.host.invalid")


@pytest.mark.whole
def test_a_state_directory_has_one_companion(running):
    first = running("run", "--port", str(free_port()))
    said = refused(first.state, "run", "--port", str(free_port()))
    assert f"process {first.process.pid}" in said and str(first.state) in said and "STATE_DIRECTORY" in said
    first.kill()
    assert running("run", "--port", str(free_port())).stop() == 0, "after a power cut nothing has to be cleared away"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_place_that_cannot_be_written_is_said_before_the_work(tmp_path):
    tmp_path.chmod(0o500)
    assert "cannot be written" in refused(tmp_path / "state", "demo")


@pytest.mark.whole
def test_a_place_below_a_file_is_said_before_the_work(tmp_path):
    (tmp_path / "file").touch()
    assert "cannot be written" in refused(tmp_path / "file/state", "demo")


def test_phones_are_given_an_address_that_they_can_reach():
    lines = invitation_lines("0.0.0.0", 8765, "http://127.0.0.1:8765/", "123456", "a-long-word", drawn=True)
    assert "123456" in lines[-2] and "companion pair" in lines[-2] and "Ctrl+C" in lines[-1]
    if not own_addresses():
        assert lines[:2] == ["Open http://127.0.0.1:8765/", "No phone can reach this machine: it is on no network."]
        return
    assert lines[0] == f"Open http://{own_addresses()[0]}:8765/"
    assert lines[1] == draw_qr_for_terminal(f"http://{own_addresses()[0]}:8765/pair#a-long-word") and re.search(
        "[█▀▄]", lines[1]
    )


def test_nobody_is_invited_to_this_machine_alone():
    assert invitation_lines("127.0.0.1", 80, "http://127.0.0.1:80/", None, drawn=False) == ["Open http://127.0.0.1:80/"]
    assert not any("█" in line for line in invitation_lines("127.0.0.1", 80, "http://127.0.0.1:80/", None, drawn=True))


def test_the_code_can_be_read_from_the_terminal():
    pyzbar = pytest.importorskip("pyzbar.pyzbar", reason="zbar is not installed", exc_type=ImportError)
    import numpy as np

    upper, lower = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}, []
    for line in draw_qr_for_terminal("http://192.168.1.20:8765/").splitlines():
        assert line.startswith(WHITE_ON_BLACK) and line.endswith(AS_BEFORE)  # whatever colours the terminal has
        line = line.removeprefix(WHITE_ON_BLACK).removesuffix(AS_BEFORE)
        lower += [[upper[sign][half] for sign in line] for half in (0, 1)]
    width = max(map(len, lower))
    picture = np.kron(np.array([row + [255] * (width - len(row)) for row in lower], np.uint8), np.ones((6, 6), np.uint8))
    assert [found.data for found in pyzbar.decode(picture)] == [b"http://192.168.1.20:8765/"]


@pytest.mark.whole
def test_a_damaged_journal_is_said_at_the_start_and_the_companion_serves(running):
    first = running("run", "--port", str(free_port()))
    assert first.stop() == 0
    (first.state / "journal.sqlite").write_bytes(b"not at all a database\n" * 500)
    again = running("run", "--port", str(free_port()))
    assert again.view()["match"] is None
    assert again.stop() == 0
    said = "".join(again.said)
    assert "damaged-" in said
    assert len(list(first.state.glob("damaged-*/journal.sqlite"))) == 1


@pytest.mark.whole
def test_wrong_values_are_named_before_anything_starts(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text('language = "tlh"\n[eye]\ndeck = "nobodys"\n')
    said = refused(tmp_path / "state", "run", "--config", str(file))
    assert "language" in said and "eye.deck" in said and str(file) in said
    assert not (tmp_path / "state").exists()
