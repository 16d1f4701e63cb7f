"""What a phone is answered: the verdict and the message of its own command, and beside them what else is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from real_table import RealTable

from web import create_app
from web.routes.commands import ANSWER, COMMANDS
from web.schema import check_value

Ask = Callable[..., dict[str, Any]]
FOUL = [{"entry": 3, "rule": "TG-04"}]


@pytest.fixture
def foul() -> Iterator[RealTable]:
    """30 lies on 47, ascending: entry 3 is a foul that nobody has put right."""
    with RealTable().begin("the_game", 3) as table:
        table.lay("up1", "47")
        table.lay("up1", "30")
        yield table


def asker(table: RealTable, text: Any, language: str = "en") -> Ask:
    client = create_app(table, text=text).test_client()

    def ask(command: str, **body: Any) -> dict[str, Any]:
        response = client.post(f"/api/commands/{command}?language={language}", json=body)
        assert response.status_code == 200, response.json
        check_value(response.json, ANSWER)
        return dict(response.json)

    return ask


LAWFUL: list[tuple[str, dict[str, Any], str]] = [
    ("set_up", {"names": ["Zoe", "Ada", "Bo"]}, "The names are corrected."),
    ("set_up", {"begins": 1}, "Bruno began."),
    ("set_up", {"places": [0.1, 0.5, 0.8]}, "The places around the table are corrected."),
    ("correct", {"entry": 2, "face": "50"}, "50 on the first ascending pile, read as 47 at first."),
    ("correct", {"entry": 2, "zone": "up2"}, ""),
    ("insert", {"before": 2, "zone": "up2", "face": "60"}, "Added: Ada played the 60 on the second ascending pile."),
    ("put", {"zone": "up2", "face": "10"}, "Ada: 10 on the second ascending pile."),
    ("claim", {"code": "say", "detail": {"kind": "advice"}}, ""),
]


@pytest.mark.parametrize(("command", "body", "message"), LAWFUL)
def test_a_lawful_command_is_legal_while_somebody_elses_foul_is_open(
    command: str, body: dict[str, Any], message: str, foul: RealTable, text: Any
) -> None:
    answer = asker(foul, text)(command, **body)
    assert (answer["verdict"], answer["rule"]) == ("legal", None)
    assert answer["message"].startswith(message) and "must be above" not in answer["message"]
    expected = [] if command == "correct" and "zone" in body else FOUL
    assert answer["open"] == expected


def test_a_correction_to_another_foul_is_illegal_and_stands_beside_nothing(foul: RealTable, text: Any) -> None:
    answer = asker(foul, text)("correct", entry=3, face="40")
    assert (answer["verdict"], answer["rule"], answer["open"]) == ("illegal", "TG-04", [])
    assert answer["message"].endswith("40 on 47, ascending: must be above 47, or exactly 37.")


def test_of_two_fouls_each_command_is_told_its_own(foul: RealTable, text: Any) -> None:
    ask = asker(foul, text)
    assert ask("put", zone="down1", face="20")["verdict"] == "legal"
    second = ask("put", zone="down1", face="33")
    assert (second["verdict"], second["rule"], second["open"]) == ("illegal", "TG-05", FOUL)
    assert "33 on 20" in second["message"]
    waived = ask("waive", zone="up1")
    assert (waived["verdict"], waived["open"]) == ("legal", [{"entry": 5, "rule": "TG-05"}])
    undone = ask("undo", entry=waived_entry(foul))
    assert (undone["verdict"], undone["rule"], undone["open"]) == ("illegal", "TG-04", [{"entry": 5, "rule": "TG-05"}])


def waived_entry(table: RealTable) -> int:
    assert table.session.match is not None
    return table.session.match.entries[-1].n


MOVE = {"card": "3S", "row": 0, "column": 1}


def test_a_move_of_sequence_that_was_told_is_let_stand(text: Any) -> None:
    with RealTable().begin("sequence", 2) as table:
        ask = asker(table, text)
        assert ask("claim", code="place", detail=MOVE)["rule"] == "SQ-05"
        assert ask("claim", code="say", detail={"kind": "advice"})["open"] == [{"entry": 2, "rule": "SQ-05"}]
        waived = ask("waive", zone="r0c1")
        assert (waived["verdict"], waived["open"]) == ("legal", [])
        assert ask("claim", code="draw", seat=0)["verdict"] == "legal", "the move lies there"


def test_a_move_of_sequence_that_was_told_is_put_right(text: Any) -> None:
    with RealTable().begin("sequence", 2) as table:
        ask = asker(table, text)
        ask("claim", code="place", detail=MOVE)
        righted = ask("put", zone="r0c1", face="")
        assert (righted["verdict"], righted["open"]) == ("legal", [])
        assert ask("claim", code="place", detail={**MOVE, "card": "2S"})["verdict"] == "legal"


def test_an_end_of_turn_that_a_foul_forbids_is_illegal_for_its_own_reason(foul: RealTable, text: Any) -> None:
    answer = asker(foul, text)("end_turn")
    assert (answer["verdict"], answer["rule"], answer["open"]) == ("illegal", "G-1", FOUL)


def test_a_refused_end_of_turn_is_open_beside_new_names(table: RealTable, text: Any) -> None:
    table.lay("up1", "47")
    ask = asker(table, text)
    refused = ask("end_turn")
    assert (refused["verdict"], refused["rule"], refused["open"]) == ("illegal", "TG-07", [])
    names = ask("set_up", names=["Zoe", "Ada", "Bo"])
    assert (names["verdict"], names["open"]) == ("legal", [{"entry": 3, "rule": "TG-07"}])


def test_a_foul_that_was_a_misread_is_open_no_more(foul: RealTable, text: Any) -> None:
    answer = asker(foul, text)("correct", entry=2, face="20")
    assert (answer["verdict"], answer["open"]) == ("legal", [])
    assert answer["message"].endswith("The 30 on the first ascending pile is allowed now.")


def test_an_answer_to_the_camera_is_told_of_its_own_card(foul: RealTable, text: Any) -> None:
    foul.ask("up2", ("68", 0.61), ("89", 0.34))
    answer = asker(foul, text)("answer", question="q1", face="89")
    assert (answer["verdict"], answer["message"], answer["open"]) == ("legal", "Ada: 89 on the second ascending pile.", FOUL)


def test_a_loss_belongs_to_the_command_that_lost(foul: RealTable, text: Any) -> None:
    ask = asker(foul, text)
    assert ask("claim", code="stuck")["verdict"] == "loss"
    names = ask("set_up", names=["Zoe", "Ada", "Bo"])
    assert (names["verdict"], names["message"]) == ("legal", "The names are corrected.")


def test_a_loss_that_a_correction_finds_belongs_to_it(text: Any) -> None:
    with RealTable().begin("the_game", 2, on_fire=True) as table:
        ask = asker(table, text)
        for zone, face in (("up1", "20"), ("up2", "32"), ("down1", "80")):
            ask("put", zone=zone, face=face)
        ask("end_turn")
        for zone, face in (("down2", "90"), ("down1", "70"), ("down1", "60")):
            ask("put", zone=zone, face=face)
        ask("end_turn")
        found = ask("correct", entry=3, face="22")
        assert found["verdict"] == "loss" and found["message"].count("Lost in turn") == 1
        later = ask("set_up", names=["Zoe", "Bo"])
        assert (later["verdict"], later["message"]) == ("legal", "The names are corrected.")


@pytest.mark.parametrize("language", ["en", "it"])
def test_commands_on_which_nothing_is_ruled_say_what_was_done(language: str, foul: RealTable, text: Any) -> None:
    ask = asker(foul, text, language)
    foul.ask("up2", ("68", 0.61), ("89", 0.34))
    said = [ask("ignore", question="q1"), ask("start", game="the_game", players=2, names=["Zoe"]), ask("resume", match=1)]
    assert [answer["verdict"] for answer in said] == ["legal"] * 3
    assert [answer["open"] for answer in said] == [FOUL, [], FOUL]
    assert "Zoe" in said[1]["message"] and "Ada" in said[2]["message"]


def test_an_end_of_turn_that_waits_for_hands_says_so(table: RealTable, text: Any) -> None:
    table.lay("up1", "47")
    table.lay("up2", "20")
    table.hands("moving")
    assert "no hand" in asker(table, text)("end_turn")["message"]


def test_the_page_marks_new_names_as_fine_beside_an_open_foul(foul: RealTable, text: Any) -> None:
    asker(foul, text)("set_up", names=["Zoe", "Ada", "Bo"])
    view = foul.view("en")
    assert (view["ruling"]["verdict"], view["ruling"]["text"]) == ("legal", "The names are corrected.")
    assert [(dispute["entry"], dispute["rule"]) for dispute in view["disputes"]] == [(3, "TG-04")]


def test_no_lamp_calls_new_names_a_foul_where_an_end_of_turn_was_refused(table: RealTable, text: Any) -> None:
    table.lay("up1", "47")
    asker(table, text)("end_turn")
    assert lamp_of_table(table) == "red"
    asker(table, text)("set_up", names=["Zoe", "Ada", "Bo"])
    assert lamp_of_table(table) == "green"


def lamp_of_table(table: RealTable) -> str:
    return next(str(lamp["colour"]) for lamp in table.view("en")["lamps"] if lamp["place"] == "table")


def test_every_command_is_described_with_its_answer(foul: RealTable, text: Any) -> None:
    paths = create_app(foul, text=text).test_client().get("/api/openapi.json").json["paths"]
    for name in COMMANDS:
        answer = paths[f"/api/commands/{name}"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
        assert {"verdict", "rule", "message", "open"} <= answer["properties"].keys()


@pytest.fixture
def covered() -> Iterator[RealTable]:
    """Entry 2 is a 26 that was read rightly, and three lower cards than 62 were laid on it since, a turn ended between."""
    with RealTable().begin("the_game", 3) as table:
        table.lay("up1", "26")
        table.lay("up1", "30")
        table.end_turn()
        table.lay("up2", "40")
        yield table


def snapshot_of(table: RealTable) -> tuple[Any, Any]:
    view = table.view("en")
    return [{**line, "entry": 0} for line in view["log"]], view["piles"]


def test_a_correction_that_would_make_a_later_card_wrong_is_asked_about_and_not_done(covered: RealTable, text: Any) -> None:
    ask, before = asker(covered, text), covered.view("en")
    answer = ask("correct", entry=2, face="62", confirm=False)
    assert answer["asks"] == {
        "text": "One later card would be wrong then. Do it all the same?",
        "changed": [{"entry": 3, "was": "legal", "now": "note", "rule": "TG-04"}],
    }
    assert answer["message"] == answer["asks"]["text"] and covered.view("en") == before
    answer = asker(covered, text, "it")("correct", entry=2, face="62", confirm=False)
    assert answer["asks"]["text"] == "Una carta giocata dopo sarebbe sbagliata. Lo faccio lo stesso?"


def test_once_confirmed_it_is_done_and_programs_that_know_nothing_of_it_are_served_as_ever(
    covered: RealTable, text: Any
) -> None:
    ask = asker(covered, text)
    for body in ({"confirm": True}, {}):
        answer = ask("correct", entry=2, face="62", **body)
        assert "asks" not in answer and answer["verdict"] == "legal"
        assert "the 30 on the first ascending pile was wrong" in answer["message"]
        ask("undo", entry=answer_entry(covered))


def answer_entry(table: RealTable) -> int:
    assert table.session.match is not None
    return table.session.match.entries[-1].n


@pytest.mark.parametrize(
    ("command", "body"),
    [
        ("correct", {"entry": 2, "face": "27"}),
        ("correct", {"entry": 5, "face": "41"}),
        ("undo", {"entry": 5}),
        ("insert", {"before": 3, "zone": "up2", "face": "15"}),
    ],
)
def test_what_makes_nothing_later_wrong_is_done_without_a_question(
    command: str, body: dict[str, Any], covered: RealTable, text: Any
) -> None:
    answer = asker(covered, text)(command, **body, confirm=False)
    assert "asks" not in answer and answer["verdict"] == "legal"


def test_an_undo_and_a_missed_card_are_asked_about_too(covered: RealTable, text: Any) -> None:
    ask = asker(covered, text)
    assert ask("insert", before=3, zone="up1", face="90", confirm=False)["asks"]["changed"][0]["entry"] == 3
    covered.lay("up2", "30")
    covered.act({"command": "correct", "entry": 5, "face": "20"}, "phone")
    corrected = answer_entry(covered)
    assert "asks" not in ask("undo", entry=corrected, confirm=False), "its own foul is no later card"


def test_a_correction_that_would_end_the_match_says_so(text: Any) -> None:
    with RealTable().begin("the_game", 2, on_fire=True) as table:
        for zone, face in (("up1", "45"), ("down1", "80"), ("end", ""), ("up2", "10"), ("up2", "11"), ("end", "")):
            table.end_turn() if zone == "end" else table.lay(zone, face)
        answer = asker(table, text)("correct", entry=2, face="F44", confirm=False)
        assert answer["asks"]["text"] == "The match would be lost then. Do it all the same?"


def test_a_wrong_tap_and_the_fouls_that_came_of_it_are_gone_with_its_undo(covered: RealTable, text: Any) -> None:
    ask = asker(covered, text)
    ask("correct", entry=2, face="62")
    wrong = answer_entry(covered)
    for face in ("33", "35"):
        covered.lay("up1", face)
    ask("undo", entry=wrong)
    with RealTable().begin("the_game", 3) as right:
        for zone, face in (("up1", "26"), ("up1", "30")):
            right.lay(zone, face)
        right.end_turn()
        for zone, face in (("up2", "40"), ("up1", "33"), ("up1", "35")):
            right.lay(zone, face)
        lines = [line for line in covered.view("en")["log"] if line["kind"] == "fact"]
        assert [line["text"] for line in lines] == [line["text"] for line in right.view("en")["log"]]
        assert {line["verdict"] for line in lines} == {"legal"}
        (mine,), (theirs,) = covered.history("en"), right.history("en")
        counts = ("left", "laid", "backward", "fouls", "named", "misread", "turn", "status")
        assert [mine[key] for key in counts] == [theirs[key] for key in counts]


def test_a_card_corrected_back_takes_the_fouls_with_it_as_an_undo_would(covered: RealTable, text: Any) -> None:
    ask = asker(covered, text)
    ask("correct", entry=5, face="62")
    covered.lay("up2", "45")
    covered.lay("up2", "48")
    assert [line["verdict"] for line in covered.view("en")["log"][:2]] == ["illegal", "illegal"]
    ask("correct", entry=5, face="40", confirm=False)
    lines = [line for line in covered.view("en")["log"] if line["kind"] == "fact"]
    assert {line["verdict"] for line in lines} == {"legal"} and covered.session.match.faces["up2"] == "48"  # type: ignore[union-attr]
