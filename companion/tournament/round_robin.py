"""Round robin: everybody meets everybody. Pairings by Berger's tables, as FIDE publishes them (C.05, annex 1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

import networkx

Pair: TypeAlias = tuple[int, int]


def list_berger_rounds(count: int, cycles: int = 1) -> tuple[tuple[Pair, ...], ...]:
    """The pairs of each round among the numbers from 1 to `count`, the first-named side first.

    With an odd `count`, the number missing in a round has a bye. In the second of two `cycles` sides are changed. The last two
    rounds of the first cycle then change places, so that nobody is on one side three times in a row.

    >>> list_berger_rounds(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    if count < 2:
        return ()
    even = count + count % 2
    rounds = [tuple(pair for pair in _pair_berger_round(even, each) if max(pair) <= count) for each in range(even - 1)]
    if cycles == 1:
        return tuple(rounds)
    second = [tuple((two, one) for one, two in pairs) for pairs in rounds]
    return (*rounds[:-2], *reversed(rounds[-2:]), *second)


def _pair_berger_round(even: int, index: int) -> list[Pair]:
    """The pairs of round `index`, from 0, among the numbers from 1 to `even`, the first-named side first."""
    ring = even - 1  # the last number stands beside the ring
    meets_last = (index * (even // 2)) % ring
    with_last = (meets_last + 1, even)
    pairs = [with_last if index % 2 == 0 else (even, meets_last + 1)]
    return pairs + [((meets_last + step) % ring + 1, (meets_last - step) % ring + 1) for step in range(1, even // 2)]


def pair_remaining(pairs: Sequence[Pair]) -> tuple[Pair, ...]:
    """As many of `pairs`, the games still to be played, as fit into one round. Whoever has most games left plays first.

    For a field that has changed: somebody came late, and Berger's tables do not hold any more.
    """
    left = Counter(number for pair in pairs for number in pair)
    graph = networkx.Graph()
    for one, two in pairs:
        graph.add_edge(one, two, weight=left[one] + left[two], sides=(one, two))
    matched = networkx.max_weight_matching(graph, maxcardinality=True)
    return tuple(sorted(graph.edges[pair]["sides"] for pair in matched))
