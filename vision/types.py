"""The values that leave the eye. Every one is frozen, small and can be printed.

Frames of reference: *picture* pixels have their origin at the top left, x right, y down; *mat* millimetres have theirs at
the sheet's top left, x right, y down. Times are seconds on the camera's monotonic clock, when the light was caught.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""(H, W, 3) uint8, channels blue, green, red."""

Face = str
"""What a zone shows: "47", "F44", "7R", "s12", "47:skull", "QH", "blue", "back", "" (empty) or "?" (unreadable)."""

HandFrom = float | None
"""From where an arm came: a share of the way around the mat's edge (without a mat, the picture's), 0 to 1, from its near left corner
clockwise, near = the bottom of the print. None where that is not known."""

EMPTY: Face = ""
UNREADABLE: Face = "?"
BACK: Face = "back"

Alternatives = tuple[tuple[Face, float], ...]
"""Other faces it may be with their probabilities (0 to 1), likeliest first, the chosen face left out."""

Alike = tuple[tuple[Face, float], ...]
"""Other cards that were read before, and how many times likelier their icon makes it that this card carries the same one, or none as they
do, than that it does not."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture. `image`: (H, W, 3) uint8 BGR. `at`: seconds, monotonic, when the light was caught. `small`: the same moment and view once
    more, (h, w, 3) uint8 BGR, by a camera that makes it without costing the processor; None = there is none."""

    image: Image
    at: float
    small: Image | None = None


@dataclass(frozen=True, slots=True)
class Tones:
    """What white and black look like in a picture, 0 to 255. `white`: blue, green and red of white paper; `black`: black print on it, in the
    channel in which it is darkest, None where that is not known."""

    white: tuple[float, float, float]
    black: float | None


@dataclass(frozen=True, slots=True)
class Reading:
    """What one look at one zone saw. `confidence`: probability (0 to 1) that `face` is right.

    `accepted` is False where a person would be asked. A zone that holds no card reads `""`. `likeness`: of what was seen to the picture
    that the face was enrolled with (-1 to 1), None for a reader that has none. `alike`: of a card whose icon the reader cannot name.
    `beneath`: of another card that came to lie under this one with it.
    """

    zone: str
    face: Face
    confidence: float
    alternatives: Alternatives = ()
    accepted: bool = True
    likeness: float | None = None
    alike: Alike = ()
    beneath: Reading | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """A zone has settled on another face. `moved`: a hand passed over the zone; False means a better reading, not a play. `alike`: see
    `Reading`. `drawing`: a hand is at a draw pile meanwhile, or was there just now under another arm, and may have drawn."""

    zone: str
    before: Face
    after: Face
    confidence: float
    alternatives: Alternatives
    at: float
    moved: bool
    accepted: bool = True
    hand: HandFrom = None
    alike: Alike = ()
    drawing: bool = False


@dataclass(frozen=True, slots=True)
class Handled:
    """A hand was at a card zone, which shows the same face as before: the card was touched or nudged, or another one of the same face was
    laid on it."""

    zone: str
    face: Face
    at: float
    hand: HandFrom = None


@dataclass(frozen=True, slots=True)
class Moving:
    """Hands are over the table."""

    at: float


@dataclass(frozen=True, slots=True)
class Still:
    """The hands are gone and the table lies still."""

    at: float


@dataclass(frozen=True, slots=True)
class Touched:
    """A hand went to the draw or control zone `zone` and left (a draw pile touched, or a control card shown). `hand`: whose it was.
    `tidying`: it was there for long and moved, as one that squares the pile up. `unread`: the zones in which whose hand it was may have
    laid a card that is not to be seen yet; None = any. `lingered`: it was there for longer than it takes to draw, and no card was seen
    to leave with it."""

    zone: str
    at: float
    hand: HandFrom = None
    tidying: bool = False
    unread: tuple[str, ...] | None = None
    lingered: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """The camera, the mat or the board can no longer be seen. `reason`: "camera", "mat", "piles" (those of a bare
    table), "grid" (its board; "order", "order-read": one whose cards stand in another order was seen), "dark", "unclear" or "board"."""

    at: float
    reason: str


@dataclass(frozen=True, slots=True)
class Found:
    """The camera or the mat is seen again after `Lost`."""

    at: float


@dataclass(frozen=True, slots=True)
class Unclear:
    """Some zones cannot be seen, though the table can. `zones`: name of each, and why: "glare", "blurred", "covered" (something lies on
    that part of the lens) or "outside" (beyond the edge of the picture); none where all are seen again.
    What changes there meanwhile is asked."""

    at: float
    zones: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Bumped:
    """The mat or the board was found elsewhere than it lay, and measured anew: somebody pushed it, or the camera."""

    at: float


@dataclass(frozen=True, slots=True)
class PilesFound:
    """The piles of a table without a mat were found, or go by other names now. `places`: name and middle of each, x and y as shares of the
    picture. `sure`: what their direction cards show is known; else a person should say whether they are named rightly. `draws`: the draw
    piles that there should be, found or not."""

    at: float
    places: tuple[tuple[str, float, float], ...]
    sure: bool
    draws: tuple[str, ...] = ()


TableEvent = Change | Handled | Moving | Still | Touched | Lost | Found | Unclear | Bumped | PilesFound


class Camera(Protocol):
    """Anything that yields frames. `read` blocks until the next frame and raises `EndOfVideo` after the last one."""

    def read(self) -> Frame: ...

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...


class Reader(Protocol):
    """Reads the cards of one deck. A reader of a deck that nobody enrolled inherits all but `read`.

    `deck_name`: of the deck that was enrolled, for which crops are worth keeping: it can be learned anew from those it was put right on.
    "" for a reader that is built in. `learns`: what it reads surely is to become the deck's own pictures.
    """

    deck_name: str = ""
    learns: bool = False

    def read(self, crop: Image) -> Reading:
        """Read one rectified crop. `crop`: (h, w, 3) uint8 BGR, one upright (or upside-down) card filling it. No zone name is known here:
        the `zone` of the reading is ""."""
        ...

    def under(self, tones: Tones | None) -> Reader:
        """The reader for a picture in which white and black look so, None where that is not known: a bluish lamp makes no card blue. Most
        readers do not ask for it."""
        return self

    def white_on(self, crop: Image, face: Face) -> tuple[float, float, float] | None:
        """Blue, green and red of white, 0 to 255, on a card that was read surely as `face`. `crop`: as of `read`. None where the card does
        not show that, or might be mistaken for another one under a coloured lamp, and for most readers."""
        return None

    def differ_in_colour(self, face: Face, other: Face) -> bool:
        """Are these two printed alike but in another colour, which what lies on a card's edge may lend it as it is read? For most readers,
        who do not go by colours, no cards are."""
        return False

    def shows_part(self, face: Face, other: Face) -> bool:
        """May a crop of the card `other` that was cut badly show `face`, for that is a part of its print? For most readers none may."""
        return False

    def laid_under(self, image: Image, before: Image, top: NDArray[np.float32], known: Sequence[Face]) -> Reading | None:
        """The card that has come to lie partly under another one, not accepted where it is not sure; None if none has as far as can be told,
        and for a reader that needs whole cards. `image`, `before`: (h, w, 3) uint8 BGR, a pile now and as it was, rectified alike. `top`:
        (4, 2) pixels, the corners of the upper card. `known`: faces that lie there anyway, the upper card's last and that
        of the card on which both were laid before it."""
        return None

    def list_pictures(self) -> Iterable[Image]:
        """The pictures that the deck was enrolled from, (h, w, 3) uint8 BGR, all the same way up: what they share tells where a card
        lies. None for a reader that is built in."""
        return ()
