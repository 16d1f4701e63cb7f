"""A match on the owner's board: a damaged layout keeps nobody from playing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from real_table import RealTable

from companion.games.boards import CLASSIC, parse_layout
from companion.sources.board_layouts import own_layout_file, read_own_layout
from web import create_app

START = {"game": "sequence", "players": 2}


@pytest.fixture
def layout_file(tmp_path: Path, monkeypatch: Any) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    own_layout_file().parent.mkdir()
    return own_layout_file()


def turned() -> str:
    return "\n".join(reversed(parse_layout(CLASSIC).rows))


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("damaged", [b"", b"\xff\xfe\x00", b"2S 3S", b"QH " * 100, CLASSIC.replace("2S", "3S").encode()])
def test_a_damaged_layout_is_set_aside_said_and_played_without(
    damaged: bytes, language: str, layout_file: Path, text: Any
) -> None:
    layout_file.write_bytes(damaged)
    with RealTable(layout_of=read_own_layout) as table:
        client = create_app(table, text=text).test_client()
        assert client.post("/api/commands/start", json=START).status_code == 200
        (notice,) = client.get(f"/api/state?language={language}").json["notices"]
        (aside,) = layout_file.parent.iterdir()
        assert aside.name.startswith(f"{layout_file.name}.damaged-") and aside.read_bytes() == damaged
        assert str(aside) in notice and layout_file.name in notice
        assert table.session.match is not None and "layout" not in table.session.match.started.options
        assert client.post("/api/commands/start", json=START).status_code == 200
        assert len(client.get("/api/state").json["notices"]) == 1


def test_a_layout_with_cards_left_to_write_is_kept_and_said(layout_file: Path, text: Any) -> None:
    layout_file.write_text(CLASSIC.replace("QH", "??"), encoding="utf-8")
    with RealTable(layout_of=read_own_layout) as table:
        client = create_app(table, text=text).test_client()
        refused = client.post("/api/commands/start", json=START)
        assert refused.status_code == 409 and "2 cards of your board" in refused.json["error"]
        assert str(layout_file) in refused.json["error"] and layout_file.is_file()
        assert client.post("/api/commands/start?language=it", json=START).json["error"] != refused.json["error"]
        assert client.post("/api/commands/start", json={"game": "the_game", "players": 2}).status_code == 200


def test_a_layout_that_is_right_is_played_on(layout_file: Path, text: Any) -> None:
    layout_file.write_bytes(b"\xef\xbb\xbf" + turned().replace("\n", "\r\n").encode())
    with RealTable(layout_of=read_own_layout) as table:
        assert create_app(table, text=text).test_client().post("/api/commands/start", json=START).status_code == 200
        assert table.session.match is not None and table.session.match.started.options["layout"] == turned()
        assert table.view("en")["notices"] == []
