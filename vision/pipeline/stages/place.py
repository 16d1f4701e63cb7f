"""Where the table lies: its layout, and where that lies in the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from vision.bare import table as bare_table
from vision.bare.table import BareTable
from vision.pipeline.so_far import FrameSoFar, PlaceOutput, Restart, TableMemory, TableSetup, start_memory
from vision.pipeline.stages import bare_places
from vision.pipeline.stages.astray import adopt_laid_card, has_lain_still, notice_strays
from vision.pipeline.stages.expected import read_expected_card
from vision.pipeline.stages.known_again import place_known_table
from vision.place.fiducials import Registration, register_mat
from vision.place.registration import Anchors, Fiducials, Mat, keep_mat, mat_at, seek_mat, start_mat
from vision.steps import Steps
from vision.types import Frame, StrayCard, TableEvent

MIN_MARKERS_OF_UNEXPECTED_MAT = 3  # guess; two markers could be printed on anything, three lie as on the mat

MIN_STILL_TO_READ_S = 0.25  # without motion, to read a table again on which something may be a hand; guess

KEPT_WHEN_FOUND = frozenset({"steady", "place", "visible", "lamp"})
"""The stages that go on when the piles of a bare table were found: those that know nothing of zones."""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """What `Place` keeps."""

    setup: TableSetup
    mat: Mat | None = None  # None before the first frame
    bare: BareTable | None = None  # None where there is a mat
    asked: tuple[StrayCard, ...] = ()  # cards that lie where no pile is known, to be told with this frame


class Place:
    """Finds the mat, or the piles of a table without one, and keeps them registered.

    What the frame before found out about the piles of a bare table is taken in first. A pile lies where its first card is laid, and its
    place follows its cards. Where no card is read for long the piles are looked for elsewhere.
    """

    name = "place"
    runs_blind = True

    def start(self, setup: TableSetup) -> Places:
        """The state of a table that is not found yet."""
        return Places(setup, None, setup.bare)

    def run(self, so_far: FrameSoFar, state: Places) -> tuple[Places, PlaceOutput]:
        """The places, and where the table lies in this frame; a `Restart` where other piles were chosen. The memory is of
        the frame before, under the layout that holds from now on."""
        previous, frame, before, is_dark = so_far.previous, so_far.steady.frame, state.bare, so_far.steady.is_dark
        memory, restart = start_memory(state.setup) if previous is None else previous.memory, None
        if previous is not None and not previous.visible.is_blind and state.bare is not None:
            state, memory, restart = _take_in_frame(state, previous)
        if state.bare is not None and state.bare.arrangement is None and not is_dark:
            state, memory, restart = _search_bare_table(state, memory, so_far)
        mat, bare = state.mat, state.bare
        anchors: Anchors = bare.landmarks if bare and bare.landmarks else Fiducials(state.setup.layout)
        if so_far.steady.hangs_elsewhere and mat is not None:
            mat = replace(mat, pushed=True)
        # all markers are looked at where a zone has just come clear and is to be read
        is_doubted = previous is not None and any(zone.clear_since == previous.frame.at for zone in memory.zones.zones.values())
        mat = _register_layout(state, mat, anchors, frame, is_dark=is_dark, is_doubted=is_doubted)
        shown = mat
        if bare is not None and not is_dark:
            was_pushed = previous is not None and not previous.visible.is_blind and previous.pushes.is_pushed
            bare, memory, mat, shown = place_known_table(state.setup, bare, memory, mat, frame, was_board_pushed=was_pushed)
            anchors = bare.landmarks or anchors
        told: tuple[TableEvent, ...] = ()
        views = bare_places.TableViews(None if state.mat is None else state.mat.registration, mat.registration)
        if bare:
            seen = bare_places.report_seen(before, bare, frame)
            unread = bare_places.report_unread_board(before, bare, frame)
            told = (*seen, *unread, *bare_places.report_places(before, bare, frame, views), *state.asked)
        return replace(state, mat=mat, bare=bare, asked=()), PlaceOutput(memory, shown, mat.known, anchors, bare, told, restart)


def _register_layout(state: Places, mat: Mat | None, anchors: Anchors, frame: Frame, *, is_dark: bool, is_doubted: bool) -> Mat:
    """Where the layout lies in this frame. `is_doubted`: something may not lie where it lay. `is_dark`: nothing can be seen,
    so the mat stays as it was. `anchors`: what tells where the layout lies."""
    if state.bare is not None and state.bare.arrangement is None:
        return seek_mat(mat, frame.at)
    mat = mat or start_mat(state.setup.layout, state.setup.registration, frame.at)
    return mat if is_dark else keep_mat(mat, frame.image, anchors, frame.at, is_doubted=is_doubted)


# --- tables without a mat --------------------------------------------------------------------------------------------


def _take_in_frame(state: Places, previous: FrameSoFar) -> tuple[Places, TableMemory, Restart | None]:
    """The state, the memory, and a restart or None, after what the frame before found out about the piles of a bare table. A
    restart comes back only where other cards turn out to be the direction cards."""
    bare, memory = state.bare, previous.memory
    assert bare is not None
    settled = tuple(name for name in previous.settle.ruled if name in memory.piles.piles)
    if settled:
        memory, bare = bare_places.follow_piles(memory, bare, settled, previous)
        memory, bare = bare_places.judge_places(memory, bare, previous)
    memory, bare = adopt_laid_card(memory, bare, previous)
    memory, bare, asked = notice_strays(memory, bare, previous)
    memory, bare = read_expected_card(memory, bare, previous)
    state = replace(state, bare=bare, asked=asked)
    if bare.arrangement is None or bare.board is not None:
        return state, memory, None
    at, gone = previous.frame.at, memory.sight.bare & bare.arrangement.draws.keys()
    # a hand that lay there as the table was found goes on to look as if it did once it is gone
    is_still = not memory.sight.has_hands or has_lain_still(previous, MIN_STILL_TO_READ_S)
    is_read_again = is_still and bare.is_read_again(at, previous.steady.small)
    if memory.sight.has_hands and not is_read_again:
        return state, memory, None
    is_due = at >= bare.doubted_at or (bool(gone) and at - bare.again_at >= bare_table.BARE_TABLE.gone_every_s)
    if not is_read_again and (not is_due or (bare_table.has_all_draws(bare) and not gone and (bare.confirmed or bare.proven))):
        return state, memory, None
    if bare.landmarks is not None and state.setup.aside.is_busy(bare.landmarks):
        return state, memory, None  # the table may lie elsewhere
    work = partial(bare_places.look_again, bare, state.setup, previous.lamp.frame, gone)
    rest = state.setup.aside.ask_result(bare.arrangement, work)
    if rest is None:
        return state, memory, None
    bare = replace(bare, doubted_at=at + 2 * (at - bare.searched_at), again_at=at)
    if not (bare.arrangement and bare.arrangement.directions):
        bare = replace(bare, looked=previous.steady.small, searched_at=at)
    if rest.other is not None and not bare.proven:
        return _begin_anew(state, replace(rest.other, doubted_at=bare.doubted_at), memory, previous.lamp.frame)
    if rest.draws:
        memory, bare = bare_places.add_draw_piles(memory, bare, rest.draws, previous)
    return replace(state, bare=bare), memory, None


class _Searched(NamedTuple):
    """What a search of one picture has found."""

    bare: BareTable  # with the piles, or only with the search counted
    mat: Registration | None = None  # where a printed mat lies, None where none is seen


def _search_bare_table(state: Places, memory: TableMemory, so_far: FrameSoFar) -> tuple[Places, TableMemory, Restart | None]:
    """The state, the memory, and a restart or None, after a look for the piles of a bare table. A restart comes back where the
    table, or a mat on it, was found.

    Nothing changes where no search is due, and while a picture is still being searched: what is found then comes with a later
    frame.
    """
    bare, frame, now, aside = state.bare, so_far.steady.frame, so_far.steady.small, state.setup.aside
    assert bare is not None
    before = so_far.previous.steady.small if so_far.previous is not None else None
    if (
        not aside.is_busy(bare)
        and not bare.is_search_due(frame.at, now, before)
        and not bare.may_go_without(frame.at, now, before)
    ):
        return state, memory, None
    searched = aside.ask_result(bare, partial(_search_picture, bare.begin_search(frame.at, now), state.setup, frame))
    if searched is None:
        return state, memory, None
    if searched.mat is not None and bare.mat is not None:
        setup = TableSetup(bare.mat, state.setup.readers, state.setup.board, patterns=state.setup.patterns)
        return Places(setup, mat_at(searched.mat, frame.at)), start_memory(setup), Restart(setup, KEPT_WHEN_FOUND)
    if searched.bare.arrangement is None:
        # from now on: a search that took long is followed by a rest as well
        return replace(state, bare=replace(searched.bare, searched_at=frame.at)), memory, None
    return _begin_anew(state, searched.bare, None, frame)


def _search_picture(bare: BareTable, setup: TableSetup, frame: Frame) -> Steps[_Searched]:
    """What the picture of `frame` shows of the table. A printed mat is taken before piles, for it is the surest. Cards that lie
    there already are put in, and those that these have covered meanwhile. `setup`: with the readers of cards. Once no direction cards
    are seen the table goes without."""
    if bare.mat is not None:
        found = register_mat(frame.image, bare.mat)
        if found is not None and len(found.seen) >= MIN_MARKERS_OF_UNEXPECTED_MAT:
            return _Searched(bare, found)
        yield
    bare = yield from bare_table.search_for_directions(bare, frame.image, frame.at)
    bare = yield from bare_places.remember_seen_cards(bare, setup, frame)
    if bare.has_no_directions(frame.at):
        return _Searched((yield from bare_places.go_without_directions(bare, setup, frame)))
    cards = yield from bare_places.read_cards_on(bare, setup, frame)
    return _Searched(bare_places.adopt_lying_cards(bare, cards, frame.at))


def _begin_anew(
    state: Places, bare: BareTable, memory: TableMemory | None, frame: Frame
) -> tuple[Places, TableMemory, Restart | None]:
    """The state, the memory and the restart of a table of which nothing is known but how its piles lie, and how their places
    looked.

    `memory`: where piles were known before, the last frame may be looked at again; None without.
    """
    assert bare.arrangement is not None
    setup = bare_places.set_up_bare_table(state.setup, bare)
    fresh = start_memory(setup)
    if memory is not None:
        fresh = replace(fresh, frames=memory.frames[-1:])
    places = Places(setup, mat_at(bare.arrangement.registration, frame.at), bare)
    return places, fresh, Restart(setup, KEPT_WHEN_FOUND)
