"""The door of the log: what a phone sends is checked before it is written, and no entry takes the page down."""

from __future__ import annotations

from typing import Any

import pytest
from real_table import RealTable

from companion.match.events import Claimed, Entry
from web import create_app


def client_of(table: RealTable, text: Any) -> Any:
    return create_app(table, text=text).test_client()


def entries(table: RealTable) -> int:
    return table.journal.list_matches()[0].entries


LOOKS = ("/", "/api/state", "/api/state?language=it")


def test_a_claim_that_cannot_be_shown_is_refused_and_not_written(table: RealTable, text: Any) -> None:
    client = client_of(table, text)
    refused = client.post("/api/commands/claim", json={"code": "assess", "detail": {"row": 1}})
    assert refused.status_code == 409
    assert "row" in refused.json["error"]
    assert entries(table) == 1
    assert [client.get(path).status_code for path in LOOKS] == [200] * 3


def test_an_entry_of_another_version_is_said_beside_a_match_that_goes_on(table: RealTable, text: Any) -> None:
    table.lay("up1", "47")
    table.journal.append_entry(1, Entry(3, Claimed("assess", None, {"row": 1})))
    with table.again() as again:
        client = client_of(again, text)
        assert [client.get(path).status_code for path in LOOKS] == [200] * 3
        lines = client.get("/api/state").json["log"]
        assert lines[0]["text"] == "Something this version cannot show"
        assert client.get("/api/state?language=it").json["log"][0]["text"] == "Qualcosa che questa versione non sa mostrare"
        again.lay("up2", "8")
        assert client.get("/api/state").json["ruling"]["text"] == "Ada: 8 on the second ascending pile."


WRONG: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("the_game", {}, {"code": "assess", "detail": {"row": 1, "column": 1}}, "assess"),
    ("the_game", {}, {"code": "stuck", "detail": {"card": "47"}}, "stuck"),
    ("the_game", {}, {"code": "stuck", "seat": 7}, "player 8"),
    ("the_game", {}, {"code": "say"}, "kind"),
    ("the_game", {}, {"code": "say", "detail": {"kind": "secret"}}, "kind"),
    ("the_game", {}, {"code": "setup_check", "detail": {"players": True}}, "players"),
    ("the_game", {}, {"code": "place", "detail": {"card": "2S", "row": 0, "column": 1}}, "place"),
    ("sequence", {}, {"code": "place", "detail": {"card": "2S", "row": 0}}, "column"),
    ("sequence", {}, {"code": "place", "detail": {"card": "2S", "row": 0, "column": 10}}, "column"),
    ("sequence", {}, {"code": "place", "detail": {"card": 2, "row": 0, "column": 1}}, "card"),
    ("sequence", {}, {"code": "dead", "detail": {"card": "2S\u0000"}}, "card"),
    ("sequence", {}, {"code": "stuck", "detail": {"row": 1}}, "stuck"),
    ("sequence", {}, {"code": "draw", "detail": {"zone": "draw"}}, "draw"),
]


@pytest.mark.parametrize(("game", "options", "claim", "word"), WRONG)
def test_a_claim_is_held_to_what_its_game_takes(
    game: str, options: dict[str, Any], claim: dict[str, Any], word: str, text: Any
) -> None:
    with RealTable().begin(game, 2, **options) as table:
        client = client_of(table, text)
        refused = client.post("/api/commands/claim", json=claim)
        assert refused.status_code == 409
        assert word in refused.json["error"]
        assert refused.json["error"].count(".") == 1, "one sentence"
        assert client.post("/api/commands/claim?language=it", json=claim).json["error"] != refused.json["error"]
        assert entries(table) == 1


@pytest.mark.parametrize(
    ("command", "body", "words"),
    [
        ("put", {"zone": "attic", "face": "47"}, "There is no place attic in this match."),
        ("put", {"zone": "draw", "face": "47"}, "There is no place draw in this match."),
        ("put", {"zone": "up1", "face": "QH"}, "QH is no card of this game."),
        ("correct", {"entry": 2, "face": "QH"}, "QH is no card of this game."),
        ("waive", {"zone": "attic"}, "Nothing is open there any more."),
        (
            "answer",
            {"question": "q7", "face": "47"},
            "That question is no longer open.",
        ),
        ("ignore", {"question": "q7"}, "That question is no longer open."),
        ("start", {"game": "the_game", "players": 2, "names": ["a", "b", "c"]}, "There are more names than players."),
        ("start", {"game": "the_game", "players": 2, "names": ["a\u0007"]}, "A name has a sign that cannot be shown: a?"),
        ("start", {"game": "the_game", "players": 2, "names": ["\u202ebad"]}, "A name has a sign that cannot be shown: ?bad"),
    ],
)
def test_what_the_match_does_not_have_is_refused_and_not_written(
    command: str, body: dict[str, Any], words: str, table: RealTable, text: Any
) -> None:
    table.lay("up1", "47")
    refused = client_of(table, text).post(f"/api/commands/{command}", json=body)
    assert (refused.status_code, refused.json["error"]) == (409, words)
    assert [match.entries for match in table.journal.list_matches()] == [2]


def test_names_of_all_the_world_are_taken(table: RealTable, text: Any) -> None:
    names = ["Zoë O’Neil", "李雷", "👩‍👧", "אבי"]
    client = client_of(table, text)
    assert client.post("/api/commands/start", json={"game": "the_game", "players": 4, "names": names}).status_code == 200
    assert [seat["name"] for seat in client.get("/api/state").json["seats"]] == names


def test_of_two_players_of_one_name_each_is_told_apart(table: RealTable, text: Any) -> None:
    client = client_of(table, text)
    names = ["Anna", "anna", "Bruno", ""]
    assert client.post("/api/commands/start", json={"game": "the_game", "players": 4, "names": names}).status_code == 200
    assert [seat["name"] for seat in client.get("/api/state").json["seats"]] == ["Anna", "anna (2)", "Bruno", "Player 4"]
    assert client.post("/api/commands/set_up", json={"names": ["Zoë", "Bruno", "Zoë", ""]}).status_code == 200
    assert [seat["name"] for seat in client.get("/api/state").json["seats"]] == ["Zoë", "Bruno", "Zoë (2)", "Player 4"]


def test_of_two_phones_that_answer_the_same_question_one_counts_and_the_other_is_told(table: RealTable, text: Any) -> None:
    table.ask("up2", ("68", 0.61), ("89", 0.34))
    client = client_of(table, text)
    answers = [
        client.post(f"/api/commands/answer?language={language}", json={"question": "q1", "face": face})
        for language, face in (("en", "89"), ("en", "68"), ("it", "68"))
    ]
    assert [answer.status_code for answer in answers] == [200, 409, 409]
    assert answers[1].json["error"] == "That question is no longer open."
    assert answers[2].json["error"] == "Quella domanda è già chiusa."
    assert client.get("/api/state").json["piles"][1]["cards"] == ["89"]


def test_a_wrong_answer_leaves_the_question_open(table: RealTable, text: Any) -> None:
    table.ask("up2", ("68", 0.61), ("89", 0.34))
    client = client_of(table, text)
    assert client.post("/api/commands/answer", json={"question": "q1", "face": "QH"}).status_code == 409
    assert [question["id"] for question in client.get("/api/state").json["questions"]] == ["q1"]
    assert client.post("/api/commands/answer", json={"question": "q1", "face": "89"}).status_code == 200
    assert client.get("/api/state").json["piles"][1]["cards"] == ["89"]


@pytest.mark.parametrize("name", ["zzz", "attic", "q9", "draw1", "entry-" + "9" * 5000])
def test_a_picture_that_nobody_knows_is_not_found(name: str, table: RealTable, text: Any) -> None:
    def crop(zone: str) -> bytes:
        raise KeyError(zone)  # as the eye says it of a zone that is not on its mat

    table._crop = crop  # type: ignore[assignment]
    assert client_of(table, text).get(f"/picture/{name}.jpg").status_code == 404
