"""`companion support`, `replay` and `export` read the journal and leave every file as it is, damaged or not."""

from __future__ import annotations

import json
import os
import shutil

import pytest

from companion.cli import main
from companion.journal.journal import Journal
from companion.match.events import event_to_json
from tests.companion.journal.journal_files import log_of, play, write_early

LOG = tuple(log_of(40))
NAME = "journal.sqlite"


@pytest.fixture
def state(tmp_path, monkeypatch):
    """The state directory of a companion whose plug was pulled: what was written last stands in the write-ahead log and in the mirror."""
    state = tmp_path / "state"
    state.mkdir()
    with Journal(tmp_path / "live" / NAME) as journal:
        play(journal, LOG)
        for tail in ("", "-wal", "-shm", "-mirror"):
            shutil.copy(tmp_path / "live" / (NAME + tail), state)
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    return state


def files_in(state):
    """What the files hold; SQLite may make empty ones, and its shared memory, to read beside a companion that runs."""
    files = [path for path in state.iterdir() if path.is_file() and not path.name.endswith("-shm")]
    return {path.name: path.read_bytes() for path in files if path.stat().st_size}


def fill_log(state):
    (state / f"{NAME}-wal").write_bytes(b"\xff" * 9999)


def cut_log(state):
    os.truncate(state / f"{NAME}-wal", 9000)


def delete_log(state):
    (state / f"{NAME}-wal").unlink()


def damage_database(state):
    (state / NAME).write_bytes(b"\xff" * 9999)


def make_folder(state):
    (state / NAME).unlink()
    (state / NAME).mkdir()


def leave(state):
    """Nothing befell them."""


MENDED_BY_MIRROR = (leave, fill_log, cut_log, delete_log)


@pytest.mark.parametrize("fault", [*MENDED_BY_MIRROR, damage_database, make_folder])
@pytest.mark.parametrize("command", [("replay",), ("replay", "1"), ("export", "1"), ("support", "--out")])
def test_a_command_that_only_reads_changes_no_file(fault, command, state, tmp_path, capsys):
    fault(state)
    before = files_in(state)
    status = main([*command, *([str(tmp_path / "help.zip")] if command[-1] == "--out" else [])])
    said = capsys.readouterr()
    assert files_in(state) == before
    assert status == 0 or (status == 2 and said.err.count("\n") == 1 and fault not in MENDED_BY_MIRROR)


@pytest.mark.parametrize("fault", MENDED_BY_MIRROR)
def test_what_the_second_copy_alone_still_has_is_exported(fault, state, capsys):
    fault(state)
    assert main(["export", "1"]) == 0
    entries = json.loads(capsys.readouterr().out)["entries"]
    assert [(entry["n"], entry["event"]) for entry in entries] == [
        (entry.n, event_to_json(entry.event)["event"]) for entry in LOG
    ]


def test_a_journal_of_an_earlier_version_is_read_and_stays_of_that_version(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    write_early(tmp_path / NAME, {1: LOG, 2: LOG[:9]})
    before = files_in(tmp_path)
    assert main(["replay"]) == 0
    assert "40 entries" in capsys.readouterr().out and files_in(tmp_path) == before


@pytest.mark.parametrize("command", [("replay",), ("export", "1"), ("support", "--out")])
def test_where_no_journal_is_none_is_made(command, tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "nothing"))
    main([*command, *([str(tmp_path / "help.zip")] if command[-1] == "--out" else [])])
    assert not (tmp_path / "nothing").exists()
