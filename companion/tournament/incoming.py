"""Results that tables tell by themselves: which board they belong to, and which a person has to look at first.

Told by the table, the game and the club's own time of the first message of a match: a table's clock is never trusted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from companion.clean_text import fold_name
from companion.tournament.events import MAX_CARDS_LEFT, MAX_OPTIONS, GameResult, ResultQueried, ResultReceived
from companion.tournament.fold import PERSON, RoundBoard, Tournament


@dataclass(frozen=True, slots=True)
class TableResult:
    """What a table told of a match."""

    table: str
    match: str
    game: str
    seen_at: float  # the club's time of the first message of this match
    entries: int
    status: Literal["playing", "won", "lost", "drawn"]  # "playing": the result was amended away
    revision: int = 0
    winner: int | None = None  # seat or team, from 0
    teams: int | None = None
    players: tuple[str, ...] = ()  # by seat, "player 2" where the table keeps names to itself
    cards_left: int | None = None
    variant: Mapping[str, object] = field(default_factory=dict)


def settle_result(tournament: Tournament, told: TableResult, at: float) -> ResultReceived | ResultQueried | None:
    """What a table's result means for a tournament: an event to count it, an event to ask a person, or None for no news.

    A result counts for the board at the table. A second match at the table asks, and so does any change of a result told by a
    person.
    """
    if told.game != tournament.settings.game:
        return None
    known = next((board for board in tournament.boards if board.match == told.match), None)
    board = known or _find_board(tournament, told)
    if board is None:
        return None
    score = read_score(tournament, board, told)
    if known is not None and (told.entries, told.revision) <= (known.entries, known.revision):
        return None
    why = _find_doubt(board, told, score, is_known=known is not None)
    if known is None and told.status == "playing" and why is not None and tournament.find_query(told.match) is None:
        return None
    received = ResultReceived(
        at=at,
        round=board.round,
        board=board.number,
        score=score,
        table=told.table,
        match=told.match,
        entries=told.entries,
        revision=told.revision,
    )
    if why is None:
        return received
    if score is not None and score == board.score:
        return None  # says the same as what counts already
    asked = tournament.find_query(told.match)
    if (told.match, told.entries, told.revision) in tournament.closed_queries:
        return None
    if asked is not None and (told.entries, told.revision) <= (asked.entries, asked.revision):
        return None
    return ResultQueried(**msgspec.structs.asdict(received), why=why)


def read_score(tournament: Tournament, board: RoundBoard, told: TableResult) -> GameResult | None:
    """The score for a board in a table's result; None without a standing result, and where nobody can tell whose result it is."""
    if told.status == "playing":
        return None
    if tournament.settings.format == "series":
        cards = 0 if told.status == "won" and told.cards_left is None else told.cards_left
        if cards is None or not 0 <= cards <= MAX_CARDS_LEFT:
            return None
        options = sorted(name for name, chosen in told.variant.items() if chosen is True and name)
        return GameResult("cards", cards, tuple(options[:MAX_OPTIONS]))
    if told.winner is None:
        return GameResult("draw") if told.status == "drawn" else None
    first = _find_first_side(tournament, board, told)
    if first is None or told.winner not in (0, 1):
        return None
    return GameResult("first" if told.winner == first else "second")


def _find_first_side(tournament: Tournament, board: RoundBoard, told: TableResult) -> int | None:
    """The seat or team, 0 or 1, of the first-named side; None where the names at the table contradict one another.

    The first-named side sits as player 1 or team 1, unless names at the table say otherwise.
    """
    names = [tournament.find_competitor(number).spoken_names for number in board.sides]
    found = set[int]()
    for seat, name in enumerate(told.players):
        side = next((side for side, own in enumerate(names) if fold_name(name) in own), None)
        if side is not None:
            found.add((seat + side) % 2 if (told.teams or 2) == 2 else -1)
    if told.teams not in (None, 2) or len(found) > 1:
        return None
    return next(iter(found), 0)


def _find_board(tournament: Tournament, told: TableResult) -> RoundBoard | None:
    """The board of a match at a table: the latest seated there as the match began, else the first seated there without a
    score. None for neither."""
    there = [board for board in tournament.boards if told.table in (board.table, *board.past_tables)]
    began = [board for board in there if board.seated_at <= told.seen_at]
    still = [board for board in began if board.table == told.table]
    if still:
        return max(still, key=lambda board: board.seated_at)
    early = [board for board in there if board.score is None]
    return next(iter(early or began), None)


def _find_doubt(
    board: RoundBoard, told: TableResult, score: GameResult | None, *, is_known: bool
) -> Literal["second-match", "began-before", "person-spoke", "unclear", "moved-away"] | None:
    """Why a person has to look at a result before it counts; None where the result counts. `is_known`: the board has this very
    match already. `score`: of the result, None = none.

    "person-spoke": a person told the board's result. "second-match": another match gave it. "unclear": no score for an ended
    match. "moved-away": the board sits elsewhere now. "began-before": the match is older than the seating.
    """
    if board.source == PERSON and (board.score is not None or is_known):
        return "person-spoke" if is_known or not board.match else "second-match"
    if board.match and not is_known and board.score is not None:
        return "second-match"
    if score is None and told.status != "playing":
        return "unclear"
    if is_known:
        return None
    if told.table != board.table:
        return "moved-away"
    return "began-before" if told.seen_at < board.seated_at else None
