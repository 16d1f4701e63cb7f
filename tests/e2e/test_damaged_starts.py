"""Real starts of the real command with damaged files: it starts, says what it set aside, and adds nothing false.

`python -m tests.faults starts` does it with every file and every fault.
"""

from __future__ import annotations

import json
import random
import shutil
import signal

import pytest

from companion.journal.journal import Journal
from tests.faults import kills, starts
from tests.faults.tally import NOW, facts


@pytest.fixture(scope="module", autouse=True)
def _practised(practised):
    """Nothing is learned here."""
    learned = starts.learned, kills.with_decks
    starts.learned = lambda: practised.parent
    kills.with_decks = lambda folder: shutil.copytree(practised, folder / "decks").parent
    yield
    starts.learned, kills.with_decks = learned


@pytest.mark.whole
def test_every_file_may_be_damaged_at_once(tmp_path):
    state = shutil.copytree(starts.good_state(), tmp_path / "state")
    dice = random.Random(0)
    faults = {
        "taken-up.json": starts.flip_bit,
        "phones.json": starts.empty,
        "profile.json": starts.cut,
        "tls.pem": starts.cut,
        "companion.lock": starts.make_folder,
        "pairing.json": starts.make_folder,
        "journal.sqlite": starts.cut,
        "layouts/quick_easy-auto.npz": starts.cut,
        "boards/sequence.txt": starts.empty,
    }
    for file, hurt in faults.items():
        hurt(state / file, dice)
    for folder in ("backups", "clips"):
        shutil.rmtree(state / folder)
        (state / folder).touch()
    (state / "phones.json").write_text("[" * 100_000)
    command = starts.Command(state)
    started = command.wait_until_up()
    assert started.up and "Traceback" not in started.said, started.said
    assert command.stop() == 0
    said = " ".join(started.notices)
    for name in ("taken-up.json", "phones.json", "profile.json", "tls.pem", "companion", "pairing.json", "layouts", "boards"):
        assert f"{name}" in said, name
    assert "backups.damaged-" in said and "clips.damaged-" in said and "/damaged-" in said
    assert starts.compare(state) == (0, 0)
    again = starts.Command(state)
    assert again.wait_until_up().notices == [], "it is said once"
    again.stop()


@pytest.mark.whole
@pytest.mark.parametrize("full", [True, False])
def test_a_disk_that_cannot_be_written_keeps_no_table_dark(full):
    verdict = starts.start_on_disk(full=full)
    assert verdict.up and verdict.said and not verdict.lost and not verdict.false, verdict


@pytest.mark.whole
def test_a_file_of_somebody_else_is_set_aside():
    verdict = starts.start_with("unreadable", "journal.sqlite", random.Random(0))
    assert verdict.up and verdict.said and not verdict.lost and not verdict.false, verdict


@pytest.mark.whole
def test_what_our_own_message_advises_never_brings_an_old_match_back(tmp_path):
    state = shutil.copytree(starts.good_state(), tmp_path / "state")
    for file in [*state.glob("journal.sqlite*")]:
        file.unlink()
    (state / "taken-up.json").unlink()
    for number in range(2):
        command = starts.Command(state, host="127.0.0.1", tls=False)
        assert command.wait_until_up().up, command.said
        if number == 0:
            command.ask("api/commands/start", {"game": "quick_easy", "players": 3})
            command.ask("api/commands/put", {"zone": "up", "face": "5R"})
        log = command.ask("api/state")["log"]
        exported = command.ask("matches/1/log.json")
        command.stop(signal.SIGKILL)
        assert [entry["n"] for entry in exported["entries"]] == [1, 2] and len(log) == 1, json.dumps(exported)


@pytest.mark.whole
@pytest.mark.parametrize("counted", [True, False])
def test_a_loss_is_said_with_its_number_and_with_where_the_match_stands(tmp_path, counted):
    """Of 57 facts the second copy alone had 12, as on a full disk, and it was deleted."""
    state = kills.with_decks(tmp_path)
    with Journal(state / "journal.sqlite") as journal:
        match = journal.begin_match(NOW)
        for entry in facts(57):
            if entry.n == 46:
                journal._db.execute("PRAGMA query_only=1")
            journal.append_entry(match, entry)
    (state / "journal.sqlite-mirror").unlink()
    if not counted:
        (state / "journal.sqlite-reached").unlink()
    command = starts.Command(state, host="127.0.0.1", tls=False)
    said = command.wait_until_up().notices
    page = {language: command.ask(f"api/state?language={language}")["notices"] for language in ("en", "it")}
    health = command.ask("healthz?language=it")["notices"]
    command.stop()
    assert said == page["en"] and health == page["it"] != page["en"]
    lost = [line for line in said if line.startswith("12 of 57 entries of match 1 are lost (number 46-57)")]
    unknown = [line for line in said if "cannot be known" in line]
    assert (len(lost), len(unknown)) == ((1, 0) if counted else (0, 1))
    assert said[-1].startswith("Match 1: the last play known is ") and "45 on the first ascending pile" in said[-1]
    assert "Partita 1" in health[-1] and "45 su" in health[-1] and health[-1] in command.said


def test_what_was_acknowledged_outlasts_a_kill(tmp_path):
    state = kills.with_decks(tmp_path)
    facts, found = kills.kill_once(state, random.Random(0), 0)
    assert facts == found > 0
