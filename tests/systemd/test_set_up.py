"""What ./start and ./check say while they set up; tests/bare proves the whole on bare Debians."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_ALLOWED = "apt_install() { return 1; }\n"


def sh(lines, cwd=ROOT):
    """Run lines of shell beside the set-up; status and what was said."""
    script = f". {ROOT}/systemd/set_up.sh\n{lines}"
    done = subprocess.run(["/bin/sh", "-c", script], cwd=cwd, capture_output=True, text=True)
    assert done.stdout == ""
    return done.returncode, done.stderr.splitlines()


def test_everything_that_is_missing_is_named_in_one_line():
    status, said = sh(f"{NOT_ALLOWED}is_there() {{ return 1; }}\nwant python3-venv libzbar0 chromium")
    assert status == 1
    assert said == ["Debian packages are missing. Type: sudo apt install python3-venv libzbar0 chromium - then run this again."]


def test_what_is_there_is_not_named_and_what_can_wait_does_not_stop():
    status, said = sh(f"{NOT_ALLOWED}is_there() {{ [ $1 != chromium ]; }}\nwant python3-venv libzbar0 chromium")
    assert status == 0 and len(said) == 1 and said[0].endswith("until you type: sudo apt install chromium")


def test_nothing_is_said_where_nothing_is_missing():
    assert sh(f"{NOT_ALLOWED}is_there() {{ true; }}\nwant python3-venv libzbar0 chromium") == (0, [])


def test_all_is_installed_at_once_where_that_is_allowed():
    lines = 'apt_install() { say "installed: $*"; done=yes; }\nis_there() { [ "$done" = yes ]; }\nwant python3-venv libzbar0'
    assert sh(lines) == (0, ["installed: python3-venv libzbar0"])


def test_a_failure_shows_what_was_last_said_and_success_does_not():
    assert sh("loudly Trying sh -c 'echo so far; echo why >&2; exit 3'") == (3, ["Trying ...", "so far", "why"])
    assert sh("loudly Trying echo fine") == (0, ["Trying ..."])


def test_without_a_python_that_is_new_enough_one_line_says_so(tmp_path):
    status, said = sh(f"PATH={tmp_path}\nfind_python python3-venv libzbar0")
    assert status == 1 and len(said) == 1 and said[0].endswith("sudo apt install python3 python3-venv libzbar0")


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_the_project_names_no_mirror():
    assert "://" not in (ROOT / "tests/bare").read_text().replace("file://", "")


@pytest.mark.parametrize(("display", "seen"), [("DISPLAY=", False), ("DISPLAY=:0", True), ("WAYLAND_DISPLAY=wayland-0", True)])
def test_a_display_is_known_by_its_name(display, seen):
    status, said = sh(f"unset DISPLAY WAYLAND_DISPLAY\nuname() {{ echo Linux; }}\n{display}\nhas_display")
    assert (status == 0) is seen and not said


@pytest.mark.parametrize(
    ("display", "given", "started"),
    [("", "", "demo --host 0.0.0.0"), (":0", "", "demo"), ("", "--host 127.0.0.1", "demo --host 0.0.0.0 --host 127.0.0.1")],
)
def test_start_lets_phones_in_where_no_browser_can_be_opened(tmp_path, display, given, started):
    (tmp_path / "systemd").mkdir()
    (tmp_path / ".venv/bin").mkdir(parents=True)
    shutil.copy(ROOT / "start", tmp_path)
    kept = (ROOT / "systemd/set_up.sh").read_text() + "set_up() { :; }\nuname() { echo Linux; }\n"
    (tmp_path / "systemd/set_up.sh").write_text(kept)
    program = tmp_path / ".venv/bin/companion"
    program.write_text('#!/bin/sh\necho "$*"\n')
    program.chmod(0o755)
    environment = {"PATH": "/usr/bin:/bin", "DISPLAY": display}
    done = subprocess.run(["/bin/sh", tmp_path / "start", *given.split()], env=environment, capture_output=True, text=True)
    assert done.stdout.strip() == started
