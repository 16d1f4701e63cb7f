"""From frames to what happened on the table: the whole of the eye in one place.

Frame -> mat registered? -> hands? -> zones that lie clear again are read -> debounce -> events

A `Watcher` owns the values that last from frame to frame; each stage is a function of its own module that takes the old value and
hands back the next. No clock is read and no dice are thrown: the same frames give the same events.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.board import view
from vision.board.view import BoardReader, BoardView
from vision.cards import pile
from vision.cards.pile import Pile
from vision.errors import CameraUnavailable, EndOfVideo
from vision.marks.annotations import CellMark, Mark, annotate, annotate_board
from vision.plane.homography import corners_of, project, rectify
from vision.table import debounce, light, motion, presence, registration
from vision.table.controls import Showing, read_controls, showing
from vision.table.debounce import Fact, Look, TableState
from vision.table.fiducials import Registration
from vision.table.field import field_of
from vision.table.layout import Layout, Zone
from vision.table.light import Holding
from vision.table.motion import Gate, Sight
from vision.table.presence import Presence, Visit
from vision.table.profile import Profile, profile_for
from vision.table.registration import Mat
from vision.types import EMPTY, Bumped, Camera, Found, Frame, Image, Lost, Moving, Reader, Reading, Still, TableEvent, Touched

EFFORT = 2
"""What one frame may cost: a search all of it, a reading 1."""

UNTOUCHED = 0.004
"""A pile of which no larger part looks changed is read where its top card lay."""

REREAD = 2.0
"""Seconds between readings of piles that no hand has touched."""

DOUBT = 0.3
"""The same for one that the last reading contradicted, or that something motionless hides in part."""

LINGER = 1.0
"""Seconds for which a draw or control zone is still looked at after a hand has left it."""

DARK = 8.0
"""Mean grey level below which nothing can be seen."""

BOARDLESS = 5.0
"""Seconds after which a board that cannot be found is worth a word."""

DARKNESS = 1.0
"""Seconds of darkness that are worth a word."""

BUMP = 0.06
"""Widths of a card by which mat or board must lie off to have been bumped: about 4 mm."""

FINEST = 4.0
"""Zones are handed out no finer than this many pixels a millimetre."""


def watch(
    camera: Camera,
    layout: Layout,
    readers: Mapping[str, Reader],
    profile: Profile | None = None,
    board: BoardReader | None = None,
    hold: Callable[[bool], None] | None = None,
) -> Iterator[TableEvent]:
    """All that happens on the table, until the camera's last frame.

    `readers`: by name or by kind of zone ("up1", "card"). `profile`: where the mat lies, if that is known beforehand; a layout without
    fiducials needs none if its millimetres are picture pixels. `board`: reads the cells of a board on its zone, or elsewhere in view.
    `hold`: has the camera hold its exposure, white balance and focus (True), or follow the light again (see `vision.table.light`).
    Events leave in the order in which they came about; `Touched.zone` is a draw zone's name, or "control:end_turn" and the like for a
    QR control card. Raises `CameraUnavailable`, after `Lost(at, "camera")`, and `ReaderUnavailable` if the mat has a control zone and
    zbar is not installed.
    """
    return Watcher(camera, layout, readers, profile, board, hold).events()


class Watcher:
    """The eye, with what a person may want to see of it: the crop a face was read from, and a picture of all it sees.

    Used from one thread. What it keeps does not grow.
    """

    def __init__(
        self,
        camera: Camera,
        layout: Layout,
        readers: Mapping[str, Reader],
        profile: Profile | None = None,
        board: BoardReader | None = None,
        hold: Callable[[bool], None] | None = None,
    ) -> None:
        self._hold, self._holding = hold, Holding()
        self._camera, self._layout, self._known = camera, layout, profile.registration if profile else None
        chosen = {zone.name: readers.get(zone.name) or readers.get(zone.kind) for zone in layout.of_kind("card")}
        self._readers = {name: reader for name, reader in chosen.items() if reader is not None}
        self._piles = {name: Pile(layout.zone(name), layout.card_mm) for name in self._readers}
        self._board = BoardView(board) if board else None
        self._table: TableState = debounce.start([*self._piles, *(board.names if board else ())])
        self._patterns = {id(reader): pile.enrolled_pattern(reader, _aspect(layout)) for reader in self._readers.values()}
        self._presence, self._sight = Presence(), Sight(hands=False)
        self._visits = {zone.name: Visit() for zone in layout.of_kind("draw")}
        self._stays = {name: Visit() for name in self._piles}
        self._showing = {zone.name: Showing() for zone in layout.of_kind("control")}
        self._busy_at = {zone.name: -math.inf for zone in layout.zones if zone.name not in self._piles}
        self._mat: Mat | None = None
        self._gate: Gate | None = None
        self._frame: Frame | None = None
        self._blind, self._dark_since, self._boardless_since = "", math.inf, math.inf
        self._reread_at, self._turn = -math.inf, 0
        self._lay: tuple[NDArray[np.float64] | None, NDArray[np.float64] | None] = (None, None)
        self.foreign_codes = 0
        """How many frames showed a QR code that is no control card."""

    def events(self) -> Iterator[TableEvent]:
        """As `watch`."""
        while True:
            try:
                frame = self._camera.read()
            except EndOfVideo:
                yield from debounce.finish(self._table, self._now)
                return
            except CameraUnavailable:
                yield Lost(self._now, "camera")
                raise
            yield from self.see(frame)

    def see(self, frame: Frame) -> Iterator[TableEvent]:
        """What one more frame tells."""
        doubt = any(state.clear_since == self._now for state in self._table.zones.values())
        self._frame, small = frame, motion.shrink(frame.image)
        dark = float(small.mean()) < DARK
        mat = self._mat or registration.first_mat(self._layout, self._known, frame.at)
        self._mat = mat = mat if dark else registration.keep(mat, frame.image, self._layout, frame.at, doubt)
        gone = "dark" if dark else "mat" if mat.lost else "board" if self._board_gone(frame.at) else ""
        yield from self._blindness(frame.at, gone)
        self._hold_light(float(small.mean()), frame.at)
        if dark or mat.known is None:
            return
        fresh = self._gate is None or mat.renewed
        if fresh and self._board:
            self._board = view.located(self._board, frame.image, self._layout, mat.known.to_picture, frame.at)
        gate = self._gate if self._gate and not fresh else self._first_gate(frame, small, mat.known)
        self._gate, self._sight = motion.look(gate, small, frame.at)
        looks = self._hidden() if fresh or mat.unsure else self._looks(frame, mat.known)
        before = self._table
        self._table, told = debounce.step(before, looks, frame.at, self._facts(frame, mat.known))
        self._settle(frame, mat.known, before)
        yield from self._bumps(frame.at, mat.known)
        yield from told

    def _bumps(self, at: float, known: Registration) -> Iterator[TableEvent]:
        """Say that mat or board lies elsewhere than it did; what is measured a little better was not bumped."""
        outline = view.outline_of(self._board) if self._board else None
        seen = project(corners_of((0.0, 0.0, *self._layout.size_mm)), known.to_picture)
        now, before = (seen, outline), self._lay
        self._lay = (seen, outline if outline is not None else before[1])
        far = BUMP * profile_for(self._layout, known).card_px
        if any(a is not None and b is not None and np.abs(a - b).max() > far for a, b in zip(now, before, strict=True)):
            yield Bumped(at)

    # --- what a person may want to see

    @property
    def profile(self) -> Profile | None:
        """What is known of the table, None as long as the mat was never found."""
        found = self._mat.registration if self._mat else None
        return profile_for(self._layout, found) if found else None

    @property
    def settled(self) -> dict[str, str]:
        """The faces of the card zones in which nothing is to be decided. Of a zone that was bare from the start no event tells."""
        return {name: self._table.zones[name].face for name in self._piles if self._table.zones[name].settled}

    def crop(self, zone: str) -> Image | None:
        """What `zone` was read from, (h, w, 3) uint8 BGR: its top card where one was found, else the zone as seen from above."""
        known = self.profile
        if known is None or self._frame is None:
            return None
        if zone in self._piles and self._piles[zone].sure:
            return self._piles[zone].crop
        if self._board and zone in self._board.reader.names:
            return view.crop_of(self._board, self._frame.image, zone)
        to_picture = known.registration.to_picture
        return rectify(self._frame.image, to_picture, self._layout.zone(zone).rect_mm, min(FINEST, known.px_per_mm))

    def card(self, zone: str) -> Image | None:
        """The card that `zone` was last read as, rectified, (280, 200, 3) uint8 BGR; None where none was read."""
        return self._piles[zone].crop if zone in self._piles else None

    def annotated(self) -> Image | None:
        """The last frame with zones, top cards and faces drawn in."""
        known = self.profile
        if known is None or self._frame is None:
            return None
        placed = self._board is not None and self._board.placement is not None
        zones = [zone for zone in self._layout.zones if not (placed and zone.kind == "board")]
        drawn = annotate(self._frame.image, [self._mark(zone) for zone in zones], known.registration.to_picture)
        return self._with_board(drawn, self._board) if self._board is not None else drawn

    def _with_board(self, drawn: Image, board: BoardView) -> Image:
        outline = view.outline_of(board)
        if outline is None:
            return drawn
        zones, covered = self._table.zones, self._sight.covered
        cells = [
            CellMark(place, zones[name].face, name in covered, zones[name].settled)
            for name, place in view.cells_of(board).items()
        ]
        return annotate_board(drawn, outline, cells)

    def _mark(self, zone: Zone) -> Mark:
        lying, state = self._piles.get(zone.name), self._table.zones.get(zone.name)
        place = lying.place if lying and lying.sure else None
        return Mark(zone, state.face if state else "", place, zone.name in self._sight.covered, state is None or state.settled)

    # --- stages

    @property
    def _now(self) -> float:
        return self._frame.at if self._frame else 0.0

    def _blindness(self, at: float, reason: str) -> Iterator[TableEvent]:
        """Say that the mat or the light is gone or back; a moment of darkness is not worth a word."""
        self._dark_since = min(self._dark_since, at) if reason == "dark" else math.inf
        if reason != self._blind and (reason != "dark" or at - self._dark_since >= DARKNESS):
            self._blind = reason
            yield Lost(at, reason) if reason else Found(at)

    def _board_gone(self, at: float) -> bool:
        """Has the board not been found for a while?"""
        seen = self._board is None or self._board.placement is not None
        self._boardless_since = math.inf if seen else min(self._boardless_since, at)
        return at - self._boardless_since >= BOARDLESS

    def _hold_light(self, level: float, at: float) -> None:
        """Have the camera hold its light once the table has lain still for a while."""
        known = self._mat is not None and self._mat.known is not None and self._gate is not None
        calm = known and not self._blind and not self._sight.hands
        self._holding, told = light.attend(self._holding, calm, level, at)
        if told is not None and self._hold is not None:
            self._hold(told)

    def _hidden(self) -> dict[str, Look]:
        """Looks at a table of which nothing is known yet: all is to be read, though no hand has been there."""
        return {name: Look(covered=True, touched=False) for name in self._table.zones}

    def _looks(self, frame: Frame, found: Registration) -> dict[str, Look]:
        """A look at every pile; those that lie clear and undecided are read, as far as one frame's effort goes."""
        sight, effort = self._sight, EFFORT
        looks = {name: Look(name in sight.covered, not sight.jolt, name in sight.resting) for name in self._piles}
        self._forget_places()
        for name in self._wanted(frame.at):
            reading = None
            while effort > 0 and reading is None:
                reading, effort = self._inspect(name, frame, found, effort)
            otherwise = reading is not None and (pile.lies_otherwise(self._piles[name]) or self._was_visited(name))
            looks[name] = replace(looks[name], reading=reading, otherwise=otherwise)
        return looks | self._cell_looks(frame, found)

    def _was_visited(self, name: str) -> bool:
        """Had a hand its fingers at this pile just before it lay clear?"""
        since = self._table.zones[name].clear_since
        return since is not None and self._stays[name].left >= since

    def _cell_looks(self, frame: Frame, found: Registration) -> dict[str, Look]:
        """A look at every cell of the board; those that lie clear and undecided are read, now and then all that lie clear.

        While hands move over the table only chips and their absence are believed: a sleeve of the mat's colour passes for shade, and what
        it hides for chips that were turned to their white side.
        """
        if self._board is None:
            return {}
        sight, zones, names = self._sight, self._table.zones, self._board.reader.names
        if self._board.placement is None:
            self._find_board(frame, found)
            return {name: Look(covered=True, touched=sight.hands and not sight.jolt) for name in names}
        clear = [name for name in names if name not in sight.covered]
        wanted = [name for name in clear if not zones[name].settled]
        doubtful = any(zones[name].votes.looks for name in clear)
        if not sight.hands and frame.at - self._board.lit_at >= (DOUBT if doubtful else REREAD):
            wanted = clear
        faces = {name: zones[name].face for name in names}
        self._board, readings = view.read(self._board, frame.image, wanted, faces, frame.at)
        if not sight.covered <= sight.resting:
            readings = {name: reading for name, reading in readings.items() if view.is_plain(reading)}
        return {name: Look(name in sight.covered, not sight.jolt, name in sight.resting, readings.get(name)) for name in names}

    def _find_board(self, frame: Frame, found: Registration) -> None:
        """Search for a board that is not where it should be, unless that was done just now. A mat that was bumped looks like a hand
        that rests."""
        at_rest = self._sight.covered <= self._sight.resting
        if self._board and frame.at - self._board.placed_at >= REREAD and at_rest:
            self._board = view.located(self._board, frame.image, self._layout, found.to_picture, frame.at)
            self._gate = self._first_gate(frame, motion.shrink(frame.image), found)

    def _first_gate(self, frame: Frame, small: Image, found: Registration) -> Gate:
        """The table as it looks now: at the start, and whenever the mat was measured anew."""
        layout = self._layout
        if self._board:
            layout = view.with_cells(layout, self._board, found.to_picture)
        picture, size = (frame.image.shape[0], frame.image.shape[1]), (small.shape[0], small.shape[1])
        return motion.first_gate(field_of(layout, found.to_picture, picture, size), small, frame.at)

    def _wanted(self, at: float) -> list[str]:
        """The piles to be read now: all that lie clear and undecided, first come first served; else, now and then, any one."""
        zones = {name: self._table.zones[name] for name in self._piles}
        clear = [name for name in zones if name not in self._sight.covered and not zones[name].settled]
        if clear:
            return sorted(clear, key=lambda name: (at if zones[name].clear_since is None else zones[name].clear_since, name))
        names = [name for name in zones if name not in self._sight.covered or name in self._sight.resting]
        doubtful = [name for name in names if not zones[name].settled or zones[name].votes.looks]
        if not names or at - self._reread_at < (DOUBT if doubtful else REREAD):
            return []
        self._reread_at, self._turn = at, self._turn + 1
        return [(doubtful or names)[self._turn % len(doubtful or names)]]

    def _forget_places(self) -> None:
        """Forget where the top cards lay in zones that just came clear and look changed: a card laid since lies elsewhere."""
        changed = dict(self._sight.changed)
        for name in self._piles.keys() - (self._sight.covered - self._sight.resting):
            state = self._table.zones[name]
            if not state.settled and state.clear_since is None and changed[name] > UNTOUCHED:
                self._piles[name] = replace(self._piles[name], sure=False, places=(), best=None, hasty=False)

    def _inspect(self, name: str, frame: Frame, found: Registration, effort: int) -> tuple[Reading | None, int]:
        """One step towards reading a pile: what was read, if anything, and the effort that is left."""
        lying, reader = self._piles[name], self._readers[name]
        if self._table.zones[name].settled and dict(self._sight.changed)[name] > UNTOUCHED:
            lying = replace(lying, sure=False, places=(), best=None, hasty=False)
        if lying.sure or lying.places:
            self._piles[name], reading = pile.read(lying, frame.image, found.to_picture, reader)
            return reading, effort - 1
        if effort < EFFORT:
            return None, 0
        zone = pile.flat(lying, frame.image, found.to_picture)
        if pile.is_bare(lying, zone):
            self._piles[name] = replace(lying, sure=False)
            return pile.bare_reading(lying), effort - 1
        self._piles[name] = found_pile = pile.searched(lying, zone, self._patterns.get(id(reader)))
        return None if found_pile.places else pile.unread(found_pile), 0

    def _facts(self, frame: Frame, found: Registration) -> tuple[Fact, ...]:
        """Hands that come and go, draw piles that were touched, control cards that were shown."""
        at, facts = frame.at, list[Fact]()
        self._busy_at.update({name: at for name in self._sight.covered if name in self._busy_at})
        steady = self._mat is not None and not self._mat.unsure and not self._mat.renewed and not self._sight.jolt
        for name, state in self._visits.items():  # a table that was pushed looks like one great hand
            self._visits[name], left = (
                presence.visit(state, self._sight, name, at) if steady else (Visit(left=state.left, at=at), False)
            )
            facts += [Touched(name, at)] * left
        for name, state in self._stays.items():
            self._stays[name], _ = presence.visit(state, self._sight, name, at)
        for name in self._showing:
            facts += [Touched(f"{name}:{code}", at) for code in self._shown(name, frame, found)]
        self._presence, turned = presence.attend(self._presence, self._sight, at)
        return (*facts, *([Moving(at) if self._presence.moving else Still(at)] * turned))

    def _shown(self, name: str, frame: Frame, found: Registration) -> tuple[str, ...]:
        """Codes shown just now in a control zone, which is looked at only around the time when something moves there."""
        if frame.at - self._busy_at[name] > LINGER:
            return ()
        shown = read_controls(rectify(frame.image, found.to_picture, self._layout.zone(name).rect_mm, self._fineness(found)))
        self.foreign_codes += shown.foreign
        self._showing[name], codes = showing(self._showing[name], shown, name in self._sight.covered, frame.at)
        return codes

    def _fineness(self, found: Registration) -> float:
        return min(FINEST, profile_for(self._layout, found).px_per_mm)

    def _settle(self, frame: Frame, found: Registration, before: TableState) -> None:
        """Remember what zones look like that were just ruled on, or that hands have left alone for a while."""
        ruled = [name for name, state in self._table.zones.items() if state.settled and not before.zones[name].settled]
        for name in [name for name in ruled if name in self._piles]:
            lying, reader = self._piles[name], self._readers[name]
            zone = pile.flat(lying, frame.image, found.to_picture)
            self._piles[name] = pile.settled(lying, zone, bare=self._table.zones[name].face == EMPTY)
            if lying.sure and not pile.is_enrolled(reader) and self._table.zones[name].face != before.zones[name].face:
                self._patterns[id(reader)] = pile.learned(self._patterns.get(id(reader)), lying)
        left = [name for name, at in self._busy_at.items() if at > -math.inf and frame.at - at > LINGER]
        self._busy_at.update(dict.fromkeys(left, -math.inf))
        if self._gate is not None:
            self._gate = motion.settle(self._gate, [*ruled, *left])


def _aspect(layout: Layout) -> float:
    return layout.card_mm[1] / layout.card_mm[0]
