"""Replays on the phone: who may see them, what they show, and that nothing is there where nothing was recorded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from real_table import RealTable
from test_phones import Door

from companion.games.sheets import load_sheet
from companion.match.events import Started
from companion.sources.sources import board_for, layout_for, layout_from_sheet, scene_for
from tests.axe import faults
from tests.recorded import Recorded
from tests.varied import varied_language
from vision.drawn.table.acts import Lay
from web import create_app
from web.routes.clips import CLIP
from web.schema import check_value

FOUL, PLAY = "1-3", "1-2"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: Any) -> Recorded:
    """A 30, and a 25 on it that is not allowed."""
    acts = [Lay("up1", "30"), Lay("up1", "25")]
    return Recorded(tmp_path_factory.mktemp("evening"), acts, layout_from_sheet(load_sheet("the_game")))


@pytest.fixture
def filmed(evening: Recorded) -> Iterator[RealTable]:
    with RealTable(evening.session.ledger._journal) as table:
        table.do(lambda session, at: session.publisher.report_clips(1, frozenset({2, 3})))
        yield table


@pytest.fixture
def client(filmed: RealTable, evening: Recorded, text: Any) -> FlaskClient:
    return create_app(filmed, text=text, replays=evening.footage).test_client()


@pytest.fixture(scope="module")
def board_evening(tmp_path_factory: Any) -> Recorded:
    """Sequence: the 2 of spades with its chip, then the 3 of spades with a chip where it may not lie."""
    started = Started("sequence", 2, {})
    layout = layout_for("sequence", "", started)
    acts = [Lay("discard1", "2S", 0), Lay("r0c1", "blue", 0), Lay("discard2", "3S", 1), Lay("r4c4", "green", 1)]
    return Recorded(
        tmp_path_factory.mktemp("board"),
        acts,
        layout,
        scene_for("sequence", layout),
        "sequence",
        ("discard1", "discard2"),
        board_for("sequence", True),
    )


@pytest.mark.whole
def test_a_foul_on_a_board_is_shown_with_its_chip(show: Callable[..., Any], board_evening: Recorded) -> None:
    foul = next(ruling for ruling in board_evening.session.match.rulings if ruling.verdict == "illegal")
    with RealTable(board_evening.session.ledger._journal) as table:
        table.do(lambda session, at: session.publisher.report_clips(1, frozenset({foul.n})))
        page = show(table, "?language=en", 360, 640, replays=board_evening.footage)
        page.tap("#voice .show-me")
        page.wait_for_selector(".clip-picture img")
        said = page.locator(".clip-words")
        assert "At the ruling" in said.inner_text() and "5 of hearts: green chip" in said.inner_text()
        assert faults(page) == []
        words = []
        for _ in board_evening.footage.find_clip(f"1-{foul.n}")["shots"][1:]:
            page.tap("[data-key=clip-back]")
            words.append(said.inner_text())
    assert any("Reading" in each and "Board" in each for each in words), "its spaces are not told one by one"
    assert max(each.count("row ") for each in words) <= 4


def test_the_log_names_the_replay_of_each_ruling_that_has_one(client: FlaskClient) -> None:
    lines = {line["entry"]: line for line in client.get("/api/state").json["log"]}
    assert (lines[2]["clip"], lines[3]["clip"]) == (PLAY, FOUL)


def test_a_replay_is_what_its_description_says_and_each_picture_is_there(client: FlaskClient) -> None:
    answer = client.get(f"/api/clips/{FOUL}")
    check_value(answer.json, CLIP)
    assert answer.headers["Cache-Control"] == "no-store"
    for number in range(len(answer.json["shots"])):
        picture = client.get(f"/api/clips/{FOUL}/{number}.jpg")
        assert picture.data.startswith(b"\xff\xd8") and picture.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["9-9", "x", "1-03", "1-3/999.jpg", "1-3/-1.jpg", "1-3/x.jpg", "1-3/٣.jpg", "9-9/0.jpg", "../1-3"]
)
def test_what_is_not_there_is_not_found(path: str, client: FlaskClient) -> None:
    assert client.get(f"/api/clips/{path}").status_code == 404


def test_only_those_who_joined_see_it_and_only_those_who_play_keep_it(filmed: RealTable, evening: Recorded, text: Any) -> None:
    door = Door(filmed, text)
    door.app = create_app(filmed, text=text, access=door.access, replays=evening.footage)
    paths = (f"/api/clips/{FOUL}", f"/api/clips/{FOUL}/0.jpg")
    stranger = door.app.test_client()
    assert [stranger.get(path).status_code for path in paths] == [401, 401]
    assert stranger.post(paths[0], json={"kept": True}).status_code == 401
    door.join("Ada")
    player, spectator = door.join("Bruno"), door.join("Carla", looks="yes")
    for phone in (player, spectator):
        assert [phone.get(path).status_code for path in paths] == [200, 200]
    assert spectator.post(paths[0], json={"kept": True}).status_code == 403
    assert not evening.footage.find_clip(FOUL)["kept"]
    assert player.post(paths[0], json={"kept": True}).status_code == 200
    assert evening.footage.find_clip(FOUL)["kept"]
    assert player.post(paths[0], json={"kept": False}).status_code == 200
    assert [player.post(paths[0], json=wrong).status_code for wrong in ({}, {"kept": 1}, [], {"kept": True, "x": 1})] == [
        400
    ] * 4
    assert player.post("/api/clips/9-9", json={"kept": True}).status_code == 404


def test_where_nothing_is_recorded_there_is_nothing(table: RealTable, text: Any) -> None:
    client = create_app(table, text=text).test_client()
    assert client.get(f"/api/clips/{FOUL}").status_code == 404
    assert client.post(f"/api/clips/{FOUL}", json={"kept": True}).status_code == 404


WORDS = {
    "en": ("At the ruling", "First ascending: 25", "before the ruling", "A hand over: First ascending", "Keep this replay", "Kept."),
    "it": (
        "Al momento della decisione", "Primo crescente: 25", "prima della decisione", "Una mano sopra: Primo crescente",
        "Conserva questo", "Conservato.",
    ),
}  # fmt: skip


@varied_language()
def test_a_foul_is_shown_step_by_step(language: str, show: Callable[..., Any], filmed: RealTable, evening: Recorded) -> None:
    at, card, before, hand, keep, kept = WORDS[language]
    page = show(filmed, f"?language={language}", 360, 640, replays=evening.footage)
    from playwright.sync_api import expect

    page.tap("#voice .show-me")
    page.wait_for_selector(".clip-picture img")
    said = page.locator(".clip-words")
    assert at in said.inner_text() and card in said.inner_text()
    assert faults(page) == []
    assert page.locator(".mark-label text").all_text_contents() == ["25"]
    last = len(evening.footage.find_clip(FOUL)["shots"]) - 1
    with_hand = 0
    for number in range(last - 1, -1, -1):
        page.tap("[data-key=clip-back]")
        assert page.locator(".clip-where").input_value() == str(number)
        if page.locator(".mark-hand").count():
            with_hand += hand in said.inner_text()
    assert before in said.inner_text() and with_hand > 2
    page.tap("[data-key=clip-marks]")
    assert not page.locator(".clip-marks").is_visible()
    page.tap("[data-key=clip-slow]")
    page.tap("[data-key=clip-play]")
    expect(page.locator(".clip-where")).to_have_value(str(last))
    assert keep in page.locator("[data-key=clip-keep]").inner_text()
    for told, is_kept in ((kept, True), (keep, False)):
        page.tap("[data-key=clip-keep]")
        page.wait_for_selector(f"[data-key=clip-keep]:has-text('{told}')")
        assert evening.footage.find_clip(FOUL)["kept"] is is_kept


def test_any_play_of_the_log_is_shown(show: Callable[..., Any], filmed: RealTable, evening: Recorded) -> None:
    page = show(filmed, "?language=en", replays=evening.footage)
    page.tap("#plays")
    page.tap(f"#sheet [data-key='show-{PLAY}']")
    page.wait_for_selector(".clip-picture img")
    assert "First ascending: 30" in page.locator(".clip-words").inner_text()


def test_a_replay_is_shown_from_the_page_of_its_match(show: Callable[..., Any], filmed: RealTable, evening: Recorded) -> None:
    page = show(filmed, "matches/1?language=it", replays=evening.footage)
    page.tap(f"[data-clip='{FOUL}']")
    page.wait_for_selector(".clip-picture img")
    assert page.locator(".mark-label text").all_text_contents() == ["25"]
    assert faults(page) == []
