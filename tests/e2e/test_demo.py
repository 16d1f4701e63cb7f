"""The demo as a person uses it: the page follows the table, a wrong card is put right, the plug is pulled."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.cli import main
from tests.browser import PATIENCE, PATIENCE_WITH_LEARNING, browser
from tests.e2e.conftest import environment, free_port


def played(view):
    return sum(pile["count"] for pile in view["piles"])


def piles(view):
    return {pile["zone"]: pile["cards"] for pile in view["piles"]}


@pytest.mark.whole
def test_the_page_follows_the_table_live_and_shows_a_foul_until_it_is_taken_back(running):
    with ThreadPoolExecutor(1) as thread:  # a browser of another test may still hold this thread
        thread.submit(follow, running).result()


def follow(running):
    """Look at the page of a demo until the showcase's foul came and went."""
    from playwright.sync_api import expect

    with browser() as chromium:
        page = chromium.new_page(viewport={"width": 390, "height": 844})
        page.set_default_timeout(PATIENCE * 1000)
        companion = running("demo", "--port", str(free_port()), "--language", "en")
        page.goto(companion.url)
        foul = page.get_by_text("80 on 71, descending: must be below 71, or exactly 81.").filter(visible=True)
        expect(foul).not_to_have_count(0)
        expect(foul).to_have_count(0)
        assert companion.view()["disputes"] == []
    assert companion.stop() == 0


@pytest.mark.whole
def test_the_match_goes_on_after_the_plug_was_pulled(running):
    port = str(free_port())
    companion = running("demo", "--port", port, "--fast", "--language", "en")
    before = companion.wait_for(lambda view: played(view) >= 5, "five cards were laid")
    companion.kill()
    again = running("demo", "--port", port, "--fast", "--language", "en")
    view = again.view()
    assert view["match"]["id"] == before["match"]["id"]
    assert all(
        view_cards[: len(cards)] == cards
        for cards, view_cards in zip(piles(before).values(), piles(view).values(), strict=True)
    )
    later = again.wait_for(lambda later: played(later) >= played(view) + 2, "the match went on by itself")
    assert not later["out_of_step"] and not later["questions"]
    assert any("[Table: " in line for line in again.said), "the lamps speak on the console"
    assert again.stop() == 0


def test_a_wrong_card_put_in_by_hand_is_disputed_and_taken_back(running):
    import json
    import urllib.request

    companion = running("run", "--config", config(running))

    def act(name, **body):
        request = urllib.request.Request(
            f"{companion.url}api/commands/{name}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    act("start", game="quick_easy", players=2, options={})
    act("put", zone="up", face="7R")
    assert act("put", zone="up", face="3B")["verdict"] == "illegal"
    assert [dispute["face"] for dispute in companion.view()["disputes"]] == ["3B"]
    act("put", zone="up", face="7R")
    assert companion.view()["disputes"] == []
    assert companion.stop() == 0


def test_what_cannot_be_shown_is_refused_and_the_pages_stay_up(running):
    import json
    import urllib.error
    import urllib.request

    companion = running("run", "--config", config(running))

    def ask(path, body=None):
        headers = {"Content-Type": "application/json"} if body else {}
        request = urllib.request.Request(companion.url + path, json.dumps(body).encode() if body else None, headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code

    assert ask("api/commands/start", {"game": "the_game", "players": 2}) == 200
    assert ask("api/commands/claim", {"code": "assess", "detail": {"row": 1}}) == 409
    assert ask("picture/zzz.jpg") == 404
    assert ask("") == ask("api/state") == 200


def config(running, tmp=None):
    """A configuration on a free port."""
    import tempfile

    with tempfile.NamedTemporaryFile("w", suffix=".toml", delete=False) as file:
        file.write(f"[web]\nport = {free_port()}\n")
    return file.name


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["watch", "virtual", "--game", "chess", "--players", "2"], "invalid choice"),
        (["watch", "v4l2:63", "--game", "the_game", "--players", "2"], "/dev/video63"),
        (["watch", "picamera", "--game", "the_game", "--players", "2"], "picamera2"),
        (["watch", "nowhere.mp4", "--game", "the_game", "--players", "2"], "nowhere.mp4"),
        (["watch", "virtual", "--game", "the_game", "--players", "99"], "players"),
        (["watch", "virtual", "--game", "the_game", "--players", "2", "--mat", "nowhere.json"], "nowhere.json"),
        (["watch", "virtual", "--game", "the_game", "--players", "2", "--deck", "../etc"], "deck name"),
        (["run", "--config", "nowhere.toml"], "nowhere.toml"),
        (["replay", "7"], "no match 7"),
        (["export", "seven"], "invalid int"),
        (["sing"], "invalid choice"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_gets_one_clear_line_and_status_2(state, arguments, words, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(state))
    try:
        status = main(arguments)
    except SystemExit as end:
        status = end.code
    complaint = capsys.readouterr().err
    assert status == 2 and words in complaint
    said = [line for line in complaint.splitlines() if line and not line.startswith((" ", "usage:"))]
    assert len(said) == 1


def test_a_broken_configuration_names_file_and_key(state, tmp_path):
    for text, words in (
        ("port = [", "it ends in the middle"),
        ("[web]\nport = 99999", "web.port"),
        ("[web]\nprot = 1", "web.prot"),
    ):
        file = tmp_path / "companion.toml"
        file.write_text(text)
        done = subprocess.run(
            [sys.executable, "-m", "companion", "run", "--config", str(file)],
            env=environment(state),
            capture_output=True,
            text=True,
        )
        assert done.returncode == 2 and words in done.stderr and str(file) in done.stderr and "Traceback" not in done.stderr


def test_a_journal_of_a_newer_version_stops_the_start_and_is_kept(tmp_path):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as database:
        database.execute("PRAGMA user_version=99")
    before = (tmp_path / "journal.sqlite").read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "companion", "replay"], env=environment(tmp_path), capture_output=True, text=True
    )
    assert done.returncode == 2 and "newer" in done.stderr
    assert (tmp_path / "journal.sqlite").read_bytes() == before


@pytest.mark.whole
def test_after_a_match_the_demo_offers_the_next_game_which_plays_itself(running):
    import json
    import urllib.request

    companion = running("demo", "--port", str(free_port()), "--fast")

    def act(name, **body):
        request = urllib.request.Request(
            f"{companion.url}api/commands/{name}", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    companion.wait_for(lambda view: played(view) >= 2, "two cards were laid")
    act("start", game="extreme", players=2)

    def ends(view):
        if not view["next"] and view["turn"]["played"] < view["turn"]["minimum"]:
            act("claim", code="stuck")  # a player who cannot lay the minimum has lost
        return view["next"]

    over = companion.wait_for(ends, "the match ended", PATIENCE_WITH_LEARNING)
    assert over["next"]["game"] == "quick_easy", "each game in its turn"
    act("start", **{key: over["next"][key] for key in ("game", "players", "names", "options")})
    view = companion.wait_for(lambda view: played(view) >= 3, "the next match played itself", PATIENCE_WITH_LEARNING)
    assert view["match"]["game"] == "quick_easy" and not view["out_of_step"]
    assert companion.stop() == 0
