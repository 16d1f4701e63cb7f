"""What can happen at a table.

An event is a fact (what happened) or an amendment (what is said of a fact later), an `Entry` is an event with its number and date.
`Seen` is the only event that is never stored: the referee settles what it means (a play, a play taken back, a foul put right, a
better reading of an accepted play) and stores that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any

from companion.errors import InputError
from companion.match.rules import Detail


@dataclass(frozen=True, slots=True)
class Started:
    """A match began. `position`: None = freshly dealt. `holds`: a foul is held in dispute until it is put right, as at a real
    table; False = it counts as taken back when something else happens, as in `companion referee`. `begins`: the seat that has the
    first turn; None = as the position says, else seat 0. `places`: where each seat sits, as `companion.turns.seats` says; None or missing
    = that is learned."""

    game: str
    seats: int
    options: Detail = field(default_factory=dict)
    position: Detail | None = None
    names: tuple[str, ...] = ()
    holds: bool = True
    begins: int | None = None
    places: tuple[float | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Seen:
    """A zone now shows another face. `moved`: a hand passed over it; False = the same card was read better. `again`: it shows the face
    it showed before, and a hand was there: perhaps another card of the same face was laid. `hand`: from where the arm came, as
    `companion.turns.seats` says; None where that is not known."""

    zone: str
    after: str
    moved: bool = True
    again: bool = False
    hand: float | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A zone showed `before`, a hand came, and now it shows `after`. `waived`: the table lets it stand though it is a foul. `again`: see
    `Play`. `mover`: whose turn it was when a text told it without naming a player ("own_up" and the colour of a bare number hang on
    that); None = it was seen. `hand`: see `Seen`. `strangers`: the seats of which one laid it, none of them to move, where it is not known
    which. `gap`: could a hand have been at the draw pile unnoticed just before? None = nobody watched."""

    zone: str
    before: str
    after: str
    seat: int | None = None
    waived: bool = False
    again: bool = False
    mover: int | None = None
    hand: float | None = None
    strangers: tuple[int, ...] = ()
    gap: bool | None = None


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """Somebody ended the turn. `turn`: the number of the turn that was meant; None = the one just played. `hands`: hands were over
    the table at that moment, so that it waits for `HandsGone`. `hand`: see `Seen`; `by`: what told of an end that was put in because later
    facts prove it ("hand", "colour", "count"), "" for one that was said or seen. `unknown`: so many cards were laid in it of which nobody
    has said yet what they are: nothing that may hang on them is ruled. `tidying`: the hand may have squared the draw pile up."""

    seat: int | None = None
    turn: int | None = None
    hands: bool = False
    hand: float | None = None
    by: str = ""
    unknown: int = 0
    tidying: bool = False


@dataclass(frozen=True, slots=True)
class HandsGone:
    """The table can be seen again: an end of turn that waited is judged now. `unknown`: so many cards of that turn nobody knows by now, as
    in `TurnEnded`; None = as was said with the end."""

    unknown: int | None = None


@dataclass(frozen=True, slots=True)
class Claimed:
    """Somebody said something that no camera sees, or drew. `hand`: see `Seen`. `waived`: the table lets the move that was told stand."""

    code: str
    seat: int | None = None
    detail: Detail = field(default_factory=dict)
    hand: float | None = None
    waived: bool = False


@dataclass(frozen=True, slots=True)
class PutRight:
    """A zone is back at its accepted face: its dispute is settled."""

    zone: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last card (or chip) that lay on `zone` was lifted off again, in the turn in which it was laid. `mover`: see `Played`. `card`: the
    face that was lifted; `beneath`: the face seen beneath it, "" = nothing, "?" = nobody could read it. None = as the match has them."""

    zone: str
    mover: int | None = None
    card: str | None = None
    beneath: str | None = None


@dataclass(frozen=True, slots=True)
class Undone:
    """Entry `entry` never happened; of an amendment: it was never made."""

    entry: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """Entry `entry` was otherwise: its card was `face`, it lies on `zone` (a space of a board too), `seat` laid it. Of a taking back: `face`
    was seen beneath the card. Of the start of a
    match: its `options`, the seat that began (`turn`), the `names`, or the `places` where they sit. `waived`: False = a card that was let lie
    as long as it was asked whose it was is judged now. None = as it was told."""

    entry: int
    face: str | None = None
    zone: str | None = None
    seat: int | None = None
    options: Detail | None = None
    turn: int | None = None
    names: tuple[str, ...] | None = None
    places: tuple[float | None, ...] | None = None
    waived: bool | None = None


@dataclass(frozen=True, slots=True)
class Waived:
    """The table lets the play of entry `entry` stand though it is a foul."""

    entry: int


@dataclass(frozen=True, slots=True)
class Inserted:
    """`fact` was missed: it happened just before entry `before`. It is named by the number of this entry from now on."""

    before: int
    fact: Played | TurnEnded | Claimed


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """Entry `entry` lost the match, and the table plays on all the same."""

    entry: int


Fact = Played | TurnEnded | HandsGone | Claimed | PutRight | TakenBack
"""What happened at the table."""
Amendment = Undone | Corrected | Waived | Inserted | PlayedOn
"""What is said later of a fact, or of another amendment."""
Event = Started | Seen | Fact | Amendment

KINDS: Mapping[str, type] = {
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
_NAMES = {kind: name for name, kind in KINDS.items()}
_LISTS = ("names", "places", "strangers")


@dataclass(frozen=True, slots=True)
class Entry:
    """An event as it stands in the log. `n`: its number, rising. `at`: seconds since 1970. `source`: who said so, such as "camera",
    "phone", "button", "card", "text"."""

    n: int
    event: Event
    at: float = 0.0
    source: str = ""


def event_to_json(event: Event) -> dict[str, Any]:
    """The event as a mapping that JSON can hold, with its kind under "event". Values that are the default are left out."""
    data: dict[str, Any] = {"event": _NAMES[type(event)]}
    for spec in fields(event):
        value = getattr(event, spec.name)
        if not _is_default(spec, value):
            data[spec.name] = _to_json(value)
    return data


def _is_default(spec: Field[Any], value: Any) -> bool:
    default = {} if spec.default_factory is not MISSING else spec.default
    return type(value) is type(default) and bool(value == default)


def _to_json(value: Any) -> Any:
    if type(value) in _NAMES:
        return event_to_json(value)
    return dict(value) if isinstance(value, Mapping) else value


def event_from_json(data: Mapping[str, Any]) -> Event:
    """Read an event back. Raises `InputError` for an unknown kind or field."""
    kind = KINDS.get(str(data.get("event")))
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
    return tuple(value) if key in _LISTS else value
