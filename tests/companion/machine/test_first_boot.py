"""A first start without a keyboard, on a pretended Wi-Fi: when an access point opens, and how it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.errors import RadioRefused
from companion.machine.wifi.first_boot import (
    MAX_NETWORK_WAIT_S,
    WifiDesk,
    guide_into_network,
    needs_access_point,
)
from companion.machine.wifi.pretend import PRETEND_PASSWORD, PretendRadio

HOME = "FRITZ!Box 7590 XY"


class Hours:
    """Time that passes at once. `acts`: what happens at each wait, one after the other; told to end after them."""

    def __init__(self, *acts: Callable[[], object]) -> None:
        self.passed, self._acts = 0.0, iter(acts)

    def wait(self, seconds: float) -> bool:
        self.passed += seconds
        act = next(self._acts, None)
        if act is None:
            return True
        act()
        return False


def nothing() -> None:
    """Nothing happens."""


def endless() -> Iterator[Callable[[], None]]:
    while True:
        yield nothing


def choose(desk: WifiDesk, name: str, password: str) -> Callable[[], None]:
    return lambda: desk.choose_network(name, password, "IT")


def test_an_access_point_is_needed_after_45_seconds_without_any_network() -> None:
    hours = Hours(*[nothing] * 100)
    assert needs_access_point(PretendRadio(), hours.wait)
    assert hours.passed == MAX_NETWORK_WAIT_S


@pytest.mark.parametrize("radio", [PretendRadio(online=True), PretendRadio(known=("of the Imager",))])
def test_whoever_set_a_network_already_never_waits_and_is_left_alone(radio: PretendRadio) -> None:
    hours = Hours(*[nothing] * 100)
    assert not needs_access_point(radio, hours.wait)
    assert (hours.passed, radio.done) == (0, [])


def test_a_cable_that_comes_up_late_is_enough() -> None:
    radio = PretendRadio()
    assert not needs_access_point(radio, Hours(nothing, lambda: setattr(radio, "online", True), *[nothing] * 100).wait)


def test_a_machine_without_a_radio_opens_nothing() -> None:
    assert not needs_access_point(PretendRadio(present=False), Hours(*[nothing] * 100).wait)


def test_the_access_point_closes_before_the_network_is_joined_and_stays_closed() -> None:
    radio, desk = PretendRadio(), WifiDesk()
    assert guide_into_network(radio, desk, "on the card", nothing, Hours(choose(desk, HOME, PRETEND_PASSWORD), nothing).wait)
    assert radio.done == ["switch on", "scan", "open", "close", "country IT", f"join {HOME}"]
    assert (radio.joined, radio.open_with, radio.country) == (HOME, None, "IT")


def test_the_networks_were_looked_for_before_the_access_point_opened() -> None:
    radio, desk, seen = PretendRadio(), WifiDesk(), list[tuple[str, ...]]()
    guide_into_network(
        radio, desk, "on the card", lambda: seen.append(tuple(each.name for each in desk.networks)), Hours(nothing).wait
    )
    assert seen == [tuple(each.name for each in radio.networks)]


@pytest.mark.parametrize(
    ("name", "password", "says"),
    [(HOME, "wrong password", "wrong-password"), ("Not here", "whatever it is", "not-in-reach")],
)
def test_what_went_wrong_is_shown_when_the_access_point_is_back(name: str, password: str, says: str) -> None:
    radio, desk = PretendRadio(), WifiDesk()
    shown: list[tuple[str, str, str | None]] = []
    hours = Hours(choose(desk, name, password), nothing, choose(desk, HOME, PRETEND_PASSWORD), nothing)
    joined = guide_into_network(
        radio, desk, "on the card", lambda: shown.append((desk.failed_network, desk.failure, radio.open_with)), hours.wait
    )
    assert shown == [("", "", "on the card"), (name, says, "on the card")]
    assert joined and radio.joined == HOME


def test_a_cable_plugged_in_meanwhile_ends_it() -> None:
    radio, desk = PretendRadio(), WifiDesk()
    assert guide_into_network(radio, desk, "on the card", nothing, Hours(lambda: setattr(radio, "online", True)).wait)
    assert radio.open_with is None


def test_told_to_end_it_leaves_no_access_point() -> None:
    radio, desk = PretendRadio(), WifiDesk()
    assert not guide_into_network(radio, desk, "on the card", nothing, Hours(nothing).wait)
    assert radio.open_with is None


def test_a_radio_that_cannot_share_is_told() -> None:
    radio = PretendRadio(can_share=False)
    with pytest.raises(RadioRefused):
        guide_into_network(radio, WifiDesk(), "on the card", nothing, Hours(*[nothing] * 9).wait)
    assert radio.open_with is None
