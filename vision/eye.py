"""What the eye knows between two frames. `vision.watcher` takes it from frame to frame."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from vision.bare.table import BareTable
from vision.board import view
from vision.board.at_draws import AtDraws
from vision.board.view import BoardReader, BoardView
from vision.cards.piles import Piles, first_piles
from vision.table import bumps, debounce, motion, strewn
from vision.table.blindness import Blindness
from vision.table.bumps import Outlines
from vision.table.controls import Showing
from vision.table.debounce import TableState
from vision.table.fiducials import Registration
from vision.table.field import Field, field_of
from vision.table.flicker import Flicker
from vision.table.layout import Layout
from vision.table.light import Holding
from vision.table.motion import Gate, TableSight
from vision.table.presence import Comings, first_comings
from vision.table.profile import profile_for
from vision.table.registration import Mat
from vision.table.strewn import Strewn
from vision.table.sway import Sway
from vision.table.veils import Veils
from vision.types import Frame, Image, Reader


@dataclass(frozen=True, slots=True, eq=False)
class Eye:
    """What the eye knows between two frames, one value a stage. `known`: where the mat lies, if that was known beforehand. `frame`: the
    last one, `lately`: those before it, in which a card may have lain that is covered again and for which no look was left; `mat`, `gate`:
    None before the first. `unseen`: just now the table could not be seen; `clear_at`: when it was last looked at whether it can be.
    `beneath`: the zones on which a control card lies, or lay until now. `sway`: of the camera, None until the table was
    measured. `bare`: a table without a mat, whose layout is known once it was found."""

    layout: Layout
    known: Registration | None
    piles: Piles
    board: BoardView | None
    comings: Comings
    table: TableState
    controls: Mapping[str, Showing]
    strewn: Strewn | None = None
    beneath: frozenset[str] = frozenset()
    frame: Frame | None = None
    lately: tuple[Frame, ...] = ()
    mat: Mat | None = None
    gate: Gate | None = None
    sight: TableSight = field(default_factory=lambda: TableSight(hands=False))
    blindness: Blindness = field(default_factory=Blindness)
    holding: Holding = field(default_factory=Holding)
    unseen: bool = False
    clear_at: float = -math.inf
    sway: Sway | None = None
    flicker: Flicker = field(default_factory=Flicker)
    veils: Veils = field(default_factory=Veils)
    outlines: Outlines = field(default_factory=Outlines)
    at_draws: AtDraws = field(default_factory=AtDraws)
    bare: BareTable | None = None

    @property
    def frames(self) -> tuple[Frame, ...]:
        """The latest frames, as many as are kept beside one that comes."""
        return (*self.lately, *([self.frame] if self.frame else []))[-debounce.AGREE :]

    @property
    def at(self) -> float:
        """When the last frame was caught, 0 before the first."""
        return self.frame.at if self.frame else 0.0


def first_eye(
    layout: Layout, readers: Mapping[str, Reader], known: Registration | None = None, board: BoardReader | None = None
) -> Eye:
    """The eye before the first frame; arguments as of `vision.watcher.watch`."""
    piles = first_piles(layout, readers)
    draws, controls = ([zone.name for zone in layout.of_kind(kind)] for kind in ("draw", "control"))
    others = [zone.name for zone in layout.zones if zone.name not in piles.piles]
    table = debounce.start([*piles.piles, *(board.names if board else ())])
    comings = first_comings(draws, piles.piles, others)
    showing_none = dict.fromkeys(controls, Showing())
    return Eye(layout, known, piles, BoardView(board) if board else None, comings, table, showing_none, strewn.first_strewn())


def eye_field(eye: Eye, frame: Frame, size: tuple[int, int], known: Registration) -> Field:
    """The eye's zones in the small picture of that size (height, width)."""
    layout = view.with_cells(eye.layout, eye.board, known.to_picture) if eye.board else eye.layout
    return field_of(layout, known.to_picture, (frame.image.shape[0], frame.image.shape[1]), size)


def first_gate_of(eye: Eye, frame: Frame, small: Image, known: Registration) -> Gate:
    """The table as it looks now: at the start, and whenever mat or board was measured anew."""
    return motion.first_gate(eye_field(eye, frame, (small.shape[0], small.shape[1]), known), small, frame.at)


def gate_after_search(eye: Eye, frame: Frame, small: Image, known: Registration) -> Gate:
    """The gate after the board was searched for. Where it lies as it lay, or is not to be seen, the table looks as it is known: a hand that
    rests on it does not belong to it."""
    outline = view.outline_of(eye.board) if eye.board else None
    if eye.gate is None or bumps.lies_elsewhere(eye.outlines.board, outline, profile_for(eye.layout, known).card_px):
        return first_gate_of(eye, frame, small, known)
    return replace(eye.gate, field=eye_field(eye, frame, (small.shape[0], small.shape[1]), known))
