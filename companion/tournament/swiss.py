"""Swiss pairings, kept simple: no published system is followed to the letter, the rules below are the whole of it.

Of all pairings the one is taken that is best by the first rule; among equals, by the second; and so on:

1. A bye goes to somebody who had the fewest byes.
2. Nobody meets an opponent again.
3. A bye goes to somebody with the fewest points.
4. Opponents have as many points as each other: the squares of the differences sum to the least.
5. Whoever was named first more often than second is named second now.
6. Within equal points, the upper half meets the lower half in order: of eight, 1 meets 5, 2 meets 6. A bye goes to the last.

The best is found as a matching of minimum weight (networkx).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import networkx

_RULE_RANGE = 10**9  # larger than what any rule below can sum up to: 64 pairs of differences up to 3,000 squared stay below
MAX_POINT_GAP = 3_000  # a larger difference weighs as this one


@dataclass(frozen=True, slots=True)
class SwissRecord:
    """What a competitor brings into the next round."""

    number: int  # the order among equals: who entered first, or is seeded first
    points: int = 0
    met: Mapping[int, int] = field(default_factory=dict)  # by opponent, how often they met
    byes: int = 0
    balance: int = 0  # how often named first, less how often named second
    was_first: bool | None = None  # in the latest game, None before it


@dataclass(frozen=True, slots=True)
class SwissPairing:
    """Who meets whom, the first-named side first, in the order of boards."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None


@dataclass(frozen=True, slots=True)
class _Ranked:
    """A competitor in the order of points and numbers."""

    record: SwissRecord
    rank: int
    place: int  # within those of equal points, from 0
    size: int  # how many have equal points


def pair_swiss(records: Sequence[SwissRecord], *, has_first_player: bool = True) -> SwissPairing:
    """The pairing of the next round; the same records in any order give the same one. `has_first_player`: sides matter, so
    whoever was first less often gets the first side more readily."""
    ranked = _rank_records(records)
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(ranked)))
    for at, one in enumerate(ranked):
        for two in ranked[at + 1 :]:
            graph.add_edge(one.rank, two.rank, weight=_weigh_pair(one, two, has_first_player=has_first_player))
    if len(ranked) % 2:
        for one in ranked:
            graph.add_edge(one.rank, len(ranked), weight=_weigh_bye(one, len(ranked)))
    matched = sorted(tuple(sorted(pair)) for pair in networkx.min_weight_matching(graph))
    pairs, bye = list[tuple[int, int]](), None
    for upper, lower in matched:
        if lower == len(ranked):
            bye = ranked[upper].record.number
        else:
            pairs.append(choose_sides(ranked[upper].record, ranked[lower].record))
    return SwissPairing(tuple(pairs), bye)


def choose_sides(upper: SwissRecord, lower: SwissRecord) -> tuple[int, int]:
    """The numbers of two opponents, the first-named side first. `upper` stands higher.

    Whoever was named first less often is named first; else whoever was named second in the latest game; else the upper one if
    their number is odd.
    """
    upper_is_first = upper.number % 2 == 1
    if upper.balance != lower.balance:
        upper_is_first = upper.balance < lower.balance
    elif upper.was_first is not None and upper.was_first is not lower.was_first:
        upper_is_first = not upper.was_first
    elif lower.was_first is not None and upper.was_first is None:
        upper_is_first = lower.was_first
    return (upper.number, lower.number) if upper_is_first else (lower.number, upper.number)


def _rank_records(records: Sequence[SwissRecord]) -> list[_Ranked]:
    """The competitors, most points first, then by number."""
    ordered = sorted(records, key=lambda each: (-each.points, each.number))
    sizes, ranked = dict[int, int](), list[_Ranked]()
    for record in ordered:
        sizes[record.points] = sizes.get(record.points, 0) + 1
    places = dict.fromkeys(sizes, 0)
    for rank, record in enumerate(ordered):
        ranked.append(_Ranked(record, rank, places[record.points], sizes[record.points]))
        places[record.points] += 1
    return ranked


def _weigh_pair(upper: _Ranked, lower: _Ranked, *, has_first_player: bool) -> int:
    """How bad a pairing is, to be minimised. Rules by weight: having met, a gap in points, sides, distance in rank.
    `has_first_player`: do sides matter?"""
    one, two = upper.record, lower.record
    gap = min(one.points - two.points, MAX_POINT_GAP)
    sides = (min(one.balance, two.balance) + 1) ** 2 + (max(one.balance, two.balance) - 1) ** 2 if has_first_player else 0
    # between groups, the last of one meets the first of the next; within a group, the upper half meets the lower half
    within = abs(lower.place - upper.place - upper.size // 2)
    place = upper.size - 1 - upper.place + lower.place if gap else within
    return _join_rules(0, one.met.get(two.number, 0), 0, gap**2, sides, place)


def _weigh_bye(ranked: _Ranked, count: int) -> int:
    """How bad it is that somebody has a bye, the first rule weighing most."""
    return _join_rules(ranked.record.byes, 0, ranked.record.points, 0, 0, count - ranked.rank)


def _join_rules(*costs: int) -> int:
    """One number for several costs; an earlier cost outweighs all later costs."""
    joined = 0
    for cost in costs:
        joined = joined * _RULE_RANGE + cost
    return joined
