"""Photographs from files: what cannot be read says what to do."""

import os
import struct
import zlib

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.errors import PictureInHeic, PictureUnreadable
from vision.plane.picture_sizes import read_picture_size
from vision.plane.pictures import PICTURE_LIMITS, list_picture_files, load_picture, save_picture

PICTURE = np.random.default_rng(1).integers(0, 255, (40, 60, 3)).astype(np.uint8)


def test_a_picture_that_was_saved_is_loaded(tmp_path):
    save_picture(tmp_path / "one.png", PICTURE)
    image, scale = load_picture(tmp_path / "one.png")
    assert np.array_equal(image, PICTURE) and scale == 1.0


def test_a_large_picture_comes_smaller_with_its_scale(tmp_path):
    cv2.imwrite(str(tmp_path / "large.png"), np.zeros((100, PICTURE_LIMITS.max_side_px * 2, 3), np.uint8))
    image, scale = load_picture(tmp_path / "large.png")
    assert image.shape == (50, PICTURE_LIMITS.max_side_px, 3) and scale == 0.5


@pytest.mark.parametrize("content", [b"", b"words", None])
def test_what_is_no_picture_is_one_clear_error(tmp_path, content):
    path = tmp_path / "one.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PictureUnreadable, match=r"one\.jpg"):
        load_picture(path)


@pytest.mark.parametrize("kind", [b"heic", b"mif1", b"avif"])
@pytest.mark.parametrize("name", ["12.HEIC", "12.jpg"])
def test_a_photograph_as_iphones_store_it_says_what_to_do(tmp_path, kind, name):
    (tmp_path / name).write_bytes(b"\x00\x00\x00\x24ftyp" + kind + bytes(100))
    with pytest.raises(PictureInHeic, match=r"save it as JPEG.*Most Compatible"):
        load_picture(tmp_path / name)


def test_photographs_that_cannot_be_decoded_are_listed_with_the_others(tmp_path):
    for name in ("b.HEIC", "a.png", "c.dng", "d.mov"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in list_picture_files(tmp_path)] == ["a.png", "b.HEIC", "c.dng"]


def test_pictures_of_a_folder_come_in_order_and_hidden_files_do_not(tmp_path):
    for name in ("b.JPG", "a.png", ".a.png", "notes.txt"):
        (tmp_path / name).write_bytes(b"")
    assert [path.name for path in list_picture_files(tmp_path)] == ["a.png", "b.JPG"]


@pytest.mark.parametrize("name", ["one.nonsense", "missing/one.png"])
def test_a_picture_that_cannot_be_written_says_so(tmp_path, name):
    with pytest.raises(PictureUnreadable, match="cannot be written"):
        save_picture(tmp_path / name, PICTURE)


def png_that_says(width, height):
    """A few bytes that would decode to a picture of that size, if anybody did."""
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    framed = [struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(framed)


@pytest.mark.parametrize(
    ("size", "words"),
    [
        ((1, 1), "1 x 1 pixels: too small"),
        ((3, 3), "3 x 3 pixels: too small"),
        ((30000, 20), "30000 x 20 pixels: too small"),
        ((16000, 16000), "16000 x 16000 pixels: too large"),
        ((2**31 - 1, 2**31 - 1), "too large"),
        ((0, 40), "no picture"),
    ],
)
def test_a_size_that_no_photograph_has_is_refused_before_anything_is_decoded(tmp_path, monkeypatch, size, words):
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    (tmp_path / "one.png").write_bytes(png_that_says(*size))
    with pytest.raises(PictureUnreadable, match=words):
        load_picture(tmp_path / "one.png")


def progressive(more, comment=b""):
    """A JPEG of ten passes and so many more; the comment stands in a segment of its own, and behind the end."""
    whole = cv2.imencode(".jpg", np.full((200, 300, 3), 90, np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    last = whole[whole.rindex(b"\xff\xda") : -2]
    segment = b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment
    return whole[:2] + segment + whole[2:-2] + more * last + whole[-2:] + comment


def test_a_picture_in_thousands_of_passes_is_refused_before_it_is_decoded(tmp_path, monkeypatch):
    (tmp_path / "one.jpg").write_bytes(progressive(5000))
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureUnreadable, match="300 x 200 pixels in 5010 passes"):
        load_picture(tmp_path / "one.jpg")


def test_a_preview_or_a_film_in_a_photograph_counts_for_no_pass(tmp_path):
    (tmp_path / "one.jpg").write_bytes(progressive(0, b"\xff\xda\x00\x02" * 1000))
    assert load_picture(tmp_path / "one.jpg")[0].shape == (200, 300, 3)


@pytest.mark.parametrize("ending", [".png", ".jpg", ".webp", ".bmp", ".tif", ".gif"])
def test_the_head_of_every_format_tells_what_decoding_would(ending):
    data = cv2.imencode(ending, PICTURE)[1].tobytes()
    assert read_picture_size(data) == (60, 40)


@given(st.sampled_from([".png", ".jpg", ".webp", ".bmp", ".tif", ".gif"]), st.data())
def test_a_damaged_head_is_no_picture_or_a_size_but_nothing_worse(ending, dice):
    data = bytearray(cv2.imencode(ending, PICTURE)[1].tobytes())
    at = dice.draw(st.integers(0, len(data) - 1))
    data[at] = dice.draw(st.integers(0, 255))
    size = read_picture_size(bytes(data[: dice.draw(st.integers(0, len(data)))]))
    assert size is None or min(size) >= 0


@pytest.mark.parametrize("name", ["two\nlines.jpg", "bell\a.jpg", os.fsdecode(b"latin\xe9.jpg"), "-o.jpg", "x" * 240 + ".jpg"])
def test_a_picture_of_any_name_is_loaded_or_complained_of_in_one_line(tmp_path, name):
    path = tmp_path / name
    save_picture(path, PICTURE)
    assert load_picture(path)[1] == 1.0
    path.write_bytes(b"words")
    with pytest.raises(PictureUnreadable) as refused:
        load_picture(path)
    assert str(refused.value).isprintable()
