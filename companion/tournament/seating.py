"""Which board plays at which table: the next free one in the club's order, none while all are taken."""

from __future__ import annotations

from collections.abc import Sequence

from companion.tournament.events import AnyEvent, BoardMoved, BoardPaired, TableFailed
from companion.tournament.fold import Tournament, apply_event


def list_free_tables(tournament: Tournament) -> tuple[str, ...]:
    """The tables that work and at which no board without a result sits, in the club's order."""
    taken = {board.table for board in tournament.open_boards} | tournament.failed_tables
    return tuple(table for table in tournament.tables if table not in taken)


def seat_boards(tournament: Tournament, sides: Sequence[tuple[int, ...]]) -> tuple[BoardPaired, ...]:
    """The boards of a new round, numbered in order, each with the next free table; "" where there are too few."""
    free = list_free_tables(tournament)
    tables = (*free, *[""] * len(sides))
    return tuple(BoardPaired(at + 1, pair, tables[at]) for at, pair in enumerate(sides))


def seat_waiting(tournament: Tournament, at: float) -> tuple[BoardMoved, ...]:
    """A table for each board that waits for one, as far as free tables go."""
    waiting = [board for board in tournament.open_boards if not board.table]
    pairs = zip(waiting, list_free_tables(tournament), strict=False)
    return tuple(BoardMoved(at=at, round=board.round, board=board.number, table=table) for board, table in pairs)


def fail_table(tournament: Tournament, table: str, at: float) -> tuple[AnyEvent, ...]:
    """The events when a table fails at `at` (seconds since 1970). Its boards without a result move to the next free table, or
    wait without one."""
    failed = TableFailed(at=at, table=table)
    events: list[AnyEvent] = [failed]
    after = apply_event(tournament, failed)
    for board in tournament.open_boards:
        if board.table == table:
            left = BoardMoved(at=at, round=board.round, board=board.number, table="")
            events.append(left)
            after = apply_event(after, left)
    return (*events, *seat_waiting(after, at))
