"""Patches of the small picture: their numbers and boxes."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from vision.hands.field import label_patches

MASKS = arrays(np.uint8, st.tuples(st.integers(1, 14), st.integers(1, 14)), elements=st.sampled_from((0, 0, 255)))


def flood(mask, start):
    """Places joined with one place, corners too."""
    found, open_ = set(), [start]
    while open_:
        row, column = open_.pop()
        if (row, column) in found or not (0 <= row < mask.shape[0] and 0 <= column < mask.shape[1]) or not mask[row, column]:
            continue
        found.add((row, column))
        open_ += [(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]
    return found


@given(MASKS)
def test_every_place_of_a_patch_has_its_number_and_lies_in_its_box(mask):
    labels, patches = label_patches(mask)
    assert labels.shape == mask.shape and np.array_equal(labels > 0, mask > 0)
    for number, (left, top, width, height, area) in enumerate(patches, start=1):
        rows, columns = np.nonzero(labels == number)
        assert flood(mask, (rows[0], columns[0])) == set(zip(rows.tolist(), columns.tolist(), strict=True))
        assert (left, top, left + width - 1, top + height - 1) == (columns.min(), rows.min(), columns.max(), rows.max())
        assert area == len(rows)
    assert len(patches) == labels.max()
