"""Signal devices are found by their names, in the folder."""

import io

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from companion.errors import ConfigError
from companion.machine.config import Config, load_config
from hardware.errors import GpioUnavailable
from hardware.gpio import GpioSignals
from hardware.patterns import SignalCue
from hardware.signals import Wires, device_examples, device_named

WIRES = Wires(("up1", "table"), {"up1": 5, "table": 6}, buzzer=13, buttons={"end_turn": 17, "undo": 27})


@pytest.fixture
def pins(monkeypatch):
    factory = MockFactory()
    monkeypatch.setattr(gpiozero.Device, "pin_factory", factory)
    yield factory
    factory.reset()


def test_every_kind_of_device_is_known_by_its_own_name():
    assert {"gpio", "console", "none"} <= set(device_examples())
    assert [device_named(name).name for name in device_examples()] == [*device_examples()]
    assert device_named("gpio").wired and not device_named("console").wired and not device_named("none").wired
    assert device_named("") is None and device_named("lava lamp") is None


def test_a_device_nobody_knows_is_refused_with_those_there_are(tmp_path):
    file = tmp_path / "companion.toml"
    file.write_text('signals = "lava lamp"\n')
    with pytest.raises(ConfigError, match=r"signals: there is no 'lava lamp'; there are .*gpio"):
        load_config(file)


def test_without_a_device_nothing_is_shown_and_nothing_fails():
    dark = device_named(Config().signals).open_signals(WIRES, print)
    dark.show_cues([SignalCue("foul", "up1")], 0.0)
    dark.close()


def test_the_console_says_in_lines_what_lamps_would_show(monkeypatch):
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    device_named("console").open_signals(WIRES, print).show_cues([SignalCue("foul", "up1", since=0.0)], 0.05)
    assert written.getvalue() == "[up1 foul/fast] [table foul/fast]\n"


def test_pins_light_and_listen_and_are_all_given_back(pins):
    presses = []
    table = device_named("gpio").open_signals(WIRES, presses.append)
    table.show_cues([SignalCue("accepted")], 0.0)
    pins.pin(27).drive_low()
    assert pins.pin(6).state and presses == ["undo"]
    table.close()
    assert not pins.pin(6).state
    device_named("gpio").open_signals(WIRES, print).close()


def test_where_a_button_cannot_be_had_the_lamps_are_given_back(pins):
    held = GpioSignals({"elsewhere": 27}, None, pins)
    with pytest.raises(GpioUnavailable, match="pin 27"):
        device_named("gpio").open_signals(WIRES, print)
    held.close()
    device_named("gpio").open_signals(WIRES, print).close()
