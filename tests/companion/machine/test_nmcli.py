"""The Wi-Fi through the real `nmcli`, before NetworkManager's interface on a bus of its own, as python-dbusmock gives it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import RadioRefused
from companion.machine.wifi.nmcli import NetworkManagerRadio, explain_failure, split_line
from companion.machine.wifi.radio import JoinFailure, Security, WifiNetwork
from tests.browser import PATIENCE

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={folder}/bus</listen>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
"""
NEEDED = "NetworkManager's client, a bus and its double are needed: sudo apt install network-manager dbus python3-dbusmock"
MANAGER = "org.freedesktop.NetworkManager"
WPA2 = 0x100  # NM_802_11_AP_SEC_KEY_MGMT_PSK
ODD_PASSWORD = "a \"b\" \\c $HOME; `d` 'e' #%f"


class Machine:
    """A machine with one Wi-Fi adapter, and what was typed to nmcli."""

    def __init__(self, folder: Path) -> None:
        self._typed, self._heard = folder / "typed", folder / "double"
        command = folder / "nmcli"
        command.write_text(f'#!/bin/sh\nprintf \'%s\\n\' "$@" >>{self._typed}\nexec {shutil.which("nmcli")} "$@"\n')
        command.chmod(0o755)
        self.radio = NetworkManagerRadio((str(command),))

    @property
    def typed(self) -> str:
        return self._typed.read_text(encoding="utf-8")

    @property
    def heard(self) -> str:
        """What the double was asked."""
        return self._heard.read_text(encoding="utf-8")

    def ask(self, path: str, method: str, *arguments: str) -> str:
        return subprocess.run(
            ["dbus-send", "--system", f"--dest={MANAGER}", "--print-reply", path, method, *arguments],
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        ).stdout

    def change(self, method: str, *arguments: str) -> str:
        return self.ask("/org/freedesktop/NetworkManager", f"org.freedesktop.DBus.Mock.{method}", *arguments)

    def add_network(self, number: int, name: str, signal: int, security: int) -> None:
        self.change(
            "AddAccessPoint",
            *("string:/org/freedesktop/NetworkManager/Devices/mock0", f"string:ap{number}", f"string:{name}"),
            *(f"string:00:23:F8:7E:12:0{number}", "uint32:2", "uint32:2425", "uint32:5400", f"byte:{signal}"),
            f"uint32:{security}",
        )

    def profile(self, *fields: str) -> list[str]:
        """Fields of the one profile that there is."""
        done = subprocess.run(
            ["nmcli", "--terse", "--fields", ",".join(fields), "connection", "show", "id", "companion-access-point"],
            capture_output=True,
            text=True,
            check=True,
            timeout=PATIENCE,
        )
        return [line.partition(":")[2] for line in done.stdout.splitlines()]


def is_there() -> bool:
    """Does the double of NetworkManager answer?"""
    ask = ["nmcli", "--terse", "--fields", "RUNNING", "general"]
    return subprocess.run(ask, capture_output=True, text=True, timeout=PATIENCE).stdout.strip() == "running"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    python = shutil.which("python3", path="/usr/bin")
    can = python and subprocess.run([python, "-c", "import dbus, dbusmock, gi"], capture_output=True).returncode == 0
    if not can or not all(map(shutil.which, ("nmcli", "dbus-daemon", "dbus-send"))):
        pytest.skip(NEEDED)
    (tmp_path / "bus.conf").write_text(BUS.format(folder=tmp_path))
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/bus")
    daemon = subprocess.Popen(
        ["dbus-daemon", f"--config-file={tmp_path}/bus.conf", "--nofork", "--print-address"], stdout=subprocess.PIPE
    )
    assert daemon.stdout is not None
    daemon.stdout.readline()  # it listens
    double = subprocess.Popen(
        [str(python), "-m", "dbusmock", "--system", "--template", "networkmanager", "--logfile", str(tmp_path / "double")]
    )
    machine = Machine(tmp_path)
    try:
        while not is_there():
            assert double.poll() is None, "the double has ended"
        machine.change("AddWiFiDevice", "string:mock0", "string:wlan0", "uint32:30")
        yield machine
    finally:
        for process in (double, daemon):
            process.terminate()
            process.wait(PATIENCE)
        daemon.stdout.close()


def test_the_networks_in_reach_are_listed_once_by_strength(machine: Machine) -> None:
    for number, (name, signal, security) in enumerate(
        [("Casa: Rossi\\figli", 40, WPA2), ("Bar Centrale", 60, 0), ("Caffè", 30, WPA2), ("Bar Centrale", 20, 0)]
    ):
        machine.add_network(number, name, signal, security)
    assert machine.radio.scan_networks() == (
        WifiNetwork("Bar Centrale", 60, Security.OPEN),
        WifiNetwork("Casa: Rossi\\figli", 40, Security.PASSWORD),
        WifiNetwork("Caffè", 30, Security.PASSWORD),
    )


def test_a_network_is_joined_with_its_password_which_no_command_line_shows(machine: Machine) -> None:
    machine.add_network(0, "Casa: Rossi\\figli", 40, WPA2)
    assert not machine.radio.knows_networks()
    assert machine.radio.join_network("Casa: Rossi\\figli", ODD_PASSWORD) is None
    assert machine.radio.knows_networks()
    assert f'"psk": "{ODD_PASSWORD}"' in machine.heard
    assert "Casa: Rossi" in machine.typed and ODD_PASSWORD not in machine.typed


def test_the_access_point_is_one_that_phones_join_and_is_forgotten_when_it_closes(machine: Machine) -> None:
    machine.radio.open_access_point("on the card")
    assert machine.profile(
        *("connection.autoconnect", "802-11-wireless.ssid", "802-11-wireless.mode", "802-11-wireless.channel"),
        *("802-11-wireless-security.key-mgmt", "802-11-wireless-security.proto", "ipv4.method", "ipv4.addresses"),
    ) == ["no", "Table Companion", "ap", "6", "wpa-psk", "rsn", "shared", "10.42.0.1/24"]
    assert not machine.radio.knows_networks()
    machine.radio.close_access_point()
    with pytest.raises(subprocess.CalledProcessError):
        machine.profile("connection.id")
    assert "on the card" not in machine.typed


def test_a_machine_has_a_radio_where_networkmanager_manages_one(machine: Machine) -> None:
    assert machine.radio.is_present()
    machine.radio.switch_on()


def test_without_networkmanager_there_is_no_radio_and_nothing_stumbles() -> None:
    radio = NetworkManagerRadio(("/nonexistent/nmcli",))
    assert (radio.is_present(), radio.knows_networks(), radio.scan_networks()) == (False, False, ())
    assert radio.join_network("Home", "password") is JoinFailure.REFUSED
    with pytest.raises(RadioRefused, match="no Wi-Fi adapter"):
        radio.open_access_point("on the card")
    radio.close_access_point()


@pytest.mark.parametrize(
    ("status", "says", "failure"),
    [
        (4, "Error: Connection activation failed: Secrets were required, but not provided.", JoinFailure.WRONG_PASSWORD),
        (4, "Error: Connection activation failed: (7) Secrets were required, but not provided.", JoinFailure.WRONG_PASSWORD),
        (
            4,
            "Error: Connection activation failed: 802.1X supplicant took too long to authenticate.",
            JoinFailure.WRONG_PASSWORD,
        ),
        (2, "Error: 802-11-wireless-security.psk: property is invalid.", JoinFailure.WRONG_PASSWORD),
        (4, "Error: Connection activation failed: The Wi-Fi network could not be found.", JoinFailure.NOT_IN_REACH),
        (10, "Error: No network with SSID 'Home' found.", JoinFailure.NOT_IN_REACH),
        (4, "Error: Connection activation failed: IP configuration could not be reserved.", JoinFailure.NO_ADDRESS),
        (4, "Error: Connection activation failed: DHCP client failed.", JoinFailure.NO_ADDRESS),
        (3, "Error: Timeout 45 sec expired.", JoinFailure.REFUSED),
    ],
)
def test_what_nmcli_says_of_a_failure_becomes_its_kind(status: int, says: str, failure: JoinFailure) -> None:
    assert explain_failure(status, says) is failure


@given(st.lists(st.text(st.characters(blacklist_categories=("Cs", "Cc"))), min_size=1))
def test_fields_come_back_whatever_signs_they_hold(fields: list[str]) -> None:
    line = ":".join(field.replace("\\", "\\\\").replace(":", "\\:") for field in fields)
    assert split_line(line) == fields
