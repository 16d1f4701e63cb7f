"""The Wi-Fi of a machine whose networks NetworkManager manages, through its own program `nmcli`.

No password is ever an argument of a program, which every user of the machine could read: passwords go through standard input.
Nothing that nmcli prints is logged.
"""

from __future__ import annotations

import logging
import os
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.errors import RadioRefused
from companion.machine.network.addresses import has_route
from companion.machine.wifi.radio import JoinFailure, Security, WifiNetwork

log = logging.getLogger("companion")

ACCESS_POINT_NAME = "Table Companion"
"""The name of the access point, as phones list it; also said in wifi.ftl and docs."""
ACCESS_POINT_ADDRESS = "10.42.0.1"
"""Of this machine on the access point; also in systemd/companion-wifi.service. NetworkManager's own choice for shared networks."""
ACCESS_POINT_PROFILE = "companion-access-point"
ACCESS_POINT_CHANNEL = "6"  # of 2.4 GHz: 1 to 11 may be sent on in every country, so also before a country is chosen
ASK_TIMEOUT_S = 30.0  # seconds for nmcli to answer, a scan included; guess
JOIN_WAIT_S = 45  # seconds for a network to let the machine in and give an address; guess
COUNTRY_UNIT = "companion-wifi-country@{}.service"
MAX_SCANS = 4
"""How often a network is looked for before it counts as hidden: just after the access point has closed the radio sees nothing; guess"""
_FAILURES = (
    (JoinFailure.NOT_IN_REACH, ("could not be found", "No network with SSID")),
    (JoinFailure.NO_ADDRESS, ("IP configuration", "DHCP")),
    (JoinFailure.WRONG_PASSWORD, ("ecrets", "supplicant", "property is invalid")),
)
"""What nmcli says of each failure, in English as it is asked to. A wrong password is told as secrets that nobody gave, or as a
supplicant (which speaks WPA) that gave up."""
_NOT_FOUND_STATUS = 10
"""The status of nmcli where network, profile or device do not exist."""


@dataclass(frozen=True, slots=True)
class _Answer:
    status: int  # of the program; 127 = missing, 124 = took too long, as shells say
    output: str
    complaint: str


class NetworkManagerRadio:
    """The Wi-Fi that `nmcli` sees. `command`: how nmcli is called."""

    def __init__(self, command: Sequence[str] = ("nmcli",)) -> None:
        self._command = tuple(command)

    def is_online(self) -> bool:
        # Not Wi-Fi: the own access point counts as connected.
        return has_route() or any(kind == "ethernet" and state == "connected" for _, kind, state in self._list_devices())

    def knows_networks(self) -> bool:
        return any(name != ACCESS_POINT_PROFILE for name, _ in self._list_profiles())

    def is_present(self) -> bool:
        return self._find_device() is not None

    def switch_on(self) -> None:
        self._ask("radio", "wifi", "on")

    def scan_networks(self) -> tuple[WifiNetwork, ...]:
        answer = self._ask("--terse", "--fields", "SSID,SIGNAL,SECURITY", "device", "wifi", "list", "--rescan", "yes")
        return sort_networks(split_line(line) for line in answer.output.splitlines())

    def open_access_point(self, password: str) -> None:
        device = self._find_device()
        if device is None:
            raise RadioRefused("this machine has no Wi-Fi adapter that NetworkManager may use")
        self.close_access_point()
        made = self._ask(
            *("connection", "add", "save", "no", "type", "wifi", "ifname", device, "con-name", ACCESS_POINT_PROFILE),
            *("autoconnect", "no", "ssid", ACCESS_POINT_NAME, "mode", "ap"),
            *("802-11-wireless.band", "bg", "802-11-wireless.channel", ACCESS_POINT_CHANNEL),
            *("ipv4.method", "shared", "ipv4.addresses", f"{ACCESS_POINT_ADDRESS}/24", "ipv6.method", "disabled"),
            *("802-11-wireless-security.key-mgmt", "wpa-psk", "802-11-wireless-security.proto", "rsn"),
            *("802-11-wireless-security.pairwise", "ccmp", "802-11-wireless-security.group", "ccmp"),
        )
        if made.status:
            raise RadioRefused(f"NetworkManager makes no access point: nmcli ended with {made.status}")
        opened = self._ask(
            *("--wait", str(JOIN_WAIT_S), "connection", "up", "id", ACCESS_POINT_PROFILE, "passwd-file", "/dev/stdin"),
            said=f"802-11-wireless-security.psk:{password}\n",
            timeout=JOIN_WAIT_S + ASK_TIMEOUT_S,
        )
        if opened.status:
            self.close_access_point()
            raise RadioRefused(f"the access point does not open: nmcli ended with {opened.status}")

    def close_access_point(self) -> None:
        if any(name == ACCESS_POINT_PROFILE for name, _ in self._list_profiles()):
            self._ask("connection", "delete", "id", ACCESS_POINT_PROFILE)

    def set_country(self, country: str) -> bool:
        # The page's own user may do one thing of root's: start this unit. It knows countries and nothing else.
        unit = COUNTRY_UNIT.format(country)
        return _run(("systemctl", "--no-ask-password", "start", unit), "", ASK_TIMEOUT_S).status == 0

    def join_network(self, name: str, password: str) -> JoinFailure | None:
        device = self._find_device()
        if device is None:
            return JoinFailure.REFUSED
        before = set(self._list_profiles())
        hidden = () if self._is_seen(name) else ("hidden", "yes")
        answer = self._ask(
            *("--ask", "--wait", str(JOIN_WAIT_S), "device", "wifi", "connect", name, "ifname", device, *hidden),
            said=f"{password}\n",
            timeout=JOIN_WAIT_S + ASK_TIMEOUT_S,
        )
        if answer.status == 0:
            return None
        for _, uuid in set(self._list_profiles()) - before:
            self._ask("connection", "delete", "uuid", uuid)
        failure = explain_failure(answer.status, answer.complaint)
        log.warning("the network was not joined: %s (nmcli ended with %d)", failure, answer.status)
        return failure

    def _is_seen(self, name: str) -> bool:
        """Is the network among those in reach, after `MAX_SCANS` looks? A hidden one never is."""
        return any(network.name == name for _ in range(MAX_SCANS) for network in self.scan_networks())

    def _find_device(self) -> str | None:
        """The Wi-Fi adapter, None where there is none."""
        return next((device for device, kind, state in self._list_devices() if kind == "wifi" and state != "unmanaged"), None)

    def _list_devices(self) -> list[tuple[str, str, str]]:
        """Name, kind and state of each adapter."""
        answer = self._ask("--terse", "--fields", "DEVICE,TYPE,STATE", "device", "status")
        return [(found[0], found[1], found[2]) for line in answer.output.splitlines() if len(found := split_line(line)) == 3]

    def _list_profiles(self) -> list[tuple[str, str]]:
        """Name and UUID of each known Wi-Fi network."""
        answer = self._ask("--terse", "--fields", "NAME,UUID,TYPE", "connection", "show")
        parts = [split_line(line) for line in answer.output.splitlines()]
        return [(found[0], found[1]) for found in parts if len(found) == 3 and found[2] == "802-11-wireless"]

    def _ask(self, *words: str, said: str = "", timeout: float = ASK_TIMEOUT_S) -> _Answer:
        return _run((*self._command, *words), said, timeout)


def split_line(line: str) -> list[str]:
    r"""The fields of a line of `nmcli --terse`: parted by ":", a ":" or "\" in a field has a "\" before it."""
    fields, field, letters = [], "", iter(line)
    for letter in letters:
        if letter == ":":
            fields.append(field)
            field = ""
        else:
            field += next(letters, "") if letter == "\\" else letter
    return [*fields, field]


def sort_networks(lines: Iterable[Sequence[str]]) -> tuple[WifiNetwork, ...]:
    """The networks in lines of name, signal and security: each name once, the strongest first, hidden ones and the own
    access point left out."""
    found: dict[str, WifiNetwork] = {}
    for line in lines:
        if len(line) != 3 or not line[0] or line[0] == ACCESS_POINT_NAME or not line[1].isdecimal():
            continue
        network = WifiNetwork(line[0], int(line[1]), _name_security(line[2]))
        if network.name not in found or found[network.name].signal < network.signal:
            found[network.name] = network
    return tuple(sorted(found.values(), key=lambda network: (-network.signal, network.name)))


def _name_security(said: str) -> Security:
    if "802.1X" in said:
        return Security.COMPANY
    return Security.PASSWORD if "WPA" in said or "WEP" in said else Security.OPEN


def explain_failure(status: int, complaint: str) -> JoinFailure:
    """Why a network was not joined, by the status of nmcli and what it said."""
    if status == _NOT_FOUND_STATUS:
        return JoinFailure.NOT_IN_REACH
    return next((failure for failure, words in _FAILURES if any(word in complaint for word in words)), JoinFailure.REFUSED)


def _run(command: Sequence[str], said: str, timeout: float) -> _Answer:
    """What a program answers to `said` on its standard input. A missing or hanging program is an answer too, and logged."""
    environment = os.environ | {"LC_ALL": "C.UTF-8"}  # what nmcli prints is read here
    try:
        done = subprocess.run(
            command, input=said, capture_output=True, encoding="utf-8", errors="replace", timeout=timeout, env=environment
        )
    except subprocess.TimeoutExpired:
        log.warning("%s took more than %.0f s", command[0], timeout)
        return _Answer(124, "", "")
    except OSError as error:
        log.warning("%s cannot be started: %s", command[0], error.strerror)
        return _Answer(127, "", "")
    return _Answer(done.returncode, done.stdout, done.stderr + done.stdout)
