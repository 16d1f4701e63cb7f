"""What can happen at a table.

An event is a fact (what happened) or an amendment (what is said of a fact later), an `Entry` an event with number and date.
`Seen` is never stored: the referee settles the meaning (a play, a play taken back, a foul put right, a better reading), and stores
the meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any

from companion.errors import InputError
from companion.match.rules import Detail


@dataclass(frozen=True, slots=True)
class Started:
    """A match began."""

    game: str
    seats: int  # number of players
    options: Detail = field(default_factory=dict)
    position: Detail | None = None  # None: freshly dealt
    names: tuple[str, ...] = ()  # by seat
    holds: bool = (
        True  # a foul is in dispute until put right, as at a real table; False: until the next fact, as in `companion referee`
    )
    begins: int | None = None  # the seat with the first turn; None: as the position says, else seat 0
    places: tuple[
        float | None, ...
    ] = ()  # where each seat sits, see `companion.turns.seats`; None or missing: still to be learned


@dataclass(frozen=True, slots=True)
class Seen:
    """A zone now shows another face."""

    zone: str
    after: str  # the face, "" for nothing
    moved: bool = True  # a hand passed over the zone; False: the same card was read better
    again: bool = False  # a hand was there, and the face is as before: perhaps another card of the same face was laid
    hand: float | None = None  # where the arm came from, see `companion.turns.seats`; None: unknown


@dataclass(frozen=True, slots=True)
class Played:
    """A zone showed `before`, a hand came, and now the zone shows `after`."""

    zone: str
    before: str
    after: str
    seat: int | None = None
    waived: bool = False  # the table lets a foul stand
    again: bool = False  # see `Play`
    mover: int | None = (
        None  # whose turn it was, told in text without a player ("own_up" depends on the player); None: seen by a camera
    )
    hand: float | None = None  # see `Seen`
    strangers: tuple[int, ...] = ()  # seats that may have laid the card, none to move, where nobody knows who did
    gap: bool | None = None  # could a hand have been at the draw pile unnoticed just before? None: nobody watched


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Somebody ended the turn."""

    seat: int | None = None
    turn: int | None = None  # number of the turn that was meant; None: the turn just played
    hands: bool = False  # hands were over the table: the end waits for `HandsGone`
    hand: float | None = None  # see `Seen`
    by: str = ""  # what proved an end that was put in later ("hand", "colour", "count"); "": said or seen
    unknown: int = 0  # cards of the turn that nobody could name: nothing that may depend on unnamed cards is ruled
    tidying: bool = False  # the hand may have squared up the draw pile


@dataclass(frozen=True, slots=True)
class HandsGone:
    """The table can be seen again: an end of turn that waited is judged now."""

    unknown: int | None = None  # as in `TurnEnded`, by now; None: as was said with the end


@dataclass(frozen=True, slots=True)
class Claimed:
    """Somebody said something that no camera sees, or drew."""

    code: str
    seat: int | None = None
    detail: Detail = field(default_factory=dict)
    hand: float | None = None  # see `Seen`
    waived: bool = False  # the table lets the told move stand


@dataclass(frozen=True, slots=True)
class PutRight:
    """A zone is back at the accepted face: the dispute is settled."""

    zone: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last card (or chip) on `zone` was lifted off again, in the turn in which the card was laid."""

    zone: str
    mover: int | None = None  # see `Played`
    card: str | None = None  # the lifted face; None: as the match has it
    beneath: str | None = (
        None  # the face seen beneath, "" for nothing, "?" where nobody could read the face; None: as the match has it
    )


@dataclass(frozen=True, slots=True)
class Undone:
    """Entry `entry` never happened; if an amendment: was never made."""

    entry: int
    anew: bool = False  # of an amendment: facts told since are judged anew, as if it had never been told (15)


@dataclass(frozen=True, slots=True)
class Corrected:
    """Entry `entry` was otherwise. None in a field: as it was told. `options` to `places` are for the start of a match."""

    entry: int
    face: str | None = None  # the card; of a taking back: what was seen beneath the card
    zone: str | None = None  # where the card lies, a space of a board too
    seat: int | None = None  # who laid the card
    options: Detail | None = None
    turn: int | None = None  # the seat that began
    names: tuple[str, ...] | None = None
    places: tuple[float | None, ...] | None = None
    waived: bool | None = None  # False: a card that was let lie while its player was asked for is judged now


@dataclass(frozen=True, slots=True)
class Waived:
    """The table lets the foul of entry `entry` stand."""

    entry: int


@dataclass(frozen=True, slots=True)
class Inserted:
    """A missed `fact`, just before entry `before`. From now on the fact has the number of the insertion."""

    before: int
    fact: Played | TurnEnded | Claimed


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """Entry `entry` lost the match, and the table plays on all the same."""

    entry: int


Fact = Played | TurnEnded | HandsGone | Claimed | PutRight | TakenBack
"""What happened at the table."""
Amendment = Undone | Corrected | Waived | Inserted | PlayedOn
"""What is said later of a fact or amendment."""
Event = Started | Seen | Fact | Amendment

EVENT_KINDS: Mapping[str, type] = {
    "started": Started,
    "played": Played,
    "turn_ended": TurnEnded,
    "hands_gone": HandsGone,
    "claimed": Claimed,
    "put_right": PutRight,
    "taken_back": TakenBack,
    "undone": Undone,
    "corrected": Corrected,
    "waived": Waived,
    "inserted": Inserted,
    "played_on": PlayedOn,
}
_KIND_NAMES = {kind: name for name, kind in EVENT_KINDS.items()}
_LIST_KEYS = ("names", "places", "strangers")


@dataclass(frozen=True, slots=True)
class Entry:
    """An event of the log."""

    n: int  # rising from entry to entry
    event: Event
    at: float = 0.0  # seconds since 1970
    source: str = ""  # who told the event, such as "camera", "phone", "button", "card", "text"


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a mapping for JSON, with the kind under "event". Default values are left out."""
    data: dict[str, Any] = {"event": _KIND_NAMES[type(event)]}
    for spec in fields(event):
        value = getattr(event, spec.name)
        if not _is_default(spec, value):
            data[spec.name] = _value_to_json(value)
    return data


def _is_default(spec: Field[Any], value: Any) -> bool:
    default = {} if spec.default_factory is not MISSING else spec.default
    return type(value) is type(default) and bool(value == default)


def _value_to_json(value: Any) -> Any:
    if type(value) in _KIND_NAMES:
        return event_to_json(value)
    return dict(value) if isinstance(value, Mapping) else value


def event_from_json(data: Mapping[str, Any]) -> Event:
    """The event of a mapping `data` as `event_to_json` makes: kind under "event", missing fields by default. Raises
    `InputError` for an unknown kind or field."""
    kind = EVENT_KINDS.get(str(data.get("event")))
    if kind is None:
        raise InputError(f"there is no kind of event {data.get('event', '')}")
    values = {key: _from_json(key, value) for key, value in data.items() if key != "event"}
    try:
        event: Event = kind(**values)
    except TypeError as error:
        raise InputError(f"an event of kind {data['event']} has fields that this version does not know") from error
    return event


def _from_json(key: str, value: Any) -> Any:
    if key == "fact":
        return event_from_json(value if isinstance(value, Mapping) else {})
    return tuple(value) if key in _LIST_KEYS else value
