"""Plays of Sequence with a half forgotten, filmed at the virtual table by seed: is their owner called, and nobody else?

    python -m tests.benchmarks halves                     # twenty films, about ten minutes of one core
    python -m tests.benchmarks.bench_halves [FIRST-LAST]

Each film has people, a camera and a table of its own: no chip, no card, a chip on a wrong space, a chip of another team, no chip for a
card on its like; discards of one's own or in one zone for all; two to four players. The owner draws, two turns follow that are right.
Exits with 1 if a film is not right.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import cv2

from companion.app.table_events import apply_event
from companion.games.sheets import load_sheet
from companion.journal.journal import Journal
from companion.match.events import Started
from companion.match.rulings import Ruling
from companion.session.session import Session
from companion.sources.sources import board_for, layout_for, moves_as_acts, readers_for, scene_for
from tests.half_plays import KINDS, HalfPlay, half_plays
from vision.board.view import BoardReader
from vision.drawn.table.players import make_players
from vision.drawn.table.virtual_camera import VirtualTable
from vision.types import Camera, Reader
from vision.watcher import Watcher

GAME = "sequence"
SIZE = (1280, 720)
FILMS = 20
EARLY_TURNS = 12
"""A half is forgotten within so many turns where that is possible, so that films are short."""
TEAMS = {2: 2, 3: 3, 4: 2}


@dataclass(frozen=True)
class Film:
    """A film of the list."""

    number: int

    @property
    def kind(self) -> str:
        """What is wrong, in turn."""
        return KINDS[self.number % len(KINDS)]

    @property
    def seats(self) -> int:
        """Two to four, in turn."""
        return 2 + self.number % 3

    @property
    def options(self) -> dict[str, Any]:
        """Every second film of a kind has one zone for all discards."""
        return {"teams": TEAMS[self.seats], "common_discards": bool(self.number // len(KINDS) % 2)}

    @property
    def play(self) -> HalfPlay:
        """What the hands do: of the matches from this seed on the first with an early place for it, or one with the earliest."""
        found = list[HalfPlay]()
        for seed in range(self.number, self.number + 400, FILMS):
            places = list(islice(half_plays(seed, self.seats, self.options, self.kind), 3))
            if early := [play for play in places if play.spoiled < EARLY_TURNS]:
                return random.Random(self.number).choice(early)
            found += places
        return min(found, key=lambda play: play.spoiled)


def watched(film: Film, play: HalfPlay) -> list[Ruling]:
    """The rulings of a film."""
    started = Started(GAME, film.seats, film.options)
    layout = layout_for(GAME, started=started)
    players = make_players(film.number, film.seats, layout.size_mm)
    script = list(moves_as_acts(play.moves))
    scene = scene_for(GAME, layout)
    table = VirtualTable(layout, script, speed="fast", scene=scene, seed=film.number, size=SIZE, fps=15, players=players)
    return rulings_of(table, started)


def rulings_of(camera: Camera, started: Started) -> list[Ruling]:
    """What is ruled on a match that a camera sees. Cards are read as ordinary ones, of which none was enrolled."""
    session = Session(Journal(":memory:"), lambda game: load_sheet(game).faces)
    session.begin_match(started, 0.0, "benchmark")
    readers, board = _readers()
    eye = Watcher(camera, layout_for(GAME, started=started), readers, board=board)
    notices = [notice for event in eye.events() for notice in apply_event(session, event, event.at)]
    return [notice for notice in notices if isinstance(notice, Ruling)]


@cache
def _readers() -> tuple[dict[str, Reader], BoardReader | None]:
    return readers_for(GAME, "standard"), board_for(GAME, True)


def is_right(play: HalfPlay, said: list[Ruling]) -> bool:
    """Was the owner called in the turn of the forgotten half, and nobody else at any time?"""
    fouls = [one for one in said if one.verdict in ("illegal", "loss")]
    called = {(one.seat, one.turn, one.rule) for one in fouls}
    return called == {(play.seat, play.spoiled + 1, "SQ-05")}


def main() -> int:
    spoken = sys.argv[1] if len(sys.argv) > 1 else f"0-{FILMS - 1}"
    first, _, last = spoken.partition("-")
    cv2.setNumThreads(1)
    right = 0
    numbers = range(int(first), int(last or first) + 1)
    for number in numbers:
        film = Film(number)
        play = film.play
        said = watched(film, play)
        right += is_right(play, said)
        fouls = [(one.turn, one.seat, one.findings[0].code) for one in said if one.verdict in ("illegal", "loss")]
        word = "right" if is_right(play, said) else "WRONG"
        zones = "common" if film.options["common_discards"] else "own"
        print(
            f"{number:3} {film.kind:7} {film.seats} players {zones:6} turn {play.spoiled + 1:2} of seat {play.seat}: {word} {fouls}",
            flush=True,
        )
    print(f"{right} of {len(numbers)} films right")
    return 0 if right == len(numbers) else 1


if __name__ == "__main__":
    sys.exit(main())
