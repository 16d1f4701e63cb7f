"""The networks read the same, whatever runs them."""

import sys
from pathlib import Path

import numpy as np
import pytest

import vision
from vision.drawn.art.cards import draw_card
from vision.errors import DeckError
from vision.onnx import find_engine, load_network, open_with_opencv, open_with_runtime
from vision.readers.numbers.reader import NumberReader

READERS = Path(vision.__file__).parent / "readers"
SHAPES = {
    "french_print/data/index": (3, 48, 32),
    "french_print/data/card": (3, 112, 80),
    "french_print/data/place": (3, 152, 112),
    "french_print/data/finder": (3, 96, 160),
    "french_print/data/letters": (3, 48, 32),
    "french_print/data/wholeness": (3, 48, 32),
    "numbers/data/card": (3, 112, 80),
    "numbers/data/corner": (3, 64, 64),
    "numbers/data/icon": (3, 136, 96),
}
MAX_BYTES = 3_300_000
"""Of all networks together, whatever they are trained on anew."""
MAX_DIFFERENCE = 1e-5
"""Part of the largest number of an answer by which two engines may differ: measured 4e-6."""


@pytest.fixture
def runtime():
    return pytest.importorskip("onnxruntime")


@pytest.fixture
def without_runtime(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)  # as if it were not installed


@pytest.mark.parametrize("name", SHAPES)
def test_both_engines_give_the_same_answer(runtime, name):
    dice, file = np.random.default_rng(5), READERS / f"{name}.onnx"
    one, other = open_with_runtime(file, runtime), open_with_opencv(file, small=not name.endswith("finder"))
    for _ in range(5):
        planes = dice.random((1, *SHAPES[name]), np.float32)
        answer, same = one.run(planes), other.run(planes)
        assert answer.shape == same.shape and answer.dtype == same.dtype == np.float32
        assert np.abs(answer - same).max() <= MAX_DIFFERENCE * max(1.0, float(np.abs(answer).max()))


def test_all_networks_together_take_a_few_megabytes():
    assert sum(file.stat().st_size for file in READERS.glob("*/data/*.onnx")) <= MAX_BYTES


def test_an_answer_stays_when_the_network_runs_again():
    network = load_network(READERS / "numbers/data/corner.onnx", (3, 64, 64))
    first = network.run(np.zeros((1, 3, 64, 64), np.float32))
    kept = first.copy()
    network.run(np.ones((1, 3, 64, 64), np.float32))
    assert (first == kept).all()


def test_without_onnx_runtime_cards_are_read_all_the_same(without_runtime):
    assert find_engine().name.startswith("OpenCV ") and not find_engine().is_quick
    assert NumberReader().read(draw_card("47", (200, 280))).face == "47"


def test_a_file_that_is_missing_or_damaged_is_said(runtime, tmp_path):
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes((READERS / "numbers/data/corner.onnx").read_bytes()[:5000])
    for file in (tmp_path / "missing.onnx", damaged):
        with pytest.raises(DeckError, match=f"{file.name} cannot be loaded; install the package again"):
            open_with_runtime(file, runtime)
        with pytest.raises(DeckError, match=f"{file.name} cannot be loaded; install the package again"):
            open_with_opencv(file, small=True)
