"""Direction cards without known pictures, told by position, as the rulebooks have them.

Everything with the outline of a card is looked at. On a plane all cards have the same size; the outermost outline shared by all is
the edge, whatever frames are printed. Cards in a column, or in a row of each player, are the direction cards; a card apart is a
draw pile.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from vision.bare.arrangement import BarePlan, Corners, axes_at_turn, mean_tilt
from vision.bare.backs import find_draw_piles, weigh_back_difference
from vision.bare.card_edges import fit_direction_cards
from vision.bare.cloth import MAX_CONTINUED_ENDS, Cloth, analyse_cloth, find_rare_blobs
from vision.bare.looks import largest_tint_difference, measure_card_tint
from vision.bare.marks import CardMark
from vision.bare.missing import find_missing_card
from vision.bare.naming import (
    NAMING,
    DirectionCandidates,
    DirectionReader,
    NamedDirections,
    name_by_position,
    read_direction,
    read_no_direction,
)
from vision.bare.one_size import ONE_SIZE, choose_few_of_one_size, find_cards_of_one_size, keep_solid_outlines
from vision.cards.candidates import find_upright_outlines_of_shapes
from vision.cards.outlines import Outline, find_blobs
from vision.plane.by_cards import TablePlane
from vision.plane.homography import project
from vision.plane.quads import Quad, signed_area
from vision.types import BACK, Image

BY = ("brightness", "colour", "rarity")
"""What cards stand out by from their table, in the order in which it is tried."""


@dataclass(frozen=True, slots=True)
class DirectionLimits:
    """When outlines are direction cards, and what weighs for them."""

    min_outline_score: float = 0.8  # of a card's outline; guess
    max_askew_rad: float = math.radians(9)  # turn of cards in one column against each other; guess
    max_aside: float = 0.45  # card widths off the line; guess
    column_steps: tuple[float, float] = (0.97, 1.75)  # card heights from one card to the next; guess
    row_steps: tuple[float, float] = (1.7, 3.6)  # card widths from one card to the next in a row; guess
    max_size_log: float = 0.7  # logarithm of areas, outlines as large as cards; guess
    max_less_rare: float = 1.0  # than the rarest, to be as likely; guess
    max_choices: int = 3  # of direction cards among cards of one size; guess


DIRECTION_CARDS = DirectionLimits()

Outlined = tuple[list[Outline], list[Outline]]
"""Outlines of a card's shape, and of any."""


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """What is looked for, and where."""

    cloth: Cloth
    plan: BarePlan
    direction_reader: DirectionReader
    outlined: Callable[[str], Outlined]  # outlines by what of `BY` they stand out by


def find_direction_cards(image: Image, plan: BarePlan, named: DirectionReader, thorough: bool = True) -> NamedDirections | None:
    """The likeliest of `iterate_direction_cards`, None where none fits. On the table of the picture (H, W, 3) uint8 BGR nothing
    else was laid. `plan`, `named`, `thorough`: as there."""
    return next(iterate_direction_cards(image, plan, named, thorough), None)


def iterate_direction_cards(
    image: Image, plan: BarePlan, named: DirectionReader, thorough: bool = False
) -> Iterator[NamedDirections]:
    """Ways in which the things seen in a picture (H, W, 3) uint8 BGR can be the direction cards of `plan`, likeliest first.
    Nothing where none fits.

    First comes what `named` read, next what most of the seen cards agree with. Differences in colour alone are tried where
    nothing readable is seen; shapes of an unlikely lens last, and only if read. `plan`: the direction cards to find, and how
    they lie. `named`: reads direction cards. `thorough`: rare looks and every choice of a few cards are tried too, which takes
    seconds.
    """
    told, cloth, tried = list[NamedDirections](), analyse_cloth(image), set[tuple[int, ...]]()
    search = _Search(cloth, plan, named, cache(partial(_find_outlined, cloth, plan)))
    for cards, anyhow in _iterate_outlines(search, thorough):
        for seen in _iterate_on_planes(search, find_cards_of_one_size(cloth, plan, cards), anyhow, tried):
            told.append(seen)
            if seen.is_legible:
                yield seen
        # a back may pass for a direction card while the right card stands out otherwise
        if told and (named is read_no_direction or any(seen.is_legible for seen in told)):
            break
    for chosen, is_told in () if told else _last_resorts(search, anyhow, thorough):
        for seen in _iterate_on_planes(search, chosen, anyhow, tried):
            if is_told(seen):
                told.append(seen)
                if seen.is_legible:
                    yield seen
        if told:
            break
    rest = [seen for seen in told if not seen.is_legible]
    rarest = max((seen.rare for seen in rest), default=0.0)
    yield from sorted(
        rest, key=lambda seen: (seen.rare < rarest - DIRECTION_CARDS.max_less_rare, -max(0.0, round(sum(seen.agreeing))))
    )


def _iterate_outlines(search: _Search, thorough: bool) -> Iterator[Outlined]:
    """Outlines of a card's shape and of any, by one way of standing out after the other and by several. `thorough`: rare looks
    too."""
    for by in (BY[:1], BY[1:-1], BY[:-1], BY) if thorough else (BY[:1], BY[1:-1], BY[:-1]):
        yield _merge_outlined(map(search.outlined, by))


def _last_resorts(
    search: _Search, anyhow: Sequence[Outline], thorough: bool
) -> Iterator[tuple[Iterable[tuple[list[Quad], TablePlane]], Callable[[NamedDirections], bool]]]:
    """Cards on planes where nothing else is seen, each with a test of how well the direction cards must be read. `anyhow`:
    outlines of any shape. `thorough`: as of `iterate_direction_cards`."""
    cloth, plan = search.cloth, search.plan
    for by in (BY[:-1], BY) if thorough else (BY[:-1],):  # what stands out by its rarity has edges less sharp
        yield _complete_with_missing(cloth, plan, _merge_outlined(map(search.outlined, by))[0]), lambda seen: seen.is_hinted
    yield find_cards_of_one_size(cloth, plan, anyhow), lambda seen: seen.is_legible
    if thorough:
        yield _choose_readable_few(search.direction_reader, cloth, plan, anyhow), lambda seen: seen.is_legible


def _complete_with_missing(
    cloth: Cloth, plan: BarePlan, outlines: Sequence[Outline]
) -> Iterator[tuple[list[Quad], TablePlane]]:
    """Cards of one size, followed by candidates for the one direction card without an outline, and the plane of each.
    `outlines`: of cards."""
    steps = (
        ((1, *DIRECTION_CARDS.column_steps), (0, *DIRECTION_CARDS.row_steps))
        if plan.owners
        else ((1, *DIRECTION_CARDS.column_steps),)
    )
    for cards, plane in find_cards_of_one_size(cloth, plan, outlines, but=1)[: DIRECTION_CARDS.max_choices]:
        more = find_missing_card(cloth, plan.card_mm, cards, plane, steps)
        if more:
            yield [*cards, *more], plane


def _choose_readable_few(
    named: DirectionReader, cloth: Cloth, plan: BarePlan, outlines: Sequence[Outline]
) -> list[tuple[list[Quad], TablePlane]]:
    """Each choice of just the direction cards among outlines with something readable. Each with its plane. `named`: reads a
    crop."""
    seen = keep_solid_outlines(cloth, outlines)[: ONE_SIZE.max_outlines]
    return choose_few_of_one_size(
        cloth, plan, [card for card in seen if max(read_direction(cloth.image, card.quad, named)) >= NAMING.min_agreement]
    )


def _find_outlined(cloth: Cloth, plan: BarePlan, by: str) -> Outlined:
    """Outlines not bound by lines of the table: of a card's shape, and of any shape. `by`: what they stand out by."""
    blobs = find_rare_blobs(cloth) if by == "rarity" else find_blobs(cloth.image, by_colour=by == "colour")
    found = find_upright_outlines_of_shapes(cloth.image, (plan.card_mm[0] / plan.card_mm[1], None), blobs=blobs)
    clear, anyhow = ([card for card in each if card.score >= DIRECTION_CARDS.min_outline_score] for each in found)
    return _drop_bounded(cloth, clear), _drop_bounded(cloth, anyhow)


def _drop_bounded(cloth: Cloth, cards: Sequence[Outline]) -> list[Outline]:
    """The outlines without those bounded by lines of the table."""
    ends = cloth.count_continued_sides([card.quad for card in cards]).tolist()
    return [card for card, on in zip(cards, ends, strict=True) if on <= MAX_CONTINUED_ENDS]


def _merge_outlined(found: Iterable[Outlined]) -> Outlined:
    """All outlines of a card's shape, and all of any shape."""
    clear, anyhow = zip(*found, strict=True)
    return [card for each in clear for card in each], [card for each in anyhow for card in each]


def _iterate_on_planes(
    search: _Search,
    chosen: Iterable[tuple[list[Quad], TablePlane]],
    anyhow: Sequence[Outline],
    tried: set[tuple[int, ...]],
) -> Iterator[NamedDirections]:
    """Direction cards among these cards on these planes. `anyhow`: outlines of any shape. `tried`: choices tried on another
    plane, added to in place. `chosen`: cards with their plane."""
    for cards, plane in chosen:
        tints, rare = [measure_card_tint(search.cloth.image, quad) for quad in cards], search.cloth.measure_rarity(cards)
        for groups in _group_direction_cards(_project_to_table(cards, plane), search.plan, tints, rare)[
            : DIRECTION_CARDS.max_choices
        ]:
            taken = [number for group in groups for number in group]
            which = tuple(id(cards[i]) for i in taken)
            drawn = (
                None if which in tried else fit_direction_cards(search.cloth.image, cards, taken, plane, search.plan.card_mm)
            )
            if drawn is None:
                continue
            tried.add(which)
            laid = DirectionCandidates(
                search.cloth.image, search.plan, drawn[0], _project_to_table(*drawn), search.direction_reader
            )
            seen = replace(name_by_position(laid, groups), rare=float(rare[taken].mean()))
            if seen.is_legible or not _look_common(search.cloth, [cards[i] for i in taken], rare[taken], anyhow):
                yield _add_draw_piles(search, seen, [[drawn[0][i] for i in group] for group in groups], drawn[1], anyhow)


def _look_common(cloth: Cloth, cards: Sequence[Quad], rare: NDArray[np.float64], outlines: Sequence[Outline]) -> bool:
    """True if unread cards look like the table: one commoner than the average of the picture, or all than as many other
    outlines of their size. `rare`: of each card."""
    size = float(np.mean([abs(signed_area(quad)) for quad in cards]))
    like = [card for card in outlines if abs(math.log(abs(signed_area(card.quad)) / size)) < DIRECTION_CARDS.max_size_log]
    rarest = np.sort(cloth.measure_rarity([card.quad for card in keep_solid_outlines(cloth, like)]))[::-1]
    commoner = len(rarest) >= len(cards) and float(rare.mean()) < rarest[len(cards) - 1] - DIRECTION_CARDS.max_less_rare
    return bool(commoner or rare.min() < cloth.rare.mean())


def _add_draw_piles(
    search: _Search, seen: NamedDirections, rows: Sequence[Sequence[Quad]], plane: TablePlane, anyhow: Sequence[Outline]
) -> NamedDirections:
    """The named cards with the draw piles. `rows`: direction cards, by player where each has their own. `anyhow`: possible draw
    piles; more are looked at if needed."""
    piles = find_draw_piles(search.cloth, search.plan, rows, plane, [card.quad for card in anyhow])
    if len(piles) < len(search.plan.draws):
        _, more = _merge_outlined(map(search.outlined, BY))
        piles = find_draw_piles(search.cloth, search.plan, rows, plane, [card.quad for card in more])
    backs = [CardMark(BACK, quad) for quad in piles]
    return replace(seen, marks=(*seen.marks, *backs), other=(*seen.other, *backs) if seen.other else ())


# --- cards of one size on one plane ----------------------------------------------------------------------------------


def _project_to_table(quads: Sequence[Quad], plane: TablePlane) -> list[Corners]:
    """(4, 2) millimetres on the table of each quad."""
    return [project(quad, plane.to_mm) for quad in quads]


# --- how they lie ----------------------------------------------------------------------------------------------------


def _group_direction_cards(
    flat: Sequence[Corners], plan: BarePlan, tints: Sequence[NDArray[np.float64]], rare: NDArray[np.float64]
) -> list[list[tuple[int, ...]]]:
    """Cards of the column, or of each player's row, in order: each choice, straightest and least like the table first. A card
    is its number in `flat`, (4, 2) corners in millimetres. `tints`: of each card; cards of one player are alike. `rare`: of
    each card."""

    def lines(many: int, axis: int, steps: tuple[float, float]) -> list[tuple[float, tuple[int, ...]]]:
        """Lines of `many` cards along an axis, each with its weight less rarity, best first. `steps`: see
        `_find_lines_of_cards`."""
        found = _find_lines_of_cards(flat, many, axis, steps)
        # one unit of rarity against crooked lying; guess
        return sorted((cost - 0.5 * float(rare[list(line)].mean()), line) for cost, line in found)

    if not plan.owners:
        return [[column] for _, column in lines(len(plan.piles), 1, DIRECTION_CARDS.column_steps)]
    many = len(plan.piles) // len(plan.owners)
    rows = lines(many, 0, DIRECTION_CARDS.row_steps) + lines(many, 1, DIRECTION_CARDS.column_steps)
    # colours that differ within one player's cards; guess
    rows = [(cost + 4.0 * largest_tint_difference([tints[i] for i in row]), row) for cost, row in rows]
    pairs = [
        (one + other, [first, second]) for (one, first), (other, second) in combinations(rows, 2) if not {*first} & {*second}
    ]
    pairs = [(cost + _weigh_remaining_backs(plan, tints, taken), taken) for cost, taken in pairs]
    return [rows for _, rows in sorted(pairs)]


def _weigh_remaining_backs(plan: BarePlan, tints: Sequence[NDArray[np.float64]], rows: Sequence[tuple[int, ...]]) -> float:
    """Weight of how unlike the draw piles are, if these are the direction cards."""
    left = [tint for number, tint in enumerate(tints) if not any(number in row for row in rows)]
    return min(map(weigh_back_difference, combinations(left, len(plan.draws))), default=0.0)


def _find_lines_of_cards(
    flat: Sequence[Corners], many: int, axis: int, steps: tuple[float, float]
) -> list[tuple[float, tuple[int, ...]]]:
    """Lines of `many` cards turned alike along an axis (0 to the right, 1 down), each with its deviation from straight and
    even, straightest first. A card is its number in `flat`, (4, 2) corners in millimetres. `steps`: least and most from card to
    card, in card sizes along the axis."""
    found: list[tuple[float, tuple[int, ...]]] = []
    size = (
        [float(np.linalg.norm(flat[0][1] - flat[0][0])), float(np.linalg.norm(flat[0][3] - flat[0][0]))] if flat else [1.0, 1.0]
    )
    for numbers in combinations(range(len(flat)), many):
        cards = [flat[i] for i in numbers]
        turn = mean_tilt(cards)
        if any(
            abs((2 * (mean_tilt([card]) - turn) + math.pi) % (2 * math.pi) - math.pi) > 2 * DIRECTION_CARDS.max_askew_rad
            for card in cards
        ):
            continue
        across, down = axes_at_turn(turn)
        middles = np.array([card.mean(axis=0) for card in cards])
        along, aside = (middles @ across, middles @ down) if axis == 0 else (middles @ down, middles @ across)
        order = np.argsort(along)
        gaps = np.diff(along[order]) / size[axis]
        off = float(np.abs(aside - aside.mean()).max()) / size[0]
        if off <= DIRECTION_CARDS.max_aside and gaps.min() >= steps[0] and gaps.max() <= steps[1]:
            found.append((off + float(np.ptp(gaps)), tuple(numbers[i] for i in order)))
    return sorted(found)
