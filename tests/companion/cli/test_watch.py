"""What `companion watch` prints of what the eye tells."""

import json

import pytest

from companion.cli import main
from companion.cli.watch import TurnEnds, WatchReport
from companion.match.events import Started
from companion.shown.words.messages import catalogue
from vision.types import Change, Touched


def test_each_change_and_touch_is_printed_with_its_hand(capsys):
    report = WatchReport(Started("the_game", 2, {}), catalogue("en"), TurnEnds("control"))
    report.report_event(Change("up1", "", "12", 0.99, (), 1.0, True, hand=0.61842))
    report.report_event(Touched("draw", 2.0, 0.25))
    report.report_event(Touched("draw", 4.0))
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["event"], one["hand"]) for one in told if one["event"] in ("change", "touched")] == [
        ("change", 0.618), ("touched", 0.25), ("touched", None),
    ]  # fmt: skip


@pytest.mark.parametrize("source", ["nofile.mp4", "v4l2:63"])
def test_what_cannot_be_watched_is_refused_before_a_deck_is_learned(source, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main(["watch", source, "--game", "the_game", "--players", "3"]) != 0
    assert "Learning" not in capsys.readouterr().err
    assert not (tmp_path / "decks").exists()
