"""The lamps as lines of text say what people see and what it means, in both languages."""

from __future__ import annotations

import io

import pytest

from companion.machine.lamps import name_lamps
from companion.shown.words.messages import catalogue
from hardware.console import ConsoleSignals
from hardware.patterns import BLINKS, SignalCue


@pytest.mark.parametrize(
    ("language", "foul", "dark"),
    [
        ("en", "[First ascending: red, flashing fast: not allowed]", "[All lamps off]"),
        ("it", "[Primo crescente: rossa, lampeggia in fretta: non vale]", "[Tutte le luci spente]"),
    ],
)
def test_a_foul_and_its_end_are_lines_in_words(language, foul, dark):
    stream = io.StringIO()
    console = ConsoleSignals(("up1",), stream, name_lamps(language))
    console.show_cues([SignalCue("foul", "up1", since=0.0)], 0.05)
    console.show_cues([], 1.0)
    assert stream.getvalue().splitlines() == [foul, dark]


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_that_a_lamp_may_show_has_words(language):
    assert [kind for kind in (*BLINKS, "off", "buzzer") if not catalogue(language).has_text(f"light-{kind}")] == []
