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
clockwise, near = the bottom of the print. None if unknown."""

EMPTY: Face = ""
UNREADABLE: Face = "?"
BACK: Face = "back"

Alternatives = tuple[tuple[Face, float], ...]
"""Other possible faces with probabilities (0 to 1), likeliest first, without the chosen face."""

Alike = tuple[tuple[Face, float], ...]
"""Cards read before, each with a likelihood ratio: that both cards carry the same icon, or no icon, against different icons."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture."""

    image: Image
    at: float  # seconds, monotonic, when the light was caught
    small: Image | None = None  # the same moment and view, by a camera that makes it for nothing; None = there is none


@dataclass(frozen=True, slots=True)
class Tones:
    """What white and black look like in a picture, 0 to 255."""

    white: tuple[float, float, float]  # blue, green and red of white paper
    black: float | None  # black print on it, in the channel in which it is darkest, None if unknown


@dataclass(frozen=True, slots=True)
class Reading:
    """The result of a look at a zone. An empty zone reads ""."""

    zone: str
    face: Face
    confidence: float  # probability, 0 to 1, that `face` is right
    alternatives: Alternatives = ()
    accepted: bool = True  # False where a person would be asked
    likeness: float | None = None  # -1 to 1, to the picture that the face was enrolled with; None for a reader that has none
    alike: Alike = ()  # of a card whose icon the reader cannot name
    beneath: Reading | None = None  # of another card that came to lie under this one with it


@dataclass(frozen=True, slots=True)
class Change:
    """A zone has settled on another face."""

    zone: str
    before: Face
    after: Face
    confidence: float  # probability, 0 to 1, that `after` is right
    alternatives: Alternatives
    at: float  # seconds
    moved: bool  # a hand passed over the zone; False means a better reading, not a play
    accepted: bool = True  # False where a person is to be asked
    hand: HandFrom = None
    alike: Alike = ()  # see `Reading`
    drawing: bool = False  # a hand is at a draw pile meanwhile, or was there just now under another arm, and may have drawn
    clear_of_draws: bool = False  # since hands came no hand was seen at a draw pile, and none was hidden: nobody has drawn


@dataclass(frozen=True, slots=True)
class Handled:
    """A hand was at a card zone with the same face as before: a card touched or nudged, or covered by a card of the same face."""

    zone: str
    face: Face
    at: float  # seconds
    hand: HandFrom = None


@dataclass(frozen=True, slots=True)
class Moving:
    """Hands are over the table."""

    at: float  # seconds


@dataclass(frozen=True, slots=True)
class Still:
    """The hands are gone and the table lies still."""

    at: float  # seconds
    clear_of_draws: bool = False  # since hands came no hand was seen at a draw pile, and none was hidden: nobody has drawn


@dataclass(frozen=True, slots=True)
class Touched:
    """A hand went to a draw or control zone and left: a draw pile was touched, or a control card shown."""

    zone: str
    at: float  # seconds
    hand: HandFrom = None
    tidying: bool = False  # it was there for long and moved, as a hand that squares the pile up
    unread: tuple[str, ...] | None = None  # zones in which its owner may have laid an unseen card; None = any
    lingered: bool = False  # it was there for longer than it takes to draw, and no card was seen to leave with it


@dataclass(frozen=True, slots=True)
class Lost:
    """The camera, the mat or the board can no longer be seen."""

    at: float  # seconds
    reason: str
    """"camera", "mat", "piles" (those of a bare table), "grid" (its board), "order" or "order-read" (a board whose cards stand in another
    order was seen), "dark", "unclear" or "board"."""


@dataclass(frozen=True, slots=True)
class Found:
    """The camera or the mat is seen again after `Lost`."""

    at: float  # seconds


@dataclass(frozen=True, slots=True)
class Unclear:
    """Some zones cannot be seen, though the table can. Changes in hidden zones are asked."""

    at: float  # seconds
    zones: tuple[tuple[str, str], ...]  # name and reason of each, () where all are seen again
    """Reasons: "glare", "blurred", "covered" (something lies on that part of the lens) or "outside" (beyond the edge of the picture)."""


@dataclass(frozen=True, slots=True)
class Hindered:
    """Something keeps the eye from reading, though the table is seen. Told where it changes."""

    at: float  # seconds
    reasons: tuple[str, ...]
    """ "hands" (they stay over cards that are not read yet) and "colours" (the camera changes them by itself); () for nothing."""


@dataclass(frozen=True, slots=True)
class Bumped:
    """The mat or the board was found elsewhere than it lay, and measured anew: somebody pushed it, or the camera."""

    at: float  # seconds


@dataclass(frozen=True, slots=True)
class PilePlace:
    """Where a pile of a table without a mat lies."""

    zone: str  # name of the pile
    at: tuple[float, float]  # middle, x and y as shares of the picture
    is_proven: bool = False  # a card was read on it, or a person has said that it lies there; else the place is a guess
    is_named: bool = True  # which pile it is was read or said by a person; else another pile may lie there
    is_doubted: bool = False  # what was laid speaks against the name by which it was known


@dataclass(frozen=True, slots=True)
class PilesFound:
    """Piles of a table without a mat were found, proven, moved or renamed."""

    at: float  # seconds
    places: tuple[PilePlace, ...]
    draws: tuple[str, ...] = ()  # the draw piles that there should be, found or not
    have_moved: bool = False  # the known piles lie elsewhere, each by the name it had


@dataclass(frozen=True, slots=True)
class TableSeen:
    """What lies on a table without a mat before its first card: told where it changes."""

    at: float  # seconds
    directions: int  # direction cards seen
    backs: int  # backs of cards seen: draw piles


@dataclass(frozen=True, slots=True)
class BoardUnread:
    """A board lies on the table whose printed cards cannot be read. Told once for each picture of such a board."""

    at: float  # seconds
    number: int  # of the picture of the board, from 1; 0 once a board is known


@dataclass(frozen=True, slots=True)
class StrayCard:
    """A card lies still where no pile is known. Told once for each card."""

    at: float  # seconds
    face: Face  # what it shows, `UNREADABLE` where it could not be read
    outline: tuple[tuple[float, float], ...]  # its four corners, x and y as shares of the picture
    zones: tuple[str, ...] = ()  # piles that it may lie on, likeliest first


TableEvent = (
    Change
    | Handled
    | Moving
    | Still
    | Touched
    | Lost
    | Found
    | Unclear
    | Hindered
    | Bumped
    | PilesFound
    | TableSeen
    | BoardUnread
    | StrayCard
)


class Camera(Protocol):
    """Anything that yields frames."""

    def read(self) -> Frame:
        """The next frame, waited for. Raises `EndOfVideo` after the last one, `CameraUnavailable` where there is none."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...


class Reader(Protocol):
    """Reads the cards of one deck. A reader of a deck that nobody enrolled inherits all but `read`."""

    deck_name: str = ""  # of an enrolled deck: corrected crops are kept to learn it anew; "" for a built-in reader
    learns: bool = False  # what it reads surely is to become the deck's own pictures

    def read(self, crop: Image) -> Reading:
        """What one rectified crop shows; the `zone` of the reading is "".

        `crop`: (h, w, 3) uint8 BGR, filled by one card, upright or upside down.
        """
        ...

    def under(self, tones: Tones | None) -> Reader:
        """The reader for a picture in a known light: a bluish lamp makes no card blue. Most readers ignore the light.

        `tones`: white and black in the picture, None if unknown.
        """
        return self

    def white_on(self, crop: Image, face: Face) -> tuple[float, float, float] | None:
        """Blue, green and red of white, 0 to 255, on a card that was read surely as `face`. `crop`: (h, w, 3) uint8 BGR, the card.

        None for a card without white, or mistaken under a coloured lamp, and for most readers.
        """
        return None

    def differ_in_colour(self, face: Face, other: Face) -> bool:
        """Do two cards differ in colour only, so that something coloured on an edge may change the reading?

        No for most readers, who do not go by colours. `face`, `other`: of the two cards.
        """
        return False

    def shows_part(self, face: Face, other: Face) -> bool:
        """May a badly cut crop of the card `other` show `face`, as a part of the print? No for most readers."""
        return False

    def laid_under(self, image: Image, before: Image, top: NDArray[np.float32], known: Sequence[Face]) -> Reading | None:
        """A card newly lying partly under another card, not accepted if doubtful; None if not found.

        `image`, `before`: (h, w, 3) uint8 BGR, a pile now and as it was, rectified alike. `top`: (4, 2) pixels, the corners of the upper
        card. `known`: faces already in the pile, last the upper card, before it the card beneath both. A reader of whole cards
        says None.
        """
        return None

    def list_pictures(self) -> Iterable[Image]:
        """The pictures that the deck was enrolled from, (h, w, 3) uint8 BGR, all the same way up: shared print tells where a card lies.

        () for a built-in reader.
        """
        return ()
