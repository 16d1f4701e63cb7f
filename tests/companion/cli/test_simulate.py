"""`companion simulate`: whole matches of every game, and the laws it holds the rules to."""

from __future__ import annotations

import argparse
import json
from random import Random

import pytest

from companion.cli import main
from companion.cli.options.simulate import add_arguments
from companion.games import GAMES, rules_of
from companion.games.quick_easy import QuickEasy
from companion.match.rules import Play, Step
from companion.play.simulation import LawBroken, play_match


def simulated(capsys, *arguments: str) -> list[dict]:
    assert main(["simulate", *arguments, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_of_every_game_come_to_an_end(capsys, game):
    lines = simulated(capsys, game, "--matches", "3")
    assert [line["match"] for line in lines] == [1, 2, 3]
    for line in lines:
        assert line["plays"] > 0
        assert line["turns"] > 0
        assert line["left"] >= 0
        assert line["won"] in (True, False, None)
        assert set(line["seats"]) <= {0, 1}


@pytest.mark.parametrize(
    "arguments",
    [
        ["quick_easy", "--players", "5", "--variant", "expert"],
        ["the_game", "--players", "1", "--variant", "on_fire", "--variant", "pro=true"],
        ["extreme", "--players", "4", "--variant", "onepile_midturn=strict"],
        ["sequence", "--players", "6", "--variant", "teams=3"],
    ],
)
def test_variants_and_numbers_of_players(capsys, arguments):
    assert len(simulated(capsys, *arguments, "--matches", "2")) == 2


def test_a_seed_always_deals_the_same(capsys):
    first, again, other = (simulated(capsys, "quick_easy", "--matches", "5", "--seed", seed) for seed in ("7", "7", "8"))
    assert first == again
    assert first != other


def test_a_match_does_not_depend_on_those_before_it(capsys):
    assert simulated(capsys, "quick_easy", "--matches", "2") == simulated(capsys, "quick_easy", "--matches", "4")[:2]


def test_the_summary_gives_the_odds(capsys):
    assert main(["simulate", "face_to_face", "--matches", "4"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("face_to_face, 2 players, 4 matches, seed 1\n")
    assert "player 1 wins" in out
    assert "player 2 wins" in out
    assert "cards laid" in out


def examples():
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return [line.split()[1:] for line in parser.epilog.splitlines() if line.startswith("  companion")]


@pytest.mark.parametrize("line", examples())
def test_the_examples_of_the_help_run(capsys, line):
    assert main([*line, "--matches", "2"]) == 0
    assert capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["chess"],
        ["quick_easy", "--players", "6"],
        ["quick_easy", "--players", "two"],
        ["quick_easy", "--players", "٢"],
        ["quick_easy", "--players", "9" * 5000],
        ["quick_easy", "--matches", "0"],
        ["quick_easy", "--matches", "1.5"],
        ["quick_easy", "--seed", "-1"],
        ["quick_easy", "--variant", "pro"],
        ["quick_easy", "--variant", "expert=7"],
        ["quick_easy", "--variant", ""],
        ["sequence", "--players", "5"],
        ["sequence", "--variant", "teams=9"],
    ],
)
def test_bad_arguments_are_one_clear_line(capsys, arguments):
    assert main(["simulate", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("companion: ")
    assert said.err.count("\n") == 1
    assert len(said.err) < 300


class TooStrict(QuickEasy):
    """Forgets a rule in its list: the colour."""

    def list_legal(self, state):
        return [play for play in super().list_legal(state) if not play.before or play.before[-1] != play.after[-1]]


class Forgetful(QuickEasy):
    """Loses a card with every foul."""

    def apply_play(self, state, play):
        step = super().apply_play(state, play)
        return step if step.stands else Step(super().apply_play(state, Play("up", "", "", waived=True)).state, step.findings)


class Thief(QuickEasy):
    """Takes a card out of the draw pile at the end of each turn."""

    def describe_position(self, state):
        view = super().describe_position(state)
        return {**view, "deck_size": view["deck_size"] - (view["turn"] > 3)}


@pytest.mark.parametrize("rules", [TooStrict(), Forgetful(), Thief()])
def test_rules_that_break_a_law_are_caught(rules):
    with pytest.raises(LawBroken):
        for n in range(50):
            play_match(rules, 3, {}, Random(n))


def test_a_match_tells_what_was_played():
    played = play_match(rules_of("quick_easy"), 2, {}, Random(5))
    assert played.plays + played.left == 50
    assert played.outcome.rule == ("QE-08" if played.outcome.won else "QE-09")
