"""The units of a table and of a club as systemd itself reads them, and what is said to a table's."""

import re
import shlex
import shutil
import socket
import subprocess
import tomllib
from pathlib import Path

import pytest

from companion.cli.loader import make_parser
from companion.machine.config import load_config
from companion.machine.notify import Notifier

ROOT = Path(__file__).parents[2]


UNITS = ["companion.service", "companion-club.service"]


def unit_file(folder, name):
    """The unit as it is put in place, with a program that is there."""
    command = folder / "bin/companion"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    unit = (ROOT / "systemd" / name).read_text()
    file = folder / name
    file.write_text(re.sub("/opt/table-companion(-club)?/current", str(folder), unit).replace("@GROUPS@", "video"))
    return file


def analysed(*arguments):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed on this machine (apt: systemd)")
    return subprocess.run([analyze, *arguments], capture_output=True, text=True)


@pytest.mark.parametrize("name", UNITS)
def test_systemd_has_nothing_to_say_against_the_unit(tmp_path, name):
    done = analysed("verify", "--man=no", str(unit_file(tmp_path, name)))
    said = [line for line in (done.stdout + done.stderr).splitlines() if name in line]
    assert said == [] and done.returncode == 0


@pytest.mark.parametrize("name", UNITS)
def test_the_sandbox_is_tight(tmp_path, name):
    done = analysed("security", "--offline=true", "--threshold=20", str(unit_file(tmp_path, name)))
    assert done.returncode == 0, done.stdout[-200:]


def test_the_club_is_confined_as_a_table_is():
    """Whatever keeps a table from other files and calls keeps the club from them too."""
    table, club = (set((ROOT / "systemd" / name).read_text().splitlines()) for name in UNITS)
    sandbox = {line for line in table if line.startswith(("NoNew", "Capability", "Ambient", "Protect", "Private", "Restrict"))}
    assert {line for line in sandbox - club if not line.startswith("RestrictAddressFamilies=")} == set()


@pytest.mark.parametrize("file", ["docs/club.md", "systemd/club.conf"])
def test_the_words_of_the_clubs_unit_are_those_of_its_command(file):
    """What goes into the file that the unit reads, also what is put behind a # there."""
    for said in re.findall(r'^(?:# )?CLUB="(.*)"$', (ROOT / file).read_text(), re.MULTILINE):
        typed = ["club", *shlex.split(said)]
        parsed = make_parser(typed).parse_args(typed)
        assert parsed.host == "0.0.0.0"
        assert not parsed.password_file or parsed.password_file.startswith("/etc/table-companion-club/")


def test_the_club_has_its_own_user_program_state_and_settings():
    table, club = ((ROOT / "systemd" / name).read_text() for name in UNITS)
    for key, value in re.findall(r"^(User|Group|StateDirectory|ExecStart)=([^ \n]*)", table, re.MULTILINE):
        assert f"{key}={value.replace('table-companion', 'table-companion-club')}" in club
    assert "EnvironmentFile=/etc/table-companion-club/club.conf" in club


def test_camera_and_pins_stay_within_reach():
    """Each of these takes devices away; the pins need a working directory in which lgpio can make its pipe."""
    unit = (ROOT / "systemd/companion.service").read_text()
    keys = dict(line.partition("=")[::2] for line in unit.splitlines() if "=" in line and not line.startswith("#"))
    assert not {"PrivateDevices", "DevicePolicy", "DeviceAllow", "ProtectClock", "MemoryDenyWriteExecute"} & set(keys)
    assert keys["WorkingDirectory"] == "%S/" + keys["StateDirectory"]


def test_the_installer_is_clear_about_what_it_does_not_know():
    done = subprocess.run(["/bin/sh", str(ROOT / "systemd/install"), "--everything"], capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr == "usage: sudo systemd/install [--club] [--dry-run | --uninstall [--purge]]\n"


@pytest.mark.parametrize(("words", "unit"), [((), "companion.service"), (("--club",), "companion-club.service")])
def test_the_installer_says_what_it_would_do_and_does_nothing(tmp_path, words, unit):
    command = ["/bin/sh", str(ROOT / "systemd/install"), *words, "--dry-run"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    first, *others = done.stderr.splitlines()
    assert first.startswith("Debian packages to be installed: ")
    assert [line.split(":")[0] for line in others] == ["Program", "Settings", "State", "Service"]
    assert f"/{unit}, as the user table-companion{'-club' if words else ' of'}" in others[-1]
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
