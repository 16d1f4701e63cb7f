"""A whole match of The Game with On Fire, watched from pixels: every play read right, every mistake ruled right."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter

import pytest

from companion.play.showcases.the_game import BEST_SHOWN, ZONES, find_the_game_moves


def companion(state, *arguments):
    """Run the command; the JSON Lines it printed."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        env=os.environ | {"STATE_DIRECTORY": str(state), "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def laid_out():
    """What each move of the showcase leaves on its pile."""
    piles = {zone: [] for zone in ZONES}
    for move in find_the_game_moves():
        if move.kind == "lay":
            piles[move.zone].append(move.face)
        elif move.kind == "lift":
            piles[move.zone].pop()
        if move.kind in ("lay", "lift"):
            yield move.zone, piles[move.zone][-1] if piles[move.zone] else ""


@pytest.mark.whole
def test_the_virtual_match_is_read_and_ruled_to_its_end(state):
    told = companion(state, "watch", "virtual", "--game", "the_game", "--players", str(BEST_SHOWN.seats))
    assert [(line["zone"], line["after"]) for line in told if line["event"] == "change"] == list(laid_out())
    rulings = [line for line in told if line["event"] == "ruling"]
    illegal = [ruling["rule"] for ruling in rulings if ruling["verdict"] == "illegal"]
    assert illegal == [broken for move in find_the_game_moves() if (broken := move.mistake)]
    assert rulings[-1]["verdict"] == "win" and rulings[-1]["rule"] == "TG-13"
    kinds = Counter(line["event"] for line in told)
    assert not kinds["ask"] and not kinds["out_of_step"] and not kinds["lost"]
    assert told[-1]["event"] == "summary" and told[-1]["frames"] > 1000
    assert told[-1]["ms_p50"] <= told[-1]["ms_p95"] <= told[-1]["ms_max"]


@pytest.mark.whole
def test_the_same_source_gives_the_same_events_every_time(state):
    runs = [
        companion(state, "watch", "virtual", "--game", "the_game", "--players", str(BEST_SHOWN.seats), "--seconds", "12")[:-1]
        for _ in range(2)
    ]
    assert runs[0] == runs[1] and len(runs[0]) > 5
