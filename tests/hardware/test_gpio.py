"""Real gpiozero devices on gpiozero's own mock pins."""

import io

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.console import ConsoleSignals
from hardware.errors import GpioUnavailable
from hardware.gpio import MIN_PRESS_GAP_S, Debounced, GpioButtons, GpioSignals
from hardware.patterns import FOUL_SILENCE_S, SignalCue
from hardware.signals import Sound

PINS = {"up1": 5, "table": 6}


@pytest.fixture
def factory():
    factory = MockFactory()
    yield factory
    factory.reset()


def levels(factory, signals, cues, moments):
    seen = set()
    for now in moments:
        signals.show_cues(cues, now)
        seen.add((factory.pin(5).state, factory.pin(6).state, factory.pin(13).state))
    return seen


def test_a_foul_makes_the_pins_blink_and_the_buzzer_join_later(factory):
    signals = GpioSignals(PINS, 13, factory)
    foul = [SignalCue("foul", "up1", since=0.0)]
    assert levels(factory, signals, foul, [0.05, 0.15]) == {(True, True, False), (False, False, False)}
    assert (True, True, True) in levels(factory, signals, foul, [FOUL_SILENCE_S + i / 20 for i in range(20)])


@pytest.mark.parametrize(("volume", "duty"), [(1.0, 0.5), (0.4, 0.2), (0.0, 0.0)])
def test_a_passive_buzzer_gets_a_tone_as_loud_as_is_wanted(volume, duty):
    factory = MockFactory(pin_class=MockPWMPin)
    signals = GpioSignals({}, 13, factory, Sound(passive=True, volume=volume))
    heard = set()
    for i in range(20):
        signals.show_cues([SignalCue("foul", "up1", since=0.0)], FOUL_SILENCE_S + i / 20)
        heard.add(factory.pin(13).state)
    assert heard == {0.0, duty} and factory.pin(13).frequency == 2700
    signals.show_cues([], FOUL_SILENCE_S + 1)
    assert factory.pin(13).state == 0
    signals.close()


def test_an_active_buzzer_of_no_volume_is_silent(factory):
    signals = GpioSignals(PINS, 13, factory, Sound(volume=0.0))
    foul = [SignalCue("foul", "up1", since=0.0)]
    assert {buzzer for *_, buzzer in levels(factory, signals, foul, [FOUL_SILENCE_S + i / 20 for i in range(20)])} == {False}


def test_a_button_that_is_held_is_one_press_though_it_bounces(factory):
    presses, time = [], [10.0]
    buttons = GpioButtons({"undo": 27}, presses.append, lambda: time[0], factory)
    factory.pin(27).drive_low()
    for pause in (0.01, 5.0, 0.01, 3.0):  # bounces as it closes, is held, and bounces as it opens
        time[0] += pause
        factory.pin(27).drive_high()
        factory.pin(27).drive_low()
    assert presses == ["undo"]
    buttons.close()


def test_no_lamp_hangs_when_the_foul_is_gone(factory):
    signals = GpioSignals(PINS, 13, factory)
    signals.show_cues([SignalCue("foul", "up1", since=0.0)], FOUL_SILENCE_S + 0.05)
    signals.show_cues([], FOUL_SILENCE_S + 0.06)
    assert (factory.pin(5).state, factory.pin(6).state, factory.pin(13).state) == (False, False, False)


def test_closing_puts_everything_out_and_gives_the_pins_back(factory):
    signals = GpioSignals(PINS, 13, factory)
    signals.show_cues([SignalCue("accepted")], 0.0)
    signals.close()
    assert not factory.pin(6).state
    GpioSignals(PINS, 13, factory).close()


def test_one_pin_for_two_lamps_is_refused_in_plain_words(factory):
    with pytest.raises(GpioUnavailable, match=r"pin 5 cannot be used.*companion\.toml"):
        GpioSignals({"up1": 5, "up2": 5}, None, factory)


def test_a_press_calls_once_although_the_contact_bounces(factory):
    presses, time = [], [10.0]
    buttons = GpioButtons({"end_turn": 17, "undo": 27}, presses.append, lambda: time[0], factory)
    for step in (0.0, 0.01, 0.02):
        time[0] += step
        factory.pin(17).drive_low()
        factory.pin(17).drive_high()
    assert presses == ["end_turn"]
    time[0] += MIN_PRESS_GAP_S * 1.1
    factory.pin(17).drive_low()
    factory.pin(27).drive_low()
    assert presses == ["end_turn", "end_turn", "undo"]
    buttons.close()


def test_a_trembling_hand_is_one_press():
    presses, time = [], [0.0]
    button = Debounced(lambda: presses.append(time[0]), lambda: time[0])
    for i in range(20):
        time[0] = i * MIN_PRESS_GAP_S * 0.9
        button.close_contact()
    assert presses == [0.0]


def test_a_machine_without_pins_says_what_to_do(monkeypatch):
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "lgpio")
    with pytest.raises(GpioUnavailable, match="apt install python3-lgpio"):
        GpioSignals(PINS)


def test_the_console_writes_a_line_when_the_lamps_change_and_only_then():
    stream = io.StringIO()
    signals = ConsoleSignals(["up1", "table"], stream)
    for now in (0.0, 0.1, 0.2):
        signals.show_cues([SignalCue("ask", "up1")], now)
    signals.show_cues([], 0.3)
    assert stream.getvalue().splitlines() == ["[up1 ask/slow] [table ask/slow]", "[dark]"]
