"""A strip of addressable LEDs: what its LEDs show, read back from the bits on the wire."""

from __future__ import annotations

import importlib.util

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.errors import StripUnavailable
from hardware.patterns import FOUL_SILENCE_S, SignalCue
from hardware.signals import Wires, device_named
from hardware.strip import LATCH_SILENCE, LED_COLOURS, SPI_HZ, Strip

PLACES = ("up1", "up2", "down1", "down2", "table")


class Wire:
    """spidev's `SpiDev`, with the LEDs behind it: they take a colour as soon as the wire is silent."""

    def __init__(self, error=None):
        self.error, self.colours, self.closed = error, [], False

    def open(self, bus, device):
        if self.error:
            raise self.error
        self.device = (bus, device)

    def writebytes2(self, data):
        assert self.max_speed_hz == SPI_HZ and self.mode == 0
        assert data.endswith(LATCH_SILENCE) and len(LATCH_SILENCE) * 8 / SPI_HZ > 280e-6
        bits = "".join(f"{byte:08b}" for byte in data.removesuffix(LATCH_SILENCE))
        levels = [bits[i : i + 3] for i in range(0, len(bits), 3)]
        assert set(levels) <= {"110", "100"}
        ones = "".join("1" if level == "110" else "0" for level in levels)
        bytes_ = [int(ones[i : i + 8], 2) for i in range(0, len(ones), 8)]
        self.colours = [(red, green, blue) for green, red, blue in zip(*[iter(bytes_)] * 3, strict=True)]

    def close(self):
        self.closed = True


@pytest.fixture
def wire(monkeypatch):
    wire = Wire()
    monkeypatch.setattr("hardware.strip._open_spidev", lambda: wire)
    return wire


def test_each_place_has_its_share_of_the_leds():
    wire = Wire()
    strip = Strip(20, PLACES, spi=wire)
    strip.show_cues([SignalCue("foul", "down1", since=0.0)], 0.05)
    lit = [led for led, colour in enumerate(wire.colours) if colour != LED_COLOURS["dark"]]
    assert lit == [8, 9, 10, 11, 16, 17, 18, 19] and len(wire.colours) == 20
    assert all(red > 0 and not green and not blue for red, green, blue in (wire.colours[led] for led in lit))


def test_states_differ_by_blink_and_not_by_colour_alone():
    wire = Wire()
    strip = Strip(5, PLACES, spi=wire)
    rhythms = {}
    for kind in ("foul", "lost", "ask", "deadline", "out_of_step", "accepted", "won"):
        seen = []
        for i in range(200):
            strip.show_cues([SignalCue(kind, "table")], i / 50)
            seen.append(wire.colours[4] != LED_COLOURS["dark"])
        rhythms[kind] = tuple(seen)
    assert len(set(rhythms.values())) == len(rhythms)


def test_fewer_leds_than_places_and_many_more_are_no_harm():
    for count in (1, 3, 7, 144):
        wire = Wire()
        Strip(count, PLACES, spi=wire).show_cues([SignalCue("won")], 0.05)
        assert len(wire.colours) == count and LED_COLOURS["dark"] not in wire.colours


def test_twenty_leds_stay_below_what_a_pi_may_give():
    wire = Wire()
    Strip(20, PLACES, spi=wire).show_cues([SignalCue("trial", place) for place in PLACES], 0.0)
    assert sum(sum(colour) for colour in wire.colours) / 255 * 0.02 < 0.5, "ampere"


def test_it_is_dark_when_it_is_given_back(wire):
    strip = device_named("strip:5@1.0").open_signals(Wires(PLACES), print)
    strip.show_cues([SignalCue("accepted")], 0.0)
    assert wire.colours[4] != LED_COLOURS["dark"] and wire.device == (1, 0)
    strip.close()
    assert set(wire.colours) == {LED_COLOURS["dark"]} and wire.closed


def test_buzzer_and_buttons_stay_on_their_pins(wire, monkeypatch):
    pins, presses = MockFactory(), []
    monkeypatch.setattr(gpiozero.Device, "pin_factory", pins)
    strip = device_named("strip:5").open_signals(Wires(PLACES, {"up1": 5}, 13, {"undo": 27}), presses.append)
    strip.show_cues([SignalCue("foul", "up1", since=0.0)], FOUL_SILENCE_S + 0.05)
    pins.pin(27).drive_low()
    assert wire.colours[0] != LED_COLOURS["dark"] and pins.pin(13).state and presses == ["undo"]
    strip.close()
    assert not pins.pin(13).state
    pins.reset()


def test_a_strip_that_is_not_there_says_what_to_switch_on():
    with pytest.raises(StripUnavailable, match=r"/dev/spidev0\.0.*do_spi"):
        Strip(5, PLACES, spi=Wire(FileNotFoundError(2, "No such file or directory")))


def test_a_machine_without_spidev_names_the_package():
    if importlib.util.find_spec("spidev"):
        pytest.skip("spidev is installed on this machine")
    with pytest.raises(StripUnavailable, match="apt install python3-spidev"):
        device_named("strip:5").open_signals(Wires(PLACES), print)


@pytest.mark.parametrize("name", ["strip", "strip:", "strip:0", "strip:-1", "strip:5@", "strip:5@10.0", "strip:1234"])
def test_a_strip_of_no_leds_is_none(name):
    assert device_named(name) is None
