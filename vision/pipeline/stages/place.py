"""Where the table lies: its layout, and where that lies in the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.bare import table as bare_table
from vision.bare.table import BareTable
from vision.pipeline.so_far import FrameSoFar, PlaceOutput, Restart, TableMemory, TableSetup, first_memory
from vision.pipeline.stages import bare_places
from vision.place import fiducials, registration
from vision.place.registration import Anchors, Fiducials, Mat
from vision.types import Frame, TableEvent
from vision.visible.blindness import DARK

MIN_MARKERS_OF_UNEXPECTED_MAT = 3  # markers; a guess: two could be printed on anything, three lie as on the mat

KEPT_WHEN_FOUND = frozenset({"steady", "place", "visible", "lamp"})
"""The stages that go on when the piles of a bare table were found: those that know nothing of zones."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """What `Place` keeps."""

    setup: TableSetup
    mat: Mat | None = None  # None before the first frame
    bare: BareTable | None = None


class Place:
    """Finds the mat, or the piles of a table without one, and keeps them registered.

    What the frame before found out about the piles of a bare table is taken in first: places follow their piles, the first card tells
    from which end a column is read, and where no card is read for long the piles are looked for elsewhere.
    """

    name = "place"
    runs_blind = True

    def start(self, setup: TableSetup) -> Places:
        """Nothing is found yet."""
        return Places(setup, None, setup.bare)

    def run(self, so_far: FrameSoFar, state: Places) -> tuple[Places, PlaceOutput]:
        """See `Stage`."""
        previous, frame, is_dark = so_far.previous, so_far.steady.frame, so_far.steady.level < DARK
        memory, restart = first_memory(state.setup) if previous is None else previous.memory, None
        before = state.bare
        if previous is not None and not previous.visible.is_blind and state.bare is not None:
            state, memory, restart = _take_in(state, previous)
        if state.bare is not None and state.bare.arrangement is None and not is_dark:
            state, memory, restart = _search_bare_table(state, memory, frame)
        mat, anchors = state.mat, _anchors_of(state)
        if so_far.steady.hangs_elsewhere and mat is not None:
            mat = replace(mat, pushed=True)
        is_doubted = previous is not None and any(zone.clear_since == previous.frame.at for zone in memory.zones.zones.values())
        mat = _register(state, mat, anchors, frame, is_dark=is_dark, is_doubted=is_doubted)
        told: tuple[TableEvent, ...] = bare_places.report_places(before, state.bare, frame)
        return replace(state, mat=mat), PlaceOutput(memory, mat, mat.known, anchors, state.bare, told, restart)


def _register(state: Places, mat: Mat | None, anchors: Anchors, frame: Frame, *, is_dark: bool, is_doubted: bool) -> Mat:
    """Where the layout lies. All its markers are looked at where a zone has just come clear and is to be read."""
    if state.bare is not None and state.bare.arrangement is None:
        return registration.sought(mat, frame.at)
    mat = mat or registration.first_mat(state.setup.layout, state.setup.registration, frame.at)
    return mat if is_dark else registration.keep(mat, frame.image, anchors, frame.at, is_doubted)


def _anchors_of(state: Places) -> Anchors:
    """What tells where the table lies."""
    bare = state.bare
    return bare.landmarks if bare and bare.landmarks else Fiducials(state.setup.layout)


# --- tables without a mat --------------------------------------------------------------------------------------------


def _take_in(state: Places, previous: FrameSoFar) -> tuple[Places, TableMemory, Restart | None]:
    """What the frame before has found out about the piles of a bare table."""
    bare, memory = state.bare, previous.memory
    assert bare is not None
    settled = tuple(name for name in previous.settle.ruled if memory.is_pile(name))
    if settled:
        memory = bare_places.follow_piles(memory, bare, settled, previous)
    if previous.settle.first_card is not None:
        bare = bare_table.decide_reading_end(bare, previous.settle.first_card.zone)
        memory = bare_places.choose_reading_direction(memory, bare, previous)
    state = replace(state, bare=bare)
    if bare.arrangement is None or bare.confirmed or previous.frame.at < bare.doubted_at or memory.sight.hands:
        return state, memory, None
    if bare_places.is_any_card_read(memory):
        return replace(state, bare=replace(bare, confirmed=True)), memory, None
    bare, is_other = bare_places.look_elsewhere(bare, state.setup.readers, previous.lamp.frame)
    if not is_other:
        return replace(state, bare=bare), memory, None
    return _begin_anew(state, bare, memory, previous.lamp.frame)


def _search_bare_table(state: Places, memory: TableMemory, frame: Frame) -> tuple[Places, TableMemory, Restart | None]:
    """Look for the piles of a bare table. A printed mat that is seen is taken before them, for it is the surest."""
    bare = state.bare
    assert bare is not None
    if bare.mat is not None and bare.is_search_due(frame.at):
        found = fiducials.register(frame.image, bare.mat)
        if found is not None and len(found.seen) >= MIN_MARKERS_OF_UNEXPECTED_MAT:
            setup = TableSetup(bare.mat, state.setup.readers, state.setup.board)
            fresh = Places(setup, registration.found(found, frame.at))
            return fresh, first_memory(setup), Restart(setup, KEPT_WHEN_FOUND)
    bare = bare_table.search_for_directions(bare, frame.image, frame.at)
    if bare.arrangement is None:
        return replace(state, bare=bare), memory, None
    return _begin_anew(state, bare, None, frame)


def _begin_anew(
    state: Places, bare: BareTable, memory: TableMemory | None, frame: Frame
) -> tuple[Places, TableMemory, Restart | None]:
    """Nothing is known but how the piles of this table lie, and how their places looked. `memory`: where piles were known before, its last
    frame may be looked at again."""
    assert bare.arrangement is not None
    setup = bare_places.set_up_bare_table(state.setup, bare)
    fresh = first_memory(setup)
    if memory is not None:
        fresh = replace(fresh, frames=memory.frames[-1:])
    places = Places(setup, registration.found(bare.arrangement.registration, frame.at), bare)
    return places, fresh, Restart(setup, KEPT_WHEN_FOUND)
