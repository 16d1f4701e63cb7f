"""The unit as systemd itself reads it, and what is said to it."""

import shutil
import socket
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion.machine.config import load_config
from companion.machine.notify import Notifier

ROOT = Path(__file__).parents[2]


def unit_file(folder):
    """The unit as the installer writes it, with a program that is there."""
    command = folder / "bin/companion"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    unit = (ROOT / "systemd/companion.service").read_text()
    file = folder / "companion.service"
    file.write_text(unit.replace("/opt/table-companion/current", str(folder)).replace("@GROUPS@", "video"))
    return file


def analysed(*arguments):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed on this machine (apt: systemd)")
    return subprocess.run([analyze, *arguments], capture_output=True, text=True)


def test_systemd_has_nothing_to_say_against_the_unit(tmp_path):
    done = analysed("verify", "--man=no", str(unit_file(tmp_path)))
    said = [line for line in (done.stdout + done.stderr).splitlines() if "companion.service" in line]
    assert said == [] and done.returncode == 0


def test_the_sandbox_is_tight(tmp_path):
    done = analysed("security", "--offline=true", "--threshold=20", str(unit_file(tmp_path)))
    assert done.returncode == 0, done.stdout[-200:]


def test_camera_and_pins_stay_within_reach():
    """Each of these takes devices away; the pins need a working directory in which lgpio can make its pipe."""
    unit = (ROOT / "systemd/companion.service").read_text()
    keys = dict(line.partition("=")[::2] for line in unit.splitlines() if "=" in line and not line.startswith("#"))
    assert not {"PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock", "MemoryDenyWriteExecute"} & set(keys)
    assert keys["WorkingDirectory"] == "%S/" + keys["StateDirectory"]


def test_the_installer_is_clear_about_what_it_does_not_know():
    done = subprocess.run(["/bin/sh", str(ROOT / "systemd/install"), "--everything"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr == "usage: sudo systemd/install [--dry-run | --uninstall [--purge]]\n"


def test_the_installer_says_what_it_would_do_and_does_nothing(tmp_path):
    done = subprocess.run(["/bin/sh", str(ROOT / "systemd/install"), "--dry-run"], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    first, *others = done.stderr.splitlines()
    assert first.startswith("Debian packages to be installed: ")
    assert [line.split(":")[0] for line in others] == ["Program", "Settings", "State", "Service"]
    assert list(tmp_path.iterdir()) == []


def test_the_settings_that_the_installer_writes_can_be_read():
    config = load_config(ROOT / "systemd/companion.toml")
    assert config.eye.source == "picamera" and config.pins.lamps["table"] == 26
    assert tomllib.loads((ROOT / "systemd/companion.toml").read_text())["web"]["port"] == config.web.port


def test_the_service_manager_hears_ready_alive_and_stopping(tmp_path):
    address = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(address)
        manager.settimeout(5)
        notifier = Notifier(address)
        notifier.notify_ready("Watching the table")
        notifier.notify_alive()
        notifier.notify_stopping()
        assert [manager.recv(200).decode() for _ in range(3)] == [
            "READY=1\nSTATUS=Watching the table",
            "WATCHDOG=1",
            "STOPPING=1",
        ]


def test_nobody_is_told_where_nobody_listens(tmp_path):
    Notifier("").notify_alive()
    Notifier(str(tmp_path / "gone")).notify_alive()
