"""A tap that would make later cards wrong is asked about first, on the page: no leaves everything, yes goes through."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from real_table import RealTable
from web_stage import see

Open = Callable[..., Any]


def covered() -> RealTable:
    table = RealTable().begin("the_game", 3)
    for face in ("26", "30", "40"):
        table.lay("up1", face)
    return table


def open_the_26(page: Any) -> None:
    page.tap("#plays")
    page.locator("#sheet button.entry").last.tap()
    page.tap("#sheet .candidate[data-face='62']")


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "One later card would be wrong then."), ("it", "Una carta giocata dopo sarebbe sbagliata.")],
)
def test_no_leaves_everything_as_it_was(language: str, words: str, show: Open) -> None:
    table = covered()
    page = show(table, f"?language={language}", 360, 640)
    before = table.view(language)
    open_the_26(page)
    see(page, "#sheet", words)
    page.tap("[data-key=asks-no]")
    page.locator("#sheet").wait_for(state="hidden")
    assert table.view(language) == before


def test_yes_corrects_it_and_says_what_became_of_the_others(show: Open) -> None:
    page = show(covered(), "?language=en", 360, 640)
    open_the_26(page)
    page.tap("[data-key=asks-yes]")
    page.locator("#sheet").wait_for(state="hidden")
    see(page, "#voice", "By the rules the 30 on the first ascending pile was wrong")


DATES = "(spoken) => import('/static/dates.js').then(({ localeOf }) => localeOf(document.documentElement.lang, spoken))"


@pytest.mark.parametrize(
    ("language", "spoken", "locale"),
    [
        ("en", ["en-GB", "en"], "en-GB"),
        ("en", ["de-DE", "de", "en-US"], "en-US"),
        ("en", ["de-DE", "de"], "en-DE"),
        ("it", ["it"], "it"),
        ("it", ["zh-Hans-CN"], "it-CN"),
        ("it", [], "it"),
    ],
)
def test_dates_are_written_as_the_phones_country_does(language: str, spoken: list[str], locale: str, show: Open) -> None:
    page = show(covered(), f"?language={language}")
    assert page.evaluate(DATES, spoken) == locale


def test_the_days_and_hours_of_the_evenings_are_those_of_the_tables_clock(show: Open) -> None:
    page = show(covered(), "history?language=en")
    day, hour = page.locator("time").all_inner_texts()
    assert day != page.locator("time").first.get_attribute("datetime") and "January" in day and "2026" in day
    assert hour.startswith(("7", "8", "19", "20")) and ":3" in hour
