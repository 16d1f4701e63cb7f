"""A Wi-Fi that is not there: for `companion wifi --pretend`, which shows the page on any machine, and for tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.errors import RadioRefused
from companion.machine.wifi.radio import JoinFailure, Security, WifiNetwork

PRETEND_NETWORKS = (
    WifiNetwork("FRITZ!Box 7590 XY", 88, Security.PASSWORD),
    WifiNetwork("Casa Rossi & figli", 61, Security.PASSWORD),
    WifiNetwork("Bar Centrale", 40, Security.OPEN),
    WifiNetwork("eduroam", 22, Security.COMPANY),
)
PRETEND_PASSWORD = "correct horse"
"""What every pretended network with a password asks for."""


@dataclass(slots=True)
class PretendRadio:
    """A Wi-Fi in memory, which notes what was done with it."""

    networks: tuple[WifiNetwork, ...] = PRETEND_NETWORKS
    passwords: Mapping[str, str] = field(default_factory=dict)  # by network; missing = `PRETEND_PASSWORD`
    present: bool = True
    online: bool = False
    known: tuple[str, ...] = ()  # networks that are joined by themselves
    blocked: bool = True  # until switched on
    can_share: bool = True  # may an access point be opened?
    country: str = ""
    open_with: str | None = None  # password of the open access point, None = closed
    joined: str = ""  # network that the machine is in
    done: list[str] = field(default_factory=list)

    def is_online(self) -> bool:
        return self.online

    def knows_networks(self) -> bool:
        return bool(self.known)

    def is_present(self) -> bool:
        return self.present

    def switch_on(self) -> None:
        self.blocked = False
        self.done.append("switch on")

    def scan_networks(self) -> tuple[WifiNetwork, ...]:
        self.done.append("scan")
        # One radio cannot look around while it is an access point.
        return () if self.blocked or self.open_with is not None else self.networks

    def open_access_point(self, password: str) -> None:
        if self.blocked or not self.can_share:
            raise RadioRefused("the pretended Wi-Fi opens no access point")
        self.open_with = password
        self.done.append("open")

    def close_access_point(self) -> None:
        if self.open_with is not None:
            self.done.append("close")
        self.open_with = None

    def set_country(self, country: str) -> bool:
        self.country = country
        self.done.append(f"country {country}")
        return True

    def join_network(self, name: str, password: str) -> JoinFailure | None:
        """None once joined; else why not, as the real radio tells: out of reach, a wrong `password`, or refused while the
        access point is open."""
        self.done.append(f"join {name}")
        if self.open_with is not None:
            return JoinFailure.REFUSED  # one radio, one network
        found = next((network for network in self.networks if network.name == name), None)
        if found is None:
            return JoinFailure.NOT_IN_REACH
        if found.security is Security.PASSWORD and password != self.passwords.get(name, PRETEND_PASSWORD):
            return JoinFailure.WRONG_PASSWORD
        self.joined, self.online, self.known = name, True, (*self.known, name)
        return None
