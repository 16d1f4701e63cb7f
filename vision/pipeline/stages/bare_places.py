"""The layout of a table without a mat: found, decided by the first card where two are possible, and following the piles.

Functions of the memory of the table, called by `Place` in order of importance.
"""

from __future__ import annotations

from dataclasses import replace

from vision.bare import table as bare_table
from vision.bare.arrangement import OTHERWISE
from vision.bare.table import BareTable
from vision.board.chips import shrink_fine_picture
from vision.board.light import to_log_levels
from vision.cards.piles import start_piles
from vision.debounce import ZoneState
from vision.errors import LayoutError
from vision.pipeline.so_far import FrameSoFar, TableMemory, TableSetup, start_memory
from vision.pipeline.stages.hands import map_zones
from vision.plane.homography import project
from vision.types import EMPTY, UNREADABLE, Frame, PilePlace, PilesFound


def set_up_bare_table(setup: TableSetup, bare: BareTable) -> TableSetup:
    """The setup of a table whose piles were found. Board and reader are replaced where the search saw others. Raises
    `AssertionError` before the piles are found."""
    assert bare.arrangement is not None
    board, seen = setup.board, bare.arrangement.board
    if bare.arrangement.reader is not None:
        board = bare.arrangement.reader
    elif board and seen:  # the light is measured around the board too
        board = replace(board, board=seen, chips=replace(board.chips, empty=to_log_levels(shrink_fine_picture(seen.fine))))
    layout = bare_table.build_bare_layout(bare)
    return replace(setup, layout=layout, board=board, registration=bare.arrangement.registration, bare=bare)


def follow_piles(memory: TableMemory, bare: BareTable, names: tuple[str, ...], seen: FrameSoFar) -> TableMemory:
    """The memory with piles moved to their present top cards: only places tell piles apart.

    `names`: of piles decided in the frame `seen`. Unchanged where no pile moved.
    """
    layout, piles = bare_table.move_places_to_piles(memory.layout, memory.piles, bare, names)
    if layout is memory.layout:
        return memory
    return _map_anew(replace(memory, layout=layout, piles=piles), seen)


def choose_reading_direction(memory: TableMemory, bare: BareTable, seen: FrameSoFar) -> TableMemory:
    """The memory once the first card, told in the frame `seen`, has shown from which end the column is read.

    What was told of the card's pile is read again under the pile's name. `bare`: with the direction already decided. Raises
    `AssertionError` without a first card.
    """
    first = seen.settle.first_card
    assert first is not None
    renamed = _rename_piles(memory, bare, seen)
    zones, name = dict(renamed.zones.zones), first.zone.removeprefix(OTHERWISE)
    zones[name] = ZoneState(moved=True, hand=first.hand)
    return replace(renamed, zones=replace(renamed.zones, zones=zones))


def is_any_card_read(memory: TableMemory) -> bool:
    """Is the face of any zone known: neither empty nor unread?"""
    return any(zone.face not in (EMPTY, UNREADABLE) for zone in memory.zones.zones.values())


def look_elsewhere(bare: BareTable, setup: TableSetup, frame: Frame) -> tuple[BareTable, bool]:
    """The table, and whether it lies otherwise than it was found; doubted again later in any case.

    More of the table is seen now, or cards lie beside what else may be direction cards. `setup`: with the readers.
    """
    bare = replace(bare, doubted_at=frame.at + 2 * (frame.at - bare.searched_at))
    other = bare_table.search_for_more(bare, frame.image, frame.at)
    if other is None:
        other = bare_table.find_other_directions(
            bare, lambda layout: start_piles(layout, setup.readers, setup.patterns), frame.image
        )
        other = other and replace(other, confirmed=True)
    is_other = other is not None and other.arrangement is not None
    return (other, True) if other is not None and is_other else (bare, False)


def report_places(before: BareTable | None, now: BareTable | None, frame: Frame) -> tuple[PilesFound, ...]:
    """That piles were found, or lie otherwise than `before`, once it is known from which end a column is read; () where nothing changed."""
    if now is None or now.arrangement is None or now.other is not None:
        return ()
    if before is not None and before.arrangement is now.arrangement and before.other is None:
        return ()
    height, width = frame.image.shape[:2]
    middles = list(now.arrangement.middles.items())
    seen = project([at for _, at in middles], now.arrangement.registration.to_picture).tolist()
    places = tuple(
        PilePlace(name, (x / width, y / height), is_named=now.sure or name not in now.arrangement.unnamed)
        for (name, _), (x, y) in zip(middles, seen, strict=True)
    )
    return (PilesFound(frame.at, places, now.plan.draws),)


# --- what a person says ----------------------------------------------------------------------------------------------


def swap_piles(
    memory: TableMemory, bare: BareTable | None, one: str, other: str, seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table after a person has exchanged the names of two piles. Both piles are read anew.

    `one`, `other`: names of the piles; `seen`: the last frame. Raises `LayoutError` for a name that no pile has, and before any
    was found.
    """
    if bare is None or bare.arrangement is None or seen.place.known is None:
        raise refuse_without_piles()
    middles = {name: lying.middle_mm for name, lying in memory.piles.piles.items() if lying.middle_mm is not None}
    bare = bare_table.rename_bare_piles(bare, middles, {one: other, other: one})
    return _rename_piles(memory, bare, seen), bare


def place_draw_pile(
    memory: TableMemory, bare: BareTable | None, name: str, at: tuple[float, float], seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table once a person has tapped where a draw pile lies.

    `at`: x and y, shares of the picture; `seen`: the last frame. Raises `LayoutError` for a name that no draw pile has, and
    before any pile was found.
    """
    if bare is None or bare.arrangement is None or seen.place.known is None:
        raise refuse_without_piles()
    image = seen.lamp.frame.image
    point = (at[0] * image.shape[1], at[1] * image.shape[0])
    card = bare_table.find_tapped_card(image, point, seen.place.known.to_picture, memory.layout.card_mm)
    bare, layout = bare_table.add_tapped_draw_pile(bare, memory.layout, name, card)
    visits = memory.visits.add_draw_pile(name)
    return _map_anew(replace(memory, layout=layout, visits=visits), seen), bare


def refuse_without_piles() -> LayoutError:
    """The error for a person who speaks of piles before any was found."""
    return LayoutError("no piles have been found yet")


def _rename_piles(memory: TableMemory, bare: BareTable, seen: FrameSoFar) -> TableMemory:
    """The memory with the piles by other names, and nothing read of them yet. What hands do goes on. Of visits only presence
    and tracks of hands go on."""
    layout, board = bare_table.build_bare_layout(bare), memory.board.reader if memory.board else None
    fresh = start_memory(TableSetup(layout, memory.piles.readers, board, bare=bare, patterns=memory.piles.enrolled_patterns))
    known = memory.visits
    visits = replace(fresh.visits, presence=known.presence, tracks=known.tracks, at=known.at)
    renamed = replace(memory, layout=fresh.layout, piles=fresh.piles, zones=fresh.zones, visits=visits)
    return _map_anew(renamed, seen)


def _map_anew(memory: TableMemory, seen: FrameSoFar) -> TableMemory:
    """The memory with its zones where they lie now in the small picture. Unchanged while nothing is known of background or
    place."""
    if memory.background is None or seen.place.known is None:
        return memory
    field = map_zones(memory.layout, memory.board, seen.lamp.frame, memory.background.before, seen.place.known)
    return replace(memory, background=replace(memory.background, field=field))
