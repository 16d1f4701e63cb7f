"""Codes of findings and their details become sentences, in the language of the reader.

A language is a folder of Fluent files: `locale/en/*.ftl`. A new folder is a new language.

Players, cards and zones come into a sentence as a `Word` with an article. A text may say `THE($card)`, `ON($zone)`,
`FROM($zone)`, `OF($seat_name)` or `TO($next_name)`. `START(...)` stands around the first word of a sentence. The catalogue
says how article and preposition merge (`word-the`, `word-on`, ...).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from copy import copy
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from fluent.runtime.types import FluentNone

from companion.errors import ConfigError, SpokenError
from companion.match.events import Started
from companion.match.referee import Ruling
from companion.match.rules import Duty, Finding, Outcome, Severity
from companion.shown.words.bundle import TextBundle
from companion.shown.words.languages import FALLBACK, list_languages
from companion.shown.words.spaces import list_printed_cards

_FACE_KEYS = frozenset({"card", "top", "face", "before", "after", "expected", "seen"})
_SEAT_KEYS = frozenset({"seat", "to_move", "next", "winner", "owner"})
"""Values that count players from 1. The text may say `$seat_name` for the player in words."""
_CODES = ("claim", "command", "option")
"""Values with a text of their own: a claim "stuck" is `claim-stuck`; "needed_option" counts as an option."""
_NO_FACE = {"": "face-empty", "?": "face-unreadable", "back": "face-back"}
"""What a zone shows besides cards and chips, with the id of its text."""
_SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_PAIRS_OF_SPACES = (("other_zone", "zone"), ("first_zone", "last_zone"))
"""Values that may be two spaces of one card: the second is then called the other."""
_SAID_BY_END = ("sequence-made", "passed")
"""Findings that the sentence on the end of the match says again."""
_MERGED = ("the", "on", "from", "of", "to")
_CELL = re.compile(r"r(\d+)c(\d+)")
_SUITED = re.compile(r"(10|[2-9TJQKA])([SHDC])")
_COLOURED = re.compile(r"(\d+)([RBGYX])")
_SILVER_GOLD = re.compile(r"([sg])(\d+)")


class Word(str):
    """A player, card or zone standing alone.

    `inner`: the words after an article. `article`: as the texts `word-the` name it; "given" for a person's name, "name" for
    words without article.
    """

    __slots__ = ("article", "inner")
    article: str
    inner: str

    def __new__(cls, text: str, article: str = "name", inner: str = "") -> Word:
        word = super().__new__(cls, text)
        word.article, word.inner = article, inner or text
        return word


@cache
def catalogue(language: str) -> Catalogue:
    """The texts of a language, for players without names. Raises `ConfigError` for an unknown language."""
    if language not in list_languages():
        raise ConfigError(f"there is no language {language!r}; there are {', '.join(list_languages())}")
    return Catalogue(language)


def say_in_english(error: SpokenError) -> str:
    """The message of an error for logs and for whoever types commands."""
    return catalogue(FALLBACK).say_error(error)


SpokenError.in_english = say_in_english


class Catalogue:
    """Texts of a language, in English where one is missing. `names`: of the players by seat; "" or missing = "player 2"."""

    def __init__(self, language: str) -> None:
        """The texts of `language`, with English for missing texts. Use `catalogue(language)`, which loads each language once."""
        self.language = language
        self.names: tuple[str, ...] = ()
        self._printed: Mapping[str, str] = {}
        self._faces: dict[str, Word] = {}
        functions: dict[str, Any] = {"START": _begin_sentence, **{word.upper(): self._make_merger(word) for word in _MERGED}}
        self._bundle = TextBundle(language, functions)
        for folder in dict.fromkeys((language, "en")):  # texts added first win
            for file in sorted((resources.files("companion") / "locale" / folder).iterdir(), key=lambda entry: entry.name):
                if file.name.endswith(".ftl"):
                    self._bundle.add_texts(file.read_text(encoding="utf-8"))

    def with_names(self, names: Iterable[str]) -> Catalogue:
        """Another catalogue of the same texts, for players of these names, by seat from 0. Texts and faces are shared."""
        named = copy(self)
        named.names = tuple(names)
        return named

    def with_match(self, started: Started) -> Catalogue:
        """Another catalogue of the same texts, for a match: its players by name, the spaces of its board by their cards."""
        named = self.with_names(started.names)
        named._printed = list_printed_cards(started)
        return named

    def has_text(self, id: str) -> bool:
        """Does a text with this id exist?"""
        return self._bundle.has_text(id)

    def text(self, id: str, /, **values: Any) -> str:
        """The text with its values put in: zones, faces, seats and codes become words by their keys. A missing text shows as
        its id: nothing is ever silent."""
        if not self._bundle.has_text(id):
            return id
        value = self._bundle.find_text(id).value
        return id if value is None else self._bundle.format_pattern(value, self._values_as_words(values))

    def name_player(self, seat: int) -> str:
        """A player by seat (from 0), standing alone: the given name, or "Player 2"."""
        return self._name_given(seat) or self.text("player", seat=seat + 1)

    def name_zone(self, zone: str) -> Word:
        """The title of a zone: "up1" is "Ascending 1 ↑", a space of a board its card, such as "2♦". A zone without a text
        shows as the id of the text."""
        if _CELL.fullmatch(zone):
            return self._name_space(zone)
        if zone == "discard":
            return self._make_word("zone-discard-common")
        if zone.startswith("discard") and zone[7:].isdigit():
            return self._make_word("zone-discard", seat=int(zone[7:]))
        return self._make_word(f"zone-{zone}")

    def _name_space(self, zone: str, *, other: bool = False) -> Word:
        """A space of the board by its card, such as "2♦"; without a match "Space". `other`: the second space of the same
        card in one sentence."""
        printed = self._printed.get(zone)
        if not printed or not (card := _SUITED.fullmatch(printed)):
            return self._make_word({None: "zone-space", "": "zone-corner"}.get(printed, "zone-unread"))
        space = f"{card[1].replace('T', '10')}{_SUIT_SIGNS[card[2]]}"
        rank = self._make_word(f"rank-{card[1]}")
        return self._make_word("zone-cell-other" if other else "zone-cell", rank, space=space)

    def name_face(self, face: str) -> Word:
        """A face in words: "F44" is "burning 44", "QH" is "queen of hearts". An unknown face is given back as written."""
        if face not in self._faces:
            self._faces[face] = self._word_of_face(face)
        return self._faces[face]

    def say_finding(self, game: str, finding: Finding) -> str:
        """A finding as a sentence."""
        return self._text_of_game(game, finding.code, finding.detail)

    def say_duty(self, game: str, duty: Duty, *, turn: int | None = None) -> str:
        """A duty as a sentence, with a warning where the loss is certain. `turn`: number of the current turn, to say a
        deadline as "this turn"."""
        due = "lasting" if duty.due_turn is None else "now" if turn is not None and duty.due_turn <= turn else "next"
        detail = {
            "zone": duty.zones[0] if duty.zones else "",
            "card": duty.card,
            **duty.detail,
            "due": due,
            "turn": duty.due_turn or 0,
        }
        said = self._text_of_game(game, f"duty-{duty.code}", detail)
        return f"{said} {self.text('duty-certain-loss')}" if duty.certain_loss else said

    def say_outcome(self, game: str, outcome: Outcome) -> str:
        """How a match ended, as a sentence."""
        said = self._text_of_game(game, f"outcome-{outcome.code}", outcome.detail)
        return f"{said} {self.text('counted')}" if outcome.counted else said

    def say_ruling(self, game: str, ruling: Ruling) -> str:
        """A ruling in sentences: its fouls and losses, or its notes where nothing is graver, then the end of the match.
        Without findings, the text of the verdict."""
        heavy = [f for f in ruling.findings if f.severity is not Severity.NOTE]
        ended = _SAID_BY_END if ruling.outcome else ()
        said = [self.say_finding(game, finding) for finding in (heavy or ruling.findings) if finding.code not in ended]
        if ruling.outcome:
            said.append(self.say_outcome(game, ruling.outcome))
        return " ".join(dict.fromkeys(said)) or self.text(f"ruling-{ruling.verdict}")

    def say_error(self, error: Exception) -> str:
        """What an error says to whoever asked. An error without an id is said in English."""
        id, values = getattr(error, "id", ""), getattr(error, "values", {})
        return self.text(f"error-{id}", **values) if id else str(error)

    def _word_of_face(self, face: str) -> Word:
        """A face in words, by how the face is spelled; an unknown spelling as written. The same spellings stand in `SHAPES` of
        web/static/faces.js, and as drawings in `_DESIGNS` of vision/drawn/art/cards.py."""
        if face in _NO_FACE:
            return self._make_word(_NO_FACE[face])
        if face.isdecimal():
            return self._make_word("face-number", number=int(face))
        if ":" in face:
            number, command = face.split(":", 1)
            return self._make_word(
                "face-command", self.name_face(number), number=number, command=self.text(f"command-{command}")
            )
        if face[0] == "F" and face[1:].isdigit():
            return self._make_word("face-burning", self.name_face(face[1:]), number=face[1:])
        if match := _SUITED.fullmatch(face):
            rank = self._make_word(f"rank-{match[1].replace('10', 'T')}")
            return self._make_word("face-suited", rank, rank=str(rank), suit=self.text(f"suit-{match[2]}"))
        if match := _COLOURED.fullmatch(face):
            return self._make_word(
                "face-coloured", self.name_face(match[1]), number=match[1], colour=self.text(f"colour-{match[2]}")
            )
        if match := _SILVER_GOLD.fullmatch(face):
            return self._make_word(f"face-{match[1]}", self.name_face(match[2]), number=match[2])
        if face.rstrip("*") in ("blue", "green", "red"):
            return self._make_word(f"chip-{face.rstrip('*')}{'-flipped' if face.endswith('*') else ''}")
        return Word(face)

    def _text_of_game(self, game: str, code: str, detail: Mapping[str, Any]) -> str:
        """The game's own text for a code, or the text common to all games."""
        id = f"{game}-{code}"
        return self.text(id if self.has_text(id) else code if self.has_text(code) else id, **detail)

    def _values_as_words(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """`values` of a message as words of a sentence; for each seat among them the player's name is added under
        `<key>_name`."""
        words = {key: self._value_as_word(key, given) for key, given in values.items()}
        if (second := _find_second_space(values)) and words[second[0]] == words[second[1]]:
            words[second[1]] = self._name_space(values[second[1]], other=True)
        seats = {key: given for key, given in values.items() if key in _SEAT_KEYS and isinstance(given, int)}
        return {**words, **{f"{key}_name": self._word_of_player(given - 1) for key, given in seats.items()}}

    def _value_as_word(self, key: str, given: Any) -> Any:
        """A value as `text` puts values in: what the value means is told by its key, such as "other_zone" or "cards". None is
        "". Other values stay as given."""
        if given is None:
            return ""
        if isinstance(given, bool):
            return "yes" if given else "no"
        if isinstance(given, list | tuple):
            one = self.name_zone if key.endswith("zones") else self.name_face if key in ("cards", "faces") else str
            return self._join_list(dict.fromkeys(one(str(item)) for item in given))
        if isinstance(given, str):
            if key == "zone" or key.endswith("_zone"):
                return self.name_zone(given) if given else ""
            if (kind := key.rpartition("_")[2]) in _CODES:
                return self.text(f"{kind}-{given}") if self.has_text(f"{kind}-{given}") else given
            return self.name_face(given) if key in _FACE_KEYS else given
        return given

    def _join_list(self, items: Iterable[str]) -> str:
        """ "a, b and c" in the language; "" for no items."""
        words = list(items)
        if len(words) < 2:
            return "".join(words)
        return self.text("list-and", first=", ".join(words[:-1]), last=words[-1])

    def _name_given(self, seat: int) -> str:
        return self.names[seat] if 0 <= seat < len(self.names) else ""

    def _word_of_player(self, seat: int) -> Word:
        """A player within a sentence: the name, else "player 2". `seat`: counted from 0. Names in a or A have an article kind
        of their own, "given_a"."""
        if not (name := self._name_given(seat)):
            return self._make_word("player-within", number=seat + 1)
        return Word(name, "given_a" if name[:1] in "Aa" else "given")

    def _make_word(self, id: str, head: Word | None = None, /, **values: Any) -> Word:
        """A text as a word. `id`: of the text, an unknown one gives a bare word. `head`: its first word, giving the article
        unless the text names one."""
        text = self.text(id, **values)
        if not self._bundle.has_text(id):
            return Word(text)
        attributes, words = self._bundle.find_text(id).attributes, self._values_as_words(values)
        article = (
            self._bundle.format_pattern(attributes["article"], words)
            if "article" in attributes
            else head.article
            if head
            else "other"
        )
        return Word(text, article, self._bundle.format_pattern(attributes["within"], words) if "within" in attributes else "")

    def _make_merger(self, preposition: str) -> Any:
        """The Fluent function that puts a word after `preposition` ("of", "to") with its article. A missing value shows as
        its name."""

        @lru_cache(maxsize=2048)
        def put(article: str, inner: str) -> str:
            return self.text(f"word-{preposition}", article=article, word=inner)

        def merged(word: Any) -> str:
            if isinstance(word, FluentNone):
                return str(word.name)  # a missing value shows as its name
            whole = word if isinstance(word, Word) else Word(word) if isinstance(word, str) else self.name_face(str(word))
            said = put(whole.article, str(whole.inner))
            return whole if said == whole else said

        return merged


def _find_second_space(values: Mapping[str, Any]) -> tuple[str, str] | None:
    """The keys of two different spaces among the values of a text, the first-named space first; None without two."""
    for first, second in _PAIRS_OF_SPACES:
        pair = values.get(first), values.get(second)
        if pair[0] != pair[1] and all(isinstance(zone, str) and _CELL.fullmatch(zone) for zone in pair):
            return first, second
    return None


def _begin_sentence(word: Any) -> str:
    """A word at the beginning of a sentence. A given name stays as its owner writes it."""
    text = str(word.name if isinstance(word, FluentNone) else word)
    return text if isinstance(word, Word) and word.article.startswith("given") else text[:1].upper() + text[1:]
