"""The units of a table and of a club as systemd itself reads them, and what is said to a table's."""

import os
import re
import shlex
import shutil
import socket
import subprocess
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.cli.loader import make_parser
from companion.machine.config import load_config
from companion.machine.notify import Notifier
from companion.machine.wifi.nmcli import ACCESS_POINT_ADDRESS
from companion.shown.words.countries import list_countries
from companion.shown.words.languages import list_languages

ROOT = Path(__file__).parents[2]


UNITS = ["companion.service", "companion-club.service", "companion-wifi.service"]


def unit_file(folder, name):
    """The unit as it is put in place, with a program that is there."""
    command = folder / "bin/companion"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n")
    command.chmod(0o755)
    (folder / "set_country").write_text("#!/bin/sh\n")
    (folder / "set_country").chmod(0o755)
    unit = (ROOT / "systemd" / name).read_text().replace("/opt/table-companion/set_country", str(folder / "set_country"))
    file = folder / name
    file.write_text(re.sub("/opt/table-companion(-club)?/current", str(folder), unit).replace("@GROUPS@", "video"))
    return file


def analysed(*arguments):
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed on this machine (apt: systemd)")
    return subprocess.run([analyze, *arguments], capture_output=True, text=True)


@pytest.mark.parametrize("name", [*UNITS, "companion-wifi-country@.service"])
def test_systemd_has_nothing_to_say_against_the_unit(tmp_path, name):
    done = analysed("verify", "--man=no", str(unit_file(tmp_path, name)))
    said = [line for line in (done.stdout + done.stderr).splitlines() if name in line]
    assert said == [] and done.returncode == 0


@pytest.mark.parametrize("name", UNITS)
def test_the_sandbox_is_tight(tmp_path, name):
    done = analysed("security", "--offline=true", "--threshold=20", str(unit_file(tmp_path, name)))
    assert done.returncode == 0, done.stdout[-200:]


@pytest.mark.parametrize("name", UNITS[1:])
def test_the_others_are_confined_as_a_table_is(name):
    """Whatever keeps a table from other files and calls keeps the club and the page of the access point from them too."""
    table, other = (set((ROOT / "systemd" / unit).read_text().splitlines()) for unit in (UNITS[0], name))
    sandbox = {line for line in table if line.startswith(("NoNew", "Capability", "Ambient", "Protect", "Private", "Restrict"))}
    lacking = {line for line in sandbox - other if not line.startswith("RestrictAddressFamilies=")}
    port_80 = {"CapabilityBoundingSet=", "AmbientCapabilities="} if name == "companion-wifi.service" else set()
    assert lacking == port_80


def test_the_page_of_the_access_point_has_one_right_more_than_nobody():
    keys = [line for line in (ROOT / "systemd/companion-wifi.service").read_text().splitlines() if "Capabilit" in line]
    assert keys == ["CapabilityBoundingSet=CAP_NET_BIND_SERVICE", "AmbientCapabilities=CAP_NET_BIND_SERVICE"]


def test_the_lines_that_root_runs_for_the_access_point_are_fixed():
    unit = (ROOT / "systemd/companion-wifi.service").read_text()
    of_root = [line for line in unit.splitlines() if re.match(r"Exec\w+=\S*\+", line)]
    assert len(of_root) == 2 and all("/etc/NetworkManager/dnsmasq-shared.d/companion.conf" in line for line in of_root)
    assert f"address=/#/{ACCESS_POINT_ADDRESS}" in of_root[0]
    assert not re.search(r"[%$]", "".join(of_root))


@pytest.mark.parametrize("word", ["", "it", "ITA", "I T", "IT;reboot", "../x", "XQ"])
def test_a_word_that_is_no_country_is_refused_in_one_line(word):
    done = subprocess.run(["/bin/sh", str(ROOT / "systemd/set_country"), word], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_every_country_of_the_page_is_one_that_the_machine_knows():
    """Those that it does not know would be refused after the tap."""
    known = Path("/usr/share/zoneinfo/iso3166.tab")
    if not known.exists():
        pytest.skip("tzdata is not installed on this machine")
    codes = {line[:2] for line in known.read_text(encoding="utf-8").splitlines() if not line.startswith("#")}
    for language in list_languages():
        assert {code for code, _ in list_countries(language)} == codes


def test_the_page_is_announced_at_the_port_of_the_settings():
    said = ElementTree.parse(ROOT / "systemd/companion.avahi").getroot().find("service")
    settings = tomllib.loads((ROOT / "systemd/companion.toml").read_text())
    assert (said.findtext("type"), said.findtext("port")) == ("_http._tcp", str(settings["web"]["port"]))


@pytest.mark.parametrize("file", ["docs/club.md", "systemd/club.conf"])
def test_the_words_of_the_clubs_unit_are_those_of_its_command(file):
    """What goes into the file that the unit reads, also what is put behind a # there."""
    for said in re.findall(r'^(?:# )?CLUB="(.*)"$', (ROOT / file).read_text(), re.MULTILINE):
        typed = ["club", *shlex.split(said)]
        parsed = make_parser(typed).parse_args(typed)
        assert parsed.host == "0.0.0.0"
        assert not parsed.password_file or parsed.password_file.startswith("/etc/table-companion-club/")


def test_the_club_has_its_own_user_program_state_and_settings():
    table, club = ((ROOT / "systemd" / name).read_text() for name in UNITS[:2])
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


@pytest.mark.whole
@pytest.mark.parametrize(("words", "unit"), [((), "companion.service"), (("--club",), "companion-club.service")])
def test_the_installer_says_what_it_would_do_and_does_nothing(tmp_path, words, unit):
    command = ["/bin/sh", str(ROOT / "systemd/install"), *words, "--dry-run"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    first, *others = done.stderr.splitlines()
    assert first.startswith("Debian packages to be installed: ")
    assert [line.split(":")[0] for line in others] == ["Program", "Settings", "State", "Service", *([] if words else ["Wi-Fi"])]
    assert f"/{unit}, as the user table-companion{'-club' if words else ' of'}" in others[3]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("apt_says", "of_the_pi"), [("", False), ("Package: it", True)])
def test_what_only_a_pi_has_is_wanted_where_apt_has_it(tmp_path, apt_says, of_the_pi):
    """Once our package is unpacked apt knows the name of what it recommends, and says nothing of it, without a complaint."""
    apt = tmp_path / "apt-cache"
    apt.write_text(f"#!/bin/sh\nprintf '%s' '{apt_says}'\n")
    apt.chmod(0o755)
    command = ["/bin/sh", str(ROOT / "systemd/install"), "--dry-run"]
    path = f"{tmp_path}:{os.environ['PATH']}"
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PATH": path})
    assert ("python3-picamera2" in done.stderr.splitlines()[0]) is of_the_pi


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
