"""What the set-up of the Wi-Fi needs of the machine, whatever manages its networks."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Protocol

MAX_NAME_BYTES = 32
"""Bytes in the name of a network; standard of IEEE 802.11."""
MIN_PASSWORD_LETTERS, MAX_PASSWORD_LETTERS = 8, 63
"""Letters in a password of WPA; standard of IEEE 802.11. 64 hexadecimal digits are a key, and accepted too."""


class Security(enum.StrEnum):
    """What a network asks of whoever joins."""

    OPEN = "open"
    PASSWORD = "password"
    COMPANY = "company"
    """Name and password of a person (802.1X): not joined from the page."""


@dataclass(frozen=True, slots=True)
class WifiNetwork:
    """A network in reach."""

    name: str
    signal: int  # per cent
    security: Security


class JoinFailure(enum.StrEnum):
    """Why a network was not joined."""

    WRONG_PASSWORD = "wrong-password"
    NOT_IN_REACH = "not-in-reach"
    NO_ADDRESS = "no-address"
    """The network let the machine in, and gave no address."""
    REFUSED = "refused"
    """Any other reason."""


class Radio(Protocol):
    """The Wi-Fi of this machine. Every method may take seconds."""

    def is_online(self) -> bool:
        """Is a network reached, by cable or Wi-Fi?"""

    def knows_networks(self) -> bool:
        """Is there a Wi-Fi network that the machine joins by itself when in reach?"""

    def is_present(self) -> bool:
        """Has the machine a Wi-Fi adapter?"""

    def switch_on(self) -> None:
        """Let the radio send, where it was blocked for want of a country."""

    def scan_networks(self) -> tuple[WifiNetwork, ...]:
        """The networks in reach, each name once, the strongest first."""

    def open_access_point(self, password: str) -> None:
        """Open an access point of this machine. Raises `RadioRefused`."""

    def close_access_point(self) -> None:
        """Close the access point, where one is open, and forget it."""

    def set_country(self, country: str) -> bool:
        """False where the machine refuses `country`, two capital letters."""

    def join_network(self, name: str, password: str) -> JoinFailure | None:
        """None once the network is joined and will be joined by itself from now on. Where it failed, nothing of it is kept.
        `password`: "" = none."""
