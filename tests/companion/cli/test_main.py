"""The command line where nothing more can be said: a full disk, a reader that has gone, a first line that is no position."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.loader import COMMANDS, SERVICES
from companion.cli.options.enrol_board import DEFAULT_CHIP
from companion.cli.options.print import STYLE_NAMES
from companion.journal.journal import Journal
from companion.match.events import Entry, Played, Started
from vision.board.chips import CHIP
from vision.drawn.art.styles import STYLES

FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="needs /dev/full")


def companion(*arguments, state=None, **streams):
    environment = {"PATH": "/usr/bin:/bin", "STATE_DIRECTORY": str(state or "."), "PYTHONWARNINGS": "error"}
    return subprocess.run([sys.executable, "-m", "companion", *arguments], env=environment, stderr=subprocess.PIPE, **streams)


@pytest.fixture
def stored(tmp_path):
    """A state directory with one match."""
    with Journal(tmp_path / "journal.sqlite") as journal:
        match = journal.begin_match(0.0)
        journal.append_entry(match, Entry(1, Started("the_game", 3)))
        journal.append_entry(match, Entry(2, Played("up1", "", "47")))
    return tmp_path


@needs_full
@pytest.mark.parametrize(
    "arguments",
    [
        ("export", "1"),
        ("export", "1", "--format", "csv"),
        ("replay", "1"),
        ("print", "mat", "--game", "the_game", "--json"),
        ("simulate", "quick_easy", "--matches", "1"),
        ("decks",),
        ("--help",),
        ("--version",),
        ("export", "--help"),
    ],
)
def test_output_that_cannot_be_written_is_one_line_and_no_success(stored, arguments):
    with FULL.open("w") as full:
        done = companion(*arguments, state=stored, stdout=full)
    said = done.stderr.decode()
    assert done.returncode == 1
    assert said.startswith("companion: the output cannot be written") and said.count("\n") == 1


@needs_full
def test_the_referee_stops_where_its_answers_cannot_be_written(tmp_path):
    with FULL.open("w") as full:
        done = companion("referee", state=tmp_path, stdout=full, input=b'{"game": "the_game", "players": 3}\n')
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)


SLOW_TO_LOAD = {"cv2", "cryptography", "flask", "fluent", "fpdf", "gpiozero", "numpy", "segno", "tqdm", "uvicorn"}
ASK_FOR_HELP = """
import sys
from companion.cli import main
for words in {asked!r}:
    try:
        main(words)
    except SystemExit as end:
        assert not end.code, words
print(*sorted({{name.split(".")[0] for name in sys.modules}}), file=sys.stderr)
"""


def test_no_help_waits_for_what_only_the_command_needs():
    asked = [["--help"], ["--version"], *([command, "--help"] for command in COMMANDS)]
    program = [sys.executable, "-c", ASK_FOR_HELP.format(asked=asked)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    assert done.stdout.count("usage: companion") == len(COMMANDS) + 1
    assert not SLOW_TO_LOAD & {*done.stderr.split()}


COUNT_THREADS = """
import os
from companion.cli.loader import make_parser
make_parser([{command!r}])
import cv2, numpy
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.parametrize("command", SERVICES)
def test_a_service_starts_no_thread_for_each_core_of_the_machine(command):
    plain = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}
    program = [sys.executable, "-c", COUNT_THREADS.format(command=command)]
    assert subprocess.run(program, env=plain, capture_output=True, text=True, check=True).stdout == "1\n"


def test_help_written_without_what_draws_and_sees_says_what_they_hold():
    assert tuple(STYLES) == STYLE_NAMES
    assert float(DEFAULT_CHIP) == CHIP


def referee(*lines):
    done = companion("referee", stdout=subprocess.PIPE, input="\n".join([*lines, ""]).encode())
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


@pytest.mark.parametrize(
    "first",
    [
        "",
        "{",
        "[]",
        '{"play": {"card": "47", "pile": "up1"}}',
        '{"game": "whist", "players": 2}',
        '{"game": "the_game", "players": 9}',
    ],
)
def test_a_first_line_that_is_no_position_ends_with_status_2(first):
    status, (answer, *more), said = referee(first)
    assert (status, more, said) == (2, [], b"")
    assert answer["n"] == 0 and answer["error"]


def test_after_a_bad_first_line_the_dialogue_goes_on():
    status, answers, _ = referee("nonsense", '{"game": "the_game", "players": 3}', '{"play": {"card": "47", "pile": "up1"}}')
    assert status == 2
    assert [answer.get("verdict", "error") for answer in answers] == ["error", "legal", "legal"]


def test_a_bad_line_later_is_no_failure():
    status, answers, _ = referee('{"game": "the_game", "players": 3}', "", "nonsense")
    assert status == 0
    assert [answer["n"] for answer in answers] == [0, 1, 2] and all("error" in answer for answer in answers[1:])
