"""Days and hours on the club's pages: written as the phone's country writes them, by the club's own clock."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.browser import PATIENCE
from tests.club.evening import ClubEvening
from tests.club.told import MATCH, told_result, told_state
from web.wire.serve import Server

DAYS = {"en-GB": "%-d January %Y", "en-US": "January %-d, %Y", "it-IT": "%-d gennaio %Y"}
MOMENTS = {"en-GB": "%-d Jan %Y, %H:%M", "en-US": "Jan %-d, %Y, %-I:%M %p", "it-IT": "%-d gen %Y, %H:%M"}


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[ClubEvening]:
    """Eight tables, and a tournament of a league with a corrected result."""
    evening = ClubEvening(tmp_path)
    evening.begin()
    desk = evening.tournaments
    settings = {"name": "Friday", "format": "swiss", "game": "face_to_face", "players": "Anna\nBruno", "league": "Autumn"}
    id, refused = desk.create_tournament(settings, ["table-8"], "en")
    for what, fields in (
        ("pair", {"round": "1"}),
        ("result", {"round": "1", "board": "1", "outcome": "first"}),
        ("result", {"round": "1", "board": "1", "outcome": "second", "reason": "misheard"}),
    ):
        refused = refused or desk.act(id, what, fields, "Carla", "en")
    assert not refused
    yield evening
    evening.close()


@pytest.fixture(params=list(MOMENTS))
def phone(request: pytest.FixtureRequest, browser: Any) -> Iterator[tuple[Any, str]]:
    """A page of a phone far away, and the locale that it speaks."""
    context = browser.new_context(locale=request.param, timezone_id="Pacific/Auckland", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    yield context.new_page(), request.param
    context.close()


def read_times(page: Any) -> list[str]:
    """Every day and hour of a page, with plain spaces."""
    return [" ".join(text.split()) for text in page.locator("time").all_inner_texts()]


@pytest.mark.whole
def test_every_page_writes_days_and_hours_as_the_phones_country(evening: ClubEvening, phone: tuple[Any, str]) -> None:
    page, locale = phone
    when = datetime.fromtimestamp(evening.at)
    day, moment = when.strftime(DAYS[locale]), when.strftime(MOMENTS[locale])
    with Server(evening.app, port=0) as server:
        for path, expected in (
            ("results", moment),
            (f"tables/table-7/matches/{MATCH}", moment),
            ("tournaments/1", moment),
            ("tournaments", day),
            ("leagues/Autumn", day),
        ):
            page.goto(server.url + path, wait_until="load")
            found = read_times(page)
            assert found and all(text.endswith(expected) for text in found), (path, found, expected)


def test_a_change_that_comes_while_the_page_is_open_is_written_so_too(evening: ClubEvening, browser: Any) -> None:
    from playwright.sync_api import expect

    context = browser.new_context(locale="en-GB", reduced_motion="reduce")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    with Server(evening.app, port=0) as server:
        page.goto(f"{server.url}tables/table-1/matches/{MATCH}")
        evening.hear(told_result(11, "lost", winners=[], cards_left=3), told_state("table-1", status="lost", match=MATCH))
        changed = page.locator(".club-changes time")
        expect(changed).to_have_text(datetime.fromtimestamp(evening.at).strftime(MOMENTS["en-GB"]))
        context.close()
