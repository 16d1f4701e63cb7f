"""A sequence that grows at its end: a longer one shares nearly everything with the one before. Pure.

A match keeps five lists of its facts, and each fact makes a new match. Tuples copy all facts each time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress, count, islice
from operator import is_not
from typing import Any, Generic, TypeVar, overload

Item = TypeVar("Item")

BLOCK_ITEMS = 128
"""Items that are shared as one block. A match of 10,000 facts has 80 blocks: as many as a block's items cost about the same."""


class Growing(Sequence[Item], Generic[Item]):
    """Items in order, which never change. A further item costs the same however many there are, up to some ten thousand.

    >>> one = Growing("ab")
    >>> tuple(one.with_added("c")), tuple(one.with_end(1, "xy")), tuple(one)
    (('a', 'b', 'c'), ('a', 'x', 'y'), ('a', 'b'))
    """

    __slots__ = ("_blocks", "_count", "_rest")

    _blocks: tuple[tuple[Item, ...], ...]  # of `BLOCK_ITEMS` each
    _rest: tuple[Item, ...]  # fewer than a block
    _count: int

    def __init__(self, items: Iterable[Item] = ()) -> None:
        if isinstance(items, Growing):
            self._keep(items._blocks, items._rest)
        else:
            self._keep((), tuple(items))

    def _keep(self, blocks: tuple[tuple[Item, ...], ...], rest: tuple[Item, ...]) -> None:
        """Be these blocks, and `rest` after them, however many it is."""
        full = len(rest) - len(rest) % BLOCK_ITEMS
        if full:
            blocks = (*blocks, *(rest[start : start + BLOCK_ITEMS] for start in range(0, full, BLOCK_ITEMS)))
        self._blocks, self._rest = blocks, rest[full:]
        self._count = len(blocks) * BLOCK_ITEMS + len(self._rest)

    def with_added(self, *items: Item) -> Growing[Item]:
        """These items and further ones."""
        return self._with_rest(len(self._blocks), (*self._rest, *items)) if items else self

    def with_end(self, start: int, items: Iterable[Item]) -> Growing[Item]:
        """The first `start` items, and other ones from there on. `start`: at most as many as there are."""
        whole = min(start // BLOCK_ITEMS, len(self._blocks))
        kept = self._rest if whole == len(self._blocks) else self._blocks[whole]
        return self._with_rest(whole, (*kept[: start - whole * BLOCK_ITEMS], *items))

    def find_place(self, least: int, key: Callable[[Item], int]) -> int:
        """The place of the first item whose key is at least `least`, as many as there are for none. `key`: rises from item to item.
        Quickest near the end."""
        whole, block = len(self._blocks), self._rest
        if whole and not (block and key(block[0]) < least):
            whole = max(0, whole - 1)
            if key(self._blocks[whole][0]) >= least:
                whole = max(0, bisect_left(self._blocks, least, key=lambda one: key(one[0])) - 1)
            block = self._blocks[whole]
        return whole * BLOCK_ITEMS + bisect_left(block, least, key=key)

    def count_shared(self, other: Growing[Item]) -> int:
        """How many of the first items are the same objects in both sequences."""
        shorter = min(len(self._blocks), len(other._blocks))
        same = next(compress(count(), map(is_not, self._blocks, other._blocks)), shorter)
        one, another = (chain(chain.from_iterable(each._blocks[same:]), each._rest) for each in (self, other))
        start = same * BLOCK_ITEMS
        return start + next(compress(count(), map(is_not, one, another)), min(len(self), len(other)) - start)

    def _with_rest(self, whole: int, rest: tuple[Item, ...]) -> Growing[Item]:
        """The first `whole` blocks, and the items `rest` after them."""
        grown: Growing[Item] = Growing()
        grown._keep(self._blocks[:whole], rest)
        return grown

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, at: int) -> Item: ...

    @overload
    def __getitem__(self, at: slice) -> Growing[Item]: ...

    def __getitem__(self, at: int | slice) -> Item | Growing[Item]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._count)
            return self._cut(start, stop) if step == 1 else Growing(tuple(self)[at])
        place = at + self._count if at < 0 else at
        if not 0 <= place < self._count:
            raise IndexError(f"item {at} of {self._count}")
        block, within = divmod(place, BLOCK_ITEMS)
        return self._rest[within] if block == len(self._blocks) else self._blocks[block][within]

    def _cut(self, start: int, stop: int) -> Growing[Item]:
        """The items of a slice. The first items come back at once, the last at the cost of what they are."""
        if start == 0:
            return self.with_end(stop, ())
        if stop <= start:
            return Growing()
        first, within = divmod(start, BLOCK_ITEMS)
        items = chain.from_iterable((*self._blocks[first : stop // BLOCK_ITEMS + 1], self._rest))
        return Growing(islice(items, within, within + stop - start))

    def __iter__(self) -> Iterator[Item]:
        return chain.from_iterable((*self._blocks, self._rest))

    def __reversed__(self) -> Iterator[Item]:
        yield from reversed(self._rest)
        for block in reversed(self._blocks):
            yield from reversed(block)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if isinstance(other, Growing):
            return self._count == other._count and self._rest == other._rest and self._blocks == other._blocks
        return isinstance(other, tuple) and self._count == len(other) and tuple(self) == other

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Growing({tuple(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Growing, (tuple(self),)
