"""Whole matches as text: `tests/recordings/<game>-<what>.jsonl`.

The first line is the position, every further one an event as `companion referee` takes it, with what is expected beside it:
"expect" (verdict), "rule", "state" (a part of the state after it), "note" (for the reader). The last line says how it ended.
A recording is judged line by line, and then folded again from its log: both must agree.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from companion.games import GAMES, rules_of
from companion.match.referee import replay_log
from companion.play.dialogue import Dialogue
from companion.shown.words.messages import catalogue

RECORDINGS = sorted((Path(__file__).parents[2] / "recordings").glob("*.jsonl"))
NOTES = ("expect", "rule", "state", "note")


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def agrees(expected, found):
    if isinstance(expected, dict):
        found = dict(enumerate(found)) if isinstance(found, list) else found
        found = {str(key): value for key, value in found.items()}
        return all(agrees(value, found.get(str(key))) for key, value in expected.items())
    return expected == found


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_match_is_judged_as_written(path):
    dialogue = Dialogue(catalogue("en"))
    for number, line in enumerate(lines(path)):
        answer = dialogue.answer(json.dumps({key: value for key, value in line.items() if key not in NOTES}))
        where = f"{path.name}:{number + 1}: {line} -> {answer}"
        assert "error" not in answer, where
        assert answer["verdict"] == line.get("expect", "legal"), where
        assert answer["rule"] == line.get("rule"), where
        assert agrees(line.get("state", {}), answer["state"]), where
    match = dialogue.match
    assert match is not None and replay_log(rules_of(match.started.game), match.entries) == match


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_match_is_a_whole_one(path):
    found = lines(path)
    assert "status" in found[-1].get("state", {}), "the last line says how it ended"
    assert {"undo", "correct", "take_back"} & {key for line in found for key in line}, "something was put right on the way"


def test_every_game_has_at_least_two_recordings():
    assert all(Counter(lines(path)[0]["game"] for path in RECORDINGS)[game] >= 2 for game in GAMES)
