"""From frames to what happened on the table: the whole of the eye in one place.

Frame -> mat registered? -> hands? -> zones that lie clear again are read -> debounce -> events

An `Eye` is a value: what each stage keeps from frame to frame. `seen` takes one frame through all stages, from top to bottom; each is a
function of its own module that takes the old value and hands back the next. No clock is read and no dice are thrown: the same frames
give the same events.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import cv2

from vision import bare_eye, swaying_eye, veiled_eye
from vision.bare import table as bare_table
from vision.bare.table import BareTable
from vision.board import at_draws, cells, view
from vision.board.view import BoardReader
from vision.cameras.frames import check_frame
from vision.cards import piles as card_piles
from vision.errors import CameraUnavailable, EndOfVideo
from vision.eye import Eye, first_eye, first_gate_of, gate_after_search
from vision.marks.table import table_picture
from vision.plane.homography import corners_of, project, rectify
from vision.table import blindness, bumps, clearness, debounce, flicker, light, motion, presence, strewn, torn
from vision.table.blindness import DARK
from vision.table.controls import Showing, read_controls, showing
from vision.table.debounce import TableFact, TableState, ZoneEvent, ZoneLook
from vision.table.fiducials import Registration
from vision.table.layout import Layout
from vision.table.motion import shrink
from vision.table.profile import Profile, profile_for
from vision.table.registration import Mat
from vision.table.visits import Visit
from vision.types import Bumped, Camera, Change, Face, Found, Frame, Image, Lost, Moving, Reader, Still, TableEvent, Touched

LOOKED_AT_AGAIN = 0.3
"""Seconds after which a picture is looked at again that is nearly that of the frame before: does it show the table?"""

BARE = 0.02
"""A control zone without a card of which no larger part looks changed has none still."""

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


# --- one frame, from top to bottom -----------------------------------------------------------------------------------


def seen(eye: Eye, frame: Frame) -> tuple[Eye, list[TableEvent], bool | None]:
    """The eye after one more frame, what it tells, and whether the camera is to hold its light: None for as it does."""
    eye, frame = swaying_eye.steadied(eye, frame)
    small = shrink(frame.image if frame.small is None else frame.small)
    level = sum(cv2.mean(small)[:3]) / 3
    bare = eye.bare
    if eye.bare is not None and eye.bare.arrangement is None and level >= DARK:
        eye = bare_eye.found(eye, eye.bare, frame)
    mat = swaying_eye.registered(eye, frame, level < DARK)
    eye, vague = _vagueness(eye, mat, small, frame.at)
    covered = vague and (not mat.unsure or clearness.blank(small))  # else the mat may be gone, which is told by itself
    eye, told = _attentive(replace(eye, mat=mat, frame=frame, lately=eye.frames), level < DARK, mat.lost, covered)
    holding, hold = light.attend(eye.holding, _calm(eye, mat), level, frame.at)
    flickering, small, gate = flicker.steadied(eye.flicker, small, eye.gate, frame.at)
    frame = replace(frame, image=flicker.evened(frame.image, flickering))
    eye = replace(eye, holding=holding, flicker=flickering, gate=gate, frame=frame)
    if level < DARK or mat.known is None or vague:
        return _blinded(eye), told, hold
    fresh = eye.gate is None or mat.renewed
    eye = swaying_eye.measured(eye, frame, mat.known) if fresh or eye.sway is None else eye
    veils_before = eye.veils
    eye, veiled = veiled_eye.looked(_gated(eye, frame, small, mat.known, fresh), eye.gate, fresh)
    eye, codes = (eye, ()) if fresh or mat.unsure else _strewn(eye, frame, mat.known)
    eye, looks = (eye, _hidden(eye)) if fresh or mat.unsure else _looked(eye, frame, small, mat.known)
    looks = veiled_eye.without_hidden(eye, veils_before, looks)
    eye, facts = _facts(eye, frame, mat, mat.known, codes)
    before = eye.table
    looks = _after_blindness(looks) if eye.unseen else looks | _handed(eye, looks)
    drawing = min(eye.comings.drawing(frame.at), eye.at_draws.began)
    table, changes = debounce.step(before, looks, frame.at, facts, drawing)
    noted = at_draws.noted(eye.at_draws, before.zones, table.zones, frame.at) if eye.board else eye.at_draws
    eye = _settled(replace(eye, table=table, unseen=False, at_draws=noted), frame, mat.known, before)
    eye, changes = bare_eye.decided(eye, frame, mat.known, _while_drawing(eye, changes))
    eye, pushed = _pushed(eye, mat.known, frame.at)
    eye = bare_eye.reconsidered(eye, frame)
    return eye, [*told, *veiled, *bare_eye.told_of(bare, eye), *([Bumped(frame.at)] * pushed), *changes], hold


def _vagueness(eye: Eye, mat: Mat, small: Image, at: float) -> tuple[Eye, bool]:
    """Does the picture not show the table that is known? One that is nearly that of the frame before is not looked at again for a while."""
    if eye.gate is None or mat.renewed:
        return eye, False
    if at - eye.clear_at < LOOKED_AT_AGAIN and clearness.alike(small, eye.gate.before):
        return eye, False
    vague = clearness.unclear(small, eye.gate.table, eye.gate.field, torn.lying(eye.gate.held))
    return replace(eye, clear_at=-math.inf if vague else at), vague


def _blinded(eye: Eye) -> Eye:
    """The eye while it sees nothing: whatever hands were about to do is forgotten, and all is to be looked at anew."""
    gate = replace(eye.gate, jolted=True) if eye.gate else None
    return replace(eye, gate=gate, lately=(), unseen=gate is not None, comings=presence.forgotten(eye.comings))


def _after_blindness(looks: Mapping[str, ZoneLook]) -> dict[str, ZoneLook]:
    """The first looks after the eye saw nothing: hands may have been anywhere."""
    return {name: replace(look, touched=True, unseen=True) for name, look in looks.items()}


def _attentive(eye: Eye, dark: bool, mat_lost: bool, covered: bool) -> tuple[Eye, list[TableEvent]]:
    """Say that the mat, the board or the light is gone or back."""
    missing = eye.board is not None and eye.board.placement is None
    mat = eye.bare.missing if eye.bare else "mat"
    after, reason = blindness.attend(eye.blindness, eye.at, dark, mat_lost, missing, covered, mat)
    told: list[TableEvent] = [] if reason is None else [Lost(eye.at, reason) if reason else Found(eye.at)]
    return replace(eye, blindness=after), told


def _calm(eye: Eye, mat: Mat) -> bool:
    """Does the table lie still under the eye? What hands do is known of the frame before."""
    return mat.known is not None and eye.gate is not None and not eye.blindness.reason and not eye.sight.hands


def _gated(eye: Eye, frame: Frame, small: Image, known: Registration, fresh: bool) -> Eye:
    """What moves over the table. `fresh`: the mat was measured anew, so the board is looked for and the table learned as it lies."""
    if fresh and eye.board:
        eye = replace(eye, board=view.located(eye.board, frame.image, eye.layout, known.to_picture, frame.at))
    gate = eye.gate if eye.gate and not fresh else first_gate_of(eye, frame, small, known)
    gate, sight = motion.look(gate, small, frame.at)
    hidden = sight.jolt and not eye.sight.jolt  # by a lamp that was switched or a push; hands may do anything meanwhile
    return replace(eye, gate=gate, sight=sight, unseen=eye.unseen or hidden)


def _hidden(eye: Eye) -> dict[str, ZoneLook]:
    """Looks at a table of which nothing is known yet: all is to be read, though no hand has been there."""
    return {name: ZoneLook(covered=True, touched=False) for name in eye.table.zones}


def _looked(eye: Eye, frame: Frame, small: Image, known: Registration) -> tuple[Eye, dict[str, ZoneLook]]:
    """A look at every pile and at every cell of the board; those that lie clear and undecided are read."""
    sight, zones = eye.sight, eye.table.zones
    piles = card_piles.forgotten(eye.piles, sight, zones)
    piles, glimpses = card_piles.glimpsed(piles, eye.lately, known.to_picture, sight, zones)
    piles, readings = card_piles.read(piles, frame, known.to_picture, sight, zones)
    eye = replace(eye, piles=piles)
    looks = {name: ZoneLook(name in sight.covered, not sight.jolt, name in sight.resting) for name in piles.piles}
    looks |= {name: replace(looks[name], glimpses=seen) for name, seen in glimpses.items()}
    for name, reading in readings.items():
        looks[name] = replace(looks[name], reading=reading, otherwise=_lies_otherwise(eye, name))
    if eye.board is None:
        return eye, looks
    board, of_cells = cells.looked(eye.board, frame, eye.layout, known.to_picture, sight, zones)
    searched, eye = board.placed_at != eye.board.placed_at, replace(eye, board=board)
    return replace(eye, gate=gate_after_search(eye, frame, small, known)) if searched else eye, looks | of_cells


def _lies_otherwise(eye: Eye, name: str) -> bool:
    """Does the top card lie at another place than before, or had a hand its fingers at this pile just before it lay clear?"""
    since = eye.table.zones[name].clear_since
    visited = since is not None and eye.comings.piles[name].left >= since
    return visited or card_piles.lies_otherwise(eye.piles, name)


def _strewn(eye: Eye, frame: Frame, known: Registration) -> tuple[Eye, tuple[str, ...]]:
    """The codes of control cards that were laid just now, wherever they lie; the zones that such a card hides are covered."""
    if eye.strewn is None or eye.gate is None or eye.sight.jolt:
        return eye, ()
    sheet = strewn.Sheet(frame.image, known.to_picture)
    shown = frozenset(code for showing in eye.controls.values() for code in showing.codes)
    undecided = [eye.table.zones[name] for name in eye.piles.piles if name not in eye.sight.covered]
    clear = [state.clear_since for state in undecided if not state.settled]
    busy = any(since is None or frame.at - since < strewn.CARD_FIRST for since in clear)
    after, codes = strewn.search(eye.strewn, eye.gate, sheet, shown, busy)
    hidden = after.hides(eye.layout)
    sight = replace(eye.sight, covered=eye.sight.covered | hidden) if hidden else eye.sight
    return replace(eye, strewn=after, sight=sight, beneath=hidden | eye.strewn.hides(eye.layout)), codes


def _facts(
    eye: Eye, frame: Frame, mat: Mat, known: Registration, laid: tuple[str, ...]
) -> tuple[Eye, tuple[tuple[float, TableFact], ...]]:
    """Hands that come and go, draw piles that were touched, control cards that were shown; each with when it came about. A card was drawn
    when the hand was at the pile, though that is known only once it leaves. `laid`: control cards beside their zone."""
    steady = not mat.unsure and not mat.renewed and not eye.sight.jolt and not eye.veils.before_lens
    comings, left, turned = presence.come(eye.comings, eye.sight, frame.at, steady)
    gone = [name for name, visit in comings.draws.items() if visit.left == frame.at]
    visits = {name: eye.comings.draws[name] for name in gone}
    eye, codes = _with_controls(replace(eye, comings=comings), frame, known)
    turns = {turn.zone for turn in comings.way.turns}
    touches = [(_touched(eye, name, visit), visit) for name, visit in visits.items() if name not in eye.beneath]
    more = [at_draws.waiting_touch(touch, visit, touch.zone in turns, touch.zone not in left) for touch, visit in touches]
    assert eye.gate is not None
    waiting, touched, none = at_draws.told(eye.at_draws, more, eye.table.zones, eye.gate.field, frame.at)
    touched += [(frame.at, Touched(f"{name}:{code}", frame.at, comings.hand(name))) for name, code in codes]
    touched += [(frame.at, Touched(f"control:{code}", frame.at)) for code in laid]
    presence_told = [(frame.at, Moving(frame.at) if comings.presence.moving else Still(frame.at))] * turned
    return replace(eye, comings=eye.comings.decided(left).unvisited(none), at_draws=waiting), (*touched, *presence_told)


def _while_drawing(eye: Eye, told: tuple[ZoneEvent | TableFact, ...]) -> tuple[ZoneEvent | TableFact, ...]:
    """What is told, each change with whether a hand may have drawn meanwhile of which nothing is told yet."""
    if not eye.comings.may_have_drawn(eye.at):
        return told
    return tuple(replace(one, drawing=True) if isinstance(one, Change) else one for one in told)


def _touched(eye: Eye, draw: str, visit: Visit) -> Touched:
    """The touch of a draw pile by a hand that has just left it."""
    hand, at, began = eye.comings.hand(draw), eye.comings.at, visit.began
    zones, reached = eye.table.zones, {name for name, shares in eye.comings.shares.items() if shares}
    later = [name for name in eye.piles.piles if zones[name].is_unread(began, name in reached)]
    unread = tuple(name for name in later if eye.comings.was_at(name, hand))
    return Touched(draw, at, hand, visit.tidying, unread, visit.lingered)


def _handed(eye: Eye, looks: Mapping[str, ZoneLook]) -> dict[str, ZoneLook]:
    """The looks at those zones in which a hand has its fingers, with that which had most to do there."""
    there = eye.comings.way.reached & looks.keys()
    return {zone: veiled_eye.reached(looks[zone], eye.comings.hand(zone), zone in eye.veils.zones) for zone in there}


def _with_controls(eye: Eye, frame: Frame, known: Registration) -> tuple[Eye, list[tuple[str, str]]]:
    """Control zones with the codes shown there just now, each looked at only around the time when something moves there."""
    controls, codes = dict(eye.controls), list[tuple[str, str]]()
    unchanged = {name for name, part in eye.sight.changed if part < BARE and not controls.get(name, Showing()).codes}
    for name in [name for name in controls if eye.comings.busy(name, frame.at) and name not in unchanged]:
        crop = rectify(frame.image, known.to_picture, eye.layout.zone(name).rect_mm, _fineness(eye.layout, known))
        controls[name], new = showing(controls[name], read_controls(crop), name in eye.sight.covered, frame.at)
        new = tuple(code for code in new if eye.strewn is None or code not in eye.strewn.codes)  # it was pushed there
        codes += [(name, code) for code in new]
    return replace(eye, controls=controls), codes


def _fineness(layout: Layout, known: Registration) -> float:
    return min(FINEST, profile_for(layout, known).px_per_mm)


def _settled(eye: Eye, frame: Frame, known: Registration, before: TableState) -> Eye:
    """Remember what zones look like that were just ruled on, or that hands have left alone for a while."""
    zones = eye.table.zones
    ruled = {
        name: (before.zones[name].face, state.face)
        for name, state in zones.items()
        if state.settled and not before.zones[name].settled
    }
    of_piles = {name: faces for name, faces in ruled.items() if name in eye.piles.piles}
    piles = card_piles.settled(eye.piles, frame.image, known.to_picture, of_piles)
    comings, left = presence.left_alone(eye.comings.decided(ruled), frame.at)
    gate = motion.settle(eye.gate, [*ruled, *left]) if eye.gate else None
    eye = replace(eye, piles=piles, comings=comings, gate=gate)
    return bare_eye.following(eye, frame, known, tuple(of_piles)) if of_piles else eye


def _pushed(eye: Eye, known: Registration, at: float) -> tuple[Eye, bool]:
    """Does mat or board lie elsewhere than it did?"""
    mat = project(corners_of((0.0, 0.0, *eye.layout.size_mm)), known.to_picture)
    board = view.outline_of(eye.board) if eye.board else None
    outlines, far = bumps.bumped(eye.outlines, mat, board, profile_for(eye.layout, known).card_px, at)
    return replace(eye, outlines=outlines), far


# --- frame after frame -----------------------------------------------------------------------------------------------


class Watcher:
    """The eye at a camera, with what a person may want to see of it: the crop a face was read from, and a picture of all it sees.

    Used from one thread. What it keeps does not grow. `ended`: the camera has no further frame.
    """

    def __init__(
        self,
        camera: Camera,
        layout: Layout,
        readers: Mapping[str, Reader],
        profile: Profile | None = None,
        board: BoardReader | None = None,
        hold: Callable[[bool], None] | None = None,
        bare: BareTable | None = None,
    ) -> None:
        """`bare`: what is to be found on a table without a mat; `layout` counts for nothing then. Else as `watch`."""
        self._camera, self._hold = camera, hold
        self.ended = False
        self.eye = replace(first_eye(layout, readers, profile.registration if profile else None, board), bare=bare)

    def events(self) -> Iterator[TableEvent]:
        """As `watch`."""
        while not self.ended:
            try:
                told = self.step()
            except CameraUnavailable:
                yield Lost(self.eye.at, "camera")
                raise
            yield from told

    def step(self) -> list[TableEvent]:
        """What the camera's next frame tells; after its last one, what was not decided yet. Raises `CameraUnavailable`."""
        try:
            frame = self._camera.read()
        except EndOfVideo:
            self.ended = True
            waiting = [one.touch for one in self.eye.at_draws.waiting]
            return [*waiting, *debounce.finish(self.eye.table, self.eye.at)]
        check_frame(frame, self.eye.frame)
        return self.see(frame)

    def see(self, frame: Frame) -> list[TableEvent]:
        """What one more frame tells."""
        self.eye, told, hold = seen(self.eye, frame)
        if hold is not None and self._hold is not None:
            self._hold(hold)
        return told

    @property
    def landmarks(self) -> dict[Face, Image]:
        """How the direction cards and backs of a bare table look, by face; nothing before they were found. See `vision.bare.table`."""
        return bare_table.pictures_of(self.eye.bare) if self.eye.bare else {}

    def swap(self, one: str, other: str) -> list[TableEvent]:
        """A person says that two piles of a bare table go by one another's names. Raises `LayoutError` for a name that none has."""
        before, self.eye = self.eye.bare, bare_eye.swapped(self.eye, one, other)
        return bare_eye.told_of(before, self.eye)

    def draw_pile_at(self, name: str, at: tuple[float, float]) -> list[TableEvent]:
        """A person says where a draw pile of a bare table lies: x and y as shares of the picture. Raises `LayoutError` for a name that none
        has."""
        before, self.eye = self.eye.bare, bare_eye.with_draw_pile(self.eye, name, at)
        return bare_eye.told_of(before, self.eye)

    @property
    def profile(self) -> Profile | None:
        """What is known of the table, None as long as the mat was never found."""
        found = self.eye.mat.registration if self.eye.mat else None
        return profile_for(self.eye.layout, found) if found else None

    @property
    def watching(self) -> bool:
        """Has the table been found, so that what happens on it is seen?"""
        return self.eye.gate is not None

    @property
    def settled(self) -> dict[str, str]:
        """The faces of the card zones in which nothing is to be decided. Of a zone that was bare from the start no event tells."""
        zones = self.eye.table.zones
        return {name: zones[name].face for name in self.eye.piles.piles if zones[name].settled}

    def crop(self, zone: str) -> Image | None:
        """What `zone` was read from, (h, w, 3) uint8 BGR: its top card where one was found, else the zone as seen from above."""
        eye, known = self.eye, self.profile
        if known is None or eye.frame is None:
            return None
        if zone in eye.piles.piles and eye.piles.piles[zone].recognised:
            return eye.piles.piles[zone].crop
        if eye.board and zone in eye.board.reader.names:
            return view.crop_of(eye.board, eye.frame.image, zone)
        rect_mm = eye.layout.zone(zone).rect_mm
        return rectify(eye.frame.image, known.registration.to_picture, rect_mm, min(FINEST, known.px_per_mm))

    def card(self, zone: str) -> Image | None:
        """The card that `zone` was last read as, rectified, (280, 200, 3) uint8 BGR; None where none was read."""
        return self.eye.piles.piles[zone].crop if zone in self.eye.piles.piles else None

    def annotated(self) -> Image | None:
        """The last frame with zones, top cards and faces drawn in."""
        eye, known = self.eye, self.profile
        if known is None or eye.frame is None:
            return None
        to_picture, piles = known.registration.to_picture, eye.piles.piles
        return table_picture(eye.frame.image, to_picture, eye.layout, eye.table.zones, piles, eye.board, eye.sight.covered)
