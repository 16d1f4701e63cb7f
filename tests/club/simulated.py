"""Tables simulated by referees without cameras: whole matches played in memory, told as a table tells them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from companion.club.telling import TableCard, list_rulings, make_entry, make_result, make_state
from companion.club.topics import Address
from companion.clubhouse.demo import DemoChange, list_commands, say_nothing_fits
from companion.clubhouse.store import Heard
from companion.games import rules_of
from companion.games.sheets import list_games, load_sheet
from companion.journal.journal import Journal
from companion.machine.config import ClubSettings
from companion.match.events import Entry, Started, event_to_json
from companion.play.showcase import moves_of
from companion.session.session import Session
from companion.session.snapshot import Snapshot
from companion.shown.words.messages import catalogue

SHEETS = {game: load_sheet(game) for game in list_games()}


@dataclass(frozen=True, slots=True)
class Step:
    """One change at a table."""

    entries: tuple[Entry, ...]  # that came of it
    snapshot: Snapshot  # after it


@cache
def play_steps(game: str, seats: int) -> tuple[Step, ...]:
    """Everything that happens in a match that plays itself, its mistakes included."""
    session = Session(Journal(":memory:"), lambda game: SHEETS[game].faces, list_commands)
    started = Started(game, seats, names=tuple(f"Player {seat}" for seat in range(seats)))
    session.begin_match(started, 1000.0, "demo")
    steps, piles, seen, at = list[Step](), dict[str, list[str]](), 0, 1000.0
    moves = list(moves_of(started))
    for move in (None, *moves, None):
        at += 1.0
        if move is not None and move.kind == "end":
            session.record_turn_end(at, "demo")
        for zone in move.lay_out(piles) if move else ():
            session.take_change(DemoChange(zone, piles[zone][-1] if piles[zone] else ""), at, by_touch=False)
        if move is None and seen:
            say_nothing_fits(session, at)
        match = session.match
        assert match is not None
        if len(match.entries) > seen:
            steps.append(Step(match.entries[seen:], session.snapshot))
            seen = len(match.entries)
    return tuple(steps)


class SimulatedTable:
    """A table that tells one match after the other. `number`: from 1."""

    def __init__(self, number: int) -> None:
        self.table = f"table-{number}"
        self._number, self._told = number, 0
        club = ClubSettings(table=self.table, name=f"Table {number}", names="names")
        self.card = TableCard(self.table, club.name, club, catalogue("en"), SHEETS)
        self._steps = self._tell_matches()

    def begin(self) -> list[Heard]:
        """What a table tells when it connects."""
        return [Heard(Address("status", self.table), True)]

    def next_change(self) -> list[Heard]:
        """Everything that a table tells of its next change."""
        return next(self._steps)

    def _tell_matches(self) -> Iterator[list[Heard]]:
        games = [("the_game", 3), ("the_game", 2), ("quick_easy", 2), ("face_to_face", 2), ("extreme", 2)]
        while True:
            game, seats = games[(self._number + self._told) % len(games)]
            yield from tell_match(self.card, f"{self._number:016x}{self._told:016x}", self._told + 1, play_steps(game, seats))
            self._told += 1


def tell_match(card: TableCard, uid: str, number: int, steps: tuple[Step, ...]) -> Iterator[list[Heard]]:
    """What a table tells of a match, change by change; the result comes at its end. `uid`, `number`: of the match."""
    after = 0
    for step in steps:
        snapshot = replace(step.snapshot, match_uid=uid, match_id=number)
        assert snapshot.match is not None and snapshot.rules is not None
        told: list[Heard] = [
            Heard(
                Address("entry", card.table, uid, entry.n),
                make_entry(card, uid, entry.n, entry.at, entry.source, event_to_json(entry.event)),
            )
            for entry in step.entries
        ]
        told += [Heard(Address("ruling", card.table), ruling) for ruling in list_rulings(card, snapshot, after)]
        told.append(Heard(Address("state", card.table), make_state(card, snapshot, step.entries[-1].at)))
        after = step.entries[-1].n
        if snapshot.match.outcome is not None:
            result = make_result(card, uid, number, rules_of(snapshot.match.started.game), snapshot.match)
            told.append(Heard(Address("result", card.table, uid), result))
        yield told
