"""The values travelling through the stages: the results of a frame so far, and the memory between two frames.

Every stage adds one named output to `FrameSoFar`. All feedback goes through `FrameSoFar.previous`, the whole result of the frame before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from vision.bare import table as bare_table
from vision.bare.table import BareTable
from vision.board.at_draws import DrawTouches
from vision.board.view import BoardReader, BoardView
from vision.cards.piles import Patterns, Piles, start_piles
from vision.control_cards.strewn import Strewn
from vision.debounce import TableFact, TableState, ZoneEvent, ZoneLook, start_zones
from vision.hands.motion import Background, TableSight
from vision.hands.table_visits import TableVisits, start_visits
from vision.pipeline.aside import Aside, AtOnce
from vision.place.bumps import Outlines
from vision.place.fiducials import Registration
from vision.place.layout import SPOT, Layout
from vision.place.registration import Anchors, Mat
from vision.place.sway import Sway
from vision.types import Face, Frame, Image, Moving, Reader, Still, TableEvent, Touched
from vision.visible.veils import Veils


@dataclass(frozen=True, slots=True, eq=False)
class TableSetup:
    """What is to be watched. A new setup is a `Restart`: the stages begin anew with it."""

    layout: Layout
    readers: Mapping[str, Reader]  # by name of a zone or by kind of zone ("up1", "card")
    board: BoardReader | None = None  # reads the cells of a board
    registration: Registration | None = None  # where the layout lies, if that is known beforehand
    bare: BareTable | None = None  # a table without a mat; its layout is known once it was found
    patterns: Patterns = field(default_factory=dict)  # what the cards of each reader share, as far as learned beforehand
    aside: Aside = field(default_factory=AtOnce)  # does what is too slow for one frame


@dataclass(frozen=True, slots=True, eq=False)
class TableMemory:
    """What is remembered of the table from one frame to the next. `Remember` makes it at the end of each frame."""

    layout: Layout
    piles: Piles
    zones: TableState
    visits: TableVisits
    board: BoardView | None  # None on a table without a board
    background: Background | None = None  # how the table looks; None until it was seen
    sight: TableSight = field(
        default_factory=lambda: TableSight(has_hands=False)
    )  # of the last frame in which the table was seen
    frames: tuple[Frame, ...] = ()  # the latest, `min_agreeing` at most: a card may have lain there that is covered again
    at_draws: DrawTouches = field(default_factory=DrawTouches)  # touches of draw piles that wait for the cells beside them
    outlines: Outlines = field(default_factory=Outlines)  # where mat and board were last seen
    shown_codes: frozenset[str] = frozenset()  # of the control cards that lie on control zones
    was_unseen: bool = False  # the table could not be seen in the last frame


def start_memory(setup: TableSetup) -> TableMemory:
    """The memory before the first sight of a table. On a found bare table the piles learn how their places look without a
    card."""
    layout = setup.layout
    piles = start_piles(layout, setup.readers, setup.patterns)
    names = [*piles.piles, *(setup.board.names if setup.board else ())]
    draws = [zone.name for zone in layout.of_kind("draw")]
    others = [zone.name for zone in layout.zones if zone.name not in piles.piles and zone.kind != SPOT]
    if setup.bare is not None and setup.bare.arrangement is not None:
        piles = bare_table.learn_bare_grounds(bare_table.set_pile_middles(piles, setup.bare), setup.bare)
    board = BoardView(setup.board) if setup.board else None
    return TableMemory(layout, piles, start_zones(names), start_visits(draws, piles.piles, others), board)


@dataclass(frozen=True, slots=True, eq=False)
class Restart:
    """A fresh start with a layout that was found, or turned out to be another."""

    setup: TableSetup
    keep: frozenset[str]  # names of the stages that go on


# --- what each stage puts out ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class SteadyOutput:
    """The frame of a camera hanging still."""

    frame: Frame
    small: Image  # (h, w, 3) uint8 BGR, 320 pixels wide, smoothed
    level: float  # mean grey level, 0 to 255
    is_dark: bool  # too dark for anything to be seen
    sway: Sway | None  # None until the table was measured
    hangs_elsewhere: bool  # camera or table were pushed for good: the table is to be measured anew


@dataclass(frozen=True, slots=True, eq=False)
class PlaceOutput:
    """Where the table lies."""

    memory: TableMemory  # of the frame before, under the layout that holds from now on
    mat: Mat
    known: Registration | None  # where the layout lies, None while that is not known
    anchors: Anchors  # what tells where the layout lies
    bare: BareTable | None
    told: tuple[TableEvent, ...] = ()
    restart: Restart | None = None


@dataclass(frozen=True, slots=True, eq=False)
class VisibleOutput:
    """Can the table be seen?"""

    is_blind: bool  # the later stages have nothing to look at
    told: tuple[TableEvent, ...] = ()
    hold: bool | None = None  # the camera is to hold its light (True) or to follow it; None for as it does


@dataclass(frozen=True, slots=True, eq=False)
class LampOutput:
    """The frame in the light of an even lamp."""

    frame: Frame
    small: Image
    background: Background | None  # how the table looked, in the light of this frame


@dataclass(frozen=True, slots=True, eq=False)
class HandsOutput:
    """What moves or lies over the table."""

    background: Background
    sight: TableSight
    known: Registration  # where the layout lies
    board: BoardView | None
    is_fresh: bool  # the table was measured anew in this frame, and is taken to look as it does now
    can_read: bool  # the table is known so surely that zones are read
    was_unseen: bool  # hands may have done anything since the table was last seen
    frame: Frame  # as of the lamp, without hands beside cards that lie in plain view
    plain: frozenset[str] = frozenset()  # zones of such cards


@dataclass(frozen=True, slots=True, eq=False)
class VeilsOutput:
    """Zones that something soft hides."""

    veils: Veils
    before: Veils  # of the frame before
    background: Background  # as remembered under the veils
    is_lens_covered: bool  # something lies on the lens, so that arms cannot be told from it
    hides_zones: bool  # a zone is hidden, or was in the frame before
    told: tuple[TableEvent, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ControlsOutput:
    """QR control cards that lie on the table."""

    sight: TableSight  # as of the hands, with the zones covered that such a card hides
    beneath: frozenset[str]  # zones on which one lies, or lay until now
    codes: tuple[str, ...]  # of those that were laid just now
    lying: Strewn | None  # all that lie there; None where codes cannot be read at all


@dataclass(frozen=True, slots=True, eq=False)
class CardsOutput:
    """What each pile shows."""

    piles: Piles
    looks: Mapping[str, ZoneLook]


@dataclass(frozen=True, slots=True, eq=False)
class BoardOutput:
    """What each cell of a board shows."""

    board: BoardView | None
    looks: Mapping[str, ZoneLook]
    background: Background


@dataclass(frozen=True, slots=True, eq=False)
class VisitsOutput:
    """Hands that come, have to do with zones, and go."""

    seen: TableVisits
    decided: TableVisits  # as `seen`, once it is known what happened at the draw piles
    touches: tuple[tuple[float, Touched], ...]  # draw piles that were touched, each with since when
    presence: tuple[Moving | Still, ...]  # that hands came or went
    draw_began: float  # since when a hand has been drawing of which nothing was told yet; infinity for none
    may_have_drawn: bool  # a hand is at a draw pile, or one was there just now of which nobody could see whether it drew
    is_clear_of_draws: bool  # since hands came no hand was at a draw pile, and none was hidden
    at_draws: DrawTouches  # touches of which it is not known yet whether they were some


@dataclass(frozen=True, slots=True, eq=False)
class ShownOutput:
    """QR control cards just shown on a control zone."""

    codes: tuple[tuple[str, str], ...]  # zone and code of each
    shown: frozenset[str]  # the codes of all cards that lie on control zones


@dataclass(frozen=True, slots=True, eq=False)
class SettleOutput:
    """Which zones are decided, and what changed."""

    zones: TableState
    ruled: Mapping[str, tuple[Face, Face]]  # zones decided in this frame: the face before and now
    parted: Mapping[str, tuple[Face, Face]]  # the same of zones that are hidden again: decided by the frames before
    told: tuple[ZoneEvent | TableFact, ...]


@dataclass(frozen=True, slots=True, eq=False)
class HinderedOutput:
    """What keeps the eye from reading."""

    told: tuple[TableEvent, ...]


@dataclass(frozen=True, slots=True, eq=False)
class PushesOutput:
    """Was the mat or the board pushed?"""

    outlines: Outlines
    is_pushed: bool


# --- one frame -------------------------------------------------------------------------------------------------------

NOT_RUN: Any = None
"""The output of a stage that has not run in this frame."""


@dataclass(frozen=True, slots=True, eq=False)
class FrameSoFar:
    """A frame, and the outputs of finished stages, by stage name.

    A stage may read the outputs of the stages before it, and everything of `previous`.
    """

    frame: Frame  # as the camera gave it
    previous: FrameSoFar | None = None  # without a `previous` of its own; None in the first frame
    steady: SteadyOutput = NOT_RUN
    place: PlaceOutput = NOT_RUN
    visible: VisibleOutput = NOT_RUN
    lamp: LampOutput = NOT_RUN
    hands: HandsOutput = NOT_RUN
    veils: VeilsOutput = NOT_RUN
    controls: ControlsOutput = NOT_RUN
    cards: CardsOutput = NOT_RUN
    board: BoardOutput = NOT_RUN
    visits: VisitsOutput = NOT_RUN
    shown: ShownOutput = NOT_RUN
    settle: SettleOutput = NOT_RUN
    hindered: HinderedOutput = NOT_RUN
    pushes: PushesOutput = NOT_RUN
    memory: TableMemory = NOT_RUN
    events: tuple[TableEvent, ...] = ()
