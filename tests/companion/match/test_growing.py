"""A sequence that grows says what a tuple says, and shares what did not change."""

import copy
import pickle

import hypothesis.strategies as st
import pytest
from hypothesis import given

from companion.match.growing import BLOCK_ITEMS, Growing

LENGTHS = st.one_of(st.integers(0, 8), st.integers(BLOCK_ITEMS - 2, BLOCK_ITEMS + 2), st.integers(0, 3 * BLOCK_ITEMS + 2))
PLACES = st.one_of(st.none(), st.integers(-3 * BLOCK_ITEMS - 4, 3 * BLOCK_ITEMS + 4))


@given(st.data())
def test_whatever_is_done_with_it_it_says_what_a_tuple_says(data):
    kept, grown, following = (), Growing(), 0
    for _ in range(data.draw(st.integers(1, 5))):
        more = tuple(range(following, following := following + data.draw(LENGTHS)))
        start = data.draw(st.one_of(st.just(len(kept)), st.integers(0, len(kept))))
        before, unchanged = grown, kept
        grown = grown.with_added(*more) if start == len(kept) else grown.with_end(start, more)
        kept = (*kept[:start], *more)
        assert tuple(before) == unchanged, "what was there before never changes"
        assert grown == kept and kept == tuple(grown) and len(grown) == len(kept)
        assert hash(grown) == hash(kept) and bool(grown) == bool(kept) and grown == Growing(kept)


@given(LENGTHS, st.builds(slice, PLACES, PLACES, st.sampled_from([None, 1, 2, -1, -3])))
def test_a_slice_is_that_of_a_tuple(count, part):
    assert tuple(Growing(range(count))[part]) == tuple(range(count))[part]


@given(LENGTHS, st.integers(-3 * BLOCK_ITEMS - 4, 3 * BLOCK_ITEMS + 4))
def test_an_item_is_that_of_a_tuple_or_none_at_all(count, place):
    grown, kept = Growing(range(count)), tuple(range(count))
    if -count <= place < count:
        assert grown[place] == kept[place]
    else:
        with pytest.raises(IndexError):
            grown[place]


@given(LENGTHS, st.integers(-3, 6 * BLOCK_ITEMS + 9))
def test_what_rises_is_found_where_a_search_of_all_finds_it(count, least):
    rising = range(0, 2 * count, 2)
    assert Growing(rising).find_place(least, lambda each: each) == sum(each < least for each in rising)


@given(LENGTHS)
def test_it_is_walked_both_ways_and_copied(count):
    grown = Growing(range(count))
    assert list(grown) == list(range(count)) and list(reversed(grown)) == list(range(count))[::-1]
    assert pickle.loads(pickle.dumps(grown)) == grown and copy.deepcopy(grown) == grown
    assert Growing(grown) == grown and repr(grown) == f"Growing({tuple(range(count))!r})"


@given(LENGTHS, LENGTHS, LENGTHS)
def test_the_first_items_that_two_sequences_share_are_counted(shared, more, other):
    kept = Growing([object() for _ in range(shared)])
    one, another = (kept.with_added(*(object() for _ in range(each))) for each in (more, other))
    assert one.count_shared(another) == shared
    assert one.count_shared(one) == shared + more and Growing(one).count_shared(one.with_end(0, one)) == shared + more


def test_another_length_or_item_makes_another_sequence():
    grown = Growing(range(300))
    assert grown != Growing(range(301)) and grown != grown.with_end(299, [0]) and grown != grown.with_end(3, range(4, 301))
    assert grown != tuple(range(301)) and grown != list(range(300))


def test_a_further_item_copies_no_more_than_a_block():
    facts = [object() for _ in range(50 * BLOCK_ITEMS)]
    grown = Growing(facts).with_added(object())
    kept = grown.with_added(object())
    assert [one is other for one, other in zip(grown._blocks, kept._blocks, strict=True)] == [True] * 50
