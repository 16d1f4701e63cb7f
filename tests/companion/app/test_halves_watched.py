"""Plays of Sequence with a half forgotten, seen from pictures: their owner is called, and nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.match.events import Started
from tests.benchmarks.bench_halves import Film, is_right, rulings_of, watched
from tests.varied import varied
from vision.cameras.file import FileCamera

HANDED_OVER = Path(__file__).parents[3].parent / "shared" / "films" / "sequence-half"
"""Films that are no part of the project."""


@varied(("film", "code"), [("seq_nochip", "card-alone"), ("seq_nocard", "chip-alone")], quick=0)
def test_in_films_handed_over_the_owner_is_called_and_nobody_else(film, code):
    path = HANDED_OVER / f"{film}.mp4"
    if not path.exists():
        pytest.skip("../shared/films/sequence-half is not there")
    said = rulings_of(FileCamera(path), Started("sequence", 2, {"common_discards": True}))
    (foul,) = [one for one in said if one.verdict != "legal"]
    assert (foul.verdict, foul.rule, foul.turn, foul.seat, foul.findings[0].code) == ("illegal", "SQ-05", 2, 1, code)
    assert len(said) == 9, "all that was seen is judged, the next player's turn too"


@varied("number", [0, 6], quick=0)
def test_in_a_film_by_seed_the_owner_is_called_and_nobody_else(number):
    film = Film(number)
    play = film.play
    said = watched(film, play)
    assert is_right(play, said), [(one.turn, one.seat, one.verdict, one.findings) for one in said if one.findings]
