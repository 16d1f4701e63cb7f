"""QR control cards: the two of the contract are obeyed, whatever else a code says is not."""

import builtins

import numpy as np
import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from vision.control_cards import controls
from vision.control_cards.controls import (
    CODE_GONE_AFTER_S,
    Showing,
    ShownCodes,
    follow_showing,
    keep_known_codes,
    read_controls,
)
from vision.errors import ReaderUnavailable

pytest.importorskip("pyzbar.pyzbar", reason="zbar is not installed", exc_type=ImportError)


def code(words: str, scale: int = 4) -> np.ndarray:
    """A QR code, (h, w, 3), printed so that a module measures `scale` pixels."""
    rows = [[255 * (not module) for module in row] for row in segno.make_qr(words, error="m").matrix_iter(border=4)]
    return np.kron(np.array(rows, np.uint8), np.ones((scale, scale), np.uint8))[..., None].repeat(3, axis=2)


def beside(*codes: np.ndarray) -> np.ndarray:
    height = max(one.shape[0] for one in codes)
    return np.hstack([np.pad(one, ((0, height - one.shape[0]), (0, 0), (0, 0)), constant_values=255) for one in codes])


@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize("word", ["end_turn", "undo"])
def test_a_control_card_is_read_any_way_up(word, turn):
    assert read_controls(np.rot90(code(f"TC1:{word}"), turn)) == ShownCodes(frozenset({word}))


def test_nothing_is_read_where_nothing_lies():
    assert read_controls(np.full((200, 200, 3), 230, np.uint8)) == ShownCodes()


@pytest.mark.parametrize(
    "words", ["https://example.org/x", "TC1:", "TC1:shutdown", "TC2:undo", "tc1:undo", "TC1:undo ", "🃏" * 20, "A" * 400]
)
def test_foreign_codes_are_ignored_and_counted(words):
    assert read_controls(code(words)) == ShownCodes(frozenset(), 1)


def test_a_foreign_code_does_not_hide_ours():
    assert read_controls(beside(code("TC1:undo"), code("hello"))) == ShownCodes(frozenset({"undo"}), 1)


@given(st.lists(st.binary(max_size=60) | st.sampled_from([b"TC1:undo", b"TC1:end_turn"]), max_size=6))
def test_no_payload_is_believed_but_the_contract(payloads):
    shown = keep_known_codes(payloads)
    assert shown.codes == {one.decode()[4:] for one in payloads if one in (b"TC1:undo", b"TC1:end_turn")}
    assert shown.foreign == sum(one not in (b"TC1:undo", b"TC1:end_turn") for one in payloads)


def test_without_zbar_the_error_names_the_package(monkeypatch):
    real = builtins.__import__

    def without_zbar(name, *rest):
        if name.startswith("pyzbar"):
            raise ImportError("Unable to find zbar shared library")
        return real(name, *rest)

    controls._load_decoder.cache_clear()
    monkeypatch.setattr(builtins, "__import__", without_zbar)
    with pytest.raises(ReaderUnavailable, match="apt install libzbar0"):
        read_controls(code("TC1:undo"))
    controls._load_decoder.cache_clear()


def announced(looks: list[tuple[set[str], bool]]) -> list[str]:
    """What is announced for (codes seen, zone covered), ten looks a second."""
    state, said = Showing(), []
    for number, (codes, covered) in enumerate(looks):
        state, new = follow_showing(state, ShownCodes(frozenset(codes)), number / 10, is_covered=covered)
        said += new
    return said


HERE, GONE_NOW, HIDDEN = ({"end_turn"}, False), (set(), False), (set(), True)
LONG = round(CODE_GONE_AFTER_S * 10) + 2


def test_a_card_counts_once_however_long_it_lies():
    assert announced([HERE] * 30 + [HIDDEN] * 30 + [HERE] * 30) == ["end_turn"]


def test_a_blurred_moment_is_not_a_second_showing():
    assert announced([HERE, GONE_NOW, GONE_NOW, HERE, GONE_NOW, HERE]) == ["end_turn"]


def test_taken_away_and_shown_again_counts_again():
    assert announced([HERE] + [GONE_NOW] * LONG + [HERE]) == ["end_turn", "end_turn"]


def test_two_cards_are_two_calls():
    assert announced([HERE, ({"end_turn", "undo"}, False), ({"undo"}, False)]) == ["end_turn", "undo"]
