"""The catalogue: every text in every language, and sentences as people read them."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from fluent.syntax import FluentParser, ast

from companion.errors import ConfigError
from companion.messages import catalogue, languages


def texts(language):
    folder = resources.files("companion") / "locale" / language
    found = {}
    for file in folder.iterdir():
        for entry in FluentParser().parse(file.read_text(encoding="utf-8")).body:
            assert not isinstance(entry, ast.Junk), f"{language}/{file.name}: {entry.content!r}"
            if isinstance(entry, ast.Message):
                assert entry.id.name not in found, f"{language}: {entry.id.name} stands twice"
                found[entry.id.name] = entry
    return found


def variables(message):
    return set(re.findall(r"\$([\w-]+)", _source(message)))


def _source(message):
    from fluent.syntax import FluentSerializer

    return FluentSerializer().serialize_entry(message)


def test_there_are_english_and_italian():
    assert set(languages()) >= {"en", "it"} and languages()[0] == "en"


@pytest.mark.parametrize("language", [name for name in languages() if name != "en"])
def test_every_text_stands_in_every_language(language):
    assert texts(language).keys() == texts("en").keys()


@pytest.mark.parametrize("language", [name for name in languages() if name != "en"])
def test_translations_use_no_value_that_english_lacks(language):
    english = texts("en")
    extra = {id: variables(text) - variables(english[id]) for id, text in texts(language).items() if id in english}
    assert {id: names for id, names in extra.items() if names} == {}


def test_an_unknown_language_is_refused():
    with pytest.raises(ConfigError, match="en, it"):
        catalogue("tlh")


@pytest.mark.parametrize(
    ("face", "english", "italian"),
    [
        ("47", "47", "47"),
        ("F44", "burning 44", "44 col fuoco"),
        ("47:skull", "47 with skull", "47 con teschio"),
        ("7R", "red 7", "7 rosso"),
        ("s12", "silver 12", "12 argento"),
        ("QH", "queen of hearts", "donna di cuori"),
        ("TD", "10 of diamonds", "10 di quadri"),
        ("blue*", "turned blue chip", "gettone blu girato"),
        ("", "nothing", "niente"),
        ("?", "unreadable", "illeggibile"),
    ],
)
def test_faces_in_words(face, english, italian):
    assert (catalogue("en").face(face), catalogue("it").face(face)) == (english, italian)


def test_zones_in_words():
    words = catalogue("en")
    assert [words.zone(zone) for zone in ("up1", "r3c4", "discard2")] == [
        "Ascending 1",
        "row 4, column 5",
        "Discards of player 2",
    ]
