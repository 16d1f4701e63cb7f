"""A bare table that lies elsewhere is looked for by its cards: the faces on top, direction cards and backs.

Functions of the memory of the table, called by `Place`. They look where nothing still tells the place, and where two piles have gone at
once: on a plain table without direction cards nothing else tells that it was pushed.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from vision.bare import table as bare_table
from vision.bare.known_again import KNOWN_AGAIN, KnownAgain, NamedCard, compare_looks, know_again
from vision.bare.landmarks import Landmarks
from vision.bare.table import BareTable
from vision.cards.candidates import CARD_CROP_PX
from vision.pipeline.so_far import TableMemory, TableSetup
from vision.pipeline.stages.bare_places import list_readers
from vision.place.fiducials import Registration
from vision.place.registration import MATS, Mat, mat_at
from vision.plane.homography import project
from vision.plane.quads import cut_out
from vision.steps import ALONE, Steps
from vision.types import BACK, Frame, Image

MIN_GONE = 2  # top cards that lie no more where they lay, at once, before the table passes for one that was pushed; guess
MIN_STILL_S = 0.3  # without motion, before top cards are looked at; guess: a hand on its way hides them for less
MAX_GROUND_LEVELS = 18.0  # by which a place differs from how it looked bare; guess
MIN_TOP_LIKENESS = 0.75  # correlation of a place with the card that lay there; guess


class TablePlaced(NamedTuple):
    """The table, and where it lies in this frame."""

    bare: BareTable
    memory: TableMemory
    mat: Mat  # to go on with
    shown: Mat  # to read by: nothing is read while the table may lie elsewhere


def place_known_table(
    setup: TableSetup, bare: BareTable, memory: TableMemory, mat: Mat, frame: Frame, *, was_board_pushed: bool = False
) -> TablePlaced:
    """The table, and where it lies, once its cards were looked for in a frame that shows them elsewhere. Unchanged where all lies as it
    lay. `setup`: with the readers. `was_board_pushed`: its board was just seen elsewhere."""
    found, aside = bare.arrangement, setup.aside
    if found is None or mat.registration is None or bare.landmarks is None:
        return TablePlaced(bare, memory, mat, mat)
    if bare.board is not None:
        return _place_turned_board(bare, memory, mat, frame, was_pushed=was_board_pushed)
    is_out = mat.moved or mat.lost or (mat.unsure and frame.at - mat.seen_at > MATS.missing_after_s)
    is_rested = frame.at - bare.cards_searched_at >= KNOWN_AGAIN.rest_s
    gone = frozenset[str]() if is_out or not is_rested else _find_gone_cards(bare, memory, mat.registration, frame)
    is_due = is_rested and (is_out or (len(gone) >= MIN_GONE and gone != bare.missed))
    known = _list_named_cards(bare, memory) if is_due else []
    if not aside.is_busy(bare.landmarks) and (len(known) < KNOWN_AGAIN.min_agreeing or aside.is_busy(found)):
        return TablePlaced(bare, memory, mat, mat)
    looks, readers = bare_table.crop_direction_cards(bare), list_readers(setup.readers)
    search = partial(know_again, frame.image, known, mat.registration, bare.plan.card_mm, readers, looks)
    searched = aside.ask_result(bare.landmarks, partial(_search_with_landmarks, bare, search))
    held = mat if is_out or not _is_still(memory, frame) else replace(mat, unsure=True)
    if searched is None:
        return TablePlaced(bare, memory, mat, held)
    seen, bare = searched.seen, replace(bare, cards_searched_at=frame.at, missed=gone)
    if seen.registration is None:
        return TablePlaced(bare, memory, mat, mat)
    if not seen.holds_in(frame.image):
        return TablePlaced(replace(bare, cards_searched_at=-math.inf), memory, mat, held)
    if not is_out and not _lies_elsewhere(bare, mat.registration, seen.registration):
        return TablePlaced(bare, memory, mat, mat)
    placed = mat_at(seen.registration, frame.at)
    if not is_out:  # all lies still, and what passes for hands are cards that lie elsewhere
        memory = replace(memory, background=None)
    bare = replace(bare, missed=frozenset(), landmarks=searched.landmarks or bare.landmarks)
    return TablePlaced(bare, memory, placed, placed)


def _place_turned_board(bare: BareTable, memory: TableMemory, mat: Mat, frame: Frame, *, was_pushed: bool) -> TablePlaced:
    """The table with a board, and where the board lies after a push or a turn by half, which looks the same at its corners.
    `was_pushed`: the frame before told a push.

    Searched once the table lies still, after a push or after everything moved at once, at most every `KNOWN_AGAIN.rest_s`.
    Unchanged where the board lies as it lay.
    """
    unmoved = TablePlaced(bare, memory, mat, mat)
    if mat.registration is None or bare.landmarks is None or mat.moved or mat.lost or not _is_still(memory, frame):
        return unmoved
    is_rested = frame.at - bare.cards_searched_at >= KNOWN_AGAIN.rest_s
    if not is_rested or not (was_pushed or memory.sight.is_jolted):
        return unmoved
    seen = bare.landmarks.search(frame.image)
    bare = replace(bare, cards_searched_at=frame.at)
    if seen is None or not _lies_elsewhere(bare, mat.registration, seen):
        return TablePlaced(bare, memory, mat, mat)
    placed = mat_at(seen, frame.at)
    return TablePlaced(bare, replace(memory, background=None), placed, placed)


def _is_still(memory: TableMemory, frame: Frame) -> bool:
    """Has nothing moved for a moment?"""
    background = memory.background
    return background is not None and frame.at - background.start - float(background.moved_at.max()) >= MIN_STILL_S


def _find_gone_cards(bare: BareTable, memory: TableMemory, registration: Registration, frame: Frame) -> frozenset[str]:
    """The piles, draw piles too, that lie no more where they lay: the bare table is seen there. Empty while something moves, where nothing
    is to be decided, and of piles out of view."""
    found, ground, zones = bare.arrangement, bare.ground, memory.zones.zones
    if found is None or ground is None or not _is_still(memory, frame):
        return frozenset()
    if not memory.sight.has_hands and all(zone.settled for zone in zones.values()):
        return frozenset()
    gone, size = set(memory.sight.bare & found.draws.keys()), frame.image.shape[1::-1]
    for name, pile in memory.piles.piles.items():
        if pile.known_card is None or pile.settled_place is None:
            continue
        quad, was = (
            project(pile.settled_place, place.to_picture).astype(np.float32) for place in (registration, found.registration)
        )
        if not ((quad > 0) & (quad < size)).all():
            continue
        now, table = cut_out(frame.image, quad, CARD_CROP_PX), cut_out(ground, was, CARD_CROP_PX)
        if _measure_difference(now, table) <= MAX_GROUND_LEVELS and compare_looks(now, pile.known_card.crop) < MIN_TOP_LIKENESS:
            gone.add(name)
    return frozenset(gone)


def _measure_difference(one: Image, other: Image) -> float:
    """Levels by which two crops differ in the mean, in a light that may be a little other."""
    now, known = (cv2.resize(crop, (10, 14), interpolation=cv2.INTER_AREA).astype(np.float32) for crop in (one, other))
    now *= min(1.25, max(0.8, float(known.mean() + 1) / float(now.mean() + 1)))  # a lamp changes by no more; guess
    return float(np.abs(now - known).mean())


def _list_named_cards(bare: BareTable, memory: TableMemory) -> list[NamedCard]:
    """The cards of a table that can tell where it lies, in millimetres."""
    found, faces = bare.arrangement, dict(bare.plan.piles)
    assert found is not None
    lying = [pile for name, pile in memory.piles.piles.items() if name in bare.proven]
    tops = [
        NamedCard(pile.known_card.face, pile.settled_place)
        for pile in lying
        if pile.known_card and pile.settled_place is not None
    ]
    directions = [NamedCard(faces[name], card) for name, card in found.directions.items() if name in faces]
    return [*tops, *directions, *(NamedCard(BACK, card) for card in found.draws.values())]


def _lies_elsewhere(bare: BareTable, before: Registration, now: Registration) -> bool:
    """Does any pile lie elsewhere in the picture than before, by `KNOWN_AGAIN.min_moved_cards` widths of a card or more?"""
    middles = list(bare_table.guess_middles(bare).values())
    x, y = middles[0]
    ends = project([(x, y), (x + bare.plan.card_mm[0], y)], now.to_picture)
    shifts = project(middles, now.to_picture) - project(middles, before.to_picture)
    card_px = float(np.linalg.norm(ends[1] - ends[0]))
    return float(np.linalg.norm(shifts, axis=1).max()) >= KNOWN_AGAIN.min_moved_cards * card_px


class _Searched(NamedTuple):
    """What one picture shows of a known table."""

    seen: KnownAgain
    landmarks: Landmarks | None = None  # chosen anew, None where those known lie where the cards do


def _search_with_landmarks(bare: BareTable, search: Callable[[], Steps[KnownAgain]]) -> Steps[_Searched]:
    """What one picture shows of a known table, with landmarks that lie where its cards do: others are chosen where those known have not
    gone along. `search`: looks for the cards."""
    seen = yield from search()
    if seen.registration is None or bare.landmarks is None or not bare.landmarks.count:
        return _Searched(seen)
    yield ALONE
    check = bare.landmarks.look(seen.image, seen.registration)
    if check.steady > check.moved:
        return _Searched(seen)
    yield ALONE
    return _Searched(seen, (yield from bare_table.choose_landmarks_anew(bare, seen.image, seen.registration)))
