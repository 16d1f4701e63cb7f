"""The game of docs/a-game.md, put as it stands into a copy of the project, and played there through the commands."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FILE = re.compile(r"^\*\*([\w./-]+)\*\*\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def files_of(page):
    """The files that a page shows, by their paths."""
    return dict(FILE.findall((ROOT / "docs" / page).read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the project with the new game in it. What the recipe does not touch is linked."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("companion", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("vision", "hardware", "web", "calibration", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    for path, text in files_of("a-game.md").items():
        assert not (folder / path).exists(), f"{path} is there already"
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def run(copy, *arguments, **options):
    """What a module run in the copy prints; it must end well."""
    return python(copy, "-m", *arguments, **options)


def python(copy, *arguments, **options):
    environment = os.environ | {"STATE_DIRECTORY": str(copy / "state"), "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=copy, env=environment, capture_output=True, text=True, check=False, **options
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_game_is_as_short_as_its_page_says():
    files = files_of("a-game.md")
    lines = sum(len(text.splitlines()) for text in files.values())
    assert f"in {lines} lines and seven files" in (ROOT / "docs/a-game.md").read_text(encoding="utf-8").replace("\n", " ")
    assert len(files) == 7


def test_its_files_are_kept_as_the_project_keeps_its_own(copy):
    files = [path for path in files_of("a-game.md") if path.endswith(".py")]
    run(copy, "ruff", "check", "--no-cache", *files)
    run(copy, "ruff", "format", "--no-cache", "--check", *files)


@pytest.mark.whole
def test_its_own_tests_hold_and_those_that_every_game_must_pass(copy):
    places = [
        "tests/companion/games",
        "tests/companion/play",
        "tests/companion/shown",
        "tests/companion/session",
        "tests/companion/match",
    ]
    run(copy, "pytest", "-q", "-p", "no:cacheprovider", "-k", "ladder", *places)
    run(
        copy,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "tests/companion/shown/test_messages.py",
        "tests/companion/games/test_sheets.py",
    )


def test_the_referee_judges_it_in_text(copy):
    recording = (copy / "tests/recordings/ladder-won.jsonl").read_text(encoding="utf-8").splitlines()
    expected = [json.loads(line) for line in recording]
    events = [
        json.dumps({key: line[key] for key in line if key not in ("expect", "rule", "state", "note")}) for line in expected
    ]
    told = [json.loads(line) for line in run(copy, "companion", "referee", input="\n".join(events) + "\n").splitlines()]
    assert [answer["verdict"] for answer in told] == [line.get("expect", "legal") for line in expected]
    assert told[-1]["message"] == "All twenty cards are laid: you have climbed the ladder!"


def test_it_is_simulated(copy):
    assert "ladder, 2 players, 40 matches" in run(copy, "companion", "simulate", "ladder", "--players", "2", "--matches", "40")


@pytest.mark.whole
def test_the_virtual_table_shows_it(copy):
    """Hands lay cards before a drawn camera, and every one of them is read and stands."""
    told = [
        json.loads(line)
        for line in run(copy, "companion", "watch", "virtual", "--game", "ladder", "--players", "2").splitlines()
    ]
    kinds = [line["event"] for line in told if line["event"] != "ask" or "candidates" in line]
    assert kinds.count("change") >= 5 and not {"ask", "out_of_step", "lost"} & set(kinds)
    assert {line["verdict"] for line in told if line["event"] == "ruling"} == {"legal"}
    assert sum("draws" in line["message"] for line in told if line["event"] == "ruling") >= 3


PHONE = """
import json
from tests.web.real_table import RealTable
from web.view import check_view
with RealTable() as table:
    table.act({"command": "start", "game": "ladder", "players": 2, "options": {}, "language": "it"}, "phone")
    table.lay("up", "7")
    table.end_turn()
    before = table.view("it")
    table.lay("up", "5")
    view = table.view("it")
check_view(view)
view["before"] = before["piles"][0]["fits"]
print(json.dumps(view))
"""


def test_a_phone_shows_it(copy):
    """The real companion in memory, a phone that begins the match, and two cards that the camera sees."""
    view = json.loads(python(copy, "-c", PHONE))
    assert view["match"]["title"] == "Scala"
    assert [(pile["title"], pile["top"]) for pile in view["piles"]] == [("Crescente", "7")]
    assert "7" in view["before"] and "4" in view["before"], "the hint says both ways"
    assert len(view["disputes"]) == 1 and view["ruling"]["rule"] == "LA-03"
    assert "serve un numero sopra 7, oppure esattamente 3 di meno" in view["ruling"]["text"]
