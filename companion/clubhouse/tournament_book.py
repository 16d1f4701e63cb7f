"""Where tournaments are kept: their events, and nothing that could be counted from them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, func, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError

from companion.club.forms import Result
from companion.clubhouse.database import explain_refusal, read_rows
from companion.clubhouse.schema import MATCHES, RESULTS, TOURNAMENT_EVENTS, TOURNAMENTS
from companion.errors import ClubStoreError, MatchNotFound
from companion.tournament.events import AnyEvent, Created, decode_event, encode_event
from companion.tournament.fold import Tournament, apply_event, fold_tournament
from companion.tournament.incoming import TableResult

MAX_ATTEMPTS = 3  # to write beside another writer of the same tournament; guess


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament in the list of all."""

    id: int
    name: str
    league: str  # "" for none
    is_open: bool  # do results of tables count for it?
    created_at: float  # seconds since 1970 by the club's clock


class TournamentBook:
    """All tournaments of a club. May be used from many threads. Every method raises `ClubStoreError` where the database refuses,
    and `MatchNotFound` for an unknown tournament."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writing = threading.RLock()
        self._known: dict[int, Tournament] = {}

    def create_tournament(self, events: Sequence[AnyEvent], league: str = "") -> int:
        """The number of a new tournament, which begins with `events`, the first a `Created`. `league`: its name, "" = none.
        Raises `InputError` where the events cannot happen, `ClubStoreError`."""
        tournament = fold_tournament(events)
        first = events[0]
        assert isinstance(first, Created)
        row = {"name": first.settings.name, "league": league, "is_open": True, "created_at": first.at}
        with self._writing:
            try:
                with self._engine.begin() as db:
                    [id] = db.execute(TOURNAMENTS.insert().values(**row)).inserted_primary_key or [0]
                    _insert_events(db, id, 0, events)
            except DBAPIError as error:
                raise explain_refusal(error) from error
            self._known[id] = tournament
        return int(id)

    def append_events(self, id: int, make: Callable[[Tournament], Iterable[AnyEvent]]) -> Tournament:
        """The tournament after further events. `make`: the events for the tournament as it stands; asked again where another
        writer was quicker. Raises what `make` raises, and `InputError` where an event cannot happen: then nothing is written."""
        with self._writing:
            for _ in range(MAX_ATTEMPTS):
                before = self.read_tournament(id)
                events = list(make(before))
                after = before
                for event in events:
                    after = apply_event(after, event)
                if not events:
                    return before
                try:
                    with self._engine.begin() as db:
                        _insert_events(db, id, before.events, events)
                except IntegrityError:  # another process wrote the same numbers
                    del self._known[id]
                    continue
                except DBAPIError as error:
                    raise explain_refusal(error) from error
                self._known[id] = after
                return after
        raise ClubStoreError("the tournament is being written by somebody else: try once more")

    def read_tournament(self, id: int) -> Tournament:
        """A tournament after all its events. Raises `MatchNotFound` for an unknown `id`, `InputError` for events of an unknown
        version."""
        with self._writing:
            if id not in self._known:
                asked = select(TOURNAMENT_EVENTS.c.event).where(TOURNAMENT_EVENTS.c.tournament == id)
                events = [decode_event(row["event"]) for row in self._read(asked.order_by(TOURNAMENT_EVENTS.c.n))]
                if not events:
                    raise MatchNotFound(f"there is no tournament {id}")
                self._known[id] = fold_tournament(events)
            return self._known[id]

    def list_tournaments(self) -> list[TournamentRow]:
        """All tournaments, the latest first."""
        return [TournamentRow(**row) for row in self._read(select(TOURNAMENTS).order_by(TOURNAMENTS.c.id.desc()))]

    def find_row(self, id: int) -> TournamentRow:
        """A tournament in the list."""
        for row in self._read(select(TOURNAMENTS).where(TOURNAMENTS.c.id == id)):
            return TournamentRow(**row)
        raise MatchNotFound(f"there is no tournament {id}")

    def set_open(self, id: int, *, is_open: bool) -> None:
        """Open a tournament, or close it (`is_open` False): no further result of a table counts. Raises `ClubStoreError`."""
        try:
            with self._writing, self._engine.begin() as db:
                db.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.id == id).values(is_open=is_open))
        except DBAPIError as error:
            raise explain_refusal(error) from error

    def find_first_heard(self, table: str, match: str) -> float | None:
        """When the club first heard of a match, by the club's clock; None for an unknown match."""
        asked = select(MATCHES.c.first_heard_at).where(MATCHES.c.table == table, MATCHES.c.uid == match)
        return next((row["first_heard_at"] for row in self._read(asked)), None)

    def list_results_since(self, at: float) -> list[tuple[dict[str, Any], float]]:
        """Results first heard of since `at` (seconds since 1970), as the tables told them, each with the time of first
        hearing."""
        joined = RESULTS.join(MATCHES, (MATCHES.c.table == RESULTS.c.table) & (MATCHES.c.uid == RESULTS.c.uid))
        asked = select(RESULTS.c.told, MATCHES.c.first_heard_at).select_from(joined).where(MATCHES.c.last_heard_at >= at)
        return [(row["told"], row["first_heard_at"]) for row in self._read(asked.order_by(MATCHES.c.last_heard_at))]

    def count_events(self) -> int:
        """How many events are kept of all tournaments."""
        return int(self._read(select(func.count().label("rows")).select_from(TOURNAMENT_EVENTS))[0]["rows"])

    def _read(self, asked: Any) -> list[dict[str, Any]]:
        return read_rows(self._engine, asked)


def _insert_events(db: Connection, id: int, before: int, events: Sequence[AnyEvent]) -> None:
    """Add events behind the first `before` ones."""
    rows = [{"tournament": id, "n": before + at, "event": encode_event(event).decode()} for at, event in enumerate(events, 1)]
    db.execute(TOURNAMENT_EVENTS.insert(), rows)


def make_table_result(told: Result, seen_at: float) -> TableResult:
    """A table's result as tournaments take it. `seen_at`: seconds since 1970 at which the club first heard of the match."""
    return TableResult(
        table=told.table,
        match=told.match,
        game=told.game,
        seen_at=seen_at,
        entries=told.entries,
        status=told.status,
        revision=told.revision,
        winner=told.winner,
        teams=told.teams,
        players=tuple(told.players),
        cards_left=told.cards_left,
        variant=dict(told.variant),
    )
