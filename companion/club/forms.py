"""The payloads between table, broker and club: one door for both sides. Pure.

Every payload but `status` is a JSON object of at most `MAX_PAYLOAD_BYTES`, which begins with `"v": 1`. Fields are described
by the forms below, unknown fields are refused. `docs/asyncapi.yaml` is made of these forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta

from companion.clean_text import MAX_NAME_LENGTH, check_clean, is_printable, shorten_text
from companion.club.topics import MATCH_UID, OFFLINE, ONLINE, TABLE_NAME, Address, parse_topic
from companion.errors import InputError, MessageRefused

VERSION = 1
MAX_PAYLOAD_BYTES = 65_536
MAX_KEPT_MATCHES = 16  # latest matches of a table in `Kept`
MAX_REASON_LENGTH = 160  # letters of the reason of a refusal, which goes into a line of the log; guess
_MAX_PLAYERS = 12  # of a game that we know: Sequence

Version: TypeAlias = Literal[1]
TableName: TypeAlias = Annotated[str, Meta(pattern=TABLE_NAME, description="name of the table, as in its topics")]
MatchUid: TypeAlias = Annotated[str, Meta(pattern=MATCH_UID, description="random id of the match")]
Seconds: TypeAlias = Annotated[
    float, Meta(ge=0, le=1e11, description="seconds since 1970 by the table's clock: shown, never trusted")
]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=9_999_999)]
EntryNumber: TypeAlias = Annotated[int, Meta(ge=1, le=9_999_999, description="number of the entry, rising within the match")]
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=_MAX_PLAYERS, description="seat of a player, from 0")]
Score: TypeAlias = Annotated[int, Meta(ge=-9_999, le=9_999)]
Word: TypeAlias = Annotated[str, Meta(max_length=40)]
Rule: TypeAlias = Annotated[str, Meta(max_length=20, description="id of a rule, such as TG-04")]
Message: TypeAlias = Annotated[str, Meta(max_length=1_000, description="a sentence in the table's language")]
PlayerName: TypeAlias = Annotated[str, Meta(max_length=MAX_NAME_LENGTH, description="a name as the table agreed to show it")]
Players: TypeAlias = Annotated[list[PlayerName], Meta(max_length=_MAX_PLAYERS, description="by seat")]
Setting: TypeAlias = bool | Score | Word | Annotated[list[Word], Meta(max_length=_MAX_PLAYERS)] | None
Variant: TypeAlias = Annotated[dict[Word, Setting], Meta(max_length=30, description="the options of the game")]
Status: TypeAlias = Literal["none", "playing", "won", "lost", "drawn"]


class PileTop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The top of a pile that cards are laid on."""

    zone: Word
    top: Word  # the face, "" for an empty pile
    kind: Word | None = None
    owner: Seat | None = None
    team: Word | None = None  # the colour of its team, None where unknown or without teams


class DutyDue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that must happen in time."""

    rule: Rule
    zone: Word | None = None
    card: Word | None = None
    due: Word | None = None  # such as "end of turn 12", None without a deadline


class OpenFoul(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A play that does not stand until put right."""

    entry: EntryNumber
    rule: Rule | None
    message: Message


class OpenQuestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question that the referee asks the table."""

    message: Message


class State(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every eye at the table may see, now. A hand's cards are no part of it."""

    v: Version = 1
    table: TableName
    name: PlayerName  # of the table, for people
    language: Annotated[str, Meta(pattern="^[a-z]{2,3}$")]
    at: Seconds
    match: MatchUid | None = None
    number: Number | None = None  # of the match, for people at this table
    game: Word | None = None
    variant: Variant = {}
    players: Players = []
    teams: Seat | None = None  # how many, None for a game without teams; seat s is of team s modulo teams
    status: Status = "none"
    to_move: Seat | None = None
    turn: Number = 0
    played: Number = 0  # cards laid in this turn
    min_cards: Number = 0
    piles: Annotated[list[PileTop], Meta(max_length=40)] = []
    deck_size: Number | None = None
    deck_sizes: Annotated[list[Number], Meta(max_length=_MAX_PLAYERS)] | None = None
    cards_left: Number | None = None  # cards not laid, None for a game without a count
    duties: Annotated[list[DutyDue], Meta(max_length=20)] = []
    foul: OpenFoul | None = None
    question: OpenQuestion | None = None
    sequences: Annotated[dict[Word, Number], Meta(max_length=4)] | None = None  # by team or seat
    score: Score | None = None
    rating: Word | None = None
    winner: Seat | None = None  # the team where there are teams, else the seat; None where nobody won alone
    eye: Literal["none", "waking", "still", "moving", "lost"] = "none"
    faults: Annotated[list[Word], Meta(max_length=20)] = []  # parts of the machine that fail, such as "eye"
    entries: Number = 0  # of the match's log


class RulingTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the referee said of an entry, as soon as it was said."""

    v: Version = 1
    table: TableName
    match: MatchUid
    entry: EntryNumber
    at: Seconds
    verdict: Literal["legal", "illegal", "loss", "win", "note"]
    rule: Rule | None = None
    message: Message
    player: Seat | None = None


class EntryTold(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of the match's log. Table, match and number together are its key: nothing counts twice."""

    v: Version = 1
    table: TableName
    match: MatchUid
    n: EntryNumber
    at: Seconds
    source: Word  # who told it: "camera", "phone", "button", "card" and the like, never a name
    # as `companion export` writes it; {"event": "lost"} stands for an entry that the table's own journal has lost
    event: Annotated[dict[str, Any], Meta(min_length=1, max_length=40, description="as `companion export` writes it")]


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """How a match stands after so many entries. Of two results, the one with the higher (entries, revision) holds."""

    v: Version = 1
    table: TableName
    match: MatchUid
    number: Number
    game: Word
    variant: Variant = {}
    players: Players
    teams: Seat | None = None
    status: Literal["playing", "won", "lost", "drawn"]  # "playing": a result was amended away, none stands
    winner: Seat | None = None
    winners: Annotated[list[Seat], Meta(max_length=_MAX_PLAYERS)] = []  # seats that won, everybody where all win together
    score: Score | None = None
    cards_left: Number | None = None
    rating: Word | None = None
    started_at: Seconds
    ended_at: Seconds | None = None
    entries: Number
    revision: Number = 0  # rises where the same entries are told otherwise, as by a newer version of the rules


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What somebody who holds a role's token asks of the table."""

    v: Version = 1
    id: Annotated[str, Meta(min_length=1, max_length=64, pattern="^[A-Za-z0-9_.:-]+$")]
    token: Annotated[str, Meta(min_length=1, max_length=200)]
    command: Literal["end_turn", "undo"]


class OrderAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The answer to a command."""

    v: Version = 1
    id: Annotated[str, Meta(min_length=1, max_length=64)]
    verdict: Literal["legal", "illegal", "loss", "win", "refused"]
    message: Message


class KeptMatch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the club has on its disk of a match."""

    entries: Number  # every entry up to this number, without a gap
    result: Number | None = None  # entries of the result, None where no result came


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the club has committed of a table's latest matches: the table sends again what is missing."""

    v: Version = 1
    table: TableName
    matches: Annotated[dict[MatchUid, KeptMatch], Meta(max_length=MAX_KEPT_MATCHES)] = {}


Form: TypeAlias = State | RulingTold | EntryTold | Result | Order | OrderAnswer | Kept

FORMS: Mapping[str, type[Form]] = {
    "state": State,
    "ruling": RulingTold,
    "entry": EntryTold,
    "result": Result,
    "command": Order,
    "answer": OrderAnswer,
    "kept": Kept,
}
"""The form of each kind of topic; `status` is plain text."""

_DECODERS = {kind: msgspec.json.Decoder(form) for kind, form in FORMS.items()}
_ENCODER = msgspec.json.Encoder()
_NAMES = ("name", "players", "source", "variant")  # fields that pages show as somebody's own words


def encode_form(form: Form) -> bytes:
    """The payload of a form. Raises `MessageRefused` for a form that no door would take."""
    payload = _ENCODER.encode(form)
    kind = next(kind for kind, known in FORMS.items() if type(form) is known)
    decode_form(kind, payload)
    return payload


def decode_form(kind: str, payload: bytes) -> Form:
    """The form in a payload of a topic's kind. Raises `MessageRefused` with one short line for anything else."""
    if len(payload) > MAX_PAYLOAD_BYTES:
        raise MessageRefused(f"{kind}: {len(payload)} bytes are more than {MAX_PAYLOAD_BYTES}")
    try:
        form: Form = _DECODERS[kind].decode(payload)
        plain = msgspec.to_builtins(form)
        check_clean(plain)
    except (msgspec.MsgspecError, InputError, UnicodeError, RecursionError) as error:
        raise MessageRefused(f"{kind}: {_shorten_reason(str(error))}") from error
    if any(not is_printable(text) for key in _NAMES for text in _iter_texts(plain.get(key))):
        raise MessageRefused(f"{kind}: a name has signs that cannot be seen")
    return form


def decode_status(payload: bytes) -> bool:
    """True for a `payload` "online", False for "offline". Raises `MessageRefused` for anything else."""
    known = {ONLINE.encode(): True, OFFLINE.encode(): False}
    if payload not in known:
        raise MessageRefused("status: neither online nor offline")
    return known[payload]


def decode_message(topic: str, payload: bytes) -> tuple[Address, Form | bool]:
    """Address and form of a message, True or False for a status. Raises `MessageRefused` where the topic is not of a club, or
    the payload claims another table, match or entry than its topic."""
    address = parse_topic(topic)
    if address is None:
        raise MessageRefused(f"{_shorten_reason(topic)}: no topic of a club")
    if address.kind == "status":
        return address, decode_status(payload)
    form = decode_form(address.kind, payload)
    if getattr(form, "table", address.table) != address.table:
        raise MessageRefused(f"{address.kind}: names another table than its topic")
    if address.match and getattr(form, "match", address.match) != address.match:
        raise MessageRefused(f"{address.kind}: names another match than its topic")
    if address.n and getattr(form, "n", address.n) != address.n:
        raise MessageRefused(f"{address.kind}: names another entry than its topic")
    return address, form


def _iter_texts(value: Any) -> list[str]:
    """The texts in a decoded value, keys included."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for key, each in value.items() for text in (key, *_iter_texts(each))]
    return [text for each in value for text in _iter_texts(each)] if isinstance(value, list) else []


def _shorten_reason(text: str) -> str:
    """A reason for one line of a log: visible signs only, cut at `MAX_REASON_LENGTH`."""
    words = " ".join(shorten_text(word) for word in text[: 4 * MAX_REASON_LENGTH].split())
    return words if len(words) <= MAX_REASON_LENGTH else f"{words[: MAX_REASON_LENGTH - 1]}…"
