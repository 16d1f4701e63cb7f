"""The eye at a table without a mat: its layout is found, decided by the first card where two are possible, and follows the piles."""

from __future__ import annotations

from dataclasses import replace

from vision.bare import table as bare_table
from vision.bare import tapped
from vision.bare.arrangement import OTHERWISE
from vision.bare.table import BareTable
from vision.board.chips import shrink
from vision.board.light import logarithm
from vision.cards.piles import first_piles
from vision.errors import LayoutError
from vision.eye import Eye, eye_field, first_eye
from vision.plane.homography import project
from vision.table import fiducials, registration
from vision.table.debounce import TableFact, ZoneEvent, ZoneState
from vision.table.fiducials import Registration
from vision.types import EMPTY, UNREADABLE, Change, Frame, Handled, PilesFound, TableEvent

MARKERS = 3
"""Markers of a printed mat from which it passes for seen where none was expected."""


def found(eye: Eye, bare: BareTable, frame: Frame) -> Eye:
    """The eye once the piles of a bare table were looked for; those that are found are its layout. A printed mat that is seen is taken
    before them, for it is the surest."""
    if bare.mat is not None and bare.is_due(frame.at):
        mat = fiducials.register(frame.image, bare.mat)
        if mat is not None and len(mat.seen) >= MARKERS:
            on_mat = first_eye(bare.mat, eye.piles.readers, None, eye.board.reader if eye.board else None)
            return replace(on_mat, mat=registration.found(mat, frame.at), blindness=eye.blindness)
    bare = bare_table.searched(bare, frame.image, frame.at)
    if bare.arrangement is None:
        return replace(eye, bare=bare)
    fresh = _laid_out(eye, bare)
    return replace(fresh, mat=registration.found(bare.arrangement.registration, frame.at), blindness=eye.blindness)


def reconsidered(eye: Eye, frame: Frame) -> Eye:
    """The eye as long as nothing was read on the piles that it found: where more of them is seen now, or cards lie beside what else may be
    direction cards, those are."""
    bare = eye.bare
    if bare is None or bare.arrangement is None or bare.confirmed or frame.at < bare.doubted_at or eye.sight.hands:
        return eye
    if any(state.face not in (EMPTY, UNREADABLE) for state in eye.table.zones.values()):
        return replace(eye, bare=replace(bare, confirmed=True))
    bare = replace(bare, doubted_at=frame.at + 2 * (frame.at - bare.searched_at))
    other = bare_table.better(bare, frame.image, frame.at)
    if other is None:
        other = bare_table.elsewhere(bare, lambda layout: first_piles(layout, eye.piles.readers), frame.image)
        other = other and replace(other, confirmed=True)
    if other is None or other.arrangement is None:
        return replace(eye, bare=bare)
    fresh = _laid_out(eye, other)
    return replace(
        fresh,
        mat=registration.found(other.arrangement.registration, frame.at),
        blindness=eye.blindness,
        frame=frame,
        sway=eye.sway,
    )


def _laid_out(eye: Eye, bare: BareTable) -> Eye:
    """An eye that knows nothing but how the piles of this table lie, and how their places looked then."""
    assert bare.arrangement is not None
    layout, known = bare_table.layout_of(bare), bare.arrangement.registration
    board, seen = eye.board.reader if eye.board else None, bare.arrangement.board
    if bare.arrangement.reader is not None:
        board = bare.arrangement.reader
    elif board and seen:  # the light is measured around the board too
        board = replace(board, board=seen, chips=replace(board.chips, empty=logarithm(shrink(seen.fine))))
    fresh = first_eye(layout, eye.piles.readers, known, board)
    return replace(fresh, bare=bare, piles=bare_table.with_grounds(bare_table.with_middles(fresh.piles, bare), bare))


def decided(
    eye: Eye, frame: Frame, known: Registration, told: tuple[ZoneEvent | TableFact, ...]
) -> tuple[Eye, tuple[ZoneEvent | TableFact, ...]]:
    """The eye once the first card tells from which end the column is read. `told`: in this frame; what is told of a pile before that is
    read again as soon as its name is known."""
    if eye.bare is None or eye.bare.other is None or eye.gate is None:
        return eye, told
    kept = tuple(one for one in told if not isinstance(one, Change | Handled))
    first = next((one for one in told if isinstance(one, Change) and one.accepted and one.after), None)
    if first is None:
        return eye, kept
    bare = bare_table.decided(eye.bare, first.zone)
    fresh, name = _laid_out(eye, bare), first.zone.removeprefix(OTHERWISE)
    zones = {**fresh.table.zones, name: ZoneState(moved=True, hand=first.hand)}
    after = replace(
        eye,
        layout=fresh.layout,
        piles=fresh.piles,
        comings=replace(fresh.comings, presence=eye.comings.presence, way=eye.comings.way, at=eye.comings.at),
        table=replace(fresh.table, zones=zones),
        bare=bare,
    )
    return _with_field(after, frame, known), kept


def told_of(before: BareTable | None, eye: Eye) -> list[TableEvent]:
    """That the piles were found, once it is decided how the table lies."""
    bare = eye.bare
    if bare is None or bare.arrangement is None or bare.other is not None or eye.frame is None:
        return []
    if before is not None and before.arrangement is bare.arrangement and before.other is None:
        return []
    height, width = eye.frame.image.shape[:2]
    middles = list(bare.arrangement.middles.items())
    seen = project([at for _, at in middles], bare.arrangement.registration.to_picture).tolist()
    places = tuple((name, x / width, y / height) for (name, _), (x, y) in zip(middles, seen, strict=True))
    return [PilesFound(eye.at, places, bare.sure, bare.plan.draws)]


def swapped(eye: Eye, one: str, other: str) -> Eye:
    """The eye once a person has said that two piles go by one another's names. What lies there is read anew. Raises `LayoutError` for a
    name that no pile has."""
    if eye.bare is None or eye.bare.arrangement is None or eye.frame is None or eye.mat is None or eye.mat.known is None:
        raise LayoutError("no piles have been found yet")
    middles = {name: lying.middle_mm for name, lying in eye.piles.piles.items() if lying.middle_mm is not None}
    bare = bare_table.renamed(eye.bare, middles, {one: other, other: one})
    fresh = _laid_out(eye, bare)
    comings = replace(fresh.comings, presence=eye.comings.presence, way=eye.comings.way, at=eye.comings.at)
    after = replace(eye, layout=fresh.layout, piles=fresh.piles, comings=comings, table=fresh.table, bare=bare)
    return _with_field(after, eye.frame, eye.mat.known)


def with_draw_pile(eye: Eye, name: str, at: tuple[float, float]) -> Eye:
    """The eye once a person has tapped where a draw pile lies, in shares of the picture. Raises `LayoutError` for a name that none has."""
    if eye.bare is None or eye.bare.arrangement is None or eye.frame is None or eye.mat is None or eye.mat.known is None:
        raise LayoutError("no piles have been found yet")
    image, known = eye.frame.image, eye.mat.known
    point = (at[0] * image.shape[1], at[1] * image.shape[0])
    card = tapped.card_at(image, point, known.to_picture, eye.layout.card_mm)
    bare, layout = bare_table.with_draw_pile(eye.bare, eye.layout, name, card)
    return _with_field(replace(eye, layout=layout, comings=eye.comings.with_draw_pile(name), bare=bare), eye.frame, known)


def following(eye: Eye, frame: Frame, known: Registration, names: tuple[str, ...]) -> Eye:
    """The eye whose places follow the piles that were just settled: nothing but where it lies says which pile is which."""
    if eye.bare is None or eye.gate is None:
        return eye
    layout, piles = bare_table.followed(eye.layout, eye.piles, eye.bare, names)
    return eye if layout is eye.layout else _with_field(replace(eye, layout=layout, piles=piles), frame, known)


def _with_field(eye: Eye, frame: Frame, known: Registration) -> Eye:
    """The eye with its zones where they are now in the small picture."""
    if eye.gate is None:
        return eye
    size = (eye.gate.before.shape[0], eye.gate.before.shape[1])
    return replace(eye, gate=replace(eye.gate, field=eye_field(eye, frame, size, known)))
