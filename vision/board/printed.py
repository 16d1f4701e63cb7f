"""The cards printed on a board, read once from a picture of the empty board.

A board shows each card small, mostly a rank in a corner and a suit elsewhere on its space, any way up. Rank and suit are cut
out, set above one another as on a playing card's corner, and read by the network for such corners. Every card but the jacks
stands on a board twice. Sure readings narrow down the rest; nothing is ever guessed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from vision.board.inks import choose_redder_spaces, paint_print, separate_ink
from vision.board.places import Placement
from vision.board.space_print import (
    PRINTED,
    Cell,
    Chances,
    PrintLook,
    PrintPlace,
    combine_looks,
    look_at_place,
    look_at_space,
    rectify_space,
)
from vision.board.suit_shapes import tell_suits_by_shape
from vision.readers.french_print.networks import Networks
from vision.steps import Steps, finish_steps
from vision.types import Face, Image, Reader

_Seen = Mapping[Cell, tuple[Image, ...]]
"""Pictures of each space, in one way or in several."""


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """When a printed space counts as read."""

    min_space_px: float = 32.0  # width of a space in the picture; smaller print is unreadable; guess
    min_sure_chance: float = 0.85  # to count as read; guess
    min_last_chance: float = 0.2  # for the last space, with one card left; no third space is likelier beside two twins; guess
    min_twin_chance: float = 0.6  # two spaces so likely one card are its two; guess
    spaces_in_step: int = 2  # read in one step; guess
    copies: int = 2  # of each card on a board; rule SQ-03
    min_read_share: float = 0.6  # of the spaces: with less read, other inks and grounds are tried; guess
    min_sample_share: float = 0.2  # of every fourth space: with less read, an ink is given up; guess


PRINTED_LIMITS = PrintLimits()


@dataclass(frozen=True, slots=True)
class PrintRead:
    """Cards printed on a board."""

    faces: Mapping[Cell, Face]  # card of each read space, by row and column
    open: Mapping[Cell, tuple[Face, ...]]  # possible cards of each other space, likeliest first; corners are in neither


def read_print(image: Image, placement: Placement, cells: tuple[int, int], reader: Reader | None = None) -> PrintRead:
    """The print of an empty board. `cells`: rows and columns. `reader`: of a deck with cards like those on the board, if
    there is one. Corner spaces are left out. Print that is no dark ink on pale paper is read by its shapes."""
    return finish_steps(read_print_in_steps(image, placement, cells, reader))


def read_print_in_steps(
    image: Image, placement: Placement, cells: tuple[int, int], reader: Reader | None = None
) -> Steps[PrintRead]:
    """The print of an empty board, read a few spaces in each step; corner spaces are left out. `cells`: rows and columns.
    `reader`: of a deck with cards like those on the board, None = none.

    Where few spaces are read, further ways of making print dark on pale paper are tried.
    """
    networks, (rows, columns) = Networks(), cells
    corners = {(row, column) for row in (0, rows - 1) for column in (0, columns - 1)}
    spaces = {cell: rectify_space(image, placement, cell) for cell in np.ndindex(rows, columns) if cell not in corners}
    yield
    found = yield from _read_spaces({cell: (space,) for cell, space in spaces.items()}, networks, reader)
    enough = PRINTED_LIMITS.min_read_share * len(spaces)
    for paint in _list_paintings(spaces, networks) if len(found.faces) < enough else ():
        painted = paint()
        yield
        sample = {cell: painted[cell] for cell in list(painted)[::4]}
        if len((yield from _read_spaces(sample, networks, reader)).faces) < PRINTED_LIMITS.min_sample_share * len(sample):
            continue
        found = max((found, (yield from _read_spaces(painted, networks, reader))), key=lambda one: len(one.faces))
        if len(found.faces) >= enough:
            break
    return found


def _list_paintings(spaces: Mapping[Cell, Image], networks: Networks) -> list[Callable[[], _Seen]]:
    """Ways to paint the print of a board anew as black and red ink on white paper, likeliest first: by the two inks of the
    board, the redder one as red and as black, and by the shapes of suits. `spaces`: pictures of the spaces."""
    inked = {cell: separate_ink(space) for cell, space in spaces.items()}

    def paint_by_ink(redder: set[Cell], *, is_swapped: bool) -> _Seen:
        return {cell: (paint_print(one, is_red=(cell in redder) != is_swapped),) for cell, one in inked.items()}

    def paint_by_shape() -> _Seen:
        suits = tell_suits_by_shape(inked, networks)
        both = (False, True)
        ways = {cell: (suits[cell] in "DH",) if cell in suits else both for cell in inked}
        return {cell: tuple(paint_print(one, is_red=is_red) for is_red in ways[cell]) for cell, one in inked.items()}

    redder = choose_redder_spaces({cell: one.colour for cell, one in inked.items()})
    if redder is None:
        return [paint_by_shape]
    return [partial(paint_by_ink, redder, is_swapped=False), partial(paint_by_ink, redder, is_swapped=True), paint_by_shape]


def _read_spaces(spaces: _Seen, networks: Networks, reader: Reader | None) -> Steps[PrintRead]:
    """What is printed on `spaces`, each seen in one way or in several, read step by step. `reader`: of a deck with cards like
    those on the board, None = none."""
    looks = dict[Cell, list[PrintLook]]()
    for number, (cell, seen) in enumerate(spaces.items(), 1):
        looks[cell] = [look for one in seen for look in look_at_space(one, networks, reader)]
        if number % PRINTED_LIMITS.spaces_in_step == 0:
            yield
    first = settle_print({cell: combine_looks(found) for cell, found in looks.items()})
    usual = _usual_places([look for cell, face in first.faces.items() for look in looks[cell] if look.face == face])
    yield
    for cell in first.open:
        looks[cell] += [look_at_place(networks, one, *place) for one in spaces[cell] for place in usual]
    return settle_print({cell: combine_looks(found) for cell, found in looks.items()})


def _usual_places(looks: Sequence[PrintLook]) -> list[PrintPlace]:
    """Usual places of rank and suit on this board, for spaces with both hanging together: medians of four looks or more in
    one turn, with ranks alike wide or narrow."""
    places = [look.place for look in looks if look.place]
    groups = [
        [place for place in places if place[0] == quarters and (place[1][2] > place[1][3]) == wide]
        for quarters in range(4)
        for wide in (False, True)
    ]
    return [_median_place(group) for group in groups if len(group) >= 4]  # spaces that agree on where a rank stands; guess


def _median_place(places: Sequence[PrintPlace]) -> PrintPlace:
    """The middle place of similar ones."""
    rank, suit = (np.median([place[i] for place in places], axis=0).round().astype(int).tolist() for i in (1, 2))
    return places[0][0], tuple(rank), tuple(suit)


# --- all of them -----------------------------------------------------------------------------------------------------


def settle_print(seen: Mapping[Cell, Chances]) -> PrintRead:
    """What is surely printed, and what each other space may be. A card seen on more than two spaces is believed on none.
    `seen`: chances of the cards on each space."""
    faces: dict[Cell, Face] = {}
    while fresh := _next_sure(seen, faces) or _next_twins(seen, faces):
        faces |= fresh
    used = Counter(faces.values())
    left = [face for face in PRINTED if used[face] < PRINTED_LIMITS.copies]
    rest = [cell for cell in seen if cell not in faces]
    return PrintRead(faces, {cell: tuple(sorted(left, key=lambda face: -seen[cell].get(face, 0.0))) for cell in rest})


def _next_sure(seen: Mapping[Cell, Chances], faces: Mapping[Cell, Face]) -> dict[Cell, Face]:
    """Further sure spaces, given `faces` so far: a card standing twice stands nowhere else. `seen`: chances of each face, by
    space."""
    used = Counter(faces.values())
    last = sum(PRINTED_LIMITS.copies - used[face] for face in PRINTED) == 1
    sure: dict[Cell, Face] = {}
    for cell in (cell for cell in seen if cell not in faces):
        open_ = {face: p for face, p in seen[cell].items() if used[face] < PRINTED_LIMITS.copies}
        best = max(open_, key=lambda face: open_[face], default="")
        taken = sum(seen[cell].values()) - sum(open_.values())
        if best and open_[best] >= (
            PRINTED_LIMITS.min_last_chance if last else PRINTED_LIMITS.min_sure_chance * max(1.0 - taken, 0.5)
        ):
            sure[cell] = best
    claims = Counter(sure.values())
    return {cell: face for cell, face in sure.items() if used[face] + claims[face] <= PRINTED_LIMITS.copies}


def _next_twins(seen: Mapping[Cell, Chances], faces: Mapping[Cell, Face]) -> dict[Cell, Face]:
    """Pairs of spaces that both look like a card no other space looks like. `seen`: chances of each face, by space. `faces`:
    settled so far."""
    used, twins = Counter(faces.values()), dict[Cell, Face]()
    rest = [cell for cell in seen if cell not in faces]
    for face in (face for face in PRINTED if not used[face]):
        likely = [cell for cell in rest if seen[cell].get(face, 0.0) >= PRINTED_LIMITS.min_twin_chance]
        if (
            len(likely) == PRINTED_LIMITS.copies
            and sum(seen[cell].get(face, 0.0) > PRINTED_LIMITS.min_last_chance for cell in rest) == PRINTED_LIMITS.copies
        ):
            twins |= dict.fromkeys(likely, face)
    return twins
