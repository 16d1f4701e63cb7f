"""What was played: the evenings in pictures, a match with every ruling and the table step by step, its log for other programs."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from real_table import RealTable

from tests.axe import faults
from web import create_app
from web.routes.past_pages import draw_charts


@pytest.fixture
def played() -> Iterator[RealTable]:
    """A match of five plays with a foul, a backward play, a misread and a card that a person told; and one of On Fire that was lost."""
    with RealTable().begin("the_game", 2) as table:
        table.lay("up1", "30")
        table.lay("up1", "25")
        table.lay("up1", "30")
        table.lay("up1", "20")
        table.end_turn()
        table.lay("down1", "88")
        table.act({"command": "correct", "entry": 7, "face": "87"}, "phone")
        table.act({"command": "put", "zone": "down2", "face": "70"}, "phone")
        table.begin("the_game", 2, on_fire=True)
        for zone, face in (("up1", "F33"), ("down1", "80")):
            table.lay(zone, face)
        table.end_turn()
        for zone, face in (("up2", "10"), ("up2", "11")):
            table.lay(zone, face)
        table.end_turn()
        yield table


@pytest.fixture
def client(played: RealTable, text: Any) -> FlaskClient:
    return create_app(played, text=text).test_client()


def test_what_is_counted_is_what_happened(played: RealTable) -> None:
    first, second = played.history("en")
    counted = {key: first[key] for key in ("match", "left", "laid", "backward", "fouls", "named", "misread", "status")}
    assert counted == {
        "match": 1, "left": 94, "laid": 4, "backward": 1, "fouls": 1, "named": 1, "misread": 1, "status": "playing",
    }  # fmt: skip
    assert (second["status"], second["misread"], second["backward"]) == ("lost", 0, 0) and second["text"]


def test_the_evenings_are_listed_with_their_pictures(client: FlaskClient) -> None:
    page = client.get("/history?language=en").text
    for title in (
        "Cards left, match by match",
        "Backward tricks, match by match",
        "Questions and misreads, match by match",
    ):
        assert title in page
    assert 'aria-label="By match: 1: 94, 2: 94"' in page
    assert re.findall(r'href="/matches/(\d+)"', page) == ["2", "1"]


def test_where_there_is_one_match_or_none_no_picture_pretends_to_more(table: RealTable, text: Any) -> None:
    assert draw_charts(table.history("en")) == []
    assert "past-chart" not in create_app(table, text=text).test_client().get("/history").text


def test_the_tallest_bar_is_the_largest_number_and_nothing_is_nothing() -> None:
    match = {"left": 0, "backward": None, "named": 3, "misread": 6}
    left, named = draw_charts([{**match, "match": 1}, {**match, "match": 2, "left": 5, "named": 0}])
    assert [bar["values"][0]["height"] for bar in left["bars"]] == [0, 96]
    assert [[value["height"] for value in bar["values"]] for bar in named["bars"]] == [[48, 96], [0, 96]]


def test_a_match_is_told_ruling_by_ruling_and_the_table_step_by_step(client: FlaskClient) -> None:
    page = client.get("/matches/1?language=en").text
    page = page[page.index("past-lines") :]
    assert "past-line past-illegal" in page and "TG-04" in page
    assert (
        page.index("30 on the first ascending pile")
        < page.index("20 on the first ascending pile")
        < page.index("70 on the second descending pile")
    )
    then = client.get("/matches/1?language=en&at=2").text
    assert "step 1 of" in then and "<span>First ascending</span> <strong>30</strong>" in then
    later = client.get(re.findall(r'href="(\?at=\d+)#table">One step on', then)[0].replace("?", "/matches/1?language=en&"))
    assert "step 2 of" in later.text


def test_a_lost_match_says_how_it_ended(client: FlaskClient) -> None:
    assert "past-summary past-lost" in client.get("/matches/2?language=it").text


def test_the_log_is_exported_whole(client: FlaskClient, played: RealTable) -> None:
    told = client.get("/matches/1/log.json")
    assert told.json["match"] == 1 and [entry["n"] for entry in told.json["entries"]] == list(range(1, 10))
    assert told.headers["Content-Disposition"] == 'attachment; filename="match-1.json"'
    rows = list(csv.DictReader(io.StringIO(client.get("/matches/1/log.csv").text, newline="")))
    assert [row["after"] for row in rows if row["event"] == "played"] == ["30", "25", "20", "88", "70"]


@pytest.mark.parametrize("path", ["9", "x", "1/log.xml", "9/log.csv", "٣", "1234567890"])
def test_what_was_not_played_is_not_found(path: str, client: FlaskClient) -> None:
    assert client.get(f"/matches/{path}").status_code == 404


@pytest.mark.parametrize("path", ["history", "matches/1", "matches/2?at=4"])
def test_axe_finds_nothing_on_these_pages(path: str, show: Callable[..., Any], played: RealTable) -> None:
    page = show(played, f"{path}{'&' if '?' in path else '?'}language=it", 360, 640)
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
