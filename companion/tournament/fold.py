"""A tournament as the fold of its events, and what each event may say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeAlias

from companion.clean_text import fold_name
from companion.errors import InputError
from companion.tournament.events import (
    MAX_COMPETITORS,
    AnyEvent,
    BoardMoved,
    BoardPaired,
    Created,
    Entered,
    GameResult,
    QueryClosed,
    ResultCorrected,
    ResultEntered,
    ResultQueried,
    ResultReceived,
    Returned,
    RoundPaired,
    Settings,
    TableFailed,
    TableMended,
    TablesNamed,
    Withdrawn,
)

PERSON, TABLE = "person", "table"  # who told a result

ResultTold: TypeAlias = ResultReceived | ResultEntered | ResultCorrected


@dataclass(frozen=True, slots=True)
class Competitor:
    """A player or a team."""

    number: int  # in order of entry; also the order among equals
    name: str
    members: tuple[str, ...] = ()
    entered_before: int = 1  # the first round in which they could play
    withdrawn_after: int | None = None  # the rounds that were paired when they withdrew; None: they play

    @property
    def is_active(self) -> bool:
        """Do they play the next round?"""
        return self.withdrawn_after is None

    @property
    def spoken_names(self) -> frozenset[str]:
        """Their names as heard, those of the members too."""
        return frozenset(fold_name(name) for name in (self.name, *self.members))


@dataclass(frozen=True, slots=True)
class RoundBoard:
    """A game of a round, with its table and its result."""

    round: int
    number: int
    sides: tuple[int, ...]  # numbers of competitors, the first-named first
    table: str  # "" while no table is free
    seated_at: float
    past_tables: tuple[str, ...] = ()  # tables that the board has left
    score: GameResult | None = None
    source: str = ""  # who told the score: `PERSON` or `TABLE`; "" where nobody has
    match: str = ""  # the match whose result counts
    entries: int = 0
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Round:
    """A round that was paired."""

    number: int
    opened_at: float
    boards: tuple[RoundBoard, ...]
    byes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultCorrection:
    """A result that was changed after it had counted."""

    at: float
    round: int
    board: int
    before: GameResult | None
    after: GameResult | None
    reason: str  # in the words of a person; "" where the table told its match otherwise
    by: str  # the person, or the table


@dataclass(frozen=True, slots=True)
class Tournament:
    """How a tournament stands after its events."""

    settings: Settings
    tables: tuple[str, ...] = ()
    failed_tables: frozenset[str] = frozenset()
    competitors: tuple[Competitor, ...] = ()
    rounds: tuple[Round, ...] = ()
    corrections: tuple[ResultCorrection, ...] = ()
    queries: tuple[ResultQueried, ...] = ()  # open, one a match
    closed_queries: frozenset[tuple[str, int, int]] = frozenset()  # match, entries, revision
    events: int = 0

    @property
    def boards(self) -> tuple[RoundBoard, ...]:
        """The boards of all rounds, in order."""
        return tuple(board for each in self.rounds for board in each.boards)

    @property
    def open_boards(self) -> tuple[RoundBoard, ...]:
        """The boards without a result."""
        return tuple(board for board in self.boards if board.score is None)

    @property
    def active(self) -> tuple[Competitor, ...]:
        """Those who play the next round."""
        return tuple(each for each in self.competitors if each.is_active)

    def find_competitor(self, number: int) -> Competitor:
        """The competitor with a number, from 1. Raises `InputError` where there is none."""
        for each in self.competitors:
            if each.number == number:
                return each
        raise InputError.with_id("tournament-no-competitor", number=number)

    def find_board(self, round_number: int, board: int) -> RoundBoard:
        """The board with number `board` in round `round_number`, both from 1. Raises `InputError` where there is none."""
        for each in self.boards:
            if (each.round, each.number) == (round_number, board):
                return each
        raise InputError.with_id("tournament-no-board", board=board, round=round_number)

    def find_query(self, match: str) -> ResultQueried | None:
        """The open query about a match."""
        return next((each for each in self.queries if each.match == match), None)


def fold_tournament(events: Iterable[AnyEvent]) -> Tournament:
    """The tournament after its events. Raises `InputError` for an impossible order of events."""
    tournament = None
    for event in events:
        tournament = apply_event(tournament, event)
    if tournament is None:
        raise InputError.with_id("tournament-not-created")
    return tournament


def apply_event(tournament: Tournament | None, event: AnyEvent) -> Tournament:
    """The tournament after one more event. Raises `InputError` where the event cannot happen now; nothing has changed then."""
    if isinstance(event, Created):
        if tournament is not None:
            raise InputError.with_id("tournament-created-twice")
        return Tournament(event.settings, _check_tables(event.tables), events=1)
    if tournament is None:
        raise InputError.with_id("tournament-not-created")
    return replace(_change_tournament(tournament, event), events=tournament.events + 1)


def _change_tournament(tournament: Tournament, event: AnyEvent) -> Tournament:
    """The tournament after an event other than the first. Raises `InputError` where the event cannot happen now."""
    match event:
        case Entered():
            return _enter(tournament, event)
        case Withdrawn():
            return _set_withdrawn(tournament, event.number, withdrawn=True)
        case Returned():
            return _set_withdrawn(tournament, event.number, withdrawn=False)
        case TablesNamed():
            tables = _check_tables(event.tables)
            return replace(tournament, tables=tables, failed_tables=tournament.failed_tables & set(tables))
        case TableFailed():
            _check_known_table(tournament, event.table)
            return replace(tournament, failed_tables=tournament.failed_tables | {event.table})
        case TableMended():
            return replace(tournament, failed_tables=tournament.failed_tables - {event.table})
        case RoundPaired():
            return _open_round(tournament, event)
        case BoardMoved():
            return _move_board(tournament, event)
        case ResultQueried():
            others = tuple(each for each in tournament.queries if each.match != event.match)
            tournament.find_board(event.round, event.board)
            return replace(tournament, queries=(*others, event))
        case QueryClosed():
            return _close_query(tournament, event.match)
        case ResultReceived() | ResultEntered() | ResultCorrected():
            return _set_result(tournament, event)
        case _:
            raise InputError.with_id("tournament-created-twice")


def _check_tables(tables: tuple[str, ...]) -> tuple[str, ...]:
    """The tables, each once. Raises `InputError` for one without a name."""
    if "" in tables or len(set(tables)) != len(tables):
        raise InputError.with_id("tournament-tables")
    return tables


def _check_known_table(tournament: Tournament, table: str) -> None:
    if table not in tournament.tables:
        raise InputError.with_id("tournament-no-table", given=table, known=tournament.tables)


def _enter(tournament: Tournament, event: Entered) -> Tournament:
    """The tournament with one more competitor, from the next round on. Raises `InputError` for a full field, a wrong number or
    a name that is taken."""
    if len(tournament.competitors) >= MAX_COMPETITORS:
        raise InputError.with_id("tournament-full", most=MAX_COMPETITORS)
    if event.number != len(tournament.competitors) + 1:
        raise InputError.with_id("tournament-number", number=event.number)
    if any(fold_name(each.name) == fold_name(event.name) for each in tournament.competitors):
        raise InputError.with_id("tournament-name-twice", name=event.name)
    entering = Competitor(event.number, event.name, event.members, len(tournament.rounds) + 1)
    return replace(tournament, competitors=(*tournament.competitors, entering))


def _set_withdrawn(tournament: Tournament, number: int, *, withdrawn: bool) -> Tournament:
    """The tournament with a competitor who plays no further round, or plays again (`withdrawn` False). Raises `InputError`
    where that is the case already."""
    if tournament.find_competitor(number).is_active is not withdrawn:
        raise InputError.with_id("tournament-already", name=tournament.find_competitor(number).name)
    after = len(tournament.rounds) if withdrawn else None
    changed = (replace(each, withdrawn_after=after) if each.number == number else each for each in tournament.competitors)
    return replace(tournament, competitors=tuple(changed))


def _open_round(tournament: Tournament, event: RoundPaired) -> Tournament:
    """The tournament with one more round. Raises `InputError` where a pairing seats somebody twice, or nobody."""
    playing = [side for board in event.boards for side in board.sides] + list(event.byes)
    numbers = [board.number for board in event.boards]
    seats = [board.table for board in event.boards if board.table]
    for number in playing:
        tournament.find_competitor(number)
    if (
        event.number != len(tournament.rounds) + 1
        or not event.boards
        or len(set(playing)) != len(playing)
        or len(set(seats)) != len(seats)
        or numbers != list(range(1, len(numbers) + 1))
        or any(len(board.sides) != (1 if tournament.settings.format == "series" else 2) for board in event.boards)
    ):
        raise InputError.with_id("tournament-pairing", round=event.number)
    boards = tuple(_seat_board(board, event) for board in event.boards)
    return replace(tournament, rounds=(*tournament.rounds, Round(event.number, event.at, boards, event.byes)))


def _seat_board(board: BoardPaired, event: RoundPaired) -> RoundBoard:
    return RoundBoard(event.number, board.number, board.sides, board.table, event.at)


def _replace_board(tournament: Tournament, board: RoundBoard) -> Tournament:
    """The tournament with a board in place of the one with the same numbers."""
    rounds = tuple(
        replace(each, boards=tuple(board if one.number == board.number else one for one in each.boards))
        if each.number == board.round
        else each
        for each in tournament.rounds
    )
    return replace(tournament, rounds=rounds)


def _move_board(tournament: Tournament, event: BoardMoved) -> Tournament:
    """The tournament with a board at another table, "" = at none. Raises `InputError` for a table that is unknown, has failed,
    or has an open board."""
    board = tournament.find_board(event.round, event.board)
    if event.table:
        _check_known_table(tournament, event.table)
        if event.table in tournament.failed_tables or any(
            each.table == event.table and each != board for each in tournament.open_boards
        ):
            raise InputError.with_id("tournament-table-taken", table=event.table)
    left = (*board.past_tables, board.table) if board.table else board.past_tables
    return _replace_board(tournament, replace(board, table=event.table, seated_at=event.at, past_tables=left))


def _close_query(tournament: Tournament, match: str) -> Tournament:
    """The tournament without the query about a match. The match is remembered, so that the same news asks only once."""
    query = tournament.find_query(match)
    if query is None:
        return tournament
    others = tuple(each for each in tournament.queries if each.match != match)
    closed = tournament.closed_queries | {(query.match, query.entries, query.revision)}
    return replace(tournament, queries=others, closed_queries=closed)


def _set_result(tournament: Tournament, event: ResultTold) -> Tournament:
    """The tournament with a result, or without (a correction to None). A changed result is added to the corrections; queries
    about the board are closed. Raises `InputError` for a score of the wrong kind, and for a second entry where a correction is
    needed."""
    board = tournament.find_board(event.round, event.board)
    _check_score(tournament.settings, event.score)
    if isinstance(event, ResultEntered) and board.score is not None:
        raise InputError.with_id("tournament-has-result", board=board.number)
    if isinstance(event, ResultReceived):
        told = replace(
            board, score=event.score, source=TABLE, match=event.match, entries=event.entries, revision=event.revision
        )
        reason, by = "", event.table
    else:
        told = replace(board, score=event.score, source=PERSON)
        reason, by = (event.reason if isinstance(event, ResultCorrected) else ""), event.by
    changed = _replace_board(tournament, told)
    is_first = not board.source
    if not is_first and board.score != event.score:
        correction = ResultCorrection(event.at, board.round, board.number, board.score, event.score, reason, by)
        changed = replace(changed, corrections=(*tournament.corrections, correction))
    if isinstance(event, ResultReceived):
        return _close_query(changed, event.match)
    for query in changed.queries:
        if (query.round, query.board) == (event.round, event.board):
            changed = _close_query(changed, query.match)
    return changed


def _check_score(settings: Settings, score: GameResult | None) -> None:
    """Raises `InputError` for a score that games of this kind cannot have."""
    if score is not None and (score.outcome == "cards") is not (settings.format == "series") and score.outcome != "none":
        raise InputError.with_id("tournament-score")
