"""A club of eight tables in memory for tests of the pages: some play, one calls the referee, one is away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask

from companion.club.forms import OpenQuestion, PileTop, Result
from companion.clubhouse.database import open_database
from companion.clubhouse.desk import ClubhouseDesk
from companion.clubhouse.hall import Hall
from companion.clubhouse.store import Heard, Store
from companion.clubhouse.tournament_book import TournamentBook
from companion.clubhouse.tournament_desk import TournamentDesk
from companion.match.events import Played, Started, TurnEnded, event_to_json
from companion.shown.words.messages import catalogue
from tests.club.told import MATCH, told_entry, told_result, told_ruling, told_state, told_status
from web.club.app import create_club_app
from web.door.access import Access

PILES = [PileTop("up1", "47", "ascending"), PileTop("up2", "12", "ascending"), PileTop("down1", "80", "descending")]
LOG = [
    Started("the_game", 2, names=("Ada", "Bruno")),
    Played("up1", "", "12", mover=0),
    Played("up1", "12", "20", mover=0),
    TurnEnded(),
]
PLAYING: dict[str, Any] = {
    "match": MATCH, "number": 12, "game": "the_game", "players": ["Ada", "Bruno"], "status": "playing", "to_move": 1, "turn": 7,
    "piles": PILES, "deck_size": 40, "eye": "still", "entries": 4,
}  # fmt: skip


class ClubEvening:
    """A hall and a store that hear what a test tells. `at`: the club's clock."""

    def __init__(self, folder: Path, access: Access | None = None) -> None:
        self.at, self.access = 1_767_727_800.0, access
        engine = open_database("", folder)
        self.store = Store(engine)
        self.hall = Hall()
        self.tournaments = TournamentDesk(TournamentBook(engine), self.hall.list_names, clock=lambda: self.at)
        desk = ClubhouseDesk(self.hall, self.store, clock=lambda: self.at, note_correction=self.tournaments.note_correction)
        self.app: Flask = create_club_app(
            desk, self.tournaments, text=lambda language, id, /, **values: catalogue(language).text(id, **values), access=access
        )

    def hear(self, *messages: Heard) -> None:
        """Take in what tables tell."""
        self.store.keep_messages(messages, self.at)
        self.tournaments.take_results([each.form for each in messages if isinstance(each.form, Result)])
        self.hall.take(messages, self.at)

    def begin(self) -> None:
        """Eight tables."""
        for number in range(1, 9):
            self.hear(told_status(number != 8, f"table-{number}"))
        self.hear(*(told_state(f"table-{number}", **PLAYING) for number in (1, 2, 3, 5)))
        self.hear(told_state("table-4", "You cannot lay 45 on 47. Take the 45 back, or play above 47.", **PLAYING))
        self.hear(told_state("table-6", **PLAYING, question=OpenQuestion("Which card lies on pile A?")))
        won = {**PLAYING, "status": "lost", "cards_left": 7, "to_move": None}
        self.hear(told_state("table-7", **won), told_state("table-8"))
        self.hear(*(told_entry(n, **event_to_json(event)) for n, event in enumerate(LOG, 1)))
        self.hear(told_ruling(3, "You cannot lay 45 on 47."))
        self.hear(told_result(9, "won", winners=[0, 1]), told_result(9, "lost", "table-7", cards_left=7))
        self.store.correct_result(("table-7", MATCH), {"cards_left": 8}, "Carla", "a card lay below the table", self.at)

    def close(self) -> None:
        """Close the database."""
        self.store.close()
