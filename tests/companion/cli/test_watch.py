"""What `companion watch` prints of what the eye tells."""

import json

import pytest

from companion.cli import main
from companion.cli.watch import TurnEnds, WatchReport
from companion.match.events import Started
from companion.shown.words.messages import catalogue
from vision.types import Change, PilePlace, PilesFound, Touched


def test_each_change_and_touch_is_printed_with_its_hand(capsys):
    report = WatchReport(Started("the_game", 2, {}), catalogue("en"), TurnEnds("control"))
    report.report_event(Change("up1", "", "12", 0.99, (), 1.0, True, hand=0.61842))
    report.report_event(Touched("draw", 2.0, 0.25))
    report.report_event(Touched("draw", 4.0))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["event"], one["hand"]) for one in told if one["event"] in ("change", "touched")] == [
        ("change", 0.618), ("touched", 0.25), ("touched", None),
    ]  # fmt: skip


def test_a_pile_is_printed_as_proven_only_where_the_eye_has_read_a_card(capsys):
    """The card is told a frame before the place at which it was laid: until then the pile's place is a guess."""
    report = WatchReport(Started("quick_easy", 2, {}), catalogue("en"), TurnEnds("touch"))
    guessed, read = (PilePlace("up", at, is_proven=at == (0.3, 0.4), is_named=True) for at in ((0.5, 0.4), (0.3, 0.4)))
    other = PilePlace("down", (0.5, 0.7), is_named=True)
    report.report_event(PilesFound(0.1, (guessed, other)))
    report.report_event(Change("up", "", "3R", 0.99, (), 1.6, True))
    report.report_event(PilesFound(1.7, (read, other)))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    proven = [place["at"] for line in told if line["event"] == "piles" for place in line["places"] if place["proven"]]
    assert proven == [[0.3, 0.4]]


@pytest.mark.parametrize("source", ["nofile.mp4", "v4l2:63"])
def test_what_cannot_be_watched_is_refused_before_a_deck_is_learned(source, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["watch", source, "--game", "the_game", "--players", "3"]) != 0
    assert "Learning" not in capsys.readouterr().err
    assert not (tmp_path / "decks").exists()
