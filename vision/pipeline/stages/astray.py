"""Cards that lie where no pile is known: noticed once hands are gone, put in where one pile can be meant, else asked about once.

Functions of the memory of the table, called by `Place` after each frame.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.bare import table as bare_table
from vision.bare.laid import NewCard, TableLooks, find_new_card
from vision.bare.strays import Calm, Stray
from vision.bare.table import BareTable
from vision.cards.candidates import CARD_CROP_PX
from vision.cards.outlines import fit_quads_to_edges
from vision.directions.arrangement import Corners, mean_tilt
from vision.hands.field import Field
from vision.hands.motion import shrink_frame
from vision.hands.patches import PATCHES
from vision.pipeline.so_far import FrameSoFar, TableMemory
from vision.pipeline.stages.bare_places import list_readers, move_draw_pile, move_pile, put_in_card
from vision.plane.homography import project
from vision.plane.quads import Quad, cut_out
from vision.types import EMPTY, UNREADABLE, Face, Image, Reader, StrayCard

# --- cards beside direction cards ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AdoptLimits:
    """When something new beside the piles is looked at."""

    min_changed_cards: float = 0.3  # part of a card that looks other; guess
    still_s: float = PATCHES.laid_s  # without motion; two frames
    part_still_s: float = 0.6  # the same of what does not show its whole outline; guess
    most: int = 3  # things looked at in one frame; guess
    again_s: float = 0.2  # until what was no card is looked at again; guess


ADOPT = AdoptLimits()


def adopt_laid_card(memory: TableMemory, bare: BareTable, seen: FrameSoFar) -> tuple[TableMemory, BareTable]:
    """The memory and the table with a pile where a card has come to lie beside a direction card, in the frame `seen`.

    Unchanged where nothing new lies still beside one, and where nobody can say whose pile it is.
    """
    at = seen.frame.at
    if bare.arrangement is None or bare.ground is None or at < bare.looked_at + ADOPT.again_s:
        return memory, bare
    things = [thing for thing in _find_things_on_spots(seen) if not _lies_on_stray(thing.at, bare)]
    if not things:
        return memory, bare
    bare = replace(bare, looked_at=at)
    for thing in things[: ADOPT.most]:
        new = _look_at_thing(memory, bare, seen, thing)
        if new is None or _is_known(new, bare):
            continue
        vacant, stray = _list_vacant_piles(memory, bare), None
        if vacant:
            stray = _look_at_stray(memory, new, seen)
            carried = _find_carried_pile(stray, vacant)
            if carried is not None:
                memory, bare = move_pile(memory, bare, carried, new, seen)
                return memory, replace(bare, looked_at=-math.inf)
        if stray is None and bare_table.has_unread_direction(bare, new.laid):
            stray = _look_at_stray(memory, new, seen)
        after, name = bare_table.adopt_card(bare, new.laid, stray.face if stray is not None and stray.is_read else UNREADABLE)
        if name is not None:
            return put_in_card(memory, after, name, new, seen), replace(after, looked_at=-math.inf)
        stray = stray or _look_at_stray(memory, new, seen)
        after, name = bare_table.adopt_stray(bare, new.laid, stray.face) if stray.is_read else (bare, None)
        if name is not None:
            return put_in_card(memory, after, name, new, seen), replace(after, looked_at=-math.inf)
        bare = replace(bare, strays=(*bare.strays, stray))
    return memory, bare


def _look_at_thing(memory: TableMemory, bare: BareTable, seen: FrameSoFar, thing: _NewThing) -> NewCard | None:
    """The card that a new thing on the table is, None for anything else, and while it may be a card in a hand."""
    found = bare.arrangement
    assert found is not None and bare.ground is not None
    known = _list_known_cards(memory, bare)
    looks = TableLooks(
        seen.lamp.frame.image, seen.hands.known, bare.ground, found.registration, bare_table.is_plane_rough(bare)
    )
    new = find_new_card(looks, thing.at, memory.layout.card_mm, known, mean_tilt(list(found.directions.values())))
    return new if new is not None and (new.is_whole or thing.still_s >= ADOPT.part_still_s) else None


class _NewThing(NamedTuple):
    """Something that has come to lie on spots."""

    at: tuple[float, float]  # its middle, millimetres
    still_s: float  # seconds without motion


def _find_things_on_spots(seen: FrameSoFar) -> list[_NewThing]:
    """The things that have come to lie still on spots without an arm over them, largest first."""
    background, sight = seen.hands.background, seen.controls.sight
    field, busy = background.field, {zone for arm in sight.arms for zone in arm.over}
    changed = dict(sight.changed)
    least = ADOPT.min_changed_cards * field.card_px
    free = [
        index
        for index, name in enumerate(field.names)
        if field.spots[1 + index] and name not in busy and changed.get(name, 0.0) * field.areas[index] > 0.1 * least
    ]
    if sight.is_jolted or not free:
        return []
    chosen = np.zeros(len(field.names) + 1, np.bool_)
    chosen[[1 + index for index in free]] = True
    mask = (chosen[field.zones] & (background.foreground > 0)).astype(np.uint8)
    count, labels, stats, middles = cv2.connectedComponentsWithStats(
        np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8)), np.uint8), connectivity=8
    )
    now, things = seen.frame.at - background.start, list[_NewThing]()
    for label in sorted(range(1, count), key=lambda label: -int(stats[label, cv2.CC_STAT_AREA])):
        still_s = now - float(background.moved_at[labels == label].max())
        if stats[label, cv2.CC_STAT_AREA] >= least and still_s >= ADOPT.still_s:
            x, y = project([middles[label]], field.to_layout)[0].tolist()
            things.append(_NewThing((x, y), still_s))
    return things


# --- cards anywhere -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AstrayLimits:
    """When a card lies where no pile is known."""

    calm_s: float = 0.2  # without hands, about two frames; guess
    still_s: float = 0.8  # without motion anywhere, whatever lies there; guess
    asked_after_s: float = 2.0  # of lying still; guess
    min_change: tuple[float, float] = (12.0, 0.1)  # grey levels, and part of the brightness, that looks other; guess
    card_parts: tuple[float, float] = (
        0.35,
        2.2,
    )  # area of what changed, in cards: with its shade, or half as light as the table; guess
    most: int = 4  # things looked at in one frame; guess
    same_card: float = 0.4  # of a card's width between two looks at one card; guess
    max_back_levels: float = 20.0  # of grey by which what lies there differs from a draw pile's back; guess
    rim: float = 0.005  # of the picture's width, from its rim; guess
    lost_rows: int = 2  # cards in a row that nobody could say the pile of: the table is measured anew; guess


ASTRAY = AstrayLimits()


class Noticed(NamedTuple):
    """What became of cards that lie astray."""

    memory: TableMemory
    bare: BareTable
    told: tuple[StrayCard, ...] = ()


def notice_strays(memory: TableMemory, bare: BareTable, seen: FrameSoFar) -> Noticed:
    """The memory, the table and what is to be asked after the frame `seen`. Unchanged while hands are over the table, beside a
    board, and before the table is found."""
    found, sight, at = bare.arrangement, seen.controls.sight, seen.frame.at
    if found is None or bare.board is not None or bare.ground is None:
        return Noticed(memory, bare)
    calm = bare.calm or Calm(bare.ground, shrink_frame(bare.ground), found.registration)
    if sight.is_jolted or seen.hands.known is not calm.registration or not seen.hands.can_read:
        if seen.hands.known is not calm.registration and not sight.is_jolted and not sight.has_hands:
            calm = Calm(seen.lamp.frame.image, seen.lamp.small, seen.hands.known, is_looked_at=True)
        return Noticed(memory, replace(bare, calm=replace(calm, since=math.inf)))
    if sight.has_hands and not has_lain_still(seen, ASTRAY.still_s):
        return Noticed(memory, replace(bare, calm=replace(calm, since=math.inf, is_looked_at=False)))
    calm = replace(calm, since=min(calm.since, at))
    if not calm.is_looked_at and at - calm.since >= ASTRAY.calm_s:
        bare = _add_strays(memory, bare, calm, seen)
        calm = Calm(seen.lamp.frame.image, seen.lamp.small, seen.hands.known, calm.since, is_looked_at=True)
    return _settle_strays(memory, replace(bare, calm=calm), seen)


def has_lain_still(seen: FrameSoFar, seconds: float) -> bool:
    """Has nothing moved anywhere for so many `seconds`, whatever may be a hand?"""
    background = seen.hands.background
    return seen.frame.at - background.start - float(background.moved_at.max()) >= seconds


def _add_strays(memory: TableMemory, bare: BareTable, calm: Calm, seen: FrameSoFar) -> BareTable:
    """The table with the cards that have come to lie since it was last calm and no pile took."""
    found, card_mm = bare.arrangement, memory.layout.card_mm
    assert found is not None
    looks = TableLooks(seen.lamp.frame.image, seen.hands.known, calm.image, calm.registration, bare_table.is_plane_rough(bare))
    known = _list_known_cards(memory, bare)
    straight = mean_tilt(list(found.directions.values())) if found.directions else 0.0
    strays = list(bare.strays)
    for middle in _find_new_things(calm.small, seen.lamp.small, seen.hands.background.field)[: ASTRAY.most]:
        new = find_new_card(looks, middle, card_mm, known, straight)
        if new is not None and new.is_whole and not _is_known(new, replace(bare, strays=tuple(strays))):
            strays.append(_look_at_stray(memory, new, seen))
    return replace(bare, strays=tuple(strays))


def _find_new_things(before: Image, now: Image, field: Field) -> list[tuple[float, float]]:
    """The middles, in millimetres, of what changed off the piles and is about as large as a card, largest first. `before`, `now`:
    (h, w, 3) small pictures."""
    if before.shape != now.shape:
        return []
    seen, known = (cv2.blur(one, (3, 3)).astype(np.float32) for one in (now, before))
    gain = np.median((seen[::4, ::4] + 8) / (known[::4, ::4] + 8), axis=(0, 1)).astype(np.float32)
    levels, part = ASTRAY.min_change
    off = (np.abs(seen - known * gain) > levels + part * seen).any(axis=2)
    off &= (field.zones == 0) | field.spots[field.zones]
    closed = cv2.morphologyEx(off.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    count, _, stats, middles = cv2.connectedComponentsWithStats(np.asarray(closed, np.uint8), connectivity=8)
    least, most = (share * field.card_px for share in ASTRAY.card_parts)
    areas = stats[:, cv2.CC_STAT_AREA].tolist()
    fitting = sorted((i for i in range(1, count) if least <= areas[i] <= most), key=lambda i: -areas[i])
    if not fitting:
        return []
    return [(x, y) for x, y in project(middles[fitting], field.to_layout).tolist()]


def _lies_on_stray(at: tuple[float, float], bare: BareTable) -> bool:
    """Is a point, millimetres, part of a stray card or of its shade?"""
    grown = (stray.new.corners + 0.15 * (stray.new.corners - stray.new.corners.mean(axis=0)) for stray in bare.strays)
    return any(cv2.pointPolygonTest(corners.astype(np.float32), at, False) >= 0 for corners in grown)


def _list_known_cards(memory: TableMemory, bare: BareTable) -> list[Corners]:
    """The cards that lie on the table and are known, (4, 2) millimetres each."""
    found = bare.arrangement
    assert found is not None
    lying = [lying.place for name, lying in memory.piles.piles.items() if lying.place is not None and name in bare.proven]
    return [*found.directions.values(), *found.draws.values(), *lying, *(stray.new.corners for stray in bare.strays)]


def _is_known(new: NewCard, bare: BareTable) -> bool:
    """Lies a card where a proven pile or a stray card lies?"""
    at = [one.at for name, one in bare.laid.items() if name in bare.proven] + [stray.new.laid.at for stray in bare.strays]
    return any(math.dist(new.laid.at, other) < ASTRAY.same_card * bare.plan.card_mm[0] for other in at)


def _look_at_stray(memory: TableMemory, new: NewCard, seen: FrameSoFar) -> Stray:
    """The stray card that came to lie on the table, read."""
    quad = _fit_outline(seen.lamp.frame.image, project(new.corners, seen.hands.known.to_picture).astype(np.float32))
    face, is_read = read_card(seen.lamp.frame.image, quad, list_readers(memory.piles.readers))
    return Stray(new, quad, face, seen.frame.at, is_read)


def _fit_outline(image: Image, quad: Quad) -> Quad:
    """The quad on the edges of its card, the same where no edges are seen. (4, 2) picture pixels."""
    smooth = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)
    fits = fit_quads_to_edges(smooth, quad[None], 0.08)  # of a card's width searched for its edges; guess
    return fits[0].quad if fits else quad


def read_card(image: Image, quad: Quad, readers: Sequence[Reader]) -> tuple[Face, bool]:
    """What a card shows, `UNREADABLE` where nobody can say, and whether that was read surely. `quad`: (4, 2) picture pixels."""
    crop = cut_out(image, quad, CARD_CROP_PX)
    read = [reader.read(crop) for reader in readers]
    sure = next((one.face for one in read if one.accepted), None)
    return (UNREADABLE, False) if sure is None else (sure, True)


def _settle_strays(memory: TableMemory, bare: BareTable, seen: FrameSoFar) -> Noticed:
    """The memory and the table with stray cards put in where one pile can be meant now, and those that are to be asked about."""
    at, told, left = seen.frame.at, list[StrayCard](), list[Stray]()
    for stray in bare.strays:
        if _is_taken(stray, bare):
            continue
        is_due = not stray.is_told and at - stray.since >= ASTRAY.asked_after_s
        if is_due and not stray.is_read:  # a hand's shade may have lain on it
            stray = replace(_look_at_stray(memory, stray.new, seen), since=stray.since)
            if not stray.is_read and _lies_at_rim(stray.quad, seen.lamp.frame.image):
                continue  # something that came into view when table or camera moved; nobody lays a card half out of view
        carried = _find_carried_pile(stray, _list_vacant_piles(memory, bare))
        if carried is not None:
            memory, bare = move_pile(memory, bare, carried, stray.new, seen)
            continue
        drawn_from = _find_carried_draw_pile(stray, bare, seen)
        if drawn_from is not None:
            memory, bare = move_draw_pile(memory, bare, drawn_from, stray.new, seen)
            continue
        after, name = bare_table.adopt_stray(bare, stray.new.laid, stray.face) if stray.is_read else (bare, None)
        if name is not None:
            memory, bare = put_in_card(memory, after, name, stray.new, seen), after
            continue
        if is_due:
            told.append(_ask_about(stray, bare, seen))
            stray = replace(stray, is_told=True)
        left.append(stray)
    bare = replace(bare, strays=tuple(left))
    unanswered = sum(stray.is_told for stray in left)
    if told and unanswered >= ASTRAY.lost_rows and not bare.proven:
        bare = replace(bare, confirmed=False, doubted_at=at)
    return Noticed(memory, bare, tuple(told))


def _lies_at_rim(quad: Quad, image: Image) -> bool:
    """Does a card lie at the picture's rim, so that part of it may be out of view? `quad`: (4, 2) picture pixels."""
    height, width = image.shape[:2]
    near = ASTRAY.rim * width
    x, y = quad[:, 0], quad[:, 1]
    return bool(x.min() < near or y.min() < near or x.max() > width - 1 - near or y.max() > height - 1 - near)


def _list_vacant_piles(memory: TableMemory, bare: BareTable) -> dict[str, Face]:
    """The piles that lie no more where they lay, as far as is seen, each with the card that was read on it last."""
    zones = memory.zones.zones
    return {
        name: face
        for name, face in bare.tops.items()
        if name in bare.proven and name in zones and (zones[name].face == EMPTY or zones[name].clear_since is not None)
    }


def _find_carried_pile(stray: Stray, vacant: Mapping[str, Face]) -> str | None:
    """The pile that was carried to where a card lies: its place is vacant, and the card was its top. None for any other card."""
    return next((name for name, face in vacant.items() if stray.is_read and face == stray.face), None)


def _find_carried_draw_pile(stray: Stray, bare: BareTable, seen: FrameSoFar) -> str | None:
    """The draw pile that was carried to where a card lies that cannot be read: its back is seen there, and no more where it lay. The
    nearest of several. None for any other card."""
    found, image, off = bare.arrangement, seen.lamp.frame.image, dict[str, float]()
    if found is None or bare.ground is None or stray.is_read:
        return None
    crop = cut_out(image, stray.quad, CARD_CROP_PX)
    for name, card in found.draws.items():
        back, now = (
            cut_out(picture, project(card, to_picture).astype(np.float32), CARD_CROP_PX)
            for picture, to_picture in (
                (bare.ground, found.registration.to_picture),
                (image, seen.hands.known.to_picture),
            )
        )
        if _measure_difference(now, back) > ASTRAY.max_back_levels >= _measure_difference(crop, back):
            off[name] = math.dist(card.mean(axis=0).tolist(), stray.new.laid.at)
    return min(off, key=lambda name: off[name]) if off else None


def _measure_difference(one: Image, other: Image) -> float:
    """Grey levels by which two backs differ, in whatever light each lies and whichever way up."""
    small, known = (cv2.resize(crop, (10, 14), interpolation=cv2.INTER_AREA).astype(np.float32) for crop in (one, other))
    small *= float(known.mean() + 1) / float(small.mean() + 1)
    return min(float(np.abs(way - known).mean()) for way in (small, small[::-1, ::-1]))


def _is_taken(stray: Stray, bare: BareTable) -> bool:
    """Does a pile lie where the card lay astray?"""
    return any(math.dist(stray.new.laid.at, one.at) < ASTRAY.same_card * bare.plan.card_mm[0] for one in bare.laid.values())


def _ask_about(stray: Stray, bare: BareTable, seen: FrameSoFar) -> StrayCard:
    """The event about a stray card, with the piles that it may lie on."""
    height, width = seen.lamp.frame.image.shape[:2]
    outline = tuple((float(x) / width, float(y) / height) for x, y in stray.quad.tolist())
    zones = tuple(guess.pile for guess in bare_table.rank_laid_card(bare, stray.new.laid)) or tuple(
        name for name, _ in bare.plan.piles if name not in bare.proven
    )
    return StrayCard(seen.frame.at, stray.face, outline, zones)
