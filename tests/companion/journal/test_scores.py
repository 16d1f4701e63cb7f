"""How past matches ended is kept in a file that may be lost, damaged or of another version without any harm."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from companion.journal.past_matches import PastMatch
from companion.journal.scores import Score, ScoreBook, score_match
from companion.journal.tally import Tally
from companion.match.events import Started
from companion.match.rules import Outcome

ADA = Score("a0", 9, "the_game", ("Ada", ""), 5.0, True, (0, 1), 3)


def kept_in(path):
    ScoreBook(path).keep_scores([ADA, replace(ADA, uid="b1", left=None)])
    return path


def test_what_was_kept_is_found_after_a_restart(tmp_path):
    book = ScoreBook(kept_in(tmp_path / "scores.json"))
    assert book.find_score("a0", 9) == ADA
    assert book.find_score("c2", 9) is None


def test_a_match_with_further_entries_is_counted_anew(tmp_path):
    book = ScoreBook(kept_in(tmp_path / "scores.json"))
    assert book.find_score("a0", 10) is None
    book.keep_scores([replace(ADA, entries=10, winners=())])
    assert ScoreBook(tmp_path / "scores.json").find_score("a0", 10).winners == ()


def one_value(key, value):
    def change(text):
        told = json.loads(text)
        told["scores"][0][key] = value
        return json.dumps(told)

    return change


DAMAGES = {
    "cut": lambda text: text[:-40],
    "empty": lambda text: "",
    "list": lambda text: "[]",
    "deep": lambda text: "[" * 100_000,
    "older": lambda text: text.replace('"format": 1', '"format": 0'),
    "key": one_value("mood", "gay"),
    "names": one_value("names", [1, 2]),
    "no names": one_value("names", None),
    "seat": one_value("winners", [7]),
    "seats": one_value("winners", ["0"]),
    "left": one_value("left", "3"),
    "began": one_value("began", None),
    "ended": one_value("ended", "yes"),
    "entries": one_value("entries", True),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_as_good_as_none_and_written_anew(damage, tmp_path):
    path = kept_in(tmp_path / "scores.json")
    path.write_text(DAMAGES[damage](path.read_text()))
    book = ScoreBook(path)
    assert book.find_score("a0", 9) is None
    book.keep_scores([ADA])
    assert ScoreBook(path).find_score("a0", 9) == ADA


def test_no_text_at_all_and_a_folder_in_its_place_do_no_harm(tmp_path):
    path = tmp_path / "scores.json"
    path.write_bytes(b"\xff\xfe\x00")
    assert ScoreBook(path).find_score("a0", 9) is None
    path.unlink()
    path.mkdir()
    book = ScoreBook(path)
    book.keep_scores([ADA])
    assert book.find_score("a0", 9) == ADA, "in memory"


@pytest.mark.parametrize(
    ("outcome", "ended", "winners"),
    [
        (None, False, ()),
        (Outcome(True, "TG-09", "all-laid"), True, (0, 1, 2)),
        (Outcome(False, "TG-10", "stuck"), True, ()),
        (Outcome(True, "SQ-10", "lines", (1,)), True, (1,)),
        (Outcome(False, "FF-14", "stuck", (2,)), True, (2,)),
        (Outcome(None, "SQ-12", "drawn"), True, ()),
    ],
)
def test_who_won_is_read_from_the_outcome(outcome, ended, winners):
    past = PastMatch(1, Started("the_game", 3, names=("Ada",)), 5.0, 6.0, 2, outcome, Tally(4, 9, 1, 0, 0, 0), "a0")
    assert score_match(past, 12) == Score("a0", 12, "the_game", ("Ada", "", ""), 5.0, ended, winners, 4)
