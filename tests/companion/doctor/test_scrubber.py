"""What is given away holds no name, in whichever way it was written down."""

from __future__ import annotations

import html
import json
import unicodedata
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.doctor.scrubber import Scrubber

WAYS = {
    "as it is": lambda name: name,
    "small letters": str.lower,
    "capitals": str.upper,
    "accents apart": lambda name: unicodedata.normalize("NFD", name),
    "JSON": json.dumps,
    "JSON with accents": lambda name: json.dumps(name, ensure_ascii=False),
    "JSON in JSON": lambda name: json.dumps(json.dumps(name)),
    "Python": repr,
    "Python, ASCII": ascii,
    "bytes of Python": lambda name: repr(name.encode()),
    "octal, as journald": lambda name: "".join(c if c.isascii() else "".join(f"\\{b:03o}" for b in c.encode()) for c in name),
    "address": quote,
    "form": quote_plus,
    "address in an address": lambda name: quote(quote(name)),
    "HTML": html.escape,
    "HTML, by number": lambda name: "".join(c if c.isascii() else f"&#{ord(c)};" for c in name),
    "HTML, by hexadecimal number": lambda name: "".join(c if c.isascii() else f"&#x{ord(c):X};" for c in name),
    "read as Latin 1": lambda name: name.encode().decode("latin-1"),
    "after an escape": lambda name: f"\\n{json.dumps(name)[1:-1]}",
    "after a sign of an address": lambda name: f"a%20{quote(name)}",
}
AROUND = ("{}", "the phone {} was sent away", "x={}&y=1", "({})", '"{}", "other"', "/home/{}/decks", "{}: 3", "“{}”.")
HOSTILE = [
    "Niccolò", "Mosè", 'O"Hara', "O'Brien", "D’Angelo", "Anna-Maria O\"Hara", "Zoë", "Noè Verdi", "a\\b", "C:\\Users\\Zoë", "x.*", "(?i)anna",
    "[Bea]", "$1\\g<0>", "{name}", "%s%d", "&amp;co", "<b>Ed</b>", "李雷", "אבי כהן", "Ёжик", "Nguyễn Văn", "👩‍👧 Ann", "Łukasz", "Straße",
    "null", "Bo Li", "İnci", "ʻOkina",
]  # fmt: skip
names = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"]), min_size=3, max_size=12
)


def is_told(name, text):
    """Does a text still hold the name, read in any of the ways?"""
    return any(way(name) in text for way in WAYS.values())


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_taken_out_of_any_text(name, way):
    scrub = Scrubber({name: "(player)"})
    for around in AROUND:
        said = scrub(around.format(WAYS[way](name)))
        assert "(player)" in said and not is_told(name, said), said


@given(
    names.filter(lambda name: sum(sign.isalpha() for sign in name) >= 3), st.sampled_from(list(WAYS)), st.sampled_from(AROUND)
)
@example("Niccolò", "JSON in JSON", "({})")
def test_any_name_is_taken_out_of_any_text(name, way, around):
    name = name.strip()
    assert WAYS[way](name) not in Scrubber({name: "(player)"})(around.format(WAYS[way](name)))


@pytest.mark.whole
@given(st.lists(names, min_size=1, max_size=4), names)
def test_names_are_taken_out_of_data_at_any_depth(several, name):
    told = {"a": [{"b": f"x {name} y"}, several], name: 1}
    clean = Scrubber({each: "(player)" for each in (*several, name) if each.strip()}).scrub_data(told)
    assert f" {name} " not in json.dumps(clean, ensure_ascii=False) and name not in clean


def test_a_name_is_not_seen_within_other_words():
    scrub = Scrubber({"Ann": "player 1", "Ed": "player 2", "1": "player 3", "12": "player 4"})
    assert scrub("Annotated, edited 12 of 1; a planned Anna") == "Annotated, edited 12 of 1; a planned Anna"
    assert scrub("Ann, ANN and Ed") == "player 1, player 1 and player 2"


def test_each_word_of_a_name_is_taken_out_but_what_says_nothing():
    scrub = Scrubber({"Niccolò Bianchi": "player 1", "Zoë Phone": "(phone)", 'Anna-Maria O"Hara': "player 3"})
    assert scrub("niccolo-bianchi.npz, Bianchi, Hara: the phone joined") == "player 1.npz, player 1, player 3: the phone joined"


def test_the_longer_of_two_names_is_taken_out_first():
    assert Scrubber({"Anna": "player 1", "Anna Rossi": "player 2"})("Anna Rossi, Anna") == "player 2, player 1"


def test_what_stands_in_the_place_of_a_name_is_not_scrubbed_again():
    assert Scrubber({"player": "(phone)", "Anna": "player 1"})("Anna, player") == "player 1, (phone)"


def test_who_logs_in_at_a_camera_is_taken_out():
    assert Scrubber({})("rtsp://zoe:s3cret@192.168.1.20/1") == "rtsp://(login)@192.168.1.20/1"
