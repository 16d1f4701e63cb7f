"""The rule of clean text: one rule, at every door, in our own words."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import clean_text
from companion.errors import InputError
from companion.shown.words.languages import list_languages
from companion.shown.words.messages import catalogue
from web import clean_text as of_web
from web.errors import InvalidInput
from web.schema import check_value, mapping, text

SIGNS = ["\x00", "\x07", "\r", "\x1b", "\x7f", "\x85", "\ud800", "\udfff"]
CLEAN = ["", "Zoë O’Neil", "tab\tand\nnewline", "👩‍👧", "אבי", "x" * 1000]
NUMBERS = [0, -1, 999_999_999_999, 10**12, -(10**12), 0.25, 1e11, 1e12, 1e300, float("inf"), float("nan")]
any_text = st.text(st.characters(codec=None) | st.sampled_from(SIGNS), max_size=12)


@given(any_text)
def test_the_rule_for_texts_is_the_same_at_both_doors(text):
    assert clean_text.is_clean(text) == of_web.is_clean(text)
    assert clean_text.is_printable(text) == of_web.is_printable(text)


@given(st.integers() | st.floats() | st.sampled_from(NUMBERS))
def test_the_rule_for_numbers_is_the_same_at_both_doors(value):
    assert clean_text.is_clean_number(value) == of_web.is_clean_number(value)


def test_the_bounds_are_the_same_at_both_doors():
    assert (
        (clean_text.MAX_TEXT_LENGTH, clean_text.MAX_DIGITS) == (of_web.MAX_TEXT_LETTERS, of_web.MAX_NUMBER_DIGITS) == (1000, 12)
    )


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_that_nobody_can_write_is_refused_by_its_code(sign):
    for value in (f"a{sign}", [[{"x": f"{sign}b"}]], {f"{sign}": 1}):
        with pytest.raises(InputError, match=f"U\\+{ord(sign):04X}"):
            clean_text.read_json(json.dumps(value))


@pytest.mark.parametrize("text", CLEAN)
def test_what_people_write_is_clean(text):
    assert clean_text.read_json(json.dumps({text: text})) == {text: text}
    check_value({text: text}, mapping({"type": "string"}))


def test_a_text_of_more_than_a_thousand_characters_is_refused():
    with pytest.raises(InputError, match="1,000 characters"):
        clean_text.read_json(json.dumps("x" * 1001))


@pytest.mark.parametrize("number", ["1" * 13, "-" + "9" * 13, "9" * 5000, "1e12", "1e999", "9" * 13 + ".5"])
def test_a_number_of_more_than_twelve_digits_is_refused_in_our_words(number):
    with pytest.raises(InputError, match="at most 12 digits"):
        clean_text.read_json(number)
    with pytest.raises(InvalidInput, match="at most 12 digits"):
        of_web.read_json(number.encode())


@pytest.mark.parametrize("number", ["999999999999", "-999999999999", "0.1234567890123456", "12.0", "1e11"])
def test_a_number_of_twelve_digits_is_taken(number):
    assert clean_text.read_json(number) == of_web.read_json(number.encode()) == float(number)


BROKEN = ["", "{", "[1,", "{'a': 1}", '{"a" 1}', "1 2", '"\\x"', '"a', "nul", "NaN", '{"a": 1, "a": 2}', "[" * 100_000, b"\xff"]
PYTHON = ["Expecting", "delimiter", "line 1 column", "char ", "Extra data", "codec", "recursion", "None", "sys."]


@pytest.mark.parametrize("language", list_languages())
@pytest.mark.parametrize("broken", BROKEN, ids=range(len(BROKEN)))
def test_what_is_no_json_is_said_without_words_of_python(broken, language):
    with pytest.raises(InputError) as caught:
        clean_text.read_json(broken)
    said = catalogue(language).say_error(caught.value)
    assert said and not [word for word in PYTHON if word in said] and "\n" not in said
    with pytest.raises(InvalidInput) as refused:
        of_web.read_json(broken if isinstance(broken, bytes) else broken.encode())
    assert not [word for word in PYTHON if word in str(refused.value)]


def test_a_line_that_is_cut_off_is_said_to_end_too_early():
    with pytest.raises(InputError, match="ends too early, after 7 characters"):
        clean_text.read_json('{"play"')
    with pytest.raises(InputError, match="look at character 8, “5”"):
        clean_text.read_json('{"play"5}')


def test_a_byte_order_mark_before_a_line_is_skipped():
    assert (
        clean_text.read_json(b"\xef\xbb\xbf{}") == clean_text.read_json("\ufeff{}") == of_web.read_json(b"\xef\xbb\xbf{}") == {}
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_read_as_any_editor_saves_it(encoding):
    assert clean_text.decode_text_file("Niccolò\r\nMosè\r".encode(encoding)) == "Niccolò\nMosè\n"


def test_a_file_that_is_no_text_is_told_by_its_line():
    with pytest.raises(InputError, match=r"Line 3 .* UTF-8"):
        clean_text.decode_text_file("Anna\nBea\nNiccolò\n".encode("latin-1"))


@pytest.mark.parametrize("sign", SIGNS)
def test_http_refuses_the_same_signs_in_a_schema_that_takes_any_text(sign):
    with pytest.raises(InvalidInput, match=f"U\\+{ord(sign):04X}"):
        check_value(f"a{sign}", text())


@pytest.mark.parametrize("names", [("Anna", "Anna"), ("Anna", " anna "), ("Zoë", "Zoe\u0308"), ("Anna  B", "Anna B")])
def test_of_two_players_of_one_name_the_second_has_a_number(names):
    clean_text.check_names(names, 2)
    assert clean_text.tell_names_apart(names) == (names[0], f"{names[1].strip()} (2)")


@given(st.lists(st.sampled_from(["", "Anna", "anna ", "Anna (2)", "A" * 40, "A" * 36, "Zoë", "Bea"]), max_size=12))
def test_names_are_told_apart_each_at_its_seat_and_as_it_was_given_where_it_can_be(names):
    told = clean_text.tell_names_apart(names)
    clean_text.check_names(told, len(names))
    known = [name.strip().casefold() for name in told if name]
    assert len(set(known)) == len(known) and clean_text.tell_names_apart(told) == told
    assert [bool(name) for name in told] == [bool(name) for name in names]
    first = {name.strip().casefold(): seat for seat, name in reversed([*enumerate(names)])}
    assert all(told[seat] == names[seat] for seat in first.values())
