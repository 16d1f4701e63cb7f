"""Cards that lay on their piles when the table was found and stood out too little: read where the first pile says that they lie."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vision.bare import table as bare_table
from vision.bare.expected import expect_piles
from vision.bare.laid import corners_of_card
from vision.bare.table import BARE_TABLE, BareTable
from vision.cards.candidates import CARD_CROP_PX
from vision.directions.arrangement import Corners
from vision.pipeline.so_far import FrameSoFar, TableMemory
from vision.pipeline.stages.astray import read_card
from vision.pipeline.stages.bare_places import lay_out_anew, list_readers
from vision.plane.homography import project
from vision.plane.quads import cut_out, overlap_share
from vision.types import Image

MAX_OVERLAP = 0.25  # of an expected card with one that is known, of the area of both: it is none of its own; guess


def read_expected_card(memory: TableMemory, bare: BareTable, seen: FrameSoFar) -> tuple[TableMemory, BareTable]:
    """The memory and the table with a card that lies where its pile is expected, in the frame `seen`. One pile is looked at in a frame, and
    each once for all piles that are proven. Unchanged while hands are over the table."""
    found, calm = bare.arrangement, bare.calm
    if found is None or calm is None or not (calm.is_looked_at and math.isfinite(calm.since)) or not seen.hands.can_read:
        return memory, bare
    not_looked_for = [one for one in found.directions if one not in bare.laid and bare.looked_for.get(one) != bare.proven]
    expected = expect_piles(bare) if not_looked_for else {}  # on most frames nothing is left to look for
    name = next((one for one in not_looked_for if one in expected), None)
    if name is None:
        return memory, bare
    bare = replace(bare, looked_for={**bare.looked_for, name: bare.proven})
    card_mm, to_picture = memory.layout.card_mm, seen.hands.known.to_picture
    lying = (corners_of_card(one, card_mm) for one in bare.laid.values())
    known = [*found.directions.values(), *found.draws.values(), *lying, *(stray.new.corners for stray in bare.strays)]
    card = corners_of_card(expected[name], card_mm)
    if any(overlap_share(card, other) > MAX_OVERLAP for other in known):
        return memory, bare
    quad, image = project(card, to_picture).astype(np.float32), seen.lamp.frame.image
    face, is_read = read_card(image, quad, list_readers(memory.piles.readers))
    if not is_read or not _lay_there(bare, card, cut_out(image, quad, CARD_CROP_PX)):
        return memory, bare
    after, pile = bare_table.adopt_card(bare, replace(expected[name], lay_there=True, face=face), face)
    return (memory, bare) if pile is None else (lay_out_anew(memory, after, seen), after)


def _lay_there(bare: BareTable, card: Corners, crop: Image) -> bool:
    """Does the place of a card look as it did when the table was found? What was laid since is noticed by its change. `card`: (4, 2)
    millimetres. `crop`: as it looks now."""
    found, ground = bare.arrangement, bare.ground
    assert found is not None
    if ground is None:
        return False
    before = cut_out(ground, project(card, found.registration.to_picture).astype(np.float32), CARD_CROP_PX)
    return float(np.abs(crop.astype(np.float32) - before).mean()) <= BARE_TABLE.max_unmoved_levels
