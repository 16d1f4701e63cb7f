"""Direction cards of which no picture is known: told by how they lie, as the rulebooks have it.

Whatever has the outline of a card is looked at. On one plane all cards are of one size; printed frames within their edges are seen through,
for the outermost outline that all of them share is the edge. Those that lie in a column, or in each player's row, are the direction cards;
a card apart from them is a draw pile.
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
from vision.bare.cloth import Cloth, analyse_cloth, find_rare_blobs
from vision.bare.looks import largest_tint_difference, measure_tint
from vision.bare.marks import CardMark
from vision.bare.missing import find_missing_card
from vision.bare.naming import (
    HINTED,
    DirectionCandidates,
    DirectionReader,
    NamedDirections,
    name_by_position,
    read_direction,
    read_no_direction,
)
from vision.bare.one_size import MOST, choose_few_of_one_size, find_cards_of_one_size, keep_solid_outlines
from vision.cards.candidates import find_upright_outlines_of_shapes
from vision.cards.outlines import Outline, find_blobs
from vision.plane.by_cards import TablePlane
from vision.plane.homography import project
from vision.plane.quads import Quad, signed_area
from vision.types import BACK, Image

BY = ("brightness", "colour", "rarity")
"""What cards stand out by from their table, in the order in which it is tried."""
CLEAR, SHARP = 0.8, 0.95
"""Score from which an outline may be a card's, and from which it is one where the print of a table beside cards makes larger ones of the
clear ones, which agree on nothing."""
MOST_ENDS = 4
"""Ends of its sides, of eight, at which a card's sides may go on: half of them, for those before and behind it lie in one line with it."""
ASKEW = math.radians(9)
"""How much direction cards of one column are turned against one another, at most."""
ASIDE, APART = 0.45, (0.97, 1.75)
"""How far off their line they lie, in widths of a card; and from one to the next, in heights (of a row, in widths: twice as far)."""
ROW = (1.7, 3.6)
AS_LARGE = 0.7
"""By how much (as a logarithm of areas) outlines in the picture are as large as cards."""
RARE = 0.5
"""What weighs that they look rarer in the picture by one (`Cloth.measure_rarity`), against lying crooked."""
AS_RARE = 1.0
"""By how much less rare in the picture (`Cloth.measure_rarity`) than the rarest ones other cards may look and be as likely."""
MOST_WAYS = 3
"""Ways to choose the direction cards among cards of one size that are looked at."""
UNLIKE = 4.0
"""What weighs that the cards of one player differ in colour, against lying crooked."""
Outlined = tuple[list[Outline], list[Outline]]
"""Outlines of a card's shape, and of any."""


@dataclass(frozen=True, slots=True, eq=False)
class _Search:
    """What is looked for, and where. `outlined`: what has the outline of a card there, by what of `BY` it stands out by."""

    cloth: Cloth
    plan: BarePlan
    direction_reader: DirectionReader
    outlined: Callable[[str], Outlined]


def find_direction_cards(image: Image, plan: BarePlan, named: DirectionReader, thorough: bool = True) -> NamedDirections | None:
    """The direction cards in a picture (H, W, 3) uint8 BGR of a table on which nothing else was laid yet; None where they are not seen.
    `thorough`: as of `iterate_direction_cards`."""
    return next(iterate_direction_cards(image, plan, named, thorough), None)


def iterate_direction_cards(
    image: Image, plan: BarePlan, named: DirectionReader, thorough: bool = False
) -> Iterator[NamedDirections]:
    """The ways in which what lies there can be the direction cards, likeliest first: what was read, then what most cards agree with. What
    differs from the table in nothing but its colour is looked for where nothing that can be read is seen, and what no lens that is likely
    would show so where nothing else is; the latter must be read. `thorough`: what differs only in being rare in the picture is looked for
    too, and each choice of a few cards is tried, which takes seconds."""
    told, cloth, tried = list[NamedDirections](), analyse_cloth(image), set[tuple[int, ...]]()
    search = _Search(cloth, plan, named, cache(partial(_find_outlined, cloth, plan)))
    for cards, anyhow in _iterate_outlines(search, thorough):
        for seen in _iterate_on_planes(search, find_cards_of_one_size(cloth, plan, cards), anyhow, tried):
            told.append(seen)
            if seen.is_legible:
                yield seen
        if _is_enough(told, named):
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
    yield from sorted(rest, key=lambda seen: (seen.rare < rarest - AS_RARE, -max(0.0, round(sum(seen.agreeing)))))


def _iterate_outlines(search: _Search, thorough: bool) -> Iterator[Outlined]:
    """What has the outline of a card, by one of what it may stand out by after the other and by several of them; of those of a card's shape
    all, and then the sharp ones alone."""
    for by in (BY[:1], BY[1:-1], BY[:-1], BY) if thorough else (BY[:1], BY[1:-1], BY[:-1]):
        clear, anyhow = _merge_outlined(map(search.outlined, by))
        yield clear, anyhow
        sharp = [card for card in clear if card.score >= SHARP]
        if len(sharp) < len(clear):
            yield sharp, anyhow


def _is_enough(told: Sequence[NamedDirections], named: DirectionReader) -> bool:
    """Are direction cards told that were read, if anybody can? Where a back passes for one the right one may differ from the table otherwise
    than the rest."""
    return bool(told) and (named is read_no_direction or any(seen.is_legible for seen in told))


def _last_resorts(
    search: _Search, anyhow: Sequence[Outline], thorough: bool
) -> Iterator[tuple[Iterable[tuple[list[Quad], TablePlane]], Callable[[NamedDirections], bool]]]:
    """Where nothing else is seen: cards on planes, and how well the direction cards among them must be read."""
    cloth, plan = search.cloth, search.plan
    for by in (BY[:-1], BY) if thorough else (BY[:-1],):  # what stands out by its rarity has edges less sharp
        yield _complete_with_missing(cloth, plan, _merge_outlined(map(search.outlined, by))[0]), lambda seen: seen.is_hinted
    yield find_cards_of_one_size(cloth, plan, anyhow), lambda seen: seen.is_legible
    if thorough:
        yield _choose_readable_few(search.direction_reader, cloth, plan, anyhow), lambda seen: seen.is_legible


def _complete_with_missing(
    cloth: Cloth, plan: BarePlan, outlines: Sequence[Outline]
) -> Iterator[tuple[list[Quad], TablePlane]]:
    """Cards of one size, all direction cards but one at least, with what may be that one."""
    steps = ((1, *APART), (0, *ROW)) if plan.owners else ((1, *APART),)
    for cards, plane in find_cards_of_one_size(cloth, plan, outlines, but=1)[:MOST_WAYS]:
        more = find_missing_card(cloth, plan.card_mm, cards, plane, steps)
        if more:
            yield [*cards, *more], plane


def _choose_readable_few(
    named: DirectionReader, cloth: Cloth, plan: BarePlan, outlines: Sequence[Outline]
) -> list[tuple[list[Quad], TablePlane]]:
    """Each way to choose just the direction cards among outlines on which something was read that may be one."""
    seen = keep_solid_outlines(cloth, outlines)[:MOST]
    return choose_few_of_one_size(
        cloth, plan, [card for card in seen if max(read_direction(cloth.image, card.quad, named)) >= HINTED]
    )


def _find_outlined(cloth: Cloth, plan: BarePlan, by: str) -> Outlined:
    """What has the outline of a card and is not bound by lines of the table: of a card's shape as a likely lens would show it, and of any
    shape. `by`: what it stands out by."""
    blobs = find_rare_blobs(cloth) if by == "rarity" else find_blobs(cloth.image, by_colour=by == "colour")
    found = find_upright_outlines_of_shapes(cloth.image, (plan.card_mm[0] / plan.card_mm[1], None), blobs=blobs)
    clear, anyhow = ([card for card in each if card.score >= CLEAR] for each in found)
    return _drop_bounded(cloth, clear), _drop_bounded(cloth, anyhow)


def _drop_bounded(cloth: Cloth, cards: Sequence[Outline]) -> list[Outline]:
    ends = cloth.count_continued_sides([card.quad for card in cards]).tolist()
    return [card for card, on in zip(cards, ends, strict=True) if on <= MOST_ENDS]


def _merge_outlined(found: Iterable[Outlined]) -> Outlined:
    clear, anyhow = zip(*found, strict=True)
    return [card for each in clear for card in each], [card for each in anyhow for card in each]


def _iterate_on_planes(
    search: _Search,
    chosen: Iterable[tuple[list[Quad], TablePlane]],
    anyhow: Sequence[Outline],
    tried: set[tuple[int, ...]],
) -> Iterator[NamedDirections]:
    """The same, among these cards on these planes. `anyhow`: outlines of whatever shape, as an unknown lens would have it; `tried`: which
    were taken for the direction cards before, on another plane."""
    for cards, plane in chosen:
        tints, rare = [measure_tint(search.cloth.image, quad) for quad in cards], search.cloth.measure_rarity(cards)
        for groups in _group_direction_cards(_project_to_table(cards, plane), search.plan, tints, rare)[:MOST_WAYS]:
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
    """Do cards on which nothing was read look like the table: one commoner in the picture than it is on the average, or all than as many
    other outlines of their size? `rare`: how rare each looks."""
    size = float(np.mean([abs(signed_area(quad)) for quad in cards]))
    like = [card for card in outlines if abs(math.log(abs(signed_area(card.quad)) / size)) < AS_LARGE]
    rarest = np.sort(cloth.measure_rarity([card.quad for card in keep_solid_outlines(cloth, like)]))[::-1]
    commoner = len(rarest) >= len(cards) and float(rare.mean()) < rarest[len(cards) - 1] - AS_RARE
    return bool(commoner or rare.min() < cloth.rare.mean())


def _add_draw_piles(
    search: _Search, seen: NamedDirections, rows: Sequence[Sequence[Quad]], plane: TablePlane, anyhow: Sequence[Outline]
) -> NamedDirections:
    """The same with the draw piles. `rows`: the direction cards, of each player's where each has his own; `anyhow`: all that may be a draw
    pile; more is looked at where this does not do."""
    piles = find_draw_piles(search.cloth, search.plan, rows, plane, [card.quad for card in anyhow])
    if len(piles) < len(search.plan.draws):
        _, more = _merge_outlined(map(search.outlined, BY))
        piles = find_draw_piles(search.cloth, search.plan, rows, plane, [card.quad for card in more])
    backs = [CardMark(BACK, quad) for quad in piles]
    return replace(seen, marks=(*seen.marks, *backs), other=(*seen.other, *backs) if seen.other else ())


# --- cards of one size on one plane ----------------------------------------------------------------------------------


def _project_to_table(quads: Sequence[Quad], plane: TablePlane) -> list[Corners]:
    return [project(quad, plane.to_mm) for quad in quads]


# --- how they lie ----------------------------------------------------------------------------------------------------


def _group_direction_cards(
    flat: Sequence[Corners], plan: BarePlan, tints: Sequence[NDArray[np.float64]], rare: NDArray[np.float64]
) -> list[list[tuple[int, ...]]]:
    """The cards of the column, or of each player's row, first to last along it: each way to choose them, straightest and least like the table
    first. `tints`: of each card; those of one player are alike. `rare`: how rare each looks."""

    def lines(many: int, axis: int, steps: tuple[float, float]) -> list[tuple[float, tuple[int, ...]]]:
        found = _find_lines_of_cards(flat, many, axis, steps)
        return sorted((cost - RARE * float(rare[list(line)].mean()), line) for cost, line in found)

    if not plan.owners:
        return [[column] for _, column in lines(len(plan.piles), 1, APART)]
    many = len(plan.piles) // len(plan.owners)
    rows = lines(many, 0, ROW) + lines(many, 1, APART)
    rows = [(cost + UNLIKE * largest_tint_difference([tints[i] for i in row]), row) for cost, row in rows]
    pairs = [
        (one + other, [first, second]) for (one, first), (other, second) in combinations(rows, 2) if not {*first} & {*second}
    ]
    pairs = [(cost + _weigh_remaining_backs(plan, tints, taken), taken) for cost, taken in pairs]
    return [rows for _, rows in sorted(pairs)]


def _weigh_remaining_backs(plan: BarePlan, tints: Sequence[NDArray[np.float64]], rows: Sequence[tuple[int, ...]]) -> float:
    """What weighs how unlike the draw piles are, if these are the direction cards."""
    left = [tint for number, tint in enumerate(tints) if not any(number in row for row in rows)]
    return min(map(weigh_back_difference, combinations(left, len(plan.draws))), default=0.0)


def _find_lines_of_cards(
    flat: Sequence[Corners], many: int, axis: int, steps: tuple[float, float]
) -> list[tuple[float, tuple[int, ...]]]:
    """So many cards, turned alike, one after the other along an axis of theirs: 0 to the right, 1 downward; each with how far from
    straight and even they lie, straightest first."""
    found: list[tuple[float, tuple[int, ...]]] = []
    size = (
        [float(np.linalg.norm(flat[0][1] - flat[0][0])), float(np.linalg.norm(flat[0][3] - flat[0][0]))] if flat else [1.0, 1.0]
    )
    for numbers in combinations(range(len(flat)), many):
        cards = [flat[i] for i in numbers]
        turn = mean_tilt(cards)
        if any(abs((2 * (_turn(card) - turn) + math.pi) % (2 * math.pi) - math.pi) > 2 * ASKEW for card in cards):
            continue
        across, down = axes_at_turn(turn)
        middles = np.array([card.mean(axis=0) for card in cards])
        along, aside = (middles @ across, middles @ down) if axis == 0 else (middles @ down, middles @ across)
        order = np.argsort(along)
        gaps = np.diff(along[order]) / size[axis]
        off = float(np.abs(aside - aside.mean()).max()) / size[0]
        if off <= ASIDE and gaps.min() >= steps[0] and gaps.max() <= steps[1]:
            found.append((off + float(np.ptp(gaps)), tuple(numbers[i] for i in order)))
    return sorted(found)


def _turn(card: Corners) -> float:
    return mean_tilt([card])
