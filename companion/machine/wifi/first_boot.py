"""The first start of a table that nobody has told a Wi-Fi: whether an access point is needed, and what happens on it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.machine.wifi.radio import JoinFailure, Radio, WifiNetwork

log = logging.getLogger("companion")

MAX_NETWORK_WAIT_S = 45.0  # seconds for a cable to bring a network after the start, before an access point opens; guess
LOOK_EVERY_S = 3.0  # seconds between looks for a network, for a cable that was plugged in, and for a choice; guess
LAST_PAGE_S = (
    15.0  # seconds for the last page to reach the phone, and for its code to be noted, before the access point closes; guess
)

Wait = Callable[[float], bool]
"""Waits so many seconds; True where the process was told to end."""


@dataclass(frozen=True, slots=True)
class JoinWish:
    """The network that somebody chose on the page."""

    network: str
    password: str = field(repr=False)  # "" = none; in no log
    country: str  # two capital letters


class WifiDesk:
    """What the page shows, and what was chosen on it. From many threads at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._networks: tuple[WifiNetwork, ...] = ()
        self._wish: JoinWish | None = None
        self._failure: tuple[str, JoinFailure] | None = None
        self._country = ""

    @property
    def networks(self) -> Sequence[WifiNetwork]:
        """The networks in reach when the access point opened."""
        return self._networks

    @property
    def failed_network(self) -> str:
        """The network that was tried in vain, "" for none."""
        return self._failure[0] if self._failure else ""

    @property
    def failure(self) -> str:
        """Why it was tried in vain, "" for nothing."""
        return str(self._failure[1]) if self._failure else ""

    @property
    def country(self) -> str:
        """The country that was chosen last, "" for none."""
        return self._country

    def choose_network(self, name: str, password: str, country: str) -> None:
        """Take a choice down, which is tried soon."""
        with self._lock:
            self._wish, self._country = JoinWish(name, password, country), country

    def show_networks(self, networks: Sequence[WifiNetwork]) -> None:
        """Show these networks from now on."""
        self._networks = tuple(networks)

    def show_failure(self, network: str, failure: JoinFailure) -> None:
        """Show that `network` was tried in vain."""
        self._failure = (network, failure)

    def take_wish(self) -> JoinWish | None:
        """The choice, handed out once; None for none."""
        with self._lock:
            wish, self._wish = self._wish, None
            return wish


def needs_access_point(radio: Radio, wait: Wait) -> bool:
    """Is this a table without any network? True after `MAX_NETWORK_WAIT_S` seconds in which no network was reached; False at
    once where a Wi-Fi is known already (of the Imager, or joined before) or the machine has no Wi-Fi."""
    waited = 0.0
    while not (radio.is_online() or radio.knows_networks()):
        if waited >= MAX_NETWORK_WAIT_S:
            return radio.is_present()
        if wait(LOOK_EVERY_S):
            return False
        waited += LOOK_EVERY_S
    return False


def guide_into_network(radio: Radio, desk: WifiDesk, password: str, opened: Callable[[], None], wait: Wait) -> bool:
    """True once the machine is in a network, by the page or by a cable; False where told to end before. The access point is
    closed in every case. Raises `RadioRefused` where no access point can be opened.

    `password`: of the access point. `opened`: called each time the access point is open.
    """
    radio.switch_on()
    try:
        while True:
            desk.show_networks(radio.scan_networks())
            radio.open_access_point(password)
            opened()
            wish = _wait_for_wish(radio, desk, wait)
            if wish is None:
                return radio.is_online()
            wait(LAST_PAGE_S)
            radio.close_access_point()
            if not radio.set_country(wish.country):
                log.warning("the country %s of the Wi-Fi could not be set: channels 12 and 13 may be missing", wish.country)
            failure = radio.join_network(wish.network, wish.password)
            if failure is None:
                return True
            desk.show_failure(wish.network, failure)
    finally:
        radio.close_access_point()


def _wait_for_wish(radio: Radio, desk: WifiDesk, wait: Wait) -> JoinWish | None:
    """The next choice; None where a cable brought a network meanwhile, or the process was told to end."""
    while not radio.is_online():
        if wish := desk.take_wish():
            return wish
        if wait(LOOK_EVERY_S):
            return None
    return None
