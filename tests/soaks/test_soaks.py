"""`python -m tests.soaks`: what it prints, and its status where something is wrong."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from companion.play.simulation import LawBroken
from companion.turns.scene import WeighedEvent
from tests.soaks.__main__ import main
from tests.varied import varied


@pytest.mark.parametrize("game", GAMES)
def test_amendments_are_put_in_on_purpose(capsys, game):
    assert main(["amendments", game, "--count", "40"]) == 0
    head, columns, text, table, both = (line.split() for line in capsys.readouterr().out.splitlines())
    assert head[-3:] == ["no", "law", "broken"]
    assert columns == ["told", "logs", "facts", "amendments", "noted", "ends"]
    facts, amendments = (int(number) for number in both[-4:-2])
    assert amendments == int(text[-3]) + int(table[-3]) >= 40
    assert facts > amendments


def test_a_law_of_amendments_that_is_broken_is_told(capsys, monkeypatch):
    def broken(*_, **__):
        raise LawBroken("a turn moved")

    monkeypatch.setattr("tests.soaks.__main__.soak_amendments", broken)
    assert main(["amendments", "quick_easy"]) == 1
    assert "quick_easy, log 1 of seed 1: a turn moved" in capsys.readouterr().err


@pytest.mark.whole
@varied(
    "arguments",
    [
        ["the_game", "--players", "4"],
        ["extreme", "--players", "3"],
        ["quick_easy", "--players", "5"],
        ["face_to_face"],
        ["sequence", "--players", "3", "--variant", "teams=3"],
    ],
)
def test_ends_that_are_left_out_are_put_in_and_fouls_of_turn_called(capsys, arguments):
    assert main(["hands", *arguments, "--count", "3"]) == 0
    counts = dict(line.rsplit(None, 1) for line in capsys.readouterr().out.splitlines()[1:])
    assert int(counts["       fouls"]) > 0
    assert int(counts["    left out"]) > 0 or arguments[0] == "sequence"


def test_an_end_that_is_not_put_in_is_told_and_the_soak_fails(capsys, monkeypatch):
    """Without hands nothing is inferred."""
    monkeypatch.setattr("companion.play.dialogue.weigh_event", lambda rules, match, event, told: WeighedEvent(event))
    assert main(["hands", "face_to_face", "--count", "2"]) == 1
    assert "put in 0" in capsys.readouterr().out
