"""Dates on the console are written as the machine's country writes them, in the language of the household."""

from __future__ import annotations

from datetime import datetime

import pytest

from companion.doctor.checks import check_clock
from companion.shown.words.dates import say_moment
from companion.shown.words.messages import catalogue

EVENING = datetime(2026, 3, 5, 20, 30).timestamp()


@pytest.mark.parametrize(
    ("language", "environment", "said"),
    [
        ("en", {"LANG": "en_GB.UTF-8"}, "5 Mar 2026, 20:30"),
        ("en", {"LANG": "en_US.UTF-8"}, "Mar 5, 2026, 8:30\N{NARROW NO-BREAK SPACE}PM"),
        ("en", {"LANG": "de_DE.UTF-8", "LC_TIME": ""}, "5 Mar 2026, 20:30"),
        ("en", {"LANG": "en_US.UTF-8", "LC_TIME": "en_GB"}, "5 Mar 2026, 20:30"),
        ("it", {"LANG": "it_IT@euro"}, "5 mar 2026, 20:30"),
        ("it", {"LANG": "C.UTF-8"}, "5 mar 2026, 20:30"),
        ("it", {"LANG": "xx_NOWHERE!"}, "5 mar 2026, 20:30"),
        ("it", {}, "5 mar 2026, 20:30"),
    ],
)
def test_a_date_is_written_as_the_country_does(language, environment, said):
    assert say_moment(EVENING, language, environment) == said


def test_the_doctor_says_the_date_so(monkeypatch):
    monkeypatch.setenv("LC_ALL", "it_IT.UTF-8")
    assert check_clock(EVENING, True, catalogue("it")).found.startswith("5 mar 2026, 20:30")
