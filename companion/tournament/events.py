"""What can happen in a tournament, as frozen values that can be written as JSON.

A pairing is an event as well: who met whom never changes afterwards. `at` is seconds since 1970 by the club's clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from companion.clean_text import MAX_NAME_LENGTH, check_clean, is_printable, shorten_text
from companion.errors import InputError

MAX_COMPETITORS = 128  # one round of 128 is paired in 0.3 s on one core of a PC
MAX_TABLES = 200
MAX_ROUNDS = 2 * MAX_COMPETITORS  # each meets each twice
MAX_CARDS_LEFT = 999
MAX_OPTIONS = 20  # switched on in one game

Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)]
Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Table: TypeAlias = Annotated[str, Meta(pattern=r"^[a-z0-9-]{0,32}\Z")]
"""Name of a table in its topics; "" for no table yet."""
Uid: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{0,32}\Z")]
"""Random id of a match; "" where a person told the result."""
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=1e11)]
Number: TypeAlias = Annotated[int, Meta(ge=1, le=9_999)]
Count: TypeAlias = Annotated[int, Meta(ge=0, le=9_999_999)]
Points: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Cards: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_CARDS_LEFT)]
Format: TypeAlias = Literal["round_robin", "swiss", "series"]
Outcome: TypeAlias = Literal["first", "second", "draw", "none", "cards"]

HANDICAPS: Mapping[str, int] = {"on_fire": 5, "pro": 5, "pro_small_hand": 5, "expert": 5}
"""Cards taken off a result for an option that makes the game harder. Guess: half the way to the next rating; the club may set others."""
MISSED_CARDS = 98  # cards of a round that a team did not play: nothing was laid


class PointsFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points of a game between two sides."""

    win: Points = 3
    draw: Points = 1
    loss: Points = 0
    bye: Points = 3  # a round without an opponent, in Swiss pairings


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament is about. It is set once, when the tournament is created."""

    name: Name
    format: Format
    game: Word
    rounds: Annotated[int, Meta(ge=0, le=MAX_ROUNDS)] = 0  # 0: as many as it takes, or until somebody says that it is over
    cycles: Annotated[int, Meta(ge=1, le=2)] = 1  # how often each meets each, in round robin
    has_first_player: bool = True  # is it an advantage, or a burden, to be named first?
    points: PointsFor = PointsFor()
    handicaps: Annotated[dict[Word, Annotated[int, Meta(ge=-99, le=99)]], Meta(max_length=20)] = msgspec.field(
        default_factory=lambda: dict(HANDICAPS)
    )
    missed_cards: Cards = MISSED_CARDS


class GameResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a game ended. "none": no result, and no points for either side. "cards": a team had so many cards left."""

    outcome: Outcome
    cards_left: Cards = 0
    variant: Annotated[tuple[Word, ...], Meta(max_length=MAX_OPTIONS)] = ()  # options that were switched on


class BoardPaired(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays at one board of a round: two sides, the first-named as player 1 or team 1, or one team alone."""

    number: Number
    sides: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=2)]
    table: Table = ""


class TournamentEvent(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag=True, kw_only=True):
    """Something that happened."""

    at: Seconds


class Created(TournamentEvent, frozen=True):
    """A tournament begins to be planned."""

    settings: Settings
    tables: Annotated[tuple[Table, ...], Meta(max_length=MAX_TABLES)] = ()


class Entered(TournamentEvent, frozen=True):
    """Somebody takes part, in time or late."""

    number: Number
    name: Name
    members: Annotated[tuple[Name, ...], Meta(max_length=12)] = ()  # players of a team


class Withdrawn(TournamentEvent, frozen=True):
    """Somebody plays no further rounds."""

    number: Number


class Returned(TournamentEvent, frozen=True):
    """Somebody who had withdrawn plays again."""

    number: Number


class TablesNamed(TournamentEvent, frozen=True):
    """The tables that the club has, in their order."""

    tables: Annotated[tuple[Table, ...], Meta(max_length=MAX_TABLES)]


class TableFailed(TournamentEvent, frozen=True):
    """Nobody is seated at a table any more."""

    table: Table


class TableMended(TournamentEvent, frozen=True):
    """A table that failed can be used again."""

    table: Table


class RoundPaired(TournamentEvent, frozen=True):
    """A round opens: who plays whom, and who has a bye."""

    number: Number
    boards: Annotated[tuple[BoardPaired, ...], Meta(max_length=MAX_COMPETITORS)]
    byes: Annotated[tuple[Number, ...], Meta(max_length=MAX_COMPETITORS)] = ()


class BoardMoved(TournamentEvent, frozen=True):
    """A board gets a table, another table, or none."""

    round: Number
    board: Number
    table: Table


class ResultReceived(TournamentEvent, frozen=True):
    """A table told the result of a board, or told its match otherwise. `score` None: no result stands any more."""

    round: Number
    board: Number
    score: GameResult | None
    table: Table
    match: Uid
    entries: Count
    revision: Count = 0


class ResultQueried(TournamentEvent, frozen=True):
    """A table told a result that a person has to look at. It does not count."""

    why: Literal["second-match", "began-before", "person-spoke", "unclear", "moved-away"]
    round: Number
    board: Number
    score: GameResult | None
    table: Table
    match: Uid
    entries: Count
    revision: Count = 0


class QueryClosed(TournamentEvent, frozen=True):
    """A person has looked at a queried result, which does not count."""

    match: Uid


class ResultEntered(TournamentEvent, frozen=True):
    """A person told the result of a board that had none."""

    round: Number
    board: Number
    score: GameResult
    by: Name = "club"


class ResultCorrected(TournamentEvent, frozen=True):
    """A person changed the result of a board, or took it away, and said why."""

    round: Number
    board: Number
    score: GameResult | None
    reason: Reason
    by: Name = "club"


AnyEvent: TypeAlias = (
    Created
    | Entered
    | Withdrawn
    | Returned
    | TablesNamed
    | TableFailed
    | TableMended
    | RoundPaired
    | BoardMoved
    | ResultReceived
    | ResultQueried
    | QueryClosed
    | ResultEntered
    | ResultCorrected
)

_ENCODER: msgspec.json.Encoder = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def encode_event(event: AnyEvent) -> bytes:
    """The JSON of an event. Raises `InputError` for an event that no store would take back."""
    data = _ENCODER.encode(event)
    decode_event(data)
    return data


def decode_event(data: bytes | str) -> AnyEvent:
    """The event in a JSON text. Raises `InputError` with one line for other JSON, unknown fields, or names that cannot be
    shown."""
    try:
        event = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise InputError.with_id("tournament-event", given=shorten_text(error)) from error
    check_clean(msgspec.to_builtins(event))
    for text in _list_words(event):
        if not is_printable(text):
            raise InputError.with_id("name-sign", name=shorten_text(text))
    return event


def _list_words(event: AnyEvent) -> tuple[str, ...]:
    """Every text of an event that a person wrote, such as names and reasons."""
    if isinstance(event, Created):
        return (event.settings.name,)
    if isinstance(event, Entered):
        return (event.name, *event.members)
    if isinstance(event, ResultCorrected):
        return (event.by, event.reason)
    return (event.by,) if isinstance(event, ResultEntered) else ()
