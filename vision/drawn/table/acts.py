"""What hands do at the virtual table, a value for each act. `seat`: the hand's owner, None for anybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from vision.types import Face


@dataclass(frozen=True, slots=True)
class Lay:
    """A hand lays a card on a zone's pile, or a chip ("blue", "green", "red") on a board's cell ("r3c4")."""

    zone: str
    face: Face
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class LayTwo:
    """A hand lays two cards on a zone's pile in one movement, fanned: `face` over most of `under`."""

    zone: str
    under: Face
    face: Face
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Lift:
    """A hand takes the top card of a zone, or the chip of a cell, away. An empty zone is only touched."""

    zone: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Flip:
    """A hand turns the chip on a cell over."""

    zone: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Nudge:
    """A sleeve pushes the top card or chip of a zone so many millimetres to the right and down."""

    zone: str
    by_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Slide:
    """A sleeve pushes the top card or chip of a zone onto another zone, without turning the thing."""

    zone: str
    onto: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Carry:
    """A hand takes the whole pile of a zone and puts it down elsewhere: from now on the zone is there."""

    zone: str
    by_mm: tuple[float, float]  # to the right and down
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Touch:
    """A hand goes to a zone, stays for a moment and leaves; nothing changes."""

    zone: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """A hand goes to a draw pile, rests its fingers on the pile, and leaves with the top card."""

    zone: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Straighten:
    """A hand squares a pile up with small pushes and leaves with nothing."""

    zone: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PassOver:
    """A hand reaches over a zone for something behind, and leaves."""

    zone: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Rest:
    """A hand comes to lie beside a zone, on its owner's side, and stays while the next acts are done."""

    zone: str
    seconds: float  # for which the hand stays
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Hover:
    """A hand holds its fingertips over a zone, next over another zone, and leaves; nothing changes."""

    zone: str
    onto: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Together:
    """Two hands at once: the second sets out `after` seconds after the first."""

    first: Act
    second: Act
    after: float = 0.3  # seconds from the start of the first hand to the start of the second; guess


@dataclass(frozen=True, slots=True)
class ShowControl:
    """A QR control card ("end_turn", "undo" ...) is laid on the control zone, or on `at_mm`, and taken away again."""

    code: str
    seconds: float = 1.2  # for which the card lies; guess
    at_mm: tuple[float, float] | None = None  # the card's middle on the mat, None for the control zone
    turn: float = 0.0  # degrees clockwise, where `at_mm` says the place


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing happens; acts handed to `perform` are done meanwhile."""

    seconds: float


@dataclass(frozen=True, slots=True)
class LightChange:
    """The light becomes `gain` times as bright as it was set up, within half a second."""

    gain: float


@dataclass(frozen=True, slots=True)
class Bump:
    """Somebody pushes the table: the mat with all on it lies `mm` further right and down and turned by `degrees`."""

    mm: float
    degrees: float = 0.0


Act = (
    Lay
    | LayTwo
    | Lift
    | Flip
    | Nudge
    | Slide
    | Carry
    | Touch
    | Draw
    | Straighten
    | PassOver
    | Rest
    | Hover
    | Together
    | ShowControl
    | Wait
    | LightChange
    | Bump
)


def make_waiting_script() -> Iterator[Act]:
    """A script without an end in which nothing happens: all is left to `perform`."""
    while True:
        yield Wait(1.0)
