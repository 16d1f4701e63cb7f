"""Direction cards without known pictures, told by their size, their print and their likeness.

Everything with the outline of a card is looked at. On a plane all cards have the same size; the outermost outline shared by all is
the edge, whatever frames are printed. What is read as direction cards comes first, then cards alike among themselves; a card apart is
a draw pile.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.cards.candidates import CARD_CROP_PX, find_upright_outlines_in_steps
from vision.cards.outlines import Outline, find_blobs_in_steps
from vision.directions.arrangement import BarePlan, Corners
from vision.directions.backs import find_draw_piles, find_possible_piles
from vision.directions.card_edges import fit_direction_cards
from vision.directions.choosing import SizedCard, are_alike, choose_direction_cards, look_at_card
from vision.directions.cloth import MAX_CONTINUED_ENDS, Cloth, analyse_cloth, find_rare_blobs
from vision.directions.looks import measure_one_way_print
from vision.directions.marks import CardMark
from vision.directions.missing import find_missing_card
from vision.directions.naming import (
    NAMING,
    CardJudge,
    DirectionCandidates,
    DirectionReader,
    NamedDirections,
    TakenFor,
    judge_no_card,
    name_directions,
    read_direction,
    read_no_direction,
)
from vision.directions.one_size import ONE_SIZE, choose_few_of_one_size, find_cards_of_one_size, keep_solid_outlines
from vision.plane.by_cards import TablePlane
from vision.plane.homography import project
from vision.plane.quads import Quad, cut_out, signed_area
from vision.readers.numbers.starts import PrintedDirection
from vision.steps import ALONE, Steps, finish_steps
from vision.types import BACK, Image

BY = ("brightness", "colour", "rarity")
"""What cards stand out by from their table, in the order in which it is tried."""


@dataclass(frozen=True, slots=True)
class DirectionLimits:
    """When outlines are direction cards, and what weighs for them."""

    min_outline_score: float = 0.8  # of a card's outline; guess
    column_steps: tuple[float, float] = (0.97, 1.75)  # card heights from one card to a missing one; guess
    row_steps: tuple[float, float] = (1.0, 3.6)  # card widths from one card to a missing one in a row; guess
    max_size_log: float = 0.7  # logarithm of areas, outlines as large as cards; guess
    max_less_rare: float = 1.0  # than the rarest, to be as likely; guess
    max_choices: int = 3  # of direction cards among cards of one size; guess
    max_heavier: float = 1.5  # than the likeliest choice, see `choose_direction_cards`; guess
    max_counted: int = 8  # outlines looked at where not all direction cards are seen, the rarest; guess
    read_in_frame: int = 2  # prints of direction cards read in one frame; measured: 20 ms each
    judged_in_step: int = 2  # things judged whether they are cards of the deck; guess
    max_back_change: float = 0.6  # of a back, see `measure_one_way_print`; guess
    same_card_px: float = 2.0  # between corners of two outlines that show the same; guess
    same_card_part: float = 0.12  # of a card's size between corners of two outlines of one card; guess


DIRECTION_CARDS = DirectionLimits()

LAID = frozenset({TakenFor.CARD, TakenFor.EITHER})
"""What the reader takes a card for that is no direction card and no back."""

Outlined = tuple[list[Outline], list[Outline]]
"""Outlines of a card's shape, and of any."""


class _Search:
    """One search of a picture, with all that was found so far. Each method does its work step by step, and only once."""

    def __init__(self, cloth: Cloth, plan: BarePlan, direction_reader: DirectionReader, judge: CardJudge) -> None:
        """`plan`: what is looked for. `direction_reader`: reads a crop. `judge`: tells cards of the deck."""
        self.cloth, self.plan = cloth, plan
        self.tried = dict[tuple[int, ...], Sequence[Quad]]()  # choices of quads, kept alive for their ids
        self._direction_reader, self._judge = direction_reader, judge
        self._outlined = dict[str, Outlined]()
        self._read = list[tuple[Quad, PrintedDirection]]()
        self._judged = list[tuple[Quad, TakenFor]]()

    def find_outlined(self, by: Sequence[str]) -> Steps[Outlined]:
        """Outlines of a card's shape, and outlines of any shape, without those that lines of the table bound. `by`: what of
        `BY` they stand out by; searched once for each."""
        for one in by:
            if one not in self._outlined:
                self._outlined[one] = yield from self._find_outlined_by(one)
        return _merge_outlined([self._outlined[one] for one in by])

    def _find_outlined_by(self, by: str) -> Steps[Outlined]:
        """The same for one of `BY`: "rarity", "colour" or brightness."""
        image, plan = self.cloth.image, self.plan
        if by == "rarity":
            blobs = find_rare_blobs(self.cloth)
            yield
        else:
            blobs = yield from find_blobs_in_steps(image, by_colour=by == "colour")
        shapes = plan.card_mm[0] / plan.card_mm[1], None
        found = yield from find_upright_outlines_in_steps(image, shapes, blobs)
        clear, anyhow = ([card for card in each if card.score >= DIRECTION_CARDS.min_outline_score] for each in found)
        yield
        return _drop_bounded(self.cloth, clear), _drop_bounded(self.cloth, anyhow)

    def read(self, quad: Quad) -> Steps[PrintedDirection]:
        """What the print of a card says; where it cannot be read, what another outline of the same card said."""
        size = math.sqrt(abs(signed_area(quad)))
        same = [(float(np.abs(other - quad).max()), reading) for other, reading in self._read]
        for away, reading in same:
            if away <= DIRECTION_CARDS.same_card_px:
                return reading
        reading = read_direction(self.cloth.image, quad, self._direction_reader)
        if max(reading.up, reading.down) < NAMING.min_clear:
            near = [said for away, said in same if away <= DIRECTION_CARDS.same_card_part * size]
            reading = max([reading, *near], key=lambda said: abs(said.up - said.down))
        self._read.append((quad, reading))
        yield ALONE if len(self._read) % DIRECTION_CARDS.read_in_frame == 0 else None
        return reading

    def judge_card(self, quad: Quad) -> Steps[TakenFor]:
        """What the reader of the deck takes a card for. A 2 of the deck may be read as the end of a descending pile: cards come
        first, but not where a number is read that no card carries."""
        for other, judged in self._judged:
            if float(np.abs(other - quad).max()) <= DIRECTION_CARDS.same_card_px:
                return judged
        judged = self._judge(cut_out(self.cloth.image, quad, CARD_CROP_PX))
        if judged is not TakenFor.OTHER and (yield from self.read(quad)).is_sure:
            judged = TakenFor.OTHER
        self._judged.append((quad, judged))
        if len(self._judged) % DIRECTION_CARDS.judged_in_step == 0:
            yield
        return judged

    def drop_laid_cards(self, quads: Iterable[Quad], no_direction: Collection[TakenFor] = LAID) -> Steps[list[Quad]]:
        """The quads without those of cards of the deck. `no_direction`: what the reader takes these for."""
        kept = list[Quad]()
        for quad in quads:
            if (yield from self.judge_card(quad)) not in no_direction:
                kept.append(quad)
        return kept

    @property
    def has_doubtful_cards(self) -> bool:
        """Was a card seen that may be one of the deck or a direction card?"""
        return any(judged is TakenFor.EITHER for _, judged in self._judged)


def find_direction_cards(
    image: Image, plan: BarePlan, named: DirectionReader, thorough: bool = True, judge: CardJudge = judge_no_card
) -> NamedDirections | None:
    """The likeliest that `search_direction_cards` sees, None where nothing fits. All arguments as there."""
    return next(iter(finish_steps(search_direction_cards(image, plan, named, thorough, judge)).ways), None)


@dataclass(frozen=True, slots=True, eq=False)
class SeenTable:
    """What a search has seen of a table."""

    ways: list[NamedDirections]  # in which what is seen can be the direction cards, likeliest first
    directions: int = 0  # direction cards that are seen, also where some are missing
    backs: tuple[Quad, ...] = ()  # draw piles; where no direction cards are found all that may be some, likeliest first
    laid: tuple[Quad, ...] = ()  # cards of the deck, looked for only where no direction cards are found
    things: tuple[Quad, ...] = ()  # what else has a card's outline there and nobody can read


def search_direction_cards(
    image: Image, plan: BarePlan, named: DirectionReader, thorough: bool = False, judge: CardJudge = judge_no_card
) -> Steps[SeenTable]:
    """Search a picture (H, W, 3) uint8 BGR step by step for the direction cards of `plan`.

    First comes what `named` read, next what most of the seen cards agree with. Differences in colour alone are tried where
    nothing readable is seen; shapes of an unlikely lens last, and only if read. `plan`: the direction cards to find. `named`:
    reads direction cards. `thorough`: rare looks and every choice of a few cards are tried too, which takes seconds. `judge`: tells
    cards of the deck, which are neither direction cards nor draw piles.
    """
    cloth = analyse_cloth(image)
    yield
    search = _Search(cloth, plan, named, judge)
    told = list[NamedDirections]()
    for by in (BY[:1], BY[1:-1], BY[:-1], BY) if thorough else (BY[:1], BY[1:-1], BY[:-1]):
        cards, _ = yield from search.find_outlined(by)
        told += yield from _search_planes(search, (yield from find_cards_of_one_size(cloth, plan, cards)), by)
        # a back may pass for a direction card while the right card stands out otherwise
        if told and (named is read_no_direction or any(seen.is_legible for seen in told)):
            break
    if search.has_doubtful_cards and not any(seen.is_legible for seen in told):
        told = (yield from _search_among_laid_cards(search)) + told
    if not told:
        told = yield from _search_last_resorts(search, thorough)
    rest = [seen for seen in told if not seen.is_legible]
    rarest = max((seen.rare for seen in rest), default=0.0)
    rest.sort(key=lambda seen: (seen.rare < rarest - DIRECTION_CARDS.max_less_rare, seen.weight))
    ways = [*(seen for seen in told if seen.is_legible), *rest]
    if not ways:
        return (yield from _count_cards(search))
    return SeenTable(ways, len(plan.piles), tuple(mark.quad for mark in ways[0].marks if mark.face == BACK))


def _count_cards(search: _Search) -> Steps[SeenTable]:
    """What is seen of a table whose direction cards are not all seen, or that has none."""
    cards, _ = yield from search.find_outlined(BY[:-1])
    backs, laid, things, directions, doubtful = list[Quad](), list[Quad](), list[Quad](), list[float](), list[float]()
    for card in keep_solid_outlines(search.cloth, cards)[: DIRECTION_CARDS.max_counted]:
        reading, judged = (yield from search.read(card.quad)), (yield from search.judge_card(card.quad))
        if judged in LAID:
            laid.append(card.quad)
        if max(reading.up, reading.down) >= NAMING.min_clear:
            if judged is not TakenFor.CARD:
                (directions if judged is TakenFor.OTHER else doubtful).append(math.log(abs(signed_area(card.quad))))
        elif judged not in LAID:
            is_like_back = measure_one_way_print(search.cloth.image, card.quad) < DIRECTION_CARDS.max_back_change
            (backs if is_like_back else things).append(card.quad)
    # a laid 2 reads as the end of a descending pile: alone it is no direction card, which others would lie beside
    if directions or len(doubtful) > len(search.plan.piles) / 2:
        directions += doubtful
    # two cards side by side have one outline too
    alike = [size for size in directions if abs(size - float(np.median(directions))) < DIRECTION_CARDS.max_size_log]
    seen = min(len(alike), len(search.plan.piles))
    return SeenTable([], seen, tuple(backs), tuple(laid), tuple(things))


def _search_among_laid_cards(search: _Search) -> Steps[list[NamedDirections]]:
    """Ways to name the direction cards where some are taken for cards of the deck as well. In each way all are alike, and some
    can be read; [] for none."""
    cards, _ = yield from search.find_outlined(BY[:-1])
    chosen = yield from find_cards_of_one_size(search.cloth, search.plan, cards)
    told = yield from _search_planes(search, chosen, BY[:-1], frozenset({TakenFor.CARD}))
    heads = {id(seen): [mark.quad for mark in seen.marks if mark.face != BACK] for seen in told}
    return [seen for seen in told if (seen.is_legible or seen.sure) and are_alike(search.cloth.image, heads[id(seen)])]


def _search_last_resorts(search: _Search, thorough: bool) -> Steps[list[NamedDirections]]:
    """Direction cards where nothing else is seen, read the better the unlikelier they are. `thorough`: as of
    `search_direction_cards`."""
    cloth, plan = search.cloth, search.plan
    if thorough:
        cards, _ = yield from search.find_outlined(BY[:-1])  # what stands out by its rarity has edges less sharp
        told = yield from _search_with_missing(search, cards, BY[:-1])
        if told:
            return told
    by = BY if thorough else BY[:-1]
    _, anyhow = yield from search.find_outlined(by)
    chosen = yield from find_cards_of_one_size(cloth, plan, anyhow)
    told = [seen for seen in (yield from _search_planes(search, chosen, by)) if seen.is_legible]
    if told or not thorough:
        return told
    readable = list[Outline]()
    for card in keep_solid_outlines(cloth, anyhow)[: ONE_SIZE.max_outlines]:
        if max((yield from search.read(card.quad))[:2]) >= NAMING.min_agreement:
            readable.append(card)
    few = yield from choose_few_of_one_size(cloth, plan, readable)
    return [seen for seen in (yield from _search_planes(search, few, by)) if seen.is_legible]


def _search_with_missing(search: _Search, outlines: Sequence[Outline], by: tuple[str, ...]) -> Steps[list[NamedDirections]]:
    """Ways to name the direction cards where one has no outline: cards of one size that were read in part, and candidates
    beside them; [] for none. `outlines`: of cards. `by`: what of `BY` they stand out by."""
    cloth, plan = search.cloth, search.plan
    ways = (1, *DIRECTION_CARDS.column_steps), (0, *DIRECTION_CARDS.row_steps)
    chosen = yield from find_cards_of_one_size(cloth, plan, outlines, but=1)
    for outlined, plane in chosen[: DIRECTION_CARDS.max_choices]:
        cards, read = (yield from search.drop_laid_cards(outlined)), 0
        for quad in cards:
            reading = yield from search.read(quad)
            read += abs(reading.up - reading.down) >= NAMING.min_agreement
        if not read:
            continue
        more = yield from find_missing_card(cloth, plan.card_mm, cards, plane, ways)
        told = [
            seen
            for seen in (yield from _search_planes(search, [([*cards, *more], plane)] if more else [], by))
            if seen.is_hinted
        ]
        if told:
            return told
    return []


def _drop_bounded(cloth: Cloth, cards: Sequence[Outline]) -> list[Outline]:
    """The outlines without those bounded by lines of the table."""
    ends = cloth.count_continued_sides([card.quad for card in cards]).tolist()
    return [card for card, on in zip(cards, ends, strict=True) if on <= MAX_CONTINUED_ENDS]


def _merge_outlined(found: Iterable[Outlined]) -> Outlined:
    """All outlines of a card's shape, and all of any shape."""
    clear, anyhow = zip(*found, strict=True)
    return [card for each in clear for card in each], [card for each in anyhow for card in each]


def _search_planes(
    search: _Search,
    chosen: Iterable[tuple[list[Quad], TablePlane]],
    by: tuple[str, ...],
    no_direction: Collection[TakenFor] = LAID,
) -> Steps[list[NamedDirections]]:
    """Ways in which these cards on these planes can be the direction cards. `by`: what they stand out by. `chosen`: cards with
    their plane. `no_direction`: as of `drop_laid_cards`."""
    told, cloth, plan = list[NamedDirections](), search.cloth, search.plan
    _, anyhow = yield from search.find_outlined(by)
    for outlined, plane in chosen:
        quads, cards = (yield from search.drop_laid_cards(outlined, no_direction)), list[SizedCard]()
        for quad, rare in zip(quads, cloth.measure_rarity(quads).tolist(), strict=True):
            may_be_laid = (yield from search.judge_card(quad)) in LAID
            cards.append(look_at_card(cloth.image, quad, rare, (yield from search.read(quad)), may_be_laid))
        ranked = choose_direction_cards(cards, plane, plan)[: DIRECTION_CARDS.max_choices]
        for weight, groups in ranked:
            if weight > ranked[0][0] + DIRECTION_CARDS.max_heavier:
                break
            taken = [number for group in groups for number in group]
            which = tuple(id(quads[i]) for i in taken)
            if which in search.tried:
                continue
            yield ALONE
            drawn = fit_direction_cards(cloth.image, quads, taken, plane, plan.card_mm)
            yield ALONE
            if drawn is None:
                continue
            search.tried[which] = quads
            readings = [card.reading for card in cards]
            for i in taken:
                if not cards[i].is_read:  # drawn to its edges it may be read
                    readings[i] = yield from search.read(drawn[0][i])
            laid = DirectionCandidates(cloth.image, plan, drawn[0], _project_to_table(*drawn), readings)
            rare = np.array([cards[i].rare for i in taken])
            seen = replace(name_directions(laid, groups), rare=float(rare.mean()), weight=weight)
            if seen.is_legible or not _look_common(cloth, [quads[i] for i in taken], rare, anyhow):
                rows = [[drawn[0][i] for i in group] for group in groups]
                told.append((yield from _add_draw_piles(search, seen, rows, drawn[1], anyhow)))
                if seen.is_legible:
                    return told
    return told


def _look_common(cloth: Cloth, cards: Sequence[Quad], rare: NDArray[np.float64], outlines: Sequence[Outline]) -> bool:
    """Do unread cards look like the table? They do where one is commoner than the picture on average, or where as many other
    outlines of their size are rarer. `rare`: (n,) of each card."""
    size = float(np.mean([abs(signed_area(quad)) for quad in cards]))
    like = [card for card in outlines if abs(math.log(abs(signed_area(card.quad)) / size)) < DIRECTION_CARDS.max_size_log]
    rarest = np.sort(cloth.measure_rarity([card.quad for card in keep_solid_outlines(cloth, like)]))[::-1]
    commoner = len(rarest) >= len(cards) and float(rare.mean()) < rarest[len(cards) - 1] - DIRECTION_CARDS.max_less_rare
    return bool(commoner or rare.min() < cloth.rare.mean())


def _add_draw_piles(
    search: _Search, seen: NamedDirections, rows: Sequence[Sequence[Quad]], plane: TablePlane, anyhow: Sequence[Outline]
) -> Steps[NamedDirections]:
    """The named cards with the draw piles. `rows`: direction cards, by player where each has their own. `anyhow`: possible draw
    piles; more are looked at if needed."""
    piles = yield from _find_draw_piles(search, rows, plane, anyhow)
    if len(piles) < len(search.plan.draws):
        _, more = yield from search.find_outlined(BY)
        piles = yield from _find_draw_piles(search, rows, plane, more)
    backs = [CardMark(BACK, quad) for quad in piles]
    return replace(seen, marks=(*seen.marks, *backs), other=(*seen.other, *backs) if seen.other else ())


def _find_draw_piles(
    search: _Search, rows: Sequence[Sequence[Quad]], plane: TablePlane, outlines: Sequence[Outline]
) -> Steps[list[Quad]]:
    """Upright quads of the draw piles among outlines: no card that can be read passes for one. `rows`: as of `find_draw_piles`."""
    cards = [card for row in rows for card in row]
    possible = find_possible_piles(search.cloth, search.plan, cards, plane, [card.quad for card in outlines])
    yield
    backs = yield from search.drop_laid_cards(possible)
    return find_draw_piles(search.cloth, search.plan, rows, plane, backs)


def _project_to_table(quads: Sequence[Quad], plane: TablePlane) -> list[Corners]:
    """(4, 2) millimetres on the table of each quad."""
    return [project(quad, plane.to_mm) for quad in quads]
