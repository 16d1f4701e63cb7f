"""The layout of a table without a mat: found, learned from the cards that are laid, and following the piles.

Functions of the memory of the table, called by `Place` in order of importance.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.bare import table as bare_table
from vision.bare.laid import LAID_CARD, LyingCard, NewCard, corners_of_card, paint_over, read_face, read_lying_cards
from vision.bare.remembered import add_remembered, remember_cards
from vision.bare.spots import LaidPile
from vision.bare.strays import Stray
from vision.bare.table import BareTable
from vision.board.chips import shrink_fine_picture
from vision.board.light import to_log_levels
from vision.cards.candidates import CARD_CROP_PX
from vision.cards.piles import start_piles
from vision.debounce import ZoneState
from vision.directions.arrangement import measure_turn
from vision.directions.missing import has_card_sides
from vision.errors import LayoutError
from vision.hands.motion import settle_zones
from vision.hands.table_visits import find_last_owner
from vision.hands.visits import ZoneVisit
from vision.pipeline.so_far import FrameSoFar, TableMemory, TableSetup, start_memory
from vision.pipeline.stages.hands import map_zones
from vision.place.fiducials import Registration
from vision.plane.homography import project
from vision.plane.quads import cut_out
from vision.steps import Steps
from vision.types import EMPTY, UNREADABLE, BoardUnread, Frame, PilePlace, PilesFound, Reader, TableSeen

MIN_TOLD_SHIFT_CARDS = 0.1  # widths of a card by which a pushed table's piles lie elsewhere, before it is told; guess


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


def follow_piles(
    memory: TableMemory, bare: BareTable, names: tuple[str, ...], seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table with piles moved to their present top cards: only places tell piles apart.

    `names`: of piles decided in the frame `seen`. Unchanged where no pile moved.
    """
    bare, layout, piles = bare_table.move_places_to_piles(bare, memory.piles, names)
    if layout is None:
        return memory, bare
    return _map_anew(replace(memory, layout=layout, piles=piles), seen), bare


def judge_places(memory: TableMemory, bare: BareTable, seen: FrameSoFar) -> tuple[TableMemory, BareTable]:
    """The memory and the table after the rulings of the frame `seen`: a pile is proven by a card that was read on it, and a
    pile on which no card lies after all is none."""
    found = bare.arrangement
    if found is None:
        return memory, bare
    ruled = {name: seen.settle.zones.zones[name].face for name in seen.settle.ruled if name in bare.laid}
    read = {name: face for name, face in ruled.items() if face not in (EMPTY, UNREADABLE)}
    doubted = bare.doubted
    for name, face in read.items():
        bare = bare_table.settle_by_second_card(bare, name, bare.tops.get(name, EMPTY), face)
    if read:
        bare = replace(bare, tops={**bare.tops, **read})
    proven = read.keys() - bare.proven
    gone = {name for name, face in ruled.items() if face == EMPTY and name in found.directions} - bare.proven
    if not proven and not gone and bare.doubted == doubted:
        return memory, bare
    bare = bare_table.drop_piles(replace(bare, proven=bare.proven | proven), frozenset(gone))
    bare = bare_table.settle_doubted_piles(bare_table.settle_alike_piles(bare))
    piles = bare_table.learn_grounds_of(
        memory.piles, proven & memory.piles.piles.keys(), bare
    )  # the first card may be taken back
    return lay_out_anew(replace(memory, piles=piles), bare, seen), bare


def put_in_card(memory: TableMemory, bare: BareTable, name: str, new: NewCard, seen: FrameSoFar) -> TableMemory:
    """The memory with a new pile on which a card was laid by the hand that was there last. `bare`: with the pile."""
    under = _list_spots_under(new.corners, seen)
    hand = find_last_owner(tuple(share for spot in under for share in memory.visits.shares.get(spot, ())))
    memory = lay_out_anew(replace(memory, visits=memory.visits.close_stays(under)), bare, seen)
    zones = {**memory.zones.zones, name: ZoneState(moved=True, hand=hand)}
    return replace(memory, zones=replace(memory.zones, zones=zones))


def move_pile(memory: TableMemory, bare: BareTable, name: str, new: NewCard, seen: FrameSoFar) -> tuple[TableMemory, BareTable]:
    """The memory and the table with a pile that was carried to where its top card lies now. Nothing was laid: it shows what it
    showed."""
    under = _list_spots_under(new.corners, seen)
    before = memory.zones.zones[name]
    bare = replace(bare_table.lay_pile(bare, name, new.laid), carried=bare.carried + 1)
    memory = lay_out_anew(replace(memory, visits=memory.visits.close_stays(under)), bare, seen)
    zones = {**memory.zones.zones, name: ZoneState(before.face, before.guess, moved=True)}
    return replace(memory, zones=replace(memory.zones, zones=zones)), bare


def move_draw_pile(
    memory: TableMemory, bare: BareTable, name: str, new: NewCard, seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table with a draw pile that was carried to where its top card lies now. Both places pass for what they
    look like: no hand lies there."""
    memory = _settle_look(memory, name)
    memory, bare = add_draw_piles(memory, bare, {name: new.corners}, seen)
    return _settle_look(memory, name), replace(bare, carried=bare.carried + 1)


def _settle_look(memory: TableMemory, name: str) -> TableMemory:
    """The memory with the present look of a zone as that of the table."""
    background = memory.background
    if background is None or name not in background.field.names:
        return memory
    return replace(memory, background=settle_zones(background, [name]))


def _list_spots_under(card: NDArray[np.float64], seen: FrameSoFar) -> list[str]:
    """The spots in which part of a card lies, (4, 2) millimetres."""
    field = seen.hands.background.field
    to_small = np.asarray(np.linalg.inv(field.to_layout), np.float64)
    mask = np.zeros(field.zones.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(project(card, to_small)).astype(np.int32), 1.0)
    inside = np.bincount(field.zones[mask > 0], minlength=len(field.names) + 1)[1:]
    return [
        name for name, px, is_spot in zip(field.names, inside.tolist(), field.spots[1:].tolist(), strict=True) if px and is_spot
    ]


def adopt_lying_cards(bare: BareTable, cards: Sequence[LyingCard], at: float) -> BareTable:
    """The table with piles where cards lie already when it is found, at `at` seconds. A card that was read is no draw pile. One whose
    pile nobody can say lies astray."""
    found = bare.arrangement
    if found is None:
        return bare
    to_mm, card_mm = np.asarray(np.linalg.inv(found.registration.to_picture), np.float64), bare.plan.card_mm
    # a card that was read in a hand seemed larger
    cards = [card for card in cards if card.face or has_card_sides(project(card.quad, to_mm), card_mm, LAID_CARD.max_side_log)]
    places = [bare_table.find_laid(found, np.asarray(card.quad, np.float64)) for card in cards]
    lying = [
        (replace(laid, lay_there=True, face=card.face, beneath=card.beneath), card)
        for laid, card in zip(places, cards, strict=True)
    ]
    bare = bare_table.drop_draw_piles(bare, [laid for laid, _ in lying])
    adopt = bare_table.adopt_card if found.directions else bare_table.adopt_stray
    for _ in range(2):  # those that the others tell apart come second
        for laid, card in lying:
            if not _lies_on_pile(bare, laid):
                bare, _ = adopt(bare, laid, (*card.beneath, card.face)[0])
    left = [(laid, card) for laid, card in lying if not _lies_on_pile(bare, laid)]
    strays = (
        Stray(NewCard(laid, corners_of_card(laid, card_mm), True), card.quad, card.face, at) for laid, card in left if card.face
    )
    return replace(bare, strays=tuple(strays))


def _lies_on_pile(bare: BareTable, laid: LaidPile) -> bool:
    """Does a card lie where a pile lies?"""
    return any(_lies_on(one, laid.at, bare) for one in bare.laid.values())


def _lies_on(pile: LaidPile, at: tuple[float, float], bare: BareTable) -> bool:
    """Does a card with its middle `at` a point, millimetres, lie on a pile?"""
    return math.dist(pile.at, at) < bare.plan.card_mm[0] / 2


def go_without_directions(bare: BareTable, setup: TableSetup, frame: Frame) -> Steps[BareTable]:
    """The table without direction cards, as far as backs or cards are seen: its piles are where cards are laid. Cards that lie
    already are put in. `setup`: with the readers."""
    read = yield from read_lying_cards(frame.image, None, bare.plan.card_mm, list_readers(setup.readers), [])
    cards = add_remembered(bare.remembered, read, frame.image)
    quads = [card.quad for card in cards if card.face]
    bare = yield from bare_table.take_without_directions(bare, frame.image, frame.at, quads)
    return adopt_lying_cards(bare, cards, frame.at)


def remember_seen_cards(bare: BareTable, setup: TableSetup, frame: Frame) -> Steps[BareTable]:
    """The table that is not found yet, with the cards of the deck that the last search has seen on it. `setup`: with the readers."""
    readers, read = list_readers(setup.readers), list[LyingCard]()
    for quad in bare.laid_seen:
        face = read_face(cut_out(frame.image, quad, CARD_CROP_PX), readers)
        read += [LyingCard(quad, face)] if face is not None else []
        yield
    return replace(bare, remembered=remember_cards(bare.remembered, read, frame.image))


def look_again(bare: BareTable, setup: TableSetup, frame: Frame, gone: frozenset[str]) -> Steps[bare_table.LaterSeen]:
    """What is seen of the table now that was not seen when it was found: draw piles, other direction cards, or cards that lie
    beside what else may be direction cards. `setup`: with the readers. `gone`: draw piles that lie no more where they lay."""
    found, card_mm = bare.arrangement, bare.plan.card_mm
    assert found is not None
    laid = [project(corners_of_card(one, card_mm), found.registration.to_picture) for one in bare.laid.values()]
    rest = yield from bare_table.search_for_rest(bare, paint_over(frame.image, laid), frame.at, gone)
    if rest.draws or rest.other is not None or bare.proven or bare.confirmed:
        return rest
    if not found.directions:
        return bare_table.LaterSeen({}, (yield from _read_anew(bare, setup, frame)))
    cards = yield from read_cards_on(bare, setup, frame)
    quads = [np.asarray(card.quad, np.float64) for card in cards]
    other = yield from bare_table.find_other_directions(bare, quads, frame.image)
    return (
        rest if other is None else bare_table.LaterSeen({}, replace(adopt_lying_cards(other, cards, frame.at), confirmed=True))
    )


def _read_anew(bare: BareTable, setup: TableSetup, frame: Frame) -> Steps[BareTable | None]:
    """A table without direction cards, found anew with the cards that can be read on it; None where none can."""
    other = yield from go_without_directions(replace(bare, arrangement=None), setup, frame)
    return bare_table.keep_shown_draws(bare, other) if other.arrangement is not None and other.laid else None


def add_draw_piles(
    memory: TableMemory, bare: BareTable, draws: Mapping[str, NDArray[np.float64]], seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table with further draw piles. `draws`: (4, 2) corners in millimetres of the plane, by name."""
    visits = memory.visits
    for name, card in draws.items():
        bare, visits = bare_table.add_draw_pile(bare, name, card), visits.add_draw_pile(name)
    return lay_out_anew(replace(memory, visits=visits), bare, seen), bare


def read_cards_on(bare: BareTable, setup: TableSetup, frame: Frame) -> Steps[list[LyingCard]]:
    """The cards that can be read anywhere on a found table, without its direction cards. What passes for a draw pile may be one."""
    found = bare.arrangement
    if found is None or not found.directions:
        return []
    known = list(found.directions.values())
    return (yield from read_lying_cards(frame.image, found.registration, bare.plan.card_mm, list_readers(setup.readers), known))


def list_readers(readers: Mapping[str, Reader]) -> list[Reader]:
    """The readers of all decks on the table, each once."""
    return list({id(reader): reader for reader in readers.values()}.values())


class TableViews(NamedTuple):
    """Where the table lay in the picture of the frame before, and where it lies in this one. None where not known."""

    before: Registration | None
    now: Registration | None


def report_places(before: BareTable | None, now: BareTable | None, frame: Frame, views: TableViews) -> tuple[PilesFound, ...]:
    """That piles were found, proven or named, or lie otherwise than `before`; () where nothing of that changed."""
    if now is None or now.arrangement is None:
        return ()
    middles = bare_table.guess_middles(now)
    is_pushed = _is_pushed(list(middles.values()), now.plan.card_mm[0], views)
    is_known = before is not None and _describe_state(before) == _describe_state(now)
    have_moved = is_known and (is_pushed or (before is not None and before.carried != now.carried))
    if is_known and not have_moved:
        return ()
    height, width = frame.image.shape[:2]
    registration = views.now or now.arrangement.registration
    seen = project(list(middles.values()), registration.to_picture).tolist()
    places = tuple(
        PilePlace(name, (x / width, y / height), name in now.proven, bare_table.is_named(now, name), name in now.doubted)
        for name, (x, y) in zip(middles, seen, strict=True)
    )
    return (PilesFound(frame.at, places, now.plan.draws, have_moved),)


def _is_pushed(middles: Sequence[tuple[float, float]], card_width_mm: float, views: TableViews) -> bool:
    """Do the piles lie elsewhere in the picture than in the frame before, for the table or the camera was pushed? `middles`:
    of the piles in millimetres. `card_width_mm`: the unit of `MIN_TOLD_SHIFT_CARDS`."""
    if views.before is None or views.now is None or views.before is views.now or not middles:
        return False
    x, y = middles[0]
    ends = project([(x, y), (x + card_width_mm, y)], views.now.to_picture)
    card_width_px = float(np.linalg.norm(ends[1] - ends[0]))
    shifts = project(middles, views.now.to_picture) - project(middles, views.before.to_picture)
    return bool(np.linalg.norm(shifts, axis=1).max() >= MIN_TOLD_SHIFT_CARDS * card_width_px)


def report_seen(before: BareTable | None, now: BareTable | None, frame: Frame) -> tuple[TableSeen, ...]:
    """The event how many direction cards and backs the latest search has seen. () where an earlier search saw as many, before
    any search, and beside a board."""
    if now is None or now.board is not None or now.searches == 0:
        return ()
    if before is not None and before.searches > 0 and _count_seen(before) == _count_seen(now):
        return ()
    return (TableSeen(frame.at, *_count_seen(now)),)


def report_unread_board(before: BareTable | None, now: BareTable | None, frame: Frame) -> tuple[BoardUnread, ...]:
    """A board of which a search could read no card; () where that was told."""
    known = before.unread_board if before is not None else 0
    return () if now is None or now.unread_board == known else (BoardUnread(frame.at, now.unread_board),)


def turn_unread_board(bare: BareTable | None, number: int, quarters: int) -> BareTable:
    """The table once a person has said how the board lies that could not be read. The board is looked for at once. `number`: of
    its picture; `quarters`: turns clockwise. Raises `LayoutError` where another picture is the last."""
    recognise = bare.board.recognise if bare is not None and bare.board is not None else None
    if bare is None or recognise is None or not recognise.turn_unread(number, quarters):
        raise LayoutError(f"no board waits to be named by picture {number}")
    return replace(bare, searched_at=-math.inf)


def _count_seen(bare: BareTable) -> tuple[int, int]:
    return bare.directions_seen, min(len(bare.backs_seen), len(bare.plan.draws))


def _describe_state(bare: BareTable) -> tuple[object, ...]:
    """What `PilesFound` is told anew for. A pile is told of before its first card: nothing is called of a pile that nobody has named."""
    return id(bare.arrangement), bare_table.guess_middles(bare).keys(), bare.proven, bare.said, bare.doubted


# --- what a person says ----------------------------------------------------------------------------------------------


def swap_piles(
    memory: TableMemory, bare: BareTable | None, one: str, other: str, seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table after a person has exchanged the names of two piles. All are read anew, and what lies there is not told again.

    `one`, `other`: names of the piles; `seen`: the last frame. Raises `LayoutError` for a name that no pile has, and before any
    was found.
    """
    if bare is None or bare.arrangement is None or seen.place.known is None:
        raise refuse_without_piles()
    bare = bare_table.rename_bare_piles(bare, {one: other, other: one})
    return _rename_piles(memory, bare, {one: other, other: one}, seen), bare


def confirm_names(
    memory: TableMemory, bare: BareTable | None, names: Sequence[str], seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table once a person has said that piles bear these `names`. `seen`: the last frame. Raises `LayoutError` for a
    name that no pile has, and before any pile was found."""
    if bare is None or bare.arrangement is None or seen.place.known is None:
        raise refuse_without_piles()
    bare = bare_table.confirm_names(bare, frozenset(names))
    return lay_out_anew(memory, bare, seen), bare


def place_draw_pile(
    memory: TableMemory, bare: BareTable | None, name: str, at: tuple[float, float], seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table once a person has tapped where a draw pile lies.

    `at`: x and y, shares of the picture; `seen`: the last frame. Raises `LayoutError` for a name that no draw pile has, and
    before any pile was found.
    """
    if bare is None or bare.arrangement is None or seen.place.known is None:
        raise refuse_without_piles()
    bare = bare_table.add_draw_pile(bare, name, _find_card_at(memory, at, seen, seen.place.known))
    bare = replace(bare, said=bare.said | {name})
    return lay_out_anew(replace(memory, visits=memory.visits.add_draw_pile(name)), bare, seen), bare


def place_pile(
    memory: TableMemory, bare: BareTable | None, name: str, at: tuple[float, float], seen: FrameSoFar
) -> tuple[TableMemory, BareTable]:
    """The memory and the table once a person has said that the card at a point lies on card pile `name`. The pile is proven and named.
    The card is read anew; one on a pile that is known by another name has been told already.

    `at`: x and y, shares of the picture; `seen`: the last frame. Raises `LayoutError` for a name that no card pile has, and
    before any pile was found.
    """
    if bare is None or bare.arrangement is None or seen.place.known is None:
        raise refuse_without_piles()
    if name not in dict(bare.plan.piles):
        raise LayoutError(f"there is no such pile as {name}")
    card = _find_card_at(memory, at, seen, seen.place.known)
    x, y = card.mean(axis=0).tolist()
    known = next((other for other in bare.proven & bare.laid.keys() if _lies_on(bare.laid[other], (x, y), bare)), None)
    if known is not None and known != name and name not in bare.laid:
        names = {known: name, name: known} if name in bare_table.guess_middles(bare) else {known: name}
        bare = bare_table.rename_bare_piles(bare, names)
        return _rename_piles(memory, bare, names, seen), bare
    own = memory.piles.piles.get(name)
    others = frozenset(other for other, one in bare.laid.items() if other != name and _lies_on(one, (x, y), bare))
    bare = bare_table.drop_piles(bare, others)
    bare = bare_table.lay_pile(replace(bare, other=None, confirmed=True), name, LaidPile((x, y), measure_turn(card)))
    bare = replace(bare, proven=(bare.proven - others) | {name}, said=(bare.said - others) | {name})
    left = [other for other in (name, *others) if other in memory.piles.piles]
    memory = lay_out_anew(_forget_piles(memory, left), bare, seen)
    before = memory.zones.zones[name] if own is None else ZoneState()
    zones = {**memory.zones.zones, name: replace(before, moved=True)}
    return replace(memory, zones=replace(memory.zones, zones=zones)), bare


def _find_card_at(memory: TableMemory, at: tuple[float, float], seen: FrameSoFar, known: Registration) -> NDArray[np.float64]:
    """(4, 2) millimetres of the card that a person tapped. `at`: x and y, shares of the picture."""
    image = seen.lamp.frame.image
    point = (at[0] * image.shape[1], at[1] * image.shape[0])
    return bare_table.find_tapped_card(image, point, known.to_picture, memory.layout.card_mm)


def refuse_without_piles() -> LayoutError:
    """The error for a person who speaks of piles before any was found."""
    return LayoutError("no piles have been found yet")


def _rename_piles(memory: TableMemory, bare: BareTable, names: Mapping[str, str], seen: FrameSoFar) -> TableMemory:
    """The memory with the piles by other names: `names`, new by old. What they show goes with them. What hands do goes on. Of visits only
    presence and tracks of hands go on."""
    layout, board = bare_table.build_bare_layout(bare), memory.board.reader if memory.board else None
    fresh = start_memory(TableSetup(layout, memory.piles.readers, board, bare=bare, patterns=memory.piles.enrolled_patterns))
    known = memory.visits
    visits = replace(fresh.visits, presence=known.presence, tracks=known.tracks, at=known.at)
    shown = {names.get(name, name): state for name, state in memory.zones.zones.items()}
    kept = {
        name: ZoneState(shown[name].face, moved=shown[name].moved, hand=shown[name].hand) if name in shown else state
        for name, state in fresh.zones.zones.items()
    }
    zones = replace(fresh.zones, zones=kept)
    renamed = replace(memory, layout=fresh.layout, piles=fresh.piles, zones=zones, visits=visits)
    return _map_anew(renamed, seen)


def lay_out_anew(memory: TableMemory, bare: BareTable, seen: FrameSoFar) -> TableMemory:
    """The memory with the zones of a table of which other piles are known now. What is known of piles that stay goes on; new
    piles have nothing read."""
    layout = bare_table.build_bare_layout(bare)
    fresh = start_piles(layout, memory.piles.readers, memory.piles.patterns)
    known = memory.piles.piles
    piles = {
        name: replace(known[name], zone=lying.zone)
        if name in known and known[name].middle_mm == bare.laid[name].at
        else bare_table.start_pile(lying, bare.laid[name], bare)
        for name, lying in fresh.piles.items()
    }
    zones = {name: state for name, state in memory.zones.zones.items() if name in piles or name not in known}
    zones |= {name: ZoneState() for name in piles if name not in zones}
    visits = {name: memory.visits.piles.get(name, ZoneVisit()) for name in piles}
    waiting = tuple(one for one in memory.zones.waiting if getattr(one[1], "zone", None) not in known.keys() - piles.keys())
    after = replace(
        memory,
        layout=layout,
        piles=replace(memory.piles, piles=piles, reader_of=fresh.reader_of, patterns=fresh.patterns),
        zones=replace(memory.zones, zones=zones, waiting=waiting),
        visits=replace(memory.visits, piles=visits, are_at_rest=False),
    )
    return _map_anew(after, seen)


def _forget_piles(memory: TableMemory, names: Sequence[str]) -> TableMemory:
    """The memory without anything known of these piles."""
    piles = {name: lying for name, lying in memory.piles.piles.items() if name not in names}
    zones = {name: state for name, state in memory.zones.zones.items() if name not in names}
    return replace(memory, piles=replace(memory.piles, piles=piles), zones=replace(memory.zones, zones=zones))


def _map_anew(memory: TableMemory, seen: FrameSoFar) -> TableMemory:
    """The memory with its zones where they lie now in the small picture. Unchanged while nothing is known of background or
    place."""
    if memory.background is None or seen.place.known is None:
        return memory
    field = map_zones(memory.layout, memory.board, seen.lamp.frame, memory.background.before, seen.place.known)
    return replace(memory, background=replace(memory.background, field=field))
