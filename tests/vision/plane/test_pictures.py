"""Photographs from files: what cannot be read says what to do."""

import cv2
import numpy as np
import pytest

from vision.errors import PictureUnreadable
from vision.plane.pictures import LONGEST, load_picture, picture_files, save_picture

PICTURE = np.random.default_rng(1).integers(0, 255, (40, 60, 3)).astype(np.uint8)


def test_a_picture_that_was_saved_is_loaded(tmp_path):
    save_picture(tmp_path / "one.png", PICTURE)
    image, scale = load_picture(tmp_path / "one.png")
    assert np.array_equal(image, PICTURE) and scale == 1.0


def test_a_large_picture_comes_smaller_with_its_scale(tmp_path):
    cv2.imwrite(str(tmp_path / "large.png"), np.zeros((100, LONGEST * 2, 3), np.uint8))
    image, scale = load_picture(tmp_path / "large.png")
    assert image.shape == (50, LONGEST, 3) and scale == 0.5


@pytest.mark.parametrize("content", [b"", b"words", None])
def test_what_is_no_picture_is_one_clear_error(tmp_path, content):
    path = tmp_path / "one.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PictureUnreadable, match=r"one\.jpg"):
        load_picture(path)


def test_pictures_of_a_folder_come_in_order_and_hidden_files_do_not(tmp_path):
    for name in ("b.JPG", "a.png", ".a.png", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in picture_files(tmp_path)] == ["a.png", "b.JPG"]


@pytest.mark.parametrize("name", ["one.nonsense", "missing/one.png"])
def test_a_picture_that_cannot_be_written_says_so(tmp_path, name):
    with pytest.raises(PictureUnreadable, match="cannot be written"):
        save_picture(tmp_path / name, PICTURE)
