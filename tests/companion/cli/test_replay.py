"""`companion replay` in the language that was asked for, with dates as the country writes them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.journal import Journal
from companion.match.events import Corrected, Entry, Played, Started, TurnEnded, Undone
from tests.companion.journal.journal_files import play

EVENING = 1_767_727_800.0  # 6 January 2026
EVENTS = (
    Started("the_game", 2, names=("Ada", "Bruno")),
    Played("up1", "1", "12"),
    Played("up1", "12", "26"),
    TurnEnded(),
    Played("down1", "100", "90"),
    Played("up1", "26", "20"),
    Played("up1", "26", "26"),
    Corrected(3, face="28"),
    Undone(5),
)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    with Journal(tmp_path / "journal.sqlite") as journal:
        play(journal, [Entry(n, event, EVENING + n, "test") for n, event in enumerate(EVENTS, 1)])
    return tmp_path


def replayed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["replay", *arguments]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("language", "country", "day"),
    [("en", "en_GB", "6 Jan 2026"), ("en", "en_US", "Jan 6, 2026"), ("it", "it_IT", "6 gen 2026")],
)
def test_the_list_dates_matches_as_the_country_does(language, country, day, kept, monkeypatch, capsys):
    monkeypatch.setenv("LC_ALL", f"{country}.UTF-8")
    (line,) = replayed(capsys, "--language", language)
    assert line.split("\t")[1].startswith(day) and line.split("\t")[2] == "The Game"
    assert line.endswith("9 entries" if language == "en" else "9 voci")


def test_every_column_is_in_the_language_that_was_asked_for(kept, capsys):
    lines = replayed(capsys, "1", "--language", "it")
    foul = next(line for line in lines if "20" in line.split("\t")[2])
    assert foul.split("\t")[1:5] == ["Turno 2", "Bruno: 20 sul primo mucchietto crescente", "Non vale.", "TG-04"]
    assert not re.search(r"\b(?:turn|legal|illegal|entry|undone|corrected|Played)\b", "\n".join(lines))


def test_a_correction_and_an_undo_stand_in_words_at_their_place(kept, capsys):
    lines = replayed(capsys, "1")
    assert any("28 on the first ascending pile, read as 26 at first" in line for line in lines)
    assert any(line.split("\t")[3] == "Undone" for line in lines), "the play that was undone"
    assert [int(line.split("\t")[0]) for line in lines][-2:] == [8, 9]
